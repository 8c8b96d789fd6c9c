"""Actions and attacks on the run: (c) of a turn (GP-CHASE-07, GP-CHASE-08, GP-CHASE-17, GP-CORE-18)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import partial
from typing import ClassVar, Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Field, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, settles_deed
from moot.games.perilous.chase.turns import acting
from moot.games.perilous.figures import CHASE, DICE, SKILLS
from moot.games.perilous.flow import how_hard, only_guide
from moot.games.perilous.fortune import spend
from moot.games.perilous.harm import MOST_DAMAGE, damage, fury, fury_dice
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import Chase, ChaseDeed, Runner
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty
from moot.games.perilous.trial import SUCCESSES, Trial
from moot.games.perilous.trying import DECLARED, call, success
from moot.kit.people import label_for

ACTION: Final = "chase-action"
ATTACK: Final = "chase-attack"
DECLARED.update((ACTION, ATTACK))
MOST_LOSS: Final = 9
"""The most that the GM can set by hand."""


class DeedBegun(OfChase, tag="deed-begun"):
    """Somebody does something on their turn: its dice are due."""

    silent = True
    deed: ChaseDeed

    def unfold(self, chase: Chase) -> Chase:
        return replace(self.with_acted(chase, self.deed.who), deed=self.deed)


class ActionEnded(OfRunner, tag="action-ended"):
    """An Action went as its test did: `by` is what it adds to their value (GP-CHASE-07)."""

    who: str
    by: int

    def unfold(self, chase: Chase) -> Chase:
        return self.with_value(replace(chase, deed=None), self.by)

    def line(self, state: State) -> Line | None:
        text = f"{'gains' if self.by > 0 else 'loses'} {abs(self.by)}: {self.one(state).value} now."
        return Line("result", text, state.named(self.who)) if self.by else None


def _skills(state: State, who: Person, skills: Iterable[str]) -> Choose:
    """Skills to try something with, each with its chance at a Standard test."""
    test = Trial(who=who.id, skill="", purpose=ACTION)
    choices = (
        Choice(id_, SKILLS[id_].title, success(state, replace(test, skill=id_)), group=SKILLS[id_].attribute.title())
        for id_ in skills
    )
    return Choose(name="skill", label="By which skill?", choices=tuple(choices))


def _stakes(gain: int, loss: int, *, aside: bool = False) -> tuple[Count, Count]:
    """What an Action is worth: the GM's to set (GP-CHASE-07)."""
    return (
        Count(
            name="gain", label="A success adds", least=CHASE.gain_least, most=CHASE.gain_most, default=gain,
            aside=aside,
        ),
        Count(name="loss", label="A critical failure takes", most=MOST_LOSS, default=loss, aside=aside),
    )


class _Attempt(InChase):
    """A command to try something on one's turn, by a test: `does` says what, for oneself and for the guide's people."""

    does: ClassVar[tuple[str, str]]
    worth: ClassVar[str]
    who: str
    skill: str
    difficulty: Difficulty = CHASE.action_difficulty

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for who in acting(state, seat, chase):
            person = state.people[who]
            label = label_for(state, who, *cls.does)
            yield cls.offer_in(chase, None, label, cls.worth, partial(cls.blanks, state, seat, chase, person), who=who)

    @classmethod
    @abstractmethod
    def blanks(cls, state: State, seat: Seat, chase: Chase, who: Person, shown: bool) -> Iterator[Field]:
        """What is asked of somebody; the guide sets more."""

    def attempt(self, play: Play[State], deed: ChaseDeed, purpose: str, why: str) -> None:
        """Let it be tried: its test is due."""
        play.record(DeedBegun(chase=self.chase, deed=deed, rules=self.rules))
        call(play, Trial(
            who=self.who, skill=self.skill, purpose=purpose, of=self.chase, why=why, difficulty=self.difficulty
        ))


class ActInChase(_Attempt, tag="act"):
    """Do something that helps you on, or hinders the others: say what, and test what fits."""

    rules, urgency, does, aims_any = ("GP-CHASE-07", "GP-CHASE-18"), "must", ("Do something", "{} does something"), None
    worth = f"A success adds {CHASE.gain} to your value, if the GM does not say otherwise."
    deed: str = ""
    gain: int = CHASE.gain
    loss: int = -CHASE.action_critical_failure

    @classmethod
    def blanks(cls, state: State, seat: Seat, chase: Chase, who: Person, shown: bool) -> Iterator[Field]:
        deeds = ("kicks a barrel into the way", "takes a turn that nobody saw coming")
        asked = "What do they do?" if state.guided(who.id) else "What do you do?"
        yield Write(name="deed", label=asked, least=0, suggestions=deeds)
        yield _skills(state, who, SKILLS)
        if seat.guides:
            yield how_hard(CHASE.action_difficulty, aside=True)
            yield from _stakes(CHASE.gain, -CHASE.action_critical_failure, aside=True)

    def act(self, play: Play[State], of: object) -> None:
        deed = ChaseDeed(kind="action", who=self.who, gain=self.gain, loss=self.loss)
        self.attempt(play, deed, ACTION, self.deed.strip())


class Weighed(OfChase, tag="action-weighed"):
    """The guide set what an Action is worth, before its dice."""

    sentence = ("move", "A success would add {gain}, a critical failure take {loss}.")
    gain: int
    loss: int

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, deed=replace(chase.deed, gain=self.gain, loss=self.loss)) if chase.deed else chase


class Weigh(InChase, tag="weigh"):
    """Say what the Action under way is worth, by how useful it is."""

    rules, urgency, giver, records = ("GP-CHASE-07",), "tool", only_guide("says what an Action is worth"), Weighed
    gain: int
    loss: int

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        deed = chase.deed
        if deed is None or deed.kind != "action":
            raise Refused("no-action", "No Action is under way.")
        label = f"{state.named(deed.who)}’s Action: what it is worth"
        yield cls.offer_in(chase, None, label, "", *_stakes(deed.gain, deed.loss))


@settles_deed(ACTION)
def _action(play: Play[State], trial: Trial, chase: Chase, runner: Runner, deed: ChaseDeed) -> None:
    by = {"failure": 0, "critical-failure": -deed.loss}.get(trial.fell.outcome, deed.gain)
    play.record(ActionEnded(chase=chase.id, runner=runner.id, who=trial.who, by=by, rules=("GP-CHASE-07",)))


def _does(damage: int, fury: int) -> str:
    return f"{damage}" + (f" + {fury} Fury {'Die' if fury == 1 else 'Dice'}" if fury else "")


def _figures(deed: ChaseDeed) -> tuple[Count, Count]:
    """What an attack does: the GM's to set (GP-CORE-15)."""
    least = min(0, deed.damage)
    before = Count(name="damage", label="Damage before dice", least=least, most=MOST_DAMAGE, default=deed.damage)
    return before, fury_dice(deed.fury)


class AttackWeighed(OfChase, tag="attack-weighed"):
    """The guide set what an attack does, before the dice for that."""

    damage: int
    fury: int

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, deed=replace(chase.deed, damage=self.damage, fury=self.fury)) if chase.deed else chase

    def line(self, state: State) -> Line:
        return Line("move", f"A hit does {_does(self.damage, self.fury)}.")


class WeighAttack(InChase, tag="weigh-attack"):
    """Say what the weapon or the spell of the attack under way does."""

    rules, urgency, giver = ("GP-CHASE-17", "GP-CORE-15"), "tool", only_guide("says what a weapon does")
    records = AttackWeighed
    damage: int
    fury: int

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        deed = chase.deed
        if deed is None or deed.kind not in ("attack", "hit"):
            raise Refused("no-attack", "No attack is under way.")
        yield cls.offer_in(chase, None, f"{state.named(deed.who)}’s attack: what it does", "", *_figures(deed))


class ShotPaid(OfRunner, tag="shot-paid"):
    """An attack cost the attacker some value, hit or miss; `hits`: its damage is due (GP-CHASE-08)."""

    who: str
    cost: int
    hits: bool = False

    def unfold(self, chase: Chase) -> Chase:
        deed = replace(chase.deed, kind="hit") if self.hits and chase.deed else None
        return self.with_value(replace(chase, deed=deed), -self.cost)

    def line(self, state: State) -> Line:
        hit = "hits" if self.hits else "misses"
        text = f"{hit}. It costs {self.cost}: {self.one(state).value} now."
        return Line("result", text, state.named(self.who))


class Attack(_Attempt, tag="attack"):
    """Shoot or cast at somebody in the chase; it costs you some of your own value."""

    rules, urgency, does = ("GP-CHASE-08", "GP-CHASE-17"), "must", ("Shoot or cast", "{} shoots or casts")
    worth = f"Costs {CHASE.shot['success']} of your value, {CHASE.shot['critical-success']} on a critical success."
    target: str
    fury: int = 0

    @classmethod
    def blanks(cls, state: State, seat: Seat, chase: Chase, who: Person, shown: bool) -> Iterator[Field]:
        yield _skills(state, who, CHASE.attack_skills)
        others = [one for one in chase.runners.values() if who.id not in one.aboard]
        others.sort(key=lambda one: (own := chase.running(who.id)) is not None and one.side == own.side)
        targets = tuple(
            Choice(other, state.named(other), group=one.side.title()) for one in others for other in one.aboard
        )
        yield Choose(name="target", label="At whom?", choices=targets)
        if seat.guides:
            yield how_hard(CHASE.action_difficulty, aside=True)
            yield fury_dice(who.fury_dice, *(skill for skill in CHASE.attack_skills if skill != CHASE.magick))
        else:
            yield fury_dice(0, CHASE.magick)

    def act(self, play: Play[State], of: object) -> None:
        who = play.state.people[self.who]
        asked = play.seat.guides or self.skill == CHASE.magick
        dice = self.fury if asked else who.fury_dice
        deed = ChaseDeed(kind="attack", who=self.who, target=self.target, damage=who.strike(), fury=dice)
        self.attempt(play, deed, ATTACK, f"At {play.state.name(self.target)}.")


@settles_deed(ATTACK)
def _attack(play: Play[State], trial: Trial, chase: Chase, runner: Runner, deed: ChaseDeed) -> None:
    outcome = trial.fell.outcome
    hits = outcome in SUCCESSES and chase.running(deed.target) is not None
    play.record(ShotPaid(
        chase=chase.id, runner=runner.id, who=trial.who, cost=CHASE.shot[outcome], hits=hits,
        rules=("GP-CHASE-08", "GP-CHASE-17"),
    ))


class HitEnded(OfChase, tag="hit-ended"):
    """The damage of an attack was rolled."""

    silent = True

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, deed=None)


class RollDamage(InChase, tag="roll-damage"):
    """Roll the damage of an attack that hit."""

    rules, urgency = ("GP-CHASE-17", "GP-CORE-15"), ("must", "tool")
    stands_in, throws = True, True
    damage: int | None = None
    fury: int = -1

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        deed = hit_of(state, seat, chase)
        again = "; each 6 rolls another" if deed.fury else ""
        rolls = (DICE.fury.sides,) * min(1, deed.fury)
        as_it_is = {"damage": None, "fury": -1} if seat.guides else {}  # of other damage both are named
        label = label_for(state, deed.who, f"Roll the damage to {state.name(deed.target)}")
        why = f"{_does(deed.damage, deed.fury)}{again}."
        yield cls.offer_in(chase, deed, label, why, rolls=rolls, **as_it_is)
        if seat.guides:
            other = label_for(state, deed.who, f"Roll other damage to {state.name(deed.target)}")
            yield cls.offer_in(chase, deed, other, "", *_figures(deed), urgency="tool")

    def act(self, play: Play[State], of: ChaseDeed) -> None:
        dice = of.fury if self.fury < 0 else self.fury
        before = of.damage if self.damage is None else self.damage
        hurt(play, self.chase, replace(of, damage=before), fury(play, dice))


def hit_of(state: State, seat: Seat, chase: Chase) -> ChaseDeed:
    """The hit whose damage a seat may roll. Raises Refused if there is none."""
    if chase.deed is None or chase.deed.kind != "hit":
        raise Refused("no-hit", "Nobody was hit just now.", "GP-CHASE-17")
    if not state.owns(seat, chase.deed.who):
        raise Refused("not-yours", f"{state.named(chase.deed.who)} made that attack.", "GP-CHASE-17")
    return chase.deed


def hurt(play: Play[State], chase: str, deed: ChaseDeed, faces: tuple[int, ...]) -> None:
    """Let a hit do its damage; what it costs the victim follows by itself (GP-CHASE-09, GP-CHASE-17)."""
    play.record(HitEnded(chase=chase, rules=("GP-CHASE-17",)))
    points, rules = max(0, deed.damage + sum(faces)), ("GP-CHASE-17", "GP-CORE-11")
    damage(play, deed.target, points, *rules, of=chase, faces=faces, by=deed.who)


class ForceFury(InChase, tag="force-fury"):
    """Spend a point to set a Fury Die of your hit to 6, which rolls another."""

    rules, urgency = ("GP-CORE-18", "GP-CORE-15", "GP-RD-25"), "may"

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        deed = hit_of(state, seat, chase)
        if not deed.fury:
            raise Refused("no-fury", "This hit has no Fury Die.", "GP-CORE-15")
        if not state.points(state.people[deed.who]):
            raise Refused("no-points", "There are no points left to set a die with.", "GP-CORE-18")
        label = label_for(state, deed.who, "Spend a point: a Fury Die shows 6")
        yield cls.offer_in(chase, deed, label, "It rolls another.", rolls=(DICE.fury.sides,))

    def act(self, play: Play[State], of: ChaseDeed) -> None:
        spend(play, play.state.people[of.who], f"a Fury Die against {play.state.name(of.target)} shows a 6")
        hurt(play, self.chase, of, (DICE.fury.shows, *fury(play, of.fury)))


ACTS: Final = Part(
    ActInChase, Attack, RollDamage, ForceFury, Weigh, WeighAttack,
    DeedBegun, ActionEnded, Weighed, AttackWeighed, ShotPaid, HitEnded,
)

"""Defenses, how somebody takes what is coming, what an attack put on them and they shake off, places that hurt people
(MO-005, MO-X211, MO-X212, MO-X217, MO-X314, MO-X320, MO-X321, MO-E88, MO-FP12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.offered import FirstDice
from moot.games.modos.abilities import affords, check_open, hero_for
from moot.games.modos.arms import arms_of
from moot.games.modos.blanks import IN_YOUR_WORDS, SPARE, answer_blank, claims_blank, dice_choices
from moot.games.modos.catalog import row_of, usual
from moot.games.modos.conflict.beats import Pass, declare
from moot.games.modos.conflict.deeds import DeedCommand, Form, beats_stored, comes_out
from moot.games.modos.conflict.reacting import asked_of, others_first
from moot.games.modos.conflict.rounds import running, under_way
from moot.games.modos.conflicts import Beat, Contender, Deed
from moot.games.modos.contests import SIGHT, Facts
from moot.games.modos.flow import FlowCommand, only_guide
from moot.games.modos.harm import Blow, strike
from moot.games.modos.ladder import DICE, Die
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.marks import lift_mark
from moot.games.modos.person import Mark
from moot.games.modos.reckoning import guard, lost_pools
from moot.games.modos.state import ALWAYS, REACTION, TURN, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.throwing import Thrown
from moot.games.modos.vocabulary import Tag
from moot.kit.people import label_for

ATTACK: Final = "attack"


def harm_of(state: State, deed: Deed) -> Pool:
    """The pool that an attack is on."""
    return "MP" if deed.karma else arms_of(catalog_of(state), state.people[deed.who]).weapon(deed.tool).pool


def defenses(state: State, deed: Deed, who: str) -> tuple[str, ...]:
    """The skills with which somebody can defend against an attack: those that answer its skill, and that which guards
    the pool it is on; either will do (MO-X217, MO-E99)."""
    catalog, pool = catalog_of(state), harm_of(state, deed)
    row = row_of(catalog, deed.skill)
    answers = [*(row.answers if row else ()), *(one.id for one in catalog.skills.values() if one.defends == pool)]
    lost = lost_pools(state, who)
    return tuple(
        skill for skill in dict.fromkeys(answers)
        if skill in catalog.skills and usual(catalog, skill) not in lost
        and affords(state, who, skill, usual(catalog, skill))
    )


def attackers(beat: Beat, who: str) -> list[Deed]:
    """The attacks on somebody in a beat."""
    return [deed for deed in beat.aimed_at(who) if deed.kind == ATTACK]


class Defend(DeedCommand, tag="defend"):
    """Defend against an attack on you: by a Pro it is undone."""

    when, urgency, throws = REACTION, "may", True
    rules = ("MO-005", "MO-X217", "MO-006", "MO-X206", "MO-X211", "MO-FQ21", "MO-E88", "MO-E99")
    nobody = ("not-attacked", "Nobody of yours is attacked who could still defend.", "MO-005")
    against: str
    skill: str
    words: str = ""
    wide: bool = False
    claims: tuple[str, ...] = ()
    guard_half: bool = False
    guard_hero: bool = False

    @classmethod
    def possible(cls, state: State) -> bool:
        beat = state.beat
        return beat is not None and any(attackers(beat, who) for who in running(state).people)

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[Deed, dict[str, str]]]:
        """The attacks on somebody."""
        for deed in attackers(under_way(state), one.who):
            yield deed, {"against": deed.who}

    @classmethod
    def form(cls, state: State, one: Contender, thing: Deed) -> Form:
        who, attacker = one.who, state.name(thing.who)
        check_open(state, who, "defend", facts=Facts(deed="defend", target=thing.who))
        if not aware(state, who, thing.who):
            raise Refused("unaware", f"{state.name(who)} knows nothing of {attacker}.", "MO-006")
        if not (skills := defenses(state, thing, who)):
            raise Refused("no-defense", f"{state.name(who)} has no use of a skill that helps.", "MO-X217")
        beat = under_way(state)
        several = len(attackers(beat, who)) > 1
        named = f" against {attacker}" if several or thing is not beat.deed else ""
        label = label_for(state, who, "Defend yourself", "{} defends") + named
        return thing, label, _wins(state, who), [partial(_blanks, state, who, thing, skills, several)]

    @classmethod
    def falls_first(cls, state: State, one: Contender, thing: Deed) -> FirstDice:
        [skill, *_] = defenses(state, thing, one.who)
        command = cls(who=one.who, against=thing.who, skill=skill)
        return others_first(state, one.who, partial(command.enact, of=thing))

    def act(self, play: Play[State], of: Deed) -> None:
        pool = usual(catalog_of(play.state), self.skill)
        declare(play, self.deed("defend", pool, targets=(of.who,), claims=(*self.claims, SIGHT)))


def _wins(state: State, who: str) -> str:
    won = "If you win, the attack does nothing."
    return label_for(state, who, won, "If {} wins, the attack does nothing.")


def _blanks(state: State, who: str, deed: Deed, skills: tuple[str, ...], several: bool, shown: bool) -> Iterator[Field]:
    skill = answer_blank(state, who, skills)
    yield skill
    yield IN_YOUR_WORDS
    if several:
        yield Confirm(name="wide", label="Against all of them at once", hint="Hardly ever works.", rule="MO-X211")
    yield from dice_choices(state, who)
    best = Facts(deed="defend", skill=skill.default[0], target=deed.who, claims=(SIGHT,))
    yield from claims_blank(state, who, best)
    yield from guard_blanks(state, who)


def guard_blanks(state: State, who: str) -> Iterator[Field]:
    """How somebody takes what lands: the dice of protection, before any die is thrown (MO-X321, MO-012)."""
    if not any(guard(state, who, pool) for pool in POOLS):
        return
    half = ", ".join(f"{die.half} of {die}" for pool in POOLS if (die := guard(state, who, pool)))
    usually = state.people[who].half
    yield Confirm(name="guard_half", label="Protection by half", hint=half, default=usually, rule="MO-012")
    if (hard := hero_for(state, who, "guard-roll")) is not None:
        yield Confirm(name="guard_hero", label=f"{hard.title}: a hero point on protection",
                      hint=f"One for each blow that lands. {SPARE}", rule="MO-E50")


class TakeIt(DeedCommand, tag="take-it"):
    """Say how you take what is coming, without an action against it: protection by half, a hero point on it."""

    when, rules, urgency, throws = REACTION, ("MO-X321", "MO-012", "MO-E50"), "may", True
    who: str
    guard_half: bool = False
    guard_hero: bool = False

    possible_for = Pass.possible_for

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in asked_of(state, seat):
            if under_way(state).aimed_at(one.who) and (blanks := list(guard_blanks(state, one.who))):
                label = label_for(state, one.who, "Let it come", "{} lets it come")
                dice = partial(others_first, state, one.who, partial(cls(who=one.who).enact, of=one))
                yield cls.offer(one, label, "Costs no action.", *blanks, about=one.who, who=one.who, rolls=dice)
        yield Refused("nothing-coming", "Nothing comes at anybody of yours who has protection.", "MO-X321")

    def act(self, play: Play[State], of: Contender) -> None:
        declare(play, self.deed("take", "P", price=0))


class ShakeOff(DeedCommand, tag="shake-off"):
    """Shake off what an attack put on you, by a defense that beats it."""

    when, rules, urgency, while_any = TURN | REACTION, ("MO-X212", "MO-005"), "may", "marked"
    nobody = ("nothing-held", "Nothing holds anybody of yours that a defense shakes off.", "MO-X212")
    mark: str
    skill: str
    words: str = ""

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[Mark, dict[str, str]]]:
        """What attacks have put on somebody."""
        states = catalog_of(state).states
        for mark in state.people[one.who].marks:
            if mark.row in states and states[mark.row].aim:
                yield mark, {"mark": mark.id}

    @classmethod
    def form(cls, state: State, one: Contender, thing: Mark) -> Form:
        check_open(state, one.who, "resist")
        title, skills = catalog_of(state).states[thing.row].title, _against_attacks(state, one.who)
        return thing, f"Shake it off: {title.lower()}", thing.words, [
            lambda shown: [answer_blank(state, one.who, skills), IN_YOUR_WORDS, *dice_choices(state, one.who)],
        ]

    def act(self, play: Play[State], of: Mark) -> None:
        declare(play, self.deed("shake", usual(catalog_of(play.state), self.skill), on=of.id))


def _against_attacks(state: State, who: str) -> tuple[str, ...]:
    """The defenses that answer attacks and that somebody can use now (MO-X217). Raises Refused if there is none."""
    catalog = catalog_of(state)
    answers = {answer for row in catalog.skills.values() if ATTACK in row.acts for answer in row.answers}
    found = tuple(
        row.id for row in catalog.skills.values()
        if row.id in answers and row.attribute not in lost_pools(state, who)
        and affords(state, who, row.id, row.attribute)
    )
    if not found:
        raise Refused("no-action", "No action is left for that, or no use of a defense.", "MO-202")
    return found


@comes_out("shake", "tries to get free")
def shaken(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """Somebody gets free if they beat the one who hinders them, and what was stored with the attack (MO-X212)."""
    mark = next((mark for mark in play.state.people[deed.who].marks if mark.id == deed.on), None)
    if mark is not None and beats_stored(play, deed, thrown, mark.stored, mark.source):
        lift_mark(play, deed.who, mark, "MO-X212")


class EndState(FlowCommand, tag="end-state"):
    """Say that a state which somebody is in is over."""

    when, rules, urgency = ALWAYS, ("MO-000",), "tool"
    giver = only_guide("ends states")
    together = "End a state"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        states = catalog_of(state).states
        for person in state.people.values():
            for mark in person.marks:
                row = states.get(mark.row)
                if row is not None and "guide" in row.ends:
                    label = f"{person.name} is no longer {row.title.lower()}"
                    yield cls.offer(mark, label, mark.words, about=person.id, who=person.id, mark=mark.id)
        yield Refused("no-state", "Nobody is in a state that ends by your word.")

    def act(self, play: Play[State], of: Mark) -> None:
        lift_mark(play, self.who, of, "MO-000")


class Hazard(FlowCommand, tag="hazard"):
    """Let the place hurt people: a fall, a blast, a shock, glare and noise."""

    when, rules, urgency, about_any = ALWAYS, ("MO-X314", "MO-X320", "MO-X309", "MO-E50"), "tool", None
    giver = only_guide("lets the place hurt people")
    throws = True
    whom: tuple[str, ...]
    title: str
    pool: Pool
    die: str
    tag: str = ""
    half: bool = False
    guard_hero: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = tuple(Choice(who.id, who.name) for who in state.cast() if not who.dead)
        if not able:
            raise Refused("nobody-there", "There is nobody whom it could hurt.")
        hard = tuple(
            replace(one, needs=(f"whom:{one.value}",)) for one in able
            if hero_for(state, one.value, "guard-roll") and any(guard(state, one.value, pool) for pool in POOLS)
        )
        yield cls.offer(
            None, "The place hurts somebody", "Each rolls protection; nobody defends.",
            Choose(name="whom", label="Whom?", choices=able, many=True),
            Write(name="title", label="By what?", suggestions=("A fall", "A blast", "A shock", "Glare and noise")),
            Choose(name="pool", label="What does it hurt?",
                   choices=tuple(Choice(pool, POOL_WORDS[pool].title()) for pool in POOLS)),
            Choose(name="die", label="With which die?", choices=tuple(Choice(str(die), str(die)) for die in DICE),
                   hint="The stronger it is, the bigger the die.", rule="MO-X314"),
            Choose(name="tag", label="Of what kind?", choices=tuple(Choice(tag, tag.title()) for tag in get_args(Tag)),
                   least=0),
            Confirm(name="half", label="By half", rule="MO-012"),
            *((Choose(name="guard_hero", label="Who adds a hero point to protection?", choices=hard, many=True, least=0,
                      hint="As their players say.", rule="MO-E50"),) if hard else ()),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in self.whom:
            strike(play, Blow(
                title=self.title.strip(), on=who, pool=self.pool, die=Die.read(self.die), tag=self.tag, half=self.half,
                guard_hero=who in self.guard_hero,
            ))


DEFENDING: Final = Part(Defend, TakeIt, module="combat")
HOLDS: Final = Part(ShakeOff, EndState, Hazard, module="combat")

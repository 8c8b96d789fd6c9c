"""Deeds without a name of their own, at a goal or with a difficulty; hindering, and keeping something up (MO-200,
MO-204 to MO-211, MO-X205, MO-X210, MO-X214, MO-X308, MO-X415)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from moot.core import Choice, Choose, Count, Event, Fact, Line, Offers, Part, Play, Refused, Seat, Shown, Throw, Write
from moot.core.blanks import Confirm, Field
from moot.games.modos import blanks
from moot.games.modos.abilities import affords, check_open, free_actions, opens, pays
from moot.games.modos.combat.handling import ThingMoved
from moot.games.modos.conflict.beats import declare, happens_at_once
from moot.games.modos.conflict.deeds import FATED, DeedCommand, Form, comes_out, won
from moot.games.modos.conflict.rounds import Upkeep, due, running, turn_of, under_way
from moot.games.modos.conflicts import HALVED, MOVES, PASSIVE, Beat, Chain, Conflict, Contender, Deed, Fate, Goal
from moot.games.modos.contests import Facts, FateDie
from moot.games.modos.figures import CONFLICT, COSTS
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.ladder import Die
from moot.games.modos.live import Live, aware
from moot.games.modos.phrases import plural
from moot.games.modos.postures import band, posture_of, steps_between
from moot.games.modos.reckoning import lost_pools, price
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.terms import POOLS, Pool
from moot.games.modos.throwing import Thrown, whose
from moot.kit.keyed import changed
from moot.kit.people import label_for

FLEE: Final = "flee"
SHELTERED: Final = frozenset({"defensive", "mounted"})
"""Postures from which people flee out of reach (MO-X308)."""
BEHIND: Final = frozenset({"flanking", "flying"})
"""Postures from which nobody blocks a way around (MO-305)."""


def hindering_pools(state: State, who: str, deed: Deed) -> tuple[Pool, ...]:
    """The attributes with which somebody can hinder a deed, as far as the places of both leave any.

    Who flees from shelter, or flying on their own turn, is out of reach for all but those who are close, or have the
    tool for it; the others can only plead with them (MO-X308). Raises Refused if the way around is out of reach
    (MO-305).
    """
    now = running(state)
    if deed.place and deed.place.posture == "flanking" and posture_of(now, who, deed.who, state) in BEHIND:
        message = f"Only people in front or behind the line can block a way around; {state.name(who)} is elsewhere."
        raise Refused("not-in-the-way", message, "MO-305", allowed=("offensive", "defensive"))
    return POOLS if not _far_off(state, who, deed) or _reaches(state, who, deed) else ("MP",)


def _far_off(state: State, who: str, deed: Deed) -> bool:
    """Whether somebody flees from where another cannot get at them (MO-X308)."""
    if deed.kind != FLEE or posture_of(running(state), deed.who, who, state) not in SHELTERED | {"flying"}:
        return False
    steps = steps_between(state, who, deed.who)
    return steps is None or band(steps) != "close"


def _reaches(state: State, who: str, deed: Deed) -> tuple[Live, ...]:
    """What lets somebody stop a flight from so far."""
    steps = steps_between(state, who, deed.who)
    return opens(state, who, "hinder", facts=Facts(deed=FLEE, target=deed.who, steps=steps))


class Progressed(InConflict, tag="progressed"):
    """Somebody came nearer to a goal; what regress took off is told (MO-206, MO-210, MO-211). A face of 0 is half."""

    who: str
    goal: str
    gain: int
    faces: tuple[int, ...]
    won: bool

    def changes(self, state: State, now: Conflict) -> State:
        if self.goal not in now.goals:
            return state
        gained = now.goals[self.goal].gained + self.gain
        return state.with_conflict(goals=changed(now.goals, self.goal, gained=gained))

    def line(self, state: State) -> Line:
        goal = state.conflict.goals.get(self.goal) if state.conflict else None
        if goal is None:
            return Line("result", f"gains {self.gain} for a goal.", state.name(self.who))
        dice = zip((goal.die, goal.regress), self.faces, strict=False)
        throw = Throw(tuple(Shown(Die.read(die).sides, face) for die, face in dice if face), str(self.gain))
        now = f"{goal.gained}, and more than {goal.most} wins it" if self.won else f"{goal.gained} of {goal.most}"
        name, seat = state.name(self.who), state.played_by(self.who)
        won = Fact(kind="gain", text=f"{name} wins “{goal.what}”", who=name, seat=seat)
        said = f"gains {self.gain} for “{goal.what}”: {now}."
        return Line("result", said, name, throws=(throw,), facts=(won,) if self.won else ())


def progress(play: Play[State], who: str, goal: Goal, *, half: bool = False) -> None:
    """Throw the die of progress or take half of it, take regress off, by half too if it is so, and count the rest: at
    least 1 (MO-206 to MO-211, MO-012)."""
    die, regress = Die.read(goal.die), Die.read(goal.regress.removeprefix(HALVED))
    faces, less = (0,) if half else play.roll(die.sides, whose=whose(play, who)), 0
    if regress:
        halved = goal.regress.startswith(HALVED)
        faces += (0,) if halved else play.roll(regress.sides, whose="regress")
        less = regress.half if halved else faces[1] + regress.plus
    gain = max(CONFLICT.least_gain, (die.half if half else faces[0] + die.plus) - less)
    won = goal.gained + gain > goal.most
    rules = ("MO-206", "MO-207", "MO-209", *(("MO-210", "MO-211") if regress else ()), *(("MO-208",) if won else ()))
    play.record(Progressed(who=who, goal=goal.id, gain=gain, faces=faces, won=won, rules=rules))


class Work(DeedCommand, tag="work"):
    """Do something with an action: for a goal, or anything else. The guide says what stands against it."""

    when, rules, urgency = TURN | REACTION, ("MO-200", "MO-204", "MO-206", "MO-214", "MO-X206", "MO-X215"), "may"
    nobody = ("not-asked", "Nobody of yours can do anything now.")
    words: str
    pool: Pool = "P"
    goal: str = ""
    claims: tuple[str, ...] = ()
    hurt_half: bool = False
    keep: bool = False
    price: int = 1

    @classmethod
    def things(cls, state: State, one: Contender) -> list[tuple[tuple[bool, Chain | None], dict[str, Any]]]:
        """A deed by itself, or one with the last action of one's own turn."""
        found: list[tuple[tuple[bool, Chain | None], dict[str, Any]]] = [((False, None), {"keep": False})]
        if (chain := one.chain) is not None and chain.kind == "work" and state.phase == "turn":
            found.append(((True, chain), {"keep": True, "pool": chain.pool, "skill": chain.skill}))
        return [*found, ((True, None), {"keep": True})]

    @classmethod
    def form(cls, state: State, one: Contender, thing: tuple[bool, Chain | None]) -> Form:
        check_open(state, one.who, "contest")
        if not all(blank.choices for blank in blanks.throw_choices(state, one, POOLS)[:1]):
            raise Refused("no-action", "No action that fits is left this turn.", "MO-202")
        keep, chain = thing
        if not keep:
            why = "For a goal, or in any way that no other button names."
            return one, label_for(state, one.who, "Do something"), why, [partial(_blanks, state, one)]
        paid = chain is not None and affords(state, one.who, chain.skill, chain.pool)
        if chain is None or not paid or chain.pool in lost_pools(state, one.who):
            message = "Only an action that goes on with the last, by the same attribute and skill, keeps its number."
            raise Refused("no-chain", message, "MO-204")
        label = label_for(state, one.who, f"Go on, and {blanks.keep_words(state, chain)}")
        return one, label, "It is one deed with your last action.", [partial(_words, state, one)]

    def act(self, play: Play[State], of: Contender) -> None:
        declare(play, self.deed("work", self.pool), open_=True)


def _words(state: State, one: Contender, shown: bool) -> Iterator[Field]:
    """What somebody does, and for which of the goals of their side (MO-206)."""
    sought, goals = running(state).sought(one.side), state.goals_of(one)
    done = [f"“{goal.what}” was tried as often as a round allows." for goal in sought if goal not in goals]
    yield Write(name="words", label="What do you do?", hint=" ".join(done))
    if goals:
        choices = tuple(Choice(goal.id, goal.what) for goal in goals)
        only = (choices[0].value,) if len(choices) == 1 else ()
        yield Choose(name="goal", label="For which goal?", choices=choices, least=0, rule="MO-206", default=only,
                     nothing="Something else")
        needs = tuple(f"goal:{goal.id}" for goal in goals)
        yield Confirm(name="hurt_half", label="Progress by half", needs=needs, rule="MO-012")


def _blanks(state: State, one: Contender, shown: bool) -> Iterator[Field]:
    yield from _words(state, one, shown)
    yield from blanks.throw_choices(state, one, POOLS)
    if state.phase == "turn" and (most := min(one.actions, free_actions(state, one))) > 1:
        costs = COSTS.values() if "skilled" in state.modules else ()
        hint = ", ".join(f"{cost.title.lower()} {cost.actions}" for cost in costs if cost.actions)
        label = "How many actions does it take?"
        yield Count(name="price", label=label, least=1, most=most, default=1, hint=hint, rule="MO-X215")
    yield from blanks.dice_choices(state, one.who)
    yield from blanks.claims_blank(state, one.who, Facts(deed="work"))


class FateSet(Event[State], tag="fate-set"):
    """The guide said what stands against a deed: a difficulty, or nothing (MO-X205)."""

    fate: int | None
    die: FateDie = "roll"
    who: str = ""

    def evolve(self, state: State) -> State:
        if (beat := state.beat) is None:
            return state
        who = self.who or beat.deed.who
        fates = {**beat.fates, who: Fate(difficulty=self.fate, die=self.die)}
        return state.with_beat(open=tuple(one for one in beat.open if one != who), fates=fates)

    def line(self, state: State) -> Line:
        it = f"what {state.name(self.who)} does" if self.who else "it"
        if self.fate is None:
            return Line("system", f"No fate stands against {it}.")
        return Line("system", f"Against {it} stands fate, {blanks.difficulty_words(self.fate)}.")


class SetFate(FlowCommand, tag="set-fate"):
    """Say what stands against a deed: a difficulty, or nothing at all. A deed that would work by itself can be given a
    difficulty, too, until everybody has answered it."""

    when, urgency = REACTION, ("must", "tool")
    rules = ("MO-X205", "MO-010", "MO-009", "MO-X007", "MO-X008", "MO-X213", "MO-412")
    giver = only_guide("says what stands against a deed")
    throws = True
    sure: bool
    difficulty: int = 0
    die: FateDie = "roll"
    who: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        beat = running(state).beat
        if beat is not None:
            for who in beat.open:
                whose, of = (f"{state.name(who)}: ", who) if who != beat.deed.who else ("", "")
                deed = beat.does(who)
                opposed = bool(deed and beat.against(deed))
                alone = "Only who hinders it" if opposed else "It simply works"
                fated = cls.offer(beat, f"{whose}Against fate", "", *blanks.fate_blanks(), sure=False, who=of)
                sure = cls.press(state, beat, f"{whose}{alone}", "Fate has no part in it.", sure=True, who=of)
                yield from (sure, fated) if opposed else (fated, sure)
            for who in (beat.deed.who, *beat.answers):
                deed = beat.does(who)
                if deed and deed.kind in FATED and who not in (*beat.open, *beat.fates, *beat.came):
                    label = f"It could go wrong for {state.name(who)}"
                    of, why = "" if who == beat.deed.who else who, "A difficulty, if nobody else opposes it."
                    yield cls.offer(beat, label, why, *blanks.fate_blanks(), sure=False, who=of, urgency="tool")
        yield Refused("nothing-open", "What stands against the deed has been said.")

    def act(self, play: Play[State], of: Beat) -> None:
        fate = None if self.sure else self.difficulty
        play.record(FateSet(fate=fate, die=self.die, who=self.who, rules=self.rules[:1]))


class FatePutOff(InConflict, tag="fate-put-off"):
    """A deed goes on with the next action, and fate stands against the last (MO-X218)."""

    sentence = ("system", "Fate stands against the last action of it.")

    def changes(self, state: State, now: Conflict) -> State:
        if (beat := now.beat) is None:
            return state
        open_ = tuple(who for who in beat.open if who != beat.deed.who)
        return state.with_beat(open=open_, fates={**beat.fates, beat.deed.who: Fate(later=True)})


class PutFateOff(FlowCommand, tag="put-fate-off"):
    """Say that a deed goes on with the next action: it is thrown for, and fate stands against the last one."""

    when, rules, urgency = REACTION, ("MO-X218", "MO-204"), "must"
    giver, records = only_guide("says what stands against a deed"), FatePutOff
    throws = True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        beat = under_way(state)
        deed, one = beat.deed, state.entry(beat.deed.who)
        if deed.kind != "work" or deed.who not in beat.open or beat.against(deed) or not (one and one.left):
            message = "Only a deed that nobody opposes goes on with the next action, if there is one left."
            raise Refused("nothing-goes-on", message, "MO-204")
        why = "It is thrown for, and the next action may keep the number."
        yield cls.press(state, beat, "It goes on: fate comes with the last action", why)


class OrderSaid(InConflict, tag="order-said"):
    """The guide said whether all of this beat happens together, or the deed first and answers after it (MO-FQ16)."""

    at_once: bool

    def changes(self, state: State, now: Conflict) -> State:
        return state.with_beat(together=self.at_once)

    def line(self, state: State) -> Line:
        return Line("system", "All of this happens at once." if self.at_once else "One after another, the deed first.")


class SayOrder(FlowCommand, tag="say-order"):
    """Say whether all of this beat happens together, so that who falls still strikes, or one thing after another."""

    when, rules, urgency = REACTION, ("MO-214", "MO-FQ16", "MO-E30"), "tool"
    giver, records = only_guide("says what comes first"), OrderSaid
    at_once: bool

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        beat, now = under_way(state), happens_at_once(state)
        label = "The deed first, then answers" if now else "All of this happens at once"
        why = "Who falls before it does nothing." if now else "Who falls still strikes."
        yield cls.offer(beat, label, why, at_once=not now)


class Hinder(DeedCommand, tag="hinder"):
    """Answer a deed by hindering it: it must beat you in a contest."""

    when, rules, urgency, throws = REACTION, ("MO-214", "MO-X205", "MO-X206", "MO-X212"), "may", True
    nobody = ("not-asked", "Nobody of yours can answer this deed.")
    words: str
    pool: Pool = "P"
    claims: tuple[str, ...] = ()
    against: str = ""

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[Deed, dict[str, str]]]:
        """Answers of others against which nobody defends, moves and efforts of any kind (MO-304), by those they know of
        (MO-006), and the deed."""
        beat = under_way(state)
        for deed in beat.answers.values():
            open_ = deed and deed.who != one.who and deed.kind not in PASSIVE and aware(state, one.who, deed.who)
            if deed and open_ and (deed.kind in MOVES or not deed.targets):
                yield deed, {"against": deed.who}
        yield beat.deed, {}

    @classmethod
    def form(cls, state: State, one: Contender, thing: Deed) -> Form:
        check_open(state, one.who, "hinder")
        deed, name = thing, state.name(thing.who)
        can = hindering_pools(state, one.who, deed)
        choices = blanks.throw_choices(state, one, can)
        if not all(blank.choices for blank in choices[:1]):
            raise Refused("out-of-reach", f"{name} is out of reach.", "MO-X308")
        fields: list[Field] = [Write(name="words", label="How?"), *choices, *blanks.dice_choices(state, one.who)]
        fields += blanks.claims_blank(state, one.who, Facts(deed="hinder", target=deed.who))
        what = "it" if under_way(state).doing == (deed.who,) else name
        label = label_for(state, one.who, f"Hinder {what}", f"{{}} hinders {what}")
        return deed, label, f"{name} must then beat you.", fields

    def act(self, play: Play[State], of: Deed) -> None:
        far = self.pool != "MP" and _far_off(play.state, self.who, of)
        tool = next((one.item for one in _reaches(play.state, self.who, of)), "") if far else ""
        declare(play, self.deed("hinder", self.pool, tool=tool, targets=(self.against,) if self.against else ()))
        if thing := play.state.people[self.who].item(tool):
            says = f"has thrown {thing.name}."
            play.record(ThingMoved(who=self.who, thing=tool, at="away", says=says, rules=("MO-E113",)))


@comes_out("work", "acts")
def worked(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """An effort succeeds unopposed or with a Pro, and then brings its goal nearer (MO-206)."""
    goal = running(play.state).goals.get(deed.goal)
    if goal is not None and won(thrown):
        progress(play, deed.who, goal, half=deed.hurt_half)
    elif thrown is None:
        play.record(DeedDone(who=deed.who, rules=("MO-X205",)))


class DeedDone(Happening, tag="deed-done"):
    """A deed worked, without a contest (MO-X205)."""

    sentence = ("move", "does it, and nothing stands against it.")
    who: str


class Keep(DeedCommand, tag="keep"):
    """Keep up a posture or a power for another turn. It works unless somebody hinders it."""

    when, rules, urgency = TURN, ("MO-X415", "MO-E93"), "may"
    nobody = ("nothing-due", "Nothing of yours has to be kept up now.")
    on: str

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        one = turn_of(state, seat)
        if not one.upkeep:
            raise Refused("turn-begun", "What is to be kept is kept before anything else is done in a turn.")
        return [one]

    @classmethod
    def things(cls, state: State, one: Contender) -> list[tuple[Upkeep, dict[str, str]]]:
        """What they have yet to keep."""
        return [(each, {"on": each.on}) for _, each in due(state, one.who)]

    @classmethod
    def form(cls, state: State, one: Contender, thing: Upkeep) -> Form:
        check_open(state, one.who, "keep", pool=thing.pool)
        cost = price(state, one.who, "keep")
        if not affords(state, one.who, thing.skill, thing.pool, cost) and not pays(state, one.who, thing.pays):
            raise Refused(*cls.nobody)
        fields = partial(blanks.deed_blanks, state, one, "keep", thing.pool, cost)
        why = f"{cost} {plural('action', cost)}. It ends unless it is kept before anything else."
        return thing, f"Keep {thing.title}", why, [fields]

    def act(self, play: Play[State], of: Upkeep) -> None:
        cost, skill = price(play.state, self.who, "keep"), self.skill or of.skill
        declare(play, self.deed("keep", of.pool, skill=skill, words=of.title, price=cost, pays=of.pays))


@comes_out("keep", "keeps {words} up")
def kept(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """A posture or power stands for another turn, unless somebody hindered it with a Pro (MO-X415, MO-E90)."""
    for keeping, each in due(play.state, deed.who):
        if each.on == deed.on:
            (keeping.let_go if thrown and thrown.outcome == "con" else keeping.kept)(play, deed.who, each)


WORKING: Final = Part(
    Work, SetFate, PutFateOff, SayOrder, Hinder, Progressed, FateSet, FatePutOff, OrderSaid, DeedDone, module="extended"
)
KEEPING: Final = Part(Keep, module="extended")

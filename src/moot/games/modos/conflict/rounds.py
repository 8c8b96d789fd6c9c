"""Rounds and turns: actions are dealt, turns go down the order, what is left lapses, and so does what nobody kept
up as a turn began (MO-200 to MO-204, MO-216, MO-X208, MO-X415, MO-FQ23)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import can_act
from moot.games.modos.conflicts import ROUND, Beat, Conflict, Contender
from moot.games.modos.figures import CONFLICT
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.postures import CARRIED
from moot.games.modos.reckoning import bonus_actions
from moot.games.modos.state import TURN, State
from moot.games.modos.terms import Pool
from moot.kit.people import label_for, move

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def actions_told(left: int) -> str:
    """So many actions, in words."""
    return f"{NUMBERS[left] if left < len(NUMBERS) else left} action{'' if left == 1 else 's'}"


class RoundBegan(InConflict, tag="round-began"):
    """A round began: everybody's actions are dealt, and what was left of the last round is gone (MO-X201), for those of
    a ship's crew who are elsewhere, too (MO-IS02, MO-IS07)."""

    sentence = ("system", f"Round {{round}} begins: {actions_told(CONFLICT.actions)} each.")
    round: int
    bound: dict[str, dict[str, int]]

    def changes(self, state: State, now: Conflict) -> State:
        people = {
            who: replace(
                one, actions=CONFLICT.actions if one.initiative is not None else 0, bound=self.bound.get(who, {}),
                turn="due", after="", chain=None, resisted=(), opened=(), upkeep=False,
            )
            for who, one in now.listed.items()
        }
        ship = replace(state.ship, worked=False, spent={}) if state.ship else None
        state = replace(state, ship=ship, tried={}, had=())
        return state.with_conflict(round=self.round, people=people, step="turn")


class TurnBegan(Happening, tag="turn-began"):
    """Somebody's turn began (MO-203)."""

    sentence = ("system", "has the turn.")
    who: str

    def evolve(self, state: State) -> State:
        one = state.entry(self.who)
        if one is None:
            return state
        for power in state.kept_by(self.who):
            state = state.with_running(power.id, due=True, steers=False)
        place = replace(one.place, kept=one.place.posture not in CARRIED)
        return state.with_entry(self.who, turn="now", after="", upkeep=True, acted=False, chain=None, place=place)


class TurnEnded(Event[State], tag="turn-ended"):
    """Somebody's turn ended; what actions are left may be used to react (MO-203)."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, turn="done", upkeep=False, chain=None)


class Delayed(Event[State], tag="delayed"):
    """Somebody puts their turn off until that of `after` ends, or until the next round begins (MO-216, MO-X208)."""

    who: str
    after: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, turn="waiting", after=self.after, upkeep=False, chain=None)

    def line(self, state: State) -> Line:
        until = "the next round" if self.after == ROUND else f"{state.name(self.after)} has acted"
        return move(state, self.who, f"waits until {until}.")


class PlaceInOrderTaken(InConflict, tag="place-in-order-taken"):
    """Somebody who waited takes a new place in the order, right below `below`, or first of all (MO-E32)."""

    silent = True
    who: str
    below: str

    def changes(self, state: State, now: Conflict) -> State:
        if self.who not in now.people:
            return state
        others = [one for id_, one in now.listed.items() if id_ != self.who]
        at = next((n + 1 for n, one in enumerate(others) if one.who == self.below), 0)
        worth = (others[at - 1].initiative or 0) if at else max((one.initiative or 0 for one in others), default=0) + 1
        order = [*others[:at], replace(now.people[self.who], initiative=worth), *others[at:]]
        return replace(state, conflict=now.in_order(*order))


# ---------------------------------------------------------------- what has to be kept up


@dataclass(frozen=True)
class Upkeep:
    """Something that somebody has yet to keep up this turn.

    `on` names it in a deed, `title` for people; `pool` and `skill` are what it is thrown with if somebody hinders it.
    Bonus actions for the skill `pays` may pay for it too (MO-E36).
    """

    on: str
    title: str
    pool: Pool = "P"
    skill: str = ""
    pays: str = ""


Change: TypeAlias = Callable[[Play[State], str, Upkeep], None]


@dataclass(frozen=True)
class Keeping:
    """A kind of thing that has to be kept up: whether `some` have anything of it left to keep this turn, and what of it
    is due of one of them; what happens when it is kept, and what when it is let go."""

    some: Callable[[State], bool]
    due: Callable[[State, str], tuple[Upkeep, ...]]
    kept: Change
    let_go: Change


KEEPINGS: Final[list[Keeping]] = []
"""All kinds of things that have to be kept up."""


def due(state: State, who: str) -> list[tuple[Keeping, Upkeep]]:
    """What somebody has yet to keep up this turn."""
    return [(keeping, one) for keeping in KEEPINGS for one in keeping.due(state, who)]


class UpkeepClosed(Event[State], tag="upkeep-closed"):
    """Somebody does something else on their turn: what they have not kept by now ends (MO-X415)."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, upkeep=False)


def close_upkeep(play: Play[State], who: str) -> None:
    """End the block of actions that opens somebody's turn, and with it what they have not kept."""
    one = play.state.entry(who)
    if one is not None and one.upkeep:
        play.record(UpkeepClosed(who=who, rules=("MO-X415",)))
        lapse(play)


def lapse(play: Play[State]) -> None:
    """What was not kept while it could be ends (MO-X415, MO-X208)."""
    now = play.state.conflict
    if now is None or not [keeping for keeping in KEEPINGS if keeping.some(play.state)]:
        return
    for who, one in now.listed.items():
        if not one.upkeep:
            for keeping, each in due(play.state, who):
                keeping.let_go(play, who, each)


# ---------------------------------------------------------------- turns


class OnTurn(FlowCommand):
    """A command for the one who has the turn."""

    @classmethod
    def possible_for(cls, state: State, seat: Seat) -> bool:
        return state.conflict is None or state.owns(seat, state.conflict.whose)


class EndTurn(OnTurn, tag="end-turn"):
    """End one's turn. Actions that are left may be used to react."""

    when, rules, urgency, cites = TURN, ("MO-203",), "may", ("MO-203",)
    records = TurnEnded
    stands_in = True
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        one = turn_of(state, seat)
        left = f"{one.left} left to react with." if one.left else ""
        label = label_for(state, one.who, "End the turn", "End {}’s turn")
        yield cls.offer(one, label, left, about=one.who, who=one.who)


class Delay(FlowCommand, tag="delay"):
    """Put one's turn off, before anything is done in it: until somebody else's turn ends, or to the next round. Who
    waits may step in at another time than they said."""

    when, rules, urgency = TURN, ("MO-216", "MO-X208"), "may"
    records = Delayed
    who: str
    after: str

    @classmethod
    def possible_for(cls, state: State, seat: Seat) -> bool:
        return state.conflict is None or any(
            one.turn in ("now", "waiting") and state.owns(seat, one.who) for one in state.conflict.people.values()
        )

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        for one in now.listed.values():
            if one.turn == "waiting" and state.owns(seat, one.who) and (blank := _until(state, one)).choices:
                label = label_for(state, one.who, "Step in at another time", "{} steps in at another time")
                yield cls.offer(one, label, "You still wait, and may react.", blank, about=one.who, who=one.who)
        one = turn_of(state, seat)
        if not now.round:
            raise Refused("before-rounds", "A surprise cannot wait: it comes before the rounds.", "MO-215")
        if one.acted or not one.upkeep:
            raise Refused("turn-begun", "Only a turn that has just begun can be put off: something was done in it.")
        why = "You may still react. What needs keeping up ends."
        yield cls.offer(one, "Wait", why, _until(state, one), about=one.who, who=one.who)


def _until(state: State, one: Contender) -> Choose:
    """The blank for what somebody waits for: the end of a turn that is still to come, or the next round."""
    later = [each.who for each in running(state).listed.values() if each.turn in ("due", "now") and each.who != one.who]
    choices = (*(Choice(who, f"after {state.name(who)}") for who in later), Choice(ROUND, "first in the next round"))
    said = tuple(choice for choice in choices if choice.value != one.after)
    return Choose(name="after", label="Until when?", choices=said)


class TurnHandedOn(Happening, tag="turn-handed-on"):
    """Somebody goes before the one whose turn had just begun, and whose turn is still to come (MO-X204)."""

    sentence = ("system", "goes first.")
    who: str
    before: str

    def evolve(self, state: State) -> State:
        if (one := state.entry(self.before)) is None:
            return state
        for power in state.kept_by(self.before):
            state = state.with_running(power.id, due=False)
        return state.with_entry(self.before, turn="due", upkeep=False, place=replace(one.place, kept=True))


class LetGoFirst(FlowCommand, tag="let-go-first"):
    """Let somebody go before the one whose turn has just begun: where turns go as people like, or round the table."""

    when, rules, urgency = TURN, ("MO-X204", "MO-203"), "tool"
    giver = only_guide("lets others go first")
    together = "Let somebody go first"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        one = now.people.get(now.whose)
        if one is None or one.acted or not one.upkeep:
            raise Refused("turn-begun", "Only before a turn that has just begun can another go.", "MO-X204")
        for other in now.listed.values():
            if other.turn == "due" and other.initiative is not None and can_act(state, other.who):
                name = state.name(other.who)
                yield cls.offer(one, f"{name} goes first", f"{state.name(one.who)} comes later.", about=other.who,
                                who=other.who)
        yield Refused("nobody-due", "Nobody else’s turn is still to come in this round.", "MO-X204")

    def act(self, play: Play[State], of: Contender) -> None:
        play.record(TurnHandedOn(who=self.who, before=of.who, rules=("MO-X204",)))
        _has_turn(play, self.who)


def running(state: State) -> Conflict:
    """The conflict that runs. Raises Refused if none does."""
    if state.conflict is None:
        raise Refused("no-conflict", "No extended conflict runs.", "MO-X201")
    return state.conflict


def between_deeds(state: State) -> Conflict:
    """The conflict that runs, with no deed under way. Raises Refused if none does, or a deed waits for its answers."""
    now = running(state)
    if now.beat is not None:
        raise Refused("beat-open", "First let the deed be answered that is under way.", "MO-X216")
    return now


def under_way(state: State) -> Beat:
    """The beat that is under way. Raises Refused if none is."""
    if state.beat is None:
        raise Refused("no-deed", "No deed is under way.", "MO-X216")
    return state.beat


def turn_of(state: State, seat: Seat) -> Contender:
    """The part of the one who has the turn, if `seat` plays them. Raises Refused otherwise (MO-203)."""
    now = running(state)
    whose = now.whose
    if not whose or not state.owns(seat, whose):
        message = f"It is {state.name(whose)}’s turn." if whose else "Nobody has the turn."
        raise Refused("not-your-turn", message, "MO-203")
    return now.people[whose]


def deal(play: Play[State], number: int) -> None:
    """Let a round begin (MO-202, MO-FP10), with bonus actions as scores have them now (MO-E46)."""
    bound = {who: found for who in running(play.state).people if (found := bonus_actions(play.state, who))}
    play.record(RoundBegan(round=number, bound=bound, rules=("MO-202", "MO-X201")))


def _has_turn(play: Play[State], who: str) -> None:
    play.record(TurnBegan(who=who, rules=("MO-203",)))


def turns(play: Play[State]) -> None:
    """Who comes next has the turn; after the last one the next round begins (MO-203, MO-216, MO-X201). Those who have
    not thrown initiative wait."""
    now = play.state.conflict
    if now is None or now.step != "turn":
        return
    if whose := now.whose:
        if not now.people[whose].left or not can_act(play.state, whose):
            play.record(TurnEnded(who=whose, rules=("MO-203",)))
        return
    thrown = [one for one in now.listed.values() if one.initiative is not None]
    due = next((one for one in thrown if one.turn == "due" and can_act(play.state, one.who)), None)
    if not now.round or _stepped_in(play, now, due.who if due else ""):
        return
    if due is not None:
        _has_turn(play, due.who)
    elif any(can_act(play.state, one.who) for one in thrown):
        late = [one for one in now.listed.values() if one.turn == "waiting"]
        for one in reversed(late):
            below = "" if one.after == ROUND else one.after
            play.record(PlaceInOrderTaken(who=one.who, below=below, rules=("MO-E32",)))
        deal(play, now.round + 1)


def _stepped_in(play: Play[State], now: Conflict, due: str) -> bool:
    """Who waited for a turn that is over comes next, in the order in which they stood: below the one whose turn it was,
    or who acted last if that one is gone (MO-216, MO-E32). The turn of somebody who can do nothing is over when that of
    one below them is `due`, or nobody's."""
    passed = now.order[:now.order.index(due)] if due else now.order
    over = {who for who, one in now.people.items()
            if one.turn == "done" or (one.turn == "due" and who in passed and not can_act(play.state, who))}
    ready = [
        one for one in now.listed.values()
        if one.turn == "waiting" and one.after != ROUND and (one.after in over or one.after not in now.people)
    ]
    acted = [one.who for one in now.listed.values() if one.turn == "done"]
    below = next((one.after for one in ready if one.after in now.people), acted[-1] if acted else "")
    for one in ready:
        play.record(
            PlaceInOrderTaken(who=one.who, below=below, rules=("MO-E32",)), TurnPutBack(who=one.who, rules=("MO-216",))
        )
        below = one.who
    return bool(ready)


class TurnPutBack(Event[State], tag="turn-put-back"):
    """What somebody waited for has come: their turn is due."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, turn="due", after="")


ROUNDS: Final = Part(
    EndTurn, Delay, LetGoFirst, RoundBegan, TurnBegan, TurnHandedOn, TurnEnded, Delayed, PlaceInOrderTaken,
    TurnPutBack, UpkeepClosed, module="extended",
)

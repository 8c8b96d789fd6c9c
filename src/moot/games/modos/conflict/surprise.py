"""What comes before initiative: a deed by surprise, or one that sets everything off, and the edge of those who were
ready (MO-215, MO-X209, MO-E31)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import can_act
from moot.games.modos.conflict.rounds import running
from moot.games.modos.constants import CONFLICT
from moot.games.modos.events import Happening
from moot.games.modos.flow import Act, goes_on, only_guide
from moot.games.modos.state import OPENING, State


class EdgeGiven(Event[State], tag="edge-given"):
    """Somebody has the edge of surprise: it is added to their initiative (MO-215, MO-E31)."""

    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for who in self.who:
            state = state.with_entry(who, edge=CONFLICT.surprise)
        return state

    def line(self, state: State) -> Line:
        names = ", ".join(map(state.name, self.who))
        return Line("system", f"{names}: {CONFLICT.surprise} more on initiative, by surprise.")


class GiveEdge(Act, tag="give-edge"):
    """Give those who surprise the others, or expected them, more on their initiative."""

    when, rules, urgency = OPENING, ("MO-215", "MO-X209", "MO-E31"), "may"
    giver, records = only_guide("says who is surprised"), EdgeGiven
    who: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if state.options.surprise == "action":
            raise Refused("action-alone", "At this table surprise gives an action, and nothing else.", "MO-E31")
        choices = tuple(Choice(who, state.name(who)) for who, one in now.listed.items() if not one.edge)
        if not choices:
            raise Refused("all-have-edge", "All have the edge of surprise already.")
        yield cls.offer(
            now,
            "Somebody surprises the others",
            f"{CONFLICT.surprise} more on initiative.",
            Choose(name="who", label="Who?", choices=choices, many=True),
            about=now.id,
        )


class FirstDeedGiven(Happening, tag="first-deed-given"):
    """Somebody acts before everybody else: nobody has an action yet to answer it (MO-215)."""

    sentence = ("system", "acts first of all, by surprise.")
    who: str

    def evolve(self, state: State) -> State:
        state = state.with_conflict(step="turn")
        return state.with_entry(self.who, turn="now", actions=CONFLICT.first, upkeep=False)


class GiveFirstDeed(Act, tag="give-first-deed"):
    """Let somebody act before initiative is thrown: they take the others by surprise, or set everything off."""

    when, rules, urgency = OPENING, ("MO-215", "MO-X209", "MO-E31"), "may"
    giver, records = only_guide("says who acts by surprise"), FirstDeedGiven
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if state.options.surprise == "bonus":
            raise Refused("bonus-alone", "At this table surprise adds to initiative, and nothing else.", "MO-E31")
        able = tuple(Choice(who, state.name(who)) for who in now.order if can_act(state, who))
        if not able:
            raise Refused("nobody-able", "Nobody here can act.")
        who = Choose(name="who", label="Who?", choices=able)
        yield cls.offer(now, "Somebody acts before initiative", "One deed, which nobody answers.", who, about=now.id)


class FirstDeedDone(Event[State], tag="first-deed-done"):
    """What came before everything else is done: the conflict is set up further."""

    silent = True

    def evolve(self, state: State) -> State:
        if (now := state.conflict) is None:
            return state
        people = {who: replace(one, turn="due", actions=0, chain=None) for who, one in now.people.items()}
        return state.with_conflict(step="opening", people=people)


@goes_on
def first_deed_over(play: Play[State]) -> None:
    """When a deed by surprise is done, the conflict is set up further (MO-X209)."""
    now = play.state.conflict
    if now is not None and now.step == "turn" and not now.round and not now.whose:
        play.record(FirstDeedDone(rules=("MO-215", "MO-X209")))


SURPRISE: Final = Part(GiveEdge, GiveFirstDeed, EdgeGiven, FirstDeedGiven, FirstDeedDone)

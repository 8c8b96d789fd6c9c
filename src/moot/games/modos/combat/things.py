"""Things of somebody's, and where they are: also where no combat is played (MO-X120, MO-X212)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Part
from moot.games.modos.flow import Befalls
from moot.games.modos.state import State
from moot.games.modos.terms import Where


class ThingMoved(Befalls, tag="thing-moved"):
    """A thing of somebody's is elsewhere now."""

    sentence = ("move", "{says}")
    thing: str
    at: Where
    says: str

    def evolve(self, state: State) -> State:
        return with_thing(state, self.who, self.thing, at=self.at)


def with_thing(state: State, who: str, id_: str, **changes: object) -> State:
    """A state with something changed about a thing of somebody's."""
    gear = tuple(replace(thing, **changes) if thing.id == id_ else thing for thing in state.people[who].gear)
    return state.with_person(who, gear=gear)


THINGS: Final = Part(ThingMoved)

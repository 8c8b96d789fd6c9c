"""Events that declare what they say and do: a sentence, what they put into the state or take out."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec.structs import asdict, replace

from moot.core import Event, Line, Seat
from moot.kit.keyed import counted, held, put, without
from moot.kit.people import Peopled

S = TypeVar("S", bound=Peopled[Any])


class Happening(Event[S], Generic[S]):
    """Something that is told in one sentence; by itself it changes nothing.

    `sentence` is the kind of its line and what it says, fields of the event in braces. It stands under the name of
    whom the field `about` has, if the event has such a field; a sentence with that field in it says the name there.
    The words that the field `quotes` has stand with it; both may be fields of a field, as `claim.who`. `adds_to` names
    a field of the state and one of the event with what is put in there, under its id; `takes_from` one of the state and
    one of the event with the id of what is taken out.
    """

    sentence: ClassVar[tuple[str, str]]
    about: ClassVar[str] = "who"
    quotes: ClassVar[str] = ""
    adds_to: ClassVar[tuple[str, str] | None] = None
    takes_from: ClassVar[tuple[str, str] | None] = None

    def evolve(self, state: S) -> S:
        """The state with what it adds, and without what it takes out."""
        if self.adds_to is not None:
            among, field = self.adds_to
            things = getattr(self, field)
            things = things if isinstance(things, tuple) else (things,)
            fields: dict[str, Any] = {among: put(held(state, among), *things)}
            state = replace(state, ids=state.ids + counted(thing.id for thing in things), **fields)
        if self.takes_from is not None:
            among, field = self.takes_from
            state = replace(state, **{among: without(held(state, among), getattr(self, field))})
        return state

    def line(self, state: S) -> Line | None:
        """The sentence."""
        if self.silent:
            return None
        (kind, text), who = self.sentence, self._at(self.about)
        names = ", ".join(map(state.named, (who,) if isinstance(who, str) else who))
        there = f"{{{self.about}}}" in text
        said = text.format_map(asdict(self) | {self.about: names} if there else asdict(self))
        return Line(kind, said, "" if there else names, quote=self._at(self.quotes) or "")

    def _at(self, path: str) -> Any:
        """What stands in a field, or in one of what stands there; nothing where there is no such field."""
        found: Any = self
        for name in path.split("."):
            found = getattr(found, name, ())
        return found


class OfSomebody(Happening[S], Generic[S]):
    """Something that happens to somebody: only those who know of them hear of it; the state says whom players know."""

    who: str

    def told(self, state: S, seat: Seat) -> Self | None:
        return super().told(state, seat) if seat.guides or state.knows(self.who) else None


class OnSheet(Happening[S], Generic[S]):
    """Something on a sheet: of the guide's people nobody else hears of it."""

    who: str

    def told(self, state: S, seat: Seat) -> Self | None:
        person = held(state, state.among).get(self.who)
        return super().told(state, seat) if seat.guides or (person is not None and person.player) else None

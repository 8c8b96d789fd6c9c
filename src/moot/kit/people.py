"""Whose character, what people call somebody, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from moot.core import GameState, Line, Offered, Seat, Waiting
from moot.kit.keyed import Keyed, changed, held
from moot.kit.remembered import TABLES, remembered


class Played(Keyed, Protocol):
    """Somebody with an id and the seat of a player, empty for the guide's."""

    @property
    def player(self) -> str: ...


P = TypeVar("P", bound=Played)


class Peopled(GameState, Generic[P], frozen=True):
    """A state with people by id, in the field `among`: each has a `name`, and the seat of a `player`, empty for the
    guide's. `nobody` is the name for an id that none of them has."""

    among: ClassVar[str] = "people"
    nobody: ClassVar[str] = "somebody"

    def cast(self) -> tuple[P, ...]:
        """Those of them who can take part now, in the order made."""
        raise NotImplementedError

    def party(self) -> tuple[P, ...]:
        """Those of players who can take part now."""
        return tuple(who for who in self.cast() if who.player)

    def with_person(self, who: str, **changes: Any) -> Self:
        """This state with some of one person's sheet replaced."""
        return replace(self, **{self.among: changed(held(self, self.among), who, **changes)})

    def knows(self, *who: str) -> bool:
        """Whether players know of all these people, who then are `known`; of what is none of them, they do."""
        people = held(self, self.among)
        return all(one not in people or people[one].known for one in who)

    def guided(self, who: str) -> bool:
        """Whether the guide speaks and rolls for somebody: whom nobody plays, or whose player left the table or only
        watches by now."""
        found = getattr(self, self.among).get(who)
        return found is None or not found.player or found.player not in _playing(self.seats)

    def owns(self, seat: Seat, who: str) -> bool:
        """Whether `seat` speaks and rolls for somebody: their player, or the guide for all others."""
        found = getattr(self, self.among).get(who)
        if found is None or (found.player != seat.id and not seat.guides):
            return False
        return self.guided(who) == seat.guides

    def played_by(self, who: str) -> str:
        """The seat that plays somebody: the guide's for all others, empty while nobody guides."""
        return self.guide_seat if self.guided(who) else getattr(self, self.among)[who].player

    def read_by(self, seat: Seat, one: Offered) -> Offered:
        """An offer about somebody whose player left or only watches says to the guide whose it is. A tool stands under
        their name anyway."""
        if not seat.guides or one.urgency == "tool" or not one.about or one.about not in (alone := _left_alone(self)):
            return one
        name = alone[one.about]
        return one.called(lambda: theirs(name, one.label))

    def name(self, who: str) -> str:
        """What people call somebody."""
        found = getattr(self, self.among).get(who)
        return found.name if found else self.nobody

    def named(self, id_: str) -> str:
        """What people call somebody or something that sentences are about: a person, or what else a game has."""
        return self.name(id_)


@remembered(TABLES)
def _playing(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The seats that play characters."""
    return frozenset(seat.id for seat in seats if seat.plays)


@remembered(TABLES)
def _left_alone(state: Peopled[Any]) -> dict[str, str]:
    """The characters whose player left or only watches, by id, with their names."""
    people: dict[str, Any] = held(state, state.among)
    return {id_: who.name for id_, who in people.items() if who.player and state.guided(id_)}


def theirs(name: str, label: str) -> str:
    """What a button says to the guide, with the name of the one whose it is: as it is, if that stands there."""
    if name.casefold() in label.casefold():
        return label
    return f"{label} ({name})" if ": " in label else _begun(f"{name}: {label[:1].lower()}{label[1:]}")


def label_for(state: Peopled[Any], who: str, mine: str, named: str = "") -> str:
    """What a button says that is about somebody: `mine` to their player, `named` with their name to the guide."""
    if not state.guided(who):
        return mine
    name = state.name(who)
    return _begun(named.format(name)) if named else theirs(name, mine)


def _begun(text: str) -> str:
    """A text with a capital in front: a name can begin with a small letter, as within a sentence."""
    return text[:1].upper() + text[1:]


@remembered(TABLES)
def mine(state: Peopled[P], seat: Seat) -> tuple[P, ...]:
    """Those who can take part now for whom `seat` speaks and rolls."""
    return tuple(who for who in state.cast() if state.owns(seat, who.id))


def move(state: Peopled[Any], who: str, text: str, **more: Any) -> Line:
    """A line of the journal about what somebody does."""
    return Line("move", text, state.name(who), **more)


def all_wait(seats: Iterable[Seat], what: str) -> tuple[Waiting, ...]:
    """These seats are waited for, but for those who only watch: `what` completes “waiting for …”."""
    return tuple(Waiting(seat.id, seat.name, what) for seat in seats if seat.role != "watcher")


def guide_waits(state: GameState, what: str) -> tuple[Waiting, ...]:
    """The guide is waited for."""
    return all_wait((seat for seat in state.seats if seat.guides), what)


def seat_waits(state: GameState, id_: str, what: str) -> tuple[Waiting, ...]:
    """One seat is waited for; nobody if it is empty."""
    return all_wait((seat for seat in state.seats if seat.id == id_), what)


def waits_for(state: GameState, asked: Iterable[tuple[str, str]]) -> tuple[Waiting, ...]:
    """Each of these seats is waited for, and what for, once for the same; the guide where none is named."""
    found = (seat_waits(state, seat, what) if seat else guide_waits(state, what) for seat, what in asked)
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def seat_name(state: GameState, id_: str) -> str:
    """The name of the person in a seat."""
    seat = state.seat(id_)
    return seat.name if seat else "somebody"

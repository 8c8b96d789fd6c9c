"""Emblems: a picture for each of the cast, and for each thing, by which people know it; no two have the same.

Somebody whom all see for the first time is given one that is free, which the log alone decides, and keeps it until
somebody chooses another. Those whom only the guide knows get theirs after all the others, so that nobody notices them.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2s
from importlib.resources import files
from itertools import chain
from typing import Any

import msgspec

from moot.core import CastMember, Choice, Choose, Game, Offer, Offered, Part, Play, Refused, Seat, Write
from moot.core.events import name_of
from moot.table.kinds import TableCommand, TableEvent
from moot.table.state import AT_TABLE, TableState

_log = logging.getLogger(__name__)


class EmblemGroup(msgspec.Struct, frozen=True):
    """Emblems that belong together: what people call each, by its name. `people`: given where none is chosen."""

    id: str
    title: str
    people: bool
    emblems: dict[str, str]


@cache
def groups() -> tuple[EmblemGroup, ...]:
    """All emblems."""
    listed = tomllib.loads((files("moot.table") / "emblems.toml").read_text(encoding="utf-8"))
    return msgspec.convert(listed["group"], tuple[EmblemGroup, ...])


@cache
def titles() -> dict[str, str]:
    """What people call each emblem, by its name."""
    return {name: title for group in groups() for name, title in group.emblems.items()}


@cache
def _of_cast(thing: bool) -> tuple[str, ...]:
    return tuple(name for group in groups() if group.people != thing for name in group.emblems)


@cache
def _of_things() -> tuple[str, ...]:
    return tuple(name for group in groups() if group.id in ("things", "powers") for name in group.emblems)


class ChooseEmblem(TableCommand, tag="choose-emblem"):
    """Choose the emblem of your own character or thing; the guide chooses for what is no player's."""

    giver = AT_TABLE.no_watchers("choose emblems")

    thing: str
    emblem: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(
            seat, "Choose an emblem", "",
            Write(name="thing", label="Whose", hint="The id of one of the cast, or of a thing."),
            Write(name="emblem", label="Which", hint="The name of an emblem that nobody has."),
        )

    def enact(self, play: Play[TableState], of: Seat) -> None:
        """The game knows whose a character is, so `decide` checks it."""
        play.record(EmblemChosen(seat=of.id, thing=self.thing, emblem=self.emblem))


CHOOSE_EMBLEM = name_of(ChooseEmblem)


def with_choices(offer: Offer, mine: Iterable[CastMember], taken: Collection[str]) -> Offer:
    """The offer to choose an emblem, for whom a seat may choose one, and with those that nobody has."""
    whose = tuple(Choice(member.id, member.name) for member in mine)
    which = tuple(choice for choice in _choices() if choice.value not in taken)
    fields = (Choose(name="thing", label="Whose", choices=whose), Choose(name="emblem", label="Which", choices=which))
    return msgspec.structs.replace(offer, fields=fields)


@cache
def _choices() -> tuple[Choice, ...]:
    return tuple(
        Choice(name, title, group=group.title) for group in groups() for name, title in group.emblems.items()
    )


class EmblemChosen(TableEvent, tag="table.emblem-chosen"):
    """Somebody of the cast, or a thing, has this emblem from now on.

    If not all know of them (`secret`), only the guide hears it.
    """

    silent = True
    seat: str
    thing: str
    emblem: str
    secret: bool = False

    def told(self, state: TableState, seat: Seat) -> EmblemChosen | None:
        return self if not self.secret or seat.guides else None

    def evolve(self, state: TableState) -> TableState:
        return state


EMBLEMS = Part(ChooseEmblem, EmblemChosen)


def owns(seat: Seat, member: CastMember, players: Collection[str]) -> bool:
    """Whether `seat` may change somebody of the cast: their player may, or the guide where no player has them."""
    return member.seat == seat.id or (seat.guides and member.seat not in players)


def chosen(
    seat: Seat, command: ChooseEmblem, seen: Iterable[CastMember], emblems: Mapping[str, str], players: Collection[str]
) -> EmblemChosen:
    """What comes of `command`, given all who have emblems, and those, as the seat knows them. Raises Refused."""
    cast = {member.id: member for member in seen}
    member = cast.get(command.thing)
    if member is None or not owns(seat, member, players):
        raise Refused("not-yours", "You choose emblems for your own characters and things only.", field="thing")
    if command.emblem not in titles():
        raise Refused("no-such-emblem", "There is no such emblem.", field="emblem")
    if (other := next((id_ for id_, has in emblems.items() if has == command.emblem), member.id)) != member.id:
        whose = cast[other].name if other in cast else "Somebody"
        raise Refused("emblem-taken", f"{whose} has this emblem. Choose another one.", field="emblem")
    return EmblemChosen(seat=seat.id, thing=member.id, emblem=command.emblem)


def members(game: Game[Any], state: Any, guide: bool) -> tuple[tuple[CastMember, ...], tuple[CastMember, ...]]:
    """The cast and the things of a game; empty where the game raises an error, so that the table goes on."""
    return _said(game, "who", lambda: game.cast(state, guide)), _said(game, "what", lambda: game.things(state, guide))


def _said(game: Game[Any], what: str, says: Callable[[], tuple[CastMember, ...]]) -> tuple[CastMember, ...]:
    try:
        return says()
    except Exception:  # noqa: BLE001 - a game's fault stops nobody
        _log.exception("%s cannot say %s is in the story", game.name, what)
        return ()


class EmblemsGiven:
    """Who has which emblem: what all may know of it, and what was chosen for others. `seed` makes tables differ."""

    def __init__(self, seed: str) -> None:
        self.known: dict[str, str] = {}
        self.chosen: dict[str, str] = {}
        self._seed = seed

    def choose(self, event: EmblemChosen) -> None:
        """Give somebody the emblem they chose; somebody who had it by chance gets their old one in exchange."""
        self.chosen = {**self.chosen, event.thing: event.emblem}
        if event.thing not in self.known or event.emblem not in titles():
            return
        other = next((id_ for id_, has in self.known.items() if has == event.emblem), "")
        if not other:
            self.known = {**self.known, event.thing: event.emblem}
        elif other not in self.chosen:
            self.known = {**self.known, other: self.known[event.thing], event.thing: event.emblem}

    def see(self, cast: Iterable[CastMember], things: Iterable[CastMember] = ()) -> dict[str, str]:
        """The emblems of `cast` and `things` beside those that all know of; changes nothing."""
        known = dict(self.known)
        fitting = chain(
            ((one, _of_cast(one.thing)) for one in cast),
            ((one, _of_things() if one.thing else _of_cast(False)) for one in things),
        )
        for member, every in fitting:
            if member.id in known:
                continue
            if member.was in known:
                known[member.id] = known.pop(member.was)
            else:
                known[member.id] = self._free(member.id, set(known.values()), every)
        return known

    def meet(self, game: Game[Any], state: Any) -> None:
        """Give one to everybody and everything that all see for the first time."""
        both = members(game, state, guide=False)
        if any(member.id not in self.known for member in chain(*both)):
            self.known = self.see(*both)

    def _free(self, id_: str, taken: set[str], every: tuple[str, ...]) -> str:
        if (mine := self.chosen.get(id_, "")) in titles() and mine not in taken:
            return mine
        at = int.from_bytes(blake2s(f"{self._seed} {id_}".encode(), digest_size=4).digest()) % len(every)
        in_turn = every[at:] + every[:at]
        return next((one for one in in_turn if one not in taken), in_turn[0])

"""Checks that nobody can see what no event told them.

Two ways, since each finds what the other may miss:

- *Ink*: words that a seat writes into a blank are unlike any others. They may show in what another seat sees, offers,
  voices or lines, or in the situation, only once an event told to that seat has them.
- *Twins*: a second world starts where the same command is filled, or falls, differently. For as long as a seat was told
  the same in both, everything it can see must be the same in both: this finds numbers, dice and choices too. Where a
  seat was told nothing of a command, one of the worlds is without it: ids of new things that come out differently
  there count what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from moot.core import Event, Refused, Seat
from moot.testing.fault import Spot
from moot.testing.filling import Ink, markers
from moot.testing.world import SeatHeard, World, as_json

TWINS = 4
"""How many other worlds are followed at a time; the oldest makes room."""

_NUMBERED = re.compile(rb'"n\d+"')
"""An id that was numbered (see `GameState.next_id`), in JSON."""


class Inks:
    """Who may know which words."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self.ink = Ink()
        self._known: dict[str, set[str]] = {seat.id: set() for seat in seats}

    def hear(self, spot: Spot, seat: Seat, heard: SeatHeard) -> None:
        """`seat` learns the words in the events it is told. Raises Fault if the lines have others."""
        self._known[seat.id] |= markers(as_json(heard.events))
        self._check(spot, seat, as_json(heard.lines), "the journal shows it")

    def see(self, spot: Spot, seat: Seat, sight: bytes) -> None:
        """Raise Fault if `sight` has words that `seat` neither wrote nor was told."""
        self._check(spot, seat, sight, "it can see")

    def _check(self, spot: Spot, seat: Seat, shown: bytes, how: str) -> None:
        for marker in sorted(markers(shown) - self._known[seat.id]):
            if (writer := self.ink.written.get(marker, seat.id)) != seat.id:
                where = next(_places(msgspec.json.decode(shown), marker), "")
                what = f"a secret leaks: {how} words that {writer} wrote ({where}), and no event told it of them"
                raise spot.of(seat).fault(what)


def _places(shown: Any, marker: str, path: str = "") -> Iterator[str]:
    match shown:
        case dict():
            for key, value in shown.items():
                yield from _places(value, marker, f"{path}.{key}" if path else str(key))
                if marker in str(key).casefold():
                    yield f"a key of {path}"
        case list():
            for at, value in enumerate(shown):
                yield from _places(value, marker, f"{path}[{at}]")
        case str() if marker in shown.casefold():
            yield f"{path}: “{shown}”"
        case _:
            return


@dataclass
class _Twin:
    """Another world, and the seats that cannot have noticed a difference so far."""

    world: World
    blind: dict[str, Seat]


class Twins:
    """The other worlds beside the tested one; `heard` and `sights` are what each seat was told and sees in that one."""

    def __init__(self) -> None:
        self._twins: list[_Twin] = []
        self._seen: Mapping[str, bytes] = {}

    def part(
        self, spot: Spot, before: World, instead: Sequence[Event[Any]], blind: Sequence[Seat],
        heard: Mapping[str, SeatHeard], sights: Mapping[str, bytes],
    ) -> None:
        """Start a world where, after `before`, other events happened. Raises Fault if a `blind` seat can tell."""
        twin = _Twin(before, {seat.id: seat for seat in blind})
        self._compare(spot, twin, before.take(instead, blind), heard, sights)
        self._twins = [*self._twins, twin][-TWINS:]

    def follow(
        self, spot: Spot, seat: Seat, wish: bytes, luck: int,
        heard: Mapping[str, SeatHeard], sights: Mapping[str, bytes],
    ) -> None:
        """Ask the same in every other world. Raises Fault if a seat that knows of no difference can see one."""
        for twin in self._twins:
            try:
                events = twin.world.decide(seat, wish, luck)
            except Refused:
                twin.blind.clear()
                continue
            there = twin.world.take(events, tuple(twin.blind.values()))
            for id_, other in twin.blind.items():
                self._count(spot, other, as_json(heard[id_].events), as_json(there[id_].events))
            self._compare(spot, twin, there, heard, sights)
        self._twins = [twin for twin in self._twins if twin.blind]
        self._seen = sights

    def _count(self, spot: Spot, seat: Seat, here: bytes, there: bytes) -> None:
        """Raise Fault if what `seat` is told differs in the numbers of new things alone: they count what is hidden."""
        if here == there or _NUMBERED.sub(b"", here) != _NUMBERED.sub(b"", there):
            return
        seen = self._seen.get(seat.id, b"")
        pairs = zip(_NUMBERED.findall(here), _NUMBERED.findall(there), strict=True)
        for one, other in pairs:
            if one != other and one not in seen and other not in seen:
                found = f"the id {one.decode()} counts what is hidden, without which it is {other.decode()}"
                raise spot.of(seat).fault(f"a secret leaks: {found}")

    def sit(self, spot: Spot, seats: tuple[Seat, ...], sights: Mapping[str, bytes]) -> None:
        """Let the same people sit in every other world."""
        nothing = SeatHeard((), ())
        for twin in self._twins:
            twin.world.state = twin.world.game.seated(twin.world.state, seats)
            twin_heard = dict.fromkeys(twin.blind, nothing)
            self._compare(spot, twin, twin_heard, twin_heard, sights)

    def _compare(
        self, spot: Spot, twin: _Twin, there: Mapping[str, SeatHeard], here: Mapping[str, SeatHeard],
        sights: Mapping[str, bytes],
    ) -> None:
        for id_, seat in tuple(twin.blind.items()):
            if there[id_].events != here[id_].events:
                del twin.blind[id_]
            elif as_json(there[id_].lines) != as_json(here[id_].lines):
                raise self._leak(spot, seat, as_json(here[id_].lines), as_json(there[id_].lines), "its journal")
            elif id_ in sights and (sight := twin.world.sight(seat)) != sights[id_]:
                raise self._leak(spot, seat, sights[id_], sight, "what it sees")

    def _leak(self, spot: Spot, seat: Seat, here: bytes, there: bytes, shown: str) -> Exception:
        one, other = msgspec.json.decode(here), msgspec.json.decode(there)
        what = f"a secret leaks: {shown} hangs on what no event told it ({difference(one, other)})"
        return spot.of(seat).fault(what)


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two JSON values first differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{path}.{key}" if path else str(key))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, pair in enumerate(zip(one, other, strict=True)):
            if pair[0] != pair[1]:
                return difference(*pair, f"{path}[{at}]")
    return f"{path or 'all of it'}: {_short(one)} here, {_short(other)} there"


def _short(value: Any) -> str:
    text = as_json(value).decode()
    return text if len(text) <= 80 else f"{text[:80]}…"

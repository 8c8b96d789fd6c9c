"""What people are filling in before they press: everybody sees it grow, and it is written down nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from moot.core import Offered, Refused, Seat
from moot.table.ledger import Ledger


class Building(msgspec.Struct, frozen=True):
    """An offer that is being filled in: whose, what its button says, and what is chosen so far, in words."""

    seat: str
    key: str
    label: str
    words: tuple[str, ...]


class Workbench:
    """What the people at one table are filling in now: one offer a seat at most."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._by_seat: dict[str, Building] = {}

    def put(self, seat: Seat, key: str, chosen: Mapping[str, Sequence[str]]) -> bool:
        """Show what `seat` has `chosen` (the values picked in each blank) in the offer called `key`; says whether that
        is something new. What is no choice of the offer is left out.

        Raises Refused where there is no such offer, or where others may not see what is chosen before it is done.
        """
        one = self._offered(seat, key)
        kind = self._ledger.game.commands.by_name.get(_command(key))
        if one is None or kind is None:
            raise Refused("offer-gone", "This is no longer open: the game has moved on.")
        if not kind.in_the_open:
            raise Refused("not-in-the-open", "Nobody else may see what is chosen here before it is done.")
        made = Building(seat.id, key, one.label, tuple(_words(one, chosen)))
        new = self._by_seat.get(seat.id) != made
        self._by_seat[seat.id] = made
        return new

    def clear(self, seat: str) -> None:
        """Forget what `seat` was filling in, after it gave a command."""
        self._by_seat.pop(seat, None)

    def open(self) -> tuple[Building, ...]:
        """All of it, for offers that are still open to those who fill them in."""
        for made in tuple(self._by_seat.values()):
            if self._offered(self._ledger.table.chairs[made.seat].seat, made.key) is None:
                self.clear(made.seat)
        return tuple(self._by_seat.values())

    def _offered(self, seat: Seat, key: str) -> Offered | None:
        return next((one for one in self._ledger.found(seat, do=_command(key)) if one.key == key), None)


def _command(key: str) -> str:
    """The name of the command that an offer's key begins with."""
    return key.partition(":")[0]


def _words(offered: Offered, chosen: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for field in offered.form(shown=False).fields:
        picked = [value for value in chosen.get(field.name, ()) if value]
        if picked:
            yield from (choice.label for choice in field.made(tuple(picked)) or field.made(picked[-1]))

"""What somebody is filling in before they press: everybody sees it grow, and it is written down nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from moot.core import Command, Offered, Refused, Seat


class Building(msgspec.Struct, frozen=True):
    """An offer that is being filled in: whose, what its button says, and what is chosen so far, in words."""

    seat: str
    key: str
    label: str
    words: tuple[str, ...]


def building(seat: Seat, kind: type[Command[Any]], offered: Offered, chosen: Mapping[str, Sequence[str]]) -> Building:
    """What `chosen` (the values picked in each blank) says of an offer. What is no choice of the offer is left out.

    Raises Refused (`not-in-the-open`) for a command that nobody else may see before it is given.
    """
    if not kind.in_the_open:
        raise Refused("not-in-the-open", "Nobody else may see what is chosen here before it is done.")
    return Building(seat.id, offered.key, offered.label, tuple(_words(offered, chosen)))


def _words(offered: Offered, chosen: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for field in offered.form(shown=False).fields:
        picked = [value for value in chosen.get(field.name, ()) if value]
        if picked:
            yield from (choice.label for choice in field.made(tuple(picked)) or field.made(picked[-1]))

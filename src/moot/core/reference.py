"""References: what a game's book has to leaf through besides its rules, such as oracles, samples, lists."""

from __future__ import annotations

import msgspec


class ReferenceRow(msgspec.Struct, frozen=True):
    """One entry: the name it is found under (`king of diamonds`), its text, and notes on it."""

    mark: str
    text: str
    notes: tuple[str, ...] = ()
    group: str = ""


class Reference(msgspec.Struct, frozen=True):
    """One list to leaf through. `id` is short and fit for an address, `about` a sentence on what it is for."""

    id: str
    title: str
    about: str
    rows: tuple[ReferenceRow, ...]

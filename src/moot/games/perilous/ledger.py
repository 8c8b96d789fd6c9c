"""Ledgers as people see them: where a total comes from, line by line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.games.perilous.person import LedgerLine


class LedgerLineView(msgspec.Struct, frozen=True):
    """A line of a ledger: what it makes with those before it, and a stamp where that passes so many."""

    what: str
    points: int
    makes: int
    rule: str
    stamp: str


def ledger_lines(ledger: Iterable[LedgerLine], stamped: int = 0) -> tuple[LedgerLineView, ...]:
    """A ledger line by line; with `stamped` each passing of so many has a stamp."""
    found: list[LedgerLineView] = []
    makes = 0
    for one in ledger:
        before, makes = makes, makes + one.points
        stamp = str(makes // stamped * stamped) if stamped and makes // stamped > before // stamped else ""
        found.append(LedgerLineView(one.what, one.points, makes, one.rule, stamp))
    return tuple(found)

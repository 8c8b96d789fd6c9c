"""People for tests: plain scores unless a test names them."""

from __future__ import annotations

from typing import Any

from moot.games.modos.catalog import ARMORS
from moot.games.modos.contests import Circumstance
from moot.games.modos.person import Gear, Person, Taken
from moot.games.modos.terms import Pool

DARK = Circumstance(id="dark", what="Darkness", by=0, dark=True)
"""It is dark, and nothing comes of that by itself."""
PLAIN: dict[Pool, int] = {"P": 10, "M": 10, "MP": 10}


def person(id_: str, name: str = "", *, player: str = "", **more: Any) -> Person:
    """Somebody with a sheet: scores of 10 but for those named, `P=15`; `perks` are rows, or (row, choice); `gear` are
    rows of the lists, all of it in use."""
    scores = PLAIN | {pool: more.pop(pool) for pool in ("P", "M", "MP") if pool in more}
    perks = tuple(Taken(*((perk,) if isinstance(perk, str) else perk)) for perk in more.pop("perks", ()))
    gear = tuple(_thing(id_, row) if isinstance(row, str) else row for row in more.pop("gear", ()))
    kinds = more.pop("kinds", ("pc",) if player else ())
    return Person(
        id=id_,
        name=name or id_.title(),
        player=player,
        scores=scores,
        perks=perks,
        gear=gear,
        kinds=kinds,
        asking=more.pop("asking", "always" if player else "mine"),
        **more,
    )


def _thing(who: str, row: str) -> Gear:
    return Gear(id=f"{who}-{row}", name=row, row=row, at="worn" if row in ARMORS else "held")

"""How events were written in older schemas, and how they are read now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from moot.core.events import Upcast
from moot.games.perilous.dice import SUCCESSES
from moot.games.perilous.figures import DISPOSITIONS, TACTICS

Plain = dict[str, Any]


def _swayed(plain: Plain) -> Plain:
    """A token says whose temperament its word is: of those in one column no two have the same."""
    token = plain["token"]
    if token["column"] is None:
        return {**plain, "token": {**token, "tactic": None}}
    went, band = "success" if token["outcome"] in SUCCESSES else "failure", DISPOSITIONS[token["column"]].band
    [tactic] = [row.id for row in TACTICS.values() if getattr(row, went)[band] == token["word"]]
    return {**plain, "token": {**token, "tactic": tactic}}


UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {
    ("swayed", 1): _swayed,
    ("fight-opened", 1): dict,  # nobody in it is keen yet
}
"""By event name and schema number."""

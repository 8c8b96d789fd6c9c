"""How events were written in older schemas, and how they are read now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from moot.core.events import Upcast

Plain = dict[str, Any]


def _one(plain: Plain) -> Plain:
    """`nc` is one of `ncs`, and `what` is all of it."""
    kept = {name: value for name, value in plain.items() if name not in ("nc", "name", "what")}
    what = {"what": [plain["what"]]} if "what" in plain else {}
    return {**kept, **what, "ncs": [plain["nc"]]}


def _shown(plain: Plain) -> Plain:
    kept = {name: value for name, value in plain.items() if name not in ("nc", "face")}
    return {**kept, "faces": [plain["face"]]}


def _readied(plain: Plain) -> Plain:
    kept = {name: value for name, value in plain.items() if name not in ("nc", "stance")}
    return {**kept, "stances": {plain["nc"]: plain["stance"]}}


def _dismissed(plain: Plain) -> Plain:
    return {**_one(plain), "shown": [plain["nc"]] if plain.get("shown") else []}


UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {
    **{(name, 1): _one for name in ("nc-tuned", "nc-given", "nc-struck", "sent-off", "nc-hidden", "restored")},
    ("nc-shown", 1): _shown,
    ("readied", 1): _readied,
    ("dismissed", 1): _dismissed,
    # fields that are gone: what is left over is not read
    **{(name, 1): dict for name in ("ncs-made", "momentum-lost", "nc-seize-tried", "grown")},
    **{(name, 1): dict for name in ("character-begun", "sample-taken")},
}
"""By event name and schema number."""

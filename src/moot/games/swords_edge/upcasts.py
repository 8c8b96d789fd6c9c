"""How events were written in older schemas, and how they are read now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from moot.core.events import Upcast
from moot.kit.keyed import without

Plain = dict[str, Any]


def _once(lift: Upcast) -> Upcast:
    """What lifts only events of one `nc`: the last days of 0.1 wrote events of many under the old number already."""
    return lambda plain: lift(plain) if "nc" in plain else dict(plain)


def _one(plain: Plain) -> Plain:
    """`nc` is one of `ncs`, and `what` is all of it."""
    what = {"what": [plain["what"]]} if "what" in plain else {}
    return {**without(plain, "nc", "name", "what"), **what, "ncs": [plain["nc"]]}


def _shown(plain: Plain) -> Plain:
    return {**without(plain, "nc", "face"), "faces": [plain["face"]]}


def _readied(plain: Plain) -> Plain:
    return {**without(plain, "nc", "stance"), "stances": {plain["nc"]: plain["stance"]}}


def _dismissed(plain: Plain) -> Plain:
    return {**_one(plain), "shown": [plain["nc"]] if plain.get("shown") else []}


UPCASTS: Final[Mapping[tuple[str, int], Upcast]] = {
    **{(name, 1): _once(_one) for name in ("nc-tuned", "nc-given", "nc-struck", "sent-off", "nc-hidden", "restored")},
    ("nc-shown", 1): _once(_shown),
    ("readied", 1): _once(_readied),
    ("dismissed", 1): _once(_dismissed),
    # fields that are gone: what is left over is not read
    **{(name, 1): dict for name in ("ncs-made", "momentum-lost", "nc-seize-tried", "grown")},
    **{(name, 1): dict for name in ("character-begun", "sample-taken")},
}
"""By event name and schema number."""

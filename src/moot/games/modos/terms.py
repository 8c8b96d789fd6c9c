"""The words of the rules as types: an attribute, a posture, a distance is one of these and nothing else."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

PACKAGE: Final = "moot.games.modos"
"""Where the files of the game stand."""

Pool: TypeAlias = Literal["P", "M", "MP"]
"""An attribute, and the damage pool of the same name: physical, mental, metaphysical (MO-105 to MO-107, MO-312)."""

POOLS: Final[tuple[Pool, ...]] = ("P", "M", "MP")

Posture: TypeAlias = Literal["offensive", "defensive", "flanking", "mounted", "flying"]
"""How somebody stands in a conflict (MO-301 to MO-308)."""

Band: TypeAlias = Literal["close", "short", "medium", "long"]
"""How far it is between two who fight (MO-306)."""

Where: TypeAlias = Literal["held", "worn", "stowed", "away"]
"""Where a thing is: in hand, on the body, within reach, or out of it."""

BANDS: Final[tuple[Band, ...]] = ("close", "short", "medium", "long")
"""The distances, nearest first (MO-306)."""

POOL_WORDS: Final[dict[Pool, str]] = {"P": "physical", "M": "mental", "MP": "metaphysical"}
"""What people call the attributes and the pools (MO-105, MO-106, MO-107)."""

POOL_TINTS: Final[dict[Pool, str]] = {"P": "body", "M": "mind", "MP": "spirit"}
"""The colour of each pool, as the theme calls it; people read POOL_WORDS."""

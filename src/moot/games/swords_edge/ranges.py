"""Range: the bands of a weapon, what a band costs who shoots, and who reaches that far (SE-RNG-01 to SE-RNG-03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from moot.core import Refused
from moot.games.swords_edge.contest import Pairing, Weapon
from moot.games.swords_edge.figures.characters import BAND_FIGURES, BANDS
from moot.games.swords_edge.figures.dice import STEP, Band

_REACH: Final[dict[Weapon, Band]] = {"hand": "touch", "long": "close"}
"""The last band that a hand weapon reaches (SE-RNG-01)."""


def shot(pairing: Pairing, who: str) -> int:
    """What range adds to a ranged Test of somebody's: nothing, or a penalty (SE-RNG-02)."""
    return -BANDS[pairing.band].penalty * STEP if pairing.weapons.get(who) == "ranged" else 0


def too_far(pairing: Pairing, who: str) -> bool:
    """Whether somebody's hand weapon does not reach those they are set against (SE-RNG-01, SE-RD-64)."""
    reach = _REACH.get(pairing.weapons.get(who, "ranged"))
    bands = tuple(BANDS)
    return reach is not None and bands.index(pairing.band) > bands.index(reach)


def bands(effective: int, maximum: int) -> dict[Band, Fraction]:
    """How far each band goes, in metres, from near outwards (SE-RNG-03).

    Far is double the effective range if the maximum lies beyond that, else the midpoint of the two, and then there is
    no band at sight (SE-ERR-09). A quarter is rounded up to the next 5 m (SE-ERR-10). Refuses a maximum below the
    effective range.
    """
    if maximum < effective:
        raise Refused("maximum-below-effective", "A weapon reaches at least as far as it is good for.", "SE-RNG-03")
    step = BAND_FIGURES.round_up_to
    near = -(-effective // (BAND_FIGURES.near_part * step)) * step
    double = effective * BAND_FIGURES.far_factor
    if maximum > double:
        middle = Fraction(double + maximum, 2)
        return _named(near, effective, double, middle, maximum)
    return _named(near, effective, Fraction(effective + maximum, 2), maximum)


def _named(*ends: int | Fraction) -> dict[Band, Fraction]:
    names: tuple[Band, ...] = ("near", "medium", "far", "excessive", "sight")
    return {name: Fraction(end) for name, end in zip(names, ends, strict=False)}


def band_at(distance: int, effective: int, maximum: int) -> Band:
    """The band in which something `distance` metres off lies. Refuses what is past the weapon's reach."""
    found = next((band for band, end in bands(effective, maximum).items() if distance <= end), None)
    if found is None:
        raise Refused("out-of-reach", f"The weapon reaches {maximum} m, and no further.", "SE-RNG-03")
    return found

"""Range set by the GM, where the table uses it: by its band, or by metres and a weapon (SE-RNG-01 to SE-RNG-03)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Field, Line, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import InPairing, nc_choices, needs_guide
from moot.games.swords_edge.figures import BAND_FIGURES, BANDS, STEP, Band
from moot.games.swords_edge.pairings import Pairing, Weapon
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.places import against, opponents, present
from moot.kit.crowds import chosen, whole

_FARTHEST: Final = 10_000
_WEAPONS: Final[dict[Weapon, str]] = {
    "ranged": "Who shoots?", "long": "Who has a long hand weapon?", "hand": "Who has a short one?"
}


def bands(effective: int, maximum: int) -> dict[Band, Fraction]:
    """How far each band goes, in metres, from near outwards (SE-RNG-03).

    Far is double the effective range if the maximum lies beyond that, else the midpoint of the two, and then there is
    no band at sight (SE-ERR-09). A quarter is rounded up to the next 5 m (SE-ERR-10). Refuses a maximum below the
    effective range.
    """
    if maximum < effective:
        raise Refused("maximum-below-effective", "The maximum range is at least the effective range.", "SE-RNG-03")
    step = BAND_FIGURES.round_up_to
    near = -(-effective // (BAND_FIGURES.near_part * step)) * step
    double = effective * BAND_FIGURES.far_factor
    far = (double, Fraction(double + maximum, 2)) if maximum > double else (Fraction(effective + maximum, 2),)
    names: tuple[Band, ...] = ("near", "medium", "far", "excessive", "sight")
    return {name: Fraction(end) for name, end in zip(names, (near, effective, *far, maximum), strict=False)}


def band_at(distance: int, effective: int, maximum: int) -> Band:
    """The band in which something `distance` metres off lies. Refuses what is past the weapon's reach."""
    found = next((band for band, end in bands(effective, maximum).items() if distance <= end), None)
    if found is None:
        raise Refused("out-of-reach", f"The weapon reaches {maximum} m, and no further.", "SE-RNG-03")
    return found


class RangeSet(AboutPairing, tag="range-set"):
    """They are this far apart, and these have such weapons. `we_shoot` and `they_shoot` are of older logs, which told
    it of whole sides."""

    band: Band
    we_shoot: bool = False
    they_shoot: bool = False
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        sides = (*pairing.stands,) * self.we_shoot + (*pairing.foes,) * self.they_shoot
        weapons: dict[str, Weapon] = {**dict.fromkeys(sides, "ranged"), **self.weapons}
        return state.with_pairing(replace(pairing, band=self.band, weapons=weapons))

    def line(self, state: State) -> Line:
        return Line("move", f"{opponents(state, self.pairing)}: {BANDS[self.band].title.lower()} range.")


class _Armed(InPairing):
    """How far off they are, and with which weapons. `we_shoot` and `they_shoot` are of older logs, and not asked."""

    when, urgency = SCENE, "tool"
    we_shoot: bool = False
    they_shoot: bool = False
    ranged: tuple[str, ...] = ()
    long: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()

    def set(self, play: Play[State], pairing: Pairing, band: Band, rules: tuple[str, ...]) -> None:
        """They are this far apart. What somebody is named for first counts: shooting, a long weapon, a short one."""
        told: tuple[tuple[Weapon, tuple[str, ...]], ...] = (
            ("hand", self.hand), ("long", self.long), ("ranged", self.ranged)
        )
        foes = present(play.state, pairing)
        weapons: dict[str, Weapon] = {}
        for weapon, names in told:
            armed = (*(who for who in names if who in pairing.stands), *(nc.id for nc in chosen(foes, *names)))
            weapons |= dict.fromkeys(armed, weapon)
        play.record(RangeSet(pairing=pairing.id, band=band, weapons=weapons, rules=rules))


def _pairings(state: State, seat: Seat) -> Iterator[Pairing]:
    needs_guide(seat, "sets the range", "SE-RNG-01")
    return (pairing for pairing in state.pairings.values() if pairing.sfx is None)


def _weapons(state: State, pairing: Pairing) -> Iterator[Field]:
    """Who has which weapon; nobody need be named, and range is nothing to those who are not (SE-RD-64)."""
    foes = present(state, pairing)
    ours = tuple(Choice(who, state.named(who)) for who in pairing.stands)
    every = (*ours, *nc_choices(foes, hint=lambda _: ""))
    for weapon, label in _WEAPONS.items():
        now = {who for who, other in pairing.weapons.items() if other == weapon}
        default = (*(who for who in pairing.stands if who in now), *whole(nc for nc in foes if nc.id in now))
        ids = {choice.value for choice in every}
        named = tuple(who for who in default if who in ids)
        yield Choose(name=weapon, label=label, choices=every, least=0, many=True, default=named)


class SetRange(_Armed, tag="set-range"):
    """The GM sets how far apart they are, and who has which weapon (SE-RNG-01)."""

    rules = ("SE-RNG-01", "SE-RNG-02", "SE-RD-28", "SE-RD-64")
    band: Band

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        bands = tuple(
            Choice(row.id, row.title, hint=ladder.signed(-row.penalty * STEP) if row.penalty else row.weapons)
            for row in BANDS.values()
        )
        for pairing in _pairings(state, seat):
            label = f"How far off {'are' if len(present(state, pairing)) > 1 else 'is'} {against(state, pairing)}?"
            why = "Ranged Tests suffer by it, Momentum and Action alike; hand weapons reach touch, long ones close."
            band = Choose(name="band", label="Range", choices=bands, default=(pairing.band,))
            yield cls.offer_in(pairing, label, why, band, *_weapons(state, pairing))

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        self.set(play, pairing, self.band, ("SE-RNG-01", "SE-RNG-02"))


class Measure(_Armed, tag="measure"):
    """The GM sets the band by metres: the distance, and how far the weapon reaches (SE-RNG-03)."""

    rules = ("SE-RNG-03", "SE-ERR-09", "SE-ERR-10", "SE-RD-64")
    distance: int
    effective: int
    maximum: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        metres = (
            Count(name="effective", label="Effective range, m", least=1, most=_FARTHEST, default=50),
            Count(name="maximum", label="Maximum range, m", most=_FARTHEST, default=100, not_below="effective"),
            Count(name="distance", label="Distance, m", most=_FARTHEST, not_above="maximum"),
        )
        for pairing in _pairings(state, seat):
            label = f"Measure the range to {against(state, pairing)}"
            why = "In metres: the weapon’s effective range, its maximum, and how far they are. Past it nobody shoots."
            yield cls.offer_in(pairing, label, why, *metres, *_weapons(state, pairing))

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        self.set(play, pairing, band_at(self.distance, self.effective, self.maximum), self.rules[:3])


RANGING: Final[Part[State]] = Part(SetRange, Measure, RangeSet, module="ranges")

"""Range, where the table uses it: set by its band, or by metres and a weapon (SE-RNG-01 to SE-RNG-03)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Confirm, Count, Offer, Part, Play, Refused, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import STEP
from moot.games.swords_edge.conflict import events as e, side_commands as c
from moot.games.swords_edge.conflict.lines import line
from moot.games.swords_edge.conflict.on_pairings import on_pairings
from moot.games.swords_edge.contest import Pairing
from moot.games.swords_edge.makings import BANDS
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.ranges import band_at
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.places import against

_FARTHEST = 10_000


def _pairings(state: State, seat: Seat) -> Iterator[Pairing]:
    needs_guide(seat, "sets the range", "SE-RNG-01")
    if state.options.ranges == "off":
        raise Refused("no-ranges", "This table plays without ranges.", "SE-RNG-01")
    yield from (pairing for pairing in state.pairings.values() if pairing.sfx is None)


def _shooters(pairing: Pairing) -> tuple[Field, ...]:
    return (
        Confirm(name="we_shoot", label="The players’ side shoots", default=pairing.we_shoot),
        Confirm(name="they_shoot", label="The other side shoots", default=pairing.they_shoot),
    )


def _set_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for pairing in _pairings(state, seat):
        choices = tuple(
            Choice(row.id, row.title, hint=ladder.signed(-row.penalty * STEP) if row.penalty else row.weapons)
            for row in BANDS.values()
        )
        yield Offer(
            do="set-range",
            label=f"How far off {'are' if len(pairing.foes) > 1 else 'is'} {against(state, pairing)}?",
            why="Ranged Tests suffer by it, Momentum and Action alike; hand weapons reach touch, long ones close.",
            fixed={"pairing": pairing.id},
            fields=(
                Choose(name="band", label="Range", choices=choices, default=(pairing.band,)),
                *_shooters(pairing),
            ),
            rules=("SE-RNG-01", "SE-RNG-02", "SE-RD-28"),
            urgency="tool",
            about=pairing.id,
        )


def _set(play: Play[State], command: c.SetRange) -> None:
    play.record(
        e.RangeSet(
            pairing=command.pairing,
            band=command.band,
            we_shoot=command.we_shoot,
            they_shoot=command.they_shoot,
            rules=("SE-RNG-01", "SE-RNG-02"),
        )
    )


def _measure_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for pairing in _pairings(state, seat):
        yield Offer(
            do="measure",
            label=f"Measure the range to {against(state, pairing)}",
            why="In metres: the weapon’s effective range, its maximum, and how far they are. Past it nobody shoots.",
            fixed={"pairing": pairing.id},
            fields=(
                Count(name="effective", label="Effective range, m", least=1, most=_FARTHEST, default=50),
                Count(name="maximum", label="Maximum range, m", most=_FARTHEST, default=100, not_below="effective"),
                Count(name="distance", label="Distance, m", most=_FARTHEST, not_above="maximum"),
                *_shooters(pairing),
            ),
            rules=("SE-RNG-03", "SE-ERR-09", "SE-ERR-10"),
            urgency="tool",
            about=pairing.id,
        )


def _measure(play: Play[State], command: c.Measure) -> None:
    band = band_at(command.distance, command.effective, command.maximum)
    play.record(
        e.RangeSet(
            pairing=command.pairing,
            band=band,
            we_shoot=command.we_shoot,
            they_shoot=command.they_shoot,
            rules=("SE-RNG-03", "SE-ERR-09", "SE-ERR-10"),
        )
    )


VERBS = (
    Verb(c.SetRange, SCENE, _set_offers, _set),
    Verb(c.Measure, SCENE, _measure_offers, _measure),
)

RANGING: Part[State] = Part(events=e.RangeSet, verbs=VERBS, evolve=on_pairings, line=line)

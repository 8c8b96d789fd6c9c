"""What people see of a fight, as plain data: the ladder of turns, and each group with what would shake it."""

from __future__ import annotations

import msgspec

from moot.games.perilous.fight.morale import LOSSES, ratio_row, worth_of_rows
from moot.games.perilous.fight.phases import FightPhase, figures_of, ladder, name_in, phase_of, to_act
from moot.games.perilous.figures import DIFFICULTIES
from moot.games.perilous.state import State
from moot.games.perilous.warband import Band, Fight, Heart, Side


class TurnSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the ladder; `now`: it is their turn; `acts`: they have yet to act in this round."""

    who: str
    name: str
    seat: str
    side: Side
    total: int | None
    now: bool
    acts: bool


class BandSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A group: how many stand, how it stands, and how hard it would be to stand after each kind of loss."""

    id: str
    name: str
    count: int
    side: Side
    heart: Heart
    leaders: tuple[str, ...]
    next: tuple[tuple[str, str], ...]


class FightSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A fight, as everybody sees it."""

    id: str
    phase: FightPhase
    round: int
    surprised: Side | None
    turns: tuple[TurnSeen, ...]
    bands: tuple[BandSeen, ...]


def seen(state: State, fight: Fight) -> FightSeen:
    """A fight: no figure of the guide's people is in it."""
    left = [one.id for one in to_act(state, fight)]
    phase = phase_of(state, fight)
    turns = tuple(
        TurnSeen(
            who=one.id, name=name_in(state, fight, one.id), side=one.side, total=one.total, acts=one.id in left,
            seat=figures_of(state, fight, one.id).player or state.guide_seat,
            now=phase != "ladder" and left[:1] == [one.id],
        ) for one in ladder(state, fight)
    )
    return FightSeen(
        id=fight.id, phase=phase, round=fight.round, surprised=fight.surprised, turns=turns,
        bands=tuple(_band(state, fight, band) for band in fight.bands.values()),
    )


def _band(state: State, fight: Fight, band: Band) -> BandSeen:
    side = fight.fighter(band.id).side
    force = ratio_row(state, fight, side)
    after = tuple(
        (row.title, DIFFICULTIES[worth_of_rows(state.options, filter(None, (row.id, force)))].worth) for row in LOSSES
        if band.leaders or row.kind != "leader"
    )
    return BandSeen(
        id=band.id, name=band.name, count=band.count, side=side, heart=fight.heart(band.id),
        leaders=tuple(map(state.name, band.leaders)), next=after,
    )

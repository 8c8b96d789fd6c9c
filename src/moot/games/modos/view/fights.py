"""The conflict as a picture: the line of postures, and the beat that is under way (MO-X318)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import msgspec

from moot.games.modos.catalog import title_of
from moot.games.modos.combat.means import all_means, share_at
from moot.games.modos.conflict.deeds import facts_of, side_of
from moot.games.modos.conflict.placing import OURS
from moot.games.modos.conflict.resolving import deed_words, own_words
from moot.games.modos.conflicts import Beat, Conflict, Contender, Deed
from moot.games.modos.live import catalog_of, once
from moot.games.modos.odds import hand_of
from moot.games.modos.postures import spot
from moot.games.modos.state import State
from moot.kit.totals import signed

PLACES: Final = ("their flank", "our back", "our front", "their front", "their back", "our flank")
"""The places of the line, as the party's side sees them (MO-306)."""


class LineSpot(msgspec.Struct, frozen=True):
    """Somebody on the line: the place from 0 to 5, None above it (who flies), and whether they act."""

    id: str
    name: str
    npc: bool
    at: int | None
    turn: bool


class ReachBand(msgspec.Struct, frozen=True):
    """Places that a weapon reaches from where somebody stands, and what it does there (MO-X302)."""

    first: int
    last: int
    full: bool
    text: str


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """One who does something in a beat: what, and in which words of their own; the dice that are to fall, and what
    with, with the sum added to them."""

    who: str
    name: str
    does: str
    quote: str
    total: str
    dice: tuple[int, ...]


class BeatView(msgspec.Struct, frozen=True, kw_only=True):
    """The deed under way, and the answers so far."""

    deed: SideView
    answers: tuple[SideView, ...]
    fate: int | None


class ConflictView(msgspec.Struct, frozen=True, kw_only=True):
    """A conflict as everybody sees it."""

    id: str
    step: str
    line: bool
    spots: tuple[LineSpot, ...]
    bands: tuple[ReachBand, ...]
    beat: BeatView | None
    says: str


@once
def seen(state: State) -> ConflictView | None:
    """The conflict that runs, if one does."""
    now = state.conflict
    if now is None:
        return None
    people, line = tuple(now.listed.values()), len(now.postures) > 1
    return ConflictView(
        id=now.id, step=now.step, line=line,
        spots=tuple(
            LineSpot(one.who, state.name(one.who), state.people[one.who].npc, _at(one), one.turn == "now")
            for one in people if line
        ),
        bands=tuple(_bands(state, now)) if line else (),
        beat=_beat(state, now.beat) if now.beat else None,
        says=". ".join(f"{state.name(one.who)}: {one.place.posture}" for one in people),
    )


def _at(one: Contender) -> int | None:
    """Somebody's place on the line as the party sees it; None above it."""
    return None if one.place.posture == "flying" else spot(one.place.posture, ours=one.side == OURS)


def _bands(state: State, now: Conflict) -> Iterator[ReachBand]:
    """How far the first weapon reaches of the one who has the turn (MO-319)."""
    one = now.people.get(now.whose)
    means = next(iter(all_means(state, now.whose)), None) if one else None
    if one is None or means is None or (at := _at(one)) is None:
        return
    does = [share_at(state, means, abs(place - at)) for place in range(len(PLACES))]
    for share, run in groupby(range(len(PLACES)), key=does.__getitem__):
        if share:
            places = [*run]
            text = f"{means.title}: full" if share == "full" else f"{share} point"
            yield ReachBand(places[0], places[-1], share == "full", text)


def _side(state: State, deed: Deed) -> SideView:
    """What somebody does, and with what; what the guide's people have is one sum (MO-X106)."""
    with_ = title_of(catalog_of(state), deed.skill) if deed.skill else state.of_pool(deed.pool).strip() or "as it is"
    hand = hand_of(state, side_of(state, deed), facts_of(deed, next(iter(deed.targets), "")))
    dice, total = hand.dice, f"{with_} {signed(hand.plus)}" if hand.dice else f"{with_}, half: {hand.plus}"
    if deed.keep and (one := state.entry(deed.who)) and one.chain:
        better, kept = state.options.combine == "keep_better", one.chain.total
        dice, total = (dice, f"{total}, or the {kept}") if better else ((), f"{with_}: keeps {kept}")
    return SideView(
        who=deed.who, name=state.name(deed.who), does=deed_words(state, deed), quote=own_words(deed), dice=dice,
        total=total,
    )


def _beat(state: State, beat: Beat) -> BeatView:
    answers = (deed for deed in beat.answers.values() if deed is not None)
    said = beat.fates.get(beat.deed.who)
    return BeatView(
        deed=_side(state, beat.deed), answers=tuple(_side(state, deed) for deed in answers),
        fate=said.difficulty if said else None,
    )

"""Who stands where on the line, and how far it is from one to another (MO-306, MO-X301, MO-X302)."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from moot.core.figures import Figures
from moot.games.modos.conflicts import Conflict
from moot.games.modos.state import State
from moot.games.modos.terms import BANDS, PACKAGE, Band, Posture


class _Steps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    close: int
    short: int
    medium: int
    long: int
    flyers: int
    mounted_flanker: int


_FIGURES: Final = Figures(PACKAGE, "tables/postures.toml")
_OURS: Final = _FIGURES.at("ours", dict[Posture, int])
_THEIRS: Final = _FIGURES.at("theirs", dict[Posture, int])
_STEPS: Final = _FIGURES.at("steps", _Steps)

CARRIED: Final[frozenset[Posture]] = frozenset({"mounted", "flying"})
"""Postures of those whom something carries: they have to be kept up (MO-307, MO-308)."""


ACTING: Final[dict[Posture, tuple[tuple[Posture, ...], str]]] = {
    "mounted": (("offensive", "flanking"), "MO-307"),
    "flying": (("offensive", "defensive", "flanking"), "MO-308"),
}
"""As what riders and flyers may act on their own turn, and by which rule."""


def band(steps: int) -> Band:
    """How far so many steps are (MO-306, MO-E23)."""
    if steps <= _STEPS.close:
        return "close"
    return "short" if steps <= _STEPS.short else "medium" if steps < _STEPS.long else "long"


def nearer(steps: int, bands: int) -> int:
    """So many steps, as if it were some bands less far (MO-306)."""
    far = (_STEPS.close, _STEPS.short, _STEPS.medium)
    return steps if not bands else far[max(0, BANDS.index(band(steps)) - bands)]


def spot(posture: Posture, *, ours: bool) -> int:
    """The place of a posture on the line, from 0 to 5, as one of the two sides sees it (MO-X301)."""
    return (_OURS if ours else _THEIRS)[posture]


def fallback(conflict: Conflict) -> Posture:
    """Where somebody is whom nothing carries any more: riders and flyers count as defensive, if there is such a posture
    (MO-307)."""
    return "defensive" if "defensive" in conflict.postures else "offensive"


def posture_of(conflict: Conflict, who: str, seen_by: str, state: State) -> Posture:
    """The posture that somebody has for one other. Every question after a posture between two people is put here.

    A mark of size has somebody count as elsewhere for one other (MO-E101). Who flanks one of several sides is in front
    of the rest of them (MO-E106).
    """
    for mark in state.people[who].marks:
        if mark.reads and mark.toward == seen_by:
            return mark.reads
    mine = conflict.people[who]
    if mine.place.posture == "flanking" and mine.place.toward:
        other = conflict.people[seen_by].side
        return "flanking" if other in (mine.place.toward, mine.side) else "offensive"
    return mine.place.posture


def steps_between(
    state: State, one: str, other: str, acting: Posture | None = None, *, attack: bool = False
) -> int | None:
    """How many steps it is from one person to another in the conflict; who has left is as far off as the guide says, as
    long as they can be made out (MO-306). None if one of them is neither.

    `acting` is the posture that `one` takes for this deed, where riders and flyers may choose; while such a deed is
    answered, others treat whoever does it so, too (MO-307, MO-308). Against others who ride or fly it does not help
    (MO-E27). Flyers are close to each other for an `attack` (MO-E29), flankers
    to riders as the table plays it (MO-E26).
    """
    now = state.conflict
    if now is None or one not in now.people:
        return None
    if other not in now.people:
        gone = now.gone.get(other)
        return None if gone is None else _STEPS.long if gone == "long" else _STEPS.medium
    if one == other:
        return 0
    mine, theirs = posture_of(now, one, other, state), posture_of(now, other, one, state)
    acting, acted = acting or _acting_as(now, one), _acting_as(now, other)
    if acting and theirs not in CARRIED:
        mine = acting
    elif acted and mine not in CARRIED:
        theirs = acted
    allies = now.allies(one, other)
    both = mine, theirs
    if "flying" in both:
        near = attack or state.options.flyers == "always_close"
        return _STEPS.flyers if mine == theirs and near else _STEPS.medium
    if "flanking" in both and "mounted" in both and not allies and state.options.mounted_flanker == "short":
        return _STEPS.mounted_flanker
    return abs(spot(mine, ours=True) - spot(theirs, ours=allies))


def _acting_as(conflict: Conflict, who: str) -> Posture | None:
    """The posture that a rider or flyer has taken for the deed that is under way; None for anybody else."""
    return conflict.beat.deed.posture if conflict.beat is not None and conflict.beat.deed.who == who else None


_NAMED: Final[dict[str, Posture]] = {one: one for one in get_args(Posture)}


def posture_named(text: str) -> Posture | None:
    """A posture by its name; None for anything else."""
    return _NAMED.get(text)

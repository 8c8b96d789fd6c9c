"""Ranks, modifiers, target numbers and levels: the arithmetic that everything else stands on."""

from __future__ import annotations

from typing import Final

from moot.games.swords_edge.figures import JOINT, LEVEL_STEP, LEVELS as LEVELS, RANKS, Level, Rank, TraitId
from moot.kit.totals import level_of, plain as plain, signed as signed
from moot.kit.tracks import stepped

ORDER: Final[tuple[Rank, ...]] = tuple(row.id for row in RANKS.values())
"""The ladder, Weak first (SE-RANK-01)."""

TOP: Final[Rank] = "legendary"
"""The highest Rank of a Quality; Mythic is a difficulty only (SE-RANK-04)."""

TRAITS: Final[tuple[TraitId, ...]] = ("physique", "charisma", "cunning")
"""The three Traits in the order of the sheet (SE-CRE-03)."""


def steps(rank: Rank) -> int:
    """How far up the ladder `rank` stands: Weak is 0."""
    return ORDER.index(rank)


def modifier(rank: Rank) -> int:
    """What a Quality of this Rank adds (SE-RANK-01). Mythic, which no Quality has, counts as Legendary (SE-RD-20)."""
    found = RANKS[rank].modifier
    return JOINT.mythic if found is None else found


def tn(rank: Rank) -> int:
    """The target number that this Rank sets (SE-RANK-02)."""
    return RANKS[rank].tn


def lowered(rank: Rank, by: int) -> Rank:
    """`rank` less `by` Penalty Ranks, Weak at the lowest (SE-RANK-06, SE-DMG-05)."""
    return stepped(ORDER, rank, -by) if by else rank


def raised(rank: Rank) -> Rank | None:
    """The next Rank up, or None at Legendary (SE-RANK-04, SE-ADV-06)."""
    at = steps(rank)
    return ORDER[at + 1] if at < steps(TOP) else None


def title(word: str) -> str:
    """A Rank, Trait or level as people read it."""
    return word.capitalize()


def penalty_ranks(count: int) -> str:
    """So many, in words: `1 Penalty Rank`, `3 Penalty Ranks`."""
    return f"{count} Penalty Rank{'s' if count != 1 else ''}"


def level(margin: int) -> Level:
    """The level of a success by `margin` points, 0 or more: one for each whole seven, Legendary at most (SE-LOS-01).
    Raises ValueError for a negative margin, which is no success (SE-TRAP-01)."""
    return level_of(margin, LEVEL_STEP, LEVELS)


def as_trait(word: str) -> TraitId:
    """`word` as a Trait. Raises ValueError for any other word."""
    if word not in TRAITS:
        raise ValueError(f"{word!r} is no Trait")
    return word

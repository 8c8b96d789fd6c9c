"""Blanks that several forms of a sheet share."""

from __future__ import annotations

from moot.core import Choice, Choose, Write
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures.characters import TRAITS

LONGEST_NAME = 60
"""Characters in the name of a Quality or a person."""


def trait_field(
    label: str = "Trait", hint: str = "It can be used with this Trait alone.", name: str = "trait"
) -> Choose:
    """Which of the three Traits (SE-CRE-03)."""
    choices = tuple(Choice(row.id, row.title, hint=row.text) for row in TRAITS.values())
    return Choose(name=name, label=label, hint=hint, choices=choices)


def name_field(label: str, hint: str = "", name: str = "name", default: str = "", ideas: tuple[str, ...] = ()) -> Write:
    """A name of a few words, with some to begin from."""
    return Write(name=name, label=label, hint=hint, most=LONGEST_NAME, default=default, suggestions=ideas)


def at_average(who: Character, quality: Quality) -> str:
    """What becomes of a Weakness or a Fetish that rises to Average (SE-WEAK-06, SE-RD-44)."""
    if quality.kind == "fetish" and who.has(quality.bound):
        return f"; then {who.quality(quality.bound).name} cannot be used any more"
    return "; at Average it stops counting"

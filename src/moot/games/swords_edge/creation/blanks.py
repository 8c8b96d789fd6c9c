"""Blanks that several forms of creation share."""

from __future__ import annotations

from moot.core import Choice, Choose, Refused, Seat, Write
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import drafts, needs_player

LONGEST_NAME = 60
"""Characters in the name of a Quality or a person."""


def trait_field(
    label: str = "Trait", hint: str = "It can be used with this Trait alone.", name: str = "trait"
) -> Choose:
    """Which of the three Traits (SE-CRE-03)."""
    choices = tuple(Choice(row.id, row.title, hint=row.text) for row in TRAITS.values())
    return Choose(name=name, label=label, hint=hint, choices=choices)


def name_field(
    label: str, hint: str = "", name: str = "name", default: str = "", ideas: tuple[str, ...] = ()
) -> Write:
    """A name of a few words, with some to begin from."""
    return Write(name=name, label=label, hint=hint, most=LONGEST_NAME, default=default, suggestions=ideas)


def my_drafts(state: State, seat: Seat) -> tuple[Character, ...]:
    """The sheets that `seat` is writing. Raises Refused if there is none."""
    needs_player(seat, "writes a sheet", "SE-TERM-05")
    found = drafts(state, seat)
    if not found:
        raise Refused("no-sheet", "You have no sheet under way: make a character first.", "SE-CRE-01")
    return found

"""A chapter's end and the chapters after it, and the GM's corrections, as two parts of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part, others_hear
from moot.games.wicked_age.chapters import corrections, lines, opening, returning, told
from moot.games.wicked_age.chapters.events import CorrectionEvent, OpeningEvent
from moot.games.wicked_age.chapters.evolve import on_corrections, on_opening
from moot.games.wicked_age.state import State

OPENING: Final[Part[State]] = Part(
    events=OpeningEvent,
    verbs=(*opening.VERBS, *returning.VERBS),
    evolve=on_opening,
    line=lines.of_opening,
    told=others_hear(told.of_opening),
)
"""Chapters closed and opened, and who comes back."""

CORRECTIONS: Final[Part[State]] = Part(
    events=CorrectionEvent,
    verbs=corrections.VERBS,
    evolve=on_corrections,
    line=lines.of_correction,
    told=others_hear(told.of_correction),
)
"""What the GM may put right at any time."""

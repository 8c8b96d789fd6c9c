"""A chapter's end, the chapters after it, and what the GM may put right at any time."""

from __future__ import annotations

from moot.games.wicked_age.chapters.part import CORRECTIONS, OPENING

__all__ = ["CORRECTIONS", "OPENING"]

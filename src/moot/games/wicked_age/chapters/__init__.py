"""A chapter's end, the chapters after it, and what the GM may put right at any time."""

from __future__ import annotations

from moot.games.wicked_age.chapters.events import EVENTS, ChapterEvent
from moot.games.wicked_age.chapters.verbs import VERBS

__all__ = ["EVENTS", "VERBS", "ChapterEvent"]

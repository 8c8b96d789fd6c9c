"""Every command of a chapter's end and of later chapters, and the GM's corrections."""

from __future__ import annotations

from typing import Any

from moot.core import Verb
from moot.games.wicked_age.chapters import corrections, opening, returning
from moot.games.wicked_age.state import State

VERBS: tuple[Verb[State, Any], ...] = (*opening.VERBS, *returning.VERBS, *corrections.VERBS)

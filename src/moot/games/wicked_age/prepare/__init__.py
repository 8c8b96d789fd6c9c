"""Before a chapter is played: the oracle, the list of characters, sheets, strengths, best interests."""

from __future__ import annotations

from moot.games.wicked_age.prepare.part import INTERESTS, LISTING, SHEETS
from moot.games.wicked_age.prepare.tangle import warnings, web_of_interests

__all__ = ["INTERESTS", "LISTING", "SHEETS", "warnings", "web_of_interests"]

"""Conflicts: sequences of at most three rounds, their moves and answers, harm, bargains and the owe list."""

from __future__ import annotations

from moot.games.wicked_age.conflict.part import CONFLICT
from moot.games.wicked_age.conflict.situation import situations

__all__ = ["CONFLICT", "situations"]

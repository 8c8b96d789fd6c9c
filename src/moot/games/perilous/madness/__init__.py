"""Madness: Stress, Fear and Terror, and what they cost (GP-MAD-01 to GP-MAD-07)."""

from __future__ import annotations

from moot.games.perilous.madness.view import OrdealSeen, seen, weighed
from moot.games.perilous.madness.withstanding import MADNESS_PART

__all__ = ["MADNESS_PART", "OrdealSeen", "seen", "weighed"]

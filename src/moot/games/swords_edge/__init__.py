"""Sword's Edge: Qualities in plain words, two ten-sided dice, and Momentum, which decides who acts."""

from moot.games.swords_edge.room import GAME

__all__ = ["GAME"]

"""Grim & Perilous: percentile dice, and the chases, journeys, intrigues, terrors and corruption that they are for."""

from moot.games.perilous.room import GAME

__all__ = ["GAME"]

"""Modos 2: a d20, three attributes, and a rulebook in modules."""

from moot.games.modos.room import GAME

__all__ = ["GAME"]

"""In a Wicked Age: sword and sorcery, an oracle, best interests that cannot all be had, and dice that pass."""

from moot.games.wicked_age.room import GAME

__all__ = ["GAME"]

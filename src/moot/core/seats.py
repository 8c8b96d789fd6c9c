"""Who sits at a table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["guide", "player", "watcher"]
"""guide: runs the game, under whatever name the game gives them; player; watcher: sees and speaks, never plays."""


class Seat(msgspec.Struct, frozen=True):
    """One person's place at a table. `id` is stable and short (`s4f2a1c`); `name` is what friends call them."""

    id: str
    name: str
    role: Role = "player"

    @property
    def guides(self) -> bool:
        """Whether this seat runs the game."""
        return self.role == "guide"

    @property
    def plays(self) -> bool:
        """Whether this seat is a player's."""
        return self.role == "player"

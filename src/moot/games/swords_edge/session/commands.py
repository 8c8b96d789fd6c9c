"""What can be asked around the conflicts of a session."""

from __future__ import annotations

from typing import Literal

from moot.core import Command
from moot.games.swords_edge.applying import Built


class Recover(Built, tag="recover"):
    """Make a Recovery Test (SE-REC-01, SE-REC-03)."""

    who: str
    occasion: Literal["scene", "day"]


class HealWithLuck(Command, tag="heal-with-luck"):
    """Take this scene's Penalty Ranks off, one for a Luck (SE-LUCK-05)."""

    who: str
    ranks: tuple[str, ...]


class Heal(Command, tag="heal"):
    """Say which Penalty Ranks go (SE-RD-29)."""

    who: str
    ranks: tuple[str, ...] = ()

"""What can have happened around the conflicts of a session."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.core import Event
from moot.games.swords_edge.people import Healing
from moot.games.swords_edge.purse import Payment


class HealingDue(Event, tag="healing-due"):
    """Somebody may take Penalty Ranks off."""

    who: str
    healing: Healing


class RecoveryTried(Event, tag="recovery-tried"):
    """Somebody made the Recovery Test of an occasion: one is all (SE-RD-15)."""

    who: str
    occasion: Literal["scene", "day"]


class Healed(Event, tag="healed"):
    """Penalty Ranks went, by number; with `paid`, for Luck."""

    who: str
    penalties: tuple[int, ...]
    on: tuple[str, ...]
    paid: tuple[Payment, ...] = ()
    due: bool = False


RecoveryEvent: TypeAlias = HealingDue | RecoveryTried | Healed

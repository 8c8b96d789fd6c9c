"""What can have happened to the GM's own packs."""

from __future__ import annotations

from typing import TypeAlias

from moot.core import Event
from moot.games.swords_edge.packs import Pack


class PackLoaded(Event, tag="pack-loaded"):
    """A pack lies on the shelf, in place of any of the same id. `open`: players hear of it, since it has characters
    for them to take, or the one before it had; of the rest in it they hear nothing."""

    pack: Pack
    open: bool = False


class PackDropped(Event, tag="pack-dropped"):
    """A pack was taken off the shelf; what was taken from it before stays. `open`: players knew of it."""

    pack: str
    title: str
    open: bool = False


PackEvent: TypeAlias = PackLoaded | PackDropped

"""What players and watchers hear of the GM's packs: of the characters they may take, and of nothing else."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.core import Event
from moot.games.swords_edge.own import events as e
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.state import State


def told(state: State, event: e.PackEvent) -> Event | None:
    """What the others hear of `event`."""
    if not event.open:
        return None
    match event:
        case e.PackLoaded(pack=pack):
            return replace(event, pack=Pack(id=pack.id, title=pack.title, pc=pack.pc))
        case e.PackDropped():
            return event
        case _:
            assert_never(event)

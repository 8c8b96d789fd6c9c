"""What each event about packs makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge.own import events as e
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.PackEvent) -> State:
    """The state after `event`."""
    match event:
        case e.PackLoaded(pack=pack):
            return replace(state, packs={**state.packs, pack.id: pack})
        case e.PackDropped(pack=id_):
            return replace(state, packs={other: pack for other, pack in state.packs.items() if other != id_})
        case _:
            assert_never(event)

"""What can be taken ready-made at a table: the GM's own packs first, then the genre played, then the rest in print."""

from __future__ import annotations

from moot.games.swords_edge.packs import NCS, PACKS, PCS, PIECES, Pack, Piece, SampleNc, SamplePc
from moot.games.swords_edge.state import State
from moot.kit.notebook.packs import by_key, first


def pcs(state: State) -> dict[str, SamplePc]:
    """Sample characters by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.pc) | first(state.genre, PCS)


def ncs(state: State) -> dict[str, SampleNc]:
    """NCs by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.nc) | first(state.genre, NCS)


def pieces(state: State) -> dict[str, Piece]:
    """Pieces of preparation by `pack/id`."""
    return by_key(state.packs, lambda pack: pack.pieces) | dict(PIECES)


def pack_of(state: State, key: str) -> Pack:
    """The pack that has what is called `pack/id`. Raises OffTable if there is none."""
    pack = key.partition("/")[0]
    return state.packs[pack] if pack in state.packs else PACKS[pack]


def title(state: State, key: str) -> str:
    """What that pack is called."""
    return pack_of(state, key).title

"""What can be taken ready-made at a table: the GM's own packs first, then the genre played, then the rest in print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from moot.games.swords_edge.packs import NCS, PACKS, PCS, SampleNc, SamplePc
from moot.games.swords_edge.paper import Form
from moot.games.swords_edge.prep.printed import PAPERS, drafts
from moot.games.swords_edge.prep.reading import Draft
from moot.games.swords_edge.state import State

V = TypeVar("V")


def pcs(state: State) -> dict[str, SamplePc]:
    """Sample characters by `pack/id`."""
    own = {f"{pack.id}/{pc.id}": pc for pack in state.packs.values() for pc in pack.pc}
    return own | _genre_first(state, PCS)


def ncs(state: State) -> dict[str, SampleNc]:
    """NCs by `pack/id`."""
    own = {f"{pack.id}/{nc.id}": nc for pack in state.packs.values() for nc in pack.nc}
    return own | _genre_first(state, NCS)


def pieces(state: State) -> dict[str, tuple[Form, str]]:
    """The form and the title of each piece of preparation by `pack/id`."""
    own = {
        f"{pack.id}/{piece.id}": (form, piece.called) for pack in state.packs.values() for form, piece in pack.pieces
    }
    return own | {key: (draft.paper.form, draft.paper.title) for key, draft in PAPERS.items()}


def draft(state: State, key: str) -> Draft:
    """The piece of preparation `key`. Raises OffTable if there is none."""
    pack, _, piece = key.partition("/")
    return drafts(state.packs[pack])[piece] if pack in state.packs else PAPERS[key]


def title(state: State, key: str) -> str:
    """What the pack is called that has the sample `key`."""
    pack = key.partition("/")[0]
    return state.packs[pack].title if pack in state.packs else PACKS[pack].title


def _genre_first(state: State, printed: Mapping[str, V]) -> dict[str, V]:
    return {key: printed[key] for key in sorted(printed, key=lambda key: not key.startswith(f"{state.genre}/"))}

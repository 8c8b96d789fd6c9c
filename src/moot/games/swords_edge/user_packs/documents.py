"""The texts that the game reads, and those that the GM may take along."""

from __future__ import annotations

from functools import partial
from typing import Final

from moot.core import Document, Format, Seat
from moot.games.swords_edge.prep import outline
from moot.games.swords_edge.prep.preview import held
from moot.games.swords_edge.prep.to_pack import carried
from moot.games.swords_edge.state import State
from moot.games.swords_edge.user_packs.checking import holds
from moot.kit.notebook.documents import as_packs, as_text, everything

FORMATS: Final = {
    "swords-edge-pack": Format("a pack of characters, NCs and preparation", (".toml",), holds),
    "swords-edge-paper": Format("a piece of preparation as text", (".md", ".txt"), held),
}
"""The texts that the game reads."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """The GM's files; nobody else has any."""
    if not seat.guides:
        return ()
    whole = (everything(partial(carried, state)),) if state.ncs or state.papers else ()
    papers = as_text(state.papers.values(), partial(outline.written, state))
    return (*whole, *papers, *as_packs(state.packs.values()))

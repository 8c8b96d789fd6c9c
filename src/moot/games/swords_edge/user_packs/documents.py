"""What the GM may take along as files: all that is prepared, each piece of it, and the packs that are loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from moot.core import Document, Format, Seat
from moot.core.files import LONGEST_FILE
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.papers import Paper
from moot.games.swords_edge.prep import outline
from moot.games.swords_edge.prep.preview import held
from moot.games.swords_edge.prep.to_pack import carried
from moot.games.swords_edge.state import State
from moot.games.swords_edge.user_packs.checking import holds
from moot.kit.notebook.names import slug
from moot.kit.notebook.reading import written

EVERYTHING: Final = "everything-prepared.toml"
"""The file with all NCs and all preparation."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """The GM's files; nobody else has any."""
    if not seat.guides:
        return ()
    everything = _toml(EVERYTHING, "Everything prepared, as a pack", partial(_everything, state))
    papers = (
        Document(
            name=paper_file(paper),
            title=paper.title,
            write=partial(outline.written, state, paper),
            media_type="text/markdown",
            about=paper.id,
        )
        for paper in state.papers.values()
    )
    packs = (
        _toml(pack_file(pack), f"The pack “{pack.title}”", partial(written, pack)) for pack in state.packs.values()
    )
    return (*((everything,) if state.ncs or state.papers else ()), *papers, *packs)


def _everything(state: State) -> str:
    """All of it as one pack, which says so where it is more than a table takes in one file."""
    text = written(carried(state))
    if len(text) <= LONGEST_FILE:
        return text
    return f"# {len(text)} characters, and a table takes {LONGEST_FILE} in one file: make two packs of this.\n{text}"


def _toml(name: str, title: str, write: Callable[[], str]) -> Document:
    return Document(name=name, title=title, write=write, media_type="application/toml")


def paper_file(paper: Paper) -> str:
    """What the file of a piece is called."""
    return f"{slug(paper.title) or paper.form}-{paper.id}.md"


def pack_file(pack: Pack) -> str:
    """What the file of a pack is called."""
    return f"pack-{pack.id}.toml"


FORMATS: Final = {
    "swords-edge-pack": Format("a pack of characters, NCs and preparation", (".toml",), holds),
    "swords-edge-paper": Format("a piece of preparation as text", (".md", ".txt"), held),
}
"""The texts that the game reads."""

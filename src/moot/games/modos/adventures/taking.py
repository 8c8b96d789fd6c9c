"""Adventures to take along: each on the desk as a pack of its own, which any table can load (MO-X603)."""

from __future__ import annotations

from functools import partial

from moot.core import Document
from moot.games.modos.adventures.papers import Adventure, as_printed
from moot.games.modos.npcs.sheets import OURS, Pack
from moot.games.modos.state import State
from moot.kit.notebook.names import slug
from moot.kit.notebook.reading import written


def file_of(adventure: Adventure) -> str:
    """What the file of an adventure is called."""
    return f"adventure-{slug(adventure.title) or 'untitled'}-{adventure.id}.toml"


def as_text(adventure: Adventure) -> str:
    """An adventure as the text of a pack."""
    printed = as_printed(adventure, OURS)
    return written(Pack(id=f"own-{printed.id}", title=printed.title, adventure=(printed,)))


def desk(state: State) -> tuple[Document, ...]:
    """Every adventure on the desk as a file."""
    return tuple(
        Document(name=file_of(paper), title=f"{paper.title}, to take along", write=partial(as_text, paper),
                 media_type="application/toml", about=paper.id)
        for paper in state.papers.values()
    )

"""What a guide takes along as files: all that is prepared as one pack, each paper as text, and each pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from moot.core import Document
from moot.core.files import LONGEST_FILE
from moot.kit.notebook.names import slug
from moot.kit.notebook.packs import Pack
from moot.kit.notebook.papers import Paper
from moot.kit.notebook.reading import written

P = TypeVar("P", bound=Paper)

EVERYTHING: Final = "everything-prepared.toml"
"""The file with all that is prepared."""


def paper_file(paper: Paper) -> str:
    """What the file of a paper is called."""
    return f"{slug(paper.title) or paper.form}-{paper.id}.md"


def pack_file(pack: Pack) -> str:
    """What the file of a pack is called."""
    return f"pack-{pack.id}.toml"


def everything(carried: Callable[[], Pack]) -> Document:
    """All that is prepared, as the pack that `carried` makes; where it is too long to load, its first line says so."""

    def write() -> str:
        text = written(carried())
        if len(text) <= LONGEST_FILE:
            return text
        head = f"# {len(text)} characters, and a table takes {LONGEST_FILE} in one file: make two packs of this."
        return f"{head}\n{text}"

    return _toml(EVERYTHING, "Everything prepared, as a pack", write)


def as_text(papers: Iterable[P], write: Callable[[P], str]) -> tuple[Document, ...]:
    """Each paper as the text that `write` makes of it."""
    return tuple(
        Document(name=paper_file(paper), title=paper.title, write=partial(write, paper), media_type="text/markdown",
                 about=paper.id)
        for paper in papers
    )


def as_packs(packs: Iterable[Pack]) -> tuple[Document, ...]:
    """Each pack as TOML."""
    return tuple(_toml(pack_file(pack), f"The pack “{pack.title}”", partial(written, pack)) for pack in packs)


def _toml(name: str, title: str, write: Callable[[], str]) -> Document:
    return Document(name=name, title=title, write=write, media_type="application/toml")

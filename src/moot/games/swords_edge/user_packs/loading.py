"""Packs of the GM’s own, laid on the shelf and taken off it, and the texts that the game reads and writes.

Players hear only of the characters in a pack.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from moot.core import Document, Format, Part, Seat
from moot.games.swords_edge.asking import only_guide
from moot.games.swords_edge.creation.bringing import FILES, taken_along
from moot.games.swords_edge.figures import PACKAGE
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.prep import outline
from moot.games.swords_edge.prep.outline import held
from moot.games.swords_edge.prep.transfer import carried
from moot.games.swords_edge.state import ALWAYS, DESK, State
from moot.games.swords_edge.user_packs.checking import holds, read
from moot.kit.notebook import shelf
from moot.kit.notebook.documents import as_packs, as_text, everything


def contents(pack: Pack) -> tuple[str, ...]:
    """How many of each there are: `2 characters`, `1 scene`."""
    forms = Counter[str](form for form, _ in pack.pieces)
    return shelf.counts({"character": len(pack.pc), "NC": len(pack.nc), **forms})


class PackLoaded(shelf.PackLoaded[State, Pack], tag="pack-loaded"):
    """A pack lies on the shelf; players hear of its characters, if it has some or the one before it had."""

    def holds(self) -> tuple[str, ...]:
        return contents(self.pack)

    def shown(self) -> Pack:
        return Pack(id=self.pack.id, title=self.pack.title, pc=self.pack.pc)


class PackDropped(shelf.PackDropped[State], tag="pack-dropped"):
    """A pack was taken off the shelf."""


class PackCommand(shelf.PackCommand[State, Pack]):
    """Packs are the GM's to load and to drop, at any time; players may see the characters in them."""

    when, giver = ALWAYS, only_guide("brings packs, and takes them away", "SE-GM-01")

    @classmethod
    def open(cls, pack: Pack) -> bool:
        return bool(pack.pc)


class LoadPack(shelf.LoadPack[State, Pack], PackCommand, tag="load-pack"):
    """Lay a pack on the shelf; one of the same id goes away for it."""

    rules, event, format = ("SE-PREP-03", "SE-CRE-12", "SE-NC-01"), PackLoaded, "swords-edge-pack"
    about, package = DESK, PACKAGE
    why = (
        "Characters to take, opponents, obstacles, preparation. Only the characters are shown to players; "
        "a pack of the same id goes away for this one, and what was taken from it stays."
    )

    @classmethod
    def read(cls, text: str) -> Pack:
        return read(text)


class DropPack(shelf.DropPack[State, Pack], PackCommand, tag="drop-pack"):
    """Take a pack off the shelf."""

    rules, event = ("SE-PREP-03",), PackDropped


LOADING: Final[Part[State]] = Part(LoadPack, DropPack, PackLoaded, PackDropped)

FORMATS: Final = {
    **FILES.formats,
    "swords-edge-pack": Format("a pack of characters, NCs and preparation", (".toml",), holds),
    "swords-edge-paper": Format("a piece of preparation as text", (".md", ".txt"), held),
}
"""The texts that the game reads."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """The GM's files, or a player's characters."""
    if not seat.guides:
        return taken_along(state, seat)
    whole = (everything(partial(carried, state)),) if state.ncs or state.papers else ()
    papers = as_text(state.papers.values(), partial(outline.written, state))
    return (*whole, *papers, *as_packs(state.packs.values()))

"""Tables of a group's own, laid beside ours and taken away again (GP-RD-16).

Players hear of what they choose from or read anyway: offences, requisitions, doings in camp, glosses. The rest is the
guide's until it is drawn or told.
"""

from __future__ import annotations

from typing import Final

from moot.core import Document, Format, Part, Seat
from moot.games.perilous.flow import only_guide
from moot.games.perilous.making import bringing
from moot.games.perilous.pack_reading import BRINGS, holds, read
from moot.games.perilous.packs import RULES, Pack
from moot.games.perilous.state import ALWAYS, State
from moot.games.perilous.terms import PACKAGE
from moot.kit.notebook import shelf
from moot.kit.notebook.documents import as_packs

TOLD: Final = ("gloss", "offence", "requisition", "doing")
"""The kinds of entries that players hear of."""
NAMED: Final = {
    "exchange": "ready-made exchange", "gloss": "line for a temperament", "doing": "doing in camp",
}
"""What kinds of entries are called, where it is not as their list is."""


class TablesLoaded(shelf.PackLoaded[State, Pack], tag="tables-loaded"):
    """Tables of the group's own lie beside ours; players hear of what they may choose from in them."""

    def holds(self) -> tuple[str, ...]:
        return shelf.counts({NAMED.get(kind, kind): len(getattr(self.pack, kind)) for kind in RULES})

    def shown(self) -> Pack:
        return Pack(id=self.pack.id, title=self.pack.title, **{kind: getattr(self.pack, kind) for kind in TOLD})


class TablesDropped(shelf.PackDropped[State], tag="tables-dropped"):
    """Tables of the group's own were taken away."""


class _TablesCommand(shelf.PackCommand[State, Pack]):
    """Tables are the guide's to load and to drop, at any time."""

    when, giver = ALWAYS, only_guide("brings tables, and takes them away", BRINGS)

    @classmethod
    def open(cls, pack: Pack) -> bool:
        return any(getattr(pack, kind) for kind in TOLD)


class LoadTables(shelf.LoadPack[State, Pack], _TablesCommand, tag="load-tables"):
    """Lay tables of your own beside ours; those of the same id go away for them."""

    rules, event, format, package = (BRINGS,), TablesLoaded, "perilous-tables", PACKAGE
    hint = "TOML, like our own tables."
    why = (
        "Complications, encounters, people to talk to, foes and more, before ours wherever one is drawn or chosen. "
        "Players hear only of offences, requisitions, glosses and doings in camp. "
        "Tables of the same id go away for these, and what was taken from them stays."
    )

    @classmethod
    def read(cls, text: str) -> Pack:
        return read(text)


class DropTables(shelf.DropPack[State, Pack], _TablesCommand, tag="drop-tables"):
    """Take tables of your own away; what was taken from them stays."""

    rules, event = (BRINGS,), TablesDropped


OWN_TABLES: Final = Part(LoadTables, DropTables, TablesLoaded, TablesDropped)

FORMATS: Final = {
    **bringing.FORMATS, "perilous-tables": Format("tables of a group’s own", (".toml",), holds),
}
"""The texts that the game reads."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """A player's characters, or the tables that the guide brought, each as a file."""
    return as_packs(state.packs.values()) if seat.guides else bringing.taken_along(state, seat)

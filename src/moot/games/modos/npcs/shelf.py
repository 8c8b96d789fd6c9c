"""Sheets of a group's own: packs laid beside those of the book, and taken away again (MO-X501)."""

from __future__ import annotations

from functools import cache
from typing import Final

from moot.core import Document, Format, Part, Seat
from moot.core.reference import Reference, ReferenceRow
from moot.games.modos.adventures.keeping import desk
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.flow import only_guide
from moot.games.modos.npcs.pack_reading import BRINGS, holds, read
from moot.games.modos.npcs.people import figures
from moot.games.modos.npcs.sheets import PACKS, Pack, Sheet, sheets_of
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import PACKAGE
from moot.kit.notebook import shelf
from moot.kit.notebook.documents import as_packs


class SheetsLoaded(shelf.PackLoaded[State, Pack], tag="sheets-loaded"):
    """Sheets of the group's own lie beside those of the book; players hear of heroes that they may take."""

    def holds(self) -> tuple[str, ...]:
        pack = self.pack
        return shelf.counts({"sheet": len(pack.sheet), "quick build": len(pack.quick), "reskin": len(pack.reskin),
                             "adventure": len(pack.adventure)})

    def shown(self) -> Pack:
        return Pack(id=self.pack.id, title=self.pack.title, sheet=heroes(self.pack))


class SheetsDropped(shelf.PackDropped[State], tag="sheets-dropped"):
    """Sheets of the group's own were taken away."""


def heroes(pack: Pack) -> tuple[Sheet, ...]:
    """The sheets of a pack that players may take."""
    return tuple(sheet for sheet in pack.sheet if sheet.hero)


class _SheetsCommand(shelf.PackCommand[State, Pack]):
    """Sheets are the guide's to load and to drop, at any time."""

    when, giver = ALWAYS, only_guide("brings sheets, and takes them away", BRINGS)

    @classmethod
    def open(cls, pack: Pack) -> bool:
        return bool(heroes(pack))


class LoadSheets(shelf.LoadPack[State, Pack], _SheetsCommand, tag="load-sheets"):
    """Lay sheets of your own beside those of the book; those of the same id go away for them."""

    rules, event, format, package = (BRINGS,), SheetsLoaded, "modos-pack", PACKAGE
    why = (
        "Sheets, traps, quick builds, reskins and adventures, held to what characters are made by. "
        "Players hear only of heroes that they may take. Sheets of the same id go away for these; people stay."
    )

    @classmethod
    def read(cls, text: str) -> Pack:
        return read(text)


class DropSheets(shelf.DropPack[State, Pack], _SheetsCommand, tag="drop-sheets"):
    """Take sheets of your own away; people who came from them stay."""

    rules, event = (BRINGS,), SheetsDropped


SHELF: Final = Part(LoadSheets, DropSheets, SheetsLoaded, SheetsDropped, module="character")

FORMATS: Final = {"modos-pack": Format("sheets and adventures of a group’s own", (".toml",), holds)}
"""The texts that the topic reads."""


def documents(state: State, seat: Seat) -> tuple[Document, ...]:
    """The packs that the guide brought, each as a file, and each adventure on the desk as a pack of its own."""
    return (*as_packs(state.packs.values()), *desk(state)) if seat.guides else ()


# ---------------------------------------------------------------- to leaf through


@cache
def references() -> tuple[Reference, ...]:
    """The sheets of the book, to leaf through: each with its figures, and where print and rules differ (MO-X504)."""
    return tuple(
        Reference(id=f"sheets-{pack.id}", title=pack.title, about=pack.about, rows=tuple(map(_row, sheets_of(pack))))
        for pack in PACKS.values() if not pack.adventure
    )


def _row(sheet: Sheet) -> ReferenceRow:
    perks = (perk.partition(":") for perk in sheet.perks)
    named = (EVERYTHING.perks[row].title if row in EVERYTHING.perks else of for row, _, of in perks)
    notes = (
        f"Level {sheet.level}. {', '.join(figures(sheet))}.",
        *((f"Perks: {', '.join(named)}.",) if sheet.perks else ()),
        *(f"Goal: {goal}" for goal in sheet.goals), *(f"Flaw: {flaw}" for flaw in sheet.flaws),
    )
    return ReferenceRow(mark=sheet.name, text=sheet.concept, notes=notes)

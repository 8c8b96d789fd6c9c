"""Packs of sheets and adventures of a group's own: what is in a text, or a refusal that names line and rule; how they
are laid beside those of the book, and taken away again (MO-X501, MO-X603)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from moot.core import Document, Format, Part, Seat
from moot.core.reference import Reference, ReferenceRow
from moot.games.modos.adventures.keeping import desk
from moot.games.modos.adventures.papers import Printed
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import only_guide
from moot.games.modos.ladder import Die
from moot.games.modos.npcs import sheets
from moot.games.modos.npcs.judging import faults as sheet_faults
from moot.games.modos.npcs.people import figures
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import PACKAGE
from moot.kit.notebook import shelf
from moot.kit.notebook.checks import PackFault, dangling, entries, fault, identified, ids, wording
from moot.kit.notebook.documents import as_packs
from moot.kit.notebook.places import Path
from moot.kit.notebook.reading import PackReader

BRINGS: Final = "MO-X501"
"""The rule by which people that nobody plays are made."""
PEOPLE: Final = {"sheet": "MO-X501", "quick": "MO-X502", "reskin": "MO-X503"}
"""The rule behind each kind of people, by its list."""
ADVENTURE: Final = "MO-X603"


def faults(pack: sheets.Pack) -> Iterator[PackFault]:
    """Everything in a pack that keeps it from being loaded."""
    groups = {kind: entries(((kind,), getattr(pack, kind))) for kind in PEOPLE}
    everybody = [(path, entry.id) for group in groups.values() for path, entry in group]
    printed = (id_ for key, ours in sheets.PACKS.items() for id_ in (key, ours.id))
    yield from wording(pack, BRINGS)
    adventures = entries((("adventure",), pack.adventure))
    yield from ids(pack.id, printed, [everybody, identified(adventures)], BRINGS)
    for path, sheet in groups["sheet"]:
        yield from sheet_faults(sheet, path)
    for path, quick in groups["quick"]:
        yield from _quick(quick, path)
    for path, skin in groups["reskin"]:
        yield from _reskin(pack, skin, path)
    people = {*sheets.OURS, *(f"{pack.id}/{id_}" for _, id_ in everybody)}
    for path, adventure in adventures:
        yield from _adventure(adventure, path, people)


def _adventure(adventure: Printed, path: Path, people: set[str]) -> Iterator[PackFault]:
    """An adventure without places, with ways to nowhere, people whom nobody knows, or what no contest has."""
    places = entries(((*path, "place"), adventure.place))
    if not places:
        yield fault((*path, "place"), "no-places", "an adventure has a place to begin at.", ADVENTURE)
        return
    known = tuple(place.id for _, place in places)
    for found in ids("", (), [identified(places)], ADVENTURE):
        if found.path[:1] != ("id",):
            yield found
    named = [((*path, "start"), adventure.start), *([((*path, "wakes"), adventure.wakes)] if adventure.wakes else [])]
    for where, place in places:
        named += [((*at, "to"), way.to) for at, way in entries(((*where, "way"), place.way))]
        named += [((*where, "instead"), place.instead)] if place.instead else []
        if len({(way.to, way.word) for way in place.way}) < len(place.way):
            yield fault((*where, "way"), "way-twice", "two ways lead to one place by the same word.", ADVENTURE)
        if len({trial.label for trial in place.trial}) < len(place.trial):
            yield fault((*where, "trial"), "trial-twice", "two of these are called the same.", ADVENTURE)
        for at, trial in entries(((*where, "trial"), place.trial)):
            if not CONTEST.difficulty_least <= trial.value <= CONTEST.difficulty_most:
                message = f"{CONTEST.difficulty_least} to {CONTEST.difficulty_most}, not {trial.value}."
                yield fault((*at, "value"), "bad-figure", message, "MO-008")
        ready = [((*where, "people", at), key) for at, key in enumerate(place.people)]
        yield from dangling(ready, sorted(people), "no-such-sheet", "there is no sheet “{}”.", ADVENTURE)
    yield from dangling(named, known, "no-such-place", "there is no place “{}”.", ADVENTURE)


def _quick(quick: sheets.Quick, path: Path) -> Iterator[PackFault]:
    """A quick build with a die that does not exist, more perks than levels, or what no sheet has."""
    for name in ("damage", "guard"):
        try:
            Die.read(getattr(quick.dice, name) or "none")
        except ValueError as error:
            yield fault((*path, "dice", name), "no-such-die", f"{error}.", "MO-209")
            return
    if len(quick.perks) > quick.level:
        yield fault((*path, "perks"), "perks-sum", f"{quick.level} perks at most, one a level.", "MO-113")
    skills = [((*path, "skill"), quick.skill.partition(":")[0])]
    yield from dangling(skills, EVERYTHING.skills, "no-such-skill", "there is no skill “{}”.", "MO-108")
    yield from sheet_faults(sheets.quick_sheet(quick), path, whole=False)


def _reskin(pack: sheets.Pack, skin: sheets.Reskin, path: Path) -> Iterator[PackFault]:
    """A reskin of nobody, or one that swaps what the sheet has not."""
    known = {sheet.id: sheet for sheet in (*pack.sheet, *map(sheets.quick_sheet, pack.quick))} | {**sheets.SHEETS}
    yield from dangling([((*path, "of"), skin.of)], known, "no-such-sheet", "there is no sheet “{}”.", "MO-X503")
    if skin.of not in known:
        return
    swapped = [((*path, "swap", at, "from"), swap.from_) for at, swap in enumerate(skin.swap)]
    yield from dangling(swapped, known[skin.of].points, "no-such-points", "it has no points in “{}”.", "MO-X503")
    for found in sheet_faults(sheets.reskinned(known[skin.of], skin), path, whole=False):
        yield replace(found, path=(*path, "swap"))  # the sheet stands elsewhere, and is right


read: Final = PackReader(
    kind=sheets.Pack, rule=BRINGS, rules={**PEOPLE, "adventure": ADVENTURE},
    value_rules={"scores": "MO-103", "kinds": "MO-X507"}, faults=faults,
).read
"""The pack in a text: the format of `packs/*.toml`, held to the rules. Raises Refused, with line and rule."""


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    pack = read(text)
    named = (f"{kind}: {entry.name}" for kind in PEOPLE for entry in getattr(pack, kind))
    adventures = (f"adventure: {each.title}, {len(each.place)} places" for each in pack.adventure)
    return (f"{pack.title} ({pack.id})", *named, *adventures)


# ---------------------------------------------------------------- on the shelf


class SheetsLoaded(shelf.PackLoaded[State, sheets.Pack], tag="sheets-loaded"):
    """Sheets of the group's own lie beside those of the book; players hear of heroes that they may take."""

    def holds(self) -> tuple[str, ...]:
        pack = self.pack
        return shelf.counts({"sheet": len(pack.sheet), "quick build": len(pack.quick), "reskin": len(pack.reskin),
                             "adventure": len(pack.adventure)})

    def shown(self) -> sheets.Pack:
        return sheets.Pack(id=self.pack.id, title=self.pack.title, sheet=heroes(self.pack))


class SheetsDropped(shelf.PackDropped[State], tag="sheets-dropped"):
    """Sheets of the group's own were taken away."""


def heroes(pack: sheets.Pack) -> tuple[sheets.Sheet, ...]:
    """The sheets of a pack that players may take."""
    return tuple(sheet for sheet in pack.sheet if sheet.hero)


class _SheetsCommand(shelf.PackCommand[State, sheets.Pack]):
    """Sheets are the guide's to load and to drop, at any time."""

    when, giver = ALWAYS, only_guide("brings sheets, and takes them away", BRINGS)

    @classmethod
    def open(cls, pack: sheets.Pack) -> bool:
        return bool(heroes(pack))


class LoadSheets(shelf.LoadPack[State, sheets.Pack], _SheetsCommand, tag="load-sheets"):
    """Lay sheets of your own beside those of the book; those of the same id go away for them."""

    rules, event, format, package = (BRINGS,), SheetsLoaded, "modos-pack", PACKAGE
    why = (
        "Sheets, traps, quick builds, reskins and adventures, held to what characters are made by. "
        "Players hear only of heroes that they may take. Sheets of the same id go away for these; people stay."
    )

    @classmethod
    def read(cls, text: str) -> sheets.Pack:
        return read(text)


class DropSheets(shelf.DropPack[State, sheets.Pack], _SheetsCommand, tag="drop-sheets"):
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
        Reference(f"sheets-{pack.id}", pack.title, pack.about, tuple(map(_row, sheets.sheets_of(pack))))
        for pack in sheets.PACKS.values() if not pack.adventure
    )


def _row(sheet: sheets.Sheet) -> ReferenceRow:
    perks = (perk.partition(":") for perk in sheet.perks)
    named = (EVERYTHING.perks[row].title if row in EVERYTHING.perks else of for row, _, of in perks)
    notes = (
        f"Level {sheet.level}. {', '.join(figures(sheet))}.",
        *((f"Perks: {', '.join(named)}.",) if sheet.perks else ()),
        *(f"Goal: {goal}" for goal in sheet.goals), *(f"Flaw: {flaw}" for flaw in sheet.flaws),
    )
    return ReferenceRow(mark=sheet.name, text=sheet.concept, notes=notes)

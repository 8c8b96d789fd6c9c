"""What a piece of preparation as text was read as, and what its form has that it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from moot.core import Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.packs import SampleNc
from moot.games.swords_edge.papers import FORMS, PaperForm
from moot.games.swords_edge.prep.outline import OUTLINE, Sheet, read
from moot.kit.notebook.outline import passages


def held(text: str) -> tuple[str, ...]:
    """What is in a piece of preparation, a line each, and after that what is missing or was taken as plain text.

    Refuses a text in which nothing says what it is; a table would still keep it, as one plain text (SE-PREP-02).
    """
    head, *rest = passages(text)
    strange = list(OUTLINE.strange(text))
    if len(strange) == len(rest) and not any(line.lower().startswith("form:") for _, line in head.lines):
        says = "Nothing here says what it is: a table would keep it as one plain text."
        allowed = (*(f"form: {form}" for form in get_args(PaperForm)), *(f"## {kind}: …" for kind in OUTLINE.headings))
        raise Refused("nothing-known", says, "SE-PREP-02", allowed=allowed, field="text")
    sheet = read(text)
    notes = (f"Line {at}, taken as a note: “{said}” names no kind, as in “## place: …”." for at, said in strange)
    unread = OUTLINE.unread(text)
    plain = (f"Line {at}, taken as text: “{said}” says nothing that is known here." for at, said in unread)
    missing = (f"Missing: {what} ({FORMS[sheet.form].rule})." for what in (*_missing(sheet), *_strangers(sheet)))
    return (*_found(sheet), *notes, *plain, *missing)


def nc_line(nc: SampleNc) -> str:
    """An NC in a line: `monster: Wolf, good hero, TN 16`."""
    return f"{nc.kind if nc.kind != 'character' else 'NC'}: {nc.name}, {nc.rank} {nc.type}, TN {ladder.tn(nc.rank)}"


def _found(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.form}: {sheet.title}"
    for section in sheet.section:
        yield f"{section.kind}: {section.title}" + (f", {len(section.learn)} to learn" if section.learn else "")
    yield from (f"fight: {fight.place or 'somewhere'}, {len(fight.cast)} named" for fight in sheet.fight)
    yield from (f"part: {part.title}" for part in sheet.part)
    yield from (nc_line(nc) for nc in sheet.nc)


def _missing(sheet: Sheet) -> Iterator[str]:
    """What the form of a piece has and this one has not (SE-PREP-01 to SE-PREP-05)."""
    there = {f"{section.kind}:" for section in sheet.section}
    there |= {name for name in sheet.__struct_fields__ if getattr(sheet, name)}
    told = (section for section in sheet.section if section.kind in ("event", "place"))
    for wanted, what in FORMS[sheet.form].misses:
        if wanted == "learn":
            yield from (what.format(title=section.title) for section in told if not section.learn)
        elif not there.intersection(wanted.split()):
            yield what


def _strangers(sheet: Sheet) -> Iterator[str]:
    """People that a piece names and does not describe: a table that has none of that name leaves them out."""
    fighting = (one.nc for fight in sheet.fight for one in fight.cast)
    named = (*(obstacle.nc for obstacle in sheet.obstacle), *(one.nc for one in sheet.people), *fighting)
    known = {nc.name for nc in sheet.nc}
    yield from (f"“{name}”, who is named, as “## nc: {name}”" for name in dict.fromkeys(named) if name not in known)

"""A small game's kinds of entries, for tests of the notebook: folk, random tables, adventures with difficulties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from moot.kit.notebook.checks import Fault, dangling, entries, identified, ids, wording
from moot.kit.notebook.outline import Heading, Outline, Row, Text, fact, facts, flag, keyed, signed
from moot.kit.notebook.packs import Counted, Entry, LearnedEntry, Pack, PartEntry, SectionEntry
from moot.kit.notebook.reading import PackReader


class Folk(Entry, frozen=True, kw_only=True):
    """Somebody."""

    id: str
    name: str
    mood: Literal["calm", "cross"] = "calm"
    skills: dict[str, int] = msgspec.field(default_factory=dict)
    text: str = ""
    clues: tuple[str, ...] = ()


class RandomTable(Entry, frozen=True, kw_only=True):
    """A table to roll on."""

    id: str
    title: str
    rows: tuple[str, ...] = ()


class Evening(Entry, frozen=True, kw_only=True):
    """A piece of preparation."""

    id: str = ""
    title: str
    premise: str = ""
    difficulty: int = 0
    cast: tuple[str | Counted, ...] = ()
    section: tuple[SectionEntry, ...] = ()
    part: tuple[PartEntry, ...] = ()
    folk: tuple[Folk, ...] = ()


class Inn(Pack, frozen=True, kw_only=True):
    """One file."""

    folk: tuple[Folk, ...] = ()
    table: tuple[RandomTable, ...] = ()
    evening: tuple[Evening, ...] = ()


def faults(inn: Inn) -> Iterator[Fault]:
    """What a pack of the game may not have."""
    folk, evenings = entries((("folk",), inn.folk)), entries((("evening",), inn.evening))
    yield from wording(inn, "IN-1")
    yield from ids(inn.id, ("book",), map(identified, (folk, entries((("table",), inn.table)), evenings)), "IN-1")
    for path, evening in evenings:
        parts = entries(((*path, "part"), evening.part))
        leads = [found for where, part in parts for found in entries(((*where, "leads_to"), part.leads_to))]
        known = [part.id for part in evening.part]
        yield from dangling(leads, known, "no-such-part", "there is no “{}”.", "IN-3")


READER: Final = PackReader(
    kind=Inn,
    rule="IN-1",
    rules={"folk": "IN-2", "evening": "IN-3"},
    value_rules={"mood": "IN-4"},
    faults=faults,
    order=("cross", "calm"),
)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


_FOLK: Final[tuple[Row | Text, ...]] = (
    fact("mood", read=lambda word: word if word in ("calm", "cross") else None),
    *(keyed(skill, "skills", _number, str) for skill in ("brew", "brawl")),
    Text("text", joined=" ", word="note"),
    signed("?", "clues"),
)

OUTLINE: Final = Outline(
    rows=(
        Text("premise", joined=" ", word="premise"),
        fact("difficulty", read=_number, write=str),
        facts("cast", "cast"),
    ),
    headings={
        "place": Heading(
            "section", (Text("text"), signed("?", "learn", lambda what: LearnedEntry(what=what), lambda one: one.what)),
            SectionEntry, says={"kind": "place"},
        ),
        "note": Heading("section", (Text("text"),), SectionEntry, says={"kind": "note"}),
        "part": Heading(
            "part", (Text("text"), facts("leads to", "leads_to"), flag("done")),
            lambda title, **said: PartEntry(id=title, title=title, **said),
        ),
        "folk": Heading("folk", _FOLK, lambda name, **said: Folk(id=name, name=name, **said), title="name"),
    },
    otherwise="note",
    titled=frozenset({"folk"}),
)

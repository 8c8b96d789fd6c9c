"""What packs and papers both have, carried from one to the other: paragraphs and the adventures of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from moot.kit.notebook.names import line
from moot.kit.notebook.packs import PartEntry, SectionEntry
from moot.kit.notebook.papers import Section, Step

E = TypeVar("E", bound=SectionEntry)


def sections(entries: Iterable[SectionEntry], paper: str) -> tuple[Section, ...]:
    """Paragraphs of the paper of that id."""
    made = (msgspec.convert(entry, Section, from_attributes=True) for entry in entries)
    return tuple(replace(section, id=f"{paper}s{number}") for number, section in enumerate(made, 1))


def section_entries(found: Iterable[Section], kind: type[E]) -> tuple[E, ...]:
    """Paragraphs as entries of the game's own type."""
    plain = (replace(section, id="", title=line(section.title)) for section in found)
    return tuple(msgspec.convert(section, kind, from_attributes=True) for section in plain)


def steps(entries: Iterable[PartEntry], paper: str, papers: Mapping[str, str]) -> tuple[Step, ...]:
    """Adventures of the paper of that id; `papers` are the ids of papers by what entries call them.

    Of several entries of one id the last counts; leads to nothing are left out.
    """
    known = {part.id: part for part in entries}
    ids = {part: f"{paper}p{number}" for number, part in enumerate(known, 1)}
    return tuple(
        Step(
            id=ids[part.id],
            title=part.title,
            text=part.text,
            paper=papers.get(part.adventure, ""),
            spotlight=part.spotlight,
            leads_to=called(part.leads_to, ids),
            done=part.done,
        )
        for part in known.values()
    )


def part_entries(found: Iterable[Step], papers: Mapping[str, str]) -> tuple[PartEntry, ...]:
    """Adventures as entries; `papers` are what entries call papers, by their ids."""
    parts = {part.id: part for part in found}
    ids = {part: f"part-{number}" for number, part in enumerate(parts, 1)}
    return tuple(
        PartEntry(
            id=ids[part.id],
            title=line(part.title),
            text=part.text,
            adventure=papers.get(part.paper, ""),
            spotlight=part.spotlight,
            leads_to=called(part.leads_to, ids),
            done=part.done,
        )
        for part in parts.values()
    )


def called(ids: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """These things by another name, each once; what has none is left out."""
    return tuple(dict.fromkeys(names[id_] for id_ in ids if id_ in names))

"""What is prepared at a table: papers with headed paragraphs, and campaigns as graphs of adventures. Both are carried
from the entries of a pack into a paper and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Self, TypeVar

import msgspec
from msgspec.structs import replace

from moot.kit.graph import Graph, Node, layered
from moot.kit.notebook.names import line
from moot.kit.notebook.packs import SectionEntry, StepEntry

E = TypeVar("E", bound=SectionEntry)


class Learnable(msgspec.Struct, frozen=True):
    """Something that can be learned: what, from whom, how fast."""

    what: str
    source: str = ""
    when: str = ""


class Section(msgspec.Struct, frozen=True):
    """A headed paragraph; `kind` is the game's word for what it tells of."""

    id: str
    kind: str
    title: str
    text: str = ""
    learn: tuple[Learnable, ...] = ()


class CampaignStep(msgspec.Struct, frozen=True):
    """One adventure of a campaign: the paper it is prepared as, whose spotlight it is, and what it leads to by id."""

    id: str
    title: str
    text: str = ""
    paper: str = ""
    spotlight: str = ""
    leads_to: tuple[str, ...] = ()
    done: bool = False


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of preparation; a game adds fields of its own. NCs and other papers are named by id.

    `form` is the game's word for what it is. `parts` are a campaign's, `scenes` the papers that it is made of.
    """

    id: str
    form: str
    title: str
    premise: str = ""
    sections: tuple[Section, ...] = ()
    cast: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    parts: tuple[CampaignStep, ...] = ()
    played: bool = False

    def with_section(self, kind: str, title: str, text: str) -> Self:
        """With another paragraph at the end."""
        section = Section(_free(f"{self.id}s", self.sections), kind, title, text)
        return replace(self, sections=(*self.sections, section))

    def without_section(self, id_: str) -> Self:
        """Without one of its paragraphs."""
        return replace(self, sections=tuple(section for section in self.sections if section.id != id_))

    def with_learned(self, section: str, learned: Learnable) -> Self:
        """With something more to learn in one of its paragraphs."""
        found = (replace(one, learn=(*one.learn, learned)) if one.id == section else one for one in self.sections)
        return replace(self, sections=tuple(found))

    def with_part(self, part: CampaignStep, after: Iterable[str]) -> Self:
        """With another adventure, to which those of `after` lead; it gets its id here."""
        id_, before = _free(f"{self.id}p", self.parts), frozenset(after)
        led = (replace(one, leads_to=(*one.leads_to, id_)) if one.id in before else one for one in self.parts)
        return replace(self, parts=(*led, replace(part, id=id_)))

    def finished(self, part: str) -> Self:
        """With one of its adventures played."""
        return replace(self, parts=tuple(replace(one, done=True) if one.id == part else one for one in self.parts))


def _free(stem: str, taken: Sequence[Section | CampaignStep]) -> str:
    """The first id of this stem, from the count on, that is not taken."""
    used = {one.id for one in taken}
    return next(id_ for number in count(len(taken) + 1) if (id_ := f"{stem}{number}") not in used)


def ready(parts: Iterable[CampaignStep]) -> frozenset[str]:
    """The adventures that can be played now: not played, and led to by one that is, or by none."""
    every = tuple(parts)
    before: dict[str, list[bool]] = {}
    for part in every:
        for other in part.leads_to:
            before.setdefault(other, []).append(part.done)
    return frozenset(part.id for part in every if not part.done and any(before.get(part.id, (True,))))


def picture(parts: Iterable[CampaignStep]) -> Graph:
    """A campaign as a graph, each adventure `done`, `open` or for `later`."""
    every = tuple(parts)
    now = ready(every)
    standing = {part.id: "done" if part.done else "open" if part.id in now else "later" for part in every}
    return layered([Node(part.id, part.title, part.leads_to, standing[part.id]) for part in every])


# ---------------------------------------------------------------- from a pack, and into one


def sections(entries: Iterable[SectionEntry], paper: str) -> tuple[Section, ...]:
    """Paragraphs of the paper of that id."""
    made = (msgspec.convert(entry, Section, from_attributes=True) for entry in entries)
    return tuple(replace(section, id=f"{paper}s{number}") for number, section in enumerate(made, 1))


def section_entries(found: Iterable[Section], kind: type[E]) -> tuple[E, ...]:
    """Paragraphs as entries of the game's own type."""
    plain = (replace(section, id="", title=line(section.title)) for section in found)
    return tuple(msgspec.convert(section, kind, from_attributes=True) for section in plain)


def steps(entries: Iterable[StepEntry], paper: str, papers: Mapping[str, str]) -> tuple[CampaignStep, ...]:
    """Adventures of the paper of that id; `papers` are the ids of papers by what entries call them.

    Of several entries of one id the last counts; leads to nothing are left out.
    """
    known = {part.id: part for part in entries}
    ids = {part: f"{paper}p{number}" for number, part in enumerate(known, 1)}
    return tuple(CampaignStep(**_carried(part, ids), paper=papers.get(part.adventure, "")) for part in known.values())


def step_entries(found: Iterable[CampaignStep], papers: Mapping[str, str]) -> tuple[StepEntry, ...]:
    """Adventures as entries; `papers` are what entries call papers, by their ids."""
    parts = {part.id: replace(part, title=line(part.title)) for part in found}
    ids = {part: f"part-{number}" for number, part in enumerate(parts, 1)}
    return tuple(StepEntry(**_carried(part, ids), adventure=papers.get(part.paper, "")) for part in parts.values())


def _carried(part: CampaignStep | StepEntry, ids: Mapping[str, str]) -> dict[str, Any]:
    """What an adventure and an entry both have, under other ids."""
    both = {name: getattr(part, name) for name in ("title", "text", "spotlight", "done")}
    return both | {"id": ids[part.id], "leads_to": called(part.leads_to, ids)}


def called(ids: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """These things by another name, each once; what has none is left out."""
    return tuple(dict.fromkeys(names[id_] for id_ in ids if id_ in names))

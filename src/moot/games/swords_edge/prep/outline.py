"""A piece of preparation, and everyone in it, as plain text with headings: what its lines mean, and what it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, get_args

import msgspec
from msgspec import structs

from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.figures import NC_KINDS, PATTERNS, NcKind, NcType, Rank
from moot.games.swords_edge.papers import FORMS, Paper, PaperForm, SectionKind
from moot.games.swords_edge.prep.transfer import nc_entry, piece_of
from moot.games.swords_edge.state import State
from moot.kit.notebook.forms import doubts, needs_form
from moot.kit.notebook.names import flat
from moot.kit.notebook.outline import (
    PART,
    SECTION,
    Fields,
    Heading,
    LineKind,
    Outline,
    Text,
    fact,
    facts,
    keyed,
    signed,
)
from moot.kit.notebook.packs import Counted

_STAT: Final = re.compile(rf"^({'|'.join(ladder.ORDER)}) ({'|'.join(PATTERNS)})(?:, ({'|'.join(NC_KINDS)}))?$")
_QUALITY: Final = re.compile(r"^(.*?)\s*\(([^()]*)\)$")


class OutlineSheet(packs.SamplePiece, frozen=True, kw_only=True):
    """A piece that stands alone, as text does: with its form and its people. What it names it names by its name."""

    id: str = ""
    form: PaperForm = "one-pager"
    nc: tuple[packs.SampleNc, ...] = ()

    @property
    def piece(self) -> packs.Piece:
        """It, as a pack would have it."""
        return packs.Piece(self.form, self)


def _stat(line: str) -> Fields | None:
    """`average regular, monster`: Rank and type, and perhaps what it is."""
    if found := _STAT.match(line.lower()):
        kind = {"kind": msgspec.convert(found[3], NcKind)} if found[3] else {}
        return {"rank": msgspec.convert(found[1], Rank), "type": msgspec.convert(found[2], NcType), **kind}
    return None


def _quality(text: str) -> packs.Words:
    """A Quality in words: `Stealth (good, cunning)`; without a Rank it is Good."""
    found = _QUALITY.match(text)
    name, said = (found[1], [word.strip() for word in found[2].split(",")]) if found else (text, [])
    return packs.Words(
        name=name or text,
        rank=next((msgspec.convert(word, Rank) for word in said if word in ladder.ORDER and word != "mythic"), "good"),
        trait=next((ladder.as_trait(word) for word in said if word in ladder.TRAITS), ""),
        use="momentum" if "momentum" in said else "action" if "action" in said else "",
    )


def _flaw(text: str) -> packs.FlawWords:
    quality = _quality(text)
    return packs.FlawWords(name=quality.name, rank=quality.rank)


def _in_words(quality: packs.Words | packs.FlawWords) -> str:
    said = (quality.rank, quality.trait, quality.use) if isinstance(quality, packs.Words) else (quality.rank,)
    return f"{flat(quality.name)} ({', '.join(filter(None, said))})"


def _trait_rank(value: str) -> Rank | None:
    return msgspec.convert(value, Rank) if value in ladder.ORDER else None


def _nc(name: str, **said: Any) -> packs.SampleNc:
    return packs.SampleNc(**{"id": name, "name": name, "type": "minion", "rank": "average", **said})


_NC: Final[tuple[LineKind | Text, ...]] = (
    LineKind((), _stat, lambda nc: [f"{nc.rank} {nc.type}, {nc.kind}"]),
    fact("concept", read=_quality, write=_in_words),
    *(keyed(trait, "traits", _trait_rank) for trait in ladder.TRAITS),
    facts("element", "elements", _quality, _in_words),
    fact("flaw", read=_flaw, write=_in_words),
    Text("text", joined=" ", word="note"),
    signed("?", "clues"),
    fact("without dice", "without_dice"),
)


def _story(sheet: OutlineSheet) -> Iterator[str]:
    if sheet.form == "campaign":
        yield f"story: {sheet.kind}"


_HEAD: Final[tuple[LineKind | Text, ...]] = (
    fact("form", read=lambda value: value if value in get_args(PaperForm) else None),
    Text("premise", joined=" ", word="premise"),
    fact("stakes"),
    fact("goal"),
    replace(fact("story", "kind", lambda value: "one-story" if value == "one-story" else "stand-alone"), writes=_story),
    fact("assumes"),
    fact("otherwise"),
    facts("obstacle", "obstacle", lambda name: packs.SampleObstacle(nc=name), lambda obstacle: flat(obstacle.nc)),
    facts("cast", "cast", write=lambda one: flat(one.nc if isinstance(one, Counted) else one)),
    facts("scene", "scene"),
    facts("after", "aftermath"),
)
_FIGHT: Final = (
    facts("with", "cast", lambda name: Counted(nc=name), lambda one: flat(one.nc)),
    Text("text"),
    fact("defeat", "on_defeat"),
)

OUTLINE: Final = Outline(
    rows=_HEAD,
    headings={
        **{it: Heading("section", SECTION, packs.SampleSection, says={"kind": it}) for it in get_args(SectionKind)},
        "fight": Heading("fight", _FIGHT, lambda cast=(), **said: packs.SampleFight(cast=cast, **said), title="place"),
        "part": PART,
        "nc": Heading("nc", _NC, _nc, title="name"),
    },
    otherwise="note",
    titled=frozenset({"nc"}),
)
"""What lines and headings mean: `## place: The Mill`."""


def read(text: str) -> OutlineSheet:
    """The piece in `text`. Never fails: a first line that is no heading is the title all the same. Of several NCs of
    one name the last is the one that is meant by it."""
    sheet = OutlineSheet(**OUTLINE.read(text))
    names = [nc.name for nc in sheet.nc]
    people = (
        structs.replace(nc, id=f"{nc.name}\n{at}") if nc.name in names[at + 1 :] else nc
        for at, nc in enumerate(sheet.nc)
    )
    return structs.replace(sheet, nc=tuple(people))


def written(state: State, paper: Paper) -> str:
    """A piece of preparation, and everyone in it, as text (SE-PREP-01 to SE-PREP-05)."""
    papers = {other.id: other.title for other in state.papers.values()}
    piece = piece_of(paper, "", papers, {nc.id: nc.name for nc in state.ncs.values()})
    titles = {part.id: part.title for part in piece.part}
    leads = (tuple(titles[other] for other in part.leads_to) for part in piece.part)
    parts = tuple(structs.replace(part, leads_to=to) for part, to in zip(piece.part, leads, strict=True))
    people = tuple(nc_entry(state.ncs[nc], nc, state.ncs[nc].name) for nc in paper.people if nc in state.ncs)
    fields = {name: getattr(piece, name) for name in piece.__struct_fields__} | {"part": parts}
    return OUTLINE.write(OutlineSheet(**fields, form=paper.form, nc=people))


def held(text: str) -> tuple[str, ...]:
    """What is in a piece of preparation, a line each, and after that what was taken as plain text or is missing
    (SE-PREP-01 to SE-PREP-05). Refuses a text in which nothing says what it is."""
    needs_form(text, OUTLINE, get_args(PaperForm), "SE-PREP-02")
    sheet = read(text)
    form = FORMS[sheet.form]
    missing = (f"Missing: {what} ({form.rule})." for what in (*form.lacking(sheet), *_strangers(sheet)))
    return (*_found(sheet), *doubts(text, OUTLINE), *missing)


def nc_line(nc: packs.SampleNc) -> str:
    """An NC in a line: `monster: Wolf, good hero, TN 16`."""
    return f"{NC_KINDS[nc.kind].called}: {nc.name}, {nc.rank} {nc.type}, TN {ladder.tn(nc.rank)}"


def _found(sheet: OutlineSheet) -> Iterator[str]:
    yield f"{sheet.form}: {sheet.title}"
    for section in sheet.section:
        yield f"{section.kind}: {section.title}" + (f", {len(section.learn)} to learn" if section.learn else "")
    yield from (f"fight: {fight.place or 'somewhere'}, {len(fight.cast)} named" for fight in sheet.fight)
    yield from (f"part: {part.title}" for part in sheet.part)
    yield from (nc_line(nc) for nc in sheet.nc)


def _strangers(sheet: OutlineSheet) -> Iterator[str]:
    """People that a piece names and does not describe: a table that has none of that name leaves them out."""
    fighting = (one.nc for fight in sheet.fight for one in fight.cast)
    named = (*(obstacle.nc for obstacle in sheet.obstacle), *(one.nc for one in sheet.people), *fighting)
    known = {nc.name for nc in sheet.nc}
    yield from (f"“{name}”, who is named, as “## nc: {name}”" for name in dict.fromkeys(named) if name not in known)

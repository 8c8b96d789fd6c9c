"""Packs written out: one on the shelf as it is, or everything that the GM has built and prepared as a new one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
import tomli_w
from msgspec.structs import replace

from moot.core.blanks import LONGEST_LINE
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.own.squads import squads
from moot.games.swords_edge.packs import (
    Counted,
    FlawWords,
    LearnedWords,
    Pack,
    SampleFight,
    SampleNc,
    SampleObstacle,
    SamplePart,
    SamplePiece,
    SampleSection,
    Words,
)
from moot.games.swords_edge.paper import Fight, Form, Paper, Section, Step
from moot.games.swords_edge.prep.writing import flat
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of

EVERYTHING: Final = "carried-over"
"""The id of the pack that holds what a table has built and prepared."""

_TEXT_FIRST: Final[frozenset[Form]] = frozenset({"premise", "scene"})
"""Forms that open with `text`; the others do with `premise`."""


def written(pack: Pack) -> str:
    """A pack as TOML, which reads as the same pack."""
    return tomli_w.dumps(msgspec.to_builtins(pack), multiline_strings=True)


def carried(state: State) -> Pack:
    """Every NC and every piece of preparation of the table, as they are before anybody meets them.

    A squad is one NC. What was done to NCs in play, which clues are known and what is played stay behind.
    """
    squad = squads(state)
    entries = [_leading(nc, squad) for nc in state.ncs.values() if squad.get(nc.id, nc.id) == nc.id]
    ids = _ids((nc.id, nc.name, "nc") for nc in entries)
    ncs = {nc: ids[squad.get(nc, nc)] for nc in state.ncs}
    papers = _ids((paper.id, paper.title, paper.form) for paper in state.papers.values())

    def of(form: Form) -> tuple[SamplePiece, ...]:
        return tuple(_piece(paper, papers, ncs) for paper in state.papers.values() if paper.form == form)

    return Pack(
        id=EVERYTHING,
        title="Carried over",
        about="What a table had built and prepared. Give it an id and a title of its own to keep it beside others.",
        nc=tuple(_nc(nc, ncs[nc.id]) for nc in entries),
        premise=of("premise"),
        one_pager=of("one-pager"),
        scene=of("scene"),
        module=of("module"),
        campaign=of("campaign"),
    )


def _leading(nc: NC, squad: Mapping[str, str]) -> NC:
    """An NC under the name of its squad, if it is the first of one."""
    return replace(nc, name=kind_of(nc.name)) if nc.id in squad else nc


def _line(text: str) -> str:
    """A name or a title as a pack may have it."""
    return flat(text)[:LONGEST_LINE].strip() or "Untitled"


def _rank(rank: Rank) -> Rank:
    """The Rank of a Quality; what is more than anybody has counts as the highest (SE-RANK-04, SE-RD-20)."""
    return ladder.TOP if rank == "mythic" else rank


def slug(text: str) -> str:
    """A text as an id: small letters, digits and hyphens; empty if nothing of it can be written so."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")


def _ids(named: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """An id for each thing in a pack, by its id at the table: after its name, or else after what it is."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for id_, name, otherwise in named:
        first = slug(name) or otherwise
        made, number = first, 1
        while made in used:
            number += 1
            made = f"{first}-{number}"
        used.add(made)
        found[id_] = made
    return found


def _nc(nc: NC, id_: str) -> SampleNc:
    return SampleNc(
        id=id_,
        name=_line(nc.name),
        kind=nc.kind,
        type=nc.type,
        rank=nc.rank,
        text=nc.notes,
        concept=_words(nc.concept) if nc.concept else None,
        traits={trait: _rank(nc.traits[trait]) for trait in ladder.TRAITS if trait in nc.traits},
        elements=tuple(_words(element) for element in nc.elements),
        flaw=FlawWords(name=_line(nc.flaw.name), rank=_rank(nc.flaw.rank)) if nc.flaw else None,
        clues=tuple(clue.text for clue in nc.clues),
        without_dice=nc.without_dice,
    )


def _words(quality: NcQuality) -> Words:
    return Words(name=_line(quality.name), rank=_rank(quality.rank), trait=quality.trait, use=quality.use)


def _piece(paper: Paper, papers: dict[str, str], ncs: dict[str, str]) -> SamplePiece:
    parts = {part.id: f"part-{at}" for at, part in enumerate(paper.parts, 1)}
    return SamplePiece(
        id=papers[paper.id],
        title=_line(paper.title),
        text=paper.premise if paper.form in _TEXT_FIRST else "",
        premise="" if paper.form in _TEXT_FIRST else paper.premise,
        stakes=paper.stakes,
        goal=paper.goal,
        kind=paper.story,
        assumes=paper.assumes,
        otherwise=paper.otherwise,
        cast=tuple(one if one.count > 1 else one.nc for one in _counted(paper.cast, ncs)),
        section=tuple(_section(section) for section in paper.sections),
        obstacle=tuple(SampleObstacle(nc=nc) for nc in _known(paper.obstacles, ncs)),
        fight=tuple(_fight(fight, ncs) for fight in paper.fights),
        aftermath=paper.aftermath,
        scene=_known(paper.scenes, papers) if paper.form == "module" else (),
        part=tuple(_part(paper, part, parts, papers) for part in paper.parts),
    )


def _known(ids: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names[id_] for id_ in ids if id_ in names))


def _counted(ids: Iterable[str], names: dict[str, str]) -> tuple[Counted, ...]:
    """So many of each, in the order of the first."""
    many = Counter(names[id_] for id_ in dict.fromkeys(ids) if id_ in names)
    return tuple(Counted(nc=nc, count=count) for nc, count in many.items())


def _section(section: Section) -> SampleSection:
    learn = tuple(LearnedWords(what=one.what, source=one.source, when=one.when) for one in section.learn)
    return SampleSection(title=_line(section.title), kind=section.kind, text=section.text, learn=learn)


def _fight(fight: Fight, ncs: dict[str, str]) -> SampleFight:
    return SampleFight(cast=_counted(fight.cast, ncs), place=fight.place, text=fight.text, on_defeat=fight.on_defeat)


def _part(paper: Paper, part: Step, parts: dict[str, str], papers: dict[str, str]) -> SamplePart:
    return SamplePart(
        id=parts[part.id],
        title=_line(part.title),
        text=part.text,
        adventure=papers.get(part.paper, "") if paper.form == "campaign" else "",
        spotlight=part.spotlight,
        leads_to=_known(part.leads_to, parts),
    )

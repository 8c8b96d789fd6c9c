"""What a table has prepared as entries of a pack: everything, or one piece with everyone in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.figures.dice import Rank
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.papers import FORMS, IN_PRINT, Fight, Paper, PaperForm
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of
from moot.kit.notebook.names import line, slugs
from moot.kit.notebook.squads import squads, tally
from moot.kit.notebook.transfer import called, part_entries, section_entries

EVERYTHING: Final = "carried-over"
"""The id of the pack that holds what a table has built and prepared."""

_TEXT_FIRST: Final[frozenset[PaperForm]] = frozenset({"premise", "scene"})
"""Forms that open with `text`; the others do with `premise`."""


def carried(state: State) -> packs.Pack:
    """Every NC and every piece of preparation of the table, as they are before anybody meets them.

    A squad is one NC. What was done to NCs in play, which clues are known and what is played stay behind.
    """
    squad = _squads(state)
    entries = [nc for nc in state.ncs.values() if squad.get(nc.id, nc.id) == nc.id]
    names = {nc.id: kind_of(nc.name) if nc.id in squad else nc.name for nc in entries}
    ids = slugs((nc.id, names[nc.id], "nc") for nc in entries)
    ncs = {nc: ids[squad.get(nc, nc)] for nc in state.ncs}
    papers = slugs((paper.id, paper.title, paper.form) for paper in state.papers.values())
    pieces: dict[str, Any] = {
        packs.listed_as(form): tuple(
            _in_pack(piece_of(paper, papers[paper.id], papers, ncs), paper)
            for paper in state.papers.values()
            if paper.form == form
        )
        for form in FORMS
    }
    return packs.Pack(
        id=EVERYTHING,
        title="Carried over",
        about="What a table had built and prepared. Give it an id and a title of its own to keep it beside others.",
        nc=tuple(nc_entry(nc, ids[nc.id], names[nc.id]) for nc in entries),
        **pieces,
    )


def _squads(state: State) -> dict[str, str]:
    """The first of its squad for each NC of one; what is an obstacle anywhere is always an entry of its own."""
    alone = {kind_of(state.named(nc)) for paper in state.papers.values() for nc in paper.obstacles}
    lists = ((paper.cast, *(fight.cast for fight in paper.fights)) for paper in state.papers.values())

    def alike(nc: NC) -> object:
        single = nc.kind == "obstacle" or kind_of(nc.name) in alone
        return None if single else msgspec.json.encode(nc_entry(nc, "", kind_of(nc.name)))

    return squads(state.ncs.values(), alike, lists)


def _in_pack(piece: packs.SamplePiece, paper: Paper) -> packs.SamplePiece:
    """A piece as people write it in a pack: each form opens in its way, and only a campaign has adventures."""
    if paper.form in _TEXT_FIRST:
        piece = replace(piece, text=piece.premise, premise="")
    return replace(
        piece,
        scene=piece.scene if paper.form == "module" else (),
        part=tuple(
            replace(part, done=False, adventure=part.adventure if paper.form == "campaign" else "")
            for part in piece.part
        ),
    )


def piece_of(paper: Paper, id_: str, papers: Mapping[str, str], ncs: Mapping[str, str]) -> packs.SamplePiece:
    """A paper as an entry; `papers` and `ncs` are what other papers and NCs are called there, by their ids."""
    return packs.SamplePiece(
        id=id_,
        title=line(paper.title),
        premise=paper.premise,
        kind=paper.story,
        cast=tuple(one if one.count > 1 else one.nc for one in tally(paper.cast, ncs)),
        section=section_entries(paper.sections, packs.SampleSection),
        obstacle=tuple(packs.SampleObstacle(nc=nc) for nc in called(paper.obstacles, ncs)),
        fight=tuple(_fight(fight, ncs) for fight in paper.fights),
        scene=called(paper.scenes, papers),
        part=part_entries(paper.parts, papers),
        **{name: getattr(paper, name) for name in IN_PRINT},
    )


def _fight(fight: Fight, ncs: Mapping[str, str]) -> packs.SampleFight:
    return packs.SampleFight(cast=tally(fight.cast, ncs), place=fight.place, text=fight.text, on_defeat=fight.on_defeat)


def nc_entry(nc: NC, id_: str, name: str) -> packs.SampleNc:
    """An NC as an entry, as it was before anybody met it."""
    return packs.SampleNc(
        id=id_,
        name=line(name),
        kind=nc.kind,
        type=nc.type,
        rank=nc.rank,
        text=nc.notes,
        concept=_words(nc.concept) if nc.concept else None,
        traits={trait: _rank(nc.traits[trait]) for trait in ladder.TRAITS if trait in nc.traits},
        elements=tuple(_words(element) for element in nc.elements),
        flaw=packs.FlawWords(name=line(nc.flaw.name), rank=_rank(nc.flaw.rank)) if nc.flaw else None,
        clues=tuple(clue.text for clue in nc.clues),
        without_dice=nc.without_dice,
    )


def _rank(rank: Rank) -> Rank:
    """The Rank of a Quality; what is more than anybody has counts as the highest (SE-RANK-04, SE-RD-20)."""
    return ladder.TOP if rank == "mythic" else rank


def _words(quality: NcQuality) -> packs.Words:
    return packs.Words(name=line(quality.name), rank=_rank(quality.rank), trait=quality.trait, use=quality.use)

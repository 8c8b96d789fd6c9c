"""Preparation between a table and a pack: a piece taken in with all that it names, and what a table has as entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.core import Part, Play
from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.cast.building import make
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.library import nc_of
from moot.games.swords_edge.nc import NC, Clue, NcQuality
from moot.games.swords_edge.packs import Piece, SampleNc, SampleObstacle
from moot.games.swords_edge.papers import FORMS, IN_PRINT, Paper, PaperFight, PaperForm
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of
from moot.kit.notebook import keeping
from moot.kit.notebook.names import line, slugs
from moot.kit.notebook.packs import Counted
from moot.kit.notebook.papers import called, section_entries, sections, step_entries, steps
from moot.kit.notebook.squads import Roster, squads, tally


class PaperWritten(keeping.PaperWritten[State, Paper], tag="paper-written"):
    """A new piece of preparation."""

    def called(self) -> str:
        return FORMS[self.paper.form].called


class PaperChanged(keeping.PaperChanged[State, Paper], tag="paper-changed"):
    """A piece of preparation as it stands now."""


class PaperDropped(keeping.PaperDropped[State], tag="paper-dropped"):
    """A piece was thrown away."""


PAPERS: Final = Part[State](PaperWritten, PaperChanged, PaperDropped)


def adopt(
    play: Play[State], piece: Piece, ncs: Iterable[SampleNc], others: Mapping[str, Piece], *, everyone: bool = False
) -> str:
    """Take a piece in, with the NCs among `ncs` that it names, and first what it names among `others`; gives its id.

    What it names and nothing brings is looked for at the table by its name, and left out if it is not there either.
    `everyone`: all of `ncs` come along, named or not.
    """
    form, printed = piece
    papers = {paper.title: paper.id for paper in play.state.papers.values()}
    for id_ in (*printed.scene, *(part.adventure for part in printed.part)):
        if id_ in others:
            papers[id_] = _there(play.state, others[id_]) or adopt(play, others[id_], ncs, others)
    models = {nc.id: nc for nc in ncs}
    fighting = (counted for fight in printed.fight for counted in fight.cast)
    roster = Roster(models.values(), (*printed.people, *fighting))
    if everyone:
        for nc in models:
            roster.call(nc)
    obstacles = {roster.call(obstacle.nc)[0]: obstacle for obstacle in printed.obstacle}
    cast = _keys(roster, printed.people)
    fights = [(_keys(roster, fight.cast), fight) for fight in printed.fight]
    new = [_as_met(nc_of(models[nc], "", name), obstacles.get(key)) for key, (nc, name) in roster.made.items()]
    made = make(play, new, ("SE-NC-01",)) if new else ()
    ids = {nc.name: nc.id for nc in play.state.ncs.values()}
    ids |= {key: nc.id for key, nc in zip(roster.made, made, strict=True)}

    id_ = play.hidden_id({*play.state.papers, *play.state.ncs})
    paper = Paper(
        id=id_, form=form, title=printed.called, premise=printed.premise or printed.text, story=printed.kind,
        sections=sections(printed.section, id_), cast=called(cast, ids), obstacles=called(obstacles, ids),
        fights=tuple(PaperFight(called(keys, ids), fight.place, fight.text, fight.on_defeat) for keys, fight in fights),
        parts=steps(printed.part, id_, papers), scenes=called(printed.scene, papers),
        **{name: getattr(printed, name) for name in IN_PRINT},
    )
    play.record(PaperWritten(paper=paper))
    return id_


def _there(state: State, piece: Piece) -> str:
    """The id of a paper that is this piece already; empty without one."""
    same = (piece.form, piece.piece.called)
    return next((paper.id for paper in state.papers.values() if (paper.form, paper.title) == same), "")


def _keys(roster: Roster, some: Iterable[Counted]) -> tuple[str, ...]:
    return tuple(key for one in some for key in roster.call(one.nc, one.count))


def _as_met(nc: NC, obstacle: SampleObstacle | None) -> NC:
    """An NC with what this piece says of it, if it is an obstacle here."""
    if obstacle is None:
        return nc
    return replace(
        nc,
        notes=" ".join(note for note in (nc.notes, obstacle.text, obstacle.spare) if note),
        clues=tuple(Clue(text) for text in obstacle.clues) or nc.clues,
        without_dice=obstacle.without_dice or nc.without_dice,
    )


EVERYTHING: Final = "carried-over"
"""The id of the pack that holds what a table has built and prepared."""

_TEXT_FIRST: Final[frozenset[PaperForm]] = frozenset({"premise", "scene"})
"""Forms that open with `text`; the others do with `premise`."""


def carried(state: State) -> packs.Pack:
    """Every NC and every piece of preparation of the table, as they are before anybody meets them. A squad is one NC.
    What was done to NCs in play, which clues are known and what is played stay behind."""
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
        single = nc.kind_row.thing or kind_of(nc.name) in alone
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
        id=id_, title=line(paper.title), premise=paper.premise, kind=paper.story,
        cast=tuple(one if one.count > 1 else one.nc for one in tally(paper.cast, ncs)),
        section=section_entries(paper.sections, packs.SampleSection),
        obstacle=tuple(packs.SampleObstacle(nc=nc) for nc in called(paper.obstacles, ncs)),
        fight=tuple(
            packs.SampleFight(cast=tally(one.cast, ncs), place=one.place, text=one.text, on_defeat=one.on_defeat)
            for one in paper.fights
        ),
        scene=called(paper.scenes, papers), part=step_entries(paper.parts, papers),
        **{name: getattr(paper, name) for name in IN_PRINT},
    )


def nc_entry(nc: NC, id_: str, name: str) -> packs.SampleNc:
    """An NC as an entry, as it was before anybody met it."""
    return packs.SampleNc(
        id=id_, name=line(name), kind=nc.kind, type=nc.type, rank=nc.rank, text=nc.notes,
        concept=_words(nc.concept) if nc.concept else None,
        traits={trait: _rank(nc.traits[trait]) for trait in ladder.TRAITS if trait in nc.traits},
        elements=tuple(_words(element) for element in nc.elements),
        flaw=packs.FlawWords(name=line(nc.flaw.name), rank=_rank(nc.flaw.rank)) if nc.flaw else None,
        clues=tuple(clue.text for clue in nc.clues), without_dice=nc.without_dice,
    )


def _rank(rank: Rank) -> Rank:
    """The Rank of a Quality; what is more than anybody has counts as the highest (SE-RANK-04, SE-RD-20)."""
    return ladder.TOP if rank == "mythic" else rank


def _words(quality: NcQuality) -> packs.Words:
    return packs.Words(name=line(quality.name), rank=_rank(quality.rank), trait=quality.trait, use=quality.use)

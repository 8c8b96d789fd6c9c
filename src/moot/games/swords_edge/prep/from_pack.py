"""A piece of a pack taken in at a table: its people come first, then the pieces it names, then the paper itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from moot.core import Play
from moot.games.swords_edge.cast.building import make
from moot.games.swords_edge.nc import NC, Clue
from moot.games.swords_edge.packs import Piece, SampleNc, SampleObstacle, SamplePiece
from moot.games.swords_edge.papers import Fight, Paper
from moot.games.swords_edge.prep.kept import PaperWritten
from moot.games.swords_edge.samples import nc_of
from moot.games.swords_edge.state import State
from moot.kit.notebook.packs import Counted, PartEntry, SectionEntry
from moot.kit.notebook.papers import Section, Step
from moot.kit.notebook.squads import Roster


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
    cast = _called(roster, printed.people)
    fights = [(_called(roster, fight.cast), fight) for fight in printed.fight]
    new = [_as_met(nc_of(models[nc], "", name), obstacles.get(key)) for key, (nc, name) in roster.made.items()]
    made = make(play, new, ("SE-NC-01",)) if new else ()
    ids = {nc.name: nc.id for nc in play.state.ncs.values()}
    ids |= {key: nc.id for key, nc in zip(roster.made, made, strict=True)}

    def known(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(ids[key] for key in keys if key in ids))

    id_ = play.hidden_id({*play.state.papers, *play.state.ncs})
    paper = Paper(
        id=id_,
        form=form,
        title=printed.called,
        premise=printed.premise or printed.text,
        stakes=printed.stakes,
        sections=tuple(_section(section, f"{id_}s{at}") for at, section in enumerate(printed.section, 1)),
        cast=known(cast),
        assumes=printed.assumes,
        otherwise=printed.otherwise,
        obstacles=known(obstacles),
        fights=tuple(Fight(known(keys), fight.place, fight.text, fight.on_defeat) for keys, fight in fights),
        aftermath=printed.aftermath,
        goal=printed.goal,
        story=printed.kind,
        parts=_parts(printed, id_, papers),
        scenes=tuple(papers[scene] for scene in printed.scene if scene in papers),
    )
    play.record(PaperWritten(paper=paper))
    return id_


def _there(state: State, piece: Piece) -> str:
    """The id of a paper that is this piece already; empty if there is none."""
    same = (piece.form, piece.piece.called)
    return next((paper.id for paper in state.papers.values() if (paper.form, paper.title) == same), "")


def _called(roster: Roster, some: Iterable[Counted]) -> tuple[str, ...]:
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


def _section(entry: SectionEntry, id_: str) -> Section:
    return replace(msgspec.convert(entry, Section, from_attributes=True), id=id_)


def _parts(printed: SamplePiece, id_: str, papers: Mapping[str, str]) -> tuple[Step, ...]:
    entries = {part.id: part for part in printed.part}
    ids = {part: f"{id_}p{number}" for number, part in enumerate(entries, 1)}

    def step(part: PartEntry) -> Step:
        leads = tuple(dict.fromkeys(ids[other] for other in part.leads_to if other in ids))
        paper = papers.get(part.adventure, "")
        return Step(ids[part.id], part.title, part.text, paper, part.spotlight, leads, part.done)

    return tuple(step(part) for part in entries.values())

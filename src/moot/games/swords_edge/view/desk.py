"""The GM's desk: preparation, as pages and as text to copy out, and how hard the scene is."""

from __future__ import annotations

import msgspec

from moot.core import Seat
from moot.core.words import listed
from moot.games.swords_edge.cast.advice import advice
from moot.games.swords_edge.own.contents import contents
from moot.games.swords_edge.own.documents import EVERYTHING, pack_file, paper_file
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.paper import Fight, Paper, Section
from moot.games.swords_edge.prep.writing import written
from moot.games.swords_edge.state import State
from moot.kit.bars import percent
from moot.kit.crowds import counted
from moot.kit.graph import Graph, Node, layered


class NodeSight(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a campaign, with the parts it leads to by id. `open`: everything that leads to it is played."""

    id: str
    title: str
    text: str
    spotlight: str
    adventure: str
    leads_to: tuple[str, ...]
    done: bool
    open: bool


class FightSight(msgspec.Struct, frozen=True):
    """A prepared fight, its people by name."""

    place: str
    text: str
    people: tuple[str, ...]
    on_defeat: str


class PaperSight(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of preparation; `cast` and `obstacles` are NCs by id, `export` is all of it as text, `file` that as a
    file's name."""

    id: str
    form: str
    title: str
    premise: str
    stakes: str
    goal: str
    assumes: str
    otherwise: str
    sections: tuple[Section, ...]
    people: tuple[str, ...]
    cast: tuple[str, ...]
    obstacles: tuple[str, ...]
    scenes: tuple[str, ...]
    fights: tuple[FightSight, ...]
    aftermath: tuple[str, ...]
    parts: tuple[NodeSight, ...]
    picture: Graph
    now: bool
    played: bool
    export: str
    file: str


class PackSight(msgspec.Struct, frozen=True):
    """A pack of the GM's own: what is in it, in words, and its file's name."""

    id: str
    title: str
    about: str
    holds: str
    file: str


class MatchSight(msgspec.Struct, frozen=True):
    """One PC at their best against one NC."""

    who: str
    nc: str
    total: int
    momentum_tn: int
    action_tn: int
    momentum: str
    action: str


class DeskSight(msgspec.Struct, frozen=True):
    """What the GM alone sees. `everything` is the file that has all NCs and preparation; empty without any."""

    papers: tuple[PaperSight, ...]
    packs: tuple[PackSight, ...]
    everything: str
    advice: tuple[str, ...]
    matches: tuple[MatchSight, ...]
    chest: int


def desk(state: State, seat: Seat) -> DeskSight | None:
    """The GM's desk; nobody else has one."""
    if not seat.guides:
        return None
    found = advice(state.cast(), state.opposition())
    matches = tuple(
        MatchSight(
            match.who,
            match.nc,
            match.total,
            match.momentum_tn,
            match.action_tn,
            percent(match.momentum),
            percent(match.action),
        )
        for match in found.matches
    )
    return DeskSight(
        papers=tuple(_paper(state, paper) for paper in state.papers.values()),
        packs=tuple(_pack(pack) for pack in state.packs.values()),
        everything=EVERYTHING if state.papers or state.ncs else "",
        advice=found.says,
        matches=matches,
        chest=state.chest,
    )


def _pack(pack: Pack) -> PackSight:
    return PackSight(pack.id, pack.title, pack.about, listed(contents(pack) or ("nothing",)), pack_file(pack))


def _paper(state: State, paper: Paper) -> PaperSight:
    parts = _parts(state, paper)
    return PaperSight(
        id=paper.id,
        form=paper.form,
        title=paper.title,
        premise=paper.premise,
        stakes=paper.stakes,
        goal=paper.goal,
        assumes=paper.assumes,
        otherwise=paper.otherwise,
        sections=paper.sections,
        people=counted(state.named(nc) for nc in paper.people),
        cast=paper.cast,
        obstacles=paper.obstacles,
        scenes=tuple(state.papers[scene].title for scene in paper.scenes if scene in state.papers),
        fights=tuple(_fight(state, fight) for fight in paper.fights),
        aftermath=paper.aftermath,
        parts=parts,
        picture=layered([Node(part.id, part.title, part.leads_to, _standing(part)) for part in parts]),
        now=state.scene is not None and state.scene.paper == paper.id,
        played=paper.played,
        export=written(state, paper),
        file=paper_file(paper),
    )


def _standing(part: NodeSight) -> str:
    return "done" if part.done else "open" if part.open else "later"


def _fight(state: State, fight: Fight) -> FightSight:
    return FightSight(fight.place, fight.text, counted(state.named(nc) for nc in fight.cast), fight.on_defeat)


def _parts(state: State, paper: Paper) -> tuple[NodeSight, ...]:
    before: dict[str, list[bool]] = {part.id: [] for part in paper.parts}
    for part in paper.parts:
        for other in part.leads_to:
            before.setdefault(other, []).append(part.done)
    return tuple(
        NodeSight(
            id=part.id,
            title=part.title,
            text=part.text,
            spotlight=part.spotlight,
            adventure=state.papers[part.paper].title if part.paper in state.papers else "",
            leads_to=part.leads_to,
            done=part.done,
            open=not part.done and (not before[part.id] or any(before[part.id])),
        )
        for part in paper.parts
    )

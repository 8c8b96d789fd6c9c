"""The GM's desk: preparation, as pages and as text to copy out, and how hard the scene is."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.core.words import listed
from moot.games.swords_edge.cast.advice import advice
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.papers import Fight, Paper
from moot.games.swords_edge.prep.outline import written
from moot.games.swords_edge.state import State
from moot.games.swords_edge.user_packs.loading import contents
from moot.kit.bars import percent
from moot.kit.crowds import counted
from moot.kit.graph import Graph
from moot.kit.notebook.documents import EVERYTHING, pack_file, paper_file
from moot.kit.notebook.papers import Step, picture, ready


class PartView(msgspec.Struct, frozen=True):
    """An adventure of a campaign, what it is prepared as, and whether it can be played now."""

    part: Step
    adventure: str
    open: bool


class FightView(msgspec.Struct, frozen=True):
    """A prepared fight, with its people by name."""

    fight: Fight
    people: tuple[str, ...]


class PaperView(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of preparation as it is kept, and what a page says of it: whom it names and which scenes, by name.

    `now`: it is played just now; `export` is all of it as text, `file` the name of that as a file.
    """

    paper: Paper
    people: tuple[str, ...]
    scenes: tuple[str, ...]
    fights: tuple[FightView, ...]
    parts: tuple[PartView, ...]
    picture: Graph
    now: bool
    export: str
    file: str


class PackView(msgspec.Struct, frozen=True):
    """A pack of the GM's own: what is in it, in words, and its file's name."""

    id: str
    title: str
    about: str
    holds: str
    file: str


class MatchView(msgspec.Struct, frozen=True):
    """One PC at their best against one NC."""

    who: str
    nc: str
    total: int
    momentum_tn: int
    action_tn: int
    momentum: str
    action: str


class DeskView(msgspec.Struct, frozen=True):
    """What the GM alone sees. `everything` is the file that has all NCs and preparation; empty without any."""

    papers: tuple[PaperView, ...]
    packs: tuple[PackView, ...]
    everything: str
    advice: tuple[str, ...]
    matches: tuple[MatchView, ...]
    chest: int


def desk(state: State) -> DeskView:
    """The GM's desk."""
    found = advice(state.cast(), state.opposition())
    matches = tuple(
        MatchView(m.who, m.nc, m.total, m.momentum_tn, m.action_tn, percent(m.momentum), percent(m.action))
        for m in found.matches
    )
    return DeskView(
        papers=tuple(_paper(state, paper) for paper in state.papers.values()),
        packs=tuple(_pack(pack) for pack in state.packs.values()),
        everything=EVERYTHING if state.papers or state.ncs else "",
        advice=found.says,
        matches=matches,
        chest=state.chest,
    )


def _pack(pack: Pack) -> PackView:
    return PackView(pack.id, pack.title, pack.about, listed(contents(pack) or ("nothing",)), pack_file(pack))


def _paper(state: State, paper: Paper) -> PaperView:
    now, titles = ready(paper.parts), {other.id: other.title for other in state.papers.values()}
    return PaperView(
        paper=paper,
        people=_named(state, paper.people),
        scenes=tuple(titles[scene] for scene in paper.scenes if scene in titles),
        fights=tuple(FightView(fight, _named(state, fight.cast)) for fight in paper.fights),
        parts=tuple(PartView(part, titles.get(part.paper, ""), part.id in now) for part in paper.parts),
        picture=picture(paper.parts),
        now=state.scene is not None and state.scene.paper == paper.id,
        export=written(state, paper),
        file=paper_file(paper),
    )


def _named(state: State, ncs: Iterable[str]) -> tuple[str, ...]:
    return counted(state.named(nc) for nc in ncs)

"""The GM's desk: preparation, as pages and as text to copy out, and how hard the scene is."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.core import BoardRow, listed
from moot.games.swords_edge.cast.advice import NicheOdds, advice
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.papers import Paper, PaperFight
from moot.games.swords_edge.prep.outline import written
from moot.games.swords_edge.state import State
from moot.games.swords_edge.user_packs.loading import contents
from moot.kit.crowds import counted
from moot.kit.graph import Graph
from moot.kit.notebook.documents import EVERYTHING, pack_file, paper_file
from moot.kit.notebook.papers import CampaignStep, picture, ready


class PartView(msgspec.Struct, frozen=True):
    """An adventure of a campaign, what it is prepared as, and whether it can be played now."""

    part: CampaignStep
    adventure: str
    open: bool


class FightView(msgspec.Struct, frozen=True):
    """A prepared fight, with its people by name."""

    fight: PaperFight
    people: tuple[str, ...]


class PaperView(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of preparation as it is kept, and what a page says of it: whom it names and which scenes, by name.

    `state` is how far it has come, `export` all of it as text, `file` the name of that as a file.
    """

    paper: Paper
    people: tuple[str, ...]
    scenes: tuple[str, ...]
    fights: tuple[FightView, ...]
    parts: tuple[PartView, ...]
    picture: Graph
    state: str
    export: str
    file: str


class PackView(msgspec.Struct, frozen=True):
    """A pack of the GM's own: what is in it, in words, and its file's name."""

    id: str
    title: str
    about: str
    holds: str
    file: str


class DeskView(msgspec.Struct, frozen=True):
    """The GM's desk, once it is opened. `everything` is the file with all NCs and preparation; empty without any."""

    everything: str
    advice: tuple[str, ...]
    matches: tuple[NicheOdds, ...]


def desk(state: State) -> DeskView:
    """The GM's desk."""
    found = advice(state.cast(), state.opposition())
    return DeskView(EVERYTHING if state.papers or state.ncs else "", found.says, found.matches)


def rows(state: State) -> tuple[BoardRow, ...]:
    """What lies on the GM's desk, papers and then packs: the mark says what it is, and how far it has come."""
    return (
        *(_row(one.id, one.title, one.form, _standing(state, one)) for one in state.papers.values()),
        *(_row(pack_thing(one), one.title, "pack") for one in state.packs.values()),
    )


def _row(of: str, title: str, *says: str) -> BoardRow:
    return BoardRow(of=of, name=title, marks=(", ".join(filter(None, says)),), turn="now" if "in play" in says else "")


def _standing(state: State, paper: Paper) -> str:
    if state.scene is not None and state.scene.paper == paper.id:
        return "in play"
    return "played" if paper.played else ""


def pack_thing(pack: Pack) -> str:
    """What offers about a pack are about."""
    return f"pack/{pack.id}"


def pack_view(pack: Pack) -> PackView:
    """A pack, once it is opened."""
    return PackView(pack.id, pack.title, pack.about, listed(contents(pack) or ("nothing",)), pack_file(pack))


def paper_view(state: State, paper: Paper) -> PaperView:
    """A paper, once it is opened."""
    now, titles = ready(paper.parts), {other.id: other.title for other in state.papers.values()}
    return PaperView(
        paper=paper, people=_named(state, paper.people),
        scenes=tuple(titles[scene] for scene in paper.scenes if scene in titles),
        fights=tuple(FightView(fight, _named(state, fight.cast)) for fight in paper.fights),
        parts=tuple(PartView(part, titles.get(part.paper, ""), part.id in now) for part in paper.parts),
        picture=picture(paper.parts), state=_standing(state, paper), export=written(state, paper),
        file=paper_file(paper),
    )


def _named(state: State, ncs: Iterable[str]) -> tuple[str, ...]:
    return counted(state.named(nc) for nc in ncs)

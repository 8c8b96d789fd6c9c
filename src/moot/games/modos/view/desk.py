"""The guide's desk: adventures as rows, and one of them opened, with its picture and the place that is looked at."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from moot.core import BoardRow
from moot.games.modos.adventures.keeping import as_text, file_of, thing_of
from moot.games.modos.adventures.papers import Adventure, Place, WayOn, spoken
from moot.games.modos.adventures.playing import bar
from moot.games.modos.npcs.sheets import every_sheet
from moot.games.modos.state import State
from moot.games.modos.view.maps import placed
from moot.kit.graph import Graph, Node
from moot.kit.remembered import remembered


class WayView(msgspec.Struct, frozen=True):
    """A way from a place, where it leads, and what speaks for it (MO-E17)."""

    way: WayOn
    title: str


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place as the guide sees it, with what is to be told there (MO-GP09): `thing` is what offers about it are about,
    `standing` how it stands."""

    place: Place
    thing: str
    number: int
    standing: str
    people: tuple[str, ...]
    ways: tuple[WayView, ...]


class AdventureView(msgspec.Struct, frozen=True, kw_only=True):
    """An adventure, opened: its picture, all its places, the one that is looked at, and all of it as text."""

    id: str
    title: str
    about: str
    standing: str
    barred: str
    picture: Graph
    places: tuple[PlaceView, ...]
    at: PlaceView | None
    export: str
    file: str


def rows(state: State) -> tuple[BoardRow, ...]:
    """What lies on the desk: adventures, to be opened where the party is, and how far each has come, or why it cannot
    begin."""
    return tuple(
        BoardRow(of=thing_of(one, one.here) if one.here else one.id, name=one.title, words=_standing(one) or not_yet)
        for one in state.papers.values() for not_yet in [_barred(state, one, "Not yet: ")]
    )


def _barred(state: State, paper: Adventure, before: str = "") -> str:
    """Why an adventure cannot begin now; empty if it can, or has begun."""
    reason = None if paper.at else bar(state, paper)
    return f"{before}{reason.message}" if reason else ""


def beside(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """What the guide opens that has no row on the board: adventures, and their places."""
    papers = state.papers.values() if guide else ()
    places = ((thing_of(one, place), place.title, one.title) for one in papers for place in one.places)
    every = (*((one.id, one.title, _standing(one)) for one in papers), *places)
    return tuple(BoardRow(of=of, name=name, words=words) for of, name, words in every)


def _standing(paper: Adventure) -> str:
    if paper.here is not None:
        return "the crew is aboard" if paper.here.room else f"they are at {spoken(paper.here.title)}"
    return "played" if paper.played else ""


def standing(paper: Adventure, place: Place) -> str:
    """How a place stands: they are `here`, it was `told`, it is `open` to them from here, or it comes `later`."""
    if place.id == paper.at:
        return "here"
    if place.id in paper.seen:
        return "told"
    begins = not paper.trail and place.id == paper.start
    here = paper.here
    back = here is not None and bool(place.room) and place.leads_to(here.id)
    return "open" if begins or back or (here is not None and here.leads_to(place.id)) else "later"


@remembered(16)
def picture(paper: Adventure) -> Graph:
    """An adventure as a graph, each place where its file puts it; ways between rooms have no heads, as they lead both
    ways."""
    nodes = [Node(one.id, one.title, tuple(way.to for way in one.way), standing(paper, one)) for one in paper.places]
    corners = {one.id: (float(one.x), float(one.y)) for one in paper.places}
    words: dict[tuple[str, str], str] = {}
    for one in paper.places:
        for way in one.way:
            words[one.id, way.to] = " / ".join(filter(None, (words.get((one.id, way.to)), way.word)))
    return placed(nodes, corners, words, headed=not any(one.room for one in paper.places))


def opened(state: State, what: str) -> AdventureView | None:
    """An adventure by its id, or by that of one of its places."""
    paper_id, _, place_id = what.partition("/")
    paper = state.papers.get(paper_id)
    if paper is None:
        return None
    places = tuple(_place(state, paper, number, place) for number, place in enumerate(paper.places, 1))
    looked_at = place_id or paper.at or paper.start
    return AdventureView(
        id=paper.id, title=paper.title, about=paper.premise, standing=_standing(paper),
        barred=_barred(state, paper), picture=picture(paper),
        places=places, at=next((one for one in places if one.place.id == looked_at), None), export=as_text(paper),
        file=file_of(paper),
    )


def _place(state: State, paper: Adventure, number: int, place: Place) -> PlaceView:
    known, on = every_sheet(state.packs), state.modules
    return PlaceView(
        place=replace(place, trial=place.trial if "core" in on else (), hooks=place.hooks if "skilled" in on else ()),
        thing=thing_of(paper, place), number=number, standing=standing(paper, place),
        people=tuple(known[key].name for key in place.people if key in known),
        ways=tuple(WayView(way, paper.titled(way.to)) for way in place.way),
    )

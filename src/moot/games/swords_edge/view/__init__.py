"""What is seen of the game: the stage, which all see, and what is a seat's own.

Built by allow-list: nothing is taken out, only what may be seen is put in.
"""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core import BoardRow, Seat
from moot.games.swords_edge.packs import PACKS
from moot.games.swords_edge.state import DESK, RUN, SHELF, State
from moot.games.swords_edge.trials.places import against
from moot.games.swords_edge.view import desk as desks
from moot.games.swords_edge.view.builder import bench, buildable, first_test
from moot.games.swords_edge.view.fights import BandView, TestView, bands, tests
from moot.games.swords_edge.view.people import NcView, kinds, people
from moot.games.swords_edge.view.power_builder import Casting, casting
from moot.games.swords_edge.view.sheets import AdvancementUse, SheetView, sheets, uses
from moot.kit.builder import Builder
from moot.kit.people import mine

TOOLS: Final = {DESK: "Prepare something, and see how hard it is", SHELF: "Somebody new, or a task"}
"""What the GM opens to make something."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Sword's Edge as everyone sees it; the GM's has all that is kept about NCs.

    `scene` is its title and round, `kinds` are the rows of the cast, `bands` those of the range in each fight.
    """

    phase: str
    genre: str
    session: int
    scene: str
    sheets: tuple[SheetView, ...]
    people: tuple[NcView, ...]
    kinds: tuple[BoardRow, ...]
    bands: dict[str, tuple[BandView, ...]]
    tests: tuple[TestView, ...]


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is a seat's own: its characters, the Test that it is to build, what its Advancements can do (`growth`, by
    character), what lies on the GM's desk."""

    sheets: tuple[SheetView, ...] = ()
    lead: Builder | None = None
    growth: dict[str, tuple[AdvancementUse, ...]] = {}
    desk: tuple[BoardRow, ...] = ()


class OpenedView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees of something once it is opened: a Test or a power to build, the desk, a paper, a pack."""

    bench: Builder | None = None
    casting: Casting | None = None
    desk: desks.DeskView | None = None
    paper: desks.PaperView | None = None
    pack: desks.PackView | None = None


def stage(state: State, guide: bool) -> Stage:
    """What everyone sees now, or with `guide` what the GM does."""
    seen, scene = people(state, guide=guide), state.scene
    return Stage(
        phase=state.phase, genre=_genre(state), session=state.session,
        scene=f"{scene.title}, round {scene.round}" if scene else "", sheets=sheets(state), people=seen,
        kinds=kinds(seen), bands={one.id: bands(state, one) for one in state.pairings.values()}, tests=tests(state),
    )


def beside(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """What there is to open that has no row on the board: the session, fights, NCs by kind; the GM's desk."""
    now = "Between sessions" if state.phase == "between" else f"Session {state.session}"
    run = BoardRow(of=RUN, name=now if state.session else "The table", words=_genre(state))
    fights = ((one.id, state.all_named(one.stands), against(state, one)) for one in state.pairings.values())
    more = (BoardRow(of=id_, name="More in this fight", words=f"{ours} against {foes}") for id_, ours, foes in fights)
    tools = (BoardRow(of=of, name=name) for of, name in TOOLS.items())
    desk = (*tools, *desks.rows(state)) if guide else ()
    return (*((run,) if guide or state.session else ()), *more, *kinds(people(state, guide=guide)), *desk)


def _genre(state: State) -> str:
    return PACKS[state.genre].title if state.genre else ""


def own(state: State, seat: Seat) -> Own:
    """What `seat` sees beside the stage; nothing for those who watch."""
    if seat.guides:
        return Own(desk=desks.rows(state))
    if not seat.plays:
        return Own()
    growth, test = {who.id: uses(state, seat, who.id) for who in mine(state, seat)}, first_test(state, seat)
    theirs = tuple(one for one in sheets(state) if one.seat == seat.id)
    return Own(sheets=theirs, lead=bench(test) if test else None, growth=growth)


def opened(state: State, seat: Seat, what: str) -> OpenedView | None:
    """What `seat` sees of a thing, or of an offer by its key, once it opens it."""
    return _on_desk(state, what) if seat.guides else _to_build(state, seat, what)


def _to_build(state: State, seat: Seat, key: str) -> OpenedView | None:
    test = next((one for one in buildable(state, seat, key.partition(":")[0]) if one.key == key), None)
    if test is not None:
        return OpenedView(bench=bench(test))
    table = casting(state, seat, key)
    return OpenedView(casting=table) if table else None


def _on_desk(state: State, what: str) -> OpenedView | None:
    if what == DESK:
        return OpenedView(desk=desks.desk(state))
    if what in state.papers:
        return OpenedView(paper=desks.paper_view(state, state.papers[what]))
    pack = next((one for one in state.packs.values() if desks.pack_thing(one) == what), None)
    return OpenedView(pack=desks.pack_view(pack)) if pack else None

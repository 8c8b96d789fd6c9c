"""What is seen of the game: the stage, which all see, and what is a seat's own.

Built by allow-list: nothing is taken out, only what may be seen is put in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from moot.core import Seat
from moot.games.swords_edge.packs import PACKS
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.state import DESK, State
from moot.games.swords_edge.view import desk as desks
from moot.games.swords_edge.view.builder import bench, buildable, first_test
from moot.games.swords_edge.view.fights import PairingView, TestView, pairings, tests
from moot.games.swords_edge.view.people import KindView, NcFigures, NcView, kinds, loose, people
from moot.games.swords_edge.view.power_builder import Casting, casting
from moot.games.swords_edge.view.sheets import AdvancementUse, SheetView, sheets, uses
from moot.kit.builder import Builder
from moot.kit.people import mine


class SceneView(msgspec.Struct, frozen=True):
    """The scene being played."""

    number: int
    title: str
    goal: str
    round: int


class TemptationView(msgspec.Struct, frozen=True):
    """A Weakness that tempts, until somebody tells what it did."""

    id: str
    who: str
    weakness: str
    by: str


class StoresView(msgspec.Struct, frozen=True):
    """Communal Luck: three stores whose total stays (SE-LUCK-09)."""

    pool: int
    players: int
    chest: int
    total: int


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Sword's Edge as everyone sees it; the GM's has all that is kept about NCs.

    `figures` are those of NCs by id, `kinds` the rows of the cast, `loose` who is here and in no fight, by their name.
    """

    phase: str
    genre: str
    session: int
    scene: SceneView | None
    sheets: tuple[SheetView, ...]
    people: tuple[NcView, ...]
    figures: dict[str, NcFigures]
    kinds: tuple[KindView, ...]
    loose: tuple[tuple[NcView, ...], ...]
    pairings: tuple[PairingView, ...]
    tests: tuple[TestView, ...]
    luck: dict[str, int]
    stores: StoresView | None
    uses: tuple[str, ...]
    temptations: tuple[TemptationView, ...]
    focus: Literal["sheets", "scene", "fight"]


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is a seat's own: its characters, the Test that it is to build, what its Advancements can do (`growth`, by
    character), what lies on the GM's desk."""

    sheets: tuple[SheetView, ...] = ()
    lead: Builder | None = None
    growth: dict[str, tuple[AdvancementUse, ...]] = {}
    desk: tuple[desks.PaperRow, ...] = ()


class OpenedView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees of something once it is opened: a Test or a power to build, the desk, a paper, a pack."""

    bench: Builder | None = None
    casting: Casting | None = None
    desk: desks.DeskView | None = None
    paper: desks.PaperView | None = None
    pack: desks.PackView | None = None


def stage(state: State, guide: bool) -> Stage:
    """What everyone sees now, or with `guide` what the GM does."""
    seen = people(state, guide=guide)
    fighting = {foe.id for pairing in pairings(state) for foe in pairing.foes}
    return Stage(
        phase=state.phase, genre=PACKS[state.genre].title if state.genre else "", session=state.session,
        scene=_scene(state), sheets=sheets(state), people=seen,
        figures={one.id: one.figures for one in seen if one.figures}, kinds=kinds(seen), loose=loose(seen, fighting),
        pairings=pairings(state), tests=tests(state),
        luck={player.id: state.luck.get(player.id, 0) for player in state.players},
        stores=StoresView(state.pool, sum(state.luck.values()), state.chest, total(state))
        if state.options.communal and state.session
        else None,
        uses=tuple(use.text for use in state.uses), temptations=tuple(_temptations(state)),
        focus="fight" if state.pairings or state.tests else "scene" if state.scene else "sheets",
    )


def _scene(state: State) -> SceneView | None:
    scene = state.scene
    return SceneView(scene.number, scene.title, scene.goal, scene.round) if scene else None


def own(state: State, seat: Seat) -> Own:
    """What `seat` sees beside the stage; nothing for those who watch."""
    if seat.guides:
        return Own(desk=desks.rows(state))
    if not seat.plays:
        return Own()
    growth, test = {who.id: uses(state, seat, who) for who in mine(state, seat)}, first_test(state, seat)
    return Own(
        sheets=tuple(one for one in sheets(state) if one.seat == seat.id),
        lead=bench(test) if test else None,
        growth=growth,
    )


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


def _temptations(state: State) -> Iterator[TemptationView]:
    for temptation in state.temptations:
        who = state.characters.get(temptation.who)
        if who is not None and who.has(temptation.weakness):
            name = who.quality(temptation.weakness).name
            yield TemptationView(temptation.id, who.name, name, state.named(temptation.by))

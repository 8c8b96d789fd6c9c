"""What a seat may see of the game, built by allow-list: nothing is taken out, only what may be seen is put in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from moot.core import Seat
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.packs import PACKS
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.state import State
from moot.games.swords_edge.view.benches import benches
from moot.games.swords_edge.view.castings import Casting, castings
from moot.games.swords_edge.view.desk import DeskView, desk
from moot.games.swords_edge.view.fights import AttackSight, PairingSight, TestSight, attacks, pairings, tests
from moot.games.swords_edge.view.people import NcView, people
from moot.games.swords_edge.view.sheets import SheetSight, sheets
from moot.kit.builder import Builder


class SceneSight(msgspec.Struct, frozen=True):
    """The scene being played."""

    number: int
    title: str
    goal: str
    round: int


class PurseSight(msgspec.Struct, frozen=True):
    """A player's Luck."""

    seat: str
    name: str
    luck: int


class TemptationSight(msgspec.Struct, frozen=True):
    """A Weakness that tempts, until somebody tells what it did."""

    id: str
    who: str
    weakness: str
    by: str


class DoomSight(msgspec.Struct, frozen=True):
    """A Doom that waits: over whom, why, and what an Advancement would do about it."""

    who: str
    name: str
    mine: bool
    says: str


class StoresSight(msgspec.Struct, frozen=True):
    """Communal Luck: three stores whose total stays (SE-LUCK-09)."""

    pool: int
    players: int
    chest: int
    total: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Sword's Edge, as one seat sees it."""

    phase: str
    genre: str
    session: int
    scene: SceneSight | None
    sheets: tuple[SheetSight, ...]
    people: tuple[NcView, ...]
    pairings: tuple[PairingSight, ...]
    attacks: tuple[AttackSight, ...]
    tests: tuple[TestSight, ...]
    benches: tuple[Builder, ...]
    castings: tuple[Casting, ...]
    purses: tuple[PurseSight, ...]
    stores: StoresSight | None
    uses: tuple[str, ...]
    temptations: tuple[TemptationSight, ...]
    dooms: tuple[DoomSight, ...]
    desk: DeskView | None
    focus: Literal["sheets", "scene", "fight"]


def view(state: State, seat: Seat) -> View:
    """Everything `seat` may see now."""
    scene = state.scene
    return View(
        phase=state.phase,
        genre=PACKS[state.genre].title if state.genre else "",
        session=state.session,
        scene=SceneSight(scene.number, scene.title, scene.goal, scene.round) if scene else None,
        sheets=sheets(state, seat),
        people=people(state, guide=seat.guides),
        pairings=pairings(state),
        attacks=attacks(state),
        tests=tests(state, seat),
        benches=benches(state, seat) if seat.plays else (),
        castings=castings(state, seat) if seat.plays else (),
        purses=tuple(PurseSight(player.id, player.name, state.luck.get(player.id, 0)) for player in state.players),
        stores=StoresSight(state.pool, sum(state.luck.values()), state.chest, total(state))
        if state.options.communal and state.session
        else None,
        uses=tuple(use.text for use in state.uses),
        temptations=_temptations(state),
        dooms=tuple(_dooms(state, seat)),
        desk=desk(state, seat),
        focus="fight" if state.pairings or state.tests else "scene" if scene else "sheets",
    )


def _dooms(state: State, seat: Seat) -> Iterator[DoomSight]:
    """Why a Doom has come, and whether it can be averted (SE-DOOM-01, SE-DOOM-04)."""
    for who in state.cast():
        if who.doom is not None:
            cause = f"{TRAITS[who.doom.trait].title} can take no more."
            spare = "An Advancement averts it." if who.advancements else "An Advancement would avert it; there is none."
            yield DoomSight(who.id, who.name, who.player == seat.id, f"{cause} {spare}")


def _temptations(state: State) -> tuple[TemptationSight, ...]:
    found = []
    for temptation in state.temptations:
        who = state.characters.get(temptation.who)
        if who is not None and who.has(temptation.weakness):
            name = who.quality(temptation.weakness).name
            found.append(TemptationSight(temptation.id, who.name, name, state.named(temptation.by)))
    return tuple(found)

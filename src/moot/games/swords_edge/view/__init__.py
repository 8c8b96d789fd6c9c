"""What is seen of the game: the stage, which all see, and what is a seat's own.

Built by allow-list: nothing is taken out, only what may be seen is put in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from moot.core import Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.ownership import own as characters_of
from moot.games.swords_edge.packs import PACKS
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.state import State
from moot.games.swords_edge.view.benches import benches
from moot.games.swords_edge.view.castings import Casting, castings
from moot.games.swords_edge.view.desk import DeskView, desk
from moot.games.swords_edge.view.fights import AttackView, PairingView, TestView, attacks, pairings, tests
from moot.games.swords_edge.view.people import NcView, people
from moot.games.swords_edge.view.sheets import AdvancementUse, SheetView, sheets, uses
from moot.kit.builder import Builder


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


class DoomView(msgspec.Struct, frozen=True):
    """A Doom that waits: over whom, whose they are, why, and what an Advancement would do about it."""

    who: str
    seat: str
    name: str
    says: str


class StoresView(msgspec.Struct, frozen=True):
    """Communal Luck: three stores whose total stays (SE-LUCK-09)."""

    pool: int
    players: int
    chest: int
    total: int


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Sword's Edge as everyone sees it; the GM's has all that is kept about NCs."""

    phase: str
    genre: str
    session: int
    scene: SceneView | None
    sheets: tuple[SheetView, ...]
    people: tuple[NcView, ...]
    pairings: tuple[PairingView, ...]
    attacks: tuple[AttackView, ...]
    tests: tuple[TestView, ...]
    luck: dict[str, int]
    stores: StoresView | None
    uses: tuple[str, ...]
    temptations: tuple[TemptationView, ...]
    dooms: tuple[DoomView, ...]
    focus: Literal["sheets", "scene", "fight"]


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is a seat's own: the Tests and powers that it can build, what its Advancements can do, and the GM's desk.

    `growth` goes by character.
    """

    benches: tuple[Builder, ...] = ()
    castings: tuple[Casting, ...] = ()
    growth: dict[str, tuple[AdvancementUse, ...]] = {}
    desk: DeskView | None = None


def stage(state: State, guide: bool) -> Stage:
    """What everyone sees now, or with `guide` what the GM does."""
    scene = state.scene
    return Stage(
        phase=state.phase,
        genre=PACKS[state.genre].title if state.genre else "",
        session=state.session,
        scene=SceneView(scene.number, scene.title, scene.goal, scene.round) if scene else None,
        sheets=sheets(state),
        people=people(state, guide=guide),
        pairings=pairings(state),
        attacks=attacks(state),
        tests=tests(state),
        luck={player.id: state.luck.get(player.id, 0) for player in state.players},
        stores=StoresView(state.pool, sum(state.luck.values()), state.chest, total(state))
        if state.options.communal and state.session
        else None,
        uses=tuple(use.text for use in state.uses),
        temptations=tuple(_temptations(state)),
        dooms=tuple(_dooms(state)),
        focus="fight" if state.pairings or state.tests else "scene" if scene else "sheets",
    )


def own(state: State, seat: Seat) -> Own:
    """What `seat` sees beside the stage; nothing for those who watch."""
    if seat.guides:
        return Own(desk=desk(state))
    if not seat.plays:
        return Own()
    growth = {who.id: uses(state, seat, who) for who in characters_of(state, seat)}
    return Own(benches=benches(state, seat), castings=castings(state, seat), growth=growth)


def _dooms(state: State) -> Iterator[DoomView]:
    """Why a Doom has come, and whether it can be averted (SE-DOOM-01, SE-DOOM-04)."""
    for who in state.cast():
        if who.doom is not None:
            cause = f"{ladder.title(who.doom.trait)} can take no more."
            spare = "An Advancement averts it." if who.advancements else "An Advancement would avert it; there is none."
            yield DoomView(who.id, who.player, who.name, f"{cause} {spare}")


def _temptations(state: State) -> Iterator[TemptationView]:
    for temptation in state.temptations:
        who = state.characters.get(temptation.who)
        if who is not None and who.has(temptation.weakness):
            name = who.quality(temptation.weakness).name
            yield TemptationView(temptation.id, who.name, name, state.named(temptation.by))

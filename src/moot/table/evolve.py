"""What a table event does to the table."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.table.events import (
    Admitted,
    AnyTableEvent,
    Came,
    CutMade,
    DiceRevealed,
    DiceSealed,
    HouseSet,
    Left,
    NotesKept,
    Opened,
    Paused,
    Renamed,
    Resumed,
    Rewound,
    Said,
    SceneClosed,
    SceneOpened,
    SeatedAs,
    SeatHanded,
    UndoAgreed,
    UndoDeclined,
    UndoWanted,
)
from moot.table.state import Chair, Scene, TableState, UndoAsked


def evolve(state: TableState, event: AnyTableEvent) -> TableState:
    """The table after `event`. Rewinding the game itself is the ledger's part: it alone remembers."""
    match event:
        case Opened(game=game, title=title, settings=settings, modules=modules, house=house):
            return TableState(game=game, title=title, settings=settings, modules=modules, house=house)
        case DiceSealed(epoch=epoch, commitment=commitment):
            return replace(state, epoch=epoch, commitment=commitment)
        case Came(seat=seat, standing=standing, hue=hue):
            return _with_chair(state, Chair(seat=seat, standing=standing, hue=hue))
        case Admitted(seat=seat):
            return _with_chair(state, replace(state.chairs[seat], standing="seated"))
        case SeatHanded(comer=comer, seat=seat):
            chairs = {id_: chair for id_, chair in state.chairs.items() if id_ != comer}
            return _with_chair(replace(state, chairs=chairs), replace(state.chairs[seat], standing="seated"))
        case Left(seat=seat):
            return _with_chair(state, replace(state.chairs[seat], standing="left"))
        case Renamed(seat=id_, name=name):
            chair = state.chairs[id_]
            return _with_chair(state, replace(chair, seat=replace(chair.seat, name=name)))
        case SeatedAs(seat=id_, role=role):
            chair = state.chairs[id_]
            return _with_chair(state, replace(chair, seat=replace(chair.seat, role=role)))
        case HouseSet(house=house):
            return replace(state, house=house)
        case NotesKept(seat=seat, text=text):
            return replace(state, notes={**state.notes, seat: text})
        case SceneOpened(scene=id_, title=title, place=place, cast=cast, stakes=stakes):
            scene = Scene(id=id_, title=title, place=place, cast=cast, stakes=stakes)
            return replace(state, scenes={**state.scenes, id_: scene}, scene=id_)
        case CutMade(scene=scene):
            return replace(state, scene=scene)
        case SceneClosed(scene=id_):
            return _closed(state, id_)
        case Paused():
            return replace(state, paused=True)
        case Resumed():
            return replace(state, paused=False)
        case UndoWanted(seat=seat, to=to):
            return replace(state, undo=UndoAsked(by=seat, to=to, agreed=(seat,)))
        case UndoAgreed(seat=seat):
            asked = state.undo
            return replace(state, undo=asked and replace(asked, agreed=(*asked.agreed, seat)))
        case UndoDeclined() | Rewound():
            return replace(state, undo=None)
        case Said() | DiceRevealed():
            return state
    assert_never(event)


def _with_chair(state: TableState, chair: Chair) -> TableState:
    return replace(state, chairs={**state.chairs, chair.seat.id: chair})


def _closed(state: TableState, id_: str) -> TableState:
    scenes = {**state.scenes, id_: replace(state.scenes[id_], open=False)}
    still = [scene.id for scene in scenes.values() if scene.open]
    on = state.scene if state.scene != id_ else (still[-1] if still else "")
    return replace(state, scenes=scenes, scene=on)

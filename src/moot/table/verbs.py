"""What each seat may ask of the table, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from moot.core import Command, Commands, Offer, Part, Play, Seat, Verb, everyone
from moot.table import commands as ask, events as did, running, scenes, seating
from moot.table.events import AnyTableEvent
from moot.table.evolve import evolve
from moot.table.lines import line
from moot.table.state import TableState

_ALWAYS = frozenset({"going", "paused"})

C = TypeVar("C", bound=Command)
Offers: TypeAlias = Callable[[TableState, Seat], Iterable[Offer]]
Enact: TypeAlias = Callable[[Play[TableState], C], None]


def phase(state: TableState) -> str:
    """Whether play goes on or is paused."""
    return "paused" if state.paused else "going"


def _verb(command: type[C], offers: Offers, enact: Enact[C]) -> Verb[TableState, C]:
    return Verb(command=command, phases=_ALWAYS, offers=offers, enact=enact)


def _counted_anew(enact: Enact[C]) -> Enact[C]:
    """`enact`, which may change whose yes an undo needs: it may have them all by then."""

    def enacted(play: Play[TableState], command: C) -> None:
        enact(play, command)
        running.rewind_if_agreed(play)

    return enacted


TABLE_COMMANDS: Commands[TableState] = Commands(
    (Part(events=AnyTableEvent, evolve=evolve, line=line, told=everyone, verbs=(
        _verb(ask.Say, scenes.say, scenes.said),
        _verb(ask.KeepNotes, scenes.keep_notes, scenes.notes_kept),
        _verb(ask.OpenScene, scenes.open_scene, scenes.scene_opened),
        _verb(ask.CutTo, scenes.cut_to, lambda play, c: play.record(did.CutMade(scene=c.scene))),
        _verb(ask.CloseScene, scenes.close_scene, lambda play, c: play.record(did.SceneClosed(scene=c.scene))),
        _verb(ask.Admit, seating.admit, lambda play, c: play.record(did.Admitted(seat=c.seat))),
        _verb(ask.HandSeat, seating.hand_seat, lambda play, c: play.record(did.SeatHanded(comer=c.comer, seat=c.seat))),
        _verb(ask.TurnAway, seating.turn_away, _counted_anew(seating.turned_away)),
        _verb(ask.Leave, seating.leave, _counted_anew(seating.left)),
        _verb(ask.Rename, seating.rename, seating.renamed),
        _verb(ask.SeatAs, seating.seat_as, _counted_anew(seating.seated_as)),
        _verb(ask.SetHouse, running.set_house, _counted_anew(running.house_set)),
        _verb(ask.Pause, running.pause, lambda play, _: play.record(did.Paused())),
        _verb(ask.Resume, running.resume, lambda play, _: play.record(did.Resumed())),
        _verb(ask.Undo, running.undo, running.undo_wanted),
        _verb(ask.AgreeToUndo, running.agree, running.agreed),
        _verb(ask.DeclineUndo, running.decline, lambda play, _: play.record(did.UndoDeclined(seat=play.seat.id))),
        _verb(ask.RevealDice, running.reveal, running.revealed),
    )),),
    phase,
)
"""Every table command, in the order in which it is offered."""

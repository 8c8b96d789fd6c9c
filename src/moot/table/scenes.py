"""What people say at the table, what they note, and the scenes they play."""

from __future__ import annotations

from collections.abc import Iterator

from moot import games
from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Write
from moot.core.blanks import LONGEST_TEXT
from moot.table import commands as ask, events as did
from moot.table.state import AT_TABLE, TableState


def say(state: TableState, seat: Seat) -> Iterator[Offer]:
    manners = (Choice("speech", "Say it"), Choice("aside", "Out of character"), Choice("story", "Tell it"))
    yield Offer(
        do="say",
        label="Say",
        urgency="tool",
        fields=(
            Write(name="text", label="Words", most=LONGEST_TEXT, lines=2),
            Write(name="voice", label="As", least=0),
            Choose(name="manner", label="How", choices=manners, default=("speech",)),
        ),
    )


def said(play: Play[TableState], command: ask.Say) -> None:
    play.record(
        did.Said(seat=play.seat.id, text=command.text.strip(), manner=command.manner, voice=command.voice)
    )


def keep_notes(state: TableState, seat: Seat) -> Iterator[Offer]:
    notes = Write(
        name="text", label="My notes", hint="Nobody else sees them.", least=0, most=LONGEST_TEXT, lines=8,
        default=state.notes.get(seat.id, ""),
    )
    yield Offer(do="keep-notes", label="Keep notes", urgency="tool", fields=(notes,))


def notes_kept(play: Play[TableState], command: ask.KeepNotes) -> None:
    play.record(did.NotesKept(seat=play.seat.id, text=command.text))


def open_scene(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "opens a scene")
    game = games.find(state.game)
    if game.frames_scenes:
        raise Refused("own-scenes", f"{game.title} frames its scenes itself, where the game asks for one.")
    yield Offer(
        do="open-scene",
        label="Open a scene",
        why="Say who is there, where and when, and what is up; then ask: what do you do?",
        urgency="tool",
        fields=(
            Write(name="title", label="Scene", hint="A few words people will know it by."),
            Write(name="place", label="Where and when", least=0),
            Write(name="cast", label="Who is there", least=0),
            Write(name="stakes", label="What is up", least=0, most=LONGEST_TEXT, lines=3),
        ),
    )


def scene_opened(play: Play[TableState], command: ask.OpenScene) -> None:
    play.record(
        did.SceneOpened(
            scene=f"c{len(play.state.scenes) + 1}",
            title=command.title.strip(),
            place=command.place.strip(),
            cast=command.cast.strip(),
            stakes=command.stakes.strip(),
        )
    )


def cut_to(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "cuts to another scene")
    for scene in state.scenes.values():
        if scene.open and scene.id != state.scene:
            yield Offer(do="cut-to", label=f"Cut to {scene.title}", fixed={"scene": scene.id}, urgency="tool")


def close_scene(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "closes a scene")
    for scene in state.scenes.values():
        if scene.open:
            yield Offer(do="close-scene", label=f"Close {scene.title}", fixed={"scene": scene.id}, urgency="tool")

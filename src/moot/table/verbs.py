"""What each seat may ask of the table, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from moot.core import Choice, Choose, Command, Confirm, Count, Offer, Play, Refused, Seat, Verb, Verbs, Write
from moot.core.blanks import LONGEST_TEXT
from moot.table import commands as ask
from moot.table import events as did
from moot.table.state import House, TableState
from moot.table.words import person

NAME = 40
"""Characters in a person's name."""
MOST_LINES = 10_000_000
"""More lines than any journal will have."""

_ALWAYS = frozenset({"going", "paused"})

C = TypeVar("C", bound=Command)
Offers: TypeAlias = Callable[[TableState, Seat], Iterable[Offer]]


def phase(state: TableState) -> str:
    """Whether play goes on or is paused."""
    return "paused" if state.paused else "going"


def _guide_only(seat: Seat, what: str) -> None:
    if not seat.guides:
        raise Refused("not-the-guide", f"Only the one who runs the game can {what}.")


def _say(state: TableState, seat: Seat) -> Iterator[Offer]:
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


def _said(play: Play[TableState], command: ask.Say) -> None:
    play.record(
        did.Said(seat=play.seat.id, text=command.text.strip(), manner=command.manner, voice=command.voice)
    )


def _keep_notes(state: TableState, seat: Seat) -> Iterator[Offer]:
    notes = Write(
        name="text", label="My notes", hint="Nobody else sees them.", least=0, most=LONGEST_TEXT, lines=8,
        default=state.notes.get(seat.id, ""),
    )
    yield Offer(do="keep-notes", label="Keep notes", urgency="tool", fields=(notes,))


def _notes_kept(play: Play[TableState], command: ask.KeepNotes) -> None:
    play.record(did.NotesKept(seat=play.seat.id, text=command.text))


def _open_scene(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "open a scene")
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


def _scene_opened(play: Play[TableState], command: ask.OpenScene) -> None:
    play.record(
        did.SceneOpened(
            scene=f"c{len(play.state.scenes) + 1}",
            title=command.title.strip(),
            place=command.place.strip(),
            cast=command.cast.strip(),
            stakes=command.stakes.strip(),
        )
    )


def _cut_to(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "cut to another scene")
    for scene in state.scenes.values():
        if scene.open and scene.id != state.scene:
            yield Offer(do="cut-to", label=f"Cut to {scene.title}", fixed={"scene": scene.id}, urgency="tool")


def _close_scene(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "close a scene")
    for scene in state.scenes.values():
        if scene.open:
            yield Offer(do="close-scene", label=f"Close {scene.title}", fixed={"scene": scene.id}, urgency="tool")


def _admit(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "let people in")
    for comer in state.waiting():
        yield Offer(do="admit", label=f"Let {comer.name} in", fixed={"seat": comer.id}, urgency="must", about="door")


def _hand_seat(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "give a seat back")
    olds = [chair.seat for chair in state.chairs.values() if chair.standing != "waiting" and not chair.seat.guides]
    for comer in state.waiting():
        for old in olds:
            yield Offer(
                do="hand-seat",
                label=f"{comer.name} is {old.name}: give the seat back",
                why="They get that seat with its characters; links of the old device still work.",
                fixed={"comer": comer.id, "seat": old.id},
                about="door",
            )


def _turn_away(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "turn people away")
    for chair in state.chairs.values():
        if chair.standing != "left" and chair.seat.id != seat.id:
            waits = chair.standing == "waiting"
            label = f"Turn {chair.seat.name} away" if waits else f"Take {chair.seat.name}'s seat away"
            why = "" if waits else "Their links stop working; they can come to the door again."
            fixed = {"seat": chair.seat.id}
            yield Offer(do="turn-away", label=label, why=why, fixed=fixed, urgency="tool", about="door")


def _turned_away(play: Play[TableState], command: ask.TurnAway) -> None:
    waited = play.state.chairs[command.seat].standing == "waiting"
    play.record(did.Left(seat=command.seat, by=play.seat.id, waited=waited))


def _leave(state: TableState, seat: Seat) -> Iterator[Offer]:
    if seat.guides:
        raise Refused("guide-stays", "The one who runs the game cannot leave the table.")
    yield Offer(
        do="leave", label="Leave the table", why="Your characters stay. You can come to the door again.", urgency="tool"
    )


def _rename(state: TableState, seat: Seat) -> Iterator[Offer]:
    name = Write(name="name", label="My name", most=NAME, default=seat.name)
    yield Offer(do="rename", label="Change my name", urgency="tool", fields=(name,))


def _renamed(play: Play[TableState], command: ask.Rename) -> None:
    name = person(command.name, NAME)
    if any(other.id != play.seat.id and other.name.casefold() == name.casefold() for other in play.state.seated()):
        raise Refused("name-taken", f"Somebody here is called {name} already: add an initial.", field="name")
    play.record(did.Renamed(seat=play.seat.id, name=name))


def _seat_as(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "change who plays")
    for other in state.seated():
        if not other.guides:
            role = "watcher" if other.plays else "player"
            label = f"Let {other.name} play" if role == "player" else f"Make {other.name} a watcher"
            yield Offer(do="seat-as", label=label, fixed={"seat": other.id, "role": role}, urgency="tool", about="door")


def _set_house(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "change how the table runs")
    house = state.house
    doors = (Choice("ask", "I let each one in"), Choice("open", "Whoever has the link sits down"))
    undo = (Choice("guide", "I decide"), Choice("everyone", "Everyone who plays must agree"))
    yield Offer(
        do="set-house",
        label="How this table runs",
        urgency="tool",
        fields=(
            Choose(name="door", label="The door", choices=doors, default=(house.door,)),
            Choose(name="undo", label="Taking things back", choices=undo, default=(house.undo,)),
            Confirm(
                name="hand_dice",
                label="Dice rolled by hand may be typed in",
                hint="The journal marks them.",
                default=house.hand_dice,
            ),
        ),
    )


def _house_set(play: Play[TableState], command: ask.SetHouse) -> None:
    house = House(door=command.door, undo=command.undo, hand_dice=command.hand_dice)
    play.record(did.HouseSet(house=house))


def _pause(state: TableState, seat: Seat) -> Iterator[Offer]:
    if state.paused:
        raise Refused("paused-already", "Play is paused.")
    yield Offer(
        do="pause",
        label="Pause",
        why="Stops play for everyone at once. Nobody is told who asked, nor is it written down.",
        urgency="tool",
    )


def _resume(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "go on after a pause")
    if not state.paused:
        raise Refused("not-paused", "Play is not paused.")
    yield Offer(do="resume", label="Go on", why="When everyone is ready.", urgency="must")


def _undo(state: TableState, seat: Seat) -> Iterator[Offer]:
    if seat.role == "watcher":
        raise Refused("only-watching", "Those who watch cannot take things back.")
    if state.undo is not None:
        raise Refused("undo-asked", "An undo is asked for already: answer that one first.")
    yield Offer(
        do="undo",
        label="Take back",
        why="The game goes back to how it was before a line of the journal. Nothing is erased; used luck stays used.",
        urgency="tool",
        fields=(Count(name="line", label="Before line", least=1, most=MOST_LINES),),
    )


def _undo_wanted(play: Play[TableState], command: ask.Undo) -> None:
    play.record(did.UndoWanted(seat=play.seat.id, to=command.line))
    _rewind_if_agreed(play)


def _rewind_if_agreed(play: Play[TableState]) -> None:
    asked = play.state.undo
    if asked is not None and play.state.consenting() <= set(asked.agreed):
        play.record(did.Rewound(to=asked.to, by=asked.by))


def _agree(state: TableState, seat: Seat) -> Iterator[Offer]:
    asked = state.undo
    if asked is None:
        raise Refused("no-undo", "Nobody asks for an undo.")
    if seat.id in asked.agreed or seat.id not in state.consenting():
        raise Refused("not-asked", "Your yes is not needed.")
    yield Offer(
        do="agree-to-undo",
        label="Agree to take it back",
        why=f"{state.name(asked.by)} asks to take things back.",
        urgency="must",
    )


def _agreed(play: Play[TableState], command: ask.AgreeToUndo) -> None:
    play.record(did.UndoAgreed(seat=play.seat.id))
    _rewind_if_agreed(play)


def _decline(state: TableState, seat: Seat) -> Iterator[Offer]:
    asked = state.undo
    if asked is None:
        raise Refused("no-undo", "Nobody asks for an undo.")
    if seat.id != asked.by and seat.id not in state.consenting():
        raise Refused("not-asked", "This undo is for others to decide.")
    yield Offer(do="decline-undo", label="Leave things as they are", urgency="may")


def _reveal(state: TableState, seat: Seat) -> Iterator[Offer]:
    _guide_only(seat, "open the dice")
    yield Offer(
        do="reveal-dice",
        label="Open the dice",
        why="Shows the secret seed of all rolls so far, for anyone to check, and seals a new one.",
        urgency="tool",
    )


def _revealed(play: Play[TableState], command: ask.RevealDice) -> None:
    play.record(did.DiceRevealed(epoch=play.state.epoch, seed=""))


def _verb(command: type[C], offers: Offers, enact: Callable[[Play[TableState], C], None]) -> Verb[TableState, C]:
    return Verb(command=command, phases=_ALWAYS, offers=offers, enact=enact)


TABLE_VERBS: Verbs[TableState] = Verbs(
    phase,
    (
        _verb(ask.Say, _say, _said),
        _verb(ask.KeepNotes, _keep_notes, _notes_kept),
        _verb(ask.OpenScene, _open_scene, _scene_opened),
        _verb(ask.CutTo, _cut_to, lambda play, c: play.record(did.CutMade(scene=c.scene))),
        _verb(ask.CloseScene, _close_scene, lambda play, c: play.record(did.SceneClosed(scene=c.scene))),
        _verb(ask.Admit, _admit, lambda play, c: play.record(did.Admitted(seat=c.seat))),
        _verb(ask.HandSeat, _hand_seat, lambda play, c: play.record(did.SeatHanded(comer=c.comer, seat=c.seat))),
        _verb(ask.TurnAway, _turn_away, _turned_away),
        _verb(ask.Leave, _leave, lambda play, _: play.record(did.Left(seat=play.seat.id, by=play.seat.id))),
        _verb(ask.Rename, _rename, _renamed),
        _verb(ask.SeatAs, _seat_as, lambda play, c: play.record(did.SeatedAs(seat=c.seat, role=c.role))),
        _verb(ask.SetHouse, _set_house, _house_set),
        _verb(ask.Pause, _pause, lambda play, _: play.record(did.Paused())),
        _verb(ask.Resume, _resume, lambda play, _: play.record(did.Resumed())),
        _verb(ask.Undo, _undo, _undo_wanted),
        _verb(ask.AgreeToUndo, _agree, _agreed),
        _verb(ask.DeclineUndo, _decline, lambda play, _: play.record(did.UndoDeclined(seat=play.seat.id))),
        _verb(ask.RevealDice, _reveal, _revealed),
    ),
)
"""Every table command, in the order in which it is offered."""

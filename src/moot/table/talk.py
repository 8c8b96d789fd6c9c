"""What people say at the table, and what they note for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offer, Offered, Part, Play, Seat, Write
from moot.core.blanks import LONGEST_TEXT
from moot.core.events import name_of
from moot.table.kinds import TableCommand, TableEvent
from moot.table.state import TableState


class Say(TableCommand, tag="say"):
    """Speak: as `voice` (a character), as yourself (empty voice), or tell the story."""

    text: str
    voice: str = ""
    manner: Literal["speech", "aside", "story"] = "speech"

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        manners = (Choice("speech", "Say it"), Choice("aside", "Out of character"), Choice("story", "Tell it"))
        yield cls.offer(
            seat, "Say", "",
            Write(name="text", label="Words", most=LONGEST_TEXT, lines=2),
            Write(name="voice", label="As", least=0),
            Choose(name="manner", label="How", choices=manners, default=("speech",)),
        )

    def enact(self, play: Play[TableState], of: Seat) -> None:
        """The game knows whose a voice is: `decide` checks it and adds its name."""
        play.record(Said(seat=of.id, text=self.text.strip(), manner=self.manner, voice=self.voice))


SAY = name_of(Say)


def voiced(offer: Offer, voices: tuple[Choice, ...]) -> Offer:
    """An offer to speak, with the `voices` that the seat has in the game."""
    voice = Choose(name="voice", label="As", hint="Yourself, if nobody is chosen.", choices=voices, least=0)
    return replace(offer, fields=tuple(voice if field.name == "voice" else field for field in offer.fields))


class Said(TableEvent, tag="table.said"):
    """Somebody spoke. `name` is the character's, where one spoke."""

    seat: str
    text: str
    manner: Literal["speech", "aside", "story"]
    voice: str = ""
    name: str = ""

    def evolve(self, state: TableState) -> TableState:
        return state

    def line(self, state: TableState) -> Line:
        if self.manner == "story":
            return Line(kind="story", who=state.name(self.seat), quote=self.text)
        if self.manner == "speech" and self.name:
            return Line(kind="speech", who=self.name, quote=self.text)
        return Line(kind="aside", who=state.name(self.seat), quote=self.text)


class KeepNotes(TableCommand, tag="keep-notes"):
    """Replace your private notes. Nobody else sees them."""

    text: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        notes = Write(
            name="text", label="My notes", hint="Nobody else sees them.", least=0, most=LONGEST_TEXT, lines=8,
            default=state.notes.get(seat.id, ""),
        )
        yield cls.offer(seat, "Keep notes", "", notes)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(NotesKept(seat=of.id, text=self.text))


class NotesKept(TableEvent, tag="table.notes-kept"):
    """A seat's private notes; nobody else hears of it."""

    seat: str
    text: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, notes={**state.notes, self.seat: self.text})

    def line(self, state: TableState) -> None:
        return None

    def told(self, state: TableState, seat: Seat) -> NotesKept | None:
        return self if seat.id == self.seat else None


TALK = Part(Say, KeepNotes, Said, NotesKept)

"""Safety at the table: a pause for any reason, lines and veils, and a quiet word to the one who runs the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.kit.keyed import without
from moot.table.kinds import TableCommand, TableEvent
from moot.table.state import AT_TABLE, Boundary, BoundaryKind, SaidQuietly, TableState

SAFETY_SHEET: Final = "safety"
"""What pages know lines, veils and the quiet word by."""
MOST: Final = 60
"""Lines and veils at one table."""


class Paused(TableEvent, tag="table.paused"):
    """Play stopped. Nobody is told who asked."""

    def evolve(self, state: TableState) -> TableState:
        return replace(state, paused=True)

    def line(self, state: TableState) -> Line:
        return Line(kind="safety", text="Play is paused.")


class Pause(TableCommand, tag="pause"):
    """Stop play at once, for any reason. It is not recorded who asked."""

    records = Paused
    unsigned = True

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if state.paused:
            raise Refused("paused-already", "Play is paused.")
        why = "Stops play for everyone at once. Nobody is told who asked, nor is it written down."
        yield cls.offer(None, "Pause", why)


class Resumed(TableEvent, tag="table.resumed"):
    """Play goes on."""

    def evolve(self, state: TableState) -> TableState:
        return replace(state, paused=False)

    def line(self, state: TableState) -> Line:
        return Line(kind="safety", text="Play goes on.")


class Resume(TableCommand, tag="resume"):
    """Go on after a pause."""

    urgency, giver = "must", AT_TABLE.only_guide("goes on after a pause")
    records = Resumed

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if not state.paused:
            raise Refused("not-paused", "Play is not paused.")
        yield cls.offer(None, "Go on", "When everyone is ready.")


class BoundarySet(TableEvent, tag="table.boundary-set"):
    """Something is not to come up here (a line), or only off stage (a veil). Nobody is told who asked."""

    boundary: Boundary

    def evolve(self, state: TableState) -> TableState:
        return replace(state, boundaries={**state.boundaries, self.boundary.id: self.boundary})

    def line(self, state: TableState) -> Line:
        says = "A line: this does not come up." if self.boundary.kind == "line" else "A veil: this stays off stage."
        return Line(kind="safety", text=says, quote=self.boundary.text)


class SetBoundary(TableCommand, tag="set-boundary"):
    """Say what should not come up in play, or stay off stage. It is not recorded who asked."""

    unsigned, about_any = True, ""
    kind: BoundaryKind
    text: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if len(state.boundaries) >= MOST:
            raise Refused("enough-lines", f"There are {MOST} lines and veils: take one off first.")
        kinds = (
            Choice("line", "It does not come up at all", hint="A line."),
            Choice("veil", "It may happen, off stage", hint="A veil: nobody describes it."),
        )
        yield cls.offer(
            None, "Add a line or a veil", "Everyone sees it. Nobody is told who asked, nor is it written down.",
            Write(name="text", label="What?", hint="Spiders. Harm to children. Torture in detail."),
            Choose(name="kind", label="How?", choices=kinds, default=("line",)),
            about=SAFETY_SHEET,
        )

    def enact(self, play: Play[TableState], of: None) -> None:
        number = 1 + max((int(id_[1:]) for id_ in play.state.boundaries), default=0)
        play.record(BoundarySet(boundary=Boundary(f"b{number}", self.kind, self.text.strip())))


class BoundaryLifted(TableEvent, tag="table.boundary-lifted"):
    """A line or a veil holds no longer. Nobody is told who asked."""

    boundary: Boundary

    def evolve(self, state: TableState) -> TableState:
        return replace(state, boundaries=without(state.boundaries, self.boundary.id))

    def line(self, state: TableState) -> Line:
        return Line(kind="safety", text=f"This {self.boundary.kind} is taken off:", quote=self.boundary.text)


class LiftBoundary(TableCommand, tag="lift-boundary"):
    """Take off a line or a veil; everyone is told. It is not recorded who asked."""

    unsigned, about_any, together = True, "", "Take off a line or a veil"
    boundary: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Offers:
        for one in state.boundaries.values():
            why = "If it was yours, or you all agreed. Everyone is told that it is gone."
            yield cls.offer(one, f"Take off: {one.text}", why, about=SAFETY_SHEET, boundary=one.id)
        yield Refused("no-such-line", "There is no such line or veil here.")

    def enact(self, play: Play[TableState], of: Boundary) -> None:
        play.record(BoundaryLifted(boundary=of))


class QuietWord(TableEvent, tag="table.quiet-word"):
    """Somebody told the guide something that nobody else hears."""

    seat: str
    text: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, quiet=(*state.quiet, SaidQuietly(self.seat, self.text)))

    def line(self, state: TableState) -> Line:
        to = "to the one who runs the game alone:"
        return Line(kind="safety", who=state.name(self.seat), text=to, quote=self.text)

    def told(self, state: TableState, seat: Seat) -> QuietWord | None:
        return self if seat.guides or seat.id == self.seat else None


class SayQuietly(TableCommand, tag="say-quietly"):
    """Tell the one who runs the game something that nobody else hears."""

    about_any = ""
    text: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if seat.guides:
            raise Refused("you-are-it", "A quiet word goes to you.")
        if not any(other.guides for other in state.seated()):
            raise Refused("nobody-guides", "Nobody runs the game just now.")
        words = Write(name="text", label="Your words", hint="I would like to leave this scene soon.", lines=2)
        why = "Only the one who runs the game reads it, and sees that it is from you."
        yield cls.offer(seat, "A quiet word to the one who runs the game", why, words, about=SAFETY_SHEET)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(QuietWord(seat=of.id, text=self.text.strip()))


class QuietWordsRead(TableEvent, tag="table.quiet-words-read"):
    """The guide read what was told them alone; nobody else hears of it."""

    def evolve(self, state: TableState) -> TableState:
        return replace(state, quiet=())

    def line(self, state: TableState) -> None:
        return None

    def told(self, state: TableState, seat: Seat) -> QuietWordsRead | None:
        return self if seat.guides else None


class ReadQuietly(TableCommand, tag="read-quietly"):
    """Put away what somebody told you alone, so many `words`: once another has come, that is to be read, too."""

    giver = AT_TABLE.only_guide("reads what is said to them alone")
    words: int

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if not state.quiet:
            raise Refused("nothing-quiet", "No quiet word is waiting for you.")
        yield cls.offer(None, "I have read it", "It stays in the journal, for you alone.", words=len(state.quiet))

    def enact(self, play: Play[TableState], of: None) -> None:
        play.record(QuietWordsRead())


SAFETY = Part(
    Pause, Resume, SetBoundary, LiftBoundary, SayQuietly, ReadQuietly,
    Paused, Resumed, BoundarySet, BoundaryLifted, QuietWord, QuietWordsRead,
)

"""What obstacles hide: clues that the GM writes down, and that Stress or a word reveals (SE-NC-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Seat, Write
from moot.games.swords_edge.cast.choosing import which
from moot.games.swords_edge.cast.tuning import sheets
from moot.games.swords_edge.nc import Clue
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.state import State


class ClueWritten(Event[State], tag="clue-written"):
    """An obstacle hides this."""

    heard_by = "guide"
    nc: str
    clue: Clue

    def evolve(self, state: State) -> State:
        return state.with_ncs([self.nc], clues=(*state.ncs[self.nc].clues, self.clue))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"{state.named(self.nc)} hides one thing more.")


class WriteClue(Command[State], tag="write-clue"):
    """Write down what an obstacle hides (SE-NC-09)."""

    when, rules, urgency = ALWAYS, ("SE-NC-09", "SE-ERR-27"), "tool"
    nc: str
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "writes clues")
        obstacles = (nc for nc in state.ncs.values() if nc.kind == "obstacle")
        what = which(obstacles, "There is no obstacle yet.", singly=True)
        clue = Write(name="text", label="A clue", lines=2, most=1000)
        why = "Each Stress reveals the next; once it is overcome the rest comes free."
        yield cls.offer(None, "Write what an obstacle hides", why, what, clue)

    def enact(self, play: Play[State], _: None) -> None:
        play.record(ClueWritten(nc=self.nc, clue=Clue(self.text.strip()), rules=self.rules[:1]))


class _Known(Event[State]):
    """The table knows an obstacle's next clue."""

    nc: str
    clue: int
    text: str

    def evolve(self, state: State) -> State:
        every = enumerate(state.ncs[self.nc].clues)
        clues = tuple(replace(clue, known=clue.known or at == self.clue) for at, clue in every)
        return state.with_ncs([self.nc], clues=clues)

    def line(self, state: State) -> Line:
        return Line(kind="story", text=f"{state.named(self.nc)}:", quote=self.text)


class ClueTold(_Known, tag="clue-told"):
    """The GM told a clue without dice."""


class ClueFound(_Known, tag="clue-found"):
    """An obstacle yields a piece of what it hid."""


def reveal(play: Play[State], nc: str, count: int | None) -> None:
    """An obstacle's next clues: one for each Stress, all that are left once it is overcome (SE-NC-09, SE-ERR-27)."""
    unknown = [(at, clue) for at, clue in enumerate(play.state.ncs[nc].clues) if not clue.known]
    for at, clue in unknown[:count]:
        play.record(ClueFound(nc=nc, clue=at, text=clue.text, rules=("SE-NC-09", "SE-ERR-27")))


class TellClue(Command[State], tag="tell-clue"):
    """Tell a clue without dice."""

    when, rules, urgency = ALWAYS, ("SE-NC-09", "SE-PREP-04", "SE-TERM-06"), "tool"
    nc: str
    clue: Literal["next"] = "next"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        for nc in sheets(state, seat, "tells clues"):
            hidden = next(((at, clue) for at, clue in enumerate(nc.clues) if not clue.known), None)
            if hidden is not None:
                why = nc.without_dice or "Without dice, if nobody has anything that helps."
                yield cls.offer(hidden, f"Tell the next clue of “{nc.name}”", why, about=nc.id, nc=nc.id)

    def enact(self, play: Play[State], hidden: tuple[int, Clue]) -> None:
        at, clue = hidden
        play.record(ClueTold(nc=self.nc, clue=at, text=clue.text, rules=self.rules[:2]))


CLUES: Final[Part[State]] = Part(WriteClue, TellClue, ClueWritten, ClueTold, ClueFound)

"""Characters who were out of the game and come back to it (SE-DOOM-02, SE-DOOM-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.core.words import listed
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.conflict.dooms import mark_fields, marks
from moot.games.swords_edge.ownership import needs_guide, player_of
from moot.games.swords_edge.state import State


class BroughtBack(Event[State], tag="brought-back"):
    """A character is in the game again; `gains` are the Weaknesses that a Doom left."""

    who: str
    gains: tuple[Quality, ...] = ()

    def evolve(self, state: State) -> State:
        qualities = (*state.characters[self.who].qualities, *self.gains)
        back = state.with_pc(self.who, stands="in", outlived=None, qualities=qualities)
        return replace(back, ids=state.ids + len(self.gains))

    def line(self, state: State) -> Line:
        left = f" The Doom has left {listed(gain.name for gain in self.gains)}." if self.gains else ""
        return Line(kind="sheet", text=f"{state.named(self.who)} is back.{left}")


class BringBack(Command[State], tag="bring-back"):
    """A character who was out for longer returns, with what a Doom left behind if that is still due (SE-DOOM-03)."""

    when, rules, urgency = frozenset({"between", "session"}), ("SE-DOOM-02",), "tool"
    who: str
    mark: str = ""
    scar: str = ""
    scar_trait: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        needs_guide(seat, "brings a character back")
        for who in state.characters.values():
            if who.stands != "removed":
                continue
            if other := _instead(state, who):
                player = player_of(state, who.id)
                name = player.name if player else "Their player"
                says = f"{name} has {other.name} now: one of the two at a time, so {other.name} is set aside first."
                yield Refused("plays-another", says, "SE-TERM-05")
                continue
            marked = " What the Doom left on them comes with them." if who.outlived else ""
            yield cls.offer(
                who,
                f"{who.name} returns",
                f"Out of the game for a while, and back.{marked}",
                *(mark_fields(who.outlived) if who.outlived else ()),
                who=who.id,
                about=who.id,
                rules=("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if who.outlived else ())),
            )
        raise Refused("nobody-gone", "Nobody who could return is out of the game.")

    def enact(self, play: Play[State], who: Character) -> None:
        gains = marks(play.state, who.outlived, mark=self.mark, scar=self.scar, scar_trait=self.scar_trait)
        rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if gains else ()))
        play.record(BroughtBack(who=who.id, gains=gains, rules=rules))


def _instead(state: State, who: Character) -> Character | None:
    """Whom the player of `who` plays, or writes, in their place."""
    theirs = (other for other in state.characters.values() if other.player == who.player)
    return next((other for other in theirs if other.here or not other.made), None)


RETURNING: Final[Part[State]] = Part(BringBack, BroughtBack)

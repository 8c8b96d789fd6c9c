"""Sessions: opened with Luck for everyone, and ended (SE-TERM-01, SE-LUCK-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.figures.characters import GRANT
from moot.games.swords_edge.ownership import needs_bare_table, needs_guide, needs_player
from moot.games.swords_edge.phases import RUNNING
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import State


def _pool(state: State) -> int:
    """What the pool opens with (SE-RD-40); nothing where Luck does not go round."""
    return int(state.options.communal_pool) * len(state.players) if state.options.communal else 0


class SessionOpened(Event[State], tag="session-opened"):
    """A session began; `luck` is what each seat starts with, `pool` what lies in the middle."""

    session: int
    luck: dict[str, int]
    pool: int = 0

    def evolve(self, state: State) -> State:
        opened = replace(state, phase="session", session=self.session, opening=True, grown={}, bought=())
        return replace(opened, granted=tuple(self.luck), luck=self.luck, pool=self.pool, chest=0)

    def line(self, state: State) -> Line:
        each = max(self.luck.values(), default=0)
        extra = f" {self.pool} lie in the pool." if self.pool else ""
        return Line(kind="chapter", text=f"Session {self.session}. {each} Luck each.{extra}")


class OpenSession(Command[State], tag="open-session"):
    """Sit down to play: everyone gets their Luck (SE-LUCK-01)."""

    when, urgency = frozenset({"between"}), ("may", "must")
    rules = ("SE-TERM-01", "SE-TERM-02", "SE-LUCK-01", "SE-RD-40")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "opens a session")
        if not state.cast():
            raise Refused("nobody-to-play", "Nobody has a character yet.", "SE-TERM-05")
        pool = f", and {_pool(state)} lie in the pool" if state.options.communal else ""
        yield cls.offer(
            None,
            "Open the session" if not state.session else "Open the next session",
            f"Each player gets {GRANT} Luck{pool}.",
            urgency="must" if all(who.made for who in state.characters.values()) else "may",
        )

    def enact(self, play: Play[State], of: None) -> None:
        luck, pool = {seat.id: GRANT for seat in play.state.players}, _pool(play.state)
        rules = ("SE-LUCK-01", "SE-RD-21", *(("SE-LUCK-09", "SE-RD-40") if pool else ()))
        play.record(SessionOpened(session=play.state.session + 1, luck=luck, pool=pool, rules=rules))


class SessionEnded(Event[State], tag="session-ended"):
    """A session is over, and all Luck with it."""

    session: int

    def evolve(self, state: State) -> State:
        characters = {id_: replace(who, windfall=0) for id_, who in state.characters.items()}
        ended = replace(state, phase="between", opening=False, characters=characters, temptations=())
        return replace(ended, luck={}, granted=(), pool=0, chest=0)

    def line(self, state: State) -> Line:
        return Line(kind="chapter", text=f"Session {self.session} is over; what Luck was left is gone.")


class EndSession(Command[State], tag="end-session"):
    """Stop playing: what Luck is left is lost (SE-RD-21)."""

    when, rules, urgency = frozenset({"session"}), ("SE-RD-21", "SE-LUCK-01", "SE-REC-05"), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "ends a session", "SE-TERM-01")
        needs_bare_table(state)
        why = "Unspent Luck is lost; Advancements stay. Afterwards an Advancement can clear all Penalty Ranks."
        yield cls.offer(None, "End the session", why)

    def enact(self, play: Play[State], of: None) -> None:
        play.record(SessionEnded(session=play.state.session, rules=("SE-RD-21", "SE-LUCK-01")))


class LuckDrawn(Event[State], tag="luck-drawn"):
    """Somebody who came late took their Luck."""

    seat: str
    luck: int

    def evolve(self, state: State) -> State:
        return replace(moved(state, "pool", self.seat, self.luck), granted=(*state.granted, self.seat))

    def line(self, state: State) -> Line:
        return Line(kind="move", text=f"{state.named(self.seat)} takes {self.luck} Luck.")


class DrawLuck(Command[State], tag="draw-luck"):
    """Take the session's Luck, having come late."""

    when, rules, urgency = RUNNING, ("SE-LUCK-01",), "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_player(seat, "gets Luck")
        if seat.id in state.granted:
            raise Refused("drawn-already", "You had your Luck this session.")
        if state.options.communal and state.pool < GRANT:
            raise Refused("pool-empty", "The pool does not hold enough for a newcomer.", "SE-RD-40")
        yield cls.offer(None, f"Take your {GRANT} Luck", "You came after the session began.")

    def enact(self, play: Play[State], of: None) -> None:
        play.record(LuckDrawn(seat=play.seat.id, luck=GRANT, rules=self.rules))


SESSIONS: Final[Part[State]] = Part(OpenSession, DrawLuck, EndSession, SessionOpened, SessionEnded, LuckDrawn)

"""Sessions: they are opened, with the party's Fortune, and ended (GP-CORE-18, GP-CORR-10)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Face, Frame
from moot.games.perilous.constants import FORTUNE
from moot.games.perilous.flow import Act, only_guide
from moot.games.perilous.person import Receipt
from moot.games.perilous.state import BETWEEN, State


class SessionOpened(Event[State], tag="session-opened"):
    """A session begins, with a pool of Fortune."""

    number: int
    title: str
    fortune: int

    def evolve(self, state: State) -> State:
        pool = (Receipt(self.fortune, "the session’s pool", "GP-CORE-18"),)
        return replace(
            state, phase="session", session=self.number, title=self.title, fortune=pool, misfortune=(),
            ids=state.ids + 1, began={id_: (who.order, who.chaos) for id_, who in state.people.items()},
        )

    def line(self, state: State) -> Line:
        people = tuple(Face(id=who.id, name=who.name, seat=who.player) for who in state.party())
        title = self.title or f"Session {self.number}"
        frame = Frame(
            kind="chapter", id=f"session-{self.number}", lead=f"Session {self.number} begins", title=title,
            people=people,
        )
        text = f"Session {self.number} begins. The party has {self.fortune} Fortune Points."
        return Line("chapter", text, frame=frame)


class OpenSession(Act, tag="open-session"):
    """Begin a session: the party's Fortune is the number of players and one more."""

    when, rules, urgency, giver = BETWEEN, ("GP-CORE-18",), "must", only_guide("opens sessions")
    title: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.party():
            raise Refused("nobody-there", "A session needs characters: somebody has to make one first.")
        pool = len(state.players) + FORTUNE.over_players
        title = Write(name="title", label="What is it called?", least=0)
        yield cls.offer(pool, "Begin the session", f"The party starts with {pool} Fortune Points.", title)

    def act(self, play: Play[State], of: int) -> None:
        number = play.state.session + 1
        play.record(SessionOpened(number=number, title=self.title.strip(), fortune=of, rules=self.rules))


SESSIONS: Final = Part(OpenSession, SessionOpened)

"""Sessions are opened, with the party's Fortune, players choose whom of their stable they play, and days pass
(GP-CORE-18, GP-STABLE-01)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Count, Event, Frame, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.perilous.figures import BEGIN, FORTUNE
from moot.games.perilous.flow import FlowCommand, Happening, only_guide
from moot.games.perilous.making.beginning import stable_of
from moot.games.perilous.person import LedgerLine
from moot.games.perilous.state import ALWAYS, BETWEEN, SESSION, State


class SessionOpened(Event[State], tag="session-opened"):
    """A session begins, with a pool of Fortune."""

    number: int
    title: str
    fortune: int

    def evolve(self, state: State) -> State:
        pool = (LedgerLine(self.fortune, "the session’s pool", "GP-CORE-18"),)
        return replace(
            state, phase="session", session=self.number, title=self.title, fortune=pool, misfortune=(),
            ids=state.ids + 1, began={id_: (who.order, who.chaos) for id_, who in state.people.items()},
        )

    def line(self, state: State) -> Line:
        people = tuple(who.face() for who in state.party())
        session = f"Session {self.number}"
        lead = f"{session} begins" if self.title else "A session begins"
        frame = Frame(
            kind="chapter", id=f"session-{self.number}", lead=lead, title=self.title or session, people=people
        )
        return Line("chapter", f"{session} begins. The party has {self.fortune} Fortune Points.", frame=frame)


class OpenSession(FlowCommand, tag="open-session"):
    """Begin a session: the party's Fortune is the number of players and one more."""

    when, rules, urgency, giver = BETWEEN, ("GP-CORE-18",), "must", only_guide("opens sessions")
    title: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.party():
            raise Refused("nobody-there", "A session needs characters: somebody has to make one first.")
        pool = len(state.players) + FORTUNE.over_players
        title = Write(name="title", label="What is this session called?", least=0)
        yield cls.offer(pool, "Begin the session", f"The party starts with {pool} Fortune Points.", title)

    def act(self, play: Play[State], of: int) -> None:
        number = play.state.session + 1
        play.record(SessionOpened(number=number, title=self.title.strip(), fortune=of, rules=self.rules))


class SheetChosen(Happening, tag="sheet-chosen"):
    """A player plays another character of their stable."""

    sentence = ("sheet", "comes out of the stable, to be played.")
    who: str

    def evolve(self, state: State) -> State:
        player = state.people[self.who].player
        for other in state.people.values():
            if other.player == player:
                state = state.with_person(other.id, active=other.id == self.who)
        return state


class ChooseSheet(FlowCommand, tag="choose-sheet"):
    """Choose which character of your stable you play."""

    when, rules, urgency, records = ALWAYS, ("GP-STABLE-01",), ("must", "may"), SheetChosen
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        stable = stable_of(state, seat) if seat.plays else []
        alone = not any(who.active for who in stable)
        if state.options.character_stable != "true" and not (stable and alone):  # left of when there were stables
            raise Refused("no-stable", "At this table everybody has one character.")
        if state.phase != "between" and not (state.phase == "session" and alone):
            raise Refused("locked", "Characters are swapped before a session, not during one.")
        urgency: Urgency = "must" if alone and state.phase == "between" else "may"
        for who in stable:
            if not who.active:
                yield cls.offer(who, f"Play {who.called}", f"{who.origin}.", about=who.id, who=who.id, urgency=urgency)
        yield Refused("nobody-else", "There is nobody else in your stable.")


class DaysPassed(Event[State], tag="days-passed"):
    """Days of the story go by."""

    days: int

    def evolve(self, state: State) -> State:
        return replace(state.moved_on(), day=state.day + self.days)

    def line(self, state: State) -> Line:
        days = "A day passes" if self.days == 1 else f"{self.days} days pass"
        return Line("story", f"{days}. It is day {state.day}.")


class PassDays(FlowCommand, tag="pass-days"):
    """Let days go by off the road."""

    when, rules, urgency, giver = BETWEEN | SESSION, ("GP-REP-02",), "tool", only_guide("lets days pass")
    records = DaysPassed
    days: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if any(journey.under_way for journey in state.journeys.values()):
            raise Refused("on-a-journey", "On a journey days pass with its Stretches and camps.", "GP-WILD-14")
        days = Count(name="days", label="How many?", least=1, most=BEGIN.days_most, default=1)
        yield cls.offer(None, "Let days pass", "What Reputation buys opens again with them.", days)


SESSIONS: Final = Part(OpenSession, ChooseSheet, PassDays, SessionOpened, SheetChosen, DaysPassed)

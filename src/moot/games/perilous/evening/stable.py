"""The stable: several characters a player, one of them played; and days that pass (GP-STABLE-01)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Count, Event, Line, Offers, Part, Refused, Seat
from moot.games.perilous.flow import Act, only_guide
from moot.games.perilous.making.beginning import mine
from moot.games.perilous.making.callings import BEGIN
from moot.games.perilous.state import ALWAYS, BETWEEN, SESSION, State


class SheetChosen(Event[State], tag="sheet-chosen"):
    """A player plays another character of their stable."""

    who: str

    def evolve(self, state: State) -> State:
        player = state.people[self.who].player
        for other in state.people.values():
            if other.player == player:
                state = state.with_person(other.id, active=other.id == self.who)
        return state

    def line(self, state: State) -> Line:
        return Line("sheet", "comes out of the stable, to be played.", state.name(self.who))


class ChooseSheet(Act, tag="choose-sheet"):
    """Choose which character of your stable you play."""

    when, rules, urgency = ALWAYS, ("GP-STABLE-01",), "may"
    records = SheetChosen
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.options.character_stable != "true":
            raise Refused("no-stable", "At this table everybody has one character.")
        if state.phase != "between":
            raise Refused("locked", "Characters are swapped before a session, not during one.")
        for who in mine(state, seat) if seat.plays else ():
            if not who.active:
                yield cls.offer(who, f"Play {who.name}", "", about=who.id, who=who.id)
        yield Refused("nobody-else", "There is nobody else in your stable.")


class DaysPassed(Event[State], tag="days-passed"):
    """Days of the story go by."""

    days: int

    def evolve(self, state: State) -> State:
        return replace(state, day=state.day + self.days)

    def line(self, state: State) -> Line:
        days = "A day passes" if self.days == 1 else f"{self.days} days pass"
        return Line("story", f"{days}. It is day {state.day}.")


class PassDays(Act, tag="pass-days"):
    """Let days go by off the road."""

    when, rules, urgency, giver = BETWEEN | SESSION, ("GP-REP-02",), "tool", only_guide("lets days pass")
    records = DaysPassed
    days: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if any(not journey.over for journey in state.journeys.values()):
            raise Refused("on-a-journey", "On a journey days pass with its Stretches and camps.", "GP-WILD-14")
        days = Count(name="days", label="How many?", least=1, most=BEGIN.days_most, default=1)
        yield cls.offer(None, "Let days pass", "What Reputation buys opens again with them.", days)


STABLES: Final = Part(ChooseSheet, PassDays, SheetChosen, DaysPassed)

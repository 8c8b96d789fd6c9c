"""People who leave the story for good."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat
from moot.core.frames import Fact
from moot.games.modos.flow import Act
from moot.games.modos.making.draft import sheets
from moot.games.modos.person import Person
from moot.games.modos.state import FREE, State
from moot.kit.keyed import without


class PersonGone(Event[State], tag="person-gone"):
    """Somebody has left the story, and everything that hung on them with them."""

    who: str
    name: str
    player: str = ""
    known: bool = True

    def evolve(self, state: State) -> State:
        people = {
            id_: replace(
                one, marks=tuple(mark for mark in one.marks if mark.toward != self.who),
                **({"master": "", "bond": ""} if one.master == self.who else {}),
            )
            for id_, one in without(state.people, self.who).items()
        }
        contests = {id_: one for id_, one in state.contests.items() if self.who not in {side.who for side in one.sides}}
        running = {
            id_: replace(one, pros=without(one.pros, self.who), inside=without(one.inside, self.who))
            for id_, one in state.running.items() if one.caster != self.who
        }
        return replace(state, people=people, contests=contests, running=running)

    def line(self, state: State) -> Line:
        fact = Fact(kind="out", text=f"{self.name} leaves the story", who=self.name, seat=self.player)
        return Line("story", "leaves the story.", self.name, facts=(fact,))

    def told(self, state: State, seat: Seat) -> PersonGone | None:
        return self if seat.guides or self.known else None


class Retire(Act, tag="retire"):
    """Let somebody leave the story: a player's own character, anybody of the guide's."""

    when, rules, urgency = FREE, ("MO-X101",), "tool"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in sheets(state, seat):
            yield cls.offer(who, f"{who.name} leaves the story", "For good: the sheet goes with them.", about=who.id,
                            who=who.id)
        yield Refused("nobody-there", "You have nobody who could leave the story.")

    def act(self, play: Play[State], of: Person) -> None:
        play.record(PersonGone(who=of.id, name=of.name, player=of.player, known=of.known, rules=self.rules))


LEAVING: Final = Part(Retire, PersonGone)

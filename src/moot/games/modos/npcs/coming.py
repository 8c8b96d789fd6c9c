"""People whom nobody plays come into the story, known to the players or not, and are shown to them later."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, Final, Self

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import needs_contest
from moot.games.modos.conflict.opening import ConflictOpened, SideTaken, entering
from moot.games.modos.contests import Facts
from moot.games.modos.flow import FlowCommand, OfSomebody, only_guide
from moot.games.modos.minds.watching import hide
from moot.games.modos.npcs.people import Look, looks, names, person_of, show
from moot.games.modos.npcs.sheets import Sheet
from moot.games.modos.person import Person
from moot.games.modos.state import ALWAYS, State
from moot.kit.crowds import rollcall
from moot.kit.keyed import put

AWARE: Final = "aware"
"""The deed of knowing that somebody is there."""


class LookChanged(OfSomebody, tag="look-changed"):
    """Somebody of the guide's looks otherwise to those who know them (MO-FQ19)."""

    silent = True
    seen: Look


class PeopleCame(Event[State], tag="people-came"):
    """People whom nobody plays are there, whole; others hear of those whom they know, as they look."""

    people: tuple[Person, ...]
    seen: tuple[Look, ...] = ()

    def evolve(self, state: State) -> State:
        return replace(state, people=put(state.people, *self.people))

    def line(self, state: State) -> Line:
        known = [who.name for who in self.people if who.known]
        hidden = [who.name for who in self.people if not who.known]
        said = [f"{rollcall(known)} {'is' if len(known) == 1 else 'are'} here."] if known else []
        if hidden:
            said.append(f"{rollcall(hidden)} {'is' if len(hidden) == 1 else 'are'} ready, and nobody knows yet.")
        return Line("sheet", " ".join(said))

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides:
            return self
        known = tuple(Person(id=who.id, name=who.name) for who in self.people if who.known)
        return replace(self, people=known) if known else None


def bring(
    play: Play[State], crowd: Iterable[Sheet], count: int, *rules: str, name: str = "", known: bool = True, **more: Any,
) -> tuple[Person, ...]:
    """Let so many of each sheet be there; several of a kind are numbered. Ids tell nothing; `more` is what all
    of them have besides."""
    people: dict[str, Person] = {}
    for sheet in crowd:
        for called in names(play.state, name or sheet.name, count, known=known):
            id_ = play.hidden_id({*play.state.people, *people})
            people[id_] = person_of(sheet, id_, name=called, known=known, **more)
    found = tuple(people.values())
    there = replace(play.state, people=put(play.state.people, *found))
    seen = tuple(looks(there, who) for who in found if who.known)
    play.record(PeopleCame(people=found, seen=seen, rules=rules))
    return found


def join(play: Play[State], people: Iterable[Person], side: str, *rules: str) -> None:
    """Let people take a side in the conflict that runs (MO-X219)."""
    for who in people:
        play.record(SideTaken(entry=entering(play.state, who.id, side), rules=rules))


def size_up(play: Play[State]) -> None:
    """Players see what those can do whom they meet in a conflict (MO-X106)."""
    met = [event.entry.who for event in play.events if isinstance(event, SideTaken)]
    if any(isinstance(event, ConflictOpened) for event in play.events):
        met = [*play.state.conflict.people] if play.state.conflict else []
    told = {event.who for event in play.events if isinstance(event, LookChanged)}
    for who in dict.fromkeys(met):
        person = play.state.people[who]
        if person.npc and who not in told:
            play.record(LookChanged(who=who, seen=looks(play.state, person), rules=("MO-X106",)))


def lurk(play: Play[State]) -> None:
    """Whom it takes a contest to notice is not noticed by foes who have just met them (MO-X507, MO-006)."""
    now = play.state.conflict
    if now is None:
        return
    opened = any(isinstance(event, ConflictOpened) for event in play.events)
    came = {event.entry.who for event in play.events if isinstance(event, SideTaken)}
    for who, foe in product(now.people.values(), now.people.values()):
        facts, met = Facts(deed=AWARE, target=who.who), opened or not came.isdisjoint({who.who, foe.who})
        if met and who.side != foe.side and needs_contest(play.state, foe.who, AWARE, facts):
            hide(play, foe.who, who.who, "MO-X507", "MO-006")


class ShowPerson(FlowCommand, tag="show-person"):
    """Let the players learn of somebody."""

    when, rules, urgency = ALWAYS, ("MO-000",), "may"
    giver = only_guide("shows people")
    together = "Let players learn of somebody"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            if not who.known:
                yield cls.offer(who, f"{who.name} is seen", "Players learn the name, and how this one looks.",
                                about=who.id, who=who.id)
        yield Refused("all-known", "Players know of everybody who is there.")

    def act(self, play: Play[State], of: Person) -> None:
        show(play, of, *self.rules)


COMING: Final = Part(ShowPerson, PeopleCame, LookChanged)

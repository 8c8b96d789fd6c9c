"""Who is brought down as an adventure says wakes again, with a flaw until it is done (MO-GP06, MO-GP07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Fact
from moot.games.modos.adventures.papers import spoken
from moot.games.modos.adventures.playing import GuidesAdventure, played, unharmed
from moot.games.modos.conflict.opening import LeftConflict, Receded
from moot.games.modos.flow import FlowCommand, OfSomebody, no_watchers
from moot.games.modos.person import Person
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import ALWAYS, FREE, TURN, State
from moot.kit.keyed import without


class WakeGranted(OfSomebody, tag="wake-granted"):
    """Somebody who fell will wake where the adventure lets them; the player has yet to name a flaw (MO-GP06)."""

    place: str

    def evolve(self, state: State) -> State:
        return replace(state, waking={**state.waking, self.who: self.place})

    def line(self, state: State) -> Line:
        return Line("move", f"is not done for: it all begins again at {spoken(self.place)}.", state.name(self.who))


class LetWake(GuidesAdventure, tag="let-wake"):
    """Let somebody wake who was brought down by what the adventure says, and far from it (MO-GP06, MO-GP07)."""

    when, rules, urgency = FREE | TURN, ("MO-GP06", "MO-GP07", "MO-314"), "may"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, _ = played(state)
        for who in state.party():
            if now.wakes and who.id not in state.waking and (lost_pools(state, who.id) or who.dead):
                yield cls.offer((who, now.titled(now.wakes)), f"{who.name} wakes at {spoken(now.titled(now.wakes))}",
                                f"{now.fallen}: with a new flaw, and unhurt.", about=who.id, who=who.id)
        yield Refused("nobody-fell", "Nobody of the party has fallen who could wake again here.", "MO-GP06")

    def act(self, play: Play[State], of: tuple[Person, str]) -> None:
        if play.state.entry(self.who) is not None:
            play.record(LeftConflict(who=self.who, how="is gone from the fight", rules=self.rules[:1]))
            play.record(Receded(who=self.who, away=None, rules=self.rules[:1]))
        play.record(WakeGranted(who=self.who, place=of[1], rules=self.rules))


class Woke(OfSomebody, tag="woke"):
    """Somebody wakes, with one more flaw until the adventure is done (MO-GP06, MO-GP12)."""

    place: str
    flaw: str

    def evolve(self, state: State) -> State:
        person = state.people[self.who]
        flaws, lent = (*person.flaws, self.flaw), (*person.lent_flaws, self.flaw)
        state = state.with_person(self.who, flaws=flaws, lent_flaws=lent)
        return replace(state, waking=without(state.waking, self.who))

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        fact = Fact(kind="fact", text=f"{who.name} wakes with a new flaw", who=who.name, seat=who.player)
        said = f"wakes at {spoken(self.place)}, and has a new flaw."
        return Line("move", said, who.name, quote=self.flaw, facts=(fact,))


class Wake(FlowCommand, tag="wake"):
    """Wake with a new flaw of one's own choice, and empty pools (MO-GP06)."""

    when, rules, urgency, while_any = ALWAYS, ("MO-GP06", "MO-101", "MO-312"), "must", "waking"
    giver = no_watchers("wake")
    who: str
    flaw: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, place in state.waking.items():
            if state.owns(seat, who):
                blank = Write(name="flaw", label="The new flaw", hint="Of your own choice.", rule="MO-101")
                yield cls.offer(place, f"{state.name(who)} wakes", "Unhurt.", blank, about=who, who=who)
        yield Refused("nobody-wakes", "Nobody of yours is about to wake.", "MO-GP06")

    def act(self, play: Play[State], of: str) -> None:
        play.record(Woke(who=self.who, place=of, flaw=self.flaw.strip(), rules=self.rules[:2]))
        unharmed(play, self.who, "MO-312", "MO-GP06")


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Whose player has a flaw to name."""
    return ((state.played_by(who), f"{state.name(who)}’s new flaw") for who in state.waking)


WAKING: Final = Part(Wake, LetWake, WakeGranted, Woke, module="character")

"""Who comes into a conflict later, or on a side of its own (MO-X219, MO-E106, MO-E109)."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Choose, Offers, Part, Play, Refused, Seat, Write
from moot.games.modos.conflict.opening import SideTaken
from moot.games.modos.conflict.placing import sides_of
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Entry
from moot.games.modos.flow import Act, only_guide
from moot.games.modos.state import CONFLICT as IN_CONFLICT, State

NEW: Final = "new"
"""A side that is not there yet."""


class ComeIn(Act, tag="come-in"):
    """Let somebody come into the conflict, on one of its sides or a new one. In rounds they throw initiative first."""

    when, rules, urgency = IN_CONFLICT, ("MO-X219", "MO-E106", "MO-E109"), ("may", "tool")
    giver = only_guide("lets people come in")
    who: str
    side: str
    name: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if now.beat is not None:
            raise Refused("beat-open", "First let the deed be answered that is under way.", "MO-X216")
        there = (who for who in state.cast() if who.known and not who.dead and who.id not in now.people)
        choices = tuple(Choice(who.id, who.name) for who in there)
        if not choices:
            raise Refused("all-in", "Everybody whom the players know of is in it.")
        sides = (*(Choice(*side) for side in sides_of(now).items()), Choice(NEW, "a side of its own"))
        yield cls.offer(
            now, "Somebody comes in", "",
            Choose(name="who", label="Who?", choices=choices),
            Choose(name="side", label="On which side?", choices=sides, rule="MO-X219"),
            Write(name="name", label="What is that side called?", needs=(f"side:{NEW}",)),
            about=now.id, urgency="may" if now.step == "opening" else "tool",
        )

    def act(self, play: Play[State], of: object) -> None:
        side = self.name.strip() if self.side == NEW else self.side
        late = bool(running(play.state).round)
        entry = Entry(who=self.who, side=side, turn="done" if late else "due")
        play.record(SideTaken(entry=entry, rules=self.rules))


ARRIVING: Final = Part(ComeIn)

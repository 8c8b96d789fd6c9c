"""What a scene's end leaves to each: a Pivot that it touched, Luck that heals, or nothing (SE-PIV-02, SE-REC-02)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Refused, Seat
from moot.games.swords_edge.asking import OfCharacter, my_character
from moot.games.swords_edge.session.pivots import may_be_touched
from moot.games.swords_edge.session.recovery import luck_heals
from moot.games.swords_edge.state import SESSION, State


class SettledScene(Event[State], tag="settled-scene"):
    """Nothing more of the last scene is for this PC, says who plays them."""

    who: str

    def evolve(self, state: State) -> State:
        return replace(state, settled=(*state.settled, self.who))

    def line(self, state: State) -> Line:
        return Line("move", f"{state.named(self.who)} leaves the scene behind.")


class SettleScene(OfCharacter, tag="settle-scene"):
    """Leave what a scene's end could still bring; it stays open until the next begins, and is not asked again."""

    when, rules, urgency = SESSION, ("SE-PIV-02", "SE-REC-02"), "may"
    records = SettledScene

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "leaves a scene behind")
        if who.id in state.settled or not (may_be_touched(state, who) or luck_heals(state, who)):
            raise Refused("nothing-asked", "Nothing of the last scene is asked of you.")
        yield cls.offer_of(who, f"Nothing more for {who.name}", "Neither a Pivot that it touched, nor Luck that heals.")


SETTLING: Final[Part[State]] = Part(SettleScene, SettledScene)

"""Pivots in play: a scene touches one, and its player earns an Advancement (SE-PIV-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.character import Character, Pivot
from moot.games.swords_edge.ownership import needs_part
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.state import State


class AdvancementEarned(Event[State], tag="advancement-earned"):
    """Somebody earned an Advancement by a Pivot."""

    who: str

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, advancements=state.characters[self.who].advancements + 1)

    def line(self, state: State) -> Line:
        return Line(kind="move", text=f"{state.named(self.who)} earns an Advancement.")


def award_pivots(play: Play[State], who: Iterable[str], now: Literal["scene-end", "at-once"]) -> None:
    """An Advancement for each of `who`, if this is when the table gives them (SE-ERR-29)."""
    if play.state.options.pivot_award == now:
        for one in who:
            play.record(AdvancementEarned(who=one, rules=("SE-PIV-02", "SE-ADV-01", "SE-ERR-29")))


class PivotTouched(Event[State], tag="pivot-touched"):
    """The scene touched a Pivot."""

    who: str
    pivot: str
    text: str

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, touched=(*state.characters[self.who].touched, self.pivot))

    def line(self, state: State) -> Line:
        return Line(kind="move", text=f"This touches {state.named(self.who)}’s Pivot:", quote=self.text)


class TouchPivot(Command[State], tag="touch-pivot"):
    """The scene touches a Pivot (SE-PIV-02)."""

    when, rules, urgency = SCENE, ("SE-PIV-02", "SE-ADV-01", "SE-ERR-29"), "tool"
    who: str
    pivot: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_part(seat, "say what touches a Pivot")
        for who in state.cast():
            if seat.guides or who.player == seat.id:
                for pivot in who.pivots:
                    if pivot.id not in who.touched:
                        yield cls._offer(who, pivot)
        raise Refused("no-pivot", "There is no Pivot left to touch.")

    @classmethod
    def _offer(cls, who: Character, pivot: Pivot) -> Offered:
        spare = " One Advancement a scene is all: this one is for the record." if who.touched else ""
        label, why = f"This touches “{pivot.text}”", f"{who.name} earns an Advancement.{spare}"
        return cls.offer((who, pivot), label, why, who=who.id, pivot=pivot.id, about=who.id)

    def enact(self, play: Play[State], of: tuple[Character, Pivot]) -> None:
        who, pivot = of
        play.record(PivotTouched(who=who.id, pivot=pivot.id, text=pivot.text, rules=self.rules[:1]))
        if not who.touched:
            award_pivots(play, (who.id,), "at-once")


PIVOTS_TOUCHED: Final[Part[State]] = Part(TouchPivot, PivotTouched, AdvancementEarned)

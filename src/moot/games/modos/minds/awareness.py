"""Who is aware of whom: who is not can neither defend against somebody nor react to them (MO-006, MO-X312)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Offers, Part, Play, Refused, Seat
from moot.games.modos.conflict.beats import DeedCame
from moot.games.modos.flow import Act, goes_on, only_guide
from moot.games.modos.live import catalog_of
from moot.games.modos.marks import lift_mark, put_mark
from moot.games.modos.person import Mark
from moot.games.modos.state import ALWAYS, State

UNAWARE: Final = "unaware"
"""The state of somebody who knows nothing of somebody else."""
COVERT: Final = frozenset({"sneak", "search", "keep", "resist", "shake", "doubt"})
"""Deeds by which nobody draws attention."""


def hidden_from(state: State, who: str) -> Iterator[Mark]:
    """What keeps somebody from knowing of others, each mark toward one of them."""
    rows = catalog_of(state).states
    return (mark for mark in state.people[who].marks if mark.toward and "search" in rows[mark.row].ends)


def hide(play: Play[State], who: str, of: str, *rules: str, row: str = UNAWARE) -> None:
    """Let somebody know nothing of another from now on."""
    if all(mark.toward != of for mark in hidden_from(play.state, who)):
        put_mark(play, who, row, *rules, source=of, toward=of)


@goes_on
def drawn(play: Play[State]) -> None:
    """Whoever does something in a conflict that is not covert is noticed by those who knew nothing of them, when it is
    done (MO-X312)."""
    for event in play.events:
        if not isinstance(event, DeedCame) or event.kind in COVERT:
            continue
        for who in play.state.people:
            for mark in hidden_from(play.state, who):
                if mark.toward == event.who and "attention" in catalog_of(play.state).states[mark.row].ends:
                    lift_mark(play, who, mark, "MO-X312")


class SetUnaware(Act, tag="set-unaware"):
    """Say who knows nothing of whom."""

    when, rules, urgency = ALWAYS, ("MO-006", "MO-X312"), "tool"
    giver = only_guide("says who is aware of whom")
    who: tuple[str, ...]
    of: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people = tuple(Choice(who.id, who.name) for who in state.cast() if who.known and not who.dead)
        if len(people) < 2:
            raise Refused("nobody-there", "That takes two people.", "MO-006")
        yield cls.offer(
            None, "Somebody knows nothing of somebody", "They can neither defend against them nor react to them.",
            Choose(name="who", label="Who knows nothing?", choices=people, many=True),
            Choose(name="of", label="Of whom?", choices=people, many=True),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in self.who:
            for other in self.of:
                if other != who:
                    hide(play, who, other, *self.rules[:1])


class SetAware(Act, tag="set-aware"):
    """Say that somebody knows of somebody again."""

    when, rules, urgency = ALWAYS, ("MO-006", "MO-X312"), "tool"
    giver = only_guide("says who is aware of whom")
    together = "Somebody notices somebody"
    who: str
    mark: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for mark in hidden_from(state, who.id):
                label = f"{who.name} notices {state.name(mark.toward)}"
                yield cls.offer(mark, label, "", about=who.id, who=who.id, mark=mark.id)
        yield Refused("all-aware", "Everybody knows of everybody.", "MO-006")

    def act(self, play: Play[State], of: Mark) -> None:
        lift_mark(play, self.who, of, *self.rules[:1])


AWARENESS: Final = Part(SetUnaware, SetAware)

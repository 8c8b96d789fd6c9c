"""Counting as elsewhere for one other, by sheer size: what rows with `reads` do for an action (MO-E101)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choose, Part, Play
from moot.games.modos.abilities import affords
from moot.games.modos.blanks import deed_blanks, deed_skills, label_for, people_choices
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedAct, Form, comes_out, won
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.effects import Place
from moot.games.modos.facts import Facts
from moot.games.modos.flow import goes_on
from moot.games.modos.live import Live, own_effects
from moot.games.modos.marks import lift_mark, put_mark
from moot.games.modos.person import Mark
from moot.games.modos.reckoning import holds
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.throwing import Thrown

SIZED: Final = "sized"
"""The state of whoever counts as elsewhere for one other."""


def _ways(state: State, who: str) -> Iterator[tuple[Live, Place]]:
    """What lets somebody have others count as elsewhere for them."""
    for one in own_effects(state, who):
        if isinstance(one.effect, Place) and one.effect.reads and "asked" in one.effect.on:
            yield one, one.effect


class MarkSize(DeedAct, tag="mark-size"):
    """Have an opponent count as elsewhere for you, and you for them. It works unless somebody opposes it."""

    when, rules, urgency = TURN | REACTION, ("MO-E101",), "may"
    nobody = ("no-size", "Nobody of yours can have an opponent count as elsewhere now.")
    by: str
    target: str

    @classmethod
    def things(cls, state: State, one: Entry) -> Iterator[tuple[tuple[Live, Place, list[str]], dict[str, str]]]:
        """What lets somebody use their size, and against whom."""
        for way, effect in _ways(state, one.who):
            others = (other.who for other in running(state).people.values() if other.side != one.side)
            foes = [other for other in others if holds(state, way, one.who, Facts(target=other))]
            if foes and can_pay(state, one, effect.asks):
                yield (way, effect, foes), {"by": way.source}

    @classmethod
    def form(cls, state: State, one: Entry, thing: tuple[Live, Place, list[str]]) -> Form:
        way, effect, foes = thing
        why = f"For you, and for nobody else, they are then in {effect.reads} posture."
        whom = Choose(name="target", label="Whom?", choices=people_choices(state, foes))
        blanks = partial(deed_blanks, state, one, "posture", "P", effect.asks)
        return way, label_for(state, one.who, way.title, f"{{}}: {way.title}"), why, [whom, blanks]

    def act(self, play: Play[State], of: Live) -> None:
        declare(play, self.deed("size", "P", targets=(self.target,), on=of.source, price=of.effect.asks))


def can_pay(state: State, one: Entry, cost: int) -> bool:
    """Whether somebody has the actions to use their size, as movement (MO-E101)."""
    return affords(state, one.who, "", "P", cost) or bool(deed_skills(state, one, "posture", "P", cost))


@comes_out("size", "uses their size against")
def sized(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """An opponent counts as elsewhere from now on, unless somebody opposed it; another one no longer does (MO-E101)."""
    [target] = deed.targets
    way = next((way for way in _ways(play.state, deed.who) if way[0].source == deed.on), None)
    if way is not None and won(thrown):
        for who, mark in _sized(play.state):
            if (mark.toward, mark.source) == (deed.who, deed.on):
                lift_mark(play, who, mark, "MO-E101")
        live, effect = way
        put_mark(play, target, SIZED, "MO-E101", source=live.source, of=live.of, toward=deed.who, reads=effect.reads)


def _sized(state: State) -> list[tuple[str, Mark]]:
    return [(who.id, mark) for who in state.people.values() for mark in who.marks if mark.row == SIZED]


@goes_on
def outgrown(play: Play[State]) -> None:
    """Nobody counts as elsewhere for somebody who has left the conflict, or has that size no more."""
    for who, mark in _sized(play.state):
        there = play.state.entry(who) is not None and play.state.entry(mark.toward) is not None
        if not there or all(way.source != mark.source for way, _ in _ways(play.state, mark.toward)):
            lift_mark(play, who, mark, "MO-E101")


SIZING: Final = Part(MarkSize, module="combat")

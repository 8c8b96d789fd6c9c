"""Keeping up postures and powers: the first actions of a turn, one for each (MO-307, MO-308, MO-412, MO-X415)."""

from __future__ import annotations

from functools import partial
from typing import Final

from moot.core import Part, Play, Refused, Seat
from moot.games.modos.abilities import affords, check_open, pays
from moot.games.modos.blanks import deed_blanks
from moot.games.modos.conflict.beats import declare
from moot.games.modos.conflict.deeds import DeedAct, Form, comes_out
from moot.games.modos.conflict.lapsing import Due, due
from moot.games.modos.conflict.rounds import turn_of
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.reckoning import price
from moot.games.modos.state import TURN, State
from moot.games.modos.throwing import Thrown


class Keep(DeedAct, tag="keep"):
    """Keep up a posture or a power for another turn. It works unless somebody hinders it."""

    when, rules, urgency = TURN, ("MO-X415", "MO-E93"), "may"
    nobody = ("nothing-due", "Nothing of yours has to be kept up now.")
    on: str

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Entry]:
        one = turn_of(state, seat)
        if not one.upkeep:
            raise Refused("turn-begun", "What is to be kept is kept before anything else is done in a turn.")
        return [one]

    @classmethod
    def things(cls, state: State, one: Entry) -> list[tuple[Due, dict[str, str]]]:
        """What they have yet to keep."""
        return [(each, {"on": each.on}) for _, each in due(state, one.who)]

    @classmethod
    def form(cls, state: State, one: Entry, thing: Due) -> Form:
        check_open(state, one.who, "keep", pool=thing.pool)
        cost = price(state, one.who, "keep")
        if not affords(state, one.who, thing.skill, thing.pool, cost) and not pays(state, one.who, thing.pays):
            raise Refused(*cls.nobody)
        blanks = partial(deed_blanks, state, one, "keep", thing.pool, cost)
        return thing, f"Keep {thing.title}", "It ends unless it is kept before anything else.", [blanks]

    def act(self, play: Play[State], of: Due) -> None:
        cost, skill = price(play.state, self.who, "keep"), self.skill or of.skill
        declare(play, self.deed("keep", of.pool, skill=skill, words=of.title, price=cost, pays=of.pays))


@comes_out("keep", "keeps up")
def kept(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """A posture or power stands for another turn, unless somebody hindered it with a Pro (MO-X415, MO-E90)."""
    for keeping, each in due(play.state, deed.who):
        if each.on == deed.on:
            (keeping.let_go if thrown and thrown.outcome == "con" else keeping.kept)(play, deed.who, each)


KEEPING: Final = Part(Keep)

"""Keeping up postures and powers: the first actions of a turn, one for each (MO-307, MO-308, MO-412, MO-X415)."""

from __future__ import annotations

from functools import partial
from typing import Final

from moot.core import Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import affords, check_open, pays
from moot.games.modos.conflict.beats import declare, resolves
from moot.games.modos.conflict.forms import deed_blanks
from moot.games.modos.conflict.lapsing import Due, due
from moot.games.modos.conflict.rounds import turn_of
from moot.games.modos.conflict.working import DeedAct, contest_of
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.contests import Total
from moot.games.modos.reckoning import price
from moot.games.modos.state import TURN, State


class Keep(DeedAct, tag="keep"):
    """Keep up a posture or a power for another turn. It works unless somebody hinders it."""

    when, rules, urgency = TURN, ("MO-X415", "MO-E93"), "may"
    on: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        one = turn_of(state, seat)
        if not one.upkeep:
            raise Refused("turn-begun", "What is to be kept is kept before anything else is done in a turn.")
        for _, each in due(state, one.who):
            try:
                check_open(state, one.who, "keep", pool=each.pool)
            except Refused as reason:
                yield cls.barred(reason, on=each.on)
                continue
            cost = price(state, one.who, "keep")
            if affords(state, one.who, each.skill, each.pool, cost) or (each.pays and pays(state, one.who, each.pays)):
                yield cls.offer(
                    (one, each),
                    f"Keep {each.title}",
                    "It ends unless it is kept before anything else.",
                    partial(deed_blanks, state, one, "keep", each.pool, cost),
                    about=one.who,
                    who=one.who,
                    on=each.on,
                )
        yield Refused("nothing-due", "Nothing of yours has to be kept up now.")

    def act(self, play: Play[State], of: tuple[Entry, Due]) -> None:
        one, each = of
        cost = price(play.state, one.who, "keep")
        skill = self.skill or each.skill
        more = {"on": each.on, "skill": skill, "words": each.title, "price": cost, "pays": each.pays}
        declare(play, self.deed("keep", each.pool, **more))


@resolves("keep", "keeps up")
def kept(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A posture or power stands for another turn, unless somebody hindered it with a Pro (MO-X415, MO-E90)."""
    thrown = contest_of(play, deed, against)
    for keeping, each in due(play.state, deed.who):
        if each.on == deed.on:
            (keeping.let_go if thrown and thrown.outcome == "con" else keeping.kept)(play, deed.who, each)
    return thrown.first if thrown else None


KEEPING: Final = Part(Keep)

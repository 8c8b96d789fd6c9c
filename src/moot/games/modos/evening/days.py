"""Time passes in the story: natural healing, rest, a new day with new hero points (MO-315, MO-FP14, MO-X313,
MO-116)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.constants import HEALING
from moot.games.modos.effects import Tell
from moot.games.modos.evening.heroes import refill
from moot.games.modos.facts import Facts
from moot.games.modos.flow import Act, only_guide
from moot.games.modos.harm import mend
from moot.games.modos.injuries import Told
from moot.games.modos.live import effects_on
from moot.games.modos.person import Person
from moot.games.modos.phrases import plural
from moot.games.modos.reckoning import added, holds, lost_pools
from moot.games.modos.state import FREE, State
from moot.games.modos.terms import POOLS, Pool

REST: Final = Facts(deed="rest")
"""What rows may ask of somebody who rests."""


def days_between(before: int, after: int) -> int:
    """How many days of the story begin between two hours of its clock."""
    return after // HEALING.day - before // HEALING.day


class TimePassed(Event[State], tag="time-passed"):
    """Hours of the story pass."""

    hours: int

    def evolve(self, state: State) -> State:
        return replace(state, hours=state.hours + self.hours)

    def line(self, state: State) -> Line:
        days, hours = divmod(self.hours, HEALING.day)
        parts = (f"{days} {plural('day', days)}" if days else "", f"{hours} {plural('hour', hours)}" if hours else "")
        verb = "passes" if self.hours in (1, HEALING.day) else "pass"
        return Line("story", f"{' and '.join(filter(None, parts))} of the story {verb}.")


class PassTime(Act, tag="pass-time"):
    """Let time pass in the story: hours, or days."""

    when, rules, urgency = FREE, ("MO-315", "MO-116", "MO-X313"), "may"
    giver = only_guide("lets time pass")
    together = "Time passes"
    unit: Literal["hours", "days"]
    count: int
    rest: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.contests:
            raise Refused("contest-open", "First let the contest be thrown that waits for its dice.", "MO-002")
        people = tuple(Choice(who.id, who.name) for who in state.cast() if not who.dead)
        rest = Choose(name="rest", label="Who rests with willpower?", choices=people, many=True, least=0,
                      hint="For the spirit.", rule="MO-X313")
        units: tuple[tuple[Literal["hours", "days"], str], ...] = (("hours", "Hours pass"), ("days", "Days pass"))
        for unit, label in units:
            count = Count(name="count", label=f"How many {unit}?", least=1, most=HEALING.most, default=1)
            yield cls.offer(unit, label, "", count, *((rest,) if people else ()), unit=unit)

    def act(self, play: Play[State], of: str) -> None:
        before = play.state.hours
        play.record(TimePassed(hours=self.count * (HEALING.day if of == "days" else 1), rules=self.rules[:1]))
        days = days_between(before, play.state.hours)
        for who in play.state.cast():
            if who.id in self.rest:
                _tell(play, who.id)
            for pool in POOLS:
                _heal(play, who, pool, days, play.state.hours - before, rests=who.id in self.rest)
        if days:
            refill(play)


def _heal(play: Play[State], who: Person, pool: Pool, days: int, hours: int, *, rests: bool) -> None:
    """What goes by itself: P and M by the day, MP by the hour, and more for those who rest; nothing while the pool is
    more than full (MO-315, MO-X313, MO-001)."""
    if who.dead or not who.hurt(pool) or pool in lost_pools(play.state, who.id):
        return
    pace = HEALING.pace[play.state.options.healing]
    more = added(play.state, who.id, "recovery", pool, REST) if rests else ()
    points = pace * (HEALING.daily * days + hours * sum(term.worth for term in more))
    if pool == "MP":
        points = pace * hours * (HEALING.hourly + sum(term.worth for term in more))
    if points:
        rules = ("MO-315", *(term.rule for term in more))
        mend(play, who.id, pool, points, "rest" if more else "nature", *rules)


def _tell(play: Play[State], who: str) -> None:
    """What somebody's entries say of their rest."""
    for one in effects_on(play.state, who):
        asks = any(each.word == "deed" for each in one.effect.when)
        if isinstance(one.effect, Tell) and asks and holds(play.state, one, who, REST):
            play.record(Told(who=who, text=f"{one.title}: {one.effect.text}", rules=one.rules[:1]))


DAYS: Final = Part(PassTime, TimePassed)

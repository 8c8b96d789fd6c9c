"""Damage goes: time passes in the story, with rest and a new day (MO-315, MO-FP14, MO-X313, MO-116), or the healer
skill takes it off a body or a mind, at the rate of the campaign (MO-X311, MO-FQ02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Event, Line, Offered, Offers, Part, Play, Refused, Seat
from moot.games.modos.catalog import row_of, title_of
from moot.games.modos.conflict.deeds import WithSkill, begin, deed_choices, settles
from moot.games.modos.contests import Facts, Purpose, Total
from moot.games.modos.effects import InWords, Mend
from moot.games.modos.evening.heroes import refill
from moot.games.modos.figures import HEALING
from moot.games.modos.flow import FlowCommand, only_guide
from moot.games.modos.harm import mend
from moot.games.modos.injuries import Told, telling
from moot.games.modos.ladder import Die
from moot.games.modos.live import catalog_of, effects_on
from moot.games.modos.magic.casting import PowerLost
from moot.games.modos.magic.lasting import end_power, title_of as title_of_power
from moot.games.modos.person import Person
from moot.games.modos.phrases import plural
from moot.games.modos.reckoning import added, holds, lost_pools
from moot.games.modos.state import FREE, State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.games.modos.vocabulary import Verb

REST: Final = Facts(deed="rest")
"""What rows may ask of somebody who rests."""


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


class PassTime(FlowCommand, tag="pass-time"):
    """Let time pass in the story: hours, or days. Powers end that nobody keeps up all the while, or has just begun."""

    when, rules, urgency = FREE, ("MO-315", "MO-116", "MO-X313", "MO-411", "MO-X410"), "may"
    giver = only_guide("lets time pass")
    together = "Time passes"
    unit: Literal["hours", "days"]
    count: int
    rest: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.contests:
            raise Refused("contest-open", "First let the contest be thrown that waits for its dice.", "MO-002")
        people = tuple(Choice(who.id, who.name) for who in state.cast() if not (who.dead or who.mindless))
        rest = Choose(name="rest", label="Who rests with willpower?", choices=people, many=True, least=0,
                      hint="It takes off metaphysical damage.", rule="MO-X313")
        rests = (rest,) if people and "MP" in state.pools else ()
        units: tuple[tuple[Literal["hours", "days"], str], ...] = (("hours", "Hours pass"), ("days", "Days pass"))
        for unit, label in units:
            count = Count(name="count", label=f"How many {unit}?", least=1, most=HEALING.most, default=1)
            lasts = _kept_blank(state) if unit == "hours" else ()
            yield cls.offer(unit, label, "", count, *rests, *lasts, unit=unit)

    def act(self, play: Play[State], of: str) -> None:
        before = play.state.hours
        play.record(TimePassed(hours=self.count * (HEALING.day if of == "days" else 1), rules=self.rules[:1]))
        for power in tuple(play.state.running):
            if power not in self.kept:
                end_power(play, power, "nobody keeps it up so long", "MO-411", "MO-X410")
        for caster, chain in play.state.casting.items():
            title = title_of(catalog_of(play.state), chain.skill)
            play.record(PowerLost(who=caster, title=title, why="time has passed", rules=("MO-402", "MO-X408")))
        days = play.state.hours // HEALING.day - before // HEALING.day
        for who in play.state.cast():
            if who.id in self.rest:
                _tell(play, who.id)
            for pool in play.state.pools:
                _heal(play, who, pool, days, play.state.hours - before, rests=who.id in self.rest)
        if days:
            refill(play)


def _kept_blank(state: State) -> tuple[Choose, ...]:
    """The blank for powers to which somebody gives an action of every round meanwhile (MO-X410)."""
    powers = tuple(Choice(one.id, f"{title_of_power(state, one)} by {state.name(one.caster)}")
                   for one in state.running.values())
    if not powers:
        return ()
    hint = "For an action of every round; all others end." if "extended" in state.modules else "All others end."
    return (Choose(name="kept", label="Which powers are kept up all the while?", choices=powers, many=True, least=0,
                   hint=hint, rule="MO-X410"),)


def _heal(play: Play[State], who: Person, pool: Pool, days: int, hours: int, *, rests: bool) -> None:
    """What goes by itself: P and M by the day, MP by the hour, and more for those who rest; nothing from those who are
    Disabled, and from traps and objects (MO-315, MO-X313, MO-001)."""
    if who.dead or who.mindless or not who.hurt(pool) or lost_pools(play.state, who.id):
        return
    pace = HEALING.pace[play.state.options.healing]
    more = added(play.state, who.id, "recovery", pool, REST) if rests else ()
    points = pace * (HEALING.daily * days + hours * sum(term.worth for term in more))
    if pool == "MP":
        points = pace * hours * (HEALING.hourly + sum(term.worth for term in more))
    if points:
        rules = ("MO-315", *(term.rule for term in more))
        mend(play, who.id, pool, points, "rest" if more else "natural healing", *rules)


def _tell(play: Play[State], who: str) -> None:
    """What somebody's entries say of their rest."""
    for one in effects_on(play.state, who):
        asks = any(each.word == "deed" for each in one.effect.when)
        if isinstance(one.effect, InWords) and asks and holds(play.state, one, who, REST):
            play.record(Told(who=who, text=f"{one.title}: {one.effect.text}", rules=one.rules[:1]))


# ---------------------------------------------------------------- tending


KIND: Final[Verb] = "tend"
HALF: Final = ":half"
"""What follows the pool in a purpose whose die is taken by half (MO-012)."""


def pools_of(state: State, skill: str) -> tuple[Pool, ...]:
    """The pools that a skill takes damage off."""
    row = row_of(catalog_of(state), skill)
    found = (effect.pools for effect in (row.effects if row else ()) if isinstance(effect, Mend))
    return tuple(pool for pools in found for pool in pools)


class Tend(WithSkill, tag="tend"):
    """Tend somebody: take damage off their body or mind. The guide says how difficult that is."""

    rules, kind, together = ("MO-X311", "MO-FQ02", "MO-001", "MO-012"), KIND, "Tend somebody"
    nobody = ("nobody-to-tend", "Nobody of yours has the skill, or there is no damage that they do not tend already.")
    pool: Pool
    target: str
    hurt_half: bool = False
    keep: bool = False

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        by_die = state.options.healer == "die"
        halves = [Confirm(name="hurt_half", label="Half of the die of healing", rule="MO-012")] if by_die else []
        for pool in pools_of(state, skill.value):
            waits = _tended_by(state, who, pool)
            patients = _patients(state, pool, guide=state.people[who].npc)
            if patients := tuple(one for one in patients if one.value not in waits):
                label = f"{title_of(catalog_of(state), skill.value)}: tend {POOL_WORDS[pool]} damage"
                yield cls.way(who, skill, label, f"If it works, {HEALING.die if by_die else HEALING.points} less.",
                              Choose(name="target", label="Whom?", choices=patients),
                              *deed_choices(state, who, KIND, skill.value), *halves, pool=pool)

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        if play.state.people[self.target].mindless:
            play.record(Told(who=self.target, text="cannot be tended.", rules=("MO-X507",)))
            return
        words = f"tends {play.state.name(self.target)}" if who != self.target else "tends their own hurts"
        pick = f"{self.pool}{HALF if self.hurt_half else ''}"
        purpose = Purpose(kind=KIND, skill=skill, targets=(self.target,), words=words, pick=pick)
        begin(play, who, purpose, half=self.half, hero=self.hero, keep=self.keep, rule="MO-X311")


def _patients(state: State, pool: Pool, *, guide: bool) -> tuple[Choice, ...]:
    """Who has damage in a pool that can be taken off (MO-X323), as far as is known: whose health players are not told
    may always have some (MO-FQ19), and what has none that heals they learn by trying (MO-X507)."""
    return tuple(
        Choice(one.id, one.name) for one in state.cast()
        if one.known and not (one.dead or (guide and one.mindless)) and not lost_pools(state, one.id)
        and (one.hurt(pool) or telling(state, one.id, guide) != "told")
    )


def _tended_by(state: State, who: str, pool: Pool) -> set[str]:
    """Those whom somebody has begun to tend, and has yet to throw for."""
    own = [one.purpose for one in state.contests.values() if one.sides[0].who == who]
    return {target for each in own if each and each.kind == KIND and each.pick.removesuffix(HALF) == pool
            for target in each.targets}


@settles(KIND, "tends")
def tended(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """Damage goes at the rate of the campaign: a die, or so many points (MO-001, MO-X311)."""
    amount = Die.read(HEALING.die) if play.state.options.healer == "die" else HEALING.points
    title = title_of(catalog_of(play.state), purpose.skill)
    for target in purpose.targets:
        for pool in pools_of(play.state, purpose.skill):
            if pool == purpose.pick.removesuffix(HALF):
                mend(play, target, pool, amount, title, "MO-X311", half=purpose.pick.endswith(HALF))


DAYS: Final = (Part(PassTime, TimePassed), Part(Tend, module="skilled"))

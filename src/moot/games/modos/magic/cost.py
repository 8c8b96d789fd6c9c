"""What a power takes: its cost, d8 and its level in damage to oneself, less one's own natural protection; and what
opens it to somebody: points, a perk, an implement, gear (MO-407, MO-E41, MO-X401, MO-X411)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from moot.core import Event, Line, Part, Play, Refused
from moot.games.modos.catalog import MAGIC, power_of
from moot.games.modos.contests import NO_FACTS, Term
from moot.games.modos.effects import Grant, Set
from moot.games.modos.figures import CONFLICT, LEAST_HARM, POWER_COST
from moot.games.modos.harm import hero_roll, hurt
from moot.games.modos.injuries import Rolled
from moot.games.modos.ladder import NO_DIE, Die
from moot.games.modos.live import Live, catalog_of, effects_on
from moot.games.modos.reckoning import bonus_actions, guards, health, holds, lent_skills
from moot.games.modos.rows import Power
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.games.modos.throwing import spends, whose
from moot.games.modos.vocabulary import CHOSEN


class PowerCost(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a power for somebody: `die` and `plus`, less the best `guard`, from a pool with so much `health`."""

    pool: Pool
    die: Die
    plus: int
    guard: Die
    health: int

    @property
    def ways(self) -> dict[int, int]:
        """In how many ways the dice come to each cost, least first."""
        guard = range(1, self.guard.sides + 1) if self.guard else (0,)
        found = Counter(
            max(LEAST_HARM, face + self.plus - less - self.guard.plus)
            for face in range(1, self.die.sides + 1) for less in guard
        )
        return dict(sorted(found.items()))

    @property
    def half(self) -> int:
        """The cost by halves (MO-X405)."""
        return max(LEAST_HARM, self.die.half + self.plus - self.guard.half)

    @property
    def over(self) -> Fraction:
        """How likely it is to be more than is left, by dice."""
        ways = self.ways
        return Fraction(sum(count for points, count in ways.items() if points > self.health), sum(ways.values()))

    def __str__(self) -> str:
        least, most = min(self.ways), max(self.ways)
        return f"{least} to {most}, by half {self.half}; {self.health} left"


def cost_of(state: State, who: str, row: Power, targets: int = 1) -> PowerCost:
    """What a power costs somebody with so many targets: those beyond its level cost more (Mass Destruction), but not
    those in a place that it fills. Protection of their own lowers it, worn or of the body, and none that powers made
    (MO-407, MO-E55, MO-E102)."""
    pools = [str(effect.to) for effect in row.effects if isinstance(effect, Set) and effect.figure == "cost-pool"]
    pool: Pool = "M" if "M" in pools else "MP"
    extra = max(0, targets - row.level) if row.target == "multi" and not row.zoned else 0
    guard = max((die for _, die in guards(state, who, pool, own=True)), default=NO_DIE)
    left = max(0, health(state, who, pool))
    return PowerCost(pool=pool, die=Die.read(POWER_COST), plus=row.level + extra, guard=guard, health=left)


def borne(state: State, who: str, row: Power, targets: int, *, half: bool = True) -> bool:
    """Whether somebody can pay for so many targets, by half or whatever the dice show: where a cost that is too much is
    refused, it may be no more than is left (MO-E40)."""
    cost = cost_of(state, who, row, targets)
    return state.options.overdrawn != "refuse" or (cost.half if half else max(cost.ways)) <= cost.health


def check_cost(state: State, who: str, row: Power) -> None:
    """Raise Refused if somebody cannot bear the least that a power costs, and that matters at this table (MO-E40)."""
    if not borne(state, who, row, 1):
        cost = cost_of(state, who, row)
        message = f"{row.title} costs {cost.half} by half, and only {cost.health} is left."
        raise Refused("too-dear", message, "MO-E40")


class CostRolled(Event[State], tag="cost-rolled"):
    """What somebody pays for a power (MO-407)."""

    who: str
    title: str
    pool: Pool
    points: int
    cost: Rolled
    guard: Rolled = Rolled()

    def evolve(self, state: State) -> State:
        heroes = [self.who for term in self.guard.terms if term.rule == "MO-E50"]
        return spends(state.with_entry(self.who, chain=None), *heroes)

    def line(self, state: State) -> Line:
        cost = self.cost.less(self.guard)
        text = f"pays {self.points} of {POOL_WORDS[self.pool]} health for {self.title}: {cost}."
        throws = tuple(each.throw for each in (self.cost, self.guard) if each.dice)
        return Line("roll", text, state.name(self.who), throws=throws)


def pay(play: Play[State], who: str, row: Power, targets: int, *, half: bool, hero: bool) -> bool:
    """Let somebody pay for a power, with a `hero` point on the protection against its cost (MO-E50). Gives whether it
    then takes hold: a cost that is too much can spoil it (MO-E40)."""
    cost = cost_of(play.state, who, row, targets)
    rolled = _rolled(play, who, cost.die, half=half)
    paid = Rolled((*rolled.terms, Term("level", cost.plus, "MO-407")), rolled.dice)
    less = _rolled(play, who, cost.guard, half=half or play.state.people[who].half) if cost.guard else Rolled()
    if cost.guard and hero and play.state.people[who].heroes > 0:
        dice = [*less.dice]
        less = Rolled((*less.terms, hero_roll(play, who, dice)), tuple(dice))
    points = max(LEAST_HARM, paid.worth - less.worth)
    rules = ("MO-407", *(("MO-012", "MO-E41") if half else ()))
    play.record(CostRolled(who=who, title=row.title, pool=cost.pool, points=points, cost=paid, guard=less, rules=rules))
    over = points > cost.health
    hurt(play, who, cost.pool, points, *(("MO-E40", "MO-314") if over else ("MO-407", "MO-311")))
    return not over or play.state.options.overdrawn != "no_effect"


def _rolled(play: Play[State], who: str, die: Die, *, half: bool) -> Rolled:
    """A die of the cost, rolled or by half (MO-012)."""
    if half:
        return Rolled((Term(f"half {die}", die.half, "MO-012"),))
    [face] = play.roll(die.sides, whose=whose(play, who))
    return Rolled((Term(str(die), face + die.plus),), ((die.sides, face),))


class WayToUse(msgspec.Struct, frozen=True, kw_only=True):
    """A way to use a power: `by` is what opens it, empty for training, `tool` the thing that does by what it does,
    `held` the one that does by being in hand; `asks` are actions that it takes besides."""

    row: Power
    by: str = ""
    tool: str = ""
    held: str = ""
    asks: int = 0

    @property
    def skill(self) -> str:
        """The skill that it is thrown with."""
        return f"{MAGIC}:{self.row.id}"

    @property
    def actions(self) -> int:
        """All the actions that it takes (MO-402, MO-E57)."""
        return self.row.level + self.asks


def ways(state: State, who: str) -> dict[str, WayToUse]:
    """The powers that somebody can use, by id, each by what takes the fewest actions (MO-X401)."""
    found: dict[str, WayToUse] = {}
    for way in _all_ways(state, who):
        if way.row.id not in found or way.asks < found[way.row.id].asks:
            found[way.row.id] = way
    return found


def _all_ways(state: State, who: str) -> Iterator[WayToUse]:
    catalog, entry = catalog_of(state), state.entry(who)
    trained = (skill for skill, points in state.people[who].points.items() if points)
    for skill in (*trained, *lent_skills(state, who)):
        if (row := power_of(catalog, skill)) is not None:
            yield WayToUse(row=row)
    for thing in state.people[who].gear if state.options.item_powers == "always_cast" else ():
        if thing.used and thing.does and (row := catalog.powers.get(thing.does.power)) is not None:
            yield WayToUse(row=row, by=thing.name, tool=thing.id)
    for one in effects_on(state, who):
        grant = one.effect
        if not isinstance(grant, Grant) or grant.off or one.of or not holds(state, one, who, NO_FACTS):
            continue
        asks = grant.asks if state.options.implement_action == "extra" else 0
        for id_ in _granted(state, who, one, grant):
            if (row := catalog.powers.get(id_)) is not None:
                asked = 0 if entry and id_ in entry.opened else asks
                yield WayToUse(row=row, by=one.title, held=one.item, asks=asked)


def _granted(state: State, who: str, one: Live, grant: Grant) -> Iterator[str]:
    """The powers that a perk or a thing opens: those of the object that was chosen, or the one it names."""
    if grant.row.kind == "skill" and grant.row.id == CHOSEN:
        yield one.choice.removeprefix(f"{MAGIC}:")
    elif grant.row.kind == "power" and grant.row.id == CHOSEN:
        for thing in state.people[who].gear:
            if thing.used and one.choice.casefold() in (thing.id.casefold(), thing.name.casefold()):
                yield from thing.powers
    elif grant.row.kind == "power":
        yield grant.row.id


def turn_actions(state: State, who: str) -> int:
    """The actions for magic that somebody has on a turn: what limits powers outside a conflict (MO-X408, MO-FQ05)."""
    bonus = sum(left for key, left in bonus_actions(state, who).items() if MAGIC in key.split("|"))
    return CONFLICT.actions + bonus


COST: Final = Part(CostRolled, module="magic")

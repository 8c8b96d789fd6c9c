"""Harm, in a conflict or out of it: a blow and its dice, protection, pools, Disabled, and damage taken off again
(MO-309 to MO-314, MO-X309, MO-X322, MO-X323)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Play
from moot.games.modos.abilities import hero_for
from moot.games.modos.contests import NO_FACTS, Facts, Term
from moot.games.modos.effects import Harm, Immune, InWords, Set
from moot.games.modos.figures import LEAST_HARM
from moot.games.modos.injuries import BlowRolled, Hurt, Mended, NotMended, Rolled, Told, Unhurt
from moot.games.modos.ladder import Die
from moot.games.modos.live import Live, catalog_of, effects_on, of_kind, own_effects
from moot.games.modos.marks import end_marks, mark_for
from moot.games.modos.reckoning import added, guards, hero_die, holds, lost_pools, most
from moot.games.modos.rows import Portion
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.games.modos.throwing import whose
from moot.kit.remembered import remembered

DAMAGE: Final[dict[Pool, str]] = {"P": "MO-309", "M": "MO-310", "MP": "MO-311"}
"""The rules of damage, by the pool."""


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """Something that hurts somebody, with everything that was chosen before its dice.

    `by` does it, nobody if the place does; `title` is what it is done with. Its damage is a `die` or so many `points`,
    and `terms` on top. `share` is what of it reaches so far (MO-319). `pierces`: only protection against its `tag`
    counts. One of the pools `guards` protects, if it is not the pool itself. `half` and `hero` are of the damage,
    `guard_half` and `guard_hero` of the protection: `guard_half` None is as its bearer has it by default. `karma`: it
    is done to the spirit instead. `facts` are what rows may ask: skill, tool, steps, claims, whether nobody defended.
    """

    title: str
    on: str
    by: str = ""
    pool: Pool = "P"
    die: Die | None = None
    points: int = 0
    share: Portion = "full"
    tag: str = ""
    pierces: bool = False
    guards: tuple[Pool, ...] = ()
    terms: tuple[Term, ...] = ()
    half: bool = False
    hero: bool = False
    karma: bool = False
    guard_half: bool | None = None
    guard_hero: bool = False
    facts: Facts = NO_FACTS

    def about(self, other: str) -> Facts:
        """What rows may ask about it, when `other` is the other person."""
        return replace(self.facts, target=other, harm=self.pool, tag=self.tag)


# ---------------------------------------------------------------- blows


def strike(play: Play[State], blow: Blow) -> int:
    """Let a blow land: roll its damage and the protection against it, put what is left into the pool, and do whatever
    comes of damage dealt. Gives the damage that was taken (MO-X309)."""
    if blow.karma:
        blow = replace(blow, pool="MP", share=min(LEAST_HARM, LEAST_HARM if blow.share == "full" else blow.share))
    facts = blow.about(blow.by)
    if why := _spared(play.state, blow, facts):
        play.record(Unhurt(who=blow.on, title=blow.title, why=why, rules=("MO-319",) if not blow.share else ()))
        return 0
    points = _rolled(play, blow, facts) if blow.share == "full" else _partial(play, blow, blow.share)
    taken = hurt(play, blow.on, blow.pool, points, "MO-312", *(("MO-X322",) if blow.share != "full" else ()))
    if taken:
        end_marks(play, blow.on, "harm")
        _dealt(play, blow)
    return taken


def _spared(state: State, blow: Blow, facts: Facts) -> str:
    """Why a blow does nothing at all; empty if it does something."""
    if not blow.share:
        return "it is too far away"
    if hollow(state, blow.on, blow.pool):
        return "it has nothing there to hurt"
    return "it cannot be hurt so" if immune(state, blow.on, tag=blow.tag, pool=blow.pool, facts=facts) else ""


def hollow(state: State, who: str, pool: Pool) -> bool:
    """Whether somebody has no pool to fill: a trap that has no use of the attribute (MO-E80)."""
    return "trap" in state.people[who].kinds and not state.people[who].scores.get(pool)


def immune(state: State, who: str, *, tag: str = "", pool: Pool | None = None, facts: Facts = NO_FACTS) -> bool:
    """Whether what has this tag, or harms this pool, does not take hold of somebody."""
    return any(
        (effect.tag or effect.pool) in (tag or None, pool) and holds(state, one, who, facts)
        for one, effect in of_kind(state, who, Immune)
    )


def _rolled(play: Play[State], blow: Blow, facts: Facts) -> int:
    """The damage of a blow less protection, by their dice: at least 1 (MO-X309, MO-211)."""
    damage, spent = _damage(play, blow)
    guard, also = _guard(play, blow, facts)
    times = max((
        one.effect.number for one in effects_on(play.state, blow.on)
        if isinstance(one.effect, Set) and one.effect.figure == "taken" and holds(play.state, one, blow.on, facts)
    ), default=1)
    points = max(LEAST_HARM, damage.worth - guard.worth) * times
    rules = (DAMAGE[blow.pool], "MO-X309", *(("MO-X322",) if guard.terms else ()))
    play.record(BlowRolled(
        by=blow.by, on=blow.on, title=blow.title, pool=blow.pool, points=points, damage=damage, guard=guard,
        times=times, spent=(*spent, *also), rules=rules,
    ))
    return points


def _partial(play: Play[State], blow: Blow, points: int) -> int:
    """The damage of a blow that is limited to so much: without dice and without protection (MO-X322)."""
    damage = Rolled((Term("all that reaches them", points, "MO-X322"),))
    play.record(BlowRolled(by=blow.by, on=blow.on, title=blow.title, pool=blow.pool, points=points, damage=damage,
                           rules=("MO-319", "MO-X322")))
    return points


def _damage(play: Play[State], blow: Blow) -> tuple[Rolled, tuple[str, ...]]:
    """The damage before protection, and who spent a hero point on it (MO-012, MO-E50)."""
    terms = [Term(blow.title, blow.points)] if blow.points else []
    dice: list[tuple[int, int]] = []
    if blow.die:
        terms += _die(play, blow.by, blow.die, str(blow.die), blow.half, dice)
    if hero := blow.hero and play.state.people[blow.by].heroes > 0:
        terms.append(hero_roll(play, blow.by, dice))
    if blow.by:
        terms += added(play.state, blow.by, "damage", facts=blow.about(blow.on))
    return Rolled((*terms, *blow.terms), tuple(dice)), (blow.by,) if hero else ()


def _guard(play: Play[State], blow: Blow, facts: Facts) -> tuple[Rolled, tuple[str, ...]]:
    """The protection against a blow: the best die that fits, or all of them, as the table plays it (MO-X322, MO-E91),
    and who spent a hero point on it (MO-E50)."""
    person = play.state.people[blow.on]
    found: list[tuple[Die, str]] = []
    for pool in blow.guards or (blow.pool,):
        dice = guards(play.state, blow.on, pool, facts, pierced=blow.pierces)
        found = max(found, sorted((die, title) for title, die in dice if die), key=lambda each: each[-1:])
    if play.state.options.protection == "best":
        found = found[-1:]
    half = person.half if blow.guard_half is None else blow.guard_half
    terms: list[Term] = []
    thrown: list[tuple[int, int]] = []
    top = bool(found) and _at_most(play.state, blow)
    for die, title in found:
        label = f"{title} {die}"
        terms += [Term(label, die.top, "MO-210")] if top else _die(play, blow.on, die, label, half, thrown)
    if hero := bool(found) and blow.guard_hero and person.heroes > 0:
        terms.append(hero_roll(play, blow.on, thrown))
    return Rolled(tuple(terms), tuple(thrown)), (blow.on,) if hero else ()


def _at_most(state: State, blow: Blow) -> bool:
    """Whether protection counts as the most its die can show, by what the blow is done with."""
    return any(
        isinstance(one.effect, Set) and one.effect.figure == "guard-roll" and one.effect.who == "target"
        and holds(state, one, blow.by, blow.about(blow.on))
        for one in _of_blow(state, blow)
    )


def _of_blow(state: State, blow: Blow) -> list[Live]:
    """What somebody's entries say about those whom they strike, without those of things that are not used for it."""
    found = _striking(own_effects(state, blow.by)) if blow.by else ()
    return [one for one in found if one.item in ("", blow.facts.tool)]


@remembered(4096)
def _striking(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those effects that can tell when their bearer strikes somebody."""
    return tuple([
        one for one in effects
        if isinstance(one.effect, Harm) or (isinstance(one.effect, Set) and one.effect.figure == "guard-roll")
    ])


def _die(
    play: Play[State], who: str, die: Die, label: str, half: bool, dice: list[tuple[int, int]]
) -> list[Term]:
    """What a die of somebody comes to, rolled or by half, and what it adds past the last of the ladder (MO-012,
    MO-209)."""
    if half:
        return [Term(f"half {label}", die.half, "MO-012")]
    [face] = play.roll(die.sides, whose=whose(play, who))
    dice.append((die.sides, face))
    return [Term(label, face + die.plus, "MO-209" if die.plus else "")]


def hero_roll(play: Play[State], who: str, dice: list[tuple[int, int]]) -> Term:
    """The hero die of somebody, added to damage or protection (MO-E50); it lies among the `dice`."""
    sides = hero_die(play.state, who)
    [face] = play.roll(sides, whose=whose(play, who))
    dice.append((sides, face))
    return Term("hero point", face, "MO-E50")


def _dealt(play: Play[State], blow: Blow) -> None:
    """Whatever somebody's entries add to damage that they dealt, as far as they say so; a perk that they have and a
    thing lends them too does so once (MO-E100, MO-E44)."""
    facts = blow.about(blow.on)
    if play.state.options.stun_with_powers == "yes" and facts.skill.startswith("magic"):
        facts = replace(facts, skill="fight")
    found = {(one.source, one.effect): one for one in _of_blow(play.state, blow) if isinstance(one.effect, Harm)}
    for (source, harm), one in found.items():
        if "dealt" not in harm.on or harm.pool == "held":
            continue
        wanted = not harm.optional or source in facts.claims
        if wanted and holds(play.state, one, blow.by, facts) and not immune(play.state, blow.on, pool=harm.pool):
            hurt(play, blow.on, harm.pool, harm.points, *one.rules[:1])


# ---------------------------------------------------------------- pools


def hurt(play: Play[State], who: str, pool: Pool, points: int, *rules: str) -> int:
    """Put damage into a pool; more than it holds disables (MO-313, MO-314, MO-FP13). Gives the damage that was taken:
    nothing where the pool is more than full already (MO-X323), or they are dead (MO-X310)."""
    if pool in lost_pools(play.state, who) or play.state.people[who].dead:
        why = f"no {POOL_WORDS[pool]} health is left to lose"
        play.record(Unhurt(who=who, title="this", why=why, rules=("MO-X323",)))
        return 0
    was, limit = play.state.people[who].hurt(pool), most(play.state, who, pool)
    if was + points > limit:
        _disabled(play, who, pool, points)
    else:
        play.record(Hurt(who=who, pool=pool, points=points, was=was, now=was + points, most=limit,
                         rules=rules or ("MO-312",)))
    return points


def disable(play: Play[State], who: str, pool: Pool, *rules: str) -> None:
    """Let a pool be more than full, whatever is in it (MO-314, MO-E95). Nothing changes where it is, or for the dead
    (MO-X310)."""
    if pool not in lost_pools(play.state, who) and not play.state.people[who].dead:
        _disabled(play, who, pool, 0, *rules)


def _disabled(play: Play[State], who: str, pool: Pool, points: int, *rules: str) -> None:
    limit, states = max(0, most(play.state, who, pool)), catalog_of(play.state).states
    row = next(row for row in states.values() if row.pool == pool)
    asks = bool(points) and hero_for(play.state, who, "lift:disabled") is not None
    mark = mark_for(play, who, row.id, asks=asks)
    play.record(Hurt(
        who=who, pool=pool, points=points, was=play.state.people[who].hurt(pool), now=limit, most=limit, mark=mark,
        out=row.title, rules=rules or ("MO-313", "MO-314", "MO-E01"),
    ))
    if not asks:
        tell_fall(play, who)


def tell_fall(play: Play[State], who: str) -> None:
    """Whatever happens to somebody who is Disabled by what they are (MO-X310)."""
    for one in own_effects(play.state, who):
        if isinstance(one.effect, InWords) and "over" in one.effect.on:
            play.record(Told(who=who, text=one.effect.text, rules=("MO-X310",)))


def mend(
    play: Play[State], who: str, pool: Pool, amount: Die | int | Literal["all"], title: str, *rules: str,
    half: bool = False, shed: bool = False,
) -> int:
    """Take damage off a pool, by a die, so many points, or all of it. Gives how much: nothing while somebody is
    Disabled or dead (MO-315, MO-X310, MO-X323, MO-E62); but what a power lets its user `shed` comes before its cost
    tells (MO-E40)."""
    if not shed and (lost_pools(play.state, who) or play.state.people[who].dead):
        play.record(NotMended(who=who, pool=pool, rules=("MO-X323",)))
        return 0
    dice: list[tuple[int, int]] = []
    rolled = Rolled()
    if isinstance(amount, Die):
        rolled = Rolled(tuple(_die(play, who, amount, str(amount), half, dice)), tuple(dice))
        amount = rolled.worth
    was = play.state.people[who].hurt(pool)
    now = 0 if amount == "all" else max(0, was - amount)
    play.record(Mended(who=who, pool=pool, title=title, was=was, now=now, most=most(play.state, who, pool),
                       rolled=rolled, rules=rules or ("MO-X311",)))
    return was - now


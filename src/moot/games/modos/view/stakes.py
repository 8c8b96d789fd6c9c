"""What a press may bring: the chance of a throw with each choice, what a blow does, what a power costs (MO-003, MO-012,
MO-114, MO-204)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Seat
from moot.games.modos.abilities import can_react, hero_ready, needs_contest, shut_by
from moot.games.modos.blanks import difficulty_words, fate_side, keep_words, skill_choices
from moot.games.modos.calling import as_told
from moot.games.modos.catalog import title_of, usual
from moot.games.modos.combat.attacking import blow_of
from moot.games.modos.combat.defending import attackers, defenses
from moot.games.modos.combat.means import means_of, share_at
from moot.games.modos.conflict.beats import steps_of
from moot.games.modos.conflict.deeds import facts_of, side_of
from moot.games.modos.conflicts import Chain, Deed
from moot.games.modos.contests import SIGHT, Facts
from moot.games.modos.injuries import telling
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.casting import chain_of, stage_now
from moot.games.modos.magic.cost import cost_of, ways as powers_of
from moot.games.modos.magic.withstanding import able_pools, defense, what_a_win_brings
from moot.games.modos.odds import Hand, hand_of, harm_of, met, over, thrown, usually
from moot.games.modos.reckoning import health, hero_die, skill_total
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS
from moot.kit.bars import percent
from moot.kit.totals import signed

NOTHING: Final = Hand((), 0)
"""What a throw has to beat that nobody opposes (MO-011)."""
SURE: Final = percent(Fraction(1))
Rows: TypeAlias = Iterator[tuple[str, "StakeView"]]


class StakeView(msgspec.Struct, frozen=True):
    """What one choice may bring: against what, the chance in each way that it can be thrown, and what then happens."""

    against: str
    ways: tuple[tuple[str, str], ...] = ()
    brings: str = ""


class StakesView(msgspec.Struct, frozen=True, kw_only=True):
    """What an offer may bring: `look` is the blank whose choice says which row holds, `keys` the row of each."""

    key: str
    look: str
    keys: dict[str, int]
    rows: tuple[StakeView, ...]


class _Weighing(NamedTuple):
    """How an offer is weighed: the blank that is looked at, what its key fixes, and the rows."""

    look: str
    fixed: tuple[str, ...]
    rows: Callable[..., Rows]


def weighed(state: State, seat: Seat, key: str) -> StakesView | None:
    """What an offer may bring that a seat has, by its key; None where no dice are to be weighed."""
    do, *fixed = key.split(":")
    one = WEIGHED.get(do)
    if one is None or len(fixed) != len(one.fixed) or not state.owns(seat, fixed[one.fixed.index("who")]):
        return None
    rows = dict(one.rows(state, seat, *fixed))
    every = tuple(dict.fromkeys(rows.values()))
    return StakesView(key=key, look=one.look, keys={of: every.index(row) for of, row in rows.items()}, rows=every)


def _chances(state: State, who: str, hand: Hand, chance: Callable[[Hand], Fraction]) -> tuple[tuple[str, str], ...]:
    """The chance in each way that somebody can throw."""
    found = [("roll", hand), ("half", hand.by_half())]
    if hero_ready(state, who):
        found.append(("with a hero point", hand.with_die(hero_die(state, who))))
    return tuple((title, percent(chance(each))) for title, each in found)


def _kept(state: State, chain: Chain | None, hand: Hand, theirs: Hand) -> tuple[tuple[str, str], ...]:
    """The chance of a number that a combined action keeps: a Tie of it stays one (MO-204)."""
    if chain is None:
        return ()
    return ((keep_words(state, chain), percent(thrown(_standing(state, chain, hand), theirs)["pro"])),)


def _standing(state: State, chain: Chain, hand: Hand) -> Hand:
    """What a combined action has: the number before it, and at some tables a throw if that is better (MO-E21)."""
    return replace(hand, floor=chain.total) if state.options.combine == "keep_better" else Hand((), chain.total)


def _wins(state: State, mine: Hand, theirs: Hand, who: str, other: str) -> Fraction:
    return met(state, mine, theirs, who, other)["pro"]


def _called(state: State, seat: Seat, id_: str, who: str) -> Rows:
    """A contest that was called: a Pro with each skill."""
    found = state.contests.get(id_)
    contest = found if found is None or seat.guides else as_told(state, found)
    if contest is None or contest.alone:
        return
    mine, other = sorted(contest.sides, key=lambda side: side.who != who)
    if mine.who != who or not (other.who or other.ready):
        return
    facts = Facts(target=other.who), Facts(target=who)
    theirs = hand_of(state, other, facts[1])
    plain = "" if other.ready or other.skill or "character" not in state.modules else ", with no skill"
    against = f"{state.name(other.who)} {signed(theirs.plus)}{plain}" if other.who else difficulty_words(theirs.plus)
    others = () if mine.skill else skill_choices(state, who, mine.pool)
    for skill in ("", *(choice.value for choice in others)):
        hand = hand_of(state, replace(mine, skill=skill or mine.skill), facts[0])
        yield skill, StakeView(
            f"You win with {signed(hand.plus)} against {against}:",
            _chances(state, who, hand, lambda one: _wins(state, one, theirs, who, other.who)),
        )


def _attack(state: State, seat: Seat, who: str, tool: str, thrown_: str) -> Rows:
    """An attack on each whom it reaches: a Pro against their best defense, and what it does."""
    means, one = means_of(state, who, tool, thrown=thrown_ == "True"), state.entry(who)
    if means is None or one is None or state.conflict is None:
        return
    skill = max(means.skills, key=lambda each: skill_total(state, who, each))
    deed = Deed(who=who, kind="attack", pool=usual(catalog_of(state), skill), skill=skill, tool=tool,
                thrown=means.thrown, claims=(SIGHT,))
    chain = one.chain if one.chain and one.chain.goes_on_with(deed) else None
    for target in (*state.conflict.people, *state.conflict.gone):
        each = replace(deed, targets=(target,))
        each = replace(each, steps=steps_of(state, each))
        if target == who or not share_at(state, means, each.steps.get(target, 9)):
            continue
        guard = _defense(state, each, target)
        brings = _lands(state, seat, each, target, guard)
        hidden = needs_contest(state, who, "attack", facts=Facts(target=target))
        if guard is None and not hidden:
            yield target, StakeView(f"{state.name(target)} cannot defend: it lands", (), brings)
            continue
        hand = hand_of(state, side_of(state, each), facts_of(each, target, each.steps[target]))
        theirs = hand_of(state, fate_side(0, "roll"), Facts()) if guard is None else _throws(state, guard, each)
        other = "" if guard is None else target
        chances = _chances(state, who, hand, partial(_wins, state, theirs=theirs, who=who, other=other))
        if guard is None:
            against = f"It lands with {signed(hand.plus)} against fate, since {state.name(target)} is hidden:"
        else:
            title = f"{title_of(catalog_of(state), guard.skill)} {signed(theirs.plus)}"
            against = f"Sure, unless {state.name(target)} defends; against {title}:"
        yield target, StakeView(against, (*chances, *_kept(state, chain, hand, theirs)), brings)


def _throws(state: State, deed: Deed, against: Deed) -> Hand:
    return hand_of(state, side_of(state, deed), facts_of(deed, against.who, against.steps.get(deed.who)))


def _defense(state: State, deed: Deed, who: str) -> Deed | None:
    """The best defense that somebody has against an attack; None if they cannot defend (MO-005, MO-006)."""
    now = state.conflict
    if now is None or state.apart or not (now.aware(who, deed.who) and can_react(state, who, deed.who)):
        return None
    if shut_by(state, who, "defend", facts=Facts(deed="defend", target=deed.who)):
        return None
    best = max(defenses(state, deed, who), key=lambda skill: skill_total(state, who, skill), default=None)
    return None if best is None else _defended(state, who, best, deed)


def _defended(state: State, who: str, skill: str, deed: Deed) -> Deed:
    pool = usual(catalog_of(state), skill)
    return Deed(who=who, kind="defend", pool=pool, skill=skill, targets=(deed.who,), claims=(SIGHT,))


def _lands(state: State, seat: Seat, deed: Deed, target: str, guard: Deed | None) -> str:
    """What an attack does that lands: how much, and how likely that is too much."""
    means = means_of(state, deed.who, deed.tool, thrown=deed.thrown)
    if means is None or deed.goal or deed.aim:
        return ""
    blow = blow_of(state, deed, means, target, () if guard is None else (guard,))
    if not (seat.guides or state.owns(seat, target)) and blow.guard_half is None:
        blow = replace(blow, guard_half=False)  # what somebody does as a rule is told to no other player
    points = harm_of(state, blow)
    pool = "MP" if blow.karma else blow.pool
    says = f"{min(points)} to {max(points)}, usually {usually(points)}" if len(points) > 1 else str(max(points))
    if telling(state, target, seat.guides) != "told":
        return f"If it lands: {says}."
    left = max(0, health(state, target, pool))
    down = over(points, left)
    return f"If it lands: {says}. {left} left{f', and {percent(down)} that it is more' if down else ''}."


def _defend(state: State, seat: Seat, who: str, against: str) -> Rows:
    """An attack undone by each skill that helps, and what it does if it is not."""
    beat = state.conflict.beat if state.conflict else None
    deed = next((one for one in attackers(beat, who) if one.who == against), None) if beat else None
    if deed is None:
        return
    chain = chain_of(state, deed.who) if deed.keep else None
    theirs = hand_of(state, side_of(state, deed), facts_of(deed, who, deed.steps.get(who)))
    met_by = partial(met, state, who=against, other=who)
    theirs, lands = (_standing(state, chain, theirs), thrown) if chain else (theirs, met_by)
    for skill in defenses(state, deed, who):
        guard, title = _defended(state, who, skill, deed), title_of(catalog_of(state), skill)
        hand = _throws(state, guard, deed)
        yield skill, StakeView(
            f"{title} {signed(hand.plus)} against {signed(theirs.plus) if theirs.dice else theirs.plus} undoes it:",
            _chances(state, who, hand, lambda one: 1 - lands(theirs, one)["pro"]),
            _lands(state, seat, deed, who, guard),
        )


def _cast(state: State, seat: Seat, who: str, power: str, keep: str) -> Rows:
    """A magic action: whether it works, and what the power costs (MO-403, MO-407)."""
    if (way := powers_of(state, who).get(power)) is None:
        return
    chain, cost = chain_of(state, who) if stage_now(state, who, way) > 1 else None, cost_of(state, who, way.row)
    deed = Deed(who=who, kind="cast", pool="MP", skill=way.skill, power=power)
    hand = hand_of(state, side_of(state, deed), replace(facts_of(deed), multi=way.row.target == "multi"))
    least, most = min(cost.ways), max(cost.ways)
    too_much = f", and {percent(cost.over)} that it is more" if cost.over else ""
    if keep == "True":
        ways = _kept(state, chain, hand, NOTHING)
    else:
        ways = _chances(state, who, hand, lambda one: thrown(one, NOTHING)["pro"])
    sure = all(chance == SURE for _, chance in ways)
    yield "", StakeView(
        "It works for certain." if sure else f"It works with {signed(hand.plus)}:",
        () if sure else ways,
        f"Costs {least} to {most}, by half {cost.half}. {cost.health} left{too_much}.",
    )


def _resist(state: State, seat: Seat, who: str, on: str, keep: str) -> Rows:
    """A power resisted with each attribute that may: as it takes hold, or while it lasts (MO-406, MO-X407)."""
    beat, running, one = state.beat, state.running.get(on), state.entry(who)
    said = (beat.deed, *beat.answers.values()) if beat is not None and running is None else ()
    caster = on or (beat.deed.who if beat is not None else "")
    deed = next((each for each in said if each and each.power and each.who == caster), None)
    row = catalog_of(state).powers.get(running.row if running else deed.power if deed else "")
    if row is None:
        return
    if running is not None or deed is None:
        theirs = Hand((), running.stored if running else 0)
    else:
        theirs = hand_of(state, side_of(state, deed), replace(facts_of(deed), multi=row.target == "multi"))
        if deed.keep and (chain := chain_of(state, deed.who)) is not None:
            theirs = _standing(state, chain, theirs)
    for pool in able_pools(state, who, row):
        mine = Deed(who=who, kind="resist", pool=pool, skill=defense(state, pool), targets=(on,) if on else ())
        hand = hand_of(state, side_of(state, mine), replace(facts_of(mine), deed="resist", on=on))
        chain = one.chain if one is not None and keep == "True" else None
        yield pool if row.half == "any" else "", StakeView(
            f"{POOL_WORDS[pool].capitalize()} {signed(hand.plus)} against "
            f"{signed(theirs.plus) if theirs.dice else theirs.plus if theirs.floor is None else theirs.floor} wins:",
            _kept(state, chain, hand, theirs) or _chances(state, who, hand, lambda each: thrown(each, theirs)["pro"]),
            what_a_win_brings(state, who, on, row),
        )


WEIGHED: Final = {
    "throw-contest": _Weighing("skill", ("contest", "who"), _called),
    "attack": _Weighing("target", ("who", "tool", "thrown"), _attack),
    "defend": _Weighing("skill", ("who", "against"), _defend),
    "cast": _Weighing("", ("who", "power", "keep"), _cast),
    "resist": _Weighing("pools", ("who", "on", "keep"), _resist),
}
"""What can be weighed, by the command."""

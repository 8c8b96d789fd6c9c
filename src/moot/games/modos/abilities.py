"""What somebody can do at all now: deeds that are shut or open, actions that are left, hero points at hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Refused
from moot.games.modos.arms import arms_of
from moot.games.modos.catalog import row_of, usual
from moot.games.modos.conflicts import Contender, Deed
from moot.games.modos.contests import NO_FACTS, Facts
from moot.games.modos.effects import Call, DeedWord, Grant, Open, Set, Shut, Trade
from moot.games.modos.figures import HEROES
from moot.games.modos.live import Live, catalog_of, effects_on, of_kind, once, own_effects, steady
from moot.games.modos.person import Person
from moot.games.modos.phrases import any_of, deed_named
from moot.games.modos.postures import ACTING, CARRIED, steps_between
from moot.games.modos.reckoning import holds, lent_skills, lost_pools
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.vocabulary import CHOSEN, Account, Verb, Word
from moot.kit.remembered import remembered

LAST: Final[Word] = "last-action"
"""What rows ask for that shut all but the last action of a round."""
NO_DEEDS: Final[frozenset[Verb]] = frozenset({"aware", "react"})
"""What rows can shut that is no deed of its own: `all` does not mean it."""


LEFT: Final = frozenset({"attack", "resist"})
"""The deeds that are left."""


def driven_off(state: State, who: str, verb: str, facts: Facts) -> bool:
    """Whether somebody who is so driven cannot do a deed: on their own turn nothing but resist it, or attack who is
    nearest."""
    now, one = state.conflict, state.entry(who)
    if now is None or one is None or one.turn != "now":
        return False
    if verb not in LEFT:
        return True
    far = {other: steps_between(state, who, other) or 0 for other in now.order if other != who}
    return verb == "attack" and facts.target in far and far[facts.target] > min(far.values())


def _names(words: tuple[DeedWord, ...], verb: str, part: str, pool: Pool | None) -> bool:
    """Whether words of a row mean this deed."""
    for word in words:
        if (word.verb == "all" and verb not in NO_DEEDS) or (word.verb == verb and word.part in ("", part)):
            return True
        if word.verb == "attribute" and word.part == pool:
            return True
    return False


def shut_by(
    state: State, who: str, verb: str, part: str = "", pool: Pool | None = None, facts: Facts = NO_FACTS
) -> Live | None:
    """What shuts a deed for somebody; None if nothing does, or something opens it (MO-404). A power that leaves its
    target to resist leaves that against itself, and against what shuts as much, alone: for actions, so in conflicts."""
    shutting = _shutting(effects_on(state, who), verb)
    if not shutting or opens(state, who, verb, part, facts):
        return None
    leaves = verb != "resist" or not state.conflict or facts.on in [one.of for one in shutting if one.of]
    for one in shutting:
        shut = one.effect
        driven = isinstance(shut, Call) and shut.function == "nearest" and verb not in NO_DEEDS
        if driven and driven_off(state, who, verb if leaves else "", facts):
            return one
        if not isinstance(shut, Shut) or (leaves and _names(shut.but, verb, part, pool)):
            continue
        if _names(shut.deeds, verb, part, pool) and holds(state, one, who, facts):
            return one
    return None


@remembered(4096)
def _shutting(effects: tuple[Live, ...], *verbs: str) -> tuple[Live, ...]:
    """Those effects that may shut deeds of these kinds."""
    words = {*verbs, "attribute"} if NO_DEEDS.issuperset(verbs) else {*verbs, "attribute", "all"}
    return tuple([
        one for one in effects if isinstance(one.effect, Call)
        or (isinstance(one.effect, Shut) and not words.isdisjoint([word.verb for word in one.effect.deeds]))
    ])


def opens(state: State, who: str, verb: str, part: str = "", facts: Facts = NO_FACTS) -> tuple[Live, ...]:
    """What opens a deed to somebody."""
    return tuple(
        one for one, open_ in of_kind(state, who, Open)
        if open_.deed.verb == verb and open_.deed.part in ("", part) and holds(state, one, who, facts)
    )


def posture_blank(state: State, who: str) -> list[Choose]:
    """The blank in which riders and flyers say, deed by deed on their own turn, as what they act (MO-307, MO-308);
    nobody else has it. What keeps those from deeds who are not in defensive posture keeps them from acting so
    (MO-E54)."""
    one, now = state.entry(who), state.conflict
    if one is None or now is None or one.turn != "now" or now.beat is not None:
        return []
    if one.place.posture not in CARRIED or not one.place.kept:
        return []
    here = one.place.posture
    ways, rule = ACTING[here]
    open_ = [way for way in ways if way in now.postures and not shut_by(state, who, "attack", facts=Facts(posture=way))]
    choices = tuple(Choice(way, f"As if in {way} posture") for way in open_)
    label = f"From where? Otherwise as you are, {here}"
    return [Choose(name="posture", label=label, choices=choices, least=0, rule=rule)] if choices else []


@steady
def needs_contest(state: State, who: str, deed: str, facts: Facts = NO_FACTS) -> bool:
    """Whether something makes a deed that works by itself take a contest (MO-404)."""
    return any(deed in needs.of and holds(state, one, who, facts) for one, needs in of_kind(state, who, Set, "needs"))


def opened_skills(state: State, who: str) -> tuple[str, ...]:
    """The skills that somebody may use without a point of their own in them, as a perk opened them, or a thing lends
    points (MO-111, MO-E58, MO-X108)."""
    opens = ((one, one.effect) for one in own_effects(state, who))
    by_perk = (
        one.choice if grant.row.id == CHOSEN else grant.row.id
        for one, grant in opens if isinstance(grant, Grant) and grant.row.kind == "skill" and not grant.off
    )
    return (*by_perk, *lent_skills(state, who))


def check_open(
    state: State, who: str, verb: str, part: str = "", pool: Pool | None = None, facts: Facts = NO_FACTS
) -> None:
    """Raise Refused, naming what shuts it and what it leaves, if somebody cannot do a deed now."""
    lost = lost_pools(state, who)
    if lost and state.options.disabled == "all":
        raise Refused("disabled", f"{state.name(who)} can do nothing until a way back is agreed.", "MO-E94")
    if pool is not None and pool in lost:
        message = f"{state.name(who)} has no use of the {POOL_WORDS[pool]} attribute until a way back is agreed."
        raise Refused("disabled", message, "MO-X323")
    one = shut_by(state, who, verb, part, pool, facts)
    if one is None:
        return
    but = tuple(map(deed_named, one.effect.but)) if isinstance(one.effect, Shut) else ()
    message = f"{one.title} keeps {state.name(who)} from that."
    message += f" What is left: to {any_of(but)}." if but else ""
    raise Refused("shut", message, next(iter(one.rules), None), allowed=but)


@once
def can_act(state: State, who: str) -> bool:
    """Whether somebody can do anything at all in a conflict (MO-314, MO-X323)."""
    person = state.people.get(who)
    if person is None or len(lost := lost_pools(state, who)) == len(POOLS):
        return False
    if lost and state.options.disabled == "all":
        return False
    shutting = _shutting_all(effects_on(state, who))
    return not shutting or not any(holds(state, one, who, NO_FACTS) for one in shutting)


@remembered(4096)
def _shutting_all(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those effects that may keep somebody from every deed."""
    shuts = ((one, one.effect) for one in effects)
    return tuple([
        one for one, shut in shuts if isinstance(shut, Shut) and not shut.but and _names(shut.deeds, "all", "", None)
    ])


def can_notice(state: State, who: str, of: str = "") -> bool:
    """Whether somebody is aware of anything (MO-006), and of what a certain other does."""
    return can_act(state, who) and shut_by(state, who, "aware", facts=Facts(target=of)) is None


def can_react(state: State, who: str, to: str = "") -> bool:
    """Whether somebody can answer a deed of another: they notice it, and have an action left (MO-X202, MO-X206)."""
    one = state.entry(who)
    if one is None or one.left <= 0:
        return False
    if not _keeps_still(effects_on(state, who)):
        return can_act(state, who)
    return can_notice(state, who, to) and shut_by(state, who, "react") is None


def helpless(state: State, who: str, deed: Deed) -> bool:
    """Whether nobody waits for somebody's answer to a deed: they are dead, or Mostly Dead, and it is not aimed at them,
    or at their body, which has no defense any more (MO-314, MO-X310, MO-X323)."""
    person = state.people[who]
    if (dead := person.dead) or "P" not in lost_pools(state, who) or any(mark.asks for mark in person.marks):
        return dead
    bodily = deed.kind == "attack" and arms_of(catalog_of(state), state.people[deed.who]).weapon(deed.tool).pool == "P"
    return who not in deed.targets or (bodily and not deed.karma)


@remembered(4096)
def _keeps_still(effects: tuple[Live, ...]) -> bool:
    """Whether there are effects that may keep somebody from answering what others do."""
    return bool(_shutting(effects, *NO_DEEDS))


def can_do(state: State, deed: Deed) -> bool:
    """Whether somebody who declared a deed is still able to do it (MO-E30, MO-X323)."""
    here = state.entry(deed.who) is not None and can_act(state, deed.who)
    return here and deed.pool not in lost_pools(state, deed.who)


_ALIKE: Final = {"withdraw": "posture", "pick-up": "ready", "stow": "ready", "shake": "resist"}
"""Kinds of deeds that rows know by another verb."""


def kept_from(state: State, deed: Deed) -> bool:
    """Whether something has come over somebody since they declared a deed that holds them back from it (MO-E30). What
    leaves them but their last action was looked at then."""
    verb = _ALIKE.get(deed.kind, deed.kind)
    facts = Facts(deed=verb, target=next(iter(deed.targets), ""), on=deed.on)
    one = shut_by(state, deed.who, verb, deed.place.posture if deed.place else "", deed.pool, facts)
    return one is not None and all(each.word != LAST for each in one.effect.when)


def heroes_left(state: State, who: str) -> int:
    """The hero points of somebody that they have not promised to a contest or a deed which waits for its dice
    (MO-114)."""
    promised = {
        one.group or one.id: int(side.hero)
        for one in state.contests.values() for side in one.sides if side.ready and side.who == who and not one.tied
    }
    beat = state.beat if state.beat is not None and state.beat.waits else None
    if beat is not None and (deed := beat.does(who)) is not None:
        promised["beat"] = int(deed.hero)
    return state.people[who].heroes - sum(promised.values())


def stock(state: State, who: Person) -> int:
    """How many hero points somebody can keep: as many as levels (MO-115), villains as the table plays it (MO-E49)."""
    if not who.villain:
        return 0 if who.npc else who.level
    return {"level": who.level, "one": HEROES.one, "none": 0}[state.options.villain_points]


def over_stock(state: State, who: Person) -> bool:
    """Whether somebody whom a player plays has more hero points than they can keep (MO-E48)."""
    return not who.npc and who.heroes > stock(state, who)


def hero_ready(state: State, who: str) -> bool:
    """Whether somebody has a hero point to spend (MO-114)."""
    return bool(who) and heroes_left(state, who) > 0 and "skilled" in state.modules


def trade_for(state: State, who: str, get: Account, facts: Facts = NO_FACTS) -> Live | None:
    """The entry by which somebody can pay to have this; None if there is none."""
    return next((
        one for one, trade in of_kind(state, who, Trade) if trade.get == get and holds(state, one, who, facts)
    ), None)


def hero_for(state: State, who: str, get: Account, facts: Facts = NO_FACTS) -> Live | None:
    """The entry by which somebody can have this for a hero point now (MO-E50)."""
    one = trade_for(state, who, get, facts)
    if one is None or not hero_ready(state, who):
        return None
    return one if isinstance(one.effect, Trade) and one.effect.give == "hero" else None


def bound_for(state: State, who: str, skill: str, pool: Pool) -> str:
    """The bonus actions that fit a deed, by their key; nothing if none is left (MO-X203, MO-E111)."""
    for key, _ in _fitting(state, who, skill, pool):
        return key
    return ""


def pays(state: State, who: str, skill: str) -> str:
    """The bonus actions for a skill, by their key, whatever they are spent on; nothing if none is left (MO-E36)."""
    return bound_for(state, who, skill, usual(catalog_of(state), skill)) if skill else ""


def left_for(state: State, who: str, skill: str, pool: Pool) -> int:
    """How many actions somebody has left for a deed, bonus actions that fit it included (MO-X203)."""
    if (one := state.entry(who)) is None:
        return 0
    return min(one.actions + sum(left for _, left in _fitting(state, who, skill, pool)), free_actions(state, one))


def free_actions(state: State, one: Contender) -> int:
    """The actions that somebody has left beside the last one, if a power keeps that for itself (MO-E104)."""
    keeping = (
        live for live, shut in of_kind(state, one.who, Shut)
        if any(each.word == LAST for each in shut.when) and holds(state, live, one.who, NO_FACTS, but={LAST})
    )
    return one.left - any(True for _ in keeping)


def _fitting(state: State, who: str, skill: str, pool: Pool) -> Iterator[tuple[str, int]]:
    """The bonus actions that fit a deed: a bonus action goes with the usual attribute of its skill (MO-X203)."""
    one = state.entry(who)
    for key, left in one.bound.items() if one else ():
        for fits in key.split("|") if left else ():
            row = row_of(catalog_of(state), fits) if fits in (skill, skill.partition(":")[0]) else None
            if fits == "any" or (row and row.attribute == pool):
                yield key, left
                break


def affords(state: State, who: str, skill: str, pool: Pool, price: int = 1) -> bool:
    """Whether somebody has the actions that a deed costs."""
    one = state.entry(who)
    if one is None or (one.actions < price and one.actions + bool(bound_for(state, who, skill, pool)) < price):
        return False
    return price <= 1 or free_actions(state, one) >= price


def check_affords(state: State, who: str, skill: str, pool: Pool, price: int = 1) -> None:
    """Raise Refused unless somebody has the actions that a deed costs (MO-202)."""
    if not affords(state, who, skill, pool, price):
        one = state.entry(who)
        left = f"{state.name(who)} has {free_actions(state, one) if one else 0} left for it"
        actions = "an action that fits" if price == 1 else f"{price} actions that fit"
        raise Refused("no-action", f"That takes {actions}; {left}.", "MO-202")

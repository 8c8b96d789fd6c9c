"""Ways to attack: weapons in hand, thrown ones, the body; whether hands are free for them and they can be used now, how
far they reach, and the points that move to the damage (MO-318, MO-319, MO-X120, MO-X122, MO-X129, MO-X302, MO-E86)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Refused
from moot.games.modos.abilities import affords, check_open
from moot.games.modos.arms import HANDS, arms_of, bodily, gear_row, natural
from moot.games.modos.catalog import BODY, NATURAL, usual
from moot.games.modos.contests import Facts
from moot.games.modos.effects import Open, Trade
from moot.games.modos.live import catalog_of, effects_on, steady
from moot.games.modos.person import Gear
from moot.games.modos.postures import band
from moot.games.modos.reading import BANDS as SHARES
from moot.games.modos.reckoning import added, form_of, lost_pools, price, weapon_die
from moot.games.modos.rows import Portion, Shield, Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import BANDS


def hands_for(state: State, who: str, thing: Gear) -> int:
    """The hands that a thing takes, as few as it can be held with; none for the bare body, and none for what is no
    weapon and lends something (MO-X120, MO-X129, MO-317)."""
    row = gear_row(catalog_of(state), thing)
    if isinstance(row, Shield):
        return row.hands
    if isinstance(row, Weapon):
        one_handed = [form.hands for form in row.forms if form.when and form.when[0].word == "one-hand"]
        return 0 if bodily(thing) else min([form_of(state, who, row).hands, *one_handed])
    return int(not thing.lends)


def check_free(state: State, who: str, thing: Gear) -> None:
    """Raise Refused, with what would help, if somebody has no hand free for a thing."""
    catalog, bucklers = catalog_of(state), state.options.buckler_heavy == "yes"
    held = (each for each in state.people[who].gear if each.at == "held" and each.id != thing.id)
    rows = [(each, gear_row(catalog, each)) for each in (thing, *held)]
    hands = [hands_for(state, who, each) for each, _ in rows]
    if sum(hands) > HANDS:
        why, rule = f"{state.name(who)} has no hand free for {thing.name}: first put away or drop something.", "MO-X129"
    elif HANDS in hands and (
        shields := [each for each, row in rows if isinstance(row, Shield) and (row.hands or not bucklers)]
    ):
        why, rule = f"A weapon for both hands leaves no place for {shields[0].name}.", "MO-E86"
    else:
        return
    others = zip(rows[1:], hands[1:], strict=True)
    names = tuple(each.name for (each, row), taken in others if taken or isinstance(row, Shield))
    raise Refused("no-hand", why, rule, allowed=names)


ARMED: Final = "armed"
UNARMED: Final = "unarmed"


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """A way to attack: a thing in hand or the body, held or thrown; the skills it goes with, and its price in actions.

    `others` are skills that go with it against one person alone (a trap), by that person.
    """

    row: Weapon
    thing: Gear | None = None
    thrown: bool = False
    skills: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()
    price: int = 1

    @property
    def tool(self) -> str:
        """How a deed names it."""
        return self.thing.id if self.thing else NATURAL

    def against(self, people: Collection[str]) -> Means:
        """The same without the skills that are for none of these."""
        others = tuple((skill, who) for skill, who in self.others if who in people)
        return replace(self, others=others)

    @property
    def title(self) -> str:
        """What people call it."""
        return self.thing.name if self.thing else self.row.title


@steady
def all_means(state: State, who: str) -> tuple[Means, ...]:
    """All that somebody could attack with, whether or not it can be used now."""
    return tuple(_all_means(state, who))


def _all_means(state: State, who: str) -> Iterator[Means]:
    arms = arms_of(catalog_of(state), state.people[who])
    others = tuple(_opened(state, who))
    for thing, row in arms.weapons:
        if not weapon_die(state, who, row):
            continue
        skills = (UNARMED, ARMED) if natural(thing) else (ARMED,)
        cost = price(state, who, "attack", facts=Facts(deed="attack", tool=thing.id))
        one = Means(row=row, thing=thing, skills=skills, others=others, price=cost)
        yield one
        if row.thrown:
            yield replace(one, thrown=True)
    if "trap" in state.people[who].kinds:  # it has no body beside what its sheet says (MO-X507)
        return
    cost = price(state, who, "attack", facts=Facts(deed="attack", tool=NATURAL))
    yield Means(row=BODY, skills=(UNARMED,), others=others, price=cost)


def _opened(state: State, who: str) -> Iterator[tuple[str, str]]:
    """Skills that are no fight skills and yet can attack somebody, each with whom (MO-X507)."""
    for one in effects_on(state, who):
        if isinstance(one.effect, Open) and one.effect.deed.verb == "attack" and one.effect.who == "foe":
            for asked in one.effect.when:
                if asked.word == "skill":
                    trained = [own for own in state.people[who].points if own.partition(":")[0] in asked.args]
                    yield from ((skill, one.bearer) for skill in trained)


def check_means(state: State, who: str, one: Means, *, reacting: bool) -> Means:
    """The same with the skills that can be used now. Raises Refused if it cannot be used at all."""
    if one.thing is not None and one.thing.spent:
        message = f"{one.title} is not loaded: {one.thing.spent} more to reload it."
        raise Refused("not-loaded", message, "MO-X324")
    if reacting and one.price > 1:
        raise Refused("too-long", f"{one.title} takes {one.price} actions: too many to react with.", "MO-X206")
    if one.thing is not None:
        check_free(state, who, one.thing)
    pools = {skill: usual(catalog_of(state), skill) for skill in (*one.skills, *(skill for skill, _ in one.others))}
    paid = [skill for skill, pool in pools.items() if affords(state, who, skill, pool, one.price)]
    skills = tuple(skill for skill in one.skills if skill in paid)
    if not skills:
        raise Refused("no-action", f"{one.title} takes {one.price} of the actions of this round.", "MO-202")
    for skill in skills:
        part = UNARMED if one.thing is None or natural(one.thing) else ARMED
        check_open(state, who, "attack", part, pools[skill], Facts(deed="attack", skill=skill))
    lost = lost_pools(state, who)
    others = tuple((skill, whom) for skill, whom in one.others if skill in paid and pools[skill] not in lost)
    return replace(one, skills=skills, others=others)


def shares(state: State, one: Means) -> tuple[Portion, ...]:
    """What it does at each distance (MO-X302); what is thrown flies as far as the list has it, or the table plays it,
    and in the hand reaches close (MO-E113)."""
    if one.thrown:
        return one.row.bands if one.row.range != "close" else SHARES[state.options.thrown]
    return SHARES["close"] if one.row.thrown else one.row.bands


def share_at(state: State, one: Means, steps: int) -> Portion:
    """What it does to somebody so many steps away."""
    return shares(state, one)[BANDS.index(band(steps))]


def means_of(state: State, who: str, tool: str, *, thrown: bool) -> Means | None:
    """A way to attack by how a deed names it; None if it is gone."""
    return next((one for one in all_means(state, who) if (one.tool, one.thrown) == (tool, thrown)), None)


def in_hand(state: State, who: str, tool: str) -> State:
    """The state as it is with a thing in somebody's hand."""
    gear = state.people[who].gear
    held = (replace(each, at="held") if each.id == tool and not each.used else each for each in gear)
    return state.with_person(who, gear=tuple(held))


class Movable(msgspec.Struct, frozen=True):
    """What lets somebody move points, how many at most, and how many they usually do."""

    title: str
    most: int
    usual: int


def movable(state: State, who: str, skill: str) -> Movable | None:
    """How many points of a skill, lent ones too, somebody can move from the contest to the damage; None if they cannot
    (MO-X108)."""
    person, catalog = state.people[who], catalog_of(state)
    points = person.points.get(skill, 0) + sum(term.worth for term in added(state, who, "points", skill))
    for one in effects_on(state, who):
        trade = one.effect
        if not isinstance(trade, Trade) or (trade.give, trade.get) != ("points", "damage") or one.choice != skill:
            continue
        rows = (catalog.traits.get(trait) for trait in person.traits)
        usual = max((row.preset.get(one.source.partition(":")[2], 0) for row in rows if row), default=0)
        return Movable(one.title, points, min(usual, points)) if points else None
    return None

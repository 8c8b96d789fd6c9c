"""What comes of attacks: damage by distance, progress, something that lasts, a thing out of a hand (MO-004, MO-319,
MO-X211 to MO-X213, MO-X309, MO-X324)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Part, Play
from moot.games.modos.combat.means import Means, means_of, share_at
from moot.games.modos.combat.moves import movable
from moot.games.modos.conflict.beats import resolves
from moot.games.modos.conflict.deeds import contest_of, facts_of, side_of, won
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflict.working import progress
from moot.games.modos.conflicts import Deed
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import Term, Total
from moot.games.modos.events import Befalls
from moot.games.modos.flow import OfSomebody
from moot.games.modos.harm import Blow, strike
from moot.games.modos.ladder import half_of
from moot.games.modos.marks import put_mark
from moot.games.modos.person import Gear
from moot.games.modos.reckoning import contest_terms, price, weapon_die
from moot.games.modos.state import State
from moot.games.modos.terms import Where

HARM: Final = "harm"
"""What an attack is for, unless something else is said."""
GOAL, MARK, DISARM = "goal", "mark", "disarm"
"""What else it can be for: progress, a state that lasts, a thing out of a hand (MO-206, MO-X212)."""


class ThingMoved(Befalls, tag="thing-moved"):
    """A thing of somebody's is elsewhere now."""

    sentence = ("move", "{says}")
    thing: str
    at: Where
    says: str

    def evolve(self, state: State) -> State:
        return _with_thing(state, self.who, self.thing, at=self.at)


class ShotFired(OfSomebody, tag="shot-fired"):
    """A weapon has to be reloaded before its next shot, by so many actions (MO-X121, MO-X324)."""

    silent = True
    thing: str
    spent: int

    def evolve(self, state: State) -> State:
        return _with_thing(state, self.who, self.thing, spent=self.spent)


def _with_thing(state: State, who: str, id_: str, **changes: object) -> State:
    gear = tuple(replace(thing, **changes) if thing.id == id_ else thing for thing in state.people[who].gear)
    return state.with_person(who, gear=gear)


@resolves("attack", "attacks")
def attacked(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """An attack comes out: it lands with a Pro, or if nothing stands against it (MO-X309, MO-005)."""
    [target] = deed.targets
    thrown = contest_of(play, deed, against)
    means = means_of(play.state, deed.who, deed.tool, thrown=deed.thrown)
    if means is not None and target in deed.steps and won(thrown):
        _land(play, deed, means, target, thrown.first if thrown else None, against)
    if means is not None and means.thing is not None:
        _spend(play, deed, means, means.thing)
    return thrown.first if thrown else None


def _land(
    play: Play[State], deed: Deed, means: Means, target: str, total: Total | None, against: tuple[Deed, ...]
) -> None:
    """What an attack that lands does, by what it was for."""
    kind, _, of = deed.aim.partition(":")
    goal = running(play.state).goals.get(deed.goal)
    if goal is not None:
        progress(play, deed.who, goal)
    elif kind == MARK:
        stored = total.worth if total else _by_half(play.state, deed, target)
        put_mark(play, target, of, "MO-X212", source=deed.who, words=deed.words, stored=stored)
    elif kind == DISARM:
        name = next((thing.name for thing in play.state.people[target].gear if thing.id == of), "")
        play.record(ThingMoved(who=target, thing=of, at="away", says=f"loses {name}.", rules=("MO-X212",)))
    elif not deed.goal:
        strike(play, blow_of(play.state, deed, means, target, against))


def _by_half(state: State, deed: Deed, target: str) -> int:
    """What an attack that nobody opposed counts as for those who want to shake off what it did (MO-012)."""
    terms = contest_terms(state, side_of(state, deed), facts_of(deed, target, deed.steps.get(target)))
    return half_of(CONTEST.die) + sum(term.worth for term in terms)


def blow_of(state: State, deed: Deed, means: Means, target: str, against: tuple[Deed, ...]) -> Blow:
    """The blow of an attack that hurts (MO-X302): what was chosen with it, and how its target takes it."""
    steps = deed.steps.get(target, 0)
    defended = any(each.kind == "defend" and each.who == target for each in against)
    facts = replace(facts_of(deed, target, steps), undefended=not defended)
    special = movable(state, deed.who, deed.skill) if deed.shift else None
    taken = state.beat.does(target) if state.beat else None
    row = means.row
    return Blow(
        title=means.title, by=deed.who, on=target, pool=row.pool, die=weapon_die(state, deed.who, row, facts),
        share=share_at(state, means, steps), pierces=row.pierces, guards=row.guards, half=deed.hurt_half,
        hero=deed.hurt_hero, karma=deed.karma, facts=facts,
        terms=(Term(special.title, deed.shift, "MO-109"),) if special else (),
        guard_half=taken.guard_half if taken else None, guard_hero=bool(taken and taken.guard_hero),
    )


def _spend(play: Play[State], deed: Deed, means: Means, thing: Gear) -> None:
    """What was thrown is gone (MO-E113), and what was fired needs reloading (MO-X324)."""
    if deed.thrown:
        play.record(ThingMoved(who=deed.who, thing=thing.id, at="away", says=f"has thrown {thing.name}.",
                               rules=("MO-E113",)))
    elif means.row.reload and (spent := price(play.state, deed.who, "reload", means.row.reload)):
        play.record(ShotFired(who=deed.who, thing=thing.id, spent=spent, rules=("MO-X324",)))


BLOWS: Final = Part(ThingMoved, ShotFired, module="combat")

"""A power takes hold: what each kind of effect does to each target, as far as they resist, and what no
row can say: it counters another, or puts somebody last in the order (MO-404, MO-405, MO-X416, MO-E104)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line, Part, Play, Shown, Throw
from moot.games.modos.catalog import DISABLED
from moot.games.modos.conflict.placing import Placed, place_for
from moot.games.modos.conflicts import Deed, Running
from moot.games.modos.contests import HERO, Facts, Term
from moot.games.modos.effects import Actions, Call, Effect, Harm, InWords, Mend, PutMark, Shift, Shut
from moot.games.modos.flow import Happening
from moot.games.modos.harm import Blow, disable, hollow, immune, mend, strike
from moot.games.modos.injuries import Told
from moot.games.modos.ladder import Die
from moot.games.modos.live import Live, catalog_of
from moot.games.modos.magic.aiming import effects_of, for_things, share
from moot.games.modos.magic.lasting import PowerBegan, Reordered, Vanished, end_power, title_of
from moot.games.modos.magic.withstanding import withstood
from moot.games.modos.marks import lift_mark, put_mark
from moot.games.modos.postures import posture_named
from moot.games.modos.reckoning import hero_die, holds, lost_pools
from moot.games.modos.rows import Power
from moot.games.modos.state import State
from moot.games.modos.terms import Pool
from moot.games.modos.throwing import spends
from moot.games.modos.vocabulary import Function, Moment

Called: TypeAlias = Callable[[Play[State], str, str, int], None]
"""What a function does with a power: the one that it is about by its id, a target, and the contest that is stored."""


class NotCountered(Happening, tag="not-countered"):
    """A counter did not beat the power that it was aimed at."""

    sentence = ("result", "{title} stands: {worth} does not beat {stored}.")
    power: str
    title: str
    stored: int
    worth: int


def counter(play: Play[State], on: str, target: str, stored: int) -> None:
    """End a power whose stored contest is beaten; it makes no difference if it is over already (MO-404)."""
    running = play.state.running.get(on)
    if running is None:
        return
    if stored > running.stored:
        end_power(play, on, "it is countered", "MO-404")
    else:
        title = title_of(play.state, running)
        play.record(NotCountered(power=on, title=title, stored=running.stored, worth=stored, rules=("MO-404",)))


def slowed(state: State) -> dict[str, str]:
    """Whom a power lets come last in the order, each with that power (MO-E104)."""
    found: dict[str, str] = {}
    for one in state.running.values():
        row = catalog_of(state).powers.get(one.row)
        if row is not None and any(isinstance(each, Call) and each.function == "last-in-order" for each in row.effects):
            found |= dict.fromkeys(one.pros, one.id)
    return found


def outpaced(play: Play[State]) -> None:
    """Whom a power has slowed comes last: a turn that is due slides to the end of the round (MO-E104)."""
    slow = slowed(play.state)
    for who, on in slow.items():
        now = play.state.conflict
        people = now.people.items() if now and now.round else ()
        thrown = {each: one.initiative for each, one in people if one.initiative is not None}
        free = [worth for each, worth in thrown.items() if each not in slow]
        if free and who in thrown and thrown.pop(who) >= min(free):
            play.record(Reordered(who=who, initiative=min(thrown.values()) - 1, power=on, rules=("MO-E104",)))


FUNCTIONS: Final[dict[Function, Called]] = {"counter": counter}
"""What functions do as a power takes hold; the others hold while it lasts: what they do follows by itself, or deeds
are shut."""


class PowerAtWork(msgspec.Struct, frozen=True, kw_only=True):
    """A power at work: by whom, which way, on whom, how far off they are, and the contest that is to be beaten.

    `running` is its id if it lasts. `half`, `hero` and `karma` are of its damage. `once` are dice that count for all
    targets, by the effect that they are of, and `more` a hero die that does (MO-E98). `resisted`: who resists it in
    this beat.
    """

    who: str
    row: Power
    skill: str
    stored: int
    targets: tuple[str, ...] = ()
    steps: dict[str, int] = {}
    pick: str = ""
    choice: str = ""
    words: str = ""
    on: str = ""
    running: str = ""
    half: bool = False
    hero: bool = False
    karma: bool = False
    once: dict[Effect, int] = {}
    more: tuple[Term, ...] = ()
    resisted: bool = False

    @classmethod
    def of(cls, deed: Deed, row: Power, stored: int) -> PowerAtWork:
        """A power as its last magic action has it."""
        own = row.target == "self" and not row.reaches
        return cls(
            who=deed.who, row=row, skill=deed.skill, stored=stored, targets=(deed.who,) if own else deed.targets,
            steps=deed.steps, pick=deed.pick, choice=deed.choice, words=deed.words, on=deed.on, half=deed.hurt_half,
            hero=deed.hurt_hero, karma=deed.karma,
        )

    def facts(self, target: str, **more: object) -> Facts:
        """What rows may ask about it."""
        facts = Facts(
            deed="cast", pool="MP", skill=self.skill, target=target, steps=self.steps.get(target),
            multi=self.row.target == "multi", resisted=(self.running,) if self.resisted else (),
        )
        return replace(facts, **more)


class NotTaken(Happening, tag="not-taken"):
    """A power does nothing to somebody: they are immune to it, or have resisted it at once."""

    sentence = ("result", "feels nothing of {title}: {why}.")
    who: str
    title: str
    why: str


class DieForAll(Happening, tag="die-for-all"):
    """One die counts for all the targets of a power (MO-E98); `spent` is who paid a hero point for it (MO-E50)."""

    title: str
    sides: int
    face: int
    spent: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return spends(state, *self.spent)

    def line(self, state: State) -> Line:
        return Line("roll", f"{self.title}: {self.face} for each.", throws=(
            Throw((Shown(self.sides, self.face),), str(self.face)),
        ))


def take_hold(play: Play[State], cast: PowerAtWork, answers: Mapping[str, Deed]) -> None:
    """Let a power take hold of its targets. Those who answer resist it first: a Pro leaves them with its half effect,
    or with none; what it puts on them does not weigh on that (MO-X407, MO-E38, MO-FQ10). Beyond its range
    it does a point of damage at most, and nothing that lasts (MO-410)."""
    row = cast.row
    pros = {one: withstood(play, answers[one], cast.stored) if one in answers else () for one in cast.targets}
    caught: dict[str, tuple[Pool, ...]] = {}
    for one, won in pros.items():
        why = "immune" if any(immune(play.state, one, tag=tag) for tag in row.tags) else _in_vain(play.state, cast, one)
        if why or row.stage(len(won)) == "over" or (not row.keep and len(won) >= row.level > 1):
            play.record(NotTaken(who=one, title=row.title, why=why or "it is resisted", rules=("MO-405",)))
        else:
            caught[one] = won
    near = {one: len(won) for one, won in caught.items() if share(row, cast.steps.get(one)) == "full"}
    if row.keep and (near or not cast.targets):
        cast = _begun(play, cast, near)
    cast = replace(cast, once=dict(_dice_for_all(play, cast, {row.stage(len(won)) for won in caught.values()})))
    if near and cast.hero and not cast.karma and play.state.options.multi_roll == "once" and len(cast.targets) > 1:
        cast = _hero_for_all(play, cast)
    happen(play, cast, "cast", caught, undefended={*caught} - {*answers})


def _in_vain(state: State, cast: PowerAtWork, who: str) -> str:
    """Why a power that takes a state off people, puts one on them, or fills a pool, does nothing to somebody: they are
    not in that state (Cure 5), are in it (Sleep 1), or have no such pool (Rub 5, MO-E80)."""
    marks, rows = [one for one in effects_of(state, cast.row, cast.pick) if isinstance(one, PutMark)], catalog_of(state)
    states = [one.state for one in marks if one.lift]
    in_it = state.people[who].has_mark(*states) or (DISABLED in states and lost_pools(state, who))
    if states and not in_it:
        return "there is nothing for it to undo"
    puts = [rows.states[one.state] for one in marks if not one.lift and not one.words]
    if [row for row in puts if row.pool is None and state.people[who].has_mark(row.id)]:
        return "it has them already"
    pools = [row.pool for row in puts]
    return "it has nothing there to hurt" if any(pool and hollow(state, who, pool) for pool in pools) else ""


def _begun(play: Play[State], cast: PowerAtWork, pros: Mapping[str, int]) -> PowerAtWork:
    """A power that lasts begins (MO-411)."""
    state, id_, zone = play.state, play.state.next_id, cast.row.zoned
    postures = {one: entry.place.posture if (entry := state.entry(one)) else "" for one in pros}
    play.record(PowerBegan(title=cast.row.title, rules=("MO-411", "MO-X414"), power=Running(
        id=id_, row=cast.row.id, caster=cast.who, stored=cast.stored, pick=cast.pick, words=cast.words,
        choice=cast.choice, pros={} if zone else dict(pros), inside=postures if zone else {},
    )))
    return replace(cast, running=id_)


def _dice_for_all(play: Play[State], cast: PowerAtWork, stages: Collection[str]) -> Iterator[tuple[Effect, int]]:
    """The dice that are rolled once for all targets that are hurt or healed by them, where the table plays it so
    (MO-E98)."""
    if play.state.options.multi_roll == "each" or len(cast.targets) < 2 or cast.half:
        return
    for effect in effects_of(play.state, cast.row, cast.pick):
        die = effect.die if isinstance(effect, Harm) else effect.amount if isinstance(effect, Mend) else None
        if isinstance(die, Die) and "cast" in effect.on and (effect.at == "both" or effect.at in stages):
            [face] = play.roll(die.sides)
            play.record(DieForAll(title=f"{cast.row.title}, {die}", sides=die.sides, face=face, rules=("MO-E98",)))
            yield effect, face + die.plus


def _hero_for_all(play: Play[State], cast: PowerAtWork) -> PowerAtWork:
    """The hero die on damage that is rolled once for all: one point, which counts for each of them (MO-E50)."""
    if not play.state.people[cast.who].heroes:
        return replace(cast, hero=False)
    sides = hero_die(play.state, cast.who)
    [face] = play.roll(sides)
    play.record(DieForAll(title=f"{cast.row.title}, a {HERO}", sides=sides, face=face, spent=(cast.who,),
                          rules=("MO-E98", "MO-E50")))
    return replace(cast, hero=False, more=(Term(HERO, face, "MO-E50"),))


# ---------------------------------------------------------------- effects


def happen(
    play: Play[State], cast: PowerAtWork, moment: Moment, caught: Mapping[str, tuple[Pool, ...]],
    undefended: Iterable[str] = (),
) -> None:
    """Whatever a power does at a moment: to each target that it has caught, and to nobody in particular."""
    effects = [one for one in effects_of(play.state, cast.row, cast.pick) if _is_due(one, moment)]
    thing = for_things(cast.row) and (not cast.targets or bool(cast.words and not cast.row.keep))
    if thing and moment == "cast":
        what = f": {cast.words.removesuffix('.')}" if cast.words else ""
        play.record(Told(who=cast.who, text=f"aims {cast.row.title} at a thing{what}.", rules=("MO-409",)))
    for effect in effects:
        if effect.who == "scene" or not (cast.targets or thing):
            _do(play, cast, effect, cast.who, undefended=False)
    for target, won in caught.items():
        stage = cast.row.stage(len(won))
        for effect in effects:
            if effect.who in ("target", "others") and effect.at in ("both", stage) and effect.answer not in (*won, ""):
                _do(play, cast, effect, target, undefended=target in undefended)


def _is_due(effect: Effect, moment: Moment) -> bool:
    """Whether an effect happens at this moment; what calls a function or blinds others begins as a power is cast."""
    begins = moment == "cast" and (isinstance(effect, Call) or (isinstance(effect, Shut) and effect.who == "others"))
    return begins or moment in effect.on


def _do(play: Play[State], cast: PowerAtWork, effect: Effect, target: str, *, undefended: bool) -> None:
    """One effect on one target, if all that it asks for holds."""
    facts = cast.facts(target, undefended=undefended)
    row = cast.row
    live = Live(effect=effect, source=str(row.ref), title=row.title, bearer=target, of=cast.running, by=cast.who)
    if not isinstance(effect, Shut) and not holds(play.state, live, cast.who, facts):
        if isinstance(effect, Harm | Mend):
            play.record(NotTaken(who=target, title=row.title, why="it does not concern them", rules=("MO-404",)))
        return
    match effect:
        case Harm():
            for _ in range(_times(play.state, cast)):
                _harm(play, cast, effect, target, facts)
        case Mend():
            for pool in effect.pools:
                amount = cast.once.get(effect, effect.amount)
                if isinstance(amount, Die | int) or amount == "all":
                    mend(play, target, pool, amount, row.title, "MO-404", half=cast.half)
        case PutMark():
            _mark(play, cast, effect, target)
        case Shift(metres=int(far)) if far:
            _move(play, cast, effect, target)
        case Actions(by=int(by)) if play.state.entry(target) is not None:
            play.record(ActionsGained(who=target, fits=effect.fits, by=by, title=row.title, rules=("MO-X203",)))
        case InWords(text=text):
            play.record(Told(who=target, text=text, rules=("MO-404",)))
        case Call(function=function) if function in FUNCTIONS:
            FUNCTIONS[function](play, cast.on or cast.running, target, cast.stored)
        case Shut():
            play.record(Vanished(who=target, title=row.title, rules=("MO-006",)))
        case _:
            pass


def _times(state: State, cast: PowerAtWork) -> int:
    """How often a power hurts each target: one for many is heaped on a single foe where the table plays so
    (MO-FQ09)."""
    heaped = state.options.heaped == "yes" and cast.row.target == "multi" and len(cast.targets) == 1
    return cast.row.level if heaped else 1


def _harm(play: Play[State], cast: PowerAtWork, harm: Harm, target: str, facts: Facts) -> None:
    """Damage by a power, and what its user gains of it (MO-410, MO-X416)."""
    if harm.pool == "held" or not isinstance(harm.die, Die | None):
        return
    points = cast.once.get(harm, harm.points)
    beat = play.state.beat
    taking = beat.does(target) if beat else None
    taken = strike(play, Blow(
        title=cast.row.title, on=target, by=cast.who, pool=harm.pool, die=None if points else harm.die, points=points,
        share=share(cast.row, cast.steps.get(target)), tag=harm.tag or "", pierces=harm.pierces, half=cast.half,
        hero=cast.hero, terms=cast.more, karma=cast.karma, facts=facts,
        guard_half=taking.guard_half if taking else None,
        guard_hero=bool(taking and taking.guard_hero),
    ))
    for effect in cast.row.effects:
        if isinstance(effect, Mend) and "dealt" in effect.on and taken:
            for pool in effect.pools:
                mend(play, cast.who, pool, taken, cast.row.title, "MO-404", shed=True)


def _mark(play: Play[State], cast: PowerAtWork, mark: PutMark, target: str) -> None:
    """A state put on somebody, or taken off; a pool that is more than full goes with its state (MO-E95)."""
    states = catalog_of(play.state).states
    if mark.lift:
        for one in play.state.people[target].marks:
            row = states.get(one.row)
            if one.row == mark.state or (mark.state == DISABLED and row is not None and row.pool):
                lift_mark(play, target, one, "MO-E62", "MO-E95")
        return
    if (pool := states[mark.state].pool) is not None:
        disable(play, target, pool, "MO-E95")
        return
    words = f"{cast.choice}: {cast.words}" if mark.words else cast.words
    put_mark(play, target, mark.state, "MO-404", source=str(cast.row.ref), of=cast.running, words=words)


def _move(play: Play[State], cast: PowerAtWork, move: Shift, target: str) -> None:
    """Somebody is put elsewhere, without a contest (MO-E103)."""
    where, _, toward = cast.choice.partition(":")
    one, posture = play.state.entry(target), posture_named(where)
    if one is not None and posture is not None:
        place = place_for(play.state, one, posture, toward, "", "")
        play.record(Placed(who=target, place=place, rules=("MO-E103",)))
    else:
        play.record(Told(who=target, text=f"is elsewhere, up to {move.metres} metres away.", rules=("MO-E103",)))


class ActionsGained(Event[State], tag="actions-gained"):
    """Somebody has more actions in this round; `fits` is the skill that they are for (MO-X203)."""

    who: str
    fits: str
    by: int
    title: str

    def evolve(self, state: State) -> State:
        one = state.entry(self.who)
        if one is None:
            return state
        if self.fits == "any":
            return state.with_entry(self.who, actions=one.actions + self.by)
        return state.with_entry(self.who, bound={**one.bound, self.fits: one.bound.get(self.fits, 0) + self.by})

    def line(self, state: State) -> Line:
        for_ = "" if self.fits == "any" else f" for {self.fits}"
        return Line("result", f"has {self.by} action more{for_} by {self.title}.", state.name(self.who))


TAKING: Final = Part(NotCountered, NotTaken, DieForAll, ActionsGained, module="magic")

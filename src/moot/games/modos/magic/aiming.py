"""Whom a power can be aimed at: targets, range, and what else is chosen with it (MO-409, MO-410, MO-E84)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Write
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.modos.abilities import posture_blank, trade_for
from moot.games.modos.arms import gear_row
from moot.games.modos.conflict.placing import side_words, sides_against
from moot.games.modos.contests import Facts, Term
from moot.games.modos.effects import Add, Call, Effect, Grant, Harm, InWords, PutMark, Shift, Shut
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.magic.cost import borne
from moot.games.modos.postures import CARRIED, band, posture_named, posture_of, spot, steps_between
from moot.games.modos.reading import BANDS as SHARES
from moot.games.modos.reckoning import bonus
from moot.games.modos.rows import Armor, Portion, Power, Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import BANDS, POOL_WORDS, POOLS, Posture
from moot.games.modos.vocabulary import CHOSEN


def counter(row: Power) -> bool:
    """Whether a power is aimed at another that lasts."""
    return any(isinstance(effect, Call) and effect.function == "counter" for effect in row.effects)


def countered(state: State, on: str) -> tuple[Term, ...]:
    """What a power takes off the contests of what counters it: its difficulty, if that is a penalty (MO-404)."""
    row = catalog_of(state).powers.get(state.running[on].row) if on in state.running else None
    return (Term(f"against {row.title}", row.difficulty, "MO-408"),) if row and row.difficulty < 0 else ()


def on_things(row: Power, pick: str = "") -> bool:
    """Whether a power, in one of its ways, can be about a thing or a place instead of a person."""
    ours = [effect for effect in row.effects if effect.pick in ("", pick) and effect.at != "half"]
    return row.zoned or all(isinstance(effect, InWords) or effect.who == "scene" for effect in ours)


THING: Final = "a-thing"
"""The target that is nobody, but a thing which people name."""


def for_things(row: Power) -> bool:
    """Whether a power that takes hold of people can as well be aimed at a thing, and what comes of that is told
    (MO-409): one that hurts or guards bodies, moves, hides or lights its target."""
    plain = [effect for effect in row.effects if effect.at != "half" and not effect.when]
    does = any(isinstance(each, Shift | InWords) or getattr(each, "pool", "") == "P" for each in plain)
    around = any(effect.who in ("near", "others") for effect in row.effects)
    return row.target != "self" and not on_things(row) and (does or around)


def most_targets(state: State, who: str, row: Power) -> int:
    """How many targets somebody can name for a power (MO-409); some pay for more (Mass Destruction)."""
    if row.target == "self":
        return row.reaches
    return row.level + extra_targets(state, who, row) if row.target == "multi" else 1


def extra_targets(state: State, who: str, row: Power) -> int:
    """How many targets beyond its level somebody can have for a point of cost each, as far as they can bear it (Mass
    Destruction, MO-E40)."""
    multi = row.target == "multi" and not row.zoned
    if not multi or trade_for(state, who, "targets", Facts(multi=True)) is None:
        return 0
    most = max(0, bonus(state, who, "MP"))
    return max((more for more in range(most + 1) if borne(state, who, row, row.level + more)), default=0)


def share(row: Power, steps: int | None) -> Portion:
    """What of a power reaches so far (MO-410): damage does 1 a band further, nothing else does anything there."""
    if steps is None:
        return "full"
    reach = SHARES[row.range][BANDS.index(band(steps))]
    hurts = any(isinstance(effect, Harm) and effect.at != "half" for effect in row.effects)
    return reach if hurts or reach == "full" else 0


def candidates(state: State, who: str, row: Power) -> Iterator[str]:
    """Everybody whom somebody can name for a power, near or far."""
    now = state.conflict
    found = (*now.order, *now.gone) if now else tuple(one.id for one in state.people.values() if one.made and one.known)
    for other in found:
        if row.target != "self" if other == who else now is None or aware(state, who, other):
            yield other


def reached(state: State, who: str, row: Power) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Those of them whom it reaches, and from which postures: empty is where one stands (MO-410, MO-307, MO-308)."""
    postures = ("", *(choice.value for blank in posture_blank(state, who) for choice in blank.choices))
    for other in candidates(state, who, row):
        ways = ((way, steps_between(state, who, other, posture_named(way))) for way in postures)
        if from_ := tuple(way for way, steps in ways if share(row, steps)):
            yield other, from_


def targets_of(state: State, who: str, row: Power, on: str = "") -> tuple[Choice, ...]:
    """The targets that can be named, each with how far off they are, foes first where it does harm: those who keep up
    the power `on`, or are under it, if it is a counter, or that power itself if nobody is under it; those with
    something to choose, if that is asked."""
    found: list[Choice] = []
    running = state.running.get(on)
    about = {running.caster, *running.pros, *running.inside} if running is not None else None
    carried = bool(posture_blank(state, who))
    for other, from_ in reached(state, who, row):
        if (about is None or other in about) and _of_use(state, row, other):
            steps = steps_between(state, who, other)
            hint = "" if steps is None or other == who else band(steps)
            needs = tuple(f"posture:{way}" for way in from_) if carried else ()
            found.append(Choice(other, state.name(other), hint=hint, needs=needs))
    there = state.conflict.people if state.conflict is not None else {}
    if who in there and _harms(row):
        found.sort(key=lambda one: one.value not in there or there[one.value].side == there[who].side)
    if running is not None and not (running.pros or running.inside):
        found.append(Choice(THING, f"{catalog_of(state).powers[running.row].title} itself", hint="If the GM agrees."))
    return tuple(found)


def _harms(row: Power) -> bool:
    """Whether a power hurts, hinders or changes the people that it is used on, and undoes nothing."""
    on = [effect for effect in row.effects if effect.who == "target"]
    less = any(isinstance(each, Add) and each.by < 0 for each in on)
    marks = [each for each in on if isinstance(each, PutMark)]
    put = bool(marks) and not any(each.lift for each in marks)
    return less or put or any(isinstance(each, Harm | Shut) for each in on)


def _of_use(state: State, row: Power, target: str) -> bool:
    """Whether a power that is about a thing of its target finds one."""
    needed = [effect for effect in row.effects if isinstance(effect, Add) and CHOSEN in effect.of]
    return not needed or any(True for effect in needed for _ in _of_target(state, effect, target))


def aim_blanks(state: State, who: str, row: Power, on: str = "", *, paid: bool = True) -> Iterator[Field]:
    """The blanks that aim a power: which way, from which posture, at whom, and what else is chosen (MO-409, MO-410).
    What is not `paid` for has no more targets than levels.

    Where nobody is in reach it is aimed at nobody, and comes to nothing (MO-E84).
    """
    settled = any(isinstance(effect, Add) and CHOSEN in effect.of and effect.pick for effect in row.effects)
    if picks := () if settled else row.picks:  # else what is chosen of the targets says which way
        yield Choose(name="pick", label="Which way?", choices=tuple(Choice(pick, pick.title()) for pick in picks))
    yield from posture_blank(state, who)
    limit = most_targets(state, who, row)
    if limit := min(limit, row.level) if row.target == "multi" and not paid else limit:
        choices = targets_of(state, who, row, on) + ((Choice(THING, "A thing"),) if for_things(row) else ())
        people = [pick for pick in picks if not on_things(row, pick)]
        yield Choose(
            name="targets", label="Who is in it?" if row.zoned else "At whom?", choices=choices, many=True,
            least=0 if on_things(row, *(people or row.picks)[:1]) else 1,
            most=len(choices) if row.zoned and row.target == "multi" else min(limit, len(choices)),
            hint=_hint(state, who, row, paid=paid), rule="MO-409",
            needs=tuple(f"pick:{pick}" for pick in people) if len(people) < len(picks) else (),
        )
    if further := further_choices(state, who, row):
        yield Choose(name="choice", label="Of what?", choices=further)


def lasting_blank(state: State, powers: Iterable[str]) -> Choose:
    """The blank that says which power a counter is aimed at."""
    titles = {on: catalog_of(state).powers[state.running[on].row].title for on in powers}
    choices = tuple(Choice(on, f"{state.name(state.running[on].caster)}’s {title}") for on, title in titles.items())
    return Choose(name="on", label="Against which power?", choices=choices)


def words_blank(row: Power) -> Iterator[Field]:
    """The blank in which somebody says what a power is like, or at what thing it is aimed."""
    if any(isinstance(effect, InWords) for effect in row.effects) or on_things(row) or row.keep:
        yield Write(name="words", label="What is it like?", least=0)
    elif for_things(row):
        yield Write(name="words", label="What thing?", needs=(f"targets:{THING}",))


def _hint(state: State, who: str, row: Power, *, paid: bool) -> str:
    """Who is out of reach, and what more targets cost."""
    near = {other for other, _ in reached(state, who, row)}
    away = [other for other in candidates(state, who, row) if other not in near] if state.conflict else []
    out = f"Out of range: {listed(map(state.name, away))}." if away else ""
    more = f"Beyond {row.level}, 1 more of the cost for each." if paid and extra_targets(state, who, row) else ""
    return " ".join(filter(None, (out, more)))


def steps_to(state: State, who: str, targets: Iterable[str], posture: Posture | None = None) -> dict[str, int]:
    """How far each target is, in a conflict (MO-E84)."""
    far = ((one, steps_between(state, who, one, posture)) for one in targets)
    return {one: steps for one, steps in far if steps is not None}


def effects_of(state: State, row: Power, pick: str) -> Iterator[Effect]:
    """The effects of one way of a power, with those of the power that it lends."""
    for effect in row.effects:
        if effect.pick in ("", pick):
            yield effect
            if isinstance(effect, Grant) and effect.row.kind == "power" and not effect.off:
                lent = catalog_of(state).powers.get(effect.row.id)
                yield from lent.effects if lent else ()


# ---------------------------------------------------------------- what else is chosen


def further_choices(state: State, who: str, row: Power) -> tuple[Choice, ...]:
    """What else is chosen with a power: an attribute, a thing of the target, a posture, the kind of a belief; each with
    the targets that it is open for."""
    found: dict[str, Choice] = {}
    for effect in row.effects:
        for choice in _of_effect(effect):
            found[choice.value] = choice
        for other in candidates(state, who, row):
            for choice in _of_target(state, effect, other):
                before = found.get(choice.value, choice).needs
                found[choice.value] = replace(choice, needs=(*before, f"targets:{other}"))
    return tuple(found.values())


def _of_effect(effect: Effect) -> Iterator[Choice]:
    """What an effect leaves to be chosen, the same for every target."""
    if any(each.word == "attribute" and CHOSEN in each.args for each in effect.when):
        yield from (Choice(pool, POOL_WORDS[pool].title()) for pool in POOLS)
    if isinstance(effect, PutMark):
        yield from (Choice(kind, f"A {kind}") for kind in effect.words)


def _of_target(state: State, effect: Effect, target: str) -> Iterator[Choice]:
    """What an effect leaves to be chosen of a target: one of their things, or where they are put."""
    match effect:
        case Add(of=of) if CHOSEN in of:
            for thing in state.people[target].gear:
                entry = gear_row(catalog_of(state), thing)
                if isinstance(entry, Weapon if effect.figure == "weapon-die" else Armor):
                    yield Choice(entry.id, thing.name)
        case Shift(move=int(far)) if far:
            for posture in _spots(state, target, far):
                yield from _places(state, target, posture)
        case _:
            pass


def _places(state: State, who: str, posture: Posture) -> Iterator[Choice]:
    """A posture into which somebody is put; behind one of several sides, if it is behind them (MO-E106)."""
    one = state.entry(who)
    sides = sides_against(state, one) if one is not None and posture == "flanking" else ()
    if len(sides) < 2:
        yield Choice(posture, posture.title())
    else:
        for side in sides:
            yield Choice(f"{posture}:{side}", f"{posture.title()}, around {side_words(side)}")


def pick_by(state: State, row: Power, targets: tuple[str, ...], choice: str) -> str:
    """The way of a power that goes with what was chosen of its targets."""
    return next((
        effect.pick for effect in row.effects for target in targets
        if effect.pick and choice in {one.value for one in _of_target(state, effect, target)}
    ), "")


def _spots(state: State, who: str, far: int) -> Iterator[Posture]:
    """The postures that are so many steps away at most, for somebody who is put there (MO-E103)."""
    now = state.conflict
    if now is None or who not in now.people:
        return
    stands = posture_of(now, who, who, state)
    for posture in now.postures:
        if posture in CARRIED or posture == stands:
            continue
        if stands == "flying" or abs(spot(posture, ours=True) - spot(stands, ours=True)) <= far:
            yield posture

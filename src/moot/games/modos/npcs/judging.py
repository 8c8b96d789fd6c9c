"""Whether a sheet keeps to what making a character asks for (MO-X501): scores, points, perks, gear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from moot.games.modos.arms import HANDS, arms_of
from moot.games.modos.catalog import EVERYTHING, MAGIC, power_of, row_of, title_of
from moot.games.modos.effects import Add
from moot.games.modos.figures import ARRAY, CONFLICT, LIMITS, TACTICS, THROW
from moot.games.modos.ladder import Die
from moot.games.modos.making.choices import OWN, again, choices_with
from moot.games.modos.npcs.people import SOMEBODY, looked_at, row_of_thing
from moot.games.modos.npcs.sheets import Sheet, Thing
from moot.games.modos.person import Person, Taken
from moot.games.modos.reckoning import cap
from moot.games.modos.rows import Perk
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS
from moot.kit.notebook.checks import PackFault, between, dangling, fault
from moot.kit.notebook.places import Path


def faults(sheet: Sheet, path: Path, *, whole: bool = True) -> Iterator[PackFault]:
    """What a sheet may not have, but for rules that it bends on purpose (MO-000). `whole`: nothing may be missing on
    it, as it may in a quick build."""
    found = list(_all(sheet, path, whole=whole))
    yield from (each for each in found if each.rule not in sheet.bends)
    for at, rule in enumerate(sheet.bends):
        if rule not in {each.rule for each in found}:
            yield fault((*path, "bends", at), "nothing-bent", f"it keeps to {rule}.", "MO-000", "leave it out")


def _all(sheet: Sheet, path: Path, *, whole: bool) -> Iterator[PackFault]:
    if first := [*_gear(sheet, path, whole=whole), *_names(sheet, path)]:
        yield from first
        return
    state = looked_at(sheet)
    yield from _skills(state, sheet, path)
    yield from _perks(state, sheet, path)
    yield from _hands(state, path)
    if whole:
        yield from _sums(sheet, path)


# ---------------------------------------------------------------- names


def _names(sheet: Sheet, path: Path) -> Iterator[PackFault]:
    """Names of things that are not there, levels out of range, attributes that are missing."""
    yield from between(sheet.level, 1, LIMITS.level, (*path, "level"), "MO-113", "levels")
    traits = [((*path, "traits", at), trait) for at, trait in enumerate(sheet.traits)]
    yield from dangling(traits, EVERYTHING.traits, "no-such-trait", "there is no trait “{}”.", "MO-X501")
    tactic = [((*path, "tactic"), sheet.tactic)] if sheet.tactic else []
    yield from dangling(tactic, TACTICS, "no-such-tactic", "there are no tactics “{}”.", "MO-X506")
    for pool in POOLS:
        if pool not in sheet.scores:
            yield fault((*path, "scores"), "score-missing", f"no {pool}: everybody has all three.", "MO-103", *POOLS)


# ---------------------------------------------------------------- sums


def _count(sheet: Sheet, state: State, figure: str) -> Counter[str]:
    """What perks of a sheet wrote into it: of scores by attribute, or of points by skill."""
    found: Counter[str] = Counter()
    for taken in state.people[SOMEBODY].perks:
        perk = EVERYTHING.perks.get(taken.row)
        for effect in perk.effects if perk else ():
            if isinstance(effect, Add) and effect.figure == figure and "advance" in effect.on:
                found[taken.choice] += effect.by
    return found


def _sums(sheet: Sheet, path: Path) -> Iterator[PackFault]:
    """Levels bring a point, a skill point and a perk each, and perks bring more of the first two (MO-113)."""
    state = looked_at(sheet)
    lifted, moved = _count(sheet, state, "score"), _count(sheet, state, "points")
    owed, level = sheet.owed, sheet.level
    for name, has, wanted, rule in (
        ("scores", sum(sheet.scores.values()) + owed.scores, sum(ARRAY) + level + lifted.total(), "MO-X102"),
        ("points", sum(sheet.points.values()) + owed.points, level + moved.total(), "MO-113"),
        ("perks", len(sheet.perks) + owed.perks, level, "MO-113"),
    ):
        if has != wanted:
            yield fault((*path, name), f"{name}-sum", f"all {name} come to {has}, and {wanted} is right.", rule)
    least, most = THROW.dice + THROW.plus, THROW.dice * THROW.sides + THROW.plus
    for pool in POOLS:
        if "trap" not in sheet.kinds:
            what = f"{POOL_WORDS[pool].title()} at level {level}"
            upto = most + level + lifted[pool]
            yield from between(sheet.scores[pool], least, upto, (*path, "scores", pool), "MO-X102", what)
    for name, entries in (("goals", sheet.goals), ("flaws", sheet.flaws)):
        if not entries:
            yield fault((*path, name), f"no-{name}", f"no {name}: everybody has one at least.", "MO-101")


def _skills(state: State, sheet: Sheet, path: Path) -> Iterator[PackFault]:
    """Skills that do not exist, and more points in one than levels allow (MO-110)."""
    for skill, points in sheet.points.items():
        where = (*path, "points", skill)
        if row_of(EVERYTHING, skill) is None or (skill.startswith(MAGIC) and power_of(EVERYTHING, skill) is None):
            yield fault(where, "no-such-skill", f"there is no skill “{skill}”.", "MO-108", *EVERYTHING.skills)
            continue
        most = cap(state, SOMEBODY, skill)
        upto = max(points, 1) if most is None else most
        yield from between(points, 1, upto, where, "MO-110", title_of(EVERYTHING, skill))


# ---------------------------------------------------------------- perks


def _perks(state: State, sheet: Sheet, path: Path) -> Iterator[PackFault]:
    """Perks that do not exist, come too early or once too often, or are for nothing fitting (MO-112)."""
    who, had = state.people[SOMEBODY], list[Taken]()
    for at, taken in enumerate(who.perks):
        where, perk = (*path, "perks", at), EVERYTHING.perks.get(taken.row)
        if perk is None and (taken.row != OWN or not taken.choice):
            yield fault(where, "no-such-perk", f"there is no perk “{taken.row}”.", "MO-112", *EVERYTHING.perks, OWN)
        if perk is None:
            continue
        if sheet.level < perk.level:
            yield fault(where, "level-too-low", f"{perk.title} can be had from level {perk.level} on.", "MO-X103")
        like = [one for one in had if one.row == perk.id]
        mode = again(state, perk)
        if like and (not mode or (mode == "other" and taken in like)):
            yield fault(where, "perk-taken", f"{perk.title} cannot be taken again like this.", "MO-E44")
        if not _fits(state, who, perk, taken):
            message = f"{perk.title} is not for “{taken.choice}”." if taken.choice else f"{perk.title}: for what?"
            yield fault(where, "no-such-choice", message, "MO-112")
        had.append(taken)
    for skill, points in _count(sheet, state, "points").items():
        if sheet.points.get(skill, 0) < points:
            title = title_of(EVERYTHING, skill)
            yield fault((*path, "points"), "point-missing", f"{title} has fewer points than perks gave it.", "MO-E44")


def _fits(state: State, who: Person, perk: Perk, taken: Taken) -> bool:
    """Whether what was chosen with a perk is something that it can be for."""
    match perk.takes:
        case None:
            return not taken.choice
        case "object":
            return bool(taken.choice)
        case "power":
            return power_of(EVERYTHING, taken.choice) is not None
        case _:
            points = dict.fromkeys((*who.points, *((taken.choice,) if perk.takes == "skill" else ())), 0)
            new = replace(who, perks=(), points=points)
            return any(choice.value == taken.choice for choice in choices_with(state, new, perk, guide=True))


# ---------------------------------------------------------------- gear


def _gear(sheet: Sheet, path: Path, *, whole: bool) -> Iterator[PackFault]:
    known: set[str] = set()
    for at, thing in enumerate(sheet.gear):
        where = (*path, "gear", at)
        if thing.key in known:
            yield fault(where, "id-twice", f"“{thing.key}” is the id of another thing: give this one an id.", "MO-X111")
        known.add(thing.key)
        if thing.row and row_of_thing(thing) is None:
            rows = (*EVERYTHING.weapons, *EVERYTHING.shields, *EVERYTHING.armors)
            yield fault((*where, "row"), "no-such-gear", f"the lists have no “{thing.row}”.", "MO-X111", *rows)
        elif not thing.row:
            yield from _own(thing, where, whole=whole)
        powers = [((*where, "powers", number), power) for number, power in enumerate(thing.powers)]
        powers += [((*where, "does"), thing.does)] if thing.does else []
        yield from between(thing.asks, 1, CONFLICT.actions, (*where, "asks"), "MO-X112", "Actions to use it")
        yield from between(thing.uses, 0, LIMITS.uses, (*where, "uses"), "MO-X112", "How often it is used")
        yield from dangling(powers, EVERYTHING.powers, "no-such-power", "there is no power “{}”.", "MO-X411")


def _own(thing: Thing, path: Path, *, whole: bool) -> Iterator[PackFault]:
    """Gear that is in no list: a name, and a die or none as its columns have it (MO-FQ12, MO-E42)."""
    if not thing.name:
        yield fault(path, "no-name", "what is in no list has a name.", "MO-X111")
    if thing.die:
        try:
            die = Die.read(thing.die)
        except ValueError as error:
            yield fault((*path, "die"), "no-such-die", f"{error}.", "MO-209")
            return
        if thing.bodily:
            message = "what is part of the body has its die from perks: give it a size or a penalty, or no die."
            yield fault((*path, "die"), "bodily-die", message, "MO-FQ12")
        elif whole and thing.natural and thing.kind == "armor" and thing.penalty != -die.place:
            message = f"natural armor that is worn for good costs 1 for each die step: {-die.place} for {die}."
            yield fault((*path, "penalty"), "natural-penalty", message, "MO-E42")
    elif not thing.bodily and thing.kind in ("weapon", "armor"):
        yield fault(path, "no-die", "what is one of a kind has a die of its own.", "MO-FQ12")


def _hands(state: State, path: Path) -> Iterator[PackFault]:
    """More in hand than there are hands (MO-X129)."""
    if (taken := arms_of(EVERYTHING, state.people[SOMEBODY]).hands) > HANDS:
        yield fault((*path, "gear"), "no-hand", f"that takes {taken} hands: put something away (at = “stowed”).",
                    "MO-X129", 'at = "stowed"')

"""Which effects are at work on somebody now, and where each comes from: perks, gear in use, traits, states, powers that
last, and what others have about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import msgspec

from moot.games.modos.arms import gear_row
from moot.games.modos.catalog import Catalog
from moot.games.modos.effects import Actions, Add, Effect, Grant, Guard, Set, Shut
from moot.games.modos.house import everything
from moot.games.modos.modules import left_of, under
from moot.games.modos.person import Gear, Mark, Taken
from moot.games.modos.rows import Entry, Power
from moot.games.modos.running import Running
from moot.games.modos.state import State
from moot.games.modos.vocabulary import CHOSEN, Word
from moot.kit.remembered import remembered


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """An effect at work: its entry (`kind:id`), what people call that, and what was chosen with it.

    `bearer` is the person whose entry it is, or the target of a power; `item` the thing it comes from, `of` the running
    power, `by` the one who keeps it up, `toward` the one person whom a state concerns.
    """

    effect: Effect
    source: str
    title: str
    bearer: str
    rules: tuple[str, ...] = ()
    choice: str = ""
    item: str = ""
    of: str = ""
    by: str = ""
    toward: str = ""


E = TypeVar("E", bound=Effect)
P = ParamSpec("P")
R = TypeVar("R")


@remembered(256)
def _room(state: State) -> dict[object, Any]:
    """Room for what is reckoned in a state, as it is asked for."""
    return {}


_LATEST: Final[list[tuple[State, dict[object, Any]]]] = []
"""The state that was looked at last, with its room: most questions are about that one."""


def _room_of(state: State) -> dict[object, Any]:
    if _LATEST and (held := _LATEST[0])[0] is state:
        return held[1]
    room = _room(state)
    _LATEST[:] = [(state, room)]
    return room


def once(make: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Reckon a thing once for each state, whoever asks: pages put the same questions in several places."""

    @wraps(make)
    def found(state: State, /, *args: P.args, **named: P.kwargs) -> R:
        room, key = _room_of(state), (make, args, *named.items()) if named else (make, args)
        if key not in room:
            room[key] = make(state, *args, **named)
        known: R = room[key]
        return known

    return found


@once
@remembered(256, lambda state: (state.options, state.house))
def catalog_of(state: State) -> Catalog:
    """The entries that exist at this table: without those of modules that are off (MO-X602)."""
    modules, powers = frozenset(state.modules), state.options.house_powers == "true"
    return left_of(everything(state.house), modules, house=powers) if state.house else under(modules, house=powers)


def _sources(state: State) -> tuple[object, ...]:
    """All that effects come from, beside the sides of a conflict."""
    return state.people, state.running, state.options, state.house


@remembered(4096, _sources)
def own_effects(state: State, who: str) -> tuple[Live, ...]:
    """All that somebody's own entries say, about themselves and about others."""
    return _standing((*_sheet(state, who), *_lent(state, who)))


@once
def effects_on(state: State, who: str) -> tuple[Live, ...]:
    """All effects that bear on somebody, whatever they ask for; the same tuple as long as they are the same."""
    return _effects_on(state, who, _sides(state))


@once
def _sides(state: State) -> tuple[tuple[str, str], ...]:
    """Who is in a conflict, and on which side."""
    return tuple((one.who, one.side) for one in state.conflict.people.values()) if state.conflict else ()


@remembered(4096, _sources)
def _effects_on(state: State, who: str, sides: tuple[tuple[str, str], ...]) -> tuple[Live, ...]:
    alone = not state.running and not _outward(state)
    return _on_self(own_effects(state, who)) if alone else _alike(tuple(_bearing(state, who)))


@remembered(4096, lambda effects: effects)
def _alike(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    return effects


UNSTEADY: Final[frozenset[Word]] = frozenset({
    "posture", "target-posture", "dark", "aware", "kind", "lower-level", "guarded", "hurt", "own-turn", "last-action",
    "unresisted",
})
"""Conditions that ask for more than a throw, a sheet without its wounds, and whether a conflict runs."""

FIGURES: Final = (Add, Set, Guard, Actions)
"""The effects that figures are reckoned from."""


@remembered(4096)
def _steady(effects: tuple[Live, ...]) -> bool:
    """Whether figures by these effects hang on nothing but a throw, a sheet, powers, and whether a conflict runs."""
    asked = {each.word for one in effects if isinstance(one.effect, FIGURES) for each in one.effect.when}
    return asked.isdisjoint(UNSTEADY) and not any(one.effect.who in ("zone", "near") for one in effects)


@remembered(2048, lambda ground: ground)
def _kept_for(ground: tuple[object, ...]) -> dict[object, Any]:
    """Room for the figures of somebody, as long as all that they hang on is the same."""
    return {}


def steady(make: Callable[Concatenate[State, str, P], R]) -> Callable[Concatenate[State, str, P], R]:
    """Reckon a figure of somebody once, until something that it hangs on has changed: their sheet but for wounds and
    hero points, options, the effects that bear on them, powers that last, whether a conflict runs. Nothing else may be
    in it but what effects ask for."""

    @wraps(make)
    def found(state: State, who: str, /, *args: P.args, **named: P.kwargs) -> R:
        rooms = _room_of(state)
        if (room := rooms.get(who)) is None:
            effects = effects_on(state, who)
            me = state.people[who]
            figures = (*_sheet(state, who), me.level, me.scores, me.points, me.labels)
            ground = (*figures, effects, state.options, state.running, state.conflict is None)
            room = rooms[who] = _kept_for(ground) if _steady(effects) else {}
        key = (make, args, *named.items()) if named else (make, args)
        if key not in room:
            room[key] = make(state, who, *args, **named)
        known: R = room[key]
        return known

    return found


def of_kind(state: State, who: str, kind: type[E], figure: str = "") -> tuple[tuple[Live, E], ...]:
    """Those of one kind among them, each with its effect; those of one figure, if it is named."""
    found: tuple[tuple[Live, E], ...] = _by_kind(state, who).get((kind, figure), ())
    return found


@once
def _by_kind(state: State, who: str) -> dict[tuple[type, str], tuple[Any, ...]]:
    return _sorted(effects_on(state, who))


def aware(state: State, who: str, of: str) -> bool:
    """Whether somebody knows of another, and so can defend and react: no power hides that one in this conflict, and
    nothing keeps them from reacting to just that one (MO-006)."""
    if state.conflict is not None and not state.conflict.aware(who, of):
        return False
    return not any(
        one.toward == of and any(word.verb == "react" for word in shut.deeds) for one, shut in of_kind(state, who, Shut)
    )


@remembered(4096)
def _sorted(effects: tuple[Live, ...]) -> dict[tuple[type, str], tuple[Any, ...]]:
    """Effects by their kind, and by kind and figure."""
    found: dict[tuple[type, str], list[tuple[Live, Effect]]] = {}
    for one in effects:
        for figure in {"", getattr(one.effect, "figure", "")}:
            found.setdefault((type(one.effect), figure), []).append((one, one.effect))
    return {key: tuple(pairs) for key, pairs in found.items()}


def _bearing(state: State, who: str) -> Iterator[Live]:
    me = state.people[who]
    if state.running:
        for one in own_effects(state, who):
            if one.effect.who in ("self", "near") or (one.of and one.effect.who == "target"):
                yield one
        yield from _around(state, who)
        for running in state.kept_by(who):
            yield from (one for one in _of_power(state, running, who) if one.effect.who == "caster")
    else:
        yield from _on_self(own_effects(state, who))
    for one in _outward(state):
        other = one.bearer
        if other != who and (one.effect.who == (me.bond if me.master == other else "") or _reaches(state, one, who)):
            yield one


def _sheet(state: State, who: str) -> tuple[Any, ...]:
    """All that the effects of somebody's own entries come from, beside powers: wounds change nothing of it."""
    person = state.people[who]
    return catalog_of(state), person.id, person.perks, person.gear, person.traits, person.marks


@remembered(4096, lambda sheet: sheet)
def _standing(sheet: tuple[Any, ...]) -> tuple[Live, ...]:
    """The effects of somebody's own entries, with those that powers lend at the end of their sheet."""
    catalog, who, perks, gear, traits, marks, *lent = sheet
    entries = _entries(catalog, who, perks, gear, traits, marks)
    return tuple(_granted(catalog, who, (*entries, *lent)))


@remembered(4096)
def _on_self(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those of somebody's own effects that bear on themselves."""
    return tuple(one for one in effects if one.effect.who in ("self", "near"))


@remembered(4096)
def _toward_others(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those that bear on others whether these are aimed at or not."""
    return tuple(one for one in effects if one.effect.who not in ("self", "target", "caster"))


@remembered(256, _sources)
def _outward(state: State) -> tuple[Live, ...]:
    """The effects of everybody that bear on others."""
    return tuple(one for who in state.people for one in _toward_others(own_effects(state, who)))


def _reaches(state: State, one: Live, who: str) -> bool:
    """Whether an effect that is about people around its bearer is about `who`."""
    match one.effect.who:
        case "others" | "near":
            return True
        case "scene":
            return not one.of
        case "foe":
            mine, theirs = state.entry(who), state.entry(one.bearer)
            return mine is not None and theirs is not None and mine.side != theirs.side
        case _:
            return False


def _entries(
    catalog: Catalog, who: str, perks: Sequence[Taken], gear: Sequence[Gear], traits: Sequence[str],
    marks: Sequence[Mark],
) -> Iterator[Live]:
    """The effects of all entries that somebody has, gear in use among them."""
    for taken in perks:
        yield from _of(catalog.perks.get(taken.row), who, choice=taken.choice)
    for thing in gear:
        if thing.used:
            entry = gear_row(catalog, thing)
            yield from _of(entry, who, choice=entry.id if entry else "", item=thing.id)
            for lent in thing.lends:
                yield from _of(catalog.perks.get(lent.row), who, choice=lent.choice, item=thing.id)
    for row in traits:
        yield from _of(catalog.traits.get(row), who)
    for skill in catalog.skills.values():
        yield from _of(skill, who)
    for mark in marks:
        yield from _of(catalog.states.get(mark.row), who, of=mark.of, toward=mark.toward)


def _of(
    entry: Entry | None, bearer: str, *, choice: str = "", item: str = "", of: str = "", by: str = "", toward: str = ""
) -> Iterator[Live]:
    if entry is not None:
        for effect in entry.effects:
            yield Live(
                effect=effect, source=str(entry.ref), title=entry.title, bearer=bearer, rules=entry.rules,
                choice=choice, item=item, of=of, by=by, toward=toward,
            )


def opened_skills(state: State, who: str) -> tuple[str, ...]:
    """The skills that somebody may use without a point in them, as a perk opened them (MO-111, MO-E58)."""
    opens = ((one, one.effect) for one in own_effects(state, who))
    return tuple(
        one.choice if grant.row.id == CHOSEN else grant.row.id
        for one, grant in opens if isinstance(grant, Grant) and grant.row.kind == "skill" and not grant.off
    )


def _lent(state: State, who: str) -> Iterator[Live]:
    """The effects of powers that last on somebody, as far as they still reach (MO-405, MO-X414)."""
    for running in state.running.values():
        row = catalog_of(state).powers.get(running.row)
        if row is None or who not in running.pros or (stage := row.stage(running.pros[who])) == "over":
            continue
        for one in _of_power(state, running, who):
            if one.effect.at in ("both", stage) and one.effect.pick in ("", running.pick):
                yield one


def _of_power(state: State, running: Running, bearer: str) -> tuple[Live, ...]:
    """The effects of a power that lasts."""
    return _lasting((running, catalog_of(state).powers.get(running.row)), bearer)


@remembered(1024, lambda power: power)
def _lasting(power: tuple[Running, Power | None], bearer: str) -> tuple[Live, ...]:
    running, row = power
    return tuple(_of(row, bearer, choice=running.choice, of=running.id, by=running.caster))


def _around(state: State, who: str) -> Iterator[Live]:
    """The effects of powers that last on a place or a scene: on all who are there, whoever is in it."""
    if state.conflict is not None and state.entry(who) is None:
        return
    for running in state.running.values():
        for one in _of_power(state, running, running.caster):
            if one.effect.who in ("zone", "scene") and one.effect.pick in ("", running.pick):
                yield one


def _granted(catalog: Catalog, who: str, every: Sequence[Live]) -> Iterator[Live]:
    """The same, with entries that others lend, and without those that they hide (MO-X108)."""
    hidden = {str(one.effect.row) for one in every if isinstance(one.effect, Grant) and one.effect.off}
    have = {one.source for one in every}
    for one in every:
        if one.source in hidden:
            continue
        yield one
        if not isinstance(grant := one.effect, Grant) or grant.off or str(grant.row) in have:
            continue
        if grant.row.kind == "perk" or (grant.row.kind == "power" and one.of):
            entry = catalog.of(grant.row.kind).get(grant.row.id)
            yield from _of(entry, who, item=one.item, of=one.of, by=one.by)

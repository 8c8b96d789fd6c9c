"""Which effects are at work on somebody now, and where each comes from: perks, gear in use, traits, states, powers that
last, and what others have about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import chain
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import msgspec

from moot.games.modos.arms import gear_row
from moot.games.modos.catalog import Catalog
from moot.games.modos.conflicts import Running
from moot.games.modos.effects import Actions, Add, Condition, Effect, Grant, Guard, Set, Shut
from moot.games.modos.house import everything
from moot.games.modos.modules import left_of, under
from moot.games.modos.options import Options
from moot.games.modos.person import Gear, Mark, Person, Taken
from moot.games.modos.rows import CatalogEntry, Power, StateRow
from moot.games.modos.state import State
from moot.games.modos.vocabulary import Word
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


class _Room:
    """What is reckoned in a state, as it is asked for: `kept` by the question, and figures `of` somebody by theirs."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.catalog = _of_house(state) if state.house else _of_book(state.options)
        self.effects: _Effects | None = None
        self.kept: dict[object, Any] = {}
        self.of: dict[str, dict[object, Any]] = {}


_room: Final = remembered(256)(_Room)
_LATEST: Final[list[_Room]] = []
"""The room of the state that was looked at last: most questions are about that one."""


def _room_of(state: State) -> _Room:
    if not _LATEST or (room := _LATEST[0]).state is not state:
        room = _room(state)
        _LATEST[:] = [room]
    return room


def once(make: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
    """Reckon a thing once for each state, since pages put the same questions in several places."""

    @wraps(make)
    def found(state: State, /, *args: P.args, **named: P.kwargs) -> R:
        room, key = _room_of(state).kept, (make, args, *named.items()) if named else (make, args)
        if key not in room:
            room[key] = make(state, *args, **named)
        known: R = room[key]
        return known

    return found


def catalog_of(state: State) -> Catalog:
    """The entries that exist at this table: without those of modules that are off (MO-X602)."""
    return _room_of(state).catalog


@remembered(256)
def _of_book(options: Options) -> Catalog:
    return under(frozenset(options.modules), house=options.house_powers == "true")


@remembered(256, lambda state: (state.options, state.house))
def _of_house(state: State) -> Catalog:
    return left_of(everything(state.house), frozenset(state.modules), house=state.options.house_powers == "true")


def own_effects(state: State, who: str) -> tuple[Live, ...]:
    """All that somebody's own entries say, about themselves and about others."""
    return _own((catalog_of(state), state.running, state.people[who]))


@remembered(4096, tuple)
def _own(ground: _Ground) -> tuple[Live, ...]:
    return _of_sheet(ground)


_Ground: TypeAlias = tuple[Catalog, dict[str, Running], Person]
"""All that somebody's own effects come from: entries that exist, powers that last, their sheet."""


@remembered(4096, lambda it: (*it[:2], it[2].id, it[2].perks, it[2].gear, it[2].traits, it[2].marks))
def _of_sheet(ground: _Ground) -> tuple[Live, ...]:
    catalog, running, who = ground
    used = [_of_gear((catalog, thing), who.id) for thing in who.gear if thing.used]
    found = (
        *_of_perks((catalog, who.perks), who.id), *chain(*used), *_of_traits((catalog, who.traits), who.id),
        *_of_marks((catalog, who.marks), who.id), *_lent(catalog, running, who.id),
    )
    return _granted((catalog, _alike(found)), who.id)


def effects_on(state: State, who: str) -> tuple[Live, ...]:
    """All effects that bear on somebody, whatever they ask for; the same tuple as long as they are the same."""
    room = _room_of(state)
    if (effects := room.effects) is None:
        effects = room.effects = _effects(state, _sides(state))
    if (found := effects.on.get(who)) is None:
        found = effects.on[who] = effects.found(state.people[who])
    return found


class _Effects:
    """The effects that bear on people, as they are asked for, while all that effects come from is the same."""

    def __init__(self, state: State, sides: _Sides | None) -> None:
        self.on: dict[str, tuple[Live, ...]] = {}
        catalog, running = self._from = catalog_of(state), state.running
        self._sides = sides
        self._own = {id_: _own((catalog, running, who)) for id_, who in state.people.items()}
        self._outward = _alike(tuple([one for own in self._own.values() for one in _toward_others(own)]))

    def found(self, who: Person) -> tuple[Live, ...]:
        """Those that bear on somebody."""
        own, (catalog, running) = self._own[who.id], self._from
        if not running and not self._outward:
            return _on_self(own)
        return _bearing((catalog, running, own, self._outward), _Place(who.id, who.master, who.bond, self._sides))


_effects: Final = remembered(256, lambda state: (state.people, state.running, state.options, state.house))(_Effects)


_Sides: TypeAlias = tuple[tuple[str, str], ...]


class _Place(NamedTuple):
    """Where somebody stands among others: whose they are, by which bond, and who is in a conflict on which side."""

    who: str
    master: str
    bond: str
    sides: _Sides | None


def _sides(state: State) -> _Sides | None:
    """Who is in a conflict, and on which side; None if none runs."""
    return tuple([(one.who, one.side) for one in state.conflict.people.values()]) if state.conflict else None


@remembered(4096, lambda effects: effects)
def _alike(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    return effects


UNSTEADY: Final[frozenset[Word]] = frozenset({
    "posture", "target-posture", "dark", "aware", "kind", "lower-level", "guarded", "hurt", "own-turn", "last-action",
    "unresisted",
})
"""Conditions that ask for more than a throw, a sheet without its wounds, and whether a conflict runs."""

IN_THE_DARK: Final = Condition("dark")

FIGURES: Final = (Add, Set, Guard, Actions)
"""The effects that figures are reckoned from."""


@remembered(4096)
def _steady(effects: tuple[Live, ...], *, dark: bool) -> bool:
    """Whether figures by these effects hang on nothing but a throw, a sheet, powers, and whether a conflict runs. Where
    it is not dark, what asks for darkness does nothing."""
    able = [one for one in effects if dark or IN_THE_DARK not in one.effect.when]
    asked = {each.word for one in able if isinstance(one.effect, FIGURES) for each in one.effect.when}
    return asked.isdisjoint(UNSTEADY) and not any(one.effect.who == "near" for one in able)


@remembered(2048, tuple)
def _kept_for(ground: tuple[object, ...]) -> dict[object, Any]:
    """Room for the figures of somebody, as long as all that they hang on is the same."""
    return {}


def steady(make: Callable[Concatenate[State, str, P], R]) -> Callable[Concatenate[State, str, P], R]:
    """Reckon a figure of somebody once, until something that it hangs on has changed: level, scores, points, gear
    and labels, options, the effects that bear on them, powers that last, whether a conflict runs. Nothing else may be
    in it but what effects ask for."""

    @wraps(make)
    def found(state: State, who: str, /, *args: P.args, **named: P.kwargs) -> R:
        rooms = _room_of(state)
        if (room := rooms.of.get(who)) is None:
            effects, me = effects_on(state, who), state.people[who]
            sheet = catalog_of(state), me.gear, me.level, me.scores, me.points, me.labels
            ground = (*sheet, effects, state.options, state.running, state.conflict is None)
            room = rooms.of[who] = _kept_for(ground) if _steady(effects, dark=state.dark) else {}
        key = (make, args, *named.items()) if named else (make, args)
        if key not in room:
            room[key] = make(state, who, *args, **named)
        known: R = room[key]
        return known

    return found


def of_kind(state: State, who: str, kind: type[E], figure: str = "") -> tuple[tuple[Live, E], ...]:
    """Those of one kind among them, each with its effect; those of one figure, if it is named."""
    found: tuple[tuple[Live, E], ...] = _sorted(effects_on(state, who)).get((kind, figure), ())
    return found


def aware(state: State, who: str, of: str) -> bool:
    """Whether somebody knows of another, and so can defend and react: no power hides that one in this conflict, and
    nothing keeps them from reacting to just that one (MO-006)."""
    return of not in _left_out(effects_on(state, who)) and (state.conflict is None or state.conflict.aware(who, of))


def unaware_of(state: State, who: str) -> frozenset[str]:
    """Those that somebody is unaware of."""
    hidden, now = _left_out(effects_on(state, who)), state.conflict
    return hidden if now is None else hidden.union(of for one, of in now.unaware if one == who)


@remembered(4096)
def _left_out(effects: tuple[Live, ...]) -> frozenset[str]:
    """Those to whom effects keep somebody from reacting."""
    shutting = ((one.toward, one.effect) for one in effects)
    return frozenset(
        toward for toward, shut in shutting
        if isinstance(shut, Shut) and any(word.verb == "react" for word in shut.deeds)
    )


@remembered(4096)
def _sorted(effects: tuple[Live, ...]) -> dict[tuple[type, str], tuple[Any, ...]]:
    """Effects by their kind, and by kind and figure."""
    found: dict[tuple[type, str], list[tuple[Live, Effect]]] = {}
    for one in effects:
        for figure in {"", getattr(one.effect, "figure", "")}:
            found.setdefault((type(one.effect), figure), []).append((one, one.effect))
    return {key: tuple(pairs) for key, pairs in found.items()}


@remembered(4096, tuple)
def _bearing(
    ground: tuple[Catalog, dict[str, Running], tuple[Live, ...], tuple[Live, ...]], place: _Place
) -> tuple[Live, ...]:
    """The effects that bear on somebody, of their own, of powers, and of others."""
    catalog, running, own, outward = ground
    found = list(_on_self(own))
    if running:
        found = [one for one in own if one.effect.who in ("self", "near") or (one.of and one.effect.who == "target")]
        found += _around(catalog, running, place)
        kept = [power for power in running.values() if power.caster == place.who]
        found += [
            one for power in kept for one in _lasting((catalog.powers.get(power.row), power), place.who)
            if one.effect.who == "caster"
        ]
    sides = dict(place.sides or ())
    for one in outward:
        other, whose = one.bearer, one.effect.who
        if other == place.who:
            continue
        if whose == (place.bond if place.master == other else "") or _reaches(one, place.who, sides):
            found.append(one)
    return _alike(tuple(found))


@remembered(4096)
def _on_self(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those of somebody's own effects that bear on themselves."""
    return tuple(one for one in effects if one.effect.who in ("self", "near"))


@remembered(4096)
def _toward_others(effects: tuple[Live, ...]) -> tuple[Live, ...]:
    """Those that bear on others whether these are aimed at or not."""
    return tuple([one for one in effects if one.effect.who not in ("self", "target", "caster")])


def _reaches(one: Live, who: str, sides: dict[str, str]) -> bool:
    """Whether an effect that is about people around its bearer is about `who`."""
    whose = one.effect.who
    if whose == "foe":
        return who in sides and sides.get(one.bearer, sides[who]) != sides[who]
    return whose in ("others", "near") or (whose == "scene" and not one.of)


@remembered(2048, tuple)
def _of_perks(ground: tuple[Catalog, tuple[Taken, ...]], who: str) -> tuple[Live, ...]:
    catalog, perks = ground
    return tuple(one for taken in perks for one in _of(catalog.perks.get(taken.row), who, choice=taken.choice))


@remembered(4096, tuple)
def _of_gear(ground: tuple[Catalog, Gear], who: str) -> tuple[Live, ...]:
    """The effects of a thing in use, and of the perks that it lends."""
    catalog, thing = ground
    entry = gear_row(catalog, thing)
    found = list(_of(entry, who, choice=entry.id if entry else "", item=thing.id))
    for lent in thing.lends:
        found += _of(catalog.perks.get(lent.row), who, choice=lent.choice, item=thing.id)
    return tuple(found)


@remembered(2048, tuple)
def _of_traits(ground: tuple[Catalog, tuple[str, ...]], who: str) -> tuple[Live, ...]:
    """The effects of traits, and those that skills have by themselves."""
    catalog, traits = ground
    entries = (*(catalog.traits.get(row) for row in traits), *catalog.skills.values())
    return tuple(one for entry in entries for one in _of(entry, who))


@remembered(2048, tuple)
def _of_marks(ground: tuple[Catalog, tuple[Mark, ...]], who: str) -> tuple[Live, ...]:
    catalog, marks = ground
    found = [_of_mark(catalog.states.get(mark.row), who, mark.of, mark.toward) for mark in marks]
    return tuple(chain.from_iterable(found))


@remembered(2048)
def _of_mark(row: StateRow | None, who: str, of: str, toward: str) -> tuple[Live, ...]:
    """The effects of a mark; the same ones for each that is like it."""
    return tuple(_of(row, who, of=of, toward=toward))


def _of(
    entry: CatalogEntry | None, bearer: str, *, choice: str = "", item: str = "", of: str = "", by: str = "",
    toward: str = "",
) -> Iterator[Live]:
    if entry is not None:
        for effect in entry.effects:
            yield Live(
                effect=effect, source=str(entry.ref), title=entry.title, bearer=bearer, rules=entry.rules,
                choice=choice, item=item, of=of, by=by, toward=toward,
            )


def _lent(catalog: Catalog, running: dict[str, Running], who: str) -> Iterator[Live]:
    """The effects of powers that last on somebody, as far as they still reach (MO-405, MO-X414)."""
    for power in running.values():
        row = catalog.powers.get(power.row)
        if row is None or who not in power.pros or (stage := row.stage(power.pros[who])) == "over":
            continue
        for one in _lasting((row, power), who):
            if one.effect.at in ("both", stage) and one.effect.pick in ("", power.pick):
                yield one


@remembered(1024, tuple)
def _lasting(ground: tuple[Power | None, Running], bearer: str) -> tuple[Live, ...]:
    row, power = ground
    return tuple(_of(row, bearer, choice=power.choice, of=power.id, by=power.caster))


def _around(catalog: Catalog, running: dict[str, Running], place: _Place) -> Iterator[Live]:
    """The effects of powers that last on a place or a scene, and so on everybody there."""
    if place.sides is not None and place.who not in dict(place.sides):
        return
    for power in running.values():
        for one in _lasting((catalog.powers.get(power.row), power), power.caster):
            if one.effect.who in ("zone", "scene") and one.effect.pick in ("", power.pick):
                yield one


@remembered(4096, tuple)
def _granted(ground: tuple[Catalog, tuple[Live, ...]], who: str) -> tuple[Live, ...]:
    """The same, with entries that others lend, and without those that they hide (MO-X108)."""
    catalog, every = ground
    hidden = {str(one.effect.row) for one in every if isinstance(one.effect, Grant) and one.effect.off}
    have, found = {one.source for one in every}, list[Live]()
    for one in every:
        if one.source in hidden:
            continue
        found.append(one)
        if not isinstance(grant := one.effect, Grant) or grant.off or str(grant.row) in have:
            continue
        if grant.row.kind == "perk" or (grant.row.kind == "power" and one.of):
            found += _of(catalog.of(grant.row.kind).get(grant.row.id), who, item=one.item, of=one.of, by=one.by)
    return tuple(found)

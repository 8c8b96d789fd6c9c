"""People made from sheets, and every total of a sheet, reckoned as in play, beside what a book prints (MO-X504); and
what players learn of people whom the guide plays (MO-X106)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line, Part, Play
from moot.games.modos.arms import arms_of, gear_row
from moot.games.modos.calling import as_told
from moot.games.modos.catalog import EVERYTHING, row_of, title_of
from moot.games.modos.contests import Contest
from moot.games.modos.injuries import hint, telling
from moot.games.modos.live import catalog_of
from moot.games.modos.npcs.sheets import Sheet, Thing, alike
from moot.games.modos.options import Options
from moot.games.modos.person import Gear, Person, Taken
from moot.games.modos.reckoning import bonus_actions, guard, health, most, score, skill_total, weapon_die
from moot.games.modos.rows import Armor, Shield, Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.kit.crowds import kind_of
from moot.kit.notebook.names import untaken

SOMEBODY = "somebody"
"""The id of the one who is made to look at a sheet, and is at no table."""


def row_of_thing(thing: Thing) -> Weapon | Shield | Armor | None:
    """The row of the lists that a thing is one of."""
    return EVERYTHING.weapons.get(thing.row) or EVERYTHING.shields.get(thing.row) or EVERYTHING.armors.get(thing.row)


def gear_of(sheet: Sheet, owner: str) -> dict[str, Gear]:
    """The gear of a sheet for somebody with this id, by what the sheet calls it."""
    found: dict[str, Gear] = {}
    for thing in sheet.gear:
        row = row_of_thing(thing)
        kind, title = (row.kind, row.title) if row else (thing.kind, thing.name)
        gear = thing.gear(f"{owner}-{thing.key}", kind, title)
        found[thing.key] = replace(gear, lends=taken(sheet, thing.lends, owner))
    return found


def taken(sheet: Sheet, perks: Iterable[str], owner: str) -> tuple[Taken, ...]:
    """Perks as a sheet writes them; they can be for things of the owner's own."""
    own = {thing.key: f"{owner}-{thing.key}" for thing in sheet.gear if not thing.row}
    split = (perk.partition(":") for perk in perks)
    return tuple(Taken(row, own.get(choice, choice)) for row, _, choice in split)


def person_of(sheet: Sheet, id_: str, **more: Any) -> Person:
    """Somebody with this sheet; `more` is what they have besides, or in its place."""
    answers = any({*each.to} != {"turn"} for trait in sheet.traits for each in EVERYTHING.traits[trait].reacts)
    found = alike(sheet, Person) | {
        "id": id_, "gear": tuple(gear_of(sheet, id_).values()), "perks": taken(sheet, sheet.perks, id_),
        "asking": "always" if answers else "mine",
    }
    return Person(**found | more)


def looked_at(sheet: Sheet) -> State:
    """A table at which nobody but `SOMEBODY` with this sheet is, where powers of the house are known, too."""
    return State(options=Options(house_powers="true"), people={SOMEBODY: person_of(sheet, SOMEBODY)})


def reckoned(sheet: Sheet, figure: str) -> int | str:
    """A figure as sheets print it: an attribute, a skill total, `max:P`, `guard:P`, `weapon:bow-long`, `bonus`."""
    state = looked_at(sheet)
    kind, _, of = figure.partition(":")
    pool = next((pool for pool in POOLS if pool in (figure, of)), None)
    match kind:
        case "bonus":
            return sum(bonus_actions(state, SOMEBODY).values())
        case "weapon":
            return _weapon(state, f"{SOMEBODY}-{of}")
        case "max" if pool:
            return most(state, SOMEBODY, pool)
        case "guard" if pool:
            return str(guard(state, SOMEBODY, pool))
        case _ if pool:
            return score(state, SOMEBODY, pool)
        case _:
            return skill_total(state, SOMEBODY, figure)


def _weapon(state: State, id_: str) -> str:
    """The damage die of a weapon once it is in hand."""
    gear = tuple(replace(thing, at="held") if thing.id == id_ else thing for thing in state.people[SOMEBODY].gear)
    state = state.with_person(SOMEBODY, gear=gear)
    row = next((gear_row(EVERYTHING, thing) for thing in gear if thing.id == id_), None)
    return str(weapon_die(state, SOMEBODY, row)) if isinstance(row, Weapon) else "none"


def figures(sheet: Sheet) -> tuple[str, ...]:
    """All figures of a sheet in words, with what a book prints where it is wrong (MO-X504)."""
    skills = (skill for skill in (*sheet.points, *sheet.printed) if row_of(EVERYTHING, skill) is not None)
    named: dict[str, str] = {
        **{str(pool): POOL_WORDS[pool] for pool in POOLS}, **{skill: title_of(EVERYTHING, skill) for skill in skills},
        **{f"guard:{pool}": f"{POOL_WORDS[pool]} protection" for pool in POOLS},
        **{f"weapon:{key}": thing.name for key, thing in gear_of(sheet, SOMEBODY).items()
           if isinstance(gear_row(EVERYTHING, thing), Weapon)},
        "bonus": "bonus actions",
    }
    found = ((title, reckoned(sheet, figure), sheet.printed.get(figure)) for figure, title in named.items())
    return tuple(
        f"{title} {worth}" + (f" (printed {printed})" if printed not in (None, worth) else "")
        for title, worth, printed in found if worth != "none"
    )


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What others see of somebody of the guide's: a name, states, and health as the table tells it (MO-FQ19); in a
    conflict also what they add to throws, by attribute and skill, since all see that in the chances (MO-X106), and what
    can be knocked out of their hands, by id (MO-X212)."""

    id: str
    name: str
    health: dict[Pool, tuple[int, int]] = {}
    hint: str = ""
    states: tuple[str, ...] = ()
    adds: dict[str, int] = {}
    holds: dict[str, str] = {}


def looks(state: State, who: Person) -> Look:
    """The same of somebody who is at the table."""
    full = {pool: (health(state, who.id, pool), most(state, who.id, pool)) for pool in state.pools}
    how, states = telling(state, who.id, guide=False), tuple(mark.row for mark in who.marks)
    found = Look(id=who.id, name=who.name, states=states)
    if state.entry(who.id):
        held = arms_of(catalog_of(state), who).to_knock_out
        found = replace(found, adds=_adds(state, who), holds={thing.id: thing.name for thing in held})
    if how == "told":
        return replace(found, health=full)
    words = " ".join(hint(left, upto) for left, upto in full.values())
    return replace(found, hint=words) if how == "hinted" else found


def _adds(state: State, who: Person) -> dict[str, int]:
    catalog = catalog_of(state)
    skills = dict.fromkeys((*(row.id for row in catalog.skills.values() if not row.typed), *who.points))
    if "character" not in state.modules:
        return {}
    pools: dict[str, int] = {pool: skill_total(state, who.id, "", pool) for pool in POOLS}
    return {**pools, **{skill: skill_total(state, who.id, skill) for skill in skills}}


class PersonShown(Event[State], tag="person-shown"):
    """Players learn of somebody whom they did not know of, and of the contests in which that one stands, as they are
    known from then on. Who is still unknown and has that very name has the other's instead."""

    who: str
    seen: Look
    contests: tuple[Contest, ...] = ()

    def evolve(self, state: State) -> State:
        name = state.people[self.who].name
        for other in [one for one in state.people.values() if one.name == self.seen.name and not one.known]:
            state = state.with_person(other.id, name=name)
        return state.with_person(self.who, known=True, name=self.seen.name)

    def line(self, state: State) -> Line:
        return Line("move", "is here.", self.seen.name)


def told_apart(state: State, who: Person, name: str) -> str:
    """`name` for somebody, with a number if another one has it: whom players know are told apart among themselves."""
    others = (one for one in state.people.values() if one.id != who.id and (one.known or not who.known))
    return untaken(name, (one.name for one in others))


def names(state: State, base: str, count: int, *, known: bool) -> list[str]:
    """What so many new ones of a kind are called: with the next numbers, if there are several of it. Those whom players
    know are counted among themselves, since a number would tell of the rest."""
    last = max(_numbers(state, base, known=known), default=0)
    return [base] if count == 1 and not last else [f"{base} {last + 1 + number}" for number in range(count)]


def _numbers(state: State, base: str, *, known: bool) -> list[int]:
    """The numbers of those of a kind among whom one is counted who is known, or is not."""
    others = [who.name for who in state.people.values() if who.known or not known]
    return [int(name.removeprefix(base) or 1) for name in others if kind_of(name) == base]


def _name_shown(state: State, who: Person) -> str:
    """The name by which players learn of somebody: if they are one of several that are numbered, with the next number
    among those whom players know, so that it tells nothing of the rest."""
    base, known = kind_of(who.name), replace(who, known=True)
    numbers = _numbers(state, base, known=False)
    counted = len(numbers) > 1 and 1 in numbers
    return told_apart(state, known, names(state, base, 1, known=True)[0] if counted else who.name)


def show(play: Play[State], who: Person, *rules: str) -> None:
    """Let players learn of somebody, unless they know of them."""
    if who.known:
        return
    seen = replace(looks(play.state, who), name=_name_shown(play.state, who))
    known = play.state.with_person(who.id, known=True)
    theirs = (one for one in known.contests.values() if who.id in (side.who for side in one.sides))
    contests = tuple(filter(None, (as_told(known, one) for one in theirs)))
    play.record(PersonShown(who=who.id, seen=seen, contests=contests, rules=rules))


SHOWN: Final = Part(PersonShown)

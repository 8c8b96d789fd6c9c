"""A sheet as people see it: every total with what it is made of, pools as bars, what perks and powers do now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from moot.core import Meter, Seat
from moot.games.modos.abilities import opened_skills
from moot.games.modos.arms import gear_row
from moot.games.modos.catalog import EVERYTHING, Catalog, played, title_of, usual
from moot.games.modos.contests import NO_FACTS, Term
from moot.games.modos.injuries import telling
from moot.games.modos.live import catalog_of, effects_on, steady
from moot.games.modos.magic.lasting import does_now
from moot.games.modos.making.choices import OWN, chosen_title, stands
from moot.games.modos.person import Mark, Person, Taken
from moot.games.modos.reckoning import bonus, bonus_actions, guard, hero_die, holds, score, skill_terms, weapon_die
from moot.games.modos.rows import Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.games.modos.view.board import pools
from moot.games.modos.wording import said
from moot.kit.remembered import remembered


class SumView(msgspec.Struct, frozen=True):
    """Why 7? A figure, and the terms that it is the sum of; `gone` if the table plays without it."""

    title: str
    total: int
    terms: tuple[Term, ...]
    gone: bool = False


class ScoreView(msgspec.Struct, frozen=True, kw_only=True):
    """An attribute: its score now, that before gear, its bonus."""

    id: Pool
    title: str
    score: int
    before: int
    bonus: int


class PerkView(msgspec.Struct, frozen=True, kw_only=True):
    """A perk, what was chosen with it, what it does, and whether it does so now."""

    title: str
    choice: str
    does: str
    now: bool


class GearView(msgspec.Struct, frozen=True, kw_only=True):
    """A thing: where it is, and its die, if it has one; `gone` if the table plays without such things."""

    id: str
    name: str
    at: str
    die: str
    gone: bool


BELIEF: Final = "belief"
"""The state of those who were made to believe something (MO-X315, MO-X316)."""


class StateView(msgspec.Struct, frozen=True, kw_only=True):
    """A state that somebody is in: how many times over, in which words, and what it does."""

    title: str
    times: int
    words: tuple[str, ...]
    does: str


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet. Of the guide's people others see a name, and what is told of their health."""

    id: str
    name: str
    concept: str = ""
    level: int = 0
    title: str = ""
    pools: tuple[Meter, ...] = ()
    states: tuple[StateView, ...] = ()
    goals: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    design: str = ""
    heroes: int = 0
    hero_die: int = 0
    scores: tuple[ScoreView, ...] = ()
    skills: tuple[SumView, ...] = ()
    guards: tuple[tuple[str, str], ...] = ()
    bonus_actions: int = 0
    perks: tuple[PerkView, ...] = ()
    gear: tuple[GearView, ...] = ()
    running: tuple[str, ...] = ()


def sheet(state: State, seat: Seat, who: Person) -> SheetView:
    """Somebody's sheet, as a seat sees it."""
    told = telling(state, who.id, seat.guides) == "told"
    all_known = seat.guides or state.knows(*(mark.toward for mark in who.marks))
    marks = who.marks if all_known else tuple(mark for mark in who.marks if state.knows(mark.toward))
    plain = SheetView(
        id=who.id, name=who.name, pools=pools(state, who.id) if told else (), running=_running(state, who.id),
        states=_states((catalog_of(state), marks)),
    )
    if who.npc and not seat.guides:
        return plain
    if "character" not in state.modules:
        return msgspec.structs.replace(plain, concept=who.concept)
    return msgspec.structs.replace(
        plain, concept=who.concept, level=who.level, goals=who.goals, flaws=who.flaws, design=who.design,
        beliefs=tuple(mark.words for mark in who.marks if mark.row == BELIEF), heroes=who.heroes,
        **_figures(state, who.id, who.perks),
    )


@remembered(1024, lambda ground: ground)
def _states(ground: tuple[Catalog, tuple[Mark, ...]]) -> tuple[StateView, ...]:
    """The states that somebody is in by these marks. What they believe is told with their goals."""
    catalog, marks = ground
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        found.setdefault(mark.row, []).append(mark)
    rows = ((catalog.states[id_], found[id_]) for id_ in found if id_ in catalog.states)
    return tuple(
        StateView(title=row.title, times=len(every), does=said(row), words=tuple(dict.fromkeys(
            mark.words for mark in every if mark.words and mark.row != BELIEF
        ))) for row, every in rows
    )


@steady
def _figures(state: State, id_: str, perks: tuple[Taken, ...]) -> dict[str, Any]:
    who = state.people[id_]
    return {
        "perks": tuple(_perk(state, who, one) for one in perks),
        "hero_die": hero_die(state, id_) if "skilled" in state.modules else 0,
        "scores": tuple(
            ScoreView(
                id=pool, title=POOL_WORDS[pool].title(), score=score(state, id_, pool), before=who.scores.get(pool, 0),
                bonus=bonus(state, id_, pool),
            ) for pool in POOLS
        ),
        "skills": tuple(_skills(state, who)), "gear": tuple(_gear(state, who)),
        "guards": tuple((POOL_WORDS[pool], str(die)) for pool in POOLS if (die := guard(state, id_, pool))),
        "bonus_actions": sum(bonus_actions(state, id_).values()),
    }


def _skills(state: State, who: Person) -> Iterable[SumView]:
    """The totals of skills that are trained or opened, and of those that everybody needs (MO-X106). What is trained and
    not played with stands there without effect (MO-X602)."""
    catalog = catalog_of(state)
    everyday = [row.id for row in catalog.skills.values() if row.group == "defend" or row.id in ("detect", "movement")]
    opened = (skill for skill in opened_skills(state, who.id) if played(catalog, skill))
    for skill in dict.fromkeys((*who.points, *opened, *everyday)):
        if not played(catalog, skill):
            yield SumView(title_of(EVERYTHING, skill), who.points[skill], (), gone=True)
            continue
        terms = skill_terms(state, who.id, usual(catalog, skill), skill)
        yield SumView(title_of(catalog, skill), sum(term.worth for term in terms), terms)


def _perk(state: State, who: Person, taken: Taken) -> PerkView:
    if taken.row == OWN:
        return PerkView(title=taken.choice, choice="", does="", now=True)
    row, plain = catalog_of(state).perks.get(taken.row), EVERYTHING.perks.get(taken.row)
    choice = chosen_title(state, who, row or plain, taken.choice)
    if row is None:
        title = plain.title if plain else taken.row.replace("-", " ").title()
        return PerkView(title=title, choice=choice, does="", now=False)
    mine = [one for one in effects_on(state, who.id) if one.source == str(row.ref) and one.choice == taken.choice]
    works = not mine or any(_of_a_throw(one.effect.when) or holds(state, one, who.id, NO_FACTS) for one in mine)
    return PerkView(title=row.title, choice=choice, does=said(row), now=works and stands(catalog_of(state), taken))


def _of_a_throw(when: Iterable[object]) -> bool:
    """Whether an effect asks for something that only a throw can tell."""
    return any(getattr(one, "word", "") not in ("unarmed", "unarmoured", "second-weapon", "one-hand") for one in when)


def _gear(state: State, who: Person) -> Iterable[GearView]:
    catalog = catalog_of(state)
    for thing in who.gear:
        row = gear_row(catalog, thing)
        die = str(weapon_die(state, who.id, row)) if isinstance(row, Weapon) else str(getattr(row, "die", "") or "")
        gone = row is None and (bool(thing.row) or gear_row(EVERYTHING, thing) is not None)
        yield GearView(id=thing.id, name=thing.name, at=thing.at, die=die, gone=gone)


def _running(state: State, who: str) -> tuple[str, ...]:
    rows = catalog_of(state).powers
    return tuple(
        f"{rows[one.row].title} ({one.pros[who]} of {rows[one.row].level} defenses). {does_now(state, one, who)}"
        for one in state.running.values() if who in one.pros and one.row in rows
    )


def opened(state: State, seat: Seat, what: str) -> SheetView | None:
    """What a seat sees when it opens somebody."""
    who = state.people.get(what)
    return sheet(state, seat, who) if who is not None and (who.known or seat.guides) else None

"""What forms of deeds have in common: the attribute, a skill that can be paid for, half of the die, a hero point."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm
from moot.games.modos.abilities import affords, check_affords, hero_ready
from moot.games.modos.calling import skill_choices
from moot.games.modos.conflicts import Entry
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import pool_choices
from moot.games.modos.skills import row_of, usual
from moot.games.modos.state import State
from moot.games.modos.terms import Pool
from moot.games.modos.vocabulary import Verb


def chain_blanks(one: Entry, kind: str, pool: Pool) -> list[Confirm]:
    """The blank that keeps the number of the last action, and its skill, where a deed goes on with it (MO-204, MO-E21).
    Outside a conflict there are no actions, and so no such number (MO-FQ14)."""
    if one.chain is None or (one.chain.kind, one.chain.pool) != (kind, pool):
        return []
    return [Confirm(name="keep", label=f"Keep the {one.chain.total} of the last action", rule="MO-204")]


def deed_skills(state: State, one: Entry, verb: Verb, pool: Pool, cost: int) -> tuple[Choice, ...]:
    """The skills that such a deed rides on, as far as there are actions for it with them (MO-X203)."""
    catalog = catalog_of(state)
    return tuple(
        choice
        for choice in skill_choices(state, one.who, pool)
        if (row := row_of(catalog, choice.value)) is not None
        and verb in row.acts
        and affords(state, one.who, choice.value, pool, cost)
    )


def deed_blanks(state: State, one: Entry, verb: Verb, pool: Pool, cost: int, shown: bool) -> list[Choose | Confirm]:
    """The blanks of a deed that is thrown for only if somebody opposes it: a skill, half, a hero point."""
    person, blanks = state.people[one.who], list[Choose | Confirm]()
    if skills := deed_skills(state, one, verb, pool, cost):
        first = max(skills, key=lambda choice: person.points.get(choice.value, 0)).value
        label, least = "Which skill, if somebody opposes it?", int(not affords(state, one.who, "", pool, cost))
        blanks.append(Choose(name="skill", label=label, choices=skills, least=least, default=(first,), rule="MO-X013"))
    blanks.append(Confirm(name="half", label="Take half of the die", hint="10 for certain.", rule="MO-012"))
    if hero_ready(state, one.who):
        blanks.append(Confirm(name="hero", label="Add a hero point", rule="MO-114"))
    return blanks


def check_payable(state: State, one: Entry, verb: Verb, pool: Pool, cost: int) -> None:
    """Raise Refused unless somebody has the actions for a deed, with some skill or with none (MO-202, MO-X203)."""
    if not deed_skills(state, one, verb, pool, cost):
        check_affords(state, one.who, "", pool, cost)


def throw_choices(state: State, one: Entry, can: Collection[str]) -> tuple[Choose, Choose]:
    """The blanks for an attribute and a skill of a deed that may be anything. Where bonus actions alone are left, it
    has to be one of their skills, with its usual attribute (MO-X203)."""
    catalog = catalog_of(state)
    pools = tuple(choice for choice in pool_choices(state, one.who) if choice.value in can)
    skills, least = skill_choices(state, one.who, "P"), 0
    if not one.actions:
        fit = [(choice, usual(catalog, choice.value)) for choice in skills]
        paid = [(choice, pool) for choice, pool in fit if affords(state, one.who, choice.value, pool)]
        pools = tuple(choice for choice in pools if choice.value in [pool for _, pool in paid])
        skills, least = tuple(replace(choice, needs=(f"pool:{pool}",)) for choice, pool in paid), 1
    return (
        Choose(name="pool", label="With which attribute?", choices=pools),
        Choose(name="skill", label="Does a skill help?", choices=skills, least=least),
    )

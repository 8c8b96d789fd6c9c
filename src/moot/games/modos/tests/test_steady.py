"""Figures that are kept from one moment to the next are those that would be reckoned now."""

from __future__ import annotations

from copy import deepcopy

import pytest

from moot.games.modos.arms import gear_row
from moot.games.modos.blanks import pool_choices, skill_choices
from moot.games.modos.catalog import usual
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import SIGHT, Facts, Term
from moot.games.modos.live import catalog_of, effects_on
from moot.games.modos.reckoning import (
    bonus_actions,
    cap,
    guards,
    lost_pools,
    most,
    score,
    skill_terms,
    weapon_die,
)
from moot.games.modos.room import GAME
from moot.games.modos.rows import Weapon
from moot.games.modos.state import State
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.table.logfile import fold, read
from moot.testing import golden_logs


def figures(state: State, who: str) -> list[object]:
    """Every figure of somebody's sheet as it stands."""
    person, catalog = state.people[who], catalog_of(state)
    weapons = (row for thing in person.gear if isinstance(row := gear_row(catalog, thing), Weapon))
    return [
        effects_on(state, who), bonus_actions(state, who), pool_choices(state, who), lost_pools(state, who),
        *((score(state, who, pool), most(state, who, pool), guards(state, who, pool)) for pool in POOLS),
        *(skill_choices(state, who, pool) for pool in POOLS),
        *(skill_terms(state, who, usual(catalog, skill), skill) for skill in person.points),
        *(cap(state, who, skill) for skill in person.points), *(weapon_die(state, who, weapon) for weapon in weapons),
    ]


def by_sight(state: State, who: str) -> tuple[Term, ...]:
    """What somebody adds to a contest that takes eyes."""
    return skill_terms(state, who, "P", "", Facts(claims=(SIGHT,)))


@pytest.mark.parametrize("log", golden_logs(GAME), ids=lambda path: path.stem)
def test_a_figure_that_is_kept_is_what_it_would_be_if_nothing_were(log):
    ledger = fold(read(log)[1])
    states = {id(entry.events[-1].game_state): entry.events[-1].game_state for entry in ledger.folded if entry.moved}
    assert states
    for state in states.values():
        apart = deepcopy(state)
        for who in state.people:
            assert figures(state, who) == figures(apart, who)


def test_figures_are_kept_in_a_fog_too_until_it_moves():
    table = Sitting(person("mage", player="s3"), person("foe"))
    table.fight(mage=15, foe=5)
    fog = Running(id="fog", row="fog-1", caster="mage", stored=12, inside={"foe": "offensive"})
    table.have(running={fog.id: fog})
    before, later = table.state, table.state.with_conflict(round=2)
    assert by_sight(later, "foe") is by_sight(before, "foe")
    moved = later.with_running(fog.id, inside={"mage": "offensive"})
    found = [by_sight(state, who) for state in (later, moved) for who in ("foe", "mage")]
    assert [sum([term.worth for term in terms]) for terms in found] == [-2, 0, 0, -2]

"""What the place does to contests: glare, darkness, slippery ground; eyes that darkness does not hinder."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Choose
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import SIGHT, Facts, Side, Term
from moot.games.modos.reckoning import contest_terms, sees_through
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown


def sparring(**ann: Any) -> Sitting:
    return Sitting(person("ann", player="s3", **ann), person("ben", player="s4"), tie="neutral")


def spar(table: Sitting, *claims: str) -> tuple[int, int]:
    table.do("Gil", "call-contest", who="ann", pool="P", against="ben", theirs="P")
    table.throws("ann", claims=claims)
    came = table.throws("ben", 12, 12, claims=claims)
    assert isinstance(came, ContestThrown)
    return came.first.worth, came.second.worth


@pytest.mark.rule("MO-X006", "MO-X320", "MO-008")
def test_the_sun_is_the_penalty_of_whoever_faces_it_and_the_dark_of_both():
    """EX26: sparring at sunset."""
    table = sparring()
    table.do("Gil", "set-circumstance", what="The sun in the eyes", by=-4, who=("ann",))
    assert spar(table) == (8, 12)
    assert "sun in the eyes −4: Ann" in str(table.board("Ben")["around"].words)
    [glare] = table.state.around
    table.do("Gil", "end-circumstance", id=glare, what="The sun in the eyes")
    assert spar(table) == (12, 12)
    table.do("Gil", "set-circumstance", what="Darkness", by=-8, dark=True)
    assert spar(table) == (12, 12)
    assert spar(table, SIGHT) == (4, 4)
    table.refuses("Ann", "set-circumstance", "guide-only", "MO-X320", what="Light", by=4)


@pytest.mark.rule("MO-X320")
@pytest.mark.parametrize(("limits", "pool", "skill", "worth"), [
    ({"pool": "P"}, "P", "", -4), ({"pool": "P"}, "M", "", 0), ({"skill": "movement"}, "P", "movement", -4),
    ({"skill": "movement"}, "P", "parry", 0), ({}, "MP", "", -4),
])
def test_a_circumstance_counts_for_some_contests_alone(limits, pool, skill, worth):
    table = sparring()
    table.do("Gil", "set-circumstance", what="Deep snow", by=-4, **limits)
    terms = contest_terms(table.state, Side(who="ann", pool=pool, skill=skill), Facts())
    assert sum(term.worth for term in terms) == worth
    assert (Term("Deep snow", -4, "MO-X006") in terms) == bool(worth)


@pytest.mark.rule("MO-X320")
@pytest.mark.parametrize(("eyes", "steps", "clear"), [
    (0, 0, False), (1, 1, True), (1, 2, False), (2, 2, True), (2, 3, False), (3, 4, True), (1, None, True),
    (0, 4, False),
])
def test_owls_eyes_see_in_the_dark_as_far_as_they_reach(eyes, steps, clear):
    table = sparring(perks=("owls-eye",) * eyes)
    if steps is not None:
        table.fight(ann=12, ben=5)
    assert sees_through(table.state, "ann", Facts(steps=steps, claims=(SIGHT,))) is clear
    assert sees_through(table.state, "ann", Facts(steps=steps))


def test_what_takes_eyes_is_asked_where_it_matters():
    table = sparring()
    table.do("Gil", "call-contest", who="ann", pool="M", against="fate")

    def asked() -> list[str]:
        [offer] = table.offers("Ann", "throw-contest")
        return [choice.value for field in offer.fields if isinstance(field, Choose) and field.name == "claims"
                for choice in field.choices]

    assert asked() == []
    table.have(running={"n9": Running(id="n9", row="blind-3", caster="ben", stored=12, pros={"ann": 0})})
    assert asked() == [SIGHT]
    assert table.throws("ann", 15, 9, claims=(SIGHT,)).first.worth == 9


def test_deeds_of_a_conflict_can_take_eyes_too():
    table = sparring()
    table.do("Gil", "set-circumstance", what="Darkness", by=-8, dark=True)
    table.fight(ann=12, ben=5)
    table.does("ann", "work", words="looks for the key", pool="M", claims=(SIGHT,))
    table.does("ben", "hinder", words="kicks it away", pool="P")
    table.do("Gil", "set-fate", sure=True, faces=[15, 5])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth) == (7, 5)


@pytest.mark.rule("MO-X320", "MO-306")
def test_who_has_no_special_eyes_can_shoot_in_the_dark_as_far_as_the_weapon_reaches():
    table = Sitting(person("ann", player="s3", gear=("rifle",)), person("ben"))
    table.do("Gil", "set-circumstance", what="Darkness", by=-8, dark=True)
    table.fight(ann=12, ben=5)
    for who in ("ann", "ben"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    assert table.far("ann", "ben") == "medium"
    table.does("ann", "attack", tool="ann-rifle", target="ben")
    table.does("ben", "defend", against="ann", skill="parry", faces=[15, 12, 3])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth) == (7, 4)

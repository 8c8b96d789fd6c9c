"""How two sides compare, as the guide is shown it while a conflict is set up."""

from __future__ import annotations

import pytest

from moot.games.modos.npcs.bringing import matched, strength
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import OURS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting


def opened() -> Sitting:
    brolf = person_of(OURS["heroes/sir-brolf"], "brolf", player="s3")
    table = Sitting(brolf, person("ann", player="s4", level=2, points={"detect": 1}))
    table.do("Gil", "open-conflict", what="A fight", ours=("brolf", "ann"))
    return table


def offered(table: Sitting) -> str:
    return table.offers("Gil", "bring-in")[0].why


@pytest.mark.rule("MO-X505", "MO-FQ11")
def test_levels_numbers_and_dice_of_two_sides_are_laid_beside_each_other():
    table = opened()
    table.do("Gil", "bring-in", sheets=("people/guard",), count=2)
    ours, theirs = matched(table.state) or (None, None)
    assert str(ours) == "2 with 5 levels, damage d10 and d4, protection d10 and none"
    assert str(theirs) == "2 with 4 levels, damage 2 × d10, protection 2 × none"
    assert offered(table) == (
        f"The party’s side: {ours}. The other: {theirs}. Detect 1 to 2."
    )


@pytest.mark.rule("MO-X505")
def test_where_a_side_is_far_stronger_the_guide_is_told_to_settle_it_shortly():
    table = opened()
    table.do("Gil", "bring-in", sheets=("people/guard",), count=5)
    assert offered(table).endswith("One side is far stronger: a few contests may do, or just tell it.")


def test_the_strongest_weapon_in_hand_counts_and_the_body_where_there_is_none():
    table = Sitting(person("ann", gear=("dagger", "sword-bastard")), person("bob", perks=("martial-artist",)))
    assert strength(table.state, ("ann", "bob")).damage == ("d8", "d6")


def test_players_are_not_shown_how_strong_the_others_are():
    table = opened()
    table.do("Gil", "bring-in", sheets=("creatures/mist-dragon",))
    assert not table.offers("Ann", "bring-in")
    assert "levels" not in " ".join(table.read["Ann"])

"""NCs built in seconds or taken from print, ranges, and how hard a scene is (parts 14, 18, 19)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Choose, Refused
from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.cast.advice import advice, niche
from moot.games.swords_edge.cast.targets import action_extras, base, momentum_sums
from moot.games.swords_edge.conflict.ranging import band_at, bands
from moot.games.swords_edge.figures import PATTERNS
from moot.games.swords_edge.library import nc_of
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, duel, strike, two
from moot.games.swords_edge.view.people import people


def build(table: Sitting, kind: str, **blanks: Any) -> Any:
    """The GM builds an NC; the first of those made."""
    wish = {"name": "X", "rank": "average", "concept": "Guard", "kind": "character", **blanks}
    if kind != "minion":
        wish.setdefault("order", "physique,charisma,cunning")
    events = table.do("Gil", "make-nc", type=kind, **wish)
    return table.state.ncs[events[0].ncs[0].id]


@pytest.mark.rule("SE-NC-06", "SE-NC-07", "SE-NC-08", "SE-NC-01", "SE-ERR-24")
def test_each_type_starts_from_its_pattern():
    table = Sitting("Ann")
    minion = build(table, "minion")
    assert (minion.concept.worth, minion.traits, minion.elements) == (2, {}, ())
    regular = build(table, "regular")
    assert (regular.concept.worth, [regular.traits[trait] for trait in ladder.TRAITS], regular.elements) == (
        2,
        ["good", "average", "basic"],
        (),
    )
    hero = build(table, "hero", order="cunning,physique,charisma", first="Knives", second="Poison")
    assert hero.concept.worth == 4
    assert {trait: hero.trait(trait) for trait in ladder.TRAITS} == {"cunning": 6, "physique": 4, "charisma": 2}
    [shown] = [one.figures for one in people(table.state, guide=True) if one.id == hero.id and one.figures]
    assert shown.traits == (("Physique", 4), ("Charisma", 2), ("Cunning", 6))
    assert [(e.name, e.worth, e.trait) for e in hero.elements] == [("Knives", 4, "cunning"), ("Poison", 2, "cunning")]


@pytest.mark.rule("SE-NC-06", "SE-NC-07", "SE-TRAP-18")
def test_a_type_a_name_and_a_rank_will_do():
    table = Sitting("Ann")
    made = table.do("Gil", "make-nc", type="regular", name="Goblin", rank="good")[0].ncs[0]
    assert (made.name, made.concept.name, made.concept.worth, made.kind) == ("Goblin", "Goblin", 2, "character")
    assert {trait: made.trait(trait) for trait in ladder.TRAITS} == {"physique": 2, "charisma": 0, "cunning": -2}


@pytest.mark.rule("SE-NC-06", "SE-NC-10", "SE-ERR-15")
def test_what_belongs_to_other_types_is_shut_and_may_be_given_afterwards():
    table = Sitting("Ann")
    wish = {"name": "Goblin", "rank": "good"}
    table.refuses("Gil", "make-nc", "not-open", type="minion", order="cunning,charisma,physique", **wish)
    refused = table.refuses("Gil", "make-nc", "not-open", type="minion", first="Net", **wish)
    assert refused.field == "first"
    assert "Regular" in refused.message
    goblin = table.do("Gil", "make-nc", type="minion", **wish)[0].ncs[0]
    table.do("Gil", "give-quality", nc=goblin.id, name="Net", rank="good")
    assert [(one.name, one.worth, one.trait) for one in table.npc("Goblin").elements] == [("Net", 2, "")]
    ogre = table.do("Gil", "make-nc", type="regular", first="Club", **{**wish, "name": "Ogre"})[0].ncs[0]
    assert [(one.name, one.worth, one.trait) for one in ogre.elements] == [("Club", 2, "physique")]


@pytest.mark.rule("SE-NC-08", "SE-NC-14")
def test_no_nc_has_two_elements_that_could_not_be_told_apart():
    table = Sitting("Ann")
    wish = {"type": "hero", "name": "Ogre", "rank": "good"}
    ogre = table.do("Gil", "make-nc", first="Claws", second=" claws", **wish)[0].ncs[0]
    table.do("Gil", "give-quality", nc=ogre.id, name="Claws", rank="good", trait="physique")
    assert [element.name for element in table.npc("Ogre").elements] == ["Claws", "claws 2", "Claws 3"]
    table.do("Gil", "strike-quality", nc=ogre.id, what=table.npc("Ogre").elements[1].id)
    assert [element.name for element in table.npc("Ogre").elements] == ["Claws", "Claws 3"]


@pytest.mark.rule("SE-NC-14", "SE-PREP-02")
def test_elements_of_one_name_that_come_in_as_text_are_numbered():
    table = Sitting("Ann")
    elements = "\n".join(f"element: Claws ({rank})" for rank in ("good", "great", "poor"))
    text = f"# Lair\n## nc: Ogre\ngood hero, monster\n{elements}"
    table.do("Gil", "import-paper", text=text)
    ogre = table.npc("Ogre")
    assert [one.name for one in ogre.elements] == ["Claws", "Claws 2", "Claws 3"]
    table.do("Gil", "tune", nc=ogre.id, what=ogre.elements[1].id, rank="legendary")
    assert [one.rank for one in table.npc("Ogre").elements] == ["good", "legendary", "poor"]


@pytest.mark.rule("SE-NC-02")
def test_every_rank_an_nc_can_be_built_with_says_its_tn():
    (offer,) = Sitting("Ann").offers("Gil", "make-nc")
    (rank,) = [field for field in offer.fields if isinstance(field, Choose) and field.name == "rank"]
    assert {choice.value: choice.hint for choice in rank.choices} == {r: f"TN {ladder.tn(r)}" for r in ladder.ORDER}


@pytest.mark.rule("SE-NC-01", "SE-NC-02", "SE-RANK-05")
@pytest.mark.parametrize("rank", ladder.ORDER)
def test_type_and_rank_are_independent_and_the_rank_is_the_base_tn(rank):
    table = Sitting("Ann")
    for kind in PATTERNS:
        assert base(build(table, kind, rank=rank)).worth == ladder.tn(rank)


@pytest.mark.rule("SE-ERR-15", "SE-ERR-26", "SE-TRAP-18", "SE-NC-10")
def test_patterns_are_where_a_sheet_starts_and_no_limit():
    table = Sitting("Ann")
    minion = build(table, "minion")
    table.do("Gil", "tune", nc=minion.id, what=minion.concept.id, rank="legendary")
    table.do("Gil", "give-quality", nc=minion.id, name="Mysterious", rank="great")
    table.do("Gil", "give-flaw", nc=minion.id, name="Light", rank="poor")
    changed = table.state.ncs[minion.id]
    assert changed.concept is not None
    assert changed.flaw is not None
    assert (changed.concept.worth, changed.elements[0].worth, changed.flaw.worth) == (8, 4, -4)
    table.do("Gil", "strike-quality", nc=minion.id, what=changed.elements[0].id)
    assert table.state.ncs[minion.id].elements == ()


@pytest.mark.rule("SE-MOM-06", "SE-NC-06")
def test_a_squad_is_built_in_one_go_and_numbered():
    table = Sitting("Ann")
    build(table, "minion", name="Goblin", count=12)
    assert [nc.name for nc in table.state.ncs.values()][:3] == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert len(table.state.ncs) == 12
    assert len({nc.id for nc in table.state.ncs.values()}) == 12


@pytest.mark.rule("SE-NC-13", "SE-NC-11", "SE-NC-04", "SE-NC-05", "SE-ERR-33")
@pytest.mark.parametrize("key", packs.NCS)
def test_every_printed_nc_has_the_tns_that_the_book_works_out(key):
    printed, made = packs.NCS[key], nc_of(packs.NCS[key], "x")
    assert base(made).worth == printed.tn
    assert made.stands == printed.stress
    if printed.worked is not None:
        assert sum(part.worth for part in momentum_sums(made, None)) == printed.worked.momentum
        worked = (base(made), *action_extras(made, None))
        assert sum(part.worth for part in worked) == printed.worked.action


@pytest.mark.rule("SE-NC-13", "SE-ERR-33")
def test_the_example_obstacles_are_among_them():
    named = {packs.NCS[key].name: packs.NCS[key].type for key in packs.NCS}
    assert named["Silent Takedown"] == "minion"
    assert {"Cracking the Code", "Breaching Security", "Scanning for Weapons", "Tracking the Beast"} <= set(named)


@pytest.mark.rule("SE-NC-12")
def test_an_nc_leaves_the_scene_when_it_is_over_and_may_be_brought_in_again():
    table = attacking()
    table.do("Gil", "end-scene")
    assert not table.npc("Guard").here
    table.play("Next")
    table.do("Gil", "bring-in", ncs=[table.id("Guard")])
    assert table.npc("Guard").active
    table.do("Gil", "send-off", nc=table.id("Guard"))
    assert not table.npc("Guard").here
    table.do("Gil", "dismiss", nc=table.id("Guard"))
    assert not table.state.ncs


# ---------------------------------------------------------------- advice


def group(count: int = 3) -> Sitting:
    """Some PCs, each with +14 at their best."""
    table = Sitting("Ann", "Ben", "Cleo")
    for player, name in list(zip(("Ann", "Ben", "Cleo"), ("Dara", "Eskil", "Frey"), strict=True))[:count]:
        table.pc(player, name, **HERO)
    return table.play()


@pytest.mark.rule("SE-GM-03")
@pytest.mark.parametrize(
    ("count", "kind", "rank", "says"),
    [
        (6, "minion", "poor", "little risk"),
        (9, "minion", "poor", "little risk"),
        (12, "minion", "poor", "more than"),
        (1, "regular", "good", "A risk"),
        (1, "hero", "great", "Tough"),
        (2, "hero", "average", "Tough"),
        (1, "hero", "legendary", "biggest"),
        (1, "hero", "weak", "no yardstick"),
    ],
)
def test_the_books_yardsticks_for_so_many_ncs(count, kind, rank, says):
    table = group()
    for number in range(count):
        table.nc(f"Foe {number}", type=kind, rank=rank)
    found = table.opened("Gil", "desk").desk
    assert found is not None
    assert any(says in line for line in found.advice), found.advice
    assert table.opened("Ann", "desk").desk is None


@pytest.mark.rule("SE-GM-02", "SE-EX-60", "SE-EX-61", "SE-EX-62")
def test_a_new_character_at_their_best_in_numbers():
    table = Sitting("Ann")
    dara = table.pc("Ann", "Dara", cunning="great", concept=[("Thief", "great")], background=[("Streets", "good")],
                    faculty=[("Locks", "great", "cunning")], element=[("Fingers", "good", "cunning")])
    six = table.pc("Ann", "Six", cunning="exceptional", concept=[("Thief", "great")], background=[("Streets", "good")],
                   faculty=[("Locks", "good", "cunning")], element=[("Fingers", "great", "cunning")])
    assert niche(dara) == (4, 16)
    assert niche(six)[1] == 18
    table.play()
    table.nc("Average", type="regular", rank="average", concept=("Guard", "good"), physique="good")
    table.nc(
        "Good",
        type="hero",
        rank="good",
        concept=("Guard", "great"),
        physique="great",
        elements=[("Blade", "great", "physique")],
    )
    matches = {match.nc: match for match in advice([six], table.state.opposition()).matches}
    assert (matches["Average"].action_tn, matches["Average"].action) == (16, "99\u00a0%")
    assert (matches["Good"].action_tn, matches["Good"].total) == (29, 18)
    assert matches["Good"].action_tn - matches["Good"].total == 11


# ---------------------------------------------------------------- range


@pytest.mark.rule("SE-RNG-03")
def test_a_weapon_reaches_at_least_as_far_as_it_is_good_for():
    with pytest.raises(Refused) as caught:
        bands(300, 200)
    assert caught.value.rule == "SE-RNG-03"
    assert band_at(100, 450, 3000) == "near"
    assert band_at(451, 450, 3000) == "far"
    with pytest.raises(Refused) as caught:
        band_at(4000, 450, 3000)
    assert (caught.value.code, caught.value.rule) == ("out-of-reach", "SE-RNG-03")
    assert "sight" not in bands(150, 300)


@pytest.mark.rule("SE-RNG-01", "SE-RNG-02", "SE-RD-28")
@pytest.mark.parametrize(
    ("band", "penalty"), [("near", 0), ("medium", -2), ("far", -4), ("excessive", -6), ("sight", -8)]
)
def test_range_weighs_on_shots_in_momentum_and_action_alike(band, penalty):
    table = duel(ranges="on")
    table.do("Gil", "set-range", pairing=table.pairing("Dara").id, band=band, ranged=[table.id("Dara")])
    first = table.test("Dara", "roll-momentum", trait="physique", element="Parry", faces=(10, 9)).test
    assert (first.total, first.target.tn) == (19 + 2 + 4 + penalty, 19)
    if table.stand("Dara").momentum == "attacker":
        act = table.test("Dara", "act", trait="physique", faces=(2, 3)).test
        assert sum(part.worth for part in act.parts if part.what == "range") == penalty


@pytest.mark.rule("SE-RD-28", "SE-RNG-02")
def test_range_lowers_the_tn_of_an_ncs_shot_and_not_of_its_defence():
    table = defending(ranges="on")
    table.do("Gil", "set-range", pairing=table.pairing("Dara").id, band="far", ranged=[table.id("Guard")])
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 21 - 4
    table.test("Dara", "defend", attack=attack, trait="physique", faces=(10, 9))
    table.do("Gil", "next-round")
    form = table.form("Dara", "seize", {"trait": "physique"})
    assert "TN 17" in form.why  # the answer to a Seize strikes back, and so it is a shot
    table.test("Dara", "seize", trait="physique", qualities=["Swordsman"], faces=(8, 9))
    assert "TN 19" in table.form("Dara", "act").why  # 21, and it has acted; its defence is no shot


@pytest.mark.rule("SE-RNG-01", "SE-RNG-02", "SE-RD-64")
def test_range_weighs_on_those_who_shoot_and_not_on_their_whole_side():
    table = two(ranges="on")
    table.nc("Guard", type="regular", rank="good")
    pairing = table.face(["Dara", "Eskil"], "Guard")
    table.do("Gil", "set-range", pairing=pairing.id, band="far", ranged=[table.id("Eskil")])
    table.do("Ann", "contribute", **table.built("Dara", "contribute", {"trait": "physique"}))
    test = table.test("Eskil", "roll-momentum", trait="physique", faces=(8, 7)).test
    assert [(part.who, part.worth) for part in test.parts if part.what == "range"] == [(table.id("Eskil"), -4)]


@pytest.mark.rule("SE-RNG-01", "SE-RD-64")
@pytest.mark.parametrize(
    ("weapon", "band", "reaches"),
    [
        ("hand", "touch", True),
        ("hand", "close", False),
        ("long", "close", True),
        ("long", "near", False),
        ("ranged", "sight", True),
        ("", "sight", True),
    ],
)
def test_a_hand_weapon_reaches_touch_and_a_long_one_close(weapon, band, reaches):
    table = attacking(ranges="on")
    pairing, who = table.pairing("Dara").id, table.id("Dara")
    weapons = {weapon: [who]} if weapon else {}
    table.do("Gil", "set-range", pairing=pairing, band=band, **weapons)
    assert bool(table.offers("Ann", "act")) is reaches
    if not reaches:
        table.refuses("Ann", "act", "out-of-reach", "SE-RNG-01", pairing=pairing, who=who, trait="physique")


@pytest.mark.rule("SE-RNG-02", "SE-SEIZE-05", "SE-RD-64")
def test_the_answer_to_an_ncs_seize_is_a_shot():
    table = attacking(ranges="on")
    pairing = table.pairing("Dara").id
    table.do("Gil", "set-range", pairing=pairing, band="medium", ranged=[table.id("Dara")])
    table.do("Gil", "nc-seize", pairing=pairing, free=False)
    test = table.test("Dara", "answer-seize", trait="physique", faces=(8, 7)).test
    assert [part.worth for part in test.parts if part.what == "range"] == [-2]


@pytest.mark.rule("SE-RNG-01", "SE-SEIZE-06", "SE-RD-64")
def test_an_nc_out_of_reach_neither_acts_nor_hurts_by_answering_a_seize():
    table = defending(ranges="on")
    table.do("Gil", "set-range", pairing=table.pairing("Dara").id, band="far", hand=[table.id("Guard")])
    assert not table.offers("Gil", "nc-act")
    table.test("Dara", "seize", trait="physique", faces=(1, 2))
    assert not table.happened("Hurt")


@pytest.mark.rule("SE-RNG-01", "SE-RNG-03")
def test_range_is_measured_in_metres_and_off_by_default():
    table = duel(ranges="on")
    table.do(
        "Gil",
        "measure",
        pairing=table.pairing("Dara").id,
        distance=1000,
        effective=450,
        maximum=3000,
        ranged=[table.id("Dara"), table.id("Guard")],
    )
    assert table.pairing("Dara").band == "excessive"
    table = duel()
    metres = {"distance": 1, "effective": 1, "maximum": 1}
    table.refuses("Gil", "measure", "not-played", "SE-RNG-03", pairing=table.pairing("Dara").id, **metres)


@pytest.mark.rule("SE-RNG-03")
@pytest.mark.parametrize(
    ("effective", "maximum", "distance", "at", "figures"),
    [(450, 300, 100, "maximum", "from 450 to 10000"), (150, 300, 301, "distance", "from 0 to 300")],
)
def test_a_range_that_cannot_be_is_refused_with_the_figures_that_can(effective, maximum, distance, at, figures):
    table = duel(ranges="on")
    metres = {"effective": effective, "maximum": maximum, "distance": distance}
    refused = table.refuses(
        "Gil", "measure", "out-of-range", "SE-RNG-03", pairing=table.pairing("Dara").id, **metres
    )
    assert refused.field == at
    assert figures in refused.message

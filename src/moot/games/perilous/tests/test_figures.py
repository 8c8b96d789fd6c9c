"""The figures as the rules have them: how many of each, spot values, and what a wrong file is told."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, get_args

import pytest

from moot.core.errors import Corrupt, NotListed
from moot.core.figures import Figures, Lookup
from moot.games.perilous import figures
from moot.games.perilous.figures import (
    ARMOR,
    ATTRIBUTES,
    BANDS,
    CHASE,
    CLASSES,
    CORRUPTION,
    DAMAGE,
    DIFFICULTIES,
    DISORDERS,
    DISPOSITIONS,
    HOSTS,
    INJURIES,
    LENGTHS,
    MADNESS_TIERS,
    MODES,
    OFFENCE_TIERS,
    OFFENCES,
    PERIL,
    PERIL_DICE,
    REQUISITION_TIERS,
    REQUISITIONS,
    ROLES,
    SITUATIONS,
    SKILLS,
    SOCIAL,
    TACTICS,
    TAKEDOWNS,
    TERRAIN,
    TEST,
    THREATS,
    TRANSPORTS,
    TRIGGERS,
)
from moot.games.perilous.rows import Rung
from moot.games.perilous.terms import PACKAGE, Surface

COUNTED: list[tuple[Lookup[Any], int]] = [
    (ATTRIBUTES, 7), (SKILLS, 36), (DIFFICULTIES, 7), (ARMOR, 8), (DAMAGE, 6), (PERIL, 6), (MODES, 16), (TAKEDOWNS, 7),
    (TRANSPORTS, 12), (TERRAIN, 7), (THREATS, 4), (LENGTHS, 3), (ROLES, 3), (TRIGGERS, 7), (SOCIAL, 12),
    (DISPOSITIONS, 7), (TACTICS, 7), (MADNESS_TIERS, 3), (SITUATIONS, 43), (OFFENCES, 38), (DISORDERS, 20), (HOSTS, 4),
    (REQUISITIONS, 27), (CLASSES, 3),
]


@pytest.mark.parametrize(("table", "rows"), COUNTED)
def test_every_table_has_all_its_rows(table, rows):
    assert len(table) == rows


@pytest.mark.rule("GP-CORE-03")
def test_the_ladder_goes_down_by_tens_from_trivial_to_arduous():
    assert [(rung.id, rung.value) for rung in DIFFICULTIES.values()] == [
        ("trivial", 30), ("easy", 20), ("routine", 10), ("standard", 0), ("challenging", -10),
        ("hard", -20), ("arduous", -30),
    ]


@pytest.mark.rule("GP-CORE-05", "GP-CORE-07")
def test_eighteen_skills_are_special_and_each_attribute_has_its_own():
    special = {skill.title for skill in SKILLS.values() if skill.special}
    assert special == {
        "Martial Melee", "Martial Ranged", "Drive", "Pilot", "Ride", "Skulduggery", "Alchemy", "Counterfeit",
        "Education", "Heal", "Navigation", "Warfare", "Incantation", "Interrogation", "Tradecraft", "Disguise",
        "Handle Animal", "Leadership",
    }
    counts = {id_: sum(skill.attribute == id_ for skill in SKILLS.values()) for id_ in ATTRIBUTES}
    assert list(counts.values()) == [4, 4, 5, 4, 8, 4, 7]
    assert [row.letter for row in ATTRIBUTES.values()] == ["CB", "BB", "AB", "PB", "IB", "WB", "FB"]


def test_no_figure_is_guessed():
    with pytest.raises(NotListed):
        SKILLS["juggling"]


@pytest.mark.rule("GP-CORE-08")
def test_armor_adds_from_nothing_to_six():
    assert [row.bonus for row in ARMOR.values()] == [0, 1, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("GP-CORE-11", "GP-CORE-12", "GP-CORE-16")
def test_the_tracks_their_bands_and_what_a_state_brings():
    assert [state.chaos_dice for state in DAMAGE.values()] == [0, 0, 1, 2, 3, 0]
    assert [state.injury for state in DAMAGE.values()] == [None, None, "moderate", "serious", "grievous", None]
    assert [state.ignored for state in PERIL.values()] == [0, 0, 1, 2, 3, 3]
    assert (BANDS.step, BANDS.bottom, BANDS.exceeds) == (6, 18, 1)


@pytest.mark.rule("GP-CORE-16")
def test_a_d12_finds_each_injury_and_twelve_leads_on():
    for rows in INJURIES.values():
        assert [row.roll for row in rows] == list(range(1, 13))
        assert rows[0].nothing
        assert not any(row.nothing or row.next or row.slain for row in rows[1:11])
    assert [rows[11].next for rows in INJURIES.values()] == ["serious", "grievous", None]
    assert INJURIES["grievous"][11].slain


@pytest.mark.rule("GP-CORE-16")
def test_injuries_bring_what_the_rules_say():
    by_title = {row.title: row for rows in INJURIES.values() for row in rows}
    assert by_title["Twisted Ankle"].movement == -3
    assert by_title["Rattled Brain"].initiative == -3
    assert by_title["Bruised Ribs"].encumbrance == -3
    assert {title for title, row in by_title.items() if row.incapacitated} == {"Minor Concussion", "Mangled Organ"}
    assert {title for title, row in by_title.items() if row.unconscious} == {"Cerebral Contusion", "Punctured Lung"}
    assert {title for title, row in by_title.items() if row.no_movement} == {"Temporary Paralysis", "Butchered Leg"}
    assert by_title["Broken Rib"].no_ranks == ("combat", "brawn", "agility")
    flips = {title: row.flip_to_fail for title, row in by_title.items() if row.flip_to_fail}
    assert flips == {"Skull Fracture": ("all",), "Pulled Muscle": ("brawn",), "Black Eye": ("sight",)}
    assert by_title["Vitreous Hemorrhage"].blind
    assert "Scrutinize" in by_title["Fractured Larynx"].text
    assert by_title["Shell Shock"].no_fury
    knee = by_title["Busted Kneecap"].failure_peril
    assert knee
    assert (knee.attributes, knee.dice, knee.plus) == (("brawn", "agility"), 2, 2)


MOVEMENT = {
    "climbing": ("BB", -3, 1), "sneaking": ("AB", -1, 1), "swimming": ("BB", -1, 1), "on-foot": ("AB", 3, 0),
    "dog-sled": ("AB", 4, 0), "dray-horse": ("AB", 5, 0), "stagecoach": ("BB", 5, 0), "wagon": ("BB", 5, 0),
    "palfrey": ("AB", 6, 0), "fancy-coach": ("BB", 6, 0), "rouncey": ("AB", 7, 0), "carriage": ("BB", 7, 0),
    "courser": ("AB", 8, 0), "chariot": ("BB", 8, 0), "destrier": ("AB", 9, 0), "flying": ("AB", 9, 0),
}


@pytest.mark.rule("GP-CHASE-03", "GP-CHASE-11")
def test_movement_by_mode_and_the_skill_that_goes_with_it():
    assert {mode.id: (mode.bonus, mode.plus, mode.minimum) for mode in MODES.values()} == MOVEMENT
    by_skill = {skill: {mode.id for mode in MODES.values() if mode.skill == skill} for skill in SKILLS}
    assert by_skill["coordination"] == {"on-foot", "sneaking", "flying"}
    assert by_skill["athletics"] == {"climbing", "swimming"}
    assert by_skill["ride"] == {mode.id for mode in MODES.values() if mode.by == "mount"}
    assert by_skill["drive"] == {mode.id for mode in MODES.values() if mode.by == "vehicle"}
    assert MODES["wagon"].conveyed
    assert not MODES["flying"].conveyed


@pytest.mark.rule("GP-CHASE-04", "GP-CHASE-07", "GP-CHASE-08", "GP-CHASE-11", "GP-CHASE-12")
def test_the_figures_of_a_chase():
    assert CHASE.escape == {"short": 3, "medium": 6, "long": 9}
    assert list(CHASE.shot.values()) == [1, 3, 3, 6]
    assert (CHASE.gain_least, CHASE.gain, CHASE.gain_most, CHASE.action_critical_failure) == (1, 2, 3, -3)
    assert (CHASE.takedown_failure, CHASE.takedown_critical_failure) == (-1, -3)
    assert [row.value for row in TAKEDOWNS.values()] == [30, 20, 10, 0, -10, -20, -30]


@pytest.mark.rule("GP-OVER-01")
def test_where_a_transport_cannot_go_there_is_nothing_and_not_zero():
    miles = {row.id: tuple(row.miles.get(over) for over in get_args(Surface)) for row in TRANSPORTS.values()}
    assert miles["small-folk"] == (10, 5, None, None)
    assert miles["coach"] == (30, None, None, None)
    assert miles["longship"] == miles["drakkar"] == (None, None, 15, 30)
    assert miles["galley"] == (None, None, None, 40)
    assert TRANSPORTS["horse"].miles["path"] == 20
    assert "sea" not in TRANSPORTS["horse"].miles
    by_land = [row.miles for row in TRANSPORTS.values() if {"road", "path"} <= row.miles.keys()]
    assert all(miles["path"] == (miles["road"] + 1) // 2 for miles in by_land)
    assert [row.id for row in TRANSPORTS.values() if not row.conveyed] == ["small-folk", "tall-folk"]


@pytest.mark.rule("GP-WILD-01", "GP-WILD-02", "GP-WILD-04", "GP-WILD-06", "GP-WILD-07", "GP-WILD-08")
def test_stretches_threat_and_roles():
    assert [(row.last_day, row.moments) for row in LENGTHS.values()] == [(7, 1), (20, 2), (None, 3)]
    assert [row.dice for row in THREATS.values()] == [0, 1, 2, 3]
    assert list(TERRAIN) == list(reversed(list(DIFFICULTIES)))
    guide, survivalist, scout = ROLES.values()
    assert [one.provisions for one in guide.outcomes.values()] == [1, 1, 2, 2]
    assert [one.terrain for one in guide.outcomes.values()] == [-1, 0, 0, 1]
    assert [one.camp for one in survivalist.outcomes.values()] == ["unhindered", "unhindered", "imperiled", "imperiled"]
    assert [one.moments for one in survivalist.outcomes.values()] == [-1, 0, 0, 1]
    assert [one.threat for one in scout.outcomes.values()] == [-1, -1, 1, 1]
    assert [one.surprise for one in scout.outcomes.values()] == ["party", None, None, "enemy"]


@pytest.mark.rule("GP-MORALE-02")
def test_what_shakes_morale():
    assert [row.value for row in TRIGGERS.values()] == [30, 20, 10, 0, -10, -20, -30]
    assert {row.id: row.ratio for row in TRIGGERS.values() if row.ratio} == {"outnumbered-3": 3, "outnumbered-6": 6}


@pytest.mark.rule("GP-SOC-02")
def test_the_social_matrix():
    rows = {
        "order": {"order": (20, 10), "chaos": (0, -20), "equal": (10, 0)},
        "chaos": {"order": (0, -20), "chaos": (20, 10), "equal": (10, 0)},
    }
    for npc, pcs in rows.items():
        for pc, (same, other) in pcs.items():
            assert SOCIAL[f"{pc}-to-{npc}-same"].value == same
            assert SOCIAL[f"{pc}-to-{npc}-other"].value == other
    assert all(
        cell.id == f"{cell.pc}-to-{cell.npc}-{'same' if cell.same_class else 'other'}" for cell in SOCIAL.values()
    )


@pytest.mark.rule("GP-SOC-05", "GP-SOC-07", "GP-SOC-08")
def test_temperaments_are_42_words_of_which_one_stands_twice():
    assert [row.band for row in DISPOSITIONS.values()] == ["warm"] * 2 + ["neutral"] * 3 + ["cold"] * 2
    words = [word for row in TACTICS.values() for table in (row.success, row.failure) for word in table.values()]
    assert (len(words), len(set(words))) == (42, 41)
    assert TACTICS["guile"].failure["warm"] == TACTICS["rumor"].failure["cold"] == "Suspicious"
    assert TACTICS["intimidate"].success["cold"] == "Stressed"
    assert TACTICS["bargain"].success == {"warm": "Generous", "neutral": "Civil", "cold": "Considerate"}


@pytest.mark.rule("GP-MAD-01", "GP-MAD-04", "GP-MAD-05", "GP-MAD-06", "GP-MAD-07")
def test_madness_has_three_tiers_and_the_list_two_cuts():
    found = [(row.value, str(row.peril), row.corruption) for row in MADNESS_TIERS.values()]
    assert found == [(20, "1D10+1", 3), (0, "2D10+2", 6), (-20, "3D10+3", 9)]
    assert [row.number for row in SITUATIONS.values()] == list(range(1, 44))
    tiers = [row.tier for row in SITUATIONS.values()]
    assert tiers == ["stress"] * 13 + ["fear"] * 16 + ["terror"] * 14
    assert [row.number for row in SITUATIONS.values() if row.doubtful] == [14, 26, 27, 28, 29]


@pytest.mark.rule("GP-CORR-01", "GP-CORR-02")
def test_offences_by_tier_and_the_fixed_ones():
    assert [(row.least, row.most, row.usual) for row in OFFENCE_TIERS.values()] == [(1, 3, 2), (4, 6, 5), (7, 9, 8)]
    assert [sum(row.tier == tier for row in OFFENCES.values()) for tier in OFFENCE_TIERS] == [16, 11, 11]
    fixed = {row.id: row.points for row in OFFENCES.values() if row.points}
    assert fixed == {
        "intoxicated": 1, "bleeding": 1, "channelling": 1, "moderate-injury": 3, "stress": 3, "elixir": 3, "drugs": 1,
        "incapacitated": 6, "serious-injury": 6, "fear": 6, "grievous-injury": 9, "terror": 9,
    }
    assert {row.id: row.per for row in OFFENCES.values() if row.per != "event"} == {
        "bleeding": "turn",
        "channelling": "step",
    }
    for tier in MADNESS_TIERS.values():
        assert OFFENCES[tier.id].points == tier.corruption
    assert (CORRUPTION.per_rank, CORRUPTION.ten) == (10, 10)


@pytest.mark.rule("GP-DIS-01", "GP-DIS-02")
def test_a_d20_finds_every_disorder():
    assert sorted(row.place for row in DISORDERS.values()) == list(range(1, 21))
    kinds = [sum(row.kind == kind for row in DISORDERS.values()) for kind in ("addiction", "insanity", "mutation")]
    assert kinds == [7, 6, 7]
    assert {row.id: row.place for row in DISORDERS.values() if row.supplement} == {
        "possessed": 19, "wytchstone-addiction": 20,
    }
    assert {row.id for row in DISORDERS.values() if row.cost is None} == {"host-to-the-abyss"}
    assert {row.id for row in DISORDERS.values() if row.cost == 6} == {
        "mana-junkie", "the-flesh-revolts", "moon-fever", "possessed", "sanguine-thrall", "taint-of-chaos",
    }
    assert all(row.triggered == (row.kind == "mutation") for row in DISORDERS.values())


@pytest.mark.rule("GP-REP-02", "GP-REP-03", "GP-CORE-21")
def test_requisitions_and_classes():
    found = [(row.least, row.most, row.days) for row in REQUISITION_TIERS.values()]
    assert found == [(1, 3, 1), (4, 6, 7), (7, 9, 30)]
    assert [sum(row.tier == tier for row in REQUISITIONS.values()) for tier in REQUISITION_TIERS] == [9, 9, 9]
    assert [(row.least, row.most) for row in CLASSES.values()] == [(1, 60), (61, 90), (91, 100)]


@pytest.mark.rule("GP-CORE-01", "GP-CORE-02", "GP-CHASE-14")
def test_caps_and_the_dice_of_a_failure():
    assert (TEST.modifier_least, TEST.modifier_most, TEST.chance_least, TEST.chance_most) == (-30, 30, 1, 99)
    assert (TEST.always, TEST.never, TEST.per_rank, TEST.ranks_most) == (1, 100, 10, 3)
    assert (str(PERIL_DICE.failure), str(PERIL_DICE.critical)) == ("2D10+2", "3D10+3")


def test_what_names_a_skill_a_difficulty_or_a_title_names_one_that_is_there():
    named = (
        [mode.skill for mode in MODES.values()] + [role.skill for role in ROLES.values()] + list(CHASE.attack_skills)
    )
    named += [row.remedy for row in DISORDERS.values() if row.remedy] + list(TACTICS)
    assert set(named) <= set(SKILLS)
    for table, _ in COUNTED:
        titles = [row.title for row in table.values() if hasattr(row, "title")]
        assert len(set(titles)) == len(titles)


def test_every_figure_of_the_constants_has_its_rule_beside_it():
    text = files(PACKAGE).joinpath("tables/constants.toml").read_text(encoding="utf-8")
    stated = [line for line in text.splitlines() if " = " in line and not line.startswith("#")]
    assert len(stated) > 80
    assert [line for line in stated if not re.search(r"# GP-[A-Z]+-\d\d", line)] == []


def test_a_figure_outside_its_files_range_is_found_when_it_is_loaded(monkeypatch):
    def one(file, what, place, kind):
        return Lookup(what, {"giant": Rung(id="giant", title="Giant", value=31)})

    monkeypatch.setattr(Figures, "lookup", one)
    with pytest.raises(Corrupt, match="outside -30 to 30"):
        figures._rows("difficulty", "the difficulties", "difficulty", Rung)

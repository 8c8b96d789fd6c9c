"""Our own tables: how many there are, that each is sound and can be used, and what a faulty pack is told."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous import packs
from moot.games.perilous.figures import (
    DISORDERS,
    DISPOSITIONS,
    INJURIES,
    MODES,
    OFFENCES,
    REQUISITIONS,
    SITUATIONS,
    TACTICS,
)
from moot.games.perilous.own_tables import holds, read
from moot.games.perilous.packs import PACKS, complications, encounters, foe_of, glosses, lying
from moot.games.perilous.person import Person
from moot.games.perilous.terms import PACKAGE, Land
from moot.kit.notebook.reading import written
from moot.kit.totals import worth

GROUNDS: tuple[packs.Ground, ...] = ("streets", "wilds", "riding", "water-and-roof")
LANDS: tuple[Land, ...] = ("road", "wood", "height", "waste", "river", "sea")

MINE = files(PACKAGE).joinpath("example_pack.toml").read_text(encoding="utf-8")


# ---------------------------------------------------------------- what there is


@pytest.mark.rule("GP-RD-16")
@pytest.mark.parametrize("name", PACKS)
def test_our_own_tables_pass_the_reader_that_groups_use(name):
    pack = replace(PACKS[name], id="mine")
    assert read(written(pack)) == pack
    assert pack.source == "ours"


@pytest.mark.rule("GP-CHASE-13")
def test_each_ground_has_ten_complications_and_every_mode_has_some():
    found = lying({}, lambda pack: pack.complication)
    assert Counter(each.ground for each in found.values()) == dict.fromkeys(GROUNDS, 10)
    met: dict[str, int] = {mode: sum(len(complications({}, ground, mode)) for ground in GROUNDS) for mode in MODES}
    assert min(met.values()) >= 3
    assert not complications({}, "riding", "on-foot")
    effects = [each.effect for each in found.values()]
    done = {result.do for effect in effects for result in (effect, effect.failure, effect.critical) if result}
    assert done == {"value", "test", "peril", "damage", "lost-turn", "tell"}


@pytest.mark.rule("GP-WILD-10")
def test_each_land_has_twelve_encounters_of_four_kinds():
    for land in LANDS:
        found = encounters({}, land)
        assert len(found) == 12
        kinds = Counter(each.kind for each in found.values())
        assert kinds == {"foe": 4, "hazard": 3, "folk": 3, "strange": 2}
        for key, each in found.items():
            assert (foe_of({}, key) is not None) == (each.kind == "foe") == (each.opens in ("fight", "chase"))
            assert (each.effect is not None) == (each.opens == "test") == (each.kind == "hazard")


@pytest.mark.rule("GP-SOC-04", "GP-SOC-09")
def test_twelve_people_to_talk_to_are_unlike_each_other():
    found = lying({}, lambda pack: pack.exchange).values()
    assert len(found) == len({each.name for each in found}) == 12
    assert all(each.favourable != each.unfavourable for each in found)
    assert {each.favourable for each in found} == set(TACTICS)
    assert {each.disposition for each in found} == set(DISPOSITIONS)


@pytest.mark.rule("GP-SOC-07", "GP-SOC-08")
def test_every_temperament_has_a_line_of_its_own():
    won = {glosses({})[row.id, "success", band] for row in TACTICS.values() for band in row.success}
    lost = {glosses({})[row.id, "failure", band] for row in TACTICS.values() for band in row.failure}
    assert len(won | lost) == 42


def test_what_is_told_of_somebody_speaks_to_nobody():
    """Everyone at the table reads the same words of a wound, a gift or an exchange: none of them can be “you”."""
    told = [
        *glosses({}).values(),
        *(each.text for rows in INJURIES.values() for each in rows),
        *(words for each in DISORDERS.values() for words in (each.burden, each.gift)),
        *(words for each in lying({}, lambda pack: pack.exchange).values() for words in (each.objective, each.stakes)),
        *(each.title for rows in (SITUATIONS, OFFENCES, REQUISITIONS) for each in rows.values()),
        *(each.title for rows in (packs.situations, packs.offences, packs.requisitions) for each in rows({}).values()),
    ]
    assert len(told) > 200
    assert [words for words in told if re.search(r"\b(?:you|your|yours)\b", words, re.IGNORECASE)] == []


@pytest.mark.rule("GP-WILD-01", "GP-WILD-12")
def test_landmarks_for_each_land_and_eight_things_to_do_in_camp():
    found = lying({}, lambda pack: pack.landmark).values()
    assert Counter(each.land for each in found) == dict.fromkeys(LANDS, 10)
    assert len({each.name for each in found}) == 60
    assert len(lying({}, lambda pack: pack.doing)) == 8


@pytest.mark.rule("GP-MAD-04", "GP-CORR-02", "GP-REP-03")
def test_what_is_ours_stands_behind_the_printed_lists_and_is_marked():
    lists = (
        (packs.situations({}), SITUATIONS, 9),
        (packs.offences({}), OFFENCES, 6),
        (packs.requisitions({}), REQUISITIONS, 9),
    )
    for rows, printed, more in lists:
        assert list(rows)[: len(printed)] == list(printed)
        assert [row.origin for row in rows.values()] == ["digest"] * len(printed) + ["ours"] * more
        assert len({row.title for row in rows.values()}) == len(rows)


@pytest.mark.rule("GP-CORE-08", "GP-CHASE-03")
def test_a_quick_foe_has_all_that_a_chase_asks_for():
    found = lying({}, lambda pack: pack.foe).values()
    assert len(found) == 16
    for foe in found:
        person = Person(id="x", name=foe.name, attributes=foe.attributes, ranks=foe.ranks, armor=foe.armor)
        assert person.movement(foe.mode) >= 2
        assert 3 <= worth(person.damage_threshold) <= 12
        assert 4 <= len(foe.ranks) <= 6
    assert {foe.sight for foe in found} == {None, "fear", "terror"}


# ---------------------------------------------------------------- a group's own


@pytest.mark.rule("GP-RD-16")
def test_what_a_group_brings_lies_before_ours():
    own = {"the-salt-marsh": read(MINE)}
    assert next(iter(complications(own, "wilds", "on-foot"))) == "the-salt-marsh/quicksand"
    assert next(iter(encounters(own, "river"))) == "the-salt-marsh/eel-catchers"
    foe = foe_of(own, "the-salt-marsh/eel-catchers")
    assert foe
    assert foe.name == "Eel catcher"
    mine = glosses(own)["guile", "success", "warm"]
    assert mine != glosses({})["guile", "success", "warm"]
    assert glosses(own)["guile", "success", "cold"] == glosses({})["guile", "success", "cold"]
    assert packs.situations(own)["the-salt-marsh/lights"].tier == "fear"
    assert packs.offences(own)["the-salt-marsh/cut-dyke"].points == 6
    assert packs.requisitions(own)["the-salt-marsh/flat-boat"].origin == "ours"
    assert holds(MINE)[:3] == (
        "The salt marsh (the-salt-marsh)",
        "complication: Quicksand",
        "encounter: Eel catchers",
    )


def test_the_example_of_the_readme_is_one_that_loads_and_has_an_entry_of_each_kind():
    readme = files(PACKAGE).joinpath("README.md").read_text(encoding="utf-8")
    assert re.findall(r"```toml\n(.*?)```", readme, re.DOTALL) == [MINE]
    assert [len(getattr(read(MINE), kind)) for kind in packs.RULES] == [1] * len(packs.RULES)
    assert all(f"`{kind}`" in readme for kind in packs.RULES)


FAULTY = [
    ("hard", "tricky", "no-such-value", "Line 11, complication “Quicksand”", "GP-CORE-03"),
    ('skill = "athletics"', 'skill = "juggling"', "no-such-skill", "Line 11", "GP-CORE-05"),
    ('modes = ["on-foot"]', 'modes = ["on-stilts"]', "no-such-mode", "Line 10", "GP-CHASE-03"),
    (', failure = { do = "lost-turn" }', "", "no-failure", "Line 11", "GP-CORE-01"),
    ("dice = 2", "dice = 0", "bad-figure", "1 to 3, not 0", "GP-CORE-12"),
    ('{ do = "lost-turn" }', '{ do = "lost-turn", points = 2 }', "idle-figure", "has no points", "GP-CHASE-13"),
    ('{ do = "lost-turn" }', '{ do = "tell", dice = 2 }', "idle-figure", "has no dice", "GP-CHASE-13"),
    ('{ do = "lost-turn" }', '{ do = "damage", points = 99 }', "bad-figure", "1 to 30, not 99", "GP-CORE-11"),
    ('{ do = "lost-turn" }', '{ do = "value" }', "bad-figure", "changes by something", "GP-CHASE-07"),
    ('{ do = "lost-turn" }', '{ do = "explode" }', "no-such-value", "Line 11", "GP-CHASE-13"),
    ('do = "test"', 'do = "value", points = 1', "idle-result", "only a test", "GP-CORE-01"),
    ('foe = "eel-catcher"', 'foe = "eel-king"', "no-such-foe", "Line 20, encounter “Eel catchers”", "GP-WILD-10"),
    ('opens = "fight"', 'opens = "test"', "no-effect", "Line 13", "GP-WILD-10"),
    ("count = 3", "count = 300", "bad-figure", "Line 21", "GP-WILD-10"),
    ('unfavourable = "intimidate"', 'unfavourable = "rumor"', "one-skill", "Line 30", "GP-SOC-04"),
    ('leans = "order"', 'leans = "both"', "no-such-value", "Line 27", "GP-CORE-21"),
    ('tactic = "guile"', 'tactic = "flattery"', "no-such-value", "gloss", "GP-SOC-07"),
    ("points = 6", "points = 7", "bad-figure", "4 to 6, not 7", "GP-CORR-01"),
    (", fellowship = 24", "", "attribute-missing", "no fellowship", "GP-CORE-07"),
    ("combat = 40", "combat = 140", "bad-figure", "1 to 100, not 140", "GP-CORE-07"),
    ("athletics = 2", "athletics = 4", "bad-figure", "0 to 3, not 4", "GP-CORE-01"),
    ('armor = "hide"', 'armor = "velvet"', "no-such-armor", "there is no armor “velvet”", "GP-CORE-08"),
    ('id = "the-salt-marsh"', 'id = "foes"', "pack-id-taken", "Line 1", "GP-RD-16"),
    ('title = "Smoke eels"', 'title = ""', "bad-line", "one line", "GP-RD-16"),
    ('ground = "wilds"', 'ground = "wilds"\nsmell = "salt"', "no-such-field", "Line 8", "GP-CHASE-13"),
]


@pytest.mark.rule("GP-RD-16")
@pytest.mark.parametrize(("was", "now", "code", "says", "rule"), FAULTY)
def test_a_faulty_pack_is_refused_with_its_line(was, now, code, says, rule):
    assert MINE.count(was) >= 1
    with pytest.raises(Refused) as refused:
        read(MINE.replace(was, now, 1))
    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert says in refused.value.message

"""The rules of a table change while it plays: rows of house rules, combat and magic switched off and on."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Module, Refused
from moot.games.modos.conflicts import Running
from moot.games.modos.house import READY, check_module
from moot.games.modos.isolation.ship import Ship
from moot.games.modos.live import catalog_of
from moot.games.modos.making.choices import plain_gear
from moot.games.modos.person import Does, Gear, OwnItem, Taken
from moot.games.modos.reckoning import most, skill_total, weapon_die
from moot.games.modos.room import GAME
from moot.games.modos.rows import Weapon
from moot.games.modos.state import State
from moot.games.modos.tests.people import person
from moot.games.modos.tests.sailing import RULES, Aboard
from moot.games.modos.tests.table import Sitting
from moot.table.state import Amendment
from moot.table.touching import touched

KITCHEN = """
id = "kitchen"
title = "The kitchen"

[[rows.weapon]]
id = "ladle"
title = "Ladle"
size = "light"
die = "d6"
range = "close"

[[rows.perk]]
id = "iron-belly"
title = "Iron belly"
does = [{ effect = "add", figure = "max", of = "P", by = 6 }]

[[rows.perk]]
id = "tough"
title = "Tough"
again = "sum"
does = [{ effect = "add", figure = "max", of = "P", by = 8 }]

[[rows.power]]
id = "fire-1"
out = true
"""
CHOSEN = Module.read(KITCHEN)


def ruled(state: State, *modules: Module, **options: str) -> State:
    """The state of a table that plays by these house rules, and these options, from now on."""
    settings = GAME.rulebook.settings({"health_told": "told", **options})
    return GAME.ruled(state, settings, modules)


def cook(**more: Any) -> Sitting:
    return Sitting(person("vael", player="s3", perks=("iron-belly", "tough"), gear=("ladle",),
                        points={"magic:fire-1": 1, "magic:lightning-1": 1, "parry": 1}, **more))


# ---------------------------------------------------------------- rows


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("change", "verb"), [
    (Amendment(takes=CHOSEN), "Takes out"), (Amendment(drops="kitchen"), "Takes back"),
])
def test_what_a_change_takes_out_is_named_and_not_told_by_its_id(change, verb):
    modules = (CHOSEN,) if change.drops else ()
    found = touched(GAME.rulebook, change, {}, modules, GAME.entry)
    assert (f"{verb}, power", ("Fire 1",)) in found.rows
    assert (GAME.entry("power", "fire-99"), GAME.entry("ship", "fire-99")) == ("fire-99", "Fire-99")


@pytest.mark.rule("MO-X601", "MO-X602")
def test_rows_of_house_rules_are_added_altered_and_taken_out():
    table = cook()
    before = most(table.state, "vael", "P")
    table.state = ruled(table.state, CHOSEN)
    catalog = catalog_of(table.state)
    ladle = catalog.weapons["ladle"]
    assert isinstance(ladle, Weapon)
    assert str(weapon_die(table.state, "vael", ladle)) == "d6"
    assert most(table.state, "vael", "P") == before + 6 + 4, "the new perk, and Tough is worth 4 more"
    assert "fire-1" not in catalog.powers
    assert catalog_of(table.state) is catalog, "kept as long as nothing changes"
    assert GAME.housed(table.state, (CHOSEN,)) is table.state


@pytest.mark.rule("MO-X602", "MO-M013")
@pytest.mark.parametrize("retired", [False, True])
def test_a_game_aboard_lies_still_while_its_rules_are_off_and_goes_on_when_they_are_back(retired):
    table = Aboard(at={"ripley": "bridge"}, tension=4)
    before, off = table.ship, GAME.housed(table.state, ())
    assert GAME.touched(table.state, off)[0] == "The game aboard lies still until its rules are back."
    table.state = off
    table.refuses("Ann", "go", "not-played", who="ripley", to="commissary")
    if retired:
        table.do("Gil", "retire", who=before.alien)
    table.state = GAME.housed(table.state, (RULES,))
    assert table.ship == (Ship() if retired else before), "nothing without its alien"


@pytest.mark.rule("MO-X602", "MO-M013")
def test_a_game_aboard_that_was_ended_and_begun_again_while_its_rules_were_off_is_a_new_one():
    table = Aboard(at={"ripley": "bridge"}, tension=4)
    table.state = GAME.housed(table.state, ())
    table.do("Gil", "finish-adventure")
    table.do("Gil", "begin-adventure", paper=next(iter(table.state.papers)))
    table.state = GAME.housed(table.state, (RULES,))
    table.do("Gil", "pass-time", unit="hours", count=1)
    assert (table.ship.tension, table.ship.at["ripley"]) == (1, "commissary")


@pytest.mark.rule("MO-X601", "MO-306")
def test_what_a_house_perk_adds_to_those_near_is_gone_once_they_step_back():
    hymn = """
id = "hymns"
title = "Hymns"

[[rows.perk]]
id = "hymn"
title = "Hymn"
does = [{ effect = "add", figure = "contest", by = 2, who = "near" }]
"""
    table = Sitting(person("vael", player="s3", perks=("hymn",)), person("foe"))
    table.state = ruled(table.state, Module.read(hymn))
    table.fight(foe=15, vael=5)
    assert skill_total(table.state, "foe", "parry") == 2
    table.does("foe", "move", posture="defensive")
    table.let_be()
    assert (table.far("foe", "vael"), skill_total(table.state, "foe", "parry")) == ("short", 0)


@pytest.mark.rule("MO-X601")
def test_what_house_rules_gave_stays_on_sheets_struck_and_without_effect():
    table = cook()
    table.state = ruled(ruled(table.state, CHOSEN))
    assert most(table.state, "vael", "P") == 14
    [sheet] = table.own("Ann").sheets
    assert [(perk.title, perk.now) for perk in sheet.perks] == [("Iron Belly", False), ("Tough", True)]
    assert [(thing.name, thing.die) for thing in sheet.gear] == [("ladle", "")]
    table.game.offers(table.state, table.seats["Ann"])


@pytest.mark.rule("MO-X602")
def test_powers_and_gear_of_modules_that_are_off_stay_on_sheets_by_name_struck_and_without_effect():
    rod = Gear(id="rod", name="Rod", own=OwnItem(kind="weapon", die="d8"), at="held")
    vael = person("vael", player="s3", points={"magic:fire-1": 2}, gear=("club", rod, Gear(id="map", name="Map")))
    for options, skill, gear in (
        ({}, False, False), ({"magic": "false"}, True, False), ({"magic": "false", "combat": "false"}, True, True),
    ):
        [sheet] = Sitting(vael, **options).own("Ann").sheets
        fire = next(one for one in sheet.skills if one.title == "Fire 1")
        assert (fire.gone, bool(fire.terms)) == (skill, not skill)
        things = [(one.gone, one.die) for one in sheet.gear]
        assert things == ([(True, "")] * 2 if gear else [(False, "d6"), (False, "d8")]) + [(False, "")]


@pytest.mark.rule("MO-X602")
def test_a_change_says_what_people_lose_win_and_have_otherwise():
    table = cook()
    there = ruled(table.state, CHOSEN)
    assert GAME.touched(table.state, there) == (
        "Vael loses Fire 1.", "Vael gains Iron belly and Ladle.", "Vael keeps Tough, changed.",
    )
    assert GAME.touched(there, table.state)[0] == "Vael loses Iron belly and Ladle."
    assert GAME.touched(there, there) == ()


@pytest.mark.rule("MO-X602", "MO-X111", "MO-X112", "MO-X411")
def test_a_change_says_what_goes_with_gear_of_ones_own_and_from_what_things_hold():
    wand = Gear(id="w", name="Wand", powers=("fire-1",), lends=(Taken("tough"),))
    potion = Gear(id="p", name="Potion", does=Does(power="cure-1", uses=1))
    table = Sitting(person("vael", player="s3", gear=(*plain_gear("vael"), wand, potion)))
    told = {options: GAME.touched(table.state, ruled(table.state, **dict.fromkeys(options, "false")))
            for options in (("magic",), ("combat",))}
    assert told[("magic",)] == ("Vael loses Fire 1 and Cure 1.",)
    assert told[("combat",)] == ("Vael loses Fire 1, Cure 1, Tough, Weapon and Armor.",)


def test_what_was_chosen_with_a_perk_stands_by_its_name_whether_it_is_played_with_or_not():
    own = Gear(id="n3", name="PIN key", row="sword-bastard", at="held")
    chosen = (("weapon-training", "n3"), ("weapon-training", "sword-bastard"), ("attribute-point", "P"))
    vael = person("vael", player="s3", perks=chosen, gear=(own,))
    for options in ({}, {"combat": "false"}):
        [sheet] = Sitting(vael, **options).own("Ann").sheets
        assert [perk.choice for perk in sheet.perks] == ["PIN key", "Sword, bastard", "physical"]


WRONG = [
    ('[[rows.spell]]\nid = "x"', "rows, spell: there is no such list"),
    ('[[rows.perk]]\nid = "tough"\ntitle = "Mana"', "rows, perk 'tough': its title stands there twice"),
    ('[[rows.perk]]\nid = "wings"\ntitle = "Wings"\ndoes = [{ effect = "fly" }]', "rows, perk 'wings'"),
    ('[[rows.perk]]\nid = "wings"\ntitle = "W"\ndos = []', "perk 'wings': “dos” is nothing that is known here (“does”"),
    ('[[rows.perk]]\nid = "wings"\nout = true', "rows, perk 'wings': there is no such entry to take out"),
    ('[[rows.state]]\nid = "asleep"\nout = true', "this can be altered, not taken out"),
    ('[[rows.weapon]]\nid = "natural"\nout = true', "this can be altered, not taken out"),
    ('[[rows.state]]\nid = "mostly-dead"\ntitle = "Gone"', "it is what a full pool leads to: pool = 'P'"),
    ('[[rows.perk]]\nid = "w"\ntitle = "W"\ndoes = [{ effect = "grant", row = "power:wish-1", points = 0 }]', "power"),
]


@pytest.mark.rule("MO-X601")
@pytest.mark.parametrize(("text", "says"), WRONG)
def test_rows_that_do_not_fit_are_refused_with_their_place(text, says):
    with pytest.raises(Refused) as refused:
        check_module(Module.read(f'id = "x"\ntitle = "Ours"\n{text}'))
    assert (refused.value.code, refused.value.rule) == ("rows-do-not-fit", "MO-X601")
    assert says in refused.value.message


@pytest.mark.rule("MO-X602")
def test_rules_change_between_conflicts_and_contests():
    table = cook()
    assert GAME.unsettled(table.state) == ""
    table.do("Gil", "call-contest", who="vael", pool="P", against="fate", difficulty=0, why="")
    assert GAME.unsettled(table.state) == "A contest waits for its dice."
    table.throws("vael", 5, 4)
    table.do("Gil", "open-conflict", what="The soup", ours=("vael",), theirs=())
    assert GAME.unsettled(table.state) == "“The soup” has to end first."


# ---------------------------------------------------------------- modules of the rulebook


OPTIONAL = [({"magic": "false"}, "magic"), ({"combat": "false"}, "combat"),
            ({"combat": "false", "magic": "false"}, "combat")]


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("options", "module"), OPTIONAL)
def test_a_module_that_is_off_leaves_nothing_that_counts_on_sheets_and_pages_and_comes_back_whole(options, module):
    lasts = Running(id="r1", row="sleep-1", caster="vael", stored=12, pros={"troll": 0})
    table = Sitting(
        person("vael", player="s3", perks=("mana", "tough"), gear=("sword-short", "mail"),
               points={"magic:sleep-1": 1, "armed": 1}),
        person("troll", P=20),
    )
    table.have(running={"r1": lasts})
    was = table.state
    table.state = ruled(was, **options)
    gone = {part.module for part in GAME.parts} & {"combat", "magic"} - set(table.state.modules)
    assert module in gone
    for seat in table.seats.values():
        offered = {offer.do for offer in GAME.offers(table.state, seat)}
        assert not offered & {name for name, kind in GAME.commands.by_name.items()
                              for part in GAME.parts if kind in part.commands and part.module in gone}
    [sheet] = table.own("Ann").sheets
    titles = {one.title for one in sheet.skills if not one.gone}
    assert ("Sleep 1" in titles) == ("magic" not in options)
    assert bool(sheet.guards) == ("combat" not in options)
    assert len(sheet.pools) == (3 if "combat" not in options else 0 if "magic" in options else 1)
    assert bool(table.state.running) == ("magic" not in options)
    assert ("effects" in table.board("Ann")) == ("magic" not in options)
    back = ruled(table.state)
    assert back.people["vael"].points == was.people["vael"].points
    assert skill_total(back, "vael", "magic:sleep-1") == skill_total(was, "vael", "magic:sleep-1")
    assert most(back, "vael", "P") == most(was, "vael", "P")


@pytest.mark.rule("MO-X602")
def test_without_magic_people_lose_their_powers_and_what_they_keep_up_ends():
    lasts = Running(id="r1", row="lightning-1", caster="vael", stored=12, pros={})
    table = cook()
    table.have(running={"r1": lasts})
    then = ruled(table.state, magic="false")
    lost, ends, *_ = GAME.touched(table.state, then)
    assert lost.startswith("Vael loses Fire 1 and Lightning 1")
    assert ends == "Lightning 1 of Vael ends."
    assert then.running == {}


# ---------------------------------------------------------------- house rules that come with the game


@pytest.mark.rule("MO-X602", "MO-E60")
def test_isolation_has_no_magic_and_the_gear_of_the_ship():
    [isolation] = map(Module.read, READY)
    check_module(isolation)
    GAME.rulebook.with_module(isolation)
    suit = person("joan", player="s3", P=14, gear=("torch", "spacesuit"), points={"magic:fire-1": 1})
    table = Sitting(suit)
    table.state = GAME.ruled(table.state, GAME.rulebook.settings(isolation.options), (isolation,))
    catalog = catalog_of(table.state)
    assert catalog.powers == {}
    assert {"combat", "isolation"} < {*table.state.modules}
    torch, wand = catalog.weapons["torch"], catalog.weapons["voltage-wand"]
    assert [(str(row.forms[0].die), row.forms[0].size, row.range) for row in (torch, wand)] == [
        ("d10", "heavy", "short"), ("d6", "light", "close"),
    ]
    [sheet] = table.own("Ann").sheets
    assert (sheet.scores[0].score, sheet.scores[0].before, sheet.guards) == (11, 14, (("physical", "d4"),))

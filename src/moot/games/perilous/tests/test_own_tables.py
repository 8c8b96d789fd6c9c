"""A group's own tables at a running table: laid before ours, drawn from, taken away, and heard of not too soon."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moot.core import Choose, Write
from moot.games.perilous.own_tables import LoadTables, TablesDropped, TablesLoaded, read
from moot.games.perilous.packs import Pack
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.chasing import Running
from moot.games.perilous.tests.table import Session
from moot.games.perilous.tests.travelling import Road
from moot.testing import Sitting, choices
from moot.testing.secrecy import difference

OURS = "the-salt-marsh/"
SECRET = ("Quicksand", "Eel catcher", "Maren Holt", "spell a name", "Grey Sluice", "do not", "Water does not")
"""Words of entries that are the guide's until they are drawn or told."""


def load(table: Sitting[Any], text: str = "") -> None:
    """The GM brings the example, or other tables."""
    table.do("Gil", "load-tables", text=text or LoadTables.example())


def first(table: Sitting[Any], who: str, do: str, blank: str) -> str:
    """What stands first in a list that somebody chooses from, in their first offer of it."""
    return next(iter(choices(table.offers(who, do)[0], blank)))


def all_of(table: Sitting[Any], who: str, do: str, blank: str) -> set[str]:
    """Everything that somebody may choose."""
    return {key for offer in table.offers(who, do) for key in choices(offer, blank)}


def at_trouble() -> Running:
    """A chase in the wilds where Wen, who is last, is in trouble, at a table with tables of its own."""
    table = Running(fled=("wen", "rusk"), after=("joss",))
    load(table)
    table.begin()
    table.turn(2)
    table.turn(5)
    table.turn(1)
    table.press("complication", "wen", runner="wen", faces=[6])
    return table


def in_trouble() -> Road:
    """A journey where the Threat dice showed a 6, at a table with tables of its own."""
    table = Road()
    load(table)
    table.away(days=10, threat="high")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=(6, 1, 1))
    return table


# ---------------------------------------------------------------- before ours, wherever one is drawn or chosen


@pytest.mark.rule("GP-RD-16", "GP-CHASE-13")
def test_trouble_of_the_groups_own_is_drawn_and_told():
    table = at_trouble()
    wilds = next(one for one in table.offers("Gil", "draw-trouble") if one.fixed["ground"] == "wilds")
    assert next(iter(choices(wilds, "pick"))) == OURS + "quicksand"
    table.do("Gil", "draw-trouble", chase=table.chase.id, ground="wilds", pick=OURS + "quicksand")
    assert "Drawn, from “The salt marsh”: Quicksand." in table.read["Gil"][-1]
    table.do("Gil", "drop-tables", pack="the-salt-marsh")
    table.do("Gil", "trouble", chase=table.chase.id, use="drawn")
    [trial] = table.state.trials.values()
    assert (trial.who, trial.skill, trial.difficulty) == ("wen", "athletics", "hard")


@pytest.mark.rule("GP-RD-16", "GP-WILD-10")
def test_an_encounter_of_the_groups_own_is_drawn_with_its_foe():
    table = in_trouble()
    table.on("Gil", "draw-encounter", land="river", faces=[1])
    assert "from “The salt marsh”: Eel catchers." in table.read["Gil"][-1]
    stretch = table.stage("Gil").journeys[0].stretch
    assert stretch.meetings[0].opens == "Fight with 3 × Eel catcher."
    table.on("Gil", "draw-encounter", land="river", faces=[13])
    assert table.passage.drawn
    assert table.passage.drawn.row.startswith("encounters/")


@pytest.mark.rule("GP-RD-16", "GP-WILD-10")
@pytest.mark.parametrize("dropped", [False, True])
def test_a_hazard_of_the_groups_own_does_what_it_says_while_its_table_lies_there(dropped):
    table = in_trouble()
    text = LoadTables.example().replace(
        'opens = "fight"',
        'opens = "test"\neffect = { do = "test", skill = "athletics", failure = { do = "damage", points = 8 } }',
    )
    load(table, text)
    table.on("Gil", "draw-encounter", land="river", faces=[1])
    table.on("Gil", "open-encounter", title="Mud", text="")
    table.on("Gil", "face-encounter", who=("dov",))
    if dropped:
        table.do("Gil", "drop-tables", pack="the-salt-marsh")
    table.roll("dov", 9, 8)
    assert (table.state.people["dov"].damage > 0) is not dropped
    assert bool(table.offers("Gil", "face-encounter")) is not dropped


@pytest.mark.rule("GP-RD-16", "GP-WILD-12", "GP-WILD-01")
def test_landmarks_and_doings_of_the_groups_own_stand_first():
    table = Road()
    load(table)
    [to] = [field for field in table.offers("Gil", "draw-stretch")[0].fields if field.name == "to"]
    assert isinstance(to, Write)
    assert to.suggestions[0] == "The Grey Sluice"
    table.away(days=3, threat="mild")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=(1, 1))
    table.on("Gil", "quiet-road")
    table.on("Ann", "camp", days=1)
    assert first(table, "Ann", "camp-doing", "doing") == OURS + "smoke-eels"
    table.on("Ann", "camp-doing", who="orsel", doing=OURS + "smoke-eels")
    assert table.trial_of("orsel").skill == "survival"


@pytest.mark.rule("GP-RD-16", "GP-SOC-09", "GP-MAD-04", "GP-CORR-02", "GP-REP-03")
def test_people_situations_deeds_and_goods_of_the_groups_own_come_before_ours():
    table = Session()
    load(table)
    assert first(table, "Gil", "take-foe", "foe") == OURS + "eel-catcher"
    assert first(table, "Gil", "frame-ready", "talk") == OURS + "dyke-reeve"
    more = {"terrify": ("situation", "lights"), "offend": ("offence", "cut-dyke")}
    for do, (blank, id_) in more.items():
        [field] = [one for one in table.offers("Gil", do)[0].fields if one.name == blank]
        assert isinstance(field, Choose)
        added = [choice for choice in field.choices if "/" in choice.value]
        assert added[0].value == OURS + id_
        assert "The salt marsh" in added[0].hint
        assert all("From Moot" in choice.hint for choice in added[1:])
    assert OURS + "cut-dyke" in all_of(table, "Ann", "confess", "offence")
    minor = table.offers("Ann", "request")[0]
    assert next(key for key in choices(minor, "sample") if "/" in key) == OURS + "flat-boat"
    table.do("Gil", "take-foe", foe=OURS + "eel-catcher", count=2)
    table.do("Gil", "terrify", by="list", situation=OURS + "lights", people=["wen"])
    table.do("Gil", "frame-ready", talk=OURS + "dyke-reeve", people=["rusk"])
    assert [who.name for who in table.state.people.values()][3:] == [
        "Eel catcher", "Eel catcher 2", "Dyke reeve Maren Holt",
    ]


@pytest.mark.rule("GP-RD-16", "GP-SOC-07")
def test_a_temperament_shows_in_the_groups_own_words():
    table = Session()
    load(table)
    table.do("Gil", "frame-ready", talk=OURS + "dyke-reeve", people=["wen"])
    [exchange] = table.state.exchanges.values()
    [npc] = exchange.targets
    table.do("Ann", "tactic", exchange=exchange.id, who="wen", npc=npc, skill="guile")
    table.do("Ann", "roll", trial=table.trial, faces=[10, 1])
    tokens = [one for rung in table.stage("Ann").exchanges[0].targets[0].rungs for one in rung.tokens]
    assert [one.gloss for one in tokens] == ["Swears to have seen the same eel."]


# ---------------------------------------------------------------- taken away, replaced, taken along


@pytest.mark.rule("GP-RD-16", "GP-CORR-02")
def test_what_is_taken_away_is_in_no_list_and_a_deed_that_waits_for_a_nod_stands():
    table = Session()
    load(table)
    table.do("Ann", "confess", who="wen", offence=OURS + "cut-dyke")
    table.do("Gil", "drop-tables", pack="the-salt-marsh")
    assert not table.state.packs
    assert not any(key.startswith(OURS) for key in all_of(table, "Ann", "confess", "offence"))
    assert not any(key.startswith(OURS) for key in all_of(table, "Gil", "take-foe", "foe"))
    table.do("Gil", "nod", claim=next(iter(table.state.claims)), points=6)
    assert [(one.points, one.what) for one in table.who("wen").sins] == [(6, "Cutting a dyke")]
    table.refuses("Gil", "drop-tables", "not-offered", pack="the-salt-marsh")


@pytest.mark.rule("GP-RD-16")
def test_tables_of_the_same_id_go_away_for_new_ones():
    table = Session()
    load(table)
    load(table, LoadTables.example().replace('name = "Eel catcher"', 'name = "Eel hunter"'))
    assert len(table.state.packs) == 1
    assert choices(table.offers("Gil", "take-foe")[0], "foe")[OURS + "eel-catcher"] == "Eel hunter"


@pytest.mark.rule("GP-RD-16")
def test_the_gm_takes_tables_along_as_they_came():
    table = Session()
    load(table)
    [document] = [one for one in GAME.documents(table.state, table.seats["Gil"]) if one.name.startswith("pack-")]
    assert document.name == "pack-the-salt-marsh.toml"
    assert read(document.write()) == read(LoadTables.example())
    assert GAME.formats["perilous-tables"].read(document.write())[0] == "The salt marsh (the-salt-marsh)"
    assert not any("salt" in one.name for one in GAME.documents(table.state, table.seats["Ann"]))


# ---------------------------------------------------------------- who may, and what nobody hears


@pytest.mark.rule("GP-RD-16")
def test_only_the_gm_brings_tables_and_a_faulty_line_is_named():
    table = Session()
    [offer] = table.offers("Gil", "load-tables")
    [text] = offer.fields
    assert isinstance(text, Write)
    assert (text.format, text.suggestions) == ("perilous-tables", (LoadTables.example(),))
    assert LoadTables.brings_file
    refused = table.refuses("Gil", "load-tables", "no-such-mode", "GP-CHASE-03", text=LoadTables.example().replace(
        'modes = ["on-foot"]', 'modes = ["on-stilts"]'
    ))
    assert "Line 10" in refused.message
    for name in ("Ann", "Wim"):
        table.refuses(name, "load-tables", "guide-only", "GP-RD-16", text=LoadTables.example())


@pytest.mark.rule("GP-RD-16")
def test_players_hear_of_what_they_choose_from_and_of_nothing_else():
    table = Session()
    load(table)
    for name in ("Ann", "Wim"):
        [told] = [one for one in table.heard[name] if isinstance(one, TablesLoaded)]
        assert [kind for kind, found in msgspec.to_builtins(told.pack).items() if isinstance(found, tuple | list)] == [
            "gloss", "offence", "requisition", "doing",
        ]
        shown = (table.heard[name], table.read[name], table.offers(name), table.stage(name), table.own(name))
        text = msgspec.json.encode(shown).decode()
        assert not [word for word in SECRET if word in text]
    assert "Quicksand" in msgspec.json.encode(table.heard["Gil"]).decode()


@pytest.mark.rule("GP-RD-16")
def test_of_tables_that_are_the_gms_alone_players_hear_nothing():
    text = LoadTables.example()
    kept = [part for part in text.split("\n[[") if not part.startswith(("gloss", "offence", "requisition", "doing"))]
    table, before = Session(), Session()
    load(table, "\n[[".join(kept))
    assert table.state.packs
    table.do("Gil", "drop-tables", pack="the-salt-marsh")
    assert [type(one) for one in table.events] == [TablesLoaded, TablesDropped]
    load(table, "\n[[".join(kept))
    for name in ("Ann", "Wim"):
        assert not table.heard[name]
        assert not table.read[name]
        now, then = (
            msgspec.to_builtins((one.offers(name), one.stage(name), one.own(name), GAME.situation(one.state)))
            for one in (table, before)
        )
        assert now == then, difference(then, now)


def test_the_example_has_something_of_everything_that_players_hear_of():
    shown = TablesLoaded(pack=read(LoadTables.example())).shown()
    assert shown == Pack(
        id=shown.id, title=shown.title, gloss=shown.gloss, offence=shown.offence, requisition=shown.requisition,
        doing=shown.doing,
    )
    assert all((shown.gloss, shown.offence, shown.requisition, shown.doing))

"""Encounters drawn from tables of any length, and faces of such a draw that somebody types in (GP-WILD-10)."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import msgspec
import pytest

from moot.core import Choose, Count, Refused, Write
from moot.games.perilous.figures import TERRAIN
from moot.games.perilous.journey import waiting as journey_waits
from moot.games.perilous.packs import encounters, foes
from moot.games.perilous.room import GAME
from moot.games.perilous.terms import Land
from moot.games.perilous.tests.travelling import Road
from moot.store import MemoryStore
from moot.table import Asked, Shelf, Table
from moot.table.script import load, perform
from moot.testing.golden import golden_scripts

[PASS] = (path for path in golden_scripts(GAME) if path.stem == "over_the_pass")


def sightings(rows: int) -> str:
    """Tables of a group's own with so many encounters at sea."""
    entries = (
        f'[[encounter]]\nid = "sail-{row}"\nland = "sea"\ntitle = "Sail {row}"\ntext = "Far off."\n'
        'kind = "strange"\nopens = "nothing"\n'
        for row in range(1, rows + 1)
    )
    return 'id = "sails"\ntitle = "Sails"\nabout = "What is seen at sea."\n\n' + "\n".join(entries)


@pytest.mark.rule("GP-WILD-10", "GP-RD-16")
@pytest.mark.parametrize("rows", [1, 7, 188])
def test_every_row_of_a_table_can_be_drawn_however_many_there_are(rows):
    table = Road()
    ours = len(encounters({}, "sea"))
    table.do("Gil", "load-tables", text=sightings(rows))
    table.away(days=10, threat="high")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=(6, 1, 1))
    drawn = []
    for face in range(1, rows + ours + 1):
        table.on("Gil", "draw-encounter", land="sea", faces=[face])
        assert table.passage.drawn
        drawn.append(table.passage.drawn.row)
    assert drawn[:rows] == [f"sails/sail-{row}" for row in range(1, rows + 1)]
    assert drawn == [*encounters(table.state.packs, "sea")]


@pytest.mark.rule("GP-WILD-10", "GP-RD-16")
def test_each_land_says_which_die_it_takes_so_that_a_real_one_can_be_typed():
    table = Road()
    table.do("Gil", "load-tables", text=sightings(7))
    table.away(days=10, surface="sea")
    table.found((2, 3, 5), (2, 3), (9, 8))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[1, 1])
    offers = table.offers("Gil", "draw-encounter")
    assert offers[0].label == "Draw an encounter at sea"
    dice = {offer.fixed["land"]: offer.rolls for offer in offers}
    assert dice == {land: (len(encounters(table.state.packs, land)),) for land in get_args(Land)}
    assert dice["sea"] == (19,)
    table.on("Gil", "draw-encounter", land="river", faces=dice["river"])
    assert table.passage.drawn
    assert table.passage.drawn.row == [*encounters(table.state.packs, "river")][-1]
    assert table.offers("Gil", "draw-encounter")[1].label == "Draw another encounter on the road"
    assert table.offers("Ann", "draw-encounter") == []


async def typed(*faces: int) -> tuple[Table, int, Refused | None]:
    """A real table at its first draw, from 19 rows, with these faces typed: how many entries came, and why not."""
    script = load(PASS)
    until = next(at for at, step in enumerate(script.step) if step.do == "draw-encounter")
    table, keys = await perform(Shelf(MemoryStore()), "perilous", script.__replace__(step=script.step[:until]))
    guide = table.holder(keys["Gil"].secret)
    await table.ask(guide, Asked(id="tables", command={"do": "load-tables", "text": sightings(7)}))
    [journey] = table.ledger.game_state.journeys
    before, refused = table.ledger.seq, None
    try:
        draw = {"do": "draw-encounter", "journey": journey, "land": "sea"}
        await table.ask(guide, Asked(id="draw", command=draw, faces=faces))
    except Refused as refusal:
        refused = refusal
    return table, table.ledger.seq - before, refused


@pytest.mark.rule("GP-WILD-10")
@pytest.mark.parametrize(("faces", "code", "message"), [
    ((20,), "no-such-face", "A d19 cannot show 20."), ((0,), "no-such-face", "A d19 cannot show 0."),
    ((3, 4), "too-many-dice", "This roll takes 1 die, and 2 were typed."),
])
def test_a_face_that_the_table_does_not_have_is_refused(faces, code, message):
    _, came, refused = asyncio.run(typed(*faces))
    assert refused is not None
    assert (came, refused.code, refused.message, refused.field) == (0, code, message, "faces")


@pytest.mark.rule("GP-WILD-10")
@pytest.mark.parametrize("faces", [(), (19,)])
def test_the_table_throws_by_itself_or_takes_a_face_that_it_has(faces):
    table, came, refused = asyncio.run(typed(*faces))
    assert (came, refused) == (1, None)
    state = table.ledger.game_state
    [journey] = state.journeys.values()
    rows = [*encounters(state.packs, "sea")]
    assert journey.stretch.passage.drawn.row in (rows[18:] if faces else rows)


class Met(Road):
    """A journey on which something was drawn, with what the GM read over the form to tell it."""

    why: str = ""


def faced(row: str, title: str, **more: Any) -> Met:
    """A journey on which this row of a table was drawn and told under another title."""
    table = Met()
    table.away(threat="high", **more)
    table.found((2, 3, 5), (2, 3), (2, 3))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[6] * table.stretch.dice)
    land = next(one for one in get_args(Land) if f"encounters/{row}" in encounters({}, one))
    table.on("Gil", "draw-encounter", land=land, faces=[[*encounters({}, land)].index(f"encounters/{row}") + 1])
    table.why = table.offers("Gil", "open-encounter")[0].why
    table.on("Gil", "open-encounter", title=title, text=shown(table, "text"))
    return table


def shown(table: Road, name: str) -> str:
    """What stands ready in a blank of what the GM tells."""
    [offer] = table.offers("Gil", "open-encounter")
    [field] = [field for field in offer.fields if field.name == name]
    assert isinstance(field, Write)
    return field.default


@pytest.mark.rule("GP-WILD-10", "GP-RD-16")
def test_what_is_behind_an_encounter_only_the_gm_reads():
    row = encounters({}, "sea")["encounters/sea-wreckers"]
    assert row.secret
    table = faced("sea-wreckers", row.title)
    assert table.why.startswith(f"Only you know: {row.secret} Nobody is surprised.")
    [mine], [theirs] = (table.stage(name).journeys[0].stretch.meetings for name in ("Gil", "Ann"))
    assert mine.opens == f"{row.secret} Fight with 6 × Footpad."
    assert (theirs.title, theirs.text, theirs.opens) == (row.title, row.text, "")
    told = b"".join(map(msgspec.json.encode, table.heard["Ann"])).decode()
    assert row.text in told
    assert row.secret not in told


@pytest.mark.rule("GP-WILD-10")
@pytest.mark.parametrize("row", ["height-rope-bridge", "height-frozen-company"])
def test_who_faces_an_encounter_hears_of_it_by_the_title_that_was_told(row):
    table = faced(row, "Something ahead")
    table.on("Gil", "face-encounter", who=("fenn",))
    told = b"".join(map(msgspec.json.encode, table.heard["Ann"])).decode()
    assert told.count("Something ahead") > 1
    assert row not in told
    assert encounters({}, "height")[f"encounters/{row}"].title not in told
    table.roll("fenn", 9, 8, 10, 10)
    assert table.state.people["fenn"].peril > 0


FITS = {
    "sea": ("rough sea or ocean", "open sea"),
    "river": ("river rapids", "fast river", "slow river", "upriver", "navigable river"),
    "wood": ("impenetrable forest", "taiga", "trackless forest", "thin forest", "trails"),
    "height": ("mountains", "high hills", "deep caves", "caverns", "foothills", "rolling hills"),
    "waste": ("blighted land", "desert", "badlands", "tundra", "wasteland", "marsh", "open badlands"),
    "road": (
        "lakeside paths", "well-worn paths", "plains", "meadows", "paved or gravelled road",
        "signed and patrolled highway",
    ),
}
"""The words of the rules for land, by the table of encounters that fits them."""


def tables(**stretch: str) -> list[str]:
    """The tables from which the GM may draw on such a Stretch, the one that fits first."""
    table = Road()
    table.away(threat="high", **stretch)
    table.found((2, 3, 5), (2, 3), (2, 3))
    for who in table.journey.travellers:
        table.roll(who, 10, 1)
    table.on("Gil", "threat", faces=[1] * table.stretch.dice)
    return [offer.fixed["land"] for offer in table.offers("Gil", "draw-encounter")]


@pytest.mark.rule("GP-WILD-10", "GP-WILD-02")
@pytest.mark.parametrize("land", [word for row in TERRAIN.values() for word in row.words])
def test_the_land_says_which_table_is_drawn_from_first(land):
    [fits] = (table for table, words in FITS.items() if land in words)
    for surface in ("path", "road"):
        first, *others = tables(land=land, surface=surface)
        assert first == fits
        assert sorted([first, *others]) == sorted(FITS)
    assert [tables(land=land, surface=surface)[0] for surface in ("river", "sea")] == ["river", "sea"]


def met(row: int, land: Land = "road") -> Road:
    """A road on which the encounter of that row finds them, of the road's table or another land's."""
    table = Road()
    table.away(surface="road")
    table.found((2, 3, 5), (2, 3), (2, 3))
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[])
    table.on("Gil", "draw-encounter", land=land, faces=[row])
    return table


def test_what_is_drawn_comes_before_a_quiet_road():
    table = met(1)
    asked = {do: table.offers("Gil", do)[0].urgency for do in ("open-encounter", "quiet-road")}
    assert asked == {"open-encounter": "must", "quiet-road": "may"}


@pytest.mark.rule("GP-WILD-10")
def test_whom_an_encounter_brings_is_one_press_away_and_stands_in_the_fight():
    rows = [*encounters({}, "road").values()]
    at, row = next((at, one) for at, one in enumerate(rows, 1) if one.opens == "fight" and one.count > 1)
    table = met(at)
    assert [offer.label for offer in table.offers("Gil", "take-foe")] == ["Take somebody ready-made"]
    [tell] = table.offers("Gil", "open-encounter")
    assert [tell.by_itself()[name] for name in ("title", "text")] == [row.title, row.text]
    table.on("Gil", "open-encounter", title=row.title)
    bring, other = table.offers("Gil", "take-foe")
    assert bring.label == f"Bring in: {foes({})[f'foes/{row.foe}'].name}"
    assert (bring.urgency, other.urgency) == ("may", "tool")
    [many] = (field for field in bring.fields if isinstance(field, Count))
    assert many.default == row.count
    assert bring.fixed["foe"] == f"foes/{row.foe}"
    table.do("Gil", "take-foe", foe=bring.fixed["foe"], count=many.default)
    there = tuple(who.id for who in table.state.people.values() if who.npc)
    assert len(there) == row.count
    assert bringing(table) == ["Take somebody ready-made"]
    assert proposed(table, "open-fight", "foes") == proposed(table, "open-chase", "pursuers") == there


def test_somebody_is_taken_ready_made_before_the_party_sets_out():
    table = Road()
    assert bringing(table) == ["Take somebody ready-made"]


def bringing(table: Road) -> list[str]:
    """What the GM reads over the people to take ready-made."""
    return [offer.label for offer in table.offers("Gil", "take-foe")]


def proposed(table: Road, do: str, blank: str) -> tuple[str, ...]:
    """Who stands ticked in a blank of the GM's."""
    [offer] = table.offers("Gil", do)
    [field] = (field for field in offer.fields if field.name == blank)
    assert isinstance(field, Choose)
    return field.default


def robbed() -> tuple[Road, str, list[str]]:
    """A road on which an encounter with several has been told: its foe, and the ids of those brought for it."""
    at, row = next((at, one) for at, one in enumerate(encounters({}, "road").values(), 1) if one.opens == "fight")
    table = met(at)
    table.on("Gil", "open-encounter", title=row.title)
    foe = f"foes/{row.foe}"
    table.do("Gil", "take-foe", foe=foe, count=3)
    return table, foe, [who.id for who in table.state.people.values() if who.npc]


@pytest.mark.rule("GP-WILD-10")
def test_an_encounter_knows_whom_it_brought_by_more_than_their_names():
    table, _, there = robbed()
    for who, name in zip(there, ("Old Gorm", "Hask", "Pell"), strict=True):
        table.do("Gil", "set-details", who=who, name=name, social_class="lowborn", focuses="")
    table.npc("Footpad 2")
    assert bringing(table) == ["Take somebody ready-made"]
    assert proposed(table, "open-fight", "foes") == tuple(there)


@pytest.mark.rule("GP-WILD-10")
def test_those_who_cannot_fight_stand_ticked_in_no_list():
    table, foe, there = robbed()
    table.put(there[0], dead=True)
    table.do("Gil", "take-foe", foe=foe, count=1, hidden=True)
    assert proposed(table, "open-fight", "foes") == proposed(table, "open-chase", "pursuers") == tuple(there[1:])


@pytest.mark.rule("GP-WILD-10")
def test_the_same_encounter_once_more_brings_others():
    table, foe, there = robbed()
    assert table.passage.meeting
    row = table.passage.meeting.row
    table.on("Gil", "close-encounter")
    table.on("Gil", "draw-encounter", land="road", faces=[[*encounters({}, "road")].index(row) + 1])
    assert bringing(table) == ["Take somebody ready-made"]
    table.on("Gil", "open-encounter", title="Again")
    again, _ = bringing(table)
    assert again.startswith("Bring in: ")
    assert proposed(table, "open-fight", "foes") == ()
    table.do("Gil", "take-foe", foe=foe, count=1)
    [late] = proposed(table, "open-fight", "foes")
    assert late not in there


@pytest.mark.rule("GP-WILD-10")
def test_who_is_brought_while_an_encounter_is_held_ready_belongs_to_it():
    at, row = next((at, one) for at, one in enumerate(encounters({}, "road").values(), 1) if one.opens == "fight")
    table = met(at)
    table.do("Gil", "take-foe", foe=f"foes/{row.foe}", count=1)
    table.on("Gil", "open-encounter", title=row.title)
    assert bringing(table) == ["Take somebody ready-made"]
    assert len(proposed(table, "open-fight", "foes")) == 1


@pytest.mark.rule("GP-WILD-10")
def test_nobody_waits_for_the_end_of_an_encounter_while_what_it_opened_goes_on():
    table = met(1)
    table.on("Gil", "open-encounter", title="Footpads")
    assert [one.what for one in journey_waits(table.state)] == ["what comes of the encounter"]
    table.do("Gil", "open-fight", party=("orsel",), foes=())
    assert journey_waits(table.state) == ()


def leads(table: Road) -> tuple[str, str, list[str]]:
    """The GM's question, what stands open under it, and the other answers."""
    asked = table.asked("Gil")
    return asked.title, asked.lead.partition(":")[0], [way.key.partition(":")[0] for way in asked.ways]


@pytest.mark.rule("GP-WILD-10")
def test_an_encounter_is_begun_before_it_is_over():
    rows = [*encounters({}, "road").values()]
    at, row = next((at, one) for at, one in enumerate(rows, 1) if one.opens == "fight")
    table = met(at)
    table.on("Gil", "open-encounter", title=row.title)
    assert leads(table) == ("How does it begin?", "take-foe", ["close-encounter"])
    table.do("Gil", "take-foe", foe=f"foes/{row.foe}", count=1)
    assert leads(table) == ("How does it begin?", "open-fight", ["close-encounter"])
    table.do("Gil", "open-fight", party=("orsel",), foes=proposed(table, "open-fight", "foes"))
    [fight] = table.state.fights
    for name, face in (("Gil", 10), ("Ann", 1)):
        table.do(name, "roll-initiative", fight=fight, faces=[face])
    foe, = (who.name for who in table.state.people.values() if who.npc)
    assert leads(table) == (f"What does {foe} do?", "call-trial", ["deal-harm"])
    table.do("Gil", "close-fight", fight=fight)
    assert leads(table) == ("What came of it?", "close-encounter", [])


@pytest.mark.rule("GP-WILD-10")
@pytest.mark.parametrize(("opens", "lead"), [
    ("chase", "take-foe"), ("fear", "face-encounter"), ("nothing", "close-encounter"), ("test", "face-encounter"),
    ("exchange", "frame-ready"),
])
def test_what_an_encounter_opens_says_what_stands_open(opens, lead):
    land, at, row = next(
        (land, at, one) for land in get_args(Land) for at, one in enumerate(encounters({}, land).values(), 1)
        if one.opens == opens
    )
    table = met(at, land)
    table.on("Gil", "open-encounter", title=row.title)
    assert leads(table)[1] == lead


@pytest.mark.rule("GP-WILD-10")
def test_an_exchange_on_the_road_begins_with_who_is_there_already():
    at, row = next((at, one) for at, one in enumerate(encounters({}, "road").values(), 1) if one.opens == "exchange")
    table = met(at)
    table.npc("A pedlar")
    table.on("Gil", "open-encounter", title=row.title)
    assert leads(table) == ("How does it begin?", "frame", ["close-encounter"])


@pytest.mark.rule("GP-WILD-10")
def test_what_came_of_a_hazard_is_asked_once_it_is_faced():
    at = next(at for at, one in enumerate(encounters({}, "road").values(), 1) if one.opens == "test")
    table = met(at)
    table.on("Gil", "open-encounter", title="The well")
    table.on("Gil", "face-encounter", who=["orsel"])
    table.roll("orsel", 1, 2)
    assert leads(table) == ("What came of it?", "close-encounter", [])


@pytest.mark.rule("GP-WILD-10")
def test_a_hazard_that_is_taken_back_asks_for_no_test_any_more():
    at = next(at for at, one in enumerate(encounters({}, "road").values(), 1) if one.opens == "test")
    table = met(at)
    table.on("Gil", "open-encounter", title="The well")
    table.on("Gil", "face-encounter", who=["orsel", next(who for who in table.journey.travellers if who != "orsel")])
    table.on("Gil", "strike-encounter")
    assert not table.state.trials

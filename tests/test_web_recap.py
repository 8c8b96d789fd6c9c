"""The recap of a chapter or session: a page that is the same for all, with nothing in it that only some may know."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest
from tests.visitors import Visitor, site

from moot import games
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.recap import markdown, recap
from moot.table.script import Script, Step, demos, follow, perform, read
from moot.web.lobby import ONLOOKER
from moot.web.screen import screen
from moot.web.site import Site

pytestmark = pytest.mark.anyio


def script(game: str) -> Script:
    """An evening of a game that its room has as data."""
    root = Path(str(files(games.find(game).package))) / "tests"
    if game == "wicked-age":
        fight = read((root / "scripts" / "camp_fight.toml").read_text(encoding="utf-8"))
        demo = demos(games.find(game))["camp"]
        return msgspec.structs.replace(demo, step=[*demo.step, *fight.step])
    return read((root / "golden" / "the_cavern.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("wicked-age", ("Mekha is exhausted", "Who wants what of whom", "We owe", "Tajie wins, over Mekha and Esan")),
        ("swords-edge", ("Jyrell takes Stress", "How they stand", "The mission before everything else", "A troll")),
    ],
)
async def test_everybody_reads_the_same_and_the_whole_of_it(game, says):
    app = site()
    table, keys = await perform(app.site.shelf, game, script(game))
    pages = []
    for key in keys.values():
        visitor = Visitor(app)
        visitor.cookies.set("moot_seat", key.secret, domain="moot.test", path=f"/t/{table.id}")
        page = (await visitor.get(f"/t/{table.id}/recap")).text
        assert all(words in page for words in says)
        pages.append(page.replace(key.seat, "SEAT"))
        assert (await visitor.get(f"/t/{table.id}/recap.md")).text == markdown(recap(table.ledger, ONLOOKER))
    assert len({re.sub(r'class="seat-\d"|SEAT', "", page) for page in pages}) == 1
    told = markdown(recap(table.ledger, ONLOOKER))
    assert "## What changed" in told
    assert says[0] in told


async def test_a_hidden_name_stands_in_no_recap():
    played = script("swords-edge")
    before = list(takewhile(lambda step: step.do != "end-scene", played.step))
    coming = [Step(seat="Erin", do="take-nc", fill={"sample": "Troll", "count": 1})]
    table, _ = await perform(Shelf(MemoryStore()), "swords-edge", msgspec.structs.replace(played, step=before + coming))
    hidden = [nc.name for nc in table.ledger.game_state.ncs.values() if not nc.visible]
    told = markdown(recap(table.ledger, ONLOOKER))
    assert hidden
    assert not [name for name in hidden if name in told]


async def test_strangers_read_none_of_it():
    app = site()
    table, _ = await perform(app.site.shelf, "swords-edge", script("swords-edge"))
    for path in ("recap", "recap.md"):
        assert (await Visitor(app).get(f"/t/{table.id}/{path}")).status_code == 401


async def test_the_screen_in_the_room_shows_what_it_came_to_beside_the_knot():
    app = site()
    shared: Site = app.site
    table, keys = await perform(shared.shelf, "wicked-age", script("wicked-age"))
    await table.remember(ONLOOKER)
    assert "Who wants what of whom" not in screen(shared, table, "http://moot.test")["screen-stage"].html
    await follow(table, keys, [Step(seat="Erin", do="close-chapter")])
    stage = screen(shared, table, "http://moot.test")["screen-stage"].html
    assert "Chapter 1 is over" in stage
    assert "Who wants what of whom" in stage
    assert not re.search(r"<(form|button|input|a)\b", stage)


async def test_what_befell_somebody_of_the_guides_has_the_guides_hue():
    app = site()
    table, keys = await perform(app.site.shelf, "perilous", demos(games.find("perilous"))["salt_road"])
    one = next(who for who in table.ledger.game_state.cast() if who.npc and who.known)
    hurt = {"who": [one.name], "points": 30}
    await follow(table, keys, [Step(seat="Gil", do="deal-harm", pick="Let people be hurt", fill=hurt)])
    visitor = Visitor(app)
    visitor.cookies.set("moot_seat", keys["Gil"].secret, domain="moot.test", path=f"/t/{table.id}")
    page = (await visitor.get(f"/t/{table.id}/recap")).text
    hues = re.findall(r'<li class="deed \w+ seat-(\d)">(?:(?!</li>).)*<p class="what">' + one.name, page, re.DOTALL)
    assert {*hues} == {str(table.ledger.table.chairs[keys["Gil"].seat].hue)}

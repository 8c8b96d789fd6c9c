"""Every game's own panels, along every demo it has: they can be made at any step, for every seat, and are whole."""

import re
from importlib.resources import files

import msgspec
import pytest
from tests import toy

from moot import games
from moot.store.memory import MemoryStore
from moot.table import House, Shelf
from moot.table.script import Script, SeatNamed, Step, demos, follow, perform, read
from moot.testing.pages import flaws
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panels import Screens

pytestmark = pytest.mark.anyio

toy.install()
DEMOS = [(name, demo) for name in games.names() for demo in demos(games.find(name))]


@pytest.mark.parametrize(("game", "demo"), DEMOS)
async def test_every_panel_of_a_demo_can_be_made_for_everyone_at_every_step(game, demo):
    script = demos(games.find(game))[demo]
    screens = Screens(Pages(), Journals(Pages()))
    table, keys = await perform(Shelf(MemoryStore()), game, msgspec.structs.replace(script, step=()))
    steps = [None, *script.step]
    for step in steps:
        if step is not None:
            await follow(table, keys, [step])
        for key in keys.values():
            seat = table.ledger.table.chairs[key.seat].seat
            panels = screens.screen(table, seat, "http://moot.test")
            assert flaws("".join(panel.html for panel in panels.values())) == []


@pytest.mark.parametrize(("game", "brings", "fill"), [
    ("modos", "quick-build", {"name": "The lurker", "main": "Physical", "skill": "Sneak", "strikes": "A weapon"}),
    ("perilous", "quick-figures", {"name": "The lurker", "measure": "Able"}),
])
async def test_who_is_hidden_stands_behind_the_screen_and_not_in_the_cast_as_well(game, brings, fill):
    screens = Screens(Pages(), Journals(Pages()))
    seats = (SeatNamed("Gil", "guide"), SeatNamed("Ann"))
    step = Step(seat="Gil", do=brings, fill={**fill, "hidden": True})
    table, keys = await perform(Shelf(MemoryStore()), game, Script(title="T", seats=seats, step=(step,)))
    panels = screens.screen(table, table.holder(keys["Gil"].secret), "http://moot.test")
    assert "The lurker" in panels["me"].html
    assert "The lurker" not in panels["everyone"].html


@pytest.mark.parametrize("game", games.names())
async def test_seats_that_see_the_same_share_the_bytes(game):
    screens = Screens(Pages(), Journals(Pages()))
    table, _ = await Shelf(MemoryStore()).open(game, "T", "Ann", house=House(door="open"))
    keys = [await table.come(name, "watcher") for name in ("Ben", "Cas")]
    ben, cas = (screens.screen(table, table.holder(key.secret), "http://moot.test") for key in keys)
    assert ben["head"] is cas["head"]
    assert ben["banners"] is cas["banners"]
    assert ben["everyone"] is cas["everyone"]
    assert ben["board"] is cas["board"]
    assert ben["composer"] is cas["composer"]
    assert ben["me"] is not cas["me"]


@pytest.mark.parametrize(("game", "demo"), DEMOS)
async def test_the_head_of_a_page_says_nothing_twice(game, demo):
    screens = Screens(Pages(), Journals(Pages()))
    table, keys = await perform(Shelf(MemoryStore()), game, demos(games.find(game))[demo])
    for key in keys.values():
        head = screens.screen(table, table.holder(key.secret), "http://moot.test")["head"].html
        [title], [whose] = (re.findall(rf'class="{part}"[^>]*>(.*?)</', head) for part in ("scene", "whose"))
        assert title
        assert title != whose


async def test_between_conflicts_the_gm_has_the_next_scene_and_the_chapters_end_at_hand():
    game = games.find("wicked-age")
    table, keys = await perform(Shelf(MemoryStore()), game.name, demos(game)["camp"])
    pages = Pages()
    screens = Screens(pages, Journals(pages))

    def at_hand(name: str) -> list[str]:
        seat = table.ledger.table.chairs[keys[name].seat].seat
        html = screens.screen(table, seat, "http://moot.test")["ask"].html
        return [label for label in ("Open a scene", "Close the chapter") if label in html]

    assert at_hand("Erin") == []
    script = files(game.package) / "tests" / "scripts" / "camp_fight.toml"
    await follow(table, keys, read(script.read_text(encoding="utf-8")).step)
    assert at_hand("Erin") == ["Open a scene", "Close the chapter"]
    assert at_hand("Martha") == []

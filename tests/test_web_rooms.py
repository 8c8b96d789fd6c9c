"""Every game's own panels, along every demo it has: they can be made at any step, for every seat, and are whole."""

from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest
from tests import toy

from moot import games
from moot.store.memory import MemoryStore
from moot.table import House, Shelf
from moot.table.script import demos, follow, perform
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panels import Screens

pytestmark = pytest.mark.anyio

toy.install()
DEMOS = [(name, demo) for name in games.names() for demo in demos(games.find(name))]
VOID = {"br", "circle", "ellipse", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"}


class Checker(HTMLParser):
    """Notes every id and every element that is not closed where it should be."""

    def __init__(self):
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.names = set()
        self.described = set()
        self.open = []
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        given = dict(attrs)
        if "id" in given:
            self.ids[given["id"]] += 1
        for name in ("aria-describedby", "aria-labelledby", "for", "list"):
            self.described |= set((given.get(name) or "").split())
        if "style" in given or any(name.startswith("on") for name in given):
            self.wrong.append(f"<{tag} {given}>")

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")


def check(html):
    checker = Checker()
    checker.feed(html)
    assert checker.wrong == []
    assert checker.open == []
    assert [id_ for id_, times in checker.ids.items() if times > 1] == []
    assert checker.described - set(checker.ids) - {""} == set()


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
            check("".join(panel.html for panel in panels.values()))


@pytest.mark.parametrize("game", games.names())
async def test_seats_that_see_the_same_share_the_bytes(game):
    screens = Screens(Pages(), Journals(Pages()))
    table, _ = await Shelf(MemoryStore()).open(game, "T", "Ann", house=House(door="open"))
    keys = [await table.come(name, "watcher") for name in ("Ben", "Cas")]
    ben, cas = (screens.screen(table, table.holder(key.secret), "http://moot.test") for key in keys)
    assert ben["head"] is cas["head"]
    assert ben["banners"] is cas["banners"]
    assert ben["everyone"] is not cas["everyone"]

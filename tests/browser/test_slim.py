"""Where a roll is all but hopeless, nobody is urged to it, and the page says what would be better."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.browser.people import PHONE, door, take_seat

from moot import games
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


@pytest.fixture
def kyle(party, server):
    """The page of Kyle's player in the cavern, who faces something far too hard."""
    table, keys = server.run(perform(server.shelf, "swords-edge", demos(games.find("swords-edge"))["cavern"]))
    state = table.ledger.game_state
    hard: dict[str, Any] = {"rank": "exceptional", "traits": {}, "concept": None, "elements": ()}
    table.ledger.game_state = replace(state, ncs={id_: replace(nc, **hard) for id_, nc in state.ncs.items()})
    page = take_seat(party.page(**PHONE), party.url, table, keys["Ruth"])
    form = door(page, "Kyle Devos takes on")
    form.get_by_label("Uncover").check()
    form.get_by_role("button").last.click()
    page.locator("section.test").wait_for()
    return page


def chance(page):
    """The chance in the bar."""
    return page.locator("#bar .reckoned:not([hidden]) .chance").text_content()


def test_the_better_way_is_named_with_its_chance_and_does_what_it_says(kyle):
    roll = kyle.locator("#bar button", has_text="Roll")
    expect(roll).to_have_text(re.compile("Roll anyway"))
    expect(roll).not_to_have_class(re.compile("primary"))
    line = kyle.locator("[data-if-slim]")
    free, luck = re.findall(r"(\w+) with ([^:]*?)(?:, for \d Luck)?: (\d+\s%)", line.text_content() or "")
    expect(line).to_contain_text("Or: Kyle Devos does nothing this round.")
    for trait, helpers, promised in (free, luck):
        kyle.locator("[name='f.trait']").and_(kyle.get_by_label(trait)).check()
        for helper in helpers.split(", "):
            taps = kyle.locator("section.test .tap:visible", has_text=helper)
            tap = taps.locator("input:not([name='f.trait'])").first
            if not tap.is_checked():
                tap.check()
        assert chance(kyle) == promised
    expect(roll).to_have_text(re.compile(r"Roll\s*$"))
    expect(roll).to_have_class(re.compile("primary"))
    expect(line).to_be_hidden()

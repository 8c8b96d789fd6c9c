"""The stage stays in view: as a strip over what is asked once that is scrolled down, and at the foot of a sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, in_any_light, verb

from moot import games
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


@pytest.fixture
def seats(party, server):
    """A table where Ben has tossed; everybody's key."""
    table, keys = party.gather("Ann", "Ben", "Cas")
    server.run(table.ask(table.holder(keys["Ben"].secret), Asked(id="toss", command={"do": "toss", "dice": 2})))
    return table, keys


def test_past_the_stage_what_just_happened_stands_over_what_is_asked_and_nothing_moves(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"], **PHONE)
    over = page.locator(".moment > .strip")
    expect(over).to_be_hidden()
    page.locator("#board").evaluate("board => { board.style.minBlockSize = '200vh'; }")
    height = page.locator("#now").evaluate("now => now.scrollHeight")
    page.locator("#now").evaluate("now => { now.scrollTop = now.scrollHeight; }")
    expect(over).to_be_in_viewport()
    expect(over.locator(".says")).to_have_text("Ben tosses")
    expect(over.locator(".die")).to_have_count(2)
    assert page.locator("#now").evaluate("now => now.scrollHeight") == height
    over.tap()
    expect(over).to_be_hidden()
    expect(page.locator("#beat .beat")).to_be_in_viewport()


def test_a_deed_that_waits_for_answers_is_the_stage_while_it_stands_there(party, server):
    table, keys = server.run(perform(server.shelf, "modos", demos(games.find("modos"))["toll_bridge"]))
    page = party.sit(table, keys["Ann"], **PHONE)
    over, deed = page.locator(".moment > .strip"), page.locator("#fray .pending")
    expect(deed).to_be_in_viewport()
    expect(over).to_be_hidden()
    page.locator("#now").evaluate("now => { now.scrollTop = now.scrollHeight; }")
    expect(over).to_be_in_viewport()
    expect(over.locator(".says")).to_contain_text("attacks Sir Brolf")
    over.tap()
    expect(over).to_be_hidden()
    expect(deed).to_be_in_viewport()


def test_a_sheet_shows_what_happens_behind_it_and_says_it_aloud(party, server, seats):
    table, keys = seats
    page = party.sit(table, keys["Ben"], **PHONE)
    form = verb(page, "My name")
    name = form.get_by_label("My name")
    name.fill("Benj")
    at = name.bounding_box()
    foot = page.get_by_role("dialog").locator("> .strip")
    expect(foot).to_have_attribute("role", "status")
    expect(foot.locator(".die")).to_have_count(2)
    server.run(table.ask(table.holder(keys["Cas"].secret), Asked(id="again", command={"do": "toss", "dice": 3})))
    expect(foot.locator(".die")).to_have_count(3)
    expect(foot).to_contain_text("tosses")
    expect(name).to_be_focused()
    expect(name).to_have_value("Benj")
    assert name.bounding_box() == at
    assert in_any_light(page) == []
    assert party.complaints == []

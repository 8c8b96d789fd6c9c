"""The camp fight as it begins and as it is over, on a phone: the card stands at the top, and leads to the recap."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import PHONE, in_any_light

from moot.games.wicked_age import GAME
from moot.table.script import demos, follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("camp_fight.toml").read_text(encoding="utf-8"))


def test_a_fight_begins_and_ends_on_a_phone(server, party):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(GAME)["camp"]))
    page = party.page(**PHONE)
    tom = Seated(server, table, keys["Tom"], page)
    card = page.locator("#beat .frame")
    expect(card.locator("h2")).to_have_text("Mekha searches the camp")
    expect(card.locator(".faces li")).to_have_count(4)
    expect(card).to_be_in_viewport()
    server.run(follow(table, keys, SCRIPT.step))
    expect(card.locator(".lead")).to_have_text("It is over, after three rounds")
    expect(card.locator(".down")).to_have_count(3)
    expect(page.locator("#beat .deed")).to_have_count(7)
    expect(page.locator("#beat .deed", has_text="Mekha is exhausted").locator(".cut")).to_have_count(2)
    assert in_any_light(page) == []
    page.locator("#beat a", has_text="The story so far").click()
    expect(page.locator(".recap h1")).to_have_text("Blood & Sex")
    expect(page.locator(".recap .web")).to_be_visible()
    assert in_any_light(page) == []
    page.get_by_role("link", name="Back to the table").click()
    expect(tom.page.locator("#beat .frame")).to_be_visible()
    assert party.complaints == []

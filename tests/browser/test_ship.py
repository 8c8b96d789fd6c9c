"""Isolation on a phone and on the screen in the room: the ship beside what happens, and each of its endings."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import PHONE, in_any_light
from tests.browser.test_screen import fits, look_at

from moot.games.modos import room
from moot.table import script

pytestmark = pytest.mark.browser

GOLDEN = Path(room.__file__).parent / "tests" / "golden"
WON = "Isolation is won"


@pytest.mark.parametrize(
    ("evening", "lead"), [("airlock", WON), ("tricked", WON), ("shuttle", WON), ("lost", "Isolation is lost")]
)
def test_the_last_press_of_an_evening_ends_it_on_every_screen(party, evening, lead):
    played = script.load(GOLDEN / f"isolation_{evening}.toml")
    *before, last = played.step
    shelf = party.server.shelf
    table, keys = party.server.run(script.perform(shelf, "modos", replace(played, step=tuple(before))))
    screen = look_at(party, table)
    expect(screen.locator("#ship .plan")).to_be_visible()
    assert fits(screen)
    who = Seated(party.server, table, keys[last.seat], party.page(**PHONE))
    assert in_any_light(who.page) == []
    who.press(last)
    for page in (screen, who.page):
        expect(page.locator(".frame .lead")).to_have_text(lead)
    expect(screen.locator("#ship")).to_have_count(0)
    assert fits(screen)
    assert party.complaints == []

"""Four people in four browsers play the camp fight to its printed end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from moot.core import Seat
from moot.games.wicked_age import GAME
from moot.table.script import demos, perform, read
from tests.browser.conftest import PHONE, browser, linked, party, server
from tests.browser.hands import press

__all__ = ["browser", "party", "server"]

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("camp_fight.toml").read_text(encoding="utf-8"))


def seat_of(table, keys, name) -> Seat:
    return table.ledger.table.chairs[keys[name].seat].seat


@pytest.mark.rule("WA-FIGHT-4")
def test_the_camp_is_fought_in_four_browsers(server, party):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(GAME)["camp"]))
    pages = {}
    for name in ("Erin", "Martha", "Tom", "Amy"):
        page = pages[name] = party.page(**(PHONE if name == "Tom" else {}))
        page.goto(f"{server.url}/t/{table.id}/back/{server.run(table.back_link(keys[name].seat))}")
        page.get_by_role("button").first.click()
        linked(page)
    for step in SCRIPT.step:
        press(pages[step.seat], table.offers(seat_of(table, keys, step.seat)), step)
    for page in pages.values():
        expect(page.locator("#board")).to_contain_text("The third round is over")
        expect(page.locator("#lines")).to_contain_text("Esan loses a die size off maneuvering")
    assert party.complaints == []

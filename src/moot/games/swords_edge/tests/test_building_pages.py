"""A Test is built on a page: each tap says at once what the Test comes to, without asking the server."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated

from moot.table.script import load, perform

pytestmark = pytest.mark.browser
SCRIPT = load(Path(__file__).with_name("scripts") / "the_stair.toml")
FIRST = next(at for at, step in enumerate(SCRIPT.step) if step.do == "roll-momentum")


@pytest.mark.rule("SE-MOM-01")
def test_a_tap_shows_what_the_test_comes_to_by_then(server, party):
    before = msgspec.structs.replace(SCRIPT, step=SCRIPT.step[:FIRST])
    table, keys = server.run(perform(server.shelf, "swords-edge", before))
    name = SCRIPT.step[FIRST].seat
    page = Seated(server, table, keys[name], party.page()).page
    every = json.loads(page.locator("#ask [data-rows]").get_attribute("data-rows") or "")
    rows = {row[0]: row for row in every["rows"]}
    shown, ends = page.locator("#bar .reckoned"), page.locator("#ask .ends [data-at] li")
    begun = int(shown.get_attribute("data-at") or "")
    tap = page.locator('#ask [name="f.qualities"]:not(:disabled)').first

    def stands(at: int) -> None:
        _, says, needs, chance, _, shares = rows[at]
        expect(shown.locator(".sumtotal")).to_have_text(says)
        expect(shown.locator(".needed b")).to_have_text(needs)
        expect(shown.locator(".chance")).to_have_text(chance)
        expect(ends).to_have_text([f"{every['ends'][end][1]} {percent}" for end, _, percent in shares])
        parts = "svg => [...svg.children].map(one => [one.getAttribute('class'), +one.getAttribute('width')])"
        drawn = shown.locator(".odds").evaluate(parts)
        assert drawn == [[every["ends"][end][0], pytest.approx(width)] for end, width, _ in shares]

    stands(begun)
    tap.check(force=True)
    stands(begun + int(tap.get_attribute("data-adds") or ""))
    tap.uncheck(force=True)
    stands(begun)
    assert party.complaints == []

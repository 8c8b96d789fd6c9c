"""The cavern as it begins and as it is over, on a phone, and what its end asks of each, answered by a tap."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import PHONE, in_any_light

from moot.table.script import follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("golden").joinpath("the_cavern.toml").read_text(encoding="utf-8"))
FRAMED, ENDED = (
    next(at for at, step in enumerate(SCRIPT.step, 1) if step.do == do) for do in ("frame-scene", "end-scene")
)


@pytest.mark.rule("SE-PIV-02")
def test_a_scene_begins_and_ends_and_its_end_is_answered_by_a_tap(server, party):
    script = msgspec.structs.replace(SCRIPT, step=SCRIPT.step[:FRAMED])
    table, keys = server.run(perform(server.shelf, "swords-edge", script))
    page = party.page(**PHONE)
    Seated(server, table, keys["Ben"], page)
    card = page.locator("#beat .frame")
    expect(card.locator("h2")).to_have_text("The cavern")
    expect(card).to_contain_text("Find out what this place is, and live")
    server.run(follow(table, keys, SCRIPT.step[FRAMED:ENDED]))
    expect(card.locator(".lead")).to_have_text("The scene is over")
    expect(page.locator("#beat .deed", has_text="Jyrell takes Stress")).to_contain_text("Cunning +0 → −2")
    assert in_any_light(page) == []
    page.get_by_role("button", name="The scene touched “In the name of science!”").click()
    expect(page.locator("#beat")).to_contain_text("Kyle Devos earns an Advancement")
    expect(page.locator("#ask")).not_to_contain_text("Nothing more for Kyle Devos")
    cleo = Seated(server, table, keys["Cleo"], party.page(**PHONE))
    expect(cleo.page.locator("#ask")).not_to_contain_text("The scene touched")
    page.goto(f"{server.url}/t/{table.id}/recap")
    expect(page.locator(".recap h1")).to_have_text("Session 1")
    assert in_any_light(page) == []
    assert party.complaints == []

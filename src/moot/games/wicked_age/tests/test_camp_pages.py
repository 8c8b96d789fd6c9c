"""The camp fight to its printed end: at its moments people open their pages, look and press."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import MOVING, PHONE, in_any_light

from moot.games.wicked_age import GAME
from moot.table.script import demos, follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("camp_fight.toml").read_text(encoding="utf-8"))
LOOKED_AT = ("declare", "answer", "inflict", "propose")
"""Before the first step of each kind, the page of whoever takes it is looked over."""
BY_ALL = ("answer", "propose")
"""At these the pages of the others are open too, and hear of the press."""


@pytest.mark.long
@pytest.mark.rule("WA-FIGHT-4")
def test_the_camp_is_fought_and_at_its_moments_four_browsers_are_there(server, party):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(GAME)["camp"]))
    names = ("Erin", "Martha", "Tom", "Amy")
    pages = {name: party.page(**({**PHONE, **MOVING} if name == "Amy" else {})) for name in names}
    looked: set[str] = set()
    for step in SCRIPT.step:
        if step.do not in LOOKED_AT or step.do in looked:
            server.run(follow(table, keys, [step]))
            continue
        there = names if step.do in BY_ALL else (step.seat,)
        people = {name: Seated(server, table, keys[name], pages[name]) for name in there}
        looked.add(step.do)
        assert in_any_light(pages[step.seat]) == []
        people[step.seat].press(step)
        for person in people.values():
            person.page.goto("about:blank")
    assert looked == set(LOOKED_AT)
    for name in names:
        page = Seated(server, table, keys[name], pages[name]).page
        expect(page.locator("#lines")).to_contain_text("Esan loses: maneuvering d6 to d4")
        page.locator("#last-fight a").click()
        expect(page.locator("#sheet .said")).to_contain_text("It is settled")
    assert party.complaints == []

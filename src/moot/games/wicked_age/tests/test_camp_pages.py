"""The camp fight to its printed end: at its moments four people open their pages, look and press."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, PHONE, in_any_light

from moot.games.wicked_age import GAME
from moot.table.script import demos, follow, perform, read

pytestmark = pytest.mark.browser
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("camp_fight.toml").read_text(encoding="utf-8"))
PICTURES = os.environ.get("MOOT_PICTURES", "")
"""A folder for the README's pictures; empty: they are looked at, and thrown away."""


LOOKED_AT = ("declare", "answer", "inflict", "propose")
"""Before the first step of each kind, the page of whoever takes it is looked over."""


def photograph(page: Page, folder: Path) -> None:
    """What the one who must answer sees, at a laptop and on a phone."""
    expect(page.locator(".stakes")).to_contain_text("you win outright")
    for name, (width, height) in (("answering", (1280, 800)), ("phone", (360, 780))):
        page.set_viewport_size({"width": width, "height": height})
        picture = page.screenshot(path=folder / f"{name}.png")
        assert len(picture) > 10_000
    page.set_viewport_size(LAPTOP["viewport"])


@pytest.mark.long
@pytest.mark.rule("WA-FIGHT-4")
def test_the_camp_is_fought_and_at_its_moments_four_browsers_are_there(server, party, tmp_path):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(GAME)["camp"]))
    names = ("Erin", "Martha", "Tom", "Amy")
    pages = {name: party.page(**(PHONE if name == "Amy" else {"reduced_motion": "reduce"})) for name in names}
    answers = 0
    looked: set[str] = set()
    for step in SCRIPT.step:
        answers += step.do == "answer"
        looks = step.do in LOOKED_AT and step.do not in looked
        pictures = step.do == "answer" and answers == 4
        if not (looks or pictures):
            server.run(follow(table, keys, [step]))
            continue
        people = {name: Seated(server, table, keys[name], pages[name]) for name in names}
        if looks:
            looked.add(step.do)
            assert in_any_light(pages[step.seat]) == []
        if pictures:
            photograph(pages[step.seat], Path(PICTURES or tmp_path))
        people[step.seat].press(step)
        for page in pages.values():
            page.goto("about:blank")
    assert looked == set(LOOKED_AT)
    for name in names:
        page = Seated(server, table, keys[name], pages[name]).page
        expect(page.locator("#board")).to_contain_text("It is settled")
        expect(page.locator("#lines")).to_contain_text("Esan loses: maneuvering d6 to d4")
    assert party.complaints == []

"""Four people in four browsers play the camp fight to its printed end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import LAPTOP, PHONE, browser, in_any_light, party, server
from tests.browser.hands import Seated

from moot.games.wicked_age import GAME
from moot.table.script import demos, perform, read

__all__ = ["browser", "party", "server"]

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


@pytest.mark.rule("WA-FIGHT-4")
def test_the_camp_is_fought_in_four_browsers(server, party, tmp_path):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(GAME)["camp"]))
    people = {}
    for name in ("Erin", "Martha", "Tom", "Amy"):
        page = party.page(**(PHONE if name == "Amy" else {"reduced_motion": "reduce"}))
        people[name] = Seated(server, table, keys[name], page)
    answers = 0
    looked: set[str] = set()
    for step in SCRIPT.step:
        if step.do in LOOKED_AT and step.do not in looked:
            looked.add(step.do)
            assert in_any_light(people[step.seat].page) == []
        answers += step.do == "answer"
        if step.do == "answer" and answers == 4:
            photograph(people[step.seat].page, Path(PICTURES or tmp_path))
        people[step.seat].press(step)
    assert looked == set(LOOKED_AT)
    for page in party.pages:
        expect(page.locator("#board")).to_contain_text("It is settled")
        expect(page.locator("#lines")).to_contain_text("Esan loses: maneuvering d6 to d4")
    assert party.complaints == []

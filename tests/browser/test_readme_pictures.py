"""README's pictures: moments at tables that rolled dice of their own, none of them typed in."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.resources import files
from itertools import count, takewhile
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, take_seat

from moot import games
from moot.core import MootError
from moot.table import Key, Table
from moot.table.script import Script, Step, demos, perform, read

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("MOOT_PICTURES", "")
"""A folder for the pictures; empty: they are looked at, and thrown away."""
SEEDS = 250
"""So many seeds of dice are tried: what falls hangs on everything in the log."""
SOME_DAY = 1_790_000_000_000
"""When the tables were opened, in milliseconds: the dice hang on that, too."""
Keys: TypeAlias = dict[str, Key]


def script(game: str, path: str) -> Script:
    """A script among the tests of a game."""
    return read(files(games.find(game).package).joinpath("tests", *path.split("/")).read_text(encoding="utf-8"))


def unrolled(steps: Iterable[Step]) -> list[Step]:
    """These steps without the dice that are typed in for them: the table rolls."""
    return [replace(step, faces=()) for step in steps]


@pytest.fixture
def taken(monkeypatch, server, tmp_path):
    """Has tables roll dice of their own, and takes pictures of pages."""

    class Taking:
        def table(self, game: str, first: Script, then: Iterable[Step] = (), shows: str = "") -> tuple[Table, Keys]:
            """A table that went these steps, of the first seed whose dice allow them and lead to what it `shows`."""
            steps = [*unrolled(first.step), *unrolled(then)]
            for seed in range(SEEDS):
                monkeypatch.setattr(server.shelf, "_entropy", Random(seed).randbytes)
                monkeypatch.setattr(server.shelf, "_now", count(SOME_DAY, 1000).__next__)
                try:
                    table, keys = server.run(perform(server.shelf, game, replace(first, step=steps)))
                except MootError:
                    continue
                if shows in table.ledger.situation().headline:
                    return table, keys
            raise AssertionError(f"no seed leads to {shows!r}")

        def picture(self, page: Page, name: str, width: int = 1280, height: int = 800) -> None:
            """What a page shows, as a file; no dice of it were typed in."""
            expect(page.locator(".from-table")).to_have_count(0)
            page.set_viewport_size({"width": width, "height": height})
            picture = page.screenshot(path=Path(PICTURES or tmp_path) / f"{name}.png")
            assert len(picture) > 10_000

    return Taking()


def test_an_answer_in_the_camp(server, party, taken):
    steps = script("wicked-age", "scripts/camp_fight.toml").step
    moved = Step(seat="Martha", do="move", fill={"against": ["Tajie"], "deed": "He turns her to the light"})
    before = [*takewhile(lambda step: step.do != "move", steps), moved]
    table, keys = taken.table("wicked-age", demos(games.find("wicked-age"))["camp"], before)
    tom = Seated(server, table, keys["Tom"], party.page(**LAPTOP)).page
    expect(tom.locator(".stakes")).to_contain_text("you win outright")
    taken.picture(tom, "answering")
    taken.picture(tom, "phone", 360, 780)


def test_a_test_that_is_built_in_the_cavern(server, party, taken):
    whole = script("swords-edge", "golden/the_cavern.toml")
    at = next(at for at, step in enumerate(whole.step) if (step.do, step.seat) == ("act", "Ann"))
    table, keys = taken.table("swords-edge", replace(whole, step=whole.step[:at]))
    ann = Seated(server, table, keys["Ann"], party.page(**LAPTOP))
    ann.fill_in(whole.step[at])
    expect(ann.page.locator(".reckoned:visible .chance").first).to_contain_text("%")
    ann.page.locator("#now").evaluate("now => now.scrollTo(0, 0)")
    taken.picture(ann.page, "building")


def test_a_chase_on_the_salt_road(server, party, taken):
    table, keys = taken.table("perilous", demos(games.find("perilous"))["salt_road"], shows="Wen: the roll")
    gil = take_seat(party.page(**LAPTOP), party.url, table, keys["Gil"])
    expect(gil.locator("#board")).to_contain_text("Road agent 2")
    taken.picture(gil, "chase")


def test_a_fight_on_the_toll_bridge(server, party, taken):
    table, keys = taken.table("modos", demos(games.find("modos"))["toll_bridge"], shows="attacks Sir Brolf")
    ann = take_seat(party.page(**LAPTOP), party.url, table, keys["Ann"])
    expect(ann.locator("#board")).to_contain_text("Goblin shaman")
    expect(ann.locator("#ask")).to_contain_text("do you react?")
    taken.picture(ann, "bridge")

"""In Sword's Edge dice stand once while they lie, and what comes after an act is a question of its own."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import expect
from tests.browser.people import LAPTOP, PHONE

from moot import games
from moot.table import Asked
from moot.table.script import demos, follow, perform, read

pytestmark = pytest.mark.browser


@pytest.fixture
def cavern(server):
    """The cavern after Kyle has rolled his defence; everybody's key, and the steps that follow."""
    game = games.find("swords-edge")
    table, keys = server.run(perform(server.shelf, game.name, demos(game)["cavern"]))
    script = read((files(game.package) / "tests" / "scripts" / "cavern_fight.toml").read_text(encoding="utf-8"))
    at = next(at for at, step in enumerate(script.step) if step.do == "defend") + 1
    server.run(follow(table, keys, script.step[:at]))
    return table, keys, script.step[at:]


@pytest.mark.parametrize("shape", [PHONE, LAPTOP])
def test_dice_that_lie_stand_on_the_stage_and_below_once_that_tells_of_something_else(party, server, cavern, shape):
    table, keys, _ = cavern
    page = party.sit(table, keys["Ruth"], **shape)
    dice = page.locator("#now .die:visible")
    expect(page.locator("#beat .die:visible")).to_have_count(2)
    expect(dice).to_have_count(2)
    expect(page.locator("#board .dice-down .rolled")).to_contain_text("Charisma")
    tella = next(one.id for one in table.game.cast(table.ledger.game_state, guide=False) if "Tella" in one.name)
    passes = Asked(id="passes", command={"do": "let-pass", "who": tella})
    server.run(table.ask(table.holder(keys["Sam"].secret), passes))
    expect(page.locator("#beat")).to_contain_text("Tella of Jost")
    expect(page.locator("#board .dice-down .die:visible")).to_have_count(2)


def test_what_somebody_does_who_has_acted_is_one_question_that_nobody_waits_for(party, server, cavern):
    table, keys, steps = cavern
    page = party.sit(table, keys["Ruth"], **PHONE)
    expect(page).to_have_title(f"● Your turn – {table.ledger.table.title} · Moot")
    server.run(follow(table, keys, steps[:1]))
    title = page.locator("#ask .ask-title")
    expect(title).to_have_text("What now, Kyle Devos?")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()
    expect(page).to_have_title(f"{table.ledger.table.title} · Moot")
    ways = page.locator("#ask details.way > summary > b, #ask form button")
    expect(ways).to_have_text(["Seize the Momentum, at −2", "Hold out"])
    assert party.complaints == []

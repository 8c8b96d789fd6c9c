"""The salt road on three phones, a laptop and the screen in the room: everybody sees the track move."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import LAPTOP, PHONE, accessible, in_any_light, linked, take_seat
from tests.browser.test_screen import fits, look_at

from moot.games.perilous import GAME
from moot.table import Asked
from moot.table.script import Step, demos, follow, perform

pytestmark = pytest.mark.browser

UNDER_THE_PICTURE = """() => {
    const [picture, question, bar] = [".picture", "#question", "#bar"]
        .map((named) => document.querySelector(named).getBoundingClientRect());
    return picture.top > 0 && picture.bottom <= question.top && question.bottom < (bar.top || innerHeight) }"""
"""Whether the picture stands over the question, and both are seen without scrolling."""
DICE_BETWEEN = """() => {
    const [picture, die, waits] = [".picture", ".fallen .die", ".waits"]
        .map((named) => document.querySelector(named).getBoundingClientRect());
    return picture.bottom <= die.top && die.bottom <= waits.top }"""
"""Whether the dice on the screen lie under the picture, and over whom all wait for."""

LEGIBLE = """() => {
    const box = (named) => document.querySelector(named).getBoundingClientRect();
    const names = [...document.querySelectorAll(".track .nm")].map((name) => name.getBoundingClientRect().height);
    return names.length == 12 && Math.min(...names) > innerHeight / 45
        && box(".picture").right <= box(".beat").left }"""
"""Whether all twelve who run have a name that can be read from afar, beside what just happened."""


@pytest.mark.rule("GP-CHASE-03", "GP-CHASE-06", "GP-CHASE-10")
def test_everybody_sees_the_track_move(server, party):
    table, keys = server.run(perform(server.shelf, "perilous", demos(GAME)["salt_road"]))
    pages = {
        name: take_seat(party.page(**(LAPTOP if name == "Gil" else PHONE)), party.url, table, key)
        for name, key in keys.items()
    }
    watcher = server.run(table.come("Wim", "watcher"))
    pages["Wim"] = take_seat(party.page(**PHONE), party.url, table, watcher)
    screen = party.page()
    screen.goto(f"{party.url}/t/{table.id}/screen?k={server.run(table.new_screen())}")
    linked(screen)
    for page in (*pages.values(), screen):
        expect(page.get_by_role("img", name="Wen 20")).to_be_visible()
    ann = pages["Ann"]
    assert in_any_light(ann) == []
    assert accessible(pages["Gil"]) == []
    expect(ann.locator("#ask")).to_contain_text("1D10 + 11 (rouncey): from 20 to between 32 and 41")
    expect(ann.locator("#ways-on")).to_contain_text("Rouncey to 32–41. Road agent: 15 %, Road agent 2: 10 %")
    expect(pages["Ben"].locator("#ways-on")).to_have_count(0)
    for name in ("Ann", "Ben"):
        assert pages[name].evaluate(UNDER_THE_PICTURE), name
    ann.get_by_role("button", name="Roll the move").click()
    expect(ann.locator("#ask")).to_contain_text("Do something")
    assert ann.locator("#bar button").all_text_contents() == ["Do something", "Do nothing more"]
    now = next(iter(table.ledger.game_state.chases.values())).runners["n1"].value
    assert now > 31
    for page in (*pages.values(), screen):
        expect(page.get_by_role("img", name=f"Wen {now}")).to_be_visible()
    assert screen.evaluate(DICE_BETWEEN)
    assert party.complaints == []


@pytest.mark.rule("GP-CHASE-03", "GP-CHASE-15")
def test_a_chase_of_many_can_be_read_on_the_screen_beside_what_befell_four(server, party):
    table, keys = server.run(perform(server.shelf, "perilous", demos(GAME)["salt_road"]))

    def does(do, **fill):
        server.run(follow(table, keys, [Step(seat="Gil", do=do, fill=fill)]))

    does("call-off", stops="pursuers")
    does("take-foe", foe="foes/footpad", count=12)
    does("open-chase", title="Down the salt road")
    does("begin-chase")
    screen = look_at(party, table)
    left = {"chase": next(reversed(table.ledger.game_state.chases)), "side": "", "how": "left-behind"}
    who = [id_ for id_, one in table.ledger.game_state.people.items() if one.name.startswith("Footpad")][:4]
    command = {"do": "leave-chase", "who": who, **left}
    server.run(table.ask(table.holder(keys["Gil"].secret), Asked(id="left", command=command)))
    expect(screen.locator(".beat")).to_contain_text("Footpad 4")
    for width, height in ((1366, 768), (1920, 1080)):
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate(LEGIBLE)
        assert fits(screen)

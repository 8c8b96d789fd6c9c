"""A screen in the room: it fits every size, follows, heals, and nothing on it can be reached by a key."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.browser.people import in_any_light, linked

from moot import games
from moot.table.script import load, perform
from moot.testing.golden import golden_scripts

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (1920, 1080), (390, 844)]


def put_up(party, guide, **options):
    """The screen of `guide`'s table, on a browser of its own."""
    return look_at(party, party.table(guide), **options)


def look_at(party, table, **options):
    """The screen of a table, on a browser of its own."""
    code = party.server.run(table.new_screen())
    screen = party.page(**options)
    screen.goto(f"{party.url}/t/{table.id}/screen?k={code}")
    linked(screen)
    return screen


def fits(page):
    """Whether every part of the screen is on it."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
            ".at-screen > *, .around > li, .fallen .die, .waits, .plan, .act, .verdict, .frame")]
            .map(el => el.getBoundingClientRect()).filter(box => box.width)
            .every(box => box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1)"""
    )


def test_a_screen_follows_from_the_lobby_to_a_throw(party):
    ann = party.open("coin")
    screen = put_up(party, ann)
    expect(screen.get_by_role("heading", name="Come to the table")).to_be_visible()
    ben = party.join(ann, "Ben")
    expect(screen.locator(".around")).to_contain_text("Ben")
    ann.get_by_role("button", name="Hide a number").click()
    expect(screen.locator("#screen-stage")).to_contain_text("A number is hidden.")
    expect(screen.locator("#screen-waits")).to_contain_text("Waiting for Ben")
    expect(screen.locator(".come svg")).to_be_visible()
    toss = ben.locator("#ask form.offer, #ask details", has_text="Toss").first
    toss.locator("summary").first.click() if toss.locator("summary").count() else None
    ben.get_by_role("button", name="Toss").click()
    expect(screen.locator(".beat .die").first).to_be_visible()
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert fits(screen), (width, height)
    screen.set_viewport_size({"width": 1920, "height": 1080})
    assert screen.locator(".beat .die").first.bounding_box()["width"] >= 0.12 * 1920
    found = in_any_light(screen)
    assert found == [], "\n".join(found)
    screen.keyboard.press("Tab")
    assert screen.evaluate("document.activeElement === document.body")
    assert party.complaints == []


def test_a_pause_in_the_lobby_leaves_the_way_to_the_table_open(party):
    ann = party.open("coin")
    screen = put_up(party, ann)
    ann.get_by_role("button", name="Pause the game").click()
    expect(screen.get_by_role("heading", name="Paused")).to_be_visible()
    square = screen.locator(".doorway svg")
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert square.evaluate(
            """el => { const box = el.getBoundingClientRect();
                const points = [0.1, 0.5, 0.9].map((at) => [box.x + at * box.width, box.y + at * box.height]);
                return points.every(([x, y]) => el.contains(document.elementFromPoint(x, y))) }"""
        ), (width, height)
        assert fits(screen), (width, height)
    party.join(ann, "Ben")
    expect(screen.locator(".around")).to_contain_text("Ben")


@pytest.mark.own_server
def test_a_screen_comes_back_with_the_server(party, server):
    ann = party.open("coin")
    screen = put_up(party, ann)
    port = server.port
    server.stop()
    expect(screen.get_by_text("Reconnecting")).to_be_visible()
    server.start(port)
    linked(screen)
    linked(ann)
    ann.get_by_role("button", name="Hide a number").click()
    expect(screen.locator("#screen-stage")).to_contain_text("A number is hidden.")


def test_a_screen_whose_link_was_changed_says_so_and_shows_nothing_more(party, server):
    ann = party.open("coin")
    screen = put_up(party, ann)
    server.run(party.table(ann).new_screen())
    expect(screen.locator("#screen-stage")).to_contain_text("This link no longer shows the table.")
    expect(screen.locator("#screen-cast")).to_be_empty()


@pytest.mark.parametrize(("game", "name"), [("perilous", "salt_road"), ("wicked-age", "first_chapter"),
                                            ("swords-edge", "the_cavern")])
def test_the_end_of_a_fight_or_a_chapter_is_whole_on_a_screen(party, server, game, name):
    script = next(path for path in golden_scripts(games.find(game)) if path.stem == name)
    table, _ = server.run(perform(server.shelf, game, load(script)))
    screen = look_at(party, table, viewport={"width": 1920, "height": 1080})
    expect(screen.locator(".frame")).to_be_visible()
    hidden = screen.evaluate(
        """() => {
            const all = [...document.querySelectorAll(".act, .fallen, .frame, .deed, .web svg")];
            const seen = all.map((el) => [el, el.getBoundingClientRect()]).filter(([, box]) => box.height);
            const end = document.querySelector(".waits").getBoundingClientRect().top + 1;
            const over = (a, b) => a.right > b.left && b.right > a.left && a.bottom > b.top + 1 && b.bottom > a.top + 1;
            const amiss = ([, box], at) => box.bottom > end || seen.slice(at + 1).some(([, other]) => over(box, other));
            return seen.filter(amiss).map(([el, box]) => [el.className, box.top, box.bottom, end]) }"""
    )
    assert hidden == []


CARDS = """() => {
    const end = document.querySelector(".waits").getBoundingClientRect().top + 1;
    const cards = [...document.querySelectorAll("#screen-stage .deed")];
    const seen = cards.filter((card) => card.checkVisibility());
    const amiss = seen.filter((card) => card.getBoundingClientRect().bottom > end);
    return [cards.length, seen.length, amiss.length, document.querySelector(".deeds").dataset.more ?? ""] }"""
"""How many cards a screen has, how many can be seen, how many of these are not whole, and what counts the rest."""


@pytest.mark.parametrize(("size", "all_fit"), [((1920, 1080), True), ((1366, 768), True), ((1920, 700), False)])
def test_all_cards_of_a_long_evening_are_whole_or_counted(party, server, size, all_fit):
    script = next(path for path in golden_scripts(games.find("perilous")) if path.stem == "the_ferry_inn")
    evening = load(script)
    evening = replace(evening, step=evening.step[:83])  # the session is over
    table, _ = server.run(perform(server.shelf, "perilous", evening))
    screen = look_at(party, table, viewport={"width": 1920, "height": 1080})
    expect(screen.locator(".frame")).to_contain_text("Session 1 is over")
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    screen.wait_for_function("size => innerWidth === size && document.getAnimations().length === 0", arg=size[0])
    screen.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    every, seen, amiss, more = screen.evaluate(CARDS)
    assert (every, amiss, seen == every) == (23, 0, all_fit)
    assert more == ("" if seen == every else f"and {every - seen} more")


def test_a_deed_that_many_answer_is_whole_on_a_screen(party, server):
    script = next(path for path in golden_scripts(games.find("modos")) if path.stem == "toll_bridge")
    fight = load(script)
    fight = replace(fight, step=fight.step[:12])  # the troll strikes, and its foe defends
    table, _ = server.run(perform(server.shelf, "modos", fight))
    screen = look_at(party, table, viewport={"width": 1366, "height": 768})
    answer = screen.locator(".standing .pending .party").last
    expect(answer).to_be_visible()
    answer.evaluate("one => { for (let more = 0; more < 7; more++) one.after(one.cloneNode(true)); }")
    screen.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    boxes = [one.bounding_box() for one in screen.locator(".standing *").all()]
    ends = [box["y"] + box["height"] for box in boxes if box]
    assert max(ends) <= screen.locator(".waits").bounding_box()["y"] + 1
    assert fits(screen)

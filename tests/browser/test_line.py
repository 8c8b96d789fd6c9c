"""The connection to the server: scripts that come late, a server that goes and comes back, two tabs, a phone in a
pocket."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, accessible, linked, verb

from moot.table import Asked
from moot.web import stream

pytestmark = pytest.mark.browser

HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser tells a page that goes to the background or comes to the front."""
MARK = "() => { window.sameDocument = true }"


def says(page, text):
    page.locator("#say").fill(text)
    page.get_by_role("button", name="Say it").click()


def never_reloaded(page):
    return page.evaluate("window.sameDocument === true")


@pytest.mark.parametrize("late", ["moot.js", "htmx.min.js", "hx-sse.min.js"])
def test_the_line_comes_up_however_late_a_script_arrives(party, late):
    ann = party.open("coin")
    page = ann.context.new_page()
    held: list[Any] = []
    page.route(f"**/static/*/vendor/{late}", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request(f"**/static/*/vendor/{late}"):
        page.goto(ann.url, wait_until="commit")
    others = {"moot.js", "htmx.min.js", "hx-sse.min.js"} - {late}
    come = "names => names.every(name => performance.getEntriesByType('resource').some(e => e.name.includes(name)))"
    page.wait_for_function(come, arg=sorted(others))
    page.evaluate("() => new Promise(done => setTimeout(() => setTimeout(done)))")
    held[0].continue_()
    linked(page)
    says(ann, "Are you there?")
    expect(page.locator("#lines")).to_contain_text("Are you there?")


def test_a_press_that_began_before_the_script_came_opens_its_door(party):
    ann = party.open("modos")
    page = ann.context.new_page()
    held: list[Any] = []
    page.route("**/static/*/vendor/moot.js", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/static/*/vendor/moot.js"):
        page.goto(ann.url, wait_until="commit")
    link = page.locator("#ask a.door", has_text="Hours pass")
    link.hover()
    page.mouse.down()
    held[0].continue_()
    expect(link).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#ask form button", has_text="Hours pass")).to_be_visible(timeout=9000)


@pytest.mark.own_server
def test_when_the_server_comes_back_so_does_the_page_with_what_was_being_typed(party, server):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    tab = ben.context.new_page()
    tab.goto(ben.url)
    linked(tab)
    for page in (ann, ben, tab):
        page.evaluate(MARK)
    note = ann.get_by_label("A note to yourself")
    note.press_sequentially("before, ")
    ben.locator("#say").fill("Half a sent")
    server.stop()
    for page in (ann, ben, tab):
        expect(page.get_by_text("Reconnecting")).to_be_visible()
    note.press_sequentially("while it was away, ")
    ben.get_by_role("button", name="Say it").click()
    expect(ben.locator("form.composer[aria-busy]")).to_have_count(0)
    expect(ben.locator("#say")).to_have_value("Half a sent")
    server.start(server.port)
    table = server.run(server.shelf.find(ann.url.rpartition("/")[2]))
    for page in (ann, ben, tab):
        linked(page)
        expect(page.get_by_text("Reconnecting")).to_be_hidden()
    note.press_sequentially("and after")
    expect(note).to_have_value("before, while it was away, and after")
    expect(note).to_be_focused()
    ann.get_by_role("button", name="Hide a number").click()
    for page in (ben, tab):
        expect(page.locator("#ask")).to_contain_text("What is the number?")
    ben.locator("#say").press_sequentially("ence.")
    ben.get_by_role("button", name="Say it").click()
    for page in (ann, ben, tab):
        expect(page.locator("#lines")).to_contain_text("Half a sentence.")
        assert page.locator("#lines").inner_text().count("A number is hidden.") == 1
        assert never_reloaded(page)
    assert table.ledger.game_state.hint == "before, while it was away, and after"


def test_an_answer_that_gets_lost_is_asked_for_again_and_nothing_is_done_twice(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")

    def lose(route):
        route.fetch()
        route.abort()

    ben.route("**/say", lose)
    says(ben, "Once.")
    expect(ann.locator("#lines")).to_contain_text("Once.")
    expect(ben.locator("#composer").get_by_role("alert")).to_contain_text("No answer came. Press again")
    expect(ben.locator("form.composer[aria-busy]")).to_have_count(0)
    expect(ben.locator("#say")).to_have_value("Once.")
    ben.unroute("**/say")
    ben.get_by_role("button", name="Say it").press("Enter")
    expect(ben.locator("#say")).to_have_value("")
    expect(ben.locator("#composer-refused")).to_be_empty()
    says(ben, "Twice.")
    expect(ann.locator("#lines")).to_contain_text("Twice.")
    assert ann.locator("#lines").inner_text().count("Once.") == 1


def test_two_tabs_of_one_seat_agree(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    tab = ben.context.new_page()
    tab.goto(ben.url)
    linked(tab)
    ann.get_by_role("button", name="Hide a number").click()
    ben.get_by_label("Your guess").fill("2")
    tab.get_by_label("Your guess").fill("6")
    ben.get_by_role("button", name="Guess").click()
    for page in (ben, tab):
        expect(page.locator("#lines")).to_contain_text("guesses 2")
    expect(tab.get_by_label("Your guess")).to_have_value("6")
    tab.close()
    expect(ann.locator("#everyone li", has_text="Ben")).not_to_contain_text("away")
    ben.close()
    expect(ann.locator("#everyone li", has_text="Ben")).to_contain_text("away")


def test_a_phone_that_was_in_a_pocket_catches_up(party, server):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.evaluate(MARK)
    ben.locator("#say").fill("I was just")
    rename = verb(ben, "Change my name")
    rename.get_by_label("My name").fill("Benjamin")
    ben.evaluate(HIDDEN, True)
    expect(ann.locator("#everyone li", has_text="Ben")).to_contain_text("away")
    ann.get_by_role("button", name="Hide a number").click()
    table = server.run(server.shelf.find(ann.url.rpartition("/")[2]))
    guide = next(seat for seat in table.ledger.table.seated() if seat.guides)
    for n in range(70):
        command = {"do": "say", "text": f"Word {n}.", "manner": "story"}
        server.run(table.ask(guide, Asked(id=f"word {n}", command=command)))
    expect(ann.locator("#lines")).to_contain_text("Word 69.")
    assert "Word 69." not in ben.locator("#lines").inner_text()
    ben.evaluate(HIDDEN, False)
    expect(ben.locator("#lines")).to_contain_text("Word 69.")
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    linked(ben)
    assert ben.locator("#lines").inner_text().count("Word 37.") == 1
    expect(ben.locator("#say")).to_have_value("I was just")
    expect(rename.get_by_label("My name")).to_have_value("Benjamin")
    expect(ann.locator("#everyone li", has_text="Ben")).not_to_contain_text("away")
    assert never_reloaded(ben)


def test_on_a_phone_the_journals_tab_counts_what_came_meanwhile(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **PHONE)
    tab, badge = ben.locator("#tab-journal"), ben.locator("#badge-journal")
    box = ben.locator("nav.thumb").bounding_box()
    expect(badge).to_be_empty()
    says(ann, "One.")
    expect(badge).to_have_text("1")
    expect(ann.locator("#say")).to_be_empty()
    says(ann, "Two.")
    expect(badge).to_have_text("2")
    expect(badge).to_be_visible()
    expect(tab).to_have_accessible_name("Story, 2 new")
    assert ben.locator("nav.thumb").bounding_box() == box
    assert accessible(ben) == []
    tab.check(force=True)
    expect(badge).to_be_empty()
    expect(tab).to_have_accessible_name("Story")
    says(ann, "Three.")
    expect(ben.locator("#lines")).to_contain_text("Three.")
    ben.locator("#tab-me").check(force=True)
    expect(badge).to_be_empty()
    says(ann, "Four.")
    expect(badge).to_have_text("1")


def test_what_happens_is_heard_behind_every_tab_of_a_phone(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **PHONE)
    told = ben.locator("#told")
    expect(told).to_have_role("status")
    ben.locator("#tab-me").check(force=True)
    ann.get_by_role("button", name="Hide a number").click()
    expect(told).to_contain_text("A number is hidden.")
    ben.locator("#tab-now").check(force=True)
    toss = verb(ben, "Toss")
    toss.get_by_role("button", name="Toss").click()
    expect(ben.locator("#beat")).to_contain_text("tosses")
    expect(told).to_be_empty()


def test_who_speaks_goes_on_speaking_until_they_choose_otherwise(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    myself, tell, mask = (ben.get_by_label(name, exact=True) for name in ("As myself", "Tell", "As Ben's mask"))
    expect(mask).to_be_checked()
    tell.check(force=True)
    says(ben, "It rains.")
    expect(ann.locator("#lines .tell")).to_have_text("It rains.")
    expect(ben.locator("#say")).to_be_empty()
    expect(tell).to_be_checked()
    myself.check(force=True)
    says(ben, "Tea?")
    expect(ann.locator("#lines .ooc")).to_contain_text("Tea?")
    ben.evaluate(MARK)
    rename = verb(ben, "Change my name")
    rename.get_by_label("My name").fill("Benno")  # so that the composer's voices are made anew
    rename.get_by_role("button").click()
    expect(ben.get_by_label("As Benno's mask", exact=True)).to_be_attached()
    expect(myself).to_be_checked()
    assert never_reloaded(ben)


def test_a_voice_that_is_gone_gives_way_to_the_usual_one(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.get_by_label("As Ben's mask", exact=True).check(force=True)
    says(ben, "I speak.")
    expect(ann.locator("#lines .speech")).to_contain_text("I speak.")
    seating = verb(ann, "Make Ben a watcher")
    seating.get_by_role("button", name="Make Ben a watcher").click()
    expect(ben.get_by_label("As Ben's mask", exact=True)).to_have_count(0)
    expect(ben.get_by_label("As myself", exact=True)).to_be_checked()


def test_whose_seat_is_gone_is_told_so_and_asks_no_more(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    asked: list[str] = []
    ben.on("request", lambda request: asked.append(request.url) if "/stream" in request.url else None)
    away = verb(ann, "Take Ben’s seat away")
    ben.clock.install()
    away.get_by_role("button", name="Take Ben’s seat away").click()
    expect(ben.locator("#ask")).to_contain_text("You have no seat at this table.")
    ben.clock.fast_forward(6_000)  # the page asks once more, and is told again
    ben.locator("html[data-link=gone]").wait_for(state="attached")
    expect(ben.locator(".banner.offline")).to_be_hidden()
    so_far = len(asked)
    assert so_far
    ben.clock.fast_forward(60_000)
    assert len(asked) == so_far


def test_whose_seat_went_while_the_phone_slept_is_told_so_too(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    expect(ben.locator(".banner.gone")).to_be_hidden()
    ben.evaluate(HIDDEN, True)
    expect(ann.locator("#everyone li", has_text="Ben")).to_contain_text("away")
    away = verb(ann, "Take Ben’s seat away")
    away.get_by_role("button", name="Take Ben’s seat away").click()
    expect(ann.locator("#everyone li", has_text="Ben")).to_have_count(0)
    ben.evaluate(HIDDEN, False)
    expect(ben.get_by_role("alert").filter(has_text="your seat at it, is gone")).to_be_visible()
    expect(ben.locator(".banner.offline")).to_be_hidden()


def test_a_network_that_goes_and_comes_leaves_no_page_behind(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.evaluate("dispatchEvent(new Event('offline'))")
    expect(ben.get_by_text("Reconnecting")).to_be_visible()
    ben.evaluate("dispatchEvent(new Event('online'))")
    linked(ben)
    expect(ben.get_by_text("Reconnecting")).to_be_hidden()
    says(ann, "Still here?")
    expect(ben.locator("#lines")).to_contain_text("Still here?")


def test_a_line_that_died_without_a_word_is_found_out_and_made_anew(party, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 3600.0)
    ann = party.open("coin")
    ann.clock.install()
    ann.reload()
    linked(ann)
    with ann.expect_request("**/stream*"):
        ann.clock.run_for(50_000)
    linked(ann)


def test_signs_of_life_keep_a_quiet_line(party, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.02)
    ann = party.open("coin")
    ann.clock.install()
    ann.reload()
    linked(ann)
    asked: list[str] = []
    ann.on("request", lambda request: asked.append(request.url))
    feed = ann.locator("#feed")
    for _ in range(3):
        ann.clock.run_for(25_000)
        feed.evaluate("feed => new Promise(done => feed.addEventListener('moot:alive', done, { once: true }))")
    assert [url for url in asked if "/stream" in url] == []

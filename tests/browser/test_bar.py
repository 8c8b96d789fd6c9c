"""The bar: the one button of what is asked, apart from its form, and never under the hand for another question."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, door, put_away, verb

from moot.table import Asked

pytestmark = pytest.mark.browser


def held_back(page):
    """The next command, kept from the server until it is let go."""
    held = []
    page.route("**/do", lambda route: held.append(route), times=1)  # noqa: PLW0108 - playwright takes no built-in
    return held


def test_a_refusal_is_brought_into_view_wherever_the_form_has_scrolled(party):
    ann = party.open("coin", **PHONE)
    ann.set_viewport_size({"width": 390, "height": 420})
    refuse = lambda route: route.fulfill(status=422, body="<span>Not that.</span>")  # noqa: E731
    ann.route("**/do", refuse)
    words = ann.locator("#ask form.offer").get_by_role("alert")
    ann.locator("#now").evaluate("now => now.scrollTo(0, 0)")
    ann.get_by_role("button", name="Hide a number").click()
    expect(words).to_have_text("Not that.")
    expect(words).to_be_in_viewport(ratio=1)
    ann.locator("#now").evaluate("now => now.scrollTo(0, now.scrollHeight)")
    ann.get_by_role("button", name="Hide a number").press("Enter")
    expect(words).to_be_in_viewport(ratio=1)


def test_a_press_shows_at_its_button_until_the_answer(party):
    ann = party.open("coin")
    button, held = ann.get_by_role("button", name="Hide a number"), held_back(ann)
    with ann.expect_request("**/do"):
        button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(button).to_have_css("opacity", "0.6")
    held.pop().fulfill(status=422, body="<span>Not that.</span>")
    expect(button).not_to_have_attribute("aria-busy", "true")
    expect(button).to_have_css("opacity", "1")
    button.press("Enter")
    expect(ann.locator("#lines")).to_contain_text("A number is hidden.")
    expect(ann.locator("#bar [aria-busy]")).to_have_count(0)


WATCH = """() => {
    window.came = [];
    const bar = document.querySelector("#bar");
    new MutationObserver(() => {
        const at = performance.now();
        const { x, y, width, height } = bar.querySelector("button").getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button");
        window.came.push([at, hit ? hit.textContent.trim() : null, bar.inert]);
    }).observe(bar, { attributes: true, attributeFilter: ["inert"] });
}"""
"""Notes when the bar is held still and let go, and what a press on its button would hit at that moment."""


def test_a_press_that_was_meant_for_the_last_question_hits_nothing(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.evaluate(WATCH)
    ann.locator("#ask input[name='f.value']").fill("4")
    ann.get_by_role("button", name="Hide a number").click()
    ben.wait_for_function("() => window.came.length === 2")
    (first, hit, under), (then, hit_then, under_then) = ben.evaluate("window.came")
    assert (hit, under) == (None, True)  # as the button comes, whoever presses there presses nothing
    assert (hit_then, under_then) == ("Guess", False)
    assert then - first > 200  # milliseconds, of 400: a busy browser notes the first moment late
    ben.get_by_role("button", name="Guess").click()
    expect(ann.locator("#lines")).to_contain_text("guesses 1")
    expect(ben.locator("form[aria-busy]")).to_have_count(0)
    ben.get_by_role("button", name="Guess").press("Enter")  # the same question again is not held back
    expect(ann.locator("#lines li", has_text="guesses 1")).to_have_count(2)
    assert ben.evaluate("window.came.length") == 2


def test_nothing_moves_under_a_finger_that_is_down(party):
    ann = party.open("modos")
    ben, cy = party.join(ann, "Ben"), party.join(ann, "Cy")
    row = ben.locator("#ask summary", has_text="Play Sir Brolf")
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    ben.mouse.move(box["x"] + 40, box["y"] + box["height"] / 2)
    ben.mouse.down()
    door(cy, "Play Blawesome").get_by_role("button", name="Play Blawesome").click()
    expect(ann.locator("#lines")).to_contain_text("Cy plays Blawesome")
    ben.wait_for_timeout(300)
    assert row.bounding_box() == box
    ben.mouse.up()
    expect(ben.locator("#ask form button", has_text="Play Sir Brolf")).to_be_visible()
    expect(ben.locator("#ask summary", has_text="Play Blawesome")).to_have_count(0)


def test_what_happens_is_shown_to_who_keeps_a_finger_down(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ben.locator("#say").hover()
    ben.mouse.down()
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")


def test_a_press_on_what_is_gone_by_the_time_of_its_answer_is_answered_all_the_same(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **PHONE)
    ann.get_by_role("button", name="Hide a number").click()
    button, held = ben.get_by_role("button", name="Guess"), held_back(ben)
    with ben.expect_request("**/do"):
        button.click()
    host = next(seat for seat in party.table(ann).ledger.table.seated() if seat.guides)
    watches = {"do": "seat-as", "seat": ben.locator("body").get_attribute("data-seat"), "role": "watcher"}
    party.server.run(party.table(ann).ask(host, Asked(id="watch", command=watches)))
    expect(button).to_have_count(0)
    held.pop().continue_()
    said = "This is no longer open: the game has moved on. Look at what is asked of you now."
    expect(ben.locator(".toasts")).to_contain_text(said)


def test_the_bar_gives_way_to_the_button_of_another_form_that_is_in_hand(party):
    cy = party.join(party.open("swords-edge", "Ada"), "Cy", **PHONE)
    main, ask = cy.get_by_role("button", name="Play this one"), cy.locator("#ask")
    summary = ask.locator("summary", has_text="Make a character")
    own = ask.locator("form").get_by_role("button", name="Make a character")
    summary.tap()
    expect(own).to_be_in_viewport(ratio=1)  # at the foot, long before the form ends
    expect(main).to_be_hidden()
    for name, crag in (("tap", ask.locator("label", has_text="Crag")), ("focus", ask.get_by_label("Crag"))):
        getattr(crag, name)()
        expect(main).to_be_in_viewport(ratio=1)
        ask.get_by_label("Concept").fill("Marshal")
        expect(main).to_be_hidden()
        expect(own).to_be_in_viewport(ratio=1)
    summary.tap()
    expect(own).to_be_hidden()
    expect(cy.locator("#bar:not([inert])")).to_contain_text("Play this one")
    expect(main).to_be_in_viewport(ratio=1)


def test_a_door_opened_by_the_page_takes_no_button_away(party):
    cy = party.join(party.open("swords-edge", "Ada"), "Cy", **PHONE)
    door(cy, "Make a character").get_by_label("Concept").fill("Marshal")
    cy.reload()
    expect(cy.locator("#ask").get_by_label("Concept")).to_have_value("Marshal")
    expect(cy.get_by_role("button", name="Play this one")).to_be_visible()


def test_the_bar_stays_away_while_somebody_picks_from_a_list_of_that_form(party):
    ben = party.join(party.open("modos"), "Ben", **PHONE)
    main = ben.get_by_role("button", name="Make a character")
    ben.locator("#ask summary", has_text="Make one in a minute").click()
    ben.locator("#ask button.picked").click()
    ben.get_by_role("option", name="Sneak").click()
    expect(main).to_be_hidden()


def test_what_came_of_a_press_is_seen_though_the_question_stays_the_same(party):
    ada = party.open("swords-edge", "Ada")
    party.join(ada, "Cy")
    table = party.table(ada)
    guide, cy = (next(seat for seat in table.ledger.table.seated() if seat.name == name) for name in ("Ada", "Cy"))
    asks = (
        (cy, {"do": "take-sample", "sample": "western/gunfighter"}),
        (guide, {"do": "take-nc", "sample": "western/frontier-thug", "count": 6}),
        (guide, {"do": "open-session"}), (guide, {"do": "frame-scene", "title": "The bank", "goal": "The ledger"}),
    )
    for seat, command in asks:
        party.server.run(table.ask(seat, Asked(id=str(command["do"]), command=command)))
    ada.set_viewport_size({"width": 1280, "height": 560})
    form = door(ada, "Bring NCs into the scene")
    form.get_by_label("Frontier Thug, all 6").check(force=True)
    button = form.get_by_role("button", name="Bring NCs into the scene")
    button.scroll_into_view_if_needed()
    assert ada.locator("#now").evaluate("now => now.scrollTop")
    button.click()
    expect(form).to_have_count(0)
    expect(ada.locator("#beat")).to_contain_text("Enter Frontier Thug")
    expect(ada.locator("#ask .ask-title")).to_be_focused()
    assert ada.locator("#now").evaluate("now => now.scrollTop") == 0
    ada.locator("#now").evaluate("now => now.scrollTo(0, 60)")
    verb(ada, "End the scene").get_by_role("button").click()
    expect(ada.locator("#ask .ask-title")).to_contain_text("What comes next?")
    put_away(ada)
    assert ada.locator("#now").evaluate("now => now.scrollTop") == 0, "a question that came behind the sheet"


def test_a_key_leads_to_the_button_where_nothing_is_to_be_filled_in(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben")
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    expect(ben.locator("#bar:not([inert]) button")).to_be_visible()
    ben.locator("#now").focus()
    ben.keyboard.press("n")
    expect(ben.locator("#ask :focus")).to_have_count(1)
    ben.evaluate("() => document.querySelectorAll('#ask form').forEach(form => form.remove())")
    ben.locator("#now").focus()
    ben.keyboard.press("n")
    expect(ben.get_by_role("button", name="Guess")).to_be_focused()

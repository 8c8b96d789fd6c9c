"""Everything is found by typing: what can be done, people and things, rules, the story; by keys and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, in_any_light

from moot import games
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser


@pytest.fixture
def seats(party, server):
    """A table where 60 things were said, the first about a lamp; the keys of Ann and Ben."""
    table, keys = party.gather("Ann", "Ben")
    ben = table.holder(keys["Ben"].secret)
    for n, text in enumerate(("The lamp is out.", *(f"Number {n}." for n in range(60)))):
        said = {"do": "say", "text": text, "manner": "story"}
        server.run(table.ask(ben, Asked(id=f"said {n}", command=said)))
    return table, keys


def finds(page, words):
    page.keyboard.press("/")
    expect(page.locator("#find-words")).to_be_focused()
    page.keyboard.type(words)


def beyond(page, heading):
    """The rows under a heading of what was found besides what can be done."""
    return page.locator(f"#beyond h3:text-is('{heading}') + .verbs > *")


def test_a_verb_is_found_with_its_thing_and_opened_with_nothing_but_keys(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    finds(page, "ann put")
    expect(page.locator("#beyond h3")).to_have_text(["With Ann"])  # with fewer letters she is found herself
    expect(beyond(page, "With Ann")).to_have_count(1)
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    form = page.locator("#beyond form.offer")
    expect(form.get_by_role("group", name="Against").get_by_role("radio", name="Ann")).to_be_checked()


def test_another_sheet_is_opened_while_the_last_letter_is_looked_for(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    page.clock.install()
    finds(page, "")
    page.clock.pause_at(page.evaluate("Date.now() + 10"))
    page.keyboard.type("lamp")
    page.evaluate("document.querySelector('#sheet').close()")
    page.get_by_role("link", name="Files to take along").click()
    expect(page.locator("#find-words")).to_have_count(0)
    page.clock.run_for(1000)
    assert party.complaints == []


def test_enter_opens_the_first_that_is_found_and_arrows_the_others(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    finds(page, "my name")
    page.keyboard.press("Enter")
    expect(page.locator("#found").get_by_label("My name")).to_be_visible()
    page.keyboard.press("Escape")
    finds(page, "tossing")
    rule = beyond(page, "Rules").filter(has_text="Tossing")
    expect(rule).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find-words")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rule.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rule).to_contain_text("A player rolls up to three dice.")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find-words")).to_be_focused()


def only(found):
    """What is left once all that was typed is looked for: a hand that rests on the way is shown more."""
    expect(found).to_have_count(1)
    return found


def test_a_line_of_the_story_is_gone_to_on_the_page_and_an_earlier_one_in_the_journal(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    expect(page.locator("#lines > li")).not_to_have_count(8)
    finds(page, "number 59.")
    only(beyond(page, "In the story").get_by_role("link")).click()
    line = page.locator("#lines li", has_text="Number 59.")
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()
    expect(page.locator("#sheet")).to_be_hidden()
    page.locator("#now").focus()
    finds(page, "lamp")
    only(beyond(page, "In the story").get_by_role("link")).click()
    page.wait_for_url("**/log?*")
    expect(page.locator(":target")).to_contain_text("The lamp is out.")


def test_on_a_phone_it_is_found_by_touch_and_a_thing_opens_in_its_place(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"], **PHONE)
    page.locator(".thumb label", has_text="More").tap()
    page.get_by_role("link", name="Everything you can do").tap()
    page.locator("#find-words").fill("ann")
    rows = beyond(page, "Open")
    expect(rows.first).to_be_visible()
    assert all(box["height"] >= 44 for box in (row.bounding_box() for row in rows.all()))
    rows.first.get_by_role("link").tap()
    expect(page.locator("#sheet .thing-open")).to_contain_text("Ann")
    expect(page.locator("#find-words")).to_have_count(0)


RING = 5
"""Pixels that the ring of focus takes around a control."""


def test_nothing_lies_over_the_ring_around_the_field(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    finds(page, "")
    field, close = (page.locator(f"#sheet {it}").bounding_box() for it in ("#find-words", ".close"))
    assert field["x"] + field["width"] + RING <= close["x"]


def test_where_nothing_has_the_words_it_says_so(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    finds(page, "xyzzy")
    expect(page.locator("#nothing-found")).to_be_visible()
    page.locator("#find-words").fill("toss")
    expect(page.locator("#nothing-found")).to_be_hidden()


def test_everyone_can_use_what_is_found(party, seats):
    page = party.sit(seats[0], seats[1]["Ben"])
    finds(page, "ann")
    expect(beyond(page, "Open").first).to_be_visible()
    page.locator("#find-words").fill("number")
    expect(beyond(page, "In the story").first).to_be_visible()
    assert in_any_light(page) == []
    assert party.complaints == []


def test_a_name_and_a_verb_find_what_one_can_do_with_somebody(party, server):
    table, keys = server.run(perform(server.shelf, "wicked-age", next(iter(demos(games.find("wicked-age")).values()))))
    page = party.sit(table, keys["Erin"])
    finds(page, "esan")
    expect(page.locator("#found .heap:not([hidden]) > summary", has_text="Esan")).to_be_visible()
    expect(beyond(page, "Open").filter(has_text="Esan").first).to_be_visible()

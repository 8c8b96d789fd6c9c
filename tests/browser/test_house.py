"""The sheet with the rules of a table, on a phone and on a laptop."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.hands import choose
from tests.browser.people import LAPTOP, PHONE, in_any_light, put_away, verb

pytestmark = pytest.mark.browser


def rules(page):
    """The sheet with the rules, opened."""
    page.evaluate("document.querySelector('[data-opens=house]').click()")
    page.locator("#sheet[open] .house-rules").wait_for()
    return page.locator("#sheet")


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_the_choices_for_a_table_change_is_read_where_the_page_stands_then(party, device):
    page = party.page(**device)
    page.goto(f"{party.url}/games/perilous")
    page.get_by_role("button", name="What do these choices change?").click()
    told = page.locator("#open-touches")
    expect(told).to_have_text("What your choices change Nothing: you play by the book.", use_inner_text=True)
    expect(told).to_be_focused()
    expect(told).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="How it plays")).to_have_count(0)
    assert party.complaints == []


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_an_option_is_pressed_looked_at_taken_and_pressed_back_in_one_sheet(party, device):
    gil = party.open("modos", "Gil", **device)
    ann = party.join(gil, "Ann", **device)
    sheet, hers = rules(gil), rules(ann)
    expect(hers.locator("button:not(.close)")).to_have_count(0)
    magic = sheet.locator("#house-magic")
    magic.get_by_role("button", name="Left out").click()
    weighed = sheet.locator(".weighed")
    expect(weighed.locator("h3")).to_have_text("The magic module: Left out")
    expect(weighed.get_by_role("button", name="Play by that")).to_be_in_viewport()
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    assert device is PHONE or in_any_light(gil) == []
    weighed.get_by_role("button", name="Play by that").click()
    expect(sheet.locator(".weighed")).to_have_count(0)
    for seen in (sheet, hers):
        expect(seen.locator("#house-magic .changed")).to_have_text("Chosen for this table")
        expect(seen.locator("#house-magic b")).to_have_text("Left out")
    magic.get_by_role("button", name="Played").click()
    weighed.get_by_role("button", name="Play by that").click()
    expect(hers.locator("#house-magic .changed")).to_have_count(0)
    expect(hers.locator(".made li")).to_have_count(2)
    sheet.get_by_label("Find an option").fill("powers of the campaign")
    expect(sheet.locator(".option:visible")).to_have_count(1)
    headings = sheet.locator(".options-here h3")
    expect(headings.filter(visible=True)).to_have_count(1)
    last = headings.last.text_content() or ""
    sheet.get_by_label("Find an option").fill(last)
    expect(sheet.locator(".options-here > section").last.locator(".option:visible")).not_to_have_count(0)
    assert party.complaints == []


def test_a_change_that_is_weighed_is_asked_of_the_guide_above_the_page_with_the_way_to_all_it_touches(party):
    gil = party.open("modos", "Gil", **PHONE)
    ann = party.join(gil, "Ann", **PHONE)
    form = verb(gil, "Play by another option")
    choose(form.locator("select"), "magic=false")
    form.get_by_role("button", name="Play by another option").click()
    put_away(gil)
    expect(gil.locator("#weighed")).to_contain_text("The magic module: Left out")
    expect(gil.locator("#ask")).not_to_contain_text("Play by that")
    gil.get_by_role("link", name="See what it would change").click()
    expect(gil.locator("#sheet .weighed")).to_contain_text("Nobody’s sheet changes.")
    expect(gil.locator("#sheet .weighed").get_by_role("button", name="Play by that")).to_be_in_viewport()
    expect(ann.locator("#weighed")).to_have_count(0)

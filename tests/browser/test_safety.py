"""Lines, veils and a quiet word: named on a phone, seen by all, and nobody learns who asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import LAPTOP, PHONE, in_any_light

pytestmark = pytest.mark.browser


def test_a_line_is_named_on_a_phone_and_a_word_reaches_the_guide_alone(party):
    gil = party.open("coin", "Gil", **LAPTOP)
    ann, ben = (party.join(gil, name, **PHONE) for name in ("Ann", "Ben"))
    ann.locator(".thumb label", has_text="More").click()
    ann.get_by_role("link", name="Lines, veils, and a quiet word").click()
    sheet = ann.get_by_role("dialog")
    expect(sheet.get_by_text("There are none yet")).to_be_visible()
    sheet.get_by_text("Add a line or a veil").first.click()
    sheet.get_by_label("What?").fill("Spiders")
    sheet.get_by_label("It does not come up at all").check()
    found = in_any_light(ann)
    assert found == [], "\n".join(found)
    sheet.get_by_role("button", name="Add a line or a veil").click()
    for page in (gil, ben):
        expect(page.locator("#lines")).to_contain_text("A line: this does not come up. Spiders")
        assert "Ann" not in page.locator("#lines > *", has_text="Spiders").inner_text()
    ann.get_by_role("link", name="Lines, veils, and a quiet word").click()
    expect(sheet.locator(".safety li")).to_have_text("Spiders")
    sheet.get_by_text("A quiet word to the one who runs the game").first.click()
    sheet.get_by_label("Your words").fill("May we leave the cellar?")
    sheet.get_by_role("button", name="A quiet word to the one who runs the game").click()
    expect(gil.locator("#lines")).to_contain_text("May we leave the cellar?")
    word = gil.locator(".banners", has_text="A quiet word for you alone")
    expect(word.get_by_text("May we leave the cellar?")).to_be_hidden()  # from who else looks at this screen, too
    word.get_by_text("A quiet word for you alone").click()
    expect(word.get_by_text("May we leave the cellar?")).to_be_visible()
    found = in_any_light(gil)
    assert found == [], "\n".join(found)
    word.get_by_role("button", name="I have read it").click()
    expect(word).to_have_count(0)
    gil.get_by_label("What you say").fill("We stop.")
    gil.keyboard.press("Enter")
    expect(ben.locator("#lines")).to_contain_text("We stop.")
    assert "cellar" not in ben.content()
    assert party.complaints == []


def test_what_the_table_says_is_told_where_nobody_sees_the_journal(party, server):
    gil = party.open("coin", "Gil", **LAPTOP)
    ann = party.join(gil, "Ann", **PHONE)
    ann.locator(".thumb label", has_text="More").click()
    ann.get_by_role("link", name="Lines, veils, and a quiet word").click()
    sheet = ann.get_by_role("dialog")
    sheet.get_by_text("A quiet word to the one who runs the game").first.click()
    sheet.get_by_label("Your words").fill("May we leave the cellar?")
    sheet.get_by_role("button", name="A quiet word to the one who runs the game").click()
    expect(ann.locator(".toast").last).to_contain_text("“May we leave the cellar?”")
    expect(gil.locator("#lines")).to_contain_text("May we leave the cellar?")
    expect(gil.locator(".toast")).to_have_count(0)
    ann.locator(".thumb label", has_text="Story").click()
    expect(ann.locator(".toast")).to_have_count(0)
    say = gil.get_by_label("What you say")
    say.fill("We stop.")
    gil.keyboard.press("Enter")
    expect(ann.locator("#lines")).to_contain_text("We stop.")
    expect(ann.locator(".toast")).to_have_count(0)
    assert party.complaints == []

"""Emblems: chosen with a tap on a phone, and seen at once by the others and on the screen in the room."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.people import PHONE, in_any_light, linked

pytestmark = pytest.mark.browser

MOON = re.compile(r"/moon\.svg#e$")


def picture(page, name):
    """The emblem of somebody in the cast."""
    return page.locator("#everyone .person", has_text=name).locator(".emblem use")


def test_an_emblem_is_tapped_on_a_phone_and_seen_on_anothers_page_and_the_screen(party):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **PHONE)
    ann.get_by_role("button", name="Hide a number").click()
    screen = party.page()
    screen.goto(f"{party.url}/t/{party.table(ann).id}/screen?k={party.server.run(party.table(ann).new_screen())}")
    linked(screen)
    ben.locator(".thumb label", has_text="Cast").click()
    ben.get_by_role("link", name="Ben's mask").click()
    sheet = ben.get_by_role("dialog")
    sheet.get_by_text("Choose an emblem").click()
    expect(sheet.locator(".pictures button").first).to_be_visible()
    found = in_any_light(ben)
    assert found == [], "\n".join(found)
    box = sheet.locator(".pictures button").first.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    sheet.get_by_text("Powers").click()
    sheet.get_by_role("button", name="Moon", exact=True).click()
    expect(sheet).not_to_be_visible()
    for page in (ben, ann):
        expect(picture(page, "Ben's mask")).to_have_attribute("href", MOON)
    expect(screen.locator(".around use").first).to_have_attribute("href", MOON)
    screen.wait_for_function("() => document.querySelector('.around .emblem use').getBoundingClientRect().width > 20")
    assert party.complaints == []

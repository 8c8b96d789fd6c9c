"""A table on a home network: plain http under a name, where browsers keep back all that they keep for https."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def home(party):
    party.host = "table.test"
    return party


def test_one_plays_as_anywhere(home):
    ann = home.open("coin")
    assert ann.evaluate("[isSecureContext, navigator.clipboard, navigator.wakeLock]") == [False, None, None]
    ben = home.join(ann, "Ben")
    ann.get_by_role("button", name="Hide a number").click()
    ben.get_by_label("Your guess").fill("2")
    ben.get_by_role("button", name="Guess").click()
    expect(ann.locator("#lines")).to_contain_text("guesses 2")
    assert home.complaints == []


def test_the_link_is_copied(home):
    ann = home.open("coin")
    ann.locator("#more").get_by_role("link", name="Invite someone").click()
    link = ann.locator("#sheet #join-link").text_content() or "no link"
    ann.locator("#sheet").get_by_role("button", name="Copy link").click()
    expect(ann.locator(".toast")).to_have_text("Copied.")
    ann.locator("#sheet").get_by_role("button", name="Close").click()
    ann.locator("#say").focus()
    ann.keyboard.press("Control+v")
    expect(ann.locator("#say")).to_have_value(link)
    assert home.complaints == []


def test_what_the_browser_does_not_do_is_said(home):
    ann = home.open("coin")
    awake = ann.get_by_role("button", name="Keep the screen on")
    awake.click()
    expect(ann.locator(".toast")).to_contain_text("does not let a page keep the screen on")
    expect(awake).to_have_attribute("aria-pressed", "false")
    ann.evaluate("document.execCommand = () => false")
    ann.locator("#beat").get_by_role("button", name="Copy link").click()
    expect(ann.locator(".toast").last).to_contain_text("The text is selected")
    marked = ann.evaluate("String(getSelection())").strip()
    assert marked == ann.locator("#first-link").text_content()
    assert home.complaints == []

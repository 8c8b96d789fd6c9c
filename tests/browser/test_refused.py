"""A refusal that is about a blank stands at it, and the focus goes there; what is too many cannot be ticked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.hands import Seated
from tests.browser.people import PHONE, accessible, door, verb

from moot import games
from moot.table import Asked
from moot.table.script import demos, perform

pytestmark = pytest.mark.browser

SAID = """() => {
    window.said = [];
    new MutationObserver((all) => {
        for (const node of all.flatMap(({ target, addedNodes }) => [target, ...addedNodes])) {
            const alert = node.closest?.("[role=alert]");
            if (alert?.textContent && alert.checkVisibility()) window.said.push(alert.textContent.trim());
        }
    }).observe(document.body, { subtree: true, childList: true });
}"""
"""Notes what screen readers hear as alerts."""
DESCRIBED = """(el) => (el.getAttribute("aria-describedby") ?? "").split(" ")
    .map((id) => document.getElementById(id)?.textContent.trim() ?? "").join(" ").trim()"""
"""What is said of a control."""


def _guessing(party, **options):
    ann = party.open("coin")
    ben = party.join(ann, "Ben", **options)
    ann.get_by_role("button", name="Hide a number").click()
    expect(ben.locator("#ask")).to_contain_text("What is the number?")
    return ann, ben


def _ask(party, page, command):
    table = party.table(page)
    host = next(seat for seat in table.ledger.table.seated() if seat.guides)
    party.server.run(table.ask(host, Asked(id=command["do"], command=command)))


def test_a_choice_left_out_is_asked_for_where_it_is_made(party):
    ann, ben = _guessing(party, **PHONE)
    ben.set_viewport_size({"width": 390, "height": 500})
    form = door(ben, "Put something up")
    form.get_by_label("In your words").fill("All I have.")
    form.get_by_label("Sure?").check(force=True)
    ben.evaluate(SAID)
    form.get_by_role("button", name="Put something up").click()
    field, words = form.locator(".field", has_text="Against"), form.locator(".refusal")
    expect(field.locator(".refusal")).to_have_text(re.compile("Choose one: “Against”."))
    expect(words).to_be_in_viewport(ratio=1)
    expect(field.locator("legend")).to_be_in_viewport(ratio=1)
    picked = field.get_by_role("radio", name="Ann")
    expect(picked).to_be_focused()
    assert ben.evaluate("window.said") == [], "it is heard with what has the focus"
    assert "Choose one" in picked.evaluate(DESCRIBED)
    assert "Choose one" not in field.evaluate(DESCRIBED)
    assert accessible(ben) == []
    _ask(party, ann, {"do": "rename", "name": "Anna"})
    renamed = field.get_by_role("radio", name="Anna")
    expect(renamed).to_be_visible()
    expect(field.locator(".refusal")).to_contain_text("Choose one: “Against”.")
    renamed.check(force=True)
    expect(words).to_be_empty()
    form.get_by_role("button", name="Put something up").click()
    terms = form.locator(".field.compose")
    expect(terms.locator(".refusal")).to_contain_text("Terms: 1 to 8 items, not 0.")
    expect(form.locator("[data-wrong]")).to_have_count(1)
    expect(terms.locator(":focus")).to_have_count(1)
    assert "items" not in renamed.evaluate(DESCRIBED), "that is said of the terms alone"


def test_who_is_at_the_blank_already_hears_what_is_wrong_with_it(party):
    ann = party.open("coin")
    form = verb(ann, "Change my name")
    name = form.get_by_label("My name")
    ann.evaluate(SAID)
    name.fill("   ")
    name.press("Enter")
    expect(form.locator(".refusal")).to_contain_text("My name: this cannot be left empty.")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    assert [said for said in ann.evaluate("window.said") if "left empty" in said][:1]
    assert "left empty" in name.evaluate(DESCRIBED)
    name.fill("Anna")
    name.press("Enter")
    expect(ann.locator("#everyone")).to_contain_text("Anna")
    expect(form.locator("[aria-invalid], [data-wrong]")).to_have_count(0)


def test_a_die_that_cannot_be_is_asked_for_where_it_is_typed(party):
    ann, ben = _guessing(party)
    _ask(party, ann, {"do": "set-house", "door": "open", "undo": "guide", "hand_dice": True})
    form = door(ben, "Toss")
    form.get_by_label("How many dice").fill("2")
    form.locator(".by-hand summary").click()
    form.get_by_label("face of die 1, a d6").fill("4")
    form.get_by_role("button", name="Toss").click()
    expect(form.locator(".by-hand .refusal")).to_contain_text("This roll needs another d6: type its face as well.")
    expect(form.get_by_label("face of die 1, a d6")).to_be_focused()


def test_no_more_are_ticked_than_may_be(server, party):
    table, keys = server.run(perform(server.shelf, "wicked-age", demos(games.find("wicked-age"))["camp"]))
    tom = Seated(server, table, keys["Tom"], party.page())
    form = tom.form(next(one for one in tom.offers if one.do == "declare"))
    forms = form.get_by_role("group", name="By which 2 forms?").get_by_role("checkbox")
    first, second, third = (forms.nth(at) for at in range(3))
    first.check(force=True)
    second.check(force=True)
    expect(third).to_be_disabled()
    expect(second).to_be_enabled()
    first.uncheck(force=True)
    third.check(force=True)
    expect(first).to_be_disabled()
    assert party.complaints == []

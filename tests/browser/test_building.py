"""What somebody puts together in the open is told as it grows, twice a second at most; what is sent is dimmed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests import toy
from tests.browser.people import door

pytestmark = pytest.mark.browser


@pytest.fixture
def ben(party):
    """The page of Ben, who may toss."""
    table, keys = party.gather("Ann", "Ben")
    return party.sit(table, keys["Ben"])


def test_a_change_is_told_half_a_second_later_with_all_that_changed_meanwhile(ben, monkeypatch):
    monkeypatch.setattr(toy.Toss, "in_the_open", True)
    form = door(ben, "Toss")
    told: list[str] = []
    ben.on("request", lambda request: told.append(request.post_data) if request.url.endswith("/building") else None)
    ben.clock.install()
    ben.clock.pause_at(ben.evaluate("Date.now() + 1000"))
    dice = form.locator("[name='f.dice']").first
    for number in range(1, 25):  # a change every tenth of a second
        dice.evaluate(
            "(el, value) => { el.value = value; el.dispatchEvent(new Event('change', { bubbles: true })) }",
            str(1 + number % 3),
        )
        ben.clock.run_for(100)
    ben.clock.run_for(1000)
    expect(ben.locator("#building")).to_contain_text("builds: Toss")
    assert 4 <= len(told) <= 5, "2.4 seconds, and what came last"
    assert f"f.dice={1 + 24 % 3}" in told[-1]


def test_a_form_that_was_sent_is_dimmed_and_takes_nothing_until_the_answer(ben):
    form = door(ben, "Put something up")
    words = form.get_by_label("In your words")
    words.fill("My hat")
    form.get_by_role("group", name="Against").get_by_role("radio", name="Ann").check()
    form.get_by_label("Sure?").check()
    form.locator("input[name='f.terms.0.what'][value='coins:']").check()
    held: list[Any] = []
    ben.route("**/do", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    with ben.expect_request("**/do"):
        form.get_by_role("button", name="Put something up").press("Enter")
    part = form.locator("> :not(.actions, [type=hidden])").first
    for looks, value in (("opacity", "0.6"), ("pointer-events", "none")):
        expect(part).to_have_css(looks, value)
    expect(form.get_by_role("button", name="Put something up")).to_have_css("opacity", "0.6")
    held.pop().fulfill(status=422, body="<span>Not that.</span>")
    expect(part).to_have_css("opacity", "1")
    expect(words).to_have_value("My hat")

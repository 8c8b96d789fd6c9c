"""A browser remembers the random words that it sent, and sees in the log whether the dice used them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from moot.table import Table, decide

pytestmark = pytest.mark.browser


def says(page: Page, words: str) -> None:
    """Speak, and see it in the journal."""
    page.locator("#say").fill(words)
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#lines")).to_contain_text(words)


def of_luck(page: Page, where: str) -> str:
    """What the page that tells what happened says of the luck."""
    page.goto(f"{page.url.partition('/t/')[0]}/t/{page.url.partition('/t/')[2].partition('/')[0]}/{where}")
    line = page.locator("[data-luck]")
    expect(line).not_to_contain_text("Checking")
    return line.inner_text()


@pytest.mark.parametrize("where", ["log", "story"])
def test_luck_that_was_used_as_it_was_given_is_said_to_be(party, where):
    ann = party.open("coin")
    for words in ("One.", "Two."):
        says(ann, words)
    said = of_luck(ann, where)
    assert said.startswith("The dice used your browser’s random words")
    assert "for 2 commands" in said
    assert party.complaints == []


def test_who_has_sent_nothing_reads_nothing_of_it(party):
    ann = party.open("coin")
    ann.goto(f"{ann.url}/log")
    expect(ann.get_by_role("heading", level=1)).to_be_visible()
    expect(ann.locator("[data-luck]")).to_be_hidden()


def test_a_host_that_puts_other_luck_in_its_place_is_found_out(party, monkeypatch):
    ann = party.open("coin")
    says(ann, "Honest.")

    def choosing(ledger: Any, seat: Any, asked: Any, *more: Any, **named: Any) -> Any:
        return decide(ledger, seat, replace(asked, nonce="as it pleases the host"), *more, **named)

    with monkeypatch.context() as bent:
        bent.setattr("moot.table.live.decide", choosing)
        says(ann, "Bent.")
    entry = party.table(ann).ledger.seq
    says(ann, "Honest again.")
    said = of_luck(ann, "log")
    assert said.startswith("The dice did NOT use your browser’s random words")
    assert f"entry {entry} " in said


def test_so_is_one_that_says_done_and_does_nothing(party, monkeypatch):
    ann = party.open("coin")
    says(ann, "Heard.")

    async def lost(table: Table, seat: Any, asked: Any) -> Any:
        return None

    with monkeypatch.context() as bent, ann.expect_response("**/say"):
        bent.setattr(Table, "ask", lost)
        ann.locator("#say").fill("Lost.")
        ann.get_by_role("button", name="Say it").click()
        expect(ann.locator("#say")).to_have_value("")
    assert of_luck(ann, "log").startswith("1 command that this browser sent")


def test_one_press_that_had_to_be_sent_twice_is_no_fault(party):
    ann = party.open("coin")
    ann.route("**/say", lambda route: (route.fetch(), route.abort()), times=1)
    ann.locator("#say").fill("Once.")
    ann.get_by_role("button", name="Say it").click()
    expect(ann.locator("#lines")).to_contain_text("Once.")
    expect(ann.locator("form.composer[aria-busy]")).to_have_count(0)
    ann.get_by_role("button", name="Say it").click()
    expect(ann.locator("#say")).to_have_value("")
    assert of_luck(ann, "log").startswith("The dice used your browser’s random words")


def test_a_pause_is_not_looked_for_since_the_log_does_not_know_who_asked(party):
    ann = party.open("coin")
    ann.get_by_role("button", name="Pause the game").click()
    ann.get_by_role("button", name="Go on").click()
    expect(ann.get_by_role("button", name="Pause the game")).to_be_visible()
    assert of_luck(ann, "log").startswith("The dice used your browser’s random words")

"""What somebody has open stays true without being fetched again, and heals where the line was lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.people import door, linked, put_away

from moot.table import Asked

pytestmark = pytest.mark.browser

PARTS = ("/about?", "/form?", "/verb?", "/why?", "/find")
"""How the addresses of what is opened go on after the table's."""


class Open:
    """Ben's page, where things are opened; all that it fetches and says counts."""

    def __init__(self, party, server) -> None:
        self.server = server
        self.table, self.keys = party.gather("Ann", "Ben")
        self.page = party.sit(self.table, self.keys["Ben"])
        self.fetched: list[str] = []
        self.closed: list[str] = []
        self._acts = 0
        told = self.page.expect_response(lambda answer: "/find" in answer.url and "moot-told" in answer.headers)
        with told:  # the page knows its line by then
            self.page.keyboard.press("/")
        expect(self.page.locator("#find-words")).to_be_focused()
        with self.page.expect_request("**/closed"):
            put_away(self.page)
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if any(part in request.url for part in PARTS):
            self.fetched.append(request.url)
        if request.url.endswith("/closed"):
            self.closed.append(request.post_data)

    def does(self, who: str, **command: Any) -> None:
        self._acts += 1
        seat = self.table.holder(self.keys[who].secret)
        self.server.run(self.table.ask(seat, Asked(id=f"act {self._acts}", command=command)))

    def finds(self, text: str) -> None:
        """Open the search, which says that somebody may do this."""
        self.page.keyboard.press("/")
        expect(self.page.locator("#found")).to_contain_text(text)

    def comes_back(self) -> None:
        """The line ends and is there again."""
        with self.page.expect_response("**/stream?*"):
            self.page.evaluate("dispatchEvent(new Event('online'))")


@pytest.fixture
def ben(party, server):
    return Open(party, server)


def test_a_form_and_the_search_follow_what_happens_and_are_fetched_once(ben):
    against = door(ben.page, "Put something up").get_by_role("group", name="Against")
    for name in ("Anna", "Annie"):
        ben.does("Ann", do="rename", name=name)
        expect(against.get_by_role("radio", name=name)).to_be_attached()
    ben.page.locator("#now").focus()
    ben.finds("Guess")
    ben.does("Ben", do="guess", value=4)
    expect(ben.page.locator("#found")).not_to_contain_text("Guess")
    assert len(ben.fetched) == 2


def test_what_is_closed_is_said_and_comes_no_more(ben):
    ben.finds("Guess")
    with ben.page.expect_response("**/closed"):
        put_away(ben.page)
    heard = "() => { window.heard = []; document.addEventListener('moot:opening', e => heard.push(e.detail.data)) }"
    ben.page.evaluate(heard)
    ben.does("Ben", do="guess", value=4)
    expect(ben.page.locator("#beat")).to_contain_text("4")
    assert ben.page.evaluate("heard") == []
    assert len(ben.fetched) == 1


def test_after_a_line_that_was_lost_what_is_open_is_fetched_once_and_followed_again(ben):
    ben.finds("Guess")
    with ben.page.expect_response(lambda answer: "/find" in answer.url and "moot-told" in answer.headers):
        ben.comes_back()
    linked(ben.page)
    ben.does("Ben", do="guess", value=4)
    expect(ben.page.locator("#found")).not_to_contain_text("Guess")
    assert len(ben.fetched) == 2


def test_what_was_opened_while_there_was_no_line_is_true_once_there_is(ben, party):
    page = party.page()
    page.context.add_cookies(ben.page.context.cookies())
    held: list[Any] = []
    page.route("**/stream?*", lambda route: held.append(route) if not held else route.continue_())
    page.goto(ben.page.url)
    page.wait_for_function("() => document.querySelector('[data-door]')")
    page.keyboard.press("/")
    expect(page.locator("#found")).to_contain_text("Guess")
    ben.does("Ben", do="guess", value=4)
    with page.expect_response(lambda answer: "/find" in answer.url and "moot-told" in answer.headers):
        held[0].continue_()
    expect(page.locator("#found")).not_to_contain_text("Guess")


def test_an_answer_that_is_late_does_not_undo_what_the_stream_told_since(ben):
    held: list[Any] = []
    ben.page.route("**/find", lambda route: held.append((route, route.fetch())))
    ben.page.keyboard.press("/")
    while not held:
        ben.page.wait_for_function("() => new Promise(done => setTimeout(() => done(true)))")
    ben.does("Ben", do="guess", value=4)
    expect(ben.page.locator("#found")).not_to_contain_text("Guess")
    route, early = held[0]
    assert "Guess" in early.text()
    route.fulfill(response=early)
    expect(ben.page.locator("#sheet")).to_be_visible()
    expect(ben.page.locator("#found")).to_contain_text("Change my name")
    expect(ben.page.locator("#found")).not_to_contain_text("Guess")


def test_a_press_whose_answer_comes_after_the_news_of_it_still_closes_its_sheet(ben):
    held: list[Any] = []
    ben.page.route("**/do", lambda route: held.append((route, route.fetch())))
    ben.finds("Guess")
    ben.page.locator("#found summary", has_text="Guess").click()
    form = ben.page.locator("#found form", has=ben.page.locator("[name='f.value']"))
    form.locator("[name='f.value']").fill("4")
    form.locator("button:not([type=button])").click()
    expect(ben.page.locator("#beat, #stage").first).to_contain_text("4")
    expect(form).to_have_attribute("aria-busy", "true")
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(ben.page.locator("#sheet")).to_be_hidden()

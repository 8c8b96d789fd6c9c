"""The browser contexts that tests use one after the other."""

from __future__ import annotations

import pytest
from tests.browser.people import Party

pytestmark = pytest.mark.browser


def test_who_comes_next_finds_nothing_of_who_was_there_before(contexts, server, party):
    before = Party(contexts, server)
    page = before.open("coin")
    page.evaluate("localStorage.setItem('mine', 'here'); sessionStorage.setItem('mine', 'here')")
    context, table = page.context, page.url
    before.close()
    after = party.page()
    assert after.context == context
    assert context.cookies() == []
    after.goto(table)
    assert after.evaluate("[localStorage.getItem('mine'), sessionStorage.getItem('mine')]") == [None, None]
    assert after.locator("#now").count() == 0


def test_who_comes_next_has_no_clock_that_stands_still(contexts, server, party):
    before = Party(contexts, server)
    page = before.open("coin")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    before.close()
    after = party.page()
    after.goto(party.url)
    assert after.evaluate("new Promise(done => setTimeout(() => done(true)))")

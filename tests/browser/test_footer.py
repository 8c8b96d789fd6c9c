"""The foot of a page, under its text."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

LEFT = """(of) => {
    const range = document.createRange();
    const walk = document.createTreeWalker(document.querySelector(of), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        range.selectNodeContents(walk.currentNode);
        if (range.getBoundingClientRect().width > 1) return range.getBoundingClientRect().left;
    }
}"""
"""Where the first text begins that somebody sees."""


@pytest.mark.parametrize("address", ["/", "/games/modos", "/how", "/games/modos/rules", "/nowhere"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_foot_of_a_page_begins_where_its_text_does(party, address, width):
    page = party.page(viewport={"width": width, "height": 800})
    page.goto(f"{party.url}{address}")
    assert page.evaluate(LEFT, "main") == pytest.approx(page.evaluate(LEFT, "body > footer"), abs=1)

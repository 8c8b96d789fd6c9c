"""Moods: in each one of each game, light and dark, words can be read on the page of a seat and on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import SCHEMES, accessible, linked, take_seat

from moot import games
from moot.table.script import demos, perform
from moot.web.moods import moods

pytestmark = pytest.mark.browser

MOODY = [name for name in games.names() if moods(name)]
MARKED = "e => [e, document.documentElement].map(one => getComputedStyle(one).getPropertyValue('--accent')).join()"
"""The accent of the mood that an element has, as the page has it."""


def in_every_mood(page, game):
    """What axe-core says of the colours of an open page in each mood, light and dark."""
    vignette, found, seen = page.locator(".vignette").first, [], set()
    for mood in moods(game):
        vignette.evaluate("(e, mood) => e.setAttribute('data-mood', mood)", mood)
        for scheme, _ in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            seen.add(vignette.evaluate(MARKED))
            found += [f"{mood}, {scheme}: {each}" for each in accessible(page, only=("color-contrast",))]
    assert len(seen) >= len(moods(game)), "some moods have the same colours"
    return found


@pytest.mark.parametrize("game", MOODY)
def test_words_can_be_read_in_every_mood(party, server, game):
    script = next(iter(demos(games.find(game)).values()))
    table, keys = server.run(perform(server.shelf, game, script))
    page = take_seat(party.page(), server.url, table, keys[script.role[0].seat])
    expect(page.locator(".primary").first).to_be_visible()
    found = in_every_mood(page, game)
    page.goto(f"{party.url}/t/{table.id}/screen?k={server.run(table.new_screen())}")
    linked(page)
    found += in_every_mood(page, game)
    assert found == [], "\n".join(found)

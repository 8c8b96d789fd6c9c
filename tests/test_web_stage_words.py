"""The stage speaks of people by their names: “you” stands only where somebody is asked, and on what is their own.

All who look at a stage see the same bytes, so nobody can be meant by that word. What people said, in quotes, is theirs,
and so is what a card of an oracle or a line of a pack tells.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from tests.random_play import GAMES
from tests.test_web_morphing import BASE, Evening, beginning, evening

from moot.core.game import Waiting
from moot.web.lobby import has_begun
from moot.web.pages import Pages
from moot.web.screen import screen

pytestmark = pytest.mark.anyio

STAGE = ("head", "beat", "building", "board", "everyone")
"""The panels that say what is happening, as somebody sees them who only watches. Before play begins the lobby stands
there, with a card of one's own."""
SENTENCES = re.compile(r"<[^>]*>|\.")
YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
SAID = re.compile(r"<q\b.*?</q>|“[^”]*”|<(p|span) class=\"entry\">.*?</\1>", re.DOTALL)


def addressed(html: str) -> list[str]:
    """The sentences that speak to somebody."""
    sentences = SENTENCES.split(SAID.sub("", unescape(html)))
    return [sentence.strip() for sentence in sentences if YOU.search(sentence)]


def test_a_sentence_to_somebody_is_found_and_what_people_said_is_not():
    assert addressed("<p>Ann wins. You lose two.</p>") == ["You lose two"]
    assert addressed("<p>Ann: <q>Your turn, I think</q>. “You wish!” Youth and bayou.</p>") == []
    assert addressed('<p class="entry">Sir, you owe me a <b>house</b>.</p><p>Take your time.</p>') == ["Take your time"]
    assert addressed('<p><b>A toll</b> <span class="entry">They block your way.</span> You pay.</p>') == ["You pay"]


async def walked(here: Evening, steps: int) -> list[str]:
    """What the stage said to somebody in so many random moves."""
    found: list[str] = []
    site = here.site
    watcher = next(
        (chair.seat for chair in here.table.ledger.table.chairs.values() if chair.seat.role == "watcher"), None
    )
    for _ in range(steps):
        await here.act()
        shown = dict(screen(site, here.table, BASE).items())
        if watcher is not None:
            every = here.screens.screen(here.table, watcher, BASE)
            shown |= {name: every[name] for name in STAGE if name != "beat" or has_begun(here.table)}
        found += [f"{name}: {said}" for name, panel in shown.items() for said in addressed(panel.html)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("game", GAMES)
async def test_the_stage_says_you_to_nobody(game):
    assert await walked(await evening(game, seed=11), 25) == []


@pytest.mark.parametrize("game", GAMES)
async def test_from_an_empty_table_on_the_stage_says_you_to_nobody(game):
    assert await walked(await beginning(game, seed=12), 25) == []


@pytest.mark.parametrize(("waiting", "said"), [
    ((("Ruth", "a turn"), ("Ruth", "a way back"), ("Ruth", "a ruling")), "Ruth: a turn, a way back, a ruling"),
    ((("Kay", "an answer"), ("Ruth", "an answer"), ("Ruth", "a turn")), "Kay, Ruth: an answer; Ruth: a turn"),
    ((("Ruth", "a turn"), ("Ruth", "an answer"), ("Kay", "an answer")), "Ruth: a turn; Ruth, Kay: an answer"),
    ((("Kay", "a turn"), ("Ruth", "a turn"), ("Ilya", "a throw")), "Kay, Ruth: a turn; Ilya: a throw"),
])
def test_who_owes_several_things_is_named_once(waiting, said):
    ui: Any = Pages()._env.get_template("macros/ui.html").module
    html = ui.awaited([Waiting(seat=who, who=who, what=what) for who, what in waiting], "; ")
    assert " ".join(re.sub("<[^>]*>", "", html).split()).replace(" ,", ",").replace(" ;", ";") == said

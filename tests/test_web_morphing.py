"""What pages show after a long evening of small changes is what a page opened now would show, for every seat.

Nothing that was kept may be stale, and nothing that a stream sent may leave an older word standing. A page is made
anew by templates that keep nothing: what is kept of a panel has to be that to the byte, and what a page has become by
patches the same elements.
"""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from tests.patching import Element, parse, shown_in
from tests.random_play import GAMES, PATIENT, TABLE_DOES, Course

from moot import games
from moot.core import Refused, Seat
from moot.store import MemoryStore
from moot.table import Asked, House, Shelf, Table
from moot.table.script import demos, perform
from moot.web import create_app
from moot.web.journal import SHOWN, Journals
from moot.web.marks import for_script
from moot.web.pages import Pages
from moot.web.panels import PANELS, Screens
from moot.web.site import Site
from moot.web.stream import SeatReader

pytestmark = pytest.mark.anyio

BASE = "http://moot.test"
TAKEN = PATIENT | {"pause", "resume", "undo", "agree-to-undo", "decline-undo", "set-house", "reveal-dice"}
"""What is done at the table beside the game."""


class Fresh:
    """Pages made of the table as it stands, by templates and panels that keep nothing."""

    def __init__(self) -> None:
        self.pages = Pages(keeps=False)

    def panels(self, table: Table, seat: Seat) -> dict[str, str]:
        made = Screens(self.pages, Journals(self.pages)).screen(table, seat, BASE)
        return {name: made[name].html for name in PANELS}

    def lines(self, table: Table, seat: Seat) -> str:
        journal = table.journal(seat)
        heard = len(journal.entries)
        return for_script(Journals(self.pages).html(table, journal, heard - SHOWN + 1, heard))


class Evening:
    """A table with a page open in every seat."""

    def __init__(self, app: Any, table: Table, secrets_: list[str], seed: int) -> None:
        self.table = table
        self.course = Course(seed, takes=lambda offer: offer.do in TAKEN or offer.do not in TABLE_DOES)
        self.fresh = Fresh()
        self.site: Site = app.site
        self.screens: Screens = self.site.screens
        self.patches = 0
        headers = [(b"host", b"moot.test")]
        scope: Any = {"type": "http", "scheme": "http", "path": "", "headers": headers, "query_string": b""}
        self.pages = [
            (table.holder(secret), SeatReader(self.site, scope, table, secret, None), blank())
            for secret in secrets_
        ]

    async def act(self) -> None:
        """Somebody does something; what is refused changes nothing, and something else is tried."""
        for _ in range(30):
            turn = self.course.turn({seat.id: tuple(self.table.found(seat)) for seat, _, _ in self.pages})
            assert turn is not None
            who, offered = turn
            seat = self.table.ledger.table.chairs[who].seat
            wish = self.course.wish(offered.form(), who)
            try:
                await self.table.ask(seat, Asked(id=secrets.token_hex(8), command=wish, nonce="n"))
            except Refused:
                continue
            return

    def check(self) -> None:
        """Every page hears what is new, and is then as one that is opened now."""
        for held, reader, page in self.pages:
            seat = self.table.ledger.table.chairs[held.id].seat
            self.patches += len(page.hear(reader.news()))
            kept = self.screens.screen(self.table, seat, BASE)
            for name, html in self.fresh.panels(self.table, seat).items():
                assert "cannot be shown" not in html, name
                assert kept[name].html == html, f"{name} of {seat.name} after {self.course.done}"
                shown = shown_in(f'<section id="{name}">{html}</section>')
                assert page.at(name).shown() == shown, f"{name} of {seat.name} after {self.course.done}"
            lines = [line.shown() for line in parse(self.fresh.lines(self.table, seat)).elements]
            assert [line.shown() for line in page.at("lines").elements][-len(lines) :] == lines


def blank() -> Element:
    """A page on which nothing stands yet."""
    return parse("".join(f'<section id="{name}"></section>' for name in (*PANELS, "lines")))


async def evening(game: str, seed: int) -> Evening:
    """A table after the first demo of its game."""
    app = create_app(Shelf(MemoryStore()))
    demo = next(iter(demos(games.find(game)).values()))
    table, keys = await perform(app.site.shelf, game, demo)
    return Evening(app, table, [key.secret for key in keys.values()], seed)


async def beginning(game: str, seed: int) -> Evening:
    """A table at which nothing is prepared: one who guides, three who play, one who watches."""
    app = create_app(Shelf(MemoryStore()))
    table, key = await app.site.shelf.open(game, "An evening", "Gil", house=House(door="open"))
    held = [key.secret, *[(await table.come(name)).secret for name in ("Ann", "Ben", "Cy", "Wim")]]
    guide, watcher = table.holder(held[0]), table.holder(held[-1])
    watches = {"do": "seat-as", "seat": watcher.id, "role": "watcher"}
    await table.ask(guide, Asked(id="watch", command=watches, nonce="n"))
    return Evening(app, table, held, seed)


async def followed(here: Evening, commands: int) -> int:
    """Play so many commands, with every page held to a new one after each; how many patches that took."""
    here.check()
    for _ in range(commands):
        await here.act()
        here.check()
    return here.patches


@pytest.mark.parametrize("game", GAMES)
async def test_pages_that_followed_are_as_pages_opened_now(game):
    assert await followed(await evening(game, seed=1), 25) > 25


@pytest.mark.parametrize("game", GAMES)
async def test_pages_that_followed_from_the_beginning_are_as_pages_opened_now(game):
    assert await followed(await beginning(game, seed=2), 25) > 25


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
async def test_pages_that_followed_for_long_are_as_pages_opened_now(game):
    assert await followed(await beginning(game, seed=3), 300) > 300
    assert await followed(await evening(game, seed=4), 700) > 700

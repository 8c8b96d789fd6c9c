"""A screen in the room: large, without controls, and never more than a watcher's page shows."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest
from tests.visitors import HOME, Visitor, company, find, site
from tests.wire import Tap

from moot import games
from moot.core import CastMember
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.script import demos, follow, perform
from moot.web.screen import PARTS, playing, screen
from moot.web.site import Site

pytestmark = pytest.mark.anyio

CONTROLS = re.compile(r"<(form|button|input|textarea|select|a|details|dialog)\b")
OURS = {
    *("come", "to", "the", "table", "point", "a", "phone", "at", "square", "or", "open", "nothing", "install", "no"),
    *("account", "and", "play", "waiting", "for", "is", "asked", "s", "away", "paused", "gm", "player"),
}
"""Words that the screen itself says."""


async def screen_link(guide: Visitor) -> str:
    """The link to the screen, as the guide finds it, without the site's name."""
    page = (await guide.get(f"{guide.table}/room")).text
    return unescape(find(r'<code id="screen-link">([^<]+)</code>', page)).removeprefix(HOME)


def said(html: str) -> set[str]:
    """The words that somebody reads in `html`."""
    text = re.sub(r"<(script|style|title)\b.*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    return set(re.findall(r"\w+", unescape(text).casefold()))


async def test_a_screen_shows_what_happens_and_has_nothing_to_press():
    app = site()
    ann, ben = await company(app)
    television, link = Visitor(app), await screen_link(ann)
    waiting = (await television.get(link)).text
    assert "Come to the table" in waiting
    assert "Ben" in waiting
    await ann.does("hide", value="4")
    await ben.does("guess", value="5")
    page = (await television.get(link)).text
    assert "guesses" in page
    assert "Come to the table" not in page
    assert 'data-scheme="dark"' in page
    assert 'data-scheme="light"' in (await television.get(f"{link}&scheme=light")).text
    assert not CONTROLS.search(page)


async def test_a_pause_stands_large_over_what_the_screen_shows():
    app = site()
    ann, ben = await company(app)
    television, link = Visitor(app), await screen_link(ann)
    paused = '<section class="on-pause"><h2>Paused</h2><p>Someone asked for a moment.</p></section>'
    assert "is asked" in (await television.get(link)).text
    await ben.does("pause")
    page = (await television.get(link)).text
    assert paused in page
    assert "is asked" not in page
    await ann.does("resume")
    assert paused not in (await television.get(link)).text


async def test_two_who_look_for_the_link_at_once_find_the_same(monkeypatch):
    """The guide's laptop and phone: the link on the one must not be dead as soon as the other shows it."""
    keep = MemoryStore.keep

    async def slowly(self, table, name, value):
        await asyncio.sleep(0.01)
        await keep(self, table, name, value)

    app = site()
    ann, _ = await company(app)
    monkeypatch.setattr(MemoryStore, "keep", slowly)
    first, second = await asyncio.gather(screen_link(ann), screen_link(ann))
    assert first == second
    assert (await Visitor(app).get(first)).status_code == 200


async def test_only_the_guide_finds_the_link_and_can_change_it():
    app = site()
    ann, ben = await company(app)
    old = await screen_link(ann)
    assert await screen_link(ann) == old
    for refused in (await ben.get(f"{ben.table}/room"), await ben.post(f"{ben.table}/room")):
        assert refused.status_code == 403
    assert (await ann.post(f"{ann.table}/room")).status_code == 303
    new = await screen_link(ann)
    assert new != old
    television = Visitor(app)
    assert (await television.get(new)).status_code == 200
    for wrong in (old, f"{ann.table}/screen", f"{ann.table}/screen?k=guess"):
        answer = await television.get(wrong)
        assert answer.status_code == 403
        assert "This link no longer shows the table." in answer.text


async def test_the_link_stands_in_nobodys_log_and_on_no_players_page():
    app = site()
    ann, ben = await company(app)
    code = (await screen_link(ann)).partition("?k=")[2]
    for visitor in (ann, ben):
        for place in ("", "/export.jsonl", "/log", "/story"):
            assert code not in (await visitor.get(f"{visitor.table}{place}")).text


async def test_a_screen_proves_no_seat():
    app = site()
    ann, _ = await company(app)
    code = (await screen_link(ann)).partition("?k=")[2]
    for name in ("moot_seat", "moot_seat_screen"):
        assert (await Visitor(app, cookies={name: code}).get(ann.table)).status_code == 401


async def test_a_screen_follows_and_goes_dark_when_its_link_is_changed():
    app = site()
    ann, ben = await company(app)
    path, _, query = (await screen_link(ann)).partition("?")
    tap = Tap(app, f"{path}/stream", [], query)
    await tap.quiet()
    tap.taken()
    await ann.does("hide", value="4")
    await ben.does("guess", value="5")
    await tap.quiet()
    heard = b"".join(tap.taken()).decode()
    assert "guesses" in heard
    assert "screen-stage" in heard
    await ann.post(f"{ann.table}/room")
    await tap.ended()
    assert "This link no longer shows the table." in b"".join(tap.taken()).decode()


async def test_a_screen_says_no_word_that_a_watchers_page_does_not():
    for game in ("wicked-age", "swords-edge"):
        for script in demos(games.find(game)).values():
            shelf = Shelf(MemoryStore())
            table, keys = await perform(shelf, game, script)
            for role in script.role[:1]:
                await follow(table, keys, role.step)
            watcher = await table.come("Wim", "watcher")
            made = Site(shelf)
            panels = screen(made, table, HOME)
            assert tuple(panels) == PARTS
            seat = table.ledger.table.chairs[watcher.seat].seat
            theirs = made.screens.screen(table, seat, HOME).values()
            shown = said(" ".join(panel.html for panel in panels.values()))
            assert shown - said(" ".join(panel.html for panel in theirs)) - OURS == set()


async def test_a_screen_hides_what_the_guide_alone_may_know():
    app = site()
    ann, ben = await company(app)
    link = await screen_link(ann)
    assert (await ann.does("hide", value="4", hint="four as ever")).status_code == 204
    await Visitor(app).comes(await ann.link(), "Zacharias")
    shown = (await Visitor(app).get(link)).text
    assert "A number is hidden." in shown
    for secret in ("four as ever", "Zacharias"):
        assert secret in await ann.page()
        assert secret not in await ben.page()
        assert secret not in shown


async def test_around_the_stage_stand_the_characters_in_play_as_they_are_and_a_crowd_as_one():
    shelf = Shelf(MemoryStore())
    table, _ = await perform(shelf, "wicked-age", next(iter(demos(games.find("wicked-age")).values())))
    around = screen(Site(shelf), table, HOME)["screen-cast"].html
    cast = table.ledger.cast(guide=False)
    assert re.findall(r"<b>([^<]+)</b>", around) == [member.name for member in cast if member.here]
    assert re.findall(r"/([\w-]+)\.svg#e", around) == [member.emblem for member in cast if member.here]
    assert "Has yet to say how they act" in around
    crowd = [CastMember(id=f"n{n}", name=f"Rat {n}", crowd="Rat") for n in range(3)]
    task = CastMember(id="n8", name="A wall", thing=True)
    out = CastMember(id="n9", name="Rat 9", crowd="Rat", out=True)
    assert [shown.name for shown in playing([*crowd, task, out])] == ["Rat × 3", "Rat 9"]

"""A page that every message of its stream was applied to is the page that a reload brings, for everybody."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from tests.gathering import Company
from tests.patching import PATCH, Element, as_script_has_it, parse, sent
from tests.wire import Wire

from moot.web.marks import LEAF, LEAF_ENDS
from moot.web.panels import PANELS, Panel

pytestmark = pytest.mark.anyio


class Looking:
    """Somebody whose page is open, and is never loaded again."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.page = Element("page", {})
        self.whole, self.leaves = 0, 0

    async def fresh(self) -> Element:
        """What a reload would bring."""
        return parse(as_script_has_it((await self.wire.gets(f"/t/{self.wire.table}")).decode()))

    async def follow(self) -> None:
        """Apply all that came by the stream."""
        await self.wire.settle()
        came = [body for where, body in self.wire.received if where.endswith("/stream")]
        self.wire.received.clear()
        for message in came:
            for _, swap, _ in self.page.hear(message):
                self.leaves += swap == "outerMorph"
                self.whole += swap == "innerMorph"

    async def compare(self) -> None:
        """The page as it was patched is the page as it would be loaded; of the journal a reload brings the end."""
        await self.follow()
        fresh = await self.fresh()
        for name in PANELS:
            mine, theirs = self.page.find(name), fresh.find(name)
            assert mine is not None, name
            assert theirs is not None, name
            assert mine.shown() == theirs.shown(), f"#{name} of {self.wire.who}"
        heard, told = self.page.find("lines"), fresh.find("lines")
        assert heard is not None
        assert told is not None
        ends = [[one.words() for one in lines.inside if isinstance(one, Element)] for lines in (heard, told)]
        assert ends[0][-len(ends[1]) :] == ends[1]


def rows(*names: str) -> Panel:
    """A panel with a leaf for each of `names`."""
    leaves = (f'{LEAF}<li id="row-{name}">{name}</li>{LEAF_ENDS}' for name in names)
    return Panel("everyone", f"<ul>{''.join(leaves)}</ul>")


def test_of_a_panel_only_the_leaves_travel_that_changed_as_long_as_the_rest_stands():
    had = Panel("everyone", f'<ul>{LEAF}<li id="row-a">a</li>{LEAF_ENDS}{LEAF}<li id="row-b">B</li>{LEAF_ENDS}</ul>')
    assert PATCH.findall(sent(rows("a", "b").since(had))) == [("row-b", "outerMorph", '<li id="row-b">b</li>')]
    for before in (rows("b", "a"), rows("c"), None):
        [(id_, swap, html)] = PATCH.findall(sent(rows("a", "b").since(before)))
        assert (id_, swap, html) == ("everyone", "innerMorph", '<ul><li id="row-a">a</li><li id="row-b">b</li></ul>')


def test_a_leaf_that_came_or_went_travels_alone():
    came = {"a": ("row-a", "afterend", '<li id="row-b">b</li>'), "b": ("row-b", "beforebegin", '<li id="row-a">a</li>')}
    for there, patch in came.items():
        assert PATCH.findall(sent(rows("a", "b").since(rows(there)))) == [patch]
    assert PATCH.findall(sent(rows("a", "b").since(rows("a", "c", "b")))) == [("row-c", "delete", "")]


def test_leaves_that_came_side_by_side_travel_together_since_what_is_new_cannot_be_named():
    both = '<li id="row-x">x</li><li id="row-y">y</li>'
    for now, at in ((("a", "x", "y"), "afterend"), (("x", "y", "a"), "beforebegin")):
        assert PATCH.findall(sent(rows(*now).since(rows("a")))) == [("row-a", at, both)]


def nest(word: str, *names: str) -> Panel:
    """A panel with a leaf that has a leaf for each of `names` in it."""
    inside = "".join(f'{LEAF}<li id="row-{name}">{name}</li>{LEAF_ENDS}' for name in names)
    return Panel("everyone", f'{LEAF}<ul id="all" class="{word}">{inside}</ul>{LEAF_ENDS}')


def test_of_a_leaf_only_the_leaves_in_it_travel_that_changed_where_that_is_shorter():
    many = [f"somebody-{n}" for n in range(9)]
    had = nest("here", *many)
    changed = '<li id="row-later">later</li>'
    assert PATCH.findall(sent(nest("here", *many, "later").since(had))) == [("row-somebody-8", "afterend", changed)]
    for after in (nest("away", *many), nest("here", "later")):
        assert PATCH.findall(sent(after.since(had))) == [("all", "outerMorph", after.html)]


async def happens(company: Company, step: int) -> None:
    """A turn, and what else happens at tables."""
    gil, ann, wim, eve = company.everyone
    await company.play(1)
    match step % 9:
        case 0:
            await ann.asks({"do": "say", "text": f"Word {step}."})
        case 1:
            await ann.asks({"do": "rename", "name": f"Ann the {step}th"})
        case 2:
            assert await wim.asks({"do": "pause"}) == 200
        case 3:
            await gil.asks({"do": "resume"})
        case 4:
            await gil.asks({"do": "admit", "seat": eve.seat})
        case 5:
            await gil.asks({"do": "undo", "line": len(company.table.journal(company.table.holder(gil.secret)).entries)})
        case 6:
            await gil.asks({"do": "open-scene", "title": f"Scene {step}", "place": "", "cast": "", "stakes": ""})
        case _:
            pass


@pytest.mark.parametrize("game", ["coin", "wicked-age"])
async def test_a_page_patched_by_its_stream_is_the_page_that_a_reload_brings(game):
    company = Company(game)
    await company.gather(0)
    people = [Looking(wire) for wire in company.everyone]
    with ExitStack() as streams:
        for one in people:
            one.page = await one.fresh()
            streams.enter_context(one.wire.following())
        for step in range(45):
            if company.table.ledger.table.paused:
                await company.gil.asks({"do": "resume"})
            await happens(company, step)
            for one in people:
                await one.compare()
    assert all(one.whole > 20 for one in people)
    assert all(one.leaves for one in people)


def test_a_leaf_without_an_id_is_sent_with_its_panel():
    had, made = (Panel("board", f"<p>Here</p>{LEAF}<article>{name}</article>{LEAF_ENDS}") for name in ("Ann", "Ben"))
    assert b"<article>Ben</article>" in made.since(had)

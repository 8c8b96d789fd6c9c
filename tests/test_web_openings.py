"""What somebody has open on a page stays true: the page's stream brings it where it changed, and nothing where not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from tests.patching import sent
from tests.random_play import GAMES
from tests.test_web_morphing import BASE, Evening, evening
from tests.visitors import Visitor, company, find, site
from tests.wire import Tap

from moot.core import Refused, Seat
from moot.web.marks import for_script
from moot.web.moment import SeatMoment
from moot.web.openings import MOST_OPEN, OVER, Openings
from moot.web.pages import Pages
from moot.web.palette import HeardWords, found_parts
from moot.web.panels import Screens
from moot.web.refusals import status_of
from moot.web.things import form_parts, thing_parts

pytestmark = pytest.mark.anyio

HX = {"hx-request": "true", "moot-looks": "1"}


class Reading:
    """A page with its stream, which opens things."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.table = visitor.table
        app: Any = visitor._transport.app  # type: ignore[attr-defined]
        secret = next(value for name, value in visitor.cookies.items() if name.startswith("moot_seat_"))
        self.tap = Tap(app, f"{self.table}/stream", [(b"cookie", f"moot_seat={secret}".encode())])
        self.line = ""

    async def heard(self) -> list[tuple[int, int, int, str]]:
        """What came about openings since the last time: number, place, status and HTML of each."""
        await self.tap.quiet()
        bodies = b"".join(self.tap.taken()).split(b"\n\n")
        for body in bodies:
            if body.startswith(b"event: moot:line\n"):
                self.line = sent(body)
        told = [sent(body).partition("\n") for body in bodies if body.startswith(b"event: moot:opening\n")]
        return [(*map(int, head.split()), html) for head, _, html in told]  # type: ignore[misc]

    async def opens(self, number: int, way: str, line: str = "") -> tuple[int, str]:
        """Fetch what is behind a door; its place among all that the page is told, and its HTML."""
        headers = {**HX, "moot-opening": f"{line or self.line} {number}"}
        answer = await self.visitor.get(f"{self.table}/{way}", headers=headers)
        return int(answer.headers.get("moot-told", 0)), answer.text

    async def closes(self, *numbers: int, line: str = "") -> None:
        """Say what is no longer open."""
        said = {"opening": [f"{line or self.line} {number}" for number in numbers]}
        assert (await self.visitor.post(f"{self.table}/closed", data=said)).status_code == 204


@pytest.fixture
async def pair():
    ann, ben = await company(site())
    assert (await ann.does("hide", value="4")).status_code == 204
    reading = Reading(ann), Reading(ben)
    for one in reading:
        assert await one.heard() == []
        assert re.fullmatch("[0-9a-f]{16}", one.line)
    yield reading
    for one in reading:
        one.tap.close()
        await one.tap.ended()


async def test_what_is_open_comes_by_the_stream_where_it_changed_and_only_there(pair):
    _, ben = pair
    ways = {1: "find", 2: "form?offer=toss", 3: "why?rules=CO-01"}
    told = {number: await ben.opens(number, way) for number, way in ways.items()}
    assert [place for place, _ in told.values()] == [1, 2, 3]
    assert (await ben.visitor.says("Only talk.")).status_code == 204
    assert await ben.heard() == []
    assert (await ben.visitor.does("rename", name="Benedict")).status_code == 204
    assert await ben.heard() == [], "nothing that is open says what Ben is called"
    assert (await ben.visitor.does("guess", value="4")).status_code == 204
    [(number, place, status, html), (gone, _, refused, _)] = await ben.heard()
    assert (number, place, status) == (1, 4, 200)
    assert html == (await ben.visitor.get(f"{ben.table}/find", headers=HX)).text != told[1][1]
    assert (gone, refused) == (2, 409), "nobody tosses when it is over"


async def test_what_was_gone_and_is_on_offer_again_is_there_again(pair):
    ann, ben = pair
    await ben.opens(7, "form?offer=toss")
    assert (await ben.visitor.does("guess", value="4")).status_code == 204
    [(_, _, status, html)] = await ben.heard()
    assert (status, "no longer open" in html) == (409, True)
    for offer, answers in (("again", {}), ("hide", {"value": "2"})):
        assert (await ann.visitor.does(offer, **answers)).status_code == 204
    *_, (number, _, status, html) = await ben.heard()
    assert (number, status) == (7, 200)
    assert 'name="f.dice"' in html


async def test_a_pause_leaves_a_form_as_somebody_began_it(pair):
    ann, ben = pair
    await ben.opens(1, "form?offer=toss")
    for offer in ("pause", "resume"):
        assert (await ann.visitor.does(offer)).status_code == 204
        assert await ben.heard() == []


async def test_what_was_closed_is_told_of_no_more(pair):
    _, ben = pair
    await ben.opens(1, "find")
    await ben.opens(2, "form?offer=toss")
    await ben.closes(1, 2)
    assert (await ben.visitor.does("guess", value="4")).status_code == 204
    assert await ben.heard() == []


async def test_a_number_that_is_opened_again_stands_for_the_new_thing_alone(pair):
    _, ben = pair
    await ben.opens(1, "form?offer=toss")
    await ben.opens(1, "why?rules=CO-02")
    assert (await ben.visitor.does("guess", value="4")).status_code == 204
    assert await ben.heard() == []


async def test_nobody_hears_or_closes_by_the_line_of_another(pair):
    ann, ben = pair
    await ben.opens(1, "find")
    assert (await ann.opens(1, "find", line=ben.line))[0] == 0
    assert (await ann.opens(2, "find", line="0" * 16))[0] == 0
    await ann.closes(1, line=ben.line)
    assert (await ben.visitor.does("guess", value="4")).status_code == 204
    assert [number for number, *_ in await ben.heard()] == [1]
    assert await ann.heard() == []


@pytest.mark.parametrize("said", ["", "1", "x 1", "{line}", "{line} -1", "{line} one", "{line} 99999999999999"])
async def test_a_page_that_says_no_opening_gets_the_part_and_is_told_nothing(pair, said):
    _, ben = pair
    headers = {**HX, "moot-opening": said.format(line=ben.line)}
    answer = await ben.visitor.get(f"{ben.table}/find", headers=headers)
    assert (answer.status_code, "moot-told" in answer.headers) == (200, False)
    said_closed = await ben.visitor.post(f"{ben.table}/closed", data={"opening": said.format(line=ben.line)})
    assert said_closed.status_code == 204


async def test_so_many_openings_are_kept_true_and_no_more(pair):
    _, ben = pair
    for number in range(1, MOST_OPEN + 1):
        assert (await ben.opens(number, "why?rules=CO-01"))[0] == number
    assert (await ben.opens(MOST_OPEN + 1, "find"))[0] == 0
    await ben.closes(3)
    assert (await ben.opens(MOST_OPEN + 1, "find"))[0] > 0


async def test_a_line_that_ended_keeps_nothing(pair):
    _, ben = pair
    first = ben.line
    ben.tap.close()
    await ben.tap.ended()
    again = Reading(ben.visitor)
    await again.heard()
    assert again.line not in ("", first)
    assert (await again.opens(1, "find", line=first))[0] == 0
    assert (await again.opens(1, "find"))[0] == 1
    again.tap.close()
    await again.tap.ended()


async def test_who_is_sent_away_hears_nothing_of_what_they_had_open(pair):
    ann, ben = pair
    bens = find(r'data-seat="(\w+)"', await ben.visitor.page())
    await ben.opens(1, "find")
    assert (await ann.visitor.does(f"turn-away:{bens}")).status_code == 204
    assert await ben.heard() == []


# ---------------------------------------------------------------- every game, at random

TOLD = HeardWords()
Part = Callable[[Pages, SeatMoment], str]


class Opened:
    """What one page has open, as its stream tells of it."""

    def __init__(self, openings: Openings, screens: Screens) -> None:
        self.openings, self.screens = openings, screens
        self.open: dict[int, Part] = {}
        self.has: dict[int, tuple[int, str]] = {}
        self.told = 0

    def opens(self, number: int, part: Part, mine: SeatMoment) -> None:
        status, html = made(part, self.screens.pages, mine)
        if status == 200:
            self.open[number], self.has[number] = part, (200, html)
            assert self.openings.keep(number, part, mine, html)

    def hears(self, message: bytes) -> None:
        for body in message.split(b"\n\n"):
            if body.startswith(b"event: moot:opening\n"):
                head, _, html = sent(body).partition("\n")
                number, _, status = map(int, head.split())
                self.has[number] = status, html
                self.told += 1

    def check(self, fresh: Pages, mine: SeatMoment) -> None:
        for number, part in self.open.items():
            status, html = made(part, fresh, mine)
            if status == 200 or status in OVER:
                assert self.has[number] == (status, html)


def made(part: Part, pages: Pages, mine: SeatMoment) -> tuple[int, str]:
    try:
        return 200, for_script(part(pages, mine))
    except Refused as refused:
        return status_of(refused), pages.render("parts/refused.html", {"refused": refused, "href": ""})


def parts(screens: Screens, mine: SeatMoment, at: int) -> list[Part]:
    """One of the people and things that the seat sees, one of the forms that it is offered, and the search."""
    things = [*mine.moment.cast(mine.seat.guides), *mine.moment.things(mine.seat.guides)]
    keys = [one.key for one in mine.table.found(mine.seat)]
    return [
        *(partial(thing_parts, of=one) for one in things[at % len(things) :][:1] if things),
        *(partial(form_parts, keys=[one]) for one in keys[at % len(keys) :][:1] if keys),
        lambda pages, mine: found_parts(screens, mine, TOLD),
    ]


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_open_on_every_page_is_what_a_fresh_look_shows(game):
    here: Evening = await evening(game, seed=3)
    fresh = here.fresh.pages
    lines = here.site.lines
    opened = {seat.id: Opened(lines[sent(reader.hello())], here.screens) for seat, reader, _ in here.pages}

    def now(seat: Seat) -> SeatMoment:
        return here.screens.of(here.table, here.table.ledger.table.chairs[seat.id].seat, BASE)

    for step in range(20):
        for seat, reader, _ in here.pages:
            one = opened[seat.id]
            one.hears(reader.news())
            one.check(fresh, now(seat))
            if step % 3 == 0:
                for at, part in enumerate(parts(here.screens, now(seat), step)):
                    one.opens((step + at) % MOST_OPEN + 1, part, now(seat))
        await here.act()
    assert sum(one.told for one in opened.values()) > 5

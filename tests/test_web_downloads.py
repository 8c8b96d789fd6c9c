"""What people take home of a long log is made in a thread, so that no table waits for it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from tests.visitors import Visitor, company, site

from moot.table import listening, logfile
from moot.table.listening import SeatJournals
from moot.table.seat_journal import journal_of
from moot.web import Limits, Rate, downloads
from moot.web.limits import Buckets, TooFast
from moot.web.responses import Download

pytestmark = pytest.mark.anyio

FREE = Rate(1e6, 1e6)
MAKERS = {
    "export.jsonl": (logfile, "copy_for"),
    "story.md": (downloads, "story"),
    "story": (downloads, "episodes"),
}


@pytest.fixture(params=MAKERS)
def made(request, monkeypatch):
    """The path of a file, and the threads in which it was made so far."""
    threads: list[threading.Thread] = []
    place, name = MAKERS[request.param]
    make = getattr(place, name)

    def watched(*args):
        threads.append(threading.current_thread())
        return make(*args)

    monkeypatch.setattr(place, name, watched)
    return request.param, threads


async def test_it_is_made_off_the_event_loop_and_kept_until_something_happens(made):
    path, threads = made
    ann, ben = await company(site())
    first = await ann.get(f"{ann.table}/{path}")
    assert first.status_code == 200
    assert (await ann.get(f"{ann.table}/{path}")).content == first.content
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
    await ben.says("Nobody heard this yet.")
    assert b"Nobody heard this yet." in (await ann.get(f"{ann.table}/{path}")).content
    assert len(threads) == 2


async def test_each_seat_has_its_own(made):
    path, threads = made
    ann, ben = await company(site())
    await ann.does("hide", value="4", hint="like the winds")
    for visitor, hears in ((ann, True), (ben, False), (ann, True)):
        assert (b"like the winds" in (await visitor.get(f"{ann.table}/{path}")).content) is hears
    assert len(threads) == 2


async def test_a_seat_cannot_have_it_made_without_end(made):
    path, _ = made
    app = site(limits=Limits(seat=Rate(1e-6, 6), address=FREE, door=FREE))
    ann = Visitor(app)
    await ann.opens()
    statuses = [(await ann.get(f"{ann.table}/{path}")).status_code for _ in range(7)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_more_than_a_bucket_holds_costs_all_of_it():
    buckets = Buckets(Rate(1, 10), lambda: 0.0)
    buckets.take("ann", 4)
    with pytest.raises(TooFast) as refused:
        buckets.take("ann", 50)
    assert refused.value.wait == 4
    buckets.take("ben", 50)
    assert not buckets.has("ben")


async def test_a_long_file_is_sent_in_pieces():
    sent = []

    async def send(message):
        sent.append(message)

    body = bytes(range(256)) * 1024
    asked: Any = {}
    await Download(body, "text/plain", "long.txt")(asked, asked, send)
    pieces = [message["body"] for message in sent[1:]]
    assert b"".join(pieces) == body
    assert max(map(len, pieces)) == 64 * 1024
    assert [message["more_body"] for message in sent[1:]] == [True] * 4 + [False]


async def test_what_a_seat_heard_of_a_long_log_is_put_together_off_the_event_loop(monkeypatch):
    monkeypatch.setattr(listening, "LONG", 1)
    threads: list[threading.Thread] = []

    def watched(game, entries, seat):
        if entries:
            threads.append(threading.current_thread())
        return journal_of(game, entries, seat)

    monkeypatch.setattr(listening, "journal_of", watched)
    ann, ben = await company(site())
    await ann.does("hide", value="4", hint="like the winds")
    await ben.says("Here I am.")
    for visitor in (ann, ben):
        assert "Here I am." in await visitor.page()
    assert "like the winds" not in (await ben.get(f"{ben.table}/log")).text
    assert threads
    assert threading.current_thread() not in threads


async def test_what_is_said_while_it_is_put_together_is_heard_once(monkeypatch):
    monkeypatch.setattr(listening, "LONG", 1)
    begun, go = threading.Event(), threading.Event()

    def slow(game, entries, seat):
        made = journal_of(game, entries, seat)
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            assert go.wait(30)
        return made

    app = site()
    ann, ben = await company(app)
    table = await app.site.shelf.find(ann.table.rpartition("/")[2])
    table._journals = SeatJournals(table.ledger)  # it knows what Ann heard, and nobody else
    table.journal(next(seat for seat in table.ledger.table.seated() if seat.name == "Ann"))
    monkeypatch.setattr(listening, "journal_of", slow)
    coming = asyncio.create_task(ben.page())
    assert await asyncio.to_thread(begun.wait, 30)
    assert (await ann.says("Too late for the first page?")).status_code == 204
    go.set()
    assert (await coming).count("Too late for the first page?") == 1

"""The live feeds over a real socket: nothing missed, nothing twice, nobody held up."""

import json
import re
import socket
from contextlib import asynccontextmanager
from itertools import count

import anyio
import httpx
import pytest
from tests.serving import Server
from tests.visitors import UNLIMITED, find

from moot.web import Limits, Rate
from moot.web.stream import HEARTBEAT, until_sign_of_life

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("stream"), limits=UNLIMITED) as running:
        yield running


@pytest.fixture
async def client(server):
    async with visiting(server) as client:
        yield client


def visiting(server):
    return httpx.AsyncClient(base_url=server.url, timeout=20)


class Seat:
    """Somebody at a table, who asks by the API and may look at the page as well."""

    numbers = count()

    def __init__(self, client, key):
        self.at = f"/api/tables/{key['table']}"
        self.page = f"/t/{key['table']}"
        self.id = key["seat"]
        self.code = key["join"].partition("?k=")[2]
        self.bearer = {"authorization": f"Bearer {key['secret']}"}
        self.cookie = {"cookie": f"moot_seat={key['secret']}"}
        self.client = client

    async def asks(self, **command):
        body = {"id": f"c{next(self.numbers)}", "command": command}
        answer = await self.client.post(f"{self.at}/commands", json=body, headers=self.bearer)
        assert answer.status_code == 200, answer.text
        return answer.json()["heard"]

    @asynccontextmanager
    async def feed(self, **headers):
        async with self.client.stream("GET", f"{self.at}/feed", headers={**self.bearer, **headers}) as answer:
            assert answer.status_code == 200
            yield events(answer)

    @asynccontextmanager
    async def stream(self, query="", **headers):
        path, headers = f"{self.page}/stream{query}", {**self.cookie, **headers}
        async with self.client.stream("GET", path, headers=headers) as answer:
            assert answer.status_code == 200
            yield events(answer)

    async def start(self):
        """Where the page of this seat begins to follow."""
        page = (await self.client.get(self.page, headers=self.cookie)).text
        return find(r'/stream(\?from=[^"]+)"', page)


async def events(answer):
    """The events of a stream, as (id, name, data); signs of life are left out."""
    event: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if line.startswith(":"):
            continue
        if line:
            event[name] = f"{event[name]}\n{value}" if name in event else value
        elif event:
            yield event.get("id"), event.get("event"), event.get("data", "")
            event = {}


async def take(stream, *, until):
    """The events up to the first whose data `until` finds something in."""
    found = []
    with anyio.fail_after(15):
        async for event in stream:
            found.append(event)
            if re.search(until, event[2]):
                return found
    raise AssertionError(f"the stream ended before {until!r}")


async def pair(client, door="open"):
    body = {"game": "coin", "name": "Ann", "house": {"door": door}}
    ann = Seat(client, (await client.post("/api/tables", json=body)).json())
    joined = await client.post(f"{ann.at}/join", json={"name": "Ben", "k": ann.code})
    return ann, Seat(client, joined.json())


async def test_the_feed_tells_what_happens_in_order_and_once(client):
    ann, ben = await pair(client)
    async with ben.feed() as feed:
        for word in ("one", "two", "three"):
            await ann.asks(do="say", text=word)
        heard = await take(feed, until='"quote":"three"')
    assert [int(id_) for id_, _, _ in heard] == list(range(1, len(heard) + 1))
    quotes = [line["quote"] for _, _, data in heard for line in json.loads(data)["lines"] if line["quote"]]
    assert quotes == ["one", "two", "three"]


async def test_the_feed_goes_on_from_the_last_number(client):
    ann, ben = await pair(client)
    last = await ben.asks(do="say", text="before")
    await ann.asks(do="say", text="while away")
    async with ben.feed(**{"last-event-id": str(last)}) as feed:
        await ann.asks(do="say", text="after")
        heard = await take(feed, until='"quote":"after"')
    assert [int(id_) for id_, _, _ in heard] == [last + 1, last + 2]


async def test_the_feed_of_one_seat_has_nothing_of_what_is_hidden_from_it(client):
    ann, ben = await pair(client)
    async with ben.feed() as feed:
        await ann.asks(do="hide", value=4, hint="four as ever")
        await ann.asks(do="keep-notes", text="They bluff.")
        await ann.asks(do="say", text="Go on.")
        heard = await take(feed, until="Go on")
    assert not re.search("four as ever|They bluff", "".join(data for _, _, data in heard))
    assert [int(id_) for id_, _, _ in heard] == list(range(1, len(heard) + 1))


async def test_who_loses_the_seat_hears_so_and_the_streams_end_at_once(client):
    ann, ben = await pair(client)
    async with ben.feed() as feed, ben.stream() as stream:
        await take(stream, until="ask")
        await ann.asks(do="turn-away", seat=ben.id)
        heard = await take(feed, until="no-seat")
        shown = await take(stream, until="You have no seat")
        with anyio.fail_after(5):  # well before the next sign of life
            assert [event async for event in feed] == [event async for event in stream] == []
    assert heard[-1][1] == "gone"
    assert "Let" not in shown[-1][2]


async def test_a_page_that_is_up_to_date_is_sent_nothing_but_what_changes(client):
    ann, ben = await pair(client)
    async with ben.stream(await ben.start()) as stream:
        await take(stream, until='hx-target="#everyone"')
        await ann.asks(do="say", text="Only a word.")
        [(_, _, said)] = await take(stream, until="Only a word.")
        assert targets(said) == ["lines"]
        await ann.asks(do="hide", value=4)
        [(_, _, hidden)] = await take(stream, until="A number is hidden")
        assert {"whose", "question", "badge", "lines"} <= set(targets(hidden))
        assert not {"everyone", "banners", "composer"} & set(targets(hidden))


def targets(data):
    return re.findall(r'<hx-partial hx-target="#([a-z]+)"', data)


async def test_a_page_comes_back_with_what_it_missed_and_no_more(client):
    ann, ben = await pair(client)
    async with ben.stream(await ben.start()) as stream:
        await ann.asks(do="say", text="Heard.")
        id_, _, _ = (await take(stream, until="Heard."))[-1]
    await ann.asks(do="say", text="Missed.")
    async with ben.stream(**{"last-event-id": id_}) as stream:
        _, _, data = (await take(stream, until="Missed."))[-1]
    assert 'hx-target="#lines" hx-swap="beforeend"' in data
    assert "Heard." not in data
    assert "composer" not in targets(data)


@pytest.mark.parametrize("id_", ["", "otherboot.3.", "x", "..", "0.-1.00"])
async def test_a_page_that_cannot_say_what_it_has_is_sent_everything(client, id_):
    ann, ben = await pair(client)
    await ann.asks(do="say", text="Long ago.")
    async with ben.stream(f"?from={id_}") as stream:
        _, _, data = (await take(stream, until="Long ago."))[-1]
    assert 'hx-target="#lines" hx-swap="innerMorph"' in data
    assert {"head", "ask", "me", "everyone", "more", "composer"} <= set(targets(data))


async def test_after_something_was_taken_back_the_whole_journal_comes(client):
    ann, ben = await pair(client)
    number = await ann.asks(do="hide", value=4)
    await ben.asks(do="toss")
    async with ben.stream(await ben.start()) as stream:
        await ann.asks(do="undo", line=number)
        _, _, data = (await take(stream, until="taken back"))[-1]
    assert 'hx-target="#lines" hx-swap="innerMorph"' in data
    assert re.search(r'undone"[^>]*>\s*<span><b>Ben</b> tosses', data)
    assert "A number is to be hidden" in data


async def test_who_is_let_in_sees_the_table_without_reloading(client):
    ann, ben = await pair(client, door="ask")
    await ann.asks(do="say", text="Before you came.")
    async with ben.stream(await ben.start()) as stream:
        await ann.asks(do="admit", seat=ben.id)
        _, _, data = (await take(stream, until="Ben is let in"))[-1]
    assert {"head", "ask", "everyone", "more", "composer", "lines"} <= set(targets(data))
    assert "Before you came." in data


async def test_presence_is_seen_by_the_others(client):
    ann, ben = await pair(client)
    async with ann.stream(await ann.start()) as stream:
        await take(stream, until='hx-target="#everyone"')
        async with ben.stream() as theirs:
            await take(theirs, until="ask")
            here = (await take(stream, until='hx-target="#person-'))[-1][2]
        gone = (await take(stream, until='hx-target="#person-'))[-1][2]
    assert "away" not in here
    assert "away" in gone
    for data in (here, gone):  # one row, and nothing of the rest of the page
        assert re.findall(r'hx-target="([^"]+)"', data) == [f"#person-{ben.id}"]
        assert "Ann" not in data


async def test_a_reader_who_takes_nothing_holds_up_nobody_and_catches_up(client, server):
    ann, ben = await pair(client)
    host, port = server.url.removeprefix("http://").split(":")
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stalled.connect((host, int(port)))
    lines = [f"GET {ben.at}/feed HTTP/1.1", f"Host: {host}", f"Authorization: {ben.bearer['authorization']}", "", ""]
    stalled.sendall("\r\n".join(lines).encode())
    long = "\N{GAME DIE}" * 3900
    async with ben.feed() as feed:
        with anyio.fail_after(60):
            for n in range(200):
                await ann.asks(do="say", text=f"{n} {long}")
        heard = await take(feed, until='"quote":"199 ')
    assert len(heard) > 200
    caught_up = await anyio.to_thread.run_sync(read_until, stalled, b'"quote":"199 ')
    stalled.close()
    numbers = [int(n) for n in re.findall(rb"^id: (\d+)", caught_up, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def read_until(reader, mark):
    reader.settimeout(20)
    got = b""
    while mark not in got:
        piece = reader.recv(65536)
        assert piece, "the feed ended"
        got += piece
    return got


async def test_a_seat_has_only_so_many_streams(tmp_path):
    free = Rate(1e6, 1e6)
    server = Server(tmp_path, limits=Limits(seat=free, address=free, door=free, streams=2))
    async with visiting(server) as client:
        _, ben = await pair(client)
        async with ben.feed(), ben.feed():
            third = await client.get(f"{ben.at}/feed", headers=ben.bearer)
    server.stop()
    assert third.status_code == 429
    assert int(third.headers["retry-after"]) > 0


def test_those_who_came_at_once_get_their_signs_of_life_one_after_another():
    waits = sorted(until_sign_of_life() for _ in range(400))
    assert 0.8 * HEARTBEAT <= waits[0] < waits[-1] <= HEARTBEAT
    together = max(sum(first <= wait < first + 0.01 for wait in waits) for first in waits)
    assert together < 40  # in a hundredth of a second


@pytest.mark.parametrize(("way", "sign"), [("feed", ":"), ("stream", "event: moot:alive")])
async def test_a_quiet_line_hears_a_sign_of_life_each_time_one_is_due(client, monkeypatch, way, sign):
    monkeypatch.setattr(f"moot.web.{way}.until_sign_of_life", lambda: 0.01)
    _, ben = await pair(client)
    path, proof = (f"{ben.at}/feed", ben.bearer) if way == "feed" else (f"{ben.page}/stream", ben.cookie)
    signs = 0
    async with client.stream("GET", path, headers=proof) as answer:
        with anyio.move_on_after(10):
            async for line in answer.aiter_lines():
                signs += line == sign
                if signs == 3:
                    break
    assert signs == 3

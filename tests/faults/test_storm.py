"""The server is killed in a storm of commands, again and again, and loses nothing that it acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest
from tests.faults.child import Child
from tests.random_play import GAMES, Course
from tests.scale import times

from moot.core import Offer
from moot.store import open_store
from moot.table import Ledger, Shelf, logfile
from moot.table.verify import verify

pytestmark = pytest.mark.anyio

ROUNDS = min(times(6), 12)
TABLES = 3
"""Tables at least, shared out among the games."""
DEADLINE = 40
"""Seconds for one round, on a machine that is busy with other things."""

_offers = msgspec.json.Decoder(tuple[Offer, ...]).decode


class Hand:
    """One client of the API at a table. It remembers what it asked and what it was answered."""

    def __init__(self, key: dict[str, str], course: Course) -> None:
        self.table = key["table"]
        self.seat = key["seat"]
        self.course = course
        self.headers = {"authorization": f"Bearer {key['secret']}"}
        self.numbers = count(1)
        self.sent: dict[str, dict[str, Any]] = {}
        self.done: dict[str, int] = {}
        self.refused: set[str] = set()
        self.fresh: Counter[str] = Counter()
        self.journal: list[dict[str, Any]] = []

    @property
    def unanswered(self) -> list[str]:
        """Commands that may or may not have come through."""
        return [id_ for id_ in self.sent if id_ not in self.done and id_ not in self.refused]

    async def plays(self, http: httpx.AsyncClient, on_done: Any) -> None:
        """Send what was not answered again, then one random legal command after the other, until the line breaks."""
        try:
            for id_ in self.unanswered:
                await self.sends(http, id_, on_done)
            while True:
                found = await http.get(f"/api/tables/{self.table}/offers", headers=self.headers)
                if found.status_code == 429:
                    await asyncio.sleep(float(found.headers["retry-after"]))
                    continue
                taken = self.course.turn({self.seat: _offers(found.content)})
                assert taken is not None
                id_ = f"{self.seat}-{next(self.numbers)}"
                wish = self.course.wish(taken[1], self.seat)
                self.sent[id_] = {"id": id_, "command": wish, "nonce": f"nonce of {id_}"}
                presses = 2 if self.course.chance.pick(5) == 0 else 1
                await asyncio.gather(*(self.sends(http, id_, on_done) for _ in range(presses)))
        except httpx.TransportError:
            return

    async def sends(self, http: httpx.AsyncClient, id_: str, on_done: Any) -> dict[str, Any]:
        """Send a command, for the first time or again."""
        path = f"/api/tables/{self.table}/commands"
        answer = await http.post(path, json=self.sent[id_], headers=self.headers)
        told: dict[str, Any] = answer.json()
        if answer.status_code != 200:
            assert answer.status_code in (403, 409, 422, 429), answer.text
            assert id_ not in self.done, "refused after it was acknowledged"
            self.refused.add(id_)
            return told
        self.refused.discard(id_)
        if told["again"]:
            self.done.setdefault(id_, told["heard"])
        else:
            self.fresh[id_] += 1
            self.done[id_] = told["heard"]
        on_done()
        return told

    async def looks_back(self, http: httpx.AsyncClient, luck: random.Random) -> None:
        """What was acknowledged is still there, is not done again, and what was heard stays as it was heard."""
        heard = (await http.get(f"/api/tables/{self.table}/journal?limit=500", headers=self.headers)).json()
        assert heard["last"] <= 500
        now = [{**each, "struck": False} for each in heard["heard"]]
        assert now[: len(self.journal)] == self.journal
        self.journal = now
        assert heard["last"] >= max(self.done.values(), default=0)
        for id_ in {*luck.sample(sorted(self.done), min(2, len(self.done))), *[*self.done][-1:]}:
            answer = await self.sends(http, id_, lambda: None)
            assert answer == {"heard": heard["last"], "again": True}


async def gather(http: httpx.AsyncClient, luck: random.Random) -> list[Hand]:
    """A guide and two players at each of several tables, of every game there is."""
    hands: list[Hand] = []
    for number in range(max(TABLES, len(GAMES))):
        body = {"game": GAMES[number % len(GAMES)], "name": "Gil", "house": {"door": "open"}}
        guide = (await http.post("/api/tables", json=body)).json()
        code = guide["join"].partition("?k=")[2]
        comers = [
            (await http.post(f"/api/tables/{guide['table']}/join", json={"name": name, "k": code})).json()
            for name in ("Ann", "Ben")
        ]
        course = Course(luck.randrange(2**32))
        hands += [Hand(key, course) for key in (guide, *comers)]
    return hands


async def storm(child: Child, hands: list[Hand], acknowledgements: int) -> None:
    """Everybody plays at once, until the server is killed after so many acknowledgements."""
    left, enough = acknowledgements, asyncio.Event()

    def one_more() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            enough.set()

    async with client(child) as http, asyncio.timeout(DEADLINE):
        playing = [asyncio.create_task(hand.plays(http, one_more)) for hand in hands]
        first = asyncio.create_task(enough.wait())
        await asyncio.wait([first, *playing], return_when=asyncio.FIRST_COMPLETED)
        child.kill()
        first.cancel()
        await asyncio.gather(*playing)
    assert left <= 0


def client(child: Child) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=child.link, timeout=DEADLINE)


async def test_what_was_acknowledged_survives_and_is_never_done_twice(tmp_path):
    luck = random.Random(20)
    with Child(tmp_path) as child:
        async with client(child) as http:
            hands = await gather(http, luck)
        for turn in range(ROUNDS):
            if turn:
                child.start()
                async with client(child) as http:
                    for hand in hands:
                        await hand.looks_back(http, luck)
            await storm(child, hands, luck.randrange(30, 120))
            assert not child.errors
            for ledger in await folded(tmp_path):
                assert_whole(ledger, hands)


async def folded(folder) -> list[tuple[str, Ledger]]:
    """Every table of a data folder as it lies on the disk, its chain and its dice checked."""
    store = open_store(folder)
    shelf = Shelf(store)
    found = [(card.id, (await shelf.find(card.id)).ledger) for card in store.cards()]
    await store.close()
    for table, ledger in found:
        report = verify(logfile.lines(*logfile.whole(table, ledger)))
        assert report.good, report.summary()
        assert report.decided == ledger.seq
    return found


def assert_whole(found: tuple[str, Ledger], hands: list[Hand]) -> None:
    """All that was acknowledged is in the log, once, where its number says; nothing that was refused is."""
    table, ledger = found
    ids = Counter(folded.entry.asked.id for folded in ledger.folded if folded.entry.asked)
    assert not [id_ for id_, times in ids.items() if times > 1]
    here = [hand for hand in hands if hand.table == table]
    for hand in here:
        record = list(heard_seqs(table, ledger, hand.seat))
        for id_, heard in hand.done.items():
            assert hand.fresh[id_] <= 1
            assert ids[id_] == 1
            if hand.fresh[id_]:
                assert sum(seq <= ledger.done[hand.seat, id_] for seq in record) == heard
        assert not hand.refused & ids.keys()
    assert ids.keys() <= {id_ for hand in here for id_ in hand.sent}


def heard_seqs(table: str, ledger: Ledger, seat: str) -> list[int]:
    from moot.table.seat_journal import journal_of

    return [heard.seq for heard in journal_of(ledger.game, ledger.folded, ledger.table.chairs[seat].seat)]

"""Nobody is sent what is not theirs to know: every byte that reaches each person, against what the table told them.

People write words that nobody else would write. Such a word may reach another seat only once the table has told that
seat of an event with it, and the same goes for what the guide alone can see. Keys, seals and the codes of links are
looked for as well. Everything that the site can send is read: pages, streams, the API, what people take home, refusals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests import toy
from tests.random_play import Course
from tests.visitors import site
from tests.wire import Wire

from moot import games
from moot.core import Seat
from moot.store import MemoryStore
from moot.table import Table
from moot.table.events import DiceRevealed, TableEvent
from moot.table.script import demos
from moot.testing.filling import markers

pytestmark = pytest.mark.anyio

GAMES = games.names()
STEPS = 24
LEAST = 12
"""Letters in a text of the guide's that is looked for: shorter ones are found by chance."""

_json = msgspec.json.Encoder(enc_hook=str).encode


class Leak(AssertionError):
    """Somebody was sent what they may not know."""


class Evening:
    """A table with everyone at it, somebody at its door, a stranger outside; and who may know which words."""

    def __init__(self, game: str, seed: int) -> None:
        toy.install()
        self.store = MemoryStore()
        self.app = site(self.store)
        self.game = game
        self.course = Course(seed)
        self.wires = {who: Wire(self.app, who) for who in ("gil", "ann", "ben", "wim", "eve", "nobody")}
        self.known: dict[str, set[str]] = {who: set() for who in self.wires}
        self.heard = dict.fromkeys(self.wires, 0)
        self.back_links: dict[str, str] = {}
        self.hidden = 0
        self.static = ""

    @property
    def seated(self) -> dict[str, Wire]:
        """Those who sit at the table now."""
        chairs = self.table.ledger.table.chairs
        return {who: wire for who, wire in self.wires.items() if wire.seat in chairs and _sits(chairs[wire.seat])}

    def seat(self, wire: Wire) -> Seat:
        """The person's seat as it is now."""
        return self.table.ledger.table.chairs[wire.seat].seat

    def name(self, who: str) -> str:
        """A name that nobody else has."""
        return f"{who.capitalize()} {self.course.ink.words(who)}"

    # -- gathering

    async def gather(self) -> None:
        """Everyone comes; all but Eve are let in."""
        gil = self.wires["gil"]
        title = f"The {self.course.ink.words('gil')} table"
        code = await gil.opens(self.game, self.name("gil"), title=title)
        self.table: Table = await self.app.state["site"].shelf.find(gil.table)
        self.title = markers(title.encode())
        for who, role in (("ann", "player"), ("ben", "player"), ("wim", "watcher")):
            await self.comes(who, code, role)
            assert await gil.asks({"do": "admit", "seat": self.wires[who].seat}) == 200
        await self.comes("eve", code)
        for path in (f"/games/{self.game}", f"/games/{self.game}/rules", "/how", "/"):
            self.static += unescape((await self.wires["nobody"].gets(path)).decode())

    async def comes(self, who: str, code: str, role: str = "player") -> None:
        """Somebody comes to the door."""
        await self.wires[who].comes(self.table.id, code, self.name(who), role)
        self.known[who] |= self.title

    # -- an evening

    async def play(self, steps: int) -> None:
        """So many turns, with everything between them that happens at tables."""
        with ExitStack() as open_streams:
            for who in ("gil", "ann", "ben", "wim", "eve"):
                open_streams.enter_context(self.wires[who].following())
            for step in range(steps):
                await self.turn()
                await self.between(step)
                await self.visit([*self.wires][step % len(self.wires)])
                await self.look()
        for who in self.wires:
            await self.visit(who)
        await self.look()

    async def turn(self) -> None:
        """Somebody does what they may, and somebody else tries to do it too."""
        offered = {who: await wire.offers() for who, wire in self.seated.items()}
        taken = self.course.turn(offered)
        assert taken is not None
        who, offer = taken
        assert await self.wires[who].asks(self.course.wish(offer, who)) == 200
        other = [*self.wires][self.course.chance.pick(len(self.wires))]
        if self.wires[other].table:
            await self.wires[other].asks(self.course.wish(offer, other))

    async def between(self, step: int) -> None:
        """What happens beside the game, now this and now that."""
        gil, ann, words = self.wires["gil"], self.wires["ann"], self.course.ink.words
        match step % 12:
            case 0:
                await ann.asks({"do": "keep-notes", "text": words("ann")})
                await gil.asks({"do": "keep-notes", "text": words("gil")})
            case 2:
                pauser = [self.wires[who] for who in self.seated][self.course.chance.pick(4)]
                assert await pauser.asks({"do": "pause"}) == 200
                await self.look()
                self.nobody_paused()
                assert await gil.asks({"do": "resume"}) == 200
            case 4:
                page = (await ann.posts(f"/t/{self.table.id}/back")).decode()
                self.back_links[re.findall(r"/back/([\w-]{10,})<", page)[0]] = "ann"
            case 6:
                await gil.posts(f"/t/{self.table.id}/invite")
            case 8:
                await ann.asks({"do": "undo", "line": max(2, len(self.table.hearing(self.seat(ann)).record) - 1)})
                await gil.asks({"do": "decline-undo" if step % 24 == 8 else "agree-to-undo"})
            case 9:
                assert await gil.asks({"do": "turn-away", "seat": self.wires["eve"].seat}) == 200
            case 10:
                assert await gil.asks({"do": "reveal-dice"}) == 200
                await self.wires["ben"].asks({"do": "rename", "name": f"Ben {words('ben')}"})
            case 11:
                await self.comes("eve", self.table.invite)

    async def visit(self, who: str) -> None:
        """Somebody looks at every page there is, and at some that there are not."""
        wire, at = self.wires[who], f"/t/{self.table.id}"
        for path in ("", "/log", "/log?before=9", "/qr", "/back", "/join?k=guess", "/story.md", "/export.jsonl", "/x"):
            await wire.gets(f"{at}{path}")
        await wire.gets(f"{at}/back/guess")
        await wire.posts(f"{at}/do", **{"moot.offer": "admit:s5", "moot.id": "x"})
        await wire.posts(f"{at}/do", **{"moot.offer": "keep-notes", "moot.id": ""})
        api = f"/api/tables/{self.table.id}"
        for path in ("", "/offers", "/journal?limit=500", "/x", "/journal?after=x"):
            body = await wire.gets(f"{api}{path}")
            assert b'"seq":' not in body
            assert b'"link":' not in body

    # -- looking

    async def look(self) -> None:
        """Read what came to everyone since the last time. Raises Leak."""
        for who, wire in self.wires.items():
            await wire.settle()
            self.learn(who, wire)
            secrets = [*self.secrets(who), *self.only_the_guides(who)]
            for where, body in wire.received:
                text = body.decode()
                for marker in markers(body) - self.known[who]:
                    if self.course.ink.written[marker] != who:
                        writer = self.course.ink.written[marker]
                        raise Leak(f"{who} finds what {writer} wrote, {marker}, in {where}: {_near(text, marker)}")
                for secret in secrets:
                    if secret in text or secret in unescape(text):
                        raise Leak(f"{who} finds “{secret}” in {where}: {_near(unescape(text), secret)}")
            wire.received.clear()

    def learn(self, who: str, wire: Wire) -> None:
        """What the table has told somebody, they know."""
        if wire.seat not in self.table.ledger.table.chairs or who not in self.seated:
            return
        record = self.table.hearing(self.seat(wire)).record
        for heard in record[self.heard[who] :]:
            told = _json(heard.events)
            if all(isinstance(event, TableEvent) for event in heard.events):
                told += _json(heard.lines)
            self.known[who] |= markers(told)
        self.heard[who] = len(record)
        self.hidden += len(self.course.ink.written.keys() - self.known[who])

    def secrets(self, who: str) -> Iterator[str]:
        """What no page may say to `who`, whatever happens: keys, seeds that are not open, links of others."""
        yield from (wire.secret for wire in self.wires.values() if wire.secret)
        yield from (secret for secret, owner in self.back_links.items() if owner != who)
        opened = {
            piece.event.seed
            for passage in self.table.ledger.passages
            for piece in passage.pieces
            if isinstance(piece.event, DiceRevealed)
        }
        for name, value in self.store.kept(self.table.id).items():
            if name.startswith("seed:") and value.hex() not in opened:
                yield value.hex()
            if name.startswith(("key:", "back:")):
                yield name.partition(":")[2]
        if who not in self.seated:
            yield self.table.invite

    def only_the_guides(self, who: str) -> set[str]:
        """Texts that the guide can see in the game and `who` cannot, by anything the table has for them."""
        if who == "gil":
            return set()
        found = set(_texts(msgspec.to_builtins(self.table.sight(self.seat(self.wires["gil"])).view, enc_hook=str)))
        return {text for text in found if len(text) >= LEAST and text not in self.may_read(who)}

    def may_read(self, who: str) -> str:
        """All that the table has for somebody, as one text."""
        if who not in self.seated:
            return self.static
        seat = self.seat(self.wires[who])
        every = [self.table.sight(seat), self.table.offers(seat), [h.body for h in self.table.hearing(seat).record]]
        return self.static + "\n".join(_texts(msgspec.json.decode(_json(every))))

    def nobody_paused(self) -> None:
        """Of the last entry, a pause, nothing tells who asked for it. Raises Leak."""
        entry = self.table.ledger.passages[-1].entry
        if entry.seat or entry.asked is None or entry.asked.nonce or entry.asked.command != {"do": "pause"}:
            raise Leak(f"the log tells who paused: {entry}")
        for wire in self.seated.values():
            if (heard := self.table.hearing(self.seat(wire)).record[-1]).by:
                raise Leak(f"the journal tells who paused: {heard}")


def _sits(chair: Any) -> bool:
    return bool(chair.standing == "seated")


def _texts(plain: Any) -> Iterator[str]:
    match plain:
        case dict():
            for key, value in plain.items():
                yield str(key)
                yield from _texts(value)
        case list() | tuple():
            for value in plain:
                yield from _texts(value)
        case str():
            yield plain
        case _:
            return


def _near(text: str, found: str) -> str:
    at = text.casefold().find(found.casefold())
    return repr(text[max(0, at - 90) : at + len(found) + 40])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [*GAMES, "coin"])
async def test_nobody_is_sent_what_is_not_theirs_to_know(game, seed):
    evening = Evening(game, seed)
    await evening.gather()
    await evening.play(STEPS)
    assert evening.hidden



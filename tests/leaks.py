"""An evening at a table in which every byte that reaches anybody is held against what the table told them.

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
from tests.gathering import steady_site
from tests.random_play import Course
from tests.wire import Wire

from moot.core import Seat
from moot.store import MemoryStore
from moot.table import Table
from moot.table.kinds import TableEvent
from moot.table.opening import DiceRevealed
from moot.testing.filling import markers

LEAST = 12
"""Letters in a text of the guide's that is looked for: shorter ones are found by chance."""

_json = msgspec.json.Encoder(enc_hook=str).encode

PLACES = (
    *("", "/log", "/log?before=9", "/rules", "/house", "/qr", "/back", "/device", "/room", "/story", "/story.md"),
    *("/recap", "/recap.md"),
    *("/export.jsonl", "/files"),
)
"""The pages of a table, below its address."""


class Leak(AssertionError):  # noqa: N818 - reads as the fact it states
    """Somebody was sent what they may not know."""


class Evening:
    """A table with everyone at it, somebody at its door, a stranger outside; and who may know which words.

    The first of `company` guides, the others play; Wim watches, Eve is at the door.
    """

    def __init__(self, game: str, seed: int, company: tuple[str, ...] = ("gil", "ann", "ben")) -> None:
        self.store = MemoryStore()
        self.app = steady_site(seed, self.store)
        self.game = game
        self.course = Course(seed)
        self.company = company
        self.wires = {who: Wire(self.app, who) for who in (*company, "wim", "eve", "nobody")}
        self.guide, self.player, self.other = (self.wires[who] for who in company[:3])
        self.known: dict[str, set[str]] = {who: set() for who in self.wires}
        self.heard = dict.fromkeys(self.wires, 0)
        self.back_links: dict[str, str] = {}
        self.hidden = 0
        self.static = ""
        self.things: set[str] = set()
        self.readable: dict[str, str] = {}

    @property
    def seated(self) -> dict[str, Wire]:
        """Those who sit at the table now."""
        chairs = self.table.ledger.table.chairs
        return {who: wire for who, wire in self.wires.items() if wire.seat in chairs and _sits(chairs[wire.seat])}

    def seat(self, wire: Wire) -> Seat:
        """The person's seat as it is now."""
        return self.table.ledger.table.chairs[wire.seat].seat

    def name(self, who: str) -> str:
        """A name that nobody else has; people in a script keep theirs."""
        return who if who[0].isupper() else f"{who} {self.course.ink.words(who)}"

    # -- gathering

    async def gather(self) -> None:
        """Everyone comes; all but Eve are let in."""
        title = f"The {self.course.ink.words(self.company[0])} table"
        code = await self.guide.opens(self.game, self.name(self.company[0]), title=title)
        self.table: Table = await self.app.site.shelf.find(self.guide.table)
        self.title = markers(title.encode())
        for who in (*self.company[1:], "wim"):
            await self.comes(who, code, "watcher" if who == "wim" else "player")
            assert await self.guide.asks({"do": "admit", "seat": self.wires[who].seat}) == 200
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
            for wire in self.wires.values():
                if wire.table:
                    open_streams.enter_context(wire.following())
            for step in range(steps):
                await self.turn()
                await self.between(step)
                await self.look()
                await self.visit([*self.wires][step % len(self.wires)])
                await self.look()
        for who in self.wires:
            await self.visit(who)
        await self.look()

    async def turn(self) -> None:
        """Somebody does what they may, and somebody else tries to do it too."""
        offered = {who: await wire.offers() for who, wire in self.seated.items()}
        await self.look()
        taken = self.course.turn(offered)
        assert taken is not None
        who, offer = taken
        assert await self.wires[who].asks(self.course.wish(offer, who)) == 200
        await self.look()
        other = [*self.wires][self.course.chance.pick(len(self.wires))]
        if self.wires[other].table:
            await self.wires[other].asks(self.course.wish(offer, other))
            await self.look()

    async def between(self, step: int) -> None:
        """What happens beside the game, now this and now that."""
        gil, ann, words = self.guide, self.player, self.course.ink.words
        match step % 12:
            case 0:
                for wire in (gil, ann):
                    await wire.asks({"do": "keep-notes", "text": words(wire.who)})
            case 2:
                pauser = [self.wires[who] for who in self.seated][self.course.chance.pick(4)]
                assert await pauser.asks({"do": "pause"}) == 200
                await self.look()
                self.nobody_paused()
                assert await gil.asks({"do": "resume"}) == 200
            case 4:
                page = (await ann.posts(f"/t/{self.table.id}/back")).decode()
                self.back_links[re.findall(r"/back/([\w-]{10,})<", page)[0]] = ann.who
            case 6:
                await gil.posts(f"/t/{self.table.id}/invite")
            case 8:
                await ann.asks({"do": "undo", "line": max(2, len(self.table.journal(self.seat(ann)).entries) - 1)})
                await gil.asks({"do": "decline-undo" if step % 24 == 8 else "agree-to-undo"})
            case 9:
                assert await gil.asks({"do": "turn-away", "seat": self.wires["eve"].seat}) == 200
            case 10:
                assert await gil.asks({"do": "reveal-dice"}) == 200
                await self.other.asks({"do": "rename", "name": f"Now {words(self.other.who)}"})
            case 11:
                await self.comes("eve", self.table.keys.invite)
            case _:
                pass

    async def visit(self, who: str) -> None:
        """Somebody looks at every page there is, and at some that there are not."""
        wire, at = self.wires[who], f"/t/{self.table.id}"
        for path in (*PLACES, "/join?k=guess", "/x"):
            await wire.gets(f"{at}{path}")
        for document in self.table.documents(self.seat(self.guide)):
            await wire.gets(f"{at}/documents/{document.name}")
        found = await wire.opens_everything(self.table.id, self.things)
        if wire is self.guide:
            self.things |= found
        await wire.gets(f"{at}/back/guess")
        await wire.posts(f"{at}/do", **{"moot.offer": "admit:s5", "moot.id": "x"})
        await wire.posts(f"{at}/do", **{"moot.offer": "keep-notes", "moot.id": ""})
        api = f"/api/tables/{self.table.id}"
        for path in ("", "/offers", "/documents", "/journal?limit=500", "/x", "/journal?after=x"):
            body = await wire.gets(f"{api}{path}")
            assert b'"seq":' not in body
            assert b'"link":' not in body
            if not path and who in self.seated:
                seen = msgspec.json.decode(body)
                assert set(seen["here"]) <= seen["state"]["chairs"].keys()

    # -- looking

    async def look(self) -> None:
        """Read what came to everyone since the last time. Raises Leak."""
        every = self.guides_texts()
        for who, wire in self.wires.items():
            await wire.settle()
            self.learn(who, wire)
            secrets, guides = [*self.secrets(who)], set[str]() if wire is self.guide else every
            for where, body in wire.received:
                text = unescape(body.decode())
                self.no_words_of_others(who, where, text)
                found = [secret for secret in secrets if secret in text] + [one for one in guides if one in text]
                if found := [one for one in found if one in secrets or one not in self.may_read(who)]:
                    raise Leak(f"{who} finds “{found[0]}” in {where}: {_near(text, found[0])}")
            wire.received.clear()
            self.readable.pop(who, None)

    def no_words_of_others(self, who: str, where: str, text: str) -> None:
        """Raise Leak for words in `text` that somebody else wrote and that `who` was not told of."""
        for marker in markers(text.encode()) - self.known[who]:
            if (writer := self.course.ink.written[marker]) != who:
                raise Leak(f"{who} finds what {writer} wrote, {marker}, in {where}: {_near(text, marker)}")

    def learn(self, who: str, wire: Wire) -> None:
        """What the table has told somebody, they know."""
        if wire.seat not in self.table.ledger.table.chairs or who not in self.seated:
            return
        record = self.table.journal(self.seat(wire)).entries
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
            happened.event.seed
            for folded in self.table.ledger.folded
            for happened in folded.events
            if isinstance(happened.event, DiceRevealed)
        }
        for name, value in self.store.kept(self.table.id).items():
            if name.startswith("seed:") and value.hex() not in opened:
                yield value.hex()
            if name.startswith(("key:", "back:")):
                yield name.partition(":")[2]
        if who not in self.seated:
            yield self.table.keys.invite
        if self.wires[who] is not self.guide and self.table.keys.screen:
            yield self.table.keys.screen

    def guides_texts(self) -> set[str]:
        """What the guide can read in the game: others may only find of it what the table has for them as well."""
        sight = self.table.sight(self.seat(self.guide))
        seen = msgspec.to_builtins((sight.stage, sight.own), enc_hook=str)
        papers = {document.write() for document in self.table.documents(self.seat(self.guide))}
        return {text for text in {*_texts(seen), *papers} if len(text) >= LEAST}

    def may_read(self, who: str) -> str:
        """All that the table has for somebody, as one text."""
        if who not in self.readable:
            every: list[Any] = []
            if who in self.seated:
                seat = self.seat(self.wires[who])
                record = self.table.journal(seat).entries
                offers, ledger = self.table.offers(seat), self.table.ledger
                opened = [ledger.game.opened(ledger.game_state, seat, offer.key) for offer in offers]
                every = [self.table.sight(seat), offers, opened, [[h.lines, h.events] for h in record]]
            self.readable[who] = self.static + "\n".join(_texts(msgspec.json.decode(_json(every))))
        return self.readable[who]

    def nobody_paused(self) -> None:
        """Of the last entry, a pause, nothing tells who asked for it. Raises Leak."""
        entry = self.table.ledger.folded[-1].entry
        if entry.seat or entry.asked is None or entry.asked.nonce or entry.asked.command != {"do": "pause"}:
            raise Leak(f"the log tells who paused: {entry}")
        for wire in self.seated.values():
            if (heard := self.table.journal(self.seat(wire)).entries[-1]).by:
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

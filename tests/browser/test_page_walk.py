"""A walk over the pages: every command of every game is pressed on one, in a real browser, as a person would.

Random legal play, and golden logs, bring for each command a moment at which somebody may give it. There the table is
restored, and on that person's page the form is found, filled in and pressed: the log then has just that command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain, count
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page
from tests.browser.hands import Seated
from tests.random_play import Course
from tests.serving import Server

from moot import games
from moot.core import Offer, Offered, Refused, Seat, Seeded
from moot.games.swords_edge.character import Doom, Penalty
from moot.store.memory import MemoryStore
from moot.table import Asked, House, Key, Shelf, Table
from moot.table.logfile import Head, Record, fold, read, whole
from moot.table.ports import Entry
from moot.table.restore import restore
from moot.table.script import demos, perform
from moot.testing.golden import golden_logs, older_logs

pytestmark = pytest.mark.browser

TURNS = 220
"""Turns of a random evening; somebody comes late after a third of them."""
TRIES = 30
"""Random ways to fill in an offer, until one that the rules take is found."""


class Evening(NamedTuple):
    """A random evening: from which demo on (empty: from an empty table), with which options, by which seed."""

    demo: str = ""
    options: Mapping[str, str] = {}
    seed: int = 0


CLAIMED, SHARED = {"who-answers": "opposers-may-claim"}, {"communal-luck": "on"}
EVENINGS: dict[str, tuple[Evening, ...]] = {
    "wicked-age": (
        Evening("camp"), Evening(), Evening("camp", CLAIMED, 1), Evening("camp", seed=3),
    ),
    "swords-edge": (
        Evening("cavern"), Evening(), Evening("", SHARED, 6),
        Evening("cavern", {"sfx": "qualities", "ranges": "on"}),
    ),
}
"""Evenings that bring what golden logs have not."""
MORE = 12
"""The same evenings by so many other seeds are played where a command still lacks its moment."""

Arrange = Callable[[Any], Any]


def _doomed(state: Any) -> Any:
    doom = Doom("physique", legendary=False)
    doomed = {id_: replace(who, doom=doom, advancements=1) for id_, who in state.characters.items() if who.traits}
    return replace(state, characters={**state.characters, **doomed})


def _earned(state: Any) -> Any:
    pairings = {
        id_: replace(one, stands={who: replace(stand, riposte=0) for who, stand in one.stands.items()})
        for id_, one in state.pairings.items()
    }
    return replace(state, pairings=pairings)


def _worn(state: Any) -> Any:
    penalties = (Penalty(1, "physique", "", 1),)
    worn = {
        id_: replace(who, penalties=penalties, advancements=1) for id_, who in state.characters.items() if who.traits
    }
    return replace(state, phase="between", characters={**state.characters, **worn})


def _hurt(state: Any) -> Any:
    ncs = {id_: replace(nc, stress=1, borne=0, out=False) for id_, nc in state.ncs.items()}
    return replace(state, chest=1, ncs=ncs)


ARRANGED: dict[str, dict[str, Arrange]] = {
    "swords-edge": {
        "avoid-doom": _doomed, "riposte": _earned, "waive": _earned, "nc-heal": _hurt, "clear-stress": _worn,
    }
}
"""What chance brings too seldom is put into the game by hand."""


class Moment(NamedTuple):
    """When a command can be given: the log until then, whose it is to give, how to fill it in, and what is arranged."""

    head: Head
    records: Sequence[Record]
    seat: str
    wish: dict[str, Any]
    arrange: Arrange


def as_it_is(state: Any) -> Any:
    """Nothing is arranged."""
    return state


def moments(game: str) -> dict[str, Moment]:
    """A moment for every command of a game; what none was found for is missing."""
    with ThreadPoolExecutor(1) as apart:  # this thread has the browser's event loop
        return apart.submit(_Search(game).all).result()


class _Search:
    def __init__(self, game: str) -> None:
        self.game = games.find(game)
        self.found: dict[str, Moment] = {}
        self.arranged = {"": as_it_is, **ARRANGED.get(game, {})}

    @property
    def left(self) -> set[str]:
        return set(self.game.commands.by_name) - self.found.keys()

    def all(self) -> dict[str, Moment]:
        self.golden()
        self.evenings()
        return self.found

    def golden(self) -> None:
        for path in (*golden_logs(self.game), *older_logs(self.game)):
            head, records = read(path)
            for at, record in enumerate(records):
                if isinstance(record, Entry) and record.asked is not None and record.asked.command["do"] in self.left:
                    self._look_at(head, records[:at], record.seat)

    def _look_at(self, head: Head, records: Sequence[Record], who: str) -> None:
        ledger = fold(records)
        seat = ledger.table.chairs[who].seat
        self._look(seat, ledger.game_state, ledger.found(seat), lambda: (head, records))

    def evenings(self) -> None:
        chosen = EVENINGS.get(self.game.name, (Evening(),))
        others = (one._replace(seed=seed) for seed in range(2, MORE) for one in chosen)
        for demo, options, seed in chain(chosen, others):
            if self.left:
                asyncio.run(self.evening(demo, options, seed))

    async def _start(self, demo: str, options: Mapping[str, str], seed: int) -> tuple[Table, dict[str, Key]]:
        """A table that is the same on every run, with the same dice."""
        shelf = Shelf(MemoryStore(), now=lambda: 0, entropy=Random(seed).randbytes)
        if demo:
            script = demos(self.game)[demo]
            return await perform(shelf, self.game.name, replace(script, options={**script.options, **options}))
        house = House(door="open")
        table, key = await shelf.open(self.game.name, "A walk", "Ann", house=house, settings=dict(options))
        return table, {"Ann": key, "Ben": await table.come("Ben"), "Cas": await table.come("Cas")}

    async def evening(self, demo: str, options: Mapping[str, str], seed: int) -> None:
        table, keys = await self._start(demo, options, seed)
        course = Course(seed)
        for turn in range(TURNS):
            if turn == TURNS // 3:
                with suppress(Refused):
                    keys["Dee"] = await table.come("Dee")
            seats = {key.seat: table.ledger.table.chairs[key.seat].seat for key in keys.values()}
            offered = {id_: tuple(table.found(seat)) for id_, seat in seats.items()}
            self._look_around(table, seats, offered)
            if not self.left or (taken := course.turn(offered)) is None:
                return
            asked = Asked(id=f"turn {turn}", command=course.wish(taken[1].form(), "walker"), nonce="n")
            with suppress(Refused):
                await table.ask(seats[taken[0]], asked)

    def _look_around(
        self, table: Table, seats: Mapping[str, Seat], offered: Mapping[str, Sequence[Offered]]
    ) -> None:
        for seat in seats.values():
            state = table.ledger.game_state
            self._look(seat, state, offered[seat.id], lambda: whole(table.id, table.ledger))
            for do, arrange in self.arranged.items():
                if do in self.left:
                    offers = self.game.commands.found(arrange(state), seat, do=do)
                    self._look(seat, arrange(state), offers, lambda: whole(table.id, table.ledger), arrange)

    def _look(
        self, seat: Seat, state: Any, offers: Iterable[Offered], log: Callable[[], Any], arrange: Arrange = as_it_is
    ) -> None:
        for offer in offers:
            if offer.do in self.left and (wish := self._wish(state, seat, offer.form())):
                head, records = log()
                self.found[offer.do] = Moment(head, records, seat.id, wish, arrange)

    def _wish(self, state: Any, seat: Seat, offer: Offer) -> dict[str, Any] | None:
        """A way to fill in `offer` that the rules take; None if none is found."""
        ways: tuple[Callable[[], dict[str, Any]], ...]
        ways = (offer.by_itself, *(partial(offer.sample, Seeded(seed)) for seed in range(TRIES)))
        for way in ways:
            with suppress(Refused):
                wish: dict[str, Any] = msgspec.to_builtins(way())
                self.game.run(state, self.game.command(wish), seat, Seeded(0))
                return wish
        return None


_restored = count()


def press(page: Page, server: Server, moment: Moment) -> None:
    """Give the command of a moment on the page of whose it is: the log has just that command then."""
    head = replace(moment.head, table=f"walk{next(_restored)}")
    server.run(restore(server.shelf._store, head, moment.records))
    table = server.run(server.shelf.find(head.table))
    table.ledger.game_state = moment.arrange(table.ledger.game_state)
    key = server.run(table.keys.new(moment.seat))
    seated = Seated(server, table, key, page)
    offer = next(one for one in seated.offers if one.do == moment.wish["do"] and fits(one, moment.wish))
    seated.write(offer, moment.wish)
    seated.send(offer)
    page.wait_for_function("() => !history.state?.sheet")  # the sheet that closes steps back
    asked = table.ledger.folded[-1].entry.asked
    assert asked is not None
    done = {name: asked.command.get(name, said) for name, said in moment.wish.items()}
    assert dict(_unordered(done)) == dict(_unordered(moment.wish))


def fits(offer: Offer, wish: Mapping[str, Any]) -> bool:
    """Whether `wish` has what an offer fixes."""
    fixed: dict[str, Any] = msgspec.to_builtins(offer.fixed)
    return fixed == {name: wish.get(name) for name in fixed}


def _unordered(wish: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A wish, whose ticks may come in any order."""
    for name, said in wish.items():
        many = isinstance(said, (list, tuple)) and all(isinstance(one, str) for one in said)
        yield name, sorted(said) if many else said


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", games.names())
def test_every_command_is_pressed_on_a_page(party, server, game):
    found = moments(game)
    assert set(games.find(game).commands.by_name) - found.keys() == set()
    broken: dict[str, str] = {}
    page = party.page(reduced_motion="reduce")
    for do, moment in sorted(found.items()):
        try:
            press(page, server, moment)
        except Exception as error:  # noqa: BLE001 - each is told
            broken[do] = str(error).partition("\n")[0]
    assert broken == {}
    assert [said for said in party.complaints if "409" not in said] == []  # an open form asks whether it is gone

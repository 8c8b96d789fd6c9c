"""A walk over the pages: every command of every game is pressed on one, in a real browser, as a person would.

Golden logs, and random legal play, bring for each command a moment at which somebody may give it. There the table is
restored, and on that person's page the form is found, filled in and pressed: the log then has just that command. What
else that person may do there is pressed as well, on the page as it has become, until dice fall: so much is alike on
every run.
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
from moot.games.modos.conflicts import Running
from moot.games.modos.person import Gear
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
"""Turns of a whole random evening; somebody comes late after a third of so many."""
TRIES = 30
"""Random ways to fill in an offer, until one that the rules take is found."""


Options = tuple[tuple[str, str], ...]


class Evening(NamedTuple):
    """A random evening: from which demo on (empty: from an empty table), with which options, by which seed."""

    demo: str = ""
    options: Options = ()
    seed: int = 0
    turns: int = TURNS


CLAIMED, SHARED = (("who-answers", "opposers-may-claim"),), (("communal-luck", "on"),)
RANGED = (("sfx", "qualities"), ("ranges", "on"))
EVENINGS: dict[str, tuple[Evening, ...]] = {
    "modos": (
        Evening("toll_bridge", seed=226, turns=3), Evening("toll_bridge", seed=1481, turns=3),
        Evening("toll_bridge", seed=74, turns=5), Evening("toll_bridge", seed=1086, turns=5),
        Evening("toll_bridge", seed=1345, turns=3),
    ),
    "perilous": (Evening(seed=32, turns=2), Evening(seed=1834, turns=21)),
    "wicked-age": (
        Evening("camp", seed=24, turns=4), Evening(seed=18, turns=74), Evening("camp", CLAIMED, 34, turns=42),
        Evening("camp", seed=19, turns=88), Evening("camp", CLAIMED, 7, turns=21),
    ),
    "swords-edge": (
        Evening("", SHARED, 13, turns=19), Evening("cavern", RANGED, 21, turns=5), Evening("", SHARED, 16, turns=74),
        Evening("cavern", RANGED, 24, turns=29), Evening(seed=10, turns=5),
    ),
}
"""Evenings that bring what golden logs have not, each played until it has brought its last."""
MORE = 12
"""The same evenings, whole and by so many seeds, are played where a command still lacks its moment."""

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


def _fogged(state: Any) -> Any:
    now = state.conflict
    if now is None or not now.people:
        return state
    inside = {who: one.place.posture for who, one in now.people.items()}
    fogs = [Running(id=f"fog-{who}", row="fog-1", caster=who, stored=9, steers=True, inside=inside) for who in inside]
    alters = [Running(id=f"alter-{who}", row="alter-1", caster=who, stored=9) for who in inside]
    return replace(state, running={**state.running, **{one.id: one for one in (*fogs, *alters)}})


def _kept_up(state: Any) -> Any:
    now = state.conflict
    if now is None or not now.people:
        return state
    people = {who: replace(one, upkeep=True) for who, one in now.people.items()}
    kept = [Running(id=f"kept-{who}", row="alter-1", caster=who, stored=9, due=True) for who in people]
    running = {**state.running, **{one.id: one for one in kept}}
    return replace(state, conflict=replace(now, people=people), running=running)


def _mounted(state: Any) -> Any:
    now = state.conflict
    if now is None:
        return state
    people = {who: replace(one, place=replace(one.place, posture="mounted")) for who, one in now.people.items()}
    return replace(state, conflict=replace(now, people=people))


def _shot(state: Any) -> Any:
    crossbow = Gear(id="shot", name="Crossbow", row="crossbow", at="held", spent=1)
    armed = {id_: replace(who, gear=(*who.gear, crossbow)) for id_, who in state.people.items() if who.made}
    return replace(state, people={**state.people, **armed})


ARRANGED: dict[str, dict[str, Arrange]] = {
    "modos": {
        "move-zone": _fogged, "leave-zone": _fogged, "weigh-power": _fogged, "reload": _shot, "keep": _kept_up,
        "dismount": _mounted,
    },
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


class _Search:
    """Looks for a moment for each command of a game that was not `pressed` yet."""

    def __init__(self, game: str) -> None:
        self.game = games.find(game)
        self.found: dict[str, Moment] = {}
        self.pressed: set[str] = set()
        self.arranged = {"": as_it_is, **ARRANGED.get(game, {})}

    @property
    def left(self) -> set[str]:
        return set(self.game.commands.by_name) - self.found.keys() - self.pressed

    def moments(self) -> Iterator[Moment]:
        """The moments, those that come by chance only for what is left after the others."""
        for look in (self.golden, self.evenings):
            with ThreadPoolExecutor(1) as apart:  # this thread has the browser's event loop
                apart.submit(look).result()
            for do, moment in sorted(self.found.items()):
                if do not in self.pressed:
                    yield moment

    def more(self, seated: Seated) -> dict[str, Any] | None:
        """How to fill in something else that is offered there; nothing once dice fell, since each run has others."""
        ledger = seated.table.ledger
        if ledger.folded[-1].entry.luck != "none":
            return None
        left = [offer for offer in seated.offers if offer.do in self.game.commands.by_name.keys() - self.pressed]
        ways = (self._wish(ledger.game_state, seated.seat, offer) for offer in sorted(left, key=_leads_on))
        return next((wish for wish in ways if wish is not None), None)

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
        alike = dict.fromkeys(one._replace(seed=0, turns=TURNS) for one in chosen)
        others = (one._replace(seed=seed) for seed in range(MORE) for one in alike)
        for evening in chain(chosen, others):
            if self.left:
                asyncio.run(self.evening(*evening))

    async def _start(self, demo: str, options: Options, seed: int) -> tuple[Table, dict[str, Key]]:
        """A table that is the same on every run, with the same dice."""
        shelf = Shelf(MemoryStore(), now=lambda: 0, entropy=Random(seed).randbytes)
        if demo:
            script = demos(self.game)[demo]
            return await perform(shelf, self.game.name, replace(script, options={**script.options, **dict(options)}))
        house = House(door="open")
        table, key = await shelf.open(self.game.name, "A walk", "Ann", house=house, settings=dict(options))
        return table, {"Ann": key, "Ben": await table.come("Ben"), "Cas": await table.come("Cas")}

    async def evening(self, demo: str, options: Options, seed: int, turns: int) -> None:
        table, keys = await self._start(demo, options, seed)
        course = Course(seed)
        for turn in range(turns):
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


def _leads_on(offer: Offer) -> tuple[bool, ...]:
    """What changes least comes first."""
    return (offer.urgency == "must", offer.urgency == "may", bool(offer.rolls))


def sit(page: Page, server: Server, moment: Moment) -> Seated:
    """Restore the table of a moment, with whose moment it is on `page`."""
    head = replace(moment.head, table=f"walk{next(_restored)}")
    server.run(restore(server.shelf._store, head, moment.records))
    table = server.run(server.shelf.find(head.table))
    table.ledger.game_state = moment.arrange(table.ledger.game_state)
    return Seated(server, table, server.run(table.keys.new(moment.seat)), page)


def press(seated: Seated, wish: dict[str, Any]) -> None:
    """Give a command on the page: the log has just that command then."""
    offer = next(one for one in seated.offers if one.do == wish["do"] and fits(one, wish))
    seated.write(offer, wish)
    seated.send(offer)
    seated.page.wait_for_function("() => !history.state?.sheet")  # the sheet that closes steps back
    asked = seated.table.ledger.folded[-1].entry.asked
    assert asked is not None
    done = {name: asked.command.get(name, said) for name, said in wish.items()}
    assert dict(_unordered(done)) == dict(_unordered(wish))


def fits(offer: Offer, wish: Mapping[str, Any]) -> bool:
    """Whether `wish` has what an offer fixes."""
    fixed: dict[str, Any] = msgspec.to_builtins(offer.fixed)
    return fixed == {name: wish.get(name) for name in fixed}


def _unordered(wish: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A wish, whose ticks may come in any order."""
    for name, said in wish.items():
        many = isinstance(said, (list, tuple)) and all(isinstance(one, str) for one in said)
        yield name, sorted(said) if many else said


def walk(page: Page, server: Server, search: _Search) -> Iterator[tuple[str, str]]:
    """Press every command; what went wrong with which."""
    for moment in search.moments():
        seated = sit(page, server, moment)
        wish: dict[str, Any] | None = moment.wish
        while wish is not None:
            do: str = wish["do"]
            search.pressed.add(do)
            try:
                press(seated, wish)
                wish = search.more(seated)
            except Exception as error:  # noqa: BLE001 - each is told
                yield do, str(error).partition("\n")[0]
                break


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", games.names())
def test_every_command_is_pressed_on_a_page(party, server, game):
    search = _Search(game)
    assert dict(walk(party.page(), server, search)) == {}
    assert set(games.find(game).commands.by_name) - search.pressed == set()
    assert [said for said in party.complaints if "409" not in said] == []  # an open form asks whether it is gone

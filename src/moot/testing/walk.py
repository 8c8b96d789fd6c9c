"""A game played at random, legally and otherwise, with everything checked on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import msgspec

from moot.core import Command, Event, Game, Offer, Recorded, Refused, Seat, Seeded
from moot.core.events import name_of
from moot.testing.fault import Spot
from moot.testing.filling import MALFORMED, filled, spoiled
from moot.testing.secrecy import Inks, Twins
from moot.testing.shape import (
    check_ask,
    check_board,
    check_documents,
    check_event,
    check_figures,
    check_filters,
    check_heard,
    check_offers,
    check_refusal,
    check_rolls,
    check_state,
    check_waiting,
)
from moot.testing.world import World, as_json

if TYPE_CHECKING:
    from moot.testing.pages import Room

SCORE = {"must": 8, "may": 3, "tool": 1}
"""How much likelier what must be done is done than what may be."""
RARE = 1000
"""The share of a command not done yet among others as urgent; one that was done n times has 1 / (n + 1) of it."""
TRIES = 8
"""How many offers are filled and tried at each step, beside the one that is taken."""
KEPT = 40
"""How many commands of earlier steps are kept, to be asked again where they do not belong."""
MOVES = 11
"""Every so many steps somebody leaves the table or comes back."""
PAGES = 20
"""Every so many steps all pages are made; also when a command is done for the first time on any walk."""
FAR = 2**40
"""Luck is numbered below this."""


@dataclass
class Survey:
    """What was seen of a game: how often each command was carried out, each event happened, each refusal was given."""

    commands: Counter[str] = field(default_factory=Counter[str])
    events: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    steps: int = 0


class Walk:
    """One random course through a game. The same seed takes the same course."""

    def __init__(self, game: Game[Any], seats: tuple[Seat, ...], seed: int, survey: Survey) -> None:
        self.game = game
        self.seats = seats
        self.sitting = seats
        self.survey = survey
        self.spot = Spot(game.name, seed, 0)
        self.chance = Seeded(seed)
        self.settings = self._settings(by_default=seed == 0)
        self.inks = Inks(seats)
        self.twins = Twins()
        self.stale: list[bytes] = []
        self.done: Counter[str] = Counter()
        with self.spot.during(f"starting with {self.settings}"):
            self.world = World(game, game.seated(game.start(self.settings), seats))
        self.logged = self.world.twin()
        self.room = _room(game, seats)

    def _settings(self, by_default: bool) -> dict[str, str]:
        chosen: dict[str, str] = {}
        for name, option in self.game.rulebook.options.items():
            if not by_default:
                chosen[name] = option.choices[self.chance.pick(len(option.choices))].value
        return self.game.rulebook.settings(chosen)

    def run(self, steps: int) -> None:
        """Take so many steps, or fewer if the game ends. Raises Fault."""
        self._look()
        self.room.check(self.spot, self.world.state, self.sitting, {})
        for step in range(1, steps + 1):
            self.spot = Spot(self.game.name, self.spot.seed, step)
            offered = self._offered()
            if not any(offered.values()):
                if step == 1:
                    raise self.spot.fault("nobody is offered anything when the game begins")
                break
            self._ask_wrong(offered)
            seat, offer = self._picked(offered)
            self._take(seat, offer)
            self.survey.steps += 1
            if step % MOVES == 0:
                self._come_and_go()

    # -- offers

    def _offered(self) -> dict[str, tuple[Offer, ...]]:
        """What each seat is offered, each offer well made and a random part of them tried."""
        offered: dict[str, tuple[Offer, ...]] = {}
        for seat in self.sitting:
            before = self.world.frozen()
            with self.spot.of(seat).during("offering"):
                offered[seat.id] = self.game.offers(self.world.state, seat)
            if self.world.frozen() != before:
                raise self.spot.of(seat).fault("offering changed the state it was handed")
            check_offers(self.spot, self.game, seat, offered[seat.id])
            with self.spot.of(seat).during("asking its question"):
                ask = self.game.asked(self.world.state, seat)
            check_ask(self.spot.of(seat), ask, offered[seat.id])
        some = self.sitting[(self.spot.step or 0) % len(self.sitting)]
        check_filters(self.spot, self.game, self.world.state, some, offered[some.id])
        check_waiting(self.spot, self.game.situation(self.world.state), offered)
        every = [(seat, offer) for seat in self.sitting for offer in offered[seat.id]]
        while len(every) > TRIES:
            every.pop(self.chance.pick(len(every)))
        for seat, offer in every:
            self._accepted(seat, offer, self._filled(seat, offer), self.chance.pick(FAR))
        return offered

    def _picked(self, offered: dict[str, tuple[Offer, ...]]) -> tuple[Seat, Offer]:
        """Choose first how urgent, then which command, then whose: else frequent offers would crowd out others."""
        every = [(seat, offer) for seat in self.sitting for offer in offered[seat.id]]
        urgency = self._drawn({offer.urgency: SCORE[offer.urgency] for _, offer in every})
        every = [(seat, offer) for seat, offer in every if offer.urgency == urgency]
        do = self._drawn({offer.do: 1 + RARE // (1 + self.done[offer.do]) for _, offer in every})
        every = [(seat, offer) for seat, offer in every if offer.do == do]
        return every[self.chance.pick(len(every))]

    def _drawn(self, shares: Mapping[str, int]) -> str:
        at = self.chance.pick(sum(shares.values()))
        return next(name for name, end in zip(shares, accumulate(shares.values()), strict=True) if at < end)

    def _filled(self, seat: Seat, offer: Offer) -> bytes:
        at = self.spot.of(seat, offer)
        with at.during("filling the offer"):
            wish = as_json(filled(offer, self.chance, self.inks.ink, seat.id))
        try:
            offer.check(self.game.command(wish))
        except Refused as refusal:
            raise at.fault(f"filled as its fields allow, it takes no such thing: {refusal} ({wish.decode()})") from None
        return wish

    def _accepted(self, seat: Seat, offer: Offer, wish: bytes, luck: int) -> tuple[Event[Any], ...]:
        at = self.spot.of(seat, offer)
        before = self.world.frozen()
        with at.during(f"deciding {wish.decode()}"):
            try:
                recorded = Recorded(Seeded(luck))
                events = self.world.decide_with(recorded, seat, wish)
            except Refused as refusal:
                raise at.fault(f"offered, filled and yet refused: {refusal} ({wish.decode()})") from refusal
            again = self.world.decide(seat, wish, luck)
        if self.world.frozen() != before:
            raise at.fault(f"deciding changed the state it was handed ({wish.decode()})")
        if events != again:
            raise at.fault(f"the same command with the same luck led to other events ({wish.decode()})")
        check_rolls(at, offer, recorded.picks, throws=bool(self.game.commands.by_name[offer.do].throws))
        check_figures(at, offer, msgspec.json.decode(wish), events)
        return events

    # -- what happens

    def _take(self, seat: Seat, offer: Offer) -> None:
        at = self.spot.of(seat, offer)
        wish, luck = self._filled(seat, offer), self.chance.pick(FAR)
        events = self._accepted(seat, offer, wish, luck)
        with at.during("deciding again, on the state that its log leads to"):
            if self.logged.decide(seat, wish, luck) != events:
                raise at.fault(f"from a log, the same command with the same luck leads elsewhere ({wish.decode()})")
        instead = self._accepted(seat, offer, self._filled(seat, offer), self.chance.pick(FAR))
        self.stale = [*self.stale, wish][-KEPT:]
        self.done[offer.do] += 1
        self.survey.commands[offer.do] += 1
        before = self.world.twin()
        self._evolve(at, events)
        with at.during("telling of it"):
            heard = before.twin().take(events, self.seats)
        for other in self.seats:
            check_heard(self.spot.of(other), self.game, events, heard[other.id])
            self.inks.hear(at, other, heard[other.id])
        sights = self._look()
        with at.during("the same in another world"):
            self.twins.follow(at, seat, wish, luck, heard, sights)
            if instead != events:
                blind = [other for other in self.seats if other.id != seat.id]
                self.twins.part(at, before.twin(), instead, blind, heard, sights)
            if deaf := [other for other in self.seats if not heard[other.id].events]:
                self.twins.part(at, before, (), deaf, heard, sights)
        if self.survey.commands[offer.do] == 1 or (at.step or 0) % PAGES == 0:
            self.room.check(at, self.world.state, self.sitting, heard)

    def _look(self) -> dict[str, bytes]:
        """What each seat can see now; nobody sees what is secret, and the state can be kept."""
        check_state(self.spot, self.world, self.seats)
        before = self.world.frozen()
        sights: dict[str, bytes] = {}
        for seat in self.sitting:
            check_documents(self.spot, self.game, self.world.state, seat)
            check_board(self.spot.of(seat), self.game, self.world.state, seat)
            with self.spot.of(seat).during("showing the game"):
                sights[seat.id] = self.world.sight(seat)
            self.inks.see(self.spot, seat, sights[seat.id])
        if self.world.frozen() != before:
            raise self.spot.fault("showing the game changed its state")
        return sights

    def _evolve(self, at: Spot, events: Sequence[Event[Any]]) -> None:
        for event in events:
            name = name_of(type(event))
            check_event(at, self.game, event)
            before, state = self.world.frozen(), self.world.state
            with at.during(f"evolving by {name!r}"):
                self.world.state = self.game.evolve(state, event)
                again = self.game.evolve(state, event)
            if as_json(state) != before:
                raise at.fault(f"evolving by {name!r} changed the state before it")
            if again != self.world.state:
                raise at.fault(f"evolving by {name!r} twice gave two states")
            self.survey.events[name] += 1
            self._log(at, event)

    def _log(self, at: Spot, event: Event[Any]) -> None:
        """The event, out of a log that keeps no order of keys, must lead to the same state."""
        game = self.game
        with at.during("reading it from a log"):
            again = game.codec.read(msgspec.json.decode(as_json(game.codec.plain(event))))
            self.logged.state = game.evolve(self.logged.state, again)
        if self.logged.state != self.world.state:
            raise at.fault("its events, out of a log, do not lead to its state")

    def _come_and_go(self) -> None:
        """A player leaves, or one who left comes back; the table does this at any moment."""
        away = self.sitting != self.seats
        players = [seat for seat in self.seats if seat.plays]
        gone = None if away or not players else players[self.chance.pick(len(players))]
        self.sitting = tuple(seat for seat in self.seats if seat != gone)
        with self.spot.during("people coming and going"):
            for world in (self.world, self.logged):
                world.state = self.game.seated(world.state, self.sitting)
        self.twins.sit(self.spot, self.sitting, self._look())

    # -- what must be refused

    def _ask_wrong(self, offered: dict[str, tuple[Offer, ...]]) -> None:
        """Ask for what is malformed, not offered, or filled in wrong. None of it may change anything."""
        seat = self.sitting[self.chance.pick(len(self.sitting))]
        self._refused(seat, MALFORMED[self.chance.pick(len(MALFORMED))], None)
        command = self.game.commands.kinds[self.chance.pick(len(self.game.commands.kinds))]
        self._refused(seat, as_json({"do": name_of(command)}), None)
        if self.stale:
            self._refused(seat, self.stale[self.chance.pick(len(self.stale))], None)
        every = [(other, offer) for other in self.sitting for offer in offered[other.id]]
        other, offer = every[self.chance.pick(len(every))]
        self._refused(seat, self._filled(other, offer), None)
        if (spoilt := spoiled(offer, self.chance)) is not None:
            self._refused(other, as_json(spoilt), offer)

    def _refused(self, seat: Seat, wish: bytes, offer: Offer | None) -> None:
        """Ask for `wish`: it must be refused as it should be, unless the seat is offered just that."""
        at = self.spot.of(seat, offer)
        before = self.world.frozen()
        with at.during(f"asking for {wish.decode(errors='replace')}"):
            try:
                command = self.game.command(wish)
                fits = self._fits(seat, command)
                self.world.decide(seat, wish, 0)
            except Refused as refusal:
                self.survey.refusals[refusal.code] += 1
                check_refusal(at, self.game, refusal, wish)
            else:
                if not fits:
                    raise at.fault(f"nothing offers this, and yet it is accepted: {wish.decode()}")
        if self.world.frozen() != before:
            raise at.fault(f"a refusal changed the state: {wish.decode(errors='replace')}")

    def _fits(self, seat: Seat, command: Command[Any]) -> bool:
        for offer in self.game.offers(self.world.state, seat):
            if offer.do == name_of(type(command)) and offer.fits(command):
                try:
                    offer.check(command)
                except Refused:
                    continue
                return True
        return False


def _room(game: Game[Any], seats: tuple[Seat, ...]) -> Room:
    from moot.testing.pages import Room  # noqa: PLC0415 - it loads the web, which a game's other tests do without

    return Room(game, seats)

"""A table at which a game's own tests press buttons; what holds for any game is checked on the way."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from moot.core import Ask, BoardPart, Chance, Choose, Event, Game, GameState, Match, Offer, Refused, Seat, Seeded
from moot.testing.fault import Fault, Spot
from moot.testing.shape import check_event, check_heard, check_refusal, check_state
from moot.testing.world import World

S = TypeVar("S", bound=GameState)


class Sitting(Generic[S]):
    """A game from some state on, with a guide, a watcher called Wim, and players: `Sitting(GAME, state, "Ann")`.

    `events` is what happened, `heard` what each seat was told of it, and `read` what their journals said. A game's
    tests add short ways of their own. What breaks the contract raises Fault, an AssertionError.
    """

    def __init__(self, game: Game[S], state: S, *players: str, guide: str = "Gil") -> None:
        self.game = game
        self.gm = Seat("s1", guide, "guide")
        others = (Seat(f"s{number}", name) for number, name in enumerate(players or ("Ann", "Ben", "Cleo"), 3))
        self.seats = {seat.name: seat for seat in (self.gm, Seat("s2", "Wim", "watcher"), *others)}
        self.state = self.start = game.seated(state, tuple(self.seats.values()))
        self.events: list[Event[Any]] = []
        self.heard: dict[str, list[Event[Any]]] = {name: [] for name in self.seats}
        self.read: dict[str, list[str]] = {name: [] for name in self.seats}
        self.luck: Chance = Seeded(1)

    def sit(self, name: str) -> Seat:
        """Another player comes to the table."""
        late = Seat(f"s{len(self.seats) + 1}", name)
        self.seats[name] = late
        self.heard[name], self.read[name] = [], []
        self.state = self.game.seated(self.state, tuple(self.seats.values()))
        return late

    def do(self, name: str, do: str, /, *, faces: Any = None, **blanks: Any) -> list[Any]:
        """Press a button; what happened by it. Dice fall as `faces` say, if given, and all are used."""
        match = Match(self.game, self.state, chance=self.luck)
        events = match.ask(self.seats[name], {"do": do, **blanks}, faces=faces)
        self.happen(*events)
        return list(events)

    def happen(self, *events: Event[Any]) -> None:
        """Let events have happened, whether or not a button leads to them."""
        spot, world, seats = Spot(self.game.name), World(self.game, self.state), tuple(self.seats.values())
        for event in events:
            check_event(spot, self.game, event)
            told = world.take((event,), seats)
            for seat in seats:
                heard = told[seat.id]
                check_heard(spot.of(seat), self.game, (event,), heard)
                self.heard[seat.name].extend(heard.events)
                self.read[seat.name].extend(f"{line.text} {line.quote}" for line in heard.lines)
        self.state = world.state
        self.events.extend(events)
        check_state(spot, world, seats)

    def offers(self, who: str, do: str = "") -> list[Offer]:
        """What a person may do now, by one verb or by all."""
        return list(self.game.offers(self.state, self.seats[who], do=do))

    def refuses(self, name: str, do: str, code: str, rule: str | None = "", /, **blanks: Any) -> Refused:
        """Press a button that must be refused with this code, and by this rule unless it is empty; nothing changes."""
        spot, before = Spot(self.game.name).of(self.seats[name]), msgspec.json.encode(self.state)
        try:
            self.do(name, do, **blanks)
        except Refused as refusal:
            if refusal.code != code or rule not in ("", refusal.rule):
                raise spot.fault(f"refused by {refusal.rule}, and not as {code} by {rule}: {refusal}") from refusal
            check_refusal(spot, self.game, refusal, do.encode())
            if msgspec.json.encode(self.state) != before:
                raise spot.fault(f"a refusal changed the state: {refusal}") from refusal
            return refusal
        raise spot.fault(f"{do} was to be refused as {code}, and was done")

    def stage(self, who: str) -> Any:
        """What a person sees that all see."""
        return self.game.stage(self.state, self.seats[who].guides)

    def board(self, who: str) -> dict[str, BoardPart]:
        """The standing situation as a person sees it, its parts by id."""
        return {part.id: part for part in self.game.board(self.state, self.seats[who].guides)}

    def own(self, who: str) -> Any:
        """What a person sees for themselves alone."""
        return self.game.own(self.state, self.seats[who])

    def asked(self, who: str) -> Ask:
        """The question that a person is asked, and where what is offered to them stands under it."""
        return self.game.asked(self.state, self.seats[who])


def choices(offer: Offer, name: str) -> dict[str, str]:
    """What may be chosen for the blank `name` of an offer: labels by value. Raises Fault if there are none."""
    for field in offer.fields:
        if field.name == name and isinstance(field, Choose):
            return {choice.value: choice.label for choice in field.choices}
    raise Fault(f"{offer.label} has no blank “{name}” with choices")

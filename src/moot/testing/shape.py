"""Checks the shape of offers, events, lines, refusals and states of any game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from moot.core import Ask, Choose, Command, Count, Event, Game, Offer, Offered, Refused, Seat, Situation, Spread, Write
from moot.core.chance import MOST_SIDES, Pick
from moot.core.commands import offered, urgencies
from moot.core.events import name_of
from moot.table.topics import TABLE_COMMANDS
from moot.testing.fault import Spot
from moot.testing.world import SeatHeard, World

_FILE = re.compile(r"[a-z0-9][a-z0-9.-]{0,119}")
MISSING = object()
STRANGE = (
    "", " ", "words", "\ufeff# a heading", "[[", "a" * 5000, "x = 1\n[[x]]\n", "[" * 5000, "\x00", "a." * 3000,
    "é\n" * 99,
)
"""Texts of no format in particular."""


DICE = (4, 6, 8, 10, 12, 20, 100)
"""What is picked from so many ways is taken for a die that people could roll, and from others for a card or a lot."""


def check_door(spot: Spot, game: Game[Any]) -> None:
    """Raise Fault unless the game's names are sound: events and commands must not be taken for others."""
    for name in game.codec.kinds:
        if name.startswith("table."):
            raise spot.fault(f"the event {name!r} has a name of the table's own")
    own = {name_of(command) for command in TABLE_COMMANDS.kinds}
    for command in game.commands.kinds:
        if name_of(command) in own:
            raise spot.fault(f"the command {name_of(command)!r} is the table's own: give it another name")
    for option in game.rulebook.options.values():
        check_rules(spot, game, (option.rule,), f"option {option.id}")
    check_formats(spot, game)


def check_formats(spot: Spot, game: Game[Any]) -> None:
    """Raise Fault unless the readers of the game's formats accept or properly refuse any text."""
    for name, format_ in game.formats.items():
        for text in STRANGE:
            with spot.during(f"reading {text[:40]!r} as {name!r}"):
                try:
                    format_.read(text)
                except Refused as refusal:
                    check_refusal(spot, game, refusal, text.encode())


def check_documents(spot: Spot, game: Game[Any], state: Any, seat: Seat) -> None:
    """Raise Fault unless each document can be told from the others and named as a file."""
    with spot.of(seat).during("handing out documents"):
        names = Counter(document.name for document in game.documents(state, seat))
    for name, count in names.items():
        if count > 1 or not _FILE.fullmatch(name):
            raise spot.of(seat).fault(f"{count} documents are called {name!r}: give each a file's name of its own")


def check_rules(spot: Spot, game: Game[Any], rules: Iterable[str], what: str) -> None:
    """Raise Fault for a rule id that the rulebook does not have."""
    for rule in rules:
        if rule not in game.rulebook.rules:
            raise spot.fault(f"{what} cites the rule {rule!r}, which the rulebook does not have")


def check_ask(spot: Spot, ask: Ask, offers: Sequence[Offer]) -> None:
    """Raise Fault if a question names an offer that is not there, or one twice, or puts off what the game waits for."""
    there = {offer.key: offer for offer in offers if offer.urgency != "tool"}
    if gone := [key for key in ask.named if key not in there]:
        raise spot.fault(f"its question names {gone[0]!r}, which is not offered, or is a tool")
    apart = (tuple(way.key for way in ask.ways), ask.later, ask.elsewhere)
    if twice := [key for keys in apart for key, times in Counter(keys).items() if times > 1]:
        raise spot.fault(f"its question names {twice[0]!r} twice in one place")
    if late := [key for key in ask.later if there[key].urgency == "must"]:
        raise spot.fault(f"its question puts {late[0]!r} off, and the game waits for it")


def check_offers(spot: Spot, game: Game[Any], seat: Seat, offers: Sequence[Offer]) -> None:
    """Raise Fault unless each offer can be told from the others, names a command of the game and rules that exist."""
    commands = {name_of(command): command for command in game.commands.kinds}
    if offers and seat.role == "watcher":
        raise spot.of(seat, offers[0]).fault("a watcher is offered something to play")
    keys = Counter(offer.key for offer in offers)
    for offer in offers:
        at = spot.of(seat, offer)
        if keys[offer.key] > 1:
            raise at.fault("two offers have this key: nobody can tell which one a command fills")
        if offer.do not in commands:
            raise at.fault(f"the game has no command {offer.do!r}")
        if not offer.label:
            raise at.fault("it has no label")
        if offer.urgency not in urgencies(commands[offer.do]):
            raise at.fault(f"it is urgent as {offer.urgency!r}, which its command does not declare")
        check_rules(at, game, offer.rules, "the offer")
        check_rules(at, game, tuple(field.rule for field in offer.fields if field.rule), "a blank")
        for field in offer.fields:
            if isinstance(field, Write) and field.format and field.format not in game.formats:
                raise at.fault(f"the game reads no format {field.format!r}")
        command = commands[offer.do]
        known = command.__struct_encode_fields__
        if unknown := {*offer.fixed, *(field.name for field in offer.fields)}.difference(known):
            raise at.fault(f"the command {offer.do!r} has no field {', '.join(sorted(unknown))}")
        _check_ties(at, offer, _required(command))


@cache
def _required(command: type[Command[Any]]) -> frozenset[str]:
    """The fields that a command cannot do without; to ask msgspec is slow, and every offer asks."""
    return frozenset(field.name for field in msgspec.structs.fields(command) if field.required)


def _check_ties(at: Spot, offer: Offer, required: Container[str]) -> None:
    """Raise Fault unless every blank and choice depends only on earlier ones, one that can be shut need not be filled,
    and what has a price can be paid."""
    before: set[str] = set()
    numbers = {""}
    for field in offer.fields:
        choices = field.choices if isinstance(field, Choose) else ()
        for what in (field, *choices):
            if missing := set(what.needs) - before:
                raise at.fault(f"{what.label!r} needs {', '.join(sorted(missing))}, which comes nowhere before it")
        if field.needs and field.name in required:
            raise at.fault(f"{field.label!r} can be shut, and the command has nothing for it by itself")
        if isinstance(field, Choose) and (unknown := {*field.default} - {choice.value for choice in choices}):
            raise at.fault(f"{field.label!r} begins with {', '.join(sorted(unknown))}, which is no choice")
        if isinstance(field, Spread) and field.default and sorted(field.default) != sorted(field.dice):
            raise at.fault(f"{field.label!r} begins with other dice than it has")
        if isinstance(field, Count):
            if missing := {field.not_below, field.not_above} - numbers:
                raise at.fault(f"{field.label!r} is bounded by {', '.join(sorted(missing))}, no number before it")
            numbers.add(field.name)
        for choice in choices:
            if choice.costs and offer.purse is None:
                raise at.fault(f"{choice.label!r} has a price, and the offer no purse")
        before.update(f"{field.name}:{choice.value}" for choice in choices)
        if isinstance(field, Choose) and not field.least:
            before.add(f"{field.name}:")


def check_rolls(spot: Spot, offer: Offer, picks: Sequence[Pick], *, throws: bool = False) -> None:
    """Raise Fault unless the offer said which dice are rolled first, or its command that it `throws`.

    The dice that it names are rolled first, in that order, however its blanks are filled. More may follow: what is
    chosen in the blanks, and how the first ones fall, may add dice. Draws of hidden ids (see MOST_SIDES) are no dice.
    """
    dice = tuple(ways for ways, _ in picks if ways <= MOST_SIDES)
    if dice[: len(offer.rolls)] != offer.rolls:
        raise spot.fault(f"it says that it rolls {_dice(offer.rolls)}, and rolled {_dice(dice)}")
    if not offer.rolls and not throws and dice and dice[0] in DICE:
        unsaid = "neither names its first dice nor does its command say that it `throws`"
        raise spot.fault(f"it rolls {_dice(dice)}, and {unsaid}")


def _dice(dice: Sequence[int]) -> str:
    return ", ".join(f"d{sides}" for sides in dice) or "no dice"


def check_figures(spot: Spot, offer: Offer, wish: Mapping[str, Any], events: Sequence[Event[Any]]) -> None:
    """Raise Fault unless what happened has the figures that the offer showed for the choices of a wish."""
    for told, shown in offer.figures.items():
        name, _, choice = told.partition(" if ")
        blank, _, value = choice.partition(":")
        if choice and wish.get(blank) != value:
            continue
        found = [under for event in events if (under := _under(event, name)) is not MISSING]
        if not found:
            raise spot.fault(f"it shows {told} {shown}, and no event it leads to has a {name}")
        if shown not in found:
            raise spot.fault(f"it shows {told} {shown}, and it became {', '.join(map(str, found))}")


def _under(what: object, path: str) -> object:
    """What is under a dotted path; MISSING if there is nothing."""
    for name in path.split("."):
        what = getattr(what, name, MISSING)
    return what


def check_filters(spot: Spot, game: Game[Any], state: Any, seat: Seat, offers: Sequence[Offer]) -> None:
    """Raise Fault unless asking for some offers gives those of all offers that are meant."""
    for what in ("do", "about", "urgency"):
        for value in sorted({getattr(offer, what) for offer in offers}):
            asked = {what: value}
            some = game.offers(state, seat, **asked)
            if some != tuple(offer for offer in offers if getattr(offer, what) == value):
                raise spot.of(seat).fault(f"asked for offers by {asked}, it gives others than it has")
    there = (kind for kind in game.commands.kinds if game.phase(state) in kind.when)
    for kind in (kind for kind in there if not (kind.possible(state) and kind.possible_for(state, seat))):
        if any(isinstance(one, Offered) for one in offered(kind, state, seat)):
            raise spot.of(seat).fault(f"{name_of(kind)} is said to be impossible, and has offers")


def check_waiting(spot: Spot, situation: Situation, offered: Mapping[str, Sequence[Offer]]) -> None:
    """Raise Fault unless somebody is waited for while an answer must be given, and has something to do then."""
    for id_, offers in offered.items():
        must = next((offer for offer in offers if offer.urgency == "must"), None)
        if must is not None and not situation.waiting:
            raise spot.fault(f"{id_} must “{must.label}” ({must.key}), and the game waits for nobody")
    for waiting in situation.waiting:
        if waiting.seat in offered and not offered[waiting.seat]:
            raise spot.fault(f"it waits for {waiting.who} ({waiting.what}), who is offered nothing to do")


def check_board(spot: Spot, game: Game[Any], state: Any, seat: Seat) -> None:
    """Raise Fault unless the standing situation is of people and things that `seat` knows of, and its meters fit."""
    board = game.board(state, seat.guides)
    known = {one.id for one in (*game.cast(state, seat.guides), *game.things(state, seat.guides))}
    keys = Counter([part.id for part in board] + [f"{part.id}/{row.key}" for part in board for row in part.rows])
    if twice := [key for key, count in keys.items() if count > 1]:
        raise spot.fault(f"the board has {twice[0]} twice")
    for part in board:
        if part.secrets and not seat.guides:
            raise spot.fault(f"the board tells everybody the guide’s secrets: {part.id}")
        if part.sides and not all(row.side for row in part.rows):
            raise spot.fault(f"the board has rows on no side beside those that face each other: {part.id}")
        for row in part.rows:
            if (row.of and row.of not in known) or (row.hidden and not seat.guides):
                raise spot.fault(f"the board has {part.id}/{row.key}, which it does not know")
            for meter in row.meters:
                if not meter.fits:
                    raise spot.fault(f"the board has a meter that does not fit: {part.id}/{row.key}, {meter}")


def check_event(spot: Spot, game: Game[Any], event: Event[Any]) -> None:
    """Raise Fault unless a log can keep the event and give it back, and its rules exist."""
    name = name_of(type(event))
    if game.codec.kinds.get(name) is not type(event):
        raise spot.fault(f"the event {name!r} is not among the game's events")
    check_rules(spot, game, event.rules, f"the event {name!r}")
    with spot.during(f"keeping the event {name!r} in a log"):
        again = game.codec.read(msgspec.json.decode(msgspec.json.encode(game.codec.plain(event))))
    if again != event:
        raise spot.fault(f"the event {name!r} does not come back from a log as it was: {event} became {again}")


def check_heard(spot: Spot, game: Game[Any], events: Sequence[Event[Any]], heard: SeatHeard) -> None:
    """Raise Fault unless what a seat heard comes from the events that happened, and fits its feed."""
    kinds = {type(event) for event in events}
    for told in heard.events:
        if type(told) not in kinds:
            raise spot.fault(f"it is told of {name_of(type(told))!r}, which did not happen")
        check_event(spot, game, told)
    for line in heard.lines:
        if not line.kind:
            raise spot.fault(f"this is not a line for the journal: {line!r}")
        check_rules(spot, game, line.rules, "the journal's line")


def check_state(spot: Spot, world: World, seats: Sequence[Seat]) -> None:
    """Raise Fault unless the state can be stored and read again, and says where the game stands."""
    game, state = world.game, world.state
    if not isinstance(state, game.state):
        raise spot.fault(f"the state is a {type(state).__name__}, not a {game.state.__name__}")
    with spot.during("keeping the state as JSON"):
        again = msgspec.json.decode(msgspec.json.encode(state), type=game.state)
    if again != state:
        raise spot.fault("the state does not come back from JSON as it was")
    with spot.during("the situation"):
        situation = game.situation(state)
    if not situation.phase or not situation.headline:
        raise spot.fault("the situation has no phase or no headline")
    check_rules(spot, game, situation.rules, "the situation")
    known = {seat.id for seat in seats}
    for waiting in situation.waiting:
        if waiting.seat not in known:
            raise spot.fault(f"the game waits for {waiting.seat!r}, where nobody ever sat")


def check_refusal(spot: Spot, game: Game[Any], refusal: Refused, wish: bytes) -> None:
    """Raise Fault unless the refusal has a code, a sentence for people and, if it cites a rule, one that exists."""
    asked = wish.decode(errors="replace")
    if not refusal.code or set(refusal.code) - set("abcdefghijklmnopqrstuvwxyz0123456789-"):
        raise spot.fault(f"the refusal of {asked} has the code {refusal.code!r}: use small letters and hyphens")
    sentence = refusal.message.strip()
    if " " not in sentence or not sentence.endswith((".", "!", "?", ".”", "!”", "?”", ".)")):
        raise spot.fault(f"the refusal {refusal.code!r} of {asked} is no sentence for people: {sentence!r}")
    if refusal.rule is not None:
        check_rules(spot, game, (refusal.rule,), f"the refusal {refusal.code!r}")

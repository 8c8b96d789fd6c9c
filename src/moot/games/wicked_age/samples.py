"""The people of the book's examples, at a table: for demonstrations, benchmarks and tests."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Role, Scripted, Seat
from moot.core.figures import load
from moot.games.wicked_age import book
from moot.games.wicked_age.room import GAME
from moot.games.wicked_age.state import Character, Options, State, Strength
from moot.kit.keyed import put


class _Place(msgspec.Struct, frozen=True):
    person: str
    role: Role
    plays: str


class _Camp(msgspec.Struct, frozen=True):
    seats: tuple[_Place, ...]


class _SamplesFile(msgspec.Struct, frozen=True):
    character: tuple[Character, ...]
    strength: tuple[Strength, ...]
    camp: _Camp


_file: Final = load(book.PACKAGE, "tables/samples.toml", _SamplesFile)
_people: Final = put({}, *_file.character)
_strengths: Final = put({}, *_file.strength)


def character(name: str, player: str = "") -> Character:
    """Somebody of the book's, unhurt, played by `player` (empty: the GM); half-known sheets are filled by WA-RD-22.
    Raises KeyError if there is no such sheet."""
    person = _people[name]
    return replace(person, player=player, unhurt=person.forms, shown=True)


def strength(name: str) -> Strength:
    """A particular strength of the book's. Raises KeyError for an unknown name."""
    return _strengths[name]


def camp(options: Options | None = None) -> State:
    """A chapter in play: the GM at seat s1, Mekha, Tajie and Amek at s2, s3 and s4, and no conflict yet. Esan, Shahu
    Seen and Fa Il Shar are the GM's; Bolu Ta has no player here, so he is elsewhere."""
    places = sorted(_file.camp.seats, key=lambda place: place.role != "guide")
    seats = tuple(Seat(f"s{number}", place.person, place.role) for number, place in enumerate(places, 1))
    played = {place.plays: seat.id for place, seat in zip(places, seats, strict=True) if seat.plays}
    npcs = (name for name, sheet in _people.items() if sheet.forms.keys() == book.NPC_FORMS.keys())
    cast = [*(character(name, seat) for name, seat in played.items()), *(character(name) for name in npcs)]
    return State(
        options=options or Options(),
        seats=seats,
        phase="play",
        oracle="blood-and-sex",
        characters=put({}, *cast),
        strengths=dict(_strengths),
    )


def duel(options: Options | None = None) -> State:
    """Amek drags Mekha out of the tent, and both are about to roll the opening of round one."""
    state = camp(options)
    amek, mekha = state.seats[3], state.seats[1]
    deed = {"do": "undertake", "actor": "amek", "deed": "drags Mekha out of the tent", "against": ["mekha"]}
    state = GAME.run(state, GAME.command({**deed, "forms": ["with-violence", "directly"]}), amek, Scripted(())).state
    (sequence,) = state.sequences
    answer = {"do": "declare", "sequence": sequence, "who": "mekha", "forms": ["for-myself", "directly"]}
    return GAME.run(state, GAME.command(answer), mekha, Scripted(())).state

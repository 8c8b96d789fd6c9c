"""The people of the book's examples, at a table: for demonstrations, benchmarks and tests."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from moot.core import Role, Scripted, Seat
from moot.core.tables import load
from moot.games.wicked_age import book
from moot.games.wicked_age.room import GAME
from moot.games.wicked_age.state import Character, Interest, Options, State, Strength, StrengthOption


class _Wish(msgspec.Struct, frozen=True):
    text: str
    about: tuple[str, ...] = ()


class _Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    description: str
    kind: Literal["player", "npc"]
    dice: dict[str, int | tuple[int, int]]
    strengths: tuple[str, ...] = ()
    interests: tuple[_Wish, ...] = ()


class _Taken(msgspec.Struct, frozen=True):
    id: str
    form: str = ""
    npc_form: str = ""


class _Gift(msgspec.Struct, frozen=True):
    id: str
    name: str
    description: str
    takes: str
    forms: tuple[str, ...]
    npc_form: str
    options: tuple[_Taken, ...]


class _Place(msgspec.Struct, frozen=True):
    person: str
    role: Role
    plays: str


class _Camp(msgspec.Struct, frozen=True):
    seats: tuple[_Place, ...]


class _SamplesFile(msgspec.Struct, frozen=True):
    character: tuple[_Person, ...]
    strength: tuple[_Gift, ...]
    camp: _Camp


_file: Final = load(book.PACKAGE, "tables/samples.toml", _SamplesFile)
_people: Final = {person.id: person for person in _file.character}
_gifts: Final = {gift.id: gift for gift in _file.strength}


def character(name: str, player: str = "") -> Character:
    """Somebody of the book's, unhurt, played by `player` (empty: the GM); half-known sheets are filled by WA-RD-22.

    Raises KeyError if there is no such sheet.
    """
    person = _people[name]
    forms: dict[str, tuple[int, ...]] = {
        form: die if isinstance(die, tuple) else (die,) for form, die in person.dice.items()
    }
    return Character(
        id=person.id,
        name=person.name,
        player=player,
        description=person.description,
        forms=forms,
        unhurt=forms,
        strengths=person.strengths,
        interests=tuple(
            Interest(f"{person.id}-{number}", wish.text, wish.about) for number, wish in enumerate(person.interests, 1)
        ),
        shown=True,
    )


def strength(name: str) -> Strength:
    """A particular strength of the book's. Raises KeyError if there is none of that name."""
    gift = _gifts[name]
    kinds = {"potent", "broad", "consequential", "unique", "far-reaching"}
    options = msgspec.convert(
        [
            {"kind": taken.id, "form": taken.form, "npc_form": taken.npc_form}
            for taken in gift.options
            if taken.id in kinds
        ],
        tuple[StrengthOption, ...],
    )
    first, *more = gift.forms
    broad = tuple(StrengthOption("broad", form) for form in more)
    return Strength(
        id=gift.id,
        name=gift.name,
        made=True,
        description=gift.description,
        takes=gift.takes,
        form=first,
        npc_form=gift.npc_form,
        options=(*options, *broad),
    )


def camp(options: Options | None = None) -> State:
    """A chapter in play: the GM at seat s1, Mekha, Tajie and Amek at s2, s3 and s4, and no conflict yet.

    Esan, Shahu Seen and Fa Il Shar are the GM's; Bolu Ta has no player here, so he is elsewhere.
    """
    places = sorted(_file.camp.seats, key=lambda place: place.role != "guide")
    seats = tuple(Seat(f"s{number}", place.person, place.role) for number, place in enumerate(places, 1))
    played = {place.plays: seat.id for place, seat in zip(places, seats, strict=True) if seat.plays}
    npcs = (person for person, sheet in _people.items() if sheet.kind == "npc")
    cast = [*(character(name, seat) for name, seat in played.items()), *(character(name) for name in npcs)]
    return State(
        options=options or Options(),
        seats=seats,
        phase="play",
        oracle="blood-and-sex",
        characters={who.id: who for who in cast},
        strengths={name: strength(name) for name in _gifts},
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

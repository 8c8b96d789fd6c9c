"""The book's preparation, told as data and played through the real buttons; and preparation played at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.core import Refused, Seat, Seeded, figures
from moot.games.wicked_age import GAME, samples
from moot.games.wicked_age.book import PACKAGE
from moot.games.wicked_age.cast import stock
from moot.games.wicked_age.prepare.interests import lacking, suggested
from moot.games.wicked_age.prepare.npcs import ARRANGEMENTS
from moot.games.wicked_age.state import State
from moot.games.wicked_age.tests.sitting import Sitting

EXAMPLES = Path(__file__).parent / "examples"
PLAYERS = ("Amy", "Tom", "Martha", "Paul")


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step: what is told, the buttons pressed, and what must be so afterwards."""

    say: str
    do: list[dict[str, Any]]
    expect: dict[str, Any] = {}


class Example(msgspec.Struct, forbid_unknown_fields=True):
    """A worked example."""

    title: str
    source: list[str]
    step: list[Step]


def follow(table: Sitting, name: str) -> Sitting:
    """Play an example through, checking each step."""
    for step in msgspec.toml.decode((EXAMPLES / name).read_bytes(), type=Example).step:
        for press in step.do:
            button(table, **press)
        for what, wanted in step.expect.items():
            assert seen(table)[what] == wanted, step.say
    return table


def button(table: Sitting, person: str, **press: Any) -> None:
    """One button of an example, where figures and characters go by name."""
    match press:
        case {"sheet": name, "figure": figure}:
            make(table, person, name, figure)
        case {"strength": name}:
            strengthen(table, person, name)
        case {"interests": name, "of": places}:
            wishes = [samples.character(name).interests[place] for place in places]
            about = [samples.character(one.about[0]).name if one.about else "" for one in wishes]
            table.name(person, samples.character(name).name, *zip(about, (one.text for one in wishes), strict=True))
        case _:
            blanks = {key: table.figure(word) if key in ("figure", "other") else word for key, word in press.items()}
            table.do(person, blanks.pop("do"), **blanks)


def make(table: Sitting, person: str, name: str, figure: str) -> None:
    who = samples.character(name)
    strength = samples.strength(who.strengths[0]).name if who.strengths else ""
    blanks: dict[str, Any] = {"description": who.description, "new_strength": strength}
    if len(who.forms) == 6:
        table.make(person, figure, who.name, forms={form: die for form, (die,) in who.forms.items()}, **blanks)
    else:
        arrangement = next(name for name, forms in ARRANGEMENTS.items() if forms == who.forms)
        table.npc(figure, who.name, arrangement=arrangement, **blanks)


def strengthen(table: Sitting, person: str, name: str) -> None:
    book = samples.strength(name)
    id_ = table.strength(book.name).id
    sheet = {"description": book.description, "takes": book.takes, "form": book.form, "npc_form": book.npc_form}
    table.do(person, "make-strength", strength=id_, **sheet)
    for option in book.options:
        table.do(person, "pick-option", strength=id_, **msgspec.to_builtins(option))


def seen(table: Sitting) -> dict[str, Any]:
    """What an example can expect."""
    state = table.state
    ids = {samples.character(id_).name: id_ for id_ in figures.raw(PACKAGE, "tables/samples.toml")["naming"]}
    return {
        "phase": state.phase,
        "list": len(state.figures),
        "stock": [figure.name for figure in stock(state)],
        "lacking": [ids[who.name] for who in lacking(state)],
        "next": next((name for name, seat in table.seats.items() if seat.id == suggested(state)), ""),
        "turns": [ids[state.characters[turn.character].name] for turn in state.circle],
    }


def prepared() -> Sitting:
    """The book's table: Erin is the GM."""
    return follow(Sitting(*PLAYERS, gm="Erin"), "the_list.toml")


@pytest.mark.rule("WA-EX-01", "WA-ORA-02", "WA-ORA-03", "WA-ORA-04", "WA-ORA-06")
def test_the_worked_list():
    table = prepared()
    assert table.state.figures[table.figure("the girl")].also == ("the hidden woman",)


@pytest.mark.rule("WA-EX-03", "WA-BI-01", "WA-BI-02", "WA-BI-10", "WA-ERR-08", "WA-EX-02", "WA-RD-22", "WA-ERR-01")
def test_the_worked_tangle():
    table = follow(prepared(), "the_tangle.toml")
    for name in figures.raw(PACKAGE, "tables/samples.toml")["naming"]:
        book, made = samples.character(name), table.who(samples.character(name).name)
        assert made.forms == book.forms
        assert [one.text for one in made.interests] == [one.text for one in book.interests]
        about = [{table.state.characters[id_].name for id_ in one.about} for one in made.interests]
        assert about == [{samples.character(id_).name for id_ in one.about} for one in book.interests]


# -- at random

SEATS = (Seat("s1", "Gil", "guide"), Seat("s2", "Ann"), Seat("s3", "Ben"), Seat("s4", "Wim", "watcher"))
GATES = ("open-claims", "begin-sheets", "begin-interests", "begin-play")
CORRECTIONS = ("correct-die", "correct-part", "correct-words", "correct-strength", "owe-name", "strike-name")


def wander(state: State, seed: int, until: str, steps: int = 400) -> State:
    """Press buttons at random, what must be done first, until a phase is reached."""
    chance = Seeded(seed)
    for _ in range(steps):
        if state.phase == until:
            return state
        offers = [(seat, offer) for seat in SEATS for offer in GAME.offers(state, seat) if offer.do not in CORRECTIONS]
        assert offers, f"nobody can do anything in {state.phase}"
        assert all(seat.role != "watcher" for seat, _ in offers)
        must = [pair for pair in offers if pair[1].urgency == "must" or pair[1].do in GATES]
        among = must if must and chance.pick(6) else offers
        seat, offer = among[chance.pick(len(among))]
        wish = offer.sample(chance)
        for event in GAME.decide(state, GAME.command(wish), seat, chance):
            state = GAME.evolve(state, event)
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    raise AssertionError(f"no way from {state.phase} to {until} was found")


@examples(10)
@given(st.integers(0, 10**6))
def test_preparation_played_at_random_reaches_play(seed):
    state = wander(GAME.seated(GAME.start({}), SEATS), seed, "play")
    assert not lacking(state)
    for who in state.cast():
        dice = sorted((die for dice in who.unhurt.values() for die in dice), reverse=True)
        assert dice == [12, 10, 8, 6, 6, 4], who
        assert len(who.unhurt) == (3 if who.npc else 6)
    for strength in state.strengths.values():
        assert not strength.made or len(strength.options) <= strength.significance == 1
        assert len(strength.options) == len(set(strength.options))
        holders = [who for who in state.characters.values() if strength.id in who.strengths]
        assert not strength.taken("alone") or len(holders) <= 1


@examples(6)
@given(st.integers(0, 10**6), st.sampled_from(["heal", "keep-harm"]), st.sampled_from(["oldest-name", "fresh"]))
def test_a_later_chapter_played_at_random_reaches_play(seed, healing, opening):
    start = GAME.start({"healing": healing, "opening-later": opening})
    state = wander(GAME.seated(start, SEATS), seed, "play")
    for who in [who for who in state.cast() if not who.npc] * 2:
        wish = {"do": "owe-name", "who": who.id, "reason": "stood up"}
        for event in GAME.decide(state, GAME.command(wish), SEATS[0], Seeded(seed)):
            state = GAME.evolve(state, event)
    for event in GAME.decide(state, GAME.command({"do": "close-chapter"}), SEATS[0], Seeded(seed)):
        state = GAME.evolve(state, event)
    again = wander(state, seed, "play")
    assert again.chapter == 2
    assert {who.name for who in again.cast()} != set()


def test_no_offer_of_the_preparation_is_for_those_who_look_on():
    state = GAME.seated(GAME.start({}), SEATS)
    assert GAME.offers(state, SEATS[3]) == ()
    with pytest.raises(Refused) as caught:
        GAME.decide(state, GAME.command({"do": "choose-oracle", "oracle": "blood-and-sex"}), SEATS[3], Seeded(1))
    assert caught.value.code == "players-only"

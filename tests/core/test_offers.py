"""Offers: whatever a field hands out it takes, and whatever it forbids it refuses with a code and its own name."""

from __future__ import annotations

from types import new_class
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from moot.core import (
    Choice,
    Choose,
    Command,
    Compose,
    Confirm,
    Count,
    Item,
    Kind,
    Offer,
    Purse,
    Refused,
    Seeded,
    Spread,
    Write,
)
from moot.core.blanks import LONGEST_TEXT
from moot.core.choices import Barred

WINDS = (Choice("n", "North"), Choice("e", "East"), Choice("s", "South"))


def choices(count: int) -> tuple[Choice, ...]:
    return tuple(Choice(f"v{n}", f"Label {n}") for n in range(count))


@st.composite
def chooses(draw):
    count = draw(st.integers(1, 6))
    most = draw(st.integers(0, count))
    many = draw(st.booleans())
    least = draw(st.integers(0, (most or count) if many else 1))
    return Choose(name="f", label="F", choices=choices(count), least=least, many=many, most=most if many else 0)


@st.composite
def spreads(draw):
    dice = draw(st.lists(st.sampled_from([4, 6, 8, 10, 12]), min_size=1, max_size=5))
    return Spread(name="f", label="F", slots=choices(len(dice)), dice=tuple(dice))


@st.composite
def counts(draw):
    least = draw(st.integers(-5, 5))
    return Count(name="f", label="F", least=least, most=least + draw(st.integers(0, 9)))


@st.composite
def writes(draw):
    least = draw(st.integers(0, 30))
    suggestions = draw(st.lists(st.text(min_size=1, max_size=40), max_size=3))
    most = least + draw(st.integers(1, 40))
    return Write(name="f", label="F", least=least, most=most, suggestions=tuple(suggestions))


@st.composite
def composes(draw):
    kinds = tuple(
        Kind(f"k{n}", f"Kind {n}", targets=choices(draw(st.integers(0, 3))), writes=draw(st.booleans()))
        for n in range(draw(st.integers(1, 4)))
    )
    most = draw(st.integers(1, 5))
    return Compose(name="f", label="F", kinds=kinds, least=draw(st.integers(0, most)), most=most)


fields = st.one_of(chooses(), spreads(), counts(), writes(), composes(), st.builds(Confirm, name=st.just("f"),
                   label=st.just("F"), must=st.booleans()))


@given(fields, st.integers())
def test_a_field_takes_what_it_hands_out(field, seed):
    field.check(field.sample(Seeded(seed)))


@given(fields)
def test_a_field_goes_to_a_page_and_back(field):
    assert msgspec.json.decode(msgspec.json.encode(field), type=type(field)) == field


ONE = Choose(name="wind", label="Wind", choices=WINDS)
ANY = Choose(name="winds", label="Winds", choices=WINDS, least=1, many=True, most=2)
NONE = Choose(name="wind", label="Wind", choices=WINDS, least=0)
DICE = Spread(name="dice", label="Dice", slots=WINDS[:2], dice=(4, 8))
TALLY = Count(name="tally", label="Tally", least=2, most=4)
WORDS = Write(name="words", label="Words", least=2, most=9)
SURE = Confirm(name="sure", label="Sure", must=True)
TERMS = Compose(
    name="terms",
    label="Terms",
    kinds=(
        Kind("coins", "Coins"),
        Kind("deed", "A deed", targets=WINDS, writes=True),
        Kind("oath", "Oath", writes=True),
    ),
    barred=(Barred("death", "Nobody can be bargained dead.", "XX-07", "Exhaust them instead."),),
    most=2,
)


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (ONE, "n"), (NONE, ""), (ANY, ("n", "s")), (ANY, ["e"]), (DICE, {"n": 8, "e": 4}), (TALLY, 4), (WORDS, " ab "),
        (SURE, True), (TERMS, (Item("coins"), Item("deed", "n", "dig a well"))),
        (TERMS, [Item("oath", detail="on water")]),
    ],
)
def test_what_is_allowed_passes(field, answer):
    field.check(answer)


@pytest.mark.parametrize(
    ("field", "answer", "code"),
    [
        (ONE, "w", "not-a-choice"),
        (ONE, "", "wrong-number"),
        (ANY, ("n", "n"), "chosen-twice"),
        (ANY, ("n", "e", "s"), "wrong-number"),
        (ANY, (), "wrong-number"),
        (ANY, ("n", "w"), "not-a-choice"),
        (DICE, {"n": 4}, "not-spread"),
        (DICE, {"n": 4, "e": 4}, "wrong-dice"),
        (DICE, {"n": 4, "w": 8}, "not-spread"),
        (DICE, "48", "not-spread"),
        (TALLY, 1, "out-of-range"),
        (TALLY, 5, "out-of-range"),
        (TALLY, True, "out-of-range"),
        (TALLY, "3", "out-of-range"),
        (WORDS, " a ", "too-short"),
        (WORDS, "abcdefghij", "too-long"),
        (WORDS, 7, "not-text"),
        (SURE, False, "not-confirmed"),
        (SURE, "yes", "not-yes-or-no"),
        (TERMS, (), "wrong-number"),
        (TERMS, (Item("coins"),) * 3, "wrong-number"),
        (TERMS, "coins", "not-a-list"),
        (TERMS, ({"kind": "coins"},), "not-a-list"),
        (TERMS, (Item("sheep"),), "no-such-kind"),
        (TERMS, (Item("death"),), "barred-death"),
        (TERMS, (Item("deed", "w", "dig"),), "not-a-choice"),
        (TERMS, (Item("deed", "n", "  "),), "too-short"),
        (TERMS, (Item("deed", "n", "x" * (LONGEST_TEXT + 1)),), "too-long"),
        (TERMS, (Item("coins", "n"),), "no-target"),
    ],
)
def test_what_is_not_is_refused_by_field_and_code(field, answer, code):
    with pytest.raises(Refused) as refused:
        field.check(answer)
    assert refused.value.code == code
    assert refused.value.field == field.name
    assert refused.value.message.endswith(".")


def test_what_is_barred_says_why_by_which_rule_and_what_would_do():
    with pytest.raises(Refused) as refused:
        TERMS.check((Item("death"),))
    assert (refused.value.rule, refused.value.message) == ("XX-07", "Nobody can be bargained dead.")
    assert refused.value.allowed == ("Exhaust them instead.",)


def test_a_refusal_says_what_can_be_chosen():
    with pytest.raises(Refused) as refused:
        ONE.check("w")
    assert refused.value.allowed == ("North", "East", "South")


# ---------------------------------------------------------------- offers


class Sail(Command[Any], tag="sail"):
    ship: str
    wind: str = "n"
    tally: int = 2


ARK = Offer(do="sail", label="Sail the ark", fixed={"ship": "ark"}, fields=(ONE, TALLY), rules=("XX-01", "XX-02"))
BOAT = Offer(do="sail", label="Sail the boat", fixed={"ship": "boat"}, rules=("XX-03",))


def test_a_blank_filled_wrong_names_its_field_and_the_offers_rule():
    with pytest.raises(Refused) as refused:
        ARK.check(Sail(ship="ark", tally=9))
    assert (refused.value.code, refused.value.field, refused.value.rule) == ("out-of-range", "tally", "XX-01")


def test_what_an_offer_leaves_unsaid_cannot_be_slipped_in():
    with pytest.raises(Refused) as refused:
        BOAT.check(Sail(ship="boat", tally=4))
    assert (refused.value.code, refused.value.field) == ("no-such-field", "tally")


def test_an_offer_is_filled_into_a_command():
    assert ARK.fill({"wind": "s"}) == {"do": "sail", "ship": "ark", "wind": "s"}


def test_an_offer_has_no_other_blanks():
    with pytest.raises(Refused) as refused:
        ARK.fill({"ship": "boat"})
    assert (refused.value.code, refused.value.allowed) == ("no-such-field", ("tally", "wind"))
    assert refused.value.field == "ship"


@given(st.lists(fields, max_size=3), st.integers())
def test_a_filled_offer_is_accepted_as_it_comes_over_the_wire(some, seed):
    named = tuple(msgspec.structs.replace(field, name=f"f{n}") for n, field in enumerate(some))
    offer = Offer(do="ask", label="Ask", fields=named)
    kinds: dict[Any, Any] = {
        Choose: str | tuple[str, ...], Spread: dict[str, int], Count: int, Write: str, Confirm: bool,
        Compose: tuple[Item, ...],
    }
    types = [(field.name, kinds[type(field)]) for field in named]
    ask = new_class("Ask", (Command,), {"tag": "ask"}, lambda space: space.update(__annotations__=dict(types)))
    wish = msgspec.json.encode(offer.sample(Seeded(seed)))
    command: Any = msgspec.json.decode(wish, type=ask)
    offer.check(command)


def test_offers_of_one_verb_have_keys_of_their_own():
    assert ARK.key == "sail:ark"
    assert BOAT.key == "sail:boat"


# -- what hangs on other choices, and what has a price


class Set(Command, tag="set-sail"):
    boat: str = ""
    crew: tuple[str, ...] = ()
    cargo: tuple[str, ...] = ()


SAIL = Offer(
    do="set-sail",
    label="Set sail",
    fields=(
        Choose(name="boat", label="In what?", choices=(Choice("skiff", "A skiff"), Choice("barge", "A barge"))),
        Choose(
            name="crew",
            label="With whom?",
            least=1,
            many=True,
            choices=(Choice("ann", "Ann", needs=("boat:barge",)), Choice("ben", "Ben", needs=("boat:barge",), costs=2)),
        ),
        Choose(
            name="cargo",
            label="What goes along?",
            least=0,
            many=True,
            choices=(Choice("salt", "Salt", costs=1), Choice("oars", "Oars", needs=("boat:skiff", "crew:ben"))),
        ),
    ),
    purse=Purse(2, "coins"),
    rules=("XX-01",),
)


@pytest.mark.parametrize(
    "command",
    [
        Set(boat="skiff"),
        Set(boat="skiff", cargo=("oars", "salt")),
        Set(boat="barge", crew=("ann",), cargo=("salt",)),
        Set(boat="barge", crew=("ben",), cargo=("oars",)),
    ],
)
def test_what_is_open_and_paid_for_passes(command):
    SAIL.check(command)


@pytest.mark.parametrize(
    ("command", "code", "field", "words"),
    [
        (Set(boat="skiff", crew=("ann",)), "not-open", "crew", "“Ann” goes only with “In what?” A barge."),
        (Set(boat="barge", crew=("ann",), cargo=("oars",)), "not-open", "cargo", "“With whom?” Ben"),
        (Set(boat="barge"), "wrong-number", "crew", "“With whom?” asks for 1 to 2, and none were chosen."),
        (
            Set(boat="barge", crew=("ben",), cargo=("salt",)), "too-dear", "cargo",
            "“What goes along?”: that takes 1, and you have 0 coins for it.",
        ),
    ],
)
def test_what_is_shut_or_too_dear_is_refused_with_what_would_open_it(command, code, field, words):
    with pytest.raises(Refused) as refused:
        SAIL.check(command)
    assert (refused.value.code, refused.value.field, refused.value.rule) == (code, field, "XX-01")
    assert words in refused.value.message


@given(st.integers())
def test_filled_at_random_it_is_open_and_paid_for(seed):
    SAIL.check(msgspec.convert(SAIL.sample(Seeded(seed)), Set))


def test_what_is_left_open_is_known_after_each_choice():
    _, crew, cargo = (f for f in SAIL.after({"boat": "barge", "crew": ("ben",)}) if isinstance(f, Choose))
    assert [choice.value for choice in crew.choices] == ["ann", "ben"]
    assert [choice.value for choice in cargo.choices] == ["salt", "oars"]
    assert [choice.value for choice in cargo.affordable] == ["oars"]
    _, alone, _ = (f for f in SAIL.after({"boat": "skiff"}) if isinstance(f, Choose))
    assert (alone.choices, alone.least) == ((), 0)


class Fire(Command, tag="fire"):
    with_what: str
    charge: str = ""
    effective: int = 1
    maximum: int = 1
    distance: int = 0


FIRE = Offer(
    do="fire",
    label="Fire",
    fields=(
        Choose(name="with_what", label="With what?", choices=(Choice("bow", "A bow"), Choice("gun", "A gun"))),
        Write(name="charge", label="Which charge?", needs=("with_what:gun",)),
        Count(name="effective", label="Effective", least=1, most=900),
        Count(name="maximum", label="Maximum", most=1000, not_below="effective"),
        Count(name="distance", label="Distance", most=1000, not_above="maximum"),
    ),
    rules=("XX-02",),
)


@pytest.mark.parametrize(
    ("command", "code", "field", "words"),
    [
        (Fire(with_what="bow", charge="b"), "not-open", "charge", "“Which charge?” goes only with “With what?” A gun."),
        (Fire(with_what="gun"), "too-short", "charge", "Which charge?"),
        (Fire(with_what="bow", effective=300, maximum=299), "out-of-range", "maximum", "from 300 to 1000"),
        (Fire(with_what="bow", effective=3, maximum=30, distance=31), "out-of-range", "distance", "from 0 to 30"),
    ],
)
def test_a_blank_hangs_on_a_choice_and_a_number_on_another(command, code, field, words):
    with pytest.raises(Refused) as refused:
        FIRE.check(command)
    assert (refused.value.code, refused.value.field, refused.value.rule) == (code, field, "XX-02")
    assert words in refused.value.message


def test_a_blank_that_is_shut_is_not_asked_for():
    assert "charge" not in {field.name for field in FIRE.after({"with_what": "bow"})}
    assert "charge" in {field.name for field in FIRE.after({"with_what": "gun"})}


@given(st.integers())
def test_what_is_filled_at_random_keeps_to_what_it_hangs_on(seed):
    FIRE.check(msgspec.convert(FIRE.sample(Seeded(seed)), Fire))


class Moor(Command, tag="moor"):
    lies: str = msgspec.field(name="when")
    at: str = ""
    new: str = ""


MOOR = Offer(
    do="moor",
    label="Moor",
    fields=(
        Choose(name="when", label="When?", choices=(Choice("ebb", "At ebb"),), rule="XX-04"),
        Choose(name="at", label="Where?", choices=(Choice("quay", "The quay"),), least=0),
        Write(name="new", label="Or elsewhere", least=0, needs=("at:",)),
    ),
    rules=("XX-03",),
)


def test_a_blank_can_hang_on_another_left_empty():
    MOOR.check(Moor(lies="ebb", new="a sandbank"))
    MOOR.check(Moor(lies="ebb", at="quay"))
    with pytest.raises(Refused) as refused:
        MOOR.check(Moor(lies="ebb", at="quay", new="a sandbank"))
    assert (refused.value.code, refused.value.field, refused.value.rule) == ("not-open", "new", "XX-03")
    assert "“Where?” left empty" in refused.value.message


def test_a_blank_can_name_the_rule_that_a_wrong_answer_breaks():
    with pytest.raises(Refused) as refused:
        MOOR.check(Moor(lies="flood"))
    assert (refused.value.code, refused.value.field, refused.value.rule) == ("not-a-choice", "when", "XX-04")


@given(st.integers())
def test_a_blank_goes_by_the_name_that_a_field_has_in_json(seed):
    MOOR.check(msgspec.convert(MOOR.sample(Seeded(seed)), Moor))

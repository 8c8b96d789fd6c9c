"""Luck: exact odds against closed forms and another library, and sealed dice against hashes computed here."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial

import icepool
import pytest
from hypothesis import given, strategies as st

from moot.core import Given, Recorded, Refused, Scripted, Sealed, Seeded, draw, outcomes, roll

SEED, LINK, NONCE = b"s" * 32, bytes(range(32)), b"a page's own"

# ---------------------------------------------------------------- every way it can fall


def test_the_odds_of_a_die_are_even():
    assert outcomes(lambda chance: roll(chance, 6)[0]) == {face: Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.parametrize("dice", [(6, 6), (4, 8), (12, 4, 10)])
def test_the_odds_of_a_total_are_those_of_another_library(dice):
    ours = outcomes(lambda chance: sum(roll(chance, *dice)))
    theirs = sum(icepool.d(sides) for sides in dice)
    assert ours == {total: theirs.probability(total) for total in theirs.outcomes()}


def test_the_odds_of_the_better_of_two_throws_are_those_of_another_library():
    ours = outcomes(lambda chance: max(sorted(roll(chance, 4, 10)), sorted(roll(chance, 8, 6)))[-1])
    theirs = icepool.map(lambda a, b, c, d: max(sorted((a, b)), sorted((c, d)))[-1], *map(icepool.d, (4, 10, 8, 6)))
    assert ours == {high: theirs.probability(high) for high in theirs.outcomes()}


def test_branches_may_be_of_different_length():
    def until_six_or_thrice(chance):
        return next((n for n in (1, 2, 3) if roll(chance, 6) == (6,)), 0)

    missed = Fraction(5, 6)
    ends = {1: Fraction(1, 6), 2: missed / 6, 3: missed**2 / 6, 0: missed**3}
    assert outcomes(until_six_or_thrice) == ends


def test_a_hand_of_cards_is_any_hand_in_any_order():
    hands = outcomes(lambda chance: draw(chance, "abcd", 2))
    assert len(hands) == factorial(4) // factorial(2)
    assert set(hands.values()) == {Fraction(1, 12)}
    assert outcomes(lambda chance: frozenset(draw(chance, "abcde", 3))).keys() == {
        frozenset(hand) for hand in outcomes(lambda chance: draw(chance, "abcde", 3))
    }
    assert len(outcomes(lambda chance: frozenset(draw(chance, "abcde", 3)))) == comb(5, 3)


def test_no_luck_is_one_way():
    assert outcomes(lambda chance: "as told") == {"as told": Fraction(1)}


@given(st.lists(st.integers(1, 5), max_size=4))
def test_chances_add_up_to_one(dice):
    assert sum(outcomes(lambda chance: roll(chance, *dice)).values()) == 1


@given(st.integers(0, 9), st.integers(0, 9), st.integers())
def test_cards_are_drawn_once_each_or_not_at_all(size, count, seed):
    deck = range(size)
    if count > size:
        with pytest.raises(ValueError, match="cannot draw"):
            draw(Seeded(seed), deck, count)
    else:
        hand = draw(Seeded(seed), deck, count)
        assert len(hand) == len(set(hand)) == count
        assert set(hand) <= set(deck)


# ---------------------------------------------------------------- sealed dice


def words(seed: bytes, link: bytes, nonce: bytes) -> Iterator[int]:
    """The words of four bytes that sealed luck is made of, as docs promise them."""
    counter = 0
    while True:
        message = link + len(nonce).to_bytes(2, "big") + nonce + counter.to_bytes(4, "big")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def fallen(sides: int, count: int, seed: bytes = SEED, link: bytes = LINK, nonce: bytes = NONCE) -> tuple[int, ...]:
    limit = 2**32 // sides * sides
    usable = (word for word in words(seed, link, nonce) if word < limit)
    return tuple(next(usable) % sides + 1 for _ in range(count))


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100, 3 * 2**30])
def test_sealed_dice_are_the_hmac_of_seed_link_and_nonce(sides):
    assert roll(Sealed(SEED, LINK, NONCE), *[sides] * 40) == fallen(sides, 40)


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_a_seed_may_have_any_length(length):
    seed = bytes(range(length))
    assert roll(Sealed(seed, LINK, NONCE), *[20] * 20) == fallen(20, 20, seed)


def test_sealed_dice_are_what_openssl_says():
    """`openssl dgst -sha256 -mac hmac` under a key of 32 zero bytes, for a message of 38, begins 139b64b6 929ff0c1."""
    assert roll(Sealed(bytes(32), bytes(32)), 2**32, 2**32) == (0x139B64B6 + 1, 0x929FF0C1 + 1)


def test_a_word_that_would_favour_low_numbers_is_thrown_away():
    sides = 3 * 2**30  # a quarter of all words is too high
    kept = [word for word, _ in zip(words(SEED, LINK, NONCE), range(200), strict=False) if word < sides]
    assert len(kept) < 200
    assert roll(Sealed(SEED, LINK, NONCE), *[sides] * len(kept)) == tuple(word + 1 for word in kept)


def test_sealed_dice_are_even():
    dice = Sealed(SEED, LINK)
    falls = Counter(dice.pick(6) for _ in range(60_000))
    assert sum((count - 10_000) ** 2 / 10_000 for count in falls.values()) < 25  # chi squared, 5 degrees: p = 0.0001


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_another_nonce_gives_other_dice(one, other):
    same = roll(Sealed(SEED, LINK, one), *[100] * 12) == roll(Sealed(SEED, LINK, other), *[100] * 12)
    assert same == (one == other)


def test_a_seal_is_the_hash_of_its_seed():
    assert Sealed.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_sealed_luck_cannot_fall_more_ways_than_a_word_has():
    with pytest.raises(ValueError, match=r"2\*\*32"):
        Sealed(SEED, LINK).pick(2**32 + 1)


# ---------------------------------------------------------------- other sources


def test_seeded_luck_repeats():
    assert roll(Seeded(7), *[20] * 30) == roll(Seeded(7), *[20] * 30) != roll(Seeded(8), *[20] * 30)


@pytest.mark.parametrize("source", [Seeded(1), Sealed(SEED, LINK), Scripted([1]), Given([1])])
def test_nothing_can_be_picked_from_no_ways(source):
    with pytest.raises((ValueError, Refused)):
        source.pick(0)


def test_a_script_falls_as_written():
    with Scripted([6, 1, 20]) as script:
        assert roll(script, 6, 6, 20) == (6, 1, 20)


def test_a_script_must_be_used_up():
    with pytest.raises(ValueError, match="1 faces of the script were never rolled"), Scripted([6, 1]) as script:
        roll(script, 6)


def test_a_script_does_not_hide_what_went_wrong_before():
    with pytest.raises(KeyError), Scripted([6, 1]):
        raise KeyError("the rule under test")


def test_a_script_has_no_more_than_it_has():
    script = Scripted([6])
    roll(script, 6)
    with pytest.raises(ValueError, match="a d8 more"):
        roll(script, 8)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_script_names_a_face_that_cannot_fall(face):
    with pytest.raises(ValueError, match=rf"face {face} cannot fall on a d6 \(die 1"):
        roll(Scripted([face]), 6)


def test_typed_dice_fall_as_typed():
    dice = Given([3, 12])
    assert roll(dice, 4, 12) == (3, 12)
    dice.finish()


@pytest.mark.parametrize(
    ("faces", "dice", "code"),
    [((3,), (4, 12), "too-few-dice"), ((5, 12), (4, 12), "no-such-face"), ((3, 12, 1), (4, 12), "too-many-dice")],
)
def test_typed_dice_that_do_not_fit_are_the_persons_to_mend(faces, dice, code):
    def rolled():
        typed = Given(faces)
        roll(typed, *dice)
        typed.finish()

    with pytest.raises(Refused) as refused:
        rolled()
    assert refused.value.code == code


@pytest.mark.parametrize(("dice", "said"), [
    ((), "No die falls yet: leave this empty."), ((4,), "This roll takes 1 die, and 3 were typed."),
    ((4, 12), "This roll takes 2 dice, and 3 were typed."),
])
def test_who_typed_too_many_dice_reads_how_many_fall(dice, said):
    typed = Given((3, 12, 1))
    roll(typed, *dice)
    with pytest.raises(Refused) as refused:
        typed.finish()
    assert refused.value.message == said


def test_what_was_picked_is_kept():
    recorded = Recorded(Scripted([3, 12]))
    assert roll(recorded, 4, 12) == (3, 12)
    assert recorded.picks == [(4, 2), (12, 11)]

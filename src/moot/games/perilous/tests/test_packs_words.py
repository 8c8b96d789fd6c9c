"""What is shown where nobody wrote any words for it."""

from moot.games.perilous.packs import gloss


def test_a_temperament_without_words_of_its_own_is_shown_by_none():
    assert gloss({}, "gamble", "success", "warm") == ""
    assert gloss({}, "bargain", "success", "cold")

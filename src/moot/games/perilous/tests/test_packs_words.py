"""What is shown where nobody wrote any words for it."""

from typing import Any

from moot.games.perilous.packs import gloss

WITHOUT_WORDS: Any = "gamble"


def test_a_way_without_words_of_its_own_is_shown_by_none():
    assert gloss({}, WITHOUT_WORDS, "success", "warm") == ""
    assert gloss({}, "bargain", "success", "cold")

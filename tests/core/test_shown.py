"""Long values are shown briefly, on a line and in a notebook."""

from __future__ import annotations

from msgspec.structs import replace
from tests.core.test_game import ANN, HIDDEN
from tests.toy import TOY

from moot.core import Choice, Choose, Offer
from moot.core.shown import brief, short


def test_a_game_a_rulebook_and_an_offer_are_a_line():
    assert repr(TOY) == "Game('coin', 5 rules, 6 commands)"
    assert repr(TOY.rulebook) == "Rulebook('Coin', 5 rules, 1 options)"
    assert repr(TOY.offers(HIDDEN, ANN, do="toss")[0]) == "Offer('toss', 'Toss', may, blanks: dice)"
    assert repr(Offer(do="go", label="Go", fixed={"to": "n1"})) == "Offer('go:n1', 'Go', may)"


def test_a_state_is_what_is_not_as_it_was_by_default():
    assert repr(replace(HIDDEN, seats=())) == "Purse(phase='guessing', secret=4, hint='like the winds')"
    assert "seats=4 in tuple" in repr(HIDDEN)


def test_what_is_long_is_cut():
    assert short("x" * 100, 10) == "'xxxxxxxx…"
    assert short(tuple(range(100))) == "100 in tuple"
    assert short({"a": 1}) == "{'a': 1}"
    wind = Choose(name="f", label="F", choices=(Choice("n", "North"),))
    assert brief(wind).startswith("Choose(name='f', label='F', ")


def test_a_notebook_has_tables_with_everything_escaped():
    assert TOY._repr_html_().startswith("<table><caption>Coin</caption>")
    assert "<tr><th>CO-02</th><td>Tossing</td></tr>" in TOY.rulebook._repr_html_()
    assert "<tr><th>secret</th><td>4</td></tr>" in HIDDEN._repr_html_()
    assert "&lt;b&gt;" in Offer(do="go", label="<b>Go</b>")._repr_html_()
    assert "<tr><th>dice</th><td>How many dice (count)</td></tr>" in TOY.offers(HIDDEN, ANN, do="toss")[0]._repr_html_()

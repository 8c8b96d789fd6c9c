"""A question as a page lays it out: each form in the place that the game gives its offer."""

from __future__ import annotations

from moot import games
from moot.core import Ask, Command, Offered, Way, Write
from moot.web.asks import laid_out
from moot.web.forms import Desk, Form, Several, forms, gathered


class Pick(Command, tag="pick"):
    """Pick one."""

    what: str
    words: str = ""


class Rest(Command, tag="rest"):
    """Rest."""

    who: str


PICKS = [
    Pick.offer(None, f"Pick {what}", "", Write(name="words", label="Words"), about="x", what=what) for what in "abcdef"
]
MUST = Pick.offer(None, "Pick now", "", Write(name="words", label="Words"), about="x", urgency="must", what="now")
REST = Rest.offer(None, "Rest", about="y", who="ann")


def laid(ask: Ask, found: list[Offered]):
    desk = Desk("t", hand_dice=False, game=games.find("wicked-age"))
    return laid_out(ask, gathered(forms(found, desk), ask.lead))


def labels(rows) -> list[str]:
    return [row.form.label for row in rows]


def test_ways_stand_in_their_order_and_what_is_named_nowhere_after_them():
    page = laid(Ask(lead="pick:a", ways=(Way(key="rest:ann", quiet=True), Way(key="pick:c"))), [*PICKS[:3], REST])
    assert page.lead is not None
    assert page.lead.key == "pick:a"
    assert labels(page.rows) == ["Rest", "Pick c", "Pick b"]
    assert [row.quiet for row in page.rows] == [True, False, False]


def test_what_is_waited_for_is_never_lost_and_says_that_it_is_asked_also():
    page = laid(Ask(lead="rest:ann"), [MUST, REST])
    assert [(row.form.label, row.also) for row in page.rows] == [("Pick now", True)]


def test_a_way_that_has_something_to_fill_in_is_never_a_press():
    page = laid(Ask(ways=(Way(key="pick:a", quiet=True),)), PICKS[:1])
    assert [row.quiet for row in page.rows] == [False]


def test_only_the_most_ways_stand_and_others_go_behind_the_word_before_what_can_wait():
    ways = tuple(Way(key=one.key) for one in PICKS[:4])
    page = laid(Ask(ways=ways, most=2, later=("rest:ann",), word="Else"), [*PICKS[:4], REST])
    assert labels(page.rows) == ["Pick a", "Pick b"]
    assert [form.label for form in page.later] == ["Pick c", "Pick d", "Rest"]
    assert (page.word, page.fetched) == ("Else", False)


def test_where_many_forms_stand_none_is_pressed_there():
    ways = (Way(key="rest:ann", quiet=True), *(Way(key=one.key) for one in PICKS[:2]))
    few, many = (laid(Ask(ways=ways, presses=most), [*PICKS[:2], REST]).rows for most in (3, 2))
    assert [any(row.quiet for row in rows) for rows in (few, many)] == [True, False]


def test_many_of_one_verb_stand_once_where_the_first_is_named_and_the_lead_stays_alone():
    page = laid(Ask(lead="pick:a", ways=(Way(key="rest:ann"), Way(key="pick:f"), Way(key="pick:b"))), [*PICKS, REST])
    assert isinstance(page.lead, Form)
    assert [type(row.form) for row in page.rows] == [Form, Several]


def test_what_a_game_draws_in_its_own_place_stands_nowhere_else():
    page = laid(Ask(elsewhere=("pick:a",)), [*PICKS[:2], REST])
    assert labels(page.rows) == ["Pick b", "Rest"]


def test_what_one_press_sends_stands_beside_the_main_button():
    page = laid(Ask(lead="pick:a", beside="rest:ann"), [*PICKS[:2], REST])
    assert page.beside is not None
    assert (page.beside.label, labels(page.rows)) == ("Rest", ["Pick b"])


def test_without_a_main_button_or_with_something_to_fill_in_it_stands_among_the_ways():
    alone = laid(Ask(beside="rest:ann"), [REST])
    filled = laid(Ask(lead="rest:ann", beside="pick:a"), [*PICKS[:1], REST])
    assert (alone.beside, [(row.form.label, row.quiet) for row in alone.rows]) == (None, [("Rest", True)])
    assert (filled.beside, [(row.form.label, row.quiet) for row in filled.rows]) == (None, [("Pick a", False)])

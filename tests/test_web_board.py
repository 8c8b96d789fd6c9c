"""The standing situation as a page has it: one template draws what any game gives."""

from __future__ import annotations

import re
from html import unescape

from msgspec.structs import replace

from moot.core import BoardPart, BoardRow, HeadNote, Meter, Throw
from moot.core.events import Shown
from moot.testing.pages import flaws
from moot.web.blanks import Portrait
from moot.web.marks import LEAF, LEAF_ENDS
from moot.web.pages import Pages

PLACES = ("Unhurt", "Hurt", "Down")
BOARD = (
    BoardPart(
        id="fight", title="On the bridge", figures=(HeadNote("Round", 2), HeadNote("nobody flees")),
        secrets=("The rope is cut.",),
        rows=(BoardRow(id="n4", name="Across", words="over 8 wins it", meters=(Meter(name="Gained", now=3, most=8),)),),
    ),
    BoardPart(
        id="order", turns=True, rows=(
            BoardRow(
                of="ann", name="Ann", marks=("Prone",), words="acts", turn="now", figure=14, meters=(
                    Meter(name="Body", now=2, most=9, tint="body"), Meter(name="Mind", now=5, most=5),
                    Meter(name="Actions", look="dots", now=1, most=3, more=1),
                ),
            ),
            BoardRow(of="troll", name="Troll", turn="done", out=True),
        ),
    ),
    BoardPart(
        id="people", rows=(
            BoardRow(
                of="ghost", name="A ghost", hidden=True,
                meters=(Meter(name="Harm", look="track", now=1, most=2, was=0, places=PLACES),),
            ),
        ),
    ),
)
CONTEXT = {"hues": {"ann": 2}, "emblems": {"ann": "owl", "ghost": "owl"}, "table": "t1", "room": "", "board": BOARD}


def drawn(**more: object) -> str:
    """The board in HTML, with its leaves marked."""
    return Pages().render("table/board.html", {**CONTEXT, **more})


def words(html: str) -> str:
    """What a page says to those who look."""
    return " ".join(unescape(re.sub(r"<[^>]+>|[\x02\x03]", " ", html)).split())


def test_a_board_says_in_words_and_figures_what_the_game_gave():
    html = drawn()
    assert words(html) == (
        "On the bridge Round 2 · nobody flees The rope is cut. Across over 8 wins it Gained 3 / 8 "
        "A Ann Prone · acts 2 5 14 T Troll A A ghost"
    )
    for said in (
        'aria-label="Body 2 of 9, Mind 5 of 5"', 'aria-label="Actions: 1 of 3, and 1 more"', 'aria-label="Harm: Hurt"',
        'aria-label="Only you see this"', 'aria-label="Only you know of this one"', 'width="37%"', 'class="tint-body"',
    ):
        assert said in html


def test_whose_turn_it_is_is_marked_and_a_tap_opens_who_it_is():
    assert re.findall(r'<ol id="([^"]*)" aria-label="The order of turns"', drawn()) == ["rows-order"]
    ann, troll = re.findall(r'<li class="([^"]*)" id="row-order-[^>]*>', drawn())
    assert ann == "board-row person seat-2 in-order now"
    assert troll == "board-row person seat-7 in-order done out"
    assert drawn().count('aria-current="step"') == 1
    assert re.findall(r"about\?of=(\w+)", drawn()) == ["ann", "troll", "ghost"]


def test_each_row_is_a_leaf_in_its_list_so_that_it_travels_alone():
    html = drawn()
    assert not flaws(html.replace(LEAF, "").replace(LEAF_ENDS, ""))
    leaves = re.findall(rf'{LEAF}<\w+[^>]* id="([^"]*)"', html)
    assert leaves == [
        "part-fight", "said-fight", "rows-fight", "row-fight-n4", "rows-order", "row-order-ann", "row-order-troll",
        "rows-people", "row-people-ghost",
    ]


FACING = BoardPart(
    id="ford", picture=True, words=("It is dark.",), rows=(
        BoardRow(of="ann", name="Ann", side="ours", words="presses", marks=("+2 next",), ahead=True),
        BoardRow(
            of="troll", name="Troll", side="theirs", words="Strong", dangers=("Ann comes at Troll",), count=3,
            meters=(Meter(name="Stress on Troll", look="boxes", now=1, most=3, more=1),),
        ),
    ),
)


def test_two_sides_face_each_other_and_a_picture_stands_below():
    html = drawn(board=(FACING,), room="swords-edge/about.html")
    said = words(html)
    assert said.startswith("A Ann presses +2 next › T Troll × 3 Strong Ann comes at Troll It is dark. How it plays")
    assert 'aria-label="Ann against Troll"' in html
    assert html.count('aria-label="Has the upper hand"') == 1
    assert 'aria-label="Stress on Troll: 1 of 3, and 1 more"' in html
    assert html.count('<i class="hit">') == 2
    assert re.findall(r"about\?of=([\w-]+)", html) == ["ann", "all-troll"]
    leaves = re.findall(rf'{LEAF}<\w+[^>]* id="([^"]*)"', html)
    assert leaves == [
        "sides-ford", "row-ford-ann", "is-ford-ann", "between-ford", "row-ford-troll", "is-ford-troll", "said-ford",
    ]
    turned = tuple(replace(row, ahead=not row.ahead) for row in FACING.rows)
    assert "‹" in words(drawn(board=(replace(FACING, rows=turned),)))


def test_boxes_with_a_figure_beside_have_a_line_with_their_name():
    might = Meter(name="Might", look="boxes", now=1, most=2, beside="+4")
    luck = Meter(name="Luck", look="dots", now=0, most=0)
    row = BoardRow(of="ann", name="Ann", dangers=("A Doom on Might",), meters=(luck, might))
    html = drawn(board=(BoardPart(id="party", rows=(row,)),))
    assert words(html) == "A Ann 0 Might +4 A Doom on Might"
    assert 'aria-label="Might: 1 of 2"' in html


def test_a_room_draws_pictures_in_the_parts_that_have_one_or_all_where_there_are_no_parts():
    room = "swords-edge/about.html"
    assert "How it plays" not in drawn(room=room)
    pictured = (BoardPart(id="ship", picture=True), BOARD[1])
    assert words(drawn(room=room, board=pictured)).startswith("How it plays")
    assert words(drawn(room=room, board=())).startswith("How it plays")


LYING = Throw(
    dice=(Shown(sides=10, face=9, high=True), Shown(sides=6, face=4, style="pips")), reading="13 & 2", standing=True
)
HAND = Throw(dice=(Shown(sides=8), Shown(sides=6, style="pips")))
DUEL = BoardPart(
    id="duel",
    title="In the camp",
    figures=(HeadNote("Round", 2, 3),),
    turns=True,
    large=True,
    rows=(
        BoardRow(
            of="ann", name="Ann", words="Challenges the troll", dice=LYING, edges=("advantage over Troll",), turn="now"
        ),
        BoardRow(of="troll", name="Troll", words="Must answer Ann", dice=HAND, lines=("To be left alone",), turn="due"),
        BoardRow(of="ghost", name="A ghost", words="Gave way", out=True),
    ),
)


def test_large_rows_say_who_plays_whom_and_have_dice_and_edges_on_lines_of_their_own():
    html = drawn(board=(DUEL,), faces={"ann": Portrait(2, player="Annie"), "troll": Portrait(), "ghost": Portrait()})
    assert words(html) == (
        "In the camp Round 1 2 3 A Ann Annie Challenges the troll 9 13 & 2 advantage over Troll "
        "T Troll Must answer Ann d 8 To be left alone A A ghost Gave way"
    )
    assert [re.findall(r'board-row large seat-\d ?([^"]*)"', html)] == [["now", "now", "out"]]
    assert re.findall(r'<li class="past">(\d)', html) == ["1"]
    leaves = re.findall(rf'{LEAF}<\w+[^>]* id="([^"]*)"', html)
    assert leaves[1:6] == ["rows-duel", "row-duel-ann", "row-duel-ann-is", "row-duel-ann-dice", "row-duel-ann-edges"]
    assert not flaws(html.replace(LEAF, "").replace(LEAF_ENDS, ""))


def test_rows_of_any_part_show_dice_edges_and_lines():
    small = replace(DUEL, large=False)
    assert words(drawn(board=(small,))) == (
        "In the camp Round 1 2 3 A Ann Challenges the troll advantage over Troll 9 13 & 2 "
        "T Troll Must answer Ann d 8 To be left alone A A ghost Gave way"
    )

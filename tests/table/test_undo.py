"""Taking things back: nothing is erased, used luck stays used, and who must agree is the table's choice."""

from __future__ import annotations

import pytest
from tests.table.sitting import Sitting, sit_down

from moot.core import Refused
from moot.table import House

pytestmark = pytest.mark.anyio

HIDDEN = 6
"""The log entry of the hiding: opening, Gil, Ann, Bea and Wim come before it."""


async def seated(undo: str) -> Sitting:
    here = await sit_down("Ann", "Bea", house=House(door="open", undo=undo))  # type: ignore[arg-type]
    await here.come("Wim", "watcher")
    await here.ask("Gil", "hide", value=4)
    return here


@pytest.fixture
async def sitting() -> Sitting:
    return await seated("guide")


def line_of(sitting: Sitting, name: str, event: str) -> int:
    """The number, by somebody's own count, of the last thing heard with such an event."""
    numbers = [n for n, heard in enumerate(sitting.heard(name), 1) if event in heard.body.decode()]
    return numbers[-1]


async def take_back(sitting: Sitting, name: str, event: str) -> None:
    """Ask for the game as it was before such an event."""
    await sitting.ask(name, "undo", line=line_of(sitting, name, event))


# ---------------------------------------------------------------- back and forth


async def test_the_guide_takes_a_move_back(sitting):
    await sitting.ask("Ann", "guess", value=4)
    assert sitting.play.phase == "over"
    await take_back(sitting, "Gil", '"guessed"')
    assert (sitting.play.phase, sitting.play.winner, sitting.play.secret) == ("guessing", "", 4)


async def test_nothing_is_erased_and_what_was_taken_back_is_struck(sitting):
    await sitting.ask("Ann", "guess", value=4)
    before = sitting.log
    await take_back(sitting, "Gil", '"guessed"')
    assert sitting.log[: len(before)] == before
    assert sitting.table.struck() == {HIDDEN + 1}
    assert any("guesses 4" in line for line in sitting.lines("Bea"))


async def test_an_undo_can_be_taken_back(sitting):
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Gil", '"guessed"')
    await take_back(sitting, "Gil", '"table.rewound"')
    assert (sitting.play.phase, sitting.play.winner) == ("over", sitting.ids["Ann"])
    assert sitting.table.struck() == frozenset()


async def test_another_branch_strikes_only_what_does_not_count(sitting):
    await sitting.ask("Ann", "guess", value=1)
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Gil", '"value":1')
    await sitting.ask("Bea", "guess", value=4)
    assert sitting.play.winner == sitting.ids["Bea"]
    assert sitting.table.struck() == {HIDDEN + 1, HIDDEN + 2}
    await take_back(sitting, "Gil", '"value":4')  # Bea's guess
    await sitting.ask("Ann", "guess", value=2)
    assert sitting.table.struck() == {HIDDEN + 1, HIDDEN + 2, HIDDEN + 4}


async def test_talk_is_never_struck_nor_taken_back(sitting):
    await sitting.ask("Ann", "guess", value=1)
    await sitting.ask("Ann", "say", text="Is it *one*?")
    await sitting.ask("Gil", "keep-notes", text="No.")
    await take_back(sitting, "Gil", '"guessed"')
    assert sitting.table.struck() == {HIDDEN + 1}
    assert sitting.table.sight(sitting.seat("Gil")).state.notes == {sitting.ids["Gil"]: "No."}


async def test_luck_that_was_used_stays_used(sitting):
    await sitting.ask("Ann", "toss", dice=3, nonce="same")
    first = sitting.play.tossed[sitting.ids["Ann"]]
    await take_back(sitting, "Gil", '"tossed"')
    assert sitting.play.tossed == {}
    await sitting.ask("Ann", "toss", dice=3, nonce="same")
    assert sitting.play.tossed[sitting.ids["Ann"]] != first


async def test_who_came_meanwhile_stays(sitting):
    await sitting.ask("Ann", "guess", value=1)
    await sitting.come("Cy")
    await take_back(sitting, "Gil", '"guessed"')
    assert [seat.name for seat in sitting.play.seats] == ["Gil", "Ann", "Bea", "Wim", "Cy"]


async def test_who_left_meanwhile_stays_away(sitting):
    await sitting.ask("Ann", "guess", value=1)
    await sitting.ask("Bea", "leave")
    await take_back(sitting, "Gil", '"guessed"')
    assert [seat.name for seat in sitting.play.seats] == ["Gil", "Ann", "Wim"]


async def test_an_undo_folds_the_same_from_the_store(sitting):
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Gil", '"guessed"')
    await sitting.ask("Bea", "toss", dice=2)
    again = await sitting.loaded()
    assert again.play == sitting.play
    assert again.table.struck() == sitting.table.struck()


async def test_it_can_go_back_to_the_very_beginning(sitting):
    await sitting.ask("Gil", "undo", line=2)
    assert (sitting.play.phase, sitting.play.secret) == ("hiding", 0)
    assert len(sitting.play.seats) == 4


# ---------------------------------------------------------------- each by their own count


async def test_each_counts_by_what_they_heard_themselves(sitting):
    await sitting.ask("Bea", "keep-notes", text="It is four.")
    await sitting.ask("Ann", "guess", value=1)
    bea, gil = line_of(sitting, "Bea", '"guessed"'), line_of(sitting, "Gil", '"guessed"')
    assert bea == gil + 1
    await sitting.ask("Gil", "undo", line=gil)
    assert sitting.table.struck() == {HIDDEN + 2}


async def test_the_number_of_the_log_is_nobodys_to_know(sitting):
    await sitting.ask("Bea", "keep-notes", text="It is four.")
    await sitting.ask("Ann", "guess", value=1)
    await take_back(sitting, "Ann", '"guessed"')
    assert sitting.table.ledger.table.undo.to == HIDDEN + 1
    for name in ("Gil", "Ann", "Bea"):
        assert b'"to":0' in sitting.heard(name)[-1].body
        undo = sitting.table.sight(sitting.seat(name)).state.undo
        assert undo.to == line_of(sitting, name, '"guessed"')


@pytest.mark.parametrize("line", [1, 99, 10_000_000])
async def test_there_must_be_such_a_line(sitting, line):
    before = len(sitting.log)
    with pytest.raises(Refused) as refused:
        await sitting.ask("Gil", "undo", line=line)
    assert (refused.value.code, refused.value.field, len(sitting.log)) == ("no-such-line", "line", before)


@pytest.mark.parametrize("line", ["6", None, 6.0, True, [6]])
async def test_a_line_is_a_number(sitting, line):
    with pytest.raises(Refused) as refused:
        await sitting.ask("Gil", "undo", line=line)
    assert refused.value.code in ("malformed", "no-such-line")
    assert sitting.play.phase == "guessing"


# ---------------------------------------------------------------- who must agree


async def test_a_player_asks_and_the_guide_decides(sitting):
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Ann", '"guessed"')
    assert sitting.play.phase == "over"
    assert sitting.table.ledger.table.undo.by == sitting.ids["Ann"]
    assert sitting.offers("Bea", "agree-to-undo") == []
    assert sitting.offers("Gil", "agree-to-undo")[0].urgency == "must"
    await sitting.ask("Gil", "agree-to-undo")
    assert sitting.play.phase == "guessing"
    assert sitting.table.ledger.table.undo is None


async def test_everyone_who_plays_must_agree_if_the_table_chose_so():
    sitting = await seated("everyone")
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Gil", '"guessed"')
    for name in ("Ann", "Bea"):
        assert sitting.play.phase == "over"
        await sitting.ask(name, "agree-to-undo")
    assert sitting.play.phase == "guessing"


async def test_nobody_agrees_twice_nor_who_only_watches():
    sitting = await seated("everyone")
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Ann", '"guessed"')
    for name in ("Ann", "Wim"):
        with pytest.raises(Refused) as refused:
            await sitting.ask(name, "agree-to-undo")
        assert refused.value.code == "not-asked"


@pytest.mark.parametrize(
    ("who", "do", "fill"),
    [
        ("Bea", "leave", {}),
        ("Gil", "turn-away", {"seat": "Bea"}),
        ("Gil", "seat-as", {"seat": "Bea", "role": "watcher"}),
        ("Gil", "set-house", {"door": "open", "undo": "guide", "hand_dice": True}),
    ],
)
async def test_it_is_done_when_nobody_is_left_whose_yes_it_needs(who, do, fill):
    sitting = await seated("everyone")
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Ann", '"guessed"')
    await sitting.ask("Gil", "agree-to-undo")
    assert sitting.play.phase == "over"
    await sitting.ask(who, do, **{name: sitting.ids.get(value, value) for name, value in fill.items()})
    assert (sitting.play.phase, sitting.table.ledger.table.undo) == ("guessing", None)


@pytest.mark.parametrize("name", ["Gil", "Ann"])
async def test_it_is_off_when_one_who_is_asked_or_the_asker_says_so(sitting, name):
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Ann", '"guessed"')
    await sitting.ask(name, "decline-undo")
    assert (sitting.play.phase, sitting.table.ledger.table.undo) == ("over", None)


async def test_it_is_not_off_because_somebody_else_says_so(sitting):
    await take_back(sitting, "Ann", '"hidden"')
    with pytest.raises(Refused) as refused:
        await sitting.ask("Bea", "decline-undo")
    assert refused.value.code == "not-asked"
    assert sitting.table.ledger.table.undo is not None


async def test_one_undo_at_a_time(sitting):
    await sitting.ask("Ann", "guess", value=4)
    await take_back(sitting, "Ann", '"guessed"')
    with pytest.raises(Refused) as refused:
        await take_back(sitting, "Bea", '"guessed"')
    assert refused.value.code == "undo-asked"


async def test_who_watches_takes_nothing_back(sitting):
    with pytest.raises(Refused) as refused:
        await sitting.ask("Wim", "undo", line=HIDDEN)
    assert refused.value.code == "only-watching"


async def test_without_a_request_there_is_nothing_to_answer(sitting):
    for do in ("agree-to-undo", "decline-undo"):
        with pytest.raises(Refused) as refused:
            await sitting.ask("Gil", do)
        assert refused.value.code == "no-undo"

"""What each seat hears: numbers of its own without gaps, nothing hidden, and shared bytes where two hear the same."""

from __future__ import annotations

import msgspec
import pytest
from tests import toy
from tests.table.sitting import Sitting, sit_down

from moot.table import House, logfile
from moot.table.seat_journal import journal_of
from moot.table.story import story

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting() -> Sitting:
    here = await sit_down("Ann", "Bea")
    await here.come("Wim", "watcher")
    return here


async def some_play(sitting: Sitting) -> None:
    await sitting.ask("Gil", "hide", value=4, hint="like the winds")
    await sitting.ask("Ann", "keep-notes", text="it is four")
    await sitting.ask("Ann", "toss", dice=2)
    await sitting.ask("Bea", "say", text="Hm.", voice=f"mask-{sitting.ids['Bea']}")
    await sitting.ask("Ann", "keep-notes", text="or is it?")
    await sitting.ask("Ann", "guess", value=2)


async def test_hidden_things_leave_no_gap(sitting):
    await some_play(sitting)
    assert len(sitting.heard("Ann")) == len(sitting.log)
    assert len(sitting.heard("Bea")) == len(sitting.log) - 2
    journal = sitting.table.journal(sitting.seat("Bea"))
    seqs = [journal.seq_of(n) for n in range(1, len(journal.entries) + 1)]
    assert seqs == [1, 2, 3, 4, 5, 6, 8, 9, 11]
    assert journal.seq_of(0) is None
    assert journal.seq_of(len(seqs) + 1) is None


async def test_what_is_told_has_no_number_of_the_log(sitting):
    await some_play(sitting)
    for heard in sitting.heard("Bea"):
        body = msgspec.json.decode(heard.body)
        assert set(body) == {"at", "by", "lines", "events"}


async def test_notes_are_heard_by_who_keeps_them(sitting):
    await some_play(sitting)
    for name in ("Gil", "Bea", "Wim"):
        assert not any(b"it is four" in heard.body for heard in sitting.heard(name))
        assert "four" not in str(sitting.table.sight(sitting.seat(name)).state.notes)
    assert any(b"it is four" in heard.body for heard in sitting.heard("Ann"))
    assert sitting.table.sight(sitting.seat("Ann")).state.notes == {sitting.ids["Ann"]: "or is it?"}


async def test_what_the_game_hides_is_hidden(sitting):
    await some_play(sitting)
    assert any(b"like the winds" in heard.body for heard in sitting.heard("Gil"))
    for name in ("Ann", "Bea", "Wim"):
        assert "A number is hidden." in sitting.lines(name)
        assert not any(b"like the winds" in heard.body for heard in sitting.heard(name))


async def test_who_hear_the_same_share_it(sitting):
    await some_play(sitting)
    records = [sitting.heard(name) for name in ("Gil", "Ann", "Bea")]
    await sitting.ask("Ann", "toss", dice=1)
    gil, ann, bea = (record[-1] for record in records)
    assert gil is ann is bea
    assert gil.body is bea.body


async def test_who_hear_the_same_part_share_it_too(sitting):
    records = {name: sitting.heard(name) for name in ("Gil", "Ann", "Bea")}
    await sitting.ask("Gil", "hide", value=4, hint="like the winds")
    assert records["Ann"][-1] is records["Bea"][-1]
    assert records["Ann"][-1] is not records["Gil"][-1]


async def test_who_spoke_and_as_whom(sitting):
    await some_play(sitting)
    spoken = [(heard.by, line.kind, line.who, line.quote) for heard in sitting.heard("Wim") for line in heard.lines
              if line.quote == "Hm."]
    assert spoken == [("Bea", "speech", "Bea's mask", "Hm.")]


async def test_latecomers_hear_the_whole_story(sitting):
    await some_play(sitting)
    await sitting.come("Cy")
    assert sitting.lines("Cy") == sitting.lines("Bea")
    assert sitting.lines("Cy")[-1] == "Cy sits down."


# ---------------------------------------------------------------- numbers that stay


async def test_a_new_name_changes_no_number(sitting):
    await some_play(sitting)
    before = sitting.heard("Ann")[:]
    await sitting.ask("Ann", "rename", name="Anna")
    assert sitting.heard("Ann")[: len(before)] == before
    assert (await sitting.loaded()).lines("Ann") == sitting.lines("Ann")


async def test_a_new_role_changes_no_number_nor_what_was_heard():
    """Somebody who could not hear the number then is not told it now, and who could is not made to forget."""
    sitting = await sit_down("Ann", "Bea")
    await some_play(sitting)
    before = {name: sitting.heard(name)[:] for name in ("Ann", "Bea")}
    await sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="watcher")
    await sitting.ask("Gil", "say", text="So.")
    again = await sitting.loaded()
    for name, record in before.items():
        assert sitting.heard(name)[: len(record)] == record
        assert [heard.body for heard in again.heard(name)] == [heard.body for heard in sitting.heard(name)]


async def test_one_hears_as_the_seat_one_was_then(sitting, monkeypatch):
    toy.bend(monkeypatch, *toy.EVENTS, told=lambda event, state, seat: event if seat.plays else None)
    await sitting.ask("Gil", "hide", value=4)
    await sitting.ask("Ann", "toss", dice=1)
    await sitting.ask("Gil", "seat-as", seat=sitting.ids["Ann"], role="watcher")
    await sitting.ask("Bea", "toss", dice=1)
    tosses = [any(isinstance(event, toy.Tossed) for event in heard.events) for heard in sitting.heard("Ann")]
    assert tosses.count(True) == 1
    table = sitting.table
    assert journal_of(table.game, table.ledger.folded, sitting.seat("Ann")) == sitting.heard("Ann")


async def test_what_was_passed_over_stays_in_the_copy_of_whoever_wrote_it(sitting):
    await sitting.ask("Ann", "rename", name="Anna \u202eK.")
    anns, beas = (
        b"".join(logfile.lines(*logfile.copy_for(sitting.table.id, sitting.table.ledger, sitting.seat(name)))).decode()
        for name in ("Ann", "Bea")
    )
    assert "Anna \u202eK." in anns
    assert "Anna K." in beas
    assert "\u202e" not in beas


# ---------------------------------------------------------------- the door


async def test_of_who_is_at_the_door_only_the_guide_hears():
    sitting = await sit_down("Ann", house=House(door="open"))
    await sitting.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    await sitting.come("Stranger")
    assert "Stranger is at the door." in sitting.lines("Gil")
    assert not any("Stranger" in line for line in sitting.lines("Ann"))
    assert "Stranger" not in str(sitting.table.sight(sitting.seat("Ann")).state)
    assert "Stranger" in str(sitting.table.sight(sitting.seat("Gil")).state)
    sitting.table.listen(sitting.ids["Stranger"], lambda: None)
    assert sitting.table.sight(sitting.seat("Ann")).here == frozenset()
    assert sitting.table.sight(sitting.seat("Gil")).here == {sitting.ids["Stranger"]}


async def test_nor_of_who_is_turned_away_there():
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    stranger = await sitting.come("Stranger")
    await sitting.ask("Gil", "turn-away", seat=stranger.id)
    assert "Stranger leaves the table." in sitting.lines("Gil")
    assert not any("Stranger" in line for line in sitting.lines("Ann"))


async def test_the_story_names_who_sat_there_and_nobody_from_the_door():
    sitting = await sit_down("Ann", "Bea")
    await sitting.ask("Bea", "leave")
    await sitting.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    stranger = await sitting.come("Stranger")
    await sitting.come("Comer")
    await sitting.ask("Gil", "turn-away", seat=stranger.id)
    company = story(sitting.table.ledger).splitlines()[2]
    assert company == "*Coin, played by Gil (Holder), Ann, Bea.*"


async def test_everyone_hears_who_is_let_in():
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "set-house", door="ask", undo="guide", hand_dice=True)
    friend = await sitting.come("Friend")
    await sitting.ask("Gil", "admit", seat=friend.id)
    assert sitting.lines("Ann")[-1] == "Friend is let in."
    assert sitting.heard("Friend")

"""A chapter closes; a week later the next opens from the owe list."""

from __future__ import annotations

import msgspec
import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.conflict.leaving import Died
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.tests.later import NEXT, again, closed, hurt, opened, owing, played_to_the_end, struck
from moot.games.wicked_age.tests.sitting import Sitting, in_play
from moot.games.wicked_age.view.cast import cast
from moot.games.wicked_age.view.sheets import sheets


@pytest.mark.rule("WA-RD-26", "WA-TRAP-17")
def test_the_gm_closes_the_chapter_once_no_dice_wait():
    table = in_play()
    table.refuses("Ann", "close-chapter", "guide-only", "WA-RD-26")
    amek = table.who("Amek").id
    waiting = Sequence(id="n99", actor=amek, deed="a blow", phase="talking")
    playing = table.state
    table.state = msgspec.structs.replace(playing, sequences={"n99": waiting})
    refusal = table.refuses("Gil", "close-chapter", "sequence-waiting", "WA-RD-26")
    assert "Amek" in refusal.message
    table.state = msgspec.structs.replace(playing, sequences={"n99": msgspec.structs.replace(waiting, phase="over")})
    table.do("Gil", "close-chapter")
    assert table.state.phase == "between"


@pytest.mark.rule("WA-OWE-03", "WA-OWE-04", "WA-NEXT-04", "WA-MAT-04", "WA-MAT-05")
def test_names_wait_in_the_order_written_from_chapter_to_chapter():
    table = closed("Mekha", "Amek", "Mekha")
    assert struck(table) == [("Mekha", ""), ("Amek", ""), ("Mekha", "")]
    assert "Mekha, Amek and Mekha" in table.read["Wim"][-1]
    opened(table, "Cleo")
    assert struck(table) == [("Mekha", "chapter"), ("Amek", ""), ("Mekha", "")]


@pytest.mark.rule("WA-NEXT-01")
def test_the_oldest_name_opens_the_chapter_and_its_player_picks_oracle_and_time():
    table = closed("Mekha", "Amek")
    first = table.state.owe[0].id
    refusal = table.refuses("Ann", "open-chapter", "not-your-name", "WA-NEXT-01", owed=first, **NEXT)
    assert "Cleo" in refusal.message
    assert [waiting.who for waiting in GAME.situation(table.state).waiting] == ["Cleo"]
    table.refuses("Cleo", "open-chapter", "not-offered", "WA-NEXT-01", owed=table.state.owe[1].id, **NEXT)
    table.do("Cleo", "open-chapter", owed=first, **NEXT)
    state = table.state
    assert (state.chapter, state.phase, state.oracle, state.when, state.falls) == (
        2, "dealing", "unquiet-past", "after", "Ten years on",
    )
    (figure,) = state.figures.values()
    assert (figure.name, figure.claims, figure.returns) == ("Mekha", (table.seats["Cleo"].id,), table.who("Mekha").id)


@pytest.mark.rule("WA-NEXT-01")
def test_an_empty_list_opens_like_the_first_chapter():
    table = closed()
    table.refuses("Wim", "open-chapter", "only-watching", "WA-NEXT-01", owed="", when="far-away")
    table.refuses("Ben", "open-chapter", "no-such-field", "WA-NEXT-01", owed="", when="after", oracle="unquiet-past")
    table.do("Ben", "open-chapter", owed="", when="far-away")
    assert (table.state.phase, table.state.chapter, table.state.figures) == ("oracle", 2, {})
    table.do("Ann", "choose-oracle", oracle="nest-of-vipers")


@pytest.mark.rule("WA-NEXT-01")
def test_by_the_switch_a_later_chapter_opens_fresh_whatever_the_list():
    table = closed("Mekha", opening_later="fresh")
    table.do("Gil", "open-chapter", owed="", when="before")
    assert (table.state.phase, struck(table)) == ("oracle", [("Mekha", "")])
    table.deal().listed("a widow")
    table.do("Cleo", "bring-back", owed=table.state.owe[0].id)
    assert struck(table) == [("Mekha", "chapter")]


@pytest.mark.rule("WA-NEXT-02")
def test_the_owed_character_joins_the_list_or_takes_over_a_figure():
    table = opened(closed("Mekha"), "Cleo")
    mekha = table.figure("Mekha")
    row = next(row for row in table.board("Ann")["list"].rows if row.name == "Mekha")
    assert (row.of, row.words) == (table.who("Mekha").id, "Cleo")
    table.refuses("Cleo", "claim-figure", "returns", "WA-NEXT-01", figure=table.figure("a widow"))
    table.refuses("Cleo", "let-go", "returns", "WA-NEXT-01", figure=mekha)
    table.refuses("Ann", "claim-figure", "not-offered", "WA-ORA-02", figure=mekha)
    table.refuses("Gil", "strike-figure", "not-offered", "WA-ORA-03", figure=mekha)
    table.do("Cleo", "merge-figures", figure=mekha, other=table.figure("a dead king"))
    assert table.state.figures[mekha].also == ("a dead king",)
    assert table.state.figures[mekha].returns == table.who("Mekha").id


@pytest.mark.rule("WA-NEXT-03")
def test_the_others_decide_in_the_order_their_names_stand():
    table = opened(closed("Mekha", "Bolu Ta", "Mekha", "Amek", "Bolu Ta"), "Cleo")
    bolu, amek = table.state.owe[1].id, table.state.owe[3].id
    table.refuses("Ann", "bring-back", "not-your-turn", "WA-NEXT-03", owed=amek)
    table.refuses("Ann", "claim-figure", "decide-first", "WA-NEXT-03", figure=table.figure("a widow"))
    table.refuses("Cleo", "bring-back", "one-strike", "WA-NEXT-03", owed=table.state.owe[2].id)
    assert "Ben" in GAME.situation(table.state).detail
    table.refuses("Ben", "bring-back", "not-offered", "WA-NEXT-03", owed=table.state.owe[4].id)
    table.do("Ben", "bring-back", owed=bolu, figure=table.figure("a tomb-robber"))
    table.refuses("Ben", "bring-back", "one-strike", "WA-NEXT-03", owed=table.state.owe[4].id)
    table.do("Ann", "pick-new")
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    assert struck(table) == [
        ("Mekha", "chapter"), ("Bolu Ta", "chapter"), ("Mekha", ""), ("Amek", ""), ("Bolu Ta", ""),
    ]
    table.do("Gil", "begin-sheets")
    assert {who.name for who in table.state.cast()} == {"Mekha", "Bolu Ta"}
    assert table.state.figures[table.figure("a tomb-robber")].name == "Bolu Ta"


@pytest.mark.rule("WA-NEXT-03")
def test_who_has_no_name_picks_somebody_new_at_once():
    table = opened(closed("Mekha", "Amek"), "Cleo")
    table.refuses("Ben", "bring-back", "no-name", "WA-NEXT-03", owed=table.state.owe[1].id)
    table.do("Ben", "claim-figure", figure=table.figure("a widow"))
    assert table.state.figures[table.figure("a widow")].claims == (table.seats["Ben"].id,)


@pytest.mark.rule("WA-NEXT-03")
def test_by_the_switch_only_the_opener_comes_back():
    table = opened(closed("Mekha", "Amek", others_strike="no"), "Cleo")
    table.refuses("Ann", "bring-back", "only-the-opener", "WA-NEXT-03", owed=table.state.owe[1].id)
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    assert struck(table) == [("Mekha", "chapter"), ("Amek", "")]


def test_nobody_comes_back_in_the_first_chapter():
    table = Sitting().deal().listed("a widow")
    table.refuses("Ann", "pick-new", "first-chapter", "WA-NEXT-03")
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    assert table.state.figures[table.figure("a widow")].claims == (table.seats["Ann"].id,)


@pytest.mark.rule("WA-NEXT-06")
def test_harm_heals_between_chapters_and_agreed_changes_stay():
    table = owing("Mekha", "Amek")
    hurt(table, "Mekha", "covertly", 0)
    hurt(table, "Mekha", "directly", 0)
    hurt(table, "Mekha", "for-myself", 4, lasting=True)
    assert table.who("Mekha").gone
    table.do("Gil", "close-chapter")
    assert table.who("Mekha").zeros == 2
    opened(table, "Cleo")
    mekha = table.who("Mekha")
    assert (mekha.forms["covertly"], mekha.forms["directly"], mekha.forms["for-myself"]) == ((12,), (10,), (4,))
    assert (mekha.gone, mekha.zeros) == (False, 0)


@pytest.mark.rule("WA-NEXT-06", "WA-CQ-05")
def test_by_the_switch_harm_stays_and_who_is_out_stays_out():
    table = owing("Mekha", "Amek", healing="keep-harm")
    hurt(table, "Amek", "covertly", 6)
    table.do("Gil", "correct-part", who=table.who("Mekha").id, gone=True, reason="two dice at nothing")
    table.do("Gil", "close-chapter")
    table.do("Ann", "open-chapter", owed=table.state.owe[1].id, **NEXT)
    assert table.who("Amek").forms["covertly"] == (6,)
    assert table.who("Mekha").gone
    table.deal("AS", "2S", "3S", "4S").listed("a widow")
    table.refuses("Cleo", "bring-back", "no-name", "WA-NEXT-03", owed=table.state.owe[0].id)


def kill(table: Sitting, *names: str) -> None:
    """Let deaths have been agreed."""
    table.happen(*(Died(who=table.who(name).id) for name in names))


@pytest.mark.rule("WA-NEXT-06")
def test_the_dead_come_back_in_an_earlier_time_only():
    table = owing("Mekha", "Amek", "Mekha")
    kill(table, "Mekha", "Amek")
    table.do("Gil", "close-chapter")
    first, second = table.state.owe[0].id, table.state.owe[1].id
    table.refuses("Cleo", "open-chapter", "not-a-choice", "WA-NEXT-01", owed=first, **NEXT)
    opened(table, "Cleo", when="before")
    table.do("Ann", "bring-back", owed=second)
    table.do("Ben", "claim-figure", figure=table.figure("a tomb-robber"))
    table.do("Gil", "begin-sheets")
    assert {who.name for who in table.state.cast()} == {"Mekha", "Amek"}
    table.make("Ben", "a tomb-robber", "Tovrek")
    table.do("Gil", "begin-interests")
    table.state = msgspec.structs.replace(table.state, phase="between")
    table.refuses("Cleo", "open-chapter", "not-a-choice", "WA-NEXT-01", owed=table.state.owe[2].id, **NEXT)


@pytest.mark.rule("WA-NEXT-06")
def test_the_dead_are_not_brought_back_to_later_times():
    table = owing("Mekha", "Amek")
    kill(table, "Amek")
    table.do("Gil", "close-chapter")
    opened(table, "Cleo")
    table.refuses("Ann", "bring-back", "no-name", "WA-NEXT-03", owed=table.state.owe[1].id)
    assert not table.who("Amek").here


@pytest.mark.rule("WA-NEXT-05")
def test_everyone_has_new_interests_and_npcs_come_back_only_if_called():
    table = opened(closed("Mekha"), "Cleo")
    assert not any(who.interests for who in table.state.characters.values())
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    table.do("Ben", "claim-figure", figure=table.figure("a tomb-robber"))
    table.do("Gil", "begin-sheets")
    assert [who.name for who in table.state.cast()] == ["Mekha"]
    spirit = table.who("Shahu Seen").id
    table.refuses("Ann", "recall-npc", "guide-only", "WA-NEXT-05", who=spirit, figure=table.figure("a dead king"))
    table.do("Gil", "recall-npc", who=spirit, figure=table.figure("a dead king"))
    assert table.who("Shahu Seen").here
    table.refuses("Gil", "recall-npc", "nobody-to-recall", "WA-NEXT-05", who=spirit, figure=table.figure("a dead king"))


@pytest.mark.rule("WA-NEXT-03", "WA-NEXT-04")
def test_nobody_is_said_to_be_missing_before_all_have_chosen():
    table = opened(closed("Mekha"), "Cleo")

    def missing() -> dict[str, str]:
        assert [one.state for one in sheets(table.state, False)] == [one.state for one in cast(table.state, False)]
        return {one.name: one.state for one in sheets(table.state, False) if one.state}

    assert missing() == {}
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    table.do("Ben", "claim-figure", figure=table.figure("a tomb-robber"))
    table.do("Gil", "begin-sheets")
    assert missing() == dict.fromkeys(("Amek", "Bolu Ta", "Shahu Seen"), "not in this chapter")


@pytest.mark.rule("WA-NEXT-05")
def test_an_npc_nobody_calls_for_stays_away():
    table = opened(closed("Mekha"), "Cleo")
    table.do("Gil", "strike-figure", figure=table.figure("a dead king"))
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    table.do("Ben", "claim-figure", figure=table.figure("a tomb-robber"))
    table.do("Gil", "begin-sheets")
    spirit = table.who("Shahu Seen").id
    table.refuses("Gil", "recall-npc", "list-does-not-call", "WA-NEXT-05", who=spirit, figure="n1")
    assert not table.who("Shahu Seen").here


@pytest.mark.rule("WA-NEXT-01", "WA-NEXT-04", "WA-OWE-04")
def test_a_chapter_ends_and_a_week_later_the_next_is_played_from_its_names():
    table = again(owing("Mekha", "Amek", opening_later="oldest-name", others_strike="no"))
    assert table.state.owe[1].struck == ""
    kept = table.who("Mekha").forms
    played_to_the_end(table)
    assert (table.state.phase, table.state.chapter) == ("play", 2)
    assert table.who("Mekha").forms == kept
    assert GAME.replay(table.start, table.events) == msgspec.structs.replace(table.state, seats=table.start.seats)
    table.do("Gil", "close-chapter")
    assert table.state.phase == "between"


def test_a_name_of_somebody_who_left_the_table_holds_nobody_up():
    table = closed("Mekha", "Amek")
    table.state = GAME.seated(table.state, tuple(seat for seat in table.state.seats if seat.name != "Cleo"))
    table.do("Ann", "open-chapter", owed=table.state.owe[1].id, **NEXT)
    assert struck(table) == [("Mekha", ""), ("Amek", "chapter")]

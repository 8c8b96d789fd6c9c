"""The end of a session: Corruption becomes ranks, ten of them Fate or a Disorder, and all of it is gone."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moot.games.perilous.evening.closing import Converted, RewardsGiven, due, owed, ten
from moot.games.perilous.figures import DISORDERS
from moot.games.perilous.options import Options
from moot.games.perilous.person import HeldDisorder, LedgerLine
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.table import Session, Sitting
from moot.games.perilous.underway import Wound

STORIES = msgspec.toml.decode((Path(__file__).parent / "evenings.toml").read_bytes())["story"]
FACES = range(1, 11)


def sins(points: int) -> tuple[LedgerLine, ...]:
    return (LedgerLine(points, "a long night", "GP-CORR-02"),) if points else ()


def end(table: Sitting, *dice: tuple[str, str, int], rewards: int = 0, **blanks: Any) -> None:
    """End the session: who throws for whom, and what the die shows."""
    table.do("Gil", "end-session")
    for name, who, face in dice:
        table.do(name, "convert", who=who, faces=[face])
    while table.state.closing and table.state.closing.owed:
        who = table.state.closing.owed[0]
        has = {one.row for one in table.who(who).disorders}
        row = next(row for row in DISORDERS if row not in has)
        table.do("Gil", "pick-disorder", who=who, row=row, hidden=True)
    table.do("Gil", "settle", rewards=rewards, **blanks)


@pytest.mark.rule("GP-CORR-04")
@pytest.mark.parametrize("corruption", range(26))
def test_officially_one_die_always_gives_exactly_one_rank(corruption):
    found = due("official", corruption)
    ranks = [found.ranks(face) for face in FACES]
    assert ranks == [(0, 1) if face <= corruption else (1, 0) for face in FACES]
    assert found.worse == Fraction(min(corruption, 10), 10)


@pytest.mark.rule("GP-CORR-05")
@pytest.mark.parametrize("corruption", range(26))
def test_in_the_house_variant_tens_are_sure_and_the_rest_is_thrown_for(corruption):
    found = due("house", corruption)
    tens, rest = divmod(corruption, 10)
    assert (found.against is None) == (rest == 0)
    for face in FACES:
        order, chaos = found.ranks(face)
        if not corruption:
            assert (order, chaos) == (1, 0)
        elif not rest:
            assert (order, chaos) == (0, tens)
        elif face <= rest:
            assert (order, chaos) == (0, tens + 1)
        else:
            assert (order, chaos) == (1 if corruption < 10 else 0, tens)


@pytest.mark.rule("GP-CORR-03", "GP-CORR-05")
def test_the_variants_agree_up_to_ten_and_part_from_eleven_on():
    for corruption in range(26):
        pairs = [(due("house", corruption).ranks(face), due("official", corruption).ranks(face)) for face in FACES]
        assert all(house == official for house, official in pairs) == (corruption <= 10)


@pytest.mark.rule("GP-CORR-06", "GP-CORR-07", "GP-RD-11")
@pytest.mark.parametrize(
    ("before", "now", "permanent", "carried", "after"),
    [
        ((9, 0), (10, 3), (0, 0), False, (0, 0, 1, 0)), ((3, 9), (3, 11), (0, 0), False, (0, 0, 0, 1)),
        ((9, 9), (10, 10), (1, 2), False, (1, 2, 1, 1)), ((9, 8), (9, 11), (1, 2), True, (1, 3, 0, 1)),
        ((9, 8), (11, 9), (0, 0), True, (1, 0, 1, 0)), ((9, 9), (9, 9), (0, 0), False, None),
        ((10, 2), (11, 2), (10, 0), False, None), ((4, 10), (4, 12), (0, 10), True, None),
        ((9, 12), (10, 12), (0, 12), True, (0, 12, 1, 0)),
    ],
)
def test_ten_ranks_bring_something_once_and_erase_what_is_not_permanent(before, now, permanent, carried, after):
    assert ten(before, now, permanent, carried=carried) == after


@pytest.mark.rule("GP-CORR-03", "GP-CORR-04", "GP-CORR-05", "GP-CORR-06", "GP-CORR-07")
@pytest.mark.parametrize("variant", ["house", "official"])
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["title"])
def test_three_sessions_come_out_as_they_were_worked_by_hand(story, variant):
    overflow = "carried" if story.get("carried") else "lost"
    table = Sitting("Ann", corruption_variant=variant, rank_overflow=overflow)
    ann = table.pc("Ann", **story["start"])
    fame = table.who(ann).reputation
    for session in story["session"]:
        table.begin()
        table.put(ann, sins=sins(session["corruption"]))
        end(table, ("Ann", ann, session["die"]))
        assert table.last(Converted).rules == ("GP-CORR-04" if variant == "official" else "GP-CORR-05",)
        who = table.who(ann)
        assert [who.order, who.chaos, who.fate, len(who.disorders)] == session[variant]
        assert who.corruption == 0
        assert who.reputation == fame + (who.fate - 1) + len(who.disorders)


@pytest.mark.rule("GP-CORR-05", "GP-CORR-10")
def test_whose_corruption_leaves_nothing_to_throw_for_takes_no_luck():
    table = Sitting("Ann", "Ben", "Cleo")
    ann, ben, cleo = (table.pc(name) for name in ("Ann", "Ben", "Cleo"))
    table.begin()
    table.put(ben, sins=sins(20))
    table.put(cleo, sins=sins(21))
    table.do("Gil", "end-session", faces=[])
    assert (table.who(ann).order, table.who(ann).chaos) == (1, 0)
    assert (table.who(ben).order, table.who(ben).chaos) == (0, 2)
    table.refuses("Ben", "convert", "converted", who=ben)
    [waiting] = table.game.situation(table.state).waiting
    assert waiting.seat == "s5"
    table.refuses("Gil", "settle", "not-yet", "GP-CORR-10", rewards=100)
    table.do("Cleo", "convert", who=cleo, faces=[2])
    assert table.who(cleo).chaos == 2
    table.do("Gil", "settle")


@pytest.mark.rule("GP-CORR-03", "GP-CORR-04")
def test_the_roll_is_told_before_it_is_made():
    table = Sitting("Ann", "Ben", corruption_variant="house")
    ann, ben = table.pc("Ann"), table.pc("Ben")
    table.begin()
    table.put(ann, sins=sins(13))
    table.put(ben, sins=sins(7))
    table.do("Gil", "end-session")
    [offer] = table.offers("Ann", "convert")
    assert offer.why == "Chaos +1 for certain; 30\u00a0% for Chaos +1 on top."
    assert (offer.label, offer.rolls, offer.urgency) == ("Ann’s own: throw against 3", (10,), "must")
    [offer] = table.offers("Ben", "convert")
    assert offer.why == "70\u00a0% for Chaos +1, else Order +1."
    table.put(ben, chaos=9)
    [offer] = table.offers("Ben", "convert")
    assert offer.why.endswith("else Order +1. 70\u00a0% for a Disorder.")
    table.put(ann, chaos=9)
    [offer] = table.offers("Ann", "convert")
    assert offer.why.endswith("on top. A Disorder for certain.")
    assert {offer.urgency for offer in table.offers("Gil", "convert")} == {"tool"}


@pytest.mark.rule("GP-CORR-10", "GP-CORE-18", "GP-RD-09")
def test_a_session_ends_with_nothing_left_of_it():
    table = Sitting("Ann")
    ann = table.pc("Ann", disorders=(HeldDisorder("moon-fever", woken=True, using=True),), inspired=True)
    rat = table.npc("A rat")
    table.refuses("Gil", "end-session", "wrong-phase")
    table.begin()
    table.put(rat, sins=sins(14))
    table.put(ann, sins=sins(4))
    table.have(misfortune=(LedgerLine(1, "spent", "GP-CORE-18"),))
    end(table, ("Ann", ann, 5))
    state = table.state
    assert (state.phase, state.fortune, state.misfortune, state.closing, state.began) == ("between", (), (), None, {})
    assert [who.corruption for who in state.people.values()] == [0, 0]
    assert (table.who(rat).order, table.who(rat).chaos) == (0, 0)
    assert table.who(ann).disorders == (HeldDisorder("moon-fever"),)
    table.begin()
    assert (state.session, table.state.session) == (1, 2)


@pytest.mark.rule("GP-CORR-10")
def test_a_session_does_not_end_while_something_is_to_be_settled():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.begin()
    table.do("Gil", "call-trial", who=ann, skill="charm")
    table.refuses("Gil", "end-session", "not-settled")
    table.refuses("Ann", "end-session", "guide-only")


@pytest.mark.rule("GP-CORR-10", "GP-MAD-01")
def test_what_was_withstood_is_off_the_board_when_play_stops_and_stays_off_it():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.begin()
    table.do("Gil", "terrify", by="hand", tier="fear", what="The well is full of eyes.", people=[ann])
    table.refuses("Gil", "end-session", "not-settled")
    table.do("Ann", "roll", trial=next(iter(table.state.trials)), faces=[2, 1])
    assert [*table.board("Ann")] == ["n3", "people"]
    table.do("Gil", "end-session")
    assert [*table.board("Ann")] == ["souls", "people"]
    table.do("Gil", "settle")
    table.begin()
    assert [*table.board("Ann")] == ["people"]


@pytest.mark.rule("GP-CORR-06", "GP-CORR-10")
def test_what_a_latecomer_gains_is_counted_from_the_ranks_that_they_came_with():
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann")
    table.begin()
    ben = table.pc("Ben")
    table.do("Gil", "set-standing", who=ben, order=2, chaos=10, permanent_order=0, permanent_chaos=2, fate=1, rewards=0)
    for one in (ann, ben):
        table.put(one, sins=sins(3))
    end(table, ("Ann", ann, 9), ("Ben", ben, 9))
    who = table.who(ben)
    assert ([held.row for held in who.disorders], who.order, who.chaos) == (["bound-to-the-bottle"], 0, 2)


@pytest.mark.rule("GP-CORR-06", "GP-CORR-10")
def test_a_permanent_rank_of_the_session_counts_at_its_end():
    table = Sitting("Ann")
    ann = table.pc("Ann", order=2, chaos=8)
    table.begin()
    table.do("Gil", "set-standing", who=ann, order=2, chaos=10, permanent_order=0, permanent_chaos=2, fate=1, rewards=0)
    table.put(ann, sins=sins(3))
    end(table, ("Ann", ann, 9))
    who = table.who(ann)
    assert ([one.row for one in who.disorders], who.order, who.chaos) == (["bound-to-the-bottle"], 0, 2)


@pytest.mark.rule("GP-CORR-06", "GP-REP-01", "GP-DIS-01")
def test_a_disorder_is_owed_and_told_to_its_owner_alone():
    table = Sitting("Ann", "Ben")
    ann, ben = table.pc("Ann", chaos=9), table.pc("Ben")
    table.begin()
    table.put(ann, sins=sins(10))
    table.do("Gil", "end-session")
    assert owed(table.state) == (ann,)
    table.refuses("Gil", "settle", "not-yet", "GP-CORR-06", rewards=0)
    table.refuses("Gil", "pick-disorder", "not-offered", who=ben, row="hophead", hidden=True)
    table.do("Gil", "pick-disorder", who=ann, row="hophead", hidden=True)
    assert "has a Disorder: Hophead." in table.read["Ann"][-1]
    assert "a Disorder that has not shown itself yet" in table.read["Ben"][-1]
    assert [line.rule for line in table.who(ann).fame] == ["GP-REP-01"] * 3


@pytest.mark.rule("GP-DIS-01", "GP-RD-20")
def test_a_d20_may_say_which_disorder_it_is_and_never_the_same_twice():
    table = Sitting("Ann")
    ann = table.pc("Ann", chaos=9, disorders=(HeldDisorder("possessed"),))
    table.begin()
    table.put(ann, sins=sins(10))
    table.do("Gil", "end-session")
    table.do("Gil", "roll-disorder", who=ann, hidden=False, faces=[19])
    assert owed(table.state) == (ann,)
    table.do("Gil", "roll-disorder", who=ann, hidden=False, faces=[20])
    assert [one.row for one in table.who(ann).disorders] == ["possessed", "wytchstone-addiction"]
    assert owed(table.state) == ()


@pytest.mark.rule("GP-DIS-03")
def test_more_disorders_than_willpower_is_the_end_of_a_story():
    table = Sitting("Ann")
    ann = table.pc("Ann", attributes={"willpower": 39}, disorders=(HeldDisorder("hophead"), HeldDisorder("pyromania")))
    table.do("Gil", "pick-disorder", who=ann, row="mana-junkie", hidden=False)
    assert "soon end" not in table.read["Ann"][-1]
    table.do("Gil", "pick-disorder", who=ann, row="moon-fever", hidden=False)
    assert "this story will soon end" in table.read["Ann"][-1]
    table.do("Ann", "leave-story", who=ann)
    assert table.who(ann).retired


@pytest.mark.rule("GP-CORR-10", "GP-REP-01", "GP-STABLE-02")
@pytest.mark.parametrize(("rounding", "share"), [("down", 37), ("up", 38)])
def test_rewards_go_to_the_played_and_half_of_them_to_each_of_the_others(rounding, share):
    table = Sitting("Ann", "Ben", character_stable="true", secondary_rp_rounding=rounding)
    ann, second, third = table.pc("Ann"), table.pc("Ann", who="Second"), table.pc("Ann", who="Third")
    ben = table.pc("Ben")
    assert [table.who(id_).active for id_ in (ann, second, third)] == [True, False, False]
    table.begin()
    end(table, rewards=75, arc=2, whose=(ben,))
    everybody = (ann, second, third, ben)
    assert [table.who(id_).rewards for id_ in everybody] == [75, share, share, 75]
    cards = table.last(RewardsGiven).line(table.state).facts
    assert {card.seat for card in cards} == {table.who(id_).player for id_ in everybody}
    assert (table.who(ben).reputation, table.who(ann).reputation) == (4, 2)
    table.begin()
    end(table, rewards=1)
    assert table.last(RewardsGiven).points == dict.fromkeys((ann, ben), 1) | dict.fromkeys(
        (second, third) if rounding == "up" else (), 1
    )


@pytest.mark.rule("GP-STABLE-01", "GP-CORR-10")
@pytest.mark.parametrize(("convert", "order"), [("false", 0), ("true", 1)])
def test_the_unplayed_convert_only_where_the_table_says_so(convert, order):
    table = Sitting("Ann", character_stable="true", convert_unplayed=convert)
    ann, second = table.pc("Ann"), table.pc("Ann", who="Second")
    assert {offer.label for offer in table.offers("Ann", "set-ranks")} == {
        f"{table.who(who).name}: skill ranks" for who in (ann, second)
    }
    asked, [other] = table.asked("Ann"), table.offers("Ann", "choose-sheet")
    assert (asked.title, asked.ways[0].key) == (f"You play {table.who(ann).name}. Or another?", other.key)
    assert other.why == f"{table.who(second).origin}.", "two of a stable can have one name"
    table.do("Ann", "choose-sheet", who=second)
    assert [who.id for who in table.state.party()] == [second]
    assert {row.id: row.state for row in table.game.cast(table.state, False)} == {ann: "in the stable", second: ""}
    table.begin()
    table.refuses("Ann", "choose-sheet", "locked", "GP-STABLE-01", who=ann)
    table.put(second, sins=sins(10))
    end(table)
    assert (table.who(ann).order, table.who(second).chaos) == (order, 1)
    table.do("Ann", "choose-sheet", who=ann)


@pytest.mark.rule("GP-STABLE-02", "GP-CORR-10")
@pytest.mark.parametrize("gone", [{"dead": True}, {"retired": True}])
def test_who_is_gone_from_a_stable_earns_and_gains_nothing(gone):
    table = Sitting("Ann", character_stable="true", convert_unplayed="true")
    table.pc("Ann")
    second, third = table.pc("Ann", who="Second"), table.pc("Ann", who="Third", **gone)
    table.begin()
    end(table, rewards=100)
    assert [(table.who(who).rewards, table.who(who).order) for who in (second, third)] == [(50, 1), (0, 0)]


@pytest.mark.rule("GP-STABLE-02")
def test_the_others_earn_half_of_what_their_player_earned_in_play():
    table = Sitting("Ann", "Ben", character_stable="true")
    ann, second = table.pc("Ann"), table.pc("Ann", who="Second")
    ben, other = table.pc("Ben"), table.pc("Ben", who="Other")
    table.begin()
    table.put(ann, dead=True)
    end(table, rewards=100)
    assert [table.who(who).rewards for who in (ann, second, ben, other)] == [0, 0, 100, 50]


@pytest.mark.rule("GP-STABLE-01")
def test_who_has_lost_the_one_they_played_takes_another_out_of_the_stable():
    table = Sitting("Ann", "Ben", character_stable="true")
    ann, second, _ = (table.pc("Ann", who=name) for name in ("Wen", "Rusk", "Joss"))
    table.pc("Ben")
    table.begin()
    table.refuses("Ann", "choose-sheet", "locked", "GP-STABLE-01", who=second)
    table.put(ann, dead=True)
    assert table.asked("Ann").title == "Whom do you play now?"
    assert [offer.label for offer in table.offers("Ann", "choose-sheet")] == ["Play Rusk", "Play Joss"]
    end(table)
    assert ("Ann", "a character") in [(one.who, one.what) for one in table.game.situation(table.state).waiting]
    assert [offer.urgency for offer in table.offers("Ann", "choose-sheet")] == ["must", "must"]
    table.begin()
    table.do("Ann", "choose-sheet", who=second)
    assert [who.name for who in table.state.party()] == ["Rusk", "Ben’s own"]
    table.refuses("Ann", "choose-sheet", "locked", "GP-STABLE-01", who=ann)


@pytest.mark.rule("GP-STABLE-01")
def test_a_table_that_has_stables_no_more_lets_people_play_those_who_are_left():
    table = Sitting("Ann", character_stable="true")
    ann, second = table.pc("Ann"), table.pc("Ann", who="Rusk")
    table.have(options=Options())
    assert not table.offers("Ann", "choose-sheet")
    table.put(ann, dead=True)
    assert [one.what for one in table.game.situation(table.state).waiting] == ["a character"]
    table.refuses("Ann", "make-character", "has-character", attributes="array", calling="thief", name="X")
    [offer] = table.offers("Ann", "choose-sheet")
    assert offer.urgency == "must"
    table.do("Ann", "choose-sheet", who=second)
    assert table.who(second).active
    assert not table.offers("Ann", "choose-sheet")


def test_who_waits_in_the_stable_is_not_told_as_played():
    table = Sitting("Ann", character_stable="true")
    table.pc("Ann", who="Wen")
    assert "Ann plays Wen, Soldier, " in table.read["Gil"][-1]
    table.pc("Ann", who="Rusk")
    assert "Ann makes Rusk, Soldier, Lowborn, for the stable." in table.read["Gil"][-1]
    told = [fact.text for event in table.heard["Gil"][-2:] if (line := event.line(table.state)) for fact in line.facts]
    assert told == ["Wen joins the story", "Rusk waits in the stable"]


@pytest.mark.rule("GP-STABLE-01")
def test_a_stable_holds_three_characters():
    table = Sitting("Ann", character_stable="true")
    for name in ("First", "Second", "Third"):
        table.pc("Ann", who=name)
    table.refuses("Ann", "make-character", "stable-full", "GP-STABLE-01", attributes="array", calling="thief", name="X")


@pytest.mark.rule("GP-REP-01")
@pytest.mark.parametrize(("arc", "code"), [(0, ""), (1, ""), (3, ""), (4, "out-of-range"), (-1, "out-of-range")])
def test_a_story_arc_is_worth_one_to_three_points_of_reputation(arc, code):
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.begin()
    table.do("Gil", "end-session")
    before, [offer] = table.who(ann).reputation, table.offers("Gil", "settle")
    assert [field.hint for field in offer.fields if field.name == "arc"] == ["1 to 3 where a story ended."]
    if code:
        table.refuses("Gil", "settle", code, "GP-REP-01", rewards=0, arc=arc)
    else:
        table.do("Gil", "settle", rewards=0, arc=arc)
        assert table.who(ann).reputation == before + arc


@pytest.mark.rule("GP-STABLE-01")
def test_without_the_option_everybody_has_one_character():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.refuses("Ann", "choose-sheet", "no-stable", who=ann)


@pytest.mark.rule("GP-CORR-06", "GP-CORR-10", "GP-RD-11")
@pytest.mark.parametrize("seed", range(12))
def test_ranks_stay_below_ten_and_nothing_is_left_of_corruption_whatever_happens(seed):
    chance = random.Random(seed)
    table = Sitting("Ann", corruption_variant=chance.choice(["house", "official"]),
                  rank_overflow=chance.choice(["lost", "carried"]))
    ann = table.pc("Ann", permanent_order=1, order=1)
    for _ in range(8):
        before = table.who(ann)
        table.begin()
        table.put(ann, sins=sins(chance.randrange(30)))
        throws = due(table.state.options.corruption_variant, table.who(ann).corruption).against is not None
        end(table, *([("Ann", ann, chance.randint(1, 10))] if throws else []))
        who = table.who(ann)
        assert 0 <= who.chaos < 10
        assert 1 <= who.order < 10
        assert who.corruption == 0
        gained = who.fate - before.fate + len(who.disorders) - len(before.disorders)
        assert who.reputation - before.reputation == gained


@pytest.mark.rule("GP-CORR-09")
def test_ten_corruption_is_no_rank_before_the_session_ends():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.begin()
    table.do("Gil", "offend", who=ann, offence="pact", weight="grave")
    table.do("Gil", "offend", who=ann, offence="intoxicated")
    who = table.who(ann)
    assert (who.corruption, who.order, who.chaos) == (10, 0, 0)


@pytest.mark.rule("GP-CORR-08")
def test_what_belongs_to_another_book_is_said_where_sessions_end():
    table = Sitting("Ann")
    table.pc("Ann")
    table.begin()
    table.do("Gil", "end-session")
    aids = table.game.situation(table.state).aids
    shown = {rule.id for aid in aids for rule in table.game.rulebook.aids(aid)}
    assert "GP-CORR-08" in shown


@pytest.mark.rule("GP-REP-01", "GP-CORE-17")
def test_fate_that_is_spent_leaves_the_name_it_made():
    table = Sitting("Ann")
    ann = table.pc("Ann")
    table.begin()
    table.have(wounds={"w": Wound(id="w", who=ann, severity="grievous", stage="fate")})
    table.do("Ann", "cheat-death", wound="w")
    assert (table.who(ann).fate, table.who(ann).reputation) == (0, 2)


@pytest.mark.rule("GP-CORR-10")
def test_whom_the_end_waits_for_is_named_where_a_player_has_several_dice_to_throw():
    cast = (person("wen", player="s3"), person("rusk", player="s4"), person("old", player="s4"))
    table = Session(*cast, corruption_variant="official")
    table.do("Gil", "end-session")
    waits = [(one.who, one.what) for one in table.game.situation(table.state).waiting]
    assert waits == [("Ann", "the die for Corruption"), ("Ben", "the die for Rusk"), ("Ben", "the die for Old")]

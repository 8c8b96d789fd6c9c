"""Sessions, scenes, Luck in all its uses, Pivots."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.core import Seeded
from moot.games.swords_edge import GAME
from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.figures import GRANT
from moot.games.swords_edge.purse import funds, total
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, duel, strike


def ready(**options: Any) -> Sitting:
    """Ann and Ben have characters, and the session is open."""
    table = Sitting(**options)
    table.pc("Ann", "Dara", **HERO, pivots=[("goal", "Find the sword"), ("style", "With a flourish")])
    table.pc("Ben", "Eskil", **HERO)
    table.do("Gil", "open-session")
    return table


@pytest.mark.rule("SE-LUCK-01", "SE-TERM-01", "SE-RD-21")
def test_a_session_opens_with_three_luck_each_and_ends_with_none():
    table = ready()
    assert {seat.name: table.state.luck[seat.id] for seat in table.state.players} == {"Ann": 3, "Ben": 3, "Cleo": 3}
    table.purse("Ann", 9)
    table.advance("Dara", 2)
    table.do("Gil", "end-session")
    assert table.state.luck == {}
    assert table.who("Dara").advancements == 2
    table.do("Gil", "open-session")
    assert table.state.luck[table.seats["Ann"].id] == GRANT


@pytest.mark.rule("SE-LUCK-01")
def test_who_comes_late_takes_theirs_and_once_only():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.do("Gil", "open-session")
    table.refuses("Ann", "draw-luck", "drawn-already", "SE-LUCK-01")
    late = Sitting("Ann", "Ben")
    table.put(seats=late.state.seats)
    late.state = table.state
    late.do("Ben", "draw-luck")
    assert late.state.luck[late.seats["Ben"].id] == GRANT


@pytest.mark.rule("SE-LUCK-02")
def test_the_gm_gives_luck_for_what_the_table_wants_more_of():
    table = ready()
    table.do("Gil", "award-luck", seat=table.seats["Ann"].id, luck=1, reason="What a line!")
    assert table.state.luck[table.seats["Ann"].id] == 4
    table.refuses("Ben", "award-luck", "guide-only", "SE-LUCK-02", seat=table.seats["Ann"].id, luck=1)


@pytest.mark.rule("SE-LUCK-06")
def test_another_use_once_accepted_is_open_to_all():
    table = ready()
    table.refuses("Ann", "use-luck", "no-such-use", "SE-LUCK-06", who=table.id("Dara"), use="n1")
    table.do("Gil", "allow-use", text="Know somebody in town")
    (use,) = table.state.uses
    table.do("Ann", "use-luck", who=table.id("Dara"), use=use.id)
    table.do("Ben", "use-luck", who=table.id("Eskil"), use=use.id)
    assert table.state.luck[table.seats["Ben"].id] == 2


@pytest.mark.rule("SE-LUCK-07", "SE-ADV-04")
def test_an_advancement_stands_in_for_one_luck():
    table = ready()
    table.advance("Dara")
    table.purse("Ann", 0)
    table.do("Ann", "cash-advancement", who=table.id("Dara"))
    assert (table.who("Dara").advancements, funds(table.state, table.id("Dara"))) == (0, 1)
    table.refuses("Ann", "cash-advancement", "no-advancement", "SE-LUCK-07", who=table.id("Dara"))
    table.do("Gil", "end-session")
    assert table.who("Dara").windfall == 0


@pytest.mark.rule("SE-TERM-03", "SE-STR-05", "SE-RD-45")
def test_a_scene_takes_momentum_spending_and_invocations_with_it():
    table = attacking()
    assert table.who("Dara").spent
    table.do("Gil", "end-scene")
    assert (table.state.phase, table.state.scene, table.state.pairings) == ("session", None, {})
    assert table.who("Dara").spent == ()
    table.do("Gil", "frame-scene", paper="", title="Another", goal="Get out")
    assert table.state.scene is not None
    assert (table.state.scene.number, table.state.scene.round) == (2, 1)


@pytest.mark.rule("SE-LUCK-04")
def test_dice_on_the_table_come_before_the_end_of_a_scene():
    table = duel()
    table.purse("Ann", 1)
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2), wait=True)
    table.refuses("Gil", "end-scene", "dice-on-table", "SE-LUCK-04")
    table.refuses("Gil", "next-round", "unsettled", "SE-RD-48")
    assert table.state.scene is not None
    table.do("Gil", "let-stand", test=next(iter(table.state.tests)))
    table.do("Gil", "end-scene")
    assert table.state.phase == "session"


@pytest.mark.rule("SE-LUCK-04", "SE-REC-01")
@pytest.mark.parametrize("span", ["end-session", "end-day", "end-week"])
def test_dice_of_a_recovery_lie_until_they_stand_and_time_waits_for_them(span):
    table = duel()
    table.purse("Ann", 1)
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1),))
    table.do("Gil", "end-scene")
    table.test("Dara", "recover", occasion="scene", trait="physique", faces=(3, 2), wait=True)
    table.refuses("Gil", span, "dice-on-table", "SE-LUCK-04")
    waiting = [one.what for one in GAME.situation(table.state).waiting]
    assert waiting == ["the dice to stand"], "Luck heals after that"
    table.do("Ann", "let-stand", test=next(iter(table.state.tests)))
    table.do("Gil", span)
    assert not table.state.tests


# ---------------------------------------------------------------- rerolls


@pytest.mark.rule("SE-LUCK-04", "SE-TRAP-10", "SE-CRIT-05", "SE-RD-06")
def test_a_reroll_keeps_the_better_die_and_can_unmake_a_natural_2():
    table = duel()
    table.purse("Ann", 3)
    test = table.test("Dara", "roll-momentum", trait="physique", faces=(1, 1), wait=True)
    assert test.fumbled
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(6,))
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(3,))
    (lying,) = table.state.tests.values()
    assert lying.faces == (6, 1)
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="second", faces=(9,))
    assert not table.state.tests
    assert table.settled().test.faces == (6, 9)
    assert not table.who("Dara").lessons
    assert table.state.luck[table.seats["Ann"].id] == 0


@pytest.mark.rule("SE-CRIT-05", "SE-CRIT-03")
def test_a_reroll_can_make_a_natural_20():
    table = duel()
    table.purse("Ann", 1)
    test = table.test("Dara", "roll-momentum", trait="physique", faces=(10, 1), wait=True)
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="second", faces=(10,))
    assert len(table.who("Dara").stunts) == 1


@pytest.mark.rule("SE-LUCK-04")
def test_nobody_else_pays_for_a_roll_they_had_no_part_in():
    table = duel()
    table.pc("Ben", "Eskil", **HERO)
    table.purse("Ann", 1)
    table.purse("Ben", 3)
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2), wait=True)
    assert not table.offers("Ben", "reroll")
    assert table.offers("Ann", "reroll")


# ---------------------------------------------------------------- communal Luck


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40")
@pytest.mark.parametrize("pool", ["3", "1", "2", "5"])
def test_the_pool_opens_with_what_the_table_sets(pool):
    table = ready(communal_luck="on", communal_pool=pool)
    assert table.state.pool == int(pool) * 3
    assert total(table.state) == 9 + int(pool) * 3
    for name in ("Ann", "Gil"):
        figures = table.board(name)["party"].figures
        assert [one.number for one in figures] == [int(pool) * 3, 9, 0, 9 + int(pool) * 3]


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40")
def test_players_award_each_other_out_of_the_pool_and_nobody_themselves():
    table = ready(communal_luck="on")
    table.do("Ann", "award-luck", seat=table.seats["Ben"].id, luck=2)
    assert (table.state.pool, table.state.luck[table.seats["Ben"].id]) == (7, 5)
    table.refuses("Ann", "award-luck", "not-a-choice", "", seat=table.seats["Ann"].id, luck=1)


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40", "SE-RD-41")
def test_what_players_spend_goes_to_the_gm_and_what_the_gm_spends_to_the_pool():
    table = ready(communal_luck="on")
    before = total(table.state)
    table.play()
    table.nc(
        "Captain",
        type="hero",
        rank="good",
        physique="great",
        elements=[("Sabre", "great", "physique"), ("Boots", "good", "physique")],
    )
    table.face("Dara", "Captain")
    test = table.test("Dara", "roll-momentum", trait="physique", faces=(1, 2), wait=True)
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(2,))
    table.do("Ann", "let-stand", test=test.id)
    assert (table.state.chest, table.state.pool) == (1, 9)
    boots = table.npc("Captain").elements[1].id
    table.do("Gil", "nc-exert", nc=table.id("Captain"), what=table.npc("Captain").elements[0].id)
    assert (table.state.chest, table.state.pool, total(table.state)) == (0, 10, before)
    table.refuses("Gil", "nc-exert", "no-luck", "SE-RD-41", nc=table.id("Captain"), what=boots)


def struck_tn(table: Sitting) -> int:
    """The TN that the guard's attack sets Dara."""
    attack = strike(table)
    return table.state.attacks[attack].target.tn


@pytest.mark.rule("SE-RD-41", "SE-LUCK-03")
def test_the_gms_luck_adds_a_quality_to_the_next_tn_and_to_no_other():
    table = defending(communal_luck="on")
    table.put(chest=2)
    table.do("Gil", "tune", nc=table.id("Guard"), what="charisma", rank="good")
    table.do("Gil", "give-quality", nc=table.id("Guard"), name="Grin", rank="great", trait="charisma")
    plain = struck_tn(table)
    table.do("Gil", "call-off", attack=next(iter(table.state.attacks)))
    table.do("Gil", "next-round")
    grin = table.npc("Guard").elements[0].id
    for what in ("physique", grin):
        table.refuses("Gil", "nc-exert", "not-a-choice", "SE-RD-41", nc=table.id("Guard"), what=what)
    table.do("Gil", "nc-exert", nc=table.id("Guard"), what="charisma")
    table.do("Gil", "nc-exert", nc=table.id("Guard"), what=grin)
    assert struck_tn(table) == plain + 2 + 4
    assert table.npc("Guard").exerted == ()


@pytest.mark.rule("SE-RD-41")
def test_the_gms_luck_takes_a_stress_off_an_nc_at_the_scenes_end():
    table = attacking(communal_luck="on", nc_stress_after_scene="kept")
    table.put(chest=1)
    table.test("Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], faces=(5, 6))
    assert table.npc("Guard").stress
    stress = table.npc("Guard").stress
    table.do("Gil", "end-scene")
    table.do("Gil", "nc-heal", nc=table.id("Guard"))
    assert table.npc("Guard").stress == stress - 1
    assert (table.state.chest, table.state.pool) == (0, 10)


@pytest.mark.rule("SE-RD-41")
def test_the_gms_luck_buys_no_reroll():
    table = duel(communal_luck="on")
    table.put(chest=1)
    assert table.test("Dara", "roll-momentum", trait="physique", faces=(9, 8), wait=True) is None
    assert table.stand("Dara").momentum == "attacker"


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40")
@examples(25)
@given(st.integers(0, 10_000))
def test_however_the_session_goes_the_total_of_all_luck_stays(seed):
    """Sixty random steps of a session with communal Luck: pool, players and GM together never change."""
    chance = Seeded(seed)
    table = ready(communal_luck="on")
    table.pc("Cleo", "Frey", **HERO, weakness=[("Clumsy", "poor", "physique")])
    table.advance("Frey", 2)
    table.play()
    table.nc("Guard", type="regular", rank="average", physique="good", concept=("Watchful", "good"))
    table.face("Dara", "Guard")
    before = total(table.state)
    for _ in range(60):
        every = [(who, o) for who in ("Gil", "Ann", "Ben", "Cleo") for o in table.offers(who) if o.do not in OUT]
        who, offer = every[chance.pick(len(every))]
        wish = offer.sample(chance)
        table.luck = chance
        table.do(who, wish.pop("do"), **wish)
        assert total(table.state) == before
        assert min(table.state.pool, table.state.chest, *table.state.luck.values()) >= 0


@pytest.mark.rule("SE-LUCK-09", "SE-RD-40", "SE-RD-41", "SE-WEAK-07", "SE-LUCK-07")
def test_each_way_that_luck_goes_keeps_the_total():
    table = ready(communal_luck="on")
    table.pc("Cleo", "Frey", **HERO, weakness=[("Clumsy", "poor", "physique")])
    frey, clumsy = table.id("Frey"), table.quality("Frey", "Clumsy")
    table.play()

    def stores() -> tuple[int, int, int, int]:
        luck = table.state.luck
        return (table.state.pool, table.state.chest, luck[table.seats["Ben"].id], luck[table.seats["Cleo"].id])

    assert stores() == (9, 0, 3, 3)
    table.do("Gil", "invoke-weakness", who=frey, weakness=clumsy)
    assert stores() == (8, 0, 3, 4)
    table.do("Ben", "tempt", who=frey, weakness=clumsy)
    assert stores() == (8, 0, 2, 5)
    table.do("Gil", "award-luck", seat=table.seats["Ben"].id, luck=2)
    assert stores() == (6, 0, 4, 5)
    table.do("Gil", "allow-use", text="Know somebody in town")
    table.do("Ben", "use-luck", who=table.id("Eskil"), use=table.state.uses[0].id)
    assert stores() == (6, 1, 3, 5)
    table.advance("Eskil")
    table.do("Ben", "cash-advancement", who=table.id("Eskil"))
    table.do("Ben", "use-luck", who=table.id("Eskil"), use=table.state.uses[0].id)
    assert stores() == (6, 1, 3, 5)
    table.change("Eskil", penalties=(Penalty(1, "physique", "stress", 1),))
    table.do("Gil", "end-scene")
    table.do("Ben", "heal-with-luck", who=table.id("Eskil"), ranks=["1"])
    assert stores() == (6, 2, 2, 5)
    assert total(table.state) == 18


OUT = ("end-session", "end-scene", "draw-luck", "set-aside", "begin-character", "take-sample")


# ---------------------------------------------------------------- Pivots


@pytest.mark.rule("SE-PIV-02", "SE-ADV-01", "SE-RD-07", "SE-ERR-29")
@pytest.mark.parametrize(("award", "at_once"), [("scene-end", 0), ("at-once", 1)])
def test_a_touched_pivot_earns_one_advancement_a_scene(award, at_once):
    table = ready(pivot_award=award)
    table.play()
    goal, style = table.who("Dara").pivots
    table.do("Ann", "touch-pivot", who=table.id("Dara"), pivot=goal.id)
    table.do("Gil", "touch-pivot", who=table.id("Dara"), pivot=style.id)
    assert table.who("Dara").advancements == at_once
    table.refuses("Ann", "touch-pivot", "no-pivot", "SE-PIV-02", who=table.id("Dara"), pivot=goal.id)
    table.do("Gil", "end-scene")
    assert table.who("Dara").advancements == 1
    table.play("The next")
    table.do("Ann", "touch-pivot", who=table.id("Dara"), pivot=goal.id)
    table.do("Gil", "end-scene")
    assert table.who("Dara").advancements == 2


@pytest.mark.rule("SE-PIV-03")
def test_pivots_change_at_the_start_and_the_end_of_a_session_alone():
    table = ready()
    who = table.id("Dara")
    table.do("Ann", "set-pivot", who=who, kind="quirk", text="Coffee")
    table.play()
    table.refuses("Ann", "set-pivot", "pivots-stand", "SE-PIV-03", who=who, kind="quirk", text="Tea")
    table.do("Gil", "end-scene")
    table.refuses("Ann", "set-pivot", "pivots-stand", "SE-PIV-03", who=who, kind="quirk", text="Tea")
    table.do("Gil", "end-session")
    table.do("Ann", "set-pivot", who=who, kind="quirk", text="Tea")


@pytest.mark.rule("SE-PIV-02")
def test_a_pivot_is_touched_by_its_own_scene_alone():
    table = ready()
    (goal,) = (pivot for pivot in table.who("Dara").pivots if pivot.kind == "goal")
    table.play()
    table.do("Ann", "touch-pivot", who=table.id("Dara"), pivot=goal.id)
    table.do("Gil", "end-scene")
    assert table.who("Dara").touched == (goal.id,)
    table.do("Gil", "end-session")
    assert table.who("Dara").touched == ()


# ---------------------------------------------------------------- signature items


@pytest.mark.rule("SE-CRE-08")
def test_a_lost_item_has_a_stand_in_of_equal_rank_until_it_is_back():
    table = ready()
    who, parry = table.id("Dara"), table.quality("Dara", "Parry")
    table.do("Gil", "lose-item", who=who, what=parry, name="Bare hands")
    stand_in = table.who("Dara").quality(table.quality("Dara", "Bare hands"))
    assert (stand_in.rank, stand_in.trait) == ("great", "physique")
    table.play()
    table.nc("Guard")
    table.face("Dara", "Guard")
    assert {"Lunge", "Bare hands"} <= table.open("Dara", "roll-momentum", trait="physique")
    assert "Parry" not in table.open("Dara", "roll-momentum", trait="physique")
    table.do("Gil", "return-item", who=who, what=parry)
    assert not any(q.name == "Bare hands" or q.lost for q in table.who("Dara").qualities)


@pytest.mark.rule("SE-CRE-08", "SE-TEST-05")
def test_what_is_spent_stays_spent_when_an_item_goes_or_comes_back():
    table = ready()
    who, parry, lunge = table.id("Dara"), table.quality("Dara", "Parry"), table.quality("Dara", "Lunge")
    table.play()
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.do("Gil", "lose-item", who=who, what=lunge, name="A broom")
    table.purse("Ann", 1)
    table.test("Dara", "roll-momentum", trait="physique", element="Parry", extra=["A broom"], faces=(9, 8))
    table.do("Gil", "return-item", who=who, what=lunge)
    table.do("Gil", "lose-item", who=who, what=parry, name="Bare hands")
    assert not {"Parry", "Lunge", "Bare hands"} & table.open("Dara", "act", trait="physique")
    table.do("Gil", "end-scene")
    assert table.who("Dara").spent == ()


@pytest.mark.rule("SE-CRE-08", "SE-ADV-02")
def test_what_was_learned_with_a_stand_in_is_kept_with_the_item():
    table = ready()
    who, parry = table.id("Dara"), table.quality("Dara", "Parry")
    table.play()
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.do("Gil", "lose-item", who=who, what=parry, name="Bare hands")
    table.purse("Ann", 0)
    table.test("Dara", "roll-momentum", trait="physique", element="Bare hands", faces=(1, 1))
    (lesson,) = table.who("Dara").lessons
    table.do("Ann", "take-lesson", who=who, test=lesson.test, what=table.quality("Dara", "Bare hands"))
    table.do("Gil", "return-item", who=who, what=parry)
    assert table.who("Dara").quality(parry).rank == "exceptional"


@pytest.mark.rule("SE-CRE-08")
def test_what_stands_in_for_a_faculty_takes_no_elements_place():
    table = ready()
    who, fencing = table.id("Dara"), table.quality("Dara", "Fencing")
    table.do("Gil", "lose-item", who=who, what=fencing, name="Bare hands")
    table.play()
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.purse("Ann", 0)
    settled = table.test(
        "Dara", "roll-momentum", trait="physique", qualities=["Bare hands"], element="Parry", faces=(9, 8)
    )
    assert settled.test.total == 17 + 2 + 2 + 4


@pytest.mark.rule("SE-CRE-08")
def test_nothing_is_lost_before_play_begins():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    lost = {"who": table.id("Dara"), "what": table.quality("Dara", "Fencing"), "name": "Bare hands"}
    table.refuses("Gil", "lose-item", "not-begun", "SE-CRE-08", **lost)
    assert not any(quality.lost for quality in table.who("Dara").qualities)


@pytest.mark.rule("SE-REC-03", "SE-REC-04")
@pytest.mark.parametrize(("span", "rule"), [("end-day", "SE-REC-03"), ("end-week", "SE-REC-04")])
def test_no_day_and_no_week_goes_by_before_the_first_session(span, rule):
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.refuses("Gil", span, "not-begun", rule)
    table.do("Gil", "open-session")
    table.do("Gil", span)
    assert table.who("Dara").recovers == ()

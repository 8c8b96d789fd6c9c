"""Recovery and Advancements (parts 7 and 16), Weaknesses at play (part 4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.swords_edge import figures
from moot.games.swords_edge.character import Healing, Lesson, Penalty
from moot.games.swords_edge.tests.sitting import HERO, Sitting
from moot.testing import choices

FLAWED = {**HERO, "weakness": [("Let It Ride", "basic", "cunning"), ("Clumsy", "poor", "physique")]}


def hurt(*penalties: tuple[str, int], **options: Any) -> Sitting:
    """Dara in a first scene, with Penalty Ranks as (where, of which scene)."""
    table = Sitting("Ann", "Ben", **options)
    table.pc("Ann", "Dara", **FLAWED)
    table.pc("Ben", "Eskil", **HERO)
    table.play()
    marks = tuple(Penalty(n, on, "stress", scene) for n, (on, scene) in enumerate(penalties, 1))
    table.change("Dara", penalties=marks)
    return table


@pytest.mark.rule("SE-REC-01", "SE-REC-06", "SE-RD-15", "SE-TRAP-04")
@pytest.mark.parametrize(
    ("level", "scene", "day"),
    [("average", 1, 1), ("good", 1, 2), ("great", 2, 3), ("exceptional", 2, 4), ("legendary", 3, 5)],
)
def test_scene_and_day_recover_differently(level, scene, day):
    assert (figures.RECOVERED["scene"][level], figures.RECOVERED["day"][level]) == (scene, day)
    assert figures.RECOVERY_TN == 17


@pytest.mark.rule("SE-REC-01", "SE-RD-15", "SE-RD-29")
def test_a_scenes_end_brings_one_test_without_a_trait_for_that_scenes_ranks_alone():
    table = hurt(("physique", 1), ("physique", 1), ("cunning", 0))
    table.purse("Ann", 0)
    table.do("Gil", "end-scene")
    labels = table.open("Dara", "recover", trait="physique")
    assert labels == {"Swordsman", "Soldier", "Fencing", "Lunge", "Parry"}
    settled = table.test(
        "Dara",
        "recover",
        occasion="scene",
        trait="physique",
        qualities=["Swordsman", "Soldier"],
        element="Parry",
        faces=(6, 5),
    )
    assert settled.test.total == 11 + 4 + 2 + 4
    assert settled.test.target.tn == 17
    (offer,) = table.offers("Ann", "heal")
    assert set(choices(offer, "ranks")) == {"1"}
    table.do("Ann", "heal", who=table.id("Dara"), ranks=["1"])
    assert [p.id for p in table.who("Dara").penalties] == [2, 3]
    recover = {"who": table.id("Dara"), "occasion": "scene", "trait": "physique"}
    table.refuses("Ann", "recover", "nothing-to-recover", "SE-REC-01", **recover)


@pytest.mark.rule("SE-RD-29")
@pytest.mark.parametrize(
    ("due", "third", "asked", "picked"),
    [(1, "cunning", "13", ""), (2, "cunning", "123", ""), (3, "physique", "123", "123")],
)
def test_of_ranks_that_are_alike_no_more_are_listed_than_can_go(due, third, asked, picked):
    table = hurt(("physique", 1), ("physique", 1), (third, 1), ("physique", 1))
    table.do("Gil", "end-scene")
    table.change("Dara", recovers=(), healing=(Healing(due, 1),))
    (offer,) = table.offers("Ann", "heal")
    assert list(choices(offer, "ranks")) == [*asked]
    assert offer.fields[0].default == (*picked,)


@pytest.mark.rule("SE-RD-15", "SE-CRIT-03", "SE-RD-23")
def test_penalties_and_weaknesses_stay_out_of_recovery_and_criticals_do_not():
    table = hurt(("physique", 1), ("physique", 1))
    table.do("Gil", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    table.purse("Ann", 0)
    table.do("Gil", "end-scene")
    settled = table.test("Dara", "recover", occasion="scene", trait="physique", qualities=["Fencing"], faces=(10, 10))
    assert settled.test.total == 22
    assert table.who("Dara").stunts[0].trait == ""


@pytest.mark.rule("SE-RD-45", "SE-REC-01")
def test_what_momentum_spent_may_help_recovery():
    table = hurt(("physique", 1))
    table.change("Dara", spent=(table.quality("Dara", "Swordsman"),))
    table.do("Gil", "end-scene")
    assert "Swordsman" in table.open("Dara", "recover", trait="physique")


@pytest.mark.rule("SE-LUCK-05", "SE-REC-02", "SE-RD-16")
def test_luck_heals_the_scene_just_over_one_for_one_strain_too_and_nothing_older():
    table = hurt(("physique", 1), ("physique", 0))
    table.change("Dara", penalties=(*table.who("Dara").penalties, Penalty(3, "cunning", "sfx", 1)))
    table.do("Gil", "end-scene")
    (offer,) = table.offers("Ann", "heal-with-luck")
    assert set(choices(offer, "ranks")) == {"1", "3"}
    table.do("Ann", "heal-with-luck", who=table.id("Dara"), ranks=["1", "3"])
    assert [p.id for p in table.who("Dara").penalties] == [2]
    assert table.state.luck[table.seats["Ann"].id] == 1
    table.play("Next")
    assert not table.offers("Ann", "heal-with-luck")


@pytest.mark.rule("SE-LUCK-05", "SE-REC-02")
@pytest.mark.parametrize("time", ["end-day", "end-week"])
def test_once_time_has_gone_by_luck_heals_nothing_of_the_last_scene(time):
    table = hurt(("physique", 1))
    table.do("Gil", "end-scene")
    table.do("Gil", time)
    table.refuses("Ann", "heal-with-luck", "too-late", "SE-LUCK-05", who=table.id("Dara"), ranks=["1"])
    assert "scene" in table.who("Dara").recovers
    table.play("Next")
    table.do("Gil", "end-scene")
    table.change("Dara", penalties=(Penalty(9, "physique", "stress", table.state.scenes),))
    table.do("Ann", "heal-with-luck", who=table.id("Dara"), ranks=["9"])
    assert table.who("Dara").penalties == ()


@pytest.mark.rule("SE-REC-03")
def test_a_days_test_heals_ranks_of_any_scene_once_a_day():
    table = hurt(("physique", 0), ("cunning", 0))
    table.purse("Ann", 0)
    table.do("Gil", "end-scene")
    assert not table.offers("Ann", "recover")
    table.do("Gil", "end-day")
    settled = table.test(
        "Dara",
        "recover",
        occasion="day",
        trait="physique",
        qualities=["Swordsman", "Soldier", "Fencing"],
        element="Parry",
        faces=(6, 6),
    )
    assert settled.level == "good"
    table.do("Ann", "heal", who=table.id("Dara"), ranks=["1", "2"])
    assert table.who("Dara").penalties == ()
    assert not table.offers("Ann", "recover")


@pytest.mark.rule("SE-REC-04", "SE-RD-29")
def test_a_week_takes_one_off_the_trait_the_player_names():
    table = hurt(("physique", 0), ("cunning", 0))
    table.do("Gil", "end-scene")
    table.do("Gil", "end-week")
    table.do("Ann", "heal", who=table.id("Dara"), ranks=["2"])
    assert [p.on for p in table.who("Dara").penalties] == ["physique"]
    table.refuses("Ann", "heal", "nothing-due", "SE-RD-29", who=table.id("Dara"), ranks=["1"])


@pytest.mark.rule("SE-REC-05", "SE-ADV-04", "SE-RD-16")
def test_at_the_sessions_end_an_advancement_clears_them_all():
    table = hurt(("physique", 0), ("cunning", 1))
    table.advance("Dara")
    table.do("Gil", "end-scene")
    assert not table.offers("Ann", "clear-stress")
    table.do("Gil", "end-session")
    table.do("Ann", "clear-stress", who=table.id("Dara"))
    assert (table.who("Dara").penalties, table.who("Dara").advancements) == ((), 0)


# ---------------------------------------------------------------- Advancements


@pytest.mark.rule("SE-ADV-04", "SE-ADV-05", "SE-TRAP-12", "SE-CRE-04", "SE-RD-39")
def test_one_raise_or_purchase_a_session_and_no_trait():
    table = hurt()
    table.advance("Dara", 3)
    who = table.id("Dara")
    (offer,) = table.offers("Ann", "grow")
    assert not {"physique", "charisma", "cunning"} & set(choices(offer, "what"))
    table.do("Ann", "grow", who=who, what=table.quality("Dara", "Parry"))
    assert table.who("Dara").quality(table.quality("Dara", "Parry")).rank == "exceptional"
    table.refuses("Ann", "grow", "grown-already", "SE-ADV-05", who=who, what=table.quality("Dara", "Lunge"))
    table.refuses(
        "Ann", "learn-element", "grown-already", "SE-ADV-05", who=who, sfx=False, name="Feint", trait="cunning"
    )
    table.do("Gil", "end-scene")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    table.do("Ann", "learn-element", who=who, sfx=False, name="Feint", trait="cunning")
    assert table.who("Dara").quality(table.quality("Dara", "Feint")).rank == "good"
    assert table.who("Dara").advancements == 1


@pytest.mark.rule("SE-CRE-08", "SE-ADV-04")
def test_nothing_is_raised_that_only_stands_in_for_a_lost_item():
    table = hurt()
    table.advance("Dara", 3)
    parry = table.quality("Dara", "Parry")
    table.do("Gil", "lose-item", who=table.id("Dara"), what=parry, name="Bare hands")
    (offer,) = table.offers("Ann", "grow")
    raised = choices(offer, "what")
    assert table.quality("Dara", "Lunge") in raised
    assert not {parry, table.quality("Dara", "Bare hands")} & set(raised)


@pytest.mark.rule("SE-ERR-28", "SE-WEAK-06", "SE-ADV-05")
def test_growing_out_of_a_weakness_falls_under_the_cap():
    table = hurt()
    table.advance("Dara", 2)
    who, ride = table.id("Dara"), table.quality("Dara", "Let It Ride")
    table.do("Ann", "grow", who=who, what=ride)
    weakness = table.who("Dara").quality(ride)
    assert (weakness.rank, weakness.drags) == ("average", False)
    assert not table.offers("Ann", "grow")
    table.refuses("Gil", "invoke-weakness", "not-offered", "", who=who, weakness=ride)


@pytest.mark.rule("SE-ADV-06", "SE-RD-39")
def test_a_legendary_quality_does_not_rise_and_a_surcharge_is_paid_in_advancements():
    table = hurt()
    dara = table.who("Dara")
    qualities = tuple(
        replace(q, rank="legendary") if q.name == "Parry" else replace(q, surcharge=2) if q.name == "Lunge" else q
        for q in dara.qualities
    )
    table.change("Dara", qualities=qualities)
    table.advance("Dara", 2)
    grows = {label for offer in table.offers("Ann", "grow") for label in choices(offer, "what").values()}
    assert "Parry" not in grows
    assert "Lunge" not in grows
    table.advance("Dara")
    table.do("Ann", "grow", who=dara.id, what=table.quality("Dara", "Lunge"))
    assert table.who("Dara").advancements == 0


@pytest.mark.rule("SE-CRE-07", "SE-ADV-05")
def test_a_dear_raise_is_one_raise_a_session_and_a_lesson_pays_its_price_by_itself():
    table = hurt()
    dara = table.who("Dara")
    dear = tuple(replace(quality, surcharge=2) if quality.name == "Lunge" else quality for quality in dara.qualities)
    table.change("Dara", qualities=dear)
    table.advance("Dara", 4)
    table.do("Ann", "grow", who=dara.id, what=table.quality("Dara", "Lunge"))
    assert (table.who("Dara").advancements, table.state.grown) == (1, {dara.id: 1})
    table.refuses("Ann", "grow", "grown-already", "SE-ADV-05", who=dara.id, what=table.quality("Dara", "Parry"))
    table.change("Dara", lessons=(Lesson("t1", (table.quality("Dara", "Lunge"),)),))
    table.do("Ann", "take-lesson", who=dara.id, test="t1", what=table.quality("Dara", "Lunge"))
    assert table.who("Dara").quality(table.quality("Dara", "Lunge")).rank == "exceptional"
    assert table.who("Dara").advancements == 1


@pytest.mark.rule("SE-RD-39")
def test_nothing_grows_in_the_middle_of_a_test():
    table = hurt()
    table.advance("Dara")
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 4), wait=True)
    table.refuses("Ann", "grow", "in-test", "SE-RD-39", who=table.id("Dara"), what=table.quality("Dara", "Parry"))
    assert not table.offers("Ann", "grow")
    table.do("Gil", "let-stand", test=next(iter(table.state.tests)))
    assert table.offers("Ann", "grow")


# ---------------------------------------------------------------- Weaknesses


@pytest.mark.rule("SE-WEAK-01", "SE-WEAK-02", "SE-WEAK-04", "SE-WEAK-07", "SE-RD-30", "SE-TRAP-21")
def test_an_invoked_weakness_counts_once_in_the_next_test_with_its_trait():
    table = hurt()
    table.nc("Guard")
    table.face("Dara", "Guard")
    who, clumsy = table.id("Dara"), table.quality("Dara", "Clumsy")
    table.do("Gil", "invoke-weakness", who=who, weakness=clumsy)
    assert table.state.luck[table.seats["Ann"].id] == 4
    table.refuses("Gil", "invoke-weakness", "not-offered", "", who=who, weakness=clumsy)
    table.purse("Ann", 0)
    test = table.test("Dara", "roll-momentum", trait="physique", element="Parry", faces=(9, 8)).test
    assert {part.label: part.worth for part in test.parts} == {"Physique": 2, "Parry": 4, "Clumsy": -4}
    assert table.who("Dara").invoked == ()
    assert clumsy not in table.who("Dara").spent


@pytest.mark.rule("SE-WEAK-01")
def test_a_weakness_waits_while_another_trait_is_used():
    table = hurt()
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.do("Gil", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    table.purse("Ann", 0)
    test = table.test("Dara", "roll-momentum", trait="charisma", faces=(3, 4)).test
    assert "Clumsy" not in {part.label for part in test.parts}
    assert table.who("Dara").invoked


@pytest.mark.rule("SE-WEAK-07", "SE-ERR-31", "SE-RD-30")
@pytest.mark.parametrize(("pays", "ben"), [("invoker-pays", 2), ("bank-pays", 3)])
def test_the_invoking_player_pays_or_the_bank(pays, ben):
    table = hurt(weakness_luck=pays)
    table.do("Ben", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    assert (table.state.luck[table.seats["Ann"].id], table.state.luck[table.seats["Ben"].id]) == (4, ben)
    table.purse("Ben", 0)
    if pays == "invoker-pays":
        table.refuses(
            "Ben", "tempt", "no-luck", "SE-RD-30", who=table.id("Dara"), weakness=table.quality("Dara", "Let It Ride")
        )
    else:
        table.do("Ben", "tempt", who=table.id("Dara"), weakness=table.quality("Dara", "Let It Ride"))


@pytest.mark.rule("SE-WEAK-07", "SE-ERR-31", "SE-RD-30")
def test_bringing_up_ones_own_counts_and_earns_nothing():
    table = hurt()
    table.nc("Guard")
    table.face("Dara", "Guard")
    assert not table.offers("Ann", "invoke-weakness")
    test = table.test("Dara", "roll-momentum", trait="physique", weaknesses=["Clumsy"], faces=(9, 8)).test
    assert test.total == 17 + 2 - 4
    assert table.state.luck[table.seats["Ann"].id] == 3


@pytest.mark.rule("SE-RD-30")
def test_several_may_be_invoked_in_one_test_each_for_its_luck():
    table = hurt()
    table.nc("Guard")
    table.face("Dara", "Guard")
    for name in ("Clumsy", "Let It Ride"):
        table.do("Gil", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", name))
    assert table.state.luck[table.seats["Ann"].id] == 5
    test = table.test("Dara", "roll-momentum", trait="physique", opened=["cunning"], faces=(9, 8)).test
    assert sum(part.worth for part in test.parts) == 2 + 0 - 4 - 2


@pytest.mark.rule("SE-WEAK-03", "SE-WEAK-07")
def test_a_temptation_pays_and_is_told_by_the_player_or_else_the_invoker():
    table = hurt()
    table.do("Ben", "tempt", who=table.id("Dara"), weakness=table.quality("Dara", "Let It Ride"))
    assert (table.state.luck[table.seats["Ann"].id], table.state.luck[table.seats["Ben"].id]) == (4, 2)
    (temptation,) = table.state.temptations
    assert [offer.urgency for who in ("Ann", "Ben", "Gil") for offer in table.offers(who, "tell-temptation")] == [
        "must",
        "tool",
    ]
    table.do("Ben", "tell-temptation", temptation=temptation.id, text="She stakes the horse")
    assert table.state.temptations == ()
    table.do("Gil", "set-task", name="Walk away from the game", rank="average")
    table.face("Dara", "Walk away from the game")


@pytest.mark.rule("SE-LUCK-05", "SE-REC-02", "SE-LUCK-01")
def test_a_new_sessions_luck_heals_nothing_of_the_last_ones_scenes():
    table = hurt(("physique", 1), ("physique", 1))
    table.do("Gil", "end-scene")
    assert table.offers("Ann", "heal-with-luck")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    table.refuses("Ann", "heal-with-luck", "too-late", "SE-LUCK-05", who=table.id("Dara"), ranks=["1"])


@pytest.mark.rule("SE-REC-04", "SE-RD-29")
def test_a_week_heals_a_rank_of_whoever_has_one_left_besides_what_heals_already():
    table = hurt(("physique", 0), ("physique", 0), ("cunning", 0))
    table.purse("Ann", 0)
    table.do("Gil", "end-scene")
    table.do("Gil", "end-day")
    table.test("Dara", "recover", occasion="day", trait="physique", qualities=["Swordsman", "Soldier"], faces=(8, 7))
    table.do("Gil", "end-week")
    table.do("Ann", "heal", who=table.id("Dara"), ranks=["1"])
    table.do("Ann", "heal", who=table.id("Dara"), ranks=["2"])
    table.do("Gil", "end-week")
    table.do("Gil", "end-week")
    assert len(table.who("Dara").healing) == 1


# ---------------------------------------------------------------- what was bought is judged


def bought(advancements: int = 2) -> Sitting:
    """Dara has just bought the Element “Everything”."""
    table = hurt()
    table.advance("Dara", advancements)
    table.do("Ann", "learn-element", who=table.id("Dara"), sfx=False, name="Everything", trait="physique")
    return table


def judged(table: Sitting, ruling: str) -> None:
    what = table.quality("Dara", "Everything")
    table.do("Gil", "judge-quality", who=table.id("Dara"), what=what, ruling=ruling)


@pytest.mark.rule("SE-CRE-07", "SE-ADV-05")
@pytest.mark.parametrize(("ruling", "left", "raises_for"), [("as-it-is", 1, 1), ("one-more", 0, 2)])
def test_the_gm_judges_what_an_advancement_bought_and_the_surcharge_is_paid_at_once(ruling, left, raises_for):
    table = bought()
    judged(table, ruling)
    assert table.who("Dara").advancements == left
    assert not table.offers("Gil", "judge-quality")
    table.do("Gil", "end-scene")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    table.advance("Dara", 3)
    before = table.who("Dara").advancements
    table.do("Ann", "grow", who=table.id("Dara"), what=table.quality("Dara", "Everything"))
    assert before - table.who("Dara").advancements == raises_for


@pytest.mark.rule("SE-CRE-07", "SE-TEST-02")
def test_what_was_bought_too_broad_helps_nobody_until_it_is_reworded():
    table = bought()
    table.nc("Guard", concept=("Watchful", "good"))
    table.face("Dara", "Guard")
    judged(table, "refused")
    assert "Everything" not in table.open("Dara", "roll-momentum", trait="physique")
    (reword,) = table.offers("Ann", "reword")
    assert reword.urgency == "must"
    what = table.quality("Dara", "Everything")
    table.do("Ann", "reword", who=table.id("Dara"), what=what, name="Juggling")
    assert "Juggling" in table.open("Dara", "roll-momentum", trait="physique")
    assert table.offers("Gil", "judge-quality")
    assert [offer.label for offer in table.offers("Ann", "reword")] == ["Rename Dara"]


@pytest.mark.rule("SE-CRE-07")
def test_nothing_is_judged_that_cannot_be_paid_or_was_bought_in_another_session():
    table = bought(advancements=1)
    (offer,) = table.offers("Gil", "judge-quality")
    assert set(choices(offer, "ruling")) == {"as-it-is", "refused"}
    table.do("Gil", "end-scene")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    what = table.quality("Dara", "Everything")
    who = table.id("Dara")
    table.refuses("Gil", "judge-quality", "nothing-to-judge", "SE-CRE-07", who=who, what=what, ruling="as-it-is")


@pytest.mark.rule("SE-ADV-05")
@pytest.mark.parametrize("cap", [1, 2])
def test_how_often_one_grows_in_a_session_is_the_books_figure(cap, monkeypatch):
    monkeypatch.setattr("moot.games.swords_edge.session.growth.GROWTH_CAP", cap)
    table = hurt()
    table.advance("Dara", 3)
    for quality in ("Parry", "Lunge")[:cap]:
        table.do("Ann", "grow", who=table.id("Dara"), what=table.quality("Dara", quality))
    assert not table.offers("Ann", "grow")
    table.do("Gil", "end-scene")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    assert table.offers("Ann", "grow")

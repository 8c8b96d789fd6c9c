"""Harm: tracks, Chaos Dice, Injuries, Fate and sleep."""

import pytest

from moot.core import Play, Seeded
from moot.core.chance import Scripted
from moot.games.perilous import harm
from moot.games.perilous.flow import FLOWS
from moot.games.perilous.harm import DamageSuffered, PerilSuffered
from moot.games.perilous.options import Options
from moot.games.perilous.person import INJURY_ROWS, HeldDisorder, Suffered
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.table import Session


def suffer(table, deed, *faces):
    """Let `deed` happen with a play of its own, these dice falling; what it answers."""
    play = Play(table.state, table.gm, Scripted(faces) if faces else Seeded(1), table.game.evolve)
    answer = deed(play)
    FLOWS.go_on(play)
    table.happen(*play.events)
    return answer


STEPS = [(5, 0), (6, 1), (11, 1), (12, 2), (17, 2), (18, 3), (23, 3), (24, 5), (60, 5)]


@pytest.mark.rule("GP-CORE-11")
@pytest.mark.parametrize(("points", "steps"), STEPS)
def test_how_far_a_blow_pushes_somebody(points, steps):
    assert harm.steps(Options(), 6, points) == steps
    assert harm.steps(Options(threshold_rule="exceeds"), 6, points + 1) == steps


@pytest.mark.rule("GP-CORE-12", "GP-CORR-02")
def test_peril_down_to_incapacitated_brings_corruption_once():
    table = Session()
    suffer(table, lambda play: harm.peril(play, "wen", 30, "mental"))
    assert (table.who("wen").peril, table.who("wen").corruption) == (5, 6)
    suffer(table, lambda play: harm.peril(play, "wen", 30, "mental"))
    assert table.who("wen").corruption == 6


@pytest.mark.rule("GP-CORE-15")
def test_fury_dice_explode():
    assert suffer(Session(), lambda play: harm.fury(play, 1), 6, 6, 2) == (6, 6, 2)
    assert suffer(Session(), lambda play: harm.fury(play, 2), 6, 1, 3) == (6, 1, 3)


@pytest.mark.rule("GP-CORE-14", "GP-CORE-16", "GP-CORE-17", "GP-CORR-02")
def test_from_a_blow_to_an_injury():
    table = Session(person("wen", player="s3", fate=0), person("joss"))
    suffer(table, lambda play: harm.damage(play, "wen", 9))
    assert table.who("wen").damage == 2
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[6])
    table.do("Ann", "roll-injury", wound=wound, faces=[11])
    assert [one.injury for one in table.who("wen").injuries] == ["twisted-ankle"]
    assert (table.who("wen").corruption, table.state.wounds) == (3, {})


@pytest.mark.rule("GP-CORE-14", "GP-CORE-16")
def test_without_a_six_there_is_no_injury():
    table = Session()
    suffer(table, lambda play: harm.damage(play, "wen", 15))
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[5, 4])
    assert (table.who("wen").injuries, table.state.wounds) == ((), {})


@pytest.mark.rule("GP-CORE-17")
def test_fate_turns_an_injury_or_it_is_borne():
    for do, injuries, fate in (("cheat-death", 0, 0), ("bear-it", 1, 1)):
        table = Session()
        suffer(table, lambda play: harm.damage(play, "wen", 9))
        [wound] = table.state.wounds
        table.do("Ann", "roll-chaos", wound=wound, faces=[6])
        table.do("Ann", "roll-injury", wound=wound, faces=[2])
        [fate_offer] = table.offers("Ann", "cheat-death")
        assert INJURY_ROWS[table.state.wounds[wound].injury].text in fate_offer.why
        table.do("Ann", do, wound=wound)
        assert (len(table.who("wen").injuries), table.who("wen").fate) == (injuries, fate)


@pytest.mark.rule("GP-CORE-17")
def test_fate_does_not_cover_injuries_where_the_table_has_it_so():
    table = Session(fate_covers_injury="false")
    suffer(table, lambda play: harm.damage(play, "wen", 9))
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[6])
    table.do("Ann", "roll-injury", wound=wound, faces=[2])
    assert len(table.who("wen").injuries) == 1


@pytest.mark.rule("GP-CORE-16", "GP-CORE-17")
def test_a_twelve_is_worse_and_the_last_one_kills():
    table = Session(person("wen", player="s3", fate=0))
    suffer(table, lambda play: harm.damage(play, "wen", 15))
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[6, 1])
    table.do("Ann", "roll-injury", wound=wound, faces=[12])
    assert table.state.wounds[wound].severity == "grievous"
    table.do("Ann", "roll-injury", wound=wound, faces=[12])
    assert table.who("wen").dead


@pytest.mark.rule("GP-CORE-16")
def test_a_mild_weapon_never_does_worse_than_a_moderate_injury():
    table = Session(person("wen", player="s3", fate=0))
    suffer(table, lambda play: harm.damage(play, "wen", 9, mild=True))
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[6])
    table.do("Ann", "roll-injury", wound=wound, faces=[12])
    assert (table.state.wounds, table.who("wen").injuries) == ({}, ())


@pytest.mark.rule("GP-CORE-16", "GP-CORR-02")
@pytest.mark.parametrize(("was", "dice"), [(0, 2), (1, 3)])
def test_a_mild_weapon_rolls_for_the_condition_and_finds_a_moderate_injury(was, dice):
    table = Session(person("wen", player="s3", fate=0, damage=was))
    suffer(table, lambda play: harm.damage(play, "wen", 15, mild=True))
    [wound] = table.state.wounds
    table.do("Ann", "roll-chaos", wound=wound, faces=[6, *[1] * (dice - 1)])
    table.do("Ann", "roll-injury", wound=wound, faces=[11])
    assert [one.injury for one in table.who("wen").injuries] == ["twisted-ankle"]
    assert table.who("wen").corruption == 3


@pytest.mark.rule("GP-CORE-11", "GP-CORE-17")
def test_nobody_dies_of_damage_that_the_gm_has_set_right():
    table = Session()
    table.do("Gil", "deal-harm", how="mishap", who=["wen"], points=40, dice=0, mild=False)
    [wound] = table.state.wounds
    table.do("Gil", "set-track", who="wen", track="damage", now="lightly")
    table.refuses("Ann", "bear-it", "no-wound", wound=wound)
    assert (table.who("wen").dead, table.who("wen").damage, table.state.wounds) == (False, 1, {})


@pytest.mark.rule("GP-CORE-11", "GP-CORE-17")
def test_death_is_cheated_or_comes():
    table = Session()
    suffer(table, lambda play: harm.damage(play, "wen", 40))
    [wound] = table.state.wounds
    table.do("Ann", "cheat-death", wound=wound)
    wen = table.who("wen")
    assert (wen.damage, wen.incapacitated, wen.dead, wen.corruption, wen.fate) == (4, True, False, 0, 0)
    suffer(table, lambda play: harm.damage(play, "wen", 40))
    assert table.who("wen").dead


@pytest.mark.rule("GP-CORE-11", "GP-CORE-12", "GP-CORE-15")
def test_the_gm_lets_people_be_hurt_by_what_is_nobodys_blow():
    table = Session(person("wen", player="s3"), person("rusk", player="s4", damage=1), person("joss"))
    table.refuses("Ann", "deal-harm", "guide-only", how="mishap", who=["wen"])
    table.do("Gil", "deal-harm", how="mishap", who=["wen", "rusk"], points=4, dice=1, mild=False, faces=[6, 1, 2])
    assert [table.who(who).damage for who in ("wen", "rusk")] == [2, 2]
    assert [wound.who for wound in table.state.wounds.values()] == ["wen", "rusk"]
    table.do("Gil", "deal-harm", how="peril", who=["rusk"], dice=3, kind="mental", faces=[1, 2, 3])
    suffered = table.last(PerilSuffered)
    assert (suffered.points, suffered.kind, table.who("rusk").peril) == (9, "mental", 1)


@pytest.mark.rule("GP-CORE-11")
def test_a_blow_of_nothing_that_meets_no_threshold_is_told_as_one():
    table = Session(person("wen", player="s3", attributes={"brawn": 5}), person("joss"))
    table.do("Gil", "deal-harm", how="mishap", who=["wen"], points=0, dice=0, mild=False)
    assert "takes 0 Damage: Unharmed to Lightly Wounded." in table.read["Ann"][-1]


@pytest.mark.rule("GP-CORE-11")
def test_harm_that_comes_to_nothing_is_told_as_nothing():
    table = Session()
    table.do("Gil", "deal-harm", how="mishap", who=["wen"], points=0, dice=0, mild=False)
    assert table.read["Ann"][-1].endswith("shrugs off 0 Damage. ")
    line = table.game.line(table.state, table.last(DamageSuffered))
    assert line
    assert line.facts == ()


@pytest.mark.rule("GP-CORE-15", "GP-CORE-16", "GP-DIS-02")
@pytest.mark.parametrize(
    ("mild", "hurt", "using", "faces", "points"),
    [(False, (), False, [2], 6), (True, (), False, [2], 7), (False, ("shell-shock",), False, [], 4),
     (False, (), True, [6, 1, 2], 13)],
    ids=["weapon", "pummeling", "shell shock", "dark passenger"],
)
def test_a_blow_does_combat_or_brawn_and_the_fury_dice_of_who_strikes(mild, hurt, using, faces, points):
    fierce = (HeldDisorder("dark-passenger", using=True),) if using else ()
    wen = person(
        "wen", player="s3", attributes={"combat": 45, "brawn": 55}, disorders=fierce,
        injuries=tuple(map(Suffered, hurt)),
    )
    table = Session(wen, person("joss", armor="mail"))
    table.do("Gil", "deal-harm", how="blow", by="wen", who=["joss"], mild=mild, faces=faces)
    assert table.last(DamageSuffered).points == points
    assert [wound.mild for wound in table.state.wounds.values()] in ([], [mild])


@pytest.mark.rule("GP-CORE-18", "GP-CORE-15")
def test_a_point_sets_a_fury_die_of_a_blow():
    table = Session(fortune=1)
    blow = {"how": "forced-blow", "by": "wen", "who": ["joss"], "mild": False}
    table.do("Gil", "deal-harm", **blow, faces=[3])
    assert (table.last(DamageSuffered).points, table.last(DamageSuffered).faces) == (12, (6, 3))
    assert (table.state.points(table.who("wen")), table.state.points(table.who("joss"))) == (0, 1)
    table.refuses("Gil", "deal-harm", "not-a-choice", **blow)


@pytest.mark.rule("GP-CORE-18", "GP-CORE-15", "GP-CORE-16")
def test_without_a_fury_die_there_is_none_for_a_point_to_set():
    table = Session(person("wen", player="s3", injuries=(Suffered("shell-shock"),)), person("joss"), fortune=1)
    table.refuses("Gil", "deal-harm", "not-offered", how="forced-blow", by="wen", who=["joss"], mild=False)



@pytest.mark.rule("GP-CORE-16", "GP-CORE-18")
def test_a_fight_waits_for_what_becomes_of_who_was_hurt_in_it():
    table = Session()
    table.do("Gil", "open-fight", party=["wen", "rusk"], foes=["joss"])
    table.do("Gil", "deal-harm", how="mishap", who=["joss"], points=9, dice=0, mild=False)
    [wound] = table.state.wounds.values()
    assert wound.of == next(iter(table.state.fights))


@pytest.mark.rule("GP-CORE-11", "GP-CORE-16")
def test_the_dead_have_nothing_left_to_roll_and_nobody_waits_for_them():
    table = Session(person("wen", player="s3", fate=0), person("rusk", player="s4"))
    table.do("Gil", "terrify", by="hand", tier="fear", what="The roof burns.", people=["wen", "rusk"])
    mishap = {"how": "mishap", "who": ["wen"], "dice": 0, "mild": False}
    table.do("Gil", "deal-harm", **mishap, points=9)
    table.do("Gil", "deal-harm", **mishap, points=40)
    assert table.who("wen").dead
    assert table.state.wounds == {}
    assert [trial.who for trial in table.state.trials.values()] == ["rusk"]
    table.do("Ben", "roll", trial=table.trial, faces=[1, 2])
    assert all(ordeal.over for ordeal in table.state.ordeals.values())


@pytest.mark.rule("GP-CORE-18")
def test_a_point_sets_a_chaos_die_against_an_enemy():
    table = Session(fortune=1)
    suffer(table, lambda play: harm.damage(play, "joss", 9))
    [wound] = table.state.wounds
    table.do("Ann", "force-six", wound=wound)
    assert (table.state.wounds[wound].stage, table.state.points(table.who("wen"))) == ("injury", 0)


@pytest.mark.rule("GP-CORE-22")
@pytest.mark.parametrize(("where", "peril"), [("safe", 0), ("unsafe", 1)])
def test_sleep_restores_as_far_as_it_is_safe(where, peril):
    table = Session(person("wen", player="s3", peril=4), person("rusk", player="s4", peril=4, no_rest_until=1))
    table.do("Gil", "rest", where=where)
    assert (table.who("wen").peril, table.who("rusk").peril) == (peril, 4)
    assert where not in [offer.fixed["where"] for offer in table.offers("Gil", "rest")]


@pytest.mark.rule("GP-CORE-16")
def test_an_injury_heals_when_the_guide_says_so():
    table = Session(person("wen", player="s3", injuries=(Suffered("black-eye"),)))
    table.do("Gil", "recuperate", who="wen", injury="black-eye")
    assert table.who("wen").injuries == ()


@pytest.mark.rule("GP-CORE-07", "GP-CORE-08", "GP-CORE-09")
def test_derived_values():
    wen = person(
        "wen", attributes={"brawn": 42, "perception": 55}, shifts={"brawn": 1}, armor="mail", load=10, peril=0
    )
    assert (wen.bonus("brawn"), wen.limit, wen.overage) == (5, 8, 2)
    assert (sum(part.worth for part in wen.damage_threshold), wen.initiative) == (9, 6)
    assert sum(part.worth for part in wen.peril_threshold) == 6


@pytest.mark.rule("GP-CORE-09")
@pytest.mark.parametrize(("load", "initiative"), [(6, 6), (7, 5), (11, 1), (12, 0), (20, 0)])
def test_overage_lowers_initiative_and_not_below_0(load, initiative):
    assert person("wen", load=load).initiative == initiative


@pytest.mark.rule("GP-CORE-21")
def test_leaning():
    assert [person("a", order=o, chaos=c).leaning for o, c in ((2, 1), (1, 2), (3, 3))] == ["order", "chaos", "equal"]
    assert person("b", leans="chaos", order=5).leaning == "chaos"


@pytest.mark.rule("GP-CORE-12")
def test_how_tired_a_players_character_is_everybody_sees():
    table = Session(person("wen", player="s3", peril=2), person("joss", peril=2))
    tracks = {row.id: row.state for row in table.game.cast(table.state, False)}
    assert (tracks["wen"], tracks["joss"]) == ("Ignore 1 Skill Rank", "")


@pytest.mark.rule("GP-CORE-12", "GP-CORE-22")
def test_of_the_guides_people_nobody_hears_more_of_peril_than_whether_they_can_act():
    table = Session()
    for now, heard in (
        ("imperiled", []), ("incapacitated", ["is Incapacitated! now. "]),
        ("ignore-1", ["is no longer Incapacitated! "]), ("unhindered", []),
    ):
        before = len(table.read["Ann"])
        table.do("Gil", "set-track", who="joss", track="peril", now=now)
        assert table.read["Ann"][before:] == heard


@pytest.mark.rule("GP-CORE-11", "GP-CORE-15")
def test_a_blow_says_whose_it_is_to_those_who_know_of_them():
    table = Session(person("wen", player="s3"), person("joss"), person("lurk", name="Lurker", known=False))
    table.do("Gil", "deal-harm", how="blow", by="joss", who=("wen",), faces=[3])
    assert "takes 6 Damage from Joss against 3: " in table.read["Ann"][-1]
    table.do("Gil", "deal-harm", how="blow", by="lurk", who=("wen",), faces=[5])
    assert "takes 8 Damage against 3: " in table.read["Ann"][-1]
    assert "takes 8 Damage from Lurker against 3: " in table.read["Gil"][-1]
    assert [one.by for one in table.heard["Ann"] if isinstance(one, DamageSuffered)] == ["joss", ""]
    table.do("Gil", "deal-harm", how="mishap", who=("wen",), points=7)
    assert "takes 7 Damage against 3: " in table.read["Ann"][-1]


@pytest.mark.rule("GP-CORE-12")
@pytest.mark.parametrize(("now", "says"), [
    ("imperiled", "is Imperiled now."), ("ignore-2", "must ignore 2 Skill Ranks now."),
])
def test_a_place_that_is_set_is_told_as_a_sentence(now, says):
    table = Session()
    [set_, *_] = table.do("Gil", "set-track", who="wen", track="peril", now=now)
    assert set_.line(table.state).text == says

"""Tactics: what people whom the guide plays would do, and one press for it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from moot.core.events import name_of
from moot.games.modos.conflict.rounds import Delayed
from moot.games.modos.conflicts import Deed, Position, Running
from moot.games.modos.figures import TACTICS
from moot.games.modos.harm import disable
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import OURS
from moot.games.modos.npcs.tactics import advice, press_for
from moot.games.modos.person import Gear, Person
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown


def one(sheet: str, id_: str, **more: Any) -> Person:
    return person_of(OURS[sheet], id_, **more)


def wolves(count: int, *others: Person) -> Sitting:
    pack = [one("creatures/mountain-wolf", f"wolf{number}", name=f"Wolf {number}") for number in range(1, count + 1)]
    return Sitting(person("ann", player="s3"), *pack, *others)


def says(table: Sitting, who: str) -> tuple[str, str]:
    press = press_for(table.state, table.gm, who)
    return (name_of(press.wish.do), press.wish.why) if press else ("", "")


def plan(table: Sitting, who: str) -> str:
    """What somebody would do first, whether or not it can be done now."""
    return name_of(next(advice(table.state, who)).do)


def turn_of(table: Sitting, who: str) -> None:
    while table.conflict.whose != who:
        table.does(table.conflict.whose, "end-turn")


def hurt(table: Sitting, who: str, damage: int) -> None:
    table.put(who, damage={"P": damage})


def declared(table: Sitting) -> Deed:
    assert table.conflict.beat is not None
    return table.conflict.beat.deed


@pytest.mark.rule("MO-X506")
def test_there_are_four_ways_to_fight():
    assert {row.id: (row.flees, row.shelters, row.keeps) for row in TACTICS.values()} == {
        "solo-aggressive": (25, 0, 0), "solo-cautious": (50, 0, 1), "team-aggressive": (0, 25, 1),
        "team-cautious": (50, 50, 0),
    }
    assert {sheet.tactic for sheet in OURS.values()} == {"", *TACTICS}


@pytest.mark.rule("MO-X506")
def test_one_press_attacks_with_what_hurts_most_and_keeps_an_action_back():
    table = wolves(1)
    table.fight(wolf1=15, ann=5)
    for left in (2, 1):
        table.does("wolf1", "by-tactics")
        assert (declared(table).kind, declared(table).targets, declared(table).skill) == ("attack", ("ann",), "unarmed")
        table.does("ann", "pass", faces=[1])
        assert table.conflict.people["wolf1"].left == left
    assert says(table, "wolf1") == ("end-turn", "Keeps what is left to answer with.")
    table.does("wolf1", "by-tactics")
    assert table.conflict.whose == "ann"


@pytest.mark.rule("MO-X506", "MO-X323")
def test_nobody_is_attacked_who_has_nothing_left_there_to_lose():
    table = wolves(1, person("ben", player="s4"))
    table.fight(wolf1=15, ann=5, ben=4)
    table.befall(lambda play: disable(play, "ann", "P"))
    assert says(table, "wolf1")[1].startswith("Attacks Ben")
    table.befall(lambda play: disable(play, "ben", "P"))
    assert plan(table, "wolf1") == "end-turn"
    for who in ("ann", "ben"):
        table.put(who, marks=(table.mark("dead"),))
    assert plan(table, "wolf1") == "end-turn"


@pytest.mark.rule("MO-X506")
def test_a_team_goes_around_where_others_hold_the_front_and_takes_cover_when_hurt():
    table = wolves(3, person("ben", player="s4"))
    table.fight(ann=5, ben=4, wolf1=19, wolf2=18, wolf3=17)
    assert [plan(table, f"wolf{number}") for number in (1, 2, 3)] == ["attack", "attack", "move"]
    turn_of(table, "wolf3")
    table.does("wolf3", "by-tactics")
    assert declared(table).place == Position(posture="flanking", toward="ours")
    table.let_be()
    hurt(table, "wolf3", 12)
    assert says(table, "wolf3") == ("move", "Takes cover: 20 % of health left.")


@pytest.mark.rule("MO-X506")
@pytest.mark.parametrize(("posture", "does"), [("offensive", "move"), ("defensive", "attack")])
def test_a_team_that_is_not_in_front_holds_no_front_to_go_around(posture, does):
    table = wolves(3)
    table.fight(ann=5, wolf1=19, wolf2=18, wolf3=17)
    for number in (1, 2, 3):
        table.state = table.state.with_entry(f"wolf{number}", place=Position(posture=posture))
    assert plan(table, "wolf3") == does


@pytest.mark.rule("MO-X506")
@pytest.mark.parametrize(("damage", "does"), [(13, "attack"), (14, "flee")])
def test_one_who_fights_alone_and_fiercely_flees_with_a_quarter_left(damage, does):
    """The troll has a maximum of 18: 4 are 22 %, 5 are 27 %."""
    table = Sitting(person("ann", player="s3"), one("creatures/bridge-troll", "troll"))
    table.fight(troll=15, ann=5)
    hurt(table, "troll", damage)
    assert says(table, "troll")[0] == does


@pytest.mark.rule("MO-X506")
def test_one_who_fights_alone_and_fiercely_strikes_back():
    table = Sitting(person("ann", player="s3"), one("creatures/ghoul", "ghoul"))
    table.fight(ann=15, ghoul=5)
    table.does("ann", "attack", tool="natural", target="ghoul")
    assert says(table, "ghoul") == ("attack", "Attacks Ann with Teeth and claws.")
    table.does("ghoul", "by-tactics", faces=[1, 1, 1])
    assert table.conflict.people["ghoul"].left == 2


@pytest.mark.rule("MO-X506", "MO-216", "MO-204")
def test_a_careful_one_waits_to_come_first_then_combines_attacks_and_keeps_one_to_defend():
    table = Sitting(person("ann", player="s3"), one("machines/program-gladiator", "gladiator"))
    table.fight(ann=15, gladiator=5)
    table.does("ann", "attack", tool="natural", target="gladiator")
    assert says(table, "gladiator") == ("defend", "Defends.")
    table.does("gladiator", "by-tactics", faces=[5, 15])
    table.does("ann", "end-turn")
    table.does("gladiator", "by-tactics")
    assert table.last(Delayed).after == "round"
    assert (table.conflict.round, table.conflict.whose) == (2, "gladiator")
    table.does("gladiator", "by-tactics")
    table.does("ann", "defend", against="gladiator", skill="parry", faces=[15, 2, 1])
    table.does("gladiator", "by-tactics")
    assert declared(table).keep is True
    table.does("ann", "pass", faces=[1])
    assert says(table, "gladiator")[0] == "end-turn"


@pytest.mark.rule("MO-X506")
def test_a_careful_team_holds_both_postures_first_then_the_rear_attacks():
    guards = [one("people/guard", f"guard{number}", name=f"Guard {number}") for number in (1, 2)]
    table = Sitting(person("ann", player="s3"), *guards)
    table.fight(ann=5, guard1=15, guard2=14)
    assert says(table, "guard1") == ("move", "Takes the defensive posture, which nobody holds.")
    table.does("guard1", "by-tactics")
    table.let_be()
    assert says(table, "guard1") == ("attack", "Attacks Ann with Spear.")
    turn_of(table, "guard2")
    assert says(table, "guard2")[0] == "end-turn"
    hurt(table, "guard2", 6)
    assert says(table, "guard2") == ("move", "Takes cover: 50 % of health left.")


@pytest.mark.rule("MO-X506")
def test_who_has_cover_with_half_their_health_left_stays_there():
    guards = [one("people/guard", f"guard{number}", name=f"Guard {number}") for number in (1, 2)]
    table = Sitting(person("ann", player="s3", gear=("bow-short",)), *guards)
    table.fight(ann=5, guard1=15, guard2=14)
    table.does("guard1", "by-tactics")
    table.let_be()
    hurt(table, "guard1", 6)
    assert says(table, "guard1")[0] == "attack"


@pytest.mark.rule("MO-X506")
def test_where_there_is_no_cover_a_careful_team_flees():
    table = Sitting(person("ann", player="s3"), one("people/guard", "guard"))
    table.fight(ann=5, guard=15)
    table.state = table.state.with_conflict(postures=("offensive",))
    hurt(table, "guard", 6)
    assert says(table, "guard") == ("flee", "Flees: 50 % of health left.")


def test_who_has_no_tactics_is_played_by_hand_until_the_guide_sets_some():
    table = Sitting(person("ann", player="s3"), one("people/henchman", "thug"))
    table.fight(thug=15, ann=5)
    table.refuses("Gil", "by-tactics", "no-tactics", who="thug")
    table.refuses("Ann", "by-tactics", "guide-only", who="thug")
    table.do("Gil", "set-nature", who="thug", tactic="solo-aggressive")
    assert not table.read["Ann"] or "fights" not in table.read["Ann"][-1]
    assert says(table, "thug") == ("attack", "Attacks Ann with Pistol.")
    table.do("Gil", "set-nature", who="thug")
    table.refuses("Gil", "by-tactics", "no-tactics", who="thug")


@pytest.mark.rule("MO-X506")
@pytest.mark.rule("MO-X506", "MO-X502")
def test_who_is_built_quickly_can_have_tactics_from_the_start():
    table = Sitting(person("ann", player="s3"))
    built = {"level": 2, "main": "P", "skill": "armed"}
    table.do("Gil", "quick-build", name="Rusk", tactic="solo-aggressive", **built)
    table.do("Gil", "quick-build", name="Snik", **built)
    rusk, snik = (next(who.id for who in table.state.cast() if who.name == name) for name in ("Rusk", "Snik"))
    thrown: Any = {rusk: 20, snik: 12, "ann": 1}
    table.fight(**thrown)
    assert says(table, rusk)[0] == "attack"
    assert table.asked("Gil").beside == f"by-tactics:{rusk}", "one press, beside the button of an attack"
    turn_of(table, snik)
    assert table.asked("Gil").beside == f"end-turn:{snik}"
    assert says(table, snik) == ("", "")


def test_what_cannot_be_done_is_left_out_of_what_is_advised():
    table = Sitting(person("ann", player="s3"), one("people/elf-huntsman", "elf"))
    table.fight(elf=15, ann=5)
    table.does("elf", "by-tactics")
    table.does("ann", "pass", faces=[1])
    assert table.who("elf").gear[0].spent == 1
    table.do("Gil", "set-thing", who="elf", thing=table.who("elf").gear[0].id, at="away", spent=1)
    assert says(table, "elf") == ("attack", "Attacks Ann with Bare hands.")


@pytest.mark.rule("MO-X506")
@pytest.mark.parametrize(("sheet", "tool", "does"), [
    ("creatures/ghoul", "natural", "attack"), ("creatures/ghoul", "ann-bow-short", "pass"),
    ("machines/program-gladiator", "ann-bow-short", "defend"),
])
def test_who_fights_fiercely_does_not_defend_even_where_no_blow_of_theirs_reaches(sheet, tool, does):
    table = Sitting(person("ann", player="s3", gear=("bow-short",)), one(sheet, "foe"))
    table.fight(ann=15, foe=5)
    for who in ("ann", "foe") if tool != "natural" else ():
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    table.does("ann", "attack", tool=tool, thrown=False, target="foe")
    assert says(table, "foe")[0] == does


@pytest.mark.rule("MO-X506", "MO-406")
def test_a_careful_one_lets_a_deed_be_that_is_not_aimed_at_them():
    table = Sitting(person("ann", player="s3"), one("machines/program-gladiator", "gladiator", asking="always"))
    table.fight(ann=15, gladiator=5)
    table.have(running={"r": Running(id="r", row="hold-3", caster="ann", stored=12, pros={"gladiator": 0})})
    table.does("ann", "work", words="opens the gate", pool="P")
    assert says(table, "gladiator") == ("pass", "Lets it be.")


@pytest.mark.rule("MO-X602", "MO-X506")
def test_nobody_fights_by_their_tactics_where_there_is_no_combat():
    table = Sitting(person("ann", player="s3"), person("foe", tactic="solo-aggressive"), combat="false")
    table.fight(foe=15, ann=5)
    [offer] = table.offers("Gil", "by-tactics")
    assert offer.why == "Keeps what is left to answer with."
    table.does("foe", "by-tactics")
    assert table.conflict.whose == "ann"


@pytest.mark.rule("MO-X506", "MO-314")
def test_who_is_down_is_no_target_and_holds_no_line():
    guards = [one("people/guard", f"guard{n}", name=f"Guard {n}") for n in (1, 2, 3)]
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), *guards)
    table.fight(guard1=20, guard2=19, ann=18, ben=17, guard3=16)
    for who in ("guard1", "guard3"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    assert "Attacks Ann" in says(table, "guard1")[1]
    table.befall(partial(disable, who="ann", pool="P"))
    assert "Attacks Ben" in says(table, "guard1")[1]
    table.befall(partial(disable, who="guard2", pool="P"))
    assert says(table, "guard1") == ("move", "Takes the offensive posture, which nobody holds.")


@pytest.mark.rule("MO-X506")
@pytest.mark.parametrize(("count", "cover"), [(1, True), (2, False)])
def test_careful_people_wait_for_no_line_that_they_cannot_form(count, cover):
    guards = [one("people/guard", f"guard{n}", name=f"Guard {n}") for n in range(1, count + 1)]
    table = Sitting(person("ann", player="s3"), *guards)
    thrown: Any = {"ann": 1} | {who.id: 20 - 5 * n for n, who in enumerate(guards)}
    table.fight(**thrown)
    if not cover:
        table.do("Gil", "set-scene", more=())
    assert "Attacks Ann" in says(table, "guard1")[1]


@pytest.mark.rule("MO-X506", "MO-X217", "MO-X315")
def test_who_defends_by_their_tactics_is_not_swayed_by_the_first_words():
    table = Sitting(person("ann", player="s3"), person("foe", tactic="solo-cautious"))
    table.fight(ann=15, foe=5)
    table.does("ann", "sway", skill="persuade", target="foe", words="Give up.")
    table.do("Gil", "by-tactics", who="foe", faces=[9, 12])
    assert (table.last(ContestThrown).outcome, table.who("foe").marks) == ("con", ())


@pytest.mark.rule("MO-X506", "MO-X217")
@pytest.mark.parametrize(("deed", "does"), [
    ({"do": "cast", "power": "cure-1", "targets": ("ogre",)}, "pass"),
    ({"do": "cast", "power": "fire-1", "targets": ("ogre",)}, "resist"),
    ({"do": "tend", "skill": "healer", "pool": "P", "target": "ogre"}, "pass"),
    ({"do": "sway", "skill": "persuade", "target": "ogre", "words": "Run!"}, "pass"),
])
def test_who_defends_by_their_tactics_lets_friends_help_but_not_harm_them(deed, does):
    shaman = person("shaman", points={"magic:cure-1": 2, "magic:fire-1": 2, "healer": 1, "persuade": 1})
    ogre = person("ogre", tactic="team-cautious", damage={"P": 4})
    table = Sitting(person("ann", player="s3"), shaman, ogre)
    table.fight(shaman=20, ogre=5, ann=1)
    table.does("shaman", **deed)
    assert says(table, "ogre")[0] == does


@pytest.mark.rule("MO-X506", "MO-319")
@pytest.mark.parametrize(("gear", "front"), [("spear", "attack"), ("bow-short", "end-turn")])
def test_the_front_strikes_itself_where_those_behind_it_reach_nobody(gear, front):
    guards = [person(who, tactic="team-cautious", gear=(gear,)) for who in ("guard1", "guard2")]
    table = Sitting(person("ann", player="s3"), *guards)
    table.fight(guard1=20, guard2=15, ann=1)
    for who in ("ann", "guard1"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    turn_of(table, "guard2")
    assert says(table, "guard2")[0] == front


@pytest.mark.rule("MO-X506", "MO-216")
def test_two_who_wait_to_come_first_do_not_wait_for_each_other():
    foes = [one("people/secret-agent", f"agent{n}", name=f"Agent {n}") for n in (1, 2)]
    table = Sitting(person("ann", player="s3"), *foes)
    table.fight(ann=20, agent1=10, agent2=5)
    table.does("ann", "end-turn")
    for who in ("agent1", "agent2"):
        assert plan(table, who) == "delay"
        table.does(who, "by-tactics")
    for who in ("agent1", "agent2"):
        assert table.conflict.whose == who
        assert plan(table, who) == "attack"
        table.does(who, "end-turn")


@pytest.mark.rule("MO-X506", "MO-X324")
def test_who_has_shot_reloads_where_a_shot_hurts_more_than_what_is_left():
    table = Sitting(person("ann", player="s3"), one("people/elf-huntsman", "elf"))
    table.fight(elf=20, ann=1)
    table.does("elf", "by-tactics")
    table.let_be()
    assert says(table, "elf") == ("reload", "Reloads Bow, long.")
    table.does("elf", "by-tactics")
    table.let_be()
    assert says(table, "elf")[0] == "end-turn"
    table.does("elf", "end-turn")
    table.does("ann", "attack", tool="natural", target="elf")
    assert says(table, "elf")[0] == "defend"


@pytest.mark.rule("MO-X506", "MO-X120")
@pytest.mark.parametrize(("held", "does"), [
    ((), "Draws Sword."), (("dagger",), "Attacks Ann with dagger."),
    (("shield-small",), "Draws Sword."), (("shield-small", "torch"), "Attacks Ann with Bare hands."),
])
def test_who_would_strike_with_the_bare_body_draws_a_weapon_if_a_hand_is_free(held, does):
    gear = [Gear(id=row, name=row, row="" if row == "torch" else row, at="held") for row in held]
    sword = Gear(id="sword", name="Sword", row="sword-bastard", at="stowed")
    table = Sitting(person("ann", player="s3"), person("guard", tactic="solo-aggressive", gear=(*gear, sword)))
    table.fight(guard=20, ann=1)
    assert says(table, "guard")[1] == does
    if does == "Draws Sword.":
        table.does("guard", "by-tactics")
        table.let_be()
        assert says(table, "guard") == ("attack", "Attacks Ann with Sword.")

"""A game aboard: the Tension Die, where the alien is, doors and ducts, deaths, and how it ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Count, Play, Seeded
from moot.core.chance import MOST_SIDES, Given
from moot.core.choices import Purse
from moot.games.modos.adventures.papers import playing
from moot.games.modos.conflict.opening import ConflictEnded
from moot.games.modos.contests import Facts, Side
from moot.games.modos.harm import Blow, disable, strike
from moot.games.modos.isolation.aboard import AlienPlaced, locate
from moot.games.modos.isolation.alien import encounter
from moot.games.modos.isolation.endings import GoalTurned
from moot.games.modos.isolation.finds import PartsStrewn
from moot.games.modos.isolation.noticing import senses
from moot.games.modos.isolation.ship import Ship, closed_in
from moot.games.modos.live import catalog_of
from moot.games.modos.person import Gear, Mark
from moot.games.modos.reckoning import contest_terms, skill_total
from moot.games.modos.room import GAME
from moot.games.modos.tests.people import person
from moot.games.modos.tests.sailing import HOLD, LOCK, RULES, SAILING, Aboard, met
from moot.games.modos.tests.table import Sitting
from moot.games.modos.view.desk import picture as drawn
from moot.games.modos.vocabulary import standing
from moot.kit.graph import Graph
from moot.testing import SEATS, choices
from moot.testing.walk import Survey, Walk


def terms(table, who, skill, pool="P"):
    found = contest_terms(table.state, Side(who=who, pool=pool, skill=skill), Facts())
    return {term.label: term.worth for term in found if term.rule == "MO-IS02"}


class Unseen:
    """Luck of a hidden die that shows a face."""

    def __init__(self, face: int) -> None:
        self._face = face

    def pick(self, n: int) -> int:
        """One of the ways that lead to the face."""
        assert n > MOST_SIDES, "nobody can type it in"
        return self._face - 1


@pytest.mark.rule("MO-M013", "MO-M400", "MO-IS01", "MO-IS06")
def test_the_crew_wakes_in_the_commissary_with_tension_1_an_unseen_alien_and_no_magic():
    table = Aboard()
    assert (table.ship.tension, set(table.ship.at.values())) == (1, {"commissary"})
    assert not table.who(table.ship.alien).known
    assert table.who(table.ship.alien).level == 8
    assert not catalog_of(table.state).powers
    assert {"commissary", "bridge", "mainframe", "airlock", "shuttle"} <= {one.room for one in table.ship.map.places}


@pytest.mark.rule("MO-IS01")
def test_who_comes_to_the_table_later_wakes_where_the_crew_woke():
    table = Aboard(at={"ripley": "bridge", "dallas": "hold"})
    table.refuses("Gil", "wake-later", "all-aboard", "MO-IS01", who="ripley")
    table.have(people={**table.state.people, "kane": person("kane", player="s5")})
    table.refuses("Cleo", "go", "nobody-goes", "MO-IS02", who="kane", to="bridge")
    table.refuses("Cleo", "wake-later", "guide-only", "MO-IS01", who="kane")
    table.do("Gil", "wake-later", who="kane")
    assert table.ship.at["kane"] == "commissary"
    table.do("Cleo", "go", who="kane", to="bridge")


@pytest.mark.rule("MO-M013")
def test_without_the_house_rules_there_is_no_ship():
    table = Sitting(person("ripley", player="s3"))
    assert "isolation" not in table.state.modules
    assert not [offer for offer in table.offers("Gil") if offer.do in ("let-pass", "hunt", "go")]
    assert "isolation/isolation" not in str(table.offers("Gil", "take-adventure"))


@pytest.mark.rule("MO-X602", "MO-M013")
def test_modules_hang_on_options_and_house_rules_alone_so_that_lists_of_entries_can_be_kept_by_these():
    table = Aboard()
    assert table.state.modules == standing(frozenset({"magic"}))
    left = replace(table.state, ship=None)
    assert left.modules == table.state.modules
    assert catalog_of(left) is catalog_of(table.state)
    assert replace(table.state, house=()).modules == standing(frozenset({"magic", "isolation"}))
    assert (GAME.housed(table.state, ()).ship, GAME.housed(left, (RULES,)).ship) == (None, Ship())


@pytest.mark.rule("MO-M014")
def test_tension_rises_at_the_first_visits_and_at_every_meeting():
    table = Aboard(at={"ripley": "hold"})
    for to, tension in (("airlock", 2), ("hold", 2), ("shuttle", 3), ("hold", 3), ("airlock", 3)):
        table.do("Ann", "go", who="ripley", to=to)
        assert table.ship.tension == tension
    assert met().ship.tension == 2
    assert met(tension=10).ship.tension == 10, "the die has no more sides"


@pytest.mark.rule("MO-M014", "MO-IS06")
@pytest.mark.parametrize("comes", [False, True])
def test_the_alien_is_met_too_where_the_guide_lets_it_fight_or_come_in(comes):
    table = Aboard(at={"ripley": "hold", "dallas": "bridge"}, rest=3)
    table.do("Gil", "show-person", who=table.ship.alien)
    table.do("Gil", "open-conflict", what="A quarrel", ours=("ripley",), theirs=() if comes else (table.ship.alien,))
    if comes:
        assert table.ship.tension == 1
        table.do("Gil", "come-in", who=table.ship.alien, side="theirs")
    assert (table.ship.tension, table.ship.lair, table.ship.seen, table.ship.rest) == (2, "hold", True, 0)
    table.do("Gil", "come-in", who="dallas", side="ours")
    assert table.ship.tension == 2, "it was met already"


@pytest.mark.rule("MO-IS07", "MO-M014")
def test_the_cat_runs_too_where_the_guide_opened_the_fight():
    crew = person("ripley", player="s3"), person("jonas", player="s4")
    table = Aboard(*crew, at={"ripley": "hold", "jonas": "hold"}, roles={"jonas": "cat"})
    table.do("Gil", "show-person", who=table.ship.alien)
    table.do("Gil", "open-conflict", what="A quarrel", ours=("ripley",), theirs=(table.ship.alien,))
    assert table.ship.at["jonas"] == "commissary"


@pytest.mark.rule("MO-IS07", "MO-M014")
def test_a_cat_that_runs_into_the_airlock_is_the_first_there():
    crew = person("ripley", player="s3"), person("jonas", player="s4")
    table = Aboard(*crew, at=dict.fromkeys(("ripley", "jonas"), "hold"), lair="hold", roles={"jonas": "cat"})
    table.fate(shut=tuple(key for key in HOLD if key != LOCK))
    table.do("Gil", "hunt", who="ripley", how="loud")
    assert (table.ship.at["jonas"], table.ship.tension, table.ship.first) == ("airlock", 3, ("airlock",))


@pytest.mark.rule("MO-M014", "MO-IS06")
def test_a_meeting_counts_once_however_it_begins():
    table = met()
    assert (table.ship.tension, table.ship.lair) == (2, "hold")
    table.do("Gil", "end-conflict", how="It hisses, and waits")
    table.do("Gil", "open-conflict", what="Once more", ours=("ripley",), theirs=(table.ship.alien,))
    assert (table.ship.tension, table.ship.lair) == (3, "hold")


@pytest.mark.rule("MO-IS04", "MO-IS02")
def test_those_go_along_who_are_in_the_same_room_and_nobody_through_a_shut_door():
    crew = [person(who, player="s3") for who in ("ripley", "dallas", "kane")]
    table = Aboard(*crew, at={"ripley": "hold", "dallas": "hold", "kane": "bridge"}, shut=(LOCK,))
    table.refuses("Ann", "go", "not-a-choice", who="ripley", to="commissary", also=("kane",))
    table.refuses("Ann", "go", "not-a-choice", who="ripley", to="airlock")
    table.do("Ann", "go", who="ripley", to="commissary", also=("dallas",))
    assert table.ship.at == {"ripley": "commissary", "dallas": "commissary", "kane": "bridge"}


@pytest.mark.rule("MO-IS04")
@pytest.mark.parametrize(("face", "steps"), [(5, {0}), (4, {1, 2}), (1, {1, 2}), (6, {3}), (10, {3})])
def test_the_die_says_how_far_off_the_alien_is(face, steps):
    table = Aboard(tension=5)
    play = Play(table.state, table.gm, Unseen(face), GAME.evolve)
    locate(play, "bridge")
    table.happen(*play.events)
    off = {"bridge": 0, "commissary": 1, "mainframe": 1, "hold": 2, "duct-a": 2}
    assert off.get(table.ship.lair, 3) in steps
    assert not [event for event in table.heard["Ann"] if isinstance(event, AlienPlaced)]


@pytest.mark.rule("MO-IS04")
def test_not_far_off_is_any_room_that_is_one_or_two_away():
    table, found = Aboard(tension=10), set()
    for seed in range(60):
        play = Play(table.state, table.gm, Seeded(seed), GAME.evolve)
        locate(play, "bridge")
        found |= {event.room for event in play.events if isinstance(event, AlienPlaced) and event.face < 10}
    assert found == {"commissary", "mainframe", "hold", "duct-a"}


@pytest.mark.rule("MO-IS04", "MO-M321")
def test_nothing_is_rolled_while_it_is_seen_heals_or_is_shut_in():
    for more in ({"seen": True, "lair": "hold"}, {"rest": 4}, {"lair": "airlock", "shut": (LOCK,)}):
        table = Aboard(**more)
        table.befall(lambda play: locate(play, "bridge"))
        assert table.ship.lair == more.get("lair", "")


@pytest.mark.rule("MO-IS04", "MO-M321")
@pytest.mark.parametrize(("do", "blanks"), [("go", {"to": "hold"}), ("arm", {"off": False, "actions": 1})])
def test_where_the_alien_is_falls_at_the_table_even_where_players_type_their_dice_in(do, blanks):
    table = Aboard(at={"ripley": "bridge" if do == "arm" else "commissary"})
    seat, wish = table.seats["Ann"], {"do": do, "who": "ripley", **blanks}
    (offer,) = table.offers("Ann", do)[:1]
    assert (offer.rolls, GAME.commands.by_name[do].throws) == ((), False), "no form asks for a face"
    events = GAME.run(table.state, GAME.command(wish), seat, Given((), Seeded(1))).events
    assert any(isinstance(event, AlienPlaced) and event.face for event in events)


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_how_long_it_heals_falls_at_the_table_too():
    table = met()
    table.put(table.ship.alien, damage={"P": 3})
    table.befall(lambda play: disable(play, table.ship.alien, "P"))
    wish = GAME.command({"do": "end-turn", "who": "ripley"})
    events = GAME.run(table.state, wish, table.seats["Ann"], Given((), Seeded(1))).events
    assert any(isinstance(event, AlienPlaced) and event.rest for event in events)


@pytest.mark.rule("MO-IS02")
def test_ducts_slow_the_crew_and_dim_rooms_hinder_eyes_and_ears():
    table = Aboard(at={"ripley": "duct-a", "dallas": "bridge"}, roles={"dallas": "cat"})
    assert terms(table, "ripley", "movement") == {"in the duct": -8}
    assert terms(table, "ripley", "detect", "M") == {"dim and noisy here": -4}
    assert terms(table, "dallas", "detect", "M") == {}
    table.fate(at={"ripley": "bridge", "dallas": "duct-a"})
    assert terms(table, "dallas", "movement") == {}, "the cat fits"


@pytest.mark.rule("MO-IS02", "MO-IS04")
def test_a_dim_room_does_not_tell_those_who_sneak_where_the_alien_is():
    table = Aboard(lair="workshop", at={"ripley": "bridge"})
    table.do("Gil", "show-person", who=table.ship.alien)
    table.do("Ann", "sneak", who="ripley", skill="sneak", targets=(table.ship.alien,), words="sneaks")
    [contest] = table.state.contests
    table.does(table.ship.alien, "throw-contest", contest=contest, skill="detect", half=True)
    told = []
    for lair in ("workshop", "bridge"):
        table.fate(lair=lair)
        told.append(table.own("Ann"))
    assert told[0] == told[1]
    table.fate(lair="workshop", seen=True)
    assert terms(table, table.ship.alien, "detect", "M") == {"dim and noisy here": -4}


@pytest.mark.rule("MO-IS02", "MO-IS05")
@pytest.mark.parametrize(("lair", "comes"), [("hold", False), ("bridge", True)])
def test_a_dim_room_hinders_the_ears_of_an_alien_that_nobody_has_noticed(lair, comes):
    table = Aboard(lair=lair)
    face = 11 - skill_total(table.state, table.ship.alien, "detect")
    table.do("Gil", "hunt", who="ripley", how="listens", faces=[face])
    assert (table.state.conflict is not None) is comes


@pytest.mark.rule("MO-IS02", "MO-IS07")
def test_a_door_takes_a_pad_at_hand_or_the_computer_once_a_round():
    table = Aboard(at={"ripley": "hold", "dallas": "airlock"}, roles={"dallas": "cat"})
    table.do("Ann", "use-pad", who="ripley", junction=LOCK)
    assert table.ship.shut == (LOCK,)
    table.refuses("Ben", "use-pad", "no-pad", "MO-IS02", who="dallas", junction=LOCK)
    table.do("Gil", "work-remotely", junction=LOCK)
    assert table.ship.shut == ()
    table.do("Ann", "use-pad", who="ripley", junction=LOCK)
    table.refuses("Gil", "work-remotely", "one-a-round", "MO-IS07", junction=LOCK)
    table.do("Gil", "let-pass", rounds=1)
    table.do("Gil", "work-remotely", junction=LOCK)


@pytest.mark.rule("MO-IS02")
def test_a_door_is_an_action_of_a_turn():
    table = met()
    table.do("Ann", "use-pad", who="ripley", junction=LOCK)
    table.let_be()
    assert (table.ship.shut, table.conflict.people["ripley"].actions) == ((LOCK,), 2)


@pytest.mark.rule("MO-IS02", "MO-X205")
@pytest.mark.parametrize(("faces", "shut"), [((18, 1), (LOCK,)), ((2, 18), ())])
def test_the_alien_hinders_whoever_works_a_door(faces, shut):
    table = met()
    table.put(table.ship.alien, asking="always")
    table.do("Ann", "use-pad", who="ripley", junction=LOCK)
    table.does(table.ship.alien, "hinder", words="drags her off", pool="P")
    table.does("dallas", "pass", faces=faces)
    assert (table.ship.shut, table.conflict.people["ripley"].actions) == (shut, 2)


@pytest.mark.rule("MO-IS03", "MO-E60")
def test_finds_are_taken_where_they_lie():
    table = Aboard(at={"ripley": "workshop"})
    table.do("Ann", "take-found", who="ripley", thing="workshop/0")
    assert [thing.row for thing in table.who("ripley").gear] == ["torch"]
    assert not [offer for offer in table.offers("Ann", "take-found") if offer.fixed["thing"] == "workshop/0"]


@pytest.mark.rule("MO-IS07")
def test_the_cat_takes_nothing_up():
    table = Aboard(at={"ripley": "workshop"}, roles={"ripley": "cat"})
    table.refuses("Ann", "take-found", "nothing-there", who="ripley", thing="workshop/0")


@pytest.mark.rule("MO-IS03")
def test_for_a_harder_game_finds_are_collected_in_parts_put_together_and_charged():
    table = Aboard(at={"ripley": "mainframe", "dallas": "workshop"})
    table.do("Gil", "strew-parts", faces=[1, 1, 2, 2, 2, 3, 3, 3])
    assert "Nozzle of the torch in the mainframe" in table.seen(guide=True).secret[-1]
    assert "torch" not in str(table.seen(guide=False))
    assert not [event for event in table.heard["Ann"] if isinstance(event, PartsStrewn) and event.rooms]
    assert not [offer for offer in table.offers("Ben", "take-found") if offer.fixed["thing"] == "workshop/0"]
    table.do("Ann", "take-found", who="ripley", thing="torch/Nozzle")
    table.refuses("Ann", "make-ready", "parts-missing", "MO-IS03", who="ripley", thing="torch")
    table.do("Ben", "take-found", who="dallas", thing="torch/Gas bottle")
    table.do("Ben", "lose-gear", who="dallas", items=(table.who("dallas").gear[0].id,), to="ripley")
    table.do("Ann", "make-ready", who="ripley", thing="torch")
    [flat] = table.who("ripley").gear
    assert (flat.name, flat.row) == ("Torch, not charged", ""), "it does not burn yet"
    table.fate(at={"ripley": "workshop"})
    table.refuses("Ann", "make-ready", "no-power", "MO-IS03", who="ripley", thing="torch")
    table.fate(at={"ripley": "bridge"})
    table.do("Ann", "make-ready", who="ripley", thing="torch")
    assert [thing.row for thing in table.who("ripley").gear] == ["torch"]


@pytest.mark.rule("MO-IS03")
def test_the_cat_box_needs_no_power_and_nothing_lies_in_parts_once_something_is_taken():
    parts = {"cat-box/Lid": "hold", "cat-box/Grating": "hold"}
    table = Aboard(strewn=parts, spotted=tuple(parts), at={"ripley": "hold"})
    for part in ("Lid", "Grating"):
        table.do("Ann", "take-found", who="ripley", thing=f"cat-box/{part}")
    table.do("Ann", "make-ready", who="ripley", thing="cat-box")
    assert [thing.name for thing in table.who("ripley").gear] == ["Cat box"]
    table.refuses("Gil", "strew-parts", "laid-out", "MO-IS03")


@pytest.mark.rule("MO-IS03")
@pytest.mark.parametrize(("more", "able"), [
    ({}, True), ({"taken": ("workshop/0",)}, False), ({"strewn": {"cat-box/Lid": "hold"}}, False),
])
def test_finds_are_laid_out_in_parts_before_anything_is_taken_and_once(more, able):
    assert bool(Aboard(**more).offers("Gil", "strew-parts")) is able


@pytest.mark.rule("MO-IS03")
def test_putting_together_is_an_action_of_a_turn():
    table = met(strewn={"torch/Nozzle": "hold", "torch/Gas bottle": "hold"})
    parts = (Gear(id="p1", name="Nozzle of the torch"), Gear(id="p2", name="Gas bottle of the torch"))
    table.put("ripley", gear=parts)
    table.do("Ann", "make-ready", who="ripley", thing="torch")
    table.let_be()
    assert [thing.name for thing in table.who("ripley").gear] == ["Torch, not charged"]
    assert table.conflict.people["ripley"].actions == 2


@pytest.mark.rule("MO-IS01")
@pytest.mark.parametrize(("level", "begins"), [(1, True), (3, True), (4, False)])
def test_the_crew_is_of_level_1_to_3(level, begins):
    table = Sitting(person("ripley", player="s3", level=level), magic="false")
    table.state = GAME.housed(table.state, (RULES,))
    table.do("Gil", "take-adventure", adventure="isolation/isolation")
    paper = next(iter(table.state.papers))
    if begins:
        table.do("Gil", "begin-adventure", paper=paper)
        return
    table.refuses("Gil", "begin-adventure", "wrong-level", "MO-IS01", paper=paper)
    assert table.own("Gil").desk[0].words.startswith("Not yet: “Isolation” is played at level 1 to 3")
    shown: Any = GAME.opened(table.state, table.gm, paper)
    assert "Ripley, 4" in shown.barred


@pytest.mark.rule("MO-IS03")
def test_there_is_nothing_else_to_fight_with_aboard():
    table = Aboard()
    table.refuses("Ann", "take-gear", "nothing-aboard", "MO-IS03", who="ripley", items=("pistol",))
    table.refuses("Ann", "own-gear", "not-a-choice", who="ripley", name="Axe", kind="weapon")
    table.do("Ann", "own-gear", who="ripley", name="A photograph", kind="item")
    table.do("Gil", "take-gear", who="ripley", items=("pistol",))


@pytest.mark.rule("MO-IS03", "MO-IS05")
@pytest.mark.parametrize(("lair", "seen"), [("commissary", True), ("airlock", False)])
def test_the_sensor_shows_what_moves_within_two_rooms(lair, seen):
    table = Aboard(at={"ripley": "mainframe"}, lair=lair)
    table.do("Ann", "take-found", who="ripley", thing="mainframe/0")
    table.do("Ann", "use-sensor", who="ripley")
    assert table.ship.seen is seen


@pytest.mark.rule("MO-IS05")
@pytest.mark.parametrize(("face", "lair", "seen"), [(20, "hold", True), (1, "hold", False), (20, "airlock", False)])
def test_who_listens_finds_it_two_rooms_off_with_a_pro(face, lair, seen):
    table = Aboard(at={"ripley": "bridge"}, lair=lair)
    table.do("Ann", "listen", who="ripley")
    table.throws("ripley", face, 10)
    assert table.ship.seen is seen


@pytest.mark.rule("MO-IS05")
def test_the_boxed_cat_hisses_at_an_alien_in_the_next_room():
    table = Aboard(at={"ripley": "bridge"}, boxed="ripley")
    table.put("ripley", gear=(Gear(id="box", name="Cat box"),))
    table.do("Gil", "move-alien", to="hold")
    assert not table.ship.seen
    table.do("Gil", "move-alien", to="commissary")
    assert table.ship.seen


@pytest.mark.rule("MO-IS05")
@pytest.mark.parametrize(("carries", "seen"), [("ripley", True), ("dallas", False)])
def test_the_cat_is_where_its_box_is_and_hisses_when_that_comes_near(carries, seen):
    table = Aboard(at={"ripley": "hold", "dallas": "hold"}, boxed="ripley", lair="airlock", shut=(LOCK,))
    table.put(carries, gear=(Gear(id="box", name="Cat box"),))
    table.do("Ben", "go", who="dallas", to="commissary")
    assert table.ship.seen is seen


@pytest.mark.rule("MO-IS05")
def test_the_guide_gives_a_sign_of_an_alien_that_is_near():
    table = Aboard(at={"ripley": "airlock", "dallas": "airlock"}, lair="bridge")
    table.refuses("Gil", "give-sign", "not-near", "MO-IS05", sign="Heavy steps, somewhere close.")
    table.fate(at={"ripley": "hold", "dallas": "airlock"})
    table.do("Gil", "give-sign", sign="Heavy steps, somewhere close.")
    assert "Heavy steps, somewhere close." in table.read["Ann"][-1]


@pytest.mark.rule("MO-IS03")
def test_the_sensor_counts_the_others_of_the_crew_within_two_rooms():
    crew = [person(who, player="s3") for who in ("ripley", "dallas", "kane", "ash")]
    table = Aboard(*crew, at={"ripley": "mainframe", "dallas": "commissary", "kane": "airlock", "ash": "workshop"})
    table.do("Ann", "take-found", who="ripley", thing="mainframe/0")
    table.do("Ann", "use-sensor", who="ripley")
    assert "2 of the crew within 2 rooms" in table.read["Ann"][-1]


@pytest.mark.rule("MO-IS05", "MO-012")
@pytest.mark.parametrize(("face", "comes"), [(20, True), (1, False)])
def test_it_charges_whom_it_hears(face, comes):
    table = Aboard(lair="hold")
    table.do("Gil", "hunt", who="ripley", how="listens", faces=[face])
    assert (table.state.conflict is not None) is comes


@pytest.mark.rule("MO-IS05", "MO-012")
@pytest.mark.parametrize("louder", [0, 1])
def test_it_hears_whom_its_senses_beat_who_sneaks_by_half(louder):
    """Ripley sneaks with 10, P 3 and 1 point."""
    table = Aboard(person("ripley", player="s3", P=16, points={"sneak": 1}), lair="bridge")
    face = 14 - skill_total(table.state, table.ship.alien, "detect") + louder
    table.do("Gil", "hunt", who="ripley", how="listens", faces=[face])
    assert (table.state.conflict is not None) is bool(louder)


@pytest.mark.rule("MO-IS05", "MO-006")
def test_it_knows_of_those_for_whom_it_comes_even_if_they_had_sneaked_past_it():
    table = Aboard(lair="bridge")
    unaware = tuple(table.mark("unaware", toward=who, source=who) for who in ("ripley", "dallas"))
    table.put(table.ship.alien, marks=tuple(replace(mark, id=f"m-{mark.toward}") for mark in unaware))
    table.do("Gil", "hunt", who="ripley", how="listens", faces=[1])
    assert len(table.who(table.ship.alien).marks) == 2
    table.do("Gil", "hunt", who="ripley", how="loud")
    assert [mark.toward for mark in table.who(table.ship.alien).marks] == ["dallas"]


@pytest.mark.rule("MO-IS05", "MO-IS07")
@pytest.mark.parametrize("more", [{"boxed": "ripley"}, {"roles": {"dallas": "cat"}}, {}])
def test_there_is_one_cat_to_box(more):
    table = Aboard(**more)
    table.put("ripley", gear=(Gear(id="box", name="Cat box"),))
    if more:
        table.refuses("Gil", "box-cat", "no-cat", "MO-IS05", who="ripley")
        return
    table.refuses("Gil", "box-cat", "not-offered", who="dallas")
    table.do("Gil", "box-cat", who="ripley")
    assert table.ship.boxed == "ripley"


@pytest.mark.rule("MO-M322")
def test_the_alien_adds_the_tension_to_its_damage():
    table = Aboard(tension=7)
    taken = table.befall(lambda play: strike(play, Blow(title="jaw", on="ripley", by=table.ship.alien, points=1)))
    assert taken == 8


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_beaten_it_is_gone_and_whole_after_some_minutes():
    table = met()
    table.put(table.ship.alien, damage={"P": 3})
    table.befall(lambda play: disable(play, table.ship.alien, "P"))
    table.do("Ann", "end-turn", who="ripley", faces=())
    alien = table.who(table.ship.alien)
    assert (table.state.conflict, table.ship.rest, alien.marks, alien.hurt("P")) == (None, 1, (), 0)
    assert table.ship.dark == ()
    table.refuses("Gil", "hunt", "nobody-near", "MO-IS05", who="ripley", how="loud")
    table.do("Gil", "let-pass", rounds=0)
    assert table.ship.rest == 0


@pytest.mark.rule("MO-M321", "MO-IS06")
@pytest.mark.parametrize("others", [False, True])
def test_what_brings_it_down_outside_a_fight_does_not_disable_it_either(others):
    table = Aboard(lair="hold", seen=True)
    if others:
        table.do("Gil", "open-conflict", what="A quarrel", ours=("ripley",), theirs=("dallas",))
    table.befall(partial(disable, who=table.ship.alien, pool="P"))
    table.do("Gil", "call-order" if others else "let-pass", **({} if others else {"rounds": 1}))
    alien = table.who(table.ship.alien)
    assert (alien.marks, table.ship.lair, table.ship.seen, table.ship.rest > 0) == ((), "", False, True)
    assert (table.state.conflict is not None) is others, "it was no part of that"


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_when_nobody_stands_against_it_it_is_gone_and_has_nothing_to_heal():
    table = met()
    for who in ("ripley", "dallas"):
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Ann", "end-turn", who="ripley")
    assert (table.state.conflict, table.ship.lair, table.ship.rest, table.ship.over) == (None, "", 0, "")


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_beaten_where_nobody_knows_it_breaks_no_light():
    table = Aboard(at={"ripley": "hold"})
    table.do("Gil", "show-person", who=table.ship.alien)
    table.do("Gil", "open-conflict", what="In the dark", ours=("ripley",), theirs=(table.ship.alien,))
    table.befall(lambda play: disable(play, table.ship.alien, "P"))
    table.do("Gil", "call-order")
    assert (table.state.conflict, table.ship.dark, table.ship.rest > 0) == (None, (), True)


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_shut_in_with_the_crew_it_breaks_the_light():
    table = met(shut=HOLD)
    table.befall(lambda play: disable(play, table.ship.alien, "P"))
    table.do("Ann", "end-turn", who="ripley")
    assert table.ship.dark == ("hold",)


@pytest.mark.rule("MO-M321", "MO-IS06")
def test_shut_in_alone_it_is_out_after_d4_rounds():
    table = Aboard(lair="airlock", shut=(LOCK,))
    table.do("Gil", "let-pass", rounds=1, faces=())
    assert (table.ship.caught, closed_in(table.ship, table.ship.map, "airlock")) == (1, True)
    table.do("Gil", "let-pass", rounds=1)
    assert (table.ship.lair, table.ship.shut) == ("hold", ())


@pytest.mark.rule("MO-M321", "MO-315")
def test_when_hours_pass_it_is_whole_and_out_of_where_it_was_shut_in():
    table = Aboard(rest=7)
    table.do("Gil", "pass-time", unit="hours", count=1)
    assert table.ship.rest == 0
    table.fate(lair="airlock", shut=(LOCK,), worked=True)
    table.do("Gil", "pass-time", unit="days", count=1)
    assert (table.ship.lair, table.ship.shut, table.ship.worked) == ("hold", (), False)


@pytest.mark.rule("MO-M321", "MO-IS06")
@pytest.mark.parametrize(("room", "caught"), [("commissary", 2), ("workshop", 0)])
def test_shut_in_with_somebody_it_does_not_work_at_its_way_out(room, caught):
    ways = ("duct-a|workshop", "duct-b|workshop", "hold|workshop")
    table = Aboard(at={"ripley": room}, lair="workshop", shut=ways, caught=3 if room == "commissary" else 0)
    table.do("Gil", "let-pass", rounds=1)
    assert (table.ship.lair, table.ship.caught, table.ship.shut) == ("workshop", caught, ways)


@pytest.mark.rule("MO-M314", "MO-IS07")
def test_the_disabled_are_dead_and_go_on_as_the_cat_the_android_and_the_computer():
    table = Aboard()
    for name in ("Jonas", "Joe", "Faith"):
        table.refuses("Ann", "take-spare", "not-dead", "MO-M314")
        mine = [who.id for who in table.state.party() if who.player == "s3" and not who.dead]
        table.befall(partial(disable, who=mine[0], pool="P"))
        table.do("Gil", "let-pass", rounds=1)
        assert [mark.row for mark in table.who(mine[0]).marks] == ["dead"]
        table.do("Ann", "take-spare")
        assert [who.name for who in table.state.party()][-1] == name
    assert list(table.ship.roles.values()) == ["cat", "android", "computer"]
    table.refuses("Gil", "work-remotely", "not-the-computer", "MO-IS07", junction=LOCK)
    table.do("Ann", "work-remotely", junction=LOCK)


@pytest.mark.rule("MO-IS07")
@pytest.mark.parametrize(("tension", "turned"), [(4, 0), (5, 1)])
def test_from_tension_6_the_android_wants_the_alien_alive(tension, turned):
    table = Aboard(at={"ripley": "hold"}, roles={"dallas": "android"}, tension=tension)
    table.do("Ann", "go", who="ripley", to="shuttle")
    assert sum(isinstance(event, GoalTurned) for event in table.events) == turned
    goals = (*table.who("dallas").goals, "Come home")
    words = {"name": "Dallas", "goals": "\n".join(goals), "flaws": "Rigid"}
    table.do("Ben", "set-details", who="dallas", concept="", **words)
    table.do("Gil", "let-pass", rounds=1)
    assert table.who("dallas").goals == goals, "what else the android wants, the player says"


@pytest.mark.rule("MO-IS07", "MO-IS06")
def test_it_lets_the_android_be_and_the_cat_runs():
    crew = person("ripley", player="s3"), person("joe", player="s4"), person("jonas", player="s5")
    table = Aboard(*crew, lair="bridge")
    table.fate(roles={"joe": "android", "jonas": "cat"})
    table.do("Gil", "hunt", who="ripley", how="loud")
    assert set(table.conflict.people) == {"ripley", table.ship.alien}
    assert table.ship.at["jonas"] != "commissary"


@pytest.mark.rule("MO-IS07")
@pytest.mark.parametrize(("lair", "role", "says"), [
    ("commissary", "cat", "It is in here."), ("hold", "cat", "It is in the next room."), ("airlock", "cat", ""),
    ("", "cat", ""), ("commissary", "android", ""),
])
def test_the_cat_knows_of_it_in_its_own_room_and_the_next(lair, role, says):
    table = Aboard(lair=lair, roles={"ripley": role})
    assert senses(table.state, "ripley") == says


@pytest.mark.rule("MO-IS07")
@pytest.mark.parametrize("gone", ["dead", "retired"])
def test_a_cat_that_is_dead_or_gone_runs_from_nothing(gone):
    crew = [person(who, player="s3") for who in ("ripley", "jonas")]
    table = Aboard(*crew, at=dict.fromkeys(("ripley", "jonas"), "hold"), lair="hold", roles={"jonas": "cat"})
    if gone == "dead":
        table.put("jonas", marks=(Mark(id="m1", row="dead"),))
    else:
        table.do("Ann", "retire", who="jonas")
    table.do("Gil", "hunt", who="ripley", how="loud")
    assert table.ship.at["jonas"] == "hold"


@pytest.mark.rule("MO-IS07", "MO-IS02")
def test_the_gm_speaks_for_the_computer_again_once_nobody_plays_it():
    table = Aboard(person("ripley", player="s3"), person("faith", player="s4"), roles={"faith": "computer"})
    table.refuses("Gil", "work-remotely", "not-the-computer", "MO-IS07", junction=LOCK)
    table.do("Ben", "retire", who="faith")
    table.do("Gil", "work-remotely", junction=LOCK)
    assert LOCK in table.ship.shut


@pytest.mark.rule("MO-IS07")
@pytest.mark.parametrize(("at", "shut", "then"), [
    ("hold", (), "commissary"), ("airlock", (), "airlock"),
    ("hold", HOLD, "hold"),
])
def test_the_cat_runs_from_the_room_that_the_alien_enters_if_a_way_is_open(at, shut, then):
    crew = person("ripley", player="s3"), person("jonas", player="s4")
    table = Aboard(*crew, at={"ripley": "hold", "jonas": at}, lair="bridge", roles={"jonas": "cat"})
    table.fate(shut=shut)
    table.befall(lambda play: encounter(play, "hold"))
    assert table.ship.at["jonas"] == then
    assert "jonas" not in table.conflict.people


@pytest.mark.rule("MO-IS08", "MO-IS06")
def test_it_goes_into_the_airlock_only_after_prey():
    table = Aboard(lair="hold")
    rooms = {choice.value for choice in table.blank("Gil", "move-alien").choices}
    assert "airlock" not in rooms
    table.fate(at={"ripley": "airlock"})
    rooms = {choice.value for choice in table.blank("Gil", "move-alien").choices}
    assert "airlock" in rooms


@pytest.mark.rule("MO-IS04")
def test_once_it_has_gone_elsewhere_nobody_knows_where_it_is():
    table = Aboard(lair="hold", seen=True)
    table.do("Gil", "move-alien", to="workshop")
    assert (table.ship.lair, table.ship.seen) == ("workshop", False)
    assert "Nobody knows where it is now." in " ".join(table.read["Ann"])


@pytest.mark.rule("MO-IS06", "MO-IS02")
def test_it_goes_where_open_doors_lead_and_anywhere_from_where_nobody_knows():
    table = Aboard(lair="workshop", shut=("hold|workshop", "duct-b|workshop"))
    rooms = {choice.value for choice in table.blank("Gil", "move-alien").choices}
    assert "hold" in rooms, "through the duct, the bridge and the commissary"
    table.fate(shut=("hold|workshop", "duct-b|workshop", "duct-a|mainframe", "commissary|duct-a"))
    assert {choice.value for choice in table.blank("Gil", "move-alien").choices} == {"workshop", "duct-a"}
    table.fate(lair="")
    rooms = {choice.value for choice in table.blank("Gil", "move-alien").choices}
    assert rooms >= {"bridge", "hold", "shuttle", "duct-b"}


@pytest.mark.rule("MO-IS08")
@pytest.mark.parametrize(("lair", "suit", "over"), [
    ("airlock", "", "flushed"), ("airlock", "worn", "flushed"), ("airlock", "stowed", "flushed"), ("bridge", "", ""),
])
def test_the_outer_door_takes_the_alien_and_those_who_wear_no_suit(lair, suit, over):
    crew = person("ripley", player="s3", gear=("spacesuit",) if suit else ()), person("dallas", player="s4")
    table = Aboard(*crew, at={"ripley": "airlock", "dallas": "hold"}, lair=lair)
    table.put("ripley", gear=tuple(replace(thing, at=suit) for thing in table.who("ripley").gear))
    table.refuses("Ben", "open-outer", "inner-open", "MO-IS08", who="dallas")
    table.fate(shut=(LOCK,))
    table.do("Ben", "open-outer", who="dallas")
    assert (table.ship.over, table.who("ripley").dead) == (over, suit != "worn")
    assert (table.ship.alien in table.state.people) == (not over), "it is gone for good"
    assert (table.ship.map is None, playing(table.state.papers.values()) is None) == (bool(over), bool(over))


@pytest.mark.rule("MO-IS08")
def test_an_outer_door_that_opens_for_nothing_tells_the_crew_so():
    table = Aboard(at={"ripley": "hold", "dallas": "mainframe"}, lair="bridge", shut=(LOCK,))
    table.do("Ann", "open-outer", who="ripley")
    assert "The alien was not in there." in table.read["Ben"][-1]
    table.do("Ben", "persuade-computer", who="dallas", faces=())
    table.throws("dallas", 20, 1)
    assert "The alien was not in there." in table.read["Ann"][-1]


@pytest.mark.rule("MO-IS08")
def test_the_outer_door_is_opened_from_inside_or_beside_the_airlock():
    table = Aboard(at={"ripley": "bridge", "dallas": "hold"}, shut=(LOCK,))
    table.refuses("Ann", "open-outer", "not-there", "MO-IS08", who="ripley")
    table.fate(at={"ripley": "airlock", "dallas": "hold"})
    assert [len(table.offers(name, "open-outer")) for name in ("Ann", "Ben")] == [1, 1]


@pytest.mark.rule("MO-IS08", "MO-M321")
@pytest.mark.parametrize(("shut", "over"), [((LOCK,), "tricked"), ((), "")])
def test_tricking_the_computer_takes_a_round_that_the_alien_uses(shut, over):
    table = Aboard(at={"ripley": "mainframe"}, lair="airlock", shut=(LOCK,))
    table.do("Ann", "persuade-computer", who="ripley", faces=())
    assert table.ship.caught == 1
    table.fate(shut=shut)
    table.throws("ripley", 20, 1)
    assert table.ship.over == over


@pytest.mark.rule("MO-IS08")
def test_who_leaves_the_mainframe_talks_to_the_computer_no_more_and_nobody_talks_twice_at_once():
    table = Aboard(at={"ripley": "mainframe"}, lair="bridge", shut=(LOCK,))
    table.do("Ann", "persuade-computer", who="ripley", faces=())
    table.refuses("Ann", "persuade-computer", "not-there", "MO-IS08", who="ripley")
    [way] = table.offers("Ann", "go")
    table.do("Ann", "go", **way.fixed, to=next(iter(choices(way, "to"))))
    assert not table.offers("Ann", "throw-contest")
    assert "The contest is called off. " in table.read["Ann"]


@pytest.mark.rule("MO-IS09", "MO-IS04")
def test_the_shuttle_needs_six_actions_on_the_bridge_and_has_air_for_two():
    table = Aboard(at={"ripley": "bridge", "dallas": "shuttle"})
    table.refuses("Ben", "launch", "not-armed", "MO-IS09", who=["dallas"])
    for _ in range(2):
        table.do("Ann", "arm", who="ripley", off=False, actions=3)
    assert table.ship.armed == 6
    assert table.offers("Ben", "launch")[0].purse == Purse(2, "seats")
    table.do("Ben", "launch", who=["dallas"])
    assert (table.ship.over, table.who("ripley").dead, table.who("dallas").dead) == ("left", True, False)


@pytest.mark.rule("MO-IS09", "MO-IS04")
def test_stopping_self_destruction_takes_six_actions_too_and_tells_nothing_of_the_alien():
    table = Aboard(at={"ripley": "bridge", "dallas": "shuttle"}, armed=4)

    def works(*, off: bool, actions: int) -> tuple[int, bool, int]:
        """What is done then, whether it runs, and how often the alien was located."""
        before = len(table.events)
        table.do("Ann", "arm", who="ripley", off=off, actions=actions)
        sought = sum(isinstance(event, AlienPlaced) for event in table.events[before:])
        return table.ship.armed, table.ship.runs, sought

    counts = [field for offer in table.offers("Ann", "arm") for field in offer.fields if isinstance(field, Count)]
    assert [count.most for count in counts] == [2, 3]
    assert works(off=False, actions=1) == (5, False, 1)
    assert works(off=True, actions=1) == (4, False, 0)
    assert works(off=False, actions=2) == (6, True, 2)
    assert works(off=True, actions=3) == (3, True, 0)
    assert table.offers("Ben", "launch")
    assert works(off=True, actions=3) == (0, False, 0)
    table.refuses("Ben", "launch", "not-armed", "MO-IS09", who=["dallas"])


@pytest.mark.rule("MO-IS09", "MO-IS08")
def test_an_android_needs_none_of_the_air_for_two():
    crew = [person(who, player="s3") for who in ("ripley", "joe", "dallas", "kane")]
    table = Aboard(*crew, at=dict.fromkeys(("ripley", "joe", "dallas", "kane"), "shuttle"), armed=6, runs=True)
    table.fate(roles={"joe": "android"})
    assert table.blank("Ann", "launch").default == ("joe",)
    table.refuses("Ann", "launch", "too-dear", "MO-IS09", who=["ripley", "dallas", "kane"])
    table.do("Ann", "launch", who=["ripley", "joe", "dallas"])
    assert [who for who in table.state.people if table.who(who).dead] == ["kane"]


@pytest.mark.rule("MO-IS09", "MO-M321")
def test_what_is_shut_in_uses_the_rounds_of_those_who_work_on_the_bridge():
    table = Aboard(at={"ripley": "bridge"}, lair="airlock", shut=(LOCK,), caught=2, worked=True)
    table.do("Ann", "arm", who="ripley", off=False, actions=3)
    assert (table.ship.caught, table.ship.worked) == (1, False)
    table.do("Ann", "arm", who="ripley", off=False, actions=3)
    assert (table.ship.lair, table.ship.shut) != ("airlock", (LOCK,))


@pytest.mark.rule("MO-M314", "MO-IS07", "MO-IS09")
def test_the_computer_alone_is_nobody_to_go_on_as():
    table = Aboard(roles={"jonas": "cat", "joe": "android"})
    for who in ("ripley", "dallas"):
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Gil", "let-pass", rounds=1)
    assert table.ship.over == "lost"


@pytest.mark.rule("MO-IS01", "MO-IS09", "MO-M314")
@pytest.mark.parametrize("ends", ["wakes", "dies", "finished"])
def test_it_is_not_lost_while_somebody_who_came_late_can_still_wake(ends):
    table = Aboard(roles={"jonas": "cat", "joe": "android"})
    table.have(people={**table.state.people, "kane": person("kane", player="s5")})
    for who in ("ripley", "dallas"):
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Gil", "let-pass", rounds=1)
    assert not table.ship.over
    if ends == "wakes":
        assert "wake-later:kane" in [way.key for way in table.asked("Gil").ways]
        table.do("Gil", "wake-later", who="kane")
        table.do("Cleo", "go", who="kane", to="bridge")
    elif ends == "dies":
        table.put("kane", marks=(table.mark("dead"),))
        table.do("Gil", "let-pass", rounds=1)
    else:
        table.do("Gil", "finish-adventure")
    assert table.ship.over == ("" if ends == "wakes" else "lost")


@pytest.mark.rule("MO-M314", "MO-IS07")
def test_when_all_are_dead_and_nobody_goes_on_it_is_lost():
    table = Aboard()
    for who in ("ripley", "dallas"):
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Gil", "finish-adventure")
    assert (table.ship.over, table.ship.map) == ("lost", None)
    table.do("Gil", "retire", who=table.ship.alien)


@pytest.mark.rule("MO-M314", "MO-IS07")
@pytest.mark.parametrize(("dead", "over"), [(("ripley", "dallas"), "lost"), (("ripley",), "")])
def test_the_computer_alone_is_nobody_who_goes_on(dead, over):
    faith = person("faith", player="s5")
    crew = person("ripley", player="s3"), person("dallas", player="s4"), faith
    table = Aboard(*crew, roles={"jonas": "cat", "joe": "android", "faith": "computer"})
    for who in dead:
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Gil", "let-pass", rounds=1)
    assert table.ship.over == over
    assert table.ship.alien in table.state.people, "it is gone for good where the game is won alone"


@pytest.mark.rule("MO-M314", "MO-X201")
def test_a_fight_in_which_the_last_of_the_crew_die_is_over_with_the_game():
    table = met(roles={"jonas": "cat", "joe": "android", "faith": "computer"})
    for who in ("ripley", "dallas"):
        table.befall(partial(disable, who=who, pool="P"))
    table.do("Ann", "end-turn", who="ripley")
    assert (table.ship.over, table.state.conflict) == ("lost", None)
    assert table.last(ConflictEnded).what


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_a_game_aboard_keeps_the_contract(seed):
    survey = Survey()
    Walk(SAILING, SEATS, seed, survey).run(60)
    assert {"go", "use-pad", "hunt"} & {*survey.commands}, "nobody did anything aboard"


def test_only_the_guide_sees_the_alien():
    table = Aboard(lair="hold")
    assert table.seen(guide=True).secret == ("The alien: in the hold.",)
    seen = table.seen(guide=False)
    assert (seen.secret, {room.alien or room.hides for room in seen.rooms}) == ((), {False})
    assert [room.id for room in table.seen(guide=True).rooms if room.hides] == ["hold"]
    table.fate(seen=True)
    assert [room.id for room in table.seen(guide=False).rooms if room.alien] == ["hold"]


@pytest.mark.rule("MO-IS01", "MO-IS02")
def test_everybody_has_the_map_with_who_is_where_and_what_is_shut():
    table = Aboard(at={"ripley": "airlock"}, shut=(LOCK,), dark=("bridge",))
    seen = table.seen(guide=False)
    assert {room.id: [who.name for who in room.people] for room in seen.rooms if room.people} == {
        "commissary": ["Dallas"], "airlock": ["Ripley"],
    }
    assert [box.title for box in seen.plan.boxes] == [room.title for room in seen.rooms]
    assert ({tuple(sorted(way)) for way in seen.closed}, seen.shut) == (
        {("airlock", "hold")}, ("between the airlock and the hold",)
    )
    assert {arrow.head for arrow in seen.plan.arrows} == {""}, "every way leads both ways"
    assert {"bridge", "hold", "duct-a"} <= {room.id for room in seen.rooms if room.dim}
    assert [table.question(name).title for name in ("Ann", "Ben", "Gil")] == [
        "Ripley: The airlock", "Dallas: The commissary", "",
    ]


def map_of(table: Sitting) -> Graph:
    """The map of the ship on the guide's desk."""
    [paper] = table.state.papers.values()
    return drawn(paper)


@pytest.mark.rule("MO-IS01")
def test_the_guides_map_says_which_rooms_lie_beside_wherever_the_way_was_drawn_from():
    table = Aboard()
    table.do("Ann", "go", who="ripley", to="bridge")
    table.do("Ann", "go", who="ripley", to="mainframe")
    standing = {box.id: box.standing for box in map_of(table).boxes}
    assert (standing["mainframe"], standing["duct-a"]) == ("here", "open")
    table.do("Ann", "go", who="ripley", to="duct-a")
    standing = {box.id: box.standing for box in map_of(table).boxes}
    assert (standing["workshop"], standing["commissary"]) == ("open", "told")

"""What people see and are told: of themselves all of it, of the guide's people what the table plays with."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from moot.core import Choose
from moot.games.modos.conflict.initiative import InitiativeThrown
from moot.games.modos.harm import hurt, mend
from moot.games.modos.injuries import Hurt
from moot.games.modos.live import aware
from moot.games.modos.minds.watching import hide
from moot.games.modos.person import Mark
from moot.games.modos.room import GAME
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown
from moot.testing.world import World


def troll(table: Sitting, seat: str) -> Any:
    return next(one for one in table.board(seat)["people"].rows if one.of == "troll")


HEALTH = [
    # option, damage, what is told in numbers, in words, how the journal ends
    ("told", 4, (("Physical", 16, 20), ("Mental", 10, 10), ("Metaphysical", 10, 10)), "hurt",
     "takes 4 physical damage: 16 of 20 left."),
    ("hinted", 4, (), "hurt", "takes 4 physical damage: hurt."),
    ("hinted", 10, (), "badly hurt", "takes 10 physical damage: badly hurt."),
    ("hinted", 17, (), "nearly down", "takes 17 physical damage: nearly down."),
    ("secret", 17, (), "", "takes 17 physical damage."),
]


@pytest.mark.rule("MO-FQ19", "MO-X110")
@pytest.mark.parametrize(("option", "points", "numbers", "word", "says"), HEALTH)
def test_a_foes_health_is_told_hinted_or_secret(option, points, numbers, word, says):
    table = Sitting(person("ann", player="s3"), person("troll", P=20), health_told=option)
    table.befall(lambda play: hurt(play, "troll", "P", points))
    seen = troll(table, "Ann")
    assert (tuple((bar.name, bar.now, bar.most) for bar in seen.meters), seen.words) == (numbers, word)
    assert table.read["Ann"][-1].strip() == says
    assert table.read["Gil"][-1].strip() == f"takes {points} physical damage: {20 - points} of 20 left."
    assert (troll(table, "Gil").meters[0].now, troll(table, "Gil").meters[0].most) == (20 - points, 20)
    heard = table.heard["Ann"][-1]
    assert isinstance(heard, Hurt)
    assert (heard.now, heard.most) == ((points, 20) if option == "told" else (0, 0))


@pytest.mark.rule("MO-FQ19", "MO-314")
@pytest.mark.parametrize("option", ["told", "hinted", "secret"])
def test_everybody_sees_who_is_down_and_ones_own_health_is_told_at_any_table(option):
    table = Sitting(person("ann", player="s3", P=10), person("troll", P=20), health_told=option)
    table.befall(lambda play: hurt(play, "troll", "P", 25))
    table.befall(lambda play: hurt(play, "ann", "P", 3))
    assert troll(table, "Ben").marks == ("Mostly dead",)
    assert table.read["Ben"][-1].strip() == "takes 3 physical damage: 7 of 10 left."
    table.befall(lambda play: mend(play, "ann", "P", 2, "Cure 1"))
    assert table.read["Ben"][-1].strip() == "heals 2 physical damage by Cure 1: 9 of 10 left."


@pytest.mark.rule("MO-FQ19", "MO-X110")
@pytest.mark.parametrize("option", ["hinted", "secret"])
def test_no_page_journal_or_card_tells_how_much_a_foe_can_take(option):
    found = []
    for perks in ((), ("tough",)):
        table, seen = Sitting(person("ann", player="s3"), person("troll", P=16, perks=perks), health_told=option), []
        table.fight(ann=20, troll=1)
        for step in (
            lambda it: it.does("ann", "attack", tool="natural", target="troll"),
            lambda it: it.does("troll", "pass", faces=[3]),
            lambda it: it.befall(lambda play: hurt(play, "troll", "M", 2)),
            lambda it: it.befall(lambda play: mend(play, "troll", "P", 1, "Cure 1")),
            lambda it: it.do("Gil", "end-conflict", how="They part"),
        ):
            step(table)
            seen.append(sights(table))
        heard = [(event, event.line(table.state)) for name in ("Ann", "Ben") for event in table.heard[name]]
        found.append((seen, heard, table.read["Ann"]))
    assert found[0] == found[1]


@pytest.mark.rule("MO-X106", "MO-003")
def test_what_the_guides_people_add_to_a_die_is_one_sum_for_others():
    ann = person("ann", player="s3", P=15, points={"movement": 1})
    table = Sitting(ann, person("troll", P=20, points={"movement": 2}))
    table.do("Gil", "call-contest", who="ann", pool="P", against="troll", theirs="P", why="A race")
    [mine] = table.offers("Ann", "throw-contest")
    table.do("Ann", "throw-contest", **mine.fixed, skill="movement")
    table.do("Gil", "throw-contest", contest=mine.fixed["contest"], who="troll", skill="movement", faces=[12, 8, 13, 8])
    told, known = table.heard["Ann"][-3], table.heard["Gil"][-3]
    assert isinstance(told, ContestThrown)
    assert isinstance(known, ContestThrown)
    assert [(term.label, term.worth) for term in told.second.terms] == [("d20", 8), ("all else", 7)]
    assert [term.worth for term in known.second.terms] == [8, 5, 2]
    assert told.first == known.first
    assert [one.strip() for one in table.read["Ann"][-2:]] == [
        "throws 15 (12 + 3) against 15 (8 + 7) by Troll: a Tie. They throw again. A race",
        "throws 16 (13 + 3) against 15 (8 + 7) by Troll: a Pro. A race",
    ]


@pytest.mark.rule("MO-012", "MO-E34")
def test_a_tie_of_two_halves_stays_one_since_no_die_could_fall_otherwise():
    table = Sitting(person("ann", player="s3"), person("troll"))
    table.do("Gil", "call-contest", who="ann", pool="P", against="troll", theirs="P")
    [mine] = table.offers("Ann", "throw-contest")
    table.do("Ann", "throw-contest", **mine.fixed, half=True)
    table.do("Gil", "throw-contest", contest=mine.fixed["contest"], who="troll", half=True, faces=[])
    assert table.last(ContestThrown).outcome == "tie"
    assert not table.last(ContestThrown).again


@pytest.mark.rule("MO-212")
def test_initiative_is_told_in_short():
    table = Sitting(person("ann", player="s3", P=15), person("troll", P=20))
    table.fight(ann=12, troll=1)
    told = next(one for one in table.heard["Ann"] if isinstance(one, InitiativeThrown) and one.total.who == "troll")
    assert [term.label for term in told.total.terms] == ["d20", "all else"]
    assert [one.strip() for one in table.read["Ann"] if "initiative." in one][-2:] == [
        "throws 14 (12 + 2) for initiative.", "throws 6 (1 + 5) for initiative."
    ]


def sights(table: Sitting) -> dict[str, bytes]:
    """All that each player and watcher can see."""
    return {name: World(table.game, table.state).sight(seat) for name, seat in table.seats.items() if not seat.guides}


def test_nobody_can_tell_that_there_are_people_whom_players_do_not_know_of():
    ann, troll = person("ann", player="s3"), person("troll")
    hidden = (person("u7", "The lurker", known=False), person("u8", "The other lurker", known=False))
    plain, full = Sitting(ann, troll), Sitting(ann, troll, *hidden)
    for step in (
        lambda table: None,
        lambda table: table.do("Gil", "call-contest", who="ann", pool="P", against="fate"),
        lambda table: table.do("Ann", "throw-contest", **table.offers("Ann", "throw-contest")[0].fixed, faces=[3, 4]),
        lambda table: table.fight(ann=12, troll=4),
        lambda table: table.do("Ann", "work", who="ann", words="The rope", pool="P"),
    ):
        for table in (plain, full):
            step(table)
        assert sights(plain) == sights(full)
        assert all(full.game.opened(full.state, full.seats["Ann"], one.id) is None for one in hidden)
    assert {"u7", "u8"} <= {one.of for one in full.board("Gil")["people"].rows if one.hidden}
    assert full.game.opened(full.state, full.gm, "u7") is not None


@pytest.mark.rule("MO-X201", "MO-X219", "MO-X507")
@pytest.mark.parametrize("later", [False, True])
def test_a_hidden_trap_that_is_named_in_a_conflict_is_shown_to_players_and_unnoticed_by_their_characters(later: bool):
    trap = person("u7", "A trap", known=False, traits=("bear-trap",), kinds=("trap",))
    table = Sitting(person("ann", player="s3"), person("foe"), trap)
    [offer] = table.offers("Gil", "open-conflict")
    named = {field.name: field for field in offer.fields if isinstance(field, Choose)}
    assert "u7" not in (*named["ours"].default, *named["theirs"].default)
    assert [one.hint for one in named["theirs"].choices if one.value == "u7"] == ["Players learn of this one."]
    table.do("Gil", "open-conflict", what="A fight", ours=("ann",), theirs=("foe",) if later else ("foe", "u7"))
    assert table.who("u7").known is not later
    if later:
        table.do("Gil", "come-in", who="u7", side="theirs")
    assert table.who("u7").known
    assert any("is here." in line for line in table.read["Ann"])
    assert [aware(table.state, *pair) for pair in (("ann", "u7"), ("u7", "ann"))] == [False, True]


@pytest.mark.rule("MO-X003")
def test_somebody_whom_players_do_not_know_begins_no_story():
    table = Sitting(person("u7", known=False))
    assert GAME.situation(table.state).headline == "Who is in this story?"
    table.do("Gil", "show-person", who="u7")
    assert GAME.situation(table.state).headline == "The story goes on"


@pytest.mark.rule("MO-X109")
def test_a_perk_of_ones_own_stands_on_the_sheet_by_its_name_until_it_is_lost():
    table = Sitting(person("vael", player="s3", perks=(("own", "Water breathing"),)))

    def perks() -> list[Any]:
        sheet: Any = table.game.opened(table.state, table.seats["Ann"], "vael")
        return [(perk.title, perk.choice, perk.now) for perk in sheet.perks]

    assert perks() == [("Water breathing", "", True)]
    table.do("Gil", "set-nature", who="vael", loses=("0",))
    assert perks() == []


@pytest.mark.rule("MO-X212", "MO-X315")
def test_a_sheet_says_what_holds_somebody_how_often_and_what_that_does_apart_from_what_they_believe():
    table = Sitting(person("ann", player="s3"))
    nets = [Mark(id=f"m{at}", row="tangled", words=words) for at, words in enumerate(("a net", "a rope", "a net"))]
    table.put("ann", marks=(*nets, Mark(id="m4", row="belief", source="skill:persuade", words="Goal: go home")))
    sheet: Any = table.game.opened(table.state, table.seats["Ann"], "ann")
    tangled, swayed = sheet.states
    assert (tangled.title, tangled.times, tangled.words) == ("Tangled", 3, ("a net", "a rope"))
    assert tangled.does.startswith("Cannot change posture or flee.")
    assert (swayed.title, swayed.words, sheet.beliefs) == ("Swayed", (), ("Goal: go home",))


@pytest.mark.rule("MO-006")
def test_of_whom_somebody_is_unaware_players_read_only_where_they_know_of_them():
    table = Sitting(person("ann", player="s3"), person("trap", "A trap"), person("u9", "The lurker", known=False))
    for whom in ("trap", "u9"):
        table.befall(partial(hide, who="ann", of=whom))
    ann = {name: table.board(name)["people"].rows[0] for name in ("Gil", "Ben")}
    assert {row.of for row in ann.values()} == {"ann"}
    assert ann["Gil"].marks == ("Unaware of A trap", "Unaware of The lurker")
    assert ann["Ben"].marks == ("Unaware of A trap",)

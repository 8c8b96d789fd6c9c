"""Contests outside a conflict: worked examples of the book, fate's die, several at once, Ties."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Choose, Count, Refused
from moot.core.chance import Given
from moot.games.modos.conflict.working import Progressed
from moot.games.modos.figures import by_segments, by_title
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import SHEETS
from moot.games.modos.person import Person
from moot.games.modos.room import GAME
from moot.games.modos.settling import TieLeft
from moot.games.modos.tests.pages import form
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, Graded

SWIMMER = person("swimmer", player="s3", P=15, level=3, points={"movement": 3})


def hero(id_: str, seat: str = "s3") -> Person:
    """One of the three heroes, by the book's own sheet."""
    return person_of(SHEETS[f"heroes/{id_}"], id_, player=seat, heroes=3, kinds=("pc",))


BLAWESOME, BROLF, HAX = hero("blawesome"), hero("sir-brolf"), hero("hax420")
SHOOTERS = "knowledge:first-person shooters"

EXAMPLES: dict[str, tuple[Person, dict[str, Any], dict[str, Any], list[int], tuple[Any, ...]]] = {
    "EX02 whirlpool": (SWIMMER, {"pool": "P"}, {"skill": "movement"}, [7, 5], (12, 5, "pro")),
    "EX03 cell door": (BLAWESOME, {"pool": "P"}, {}, [16, 19], (18, 19, "con")),
    "EX04 robo-hand and nail": (HAX, {"pool": "P", "difficulty": 12, "die": "half"}, {"hero": True},
                                [11, 3], (13, 22, "con")),
    "EX05 watchman": (BROLF, {"pool": "MP", "difficulty": 4, "die": "half"}, {"skill": "persuade"},
                      [13], (15, 14, "pro")),
    "EX06 prisoner": (BROLF, {"pool": "M"}, {"hero": True}, [11, 5, 9], (15, 9, "pro")),
    "EX08 officer": (HAX, {"pool": "MP"}, {"hero": True}, [4, 2, 9], (6, 9, "con")),
    "EX17 transforming": (BROLF, {"pool": "M", "difficulty": 0}, {"skill": "persuade"}, [10, 11], (10, 11, "con")),
    "EX19 platform": (BLAWESOME, {"pool": "M", "difficulty": 4}, {"skill": "movement"}, [14, 9], (14, 13, "pro")),
    "EX20 hanging on": (HAX, {"pool": "M", "die": "half"}, {"skill": SHOOTERS}, [5], (8, 10, "con")),
}


def alone(**options: str) -> Sitting:
    return Sitting(person("ann", player="s3", heroes=1), person("foe"), **options)


@pytest.mark.rule("MO-000", "MO-002")
def test_the_guide_throws_for_those_whose_players_have_left():
    table = Sitting(SWIMMER, person("foe"))
    table.do("Gil", "call-contest", who="swimmer", against="foe", pool="P")
    assert [offer.label for offer in table.offers("Ann", "throw-contest")] == ["Throw"]
    table.leaves("Ann")
    assert [offer.label for offer in table.offers("Gil", "throw-contest")] == ["Swimmer throws", "Foe throws"]


@pytest.mark.rule("MO-002", "MO-212")
def test_nobody_is_waited_for_to_throw_in_a_contest_while_a_conflict_is_being_set_up():
    table = Sitting(SWIMMER, person("foe"))
    table.do("Gil", "call-contest", who="swimmer", against="foe", pool="P")
    assert "Swimmer’s throw" in [one.what for one in table.game.situation(table.state).waiting]
    table.do("Gil", "open-conflict", what="A fight", ours=("swimmer",), theirs=("foe",))
    assert table.offers("Ann", "throw-contest") == []
    waited = [one.what for one in table.game.situation(table.state).waiting]
    assert "the conflict to begin" in waited
    assert not [what for what in waited if what.endswith("throw")]


@pytest.mark.rule("MO-002", "MO-003", "MO-010", "MO-012", "MO-007", "MO-FQ01")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_contests_of_the_book_come_out_as_printed(name):
    who, called, thrown, faces, expected = EXAMPLES[name]
    table = Sitting(who)
    table.do("Gil", "call-contest", who=who.id, against="fate", **called)
    came = table.throws(who.id, *faces, **thrown)
    assert (came.first.worth, came.second.worth, came.outcome) == expected
    assert not table.state.contests


@pytest.mark.rule("MO-002", "MO-010")
def test_one_throw_of_fate_stands_against_all_who_try_the_same():
    """EX19, the platform: 7 and 12 fall short of 13, and 14 does not."""
    table = Sitting(person("brolf", player="s3"), person("hax", player="s4"), person("blawesome", player="s5"))
    table.do("Gil", "call-contest", who="brolf", also=("hax", "blawesome"), pool="M", against="fate", difficulty=4)
    table.throws("hax")
    table.throws("blawesome")
    assert not [event for event in table.events if isinstance(event, ContestThrown)]
    table.throws("brolf", 7, 9, 12, 14)
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.second.worth, one.outcome) for one in thrown] == [
        (7, 13, "con"), (12, 13, "con"), (14, 13, "pro"),
    ]


@pytest.mark.rule("MO-002", "MO-X005")
def test_one_throw_of_somebody_stands_against_all_who_try_the_same():
    table = Sitting(person("brolf", player="s3"), person("blawesome", player="s4"), person("baker", P=14))
    table.do("Gil", "call-contest", who="brolf", also=("blawesome", "baker"), pool="P", against="baker", theirs="P")
    assert {contest.sides[0].who for contest in table.state.contests.values()} == {"brolf", "blawesome"}
    table.throws("brolf")
    table.throws("blawesome")
    assert len(table.offers("Gil", "throw-contest")) == 1
    table.throws("baker", 15, 12, 9)
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.second.worth, one.outcome) for one in thrown] == [(15, 14, "pro"), (9, 14, "con")]


@pytest.mark.rule("MO-008", "MO-012")
def test_two_outrun_a_crowd_that_takes_half():
    """EX07, the foot chase: 20, and 18 by half, hero die, P and movement, against 10."""
    table = Sitting(BROLF, hero("blawesome", "s4"))
    table.do("Gil", "call-contest", who="sir-brolf", also=("blawesome",), pool="P", against="fate", die="half")
    table.throws("sir-brolf")
    table.throws("blawesome", 20, 5, half=True, hero=True, skill="movement")
    came = [(event.first.worth, event.second.worth, event.outcome) for event in table.events
            if isinstance(event, ContestThrown)]
    assert came == [(20, 10, "pro"), (18, 10, "pro")]


@pytest.mark.rule("MO-X010", "MO-FQ15")
@pytest.mark.parametrize(("faces", "second", "outcome"), [([9, 3], 7, "pro"), ([15], 14, "pro"), ([14], 14, "tie")])
def test_the_guide_may_roll_against_a_low_total_instead_of_taking_half(faces, second, outcome):
    table = alone(tie="neutral")
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate", difficulty=4, die="drama")
    came = table.throws("ann", *faces)
    assert (came.second.worth, came.outcome) == (second, outcome)


@pytest.mark.rule("MO-X010", "MO-FQ15", "MO-011", "MO-E90")
@pytest.mark.parametrize(("faces", "difficulty", "outcome"), [
    ([20, 3], 20, "con"), ([1, 1], -1, "both-con"), ([1, 20], -20, "both-con"), ([2, 2], -3, "pro"),
])
def test_a_20_or_a_1_does_nothing_special(faces, difficulty, outcome):
    table = Sitting(person("ann", player="s3", P=8))
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate", difficulty=difficulty)
    assert table.throws("ann", *faces).outcome == outcome


@pytest.mark.rule("MO-X014")
def test_a_sure_deed_is_thrown_for_to_see_how_well_it_goes():
    """EX33: Blawesome pulls a willing ally along."""
    table = Sitting(BLAWESOME)
    table.do("Gil", "call-contest", who="blawesome", pool="P", against="nobody")
    table.throws("blawesome", 12, 4, hero=True, skill="movement")
    assert table.last(Graded).total.worth == 19
    assert table.who("blawesome").heroes == 2
    assert not table.state.contests


@pytest.mark.rule("MO-X007", "MO-X008", "MO-E51", "MO-009", "MO-X009")
def test_parts_and_titles_make_a_task_harder_by_the_step():
    """EX25: thin ice, hypothermia, a wounded doe: Easy becomes Arduous. What is easy for an Expert is 8."""
    assert (by_segments(3), by_title("expert")) == (12, 8)
    titles = ("amateur", "professional", "expert", "master", "legendary", "mythic")
    assert [by_title(title) for title in titles] == [0, 4, 8, 12, 16, 20]
    table = alone()
    [offer] = table.offers("Gil", "call-contest")
    [hint] = [field.hint for field in offer.fields if isinstance(field, Count)]
    for said in ("Arduous 12", "Expert 8", "Mythic 20", "12 for three of them", "searching in the dark 8"):
        assert said in hint


@pytest.mark.rule("MO-FQ14", "MO-X210")
def test_nothing_combines_outside_a_conflict():
    table = alone()
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    [offer] = table.offers("Ann", "throw-contest")
    assert "keep" not in {field.name for field in offer.fields}


@pytest.mark.rule("MO-E34", "MO-X001")
def test_a_tie_is_thrown_again_or_left_as_the_table_plays_it():
    table = alone()
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    assert table.throws("ann", 9, 9, 12, 4).outcome == "pro"
    table = alone(tie="neutral")
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    assert table.throws("ann", 9, 9).outcome == "tie"
    assert not table.state.contests


@pytest.mark.rule("MO-E34", "MO-X001")
@pytest.mark.parametrize(("ruling", "faces"), [("pro", None), ("con", None), ("tie", None), ("again", [12, 4])])
def test_the_guide_rules_a_tie_where_the_table_asks(ruling, faces):
    """EX18, the arm cannon: 6 against 6, and a vivid description."""
    table = alone(tie="ask")
    table.do("Gil", "call-contest", who="ann", pool="M", against="fate")
    table.throws("ann", 4, 2, 6, hero=True)
    [contest] = table.state.contests
    assert "a Tie" in {one.what for one in table.game.situation(table.state).waiting}
    table.refuses("Ann", "rule-tie", "guide-only", "MO-X001", contest=contest, ruling="pro")
    table.do("Gil", "rule-tie", contest=contest, ruling=ruling, why="vivid", faces=faces and [12, 3, 4])
    assert not table.state.contests
    assert table.who("ann").heroes == 0
    if faces:
        assert table.last(ContestThrown).outcome == "pro"


@pytest.mark.rule("MO-E34")
@pytest.mark.parametrize(("rulings", "gained"), [(["pro"], 5), (["con"], 0), (["tie"], 0), (["again", "pro"], 5)])
def test_a_tie_in_a_conflict_stops_the_deed_until_the_guide_rules(rulings, gained):
    table = Sitting(person("ann", player="s3"), person("foe"), tie="ask")
    table.do("Gil", "open-conflict", what="A race", ours=("ann",), theirs=("foe",))
    table.do("Gil", "set-goal", goal="", what="first", side="ours", most=20, die="d8", regress="none")
    table.do("Gil", "call-order")
    table.does("ann", "throw-initiative", pool="P", faces=[15])
    table.does("foe", "throw-initiative", pool="P", faces=[5])
    [goal] = table.conflict.goals
    table.does("ann", "work", words="runs", pool="P", goal=goal)
    table.do("Gil", "set-fate", sure=False, faces=[11, 11])
    assert table.conflict.beat is not None
    assert table.conflict.beat.tied is not None
    for at, ruling in enumerate(rulings):
        last = at == len(rulings) - 1
        faces = [7, 7] if ruling == "again" else [5] if last and gained else []
        table.do("Gil", "rule-tie", contest="", ruling=ruling, faces=faces)
    assert table.conflict.goals[goal].gained == gained
    assert len([event for event in table.events if isinstance(event, Progressed)]) == bool(gained)
    assert (table.conflict.people["ann"].actions, table.state.phase) == (2, "turn")


@pytest.mark.rule("MO-006")
def test_players_hear_nothing_of_somebody_whom_they_do_not_know():
    table = Sitting(person("ann", player="s3"), person("shade", "Lurking shade", known=False, points={"sneak": 1}))
    table.do("Gil", "call-contest", who="ann", pool="M", against="shade", theirs="P")
    table.throws("ann")
    assert [one.label for one in table.offers("Gil", "throw-contest")] == ["Lurking shade throws"]
    came = table.throws("shade", 12, 9, skill="sneak")
    assert came.second.worth == 10
    table.do("Gil", "call-contest", who="shade", pool="P", against="fate")
    table.do("Gil", "call-contest", who="shade", pool="P", theirs="M", against="ann")
    [offer] = table.offers("Ann", "throw-contest")
    assert offer.why.endswith("against fate.")
    heard = " ".join([*map(str, table.heard["Ann"]), *table.read["Ann"], str(table.board("Ann"))])
    assert "shade" not in heard.lower()
    assert "sneak" not in heard.lower()


@pytest.mark.rule("MO-006", "MO-E34")
@pytest.mark.parametrize(("first", "second"), [("ann", "shade"), ("shade", "ann")])
def test_a_tie_tells_players_nothing_of_what_others_added_to_their_die(first, second):
    for known in (True, False):
        shade = person("shade", "Lurking shade", known=known, points={"sneak": 1})
        table = Sitting(person("ann", player="s3"), shade, tie="ask")
        table.do("Gil", "call-contest", who=first, pool="P", theirs="P", against=second)
        table.throws("ann")
        table.throws("shade", *((11, 10) if first == "ann" else (10, 11)), skill="sneak")
        heard = " ".join([*map(str, table.heard["Ann"]), *table.read["Ann"], str(table.board("Ann"))]).lower()
        [tie] = [event for event in table.heard["Ann"] if isinstance(event, TieLeft)]
        assert [total.worth for total in tie.totals] == [11, 11]
        assert "sneak points" not in heard
        assert ("shade" in heard) is known


@pytest.mark.rule("MO-006")
def test_players_hear_nothing_of_the_end_of_a_contest_of_which_they_knew_nothing():
    table = Sitting(person("ann", player="s3"), person("shade", known=False))
    table.do("Gil", "call-contest", who="shade", pool="P", against="fate")
    table.throws("shade", 4, 5)
    table.do("Gil", "call-contest", who="shade", pool="P", against="fate")
    [contest] = table.state.contests
    table.do("Gil", "drop-contest", contest=contest)
    assert not table.state.contests
    assert table.heard["Ann"] == []


@pytest.mark.rule("MO-000", "MO-X005")
def test_those_who_are_ready_throw_when_the_last_whom_they_waited_for_is_let_off():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"))
    table.do("Gil", "call-contest", who="ann", also=("ben",), pool="P", against="fate")
    _, of_ben = table.state.contests
    table.throws("ann")
    assert [offer.rolls for offer in table.offers("Gil", "drop-contest")] == [(), (20, 20)]
    table.do("Gil", "drop-contest", contest=of_ben, faces=[12, 9])
    assert table.last(ContestThrown).outcome == "pro"
    assert not table.state.contests


@pytest.mark.rule("MO-X310", "MO-002")
@pytest.mark.parametrize("against", ["fate", "foe"])
def test_nobody_throws_in_a_contest_for_the_dead(against):
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    together = {"also": ("ann",)} if against == "fate" else {}
    table.do("Gil", "call-contest", who="ben", pool="M", against=against, **together)
    if together:
        table.throws("ann")
    table.do("Gil", "hazard", whom=["ben"], title="a fall", pool="P", die="d12", faces=[12])
    [mark] = table.who("ben").marks
    table.do("Ben", "propose-way", who="ben", mark=mark.id, way="death")
    assert table.state.contests
    [agrees] = table.offers("Gil", "agree-way")
    assert ("I roll real dice" in form(table, "Gil", agrees.key), agrees.whose) == (
        (True, ("Ann", "fate")) if together else (False, ())
    )
    table.do("Gil", "agree-way", who="ben", mark=mark.id, faces=[12, 9] if together else [])
    assert not table.state.contests
    thrown = [event.first.who for event in table.events if isinstance(event, ContestThrown)]
    assert thrown == (["ann"] if together else [])


@pytest.mark.rule("MO-X323", "MO-314")
@pytest.mark.parametrize(("pool", "off"), [("P", True), ("M", False)])
def test_who_falls_throws_no_more_in_a_contest_for_which_they_lost_the_attribute(pool, off):
    table = alone()
    table.do("Gil", "call-contest", who="ann", pool=pool, against="foe", theirs="M")
    table.do("Gil", "hazard", whom=["ann"], title="a fall", pool="P", die="d12", faces=[12])
    assert bool(table.state.contests) is not off


@pytest.mark.rule("MO-E95", "MO-X323")
@pytest.mark.parametrize("lucky", [True, False])
def test_a_contest_waits_for_the_luck_of_who_falls(lucky):
    table = Sitting(person("ann", player="s3", perks=("lucky-day",), heroes=1))
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    table.do("Gil", "hazard", whom=["ann"], title="a fall", pool="P", die="d12", faces=[12])
    assert table.state.contests
    [mark] = table.who("ann").marks
    table.does("ann", "try-luck", mark=mark.id, used=lucky)
    assert bool(table.state.contests) is lucky


@pytest.mark.rule("MO-X005", "MO-006")
def test_somebody_unknown_throws_apart_from_those_who_know_nothing_of_them():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("shade", known=False))
    table.do("Gil", "call-contest", who="shade", also=("ann", "ben"), pool="M", against="fate")
    waits = {one.what for one in GAME.situation(table.state).waiting if one.seat in ("s1", "s3", "s4")}
    assert waits == {"Ann’s throw", "Ben’s throw"}, "nobody is kept waiting by the unknown"
    table.throws("ann")
    table.throws("ben", 4, 5, 6)
    assert [offer.urgency for offer in table.offers("Gil", "throw-contest")] == ["may"]
    table.throws("shade", 7, 8)
    assert not table.state.contests
    assert "shade" not in " ".join(table.read["Ann"]).lower()


@pytest.mark.rule("MO-X005")
def test_a_common_contest_is_thrown_when_the_last_who_was_waited_for_leaves_the_story():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"))
    table.do("Gil", "call-contest", who="ann", also=("ben",), pool="P", against="fate")
    table.throws("ann")
    assert [offer.rolls for offer in table.offers("Ben", "retire")] == [(20, 20)], "people can throw real dice"
    table.do("Ben", "retire", who="ben", faces=[14, 5])
    assert (table.last(ContestThrown).first.who, table.state.contests) == ("ann", {})


@pytest.mark.rule("MO-X005", "MO-X106")
@pytest.mark.parametrize("half", [False, True])
def test_nobody_reads_from_the_dice_of_an_offer_what_somebody_unknown_chose(half):
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("shade", known=False))
    table.do("Gil", "call-contest", who="ann", also=("ben",), pool="P", against="shade")
    table.throws("ann")
    table.throws("shade", half=half)
    assert [offer.rolls for offer in table.offers("Ben", "retire")] == [(20,)], "Ann’s die alone"


def typed(table: Sitting, *faces: int, **wish: Any) -> str:
    """What Ann is told who types such dice in; empty if they are all that fall."""
    dice = Given(faces)
    try:
        table.game.run(table.state, table.game.command(wish), table.seats["Ann"], dice)
        dice.finish()
    except Refused as refusal:
        return refusal.message
    return ""


@pytest.mark.rule("MO-406", "MO-407", "MO-005")
def test_who_rolls_real_dice_is_told_whose_each_is():
    foe = person("foe", MP=18, points={"magic:sleep-1": 2})
    table = Sitting(person("ann", player="s3", gear=("mail",)), foe)
    table.fight(foe=20, ann=1)
    table.does("foe", "cast", power="sleep-1", keep=False, targets=("ann",))
    told = {offer.do: (offer.rolls, offer.whose) for offer in table.offers("Ann") if offer.rolls}
    assert told == dict.fromkeys(("pass", "take-it", "resist"), ((20,), ("Foe",))), "one’s own hang on what one chooses"
    [resists] = table.offers("Ann", "resist")
    assert "I roll real dice d 20 Foe and" in form(table, "Ann", resists.key)
    wish = {"do": "resist", "who": "ann", "on": ""}
    assert typed(table, 12, **wish) == "This roll needs another d8: type its face as well. That die is Foe’s."
    assert typed(table, 12, 3, **wish) == "This roll needs another d20: type its face as well. That die is Ann’s."
    assert typed(table, 12, 9, **wish) == "A d8 cannot show 9. That die is Foe’s."
    assert typed(table, 12, 3, 14, **wish) == ""
    table = Sitting(person("ann", player="s3", gear=("mail",)), person("foe"))
    table.fight(foe=20, ann=1)
    table.does("foe", "attack", tool="natural", target="ann")
    told = {offer.do: (offer.rolls, offer.whose) for offer in table.offers("Ann") if offer.rolls}
    assert told == {"pass": ((4, 8), ("Foe", "Ann")), "take-it": ((4,), ("Foe",)), "defend": ((20,), ("Foe",))}


@pytest.mark.rule("MO-X106")
def test_nobody_is_told_the_name_of_somebody_unknown_by_a_die():
    table = Sitting(person("ann", player="s3"), person("shade", "The shade", known=False))
    table.do("Gil", "call-contest", who="ann", pool="P", against="shade", theirs="P")
    table.throws("shade")
    wish = {"do": "throw-contest", "who": "ann", "contest": next(iter(table.state.contests))}
    assert typed(table, 0, **wish) == "A d20 cannot show 0. That die is Ann’s."
    assert typed(table, 12, **wish) == "This roll needs another d20: type its face as well."


def test_a_choice_of_fates_die_stands_on_the_form():
    table = alone()
    [offer] = table.offers("Gil", "call-contest")
    dice = [field for field in offer.fields if isinstance(field, Choose) and field.name == "die"]
    assert [choice.value for choice in dice[0].choices] == ["roll", "half", "drama"]


def test_two_contests_of_one_person_are_thrown_for_one_by_one_and_a_common_one_once():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table.do("Gil", "call-contest", who="ann", pool="P", against="foe", theirs="P")
    table.do("Gil", "call-contest", who="ann", pool="M", against="foe", theirs="M")
    table.do("Gil", "call-contest", who="ann", also=("ben",), pool="P", against="fate")
    assert [len(table.offers(name, "throw-contest")) for name in ("Ann", "Ben", "Gil")] == [3, 1, 2]
    first, *others = table.state.contests
    table.does("ann", "throw-contest", contest=first)
    table.does("foe", "throw-contest", contest=first, faces=[12, 8])
    assert [*table.state.contests] == others


def test_the_same_contest_waits_once():
    table = Sitting(person("ann", player="s3", points={"sneak": 1}), person("ben", player="s4"), person("orc"))
    race = {"who": "ann", "pool": "P", "against": "orc", "theirs": "P", "why": "A race"}
    table.do("Gil", "call-contest", **race)
    refusal = table.refuses("Gil", "call-contest", "called-already", "MO-002", **race)
    assert refusal.message == "That contest waits for its dice already: Ann throws for it once."
    for other in ({"who": "ben"}, {"pool": "M"}, {"why": "Another race"}):
        table.do("Gil", "call-contest", **{**race, **other})
    table.throws("ann", half=True)  # she has chosen, and may not choose again
    table.refuses("Gil", "call-contest", "called-already", **race)


@pytest.mark.parametrize(("do", "blanks"), [
    ("sway", {"skill": "persuade", "target": "orc", "words": "Go home"}),
    ("sneak", {"skill": "sneak", "targets": ("orc",)}), ("search", {"skill": "detect"}),
    ("tend", {"skill": "healer", "pool": "P", "target": "ben"}),
])
def test_a_deed_that_waits_for_its_dice_is_not_begun_twice(do, blanks):
    hurt = person("ben", player="s4", damage={"P": 3})
    table = Sitting(person("ann", player="s3", points={"healer": 1}), hurt, person("orc"))
    table.does("ann", do, **blanks)
    table.refuses("Ann", do, "nobody-to-tend" if do == "tend" else "called-already", who="ann", **blanks)
    assert len(table.state.contests) == 1

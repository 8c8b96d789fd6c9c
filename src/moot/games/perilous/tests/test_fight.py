"""Fights: turns and surprise, groups that lose heart, and words that inspire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Choose
from moot.games.perilous.fight import FIGHT
from moot.games.perilous.fight.bands import LossNoted
from moot.games.perilous.fight.morale import HeartTested, LeftFight, worth_of_rows
from moot.games.perilous.fight.phases import Inspired, due
from moot.games.perilous.figures import DIFFICULTIES
from moot.games.perilous.harm import DamageSuffered
from moot.games.perilous.options import Options
from moot.games.perilous.order import figures_of, ladder, numbers, to_act
from moot.games.perilous.person import LAST, Suffered
from moot.games.perilous.tests.people import pool, skilled
from moot.games.perilous.tests.strolling import stroll
from moot.games.perilous.tests.table import Session, found
from moot.games.perilous.tests.travelling import Road
from moot.games.perilous.trying import TrialRolled
from moot.kit.totals import worth
from moot.testing import choices
from moot.testing.walk import Walk

ADA = skilled("ada", "s3", leadership=(38, 1), awareness=(40, 0), coordination=(40, 0))
BO = skilled("bo", "s4", awareness=(30, 0))
RUSK = skilled("rusk", leadership=(50, 0), awareness=(40, 0), resolve=(40, 0))
THUG = skilled("thug", resolve=(36, 0), awareness=(20, 0))


def brawl(count: int = 6, *, leaders: tuple[str, ...] = ("rusk",), **options: Any) -> Session:
    """Ada and Bo against Rusk and a group of thugs; Ada is first, then Rusk, Bo and the thugs."""
    table = Session(ADA, BO, RUSK, THUG, fortune=0, **options)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["rusk"])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=count, typical="thug", leaders=[*leaders])
    for name, faces in (("Ann", [9]), ("Ben", [5]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    return table


def order(table: Session) -> list[str]:
    """Who acts, in order."""
    return [one.id for one in ladder(table.state, table.state.fights["n1"])]


def lose(table: Session, row: str, **more: Any) -> None:
    """The thugs lose something in the turn that runs."""
    table.do("Gil", "loss", fight="n1", band="n2", row=row, **more)


def asked(table: Session) -> int:
    """Let the turn end; how hard the thugs are to be asked."""
    end(table)
    [offer] = table.offers("Gil", "prompt")
    [how] = offer.fields
    return DIFFICULTIES[str(how.by_itself())].value


def end(table: Session, times: int = 1) -> None:
    """The guide ends turns."""
    for _ in range(times):
        table.do("Gil", "end-turn", fight="n1")


def hold(table: Session, *faces: int, difficulty: str = "standard", leader: tuple[int, ...] = (1, 2)) -> list:
    """The thugs test their Resolve with these faces, and Rusk his."""
    events = table.do("Gil", "prompt", fight="n1", band="n2", difficulty=difficulty)
    for trial in [*table.state.trials.values()]:
        events += table.do("Gil", "roll", trial=trial.id, faces=faces if trial.who == "thug" else leader)
    return events


@pytest.mark.rule("GP-CORE-10")
def test_the_highest_initiative_acts_first_and_everybody_once_a_round():
    table = brawl()
    assert order(table) == ["ada", "rusk", "bo", "n2"]
    table.refuses("Ben", "end-turn", "not-your-turn", "GP-CORE-10", fight="n1")
    table.do("Ann", "end-turn", fight="n1")
    end(table)
    table.do("Ben", "end-turn", fight="n1")
    assert table.state.fights["n1"].round == 1
    end(table)
    assert table.state.fights["n1"].round == 2
    assert table.board("Wim")["n1"].rows[0].turn == "now"


def test_the_beginning_of_a_fight_has_faces_and_its_end_those_who_came_late_too():
    table = Session(ADA, BO, RUSK)
    [opened] = table.do("Gil", "open-fight", party=["ada"], foes=["rusk"], surprised="foes")
    [joined] = table.do("Gil", "join-fight", fight="n1", who="bo", side="party")
    first, late = (event.line(table.state).frame for event in (opened, joined))
    assert (first.title, first.stake) == ("Ada against Rusk", "The others are surprised.")
    assert [face.name for face in first.people] == ["Ada", "Rusk"]
    assert (late.id, late.title, [face.name for face in late.people]) == (first.id, "", ["Bo"])


@pytest.mark.parametrize(("party", "title"), [(["ada"], "Ada fights"), (["ada", "bo"], "Ada and Bo fight")])
def test_a_fight_whose_foes_come_later_is_called_by_what_the_party_does(party, title):
    table = Session(ADA, BO)
    [opened] = table.do("Gil", "open-fight", party=party, foes=[])
    frame = opened.line(table.state).frame
    assert (frame.title, frame.stake) == (title, "Nobody is against them yet.")


@pytest.mark.parametrize(("cast", "fields"), [
    ((ADA, BO), ["party", "surprised"]), ((ADA, BO, RUSK), ["party", "foes", "surprised"]),
])
def test_a_fight_asks_against_whom_only_if_somebody_is_there(cast, fields):
    [offer] = Session(*cast).offers("Gil", "open-fight")
    assert [field.name for field in offer.fields] == fields


@pytest.mark.rule("GP-CORE-10")
def test_ties_go_to_the_higher_perception_and_then_to_their_choice():
    table = Session(ADA, BO, replace(BO, id="cai", name="Cai", player="s5"))
    table.do("Gil", "open-fight", party=["ada", "bo", "cai"], foes=[])
    table.refuses("Ann", "end-turn", "wrong-moment", fight="n1")
    for name, face in (("Cleo", 8), ("Ben", 8), ("Ann", 7)):
        table.do(name, "roll-initiative", fight="n1", faces=[face])
    assert order(table) == ["ada", "bo", "cai"]
    table.do("Ben", "let-go-first", fight="n1", who="bo", other="cai")
    assert order(table) == ["ada", "cai", "bo"]
    table.refuses("Ann", "let-go-first", "not-tied", "GP-CORE-10", fight="n1", who="ada", other="cai")
    table.refuses("Ann", "roll-initiative", "wrong-moment", "GP-CORE-10", fight="n1")
    table.do("Ann", "end-turn", fight="n1")
    table.refuses("Cleo", "let-go-first", "too-late", fight="n1", who="cai", other="bo")


@pytest.mark.rule("GP-CORE-10")
def test_who_lets_one_of_several_go_first_stays_before_the_others():
    table = Session(BO, replace(BO, id="cai", name="Cai", player="s5"), replace(BO, id="dag", name="Dag", player="s3"))
    table.do("Gil", "open-fight", party=["bo", "cai", "dag"], foes=[])
    for name in ("Ben", "Cleo", "Ann"):
        table.do(name, "roll-initiative", fight="n1", faces=[5])
    table.do("Ben", "let-go-first", fight="n1", who="bo", other="cai")
    assert order(table) == ["cai", "bo", "dag"]
    table.do("Ben", "let-go-first", fight="n1", who="bo", other="dag")
    assert order(table) == ["cai", "dag", "bo"]


@pytest.mark.rule("GP-CORE-19")
def test_a_group_that_is_counted_after_the_beginning_has_its_surprise_turn():
    table = Session(ADA, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=[], surprised="party")
    table.do("Ann", "roll-initiative", fight="n1", faces=[9])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=6, typical="thug")
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    turns = []
    for _ in range(2):
        turns.append((table.state.fights["n1"].round, to_act(table.state, table.state.fights["n1"])[0].id))
        end(table)
    assert turns == [(1, "n2"), (2, "ada")]


@pytest.mark.rule("GP-CORE-10", "GP-CHASE-02")
def test_the_gm_lets_their_own_people_go_first_as_a_tie_tells_what_figures_they_have():
    table = Session(ADA, replace(RUSK, attributes=RUSK.attributes | {"perception": 40}))
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    for name in ("Ann", "Gil"):
        table.do(name, "roll-initiative", fight="n1", faces=[5])
    tied = {"fight": "n1", "who": "ada", "other": "rusk"}
    table.refuses("Ann", "let-go-first", "not-tied", "GP-CORE-10", **tied)
    assert [str(offer.why) for offer in table.offers("Gil", "let-go-first")] == ["Before Ada: they are tied."]
    table.do("Gil", "let-go-first", **tied)
    assert order(table) == ["rusk", "ada"]


@pytest.mark.rule("GP-CORE-10")
def test_places_are_settled_once_whatever_becomes_of_their_figures():
    table = Session(ADA, RUSK, replace(RUSK, id="dorn", name="Dorn"))
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk", "dorn"])
    for name, faces in (("Ann", [9]), ("Gil", [5, 5])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    assert order(table) == ["ada", "rusk", "dorn"]
    table.put("dorn", attributes={"perception": 55})
    assert order(table) == ["ada", "rusk", "dorn"]
    assert table.offers("Gil", "let-go-first")


def test_until_they_have_rolled_they_stand_as_they_entered_whatever_their_figures():
    table = Session(ADA, BO, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["thug", "rusk"])
    assert order(table) == ["ada", "bo", "thug", "rusk"]
    table.do("Ben", "roll-initiative", fight="n1", faces=[1])
    assert order(table) == ["bo", "ada", "thug", "rusk"]


@pytest.mark.rule("GP-CORE-10")
def test_who_comes_late_rolls_once_and_has_a_place_on_the_ladder():
    table = Session(ADA, BO, RUSK)
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    for name, faces in (("Ann", [9]), ("Gil", [8])):
        [rolled] = table.do(name, "roll-initiative", fight="n1", faces=faces)
        assert rolled.line(table.state).text.endswith(" for Initiative.")
    end(table)
    table.refuses("Ben", "join-fight", "guide-only", fight="n1", who="bo", side="party")
    table.do("Gil", "join-fight", fight="n1", who="bo", side="party")
    table.refuses("Gil", "end-turn", "wrong-moment", fight="n1")
    [rolled] = table.do("Ben", "roll-initiative", fight="n1", faces=[10])
    assert rolled.line(table.state).text.endswith(" for Initiative, and acts in this round.")
    assert order(table) == ["ada", "bo", "rusk"]
    assert [one.id for one in to_act(table.state, table.state.fights["n1"])] == ["bo", "rusk"]
    table.refuses("Gil", "join-fight", "nobody-there", fight="n1", who="bo", side="party")


@pytest.mark.rule("GP-CORE-19")
@pytest.mark.parametrize(("surprised", "first", "second"), [
    ("foes", ["ada", "bo"], ["ada", "rusk", "bo"]), ("party", ["rusk"], ["ada", "rusk", "bo"]),
    ("both", ["ada", "rusk", "bo"], ["ada", "rusk", "bo"]),
])
def test_the_surprised_lose_one_turn(surprised, first, second):
    table = Session(ADA, BO, RUSK)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["rusk"], surprised=surprised)
    for name, face in (("Ann", 9), ("Ben", 5), ("Gil", 8)):
        table.do(name, "roll-initiative", fight="n1", faces=[face])
    for turns in (first, second):
        assert [one.id for one in to_act(table.state, table.state.fights["n1"])] == turns
        end(table, len(turns))


@pytest.mark.rule("GP-CORE-19", "GP-WILD-08", "GP-CHASE-05")
@pytest.mark.parametrize(("scout", "surprised", "ahead"), [
    ((10, 1), ("foes",), ("escapees",)), ((2, 3), (), ()), ((9, 9), ("party",), ("pursuers",)),
])
def test_whom_the_scout_lets_be_surprised_the_fight_proposes_and_a_chase_a_start(scout, surprised, ahead):
    table = Road()
    table.away(threat="high")
    table.found((2, 3, 5), (2, 3), scout)
    for who in table.journey.travellers:
        table.roll(who, 1, 2)
    table.on("Gil", "threat", faces=[6] * table.stretch.dice)
    table.on("Gil", "open-encounter", title="wolves")
    [offer] = table.offers("Gil", "open-fight")
    assert [field.default for field in offer.fields if field.name == "surprised"] == [surprised]
    [offer] = table.offers("Gil", "open-chase")
    assert [field.default for field in offer.fields if field.name == "head_start"] == [ahead]


@pytest.mark.rule("GP-MORALE-02")
@pytest.mark.parametrize(("row", "value"), [
    ("moderate-injury", 30), ("serious-injury", 20), ("grievous-injury", 10), ("ally-slain", 0), ("leader-slain", -30),
])
def test_each_loss_has_a_difficulty_of_its_own(row, value):
    table = brawl()
    more: dict[str, dict[str, Any]] = {"ally-slain": {"fallen": 1}, "leader-slain": {"leader": "rusk"}}
    lose(table, row, **more.get(row, {}))
    assert asked(table) == value


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-02", "GP-MORALE-07", "GP-RD-22")
@pytest.mark.parametrize(("count", "value"), [(5, None), (6, -10), (11, -10), (12, -20)])
def test_the_outnumbered_side_is_asked_by_the_ratio(count, value):
    """Two of the party against so many: it is a group on the party's side that wavers, never a character."""
    table = Session(ADA, replace(BO, peril=5), RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="the guards", count=1, typical="rusk", side="party")
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=count, typical="thug")
    for name, faces in (("Ann", [9]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    end(table)
    found = [(offer.label, offer.fields[0].by_itself()) for offer in table.offers("Gil", "prompt")]
    assert [(label, DIFFICULTIES[str(how)].value) for label, how in found] == (
        [("The guards: see whether they stand", value)] if value else []
    )


@pytest.mark.rule("GP-MORALE-07")
def test_a_ratio_asks_only_when_it_is_first_reached_and_counts_as_long_as_it_is_in_force():
    table = Session(ADA, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="the guards", count=1, typical="rusk", side="party")
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=6, typical="thug")
    for name, faces in (("Ann", [9]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    end(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="none")
    end(table)
    assert not table.offers("Gil", "prompt")
    lose_ = {"fight": "n1", "band": "n2", "row": "moderate-injury"}
    table.do("Gil", "loss", **lose_)
    assert asked(table) == -10
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="none")
    table.do("Gil", "count", fight="n1", band="n3", count=12)
    assert asked(table) == -20


@pytest.mark.rule("GP-MORALE-07")
def test_a_ratio_that_is_first_reached_while_they_waver_asks_no_more_once_they_are_rallied():
    table = Session(ADA, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=["thug"])
    guards = {"band": "", "name": "the guards", "typical": "rusk", "leaders": ["rusk"], "side": "party"}
    table.do("Gil", "count", fight="n1", count=1, **guards)
    for name, faces in (("Ann", [9]), ("Gil", [10, 1, 7])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    assert order(table) == ["ada", "thug", "rusk", "n2"]
    lose(table, "moderate-injury")
    assert asked(table) == 30
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    for trial in [*table.state.trials.values()]:
        table.do("Gil", "roll", trial=trial.id, faces=[1, 2] if trial.step == "n2 rusk" else [9, 8])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=8, typical="thug")
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    end(table)
    table.do("Gil", "rally", fight="n1", band="n2", who="rusk")
    table.do("Gil", "roll", trial=table.trial, faces=[10, 2])
    end(table)
    assert not table.offers("Gil", "prompt")
    lose(table, "moderate-injury")
    assert asked(table) == -10


@pytest.mark.rule("GP-MORALE-07", "GP-CORE-10")
def test_what_the_last_turn_of_a_round_brought_is_asked_before_the_next_begins():
    table = brawl()
    for _ in range(3):
        end(table)
    lose(table, "ally-slain", fallen=1)
    assert asked(table) == 0
    assert table.state.fights["n1"].round == 1
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="none")
    assert table.state.fights["n1"].round == 2



@pytest.mark.rule("GP-MORALE-07")
def test_one_test_is_for_all_that_happened_in_a_turn_and_comes_when_it_is_over():
    table = brawl()
    lose(table, "moderate-injury")
    lose(table, "ally-slain", fallen=2)
    assert not table.offers("Gil", "prompt")
    assert table.state.fights["n1"].bands["n2"].count == 4
    assert asked(table) == 0
    table.refuses("Gil", "end-turn", "wrong-moment", fight="n1")
    events = hold(table, 1, 2)
    assert [event.who for event in events if isinstance(event, HeartTested)] == ["n2", "rusk"]
    lose(table, "moderate-injury")
    assert asked(table) == 30


@pytest.mark.rule("GP-MORALE-03")
@pytest.mark.parametrize(("combine", "rows", "value"), [
    ("worst", ("moderate-injury", "ally-slain"), 0), ("worst", ("outnumbered-6", "serious-injury"), -20),
    ("sum-clamped", ("moderate-injury", "outnumbered-3"), 20), ("sum-clamped", ("leader-slain", "outnumbered-6"), -30),
    ("sum-clamped", ("moderate-injury", "serious-injury"), 30),
])
def test_several_rows_count_as_the_table_plays(combine, rows, value):
    assert DIFFICULTIES[worth_of_rows(Options(morale_combine=combine), rows)].value == value


@pytest.mark.rule("GP-MORALE-04")
def test_a_group_rolls_once_by_its_typical_one_and_its_leader_for_himself():
    table = brawl()
    lose(table, "ally-slain", fallen=1)
    assert asked(table) == 0
    events = hold(table, 9, 9, leader=(1, 2))
    assert [event.rolled.chance for event in events if isinstance(event, TrialRolled)] == [36, 40]
    assert table.state.fights["n1"].bands["n2"].hearts == {"n2": "broken", "rusk": "steady"}
    assert [one.what for one in table.game.situation(table.state).waiting] == ["what those do who broke"]
    assert table.asked("Gil").title == "They break: what do they do?"
    heard = [event for event in table.heard["Ann"] if isinstance(event, TrialRolled)]
    assert [event.rolled.chance for event in heard] == [0, 0]


def test_who_comes_late_makes_a_character_whatever_goes_on():
    table = brawl()
    made = [offer.key for offer in table.offers("Cleo") if offer.do in ("make-character", "bring-character")]
    assert made
    assert not {*made} & {*table.asked("Cleo").later}


def test_what_is_asked_of_a_group_begins_with_a_capital_letter():
    table = brawl()
    lose(table, "ally-slain", fallen=1)
    asked(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    assert "The thugs: roll Resolve" in [offer.label for offer in table.offers("Gil", "roll")]


def test_a_group_that_is_waited_for_is_named_as_in_a_sentence():
    table = Session(ADA, BO, RUSK, THUG, misfortune=1)
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="The thugs", count=3, typical="thug")
    for name, faces in (("Ann", [9]), ("Gil", [2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    lose(table, "ally-slain", fallen=1)
    asked(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    situation = table.game.situation(table.state)
    assert [one.what for one in situation.waiting] == ["Resolve by the thugs"]
    assert table.board("Ann")["tests"].rows[0].name == "The thugs"
    table.do("Gil", "roll", trial=table.trial, faces=[9, 8])
    [waits] = table.game.situation(table.state).waiting
    assert waits.what == "whether the failure of the thugs stands"


def test_the_guide_finds_groups_and_their_losses_among_what_is_done_in_a_fight():
    table = brawl()
    assert [way.key.partition(":")[0] for way in table.asked("Gil").ways] == ["call-trial", "deal-harm", "loss"]
    assert any(key.startswith("count:n1:") for key in table.asked("Gil").later)
    table.npc("A late one")
    assert [key.partition(":")[0] for key in table.asked("Gil").later][:5] == [
        "close-fight", "join-fight", "join-fight", "count", "open-chase"
    ]


@pytest.mark.rule("GP-MORALE-04")
@pytest.mark.parametrize("peril", [4, 5])
def test_what_befell_its_typical_one_is_not_the_groups(peril):
    table = brawl()
    table.put("thug", ranks={"resolve": 2}, peril=peril)
    lose(table, "ally-slain", fallen=1)
    end(table)
    events = hold(table, 4, 1, leader=(1, 2))
    assert [event.rolled.chance for event in events if isinstance(event, TrialRolled)] == [56, 40]
    assert table.who("thug").peril == peril


@pytest.mark.rule("GP-CORE-10", "GP-MORALE-04")
def test_who_comes_to_lead_a_group_keeps_their_place():
    table = Session(ADA, BO, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    for name, faces in (("Ann", [9]), ("Gil", [8])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    before = table.state.fights["n1"].fighter("rusk")
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=3, typical="thug", leaders=["rusk"])
    assert table.state.fights["n1"].fighter("rusk") == before



@pytest.mark.rule("GP-CORE-10")
def test_without_a_party_there_is_no_fight():
    table = Session(replace(ADA, dead=True), RUSK)
    table.refuses("Gil", "open-fight", "nobody-there", party=[], foes=["rusk"])


@pytest.mark.rule("GP-MORALE-01")
def test_the_gm_may_ask_or_not_and_no_player_is_ever_asked():
    table = brawl()
    table.have(people={**table.state.people, "lurker": replace(THUG, id="lurker", known=False)})
    [offer, _] = table.offers("Gil", "count")
    assert [*choices(offer, "typical")] == ["rusk", "thug"]
    assert [*choices(offer, "leaders")] == ["ada", "bo", "rusk", "thug"]
    lose(table, "leader-slain", leader="rusk")
    assert asked(table) == -30
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="none")
    assert not table.state.trials
    assert table.state.fights["n1"].bands["n2"].leaders == ()
    assert order(table) == ["ada", "bo", "n2"]


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-02", "GP-MORALE-05", "GP-CORE-11")
@pytest.mark.parametrize("broken", [False, True])
def test_nothing_waits_for_a_leader_who_is_noted_as_slain(broken):
    table = brawl()
    lose(table, "ally-slain", fallen=1)
    end(table)
    if broken:
        hold(table, 1, 2, leader=(9, 9))
    else:
        table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=10, dice=0, mild=False)
    lose(table, "leader-slain", leader="rusk")
    assert (table.who("rusk").dead, table.who("rusk").damage) == (True, LAST)
    assert not table.state.wounds
    assert [trial.who for trial in table.state.trials.values()] == ([] if broken else ["thug"])
    if not broken:
        table.do("Gil", "roll", trial=table.trial, faces=[1, 2])
        end(table)
    assert [offer.fixed["band"] for offer in table.offers("Gil", "prompt")] == ["n2"]
    assert table.state.fights["n1"].bands["n2"].hearts == {"n2": "steady"}


def wavering() -> Session:
    """The thugs waver, Rusk stands; it is Rusk's turn."""
    table = brawl()
    lose(table, "grievous-injury")
    assert asked(table) == 10
    hold(table, 9, 8, difficulty="routine")
    assert table.state.fights["n1"].heart("n2") == "wavering"
    return table


@pytest.mark.rule("GP-MORALE-05")
def test_those_who_waver_give_up_when_their_turn_comes():
    table = wavering()
    lose(table, "ally-slain", fallen=1)
    end(table)
    assert not table.offers("Gil", "prompt")
    end(table)
    [offer] = table.offers("Gil", "end-turn")
    assert offer.label == "The thugs: give up"
    events = table.do("Gil", "end-turn", fight="n1")
    assert found(events, LeftFight).how == "gave-up"
    assert order(table) == ["ada", "rusk", "bo"]


@pytest.mark.rule("GP-MORALE-05")
def test_a_group_has_a_face_in_a_fight_and_it_falls_as_they_give_up_or_are_all_down():
    table = brawl()
    [counted] = table.do("Gil", "count", fight="n1", band="", name="The old guard", count=1, typical="thug")
    assert [face.name for face in counted.line(table.state).frame.people] == ["The old guard"]
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    lost = found(table.do("Gil", "loss", fight="n1", band=counted.band.id, row="ally-slain", fallen=1), LossNoted)
    assert [(fact.kind, fact.who) for fact in lost.line(table.state).facts] == [("out", "The old guard")]
    table = wavering()
    end(table, 2)
    left = found(table.do("Gil", "end-turn", fight="n1"), LeftFight)
    assert [(fact.kind, fact.who) for fact in left.line(table.state).facts] == [("out", "The thugs")]


@pytest.mark.rule("GP-MORALE-05", "GP-CORE-20")
@pytest.mark.parametrize(("faces", "inspired"), [((1, 1), True), ((1, 2), False)])
def test_those_who_stand_fight_on_and_a_critical_success_inspires(faces, inspired):
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, *faces)
    assert table.state.fights["n1"].heart("n2") == "steady"
    assert table.state.fights["n1"].bands["n2"].inspired is inspired
    assert table.who("thug").inspired is inspired


@pytest.mark.rule("GP-MORALE-05", "GP-CORE-20", "GP-CORE-11")
def test_a_blow_at_an_inspired_group_falls_on_the_higher_threshold():
    table = brawl()
    threshold = worth(table.who("thug").damage_threshold)
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 1, 1)
    table.do("Gil", "deal-harm", how="mishap", who=["thug"], points=threshold, dice=0)
    assert table.who("thug").damage == 0
    table.do("Gil", "deal-harm", how="mishap", who=["thug"], points=threshold + 1, dice=0)
    assert table.who("thug").damage == 1
    table.do("Gil", "close-fight", fight="n1")
    assert worth(table.who("thug").damage_threshold) == threshold


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-07")
def test_who_dies_in_a_fight_is_lost_to_the_groups_of_their_side_without_a_word():
    table = brawl()
    table.put("rusk", fate=0)
    table.do("Gil", "count", fight="n1", band="", name="the archers", count=4, typical="thug")
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=60, dice=0)
    thugs, archers = table.state.fights["n1"].bands.values()
    assert (thugs.losses, thugs.leaders, archers.losses) == (("leader-slain",), (), ("ally-slain",))
    assert "The thugs lose Rusk." in " ".join(table.read["Ann"])
    end(table)
    values = [DIFFICULTIES[str(offer.fields[0].by_itself())].value for offer in table.offers("Gil", "prompt")]
    assert values == [-30, 0]


@pytest.mark.rule("GP-CORE-10", "GP-MORALE-07")
@pytest.mark.parametrize("slain", [False, True])
def test_what_a_turn_brought_is_asked_as_soon_as_the_one_who_acts_falls(slain):
    table = brawl()
    table.put("rusk", fate=0)
    end(table)
    assert to_act(table.state, table.state.fights["n1"])[0].id == "rusk"
    if slain:
        table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=60, dice=0)
    else:
        lose(table, "serious-injury")
        table.do("Gil", "set-track", who="rusk", track="peril", now="incapacitated")
    fight = table.state.fights["n1"]
    assert "rusk" in fight.done
    assert table.state.turn == "open"
    assert fight.bands["n2"].due == (("leader-slain",) if slain else ("serious-injury",))
    assert table.offers("Gil", "prompt")


@pytest.mark.rule("GP-MORALE-07")
def test_who_falls_on_the_turn_of_another_leaves_that_turn_as_it_is():
    table = brawl()
    table.put("rusk", fate=0)
    table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=60, dice=0)
    assert table.state.fights["n1"].done == ()
    assert table.state.fights["n1"].bands["n2"].losses == ("leader-slain",)
    assert not table.offers("Gil", "prompt")


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-02")
@pytest.mark.parametrize(("who", "losses"), [("rusk", ("serious-injury",)), ("bo", ()), ("thug", ())])
def test_an_injury_of_an_ally_in_the_fight_shakes_a_group(who, losses):
    table = brawl()
    table.put(who, fate=0)
    points = worth(table.who(who).damage_threshold) + 13
    table.do("Gil", "deal-harm", how="mishap", who=[who], points=points, dice=0)
    [wound] = table.state.wounds
    table.do(table.player(who), "roll-chaos", wound=wound, faces=[6, 1])
    table.do(table.player(who), "roll-injury", wound=wound, faces=[2])
    assert table.who(who).injuries
    assert table.state.fights["n1"].bands["n2"].losses == losses


@pytest.mark.rule("GP-MORALE-04", "GP-CORE-20")
def test_a_leader_with_whose_figures_a_group_tests_is_not_inspired_by_its_test():
    table = Session(ADA, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=6, typical="thug", leaders=["thug"])
    for name, faces in (("Ann", [9]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    lose(table, "grievous-injury")
    asked(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    for trial in [*table.state.trials.values()]:
        table.do("Gil", "roll", trial=trial.id, faces=(1, 1) if trial.group else (1, 2))
    assert table.state.fights["n1"].bands["n2"].inspired
    assert not table.who("thug").inspired


def two_groups() -> Session:
    """The brawl, with archers who have the figures of the thugs, and Rusk as somebody whose words inspire."""
    table = brawl()
    table.put("rusk", attributes=RUSK.attributes | {"fellowship": 18}, ranks={"leadership": 1})
    table.do("Gil", "count", fight="n1", band="", name="the archers", count=4, typical="thug")
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    return table


@pytest.mark.rule("GP-MORALE-05", "GP-CORE-20")
def test_two_groups_of_the_same_figures_are_inspired_each_for_itself():
    table = two_groups()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 1, 1)
    assert "Inspired: the thugs." in " ".join(table.read["Ann"])
    thugs, archers = (figures_of(table.state, table.state.fights["n1"], id_) for id_ in ("n2", "n3"))
    assert worth(thugs.damage_threshold) == worth(archers.damage_threshold) + 1
    [offer] = table.offers("Gil", "inspire")
    assert [choice.value for choice in offer.fields[0].made(("n3",))] == ["n3"]
    assert "the thugs" not in str(offer.fields)
    assert not table.who("thug").inspired
    table.do("Gil", "inspire", fight="n1", who="rusk", allies=["n3"])
    table.do("Gil", "roll", trial=table.trial, faces=[1, 2])
    assert [band.inspired for band in table.state.fights["n1"].bands.values()] == [True, True]
    assert table.who("thug").inspired


@pytest.mark.rule("GP-CORE-20")
def test_inspiring_words_may_be_meant_for_either_of_two_groups_of_the_same_figures():
    table = two_groups()
    end(table)
    table.do("Gil", "inspire", fight="n1", who="rusk", allies=["n2"])
    table.do("Gil", "roll", trial=table.trial, faces=[1, 2])
    assert [band.inspired for band in table.state.fights["n1"].bands.values()] == [True, False]
    assert [row.marks for row in table.board("Wim")["n1"].rows if not row.of] == [("inspired",), ()]


@pytest.mark.rule("GP-MORALE-05")
@pytest.mark.parametrize("how", ["fled", "turned"])
def test_those_who_break_flee_or_turn_on_their_own(how):
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 9, 9)
    table.refuses("Gil", "end-turn", "wrong-moment", fight="n1")
    table.do("Gil", "break", fight="n1", who="n2", how=how)
    assert ("n2" in order(table)) is (how == "turned")
    assert table.state.fights["n1"].fighter("n2").side == ("party" if how == "turned" else "foes")


@pytest.mark.rule("GP-MORALE-04", "GP-MORALE-05")
def test_one_group_that_flees_takes_no_other_with_it():
    table = two_groups()
    before = table.state.fights["n1"].bands["n3"]
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 9, 9)
    table.do("Gil", "break", fight="n1", who="n2", how="fled")
    assert table.state.fights["n1"].bands["n3"] == before
    assert ("n2" in order(table), "n3" in order(table)) == (False, True)



@pytest.mark.rule("GP-CORE-10")
def test_a_hireling_of_the_gms_begins_a_fight_on_the_side_of_the_party():
    table = Session(ADA, BO, RUSK, THUG)
    [begins] = table.offers("Gil", "open-fight")
    assert [*choices(begins, "party")] == ["ada", "bo", "rusk", "thug"]
    assert begins.by_itself()["party"] == ("ada", "bo")
    table.do("Gil", "open-fight", party=["ada", "rusk"], foes=["rusk", "thug"])
    assert [(one.id, one.side) for one in table.state.fights["n1"].fighters] == [
        ("ada", "party"), ("rusk", "party"), ("thug", "foes"),
    ]


@pytest.mark.rule("GP-MORALE-04", "GP-MORALE-07")
@pytest.mark.parametrize("by", ["count", "loss"])
def test_of_a_group_of_which_nobody_is_left_no_resolve_is_tested_and_nothing_is_asked(by):
    def all_fall() -> None:
        if by == "count":
            table.do("Gil", "count", fight="n1", band="n2", count=0)
        else:
            lose(table, "ally-slain", fallen=6)

    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    all_fall()
    assert not table.offers("Gil", "prompt")
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    assert [trial.who for trial in table.state.trials.values()] == ["thug", "rusk"]
    all_fall()
    assert [trial.who for trial in table.state.trials.values()] == ["rusk"]
    table.do("Gil", "roll", trial=table.trial, faces=[1, 2])
    assert table.state.fights["n1"].heart("n2") == "steady"


@pytest.mark.rule("GP-MORALE-04", "GP-MORALE-05")
@pytest.mark.parametrize("who", ["n2", "rusk"])
def test_of_those_who_broke_and_cannot_act_nobody_asks_whether_they_flee(who):
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, *((9, 9) if who == "n2" else (1, 2)), leader=(9, 9) if who == "rusk" else (1, 2))
    assert {one.fixed["who"] for one in table.offers("Gil", "break")} == {who}
    if who == "n2":
        table.do("Gil", "count", fight="n1", band="n2", count=0)
    else:
        table.do("Gil", "set-track", who=who, track="peril", now="incapacitated")
    assert not table.offers("Gil", "break")
    assert table.offers("Gil", "end-turn")


@pytest.mark.rule("GP-MORALE-01")
def test_a_group_that_is_all_down_can_only_lose_who_leads_it():
    table = brawl(2)
    lose(table, "ally-slain", fallen=2)
    [loss] = table.offers("Gil", "loss")
    assert [*choices(loss, "row")] == ["leader-slain"]
    assert [field.name for field in loss.fields] == ["row", "leader"]


@pytest.mark.rule("GP-MORALE-01")
def test_a_group_is_all_down_once_and_loses_no_more_than_it_is():
    table = brawl(2, leaders=())
    table.refuses("Gil", "loss", "out-of-range", fight="n1", band="n2", row="ally-slain", fallen=3)
    lose(table, "ally-slain", fallen=2)
    assert not table.offers("Gil", "loss")
    table.put("rusk", fate=0)
    table.do("Gil", "deal-harm", how="mishap", who=["rusk"], points=60, dice=0)
    assert table.who("rusk").dead
    lines = [line for event in table.events if (line := event.line(table.state))]
    assert [fact.text for line in lines for fact in line.facts if fact.who == "The thugs"] == ["The thugs are all down"]


@pytest.mark.rule("GP-MORALE-05")
def test_the_cards_of_a_group_have_the_colour_of_the_gms_people():
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 9, 9)
    table.do("Gil", "break", fight="n1", who="n2", how="fled")
    lose(table, "ally-slain", fallen=6)
    lines = [line for event in table.events if (line := event.line(table.state))]
    facts = {(fact.text, fact.seat) for line in lines for fact in line.facts if fact.who == "The thugs"}
    assert facts == {("The thugs flee", "s1"), ("The thugs are all down", "s1")}
    faces = [face for line in lines if line.frame for face in line.frame.people if face.name == "The thugs"]
    assert [face.seat for face in faces] == ["s1"]


@pytest.mark.rule("GP-MORALE-05", "GP-MORALE-06")
def test_on_the_turn_of_those_who_waver_the_gm_is_asked_whether_they_are_rallied():
    table = wavering()
    while table.state.fights["n1"].bands["n2"].name not in table.game.situation(table.state).headline:
        end(table)
    [rally], [gives_up] = table.offers("Gil", "rally"), table.offers("Gil", "end-turn")
    asked = table.asked("Gil")
    assert (asked.title, asked.lead, asked.beside) == ("The thugs waver: are they rallied?", rally.key, gives_up.key)
    table.do("Gil", "rally", fight="n1", band="n2", who="rusk")
    table.do("Gil", "roll", trial=table.trial, faces=[9, 8])
    asked = table.asked("Gil")
    assert (asked.title, asked.lead) == ("The thugs give up", table.offers("Gil", "end-turn")[0].key)


@pytest.mark.rule("GP-MORALE-06")
def test_a_leader_rallies_once_as_hard_as_what_was_failed_and_undoes_no_critical_failure():
    table = wavering()
    table.do("Gil", "rally", fight="n1", band="n2", who="rusk")
    [trial] = table.state.trials.values()
    assert (trial.skill, trial.difficulty) == ("leadership", "routine")
    table.do("Gil", "roll", trial=trial.id, faces=[9, 8])
    table.refuses("Gil", "rally", "rallied-already", "GP-MORALE-06", fight="n1", band="n2", who="rusk")
    again = wavering()
    again.do("Gil", "rally", fight="n1", band="n2", who="rusk")
    again.do("Gil", "roll", trial=next(iter(again.state.trials)), faces=[10, 2])
    assert again.state.fights["n1"].heart("n2") == "steady"
    again.refuses("Gil", "rally", "not-wavering", "GP-MORALE-06", fight="n1", band="n2", who="rusk")


@pytest.mark.rule("GP-MORALE-05", "GP-MORALE-06", "GP-MORALE-07")
@pytest.mark.parametrize(("leader", "how"), [((9, 9), "fled"), ((9, 9), "turned"), ((9, 8), "")])
def test_a_leader_who_lost_heart_rallies_nobody_and_one_who_wavers_stands_again_with_those_they_rally(leader, how):
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 9, 8, difficulty="routine", leader=leader)
    if how:
        table.do("Gil", "break", fight="n1", who="rusk", how=how)
    rally = {"fight": "n1", "band": "n2", "who": "rusk"}
    if how:
        code, rule = ("no-leader", "GP-MORALE-06") if how == "fled" else ("wrong-moment", "GP-CORE-10")
        table.refuses("Gil", "rally", code, rule, **rally)
        return
    table.do("Gil", "rally", **rally)
    table.do("Gil", "roll", trial=table.trial, faces=[10, 2])
    assert table.state.fights["n1"].bands["n2"].hearts == {"n2": "steady", "rusk": "steady"}
    lose(table, "ally-slain", fallen=1)
    assert asked(table) == 0
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    assert {trial.who for trial in table.state.trials.values()} == {"thug", "rusk"}


def split(*faces: int) -> Session:
    """Rusk and Moll lead the thugs, who lost one; these are the faces of the thugs, of Rusk and of Moll."""
    table = Session(ADA, BO, RUSK, THUG, replace(RUSK, id="moll", name="Moll"), fortune=0)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["rusk", "moll"])
    count = {"band": "", "name": "The thugs", "count": 6, "typical": "thug", "leaders": ["rusk", "moll"]}
    table.do("Gil", "count", fight="n1", **count)
    for name, dice in (("Ann", [9]), ("Ben", [5]), ("Gil", [8, 7, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=dice)
    lose(table, "ally-slain", fallen=1)
    end(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    for trial, fell in zip([*table.state.trials.values()], faces, strict=True):
        table.do("Gil", "roll", trial=trial.id, faces=[fell, 2])
    return table


@pytest.mark.rule("GP-MORALE-06")
def test_one_leader_rallies_another_who_wavers():
    table = split(1, 1, 9)
    rally = {"fight": "n1", "band": "n2"}
    table.refuses("Gil", "rally", "not-wavering", "GP-MORALE-06", who="moll", **rally)
    end(table)
    asked, [offer] = table.asked("Gil"), table.offers("Gil", "rally")
    assert (asked.title, asked.lead, offer.label) == ("Moll wavers: are they rallied?", offer.key, "Rusk rallies Moll")
    table.do("Gil", "rally", who="rusk", **rally)
    table.do("Gil", "roll", trial=table.trial, faces=[10, 2])
    assert table.state.fights["n1"].heart("moll") == "steady"


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-04", "GP-MORALE-06")
def test_a_players_character_who_leads_rallies_but_is_never_tested_and_shakes_them_by_dying():
    table = Session(replace(ADA, fate=0), RUSK, THUG, fortune=0)
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    guards = {"band": "", "name": "the guards", "typical": "thug", "leaders": ["ada"], "side": "party"}
    table.do("Gil", "count", fight="n1", count=6, **guards)
    for name, dice in (("Ann", [9]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=dice)
    [loss] = table.offers("Gil", "loss")
    assert "leader-slain" not in choices(loss, "row")
    lose(table, "ally-slain", fallen=1)
    end(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    assert [trial.who for trial in table.state.trials.values()] == ["thug"]
    table.do("Gil", "roll", trial=table.trial, faces=[9, 8])
    table.do("Gil", "rally", fight="n1", band="n2", who="ada")
    table.do("Ann", "roll", trial=table.trial, faces=[1, 2])
    assert table.state.fights["n1"].heart("n2") == "steady"
    table.do("Gil", "deal-harm", how="mishap", who=["ada"], points=40, dice=0, mild=False)
    assert asked(table) == -30


@pytest.mark.rule("GP-MORALE-06")
def test_one_rally_is_for_all_who_waver_and_stand():
    table = split(9, 1, 9)
    [offer] = [one for one in table.offers("Gil", "rally") if one.fixed["who"] == "rusk"]
    assert offer.label == "Rusk rallies the thugs and Moll"
    table.do("Gil", "set-track", who="moll", track="peril", now="incapacitated")
    table.do("Gil", "rally", fight="n1", band="n2", who="rusk")
    assert "rallies the thugs. " in table.read["Ann"]
    table.do("Gil", "roll", trial=table.trial, faces=[10, 2])
    assert table.state.fights["n1"].bands["n2"].hearts == {"n2": "steady", "rusk": "steady", "moll": "wavering"}


def test_who_is_waited_for_is_named_as_within_a_sentence():
    table = split(1, 1, 9)
    end(table)
    lose(table, "ally-slain", fallen=1)
    end(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    situation = table.game.situation(table.state)
    assert [one.what for one in situation.waiting] == ["Resolve by the thugs", "Resolve by Rusk"]
    assert situation.headline == "The thugs and Rusk: Resolve"
    assert table.board("Gil")["tests"].rows[0].name == "The thugs"


def shaken(*faces, leader):
    """A brawl in which a group and its leader have thrown for their Resolve."""
    table = brawl()
    lose(table, "grievous-injury")
    asked(table)
    hold(table, *faces, difficulty="routine", leader=leader)
    return table


@pytest.mark.rule("GP-MORALE-04")
def test_a_leader_who_turned_leads_those_no_more_whom_they_turned_on():
    table = shaken(1, 2, leader=(9, 9))
    table.do("Gil", "break", fight="n1", who="rusk", how="turned")
    lose(table, "ally-slain", fallen=1)
    asked(table)
    table.do("Gil", "prompt", fight="n1", band="n2", difficulty="standard")
    assert [trial.who for trial in table.state.trials.values()] == ["thug"]
    assert table.board("Ann")["n1"].rows[-1].words == "5 strong: steady"
    assert "leader" not in table.board("Ann")["n1"].words[0]


@pytest.mark.rule("GP-MORALE-05")
def test_a_group_that_turned_has_none_of_those_as_leaders_whom_it_turned_on():
    table = shaken(9, 9, leader=(1, 2))
    table.do("Gil", "break", fight="n1", who="n2", how="turned")
    assert table.state.fights["n1"].bands["n2"].leaders == ()


@pytest.mark.rule("GP-MORALE-05", "GP-CORE-20")
def test_a_fight_is_decided_when_the_only_ones_on_a_side_have_turned_on_it():
    table = Session(ADA, THUG, fortune=0)
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=6, typical="thug")
    for name in ("Ann", "Gil"):
        table.do(name, "roll-initiative", fight="n1", faces=[5])
    lose(table, "grievous-injury")
    asked(table)
    hold(table, 9, 9, difficulty="routine")
    table.do("Gil", "break", fight="n1", who="n2", how="turned")
    assert question(table, "Gil") == ("Is it over?", "close-fight", "")
    assert table.game.situation(table.state).headline == "The fight is decided"


@pytest.mark.rule("GP-MORALE-05")
def test_a_leader_who_broke_may_turn_though_they_are_counted_among_others_by_then():
    table = shaken(1, 2, leader=(9, 9))
    table.do("Gil", "count", fight="n1", band="", name="the guard", count=3, typical="thug", members=["rusk"])
    table.do("Gil", "roll-initiative", fight="n1", faces=[1])
    table.do("Gil", "break", fight="n1", who="rusk", how="turned")
    assert table.state.fights["n1"].heart("rusk") == "steady"
    assert "rusk" not in order(table)


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-04")
def test_nobody_leads_a_group_of_the_other_side_or_is_one_of_it():
    table, group = brawl(leaders=()), {"fight": "n1", "band": "", "name": "the guard", "count": 3, "typical": "thug"}
    for side, whose, others in (("foes", "rusk", "ada"), ("party", "ada", "rusk")):
        table.refuses("Gil", "count", "not-open", **group, side=side, leaders=[others])
        table.do("Gil", "count", **group, side=side, leaders=[whose])
    table.refuses("Gil", "count", "not-open", **group, side="party", members=["rusk"])


@pytest.mark.rule("GP-CORE-10", "GP-MORALE-04")
@pytest.mark.parametrize(("count", "acts"), [(1, ["bo", "n2"]), (2, ["n3", "bo", "n2"])])
def test_who_has_acted_does_not_act_again_in_the_round_as_all_of_a_group(count, acts):
    table = brawl(leaders=())
    end(table, 2)
    table.do("Gil", "count", fight="n1", band="", name="the guard", count=count, typical="rusk", members=["rusk"])
    table.do("Gil", "roll-initiative", fight="n1", faces=[10])
    assert [one.id for one in to_act(table.state, table.state.fights["n1"])] == acts


def test_a_name_with_an_article_has_its_capital_only_where_a_sentence_begins():
    table = Session(ADA, replace(RUSK, name="The Old Man"))
    [opened] = table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    assert opened.line(table.state).frame.title == "Ada against the Old Man"
    table.do("Ann", "roll-initiative", fight="n1", faces=[1])
    [rolled] = table.do("Gil", "roll-initiative", fight="n1", faces=[9])
    assert rolled.line(table.state).who == "The Old Man"
    assert table.game.situation(table.state).headline == "It is the Old Man’s turn"
    assert question(table, "Gil")[0] == "What does the Old Man do?"


@pytest.mark.rule("GP-MORALE-04", "GP-CORE-10")
def test_a_group_rolls_initiative_as_its_typical_one_does_when_whole():
    table = Session(ADA, replace(THUG, injuries=(Suffered("rattled-brain"),)))
    table.do("Gil", "open-fight", party=["ada"], foes=[])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=3, typical="thug")
    table.do("Gil", "roll-initiative", fight="n1", faces=[5])
    assert table.state.fights["n1"].fighter("n2").total == 5 + 5


@pytest.mark.rule("GP-MORALE-04", "GP-CORE-01")
def test_a_group_tries_something_after_its_typical_one_has_fallen():
    table = brawl()
    table.put("thug", peril=LAST, dead=True)
    end(table, 3)
    [offer] = table.offers("Gil", "call-trial")
    who = next(field for field in offer.fields if field.name == "who")
    assert who.default == ("thug",)
    assert {one.value: one.label for one in who.choices}["thug"] == "The thugs"
    rolled = table.tested("thug", "resolve", 1, 2)
    assert rolled.faces
    assert "test Resolve" in table.read["Ann"][-1]
    assert table.state.turn == "hits"


@pytest.mark.rule("GP-MORALE-04")
def test_a_group_tries_something_after_its_typical_one_who_fought_alone_has_fallen():
    table = Session(ADA, BO, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada"], foes=["thug"])
    table.do("Gil", "count", fight="n1", band="", name="the thugs", count=6, typical="thug", leaders=[])
    table.put("thug", fate=0)
    table.do("Gil", "deal-harm", how="mishap", who=["thug"], points=60, dice=0)
    assert table.who("thug").dead
    table.do("Gil", "call-trial", who="thug", skill="resolve")
    assert table.trial_of("thug").group == "the thugs"


@pytest.mark.rule("GP-MORALE-06")
def test_a_leader_who_cannot_act_rallies_nobody():
    table = wavering()
    table.do("Gil", "set-track", who="rusk", track="peril", now="incapacitated")
    table.refuses("Gil", "rally", "no-leader", "GP-MORALE-06", fight="n1", band="n2", who="rusk")


@pytest.mark.rule("GP-CORE-20")
@pytest.mark.parametrize(("faces", "reached"), [([10, 1], {"bo", "cai", "dag"}), ([1, 2], {"bo"}), ([9, 8], set())])
def test_inspiring_words_reach_as_many_as_the_success_is_good(faces, reached):
    ada = replace(ADA, attributes=ADA.attributes | {"fellowship": 18})
    cai, dag, eli = (replace(BO, id=id_, name=id_.title(), player="s5") for id_ in ("cai", "dag", "eli"))
    table = Session(ada, BO, cai, dag, eli, fortune=0)
    table.do("Gil", "open-fight", party=["ada", "bo", "cai", "dag", "eli"], foes=[])
    for name, dice in (("Ann", [9]), ("Ben", [5]), ("Cleo", [4, 3, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=dice)
    damage, peril = worth(table.who("bo").damage_threshold), worth(table.who("bo").peril_threshold)
    words = {"fight": "n1", "who": "ada", "allies": ["bo", "cai", "dag", "eli"]}
    table.refuses("Ann", "inspire", "wrong-number", "GP-CORE-20", **words)
    table.do("Ann", "inspire", fight="n1", who="ada", allies=["bo", "cai", "dag"])
    events = table.do("Ann", "roll", trial=next(iter(table.state.trials)), faces=faces)
    assert {who for event in events if isinstance(event, Inspired) for who in event.who} == reached
    if "bo" in reached:
        assert worth(table.who("bo").damage_threshold) == damage + 1
        assert worth(table.who("bo").peril_threshold) == peril + 1
        offers = table.offers("Ann", "inspire")
        assert not any("Bo" in str(field) for offer in offers for field in offer.fields)
    table.do("Gil", "close-fight", fight="n1")
    assert not any(who.inspired for who in table.state.people.values())


@pytest.mark.rule("GP-CORE-20")
@pytest.mark.parametrize(("fellowship", "reaches"), [(18, 1), (9, 0), (-9, 0)])
def test_inspiring_words_are_no_gift_of_the_unfriendly(fellowship, reaches):
    table = Session(replace(ADA, attributes=ADA.attributes | {"fellowship": fellowship}), BO, fortune=0)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=[])
    for name, dice in (("Ann", [9]), ("Ben", [5])):
        table.do(name, "roll-initiative", fight="n1", faces=dice)
    assert len(table.offers("Ann", "inspire")) == reaches


@pytest.mark.rule("GP-CORE-20", "GP-CORE-10")
def test_inspiring_words_are_an_action_of_ones_own_turn():
    table = brawl()
    table.do("Ann", "end-turn", fight="n1")
    table.refuses("Ann", "inspire", "not-your-turn", "GP-CORE-10", fight="n1", who="ada", allies=["bo"])
    [offer] = table.offers("Gil", "inspire")
    assert offer.fixed["who"] == "rusk"


def question(table: Session, name: str) -> tuple[str, ...]:
    """What somebody is asked: the question, what stands open, what is beside it, and the other answers."""
    ask = table.asked(name)
    return (ask.title, *(key.partition(":")[0] for key in (ask.lead, ask.beside, *(way.key for way in ask.ways))))


def proposed(table: Session, do: str, blank: str) -> tuple[str, ...]:
    """Who stands chosen in a blank of the first of the GM's forms for this."""
    [field] = (field for field in table.offers("Gil", do)[0].fields if field.name == blank)
    assert isinstance(field, Choose)
    return field.default


@pytest.mark.rule("GP-CORE-10")
def test_on_a_turn_the_guide_is_asked_what_is_done_there_and_ending_it_is_one_press():
    table = brawl()
    assert question(table, "Gil") == ("", "", "", "call-trial", "deal-harm", "loss")
    assert question(table, "Ann") == ("It is your turn", "end-turn", "")
    assert table.asked("Ann").text == "Say what you do. The GM asks for a test of it, and says who is hurt."
    assert proposed(table, "deal-harm", "by") == ("ada",)
    end(table)
    assert question(table, "Gil") == ("What does Rusk do?", "call-trial", "end-turn", "deal-harm", "loss")
    assert proposed(table, "call-trial", "who") == proposed(table, "deal-harm", "by") == ("rusk",)
    end(table, 2)
    assert question(table, "Gil")[0] == "What do the thugs do?"
    assert [offer.label for offer in table.offers("Gil", "end-turn")] == ["End the thugs’ turn"]
    assert proposed(table, "call-trial", "who") == ("thug",)


@pytest.mark.rule("GP-CORE-10")
@pytest.mark.parametrize(("faces", "asked"), [
    ((10, 1), ("What does Rusk do?", "deal-harm", "end-turn", "call-trial")),
    ((9, 9), ("What else does Rusk do?", "end-turn", "", "call-trial", "deal-harm")),
])
def test_a_test_that_succeeded_is_followed_by_the_blow_and_a_failure_by_the_next_turn(faces, asked):
    table = brawl()
    end(table)
    table.do("Gil", "call-trial", who="rusk", skill="simple-melee")
    table.do("Gil", "roll", trial=table.trial, faces=faces)
    assert question(table, "Gil")[:len(asked)] == asked


@pytest.mark.rule("GP-CORE-10", "GP-CORE-15")
def test_a_blow_is_followed_by_the_next_turn_on_which_nothing_is_tried_yet():
    table = brawl()
    end(table)
    table.do("Gil", "deal-harm", how="blow", by="rusk", who=["ada"], faces=[1])
    assert question(table, "Gil")[:3] == ("What else does Rusk do?", "end-turn", "")
    end(table, 2)
    assert question(table, "Gil")[:3] == ("What do the thugs do?", "call-trial", "end-turn")
    table.do("Gil", "loss", fight="n1", band="n2", row="ally-slain", fallen=1)
    assert question(table, "Gil")[:2] == ("What else do the thugs do?", "end-turn")


@pytest.mark.rule("GP-CORE-10")
def test_the_test_of_somebody_else_leaves_the_turn_as_it_is():
    table = brawl()
    end(table)
    table.do("Gil", "call-trial", who="ada", skill="coordination")
    table.do("Ann", "roll", trial=table.trial, faces=[1, 2])
    assert question(table, "Gil")[:2] == ("What does Rusk do?", "call-trial")


@pytest.mark.rule("GP-MORALE-05")
def test_those_who_waver_are_not_asked_what_they_do():
    table = wavering()
    end(table, 2)
    assert question(table, "Gil")[1:3] == ("rally", "end-turn")


@pytest.mark.rule("GP-CORE-20")
def test_as_soon_as_nobody_stands_on_a_side_the_guide_is_asked_whether_it_is_over():
    table = Session(ADA, RUSK, fortune=0)
    table.do("Gil", "open-fight", party=["ada"], foes=["rusk"])
    for name, faces in (("Ann", [9]), ("Gil", [8])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    assert question(table, "Gil")[1] == ""
    table.do("Gil", "set-track", who="rusk", track="peril", now="incapacitated")
    assert question(table, "Gil") == ("Is it over?", "close-fight", "")
    assert table.game.situation(table.state).headline == "The fight is decided"
    assert question(table, "Ann")[1] == ""
    assert [one.what for one in table.game.situation(table.state).waiting] == ["the end of the fight"]


@pytest.mark.rule("GP-CORE-10")
def test_a_turn_is_waited_for_again_when_a_test_on_it_is_rolled():
    table = brawl()
    table.do("Gil", "call-trial", who="ada", skill="coordination")
    assert question(table, "Ann")[1] == "roll"
    assert [offer.urgency for offer in table.offers("Ann", "end-turn")] == ["tool"]
    table.do("Ann", "roll", trial=table.trial, faces=[1, 2])
    assert question(table, "Ann")[1] == "end-turn"


@pytest.mark.rule("GP-CORE-18")
def test_a_point_buys_an_action_point_on_ones_own_turn():
    table = brawl()
    table.refuses("Ann", "buy-action", "no-points", "GP-CORE-18", fight="n1")
    table.have(fortune=pool(1))
    table.refuses("Ben", "buy-action", "not-your-turn", "GP-CORE-10", fight="n1")
    table.do("Ann", "buy-action", fight="n1")
    assert (table.state.points(table.who("ada")), table.state.points(table.who("rusk"))) == (0, 1)
    assert "spends a Fortune Point: one more action point." in table.read["Ben"][-1]
    end(table)
    table.do("Gil", "buy-action", fight="n1")
    assert table.state.points(table.who("rusk")) == 0


@pytest.mark.rule("GP-COMB-01")
def test_who_runs_in_the_fog_is_tested():
    table = Session(ADA, replace(THUG, known=False), fortune=0)
    table.refuses("Gil", "run-blind", "not-a-choice", who="thug")
    table.do("Gil", "run-blind", who="ada")
    [trial] = table.state.trials.values()
    assert (trial.skill, trial.difficulty) == ("coordination", "standard")
    table.do("Ann", "roll", trial=trial.id, faces=[1, 2])
    assert not table.state.trials


def test_people_see_what_would_shake_a_group():
    table = brawl()
    fight = table.board("Wim")["n1"]
    [band] = (row for row in fight.rows if not row.of)
    assert band.words == "6 strong, led by Rusk: steady"
    assert fight.words[0] == (
        "What would shake the thugs, and their Resolve then: Moderate Injury +30, Serious Injury +20, "
        "Grievous Injury +10, an ally is Slain! +0, the leader is Slain! −30"
    )


class Watched(Walk):
    """A random course on which each state is held to what is always true of a fight."""

    def _take(self, seat, offer):
        super()._take(seat, offer)
        for fight in self.world.state.fights.values():
            assert len({*fight.done}) == len(fight.done)
            assert {*fight.done} <= {one.id for one in fight.fighters}
            assert all(band.count >= 0 for band in fight.bands.values())
        for who in self.world.state.people.values():
            assert 0 <= who.damage <= LAST
            assert 0 <= who.peril <= LAST


@pytest.mark.rule("GP-CORE-10", "GP-CORE-11", "GP-CORE-12", "GP-MORALE-05")
def test_in_random_fights_nobody_acts_twice_in_a_round_and_nobody_leaves_the_tracks():
    table = brawl()
    lose(table, "ally-slain", fallen=2)
    end(table)
    survey = stroll(table.state, *FIGHT, seeds=range(2), steps=60, walk=Watched)
    assert survey.commands["end-turn"]
    assert survey.commands["deal-harm"]


def test_a_group_is_named_in_the_text_and_has_no_mark_of_a_seat():
    table = brawl()
    assert table.game.situation(table.state).headline == "It is Ada’s turn"
    said = [line for event in table.events if (line := event.line(table.state)) and "thugs" in str(line)]
    assert [(line.who, line.text) for line in said] == [
        ("", "The thugs are 6 strong."), ("", "The thugs roll 7 for Initiative.")
    ]


def test_verbs_agree_with_one_leader_and_with_a_group():
    table = brawl()
    lose(table, "ally-slain", fallen=1)
    end(table)
    hold(table, 9, 9, leader=(9, 8))
    table.do("Gil", "break", fight="n1", who="n2", how="fled")
    end(table)
    said = [line for event in table.events if (line := event.line(table.state)) and line.kind == "result"]
    assert [" ".join(filter(None, (line.who, line.text))) for line in said] == [
        "The thugs break.", "Rusk wavers: they give up when their turn comes.", "The thugs flee.", "Rusk gives up.",
    ]
    assert [fact.text for line in said for fact in line.facts] == ["The thugs flee", "Rusk gives up"]


@pytest.mark.rule("GP-MORALE-04")
def test_a_group_is_spoken_of_as_several_and_by_a_small_letter_within_a_sentence():
    table = Session(ADA, THUG, fortune=0)
    table.do("Gil", "open-fight", party=["ada"], foes=["thug"])
    table.do("Gil", "count", fight="n1", band="", name="The thugs", count=6, typical="thug")
    for name, faces in (("Ann", [9]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    lose(table, "ally-slain", fallen=1)
    end(table)
    hold(table, 1, 2, leader=())
    assert any("test Resolve" in line for line in table.read["Ann"])
    end(table)
    assert question(table, "Gil")[0] == "What do the thugs do?"


@pytest.mark.rule("GP-CORE-10", "GP-MORALE-07")
def test_a_fight_waits_for_who_has_yet_to_roll_and_for_nobodys_turn_while_the_gm_is_asked():
    table = Session(ADA, BO, RUSK, THUG)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["rusk"])
    table.do("Ann", "roll-initiative", fight="n1", faces=[9])
    assert {one.seat for one in table.game.situation(table.state).waiting} == {"s4", "s1"}
    table = brawl()
    assert due(table.state, table.state.fights["n1"]) == table.state.fights["n1"].fighter("ada")
    lose(table, "ally-slain", fallen=1)
    asked(table)
    assert due(table.state, table.state.fights["n1"]) is None


@pytest.mark.rule("GP-CORE-15", "GP-MORALE-04")
def test_in_a_fight_those_strike_who_are_in_it_a_group_by_its_name_and_the_hidden():
    table = brawl()
    cast = {**table.state.people, "cook": skilled("cook"), "lurker": replace(skilled("lurker"), known=False)}
    table.have(people=cast)
    strike = next(one for one in table.offers("Gil", "deal-harm") if one.fixed["how"] == "blow")
    assert choices(strike, "by") == {
        "ada": "Ada", "bo": "Bo", "rusk": "Rusk", "thug": "The thugs", "lurker": "Lurker",
    }
    assert [*choices(strike, "who")][:4] == ["ada", "bo", "rusk", "thug"]
    assert "cook" in choices(strike, "who")
    table.put("thug", dead=True)
    end(table, times=3)
    strike = next(one for one in table.offers("Gil", "deal-harm") if one.fixed["how"] == "blow")
    [by] = [one for one in strike.fields if isinstance(one, Choose) and one.name == "by"]
    assert by.default == ("thug",)
    table.do("Gil", "close-fight", fight="n1")
    strike = next(one for one in table.offers("Gil", "deal-harm") if one.fixed["how"] == "blow")
    assert "cook" in choices(strike, "by")


@pytest.mark.rule("GP-MORALE-01", "GP-MORALE-04", "GP-MORALE-07", "GP-RD-22")
def test_those_who_came_into_a_fight_alone_are_counted_as_one_group_and_no_more_by_themselves():
    thugs = tuple(replace(THUG, id=f"thug{n}", name=f"Thug {n}") for n in (1, 2, 3, 4))
    table = Session(ADA, BO, RUSK, *thugs)
    table.do("Gil", "open-fight", party=["ada", "bo"], foes=["rusk", *(one.id for one in thugs)])
    assert numbers(table.state, table.state.fights["n1"], "foes") == 5
    members = ["rusk", *(one.id for one in thugs)]
    table.do(
        "Gil", "count", fight="n1", band="", name="the thugs", count=4, typical="thug1", leaders=["rusk"],
        members=members,
    )
    assert numbers(table.state, table.state.fights["n1"], "foes") == 5
    assert {one.id for one in table.state.fights["n1"].fighters} == {"ada", "bo", "rusk", "n2"}
    table.refuses("Gil", "join-fight", "nobody-there", fight="n1", who="thug1", side="foes")
    for name, faces in (("Ann", [9]), ("Ben", [5]), ("Gil", [8, 2])):
        table.do(name, "roll-initiative", fight="n1", faces=faces)
    for who in ("thug1", "thug2"):
        table.put(who, fate=0)
        table.do("Gil", "deal-harm", how="mishap", who=(who,), points=60)
    assert numbers(table.state, table.state.fights["n1"], "foes") == 3
    end(table)
    assert table.state.fights["n1"].bands["n2"].due == ("ally-slain",)


@pytest.mark.rule("GP-MORALE-04", "GP-CORE-15", "GP-CORE-16")
@pytest.mark.parametrize(("by", "name", "dice"), [("thug", "the thugs", 1), ("rusk", "Rusk", 0)])
def test_a_group_strikes_with_the_figures_of_its_typical_one_when_whole(by, name, dice):
    table = brawl()
    table.put(by, injuries=(Suffered("shell-shock"),), attributes={**table.who(by).attributes, "combat": 40})
    table.do("Gil", "deal-harm", how="blow", by=by, who=("ada",), faces=[2] * dice)
    assert len(table.last(DamageSuffered).faces) == dice
    assert f"Damage from {name}" in "".join(table.read["Ann"])

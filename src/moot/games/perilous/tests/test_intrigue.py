"""Exchanges: the worked evening at the magistrate's, and what each of their rules allows and refuses."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous.figures import DIFFICULTIES, DISPOSITIONS, PERIL
from moot.games.perilous.harm import PerilSuffered
from moot.games.perilous.intrigue.framing import PairHidden, matrix
from moot.games.perilous.intrigue.odds import known, temperament
from moot.games.perilous.intrigue.phases import phase_of
from moot.games.perilous.intrigue.tactics import Swayed
from moot.games.perilous.intrigue.view import seen, weighed
from moot.games.perilous.packs import glosses
from moot.games.perilous.person import PERIL_STATES, LedgerLine
from moot.games.perilous.room import GAME
from moot.games.perilous.tests.people import SKILL_IDS, skilled
from moot.games.perilous.tests.table import Session, faces, found
from moot.games.perilous.trying import TrialRolled
from moot.testing import choices

EVENING = tomllib.loads((Path(__file__).parent / "examples" / "intrigue.toml").read_text(encoding="utf-8"))
SHORT = {"critical-success": "CS", "success": "S", "failure": "F", "critical-failure": "CF"}
NAMES = {"ysolt": "Ann", "marn": "Ben", "tib": "Cleo"}
RANKS = {"order": {"order": 1}, "chaos": {"chaos": 1}, "equal": {}}


def evening() -> Session:
    """The table at which the worked evening begins, before the exchange is framed."""
    people = []
    for seat, row in zip(("s3", "s4", "s5"), EVENING["person"], strict=True):
        skills: dict[str, Any] = {name: tuple(value) for name, value in row["skills"].items()}
        who = skilled(row["id"], seat, threshold=row["peril_threshold"], **skills)
        fame = (LedgerLine(row["reputation"], "at first", "GP-REP-01"),)
        people.append(replace(who, social_class=row["class"].lower(), fame=fame, **RANKS[row["leans"]]))
    npc = replace(
        skilled("corvane", name=EVENING["npc"]["name"]), social_class=EVENING["npc"]["class"].lower(),
        leans=EVENING["npc"]["leans"],
    )
    table = Session(*people, npc, fortune=EVENING["setup"]["fortune"])
    table.do(
        "Gil", "frame", npcs=["corvane"], people=[*NAMES], objective=EVENING["setup"]["objective"],
        stakes=EVENING["setup"]["stakes"], disposition=EVENING["npc"]["disposition"].lower(),
    )
    return table


def play(table: Session, step: dict[str, Any]) -> list[Any]:
    """Take one step of the evening by the buttons that people have."""
    [exchange] = table.state.exchanges
    match step["do"]:
        case "secret":
            return table.do("Gil", "hide-pair", exchange=exchange, npc="corvane", **{
                name: SKILL_IDS[step[name].lower()] for name in ("favourable", "unfavourable")
            })
        case "tactic":
            skill, who = SKILL_IDS[step["skill"].lower()], step["who"]
            assert step["expect"]["skill"].lower() == skill
            return table.do(NAMES[who], "tactic", exchange=exchange, who=who, npc="corvane", skill=skill)
        case "reputation" if refused := step.get("expect", {}).get("refused"):
            bought = {"exchange": exchange, "trial": table.trial_of(step["who"]).id}
            table.refuses(NAMES[step["who"]], "buy-assist", "too-soon", refused, **bought)
            return []
        case "reputation":
            return table.do(NAMES[step["who"]], "buy-assist", exchange=exchange, trial=table.trial_of(step["who"]).id)
        case "disposition":
            table.do("Gil", "move-disposition", exchange=exchange, npc="corvane", disposition=step["to"].lower())
            return table.do("Gil", "again", exchange=exchange)
        case "test":
            return rolls(table, step)
        case other:
            raise AssertionError(other)


def rolls(table: Session, step: dict[str, Any]) -> list[Any]:
    """A test, with what people say about a failure."""
    name, id_ = NAMES[step["who"]], table.trial_of(step["who"]).id
    dice = faces([*step["tens"], step["units"]])
    peril = faces(step.get("peril_dice", []))
    fails = step["expect"]["result"] == "F" or "again" in step
    events = table.do(name, "roll", trial=id_, faces=dice)
    if "again" in step:
        again = faces([*step["again"]["tens"], step["again"]["units"]])
        events += table.do(name, "spend-fortune", trial=id_, faces=again)
    elif fails:
        events += table.do(name, "keep", trial=id_)
    if peril:
        events += table.do(name, "bear-peril", exchange="n1", who=step["who"], faces=peril)
    return events


def compare(table: Session, step: dict[str, Any], events: list[Any]) -> None:
    """Hold what happened, and the state after it, to what the step says."""
    expect = step.get("expect", {})
    if step["do"] == "test":
        rolls = [event.rolled for event in events if isinstance(event, TrialRolled)]
        token = found(events, Swayed).token
        got = {
            "skill": token.skill, "chance": rolls[0].chance, "reads": rolls[0].reads, "result": SHORT[token.rolled],
            "column": DISPOSITIONS[token.column].title, "temperament": token.word,
            "becomes": SHORT[token.outcome], "again_reads": rolls[-1].reads,
            "difficulty": DIFFICULTIES[table.state.exchanges["n1"].difficulty[step["who"]]["corvane"]].value,
            "flip": "fail" if "GP-CORE-04" in next(e for e in events if isinstance(e, TrialRolled)).rules else "",
        }
        if "peril" in expect:
            harm = found(events, PerilSuffered)
            got |= {"peril": harm.points, "track": SHORTER[PERIL_STATES[harm.now].id]}
        assert {name: got[name] for name in expect} == expect | {"skill": expect["skill"].lower()}
    after, people = step["after"], table.state.people
    assert table.state.exchanges["n1"].targets["corvane"].disposition == after["disposition"].lower()
    assert {who: people[who].reputation for who in after["reputation"]} == after["reputation"]
    assert sum(one.points for one in table.state.fortune) == after["fortune"]
    assert sum(one.points for one in table.state.misfortune) == after.get("misfortune", 0)
    peril = {who: SHORTER[PERIL_STATES[people[who].peril].id] for who in NAMES if people[who].peril}
    assert peril == after.get("peril", {})


SHORTER = {row.id: row.title.removesuffix(" Skill Ranks").removesuffix(" Skill Rank") for row in PERIL.values()}


@pytest.mark.rule(
    "GP-SOC-02", "GP-SOC-03", "GP-SOC-04", "GP-SOC-05", "GP-SOC-06", "GP-SOC-07", "GP-SOC-08", "GP-SOC-09", "GP-REP-04",
    "GP-CORE-18",
)
def test_the_evening_at_the_magistrates_goes_as_it_was_worked_out():
    table = evening()
    for step in EVENING["step"]:
        compare(table, step, play(table, step))
    [exchange] = table.state.exchanges.values()
    assert [one.round for one in exchange.tokens] == [1, 1, 1, 2, 2, 2]
    shown = seen(table.state, exchange, False).targets[0]
    assert shown.told == ("Bargain opens them", "Intimidate shuts them")
    assert shown.rungs[0].tokens[0].gloss == "Throws in something that nobody had asked for."
    assert shown.pair is None
    assert {rung.name: [token.word for token in rung.tokens] for rung in shown.rungs if rung.tokens} == {
        "Helpful": ["Generous", "Fanatic"], "Unfriendly": ["Willing"], "Impolite": ["Stoic"],
        "Hostile": ["Aggressive", "Suspicious"],
    }
    table.do("Gil", "open-pair", exchange=exchange.id, npc="corvane")
    assert "was open to Bargain, and shut to Intimidate" in table.read["Ann"][-1]
    table.do("Gil", "close-exchange", exchange=exchange.id, what="He signs.")
    assert not table.state.exchanges
    frames = [line.frame for event in table.events if (line := event.line(table.state)) and line.frame]
    assert [(frame.kind, frame.id) for frame in frames] == [("scene", "exchange-n1"), ("over", "exchange-n1")]
    assert frames[0].title == "a writ for the cooper's release"
    assert [(face.name, face.says) for face in frames[0].people][-1] == ("Magistrate Corvane", "Unfriendly")


def supper(**hidden: str) -> Session:
    """Two players and two of the GM's people, framed, with secrets where `hidden` has none left to fix."""
    table = Session(
        skilled("ada", "s3", charm=(45, 1), guile=(45, 0)), skilled("bo", "s4", bargain=(40, 1)),
        replace(skilled("cor", name="Corvane"), leans="order"),
        replace(skilled("dame", name="Dame Ilse"), leans="chaos"), fortune=4,
    )
    table.do("Gil", "frame", npcs=["cor", "dame"], people=["ada", "bo"], objective="the key")
    for npc, pair in hidden.items():
        opens, shuts = pair.split()
        table.do("Gil", "hide-pair", exchange="n1", npc=npc, favourable=opens, unfavourable=shuts)
    return table


@pytest.mark.rule("GP-SOC-02")
@pytest.mark.parametrize(("pc", "npc", "same", "value"), [
    ("order", "order", True, 20), ("order", "order", False, 10), ("order", "chaos", True, 0),
    ("order", "chaos", False, -20), ("chaos", "order", True, 0), ("chaos", "order", False, -20),
    ("chaos", "chaos", True, 20), ("chaos", "chaos", False, 10), ("equal", "order", True, 10),
    ("equal", "order", False, 0), ("equal", "chaos", True, 10), ("equal", "chaos", False, 0),
])
def test_leanings_and_classes_say_how_hard_it_is(pc, npc, same, value):
    who = replace(skilled("ada", "s3"), **RANKS[pc])
    other = replace(skilled("cor", name="Corvane"), leans=npc, social_class="burgher" if same else "lowborn")
    assert DIFFICULTIES[matrix(who, other)].value == value


@pytest.mark.rule("GP-SOC-02")
def test_the_gm_marks_where_somebody_leans_before_an_exchange():
    table = Session(skilled("ada", "s3"), skilled("cor", name="Corvane"))
    table.refuses("Gil", "frame", "no-leaning", "GP-SOC-02", npcs=["cor"], people=["ada"], objective="the key")
    table.do("Gil", "mark-leaning", who="cor", leans="chaos")
    assert not table.heard["Ann"]
    table.do("Gil", "frame", npcs=["cor"], people=["ada"], objective="the key")
    assert table.state.exchanges["n1"].difficulty == {"ada": {"cor": "routine"}}
    table.refuses("Ann", "frame", "guide-only", npcs=["cor"], people=["ada"], objective="more")


@pytest.mark.rule("GP-SOC-03")
def test_it_takes_somebody_on_each_side_of_whom_the_players_know():
    cor = replace(skilled("cor", name="Corvane"), leans="order")
    what = {"npcs": ["cor"], "people": ["ada"], "objective": "the key"}
    for there in ((skilled("ada", "s3"),), (cor,), (skilled("ada", "s3"), replace(cor, known=False))):
        Session(*there).refuses("Gil", "frame", "nobody-there", **what)



@pytest.mark.rule("GP-SOC-02")
def test_nobody_talks_with_somebody_of_no_class():
    table = Session(skilled("ada", "s3"), replace(skilled("cor", name="Corvane"), leans="order", social_class=""))
    table.refuses("Gil", "frame-simple", "no-leaning", "GP-SOC-02", npc="cor", who="ada", skill="charm")


@pytest.mark.rule("GP-SOC-01", "GP-RD-15", "GP-REP-04")
def test_a_simple_exchange_is_one_test_and_help_can_be_bought_for_it():
    table = Session(
        skilled("ada", "s3", charm=(45, 0)), replace(skilled("cor", name="Corvane"), leans="order"), fortune=4,
    )
    [offer] = table.offers("Gil", "frame-simple")
    assert {one.name: one.default for one in offer.fields}["npc"] == ("cor",), "the only one is chosen"
    table.do("Gil", "frame-simple", npc="cor", who="ada", skill="charm")
    table.do("Ann", "buy-assist", exchange="n1", trial="n2")
    events = table.do("Ann", "roll", trial="n2", faces=[9, 9, 9])
    events += table.do("Ann", "bear-peril", exchange="n1", who="ada", faces=[8, 7])
    assert found(events, TrialRolled).rolled.outcome == "critical-failure"
    assert (found(events, PerilSuffered).points, found(events, PerilSuffered).kind) == (17, "mental")
    assert not table.state.exchanges
    assert not table.state.trials
    assert table.state.people["ada"].reputation == 1
    assert sum(one.points for one in table.state.fortune) == 4


@pytest.mark.rule("GP-SOC-01")
def test_a_simple_exchange_brings_no_fortune_and_has_no_secret():
    table = Session(
        skilled("ada", "s3", charm=(45, 0)), replace(skilled("cor", name="Corvane"), leans="order"), fortune=4,
    )
    table.do("Gil", "frame-simple", npc="cor", who="ada", skill="charm", objective="His seal")
    [exchange] = table.state.exchanges
    assert [one.of for one in table.board("Ben")[exchange].rows] == ["cor"]
    assert [one.of for one in table.board("Ben")["tests"].rows] == ["ada"]
    events = table.do("Ann", "roll", trial="n2", faces=[10, 1])
    assert found(events, Swayed).token.word == ""
    assert table.read["Ben"][-1].startswith("gets what was wanted of Corvane.")
    assert sum(one.points for one in table.state.fortune) == 4


@pytest.mark.rule("GP-RD-33", "GP-SOC-03")
def test_the_gm_reads_who_stands_aside_of_those_whose_players_have_left():
    table = supper(cor="charm guile", dame="rumor charm")
    assert [offer.label for offer in table.offers("Ann", "stand-aside")] == ["Stand aside"]
    table.state = table.game.seated(table.state, tuple(seat for seat in table.state.seats if seat.guides))
    named = {offer.label for offer in table.offers("Gil", "stand-aside")}
    assert {"Ada stands aside", "Bo stands aside"} <= named


@pytest.mark.rule("GP-SOC-03", "GP-SOC-09")
def test_nobody_rolls_before_all_have_named_a_tactic_or_stand_aside():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.refuses("Ann", "roll", "no-trial", trial="n2")
    table.do("Ann", "stand-aside", exchange="n1", who="ada")
    assert not table.offers("Ann", "stand-aside")
    twice = table.refuses("Ann", "stand-aside", "aside-already", "GP-SOC-03", exchange="n1", who="ada")
    assert twice.message == "Ada stands aside already. Until all have chosen, a Tactic can still be named."
    assert twice.allowed == tuple(one.label for one in table.offers("Ann", "tactic"))
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="dame", skill="guile")
    assert not table.state.trials
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    assert [(one.who, one.step, one.skill) for one in table.state.trials.values()] == [("ada", "dame", "guile")]
    table.refuses("Ben", "tactic", "wrong-moment", "GP-SOC-06", exchange="n1", who="bo", npc="cor", skill="charm")


@pytest.mark.rule("GP-SOC-09", "GP-SOC-03")
def test_nobody_waits_for_the_tactic_of_somebody_who_is_gone():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.put("bo", dead=True)
    assert phase_of(table.state, table.state.exchanges["n1"]) == "testing"


@pytest.mark.rule("GP-SOC-04", "GP-RD-10")
def test_of_several_the_gm_is_asked_for_the_secret_that_is_not_fixed_yet():
    table = supper(cor="charm guile")
    ask = table.asked("Gil")
    assert [one.label for one in table.offers("Gil") if one.key == ask.lead] == ["Fix the secret of Dame Ilse"]


@pytest.mark.rule("GP-RD-31", "GP-SOC-09")
def test_a_tactic_on_somebody_who_leaves_is_not_rolled_and_another_is_named_while_there_is_time():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="dame", skill="charm")
    table.do("Gil", "leave-story", who="dame")
    assert table.read["Ann"][-1].startswith("stands aside.")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="guile")
    table.do("Ben", "tactic", exchange="n1", who="bo", npc="cor", skill="charm")
    table.put("cor", dead=True)
    table.do("Gil", "leave-story", who="cor")
    assert not table.state.trials
    assert not table.state.exchanges["n1"].tokens
    assert phase_of(table.state, table.state.exchanges["n1"]) == "told"


@pytest.mark.rule("GP-RD-31")
@pytest.mark.parametrize("fixed", [False, True])
def test_where_nobody_is_left_to_talk_with_no_secret_and_no_tactic_is_waited_for(fixed):
    table = supper(cor="charm guile", dame="rumor charm") if fixed else supper(cor="charm guile")
    for npc in ("dame", "cor"):
        table.do("Gil", "leave-story", who=npc)
    assert phase_of(table.state, table.state.exchanges["n1"]) == "told"
    assert "must" in {one.urgency for one in table.offers("Gil", "close-exchange")}


@pytest.mark.rule("GP-RD-31", "GP-SOC-01")
def test_a_simple_exchange_with_somebody_who_leaves_is_over():
    table = supper(cor="charm guile")
    table.do("Gil", "close-exchange", exchange="n1")
    table.do("Gil", "frame-simple", who="ada", npc="cor", skill="charm")
    table.put("cor", dead=True)
    table.do("Gil", "pass-days", days=1)
    assert (table.state.trials, table.state.exchanges) == ({}, {})


@pytest.mark.rule("GP-SOC-09", "GP-RD-10")
def test_nobody_works_on_somebody_who_has_died():
    table = supper(cor="charm guile", dame="rumor charm")
    table.put("dame", dead=True)
    assert {offer.label for offer in table.offers("Ann", "tactic")} == {"Work on Corvane"}
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.do("Ann", "roll", trial=table.trial, faces=[1, 2])
    assert table.offers("Gil", "again")
    table.put("cor", dead=True)
    table.refuses("Gil", "again", "nothing-more", "GP-SOC-09", exchange="n1")


@pytest.mark.rule("GP-SOC-04", "GP-RD-10")
def test_the_secret_is_fixed_for_each_of_them_before_any_tactic():
    table = supper()
    table.refuses("Ann", "tactic", "wrong-moment", "GP-SOC-04", exchange="n1", who="ada", npc="cor", skill="charm")
    same = {"exchange": "n1", "npc": "cor", "favourable": "charm"}
    table.refuses("Gil", "hide-pair", "not-open", "GP-SOC-04", **same, unfavourable="charm")
    table.refuses("Ann", "hide-pair", "guide-only", **same, unfavourable="guile")
    table.do("Gil", "hide-pair", **same, unfavourable="guile")
    assert found(table.heard["Ann"], PairHidden).pair is None
    table.refuses("Ann", "tactic", "wrong-moment", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Gil", "hide-pair", exchange="n1", npc="dame", favourable="rumor", unfavourable="charm")
    table.refuses("Cleo", "tactic", "not-in-it", "GP-SOC-03", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")


@pytest.mark.rule("GP-SOC-04", "GP-RD-10")
def test_each_of_several_has_a_secret_of_their_own():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="dame", skill="charm")
    table.do("Ben", "tactic", exchange="n1", who="bo", npc="cor", skill="charm")
    table.do("Ann", "roll", trial="n2", faces=[10, 2])
    dame, cor = (known(table.state.exchanges["n1"], npc)["charm"] for npc in ("dame", "cor"))
    assert (dame, cor) == ("does not open them", "")
    events = table.do("Ben", "roll", trial="n3", faces=[10, 3])
    assert found(events, Swayed).token.outcome == "critical-success"


@pytest.mark.rule("GP-SOC-04", "GP-SOC-06")
def test_the_re_roll_comes_before_the_secret_and_is_the_same_for_every_failure():
    offered = []
    for secret in ("rumor charm", "charm rumor", "guile bargain"):
        table = supper(cor=secret, dame="rumor charm")
        table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
        table.do("Ben", "stand-aside", exchange="n1", who="bo")
        table.do("Ann", "roll", trial="n2", faces=[9, 8])
        offered.append([table.offers(name) for name in ("Ann", "Ben", "Wim")])
    assert offered[0] == offered[1] == offered[2]


@pytest.mark.rule("GP-SOC-04", "GP-CORE-13", "GP-RD-21")
def test_who_falls_before_their_roll_fails_without_dice_and_shows_nothing():
    table = supper(cor="rumor charm", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Gil", "set-track", who="ada", track="peril", now="incapacitated")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    token = table.state.exchanges["n1"].tokens[0]
    assert (token.outcome, token.blind) == ("failure", True)
    assert {*known(table.state.exchanges["n1"], "cor").values()} == {""}
    table.do("Gil", "again", exchange="n1")
    table.refuses("Ann", "tactic", "incapacitated", "GP-CORE-13", exchange="n1", who="ada", npc="cor", skill="charm")


@pytest.mark.rule("GP-SOC-03", "GP-CORE-13")
def test_nobody_waits_for_a_tactic_of_somebody_incapacitated():
    table = supper(cor="rumor charm", dame="rumor charm")
    table.do("Gil", "set-track", who="ada", track="peril", now="incapacitated")
    assert [one.what for one in GAME.situation(table.state).waiting] == ["a Tactic"]
    table.do("Gil", "set-track", who="ada", track="peril", now="imperiled")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "tactic", exchange="n1", who="bo", npc="cor", skill="charm")
    assert {one.who for one in table.state.trials.values()} == {"ada", "bo"}


@pytest.mark.rule("GP-SOC-05", "GP-SOC-09")
def test_dispositions_move_between_exchanges_and_not_in_them():
    table = supper(cor="charm guile", dame="rumor charm")
    moved = {"exchange": "n1", "npc": "cor", "disposition": "hostile"}
    table.refuses("Gil", "move-disposition", "wrong-moment", **moved)
    table.do("Ann", "stand-aside", exchange="n1", who="ada")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.do("Gil", "move-disposition", **moved)
    table.do("Gil", "again", exchange="n1", fresh=["dame"])
    exchange = table.state.exchanges["n1"]
    assert exchange.targets["cor"].disposition == "hostile"
    assert exchange.targets["cor"].pair is not None
    assert exchange.targets["dame"].pair is None
    table.refuses("Ann", "tactic", "wrong-moment", "GP-SOC-04", exchange="n1", who="ada", npc="cor", skill="charm")


@pytest.mark.rule("GP-SOC-09", "GP-SOC-03")
def test_somebody_who_comes_late_is_in_it_from_the_next_exchange_on():
    table = supper(cor="charm guile", dame="rumor charm")
    table.have(people={**table.state.people, "cass": skilled("cass", "s5", charm=(50, 0))})
    table.do("Ann", "stand-aside", exchange="n1", who="ada")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.refuses("Cleo", "tactic", "wrong-moment", exchange="n1", who="cass", npc="cor", skill="charm")
    table.do("Gil", "again", exchange="n1", people=["ada", "cass"])
    assert table.read["Cleo"][-1] == "They talk on. With them: Ada and Cass. "
    assert table.state.exchanges["n1"].people == ("ada", "cass")
    table.do("Cleo", "tactic", exchange="n1", who="cass", npc="cor", skill="charm")
    table.do("Ann", "stand-aside", exchange="n1", who="ada")
    assert table.trial_of("cass").difficulty == table.state.exchanges["n1"].difficulty["cass"]["cor"]
    assert table.state.exchanges["n1"].targets["cor"].pair


@pytest.mark.rule("GP-REP-04", "GP-CORE-06")
def test_a_bought_die_is_the_only_one_and_is_open_again_the_next_day():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "tactic", exchange="n1", who="bo", npc="cor", skill="bargain")
    table.refuses("Ben", "buy-assist", "not-offered", exchange="n1", trial="n2")
    table.do("Ann", "buy-assist", exchange="n1", trial="n2")
    table.refuses("Ann", "buy-assist", "one-assist", "GP-CORE-06", exchange="n1", trial="n2")
    table.do("Ann", "roll", trial="n2", faces=[1, 9, 2])
    table.do("Ben", "roll", trial="n3", faces=[1, 2])
    for day, code in ((0, "too-soon"), (1, None)):
        table.state = replace(table.state, day=day)
        if code is None:
            table.do("Gil", "again", exchange="n1")
            table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
            table.do("Ben", "stand-aside", exchange="n1", who="bo")
            [id_] = table.state.trials
            table.do("Ann", "buy-assist", exchange="n1", trial=id_)
    assert table.state.people["ada"].reputation == 0
    [id_] = table.state.trials
    table.do("Ann", "roll", trial=id_, faces=[1, 9, 2])
    table.state = replace(table.state, day=2)
    table.do("Gil", "again", exchange="n1")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    [id_] = table.state.trials
    table.refuses("Ann", "buy-assist", "too-dear", "GP-REP-04", exchange="n1", trial=id_)


@pytest.mark.rule("GP-RD-12", "GP-CORE-06")
def test_a_re_roll_throws_the_bought_die_again():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.do("Ann", "buy-assist", exchange="n1", trial="n2")
    table.do("Ann", "roll", trial="n2", faces=[9, 8, 7])
    events = table.do("Ann", "spend-fortune", trial="n2", faces=[9, 1, 2])
    assert (found(events, Swayed).token.rolled, found(events, Swayed).token.outcome) == ("success", "critical-success")


def test_breaking_off_leaves_no_test_behind():
    table = supper(cor="charm guile", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    assert [(offer.label, offer.urgency) for offer in table.offers("Gil", "close-exchange")] == [
        ("Break off the exchange", "tool")
    ]
    table.do("Gil", "close-exchange", exchange="n1", what="The bell rings.")
    assert not table.state.trials
    with pytest.raises(Refused):
        table.do("Ann", "roll", trial="n2")


@pytest.mark.rule("GP-SOC-06")
def test_nobody_breaks_off_before_what_the_dice_have_shown_is_settled():
    table = supper(cor="rumor charm", dame="rumor charm")
    for name, who, skill in (("Ann", "ada", "guile"), ("Ben", "bo", "bargain")):
        table.do(name, "tactic", exchange="n1", who=who, npc="cor", skill=skill)
    table.do("Ann", "roll", trial=table.trial_of("ada").id, faces=[9, 9])
    table.refuses("Gil", "close-exchange", "dice-first", "GP-SOC-06", exchange="n1")
    table.do("Ann", "bear-peril", exchange="n1", who="ada", faces=[8, 7])
    assert table.offers("Gil", "close-exchange")
    table.do("Ben", "roll", trial=table.trial_of("bo").id, faces=[9, 8])
    table.refuses("Gil", "close-exchange", "dice-first", "GP-SOC-06", exchange="n1")
    table.do("Ben", "keep", trial=table.trial_of("bo").id)
    table.do("Gil", "close-exchange", exchange="n1")


def test_what_a_tactic_may_come_to_is_told_before_it_is_named():
    table = supper(cor="charm guile", dame="rumor charm")
    [offer, _] = table.offers("Ann", "tactic")
    assert choices(offer, "skill")["charm"] == "Charm"
    charm = next(one for one in weighed(table.state, table.state.exchanges["n1"], "ada") if one.name == "Charm")
    assert charm.chance == "65\u00a0%"
    assert charm.ways == (
        ("14\u00a0%", "Affectionate", "Helpful"), ("51\u00a0%", "Favorable", ""), ("26\u00a0%", "Disdainful", ""),
        ("9\u00a0%", "Disgusted", "Hostile"),
    )
    assert [(one.mark, one.percent) for one in charm.shares] == [
        ("worst", "9\u00a0%"), ("bad", "26\u00a0%"), ("good", "51\u00a0%"), ("best", "14\u00a0%"),
    ]
    assert {one.who for one in table.own("Ann").tactics} == {"ada"}
    assert not table.own("Wim").tactics


@pytest.mark.rule("GP-SOC-04", "GP-SOC-09", "GP-RD-16")
def test_a_ready_made_exchange_brings_somebody_with_a_secret_that_nobody_is_told():
    table = Session(skilled("ada", "s3", charm=(45, 0)))
    table.do("Gil", "frame-ready", talk="exchanges/harbour-master", people=["ada"])
    [exchange] = table.state.exchanges.values()
    [npc] = exchange.targets
    assert (table.state.name(npc), exchange.targets[npc].disposition) == ("Harbour master Ilka Brandt", "impolite")
    assert seen(table.state, exchange, True).targets[0].pair == ("Bargain", "Intimidate")
    assert found(table.heard["Ann"], PairHidden).pair is None
    assert not any("argain" in line for line in table.read["Ann"])
    table.do("Ann", "tactic", exchange=exchange.id, who="ada", npc=npc, skill="charm")


@pytest.mark.rule("GP-CORE-13", "GP-RD-21")
def test_who_falls_while_their_test_waits_fails_without_dice():
    table = supper(cor="rumor charm", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.do("Gil", "set-track", who="ada", track="peril", now="incapacitated")
    assert not table.state.trials
    assert table.state.exchanges["n1"].tokens[0].outcome == "failure"


@pytest.mark.rule("GP-CORE-13", "GP-SOC-06")
def test_who_falls_before_a_botched_tactic_wears_on_them_has_no_peril_of_it_to_roll():
    table = supper(cor="rumor charm", dame="rumor charm")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="guile")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    assert table.offers("Ann", "bear-peril")
    table.do("Gil", "set-track", who="ada", track="peril", now="incapacitated")
    table.refuses("Ann", "bear-peril", "wrong-moment", exchange="n1", who="ada")
    assert phase_of(table.state, table.state.exchanges["n1"]) == "told"
    table.do("Gil", "set-track", who="ada", track="peril", now="unhindered")
    assert phase_of(table.state, table.state.exchanges["n1"]) == "told"



@pytest.mark.rule("GP-RD-27", "GP-SOC-04", "GP-SOC-07", "GP-CORE-01")
@pytest.mark.parametrize(("skill", "by", "outcome"), [
    ("tradecraft", "bargain", "success"), ("charm", "charm", "critical-success"), ("guile", "guile", "success"),
])
def test_another_skill_than_the_tactic_says_the_word_if_it_is_one_of_the_seven(skill, by, outcome):
    table = supper(cor="charm bargain", dame="charm guile")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="bargain")
    table.do("Ben", "stand-aside", exchange="n1", who="bo")
    test = table.trial_of("ada").id
    table.do("Gil", "set-difficulty", trial=test, difficulty="standard", modifiers=0, skill=skill)
    swayed = found(table.do("Ann", "roll", trial=test, faces=[10, 2]), Swayed)
    read = "helpful" if outcome == "critical-success" else table.state.exchanges["n1"].targets["cor"].disposition
    assert (swayed.token.skill, swayed.token.outcome) == (skill, outcome)
    assert swayed.token.word == temperament(by, outcome, read)
    assert "GP-RD-27" in swayed.rules
    [target, _] = seen(table.state, table.state.exchanges["n1"], False).targets
    assert [(one.gloss, rung.name) for rung in target.rungs for one in rung.tokens] == [
        (glosses({})[by, "success", DISPOSITIONS[read].band], DISPOSITIONS[read].title)
    ]

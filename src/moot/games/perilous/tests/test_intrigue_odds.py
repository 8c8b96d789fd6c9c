"""The odds of an exchange: against exact values from elsewhere, and against every way the rule itself can fall."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.core import Play, outcomes
from moot.games.perilous.intrigue.odds import pairs_left, prospects, swayed
from moot.games.perilous.intrigue.tactics import sway
from moot.games.perilous.room import GAME
from moot.games.perilous.terms import Outcome
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.table import Session
from moot.games.perilous.trial import falling, odds
from moot.games.perilous.underway import Pair, SocialExchange, TalkTarget, Token

CHECKS = {
    row["id"]: {name: Fraction(value["exact"]) for name, value in row.items() if isinstance(value, dict)}
    for row in tomllib.loads(
        (Path(__file__).parent / "examples" / "odds_check.toml").read_text(encoding="utf-8")
    )["check"]
}
POLITE = {"cor": TalkTarget(who="cor", disposition="polite")}
UNKNOWN = SocialExchange(id="n1", people=("ada",), targets=POLITE, difficulty={})


def token(skill: str, outcome: Outcome) -> Token:
    return Token(who="ada", npc="cor", skill=skill, round=1, rolled=outcome, outcome=outcome)


@pytest.mark.rule("GP-CORE-05", "GP-CORE-04")
def test_an_untrained_special_skill_has_the_odds_worked_out_for_it():
    found = odds(45, -1)
    names: dict[str, Outcome] = {"cs": "critical-success", "s": "success", "f": "failure", "cf": "critical-failure"}
    assert {name: found[outcome] for name, outcome in names.items()} == {name: CHECKS["C2"][name] for name in names}


@pytest.mark.rule("GP-SOC-04")
def test_an_unknown_pair_bends_as_often_as_was_worked_out():
    plain, left = odds(50), pairs_left(UNKNOWN, "cor")
    assert len(left) == 42
    one = swayed(plain, "charm", left)
    assert one["critical-success"] == CHECKS["C10"]["cs_of_one"]
    assert one["critical-failure"] == CHECKS["C10"]["cf_of_one"]
    tries = ("charm", "guile", "rumor")
    none = [prod(1 - swayed(plain, skill, (pair,))["critical-success"] for skill in tries) for pair in left]
    assert 1 - sum(none) / len(left) == CHECKS["C10"]["some_cs_of_three"]


@pytest.mark.rule("GP-SOC-04")
def test_what_was_told_leaves_as_many_pairs_as_was_worked_out():
    after = replace(UNKNOWN, tokens=(token("charm", "success"), token("guile", "failure")))
    left = pairs_left(after, "cor")
    share = Fraction(sum(pair.favourable == "guile" for pair in left), len(left))
    assert share == CHECKS["C10"]["charm_plain_s_and_guile_plain_f_then_guile_favourable"]
    shuts = Fraction(sum(pair.unfavourable == "charm" for pair in left), len(left))
    assert shuts == CHECKS["C10"]["then_charm_unfavourable"]


@pytest.mark.rule("GP-SOC-04", "GP-SOC-06")
@pytest.mark.parametrize("told", [(), (token("charm", "success"),), (token("charm", "failure"),)])
def test_its_odds_are_those_of_every_way_the_rule_can_fall(told):
    """The pair is drawn among those that agree with what was told, and the rule itself is played on each fall."""
    table = Session(
        skilled("ada", "s3", charm=(41, 1)), replace(skilled("cor", name="Corvane"), leans="order", peril=5)
    )
    table.do("Gil", "frame", npcs=["cor"], people=["ada"], objective="the key")
    table.do("Gil", "hide-pair", exchange="n1", npc="cor", favourable="rumor", unfavourable="guile")
    table.do("Ann", "tactic", exchange="n1", who="ada", npc="cor", skill="charm")
    start = table.state.with_person("ada", peril=5)
    exchange, [trial] = replace(start.exchanges["n1"], tokens=told), start.trials.values()
    left, roller = pairs_left(exchange, "cor"), table.state.people["ada"]

    def rule(chance):
        pair = left[chance.pick(len(left))]
        targets = {"cor": replace(exchange.targets["cor"], pair=pair)}
        play = Play(replace(start, exchanges={"n1": replace(exchange, targets=targets)}), table.gm, chance, GAME.evolve)
        sway(play, replace(trial, rolled=falling(start.options, trial, roller, play.roll(*trial.dice))))
        return play.state.exchanges["n1"].tokens[-1].outcome

    prospect = next(
        one for one in prospects(start.options, exchange, table.state.people["ada"], "cor") if one.skill == "charm"
    )
    assert {outcome: share for outcome, share in prospect.odds.items() if share} == outcomes(rule)


def test_what_is_known_is_certain():
    left = (Pair("charm", "guile"),)
    assert swayed(odds(50), "charm", left)["success"] == 0
    assert swayed(odds(50), "guile", left)["failure"] == 0

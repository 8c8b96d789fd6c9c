"""The rulebook as data: its options are those of the tables, and every rule that stands somewhere is one of its own."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from moot.games.perilous.options import Options
from moot.games.perilous.room import GAME
from moot.games.perilous.state import Phase, State
from moot.games.perilous.terms import PACKAGE

BOOK = GAME.rulebook
FAMILIES = {
    "CORE": 22, "COMB": 2, "MORALE": 7, "CHASE": 19, "OVER": 5, "WILD": 14, "REP": 4, "SOC": 9, "MAD": 7, "CORR": 10,
    "DIS": 3, "STABLE": 2,
}
READINGS = 16


def test_every_clause_of_the_rules_is_there_and_numbered_without_a_gap():
    readings = [id_ for id_ in BOOK.rules if id_.startswith("GP-RD-")]
    counts = {**FAMILIES, "RD": max(READINGS, len(readings))}
    assert list(BOOK.rules) == [f"GP-{name}-{at:02}" for name, most in counts.items() for at in range(1, most + 1)]


def test_its_switches_are_the_fields_of_the_options_with_the_same_values_and_defaults():
    fields = {field.encode_name: field for field in msgspec.structs.fields(Options)}
    assert list(BOOK.options) == list(fields)
    for id_, option in BOOK.options.items():
        assert {choice.value for choice in option.choices} == set(get_args(fields[id_].type)), id_
        assert option.default == option.choices[0].value == fields[id_].default, id_


def test_all_that_stands_in_the_room_cites_rules_that_there_are():
    room = Path(str(files(PACKAGE)))
    named = {
        rule
        for path in (*room.rglob("*.py"), *room.rglob("*.toml"))
        if path.name != "rules.toml"
        for rule in re.findall(r"GP-[A-Z]+-\d+", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 90
    assert named - set(BOOK.rules) == set()


@pytest.mark.rule("GP-COMB-02", "GP-CORR-08")
def test_advice_is_shown_at_its_moment():
    shown = {
        phase: {rule.id for place in GAME.situation(State(phase=phase)).aids for rule in BOOK.aids(place)}
        for phase in get_args(Phase)
    }
    assert shown == {"between": {"GP-COMB-02"}, "session": set(), "closing": {"GP-CORR-08"}}
    assert {rule.id for rule in BOOK.rules.values() if rule.kind == "advice"} == set().union(*shown.values())


def test_every_command_names_the_rules_behind_it():
    assert [kind.__name__ for kind in GAME.commands.kinds if not kind.rules] == []
    assert {rule for kind in GAME.commands.kinds for rule in kind.rules} <= BOOK.rules.keys()


def test_what_a_rule_says_of_an_option_is_an_option_of_it():
    """A rule that ends on an option is the rule of one, and the other way round."""
    offering = {rule.id for rule in BOOK.rules.values() if "Option:" in rule.text}
    assert {option.rule for option in BOOK.options.values()} == offering

"""The kinds of Tests: rows of one table that no other place asks for by name, and numbers that are rolled as shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from jinja2 import Environment, nodes

from moot.games.swords_edge.figures import NC_KINDS, PATTERNS, QUALITY_KINDS, NcKind, NcType, QualityKind
from moot.games.swords_edge.pairings import TestKind
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, duel, open_up, strike
from moot.games.swords_edge.trials.kinds import KINDS
from moot.kit.totals import explained

ROOM = Path(__file__).parents[1]
TABLE = {"pairings.py", "verdict.py", "trials/kinds.py"}
"""Where kinds and the readings of their dice have their names."""
OTHER_THINGS = {"element.use", "attack.how", "said"}
"""What else is asked for by such words: what an NC's Element is meant for, how an attack came, what an outline says."""
WORDS = set(get_args(TestKind))
OF_NCS = {*get_args(NcKind), *get_args(NcType)}
"""The kinds and types of NCs, whose tables stand in figures.py."""
STARTS = {"PRICES", "start", "check(who, state.options).left"}
"""Where a command that makes Qualities of one kind looks up what they start at and cost."""


def test_every_kind_is_a_row():
    assert set(KINDS) == WORDS
    assert all(kind.id == name for name, kind in KINDS.items())


def asked(file: Path, words: set[str]) -> Iterator[str]:
    """All that a file compares with one of the words, matches with it, or looks up by it."""

    def named(node: ast.AST) -> bool:
        return any(isinstance(part, ast.Constant) and part.value in words for part in ast.walk(node))

    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Compare():
                sides = [node.left, *node.comparators]
                if any(map(named, sides)):
                    yield from (ast.unparse(side) for side in sides if not named(side))
            case ast.Call(func=ast.Attribute(attr="of" | "counting")) if any(map(named, node.args)):
                yield ast.unparse(node.func)
            case ast.match_case() if named(node.pattern):
                yield ast.unparse(node.pattern)
            case ast.Subscript(value=table) if named(node.slice) and ast.unparse(table) != "Literal":
                yield ast.unparse(table)


def test_no_other_place_asks_for_a_kind_by_name():
    files = (file for file in ROOM.rglob("*.py") if "tests" not in file.parts)
    places = {str(file.relative_to(ROOM)): set(asked(file, WORDS)) - OTHER_THINGS for file in files}
    assert {name: found for name, found in places.items() if found and name not in TABLE} == {}
    assert {"trials/kinds.py"} == {name for name in TABLE if "KINDS" in places[name]}


def test_no_page_asks_for_a_kind_by_name():
    for page in ROOM.rglob("*.html"):
        read = Environment(extensions=["jinja2.ext.do"], autoescape=True).parse(page.read_text("utf-8"))
        compared = read.find_all((nodes.Compare, nodes.Getitem))
        consts = {const.value for one in compared for const in one.find_all(nodes.Const)}
        assert not consts & (WORDS | OF_NCS), page.name


def test_no_place_asks_for_the_kind_or_the_type_of_an_nc_by_name():
    assert set(NC_KINDS) | set(PATTERNS) == OF_NCS
    files = (file for file in ROOM.rglob("*.py") if "tests" not in file.parts)
    assert {file.name: found for file in files if (found := set(asked(file, OF_NCS)))} == {}


def test_no_place_asks_for_the_kind_of_a_quality_by_name():
    words = {*get_args(QualityKind)}
    assert set(QUALITY_KINDS) == words
    files = (file for file in ROOM.rglob("*.py") if "tests" not in file.parts)
    places = {str(file.relative_to(ROOM)): set(asked(file, words)) - STARTS for file in files}
    assert {name: found for name, found in places.items() if found} == {}


def seized() -> Sitting:
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    return table


def attacked() -> Sitting:
    table = defending()
    strike(table)
    return table


@pytest.mark.rule("SE-TRAP-07", "SE-SEIZE-02", "SE-SEIZE-05", "SE-MOM-01", "SE-ACT-02")
@pytest.mark.parametrize(
    ("begun", "do"),
    [(duel, "roll-momentum"), (attacking, "act"), (defending, "seize"), (attacked, "defend"), (seized, "answer-seize")],
)
def test_the_number_that_is_shown_is_the_one_that_is_rolled_against(begun, do):
    table = begun()
    shown, offer = table.bench("Dara", do), table.form("Dara", do)
    rolled = table.test("Dara", do, trait="physique", faces=(5, 6)).test
    assert (shown.tn, shown.sums) == (rolled.target.tn, rolled.target.sums)
    assert offer.why.startswith(f"{explained(rolled.target)}.")


@pytest.mark.rule("SE-ACT-06", "SE-ACT-07", "SE-NC-02")
@pytest.mark.parametrize("aim", ["Thug", "Guard", "all"])
def test_each_aim_shows_the_number_that_is_rolled_against(aim):
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.nc("Thug", rank="weak", concept=("Thug", "good"))
    table.nc("Guard", rank="basic", concept=("Guard", "good"))
    table.face("Dara", "Thug", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 8))
    table.do("Gil", "call-strike", pairing=table.pairing("Dara").id)
    shown = table.form("Dara", "act").figures
    rolled = table.test("Dara", "act", trait="physique", target=aim, faces=(5, 6)).test
    target = aim if aim == "all" else table.id(aim)
    assert len(set(shown.values())) == len(shown) == 3
    assert shown[f"test.target.tn if target:{target}"] == rolled.target.tn


@pytest.mark.rule("SE-STR-01", "SE-SEIZE-05", "SE-UND-03")
def test_the_numbers_that_ncs_set_are_shown_as_they_will_stand():
    table = attacking()
    (seize,) = table.offers("Gil", "nc-seize")
    table.do("Gil", "nc-seize", **seize.fixed)
    challenge = table.pairing("Dara").challenge
    assert challenge is not None
    assert seize.figures == {"challenge.target.tn": challenge.target.tn}
    table = defending()
    (act,) = table.offers("Gil", "nc-act")
    strike(table)
    (attack,) = table.state.attacks.values()
    assert act.figures == {"attack.target.tn": attack.target.tn}
    (undefended,) = table.offers("Ann", "stand-open")
    assert undefended.figures == {"test.target.tn": open_up(table).test.target.tn}

"""`moot new` makes a game that installs, records its golden log, and keeps the contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scale import LEAN

from moot.cli import new
from moot.cli.app import run
from moot.cli.exits import Exit


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game made by `moot new`, announced as an installer would announce it."""
    place = tmp_path_factory.mktemp("new") / "tide-tables"
    assert run(["new", "tide-tables", "--folder", str(place)]) == Exit.FINE
    info = place / "tide_tables-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tide-tables\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[moot.games]\ntide-tables = tide_tables:GAME\n")
    return place


def said(folder: Path, *command: str) -> str:
    where = {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), "PYTHONDONTWRITEBYTECODE": "1"}
    env = {**os.environ, **where, **LEAN}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_it_is_the_tutorials_game_under_another_name(folder):
    text = "".join(path.read_text() for path in folder.rglob("*.*") if path.is_file())
    assert "odds" not in text.replace("Odds or evens", "").replace("an odd", "").casefold().replace("odds or evens", "")
    assert 'title="Tide Tables"' in (folder / "tide_tables" / "__init__.py").read_text()
    assert (folder / "tide_tables" / "web" / "board.html").is_file()


def test_it_keeps_the_contract(folder):
    said(folder, "record.py")
    assert "2 passed" in said(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider")


def test_its_rules_are_cited_by_code_and_tests_and_choose_tests(folder):
    coverage = "from moot.cli.app import run; raise SystemExit(run(['rules', 'tide-tables', '--coverage']))"
    assert said(folder, "-c", coverage) == "Tide Tables: 4 of 4 rules, 100 %\n"
    assert "1 passed, 1 deselected" in said(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rule", "OE-04")


def test_who_made_it_is_told_how_to_test_it(tmp_path, capsys):
    run(["new", "tide-tables", "--folder", str(tmp_path / "tides")])
    assert "pip install --editable . pytest" in capsys.readouterr().out


def test_it_can_be_played(folder):
    assert "tide-tables" in said(folder, "-c", "from moot.cli.app import run; run(['games'])")
    assert "This is at stake: The last boat out" in said(folder, "evening.py")


def test_a_name_that_is_none_and_a_folder_that_is_full_are_refused(folder, capsys):
    assert run(["new", "Tide Tables"]) == Exit.USAGE
    assert run(["new", "tide-tables", "--folder", str(folder)]) == Exit.REFUSED
    assert "is not empty" in capsys.readouterr().err


def test_every_file_of_the_page_is_made():
    assert set(new.starter("x")) >= {"pyproject.toml", "x/rules.toml", "x/bout.py", "x/tests/test_room.py", "record.py"}


@pytest.mark.parametrize(("name", "says"), [
    ("wicked-age", "A game called “wicked-age” is installed already"),
    ("json", "Python has something called “json” already"),
    ("moot", "Python has something called “moot” already"),
    ("class", "Python has something called “class” already"),
    ("Tide Tables", "A game’s name has small letters, figures and hyphens, not “Tide Tables”"),
])
def test_a_name_that_could_not_be_installed_is_refused(name, says, tmp_path, capsys):
    assert run(["new", name, "--folder", str(tmp_path / "new")]) != Exit.FINE
    assert says in capsys.readouterr().err
    assert not (tmp_path / "new").exists()

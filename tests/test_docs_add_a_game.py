"""The tutorial's game: made of the blocks of the page and nothing else, it installs, plays and keeps the contract."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.scale import LEAN

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"\A(?:#|\{#) ([\w./-]+)(?: #\})?\n")

blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of the page, announced as an installer would announce them."""
    top = tmp_path_factory.mktemp("tutorial")
    for language, text in blocks:
        if place := PLACE.match(text):
            path = top / place[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            assert language in ("sh", "py"), f"where does this go?\n{text}"
    project = tomllib.loads((top / "pyproject.toml").read_text())["project"]
    info = top / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    [(group, points)] = project["entry-points"].items()
    announced = "\n".join(f"{name} = {value}" for name, value in points.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{announced}\n")
    return top


def run(folder: Path, *command: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **LEAN}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_its_commands_run_and_its_own_tests_pass(folder):
    """Among them `check_game`, with the golden log that the page records."""
    [shell] = [text for language, text in blocks if language == "sh"]
    said = [run(folder, *line.split()) for line in shell.splitlines()]
    assert "2 passed" in said[-1]


def test_its_evening_is_played(folder):
    said = run(folder, "python", "evening.py")
    assert "This is at stake: The last boat out" in said
    assert re.search(r"(Ann|Ben) wins: 3 \+ 2 \+ \d = \d+\.", said)


def test_its_bout_is_played_in_a_script(folder):
    said = run(folder, "python", "by_hand.py")
    assert said.startswith("Match('odds-and-evens', 'over', 4 events)")
    assert "Ben wins: 3 + 2 + 4 = 9." in said


def test_moot_finds_it_and_shows_its_board(folder):
    program = """
from moot import games
from moot.core import Seat
from moot.web.pages import Pages
game = games.find("odds-and-evens")
ann = Seat("s3", "Ann")
state = game.seated(game.start(game.rulebook.settings({})), (Seat("s2", "Gil", "guide"), ann, Seat("s4", "<Ben>")))
state = game.replay(state, [game.codec.read({"event": "staked", "what": "A & B"}),
                            game.codec.read({"event": "hid", "who": "s3", "fingers": 3})])
print(Pages().render("odds-and-evens/board.html", {"stage": game.stage(state, False)}))
seen = {"stage": game.stage(state, False), "own": game.own(state, ann), "seat": ann}
print(Pages().render("odds-and-evens/me.html", seen))
"""
    said = run(folder, "python", "-c", program)
    assert "A &amp; B" in said
    assert "<li>Ann: behind the back</li>" in said
    assert "You hide 3." in said
    assert "<li>&lt;Ben&gt;: not yet</li>" in said


@pytest.mark.slow
def test_the_action_that_is_added_is_an_action(folder):
    [action] = [text for language, text in blocks if language == "py"]
    (folder / "added.py").write_text(f"from odds_and_evens.bout import *\n{action}")
    program = """
from dataclasses import replace
from added import GaveIn, GiveIn
from moot.core import Match, Part
from moot.testing import Sitting
from odds_and_evens import GAME
from odds_and_evens.state import Bout
table = Sitting(replace(GAME, parts=(*GAME.parts, Part(GiveIn, GaveIn))), Bout(), "Ann", "Ben")
match = Match(table.game, table.state)
match.press("Gil", "stake", what="The last boat out")
match.press("Ann", "give-in")
print(match.state.name(match.state.winner), "wins:", match.lines[-1])
"""
    assert "Ben wins: Ann gives in." in run(folder, "python", "-c", program)


def test_its_types_hold(folder):
    said = run(folder, "python", "-m", "mypy", "--strict", "--exclude", "tests", "odds_and_evens")
    assert "no issues" in said

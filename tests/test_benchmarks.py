"""The benchmarks run, and say what they measured in the shape that they promise. Their numbers are not looked at here.

Where a peer is not installed (`make bench` does it), a script says so and is content.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import GAMES

PLAYED = {"exchange", *GAMES}
"""What the live path plays: the peer's game, and every one that is installed."""
BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def quick(script: str, *options: str) -> str:
    command = [sys.executable, str(BENCHMARKS / script), "--quick", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=200).stdout


def measured(script: str, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(quick(script, "--json", *options))
    return found


def test_every_script_is_tried_here():
    tried = {"appends.py", "fights.py", "live_path.py", "pages.py", "siege.py", "tables.py"}
    assert {script.name for script in BENCHMARKS.glob("*.py")} == tried


@pytest.mark.slow
def test_appends(tmp_path):
    found = measured("appends.py", "--folder", str(tmp_path))
    if "missing" in found:
        return
    assert found["times_aiosqlite"].keys() == {"1", "16", "128"}
    assert found["targets"].keys() < found["times_aiosqlite"].keys()
    assert all(rate > 0 for rate in found["appends_per_second"].values())
    assert found["passed"] in (True, False)


@pytest.mark.slow
def test_fights():
    found = measured("fights.py")
    assert found["per_second"].keys() == {"modos", "swords-edge"}
    assert all(rate > 0 for rate in found["per_second"].values())
    assert found["passed"] is (found["times"] >= found["target"])


@pytest.mark.slow
def test_live_path():
    found = measured("live_path.py")
    others = {"boardgame.io": "times_boardgame", "evenings before": "times_before"}
    there = {times for other, times in others.items() if other in found["per_second"]}
    assert found["per_second"].keys() - {*others, "evenings"} == PLAYED
    assert all(rate > 0 for rate in found["per_second"].values())
    assert found["times"].keys() == found["targets"].keys() == there
    assert (found["passed"] is None) is not bool(there)


def test_the_live_path_says_so_when_its_peer_is_missing(tmp_path):
    said = quick("live_path.py", "--peers", str(tmp_path), "--before", str(tmp_path / "none"))
    assert "boardgame.io is not installed" in said
    assert "e7b84f2 is not here" in said


@pytest.mark.slow
def test_tables(tmp_path):
    found = measured("tables.py", "--folder", str(tmp_path))
    if "missing" in found:
        return
    assert found["servers"].keys() == {"moot", "starlette", "starlette-tuned"}
    for row in found["servers"].values():
        assert row.keys() == {"per_second", "work_ms", "p50_ms", "p99_ms"}
        assert row["per_second"] > 0
        assert 0 < row["p50_ms"] <= row["p99_ms"]
    assert found["times"].keys() == found["servers"].keys() - {"moot"}
    assert found["passed"] in (True, False)


@pytest.mark.slow
def test_siege(tmp_path):
    found = measured("siege.py", "--folder", str(tmp_path))
    assert found["friends"].keys() == {"quiet", "storm"}
    for row in found["friends"].values():
        assert row["commands"] > 0
        assert 0 < row["p50_ms"] <= row["p99_ms"] <= row["worst_ms"]
    answers = found["answers"]
    assert answers["exports"]["200"]
    assert answers["opens"]["201"]
    assert answers["bodies without a seat"].keys() <= {"401", "429"}
    assert answers["guessed tables"].keys() <= {"404", "429"}
    assert all(answers.values())
    assert found["passed"] in (True, False)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_pages():
    found = measured("pages.py")
    assert found["figures"].keys() == set(GAMES) == found["targets"].keys()
    for game, figures in found["figures"].items():
        assert found["targets"][game].keys() <= figures.keys()
        assert all(figure > 0 for figure in figures.values())
        assert figures["press_p50_ms"] <= figures["press_p99_ms"]

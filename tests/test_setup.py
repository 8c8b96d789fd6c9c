"""The first set-up, and what `make` hands on."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from moot.cli.app import command_line

ROOT = Path(__file__).parents[1]
TRACEBACK = """#!/bin/sh
[ "$1" = python ] && exit 0
cat >&2 <<'END'
error: Failed to fetch: `https://pypi.org/simple/msgspec/`
  Caused by: error sending request
Traceback (most recent call last):
  File "hatch_build.py", line 1, in <module>
ConnectionError: name resolution failed
END
exit 2
"""


def set_up(place: Path, path: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The script, run in a folder of its own, where `path` leads to the programs it finds."""
    (place / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "setup.sh", place / "scripts")
    return subprocess.run(
        [place / "scripts" / "setup.sh"], env={"PATH": path, **environment},
        capture_output=True, text=True, check=False, timeout=200,
    )


def test_without_a_network_the_first_set_up_ends_with_a_sentence(tmp_path: Path) -> None:
    uv = tmp_path / "bin" / "uv"
    uv.parent.mkdir()
    uv.write_text(TRACEBACK)
    uv.chmod(0o755)
    done = set_up(tmp_path / "moot", f"{uv.parent}:/usr/bin:/bin")
    assert (done.returncode, done.stdout) == (1, "")
    why, sentence = done.stderr.splitlines()
    assert why == "setup: ConnectionError: name resolution failed"
    assert sentence.startswith("setup: parts of Moot could not be fetched: is this machine on the internet?")


def test_nor_is_there_more_where_uv_itself_is_to_be_fetched(tmp_path: Path) -> None:
    """pip asks an address at which nobody is."""
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("sh", "python3", "dirname", "mktemp", "rm", "grep", "tail", "cut", "id"):
        found = shutil.which(name, path="/usr/bin:/bin:/usr/local/bin")
        assert found is not None
        (bare / name).symlink_to(found)
    done = set_up(tmp_path / "moot", str(bare), **nowhere)
    if "python3-venv" in done.stdout:
        pytest.skip("this machine's Python makes no environments")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "could not be fetched: is this machine on the internet?" in done.stderr.splitlines()[-1]


def test_make_hands_its_arguments_on_to_moot() -> None:
    args = "ARGS=--port 9000 --data '/srv/our tables' --base-url https://moot.example.org"
    shown = subprocess.run(
        ["make", "--dry-run", "play", args], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    ).stdout
    program, *tokens = shlex.split(shown.splitlines()[-1])
    assert program == ".venv/bin/moot"
    _, bound, _ = command_line().parse_args(tokens, exit_on_error=False, print_error=False)
    place = bound.arguments["place"]
    assert (place.lan, place.port, place.base_url) == (True, 9000, "https://moot.example.org")
    assert str(bound.arguments["data"]) == "/srv/our tables"

"""Scripts in files: one may go on where others end, and the golden logs of a game are recorded from them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests import toy

from moot.core import Corrupt
from moot.store import MemoryStore
from moot.table import Shelf
from moot.table.script import load, perform, read
from moot.testing import __main__ as recording, check_golden

SEATS = 'seats = [{ name = "Gil", role = "guide" }, { name = "Ann" }]\n'
HIDE = '[[step]]\nseat = "Gil"\ndo = "hide"\nfill = { value = 4 }\n'
TOSS = '[[step]]\nseat = "Ann"\ndo = "toss"\nfill = { dice = 1 }\n'
SAY = '[[step]]\nseat = "Ann"\ndo = "say"\nfill = { text = "Is it four?" }\n'


def written(folder: Path) -> Path:
    """A script that follows two others, one of which follows a third."""
    (folder / "past").mkdir()
    (folder / "past" / "first.toml").write_text(f'title = "First"\n{SEATS}{HIDE}')
    (folder / "past" / "second.toml").write_text(f'title = "Second"\nfollows = ["first.toml"]\n{SEATS}{TOSS}')
    (folder / "third.toml").write_text(f'title = "Third"\n{SEATS}{SAY}')
    last = folder / "last.toml"
    last.write_text(f'title = "Last"\nfollows = ["past/second.toml", "third.toml"]\n{SEATS}{TOSS}')
    return last


def test_what_a_script_follows_comes_before_it(tmp_path):
    script = load(written(tmp_path))
    assert [step.do for step in script.step] == ["hide", "toss", "say", "toss"]
    assert (script.title, script.follows) == ("Last", ())


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f'title = "Last"\nfollows = ["nowhere.toml"]\n{SEATS}', FileNotFoundError),
        (f'title = "Last"\nfollow = ["third.toml"]\n{SEATS}', Corrupt),
        ("title = ", Corrupt),
    ],
)
def test_a_script_that_is_none_says_so(tmp_path, text, error):
    path = tmp_path / "script.toml"
    path.write_text(text)
    with pytest.raises(error):
        load(path)


def test_a_script_without_what_it_follows_is_not_played(tmp_path):
    script = read(written(tmp_path).read_text())
    with pytest.raises(Corrupt, match=r"third\.toml"):
        asyncio.run(perform(Shelf(MemoryStore()), toy.TOY.name, script))


def test_golden_logs_are_recorded_beside_their_scripts(tmp_path, monkeypatch):
    toy.install()
    last = written(tmp_path)
    monkeypatch.setattr(recording, "golden_scripts", lambda game: (last,))
    recording.main(toy.TOY.name)
    check_golden(toy.TOY, [last.with_suffix(".jsonl")])

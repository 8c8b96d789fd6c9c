"""Tables of figures: a file fits as a whole or is refused, and a look-up never guesses."""

from __future__ import annotations

import msgspec
import pytest

from moot.core import Corrupt, NotListed
from moot.core.figures import Figures, Lookup, load, raw


class Ladder(msgspec.Struct):
    rung: dict[str, int]


@pytest.fixture
def package(tmp_path, monkeypatch):
    name = f"figures_{abs(hash(tmp_path))}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / name


def test_a_file_is_read_as_what_it_should_be(package):
    (package / "ladder.toml").write_text("[rung]\nlow = 1\nhigh = 2\n")
    assert load(package.name, "ladder.toml", Ladder).rung == {"low": 1, "high": 2}
    assert raw(package.name, "ladder.toml") == {"rung": {"low": 1, "high": 2}}


@pytest.mark.parametrize("text", [b"rung = 1", b"[rung]\nlow = 'one'", b"[rung", b"low = '\xff'", None])
def test_a_file_that_does_not_fit_is_corrupt_and_named(package, text):
    if text is not None:
        (package / "ladder.toml").write_bytes(text)
    with pytest.raises(Corrupt, match=f"{package.name}/ladder.toml"):
        load(package.name, "ladder.toml", Ladder)


def test_a_look_up_has_what_it_has():
    table = Lookup("ladder", {"low": 1, "high": 2})
    assert table["high"] == 2
    assert list(table) == ["low", "high"]
    assert len(table) == 2
    assert "low" in table


def test_a_look_up_off_the_table_says_what_there_is():
    table = Lookup("ladder", {"low": 1, "high": 2})
    assert "middle" not in table
    with pytest.raises(NotListed, match="ladder has no 'middle'; it has low, high"):
        table["middle"]


def test_a_table_is_never_empty():
    with pytest.raises(Corrupt, match="look-up 'ladder' is empty"):
        Lookup("ladder", {})


# ---------------------------------------------------------------- figures, one place at a time


class Rung(msgspec.Struct, frozen=True):
    id: str
    step: int


@pytest.fixture
def figures(package):
    text = "step = 2\n[low.down]\ndice = [6, 4]\n[[rung]]\nid = 'a'\nstep = 1\n[[rung]]\nid = 'b'\nstep = 3\n"
    (package / "ladder.toml").write_text(text)
    return Figures(package.name, "ladder.toml")


def test_a_figure_is_taken_from_its_place(figures):
    assert figures.at("step", int) == 2
    assert figures.at("low.down.dice", tuple[int, ...]) == (6, 4)


@pytest.mark.parametrize(
    ("place", "kind", "says"),
    [
        ("high", int, r"ladder\.toml has no high"),
        ("low.up", int, r"ladder\.toml has no low\.up"),
        ("step.of.it", int, r"ladder\.toml has no step\.of\.it"),
        ("step", str, r"ladder\.toml, step: Expected `str`, got `int`"),
        ("rung", tuple[int, ...], r"ladder\.toml, rung: Expected `int`"),
    ],
)
def test_a_figure_that_is_not_there_or_does_not_fit_is_corrupt_and_named(figures, place, kind, says):
    with pytest.raises(Corrupt, match=says):
        figures.at(place, kind)


def test_rows_are_a_table_by_their_ids(figures):
    rungs = figures.lookup("the rungs", "rung", Rung)
    assert list(rungs) == ["a", "b"]
    assert rungs["b"] == Rung("b", 3)
    with pytest.raises(NotListed, match="the rungs has no 'c'; it has a, b"):
        rungs["c"]


def test_no_two_rows_share_an_id(package):
    (package / "ladder.toml").write_text("[[rung]]\nid = 'a'\nstep = 1\n[[rung]]\nid = 'a'\nstep = 3\n")
    with pytest.raises(Corrupt, match=r"ladder\.toml, rung: an id stands there twice"):
        Figures(package.name, "ladder.toml").lookup("the rungs", "rung", Rung)

"""What somebody wrote into a log is shown on a terminal and never obeyed by it."""

from __future__ import annotations

import msgspec
import pytest

from moot.cli import screen
from moot.cli.text import say, say_json, shown
from moot.core import Line, Situation, Waiting

WICKED = "a\x1b]0;owned\x07b\x1b[31mc\rd\u202ee\u2066f\x9bg"
SPELLED = "a\\x1b]0;owned\\x07b\\x1b[31mc\\rd\\u202ee\\u2066f\\x9bg"


def test_what_a_terminal_obeys_is_spelled_out():
    assert shown(WICKED) == SPELLED
    assert shown("Zoë, 名, 👩\u200d🚀\tand\nmore") == "Zoë, 名, 👩\u200d🚀\tand\nmore"


def test_lines_that_are_said_command_nothing(capsys: pytest.CaptureFixture[str]):
    say(f"“{WICKED}” is on the shelf.")
    assert capsys.readouterr().out == f"“{SPELLED}” is on the shelf.\n"


def test_json_says_the_same_and_can_be_read(capsys: pytest.CaptureFixture[str]):
    say_json({"title": WICKED})
    out = capsys.readouterr().out
    assert msgspec.json.decode(out) == {"title": WICKED}
    assert shown(out) == out


@pytest.mark.parametrize(
    "made",
    [
        screen.line(Line(kind="move", text=WICKED, who=WICKED, quote=WICKED)),
        screen.situation(Situation(phase="x", headline=WICKED, waiting=(Waiting("s1", WICKED, WICKED),))),
        screen.laid_out({"name": WICKED}),
    ],
)
def test_the_table_on_a_terminal_commands_nothing(made):
    assert shown(made.plain) == made.plain
    assert "owned" in made.plain

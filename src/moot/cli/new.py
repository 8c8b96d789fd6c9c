"""`moot new NAME`: a small game of your own, complete and tested, to change step by step."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from moot import games
from moot.cli.exits import Exit, Stop
from moot.cli.text import say

PAGE = "add-a-game.md"
_BLOCK = re.compile(r"^```\w+\n(?:#|\{#) ([\w./-]+)(?: #\})?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new(name: str, /, *, folder: Path | None = None) -> int:
    """Make a game to start from: the one that the page “Add a game” explains, under another name.

    Parameters
    ----------
    name
        What the game is called on the command line: small letters, figures and hyphens.
    folder
        Where to put it; by default a new folder of the game's name.
    """
    if not _NAME.fullmatch(name):
        raise Stop(Exit.USAGE, f"A game’s name has small letters, figures and hyphens, not “{name}”.")
    if name in games.names():
        raise Stop(Exit.REFUSED, f"A game called “{name}” is installed already: choose another name.")
    package = _package(name)
    if iskeyword(package) or find_spec(package) is not None:
        raise Stop(Exit.REFUSED, f"Python has something called “{package}” already: choose another name.")
    place = folder or Path(name)
    if place.exists() and any(place.iterdir()):
        raise Stop(Exit.REFUSED, f"{place} is not empty: name another folder.")
    for path, text in starter(name).items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        say(str(target))
    say(
        "",
        f"cd {place}",
        "pip install --editable . pytest    # moot games lists it now",
        "python record.py                   # plays its golden log",
        "python -m pytest                   # checks all of it",
        f"moot play {name}",
    )
    return Exit.FINE


def starter(name: str) -> dict[str, str]:
    """The files of the game on the page, by path, with `name` in place of the game's own."""
    words = {
        "odds-and-evens": name,
        "odds_and_evens": _package(name),
        "Odds and Evens": name.replace("-", " ").title(),
    }
    found = {path: text.lstrip("\n") for path, text in _BLOCK.findall(page())}
    for old, instead in words.items():
        found = {path.replace(old, instead): text.replace(old, instead) for path, text in found.items()}
    return found


def _package(name: str) -> str:
    """What Python calls a game of this name."""
    return name.replace("-", "_")


def page() -> str:
    """The page “Add a game”. It comes with an installed Moot, and stands with the other pages in its sources."""
    here = files("moot.cli").joinpath(PAGE)
    return (here if here.is_file() else Path(__file__).parents[3] / "docs" / PAGE).read_text(encoding="utf-8")

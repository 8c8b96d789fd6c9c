"""Where the ids of a game's rules are cited: its package, and the tests if they are there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from moot.core import Game
from moot.core.rulebook import coverage


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """What each rule lacks, the complete ones left out. `tests` is whether tests were there to be looked at; where they
    were not, no percentage can be given."""

    game: str
    title: str
    rules: int
    percent: int | None
    tests: bool
    lacking: dict[str, tuple[str, ...]]


def covered(game: Game[Any]) -> Coverage:
    """How far the code and the tests of `game` go with its rulebook."""
    room = Path(import_module(game.package).__path__[0])
    tests = [folder for folder in (room / "tests", _repository_tests(room)) if folder is not None and folder.is_dir()]
    cited = "\n".join(text for folder in tests for text in _texts(folder))
    lacking = coverage(game.rulebook, code_of(room), cited)
    if not tests:
        without = {id_: tuple(lack for lack in lacks if lack != "a test") for id_, lacks in lacking.items()}
        lacking = {id_: lacks for id_, lacks in without.items() if lacks}
    total = len(game.rulebook.rules)
    percent = (100 * (total - len(lacking)) // total if total else 100) if tests else None
    return Coverage(
        game=game.name, title=game.rulebook.title, rules=total, percent=percent, tests=bool(tests), lacking=lacking
    )


def code_of(room: Path) -> str:
    """The code of the game in the folder `room`: its modules, and the rules that rows of its tables cite."""
    tables = [path.read_text(encoding="utf-8") for path in sorted(room.glob("tables/*.toml"))]
    rows = [line for table in tables for line in table.splitlines() if line.startswith("rules =")]
    return "\n".join([*_texts(room, but="tests"), *rows])


def _repository_tests(room: Path) -> Path | None:
    """The tests of the repository that `room` lies in, if it lies in one and was not installed into it."""
    if "site-packages" in room.parts:
        return None
    for folder in room.parents:
        if (folder / "pyproject.toml").is_file():
            return folder / "tests"
    return None


def _texts(folder: Path, but: str = "") -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        if but not in path.relative_to(folder).parts:
            yield path.read_text(encoding="utf-8")

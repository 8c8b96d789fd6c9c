"""The games that are installed: whatever packages announce under the entry point `moot.games`. None is named here."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from moot.core import Corrupt, Game, Refused


@cache
def _announced() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group="moot.games"), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """The names of all installed games, without loading any."""
    return tuple(_announced())


@cache
def find(name: str) -> Game[Any]:
    """The game called `name`. Raises Refused, listing what is installed, for any other."""
    point = _announced().get(name)
    if point is None:
        raise Refused("no-such-game", f"No game is called “{name}”.", allowed=names())
    game = point.load()
    if not isinstance(game, Game) or game.name != name:
        raise Corrupt(f"the package that announces {name!r} does not hold that game")
    return game


def every() -> tuple[Game[Any], ...]:
    """Every installed game."""
    return tuple(find(name) for name in names())

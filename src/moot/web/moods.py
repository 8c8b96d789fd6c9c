"""Moods: the look that a genre or an oracle gives a table’s pages: a band, an accent, some emblems."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from moot import games
from moot.core import Refused


class Mood(msgspec.Struct, frozen=True):
    """One mood: its id, by which a room's `theme.css` has its colours, and its emblems."""

    id: str
    emblems: tuple[str, ...]


@cache
def moods(game: str) -> dict[str, Mood]:
    """The moods of a game (`web/moods.toml` in its package); none if it has none."""
    try:
        listed = tomllib.loads((files(games.find(game).package) / "web" / "moods.toml").read_text(encoding="utf-8"))
    except (Refused, OSError, ModuleNotFoundError):
        return {}
    return {id_: Mood(id_, tuple(mood["emblems"])) for id_, mood in listed.items()}


def mood_of(game: str, id_: str) -> Mood | None:
    """A mood of a game by its id, if the game has it."""
    return moods(game).get(id_)

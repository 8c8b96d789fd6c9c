"""`moot check GAME FILE`: whether a file is one that a game reads, and what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from moot.cli.exits import Exit, Stop
from moot.cli.text import say, say_json

if TYPE_CHECKING:
    from moot.core import Format, Game, Refused


def check(game: str, file: Path, /, *, format: str = "", json: bool = False) -> int:
    """Look through a file that is meant for a game: what is in it, or what is wrong with it and where.

    Parameters
    ----------
    game
        The name of a game, as `moot games` has it.
    file
        The file.
    format
        What the file is, where its name does not tell.
    json
        As JSON.
    """
    from moot import games
    from moot.cli.reading import text_in
    from moot.core import Refused

    found = games.find(game)
    name = _format(found, file, format)
    try:
        held = found.formats[name].read(text_in(file))
    except Refused as refused:
        if json:
            fields = {field: getattr(refused, field) for field in ("code", "message", "rule", "allowed")}
            say_json({"format": name, "holds": [], "refused": fields})
        else:
            _say_no(file, refused)
        return Exit.NO
    if json:
        say_json({"format": name, "holds": held, "refused": None})
    else:
        say(f"{file} is {found.formats[name].title}.", *held)
    return Exit.FINE


def _format(game: Game[Any], file: Path, name: str) -> str:
    """The format of the file: the one named, or the one with the longest ending that fits the file's name."""
    every = {known: f"{known} ({', '.join(one.endings)})" for known, one in game.formats.items()}
    if not every:
        raise Stop(Exit.REFUSED, f"{game.title} reads no files.")
    if name and name not in every:
        raise Stop(Exit.REFUSED, f"{game.title} reads no “{name}”. There is: {', '.join(every.values())}.")
    ends = {known: _ends(file, one) for known, one in game.formats.items()}
    fits = [name] if name else [known for known, length in ends.items() if length and length == max(ends.values())]
    if len(fits) != 1:
        raise Stop(Exit.USAGE, f"What is {file}? Say --format, one of: {', '.join(every.values())}.")
    return fits[0]


def _ends(file: Path, format: Format) -> int:
    """The length of the ending by which a file has this format; 0 if it does not."""
    return max((len(ending) for ending in format.endings if file.name.lower().endswith(ending)), default=0)


def _say_no(file: Path, refused: Refused) -> None:
    rule = f" ({refused.rule})" if refused.rule else ""
    say(f"{file}: {refused.message}{rule}")
    if refused.allowed:
        say(f"It could be: {', '.join(refused.allowed)}.")

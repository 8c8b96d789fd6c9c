"""`moot games`: what can be played here."""

from __future__ import annotations

from moot import games as installed
from moot.cli.exits import Exit
from moot.cli.text import columns, say, say_json


def games(*, json: bool = False) -> int:
    """The games that are installed.

    Parameters
    ----------
    json
        As JSON.
    """
    every = installed.every()
    if json:
        say_json([{"name": game.name, "title": game.title, "tagline": game.tagline} for game in every])
    elif every:
        say(*columns((game.name, game.title, game.tagline) for game in every))
    return Exit.FINE

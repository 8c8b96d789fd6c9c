"""Packs laid on the shelf and taken off it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from moot.core import Offer, Play, Refused, Seat, Verb, Write
from moot.core.files import LONGEST_FILE
from moot.games.swords_edge.book import PACKAGE
from moot.games.swords_edge.own import commands as c, events as e
from moot.games.swords_edge.own.reading import read
from moot.games.swords_edge.phases import ALWAYS as EVERYWHERE
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

MOST_PACKS: Final = 20
"""Packs of a GM's own on one shelf."""


@cache
def example() -> str:
    """A small pack that has something of everything."""
    return files(PACKAGE).joinpath("example_pack.toml").read_text(encoding="utf-8")


def _load_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "brings packs", "SE-GM-01")
    if len(state.packs) >= MOST_PACKS:
        raise Refused("packs-enough", f"{MOST_PACKS} packs lie here: take one off the shelf first.", "SE-PREP-03")
    yield Offer(
        do="load-pack",
        label="Load a pack of your own",
        why="Characters to take, opponents, obstacles, preparation. Only the characters are shown to players; "
        "a pack of the same id goes away for this one, and what was taken from it stays.",
        fields=(
            Write(
                name="text",
                label="The pack",
                hint="TOML, like the packs of the book.",
                most=LONGEST_FILE,
                lines=12,
                format="swords-edge-pack",
                suggestions=(example(),),
            ),
        ),
        rules=("SE-PREP-03", "SE-CRE-12", "SE-NC-01"),
        urgency="tool",
    )


def _load(play: Play[State], command: c.LoadPack) -> None:
    pack = read(command.text)
    before = play.state.packs.get(pack.id)
    shown = bool(pack.pc or (before and before.pc))
    play.record(e.PackLoaded(pack=pack, open=shown, rules=("SE-PREP-03", "SE-CRE-12", "SE-NC-01")))


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "takes packs away", "SE-GM-01")
    for pack in state.packs.values():
        yield Offer(
            do="drop-pack",
            label=f"Take “{pack.title}” off the shelf",
            why="What was taken from it stays where it is.",
            fixed={"pack": pack.id},
            rules=("SE-PREP-03",),
            urgency="tool",
            about=f"pack/{pack.id}",
        )


def _drop(play: Play[State], command: c.DropPack) -> None:
    pack = play.state.packs[command.pack]
    play.record(e.PackDropped(pack=pack.id, title=pack.title, open=bool(pack.pc), rules=("SE-PREP-03",)))


VERBS = (
    Verb(c.LoadPack, EVERYWHERE, _load_offers, _load),
    Verb(c.DropPack, EVERYWHERE, _drop_offers, _drop),
)

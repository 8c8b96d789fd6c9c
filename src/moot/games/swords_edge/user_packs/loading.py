"""Packs of the GM's own, laid on the shelf and taken off it. Players hear of the characters in them, and of no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, Self

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat, Write
from moot.core.files import LONGEST_FILE
from moot.core.words import listed
from moot.games.swords_edge.book import PACKAGE
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.state import State
from moot.games.swords_edge.user_packs.checking import read
from moot.kit.keyed import put, without

MOST_PACKS: Final = 20
"""Packs of a GM's own on one shelf."""


@cache
def example() -> str:
    """A small pack that has something of everything."""
    return files(PACKAGE).joinpath("example_pack.toml").read_text(encoding="utf-8")


def contents(pack: Pack) -> tuple[str, ...]:
    """How many of each there are: `2 characters`, `1 scene`."""
    forms = Counter[str](form for form, _ in pack.pieces)
    counts: dict[str, int] = {"character": len(pack.pc), "NC": len(pack.nc), **forms}
    return tuple(f"{count} {what}{'s' if count > 1 else ''}" for what, count in counts.items() if count)


class LoadPack(Command[State], tag="load-pack"):
    """Lay a pack on the shelf; one of the same id goes away for it."""

    when, rules, urgency = ALWAYS, ("SE-PREP-03", "SE-CRE-12", "SE-NC-01"), "tool"

    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "brings packs", "SE-GM-01")
        if len(state.packs) >= MOST_PACKS:
            raise Refused("packs-enough", f"{MOST_PACKS} packs lie here: take one off the shelf first.", "SE-PREP-03")
        text = Write(
            name="text",
            label="The pack",
            hint="TOML, like the packs of the book.",
            most=LONGEST_FILE,
            lines=12,
            format="swords-edge-pack",
            suggestions=(example(),),
        )
        why = (
            "Characters to take, opponents, obstacles, preparation. Only the characters are shown to players; "
            "a pack of the same id goes away for this one, and what was taken from it stays."
        )
        yield cls.offer(None, "Load a pack of your own", why, text)

    def enact(self, play: Play[State], _: None) -> None:
        pack = read(self.text)
        before = play.state.packs.get(pack.id)
        play.record(PackLoaded(pack=pack, open=bool(pack.pc or (before and before.pc)), rules=self.rules))


class DropPack(Command[State], tag="drop-pack"):
    """Take a pack off the shelf."""

    when, rules, urgency = ALWAYS, ("SE-PREP-03",), "tool"

    pack: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "takes packs away", "SE-GM-01")
        for pack in state.packs.values():
            label, why = f"Take “{pack.title}” off the shelf", "What was taken from it stays where it is."
            yield cls.offer(pack, label, why, about=f"pack/{pack.id}", pack=pack.id)

    def enact(self, play: Play[State], of: Pack) -> None:
        play.record(PackDropped(pack=of.id, title=of.title, open=bool(of.pc), rules=self.rules))


class PackLoaded(Event[State], tag="pack-loaded"):
    """A pack lies on the shelf, in place of any of the same id. `open`: players hear of it, since it has characters
    for them to take, or the one before it had; of the rest in it they hear nothing."""

    pack: Pack
    open: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, packs=put(state.packs, self.pack))

    def line(self, state: State) -> Line:
        title, held = self.pack.title, contents(self.pack)
        text = f"On the shelf: “{title}”, with {listed(held)}." if held else f"“{title}” is on the shelf."
        return Line(kind="aside", text=text)

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides or not self.open:
            return self if seat.guides else None
        return replace(self, pack=Pack(id=self.pack.id, title=self.pack.title, pc=self.pack.pc))


class PackDropped(Event[State], tag="pack-dropped"):
    """A pack was taken off the shelf; what was taken from it before stays. `open`: players knew of it."""

    pack: str
    title: str
    open: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, packs=without(state.packs, self.pack))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"“{self.title}” is off the shelf.")

    def told(self, state: State, seat: Seat) -> Self | None:
        return self if seat.guides or self.open else None


LOADING: Final[Part[State]] = Part(LoadPack, DropPack, PackLoaded, PackDropped)

"""Packs of a guide's own at a table: loaded, shown to others as far as they may see them, and taken away.

A game's state has `packs`, by id. Its commands and events are subclasses with tags of their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from msgspec.structs import replace

from moot.core import Command, Event, GameState, Line, Offers, Play, Refused, Seat, Write
from moot.core.files import LONGEST_FILE
from moot.core.words import listed
from moot.kit.keyed import held, holding, put, without
from moot.kit.notebook.packs import Pack

S = TypeVar("S", bound=GameState)
K = TypeVar("K", bound=Pack)

MOST_PACKS: Final = 20
"""Packs of a guide's own at one table."""


@cache
def _example(package: str) -> str:
    return files(package).joinpath("example_pack.toml").read_text(encoding="utf-8")


def counts(found: Mapping[str, int]) -> tuple[str, ...]:
    """How many of each there are: `2 characters`, `1 scene`. Kinds with no entry are left out."""
    return tuple(f"{count} {what}{'s' if count > 1 else ''}" for what, count in found.items() if count)


class PackLoaded(Event[S], Generic[S, K]):
    """A pack lies on the shelf, in place of any of the same id. `open`: others hear of what they may see in it, since
    there is something or was in the one before."""

    pack: K
    open: bool = False

    def holds(self) -> tuple[str, ...]:
        """What is in it, in words."""
        return ()

    @abstractmethod
    def shown(self) -> K:
        """The pack as others see it."""

    def evolve(self, state: S) -> S:
        return holding(state, "packs", put(held(state, "packs"), self.pack))

    def line(self, state: S) -> Line:
        title, held = self.pack.title, self.holds()
        text = f"On the shelf: “{title}”, with {listed(held)}." if held else f"“{title}” is on the shelf."
        return Line("aside", text)

    def told(self, state: S, seat: Seat) -> Self | None:
        if seat.guides:
            return self
        return replace(self, pack=self.shown()) if self.open else None


class PackDropped(Event[S], Generic[S]):
    """A pack was taken off the shelf; what was taken from it before stays. `open`: others knew of it."""

    pack: str
    title: str
    open: bool = False

    def evolve(self, state: S) -> S:
        return holding(state, "packs", without(held(state, "packs"), self.pack))

    def line(self, state: S) -> Line:
        return Line("aside", f"“{self.title}” is off the shelf.")

    def told(self, state: S, seat: Seat) -> Self | None:
        return self if seat.guides or self.open else None


class PackCommand(Command[S], Generic[S, K]):
    """What loading a pack and dropping one have in common."""

    urgency = "tool"

    @classmethod
    def open(cls, pack: K) -> bool:
        """Whether others may see something of a pack."""
        return False


class LoadPack(PackCommand[S, K], Generic[S, K]):
    """Lay a pack on the shelf; one of the same id goes away for it. `format` is the game's name for such a text, and
    `about` is what its offer is about; `package` has an `example_pack.toml`, unless it is empty."""

    about: ClassVar[str] = ""
    package: ClassVar[str] = ""
    brings_file = True
    why: ClassVar[str]
    hint: ClassVar[str] = "TOML, like the packs of the book."
    format: ClassVar[str] = ""
    event: ClassVar[type[PackLoaded[Any, Any]]]

    text: str

    @classmethod
    def example(cls) -> str:
        """A small pack to begin from, that has something of everything; empty without one."""
        return _example(cls.package) if cls.package else ""

    @classmethod
    @abstractmethod
    def read(cls, text: str) -> K:
        """The pack in a text. Raises Refused."""

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        if len(held(state, "packs")) >= MOST_PACKS:
            raise Refused("packs-enough", f"{MOST_PACKS} packs lie here: take one off the shelf first.")
        text = Write(name="text", label="The pack", hint=cls.hint, most=LONGEST_FILE, lines=12, format=cls.format)
        example = cls.example()
        text = replace(text, suggestions=(example,)) if example else text
        yield cls.offer(None, "Load a pack of your own", cls.why, text, about=cls.about)

    def enact(self, play: Play[S], of: None) -> None:
        pack = self.read(self.text)
        before = held(play.state, "packs").get(pack.id)
        shown = self.open(pack) or (before is not None and self.open(before))
        play.record(type(self).event(pack=pack, open=shown, rules=type(self).rules))


class DropPack(PackCommand[S, K], Generic[S, K]):
    """Take a pack off the shelf."""

    together = "Take a pack off the shelf"
    event: ClassVar[type[PackDropped[Any]]]

    pack: str

    @classmethod
    def offers(cls, state: S, seat: Seat) -> Offers:
        for pack in held(state, "packs").values():
            label, why = f"Take “{pack.title}” off the shelf", "What was taken from it stays where it is."
            yield cls.offer(pack, label, why, about=f"pack/{pack.id}", pack=pack.id)

    def enact(self, play: Play[S], of: K) -> None:
        play.record(type(self).event(pack=of.id, title=of.title, open=self.open(of), rules=type(self).rules))

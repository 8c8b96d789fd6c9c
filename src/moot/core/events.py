"""What happened: events, their names and schema numbers, and the line a journal shows for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, dataclass_transform

import msgspec

from moot.core.errors import Corrupt
from moot.core.frames import Fact, Frame
from moot.core.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)


class Shown(msgspec.Struct, frozen=True, gc=False):
    """One die as it lies on the table: its sides, its face (None: not rolled) and how it is marked."""

    sides: int
    face: int | None = None
    style: Literal["number", "pips"] = "number"
    high: bool = False


class Summand(msgspec.Struct, frozen=True, gc=False):
    """One of the numbers that add up to what a throw comes to, and what it is."""

    label: str
    worth: int


class Throw(msgspec.Struct, frozen=True, gc=False):
    """Dice rolled together, and how people read them aloud (`10 & 4`).

    `seat` threw them, where a line has throws of several. `sums` add up to the reading, dice first, where more than
    dice is in it.
    """

    dice: tuple[Shown, ...]
    reading: str = ""
    standing: bool = False
    seat: str = ""
    sums: tuple[Summand, ...] = ()


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal, in plain words.

    `kind` groups lines for show: speech, aside, story, move, roll, result, sheet, system, scene, chapter, safety.
    `who` is the name it is set under, `quote` what somebody said or told in their own words. `facts` say once more,
    for cards, what it changed for whom; `frame` is what begins or ends with it.
    """

    kind: str
    text: str = ""
    who: str = ""
    quote: str = ""
    throws: tuple[Throw, ...] = ()
    rules: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    frame: Frame | None = None

    def __str__(self) -> str:
        """The line as plain text."""
        quote = f"“{self.quote}”" if self.quote else ""
        return " ".join(part for part in (self.who, self.text, quote) if part)


class Named(msgspec.StructMeta):
    """The type of structs whose fields are given by name, in their subclasses too."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Named:
        """A struct type; `config` is what msgspec takes."""
        return super().__new__(cls, name, bases, namespace, **{"kw_only": True, **config})


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Event(msgspec.Struct, Generic[S], metaclass=Named, frozen=True, gc=False, tag_field="event"):
    """A fact in the past tense, and what it means. Subclasses name themselves:
    `class Challenged(Event[State], tag="challenged")`, and write `evolve` and `line`.

    Fields are plain data, which the garbage collector need not look through.
    `rules` are the ids that produced it, so that any line of a journal can answer "why?". `v` is the schema number of
    the event's fields; a class whose fields change raises its default and registers how to read the older ones.
    `heard_by` says who hears of it, where `told` does not; `hides` are fields and what others than the guide are told
    there. `silent`: the journal has no line for it, ever.
    `of_table`: it happened at the table, not in the game played there.
    """

    heard_by: ClassVar[Literal["everyone", "guide"]] = "everyone"
    hides: ClassVar[tuple[tuple[str, Any], ...]] = ()
    silent: ClassVar[bool] = False
    of_table: ClassVar[bool] = False

    rules: tuple[str, ...] = ()
    v: int = 1

    def evolve(self, state: S) -> S:
        """The state after it. Total: it never rolls and never refuses."""
        return state

    def line(self, state: S) -> Line | None:
        """How the journal says it, given the state after it; None if it says nothing. Its rules are added."""
        return None

    def told(self, state: S, seat: Seat) -> Self | None:
        """What `seat` hears of it, given the state after it: all, the event with what is hidden taken out, or None."""
        if seat.guides:
            return self
        if self.heard_by == "guide":
            return None
        return msgspec.structs.replace(self, **dict(self.hides)) if self.hides else self


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON object of an old schema into that of the next one."""


class Codec:
    """Reads and writes the events of one vocabulary, old schemas included.

    `upcasts` maps (event name, old schema number) to the function that lifts it by one.
    """

    def __init__(
        self, kinds: Iterable[type[Event[Any]]], upcasts: Mapping[tuple[str, int], Upcast] | None = None
    ) -> None:
        self.kinds: dict[str, type[Event[Any]]] = {name_of(kind): kind for kind in kinds}
        self._upcasts = dict(upcasts or {})
        self._schemas = {name: _schema(kind) for name, kind in self.kinds.items()}

    plain: Callable[[Event[Any]], dict[str, Any]] = staticmethod(msgspec.to_builtins)
    """An event as a JSON object."""

    def read(self, plain: Mapping[str, Any]) -> Event[Any]:
        """The event in a JSON object. Raises Corrupt for an unknown name, a schema from the future or wrong fields."""
        name = plain.get("event")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(name, str):
            raise Corrupt(f"no event is called {name!r}")
        raw, current = dict(plain), self._schemas[name]
        while (schema := raw.get("v", 1)) != current:
            lift = self._upcasts.get((name, schema)) if isinstance(schema, int) else None
            if lift is None:
                raise Corrupt(f"event {name!r} has schema {schema}; this version reads up to {current}")
            raw = {**lift(raw), "v": schema + 1}
        try:
            event: Event[Any] = msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            raise Corrupt(f"event {name!r}: {error}") from error
        return event


@cache
def name_of(kind: type[msgspec.Struct]) -> str:
    """The tag under which a struct is written."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} has no name of its own")
    return tag


@cache
def _schema(kind: type[Event[Any]]) -> int:
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    return int(fields["v"].default)

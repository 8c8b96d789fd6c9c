"""The parts of a game: each a topic of its rules, made of the commands and events that stand together in one file."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from moot.core.commands import Command
from moot.core.events import Event, name_of

S = TypeVar("S", bound=msgspec.Struct)


class Part(Generic[S]):
    """The commands and events of one topic, in the order in which the commands are offered.

    With `module` the part exists only at tables that play with this module of the rulebook; its events are read
    everywhere, since a log may have them from before.
    """

    def __init__(self, *kinds: type[Command[S] | Event[S]], module: str = "") -> None:
        """Raises TypeError for a command that offers nothing or leads to nothing, or an event without a meaning."""
        self.module = module
        self.commands = tuple(kind for kind in kinds if issubclass(kind, Command))
        self.events = tuple(kind for kind in kinds if issubclass(kind, Event))
        for command in self.commands:
            _check_command(command)
        for kind in kinds:
            if unwritten := [name for name in dir(kind) if getattr(getattr(kind, name), "__isabstractmethod__", False)]:
                raise TypeError(f"{name_of(kind)!r} has no `{unwritten[0]}`")
        for event in self.events:
            for method in ("evolve",) if event.silent else ("evolve", "line"):
                if getattr(event, method) is getattr(Event, method):
                    raise TypeError(f"the event {name_of(event)!r} has no `{method}`")


def _check_command(kind: type[Command[Any]]) -> None:
    name = name_of(kind)
    if not hasattr(kind, "when"):
        raise TypeError(f"the command {name!r} does not say when it exists")
    if not any("offers" in vars(base) for base in kind.__mro__[: kind.__mro__.index(Command)]):
        raise TypeError(f"the command {name!r} has no `offers`")
    wrapped = next(base for base in kind.__mro__ if "done_in" in vars(base))
    if getattr(kind, kind.done_in) is not getattr(wrapped, kind.done_in):
        return
    if kind.records is None:
        raise TypeError(f"the command {name!r} has neither `{kind.done_in}` nor an event that it `records`")
    missing = {field.name for field in msgspec.structs.fields(kind.records) if field.required} - {
        "seat", *(field.name for field in msgspec.structs.fields(kind))
    }
    if missing:
        raise TypeError(f"the command {name!r} lacks {', '.join(sorted(missing))} for {name_of(kind.records)!r}")

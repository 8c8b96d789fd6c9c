"""One word, one meaning: two modules have public classes of one name only where they mean the same, and outside of the
games' rooms a name stands for one type alone, a class or another."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import moot
from moot.core import Command, Event
from moot.core.events import name_of

SHARED: Mapping[str, str] = {
    "Armor": "a row of a room's list of armor",
    "Attack": "somebody goes at somebody: as it is given, or as it stands until it is answered",
    "Challenge": "what others must answer: as it is given, or as it stands until it is answered",
    "Character": "anybody that a player can play, with a sheet",
    "Fighter": "somebody's place in a fight",
    "Options": "what a table may choose, a field for each option of the room's rulebook",
    "Own": "what a seat sees beside the stage, for itself alone",
    "Person": "anybody with a sheet, the guide's people too",
    "Rolled": "dice as they fell",
    "Row": "an entry of a room's tables, with an id",
    "Sheet": "somebody as a file has them",
    "SheetView": "somebody's sheet as a seat sees it",
    "Skill": "a row of a room's list of skills",
    "Stage": "what everyone sees of a state",
    "State": "what all events of a room's table add up to",
    "SumView": "a figure on a sheet, and what it is the sum of",
}
"""Words that several rooms have in one meaning, each with a class of its own."""


def room(kind: type) -> str:
    """The game, or the package of Moot, to which a class belongs."""
    names = kind.__module__.split(".")
    return names[2] if names[1] == "games" else "moot"


def public_classes() -> dict[str, list[type]]:
    """All public classes of Moot but those of its tests, by name."""
    found: dict[str, list[type]] = defaultdict(list)
    for module in pkgutil.walk_packages(moot.__path__, "moot."):
        if ".tests" in module.name or module.name.endswith("__main__"):
            continue
        for name, kind in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(kind) and kind.__module__ == module.name and kind.__name__ == name and name[0] != "_":
                found[name].append(kind)
    return found


def named_in_the_log(kind: type) -> str:
    """The name of a command or an event in the logs of its game."""
    return name_of(kind) if issubclass(kind, (Command, Event)) else ""


def one_meaning(name: str, kinds: Iterable[type]) -> bool:
    """Whether classes of one name mean the same: they say so by what they are, or `SHARED` does.

    A room's own class may extend that of the kit. Commands and events are called as the log of their game calls them.
    """
    kinds = list(kinds)
    rooms = [room(kind) for kind in kinds]
    if len(set(rooms)) < len(rooms):
        return False
    ours = [kind for kind in kinds if room(kind) == "moot"]
    if ours:
        return all(issubclass(kind, ours[0]) for kind in kinds)
    logged = {named_in_the_log(kind) for kind in kinds}
    return name in SHARED or (len(logged) == 1 and "" not in logged)


def test_classes_of_one_name_mean_the_same():
    several = {name: kinds for name, kinds in public_classes().items() if len(kinds) > 1}
    assert {name: kinds for name, kinds in several.items() if not one_meaning(name, kinds)} == {}


def types_in(source: str) -> Iterator[str]:
    """The names that a module gives to types: its public classes and its aliases."""
    for statement in ast.parse(source).body:
        match statement:
            case ast.ClassDef(name=name) if name[0] != "_":
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case _:
                pass


def test_outside_of_rooms_a_name_stands_for_one_type():
    place, found = Path(moot.__file__).parent, defaultdict[str, list[str]](list)
    for path in sorted(place.rglob("*.py")):
        module = path.relative_to(place)
        if module.parts[:1] != ("games",) and "tests" not in module.parts:
            for name in types_in(path.read_text(encoding="utf-8")):
                found[name].append(str(module))
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def test_every_shared_word_is_shared():
    found = public_classes()
    assert {name for name in SHARED if len(found[name]) < 2} == set()


def test_a_word_of_two_meanings_would_be_noticed():
    class Table:
        """A class of some game by a name of ours."""

    Table.__module__ = "moot.games.wicked_age.state"
    assert not one_meaning("Table", [*public_classes()["Table"], Table])
    assert not one_meaning("Table", [Table, Table])

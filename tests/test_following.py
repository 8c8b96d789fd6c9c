"""What follows by itself: whatever a room has written for it stands in the room's list, or it would never be asked."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

from moot.games import modos, perilous
from moot.games.modos.following import AFTER, FOLLOWING as IN_MODOS, Aboard, after
from moot.games.perilous.following import FOLLOWING as IN_PERILOUS
from moot.kit.follows import Flow


def each(flows: Iterable[Flow]) -> Iterator[Flow]:
    """Those too that are asked only after something, or only somewhere."""
    for flow in flows:
        if flow is after:
            yield from (one for _, flows in AFTER for one in flows)
        else:
            yield from flow.flows if isinstance(flow, Aboard) else (flow,)


ROOMS = {"modos": (modos, tuple(each(IN_MODOS))), "perilous": (perilous, tuple(each(IN_PERILOUS)))}
LISTED = [pytest.param(room, flow, id=f"{flow.__module__}.{flow.__name__}")
          for room, (_, flows) in ROOMS.items() for flow in flows]


@cache
def modules_of(room: ModuleType) -> list[ModuleType]:
    found = [one.name for one in walk_packages(room.__path__, f"{room.__name__}.") if ".tests" not in one.name]
    return [import_module(name) for name in found if not name.endswith(".following")]


def is_flow(one: object, module: ModuleType) -> bool:
    """Whether `module` has made it, for all to use, and it asks for a play alone and gives nothing back."""
    if not inspect.isfunction(one) or one.__module__ != module.__name__ or one.__name__.startswith("_"):
        return False
    takes = inspect.signature(one)
    asked = [each.annotation for each in takes.parameters.values()]
    return takes.return_annotation == "None" and asked == ["Play[State]"]


def is_called(flow: Flow, modules: list[ModuleType]) -> bool:
    """Whether another module has it to call: what only its own needs is private."""
    return any(flow in vars(other).values() for other in modules if other.__name__ != flow.__module__)


def forgotten(room: str, listed: tuple[Flow, ...]) -> list[Flow]:
    modules = modules_of(ROOMS[room][0])
    made = [one for module in modules for one in vars(module).values() if is_flow(one, module)]
    return [flow for flow in made if flow not in listed and not is_called(flow, modules)]


@pytest.mark.parametrize("room", ROOMS)
def test_every_flow_of_a_room_is_in_its_list(room):
    assert forgotten(room, ROOMS[room][1]) == []


@pytest.mark.parametrize(("room", "flow"), LISTED)
def test_a_flow_that_is_left_out_is_found(room, flow):
    assert forgotten(room, tuple(one for one in ROOMS[room][1] if one is not flow)) == [flow]

"""Frozen state kept by id: put in, taken out, changed. Each gives a new dictionary and leaves the old one as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec


class Keyed(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str: ...


K = TypeVar("K", bound=Keyed)
T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)


def put(found: Mapping[str, K], *items: K) -> dict[str, K]:
    """`found` with these items under their ids: new ones at the end, known ones in their place."""
    return {**found, **{item.id: item for item in items}}


def without(found: Mapping[str, T], *ids: str) -> dict[str, T]:
    """`found` without these ids; one that is not there does not matter."""
    return {id_: item for id_, item in found.items() if id_ not in ids}


def changed(found: Mapping[str, R], id_: str, **fields: Any) -> dict[str, R]:
    """`found` with these fields of one item replaced. Raises KeyError for an unknown id."""
    return {**found, id_: msgspec.structs.replace(found[id_], **fields)}


def held(state: Any, among: str) -> dict[str, Any]:
    """What a state has in the field `among`, by id."""
    found: dict[str, Any] = getattr(state, among)
    return found


def holding(state: R, among: str, found: Mapping[str, Any]) -> R:
    """The state with that in the field `among`."""
    return msgspec.structs.replace(state, **{among: found})


def counted(ids: Iterable[str]) -> int:
    """How many of these ids were numbered (`GameState.next_id`); those drawn for hidden things count nothing."""
    return sum(id_[:1] == "n" and id_[1:].isdecimal() for id_ in ids)

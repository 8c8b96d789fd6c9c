"""Packs: files of content, a game's own or a guide's, whose entries name each other by ids.

A game declares each kind of entry as a `PackEntry`, and its pack as a `Pack` with a tuple of each. What stands in a
file is then just what these declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from moot.kit.keyed import Keyed


class PackEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Anything in a pack: a field that it does not know is a slip of the pen and is refused."""


class Counted(PackEntry, frozen=True, kw_only=True):
    """So many of one NC."""

    nc: str
    count: int = 1


class LearnedEntry(PackEntry, frozen=True, kw_only=True, rename={"source": "from"}):
    """What can be learned, from whom, when."""

    what: str
    source: str = ""
    when: str = ""


class SectionEntry(PackEntry, frozen=True, kw_only=True):
    """A headed paragraph; a game says which kinds there are."""

    id: str = ""
    title: str
    kind: str = "note"
    text: str = ""
    learn: tuple[LearnedEntry, ...] = ()


class StepEntry(PackEntry, frozen=True, kw_only=True):
    """One adventure of a campaign, prepared as the piece `adventure` of the pack; `spotlight` is a character.

    `done` only comes with what a table writes out: that it was played there.
    """

    id: str
    title: str
    text: str = ""
    adventure: str = ""
    spotlight: str = ""
    leads_to: tuple[str, ...] = ()
    done: bool = False


class Pack(PackEntry, frozen=True, kw_only=True):
    """One file of content. A game adds a tuple for each kind of entry."""

    id: str
    title: str
    about: str = ""
    source: str = ""


P = TypeVar("P", bound=Pack)
K = TypeVar("K", bound=Keyed)
V = TypeVar("V")


def by_key(packs: Mapping[str, P], entries: Callable[[P], Iterable[K]]) -> dict[str, K]:
    """What packs have of one kind, by `pack/id`."""
    return {f"{key}/{entry.id}": entry for key, pack in packs.items() for entry in entries(pack)}


def first(pack: str, found: Mapping[str, V]) -> dict[str, V]:
    """The same, with what is of one pack before the rest."""
    return {key: found[key] for key in sorted(found, key=lambda key: not key.startswith(f"{pack}/"))}

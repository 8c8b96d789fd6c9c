"""What any pack must keep to beyond its form: texts that can be shown, ids that differ, references that exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from moot.core.blanks import LONGEST_LINE
from moot.kit.notebook.places import Path

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_ID_LOOKS: Final = ("small letters, digits and hyphens, 60 at most: “the-old-mill”",)
_UNSHOWN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_LINES: Final = frozenset({"id", "name", "title"})
"""Fields that are one line and cannot be left empty."""

_fields = cache(msgspec.structs.fields)


class PackFault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a pack may not have: where, a sentence, the rule, and what would do."""

    path: Path
    code: str
    message: str
    rule: str
    allowed: tuple[str, ...] = ()


def fault(path: Path, code: str, message: str, rule: str, *allowed: str) -> PackFault:
    """Something that a pack may not have."""
    return PackFault(path=path, code=code, message=message, rule=rule, allowed=allowed)


def between(number: int, least: int, most: int, path: Path, rule: str, what: str = "") -> Iterator[PackFault]:
    """A figure that is too low or too high; `what` says what it is a figure of."""
    if not least <= number <= most:
        yield fault(path, "bad-figure", f"{what}{': ' if what else ''}{least} to {most}, not {number}.", rule)


def wording(entry: Any, rule: str, path: Path = ()) -> Iterator[PackFault]:
    """Names that are not one line, and texts with characters that cannot be shown, anywhere in an entry."""
    match entry:
        case msgspec.Struct():
            for field in _fields(type(entry)):
                if getattr(entry, field.name) != field.default:
                    yield from wording(getattr(entry, field.name), rule, (*path, field.encode_name))
        case tuple():
            for at, item in enumerate(entry):
                yield from wording(item, rule, (*path, at))
        case str():
            if path[-1] in _LINES and not (entry.strip() and "\n" not in entry and len(entry) <= LONGEST_LINE):
                yield fault(path, "bad-line", f"this is one line, of 1 to {LONGEST_LINE} characters.", rule)
            if _UNSHOWN.search(entry):
                yield fault(path, "unreadable", "this has characters in it that cannot be shown.", rule)
        case _:
            return


def ids(
    pack_id: str, printed: Iterable[str], groups: Iterable[Iterable[tuple[Path, str]]], rule: str
) -> Iterator[PackFault]:
    """Ids that are written wrongly or taken: the pack's own by one of `printed`, an entry's by another of its group.

    A group has the paths of entries and their ids.
    """
    if pack_id in set(printed):
        yield fault(("id",), "pack-id-taken", f"“{pack_id}” is a pack of the book: give yours an id of its own.", rule)
    yield from _id(("id",), pack_id, rule)
    for group in groups:
        known: set[str] = set()
        for path, id_ in group:
            yield from _id((*path, "id"), id_, rule)
            if id_ in known:
                yield fault((*path, "id"), "id-twice", f"“{id_}” is the id of another one already.", rule)
            known.add(id_)


def _id(path: Path, id_: str, rule: str) -> Iterator[PackFault]:
    if not _ID.fullmatch(id_):
        yield fault(path, "bad-id", f"“{id_}” is not an id.", rule, *_ID_LOOKS)


def entries(*lists: tuple[Path, Iterable[Any]]) -> list[tuple[Path, Any]]:
    """The entries of some lists with the path of each, from the path of its list."""
    return [((*path, at), entry) for path, some in lists for at, entry in enumerate(some)]


def identified(found: Iterable[tuple[Path, Any]]) -> list[tuple[Path, str]]:
    """Entries by path, each as its id: a group for `ids`."""
    return [(path, entry.id) for path, entry in found]


def loose_parts(
    piece: Any, path: Path, adventures: Iterable[str], code: str, says: str, rule: str
) -> Iterator[PackFault]:
    """Parts of a campaign that lead to what is no part of it, or that are prepared as none of the `adventures`."""
    parts = entries(((*path, "part"), piece.part))
    leads = [found for where, part in parts for found in entries(((*where, "leads_to"), part.leads_to))]
    yield from dangling(leads, (part.id for part in piece.part), code, says, rule)
    prepared = [((*where, "adventure"), part.adventure) for where, part in parts if part.adventure]
    yield from dangling(prepared, adventures, code, says, rule)


def dangling(
    named: Iterable[tuple[Path, str]], known: Iterable[str], code: str, says: str, rule: str
) -> Iterator[PackFault]:
    """References to what is not `known`; `says` has a place for the name: `the pack has no nc “{}”.`"""
    allowed = tuple(known)
    for path, id_ in named:
        if id_ not in allowed:
            yield fault(path, code, says.format(id_), rule, *allowed)

"""What does not fit the form that a file or a request is to have, in words that people can mend it by."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec.inspect import DictType, LiteralType, StructType, Type, UnionType, VarTupleType, type_info

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value in a file: `("nc", 2, "concept", "rank")`."""

_ERROR: Final = re.compile(r"(.*?)(?: - at `(key` in `)?\$([^`]*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\[(\d+)\]|\.?([A-Za-z_][\w-]*)|\[\.\.\.\]")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_VALUE: Final = re.compile(r"Invalid (?:enum )?value '?(.*?)'?", re.DOTALL)
_BOUND: Final = re.compile(r"(\w+)(?: of length)? ([<>])= (\d+)")
TOML: Final = {
    "str": "words between quotation marks",
    "array": "a list: […]",
    "object": "a table: {…}, or an entry with a header of its own",
    "int": "a whole number",
    "int | null": "a whole number",
    "bool": "true or false",
    "object | null": "a table: {…}",
    "str | object": "an id between quotation marks, or a table: {…}",
}
"""What each kind of value looks like in a file."""
JSON: Final = {**TOML, "object": "an object: {…}", "object | null": "an object: {…}"}
"""What it looks like in a request."""


class Misfit(NamedTuple):
    """One thing that does not fit: what is wrong at `path`, and what could stand there. `at` is where it stands, if
    that is not `path`."""

    code: str
    path: Path
    at: Path
    says: str
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The place and what is wrong there: `adds 2, text: this must be words between quotation marks`."""
        said: list[str] = []
        for step in self.path:
            if isinstance(step, int):
                said[-1:] = [" ".join((*said[-1:], str(step + 1)))]
            else:
                said.append(step)
        return ": ".join((*[", ".join(said)] * bool(said), self.says))


def misfit(
    error: msgspec.ValidationError, form: type[Any], order: Sequence[str] = (), kinds: Mapping[str, str] = TOML
) -> Misfit:
    """What msgspec has found as it read something as a `form`; `order` are words that have one of their own, in it.
    `kinds` are words for kinds of values."""
    split = _ERROR.fullmatch(str(error))
    said, key, at = split.groups("") if split else (str(error), "", "")
    path = tuple(int(number) if number else name for number, name in _STEP.findall(at) if number or name)
    kind = _type_at(form, path)
    if found := _UNKNOWN.fullmatch(said):
        known = tuple(field.encode_name for field in kind.fields) if isinstance(kind, StructType) else ()
        return Misfit("no-such-field", path, (*path, found[1]), _unknown(found[1], known), known)
    if found := _MISSING.fullmatch(said):
        return Misfit("field-missing", path, path, f"“{found[1]}” is missing")
    if found := _VALUE.fullmatch(said):
        words = _words(kind.key_type if key and isinstance(kind, DictType) else kind, order)
        return Misfit("no-such-value", path, path, f"“{_clipped(found[1])}” cannot stand here", words)
    if not said.startswith("Expected "):  # what the form itself says of values that do not go together
        return Misfit("wrong-kind", path, path, said)
    wanted = said.replace("`", "").removeprefix("Expected ").partition(", got ")[0]
    return Misfit("wrong-kind", path, path, f"this must be {_kind(wanted, kinds)}")


def _kind(wanted: str, kinds: Mapping[str, str]) -> str:
    """The kind of value that is wanted, and how much of it: `a whole number, 0 or more`."""
    if bound := _BOUND.fullmatch(wanted):
        kind, way, most = bound.groups()
        unit = (" letter" if most == "1" else " letters") if kind == "str" else ""
        return f"{kinds.get(kind, kind)}, {most}{unit} or {'more' if way == '>' else 'less'}"
    return kinds.get(wanted, wanted)


def _unknown(name: str, known: Sequence[str]) -> str:
    meant = "".join(difflib.get_close_matches(name, known, 1, 0.75))
    return f"“{_clipped(name)}” is nothing that is known here{f' (“{meant}”, perhaps)' if meant else ''}"


def _type_at(form: type[Any], path: Path) -> Type | None:
    """What the form wants at `path`; None where it wants nothing, or one of several tables."""
    kind: Type | None = type_info(form)
    for step in path:
        tables = [one for one in _each(kind) if isinstance(one, StructType)]
        if tags := tuple(str(one.tag) for one in tables if one.tag_field == step):
            return LiteralType(tags)  # the word that says which of several tables it is
        if fields := [field for one in tables for field in one.fields if field.encode_name == step]:
            kind = fields[0].type
        elif isinstance(kind, VarTupleType):
            kind = kind.item_type
        elif isinstance(kind, DictType):
            kind = kind.value_type
        else:
            return None
    found = [one for one in _each(kind) if isinstance(one, (StructType, LiteralType, DictType))]
    several = sum(isinstance(one, StructType) for one in found) > 1
    return found[0] if found and not several else None


def _each(kind: Type | None) -> tuple[Type | None, ...]:
    return kind.types if isinstance(kind, UnionType) else (kind,)


def _words(kind: Type | None, order: Sequence[str]) -> tuple[str, ...]:
    """What may stand in a field that takes certain words alone."""
    values = [str(value) for value in kind.values if value != ""] if isinstance(kind, LiteralType) else []
    return tuple(sorted(values, key=lambda value: order.index(value) if value in order else -1))


def _clipped(text: str) -> str:
    """A word out of the text, fit to be shown."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:60])

"""Packs and other entries as TOML: what is in a text, or a refusal that names line, place, rule, and what would do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

import msgspec
import tomli_w
from msgspec.inspect import DictType, LiteralType, StructType, Type, UnionType, VarTupleType, type_info

from moot.core import Refused
from moot.core.files import LONGEST_FILE, toml
from moot.kit.notebook.checks import PackFault
from moot.kit.notebook.packs import PackEntry
from moot.kit.notebook.places import Path, Places, path_of

P = TypeVar("P", bound=PackEntry)

_ERROR: Final = re.compile(r"(.*?)(?: - at `(key` in `)?\$([^`]*)`)?", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_VALUE: Final = re.compile(r"Invalid enum value '(.*)'", re.DOTALL)
_KINDS: Final = {
    "str": "words between quotation marks",
    "array": "a list: […]",
    "object": "a table: {…}, or an entry with a header of its own",
    "int": "a whole number",
    "int | null": "a whole number",
    "bool": "true or false",
    "object | null": "a table: {…}",
    "str | object": "the id of an nc, or so many of one: {nc = \"…\", count = 2}",
}


@dataclass(frozen=True, kw_only=True)
class PackReader(Generic[P]):
    """Reads the packs of one game, or other files of its entries.

    `rule` lets people bring packs; `rules` are those behind each kind of entry, `value_rules` behind what may stand in
    a field, by its name. `faults` gives what a pack that fits the form may still not have, and `order` the words that
    have one of their own (a ladder), in it.
    """

    kind: type[P]
    rule: str
    rules: Mapping[str, str]
    value_rules: Mapping[str, str] = field(default_factory=dict[str, str])
    faults: Callable[[P], Iterable[PackFault]]
    order: tuple[str, ...] = ()

    def read(self, text: str) -> P:
        """The pack in `text`. Raises Refused, for the first fault only."""
        text = text.removeprefix("\ufeff")
        if len(text) > LONGEST_FILE:
            message = f"A file has {LONGEST_FILE} characters at most, not {len(text)}."
            raise _placed("pack-too-long", "", message, self.rule)
        plain = toml(text, self.rule)
        places = Places(text, plain)
        try:
            pack = msgspec.convert(plain, self.kind)
        except msgspec.ValidationError as error:
            raise self._misfit(str(error), places) from error
        for fault in self.faults(pack):
            raise _placed(fault.code, places.say(fault.path), fault.message, fault.rule, *fault.allowed)
        return pack

    def _misfit(self, error: str, places: Places) -> Refused:
        """What does not fit the form, in words."""
        split = _ERROR.fullmatch(error)
        said, key, at = split.groups("") if split else (error, "", "")
        path = path_of(at)
        kind = self._type_at(path)
        rule = self.rules.get(str(path[0]), self.rule) if path else self.rule
        if found := _UNKNOWN.fullmatch(said):
            fields = tuple(field.encode_name for field in kind.fields) if isinstance(kind, StructType) else ()
            message = f"“{_clipped(found[1])}” is nothing that is known here."
            return _placed("no-such-field", places.say(path, (*path, found[1])), message, rule, *fields)
        where = places.say(path)
        if found := _MISSING.fullmatch(said):
            return _placed("field-missing", where, f"“{found[1]}” is missing.", rule)
        if found := _VALUE.fullmatch(said):
            words = (str(step) for step in reversed(path))
            rule = next((self.value_rules[word] for word in words if word in self.value_rules), rule)
            allowed = self._words(kind.key_type if key and isinstance(kind, DictType) else kind)
            return _placed("no-such-value", where, f"“{_clipped(found[1])}” cannot stand here.", rule, *allowed)
        wanted = said.replace("`", "").removeprefix("Expected ").partition(", got ")[0]
        return _placed("wrong-kind", where, f"this must be {_KINDS.get(wanted, wanted)}.", rule)

    def _type_at(self, path: Path) -> Type | None:
        """What the form wants at `path`; None where it wants nothing."""
        kind: Type | None = type_info(self.kind)
        for step in path:
            if isinstance(kind, UnionType):
                kind = next((each for each in kind.types if isinstance(each, StructType)), None)
            match kind:
                case StructType(fields=fields):
                    kind = next((field.type for field in fields if field.encode_name == step), None)
                case VarTupleType(item_type=item):
                    kind = item
                case DictType(value_type=value):
                    kind = value
                case _:
                    return None
        if isinstance(kind, UnionType):
            kind = next((each for each in kind.types if isinstance(each, (StructType, LiteralType))), None)
        return kind

    def _words(self, kind: Type | None) -> tuple[str, ...]:
        """What may stand in a field that takes certain words alone."""
        values = [str(value) for value in kind.values if value != ""] if isinstance(kind, LiteralType) else []
        return tuple(sorted(values, key=lambda value: self.order.index(value) if value in self.order else -1))


def written(entry: PackEntry) -> str:
    """A pack, or what else fills a file, as TOML, which reads as the same."""
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return tomli_w.dumps(plain, multiline_strings=True)


def _placed(code: str, where: str, message: str, rule: str, *allowed: str) -> Refused:
    said = f"{where}: {message}" if where else f"{message[:1].upper()}{message[1:]}"
    return Refused(code, said, rule, allowed=allowed, field="text")


def _clipped(text: str) -> str:
    """A word out of the text, fit to be shown."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:60])

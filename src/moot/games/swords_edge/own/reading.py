"""A pack read from TOML: the format of `packs/*.toml`, held to the rules, and every refusal says where."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec.inspect import DictType, LiteralType, StructType, Type, UnionType, VarTupleType, type_info

from moot.core import Refused
from moot.core.files import LONGEST_FILE, toml
from moot.games.swords_edge import ladder
from moot.games.swords_edge.own.checking import Flaw, flaws
from moot.games.swords_edge.own.contents import inventory
from moot.games.swords_edge.own.places import Path, Places, path_of
from moot.games.swords_edge.packs import Pack

_LADDER: Final[dict[str, int]] = {rank: at for at, rank in enumerate(ladder.ORDER)}

_RULES: Final = {
    "pc": "SE-CRE-12",
    "nc": "SE-NC-01",
    "premise": "SE-PREP-01",
    "one_pager": "SE-PREP-02",
    "module": "SE-PREP-03",
    "scene": "SE-PREP-04",
    "campaign": "SE-PREP-05",
}
"""The rule that says what an entry is made of."""

_VALUE_RULES: Final = {"rank": "SE-RANK-01", "traits": "SE-CRE-03", "trait": "SE-CRE-03", "type": "SE-NC-01"}
"""The rule behind what may stand in a field."""


def read(text: str) -> Pack:
    """The pack in `text`. Raises Refused, naming place, rule and what would do, for one that breaks the rules."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_FILE:
        raise _refused("pack-too-long", f"A pack has {LONGEST_FILE} characters at most, not {len(text)}.", "SE-PREP-03")
    plain = toml(text, "SE-PREP-03")
    places = Places(text, plain)
    try:
        pack = msgspec.convert(plain, Pack)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), places) from error
    for flaw in flaws(pack):
        raise _flawed(flaw, places)
    return pack


def holds(text: str) -> tuple[str, ...]:
    """Everything that is in a pack, a line each. Raises Refused as `read` does."""
    return tuple(inventory(read(text)))


def _refused(code: str, message: str, rule: str, *allowed: str) -> Refused:
    return Refused(code, message, rule, allowed=allowed, field="text")


def _flawed(flaw: Flaw, places: Places) -> Refused:
    where = places.say(flaw.path)
    return _refused(flaw.code, f"{where}: {flaw.message}" if where else flaw.message, flaw.rule, *flaw.allowed)


_ERROR: Final = re.compile(r"(.*?)(?: - at `(key` in `)?\$([^`]*)`)?", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_VALUE: Final = re.compile(r"Invalid enum value '(.*)'", re.DOTALL)


def _misfit(error: str, places: Places) -> Refused:
    """What does not fit the format, in words."""
    split = _ERROR.fullmatch(error)
    said, key, at = split.groups("") if split else (error, "", "")
    path = path_of(at)
    kind = _type_at(path)
    rule = _RULES.get(str(path[0]), "SE-PREP-03") if path else "SE-PREP-03"
    if found := _UNKNOWN.fullmatch(said):
        fields = tuple(field.encode_name for field in kind.fields) if isinstance(kind, StructType) else ()
        message = f"“{_clipped(found[1])}” is nothing that a pack knows here"
        return _placed("no-such-field", places.say(path, (*path, found[1])), message, rule, *fields)
    where = places.say(path)
    if found := _MISSING.fullmatch(said):
        return _placed("field-missing", where, f"“{found[1]}” is missing", rule)
    if found := _VALUE.fullmatch(said):
        rule = next((_VALUE_RULES[step] for step in reversed(path) if step in _VALUE_RULES), rule)
        allowed = _words(kind.key_type if key and isinstance(kind, DictType) else kind)
        return _placed("no-such-value", where, f"“{_clipped(found[1])}” cannot stand here", rule, *allowed)
    wanted = said.replace("`", "").removeprefix("Expected ").partition(", got ")[0]
    return _placed("wrong-kind", where, f"this must be {_KINDS.get(wanted, wanted)}", rule)


def _placed(code: str, where: str, message: str, rule: str, *allowed: str) -> Refused:
    return _refused(code, f"{where}: {message}." if where else f"{message}.", rule, *allowed)


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


def _type_at(path: Path) -> Type | None:
    """What the format wants at `path`; None where it wants nothing."""
    kind: Type | None = type_info(Pack)
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


def _words(kind: Type | None) -> tuple[str, ...]:
    """What may stand in a field that takes certain words alone; Ranks in their order."""
    values = [str(value) for value in kind.values if value != ""] if isinstance(kind, LiteralType) else []
    return tuple(sorted(values, key=lambda value: _LADDER.get(value, -1)))


def _clipped(text: str) -> str:
    """A word out of the text, fit to be shown."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:60])

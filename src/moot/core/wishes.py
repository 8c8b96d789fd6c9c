"""Wishes: a command as it comes over the wire, read; or the field that is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from moot.core.errors import Refused
from moot.core.misfits import JSON, misfit

C = TypeVar("C", bound=msgspec.Struct)

_AT = re.compile(r"at `\$\.([^.`\[]+)")
_NAMED = re.compile(r"field `([^`]+)`")


def read(wish: bytes | Mapping[str, Any], kinds: Mapping[str, type[C]], where: str) -> C:
    """The one of `kinds` that a JSON object is. Raises Refused (`malformed`), naming the field, if it is none of them.

    `where` says in words where these are all the kinds there are (`at this table`).
    """
    try:
        plain = msgspec.json.decode(wish, type=dict[str, Any]) if isinstance(wish, bytes) else wish
        name = plain.get("do", "")
        kind = kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            message = f"There is no command “{name}” {where}."
            raise Refused("malformed", message, allowed=tuple(kinds), field="do")
        return _converted(plain, kind, where)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        message = f"This is no command {where}: {error}."
        raise Refused("malformed", message, field=field_at_fault(str(error))) from error


def _converted(plain: Mapping[str, Any], kind: type[C], where: str) -> C:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        found, field = misfit(error, kind, kinds=JSON), field_at_fault(str(error))
        message = f"This is no “{plain['do']}” {where}: {found}."
        raise Refused("malformed", message, allowed=found.allowed, field=field) from error


def field_at_fault(complaint: str) -> str:
    """The field of the whole object that a message of msgspec's is about; empty if it is about no field."""
    found = _AT.search(complaint) or _NAMED.search(complaint)
    return found[1] if found else ""

"""Shows long values briefly: one line for a terminal, a small table for a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec


def short(value: object, most: int = 60) -> str:
    """`value` as text of at most `most` letters; of many things only the number."""
    if isinstance(value, dict | list | tuple | frozenset | set) and len(repr(value)) > most:
        return f"{len(value)} in {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def brief(struct: msgspec.Struct) -> str:
    """A struct with those of its fields that differ from their defaults, each shown briefly."""
    return f"{type(struct).__name__}({', '.join(f'{name}={short(value)}' for name, value in changed(struct))})"


def changed(struct: msgspec.Struct) -> Iterable[tuple[str, object]]:
    """The fields of a struct that differ from their defaults."""
    for field in msgspec.structs.fields(struct):
        default = field.default if field.default is not msgspec.NODEFAULT else None
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        value = getattr(struct, field.name)
        if field.required or value != default:
            yield field.name, value


def table(title: str, rows: Iterable[tuple[object, object]]) -> str:
    """An HTML table under a title, two columns, everything escaped."""
    body = "".join(f"<tr><th>{escape(str(one))}</th><td>{escape(str(other))}</td></tr>" for one, other in rows)
    return f"<table><caption>{escape(title)}</caption>{body}</table>"

"""The figures of a book, as TOML: loaded once, proven whole, and never guessed at."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from moot.core.errors import Corrupt, OffTable

T = TypeVar("T")
V = TypeVar("V")


def load(package: str, path: str, kind: type[T]) -> T:
    """The TOML file `path` inside `package` as a `kind`, every field checked.

    Raises Corrupt, naming file and field, if it cannot be read or does not fit.
    """
    place = files(package).joinpath(path)
    try:
        return msgspec.convert(tomllib.loads(place.read_text(encoding="utf-8")), kind)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Corrupt(f"{package}/{path}: {error}") from error


def raw(package: str, path: str) -> dict[str, Any]:
    """The TOML file `path` inside `package`, unchecked. Raises Corrupt if it is no TOML."""
    return load(package, path, dict[str, Any])


class Table(Mapping[str, V]):
    """A named look-up that raises OffTable, with what it does have, instead of answering something near."""

    def __init__(self, name: str, rows: Mapping[str, V]) -> None:
        if not rows:
            raise Corrupt(f"table {name!r} is empty")
        self._name = name
        self._rows = dict(rows)

    def __getitem__(self, key: str) -> V:
        try:
            return self._rows[key]
        except KeyError:
            raise OffTable(f"{self._name} has no {key!r}; it has {', '.join(self._rows)}") from None

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

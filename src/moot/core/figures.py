"""The figures of a book, in TOML: loaded once, checked, and never guessed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Protocol, TypeVar

import msgspec

from moot.core.errors import Corrupt, NotListed

T = TypeVar("T")
V = TypeVar("V")


class _Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=_Row)


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
    """The TOML file `path` inside `package`, unchecked. Raises Corrupt if it is not TOML."""
    return load(package, path, dict[str, Any])


class Lookup(Mapping[str, V]):
    """A named look-up that raises NotListed, with what it does have, instead of answering something near."""

    def __init__(self, name: str, rows: Mapping[str, V]) -> None:
        if not rows:
            raise Corrupt(f"look-up {name!r} is empty")
        self._name = name
        self._rows = dict(rows)

    def __getitem__(self, key: str) -> V:
        try:
            return self._rows[key]
        except KeyError:
            raise NotListed(f"{self._name} has no {key!r}; it has {', '.join(self._rows)}") from None

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class Figures:
    """One TOML file of figures inside a package: each is taken from its place, and checked, where it is stated.

    Raises Corrupt, naming the file, if it cannot be read.
    """

    def __init__(self, package: str, path: str) -> None:
        self._file = f"{package}/{path}"
        self._plain = raw(package, path)

    def at(self, place: str, kind: type[T]) -> T:
        """What stands at `place` (`seize.tn`), as a `kind`. Raises Corrupt, naming file and place, if it does not."""
        found: Any = self._plain
        try:
            for key in place.split("."):
                found = found[key]
        except (KeyError, TypeError) as error:
            raise Corrupt(f"{self._file} has no {place}") from error
        return self._fitting(place, found, kind)

    def lookup(self, name: str, place: str, kind: type[R]) -> Lookup[R]:
        """The rows at `place` by their ids, called `name` in errors. Raises Corrupt, as `at`, or if an id is twice."""
        rows = [self._fitting(place, row, kind) for row in self.at(place, list[Any])]
        by_id = {row.id: row for row in rows}
        if len(by_id) != len(rows):
            raise Corrupt(f"{self._file}, {place}: an id stands there twice")
        return Lookup(name, by_id)

    def _fitting(self, place: str, found: object, kind: type[T]) -> T:
        try:
            return msgspec.convert(found, kind)
        except msgspec.ValidationError as error:
            raise Corrupt(f"{self._file}, {place}: {error}") from error

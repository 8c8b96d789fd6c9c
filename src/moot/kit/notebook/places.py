"""Where in a pack's text something stands: the entry by its kind and name, and its line where that can be told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from moot.core.misfits import Path as Path

_HEADER: Final = re.compile(r"\s*\[\[\s*([a-z_]+(?:\.[a-z_]+)*)\s*\]\]")


class Places:
    """The places of one text, which reads as `plain`."""

    def __init__(self, text: str, plain: Mapping[str, Any]) -> None:
        self._plain = plain
        self._lines = text.splitlines()
        self._headers = dict(self._entries())
        counts = Counter(path[0] for path in self._headers if len(path) == 2)
        if any(count != len(plain.get(str(kind), ())) for kind, count in counts.items()):
            self._headers = {}  # a text within the text looks like a header

    def _entries(self) -> Iterator[tuple[Path, int]]:
        """Every entry with a header of its own, and the line of that."""
        counts: Counter[str] = Counter()
        for number, line in enumerate(self._lines, 1):
            if found := _HEADER.match(line):
                names = found[1].split(".")
                for inner in [name for name in counts if name.startswith(f"{found[1]}.")]:
                    del counts[inner]
                counts[found[1]] += 1
                prefixes = (".".join(names[: depth + 1]) for depth in range(len(names)))
                steps = ((name, counts[prefix] - 1) for name, prefix in zip(names, prefixes, strict=True))
                yield tuple(part for step in steps for part in step), number

    def say(self, path: Path, at: Path = ()) -> str:
        """A place in words: `Line 12, nc “Troll”, concept`; the line is that of `at`, if given."""
        line = self.line(at or path)
        said: list[str] = []
        found: Any = self._plain
        for step in path:
            found = _inside(found, step)
            if isinstance(step, int):
                said[-1] += f" {_called(found, step)}"
            else:
                said.append(step)
        where = [f"line {line}"] if line else []
        words = ", ".join((*where, *said))
        return words[:1].upper() + words[1:]

    def line(self, path: Path) -> int:
        """The line of the value at `path`, or of the entry it is in; 0 where that cannot be told."""
        depth = next((depth for depth in range(len(path), 1, -1) if path[:depth] in self._headers), 0)
        first = self._headers.get(path[:depth], 0)
        field = path[depth] if depth < len(path) else ""
        for number, line in enumerate(self._lines[first:], first + 1):
            if line.lstrip().startswith("["):
                break
            if field and re.match(rf"\s*{re.escape(str(field))}\s*[=.]", line):
                return number + self._below(number, path[depth + 1 :])
        return first

    def _below(self, number: int, path: Path) -> int:
        """How many lines under line `number`, where a list begins, the item stands that `path` begins with."""
        opens, at = self._lines[number - 1].rstrip().endswith("["), path[0] if path else ""
        items = (below for below, line in enumerate(self._lines[number:], 1) if line.lstrip().startswith("{"))
        return next(islice(items, at, None), 0) if opens and isinstance(at, int) else 0


def _inside(found: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return found[step] if isinstance(found, list) and step < len(found) else None
    return found.get(step) if isinstance(found, Mapping) else None


def _called(entry: Any, at: int) -> str:
    """An entry by its name, else by its number."""
    if isinstance(entry, Mapping):
        for field in ("name", "title", "id", "nc"):
            if isinstance(name := entry.get(field), str) and name.strip():
                return f"“{' '.join(name.split())[:60]}”"
    return str(at + 1)

"""The words of the project: each explained once, on one line, and to be found where the page says."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

PAGE = Path(__file__).parents[1] / "docs" / "concepts.md"
LINE = re.compile(r"^- \*\*(?P<word>[^*]+)\*\*(?:, \*\*[^*]+\*\*)* — (?P<says>.+?\.) `(?P<where>moot\.[\w.]+)`$")

lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
words = [match for line in lines if (match := LINE.match(line))]


def found(name: str) -> Any:
    """What a dotted name means: a module's member, or a field or member of a class."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            fields = getattr(thing, "__struct_fields__", ()) or getattr(thing, "__dataclass_fields__", ())
            thing = (part,) if part in fields else getattr(thing, part)
        return thing
    raise LookupError(name)


def test_every_line_has_a_word_a_sentence_and_a_place():
    assert [line for line in lines if not LINE.match(line)] == []


@pytest.mark.parametrize("line", words, ids=lambda line: line["word"])
def test_the_thing_is_where_the_page_says(line):
    assert found(line["where"]) is not None


def test_no_word_is_explained_twice_in_one_part():
    for part in PAGE.read_text(encoding="utf-8").split("\n## "):
        said = re.findall(r"^- \*\*([^*]+)\*\*", part, re.MULTILINE)
        assert len(said) == len(set(said))


def test_a_name_that_is_not_there_would_be_noticed():
    with pytest.raises(AttributeError):
        found("moot.core.Seat.chair")
    with pytest.raises(AttributeError):
        found("moot.core.Dragon")
    assert issubclass(found("moot.core.Seat"), msgspec.Struct)

"""Fills the blanks of an offer at random, rightly and wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from moot.core import Chance, Choose, Compose, Confirm, Count, Offer, Spread, Write
from moot.core.blanks import Field

_MARKER = re.compile(rb"zq[0-9]+qz")


@dataclass
class Ink:
    """Writes words that nobody wrote before, so that they are known anywhere. `written` says who wrote which."""

    written: dict[str, str] = field(default_factory=dict)

    def words(self, writer: str) -> str:
        """New words of `writer`'s."""
        marker = f"zq{len(self.written)}qz"
        self.written[marker] = writer
        return marker


def markers(text: bytes) -> frozenset[str]:
    """All words of an Ink in `text`, however their case was changed."""
    return frozenset(found.decode() for found in _MARKER.findall(text.lower()))


def filled(offer: Offer, chance: Chance, ink: Ink, writer: str) -> dict[str, Any]:
    """The command with every blank filled legally, as it would arrive: JSON, with words of the ink's."""
    wish = offer.answered(lambda field: _answer(field, chance, ink, writer))
    arrived: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(wish))
    return arrived


def _answer(field: Field, chance: Chance, ink: Ink, writer: str) -> Any:
    match field:
        case Write(format="") if not field.suggestions or chance.pick(4):
            words = ink.words(writer).ljust(field.least, "q")
            return words if len(words) <= field.most else field.sample(chance)
        case Compose():
            writing = {kind.value for kind in field.kinds if kind.writes}
            return tuple(
                msgspec.structs.replace(item, detail=ink.words(writer)) if item.kind in writing else item
                for item in field.sample(chance)
            )
        case _:
            return field.sample(chance)


def spoiled(offer: Offer, chance: Chance) -> dict[str, Any] | None:
    """The command with one blank filled as its field forbids; None if the offer has no blanks."""
    if not offer.fields:
        return None
    field = offer.fields[chance.pick(len(offer.fields))]
    wrong = list(_wrong(field))
    return {**offer.sample(chance), field.name: wrong[chance.pick(len(wrong))]}


def _wrong(field: Field) -> Iterator[Any]:
    yield from (None, [[]], {"no": "such"}, -0.5)
    asked = not field.needs  # a blank that another one opens may stay empty
    match field:
        case Choose(many=False):
            yield from ("no-such-choice", *([""] if field.least and asked else []))
        case Choose():
            known = [choice.value for choice in field.choices]
            yield from (["no-such-choice"] * max(field.least, 1), *([known[:1] * 2] if known else []))
            yield from [known[: field.least - 1]] if field.least and asked else []
        case Spread():
            yield from ({}, {slot.value: 1000 for slot in field.slots})
        case Count():
            yield from (field.least - 1, field.most + 1)
        case Write():
            yield from ("q" * (field.most + 1), *([" " * field.least] if field.least and asked else []))
        case Confirm():
            yield from [False] if field.must and asked else []
        case Compose():
            yield [{"kind": "no-such-kind"}] * max(field.least, 1)
            yield from [[]] if field.least and asked else []


MALFORMED: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"do"',
    b"{}",
    b'{"do": 5}',
    b'{"do": ["x"]}',
    b'{"do": "no-such-command"}',
    b"\xff\xfe",
)
"""What is no command of any game."""

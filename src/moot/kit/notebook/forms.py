"""Forms of preparation: what each has and asks for when one is begun, and what a piece in a form lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from moot.core import Refused
from moot.kit.notebook.outline import Outline, passages


class PrepForm(msgspec.Struct, frozen=True):
    """A form of preparation: what people call it, what it has, and the rule that says so.

    `asks` are the passages asked for when one is begun: field, label, hint. `misses` says what one lacks without
    something: without any of these fields or kinds of paragraphs (`event:`), or after `learn` something to learn in
    paragraphs of these kinds, whose titles stand for `{title}`.
    """

    id: str
    called: str
    has: str
    rule: str
    asks: tuple[tuple[str, str, str], ...]
    misses: tuple[tuple[str, str], ...]

    def lacking(self, piece: Any) -> Iterator[str]:
        """What a piece in this form lacks, in words; its paragraphs are its `section`."""
        there = {f"{section.kind}:" for section in piece.section}
        there |= {name for name in piece.__struct_fields__ if getattr(piece, name)}
        for wanted, what in self.misses:
            first, *kinds = words = wanted.split()
            if first == "learn":
                told = (section for section in piece.section if f"{section.kind}:" in kinds)
                yield from (what.format(title=section.title) for section in told if not section.learn)
            elif not there.intersection(words):
                yield what


def needs_form(text: str, outline: Outline, forms: Iterable[str], rule: str) -> None:
    """Raise Refused for a text in which nothing says what it is; a table would still keep it, as plain text."""
    head, *rest = passages(text)
    formed = any(line.lower().startswith("form:") for _, line in head.lines)
    if not formed and len(list(outline.strange(text))) == len(rest):
        says = "Nothing here says what it is: a table would keep it as one plain text."
        allowed = (*(f"form: {form}" for form in forms), *(f"## {kind}: …" for kind in outline.headings))
        raise Refused("nothing-known", says, rule, allowed=allowed, field="text")


def doubts(text: str, outline: Outline) -> Iterator[str]:
    """What was taken as plain text although it looks like more, a line each."""
    for at, said in outline.strange(text):
        yield f"Line {at}, taken as a note: “{said}” names no kind, as in “## place: …”."
    for at, said in outline.unread(text):
        yield f"Line {at}, taken as text: “{said}” says nothing that is known here."

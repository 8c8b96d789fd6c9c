"""Entries as plain text with headings: reading it never fails, and what is written reads as the same entries.

    # The old mill                  the title
    form: scene                     a fact of the piece
    premise: Something grinds.
    ## place: The loft              an entry of the piece: its kind and its title
    Flour lies knee-deep.           its text, as many lines as it needs
    ? It is bone meal | the cook    a line with a sign of its own

A game says which lines mean something in which entry, as `LineKind`s. Any other line is text; where the text of an
entry would mean something it is written with a backslash before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

import msgspec

from moot.kit.notebook.names import flat
from moot.kit.notebook.packs import LearnedEntry, StepEntry

Fields: TypeAlias = dict[str, Any]
"""Fields of an entry by name: a tuple is added to what was said before, so is a mapping, anything else replaces it."""

_ESCAPE: Final = "\\"
_FACT: Final = re.compile(r"[A-Za-z]+( [a-z]+)?\s*:\s*\S")
"""A line that looks as if it said something: one word or two before a colon."""


@dataclass(frozen=True)
class LineKind:
    """One kind of line. `begins` are the ways such lines begin, in small letters; `reads` gives what a line says, or
    None if it only looks like one; `writes` gives the lines that an entry has of the kind."""

    begins: tuple[str, ...]
    reads: Callable[[str], Fields | None]
    writes: Callable[[Any], Iterable[str]]


@dataclass(frozen=True)
class Text:
    """The text of an entry: every line that no row reads, put together by `joined`; on one line `word: …` if named."""

    field: str
    joined: str = "\n"
    word: str = ""

    @property
    def begins(self) -> tuple[str, ...]:
        """How it begins, if that is by a word."""
        return (f"{self.word}:",) if self.word else ()


def fact(word: str, name: str = "", read: Callable[[str], Any] = str, write: Callable[[Any], str] = flat) -> LineKind:
    """A line `word: value` for the field `name`. A value that `read` gives None for makes it text."""
    name = name or word

    def said(value: str) -> Fields | None:
        return None if (found := read(value)) is None else {name: found}

    return _row(word, said, lambda entry: filter(None, [getattr(entry, name)]), write)


def facts(word: str, name: str, read: Callable[[str], Any] = str, write: Callable[[Any], str] = flat) -> LineKind:
    """Any number of lines `word: value` for the field `name`, a tuple."""
    return _row(word, lambda value: {name: (read(value),)}, lambda entry: getattr(entry, name), write)


def _row(
    word: str, said: Callable[[str], Fields | None], values: Callable[[Any], Iterable[Any]], write: Callable[[Any], str]
) -> LineKind:
    def reads(line: str) -> Fields | None:
        key, colon, value = line.partition(":")
        return said(value.strip()) if colon and value.strip() and key.strip().lower() == word else None

    return LineKind((f"{word}:",), reads, lambda entry: (f"{word}: {write(value)}" for value in values(entry)))


def keyed(word: str, name: str, read: Callable[[str], Any] = str, write: Callable[[Any], str] = flat) -> LineKind:
    """A line `word: value` for what stands under `word` in the field `name`, a mapping."""

    def said(value: str) -> Fields | None:
        return None if (found := read(value)) is None else {name: {word: found}}

    return _row(word, said, lambda entry: (value for key, value in getattr(entry, name).items() if key == word), write)


def signed(sign: str, name: str, read: Callable[[str], Any] = str, write: Callable[[Any], str] = flat) -> LineKind:
    """Any number of lines that begin with a sign, for the field `name`, a tuple."""

    def reads(line: str) -> Fields | None:
        return {name: (read(line.removeprefix(sign).strip()),)} if line.startswith(sign) else None

    return LineKind((sign,), reads, lambda entry: (f"{sign} {write(value)}" for value in getattr(entry, name)))


def flag(word: str) -> LineKind:
    """A line of one word, for the field of that name."""

    def reads(line: str) -> Fields | None:
        return {word: True} if line == word else None

    return LineKind((word,), reads, lambda entry: [word] if getattr(entry, word) else [])


@dataclass(frozen=True)
class Heading:
    """`## word: title`: an entry in the list `name` of the piece, with fields that the word itself says."""

    name: str
    rows: Sequence[LineKind | Text]
    make: Callable[..., Any]
    title: str = "title"
    says: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def of(self, entry: Any) -> bool:
        """Whether an entry of the list stands under this word."""
        return all(getattr(entry, name) == value for name, value in self.says.items())


def _learned(line: str) -> LearnedEntry:
    what, source, when, *_ = (*(part.strip() for part in line.split("|")), "", "")
    return LearnedEntry(what=what, source=source, when=when)


def _in_parts(learned: LearnedEntry) -> str:
    return " | ".join(flat(part).replace("|", "/") for part in (learned.what, learned.source, learned.when))


def _part(title: str, **said: Any) -> StepEntry:
    return StepEntry(id=title, title=title, **said)


SECTION: Final = (Text("text"), signed("?", "learn", _learned, _in_parts))
"""The lines of a headed paragraph, a `SectionEntry`."""

_PART: Final = (Text("text"), facts("leads to", "leads_to"), fact("spotlight"), fact("adventure"), flag("done"))
PART: Final = Heading("part", _PART, _part)
"""A part of a campaign, a `StepEntry`."""


class UnderHeading(msgspec.Struct):
    """A heading, the number of its line, and the lines under it with theirs."""

    heading: str
    at: int
    lines: list[tuple[int, str]]

    @property
    def split(self) -> tuple[str, str]:
        """The word before the colon of the heading, in small letters, and what follows it."""
        word, _, title = self.heading.partition(":")
        return word.strip().lower(), title.strip()


@dataclass(frozen=True)
class Outline:
    """The text form of one kind of piece: the rows at its head, and its headings by their word.

    `otherwise` is the word under which a heading goes whose own says nothing, or that lacks a title it cannot be
    without (`titled`).
    """

    rows: Sequence[LineKind | Text]
    headings: Mapping[str, Heading]
    otherwise: str
    titled: frozenset[str] = frozenset()

    def read(self, text: str) -> Fields:
        """What `text` says: the fields of the piece with its title, and a tuple for each list of headed entries."""
        head, *rest = passages(text)
        said: Fields = {heading.name: () for heading in self.headings.values()}
        said |= {"title": head.heading, **_said(self.rows, head)}
        for passage in rest:
            word, title = passage.split
            heading = self._heading(passage)
            fields = {heading.title: title if word in self.headings else passage.heading}
            fields |= _said(heading.rows, passage)
            said[heading.name] += (heading.make(**heading.says, **fields),)
        return said

    def _heading(self, passage: UnderHeading) -> Heading:
        word, title = passage.split
        return self.headings[word if word in self.headings and (title or word not in self.titled) else self.otherwise]

    def strange(self, text: str) -> Iterator[tuple[int, str]]:
        """Headings whose word says nothing, by their lines; they stand where `otherwise` does."""
        _, *rest = passages(text)
        yield from ((passage.at, passage.heading) for passage in rest if passage.split[0] not in self.headings)

    def unread(self, text: str) -> Iterator[tuple[int, str]]:
        """Lines that look like a fact and are not one, by their numbers, in entries whose text goes by a word."""
        head, *rest = passages(text)
        for passage, rows in ((head, self.rows), *((passage, self._heading(passage).rows) for passage in rest)):
            if any(isinstance(row, Text) and row.word for row in rows):
                yield from ((at, line) for at, line in passage.lines if _FACT.match(line) and _told(rows, line) is None)

    def write(self, piece: Any) -> str:
        """A piece as text, with all its headed entries."""
        lines = [f"# {flat(piece.title)}", *self._lines(self.rows, piece)]
        for name in dict.fromkeys(heading.name for heading in self.headings.values()):
            for entry in getattr(piece, name):
                found = (word for word, heading in self.headings.items() if heading.name == name and heading.of(entry))
                word = next(found, self.otherwise)
                heading = self.headings[word]
                lines += ["", f"## {word}: {flat(getattr(entry, heading.title))}", *self._lines(heading.rows, entry)]
        return "\n".join(lines).strip() + "\n"

    def _lines(self, rows: Sequence[LineKind | Text], entry: Any) -> Iterator[str]:
        for row in rows:
            if isinstance(row, LineKind):
                yield from row.writes(entry)
            elif row.word and (words := flat(getattr(entry, row.field))):
                yield f"{row.word}: {words}"
            elif not row.word:
                lines = (line.strip() for line in getattr(entry, row.field).splitlines())
                yield from (f"{_ESCAPE} {line}" if self._means(line) else line for line in lines if line)

    def _means(self, line: str) -> bool:
        """Whether a line of text would be taken for something else."""
        return line.lower().startswith(self._marks)

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        rows = (self.rows, *(heading.rows for heading in self.headings.values()))
        begins = (begin for some in rows for row in some for begin in row.begins)
        return ("#", _ESCAPE, *dict.fromkeys(begins))


def passages(text: str) -> list[UnderHeading]:
    """The head of a piece, and each heading with what stands under it; without a title the first line is one."""
    found = [UnderHeading("", 1, [])]
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line.startswith("## "):
            found.append(UnderHeading(line[3:].strip(), number, []))
        elif line.startswith("# ") and not found[0].heading and len(found) == 1:
            found[0].heading = line[2:].strip()
        elif line:
            found[-1].lines.append((number, line))
    if not found[0].heading:
        found[0].heading = found[0].lines.pop(0)[1] if found[0].lines else "Untitled"
    return found


def _told(rows: Sequence[LineKind | Text], line: str) -> Fields | str | None:
    """What a line says: fields; or, if it gives its text the word of that, the text; None if nothing reads it."""
    for row in rows:
        if isinstance(row, LineKind):
            if (said := row.reads(line)) is not None:
                return said
        elif row.word:
            key, colon, value = line.partition(":")
            if colon and key.strip().lower() == row.word:
                return value.strip()
    return None


def _said(rows: Sequence[LineKind | Text], passage: UnderHeading) -> Fields:
    """The fields that the lines of a passage give; what nothing reads is the text."""
    said: Fields = {}
    text = next(row for row in rows if isinstance(row, Text))
    words: list[str] = []
    for _, line in passage.lines:
        told = _told(rows, line)
        if isinstance(told, dict):
            for name, value in told.items():
                said[name] = _put(said.get(name), value)
        else:
            words.append(line.removeprefix(_ESCAPE).strip() if told is None else told)
    return said | ({text.field: text.joined.join(words).strip()} if words else {})


def _put(before: Any, value: Any) -> Any:
    if before is None or not isinstance(value, tuple | dict):
        return value
    return (*before, *value) if isinstance(value, tuple) else {**before, **value}

"""What happened at a table, as a story in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from moot.core import Line, Seat, Throw
from moot.table.ledger import FoldedEntry, Ledger
from moot.table.seat_journal import journal_of, line_of
from moot.table.state import Chair

_BEGINS = frozenset({"roll", "move"})

_MARKUP = re.compile(r"([\\`*_\[\]<>|~#])")
_START = re.compile(r"^(> |#+ |)(.*)$", re.DOTALL)
_LIST = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)", re.MULTILINE)


def story(ledger: Ledger, seat: Seat | None = None, *, struck: bool = False) -> str:
    """The story in Markdown: all of it, or as `seat` heard it.

    What was taken back is left out or, with `struck`, crossed out.
    """
    told = [f"# {plain(ledger.table.title)}", f"*{plain(company(ledger))}*"]
    for episode in episodes(ledger, seat, struck=struck):
        for line in episode.lines:
            told.extend(_crossed_out(part) if episode.gone else part for part in paragraphs(line))
    return "\n\n".join(told) + "\n"


class Episode(msgspec.Struct, frozen=True):
    """What one command adds to the story; `gone` if it was taken back."""

    lines: tuple[Line, ...]
    gone: bool


def episodes(ledger: Ledger, seat: Seat | None = None, *, struck: bool = False) -> Iterator[Episode]:
    """The story, command by command: all of it, or as `seat` heard it; with `struck` also what was taken back.

    It leaves out the table's own business, and what comes before a chapter's first roll or move unless it is told or
    said: sheets being written make no story.
    """
    live, begun = ledger.live(), False
    for folded, lines in journal(ledger, seat):
        gone = folded.moved and folded.entry.seq not in live
        if gone and not struck:
            continue
        kinds = {line.kind for line in lines}
        begun = (begun or bool(kinds & _BEGINS)) and "chapter" not in kinds
        if kept := tuple(line for line in lines if _is_told(line, begun)):
            yield Episode(kept, gone)


def _is_told(line: Line, begun: bool) -> bool:
    match line.kind:
        case "system" | "safety":
            return False
        case "aside":
            return bool(line.who and line.quote)
        case "sheet" | "result":
            return begun
        case _:
            return bool(line.text or line.quote)


def plain(text: str) -> str:
    """Text with everything escaped that Markdown would read as a mark."""
    return _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text))


def company(ledger: Ledger) -> str:
    """The game and the people who played it, in one sentence."""
    chairs = [chair.seat for chair in ledger.table.chairs.values() if _ever_sat(ledger, chair)]
    guides = [f"{seat.name} ({ledger.game.guide})" for seat in chairs if seat.guides]
    players = [seat.name for seat in chairs if seat.plays]
    return f"{ledger.game.title}, played by {', '.join([*guides, *players])}."


def _ever_sat(ledger: Ledger, chair: Chair) -> bool:
    """Whether somebody sat at the table at any time: nobody else hears of those who only came to the door."""
    if chair.standing != "left":
        return chair.standing == "seated"
    tables = (happened.table.chairs.get(chair.seat.id) for folded in ledger.folded for happened in folded.events)
    return any(then is not None and then.standing == "seated" for then in tables)


def journal(ledger: Ledger, seat: Seat | None = None) -> Iterator[tuple[FoldedEntry, tuple[Line, ...]]]:
    """Every entry with its lines: all of them, or those that `seat` heard."""
    if seat is not None:
        for heard in journal_of(ledger.game, ledger.folded, seat):
            yield ledger.folded_entry(heard.seq), heard.lines
        return
    for folded in ledger.folded:
        lines = (line_of(ledger.game, happened, happened.event) for happened in folded.events)
        yield folded, tuple(line for line in lines if line is not None)


def paragraphs(line: Line) -> Iterator[str]:
    """A line as paragraphs of Markdown."""
    who, text, quote = plain(line.who), plain(line.text), plain(line.quote)
    match line.kind:
        case "chapter":
            yield f"## {text}"
            yield from _passages(quote)
        case "scene":
            yield f"### {text}"
            if quote and line.quote != "Cut to:":
                yield f"*{quote}*"
        case "speech":
            yield f"**{who}:** “{_one(quote)}”"
        case "aside":
            yield f"*({who}: {_one(quote)})*"
        case "story":
            yield from _passages(quote)
        case _:
            said = f"“{_one(quote)}”" if quote else ""
            dice = "; ".join(_throw(throw) for throw in line.throws)
            words = " ".join(part for part in (f"**{who}**" if who else "", text, said) if part)
            yield "> " + (f"{words} {dice}" if dice else words)


def _passages(text: str) -> Iterator[str]:
    yield from (part.strip() for part in text.splitlines() if part.strip())


def _one(text: str) -> str:
    return " ".join(text.split())


def _crossed_out(part: str) -> str:
    return _START.sub(r"\1~~\2~~", part)


def _throw(throw: Throw) -> str:
    faces: dict[int, list[str]] = {}
    for die in throw.dice:
        if die.face is not None:
            faces.setdefault(die.sides, []).append(str(die.face))
    dice = "; ".join(f"d{sides} {', '.join(fallen)}" for sides, fallen in faces.items())
    return " ".join(part for part in (plain(throw.reading), f"({dice})" if dice else "") if part)

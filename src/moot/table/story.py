"""What happened at a table, as a story in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from moot.core import Fact, Line, Seat, Throw
from moot.table.frames import framed
from moot.table.ledger import FoldedEntry, Ledger
from moot.table.seat_journal import SeatEntry, journal_of, line_of
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
        parts = [part for line in episode.lines for part in paragraphs(line)]
        told.extend(_crossed_out(part) if episode.gone else part for part in parts)
        if episode.cost and not episode.gone:
            told.append("\n".join(f"> - {plain(str(fact))}" for fact in episode.cost))
    return "\n\n".join(told) + "\n"


class Episode(msgspec.Struct, frozen=True):
    """What one command adds to the story; `gone` if it was taken back. Where it ends a scene or a fight, `cost` is what
    changed there for each person.
    """

    lines: tuple[Line, ...]
    gone: bool
    cost: tuple[Fact, ...] = ()


def episodes(ledger: Ledger, seat: Seat | None = None, *, struck: bool = False) -> Iterator[Episode]:
    """The story, command by command: all of it, or as `seat` heard it; with `struck` also what was taken back.

    It leaves out the table's own business, and what comes before a chapter's first roll or move unless it is told or
    said: sheets being written make no story.
    """
    live, begun, record = ledger.live(), False, record_of(ledger, seat)
    gone = frozenset(one.seq for one in record if ledger.folded_entry(one.seq).moved and one.seq not in live)
    for number, heard in enumerate(record, start=1):
        if heard.seq in gone and not struck:
            continue
        kinds = {line.kind for line in heard.lines}
        begun = (begun or bool(kinds & _BEGINS)) and "chapter" not in kinds
        if kept := tuple(line for line in heard.lines if _is_told(line, begun)):
            yield Episode(kept, heard.seq in gone, _cost(record, number, gone))


def _cost(record: Sequence[SeatEntry], number: int, gone: frozenset[int]) -> tuple[Fact, ...]:
    if not any(line.frame and line.frame.ends and line.frame.kind != "recap" for line in record[number - 1].lines):
        return ()
    frame = framed(record, number, gone)
    return frame.facts if frame else ()


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
    for heard in record_of(ledger, seat):
        yield ledger.folded_entry(heard.seq), heard.lines


def record_of(ledger: Ledger, seat: Seat | None = None) -> list[SeatEntry]:
    """What `seat` heard, or all that there was to hear."""
    if seat is not None:
        return journal_of(ledger.game, ledger.folded, seat)
    return [_whole(ledger, folded) for folded in ledger.folded]


def _whole(ledger: Ledger, folded: FoldedEntry) -> SeatEntry:
    """An entry with nothing hidden, as no single seat hears it."""
    told = ((happened.event, line_of(ledger.game, happened, happened.event)) for happened in folded.events)
    events, lines = zip(*told, strict=True) if folded.events else ((), ())
    return SeatEntry(folded.entry.seq, folded.entry.at, "", "", tuple(filter(None, lines)), events)


def paragraphs(line: Line) -> Iterator[str]:
    """A line as paragraphs of Markdown."""
    who, text, quote = plain(line.who), plain(line.text), plain(line.quote)
    match line.kind:
        case "chapter":
            yield f"## {text}"
            yield from _passages(quote)
            people = line.frame.people if line.frame else ()
            if wants := [f"- **{plain(face.name)}:** {_one(plain(face.says))}" for face in people if face.says]:
                yield "\n".join(wants)
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

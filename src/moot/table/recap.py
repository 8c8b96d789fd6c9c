"""The recap of a chapter or a session: its scenes, what was told of them, the throws that decided, the costs.

It is made of what a watcher heard, so that it is the same for all and holds nothing that only some may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from moot.core import Fact, Frame, Line, Seat
from moot.core.frames import merged
from moot.table.ledger import Ledger
from moot.table.seat_journal import SeatEntry, journal_of
from moot.table.story import company, paragraphs, plain


class RecapPassage(msgspec.Struct, frozen=True):
    """A piece of the story: a scene that begins, words that were told, or what came of it, with the throw that did."""

    scene: Frame | None = None
    told: str = ""
    rolled: Line | None = None
    facts: tuple[Fact, ...] = ()


class Recap(msgspec.Struct, frozen=True):
    """A chapter or a session so far: how it began (None: not yet), what happened, and what it changed.

    `end` is None while it is played; `throws` counts the throws in it, `company` says who played.
    """

    title: str
    company: str
    begun: Frame | None
    end: Frame | None
    passages: tuple[RecapPassage, ...]
    facts: tuple[Fact, ...]
    throws: int

    @property
    def name(self) -> str:
        """What people call it."""
        frame = self.end or self.begun
        return frame.lead if frame else self.title


def recap(ledger: Ledger, watcher: Seat) -> Recap:
    """The last chapter or session that began, up to now, as `watcher` heard of it."""
    live = ledger.live()
    record = [
        heard
        for heard in journal_of(ledger.game, ledger.folded, watcher)
        if heard.seq in live or not ledger.folded_entry(heard.seq).moved
    ]
    begins = (at for at in range(len(record) - 1, -1, -1) if _frame(record[at], "chapter"))
    since = record[next(begins, 0) :]
    end = next((frame for heard in since if (frame := _frame(heard, "recap"))), None)
    lines = [line for heard in since for line in heard.lines]
    return Recap(
        title=ledger.table.title,
        company=company(ledger),
        begun=_frame(since[0], "chapter") if since else None,
        end=end,
        passages=tuple(_passages(since)),
        facts=merged((*(fact for line in lines for fact in line.facts), *(end.facts if end else ()))),
        throws=sum(len(line.throws) for line in lines),
    )


def markdown(made: Recap) -> str:
    """A recap in Markdown."""
    parts = [f"# {plain(made.title)}", f"*{plain(made.company)}*", f"## {plain(made.name)}"]
    for passage in made.passages:
        parts.extend(_paragraphs(passage))
    if made.facts:
        parts += ["## What changed", "\n".join(f"- {plain(str(fact))}" for fact in made.facts)]
    parts += [f"*{plain(coming)}.*" for coming in (made.end.next if made.end else ())]
    return "\n\n".join(parts) + "\n"


def _paragraphs(passage: RecapPassage) -> Iterator[str]:
    if passage.scene:
        said = " ".join(filter(None, (passage.scene.place, passage.scene.stake)))
        yield from paragraphs(Line("scene", passage.scene.title, quote=said))
    if passage.told:
        yield from paragraphs(Line("story", quote=passage.told))
    if passage.rolled:
        yield from paragraphs(passage.rolled)
    for fact in passage.facts:
        yield f"> {plain(str(fact))}"


def _frame(heard: SeatEntry, kind: Literal["chapter", "recap"]) -> Frame | None:
    return next((line.frame for line in heard.lines if line.frame and line.frame.kind == kind), None)


def _passages(record: Sequence[SeatEntry]) -> Iterator[RecapPassage]:
    """Scenes and what was told, in order; of the throws only those that cost somebody something."""
    rolled: Line | None = None
    for heard in record:
        thrown = [line for line in heard.lines if line.throws]
        rolled = thrown[-1] if thrown else rolled
        yield from _told(heard.lines)
        facts = merged(fact for line in heard.lines for fact in (*line.facts, *_outcome(line)))
        if any(fact.kind in ("hurt", "out") for fact in facts):
            yield RecapPassage(rolled=rolled, facts=facts)
            rolled = None
        elif facts:
            yield RecapPassage(facts=facts)


def _told(lines: Sequence[Line]) -> Iterator[RecapPassage]:
    for line in lines:
        if line.frame and line.frame.kind == "scene" and line.frame.title:
            yield RecapPassage(scene=line.frame)
        elif line.kind == "story":
            yield RecapPassage(told=line.quote or line.text)


def _outcome(line: Line) -> tuple[Fact, ...]:
    return line.frame.facts if line.frame and line.frame.kind == "over" else ()

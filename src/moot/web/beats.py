"""The last beat at a table: what one accepted command did, to stand on every screen until the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile, zip_longest

import msgspec
from msgspec.structs import replace

from moot.core import Fact, Frame, Line, Throw
from moot.table import SeatEntry
from moot.table.frames import framed, is_told_in

PLAYED = frozenset({"move", "roll", "result", "sheet", "scene", "chapter"})
"""The kinds of journal lines that tell of play; the others are talk, or the table's own business."""

MOST_TOLD = 5
"""Cards that say nothing but words; what is beyond that the story tells, or the question would be out of sight."""
MOST_READ = 240
"""Letters that the game has read out and that stand there; what is longer fills a phone, and the story has it."""
LOOKED_BACK = 40
"""Things heard that are searched for the last beat; what is older is no news to anybody."""


class JournalBeat(msgspec.Struct, frozen=True):
    """One command, as everyone who heard of it sees it.

    `number` is the seat's own number of it, `hue` that of the seat that asked. A result that has a command of its own,
    since the dice could have been thrown again, has the dice that it is about. `who`, whose `emblem` it is, did `act`,
    and said `quote`; `throws` are the dice that fell, `verdict` what they mean, `effects` what came of it.
    `frame` is the scene that begins with it, or the fight that is over, with what it cost whom; `emblems` are those of
    its people, by id.
    """

    number: int
    hue: int
    kind: str
    who: str
    act: str
    quote: str
    throws: tuple[Throw, ...]
    verdict: str
    effects: tuple[Fact, ...]
    frame: Frame | None = None
    emblem: str = ""
    emblems: dict[str, str] = {}

    @property
    def card(self) -> tuple[str, ...]:
        """What its scene card says: a question under it need not say that again."""
        frame = self.frame
        return (frame.title, frame.place, frame.stake) if frame else ()


def last_beat(
    record: Sequence[SeatEntry], hues: dict[str, int], struck: frozenset[int], grey: int
) -> JournalBeat | None:
    """The last thing in a seat's `record` that moved the game and still counts; None if there is none lately."""
    numbered = zip(range(len(record), 0, -1), reversed(record), strict=True)
    every = (
        (number, heard, [line for line in heard.lines if _is_played(line)])
        for number, heard in islice(numbered, LOOKED_BACK)
        if heard.seq not in struck
    )
    played = (one for one in every if one[2])
    last = next(played, None)
    if last is None:
        return None
    number, heard, lines = last
    if lines[0].kind == "result" and not any(line.throws for line in lines):  # of dice that were rolled before
        before = next(played, None)
        others = before is not None and before[1].seat != heard.seat  # who may have rolled since
        own = next((one for one in played if one[1].seat == heard.seat), None) if others else None
        rolls = (one[2][-1] for one in (own, before) if one is not None)
        who = lines[0].who  # somebody whom a roll does not name is hurt by something else
        about = next((line for line in rolls if line.kind == "roll" and who in f"{line.who} {line.text}"), None)
        if others and before is not None and before[2][-1].kind == "move" and not any(one.throws for one in before[2]):
            about = before[2][0]  # of what somebody has begun since, and nobody rolled for
        lines = [about, *lines] if about else lines
    return _beat(number, lines, hues.get(heard.seat, grey), framed(record, number, struck))


def in_their_seats(beat: JournalBeat, seats: Mapping[str, str]) -> JournalBeat:
    """A beat whose cards and faces have the seats of whom they are about, by name, where they say none."""
    beat, frame = replace(beat, effects=facts_in_their_seats(beat.effects, seats)), beat.frame
    if frame is None:
        return beat
    people = tuple(replace(one, seat=one.seat or seats.get(one.name, "")) for one in frame.people)
    return replace(beat, frame=replace(frame, facts=facts_in_their_seats(frame.facts, seats), people=people))


def facts_in_their_seats(facts: Iterable[Fact], seats: Mapping[str, str]) -> tuple[Fact, ...]:
    """What befell people with the seats that play them, by name, where it says none."""
    return tuple(replace(one, seat=one.seat or seats.get(one.who, "")) for one in facts)


def _is_played(line: Line) -> bool:
    """Whether a line reports play; a line of somebody's own words alone does not."""
    return line.kind in PLAYED or line.frame is not None or (line.kind == "story" and bool(line.text))


def _beat(number: int, lines: Sequence[Line], hue: int, frame: Frame | None) -> JournalBeat:
    first = _leading(lines)
    only_facts = bool(first.facts) and not (first.throws or first.quote)
    others = [line for line in lines if line is not first or only_facts or (frame and not first.throws)]
    if first.throws:  # who only answered with a throw is named by it
        others = [line for line in others if not _is_named(line, first) or lines.index(line) > lines.index(first)]
        others = [line for line in others if not any(_stands_in(line, each) for each in others)]
    results = [line for line in others if line.kind == "result" and not line.frame]
    befell_many = len([line for line in results if line.facts]) > 1  # and each has a card: none is what it came to
    verdict = next(iter(results), None) if first.throws and not befell_many else None
    blows = [line for line, after in zip_longest(others, others[1:])
             if line.kind == "roll" and line.throws and line.who == first.who and not _is_price(line, after)]
    if verdict and verdict.facts and len(blows) == 1:
        [verdict] = blows  # how hard it strikes: the card says what that does to whom
    elif verdict and not blows and _is_harm(verdict):
        verdict = None  # how hard it strikes is what was thrown
    said = _said(verdict.who, verdict.text, verdict.quote) if verdict else ""
    settled = first.facts if first.throws and not verdict else ()
    effects = [fact for fact in (*settled, *_effects(others, verdict, frame)) if str(fact) != said]
    return JournalBeat(
        number=number,
        hue=hue,
        kind=first.kind,
        who=first.who,
        act="" if only_facts else first.text,
        quote="" if first.kind == "story" and len(first.quote) > MOST_READ else first.quote,
        throws=first.throws,
        verdict=said,
        effects=_few(_joined(effects)),
        frame=frame,
    )


def _is_harm(line: Line) -> bool:
    """Whether a line says no more than cards do: whom something hurts, and how much they have left."""
    return bool(line.facts) and all(fact.kind in ("hurt", "out") and fact.changes for fact in line.facts)


def _is_named(line: Line, throw: Line) -> bool:
    """Whether a line only says that somebody did what a throw tells of: of them, or by them with the same words."""
    if line.kind != "move" or line.facts or line.quote or not line.who:
        return False
    done = line.text.partition(" ")[2].rstrip(".")
    return line.who in throw.text or (line.who == throw.who and done != "" and done in throw.text)


def _stands_in(line: Line, throw: Line) -> bool:
    """Whether a line only says that somebody stands against what another throw tells of, with their number."""
    return bool(throw.throws) and line.kind == "move" and not (line.facts or line.quote) and (
        line.who != "" and f" by {line.who}:" in throw.text
    )


def _is_price(line: Line, after: Line | None) -> bool:
    """Whether a throw is for what befalls who threw, of which the line after it has a card."""
    return line.kind == "roll" and after is not None and line.who in {fact.who for fact in after.facts}


def _leading(lines: Sequence[Line]) -> Line:
    """The line that tells what was done: the first with dice; of those thrown again for the same, the last stands."""
    thrown = [line for line in lines if line.throws]
    if not thrown:
        return lines[0]
    first = thrown[0]
    same = takewhile(lambda line: (line.kind, line.who, line.quote) == (first.kind, first.who, first.quote), thrown)
    return [*same][-1] if first.quote else first


def _effects(lines: Sequence[Line], verdict: Line | None, frame: Frame | None) -> Iterator[Fact]:
    """What it changed: the facts of its lines, or else their words, without what its frame says already, or the card
    that follows: what somebody throws for what befalls them right away."""
    for line, after in zip_longest(lines, lines[1:]):
        if _is_price(line, after):
            continue
        if frame is not None and is_told_in(line, frame):
            continue
        if line.facts:
            yield from line.facts
        elif line is not verdict:
            yield Fact(kind="fact", text=_said(line.who, line.text, line.quote))


def _joined(effects: Iterable[Fact]) -> list[Fact]:
    """These cards, one for each who changed in several ways by the same."""
    joined: list[Fact] = []
    for fact in effects:
        last = joined[-1] if joined else None
        if last is not None and last.changes and fact.changes and replace(last, changes=fact.changes) == fact:
            joined[-1] = replace(last, changes=last.changes + fact.changes)
        else:
            joined.append(fact)
    return joined


def _few(effects: Sequence[Fact]) -> tuple[Fact, ...]:
    """What befell anybody, and of mere words so many as leave room for what is asked."""
    words = [fact for fact in effects if fact.kind == "fact"]
    if len(words) <= MOST_TOLD:
        return tuple(effects)
    told = words[: MOST_TOLD - 1]
    more = Fact(kind="fact", text=f"And {len(words) - len(told)} more, in the story.")
    return (*(fact for fact in effects if fact.kind != "fact" or fact in told), more)


def _said(who: str, text: str, quote: str) -> str:
    return " ".join(part for part in (who, text, f"“{quote}”" if quote else "") if part)

"""Rolls: how they are compared (who goes first, who wins an answer, whose dice are bigger), read aloud and drawn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from moot.core import Line, Shown, Throw
from moot.games.wicked_age import book
from moot.games.wicked_age.sequence import Exchange, Result, Rolled
from moot.games.wicked_age.state import State

Key = tuple[int, ...]
"""A roll as it is compared: high with all pips, then the lower dice. A missing die is less than any (WA-RD-01)."""


def key(roll: Rolled, two: bool = False) -> Key:
    """What `roll` is compared by; with `two`, the high and the second die only (an option, WA-RD-01)."""
    reading = roll.reading()
    return reading[:2] if two else reading


def compare(standing: Rolled, answer: Rolled, final: bool, two: bool = False) -> Result:
    """An answer to a standing roll (WA-DICE-05); `final` in round three (WA-DICE-06).

    Doubling and half come first and look at the highs alone, pips included and nothing rounded (WA-TRAP-04,
    WA-DICE-11); lower dice only break ties (WA-TRAP-05), and a full tie is a match (WA-DICE-07).
    """
    challenge, reply = standing.high, answer.high
    if not final:
        if reply >= book.DOUBLE * challenge:
            return "answerer-wins"
        if book.DOUBLE * reply <= challenge:
            return "mover-wins"
    ahead = reply > challenge or (reply == challenge and key(answer, two) >= key(standing, two))
    if final:
        return "answerer-wins" if ahead else "mover-wins"
    return "answerer-leads" if ahead else "mover-leads"


def ranked(rolls: Iterable[tuple[str, Key]]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The order of turns, high to low (WA-DICE-15), and the groups whose rolls tie fully (WA-DICE-08, WA-TRAP-09)."""
    ordered = sorted(rolls, key=lambda roll: roll[1], reverse=True)
    groups = [tuple(who for who, _ in group) for _, group in groupby(ordered, key=lambda roll: roll[1])]
    return tuple(who for who, _ in ordered), tuple(group for group in groups if len(group) > 1)


def smaller(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether my dice are smaller: the biggest compared first, then the next; equal is not smaller (WA-OWE-02)."""
    return sorted(mine, reverse=True) < sorted(theirs, reverse=True)


def explain(exchange: Exchange, final: bool) -> str:
    """Why an answer went as it did, in a sentence. `9 & 2 is short of 10 and more than half: the mover takes the
    advantage.`"""
    standing, answer = exchange.standing, exchange.answer
    outcome = {
        "answerer-wins": "the answer wins outright",
        "answerer-leads": "the answer takes the advantage",
        "mover-leads": "the mover takes the advantage",
        "mover-wins": "the mover wins outright",
    }[exchange.result]
    return f"{read(answer)} {_why(standing, answer, exchange.result, final)}: {outcome}."


def _why(standing: Rolled, answer: Rolled, result: Result, final: bool) -> str:
    challenge, reply = standing.high, answer.high
    last = ", and this is round three" if final else ""
    if not final and result == "answerer-wins":
        return f"is at least twice {challenge}"
    if not final and result == "mover-wins":
        return f"is no more than half of {challenge}"
    if reply > challenge:
        return f"beats {challenge}{last or ', but does not double it'}"
    if reply < challenge:
        return f"is short of {challenge}{last or ' and more than half'}"
    lower = "its lower dice match or beat" if result.startswith("answerer") else "its lower dice fall short of"
    return f"ties on {challenge}, and {lower} {read(standing)}{last}"


def read(roll: Rolled) -> str:
    """How people say a roll: `11 & 5`."""
    return " & ".join(str(face) for face in roll.reading())


def thrown(roll: Rolled, standing: bool = False) -> Throw:
    """A roll as dice to draw: the high die first and marked, advantage dice with pips (WA-MAT-02)."""
    falling = sorted(roll.dice, key=lambda die: (die[1], die[0]), reverse=True)
    dice = [Shown(sides=sides, face=face, high=at == 0) for at, (sides, face) in enumerate(falling)]
    pips = [Shown(sides=book.ADVANTAGE_DIE, face=face, style="pips") for face in roll.pips]
    return Throw(dice=(*dice, *pips), reading=read(roll), standing=standing)


def rolled(state: State, who: str, text: str, roll: Rolled, standing: bool = False) -> Line:
    """A journal line about a roll."""
    return Line(kind="roll", who=state.name(who), text=text, throws=(thrown(roll, standing),))

"""What must be answered now: the throw that stands, the seat's own dice, and how it can go."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from moot.core import Seat, Throw
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict import odds
from moot.games.wicked_age.conflict.names import names_field
from moot.games.wicked_age.conflict.people import speaks
from moot.games.wicked_age.conflict.pool import pool
from moot.games.wicked_age.conflict.rolls import read, thrown
from moot.games.wicked_age.sequence import Move, Result, Rolled, Sequence
from moot.games.wicked_age.state import State
from moot.kit.bars import percent
from moot.kit.builder import SLIM

MARKS: dict[Result, Literal["win", "lead", "trail", "lose"]] = {
    "answerer-wins": "win",
    "answerer-leads": "lead",
    "mover-leads": "trail",
    "mover-wins": "lose",
}
"""How each result is drawn, seen by who answers."""


class Stake(msgspec.Struct, frozen=True):
    """One way an answer can go: what must be rolled, what comes of it, how likely, and where its piece of the bar lies.

    `mark` is how it is drawn, `seat` whose it is; `start` and `width` are in hundredths.
    """

    mark: Literal["win", "lead", "trail", "lose"]
    seat: str
    roll: str
    says: str
    percent: str
    start: float
    width: float


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    """A move that a character of the seat's must answer now, in a sequence.

    `slim` says what would be better where there is next to no chance to get ahead.
    """

    sequence: str
    who: str
    name: str
    seat: str
    mover: str
    mover_seat: str
    deed: str
    standing: Throw
    dice: tuple[tuple[int, str], ...]
    pips: int
    forms: tuple[str, ...]
    stakes: tuple[Stake, ...]
    slim: str = ""


def answers(state: State, seat: Seat) -> tuple[AnswerView, ...]:
    """What this seat's characters must answer now."""
    return tuple(
        _answer(state, seat, sequence, sequence.move, who)
        for sequence in state.running
        if sequence.phase == "answering" and sequence.move is not None
        for who in sequence.move.due[:1]
        if speaks(state, seat, who)
    )


def _answer(state: State, seat: Seat, sequence: Sequence, move: Move, who: str) -> AnswerView:
    dice = pool(state, sequence, who)
    plain = tuple((die.sides, die.title) for die in dice if die.kind != "pips")
    pips, sides = len(dice) - len(plain), tuple(sides for sides, _ in plain)
    slim = _ahead(state, sequence, move, sides, pips) < SLIM
    return AnswerView(
        sequence=sequence.id, who=who, name=state.name(who), seat=state.played_by(who),
        mover=state.name(move.mover), mover_seat=state.played_by(move.mover), deed=move.deed or sequence.deed,
        standing=thrown(move.roll, standing=True), dice=plain, pips=pips,
        forms=tuple(book.form_title(form) for form in sequence.fighters[who].forms),
        stakes=_stakes(state, sequence, move, who, sides, pips),
        slim=_better(state, seat, sequence, move, who, sides, pips) if slim else "",
    )


def _ahead(state: State, sequence: Sequence, move: Move, dice: tuple[int, ...], pips: int) -> Fraction:
    """The chance that an answer gets ahead of the standing roll."""
    final = sequence.round == book.ROUNDS.decisive
    chances = odds.answer(move.roll, dice, pips, final, state.options.compare == "two")
    return sum((chances.get(result, Fraction(0)) for result in ("answerer-wins", "answerer-leads")), Fraction(0))


def _better(
    state: State, seat: Seat, sequence: Sequence, move: Move, who: str, dice: tuple[int, ...], pips: int
) -> str:
    """What would help: names to cash in, with the chance that they make; else what is true of it."""
    for field in names_field(state, seat, sequence, who):
        count = field.most or len(field.choices)
        names = "a name" if count == 1 else f"{count} names"
        return f"Cash in {names}: {percent(_ahead(state, sequence, move, dice, pips + count))} to get ahead."
    return "You have nothing that adds a die now; you can still bargain over what comes of it."


def _stakes(
    state: State, sequence: Sequence, move: Move, who: str, dice: tuple[int, ...], pips: int
) -> tuple[Stake, ...]:
    final = sequence.round == book.ROUNDS.decisive
    chances = odds.answer(move.roll, dice, pips, final, state.options.compare == "two")
    rows, start = [], Fraction(0)
    for result, roll, says in _bands(move.roll, final, state.name(move.mover)):
        chance = chances.get(result, Fraction(0))
        seat = state.played_by(who if result.startswith("answerer") else move.mover)
        from_, width = (round(float(100 * part), 2) for part in (start, chance))
        rows.append(Stake(MARKS[result], seat, roll, says, percent(chance), from_, width))
        start += chance
    return tuple(rows)


def _bands(standing: Rolled, final: bool, mover: str) -> tuple[tuple[Result, str, str], ...]:
    high, half = standing.high, standing.high // book.DOUBLE
    if final:
        return (
            ("answerer-wins", f"{read(standing)} or better", "you win outright"),
            ("mover-wins", "anything less", "you lose outright"),
        )
    return (
        ("answerer-wins", f"{book.DOUBLE * high} or more", "you win outright"),
        ("answerer-leads", f"{read(standing)} or better", "you take the advantage"),
        ("mover-leads", f"more than {half}", f"{mover} takes it"),
        ("mover-wins", f"{half} or less", "you lose outright"),
    )

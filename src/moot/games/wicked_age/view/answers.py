"""What must be answered now: the throw that stands, one's own dice, and how it can go."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from moot.core import Seat, Throw
from moot.games.wicked_age import book, odds
from moot.games.wicked_age.conflict.compare import read
from moot.games.wicked_age.conflict.pool import form_title, pool
from moot.games.wicked_age.conflict.rolls import thrown
from moot.games.wicked_age.sequence import Move, Result, Rolled, Sequence
from moot.games.wicked_age.state import State
from moot.games.wicked_age.view.names import name_of, seat_of

MARKS: dict[Result, Literal["win", "lead", "trail", "lose"]] = {
    "answerer-wins": "win",
    "answerer-leads": "lead",
    "mover-leads": "trail",
    "mover-wins": "lose",
}
"""How each result is drawn, seen by who answers."""


class Stake(msgspec.Struct, frozen=True):
    """One way an answer can go: what must be rolled, what comes of it, how likely (in percent), and where its bar lies.

    `mark` is how it is drawn, `seat` whose it is.
    """

    mark: Literal["win", "lead", "trail", "lose"]
    seat: str
    roll: str
    says: str
    percent: str
    start: float
    share: float


class AnswerSight(msgspec.Struct, frozen=True, kw_only=True):
    """A move that the seat's own character must answer now."""

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


def answering(state: State, sequence: Sequence, seat: Seat) -> tuple[AnswerSight, ...]:
    """What this seat's characters must answer now, in turn order."""
    move = sequence.move
    if move is None or sequence.phase != "answering":
        return ()
    return tuple(_answer(state, sequence, move, who) for who in move.due[:1] if state.owns(seat, who))


def _answer(state: State, sequence: Sequence, move: Move, who: str) -> AnswerSight:
    dice = pool(state, sequence, who)
    plain = tuple((die.sides, die.title) for die in dice if die.kind != "pips")
    pips = len(dice) - len(plain)
    fighter = sequence.fighters[who]
    return AnswerSight(
        who=who,
        name=name_of(state, who),
        seat=seat_of(state, who),
        mover=name_of(state, move.mover),
        mover_seat=seat_of(state, move.mover),
        deed=move.deed or sequence.deed,
        standing=thrown(move.roll, standing=True),
        dice=plain,
        pips=pips,
        forms=tuple(form_title(form) for form in fighter.forms),
        stakes=_stakes(state, sequence, move, who, tuple(sides for sides, _ in plain), pips),
    )


def _stakes(
    state: State, sequence: Sequence, move: Move, who: str, dice: tuple[int, ...], pips: int
) -> tuple[Stake, ...]:
    final = sequence.round == book.ROUNDS.decisive
    chances = odds.answer(move.roll, dice, pips, final, state.options.compare == "two")
    rows, start = [], 0.0
    for result, roll, says in _bands(move.roll, final, name_of(state, move.mover)):
        chance = chances.get(result, Fraction(0))
        share = float(chance * 100)
        owner = who if result.startswith("answerer") else move.mover
        mark, seat = MARKS[result], seat_of(state, owner)
        rows.append(Stake(mark, seat, roll, says, _percent(chance), round(start, 2), round(share, 2)))
        start += share
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


def _percent(chance: Fraction) -> str:
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    whole = round(chance * 100)
    return "under 1 %" if whole == 0 else "over 99 %" if whole == 100 else f"{whole} %"

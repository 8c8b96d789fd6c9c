"""The journal's lines that have dice in them: openings, moves and answers."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line, Shown, Throw
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called, called
from moot.games.wicked_age.conflict import events as e
from moot.games.wicked_age.conflict.compare import explain, read
from moot.games.wicked_age.conflict.settling import exchange_of
from moot.games.wicked_age.sequence import Rolled
from moot.games.wicked_age.state import State


def thrown(roll: Rolled, standing: bool = False) -> Throw:
    """A roll as dice to draw: the high die first and marked, advantage dice with pips (WA-MAT-02)."""
    falling = sorted(roll.dice, key=lambda die: (die[1], die[0]), reverse=True)
    dice = [Shown(sides=sides, face=face, high=at == 0) for at, (sides, face) in enumerate(falling)]
    pips = [Shown(sides=book.ADVANTAGE_DIE, face=face, style="pips") for face in roll.pips]
    return Throw(dice=(*dice, *pips), reading=read(roll), standing=standing)


def result(text: str, rules: tuple[str, ...], quote: str = "") -> Line:
    """A line that says what came of something."""
    return Line(kind="result", text=text, quote=quote, rules=rules)


def _roll(state: State, who: str, text: str, roll: Rolled, rules: tuple[str, ...], standing: bool = False) -> Line:
    return Line(kind="roll", who=called(state, who), text=text, throws=(thrown(roll, standing),), rules=rules)


# ---------------------------------------------------------------- opening rolls


def opening_line(
    state: State, event: e.NameCashed | e.OpeningRolled | e.OrderSet | e.BackedAway | e.TieRerolled
) -> Line:
    """The line of what happens as a round opens (WA-DICE-15, WA-DICE-08)."""
    match event:
        case e.NameCashed():
            name = called(state, event.character)
            text = f"cashes in {name}’s name for an advantage die."
            return Line(kind="result", who=called(state, event.who), text=text, rules=event.rules)
        case e.OpeningRolled():
            sequence = state.sequences[event.sequence]
            return _roll(
                state, event.who, f"opens round {sequence.round} with {read(event.roll)}.", event.roll, event.rules
            )
        case e.OrderSet():
            if event.tied:
                groups = "; ".join(all_called(state, group) for group in event.tied)
                return result(
                    f"A full tie: {groups}. Fight on with the lowest die, or back away together.", event.rules
                )
            return result(f"The order: {', '.join(called(state, who) for who in event.order)}.", event.rules)
        case e.BackedAway():
            return result(f"{called(state, event.who)} would back away.", event.rules)
        case e.TieRerolled():
            text = f"fights on and rolls the d{event.sides} again: {read(event.roll)}."
            return _roll(state, event.who, text, event.roll, event.rules)
        case _ as never:
            assert_never(never)


# ---------------------------------------------------------------- moves and answers


def exchange_line(
    state: State, event: e.TakenUp | e.Challenged | e.AnswerClaimed | e.Passed | e.Answered | e.Told
) -> Line:
    """The line of a move or an answer (WA-DICE-17, WA-DICE-18)."""
    match event:
        case e.TakenUp():
            text = f"picks the dice up and rolls {read(event.roll)}, which stands."
            return _roll(state, event.who, text, event.roll, event.rules, standing=True)
        case e.Challenged():
            return _challenge(state, event)
        case e.AnswerClaimed():
            lost = " and loses a move by it" if event.lost else ""
            return result(f"{called(state, event.who)} will answer too{lost}.", event.rules)
        case e.Passed():
            return Line(kind="move", who=called(state, event.who), text="lets the turn go by.", rules=event.rules)
        case e.Answered():
            return _answer(state, event)
        case e.Told():
            return Line(kind="story", who=called(state, event.who), quote=event.text, rules=event.rules)
        case _ as never:
            assert_never(never)


def _challenge(state: State, event: e.Challenged) -> Line:
    sequence = state.sequences[event.sequence]
    parts = [f"moves on {all_called(state, event.against)} with {read(event.roll)} standing."]
    if len(sequence.standing) > 2 and event.lost:
        parts.append(
            f"{all_called(state, event.lost)} {'loses' if len(event.lost) == 1 else 'lose'} the move of this round."
        )
    if event.got:
        parts.append(f"By now: {event.got}")
    throws = (thrown(event.roll, standing=True),)
    who = called(state, event.who)
    return Line(kind="move", who=who, text=" ".join(parts), quote=event.deed, throws=throws, rules=event.rules)


def _answer(state: State, event: e.Answered) -> Line:
    exchange = exchange_of(state.sequences[event.sequence], event.exchange)
    winner, loser = called(state, exchange.winner), called(state, exchange.loser)
    parts = [f"answers {called(state, event.mover)}. {explain(exchange, exchange.round == book.ROUNDS.decisive)}"]
    parts.append(f"{loser} is out." if exchange.absolute else f"{winner} has the advantage over {loser}.")
    if event.lapsed:
        parts.append(f"{all_called(state, event.lapsed)} need not answer any more.")
    throws = (thrown(event.roll),)
    who = called(state, event.answerer)
    return Line(kind="roll", who=who, text=" ".join(parts), throws=throws, rules=event.rules)

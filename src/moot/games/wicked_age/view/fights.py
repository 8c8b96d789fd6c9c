"""Conflicts as everyone sees them: dice are rolled in the open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from moot.core import BoardPart, BoardRow, HeadNote, Throw
from moot.core.board import Turn
from moot.core.events import Shown
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.pool import pool
from moot.games.wicked_age.conflict.rolls import explain, thrown
from moot.games.wicked_age.conflict.terms import terms_text
from moot.games.wicked_age.sequence import Bargain, Exchange, Fighter, Sequence
from moot.games.wicked_age.state import State
from moot.kit.remembered import TABLES, remembered


class ExchangeView(msgspec.Struct, frozen=True, kw_only=True):
    """A move and its answer, with why it went as it did and what it asks the answerer to tell (WA-DICE-22)."""

    id: str
    round: int
    mover: str
    mover_seat: str
    answerer: str
    answerer_seat: str
    standing: Throw
    answer: Throw
    ahead: Literal["mover", "answerer"]
    absolute: bool
    outcome: str
    tells: str
    deed: str
    told: str


class BargainView(msgspec.Struct, frozen=True, kw_only=True):
    """Talk between a winner and a loser. `stick` is what happens if they do not agree."""

    id: str
    winner: str
    winner_seat: str
    loser: str
    loser_seat: str
    absolute: bool
    terms: tuple[str, ...]
    by: str
    stick: str


class PassedFight(msgspec.Struct, frozen=True):
    """What passed in a conflict, the latest first. One that is `over` is folded away, until the next begins."""

    id: str
    deed: str
    over: bool
    exchanges: tuple[ExchangeView, ...]


ENDINGS = {
    "no-roll": "No dice were needed.",
    "backed-away": "Everyone backed away.",
    "settled": "It is settled.",
    "third-round": "The third round is over.",
    "cut-off": "It was cut off.",
}


@remembered(TABLES)
def fights(state: State) -> tuple[PassedFight, ...]:
    """What passed in the conflicts under way; with none, in the last one that ended."""
    return tuple(
        PassedFight(one.id, one.deed, bool(one.ended), tuple(_exchange(state, met) for met in reversed(one.exchanges)))
        for one in state.running or state.sequences.values()
    )


def standing(state: State) -> dict[str, str]:
    """How those who fight now stand, in words."""
    return {id_: _status(state, one, fighter)[1] for one in state.running for id_, fighter in one.fighters.items()}


@remembered(TABLES)
def under_way(state: State) -> tuple[BoardPart, ...]:
    """The conflicts under way as parts of the standing situation."""
    return tuple(part for one in state.running for part in fight(state, one))


def fight(state: State, sequence: Sequence) -> Iterator[BoardPart]:
    """A conflict as parts of the standing situation: its fighters in the order of turns, and what passed."""
    in_order = dict.fromkeys((*sequence.order, *sequence.fighters))
    got = f"Before anyone could stop it: {sequence.got}" if sequence.got else ""
    words = (got, ENDINGS[sequence.ended] if sequence.ended else "")
    yield BoardPart(
        id=sequence.id, title=sequence.deed, figures=(HeadNote("Round", sequence.round, book.ROUNDS.most),),
        words=tuple(filter(None, words)), turns=True, large=True,
        rows=tuple(_fighter(state, sequence, sequence.fighters[who]) for who in in_order),
    )
    if sequence.exchanges:
        yield BoardPart(id=f"passed-{sequence.id}", picture=True)


def _fighter(state: State, sequence: Sequence, fighter: Fighter) -> BoardRow:
    """One in a conflict, with their roll that lies there, else the dice that they would roll next."""
    (turn, says), out = _status(state, sequence, fighter), fighter.stands != "in"
    how = ", ".join(book.form_title(form) for form in fighter.forms).lower()
    if strengths := [state.strengths[one].name for one in fighter.strengths if one in state.strengths]:
        how += f", with {', '.join(strengths)}"
    won = (pair.split("|") for pair, holder in sequence.won.items() if holder == fighter.who)
    edges = [f"advantage over {state.name(one)}" for pair in won for one in pair if one != fighter.who]
    if fighter.bought:
        edges.append("bought with a name" + (f" × {fighter.bought}" if fighter.bought > 1 else ""))
    return BoardRow(
        of=fighter.who, name=state.name(fighter.who), words=f"{says} ({how})" if how and not out else says,
        dice=_lying(sequence, fighter) or (None if out else _in_hand(state, sequence, fighter)),
        turn=turn, edges=tuple(edges), out=out,
    )


def _in_hand(state: State, sequence: Sequence, fighter: Fighter) -> Throw | None:
    """The dice that a fighter would roll next."""
    dice = () if sequence.phase == "over" else pool(state, sequence, fighter.who)
    shown = (Shown(die.sides, style="pips" if die.kind == "pips" else "number") for die in dice)
    return Throw(tuple(shown)) if dice else None


def _lying(sequence: Sequence, fighter: Fighter) -> Throw | None:
    """The roll of a fighter that lies on the table: the move that stands, else an opening roll not yet picked up."""
    move = sequence.move
    if move is not None and move.mover == fighter.who:
        return thrown(move.roll, standing=True)
    if sequence.taken_up is not None and sequence.next_turn() == fighter.who:
        return thrown(sequence.taken_up, standing=True)
    if fighter.opening is None or fighter.stands != "in" or sequence.phase == "over":
        return None
    leads = bool(sequence.order) and sequence.order[0] == fighter.who and not fighter.turned
    if not sequence.order or sequence.phase == "tied":
        return thrown(fighter.opening)
    return thrown(fighter.opening, standing=True) if leads and not sequence.tied else None


def _status(state: State, sequence: Sequence, fighter: Fighter) -> tuple[Turn, str]:
    """Where somebody's turn stands, and how they do, in words; it is due while they must answer."""
    if fighter.stands != "in":
        return "", {
            "beaten": "Out: beaten outright",
            "left": "Out, as was agreed",
            "withdrew": "Gave way",
            "spent": "Out of this chapter",
        }[fighter.stands]
    if sequence.ended:
        return "", "Still standing"
    move = sequence.move
    if move is not None and move.mover == fighter.who:
        return "now", f"Challenges {all_called(state, move.against)}"
    if move is not None and fighter.who in move.due:
        lost = "; the move of this round is lost" if fighter.who in move.lost else ""
        return "due", f"Must answer {state.name(move.mover)}{lost}"
    if not fighter.declared:
        return "waiting", "Has yet to say how they act"
    if not sequence.order:
        rolls = "Rolls the dice" if sequence.phase == "opening" else "Has said how they act"
        return "waiting", "Has rolled" if fighter.opening else rolls
    if sequence.phase == "tied" and any(fighter.who in group for group in sequence.tied):
        return "waiting", "Rolled again" if fighter.who in sequence.rerolled else "In a full tie"
    if fighter.turned:
        return "done", "Had their turn"
    if fighter.challenged:
        return "done", "Was challenged: no move this round"
    if sequence.phase in ("turn", "moving") and sequence.next_turn() == fighter.who:
        return "now", "Their move"
    return "waiting", "Moves later"


def _exchange(state: State, exchange: Exchange) -> ExchangeView:
    return ExchangeView(
        id=exchange.id, round=exchange.round, deed=exchange.deed,
        mover=state.name(exchange.mover), mover_seat=state.played_by(exchange.mover),
        answerer=state.name(exchange.answerer), answerer_seat=state.played_by(exchange.answerer),
        standing=thrown(exchange.standing), answer=thrown(exchange.answer),
        ahead="mover" if exchange.winner == exchange.mover else "answerer", absolute=exchange.absolute,
        outcome=explain(exchange, exchange.round == book.ROUNDS.decisive),
        tells=book.RESULTS[exchange.result].text, told=exchange.told,
    )


def bargain_view(state: State, bargain: Bargain) -> BargainView:
    """What a winner and a loser talk about."""
    winner, loser = state.name(bargain.winner), state.name(bargain.loser)
    if bargain.agreed:
        stick = "Both agreed."
    elif bargain.absolute:
        stick = f"Otherwise {winner} picks: {loser} is exhausted or injured."
    else:
        stick = f"Otherwise you roll on, {winner} with the advantage."
    return BargainView(
        id=bargain.id, absolute=bargain.absolute,
        winner=winner, winner_seat=state.played_by(bargain.winner),
        loser=loser, loser_seat=state.played_by(bargain.loser),
        terms=tuple(terms_text(state, bargain.loser, (item,)) for item in bargain.terms),
        by=state.name(bargain.by) if bargain.by else "", stick=stick,
    )

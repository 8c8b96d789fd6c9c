"""Conflicts as everyone sees them: dice are rolled in the open."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.core import Throw
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.pool import pool
from moot.games.wicked_age.conflict.rolls import explain, thrown
from moot.games.wicked_age.conflict.terms import terms_text
from moot.games.wicked_age.sequence import Bargain, Exchange, Fighter, Sequence
from moot.games.wicked_age.state import State
from moot.kit.remembered import TABLES, remembered


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """One in a conflict. `status` is for the class of the row, `says` for people.

    `throw` is the roll that lies there now (standing or the opening one), `pool` what they would roll next as (sides,
    from what), `over` whose won dice they hold, `bought` how many they bought.
    """

    id: str
    name: str
    seat: str
    status: Literal["moving", "answering", "waiting", "done", "out"]
    says: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...]
    throw: Throw | None
    pool: tuple[tuple[int, str], ...]
    pips: int
    over: tuple[str, ...]
    bought: int


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


class SequenceView(msgspec.Struct, frozen=True, kw_only=True):
    """One conflict on the board. `ended` says how it ended: it is then folded away, until the next begins."""

    id: str
    deed: str
    actor: str
    phase: str
    round: int
    rounds: tuple[int, ...]
    fighters: tuple[FighterView, ...]
    exchanges: tuple[ExchangeView, ...]
    got: str
    ended: str


ENDINGS = {
    "no-roll": "Nobody stood against it: it simply happens.",
    "backed-away": "Everyone backed away.",
    "settled": "It is settled.",
    "third-round": "The third round is over.",
    "cut-off": "It was cut off.",
}


@remembered(TABLES)
def fights(state: State) -> tuple[SequenceView, ...]:
    """The conflicts under way; with none, the last one that ended."""
    return tuple(_sequence(state, sequence) for sequence in state.running or state.sequences.values())


def standing(state: State) -> dict[str, str]:
    """How those who fight now stand, in words."""
    return {id_: _status(state, one, fighter)[1] for one in state.running for id_, fighter in one.fighters.items()}


def _sequence(state: State, sequence: Sequence) -> SequenceView:
    in_order = dict.fromkeys((*sequence.order, *sequence.fighters))
    return SequenceView(
        id=sequence.id,
        deed=sequence.deed,
        actor=state.name(sequence.actor),
        phase=sequence.phase,
        round=sequence.round,
        rounds=tuple(range(1, book.ROUNDS.most + 1)),
        fighters=tuple(_fighter(state, sequence, who) for who in in_order),
        exchanges=tuple(_exchange(state, exchange) for exchange in reversed(sequence.exchanges)),
        got=sequence.got,
        ended=ENDINGS[sequence.ended] if sequence.ended else "",
    )


def _fighter(state: State, sequence: Sequence, who: str) -> FighterView:
    fighter = sequence.fighters[who]
    status, says = _status(state, sequence, fighter)
    dice = pool(state, sequence, who) if status != "out" and sequence.phase != "over" else ()
    return FighterView(
        id=who,
        name=state.name(who),
        seat=state.played_by(who),
        status=status,
        says=says,
        forms=tuple(book.form_title(form) for form in fighter.forms),
        strengths=tuple(state.strengths[one].name for one in fighter.strengths if one in state.strengths),
        throw=_lying(sequence, fighter),
        pool=tuple((die.sides, die.title) for die in dice if die.kind != "pips"),
        pips=sum(die.kind == "pips" for die in dice),
        over=tuple(
            state.name(one)
            for pair, holder in sequence.won.items()
            if holder == who
            for one in pair.split("|")
            if one != who
        ),
        bought=fighter.bought,
    )


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


def _status(
    state: State, sequence: Sequence, fighter: Fighter
) -> tuple[Literal["moving", "answering", "waiting", "done", "out"], str]:
    if fighter.stands != "in":
        return "out", {
            "beaten": "Out: beaten outright",
            "left": "Out, as was agreed",
            "withdrew": "Gave way",
            "spent": "Out of this chapter",
        }[fighter.stands]
    move = sequence.move
    if move is not None and move.mover == fighter.who:
        return "moving", f"Challenges {all_called(state, move.against)}"
    if move is not None and fighter.who in move.due:
        lost = "; the move of this round is lost" if fighter.who in move.lost else ""
        return "answering", f"Must answer {state.name(move.mover)}{lost}"
    if not fighter.declared:
        return "waiting", "Has yet to say how they act"
    if not sequence.order:
        return "waiting", "Has rolled" if fighter.opening else "Rolls the dice"
    if sequence.phase == "tied" and any(fighter.who in group for group in sequence.tied):
        return "waiting", "Rolled again" if fighter.who in sequence.rerolled else "In a full tie"
    if fighter.turned:
        return "done", "Had their turn"
    if fighter.challenged:
        return "done", "Was challenged: no move this round"
    if sequence.phase in ("turn", "moving") and sequence.next_turn() == fighter.who:
        return "moving", "Their move"
    return "waiting", "Moves later"


def _exchange(state: State, exchange: Exchange) -> ExchangeView:
    return ExchangeView(
        id=exchange.id,
        round=exchange.round,
        mover=state.name(exchange.mover),
        mover_seat=state.played_by(exchange.mover),
        answerer=state.name(exchange.answerer),
        answerer_seat=state.played_by(exchange.answerer),
        standing=thrown(exchange.standing),
        answer=thrown(exchange.answer),
        ahead="mover" if exchange.winner == exchange.mover else "answerer",
        absolute=exchange.absolute,
        outcome=explain(exchange, exchange.round == book.ROUNDS.decisive),
        tells=book.RESULTS[exchange.result].text,
        deed=exchange.deed,
        told=exchange.told,
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
        id=bargain.id,
        winner=winner,
        winner_seat=state.played_by(bargain.winner),
        loser=loser,
        loser_seat=state.played_by(bargain.loser),
        absolute=bargain.absolute,
        terms=tuple(terms_text(state, bargain.loser, (item,)) for item in bargain.terms),
        by=state.name(bargain.by) if bargain.by else "",
        stick=stick,
    )

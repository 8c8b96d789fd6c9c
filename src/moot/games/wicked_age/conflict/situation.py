"""Where each conflict stands: whose move it is, who must answer and why. Everyone may read it."""

from __future__ import annotations

from collections.abc import Iterable

from moot.core import Situation, Waiting
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called, seat_of, undertaking
from moot.games.wicked_age.conflict.pool import manner
from moot.games.wicked_age.conflict.rolls import read
from moot.games.wicked_age.conflict.rounds import may_back_away
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import State


def situations(state: State) -> tuple[Situation, ...]:
    """One for each running sequence, the latest to begin last (WA-TRAP-17)."""
    return tuple(situation(state, sequence) for sequence in state.running)


def situation(state: State, sequence: Sequence) -> Situation:
    """Where one sequence stands."""
    match sequence.phase:
        case "gathering" | "declaring":
            return _declaring(state, sequence)
        case "opening":
            return _opening(state, sequence)
        case "tied":
            return _tied(state, sequence)
        case "turn" | "moving":
            return _turn(state, sequence)
        case "answering":
            return _answering(state, sequence)
        case "settling":
            return _settling(state, sequence)
        case "talking":
            return _talking(state, sequence)
        case "over":
            return _said(state, sequence, "It is over", "", ())


def _said(
    state: State,
    sequence: Sequence,
    headline: str,
    detail: str,
    waiting: Iterable[tuple[str, str]],
    *rules: str,
    aids: tuple[str, ...] = ("conflict",),
) -> Situation:
    """A situation that waits for characters, each for something; the seats are found."""
    where = f"Round {sequence.round} of {book.ROUNDS.most}. " if sequence.rolling else ""
    return Situation(
        phase=sequence.phase,
        headline=headline,
        detail=f"{where}{detail}",
        waiting=tuple(Waiting(seat.id, seat.name, what) for who, what in waiting if (seat := seat_of(state, who))),
        rules=rules,
        aids=aids,
    )


def _declaring(state: State, sequence: Sequence) -> Situation:
    missing = [f.who for f in sequence.fighters.values() if f.stands == "in" and not f.declared]
    actor, waits = sequence.fighters[sequence.actor], all_called(state, missing)
    name = state.characters[sequence.actor].name
    if not missing:
        what = f"{name} to carry it out, if nobody steps in"
        detail = f"Nobody stands against it now. Others may step in until {name} carries it out."
        headline = undertaking(state, sequence)
        return _said(state, sequence, headline, detail, ((sequence.actor, what),), "WA-RD-29", "WA-ROLL-9")
    if sequence.begun:
        headline, detail = f"By which forms now? {waits}", "Forms are chosen again as each round opens."
    else:
        headline = undertaking(state, sequence)
        detail = f"{name} acts {manner(actor.forms)}. It is up to {waits} to interfere or to give in."
    waiting = ((who, f"{state.characters[who].name}’s forms") for who in missing)
    return _said(
        state, sequence, headline, detail, waiting, "WA-DICE-13", "WA-ROLL-00", aids=("when-to-roll", "conflict")
    )


def _opening(state: State, sequence: Sequence) -> Situation:
    missing = [f.who for f in sequence.fighters.values() if f.stands == "in" and f.opening is None]
    detail = "Everyone rolls; the highest roll moves first."
    rules: tuple[str, ...] = ("WA-DICE-15",)
    aids: tuple[str, ...] = ("conflict",)
    talk = [(bargain.winner, bargain.loser) for bargain in sequence.bargains.values()]
    if talk:
        pairs = "; ".join(all_called(state, pair) for pair in talk)
        detail += f" Until they roll, these may agree on an end: {pairs}."
        rules, aids = ("WA-DICE-15", "WA-NEG-04"), ("bargaining", "conflict")
    headline = f"Round {sequence.round} opens: {all_called(state, missing)} to roll"
    waiting = ((who, f"{state.characters[who].name}’s opening roll") for who in missing)
    return _said(state, sequence, headline, detail, waiting, *rules, aids=aids)


def _tied(state: State, sequence: Sequence) -> Situation:
    tied = [who for group in sequence.tied for who in group if who not in sequence.rerolled]
    away = not sequence.rerolled and may_back_away(state, sequence)
    detail = "The lowest die is rolled again; the rest stay."
    if away:
        detail += " Or all who are in it back away together, without more dice."
    if sequence.away:
        detail += f" {all_called(state, sequence.away)} would."
    headline = f"A full tie: {all_called(state, tied)}"
    what = "to fight on or back away" if away else "to fight on"
    waiting = ((who, f"{state.characters[who].name} {what}") for who in tied)
    return _said(state, sequence, headline, detail, waiting, "WA-DICE-08", "WA-RD-02")


def _turn(state: State, sequence: Sequence) -> Situation:
    who = sequence.next_turn()
    if who is None:
        return _said(state, sequence, "Nobody has a move left", "", ())
    name = state.characters[who].name
    if sequence.phase == "moving" and sequence.taken_up is not None:
        detail = f"{read(sequence.taken_up)} stands: what does {name} do, and who must answer?"
    elif sequence.order[0] == who:
        opening = sequence.fighters[who].opening
        detail = f"{name} rolled highest and moves with {read(opening) if opening else 'it'} standing."
    else:
        detail = f"{name} was not challenged, so {name} may reroll and make a move."
    return _said(state, sequence, f"{name}’s move", detail, ((who, f"{name}’s move"),), "WA-DICE-16", "WA-DICE-17")


def _answering(state: State, sequence: Sequence) -> Situation:
    move = sequence.move
    if move is None or not move.due:
        return _said(state, sequence, "Nobody has to answer", "", ())
    mover, first = state.characters[move.mover].name, state.characters[move.due[0]].name
    detail = f"{mover} moves with {read(move.roll)} standing; {first} rerolls and answers."
    if len(move.due) > 1:
        detail += f" Then {all_called(state, move.due[1:])}."
    what = f"{first}’s answer to {mover}"
    rules = ("WA-DICE-18", "WA-DICE-06" if sequence.round == book.ROUNDS.decisive else "WA-DICE-05")
    return _said(state, sequence, f"{first} must answer {mover}", detail, ((move.due[0], what),), *rules)


def _settling(state: State, sequence: Sequence) -> Situation:
    bargain = next((b for b in sequence.bargains.values() if b.absolute or b.agreed), None)
    if bargain is None:
        return _said(state, sequence, "Something is being settled", "", ())
    winner, loser = state.characters[bargain.winner].name, state.characters[bargain.loser].name
    headline, aids = f"What becomes of {loser}", ("bargaining",)
    if bargain.owed:
        form = book.form_title(bargain.owed[0].form).lower()
        detail = f"{loser} loses a die size off one die of {form}: which?"
        waiting = [(bargain.loser, f"a die of {loser}’s {form}")]
        return _said(state, sequence, headline, detail, waiting, "WA-RD-11", "WA-RD-10", aids=aids)
    detail = f"{winner} won outright and picks: {loser} is exhausted or injured."
    waiting = [(bargain.winner, f"what becomes of {loser}")]
    if not bargain.closed:
        detail += " Or both agree on something they like better."
    if bargain.by:
        other = bargain.loser if bargain.by == bargain.winner else bargain.winner
        waiting = [(other, f"an answer to {state.characters[bargain.by].name}’s offer")]
    return _said(state, sequence, headline, detail, waiting, "WA-CQ-01", "WA-NEG-02", aids=aids)


def _talking(state: State, sequence: Sequence) -> Situation:
    bargain = next(iter(sequence.bargains.values()))
    pair = (bargain.winner, bargain.loser)
    winner = state.characters[bargain.winner].name
    detail = f"{all_called(state, pair)} may agree on an end now, or roll on, {winner} with the advantage."
    waiting = [(who, "an end, or to roll on") for who in pair]
    return _said(state, sequence, "Talk, dice in hand", detail, waiting, "WA-NEG-04", "WA-RD-18", aids=("bargaining",))

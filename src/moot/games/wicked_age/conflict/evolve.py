"""What each event of a conflict makes of the state: total, and without luck."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.wicked_age.conflict import events as e, unfolding
from moot.games.wicked_age.conflict.phases import phase_of
from moot.games.wicked_age.conflict.sheets import cut, marked, seen, spent, struck, unlisted, written
from moot.games.wicked_age.sequence import Bargain, Exchange, Move, Sequence, pair
from moot.games.wicked_age.state import State


def evolve(state: State, event: e.ConflictEvent) -> State:
    """The state after `event`."""
    match event:
        case e.Answered():
            return _put(state, _answered(state, state.sequences[event.sequence], event))
        case e.Undertaken():
            begun = replace(state, ids=state.ids + 1)
            return _put(seen(begun, event.actor, event.strengths), unfolding.undertaken(event))
        case e.Joined() | e.FormsDeclared():
            joined = unfolding.declared(state.sequences[event.sequence], event)
            return _put(seen(state, event.who, event.strengths), joined)
        case e.OpeningRolled():
            rolled = unfolding.opening_rolled(state.sequences[event.sequence], event.who, event.roll)
            return _put(seen(state, event.who, event.roll.strengths), rolled)
        case e.Proposed():
            return _proposed(state, state.sequences[event.sequence], event)
        case e.NameCashed():
            sequence = state.sequences[event.sequence]
            bought = sequence.fighters[event.who].bought + 1
            return _put(struck(state, event.entry), unfolding.with_fighter(sequence, event.who, bought=bought))
        case e.NamesWritten():
            return _put(written(state, event.names), replace(state.sequences[event.sequence], written=True))
        case e.RoundEnded():
            return _put(state, _round_ended(state, state.sequences[event.sequence], event))
        case e.Agreed() | e.Harmed():
            return _put(_harmed(state, event), unfolding.settling(state.sequences[event.sequence], event))
        case e.FormCut():
            less = unfolding.owed_less(state.sequences[event.sequence], event.bargain)
            return _put(cut(state, event.who, event.cuts), less)
        case e.SheetMarked():
            return marked(state, event.who, event.text)
        case e.StrengthLost():
            return unlisted(state, event.who, event.strength)
        case e.LeftAction():
            return _out(spent(state, event.who), event.who)
        case e.Died():
            return _out(spent(state, event.who, dead=True), event.who)
        case _:
            return _put(state, unfolding.unfolded(state.sequences[event.sequence], event))


def _put(state: State, sequence: Sequence) -> State:
    """`state` with `sequence` in it, at the phase that follows from what it holds."""
    sequences = dict(state.sequences)
    sequences[sequence.id] = replace(sequence, phase=phase_of(sequence))
    return replace(state, sequences=sequences)


def _out(state: State, who: str) -> State:
    """`state` with `who` out of any running sequence they are still in (WA-RD-23)."""
    for sequence in state.sequences.values():
        fighter = sequence.fighters.get(who)
        if sequence.ended is None and fighter is not None and fighter.stands == "in":
            state = _put(state, unfolding.tidy(unfolding.with_fighter(sequence, who, stands="spent")))
    return state


def _answered(state: State, sequence: Sequence, event: e.Answered) -> Sequence:
    move = sequence.move or Move(event.mover, event.roll)
    exchange = Exchange(
        event.exchange, sequence.round, event.mover, event.answerer, move.roll, event.roll, event.result, move.deed
    )
    due = tuple(who for who in move.due if who != event.answerer and who not in event.lapsed)
    fighters, bargains = sequence.fighters, sequence.bargains
    won, coming = sequence.won, sequence.coming
    options = state.options
    if exchange.absolute:
        fighters = {**fighters, exchange.loser: replace(fighters[exchange.loser], stands="beaten")}
        if options.lapsed_answers == "keep-move":
            kept = (who for who in event.lapsed if who in move.lost)
            fighters |= {who: replace(fighters[who], challenged=False) for who in kept}
        bargains = {**bargains, exchange.id: Bargain(exchange.id, exchange.winner, exchange.loser, absolute=True)}
    else:
        held = {pair(event.mover, event.answerer): exchange.winner}
        if options.won_dice_change_hands == "at-once":
            won = {**won, **held}
        else:
            coming = {**coming, **held}
        if options.talk == "each-exchange":
            bargains = {**bargains, exchange.id: Bargain(exchange.id, exchange.winner, exchange.loser, absolute=False)}
    return replace(
        sequence,
        fighters=fighters,
        move=replace(move, due=due) if due else None,
        exchanges=(*sequence.exchanges, exchange),
        won=won,
        coming=coming,
        bargains=bargains,
    )


def _round_ended(state: State, sequence: Sequence, event: e.RoundEnded) -> Sequence:
    """Dice are picked up, won dice change hands (WA-RD-16), pairs may talk."""
    anew = state.options.forms == "per-round"
    fighters = {
        who: replace(fighter, opening=None, challenged=False, turned=False, declared=not anew)
        for who, fighter in sequence.fighters.items()
    }
    talks = {x.id: Bargain(x.id, x.winner, x.loser, absolute=False) for x in sequence.exchanges if x.id in event.talks}
    return replace(
        sequence,
        round=event.round + 1,
        fighters=fighters,
        order=(),
        tied=(),
        rerolled=(),
        away=(),
        move=None,
        taken_up=None,
        won={**sequence.won, **sequence.coming},
        coming={},
        bargains={**sequence.bargains, **talks},
    )


def _harmed(state: State, event: e.Agreed | e.Harmed) -> State:
    return cut(state, event.who, event.cuts) if isinstance(event, e.Harmed) else state


def _proposed(state: State, sequence: Sequence, event: e.Proposed) -> State:
    """Terms on the table; a strength that they name has been seen."""
    named = (item.target for item in event.terms if item.kind == "lose-strength")
    told = seen(state, sequence.bargains[event.bargain].loser, named)
    return _put(told, unfolding.with_bargain(sequence, event.bargain, terms=event.terms, by=event.who))

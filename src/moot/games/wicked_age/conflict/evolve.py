"""What each event of a conflict makes of the state: total, and without luck."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.wicked_age import book
from moot.games.wicked_age.conflict import events as e
from moot.games.wicked_age.conflict.phases import phase_of
from moot.games.wicked_age.conflict.sheets import cut, marked, seen, spent, struck, unlisted, written
from moot.games.wicked_age.sequence import Bargain, Exchange, Fighter, Move, Rolled, Sequence, pair
from moot.games.wicked_age.state import State


def evolve(state: State, event: e.ConflictEvent) -> State:
    """The state after `event`."""
    match event:
        case e.Answered():
            return _put(state, _answered(state, state.sequences[event.sequence], event))
        case e.Undertaken():
            begun = replace(state, ids=state.ids + 1)
            return _put(seen(begun, event.actor, event.strengths), _undertaken(event))
        case e.Joined() | e.FormsDeclared():
            declared = _declared(state.sequences[event.sequence], event)
            return _put(seen(state, event.who, event.strengths), declared)
        case e.OpeningRolled():
            rolled = _opening_rolled(state.sequences[event.sequence], event.who, event.roll)
            return _put(seen(state, event.who, event.roll.strengths), rolled)
        case e.Proposed():
            return _proposed(state, state.sequences[event.sequence], event)
        case e.NameCashed():
            sequence = state.sequences[event.sequence]
            bought = sequence.fighters[event.who].bought + 1
            return _put(struck(state, event.entry), _fighter(sequence, event.who, bought=bought))
        case e.NamesWritten():
            return _put(written(state, event.names), replace(state.sequences[event.sequence], written=True))
        case e.RoundEnded():
            return _put(state, _round_ended(state, state.sequences[event.sequence], event))
        case e.Agreed() | e.Harmed():
            return _put(_harmed(state, event), _settling(state.sequences[event.sequence], event))
        case e.FormCut():
            return _put(cut(state, event.who, event.cuts), _owed_less(state.sequences[event.sequence], event.bargain))
        case e.SheetMarked():
            return marked(state, event.who, event.text)
        case e.StrengthLost():
            return unlisted(state, event.who, event.strength)
        case e.LeftAction():
            return _out(spent(state, event.who), event.who)
        case e.Died():
            return _out(spent(state, event.who, dead=True), event.who)
        case _:
            return _put(state, _sequence_evolve(state.sequences[event.sequence], event))


_InSequenceOnly = (
    e.GaveIn | e.StoodWith | e.StoodAgainst | e.OrderSet | e.BackedAway | e.TieRerolled | e.TakenUp | e.Challenged
    | e.AnswerClaimed | e.Passed | e.Told | e.StoodOnDefault | e.RolledOn | e.Settled | e.SequenceEnded
)  # fmt: skip


def _sequence_evolve(sequence: Sequence, event: _InSequenceOnly) -> Sequence:
    """What an event makes of its sequence, where it touches nothing else."""
    match event:
        case e.Challenged():
            return _challenged(sequence, event)
        case e.OrderSet():
            return replace(sequence, order=event.order, tied=event.tied, rerolled=(), away=())
        case e.TakenUp():
            return replace(sequence, taken_up=event.roll)
        case e.Passed():
            return replace(_fighter(sequence, event.who, turned=True), taken_up=None)
        case e.GaveIn():
            return _fighter(sequence, event.who, stands="withdrew")
        case e.StoodWith():
            return replace(sequence, allied=(*sequence.allied, pair(event.who, event.other)))
        case e.StoodAgainst():
            key = pair(event.who, event.other)
            return replace(sequence, allied=tuple(allied for allied in sequence.allied if allied != key))
        case e.BackedAway():
            return replace(sequence, away=(*sequence.away, event.who))
        case e.TieRerolled():
            rolled = _fighter(sequence, event.who, opening=event.roll)
            return replace(rolled, rerolled=(*sequence.rerolled, event.who), away=())
        case e.AnswerClaimed():
            return _claimed(sequence, event)
        case e.Told():
            told = (replace(x, told=event.text) if x.id == event.exchange else x for x in sequence.exchanges)
            return replace(sequence, exchanges=tuple(told))
        case e.StoodOnDefault():
            return _bargain(sequence, event.bargain, closed=True, terms=(), by="")
        case e.RolledOn() | e.Settled():
            return replace(sequence, bargains={id_: b for id_, b in sequence.bargains.items() if id_ != event.bargain})
        case e.SequenceEnded():
            return _ended(sequence, event)
        case _ as never:
            assert_never(never)


# ---------------------------------------------------------------- putting parts back


def _put(state: State, sequence: Sequence) -> State:
    """`state` with `sequence` in it, at the phase that follows from what it holds."""
    sequences = dict(state.sequences)
    sequences[sequence.id] = replace(sequence, phase=phase_of(sequence))
    return replace(state, sequences=sequences)


def _fighter(sequence: Sequence, who: str, **changes: object) -> Sequence:
    fighters = dict(sequence.fighters)
    fighters[who] = replace(fighters[who], **changes)
    return replace(sequence, fighters=fighters)


def _bargain(sequence: Sequence, id_: str, **changes: object) -> Sequence:
    bargains = dict(sequence.bargains)
    bargains[id_] = replace(bargains[id_], **changes)
    return replace(sequence, bargains=bargains)


# ---------------------------------------------------------------- who is in


def _undertaken(event: e.Undertaken) -> Sequence:
    actor = Fighter(event.actor, forms=event.forms, strengths=event.strengths, declared=True)
    fighters = {event.actor: actor, **{who: Fighter(who) for who in event.against}}
    return Sequence(id=event.sequence, actor=event.actor, deed=event.deed, fighters=fighters)


def _declared(sequence: Sequence, event: e.FormsDeclared | e.Joined) -> Sequence:
    fighter = sequence.fighters.get(event.who) or Fighter(event.who)
    fighter = replace(fighter, forms=event.forms, strengths=event.strengths, declared=True)
    allied = dict.fromkeys((*sequence.allied, *(pair(event.who, other) for other in event.beside)))
    return replace(sequence, fighters={**sequence.fighters, event.who: fighter}, allied=tuple(allied))


def _out(state: State, who: str) -> State:
    """`state` with `who` out of any running sequence they are still in (WA-RD-23)."""
    for sequence in state.sequences.values():
        fighter = sequence.fighters.get(who)
        if sequence.ended is None and fighter is not None and fighter.stands == "in":
            state = _put(state, _tidy(_fighter(sequence, who, stands="spent")))
    return state


def _tidy(sequence: Sequence) -> Sequence:
    """`sequence` without moves, answers and talk of those who are no longer in."""
    standing = sequence.standing
    move = sequence.move
    if move is not None:
        due = tuple(who for who in move.due if who in standing)
        move = replace(move, due=due) if due and move.mover in standing else None
    talk = {
        id_: bargain
        for id_, bargain in sequence.bargains.items()
        if bargain.absolute or bargain.agreed or (bargain.winner in standing and bargain.loser in standing)
    }
    return replace(sequence, move=move, bargains=talk)


# ---------------------------------------------------------------- rounds


def _opening_rolled(sequence: Sequence, who: str, roll: Rolled) -> Sequence:
    """A roll as the round opens; rolling closes the talk of the last round (WA-NEG-04, WA-RD-18)."""
    first = sequence.fighters[who].first
    if sequence.round == book.ROUNDS.names:
        first = tuple(sorted((sides for sides, _ in roll.dice), reverse=True))
    rolled = _fighter(sequence, who, opening=roll, strengths=roll.strengths, first=first)
    bargains = {id_: b for id_, b in sequence.bargains.items() if who not in (b.winner, b.loser)}
    return replace(rolled, bargains=bargains, begun=sequence.begun or len(sequence.standing))


def _challenged(sequence: Sequence, event: e.Challenged) -> Sequence:
    fighters = dict(sequence.fighters)
    fighters[event.who] = replace(fighters[event.who], turned=True)
    for who in event.against:
        fighters[who] = replace(fighters[who], challenged=True)
    move = Move(event.who, event.roll, event.deed, event.against, event.against, event.lost)
    return replace(sequence, fighters=fighters, move=move, taken_up=None, got=event.got or sequence.got)


def _claimed(sequence: Sequence, event: e.AnswerClaimed) -> Sequence:
    claimed = _fighter(sequence, event.who, challenged=True)
    if claimed.move is None:
        return claimed
    lost = (*claimed.move.lost, event.who) if event.lost else claimed.move.lost
    return replace(
        claimed, move=replace(claimed.move, against=(*claimed.move.against, event.who), due=event.due, lost=lost)
    )


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


# ---------------------------------------------------------------- ends


def _harmed(state: State, event: e.Agreed | e.Harmed) -> State:
    return cut(state, event.who, event.cuts) if isinstance(event, e.Harmed) else state


def _proposed(state: State, sequence: Sequence, event: e.Proposed) -> State:
    """Terms on the table; a strength that they name has been seen."""
    named = (item.target for item in event.terms if item.kind == "lose-strength")
    told = seen(state, sequence.bargains[event.bargain].loser, named)
    return _put(told, _bargain(sequence, event.bargain, terms=event.terms, by=event.who))


def _settling(sequence: Sequence, event: e.Agreed | e.Harmed) -> Sequence:
    settling = _bargain(sequence, event.bargain, agreed=True, owed=event.losses)
    if isinstance(event, e.Harmed) or not event.leaves:
        return settling
    for who in event.leaves:
        settling = _fighter(settling, who, stands="left")
    return _tidy(settling)


def _owed_less(sequence: Sequence, bargain: str) -> Sequence:
    return _bargain(sequence, bargain, owed=sequence.bargains[bargain].owed[1:])


def _ended(sequence: Sequence, event: e.SequenceEnded) -> Sequence:
    fighters = sequence.fighters
    if event.how in ("backed-away", "cut-off", "no-roll"):
        fighters = {
            who: replace(fighter, stands="withdrew") if fighter.stands == "in" else fighter
            for who, fighter in fighters.items()
        }
    return replace(sequence, fighters=fighters, ended=event.how, bargains={}, move=None, taken_up=None)

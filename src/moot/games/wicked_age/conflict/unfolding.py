"""What an event makes of its sequence alone, whatever it does to sheets and lists besides."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from msgspec.structs import replace

from moot.games.wicked_age import book
from moot.games.wicked_age.conflict import events as e
from moot.games.wicked_age.sequence import Fighter, Move, Rolled, Sequence, pair

InSequenceOnly: TypeAlias = (
    e.GaveIn | e.StoodWith | e.StoodAgainst | e.OrderSet | e.BackedAway | e.TieRerolled | e.TakenUp | e.Challenged
    | e.AnswerClaimed | e.Passed | e.Told | e.StoodOnDefault | e.RolledOn | e.Settled | e.SequenceEnded
)


def unfolded(sequence: Sequence, event: InSequenceOnly) -> Sequence:
    """What an event makes of its sequence, where it touches nothing else."""
    match event:
        case e.Challenged():
            return _challenged(sequence, event)
        case e.OrderSet():
            return replace(sequence, order=event.order, tied=event.tied, rerolled=(), away=())
        case e.TakenUp():
            return replace(sequence, taken_up=event.roll)
        case e.Passed():
            return replace(with_fighter(sequence, event.who, turned=True), taken_up=None)
        case e.GaveIn():
            return with_fighter(sequence, event.who, stands="withdrew")
        case e.StoodWith():
            return replace(sequence, allied=(*sequence.allied, pair(event.who, event.other)))
        case e.StoodAgainst():
            key = pair(event.who, event.other)
            return replace(sequence, allied=tuple(allied for allied in sequence.allied if allied != key))
        case e.BackedAway():
            return replace(sequence, away=(*sequence.away, event.who))
        case e.TieRerolled():
            rolled = with_fighter(sequence, event.who, opening=event.roll)
            return replace(rolled, rerolled=(*sequence.rerolled, event.who), away=())
        case e.AnswerClaimed():
            return _claimed(sequence, event)
        case e.Told():
            told = (replace(x, told=event.text) if x.id == event.exchange else x for x in sequence.exchanges)
            return replace(sequence, exchanges=tuple(told))
        case e.StoodOnDefault():
            return with_bargain(sequence, event.bargain, closed=True, terms=(), by="")
        case e.RolledOn() | e.Settled():
            return replace(sequence, bargains={id_: b for id_, b in sequence.bargains.items() if id_ != event.bargain})
        case e.SequenceEnded():
            return _ended(sequence, event)
        case _ as never:
            assert_never(never)


# ---------------------------------------------------------------- parts put back


def with_fighter(sequence: Sequence, who: str, **changes: object) -> Sequence:
    """`sequence` with somebody in it changed."""
    fighters = dict(sequence.fighters)
    fighters[who] = replace(fighters[who], **changes)
    return replace(sequence, fighters=fighters)


def with_bargain(sequence: Sequence, id_: str, **changes: object) -> Sequence:
    """`sequence` with a bargain in it changed."""
    bargains = dict(sequence.bargains)
    bargains[id_] = replace(bargains[id_], **changes)
    return replace(sequence, bargains=bargains)


def tidy(sequence: Sequence) -> Sequence:
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


# ---------------------------------------------------------------- who is in


def undertaken(event: e.Undertaken) -> Sequence:
    """A sequence as it begins: the actor has declared, those against have yet to (WA-DICE-13)."""
    actor = Fighter(event.actor, forms=event.forms, strengths=event.strengths, declared=True)
    fighters = {event.actor: actor, **{who: Fighter(who) for who in event.against}}
    return Sequence(id=event.sequence, actor=event.actor, deed=event.deed, fighters=fighters)


def declared(sequence: Sequence, event: e.FormsDeclared | e.Joined) -> Sequence:
    """Somebody in, by the forms they said."""
    fighter = sequence.fighters.get(event.who) or Fighter(event.who)
    fighter = replace(fighter, forms=event.forms, strengths=event.strengths, declared=True)
    allied = dict.fromkeys((*sequence.allied, *(pair(event.who, other) for other in event.beside)))
    return replace(sequence, fighters={**sequence.fighters, event.who: fighter}, allied=tuple(allied))


# ---------------------------------------------------------------- rolls and moves


def opening_rolled(sequence: Sequence, who: str, roll: Rolled) -> Sequence:
    """A roll as the round opens; rolling closes the talk of the last round (WA-NEG-04, WA-RD-18)."""
    first = sequence.fighters[who].first
    if sequence.round == book.ROUNDS.names:
        first = tuple(sorted((sides for sides, _ in roll.dice), reverse=True))
    rolled = with_fighter(sequence, who, opening=roll, strengths=roll.strengths, first=first)
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
    claimed = with_fighter(sequence, event.who, challenged=True)
    if claimed.move is None:
        return claimed
    lost = (*claimed.move.lost, event.who) if event.lost else claimed.move.lost
    return replace(
        claimed, move=replace(claimed.move, against=(*claimed.move.against, event.who), due=event.due, lost=lost)
    )


# ---------------------------------------------------------------- ends


def settling(sequence: Sequence, event: e.Agreed | e.Harmed) -> Sequence:
    """What becomes of the loser is settled, but for losses owed; who leaves by it is out."""
    settled = with_bargain(sequence, event.bargain, agreed=True, owed=event.losses)
    if isinstance(event, e.Harmed) or not event.leaves:
        return settled
    for who in event.leaves:
        settled = with_fighter(settled, who, stands="left")
    return tidy(settled)


def owed_less(sequence: Sequence, bargain: str) -> Sequence:
    """The first loss that a bargain owes has been taken."""
    return with_bargain(sequence, bargain, owed=sequence.bargains[bargain].owed[1:])


def _ended(sequence: Sequence, event: e.SequenceEnded) -> Sequence:
    fighters = sequence.fighters
    if event.how in ("backed-away", "cut-off", "no-roll"):
        fighters = {
            who: replace(fighter, stands="withdrew") if fighter.stands == "in" else fighter
            for who, fighter in fighters.items()
        }
    return replace(sequence, fighters=fighters, ended=event.how, bargains={}, move=None, taken_up=None)

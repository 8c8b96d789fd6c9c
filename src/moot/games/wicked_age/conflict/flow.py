"""What follows by itself: turn order, the end of a round, names on the owe list, the end of a sequence."""

from __future__ import annotations

from moot.core import Play
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.compare import key, ranked
from moot.games.wicked_age.conflict.events import NamesWritten, OrderSet, RoundEnded, SequenceEnded
from moot.games.wicked_age.conflict.owing import names_due
from moot.games.wicked_age.sequence import Ending, Sequence
from moot.games.wicked_age.state import State


def go_on(play: Play[State], sequence: str) -> None:
    """Record what follows by itself until somebody has to act again."""
    now = play.state.sequences[sequence]
    if now.phase in ("settling", "over"):
        return
    if not _contested(now):
        _end(play, now, "settled" if now.begun else "no-roll")
        return
    match now.phase:
        case "opening" | "declaring":
            _write_after_talk(play, now)
            _order_if_all_rolled(play, now)
        case "tied":
            if all(who in now.rerolled for group in now.tied for who in group):
                order, tied = _reordered(play.state, now)
                play.record(OrderSet(sequence=sequence, order=order, tied=tied, rules=("WA-DICE-08", "WA-RD-02")))
        case "turn":
            if now.next_turn() is None:
                _end_round(play, now)
        case _:
            pass


def _contested(sequence: Sequence) -> bool:
    """Whether any two opposed are left in (WA-RD-08); before the dice, whether the actor is (WA-ROLL-9)."""
    if not sequence.begun and sequence.fighters[sequence.actor].stands != "in":
        return False
    return sequence.contested


# ---------------------------------------------------------------- turn order


def _order_if_all_rolled(play: Play[State], sequence: Sequence) -> None:
    two = play.state.options.compare == "two"
    rolls = []
    for fighter in sequence.fighters.values():
        if fighter.stands == "in":
            if fighter.opening is None:
                return
            rolls.append((fighter.who, key(fighter.opening, two)))
    order, tied = ranked(rolls)
    rules = ("WA-DICE-15", "WA-DICE-08", "WA-RD-02") if tied else ("WA-DICE-15", "WA-DICE-16")
    play.record(OrderSet(sequence=sequence.id, order=order, tied=tied, rules=rules))


def _reordered(state: State, sequence: Sequence) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The order after rerolled ties: built anew from all rolls, or among the tied alone (the switch of WA-RD-02)."""
    two = state.options.compare == "two"
    keys = {who: key(roll, two) for who in sequence.order if (roll := sequence.fighters[who].opening) is not None}
    if state.options.tie_reroll == "rebuild":
        return ranked(keys.items())
    places, still = list(sequence.order), list[tuple[str, ...]]()
    for group in sequence.tied:
        at = min(places.index(who) for who in group)
        order, tied = ranked((who, keys[who]) for who in group)
        places[at : at + len(group)] = order
        still.extend(tied)
    return tuple(places), tuple(still)


# ---------------------------------------------------------------- the end of a round, and of all


def _end_round(play: Play[State], sequence: Sequence) -> None:
    """Names first, then talk (WA-DICE-21, WA-RD-27); after the last round it is over (WA-DICE-14)."""
    if sequence.round == book.ROUNDS.most:
        _end(play, sequence, "third-round")
        return
    options = play.state.options
    if sequence.round == book.ROUNDS.names and options.names_and_talk == "names-first":
        _write_names(play, sequence)
    talks = tuple(_may_talk(sequence)) if options.talk == "round-end" else ()
    rules = ("WA-DICE-21", "WA-NEG-04", "WA-RD-18") if talks else ("WA-DICE-21",)
    play.record(RoundEnded(sequence=sequence.id, round=sequence.round, talks=talks, rules=rules))
    go_on(play, sequence.id)


def _may_talk(sequence: Sequence) -> list[str]:
    standing = sequence.standing
    return [
        exchange.id
        for exchange in sequence.exchanges
        if exchange.round == sequence.round and exchange.mover in standing and exchange.answerer in standing
    ]


def _write_after_talk(play: Play[State], sequence: Sequence) -> None:
    """Where talk goes before names, they are written when no pair talks any more (the switch of WA-RD-27)."""
    if sequence.round == book.ROUNDS.names + 1 and not sequence.written and not sequence.bargains:
        _write_names(play, sequence)


def _write_names(play: Play[State], sequence: Sequence) -> None:
    names = names_due(play.state, sequence)
    play.record(NamesWritten(sequence=sequence.id, names=names, rules=("WA-OWE-01", "WA-OWE-02", "WA-RD-05")))


def _end(play: Play[State], sequence: Sequence, how: Ending) -> None:
    if how == "settled" and _names_at_end(play.state, sequence):
        _write_names(play, sequence)
    rules = {"no-roll": ("WA-ROLL-9",), "third-round": ("WA-DICE-14", "WA-RD-08")}.get(how, ("WA-RD-08",))
    play.record(SequenceEnded(sequence=sequence.id, how=how, rules=rules))


def _names_at_end(state: State, sequence: Sequence) -> bool:
    """Whether a fight that ends within round one leaves names (WA-RD-19).

    Among several, yes, for who is still in. One on one there is no fight left to be in; the switch gives the winner of
    a double theirs all the same.
    """
    if sequence.round != book.ROUNDS.names or sequence.written:
        return False
    if sequence.begun > 2:
        return True
    doubled = any(fighter.stands == "beaten" for fighter in sequence.fighters.values())
    return doubled and state.options.duel_winner_named == "yes"

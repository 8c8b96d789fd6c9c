"""Rounds: turn order, the end of a round, and the end of a sequence. What follows by itself is recorded by `go_on`."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Line, Part, Play
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.names import write_names
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.conflict.rolls import key, ranked
from moot.games.wicked_age.frames import fight_over
from moot.games.wicked_age.sequence import Bargain, Ending, Sequence
from moot.games.wicked_age.state import State


def go_on(play: Play[State], sequence: str) -> None:
    """Record what follows by itself until somebody has to act again."""
    now = play.state.sequences[sequence]
    if now.phase in ("settling", "over"):
        return
    if not now.begun and now.fighters[now.actor].stands != "in":
        _end(play, now, "no-roll")
    elif not now.contested:
        if now.begun:
            _end(play, now, "settled")
    elif now.phase in ("opening", "declaring"):
        if now.round == book.ROUNDS.names + 1 and not now.written and not now.bargains:
            write_names(play, now)  # where talk goes before names, they wait until no pair talks any more (WA-RD-27)
        _order_if_all_rolled(play, now)
    elif now.phase == "tied" and all(who in now.rerolled for group in now.tied for who in group):
        order, tied = _reordered(play.state, now)
        play.record(OrderSet(sequence=sequence, order=order, tied=tied, rules=("WA-DICE-08", "WA-RD-02")))
    elif now.phase == "turn" and now.next_turn() is None:
        _end_round(play, now)


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
    """The order after rerolled ties: by all rolls, or among the tied alone (an option, WA-RD-02)."""
    two = state.options.compare == "two"
    places = [who for who in sequence.order if who in sequence.standing]
    keys = {who: key(roll, two) for who in places if (roll := sequence.fighters[who].opening) is not None}
    if state.options.tie_reroll == "rebuild":
        return ranked(keys.items())
    still = list[tuple[str, ...]]()
    for group in sequence.tied:
        at = min(places.index(who) for who in group)
        order, tied = ranked((who, keys[who]) for who in group)
        places[at : at + len(group)] = order
        still.extend(tied)
    return tuple(places), tuple(still)


class OrderSet(OfSequence, tag="order-set"):
    """All have rolled: the order of turns, and the groups whose rolls tie fully (they roll again first)."""

    order: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...] = ()

    def unfold(self, sequence: Sequence) -> Sequence:
        begun = sequence.begun or len(self.order)
        return replace(sequence, order=self.order, tied=self.tied, rerolled=(), away=(), begun=begun)

    def line(self, state: State) -> Line:
        if not self.tied:
            order = ", ".join(state.name(who) for who in self.order)
            return Line("result", f"The order: {order}.")
        groups = "; ".join(all_called(state, group) for group in self.tied)
        away = ", or back away together" if may_back_away(state, state.sequences[self.sequence]) else ""
        return Line("result", f"A full tie: {groups}. Fight on with the lowest die{away}.")


def may_back_away(state: State, sequence: Sequence) -> bool:
    """Whether this table lets people back away from a full tie in this round (WA-RD-09)."""
    return sequence.round == 1 or state.options.backing_away == "every-round"


def _end_round(play: Play[State], sequence: Sequence) -> None:
    """Names first, then talk (WA-DICE-21, WA-RD-27); after the last round it is over (WA-DICE-14)."""
    if sequence.round == book.ROUNDS.most:
        _end(play, sequence, "third-round")
        return
    options = play.state.options
    if sequence.round == book.ROUNDS.names and options.names_and_talk == "names-first":
        write_names(play, sequence)
    met = [x for x in sequence.exchanges if x.round == sequence.round and {x.mover, x.answerer} <= {*sequence.standing}]
    talks = tuple(x.id for x in met) if options.talk == "round-end" else ()
    rules = ("WA-DICE-21", "WA-NEG-04", "WA-RD-18") if talks else ("WA-DICE-21",)
    play.record(RoundEnded(sequence=sequence.id, round=sequence.round, talks=talks, rules=rules))
    go_on(play, sequence.id)


class RoundEnded(OfSequence, tag="round-ended"):
    """A round is over and the next one opens; `talks` are the exchanges whose pairs may agree an end. Dice are picked
    up, and won dice change hands (WA-RD-16)."""

    silent = True
    round: int
    talks: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        sequence, again = state.sequences[self.sequence], state.options.forms == "per-round"
        fighters = {
            who: replace(fighter, opening=None, challenged=False, turned=False, declared=not again)
            for who, fighter in sequence.fighters.items()
        }
        talks = {
            x.id: Bargain(x.id, x.winner, x.loser, absolute=False) for x in sequence.exchanges if x.id in self.talks
        }
        opened = replace(
            sequence,
            round=self.round + 1,
            fighters=fighters,
            order=(), tied=(), rerolled=(), away=(), move=None, taken_up=None,
            won={**sequence.won, **sequence.coming},
            coming={},
            bargains={**sequence.bargains, **talks},
        )
        return with_sequence(state, opened)


def _end(play: Play[State], sequence: Sequence, how: Ending) -> None:
    if how == "settled" and _names_at_end(play.state, sequence):
        write_names(play, sequence)
    rules = {"no-roll": ("WA-ROLL-9",), "third-round": ("WA-DICE-14", "WA-RD-08")}.get(how, ("WA-RD-08",))
    play.record(SequenceEnded(sequence=sequence.id, how=how, rules=rules))


def _names_at_end(state: State, sequence: Sequence) -> bool:
    """Whether a fight that ends within round one leaves names (WA-RD-19). Among several, yes, for those still in. One
    on one there is no fight left to be in; the option gives the winner of a double theirs all the same."""
    if sequence.round != book.ROUNDS.names or sequence.written:
        return False
    if sequence.begun > 2:
        return True
    doubled = any(fighter.stands == "beaten" for fighter in sequence.fighters.values())
    return doubled and state.options.duel_winner_named == "yes"


class SequenceEnded(OfSequence, tag="sequence-ended"):
    """A sequence is over; `reason` is the GM's, if the GM cut it off."""

    how: Ending
    reason: str = ""

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence, ended=self.how, bargains={}, move=None, taken_up=None)

    def line(self, state: State) -> Line:
        sequence = state.sequences[self.sequence]
        without = f"Nobody fights over it: what {state.name(sequence.actor)} set about needs no dice."
        text = {
            "no-roll": without if sequence.actor in sequence.standing else "It comes to nothing, without dice.",
            "backed-away": "All back away, and each goes their way.",
            "settled": "It is over.",
            "third-round": "The third round is over, and with it the conflict.",
            "cut-off": "The GM leaves it there.",
        }[self.how]
        return Line("result", text, quote=self.reason, frame=fight_over(state, sequence))


ROUNDS: Final[Part[State]] = Part(OrderSet, RoundEnded, SequenceEnded)

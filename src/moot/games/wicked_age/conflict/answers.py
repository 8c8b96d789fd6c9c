"""Answers: everyone named rerolls in turn order and is compared with the roll that stands."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Line, Part, Play, Refused, Seat, Write
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.names import names_field
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.conflict.pool import PoolDie, pool, sides, sure, throw
from moot.games.wicked_age.conflict.rolls import compare, explain, rolled
from moot.games.wicked_age.conflict.turns import loses_move
from moot.games.wicked_age.sequence import Bargain, Exchange, Move, Result, Rolled, Sequence, pair
from moot.games.wicked_age.state import State


class Answer(InSequence, tag="answer"):
    """Reroll and answer the standing roll (WA-DICE-18)."""

    rules, urgency = ("WA-DICE-18", "WA-DICE-05", "WA-OWE-06"), "must"
    stands_in = True
    who: str
    names: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the next in turn order of those who must answer; it stands for the pool and the move."""
        if (move := sequence.move) is None:
            return
        for who in mine_among(state, seat, move.due[:1], "The next answer"):
            dice = pool(state, sequence, who)
            yield cls.offer_in(
                sequence,
                (dice, move),
                f"{state.characters[who].name} answers {state.characters[move.mover].name}",
                "",
                *names_field(state, seat, sequence, who),
                rolls=sides(dice), figures=sure(dice),
                who=who,
            )

    def act(self, play: Play[State], of: tuple[tuple[PoolDie, ...], Move]) -> None:
        """Reroll, always all of it (WA-TRAP-02), and compare. An answer that throws the mover out ends the move
        (WA-RD-07). An absolute result is settled at once between these two, however many are in it (WA-RD-13)."""
        dice, move = of
        roll = throw(play, self.sequence, self.who, dice, self.names)
        sequence = play.state.sequences[self.sequence]
        final = sequence.round == book.ROUNDS.decisive
        result = compare(move.roll, roll, final, play.state.options.compare == "two")
        lapsed = move.due[1:] if result == "answerer-wins" else ()
        play.record(
            Answered(
                sequence=sequence.id,
                exchange=f"{sequence.id}x{len(sequence.exchanges) + 1}",
                mover=move.mover,
                answerer=self.who,
                roll=roll,
                result=result,
                lapsed=lapsed,
                rules=_why(result, final, bool(lapsed)),
            )
        )


def _why(result: str, final: bool, lapsed: bool) -> tuple[str, ...]:
    if final:
        rules: tuple[str, ...] = ("WA-DICE-06", "WA-DICE-20")
    elif result.endswith("wins"):
        rules = ("WA-DICE-05", "WA-DICE-11", "WA-DICE-20")
    else:
        rules = ("WA-DICE-05", "WA-DICE-09")
    return (*rules, "WA-RD-07") if lapsed else rules


class Answered(OfSequence, tag="answered"):
    """A move met its answer: `exchange` is what the two are called now, `lapsed` are those who no longer answer."""

    exchange: str
    mover: str
    answerer: str
    roll: Rolled
    result: Result
    lapsed: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        sequence, options = state.sequences[self.sequence], state.options
        move = sequence.move or Move(self.mover, self.roll)
        exchange = Exchange(
            self.exchange, sequence.round, self.mover, self.answerer, move.roll, self.roll, self.result, move.deed
        )
        due = tuple(who for who in move.due if who != self.answerer and who not in self.lapsed)
        after = replace(
            sequence, move=replace(move, due=due) if due else None, exchanges=(*sequence.exchanges, exchange)
        )
        talk = Bargain(exchange.id, exchange.winner, exchange.loser, absolute=exchange.absolute)
        if exchange.absolute:
            after = after.with_fighter(exchange.loser, stands="beaten")
            if options.lapsed_answers == "keep-move":
                for who in self.lapsed:
                    after = after.with_fighter(who, challenged=False) if who in move.lost else after
        else:
            held = {pair(self.mover, self.answerer): exchange.winner}
            if options.won_dice_change_hands == "at-once":
                after = replace(after, won={**after.won, **held})
            else:
                after = replace(after, coming={**after.coming, **held})
        if exchange.absolute or options.talk == "each-exchange":
            after = replace(after, bargains={**after.bargains, talk.id: talk})
        return with_sequence(state, after)

    def line(self, state: State) -> Line:
        exchange = state.sequences[self.sequence].exchange(self.exchange)
        winner, loser = state.name(exchange.winner), state.name(exchange.loser)
        final = exchange.round == book.ROUNDS.decisive
        parts = [f"answers {state.name(self.mover)}. {explain(exchange, final)}"]
        parts.append(f"{loser} is out." if exchange.absolute else f"{winner} has the advantage over {loser}.")
        if self.lapsed:
            parts.append(f"{all_called(state, self.lapsed)} need not answer any more.")
        return rolled(state, self.answerer, " ".join(parts), self.roll)


class Claim(InSequence, tag="claim"):
    """Answer a move that does not name you, where the table allows it (WA-RD-20)."""

    rules = ("WA-RD-20", "WA-DICE-19")
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For opponents of the mover who were not named; it stands for the move and the sequence."""
        if state.options.who_answers != "opposers-may-claim":
            raise Refused("mover-names", "The mover alone says who answers.")
        if (move := sequence.move) is None:
            return
        unnamed = [who for who in sequence.opponents(move.mover) if who not in move.against]
        why = "Anyone who opposes the move may claim an answer to it, and has then been challenged."
        for who in mine_among(state, seat, unnamed, "Claiming an answer"):
            yield cls.offer_in(sequence, (move, sequence), f"{state.name(who)} answers too", why, who=who)

    def act(self, play: Play[State], of: tuple[Move, Sequence]) -> None:
        """Come in among those due, in turn order."""
        move, sequence = of
        due = tuple(who for who in sequence.order if who in (*move.due, self.who))
        lost = loses_move(sequence.fighters[self.who])
        play.record(AnswerClaimed(sequence=self.sequence, who=self.who, due=due, lost=lost, rules=("WA-RD-20",)))


class AnswerClaimed(OfSequence, tag="answer-claimed"):
    """Somebody not named will answer all the same, and is challenged by it."""

    who: str
    due: tuple[str, ...]
    lost: bool = False

    def unfold(self, sequence: Sequence) -> Sequence:
        claimed = sequence.with_fighter(self.who, challenged=True)
        if (move := claimed.move) is None:
            return claimed
        lost = (*move.lost, self.who) if self.lost else move.lost
        return replace(claimed, move=replace(move, against=(*move.against, self.who), due=self.due, lost=lost))

    def line(self, state: State) -> Line:
        lost = " and loses a move by it" if self.lost else ""
        return Line("result", f"{state.name(self.who)} will answer too{lost}.")


def _untold(sequence: Sequence) -> list[Exchange]:
    last = sequence.exchanges[-1].round if sequence.exchanges else 0
    return [exchange for exchange in sequence.exchanges if exchange.round == last and not exchange.told]


class Tell(InSequence, tag="tell"):
    """Say what an answer looked like (WA-DICE-22)."""

    rules = ("WA-DICE-22",)
    exchange: str
    text: str

    @classmethod
    def possible(cls, state: State) -> bool:
        return super().possible(state) and any(_untold(sequence) for sequence in state.sequences.values())

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For this seat's answers of the last round with any that nobody has told yet; it stands for the exchange."""
        untold = _untold(sequence)
        owned = mine_among(state, seat, (exchange.answerer for exchange in untold), "Telling how an answer looks")
        for exchange in untold:
            if exchange.answerer in owned:
                result = book.RESULTS[exchange.result]
                yield cls.offer_in(
                    sequence,
                    exchange,
                    f"Tell {state.characters[exchange.answerer].name}’s answer",
                    f"{result.title}. {result.text}",
                    Write(name="text", label="What does it look like?", hint=result.text, lines=3, most=1000),
                    exchange=exchange.id,
                )

    def act(self, play: Play[State], of: Exchange) -> None:
        """Keep the words with the exchange."""
        text = self.text.strip()
        play.record(Told(sequence=self.sequence, exchange=of.id, who=of.answerer, text=text, rules=self.rules))


class Told(OfSequence, tag="told"):
    """Somebody said what an exchange looked like."""

    sentence, quotes = ("story", ""), "text"
    exchange: str
    who: str
    text: str

    def unfold(self, sequence: Sequence) -> Sequence:
        told = (replace(x, told=self.text) if x.id == self.exchange else x for x in sequence.exchanges)
        return replace(sequence, exchanges=tuple(told))


ANSWERS: Final[Part[State]] = Part(Answer, Claim, Tell, Answered, AnswerClaimed, Told)

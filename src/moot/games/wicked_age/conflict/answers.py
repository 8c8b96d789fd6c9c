"""Answers: everyone named rerolls in turn order and is compared with the roll that stands."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Write
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.commands import Answer, Claim, Tell
from moot.games.wicked_age.conflict.compare import compare, read
from moot.games.wicked_age.conflict.events import AnswerClaimed, Answered, Told
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.pool import names_field, sides, throw
from moot.games.wicked_age.conflict.turns import would_lose
from moot.games.wicked_age.conflict.whose import mine
from moot.games.wicked_age.sequence import Exchange, Move, Rolled, Sequence
from moot.games.wicked_age.state import State

_NO_MOVE = Move(mover="", roll=Rolled(dice=()))


def answer_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For the next in turn order of those who must answer (WA-DICE-18)."""
    move = sequence.move or _NO_MOVE
    for who in mine(state, seat, move.due[:1], "The next answer", "WA-DICE-18"):
        mover = state.characters[move.mover].name
        yield Offer(
            do="answer",
            label=f"{state.characters[who].name} answers {mover}",
            why=_stakes(move.roll, sequence.round == book.ROUNDS.decisive),
            fixed={"sequence": sequence.id, "who": who},
            fields=names_field(state, seat, sequence, who),
            rules=("WA-DICE-18", "WA-DICE-05", "WA-OWE-06"),
            urgency="must",
            about=sequence.id,
            rolls=sides(state, sequence, who),
        )


def _stakes(roll: Rolled, final: bool) -> str:
    high, said = roll.high, read(roll)
    if final:
        return f"{said} stands and this is round three: match or beat it and you win outright, else you are out."
    half, double = high // book.DOUBLE, high * book.DOUBLE
    return f"{said} stands: {half} or less and you are out, {double} or more and they are; match or beat it to lead."


def answer(play: Play[State], command: Answer) -> None:
    """Reroll, always anew (WA-TRAP-02), and compare; an answer that throws the mover out ends the move (WA-RD-07).

    An absolute result is settled at once between these two, however many are in it (WA-RD-13).
    """
    roll = throw(play, command.sequence, command.who, command.names)
    sequence = play.state.sequences[command.sequence]
    move = sequence.move or _NO_MOVE
    final = sequence.round == book.ROUNDS.decisive
    result = compare(move.roll, roll, final, play.state.options.compare == "two")
    lapsed = move.due[1:] if result == "answerer-wins" else ()
    play.record(
        Answered(
            sequence=sequence.id,
            exchange=f"{sequence.id}x{len(sequence.exchanges) + 1}",
            mover=move.mover,
            answerer=command.who,
            roll=roll,
            result=result,
            lapsed=lapsed,
            rules=_why(result, final, bool(lapsed)),
        )
    )
    go_on(play, sequence.id)


def _why(result: str, final: bool, lapsed: bool) -> tuple[str, ...]:
    if final:
        rules: tuple[str, ...] = ("WA-DICE-06", "WA-DICE-20")
    elif result.endswith("wins"):
        rules = ("WA-DICE-05", "WA-DICE-11", "WA-DICE-20")
    else:
        rules = ("WA-DICE-05", "WA-DICE-09")
    return (*rules, "WA-RD-07") if lapsed else rules


def claim_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For opponents of the mover who were not named, where the table allows it (the switch of WA-RD-20)."""
    if state.options.who_answers != "opposers-may-claim":
        raise Refused("mover-names", "The mover alone says who answers.", "WA-RD-20")
    move = sequence.move or _NO_MOVE
    unnamed = [who for who in sequence.opponents(move.mover) if who not in move.against]
    for who in mine(state, seat, unnamed, "Claiming an answer", "WA-RD-20"):
        yield Offer(
            do="claim",
            label=f"{state.characters[who].name} answers too",
            why="Whoever opposes the move may claim an answer to it, and has then been challenged.",
            fixed={"sequence": sequence.id, "who": who},
            rules=("WA-RD-20", "WA-DICE-19"),
            about=sequence.id,
        )


def claim(play: Play[State], command: Claim) -> None:
    """Come in among those due, in turn order."""
    sequence = play.state.sequences[command.sequence]
    due = {*(sequence.move or _NO_MOVE).due, command.who}
    play.record(
        AnswerClaimed(
            sequence=sequence.id,
            who=command.who,
            due=tuple(who for who in sequence.order if who in due),
            lost=would_lose(sequence, command.who),
            rules=("WA-RD-20",),
        )
    )


def tell_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For this seat's answers of the round that nobody has told yet (WA-DICE-22)."""
    untold = [exchange for exchange in _latest(sequence) if not exchange.told]
    answerers = [exchange.answerer for exchange in untold]
    owned = mine(state, seat, answerers, "Telling how an answer looks", "WA-DICE-22")
    for exchange in untold:
        if exchange.answerer in owned:
            result = book.RESULTS[exchange.result]
            yield Offer(
                do="tell",
                label=f"Tell {state.characters[exchange.answerer].name}’s answer",
                why=f"{result.title}. {result.text}",
                fixed={"sequence": sequence.id, "exchange": exchange.id},
                fields=(Write(name="text", label="What does it look like?", hint=result.text, lines=3, most=1000),),
                rules=("WA-DICE-22",),
                about=sequence.id,
            )


def _latest(sequence: Sequence) -> list[Exchange]:
    """The exchanges of the last round in which there were any."""
    last = sequence.exchanges[-1].round if sequence.exchanges else 0
    return [exchange for exchange in sequence.exchanges if exchange.round == last]


def tell(play: Play[State], command: Tell) -> None:
    """Keep the words with the exchange."""
    sequence = play.state.sequences[command.sequence]
    who = next(exchange.answerer for exchange in sequence.exchanges if exchange.id == command.exchange)
    play.record(
        Told(
            sequence=command.sequence,
            exchange=command.exchange,
            who=who,
            text=command.text.strip(),
            rules=("WA-DICE-22",),
        )
    )

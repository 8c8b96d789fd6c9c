"""Talk between winner and loser: terms, counter-terms, and the default that ends it."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Seat, Write
from moot.core.errors import Refused
from moot.games.wicked_age.conflict.commands import Accept, CutOff, Insist, Propose
from moot.games.wicked_age.conflict.events import (
    Agreed,
    Died,
    Proposed,
    RolledOn,
    SequenceEnded,
    SheetMarked,
    StoodOnDefault,
    StrengthLost,
)
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.settling import consequential_losses, exchange_of, work_off
from moot.games.wicked_age.conflict.terms import loss_of, terms_field, terms_text
from moot.games.wicked_age.conflict.whose import mine
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.sequence import Bargain, Loss, Sequence
from moot.games.wicked_age.state import State


def _sides(state: State, seat: Seat, sequence: Sequence, what: str) -> Iterator[tuple[Bargain, str]]:
    """Every open bargain and each side of it for which `seat` speaks."""
    open_ = [bargain for bargain in sequence.bargains.values() if not bargain.closed and not bargain.agreed]
    if not open_:
        raise Refused("no-talk", "There is nothing to bargain about now.", "WA-NEG-04")
    mine(state, seat, (who for bargain in open_ for who in (bargain.winner, bargain.loser)), what, "WA-NEG-07")
    for bargain in open_:
        for who in (bargain.winner, bargain.loser):
            if state.owns(seat, who):
                yield bargain, who


def propose_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For winner and loser alike, as often as they like (WA-NEG-07)."""
    for bargain, who in _sides(state, seat, sequence, "Making an offer"):
        name = state.characters[who].name
        yield Offer(
            do="propose",
            label=f"{name} makes {'another' if bargain.terms else 'an'} offer",
            why=_stick(state, bargain, who),
            fixed={"sequence": sequence.id, "bargain": bargain.id, "who": who},
            fields=(terms_field(state, seat, sequence, bargain),),
            rules=("WA-NEG-01", "WA-NEG-03", "WA-NEG-07"),
            about=sequence.id,
        )


def _stick(state: State, bargain: Bargain, who: str) -> str:
    winner, loser = state.characters[bargain.winner].name, state.characters[bargain.loser].name
    if not bargain.absolute:
        return f"You may agree an end now. Failing that the dice go on, {winner} with the advantage."
    if who == bargain.loser:
        return f"Offer what {winner} likes better than your dice. Failing that, you are exhausted or injured."
    npc = " For an NPC death is often the kinder end." if state.characters[bargain.loser].npc else ""
    return f"Ask for what you were after. Failing that, {loser} is exhausted or injured.{npc}"


def propose(play: Play[State], command: Propose) -> None:
    """Put terms on the table, in place of what lay there; a strength that they name is shown."""
    reveal(play, *(item.target for item in command.terms if item.kind == "lose-strength"))
    play.record(
        Proposed(
            sequence=command.sequence,
            bargain=command.bargain,
            who=command.who,
            terms=command.terms,
            rules=("WA-NEG-01", "WA-NEG-07"),
        )
    )


def accept_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For whoever was offered the terms that lie on the table (WA-NEG-07)."""
    offered = [(b, who) for b, who in _sides(state, seat, sequence, "Accepting terms") if b.terms and who != b.by]
    if not offered:
        raise Refused("no-terms", "No terms lie before you.", "WA-NEG-07")
    for bargain, who in offered:
        yield Offer(
            do="accept",
            label=f"{state.characters[who].name} accepts",
            why=f"On the table: {terms_text(state, bargain.loser, bargain.terms)}.",
            fixed={"sequence": sequence.id, "bargain": bargain.id, "who": who},
            rules=("WA-NEG-07", "WA-CQ-01"),
            about=sequence.id,
        )


def accept(play: Play[State], command: Accept) -> None:
    """Let the terms come true; what they owe in dice is taken first, consequential losses after (WA-CQ-06)."""
    sequence = play.state.sequences[command.sequence]
    bargain = sequence.bargains[command.bargain]
    play.record(
        Agreed(
            sequence=sequence.id,
            bargain=bargain.id,
            winner=bargain.winner,
            loser=bargain.loser,
            terms=bargain.terms,
            losses=_losses(play.state, sequence, bargain),
            leaves=_leaves(bargain),
            rules=("WA-NEG-01", "WA-CQ-01") if bargain.absolute else ("WA-NEG-01", "WA-NEG-04", "WA-RD-18"),
        )
    )
    _change_sheet(play, bargain)
    work_off(play, sequence.id, bargain.id)


def _losses(state: State, sequence: Sequence, bargain: Bargain) -> tuple[Loss, ...]:
    loser = state.characters[bargain.loser]
    agreed = tuple(loss_of(loser, item) for item in bargain.terms if item.kind == "form-loss")
    if bargain.absolute or state.options.consequential_after == "agreed-end-too":
        return (*agreed, *consequential_losses(state, exchange_of(sequence, bargain.id)))
    return agreed


def _leaves(bargain: Bargain) -> tuple[str, ...]:
    """Who leaves by an end agreed in mid-dice: unsaid, the loser of the pair's last exchange (WA-RD-18)."""
    if bargain.absolute:
        return ()
    named = tuple(dict.fromkeys(item.target for item in bargain.terms if item.kind == "leaves"))
    return named or (bargain.loser,)


def _change_sheet(play: Play[State], bargain: Bargain) -> None:
    loser = bargain.loser
    for item in bargain.terms:
        match item.kind:
            case "sheet-change":
                play.record(SheetMarked(who=loser, text=item.detail, rules=("WA-NEG-01",)))
            case "lose-strength" if item.target in play.state.characters[loser].strengths:
                play.record(StrengthLost(who=loser, strength=item.target, rules=("WA-NEG-01",)))
            case "death" if not play.state.characters[loser].dead:
                play.record(Died(who=loser, rules=("WA-CQ-07", "WA-NEG-01")))
            case _:
                pass


def insist_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For either side in mid-dice, and for the loser of an absolute result; its winner just picks (WA-NEG-02)."""
    found = [
        (b, who) for b, who in _sides(state, seat, sequence, "Ending the talk") if not b.absolute or who == b.loser
    ]
    if not found:
        raise Refused("pick-instead", "The winner ends the talk by picking exhausted or injured.", "WA-NEG-02")
    for bargain, who in found:
        name = state.characters[who].name
        yield Offer(
            do="insist",
            label=f"{name} stands on the default" if bargain.absolute else f"{name} would rather roll on",
            why="No more offers: exhausted or injured, and the winner picks."
            if bargain.absolute
            else "The talk is over.",
            fixed={"sequence": sequence.id, "bargain": bargain.id, "who": who},
            rules=("WA-NEG-02",) if bargain.absolute else ("WA-NEG-02", "WA-NEG-04"),
            about=sequence.id,
        )


def insist(play: Play[State], command: Insist) -> None:
    """End the talk: in mid-dice both roll on, else the winner is left to pick the harm."""
    bargain = play.state.sequences[command.sequence].bargains[command.bargain]
    closed = StoodOnDefault if bargain.absolute else RolledOn
    play.record(
        closed(sequence=command.sequence, bargain=bargain.id, who=command.who, rules=("WA-NEG-02", "WA-NEG-07"))
    )
    go_on(play, command.sequence)


def cut_off_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For the GM, when all in it agree to leave it there."""
    if not seat.guides:
        raise Refused("guide-only", "The GM ends a conflict that everyone agrees to leave.", "WA-RD-08")
    yield Offer(
        do="cut-off",
        label="Leave it there",
        why="Everyone in it agrees: no more dice, no harm, nothing owed.",
        fixed={"sequence": sequence.id},
        fields=(Write(name="reason", label="Why does it end?"),),
        rules=("WA-RD-08",),
        urgency="tool",
        about=sequence.id,
    )


def cut_off(play: Play[State], command: CutOff) -> None:
    """End the sequence as it stands."""
    play.record(
        SequenceEnded(sequence=command.sequence, how="cut-off", reason=command.reason.strip(), rules=("WA-RD-08",))
    )

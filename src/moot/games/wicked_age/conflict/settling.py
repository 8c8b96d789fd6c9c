"""Consequences: the default harm, dice going down the ladder, and who is out of the chapter by it."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import open_to
from moot.games.wicked_age.conflict.commands import Inflict, PickDie
from moot.games.wicked_age.conflict.events import FormCut, Harmed, LeftAction, Settled
from moot.games.wicked_age.conflict.flow import go_on
from moot.games.wicked_age.conflict.pool import form_title
from moot.games.wicked_age.conflict.whose import mine
from moot.games.wicked_age.sequence import Bargain, Cut, Exchange, Loss, Sequence
from moot.games.wicked_age.state import Character, State


def lowered(die: int, steps: int = 1) -> int:
    """`die` some steps down the ladder; a 0 stays 0 (WA-CQ-04, WA-RD-23)."""
    return book.LADDER[min(book.LADDER.index(die) + steps, len(book.LADDER) - 1)]


def harm_cuts(who: Character, harm: str) -> tuple[Cut, ...]:
    """What exhaustion or injury takes off `who` (WA-CQ-02, WA-CQ-03, WA-TRAP-11); dice at 0 are not named."""
    kind = book.HARM[harm]
    forms = kind.npc.forms if who.npc else kind.player.forms
    return tuple(
        Cut(form, place, die, lowered(die, kind.steps))
        for form in forms
        for place, die in enumerate(who.forms.get(form, ()))
        if die
    )


def consequential_losses(state: State, exchange: Exchange) -> tuple[Loss, ...]:
    """What the winner's consequential strengths take on top: those whose die was in the deciding roll (WA-RD-17)."""
    roll = exchange.standing if exchange.winner == exchange.mover else exchange.answer
    npc = state.characters[exchange.loser].npc
    pair: tuple[int, ...] = (0, 1) if state.options.consequential_npc == "both-dice" else ()
    return tuple(
        Loss(option.npc_form, pair, id_) if npc else Loss(option.form, (0,), id_)
        for id_ in roll.strengths
        if (strength := state.strengths.get(id_)) is not None
        for option in strength.consequences
    )


def exchange_of(sequence: Sequence, bargain: str) -> Exchange:
    """The exchange that a bargain is about."""
    return next(exchange for exchange in sequence.exchanges if exchange.id == bargain)


# ---------------------------------------------------------------- the default


def inflict_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For the winner of an absolute result (WA-CQ-01, WA-NEG-02)."""
    open_ = [bargain for bargain in sequence.bargains.values() if bargain.absolute and not bargain.agreed]
    owned = mine(state, seat, (bargain.winner for bargain in open_), "What the loser suffers", "WA-CQ-01")
    for bargain in open_:
        if bargain.winner in owned:
            loser = state.characters[bargain.loser]
            yield Offer(
                do="inflict",
                label=f"{loser.name} is exhausted or injured",
                why="You won outright, so you pick; anything you both like better can be agreed instead.",
                fixed={"sequence": sequence.id, "bargain": bargain.id},
                fields=(_harm_field(loser, open_to(loser, seat)),),
                rules=("WA-CQ-01", "WA-CQ-02", "WA-CQ-03"),
                urgency="must",
                about=sequence.id,
            )


def _harm_field(loser: Character, seen: bool) -> Choose:
    """Exhausted or injured, with what it takes: the dice themselves only where the sheet is `seen`."""
    choices: list[Choice] = []
    for harm, kind in book.HARM.items():
        forms = " and ".join(form_title(form).lower() for form in (kind.npc if loser.npc else kind.player).forms)
        cuts = "; ".join(cut_text(cut) for cut in harm_cuts(loser, harm)) or "nothing left to lose"
        choices.append(Choice(harm, kind.title, hint=cuts if seen else f"a die size off each die of {forms}"))
    return Choose(name="harm", label=f"{loser.name} is", choices=tuple(choices))


def cut_text(cut: Cut) -> str:
    """A cut as people read it: `directly d10 to d8`."""
    after = f"d{cut.after}" if cut.after else "nothing"
    return f"{form_title(cut.form).lower()} d{cut.before} to {after}"


def inflict(play: Play[State], command: Inflict) -> None:
    """Take the harm, then what consequential strengths take besides (WA-CQ-06)."""
    sequence = play.state.sequences[command.sequence]
    bargain = sequence.bargains[command.bargain]
    loser = play.state.characters[bargain.loser]
    play.record(
        Harmed(
            sequence=sequence.id,
            bargain=bargain.id,
            who=bargain.loser,
            by=bargain.winner,
            harm=command.harm,
            cuts=harm_cuts(loser, command.harm),
            losses=consequential_losses(play.state, exchange_of(sequence, bargain.id)),
            rules=("WA-CQ-01", "WA-CQ-03" if loser.npc else "WA-CQ-02", "WA-CQ-04"),
        )
    )
    check_zeros(play, bargain.loser)
    work_off(play, sequence.id, bargain.id)


# ---------------------------------------------------------------- losses owed


def work_off(play: Play[State], sequence: str, bargain: str) -> None:
    """Take the losses that a settlement owes, one by one, as far as nobody has to pick a die; then it is settled."""
    while (deal := play.state.sequences[sequence].bargains[bargain]).owed:
        places = _places(play.state.characters[deal.loser], deal.owed[0])
        if places is None:
            return
        _take(play, sequence, deal, places)
    play.record(Settled(sequence=sequence, bargain=bargain, rules=("WA-DICE-20",) if deal.absolute else ("WA-NEG-04",)))
    go_on(play, sequence)


def _places(loser: Character, loss: Loss) -> tuple[int, ...] | None:
    """Which dice of the form `loss` takes; None if somebody has to pick one of a pair (WA-RD-10, WA-RD-11)."""
    dice = loser.forms.get(loss.form, ())
    left = tuple(place for place, die in enumerate(dice) if die)
    if loss.places:
        return tuple(place for place in left if place in loss.places)
    if len({dice[place] for place in left}) > 1:
        return None
    return left[:1]


def _take(play: Play[State], sequence: str, deal: Bargain, places: tuple[int, ...]) -> None:
    loss = deal.owed[0]
    dice = play.state.characters[deal.loser].forms.get(loss.form, ())
    cuts = tuple(Cut(loss.form, place, dice[place], lowered(dice[place])) for place in places)
    rules = (
        ("WA-CQ-06", "WA-STR-09", "WA-RD-10", "WA-RD-17") if loss.strength else ("WA-NEG-01", "WA-CQ-04", "WA-RD-11")
    )
    play.record(FormCut(sequence=sequence, bargain=deal.id, who=deal.loser, loss=loss, cuts=cuts, rules=rules))
    check_zeros(play, deal.loser)


def check_zeros(play: Play[State], who: str) -> None:
    """Two dice at 0 put a character out of the chapter, in mid-sequence too (WA-CQ-05, WA-RD-23, WA-TRAP-12)."""
    character = play.state.characters[who]
    if character.zeros >= book.OUT_AT and not character.gone and not character.dead:
        play.record(LeftAction(who=who, rules=("WA-CQ-05", "WA-RD-23")))


def pick_die_offers(state: State, seat: Seat, sequence: Sequence) -> Iterator[Offer]:
    """For the loser's owner, where one die of an NPC's pair has to go down (WA-RD-10, WA-RD-11)."""
    waiting = [bargain for bargain in sequence.bargains.values() if bargain.owed]
    if not waiting:
        raise Refused("nothing-owed", "No die has to be picked.", "WA-RD-11")
    owned = mine(state, seat, (bargain.loser for bargain in waiting), "Which die goes down", "WA-RD-11")
    for bargain in waiting:
        if bargain.loser in owned:
            loss, loser = bargain.owed[0], state.characters[bargain.loser]
            yield Offer(
                do="pick-die",
                label=f"{loser.name} loses a die size off {form_title(loss.form).lower()}",
                why="One die of the pair goes down a step, and you say which.",
                fixed={"sequence": sequence.id, "bargain": bargain.id},
                fields=(_die_field(loser, loss),),
                rules=("WA-RD-10",) if loss.strength else ("WA-RD-11",),
                urgency="must",
                about=sequence.id,
            )


def _die_field(loser: Character, loss: Loss) -> Choose:
    dice = loser.forms.get(loss.form, ())
    left = [place for place, die in enumerate(dice) if die]
    choices = tuple(Choice(str(place), f"the d{dice[place]}", dice=(dice[place],)) for place in left)
    larger = (str(max(left, key=lambda place: dice[place])),) if loss.strength else ()
    return Choose(name="die", label="Which die?", choices=choices, default=larger)


def pick_die(play: Play[State], command: PickDie) -> None:
    """Take the loss off the die that was picked, and go on with what is owed."""
    deal = play.state.sequences[command.sequence].bargains[command.bargain]
    _take(play, command.sequence, deal, (int(command.die),))
    work_off(play, command.sequence, command.bargain)

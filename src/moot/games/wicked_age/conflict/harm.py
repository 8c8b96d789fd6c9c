"""Consequences: the default harm, and dice going down the ladder until nothing is owed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from moot.core import Choice, Choose, Line, Part, Play, Refused, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import open_to
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.leaving import check_zeros
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.frames import befell
from moot.games.wicked_age.sequence import Bargain, Cut, Exchange, Loss, Sequence
from moot.games.wicked_age.state import Character, State
from moot.kit.people import label_for
from moot.kit.tracks import stepped


def lowered(die: int, steps: int = 1) -> int:
    """`die` some steps down the ladder; a 0 stays 0 (WA-CQ-04, WA-RD-23)."""
    return stepped(book.LADDER, die, steps)


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
        for option in strength.taken("loss")
    )


def with_cuts(state: State, who: str, cuts: Iterable[Cut]) -> State:
    """`state` with dice of `who` gone down."""
    forms = dict(state.characters[who].forms)
    for one in cuts:
        dice = list(forms[one.form])
        dice[one.place] = one.after
        forms[one.form] = tuple(dice)
    return state.with_character(who, forms=forms)


def _cut_text(cut: Cut) -> str:
    """A cut as people read it: `directly d10 to d8`."""
    after = f"d{cut.after}" if cut.after else "nothing"
    return f"{book.form_title(cut.form).lower()} d{cut.before} to {after}"


def _cuts_text(cuts: tuple[Cut, ...], otherwise: str) -> str:
    return "; ".join(_cut_text(cut) for cut in cuts) or otherwise


class Inflict(InSequence, tag="inflict"):
    """Take the default: the loser is exhausted or injured (WA-CQ-01)."""

    rules, urgency = ("WA-CQ-01", "WA-CQ-02", "WA-CQ-03"), "must"
    stands_in = True
    bargain: str
    harm: book.Harm

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the winner of an absolute result; it stands for the bargain and its exchange (WA-CQ-01, WA-NEG-02)."""
        open_ = [bargain for bargain in sequence.bargains.values() if bargain.absolute and not bargain.agreed]
        owned = mine_among(state, seat, (bargain.winner for bargain in open_), "What the loser suffers")
        for bargain in open_:
            if bargain.winner in owned:
                loser = state.characters[bargain.loser]
                field = _harm_field(loser, open_to(loser, seat))
                won = label_for(state, bargain.winner, "You won", "{} won")
                why = f"{won} outright, so you pick; anything you both like better can be agreed instead."
                label = label_for(state, bargain.winner, f"Say what {loser.name} suffers")
                both = (bargain, sequence.exchange(bargain.id))
                yield cls.offer_in(sequence, both, label, why, field, bargain=bargain.id)

    def act(self, play: Play[State], of: tuple[Bargain, Exchange]) -> None:
        """Take the harm, then what consequential strengths take besides (WA-CQ-06)."""
        bargain, exchange = of
        loser = play.state.characters[bargain.loser]
        play.record(
            Harmed(
                sequence=self.sequence,
                bargain=bargain.id,
                who=bargain.loser,
                by=bargain.winner,
                harm=self.harm,
                cuts=harm_cuts(loser, self.harm),
                losses=consequential_losses(play.state, exchange),
                rules=("WA-CQ-01", "WA-CQ-03" if loser.npc else "WA-CQ-02", "WA-CQ-04"),
            )
        )
        check_zeros(play, loser.id)
        work_off(play, self.sequence, bargain.id)


def _harm_field(loser: Character, seen: bool) -> Choose:
    """Exhausted or injured, with what it takes: the dice themselves only where the sheet is `seen`."""
    choices: list[Choice] = []
    for harm, kind in book.HARM.items():
        forms = " and ".join(book.form_title(form).lower() for form in (kind.npc if loser.npc else kind.player).forms)
        cuts = _cuts_text(harm_cuts(loser, harm), "nothing left to lose")
        choices.append(Choice(harm, kind.title, hint=cuts if seen else f"a die size off each die of {forms}"))
    return Choose(name="harm", label=f"{loser.name} is", choices=tuple(choices))


class Harmed(OfSequence, tag="harmed"):
    """The loser took the default harm; `losses` are what consequential strengths take on top."""

    bargain: str
    who: str
    by: str
    harm: book.Harm
    cuts: tuple[Cut, ...]
    losses: tuple[Loss, ...] = ()

    def evolve(self, state: State) -> State:
        settled = state.sequences[self.sequence].with_bargain(self.bargain, agreed=True, owed=self.losses)
        return with_sequence(with_cuts(state, self.who, self.cuts), settled)

    def line(self, state: State) -> Line:
        text = f"{state.name(self.who)} is {book.HARM[self.harm].title.lower()}"
        fact = befell(state, "hurt", self.who, text, cuts=self.cuts, of=self.sequence)
        return Line("sheet", f"{text}: {_cuts_text(self.cuts, 'nothing was left to lose')}.", facts=(fact,))


def work_off(play: Play[State], sequence: str, bargain: str) -> None:
    """Take the losses that a bargain owes, one by one, as far as nobody has to pick a die; then it is settled."""
    while (deal := play.state.sequences[sequence].bargains[bargain]).owed:
        places = _places(play.state.characters[deal.loser], deal.owed[0])
        if places is None:
            return
        _take(play, sequence, deal, places)
    play.record(Settled(sequence=sequence, bargain=bargain, rules=("WA-DICE-20",) if deal.absolute else ("WA-NEG-04",)))


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


class PickDie(InSequence, tag="pick-die"):
    """Say which die of an NPC's pair goes down (WA-RD-10, WA-RD-11)."""

    rules, urgency = ("WA-RD-11",), "must"
    stands_in = True
    bargain: str
    die: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the loser's owner, where one die of an NPC's pair has to go down; it stands for the bargain."""
        waiting = [bargain for bargain in sequence.bargains.values() if bargain.owed]
        if not waiting:
            raise Refused("nothing-owed", "No die has to be picked.")
        owned = mine_among(state, seat, (bargain.loser for bargain in waiting), "Which die goes down")
        why = "One die of the pair goes down a step, and you say which."
        for bargain in waiting:
            if bargain.loser in owned:
                loss, loser = bargain.owed[0], state.characters[bargain.loser]
                label = f"{loser.name} loses a die size off {book.form_title(loss.form).lower()}"
                rules = ("WA-RD-10",) if loss.strength else cls.rules
                field = _die_field(loser, loss)
                yield cls.offer_in(sequence, bargain, label, why, field, rules=rules, bargain=bargain.id)

    def act(self, play: Play[State], of: Bargain) -> None:
        """Take the loss off the die that was picked, and go on with what is owed."""
        _take(play, self.sequence, of, (int(self.die),))
        work_off(play, self.sequence, of.id)


def _die_field(loser: Character, loss: Loss) -> Choose:
    dice = loser.forms.get(loss.form, ())
    left = [place for place, die in enumerate(dice) if die]
    choices = tuple(Choice(str(place), f"the d{dice[place]}", dice=(dice[place],)) for place in left)
    larger = (str(max(left, key=lambda place: dice[place])),) if loss.strength else ()
    return Choose(name="die", label="Which die?", choices=choices, default=larger)


class FormCut(OfSequence, tag="form-cut"):
    """The next loss that a bargain owes was taken: `cuts` says off which dice (none if they were at 0 already)."""

    bargain: str
    who: str
    loss: Loss
    cuts: tuple[Cut, ...] = ()

    def evolve(self, state: State) -> State:
        sequence = state.sequences[self.sequence]
        less = sequence.with_bargain(self.bargain, owed=sequence.bargains[self.bargain].owed[1:])
        return with_sequence(with_cuts(state, self.who, self.cuts), less)

    def line(self, state: State) -> Line:
        who = state.name(self.who)
        if not self.cuts:
            return Line("sheet", f"{who} has no die of {book.form_title(self.loss.form).lower()} left to lose.")
        strength = state.strengths.get(self.loss.strength)
        why = f" to {strength.name}" if strength else ""
        text, note = f"{who} loses{why or ' a die size'}", "" if why else "As they agreed"
        fact = befell(state, "hurt", self.who, text, cuts=self.cuts, note=note, of=self.sequence)
        return Line("sheet", f"{who} loses{why}: {_cuts_text(self.cuts, '')}.", facts=(fact,))


class Settled(OfSequence, tag="settled"):
    """Nothing is open between winner and loser any more."""

    silent = True
    bargain: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return sequence.without_bargain(self.bargain)


HARM: Final[Part[State]] = Part(Inflict, PickDie, Harmed, FormCut, Settled)

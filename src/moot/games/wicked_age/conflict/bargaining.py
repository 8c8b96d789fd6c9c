"""Talk between winner and loser: terms, counter-terms, and the default that ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from moot.core import Fact, Item, Line, Part, Play, Refused, Seat
from moot.games.wicked_age.book import TERMS
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.harm import consequential_losses, work_off
from moot.games.wicked_age.conflict.people import mine_among, seen
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.conflict.terms import about, come_true, loss_of, terms_field, terms_text
from moot.games.wicked_age.frames import befell
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.sequence import Bargain, Loss, Sequence
from moot.games.wicked_age.state import State


def _sides(state: State, seat: Seat, sequence: Sequence, what: str) -> Iterator[tuple[Bargain, str]]:
    """Every open bargain, with each of its sides that `seat` speaks for. Raises Refused without any."""
    open_ = [bargain for bargain in sequence.bargains.values() if not bargain.closed and not bargain.agreed]
    if not open_:
        raise Refused("no-talk", "There is nothing to bargain about now.", "WA-NEG-04")
    both = [(bargain, who) for bargain in open_ for who in (bargain.winner, bargain.loser)]
    owned = mine_among(state, seat, (who for _, who in both), what, "WA-NEG-07")
    return ((bargain, who) for bargain, who in both if who in owned)


class Propose(InSequence, tag="propose"):
    """Put terms on the table, or other terms in their place (WA-NEG-07)."""

    rules = ("WA-NEG-01", "WA-NEG-03", "WA-NEG-07")
    bargain: str
    who: str
    terms: tuple[Item, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For winner and loser alike, as often as they like."""
        for bargain, who in _sides(state, seat, sequence, "Making an offer"):
            label = f"{state.characters[who].name} makes {'another' if bargain.terms else 'an'} offer"
            field = terms_field(state, seat, sequence, bargain)
            yield cls.offer_in(sequence, None, label, _default(state, bargain, who), field, bargain=bargain.id, who=who)

    def act(self, play: Play[State], of: None) -> None:
        """Put terms on the table, in place of what lay there; a strength that they name is shown."""
        reveal(play, *_strengths(self.terms))
        rules = ("WA-NEG-01", "WA-NEG-07")
        play.record(Proposed(sequence=self.sequence, bargain=self.bargain, who=self.who, terms=self.terms, rules=rules))


def _default(state: State, bargain: Bargain, who: str) -> str:
    """What happens without an agreement, as one side is told it."""
    winner, loser = state.characters[bargain.winner].name, state.characters[bargain.loser].name
    if not bargain.absolute:
        return f"You may agree an end now. Failing that the dice go on, {winner} with the advantage."
    if who == bargain.loser:
        return f"Offer what {winner} likes better than your dice. Failing that, you are exhausted or injured."
    npc = " For an NPC death is often the kinder end." if state.characters[bargain.loser].npc else ""
    return f"Ask for what you were after. Failing that, {loser} is exhausted or injured.{npc}"


def _strengths(terms: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(item.target for item in about("strength", terms))


class Proposed(OfSequence, tag="proposed"):
    """Terms lie on the table; a strength that they name has been seen."""

    bargain: str
    who: str
    terms: tuple[Item, ...]

    def evolve(self, state: State) -> State:
        sequence = state.sequences[self.sequence]
        loser = sequence.bargains[self.bargain].loser
        lies = sequence.with_bargain(self.bargain, terms=self.terms, by=self.who)
        return with_sequence(seen(state, loser, _strengths(self.terms)), lies)

    def line(self, state: State) -> Line:
        loser = state.sequences[self.sequence].bargains[self.bargain].loser
        return Line(kind="move", who=state.name(self.who), text=f"offers: {terms_text(state, loser, self.terms)}.")


class Accept(InSequence, tag="accept"):
    """Take the terms that lie on the table."""

    rules = ("WA-NEG-07", "WA-CQ-01")
    bargain: str
    who: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether there are terms on the table."""
        return any(bargain.terms for sequence in state.running for bargain in sequence.bargains.values())

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the side that was offered the terms; it stands for the bargain and the sequence."""
        for bargain, who in _sides(state, seat, sequence, "Accepting terms"):
            if bargain.terms and who != bargain.by:
                label = f"{state.characters[who].name} accepts"
                yield cls.offer_in(sequence, (bargain, sequence), label, bargain=bargain.id, who=who)
        yield Refused("no-terms", "Nobody has offered you terms.")

    def act(self, play: Play[State], of: tuple[Bargain, Sequence]) -> None:
        """Let the terms come true; what they owe in dice is taken first, consequential losses after (WA-CQ-06)."""
        bargain, sequence = of
        rules = ("WA-NEG-01", "WA-CQ-01") if bargain.absolute else ("WA-NEG-01", "WA-NEG-04", "WA-RD-18")
        play.record(Agreed(
            sequence=self.sequence, bargain=bargain.id, winner=bargain.winner, loser=bargain.loser, terms=bargain.terms,
            losses=_losses(play.state, sequence, bargain), leaves=_leaves(bargain), rules=rules,
        ))
        for item in bargain.terms:
            come_true(play, bargain.loser, item)
        work_off(play, self.sequence, bargain.id)


def _losses(state: State, sequence: Sequence, bargain: Bargain) -> tuple[Loss, ...]:
    loser = state.characters[bargain.loser]
    agreed = tuple(loss_of(loser, item) for item in about("form", bargain.terms))
    if bargain.absolute or state.options.consequential_after == "agreed-end-too":
        return (*agreed, *consequential_losses(state, sequence.exchange(bargain.id)))
    return agreed


def _leaves(bargain: Bargain) -> tuple[str, ...]:
    """Who leaves by an end agreed in mid-fight: unsaid, the loser of the pair's last exchange (WA-RD-18)."""
    if bargain.absolute:
        return ()
    named = tuple(dict.fromkeys(item.target for item in about("fighter", bargain.terms)))
    return named or (bargain.loser,)


class Agreed(OfSequence, tag="agreed"):
    """Winner and loser settled on terms; `losses` are dice yet to be cut, `leaves` who goes out by it."""

    bargain: str
    winner: str
    loser: str
    terms: tuple[Item, ...]
    losses: tuple[Loss, ...] = ()
    leaves: tuple[str, ...] = ()

    def unfold(self, sequence: Sequence) -> Sequence:
        settled = sequence.with_bargain(self.bargain, agreed=True, owed=self.losses)
        for who in self.leaves:
            settled = settled.with_fighter(who, stands="left")
        return settled.tidy() if self.leaves else settled

    def line(self, state: State) -> Line:
        text = f"{state.name(self.winner)} and {state.name(self.loser)} agree: "
        text += terms_text(state, self.loser, self.terms)
        if self.leaves:
            text += f". {all_called(state, self.leaves)} {'is' if len(self.leaves) == 1 else 'are'} out of the conflict"
        more = tuple(dict.fromkeys(rule for item in self.terms for rule in TERMS[item.kind].rules))
        facts = tuple(self._agreed(state))
        return Line("result", f"{text}.", rules=(*self.rules, *more) if more else (), facts=facts)

    def _agreed(self, state: State) -> Iterator[Fact]:
        """The terms as cards; what goes off a sheet says so itself."""
        note = f"As {all_called(state, (self.winner, self.loser))} agreed"
        for item in self.terms:
            if TERMS[item.kind].told:
                text = terms_text(state, self.loser, (item,)).rstrip(".")
                yield befell(state, "fact", self.loser, text, note=note, of=self.sequence)


class Insist(InSequence, tag="insist"):
    """End the talk: roll on in mid-fight, otherwise stand on exhausted or injured (WA-NEG-02)."""

    rules = ("WA-NEG-02",)
    stands_in = True
    bargain: str
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For either side in mid-fight, and for the loser of an absolute result; its winner just picks."""
        for bargain, who in _sides(state, seat, sequence, "Ending the talk"):
            name = state.characters[who].name
            more: dict[str, Any] = {"bargain": bargain.id, "who": who}
            if not bargain.absolute:
                rules, label = ("WA-NEG-02", "WA-NEG-04"), f"{name} would rather roll on"
                yield cls.offer_in(sequence, bargain, label, "The talk is over.", rules=rules, **more)
            elif who == bargain.loser:
                why = "No more offers: exhausted or injured, and the winner picks."
                yield cls.offer_in(sequence, bargain, f"{name} makes no deal", why, **more)
        yield Refused("pick-instead", "The winner ends the talk by picking exhausted or injured.")

    def act(self, play: Play[State], of: Bargain) -> None:
        """End the talk: in mid-fight both roll on, otherwise the winner is left to pick the harm."""
        closed = StoodOnDefault if of.absolute else RolledOn
        play.record(closed(sequence=self.sequence, bargain=of.id, who=self.who, rules=("WA-NEG-02", "WA-NEG-07")))


class StoodOnDefault(OfSequence, tag="stood-on-default"):
    """The loser closed the talk: it will be exhausted or injured."""

    sentence = ("result", "{who} would rather be exhausted or injured.")
    bargain: str
    who: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return sequence.with_bargain(self.bargain, closed=True, terms=(), by="")


class RolledOn(OfSequence, tag="rolled-on"):
    """A pair closed its talk in mid-fight and rolls on."""

    sentence = ("result", "{who} would rather roll on.")
    bargain: str
    who: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return sequence.without_bargain(self.bargain)


BARGAINING: Final[Part[State]] = Part(Accept, Propose, Insist, Proposed, Agreed, StoodOnDefault, RolledOn)

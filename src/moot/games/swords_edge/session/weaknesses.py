"""Weaknesses at play: invoked in a Test, or as a temptation, for Luck (SE-WEAK-02, SE-WEAK-03)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, no_watchers
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import SCENE, State, Temptation


class Weak(NamedTuple):
    """Somebody else's Weakness, and who pays for bringing it up: a seat, the pool or the bank."""

    who: Character
    quality: Quality
    source: str


def _source(state: State, seat: Seat) -> str:
    """Who pays when `seat` invokes a Weakness (SE-WEAK-07, SE-ERR-31): the invoker, or the bank. Raises Refused if the
    payer has nothing (SE-RD-30)."""
    if seat.plays and state.options.weakness_luck == "invoker-pays":
        if not state.luck.get(seat.id, 0):
            raise Refused("no-luck", "Invoking a Weakness costs you a Luck, and you have none.", "SE-RD-30")
        return seat.id
    if state.options.communal and not state.pool:
        raise Refused("pool-empty", "The pool is empty.", "SE-RD-40")
    return "pool" if state.options.communal else "bank"


def _others(state: State, seat: Seat) -> list[Weak]:
    """Weaknesses that `seat` could invoke: those of other people's characters (SE-WEAK-07)."""
    source = _source(state, seat)
    found = [
        Weak(who, quality, source)
        for who in state.cast()
        if who.able and who.player != seat.id
        for quality in who.counting("invoked")
        if quality.drags
    ]
    if not found:
        raise Refused("no-weakness", "Nobody else has a Weakness to invoke.", "SE-WEAK-01")
    return found


class WeaknessInvoked(Event[State], tag="weakness-invoked"):
    """A Weakness counts in its owner's next Test with its Trait; `source` pays `luck` for it."""

    by: str
    who: str
    weakness: str
    luck: int = 0
    source: str = "bank"

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        invoked = state.with_pc(who.id, invoked=(*who.invoked, self.weakness))
        return moved(invoked, self.source, who.player, self.luck)

    def line(self, state: State) -> Line:
        what = f"{state.named(self.who)}’s {state.quality_name(self.who, self.weakness)}"
        return Line("move", f"{state.named(self.by)} invokes {what}: a Luck for it.")


class InvokeWeakness(OfCharacter, tag="invoke-weakness"):
    """Say that a Weakness bears on what its owner tries next (SE-WEAK-02)."""

    when, rules, urgency = SCENE, ("SE-WEAK-02", "SE-WEAK-04", "SE-WEAK-07", "SE-RD-30"), "tool"
    giver = no_watchers("invoke Weaknesses")
    weakness: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for weak in _others(state, seat):
            who, quality, source = weak
            if state.testing(who.id):
                yield Refused("in-test", f"{who.name}’s dice lie on the table already.", "SE-RD-30")
            elif quality.id in who.invoked:
                yield Refused("invoked-already", f"{quality.name} counts in their next Test already.", "SE-RD-30")
            else:
                on = f"{ladder.signed(who.worth(quality))} on the next {ladder.title(quality.trait)} Test"
                cost = "It costs you a Luck" if source == seat.id else "It costs you nothing"
                label, why = f"Invoke {who.name}’s {quality.name}", f"{on}, and a Luck for the player. {cost}."
                yield cls.offer_of(who, label, why, weakness=quality.id, of=weak)

    def enact(self, play: Play[State], weak: Weak) -> None:
        rules = ("SE-WEAK-02", "SE-ERR-31")
        by, who, what = play.seat.id, weak.who.id, weak.quality.id
        play.record(WeaknessInvoked(by=by, who=who, weakness=what, luck=1, source=weak.source, rules=rules))


class Tempted(Event[State], tag="tempted"):
    """A Weakness leads its owner astray; `source` paid for it."""

    temptation: Temptation
    source: str

    def evolve(self, state: State) -> State:
        tempted = replace(state, temptations=(*state.temptations, self.temptation), ids=state.ids + 1)
        return moved(tempted, self.source, state.characters[self.temptation.who].player, 1)

    def line(self, state: State) -> Line:
        who, what = self.temptation.who, self.temptation.weakness
        return Line("move", f"{state.quality_name(who, what)} tempts {state.named(who)}, for a Luck.")


class Tempt(OfCharacter, tag="tempt"):
    """Let a Weakness lead its owner astray (SE-WEAK-03)."""

    when, rules, urgency = SCENE, ("SE-WEAK-03", "SE-WEAK-04", "SE-WEAK-07"), "tool"
    giver = no_watchers("tempt anybody")
    weakness: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for weak in _others(state, seat):
            who, quality, source = weak
            if any(t.weakness == quality.id for t in state.temptations):
                yield Refused("tempts-already", f"What {quality.name} does to {who.name} is still to be told.")
                continue
            why = f"A Luck{' of yours' if source == seat.id else ''} to the player, who tells what comes of it."
            yield cls.offer_of(who, f"{quality.name} tempts {who.name}", why, weakness=quality.id, of=weak)

    def enact(self, play: Play[State], weak: Weak) -> None:
        temptation = Temptation(play.state.next_id, weak.who.id, weak.quality.id, play.seat.id)
        play.record(Tempted(temptation=temptation, source=weak.source, rules=("SE-WEAK-03", "SE-WEAK-07")))


class TemptationTold(Event[State], tag="temptation-told"):
    """Somebody said what a Weakness did."""

    temptation: str
    by: str
    who: str
    weakness: str
    text: str

    def evolve(self, state: State) -> State:
        return replace(state, temptations=tuple(t for t in state.temptations if t.id != self.temptation))

    def line(self, state: State) -> Line:
        text = f"{state.quality_name(self.who, self.weakness)} and {state.named(self.who)}:"
        return Line("story", text, quote=self.text)


class TellTemptation(Command[State], tag="tell-temptation"):
    """Say what the Weakness did."""

    when, rules, urgency, while_any = SCENE, ("SE-WEAK-03",), ("must", "tool"), "temptations"
    giver = no_watchers("tell it")
    temptation: str
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for temptation in state.temptations:
            who = state.characters[temptation.who]
            own = who.player == seat.id
            if (own or seat.id == temptation.by) and who.has(temptation.weakness):
                label = f"What does {who.quality(temptation.weakness).name} do to {who.name}?"
                resist = "To resist, the GM sets an obstacle for Charisma or Cunning."
                why = resist if own else f"If {who.name}’s player cannot tell it, you may."
                asked: Urgency = "must" if own else "tool"
                text, of = Write(name="text", label="What happens?", lines=2, most=1000), temptation.id
                yield cls.offer(temptation, label, why, text, about=who.id, urgency=asked, temptation=of)
        raise Refused("no-temptation", "No temptation of yours waits to be told.")

    def enact(self, play: Play[State], temptation: Temptation) -> None:
        who, what, by, text = temptation.who, temptation.weakness, play.seat.id, self.text.strip()
        of, rules = temptation.id, self.rules
        play.record(TemptationTold(temptation=of, by=by, who=who, weakness=what, text=text, rules=rules))


WEAKNESSES: Final[Part[State]] = Part(InvokeWeakness, Tempt, TellTemptation, WeaknessInvoked, Tempted, TemptationTold)

"""Weaknesses at play: invoked in a Test, or as a temptation, for Luck (SE-WEAK-02, SE-WEAK-03); and Pivots touched."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State, Temptation
from moot.games.swords_edge.whose import needs_part

_SCENE = frozenset({"scene"})


def _source(state: State, seat: Seat) -> str:
    """Who pays when `seat` invokes a Weakness (SE-WEAK-07, SE-ERR-31): the invoker, or the bank.

    Raises Refused if the payer has nothing (SE-RD-30).
    """
    if seat.plays and state.options.weakness_luck == "invoker-pays":
        if not state.luck.get(seat.id, 0):
            raise Refused("no-luck", "Invoking a Weakness costs you a Luck, and you have none.", "SE-RD-30")
        return seat.id
    if state.options.communal and not state.pool:
        raise Refused("pool-empty", "The pool is empty.", "SE-RD-40")
    return "pool" if state.options.communal else "bank"


def _others(state: State, seat: Seat) -> list[tuple[Character, Quality]]:
    """Weaknesses that `seat` could invoke: those of other people's characters (SE-WEAK-07)."""
    found = [
        (who, quality)
        for who in state.cast()
        if who.able and who.player != seat.id
        for quality in who.of("weakness")
        if quality.drags
    ]
    if not found:
        raise Refused("no-weakness", "Nobody else has a Weakness to invoke.", "SE-WEAK-01")
    return found


def _invoke_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "invoke Weaknesses", "SE-WEAK-02")
    source = _source(state, seat)
    for who, quality in _others(state, seat):
        if state.testing(who.id) or quality.id in who.invoked:
            continue
        cost = "It costs you a Luck" if source == seat.id else "It costs you nothing"
        yield Offer(
            do="invoke-weakness",
            label=f"Invoke {who.name}’s {quality.name}",
            why=(
                f"{ladder.signed(who.worth(quality))} on the next {ladder.title(quality.trait)} Test, and a Luck for "
                f"the player. {cost}."
            ),
            fixed={"who": who.id, "weakness": quality.id},
            rules=("SE-WEAK-02", "SE-WEAK-04", "SE-WEAK-07", "SE-RD-30"),
            urgency="tool",
            about=who.id,
        )


def _invoke(play: Play[State], command: c.InvokeWeakness) -> None:
    source = _source(play.state, play.seat)
    play.record(
        e.WeaknessInvoked(
            by=play.seat.id,
            who=command.who,
            weakness=command.weakness,
            luck=1,
            source=source,
            rules=("SE-WEAK-02", "SE-ERR-31"),
        )
    )


def _tempt_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "tempt anybody", "SE-WEAK-03")
    source = _source(state, seat)
    for who, quality in _others(state, seat):
        if any(t.weakness == quality.id for t in state.temptations):
            continue
        yield Offer(
            do="tempt",
            label=f"{quality.name} tempts {who.name}",
            why=f"{'A Luck of yours' if source == seat.id else 'A Luck'} to the player, who tells what comes of it.",
            fixed={"who": who.id, "weakness": quality.id},
            rules=("SE-WEAK-03", "SE-WEAK-04", "SE-WEAK-07"),
            urgency="tool",
            about=who.id,
        )


def _tempt(play: Play[State], command: c.Tempt) -> None:
    source = _source(play.state, play.seat)
    temptation = Temptation(play.state.next_id, command.who, command.weakness, play.seat.id)
    play.record(e.Tempted(temptation=temptation, source=source, rules=("SE-WEAK-03", "SE-WEAK-07")))


def _tell_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "tell it", "SE-WEAK-03")
    due = [t for t in state.temptations if seat.id in (t.by, state.characters[t.who].player)]
    due = [t for t in due if state.characters[t.who].has(t.weakness)]
    if not due:
        raise Refused("no-temptation", "No temptation of yours waits to be told.", "SE-WEAK-03")
    for temptation in due:
        who = state.characters[temptation.who]
        own = who.player == seat.id
        yield Offer(
            do="tell-temptation",
            label=f"What does {who.quality(temptation.weakness).name} do to {who.name}?",
            why="To resist, the GM sets an obstacle for Charisma or Cunning."
            if own
            else f"If {who.name}’s player cannot tell it, you may.",
            fixed={"temptation": temptation.id},
            fields=(Write(name="text", label="What happens?", lines=2, most=1000),),
            rules=("SE-WEAK-03",),
            urgency="must" if own else "tool",
            about=who.id,
        )


def _tell(play: Play[State], command: c.TellTemptation) -> None:
    temptation = next(t for t in play.state.temptations if t.id == command.temptation)
    play.record(
        e.TemptationTold(
            temptation=temptation.id,
            by=play.seat.id,
            who=temptation.who,
            weakness=temptation.weakness,
            text=command.text.strip(),
            rules=("SE-WEAK-03",),
        )
    )


def _touch_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "say what touches a Pivot", "SE-PIV-02")
    found = [
        (who, pivot)
        for who in state.cast()
        if seat.guides or who.player == seat.id
        for pivot in who.pivots
        if pivot.id not in who.touched
    ]
    if not found:
        raise Refused("no-pivot", "There is no Pivot left to touch.", "SE-PIV-02")
    for who, pivot in found:
        spare = " One Advancement a scene is all: this one is for the record." if who.touched else ""
        yield Offer(
            do="touch-pivot",
            label=f"This touches “{pivot.text}”",
            why=f"{who.name} earns an Advancement.{spare}",
            fixed={"who": who.id, "pivot": pivot.id},
            rules=("SE-PIV-02", "SE-ADV-01", "SE-ERR-29"),
            urgency="tool",
            about=who.id,
        )


def _touch(play: Play[State], command: c.TouchPivot) -> None:
    who = play.state.characters[command.who]
    text = next(pivot.text for pivot in who.pivots if pivot.id == command.pivot)
    play.record(e.PivotTouched(who=who.id, pivot=command.pivot, text=text, rules=("SE-PIV-02",)))
    if play.state.options.pivot_award == "at-once" and not who.touched:
        play.record(e.AdvancementEarned(who=who.id, rules=("SE-PIV-02", "SE-ADV-01", "SE-ERR-29")))


VERBS = (
    Verb(c.InvokeWeakness, _SCENE, _invoke_offers, _invoke),
    Verb(c.Tempt, _SCENE, _tempt_offers, _tempt),
    Verb(c.TellTemptation, _SCENE, _tell_offers, _tell),
    Verb(c.TouchPivot, _SCENE, _touch_offers, _touch),
)

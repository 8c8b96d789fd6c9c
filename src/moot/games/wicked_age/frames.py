"""Chapters and fights as they begin and end, and what happened to whom, as cards show it."""

from __future__ import annotations

from collections.abc import Iterable

from moot.core import Change, Face, Fact, Frame
from moot.core.frames import FactKind
from moot.games.wicked_age import oracles
from moot.games.wicked_age.book import form_title
from moot.games.wicked_age.cast import all_called, known, seat_of, undertaking
from moot.games.wicked_age.owe_list import oldest
from moot.games.wicked_age.sequence import Cut, Sequence
from moot.games.wicked_age.state import Character, State
from moot.kit.people import seat_name

_ROUNDS = {1: "one round", 2: "two rounds", 3: "three rounds"}


def befell(
    state: State,
    kind: FactKind,
    who: str,
    text: str,
    *,
    cuts: Iterable[Cut] = (),
    note: str = "",
    of: str = "",
) -> Fact:
    """What changed for a character; `cuts` are the dice that went down, `of` is the fight's id."""
    changes = tuple(Change(form_title(cut.form).lower(), cut.before, cut.after) for cut in cuts)
    seat = _seat(state, who)
    return Fact(kind=kind, text=text, who=state.name(who), seat=seat, note=note, changes=changes, of=of)


def chapter_begins(state: State) -> Frame:
    """The oracle's four cards, and who wants what (WA-BI-09)."""
    title = oracles.oracle(state, state.oracle).title if state.oracle else ""
    cards = (Fact(kind="fact", text=card.text, note=oracles.card_name(card.card)) for card in state.dealt)
    return Frame(
        kind="chapter",
        id=_chapter(state),
        lead=f"Chapter {state.chapter} begins",
        title=title,
        place=state.falls,
        people=tuple(_face(state, who, "; ".join(one.text for one in who.interests)) for who in known(state)),
        facts=tuple(cards),
    )


def chapter_over(state: State) -> Frame:
    """Whose name opens the next (WA-RD-26, WA-NEXT-01)."""
    coming: tuple[str, ...] = ()
    if first := oldest(state):
        coming = (f"{seat_name(state, first.player)} opens the next chapter with {state.name(first.character)}",)
    lead = f"Chapter {state.chapter} is over"
    return Frame(kind="recap", id=_chapter(state), lead=lead, next=coming)


def fight_begins(state: State, sequence: Sequence) -> Frame:
    """Who set about what, and who stands in the way, each with what they want of somebody in it."""
    people = tuple(state.characters[who] for who in sequence.fighters)
    return Frame(
        kind="scene",
        id=sequence.id,
        lead="It comes to dice",
        title=undertaking(state, sequence),
        people=tuple(_face(state, who, _wants(who, sequence.fighters)) for who in people),
    )


def fight_over(state: State, sequence: Sequence) -> Frame:
    """Who is left standing, and over whom."""
    rounds = f", after {_ROUNDS[sequence.round]}" if sequence.begun else ""
    up = sequence.standing
    out = (who for who in sequence.fighters if who not in up)
    faces = (_face(state, state.characters[who], up=who in up) for who in (*up, *out))
    return Frame(
        kind="over",
        id=sequence.id,
        lead=f"It is over{rounds}",
        title=undertaking(state, sequence),
        people=tuple(faces),
        facts=_won(state, sequence),
    )


def _won(state: State, sequence: Sequence) -> tuple[Fact, ...]:
    """The winner's card, where a fight was settled by dice, or of who had nobody against them (WA-ROLL-9)."""
    up = sequence.standing
    if sequence.ended == "no-roll" and sequence.actor in up:
        done = f"{state.name(sequence.actor)} carries it out"
        return (befell(state, "gain", sequence.actor, done, note="Nobody stands against it"),)
    if sequence.ended != "settled" or not up:
        return ()
    over = dict.fromkeys(one.loser for one in sequence.exchanges if one.absolute and one.winner in up)
    text = f"{all_called(state, up)} win{'s' if len(up) == 1 else ''}"
    deeds = (one.deed for one in reversed(sequence.exchanges) if one.mover == one.winner and one.mover in up)
    text = f"{text}, over {all_called(state, over)}" if over else text
    return (befell(state, "gain", up[0], text, note=next(deeds, "")),)


def _face(state: State, who: Character, says: str = "", *, up: bool = True) -> Face:
    return Face(who.id, who.name, _seat(state, who.id), says, up)


def _wants(who: Character, among: Iterable[str]) -> str:
    """Their best interest in somebody among these, if they have one (WA-BI-01)."""
    return next((one.text for one in who.interests if {*among} & {*one.about}), "")


def _seat(state: State, who: str) -> str:
    seat = seat_of(state, who)
    return seat.id if seat else ""


def _chapter(state: State) -> str:
    return f"chapter-{state.chapter}"

"""A chapter closes; a later one opens (WA-RD-26, WA-NEXT-01, WA-NEXT-04, WA-NEXT-06)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.core.blanks import Field
from moot.games.wicked_age.cast import called, needs_guide, needs_part, seated
from moot.games.wicked_age.chapters.commands import CloseChapter, OpenChapter
from moot.games.wicked_age.chapters.events import ChapterClosed, ChapterOpened
from moot.games.wicked_age.chapters.growth import grow
from moot.games.wicked_age.oracles import choices
from moot.games.wicked_age.owelist import fit, standing
from moot.games.wicked_age.state import Owed, State

_WHEN = (
    Choice("before", "Before the last chapter"),
    Choice("after", "After it"),
    Choice("far-away", "Far away from it"),
)


def oldest(state: State) -> Owed | None:
    """The name that opens the next chapter, unless it opens like the first (WA-NEXT-01)."""
    if state.options.opening_later == "fresh":
        return None
    return next((owed for owed in standing(state) if fit(state, state.characters[owed.character])), None)


def _close_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "closes the chapter, when the table agrees", "WA-RD-26")
    waiting = [sequence for sequence in state.sequences.values() if sequence.phase != "over"]
    if waiting:
        actors = ", ".join(called(state, sequence.actor) for sequence in waiting)
        message = f"Dice still wait to be rolled on (begun by {actors}): finish that first."
        raise Refused("sequence-waiting", message, "WA-RD-26")
    yield Offer(
        do="close-chapter",
        label="Close the chapter",
        why="When all agree that it is told. Names on the owe list wait for later chapters.",
        rules=("WA-RD-26", "WA-OWE-04"),
        urgency="tool",
    )


def _close(play: Play[State], command: CloseChapter) -> None:
    names = tuple(owed.character for owed in play.state.owe if not owed.struck)
    play.record(ChapterClosed(chapter=play.state.chapter, names=names, rules=("WA-RD-26", "WA-OWE-04")))


def _open_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "open chapters", "WA-NEXT-01")
    owed = oldest(state)
    if owed is None:
        yield Offer(
            do="open-chapter",
            fixed={"owed": ""},
            label="Open the next chapter",
            why="It opens like the first: an oracle, four cards, a new list of characters.",
            fields=_when_fields(_WHEN),
            rules=("WA-NEXT-01",),
        )
        return
    name = called(state, owed.character)
    if owed.player != seat.id:
        message = f"{name} has waited longest, so {seated(state, owed.player)} opens the next chapter."
        raise Refused("not-your-name", message, "WA-NEXT-01")
    who = state.characters[owed.character]
    dead = who.dead or who.doomed
    oracles = Choose(name="oracle", label="Which oracle", choices=choices(state))
    yield Offer(
        do="open-chapter",
        fixed={"owed": owed.id},
        label=f"Open the next chapter with {name}",
        why=f"Strikes the oldest name on the owe list: {name} is in it, and yours."
        + (f" {name} is dead, so it falls before." if dead else ""),
        fields=(*_when_fields(_WHEN[:1] if dead else _WHEN), oracles),
        rules=("WA-NEXT-01", *(("WA-NEXT-06",) if dead else ())),
        urgency="must",
        about=owed.character,
    )


def _when_fields(when: tuple[Choice, ...]) -> tuple[Field, ...]:
    return (
        Choose(name="when", label="When it falls", choices=when),
        Write(
            name="falls",
            label="In your words",
            hint="Ten years on, in the same town; long before, when the god was young.",
            least=0,
        ),
    )


def _open(play: Play[State], command: OpenChapter) -> None:
    state = play.state
    owed = next((one for one in state.owe if one.id == command.owed), None)
    play.record(
        ChapterOpened(
            seat=play.seat.id,
            chapter=state.chapter + 1,
            when=command.when,
            falls=command.falls.strip(),
            oracle=command.oracle,
            owed=command.owed,
            character=owed.character if owed else "",
            figure=state.next_id if owed else "",
            healed=state.options.healing == "heal",
            rules=("WA-NEXT-01", "WA-NEXT-05", "WA-NEXT-06", "WA-MAT-04", *(("WA-NEXT-02",) if owed else ())),
        )
    )
    if owed:
        grow(play, owed.character)


VERBS = (
    Verb(CloseChapter, frozenset({"play"}), _close_offers, _close),
    Verb(OpenChapter, frozenset({"between"}), _open_offers, _open),
)

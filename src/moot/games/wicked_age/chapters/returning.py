"""Who comes back in a later chapter, and in which order that is asked (WA-NEXT-01 to WA-NEXT-05, a house rule)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.wicked_age.cast import called, needs_guide, needs_player, seated, stock
from moot.games.wicked_age.chapters.commands import BringBack, PickNew, RecallNpc
from moot.games.wicked_age.chapters.events import BroughtBack, NewPicked, NpcRecalled
from moot.games.wicked_age.chapters.growth import grow
from moot.games.wicked_age.owelist import may_return, own_oldest, undecided
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.state import Owed, State


def _turn(state: State, seat: Seat) -> Owed:
    """The name that `seat` may strike now. Raises Refused if none is, or somebody's names stand before."""
    needs_player(seat, "brings a character back", "WA-NEXT-03")
    if state.chapter == 1:
        raise Refused("first-chapter", "Nobody can come back in the first chapter.", "WA-NEXT-03")
    if state.options.others_strike == "no":
        message = "At this table only the name that opens a chapter brings somebody back."
        raise Refused("only-the-opener", message, "WA-NEXT-03")
    if seat.id in state.strikers:
        raise Refused("one-strike", "You have decided already who you play: one strike a chapter.", "WA-NEXT-03")
    owed = own_oldest(state, seat.id)
    if owed is None:
        raise Refused("no-name", "No name of yours on the owe list can bring anyone into this chapter.", "WA-NEXT-03")
    first = undecided(state)[0]
    if first != seat.id:
        message = f"{seated(state, first)} decides first: that name stands above yours."
        raise Refused("not-your-turn", message, "WA-NEXT-03")
    return owed


def _bring_offers(state: State, seat: Seat) -> Iterator[Offer]:
    owed = _turn(state, seat)
    name = called(state, owed.character)
    places = tuple(Choice(figure.id, figure.name) for figure in stock(state))
    takes = Choose(
        name="figure",
        label="In place of",
        hint=f"Somebody on the list who {name} might well be. Leave it empty to put {name} on the list as well.",
        choices=places,
        least=0,
    )
    yield Offer(
        do="bring-back",
        fixed={"owed": owed.id},
        label=f"Bring back {name}",
        why=f"Strikes your oldest name on the owe list; {name} is in this chapter, and yours.",
        fields=(takes,) if places else (),
        rules=("WA-NEXT-03", "WA-NEXT-02"),
        urgency="must",
        about=owed.character,
    )


def _bring(play: Play[State], command: BringBack) -> None:
    owed = next(owed for owed in play.state.owe if owed.id == command.owed)
    play.record(
        BroughtBack(
            seat=play.seat.id,
            owed=owed.id,
            character=owed.character,
            figure=command.figure or play.state.next_id,
            takes_over=bool(command.figure),
            rules=("WA-NEXT-03", "WA-NEXT-02", "WA-OWE-04"),
        )
    )
    grow(play, owed.character)


def _new_offers(state: State, seat: Seat) -> Iterator[Offer]:
    owed = _turn(state, seat)
    yield Offer(
        do="pick-new",
        label="Play somebody new",
        why=f"{called(state, owed.character)} waits on the owe list; take a figure off the list of this chapter.",
        rules=("WA-NEXT-03", "WA-NEXT-04"),
        urgency="must",
    )


def _new(play: Play[State], command: PickNew) -> None:
    play.record(NewPicked(seat=play.seat.id, rules=("WA-NEXT-03", "WA-NEXT-04")))


def _recall_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "calls NPCs back", "WA-NEXT-05")
    absent = tuple(who for who in state.characters.values() if who.npc and may_return(state, who))
    if not absent:
        raise Refused("nobody-to-recall", "There is no NPC of an earlier chapter who could come back.", "WA-NEXT-05")
    places = tuple(Choice(figure.id, figure.name) for figure in stock(state))
    if not places:
        message = "An NPC comes back only if the list calls for them: put them on the list first."
        raise Refused("list-does-not-call", message, "WA-NEXT-05")
    for who in absent:
        yield Offer(
            do="recall-npc",
            fixed={"who": who.id},
            label=f"Call {who.name} back",
            why="For a figure on the new list that fits. The sheet is kept; interests are new.",
            fields=(Choose(name="figure", label="As", choices=places),),
            rules=("WA-NEXT-05",),
            urgency="tool",
            about=who.id,
        )


def _recall(play: Play[State], command: RecallNpc) -> None:
    meet(play, command.who)
    play.record(NpcRecalled(character=command.who, figure=command.figure, rules=("WA-NEXT-05",)))
    if play.state.phase != "play":
        grow(play, command.who)


VERBS = (
    Verb(BringBack, frozenset({"choosing"}), _bring_offers, _bring),
    Verb(PickNew, frozenset({"choosing"}), _new_offers, _new),
    Verb(RecallNpc, frozenset({"sheets", "interests", "play"}), _recall_offers, _recall),
)

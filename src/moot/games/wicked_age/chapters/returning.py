"""Who comes back in a later chapter, and in which order that is asked (WA-NEXT-01 to WA-NEXT-05, a house rule)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.wicked_age.cast import needs_player, only_guide, stock
from moot.games.wicked_age.chapters.growth import come_back
from moot.games.wicked_age.owe_list import may_return, own_oldest, placed, returned, struck, undecided
from moot.games.wicked_age.prepare.meeting import meet
from moot.games.wicked_age.state import SHEETS_ON, Character, Owed, State
from moot.kit.happenings import Happening
from moot.kit.keyed import changed, put
from moot.kit.people import seat_name

_CHOOSING = frozenset({"choosing"})


def _turn(state: State, seat: Seat) -> Owed:
    """The name that `seat` may strike now. Raises Refused if none is, or somebody's names stand before."""
    needs_player(seat, "brings a character back")
    if state.chapter == 1:
        raise Refused("first-chapter", "Nobody can come back in the first chapter.")
    if state.options.others_strike == "no":
        raise Refused("only-the-opener", "At this table only the name that opens a chapter brings somebody back.")
    if seat.id in state.strikers:
        raise Refused("one-strike", "You have decided already whom you play: one name a chapter.")
    owed = own_oldest(state, seat.id)
    if owed is None:
        raise Refused("no-name", "No name of yours on the owe list can bring anyone into this chapter.")
    first = undecided(state)[0]
    if first != seat.id:
        message = f"{seat_name(state, first)} decides first: that name stands above yours."
        raise Refused("not-your-turn", message)
    return owed


def _places(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(figure.id, figure.name) for figure in stock(state))


class BroughtBack(Event[State], tag="brought-back"):
    """`seat` struck a name and plays that character, at a place of their own on the list or in a figure's."""

    seat: str
    owed: str
    character: str
    figure: str
    takes_over: bool = False

    def evolve(self, state: State) -> State:
        state = struck(placed(state, self.seat, self.character, self.figure), self.owed)
        return replace(state, strikers=(*state.strikers, self.seat))

    def line(self, state: State) -> Line:
        who, name = seat_name(state, self.seat), state.name(self.character)
        return Line("chapter", f"{who} strikes a name on the owe list: {name} returns.")


class BringBack(Command[State], tag="bring-back"):
    """Strike your oldest name to bring that character, as `figure` or (empty) beside the list (WA-NEXT-03)."""

    when, rules, urgency = _CHOOSING, ("WA-NEXT-03", "WA-NEXT-02"), "must"
    owed: str
    figure: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        owed, places = _turn(state, seat), _places(state)
        name = state.name(owed.character)
        hint = f"Somebody on the list who {name} might well be. Leave it empty to put {name} on the list as well."
        takes = Choose(name="figure", label="In place of", hint=hint, choices=places, least=0)
        yield cls.offer(
            owed,
            f"Bring back {name}",
            f"Strikes your oldest name on the owe list; {name} is in this chapter, and yours.",
            *([takes] if places else []),
            about=owed.character,
            owed=owed.id,
        )

    def enact(self, play: Play[State], owed: Owed) -> None:
        play.record(
            BroughtBack(
                seat=play.seat.id,
                owed=owed.id,
                character=owed.character,
                figure=self.figure or play.state.next_id,
                takes_over=bool(self.figure),
                rules=(*self.rules, "WA-OWE-04"),
            )
        )
        come_back(play, owed.character)


class NewPicked(Event[State], tag="new-picked"):
    """`seat` strikes no name in this chapter."""

    seat: str

    def evolve(self, state: State) -> State:
        return replace(state, strikers=(*state.strikers, self.seat))

    def line(self, state: State) -> Line:
        return Line("chapter", f"{seat_name(state, self.seat)} plays somebody new.")


class PickNew(Command[State], tag="pick-new"):
    """Strike no name this time and play somebody new (WA-NEXT-03)."""

    when, rules, urgency, records = _CHOOSING, ("WA-NEXT-03", "WA-NEXT-04"), "must", NewPicked

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        name = state.name(_turn(state, seat).character)
        why = f"{name} waits on the owe list; take a figure off the list of this chapter."
        yield cls.offer(None, "Play somebody new", why)


class NpcRecalled(Happening[State], tag="npc-recalled"):
    """An NPC of an earlier chapter is in this one, as a figure of its list."""

    sentence, about = ("chapter", "{character} returns."), "character"
    character: str
    figure: str

    def evolve(self, state: State) -> State:
        who = returned(state.characters[self.character], self.figure)
        figures = changed(state.figures, self.figure, returns=who.id)
        return replace(state, characters=put(state.characters, who), figures=figures)


class RecallNpc(Command[State], tag="recall-npc"):
    """Bring an NPC of an earlier chapter in as a figure of the list (WA-NEXT-05)."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-NEXT-05",), "tool", only_guide("calls NPCs back")
    who: str
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        absent = tuple(who for who in state.characters.values() if who.npc and may_return(state, who))
        if not absent:
            raise Refused("nobody-to-recall", "There is no NPC of an earlier chapter who could come back.")
        places = _places(state)
        if not places:
            message = "An NPC comes back only if the list calls for them: put them on the list first."
            raise Refused("list-does-not-call", message)
        for who in absent:
            why = "For a figure on the new list that fits. The sheet is kept; interests are new."
            blank = Choose(name="figure", label="As", choices=places)
            yield cls.offer(who, f"Call {who.name} back", why, blank, about=who.id, who=who.id)

    def enact(self, play: Play[State], who: Character) -> None:
        meet(play, who.id)
        play.record(NpcRecalled(character=who.id, figure=self.figure, rules=self.rules))
        come_back(play, who.id, grow=play.state.phase != "play")


RETURNING: Final[Part[State]] = Part(BringBack, PickNew, RecallNpc, BroughtBack, NewPicked, NpcRecalled)
"""Characters of earlier chapters who come back."""

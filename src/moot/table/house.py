"""How the table runs: its house rules and the pause."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Line, Offered, Part, Play, Refused, Seat
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, Consent, Door, House, TableState
from moot.table.undo import rewind_if_agreed


class SetHouse(TableCommand, tag="set-house"):
    """Change how the table runs."""

    door: Door
    undo: Consent
    hand_dice: bool

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        AT_TABLE.needs_guide(seat, "changes how the table runs")
        house = state.house
        doors = (Choice("ask", "I let each one in"), Choice("open", "Everyone with the link sits down"))
        undo = (Choice("guide", "I decide"), Choice("everyone", "Everyone who plays must agree"))
        yield cls.offer(
            None, "How this table runs", "",
            Choose(name="door", label="The door", choices=doors, default=(house.door,)),
            Choose(name="undo", label="Taking things back", choices=undo, default=(house.undo,)),
            Confirm(
                name="hand_dice", label="Dice rolled by hand may be typed in", hint="The journal marks them.",
                default=house.hand_dice,
            ),
        )

    def enact(self, play: Play[TableState], of: None) -> None:
        play.record(HouseSet(house=House(door=self.door, undo=self.undo, hand_dice=self.hand_dice)))
        rewind_if_agreed(play)  # whose yes an undo needs may have changed


class HouseSet(TableEvent, tag="table.house-set"):
    """The table runs differently from now on."""

    house: House

    def evolve(self, state: TableState) -> TableState:
        return replace(state, house=self.house)

    def line(self, state: TableState) -> Line:
        house = self.house
        door = "opens to everyone with the link" if house.door == "open" else "is kept by the one who runs the game"
        undo = "everyone who plays agrees" if house.undo == "everyone" else "the one who runs the game agrees"
        dice = "may be typed in" if house.hand_dice else "do not count"
        return system(f"The door {door}. Things are taken back if {undo}. Dice rolled by hand {dice}.")


class Paused(TableEvent, tag="table.paused"):
    """Play stopped. Nobody is told who asked."""

    def evolve(self, state: TableState) -> TableState:
        return replace(state, paused=True)

    def line(self, state: TableState) -> Line:
        return Line(kind="safety", text="Play is paused.")


class Pause(TableCommand, tag="pause"):
    """Stop play at once, for any reason. It is not recorded who asked."""

    records = Paused

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if state.paused:
            raise Refused("paused-already", "Play is paused.")
        why = "Stops play for everyone at once. Nobody is told who asked, nor is it written down."
        yield cls.offer(None, "Pause", why)


class Resumed(TableEvent, tag="table.resumed"):
    """Play goes on."""

    def evolve(self, state: TableState) -> TableState:
        return replace(state, paused=False)

    def line(self, state: TableState) -> Line:
        return Line(kind="safety", text="Play goes on.")


class Resume(TableCommand, tag="resume"):
    """Go on after a pause."""

    urgency = "must"
    records = Resumed

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        AT_TABLE.needs_guide(seat, "goes on after a pause")
        if not state.paused:
            raise Refused("not-paused", "Play is not paused.")
        yield cls.offer(None, "Go on", "When everyone is ready.")


HOUSE = Part(SetHouse, Pause, Resume, HouseSet, Paused, Resumed)

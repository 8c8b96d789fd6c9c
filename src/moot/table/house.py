"""How a table runs: who comes in, who takes back, and whether people may roll dice of their own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Line, Offered, Part, Play, Seat
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, Consent, Door, House, TableState
from moot.table.undo import rewind_if_agreed


class SetHouse(TableCommand, tag="set-house"):
    """Change how the table runs."""

    giver = AT_TABLE.only_guide("changes how the table runs")

    door: Door
    undo: Consent
    hand_dice: bool

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
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


HOUSE = Part(SetHouse, HouseSet)

"""What the table knows of the GM's characters: nothing, who they are, or their whole sheet.

The table always gets to know somebody, or something they can do, by an event that tells it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Command, Offers, Part, Play, Refused, Seat
from moot.games.wicked_age.cast import guides_cast, only_guide
from moot.games.wicked_age.state import SHEETS_ON, Character, State, Strength
from moot.kit.happenings import Happening
from moot.kit.keyed import changed


class NpcIntroduced(Happening[State], tag="npc-introduced"):
    """The table knows of an NPC."""

    sentence, quotes = ("sheet", "Enter {name}."), "description"
    character: str
    name: str
    description: str = ""

    def evolve(self, state: State) -> State:
        return state.with_character(self.character, known=True)


class StrengthShown(Happening[State], tag="strength-shown"):
    """A strength that only hidden sheets had is known to the table."""

    sentence, quotes = ("sheet", "A particular strength: {strength.name}."), "strength.description"
    strength: Strength

    def evolve(self, state: State) -> State:
        return replace(state, strengths=changed(state.strengths, self.strength.id, known=True))


def meet(play: Play[State], *characters: str) -> None:
    """Introduce those of `characters` whom the table does not know yet."""
    for id_ in characters:
        who = play.state.characters[id_]
        if not who.known:
            introduced = NpcIntroduced(character=id_, name=who.name, description=who.description, rules=("WA-NPC-01",))
            play.record(introduced)


def reveal(play: Play[State], *strengths: str) -> None:
    """Show those of `strengths` that only hidden sheets had so far."""
    for id_ in strengths:
        if not play.state.strengths[id_].known:
            play.record(StrengthShown(strength=play.state.strengths[id_], rules=("WA-STR-02",)))


class Introduce(Command[State], tag="introduce"):
    """Let the table know of an unforeseen NPC."""

    when, rules, giver, together = SHEETS_ON, ("WA-NPC-01",), only_guide("introduces an NPC"), "Introduce somebody"
    who: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether there is an NPC that the table does not know."""
        return any(who.npc and not who.known for who in state.characters.values())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in guides_cast(state):
            if not who.known:
                why = "The table learns of them: name and description, not the dice."
                yield cls.offer(who, f"Introduce {who.name}", why, about=who.id, who=who.id)
        yield Refused("all-known", "The table knows of every NPC.")

    def enact(self, play: Play[State], who: Character) -> None:
        meet(play, who.id)


class NpcShown(Happening[State], tag="npc-shown"):
    """An NPC's sheet is open to all: dice now and unhurt, and the ids of strengths."""

    sentence, about = ("sheet", "{character}’s sheet lies open."), "character"
    character: str
    forms: dict[str, tuple[int, ...]]
    unhurt: dict[str, tuple[int, ...]]
    strengths: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return state.with_character(self.character, shown=True, seen=self.strengths)


class ShowNpc(Command[State], tag="show-npc"):
    """Open an NPC's sheet to everyone."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-MAT-05",), "tool", only_guide("shows an NPC’s sheet")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in guides_cast(state):
            if not who.shown:
                why = "Their dice and strengths, to everyone."
                yield cls.offer(who, f"Show {who.name}’s sheet", why, about=who.id, who=who.id)
        yield Refused("all-shown", "Every NPC’s sheet is open already.")

    def enact(self, play: Play[State], who: Character) -> None:
        meet(play, who.id)
        reveal(play, *who.strengths)
        play.record(
            NpcShown(character=who.id, forms=who.forms, unhurt=who.unhurt, strengths=who.strengths, rules=self.rules)
        )


class NpcHidden(Happening[State], tag="npc-hidden"):
    """An NPC's sheet is closed."""

    sentence, about = ("sheet", "{character}’s sheet is closed again."), "character"
    character: str

    def evolve(self, state: State) -> State:
        return state.with_character(self.character, shown=False)


class HideNpc(Command[State], tag="hide-npc"):
    """Close an NPC's sheet again."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-MAT-05",), "tool", only_guide("hides an NPC’s sheet")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in guides_cast(state):
            if who.shown:
                yield cls.offer(who, f"Close {who.name}’s sheet", about=who.id, who=who.id)
        yield Refused("none-shown", "No NPC’s sheet is open.")

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(NpcHidden(character=who.id, rules=self.rules))


MEETING: Final[Part[State]] = Part(ShowNpc, HideNpc, Introduce, NpcShown, NpcHidden, NpcIntroduced, StrengthShown)
"""What the table knows of NPCs and of their strengths."""

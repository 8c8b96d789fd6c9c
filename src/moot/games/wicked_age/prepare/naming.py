"""The names on sheets: what a name may be, and another one at any time in a chapter (WA-RD-36)."""

from __future__ import annotations

from typing import Final

from moot.core import Command, Field, Offers, Part, Play, Refused, Seat, Write
from moot.core.words import alike
from moot.games.wicked_age.cast import no_watchers
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.holding import LONGEST_NAME
from moot.games.wicked_age.state import SHEETS_ON, Character, State
from moot.kit.happenings import Happening

_SUGGESTED = 12


class CharacterRenamed(Happening[State], tag="character-renamed"):
    """Somebody has another name; `was` is the one before."""

    sentence = ("sheet", "{was} is called {name} now.")
    character: str
    name: str
    was: str

    def evolve(self, state: State) -> State:
        return state.with_character(self.character, name=self.name)

    def told(self, state: State, seat: Seat) -> CharacterRenamed | None:
        """Of somebody whom the table does not know the GM alone hears it."""
        return self if seat.guides or state.characters[self.character].known else None


class RenameCharacter(Command[State], tag="rename-character"):
    """Give your character, or as the GM an NPC, another name (WA-RD-36)."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-RD-36",), "tool", no_watchers("give somebody another name")
    who: str
    name: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.characters.values():
            if who.here and state.owns(seat, who.id):
                why = "Everyone reads the new name from now on; what the journal has told keeps the old one."
                yield cls.offer(who, f"Rename {who.name}", why, _blank(state, seat, who), about=who.id, who=who.id)
        yield Refused("nobody-to-rename", "You have nobody with a sheet in this chapter.")

    def enact(self, play: Play[State], who: Character) -> None:
        name = self.name.strip()
        if name == who.name:
            raise Refused("name-as-before", f"{who.name} is the name already.", "WA-RD-36", field="name")
        check_name(play.state, play.seat, name, who)
        play.record(CharacterRenamed(character=who.id, name=name, was=who.name, rules=self.rules))


def _blank(state: State, seat: Seat, who: Character) -> Field:
    names = free_names(state, seat)[:_SUGGESTED]
    return Write(name="name", label="New name", most=LONGEST_NAME, default=who.name, suggestions=names)


def check_name(state: State, seat: Seat, name: str, who: Character | None = None) -> None:
    """Raise Refused unless `name` can be read and nobody else whom `seat` knows of in the chapter goes by it.

    What the sheet of `who` says already stays possible: older tables may have two people of one name.
    """
    if who is not None and name == who.name:
        return
    if alike(name, ""):
        raise Refused("unseen-name", "Nothing is seen of this name. Write one with letters.", "WA-RD-36", field="name")
    met = (one for one in state.characters.values() if one.here and (one.known or seat.guides))
    if any(alike(one.name, name) for one in met if who is None or one.id != who.id):
        message = f"Somebody in this chapter is called {name} already: tell the two apart."
        raise Refused("name-taken", message, "WA-RD-36", field="name")


NAMING: Final[Part[State]] = Part(RenameCharacter, CharacterRenamed)
"""Other names for those who have a sheet."""

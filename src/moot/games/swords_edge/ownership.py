"""Who may do what: whose character this is, what is the GM's alone, and what waits for others."""

from __future__ import annotations

from typing import Any

from moot.core import Command, Refused, Roles, Seat
from moot.core.commands import Blanks, Offered, Words
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.state import State

ROLES = Roles("GM")
needs_guide, needs_player, needs_part = ROLES.needs_guide, ROLES.needs_player, ROLES.needs_part


class OfCharacter(Command[State]):
    """A command that has to do with one player's character."""

    who: str

    @classmethod
    def offer_of(cls, who: Character, label: Words, why: Words = "", *blanks: Blanks, **more: Any) -> Offered:
        """An offer about `who`; it stands for them unless `of` says for what else. `more` is what `offer` takes."""
        return cls.offer(more.pop("of", who), label, why, *blanks, who=who.id, about=who.id, **more)


def own(state: State, seat: Seat) -> tuple[Character, ...]:
    """The characters of `seat` that are in the game, drafts not counted (SE-TERM-05)."""
    return tuple(who for who in state.cast() if who.player == seat.id)


def drafts(state: State, seat: Seat) -> tuple[Character, ...]:
    """The sheets of `seat` that are still being written."""
    return tuple(who for who in state.characters.values() if not who.made and who.player == seat.id)


def my_draft(state: State, seat: Seat) -> Character:
    """The sheet that `seat` is writing. Raises Refused if there is none."""
    needs_player(seat, "writes a sheet", "SE-TERM-05")
    found = drafts(state, seat)
    if not found:
        raise Refused("no-sheet", "You have no sheet under way: make a character first.", "SE-CRE-01")
    return found[0]


def my_character(state: State, seat: Seat, does: str) -> Character:
    """The character of `seat`. Raises Refused if it has none: “Only a player `does`.”"""
    return mine(state, seat, does)[0]


def mine(state: State, seat: Seat, does: str, rule: str | None = None) -> tuple[Character, ...]:
    """The characters of `seat`. Raises Refused if it has none: “Only a player `does`.”"""
    needs_player(seat, does, rule)
    found = own(state, seat)
    if not found:
        raise Refused("no-character", "You have no character to play yet.", rule)
    return found


def needs_bare_table(state: State) -> None:
    """Raises Refused while dice lie on the table: Luck may still turn them (SE-LUCK-04)."""
    if state.tests:
        raise Refused("dice-on-table", "Dice lie on the table: let them stand first.", "SE-LUCK-04")


def player_of(state: State, who: str) -> Seat | None:
    """The seat that plays a character, if anyone sits there."""
    return state.seat(state.characters[who].player)

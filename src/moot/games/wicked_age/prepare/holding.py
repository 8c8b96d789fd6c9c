"""Who has which particular strength, how a sheet comes to list one, and that a unique one has one holder (WA-STR-10).

What is hidden refuses nobody, nor shows: a unique strength that stands on a closed sheet gives way to an open one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Field, Line, Part, Play, Refused, Seat, Write
from moot.games.wicked_age.cast import open_sheet, open_to
from moot.games.wicked_age.state import Character, State, Strength
from moot.kit.happenings import Happening
from moot.kit.keyed import counted, put

LONGEST_NAME: Final = 60
"""Characters in a name."""

_NAMES = (
    "Second sight", "A tame leopard", "Herb-lore", "A blade from the old tombs", "Speech with the dead",
    "The governor’s ear", "A voice that bends the will", "Shape-stealing", "A brother in every caravan",
    "Reading the stars", "An amulet of green glass", "Deathly patience",
)


def holders(state: State, strength: str) -> tuple[Character, ...]:
    """Everyone alive who lists a strength, in this chapter or not, and the dead who come back in it (WA-RD-28)."""
    back = {figure.returns for figure in state.figures.values()}
    listed = (who for who in state.characters.values() if strength in who.strengths)
    return tuple(who for who in listed if not who.dead or who.id in back)


def _seen_with(who: Character, strength: str) -> bool:
    """Whether everyone knows that `who` has a strength: by an open sheet, or since they used it."""
    return open_sheet(who) or strength in who.seen


def holders_seen(state: State, seat: Seat, strength: str) -> tuple[Character, ...]:
    """The holders of a strength who are known to `seat` as that."""
    return tuple(who for who in holders(state, strength) if open_to(who, seat) or _seen_with(who, strength))


def visible(state: State, seat: Seat) -> tuple[Strength, ...]:
    """The strengths that `seat` knows about."""
    return tuple(strength for strength in state.strengths.values() if strength.known or seat.guides)


def strength_name(state: State, strength: str) -> str:
    """The name of a strength."""
    found = state.strengths.get(strength)
    return found.name if found else "A strength"


def pruned(state: State) -> State:
    """The state without strengths that were named on a sheet, never made, and are on no sheet any more. Those that a
    hidden sheet alone still has are unknown again to all but the GM."""
    held = {strength for who in state.characters.values() for strength in who.strengths}
    seen = {strength for who in state.characters.values() if open_sheet(who) for strength in who.strengths}
    kept = (
        one if one.made else replace(one, known=one.id in seen)
        for one in state.strengths.values()
        if one.made or one.id in held
    )
    return replace(state, strengths=put({}, *kept))


class StrengthNamed(Happening[State], tag="strength-named"):
    """A new strength has a name and no sheet yet."""

    sentence = ("sheet", "A particular strength: {name}.")
    strength: str
    name: str
    known: bool = True

    def evolve(self, state: State) -> State:
        named = Strength(id=self.strength, name=self.name, known=self.known)
        return replace(state, strengths=put(state.strengths, named), ids=state.ids + counted([self.strength]))

    def told(self, state: State, seat: Seat) -> StrengthNamed | None:
        return self if self.known or seat.guides else None


class StrengthYielded(Event[State], tag="strength-yielded"):
    """A sheet lost a unique strength, since somebody else has it (WA-STR-10)."""

    character: str
    strength: str

    def evolve(self, state: State) -> State:
        left = tuple(one for one in state.characters[self.character].strengths if one != self.strength)
        return state.with_character(self.character, strengths=left)

    def line(self, state: State) -> Line:
        text = f"{strength_name(state, self.strength)} is unique, and off {state.name(self.character)}’s sheet."
        return Line("sheet", text)

    def told(self, state: State, seat: Seat) -> StrengthYielded | None:
        who = state.characters.get(self.character)
        return self if seat.guides or (who is not None and open_sheet(who)) else None


def _taken(state: State, seat: Seat, strength: Strength, character: str) -> bool:
    """Whether somebody else than `character` (empty: a new one) is known to `seat` to have a unique strength."""
    return bool(strength.taken("alone")) and any(who.id != character for who in holders_seen(state, seat, strength.id))


def keep_unique(play: Play[State], *strengths: str, by: str) -> None:
    """Leave each of `strengths` that is unique to one: `by`, unless somebody else is known to have it (WA-RD-32). Asked
    whenever somebody comes to have a strength, and when somebody who has one comes back to life."""
    for id_ in strengths:
        if play.state.strengths[id_].taken("alone"):
            others = [who for who in holders(play.state, id_) if who.id != by]
            known = any(_seen_with(who, id_) for who in others)
            for loser in [by] if known else [who.id for who in others]:
                rules = ("WA-STR-10", "WA-RD-32") if known else ("WA-STR-10",)
                play.record(StrengthYielded(character=loser, strength=id_, rules=rules))


def strength_fields(state: State, seat: Seat, has: str, *, gains: bool = False) -> tuple[Field, ...]:
    """The blanks for a strength: one that is there and free, or the name of a new one (WA-CHA-04).

    `has` is the character's id, empty for a new one; a strength it lists already stays free for it. `gains`: for one
    more than it lists, and not for none.
    """
    character = state.characters.get(has)
    lists = character.strengths if character else ()
    known = visible(state, seat)
    there = tuple(
        Choice(strength.id, strength.name, hint=strength.description)
        for strength in known
        if not _taken(state, seat, strength, has) and not (gains and strength.id in lists)
    )
    listed = tuple(choice.value for choice in there if choice.value in lists)
    named = {strength.name.casefold() for strength in known}
    new = Write(
        name="new_strength",
        label="Or name a new one" if there else "A particular strength",
        hint=f"A skill, a magic, an ally, a treasure{'' if gains else '; may stay empty'}. Its own sheet is made next.",
        least=int(gains),
        most=LONGEST_NAME,
        suggestions=tuple(name for name in _NAMES if name.casefold() not in named) or (next(_other_names(named)),),
        needs=("strength:",) if there else (),
        rule="WA-CHA-04",
    )
    if not there:
        return (new,)
    label = "A particular strength"
    return (Choose(name="strength", label=label, choices=there, least=0, default=listed[:1], rule="WA-CHA-04"), new)


def _other_names(named: set[str]) -> Iterator[str]:
    """Names that no strength has, for when the suggestions are used up."""
    return (name for n in count(1) if (name := f"Gift {n}").casefold() not in named)


def list_strength(play: Play[State], strength: str, new: str, *, has: str, known: bool) -> tuple[str, ...]:
    """The strengths that a sheet lists: `strength`, or else a new one called `new`, which is recorded as named.

    A name that the table has already means that one strength (WA-RD-28). Raises Refused if somebody else has it and it
    is unique (WA-STR-10).
    """
    name = new.strip()
    if strength or not name:
        return (strength,) if strength else ()
    same = next((s for s in visible(play.state, play.seat) if s.name.casefold() == name.casefold()), None)
    if same is None:
        id_ = play.state.next_id if known else play.hidden_id(play.state.strengths)
        play.record(StrengthNamed(strength=id_, name=name, known=known, rules=("WA-CHA-04",)))
        return (id_,)
    if _taken(play.state, play.seat, same, has):
        message = f"{same.name} is unique, and somebody has it: they must lose it first."
        raise Refused("strength-taken", message, "WA-STR-10", field="new_strength")
    return (same.id,)


HOLDING: Final[Part[State]] = Part(StrengthNamed, StrengthYielded)
"""Strengths named on a sheet, and taken off one."""

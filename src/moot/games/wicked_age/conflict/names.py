"""The owe list in a conflict: names struck off it for advantage dice, and those written at the end of round one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Part, Play, Seat, listed
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.conflict.rolls import smaller
from moot.games.wicked_age.frames import befell
from moot.games.wicked_age.sequence import Fighter, Sequence
from moot.games.wicked_age.state import Owed, State


class NameCashed(OfSequence, tag="name-cashed"):
    """A name on the owe list was struck for an advantage die: `entry`, of `character`, for `who` (WA-OWE-05)."""

    who: str
    entry: str
    character: str

    def evolve(self, state: State) -> State:
        sequence = state.sequences[self.sequence]
        owe = tuple(replace(owed, struck="advantage") if owed.id == self.entry else owed for owed in state.owe)
        bought = sequence.with_fighter(self.who, bought=sequence.fighters[self.who].bought + 1)
        return with_sequence(replace(state, owe=owe), bought)

    def line(self, state: State) -> Line:
        text = f"cashes in {state.name(self.character)}’s name for an advantage die."
        cost = f"{state.name(self.character)}’s name is struck off the owe list"
        fact = befell(state, "fact", self.who, cost, note="For an advantage die", of=self.sequence)
        return Line(kind="result", who=state.name(self.who), text=text, facts=(fact,))


def names_field(state: State, seat: Seat, sequence: Sequence, who: str) -> tuple[Choose, ...]:
    """The blank for names to cash in before a roll, if the player of `who` has any to their name (WA-TRAP-08)."""
    one = state.options.names_per_sequence == "one"
    if seat.guides or (one and sequence.fighters[who].bought):
        return ()
    owed = [entry for entry in state.owe if entry.player == seat.id and not entry.struck]
    if not owed:
        return ()
    choices = tuple(
        Choice(entry.id, state.name(entry.character), hint=f"written in chapter {entry.chapter}") for entry in owed
    )
    hint = "Each name struck off the owe list is an advantage die, in this roll and to the end of the conflict."
    most = 1 if one else len(choices)
    return (Choose(name="names", label="Cash in names", hint=hint, choices=choices, least=0, most=most, many=True),)


def cash_in(play: Play[State], sequence: str, who: str, names: tuple[str, ...]) -> None:
    """Strike `names` off the owe list, each for an advantage die until the sequence ends (WA-OWE-05, WA-RD-04)."""
    whose = {owed.id: owed.character for owed in play.state.owe}
    for entry in names:
        rules = ("WA-OWE-05", "WA-ERR-05")
        play.record(NameCashed(sequence=sequence, who=who, entry=entry, character=whose[entry], rules=rules))


class Name(msgspec.Struct, frozen=True):
    """A name for the owe list: the entry's id, the character, their player, and whose dice were bigger."""

    entry: str
    character: str
    player: str
    over: str


class NamesWritten(OfSequence, tag="names-written"):
    """The names of round one were written at the end of the owe list (WA-OWE-01, WA-OWE-03)."""

    names: tuple[Name, ...] = ()

    def evolve(self, state: State) -> State:
        owed = tuple(Owed(name.entry, name.character, name.player, state.chapter) for name in self.names)
        written = replace(state, owe=(*state.owe, *owed), ids=state.ids + len(owed))
        return with_sequence(written, replace(state.sequences[self.sequence], written=True))

    def line(self, state: State) -> Line | None:
        whom = [f"{state.name(name.character)} (against {state.name(name.over)}’s bigger dice)" for name in self.names]
        if not whom:
            return None
        named = {name.character: f"{state.name(name.character)} is on the owe list" for name in self.names}
        facts = (befell(state, "gain", who, text, of=self.sequence) for who, text in named.items())
        return Line("sheet", f"On the owe list: {listed(whom)}.", facts=tuple(facts))


def write_names(play: Play[State], sequence: Sequence) -> None:
    """Write the names that round one leaves."""
    names = names_due(play.state, sequence)
    play.record(NamesWritten(sequence=sequence.id, names=names, rules=("WA-OWE-01", "WA-OWE-02", "WA-RD-05")))


def names_due(state: State, sequence: Sequence) -> tuple[Name, ...]:
    """Players' characters still in who rolled smaller dice than an opponent (WA-OWE-01, WA-OWE-07).

    Compared are the form and strength dice of round one (WA-RD-06), with those of everyone the character exchanged a
    challenge or an answer with in that round (WA-RD-05). One name a character, in the order they came in.
    """
    due: list[Name] = []
    for fighter in sequence.fighters.values():
        character = state.characters[fighter.who]
        if fighter.stands != "in" or character.npc or not fighter.first:
            continue
        over = next((them.who for them in _met(state, sequence, fighter) if smaller(fighter.first, them.first)), None)
        if over is not None:
            entry = f"n{state.ids + 1 + len(due)}"
            due.append(Name(entry=entry, character=fighter.who, player=character.player, over=over))
    return tuple(due)


def _met(state: State, sequence: Sequence, fighter: Fighter) -> Iterable[Fighter]:
    """Whom `fighter` is measured against: also those who are out by now (WA-RD-19). Names are written before anyone
    meets in round two, so all exchanges are of round one."""
    who = fighter.who
    if state.options.smaller_than == "opposed":
        return (f for f in sequence.fighters.values() if f.first and sequence.opposed(who, f.who))
    exchanges = (x for x in sequence.exchanges if who in (x.mover, x.answerer))
    return (sequence.fighters[x.answerer if x.mover == who else x.mover] for x in exchanges)


NAMES: Final[Part[State]] = Part(NameCashed, NamesWritten)

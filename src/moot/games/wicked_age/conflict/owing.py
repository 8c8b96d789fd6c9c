"""The owe list: whose name is written at the end of round one."""

from __future__ import annotations

from collections.abc import Iterable

from moot.games.wicked_age.conflict.compare import smaller
from moot.games.wicked_age.conflict.events import Name
from moot.games.wicked_age.sequence import Fighter, Sequence
from moot.games.wicked_age.state import State


def names_due(state: State, sequence: Sequence) -> tuple[Name, ...]:
    """Players' characters still in who rolled smaller dice than an opponent (WA-OWE-01, WA-OWE-07).

    Compared are the form and strength dice of round one (WA-RD-06), with each of those one exchanged a challenge or an
    answer with in that round (WA-RD-05). One name a character, in the order they came in.
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
    """Whom `fighter` is measured against: also those who are out by now (WA-RD-19).

    Names are written before anyone meets in round two, so all exchanges are of round one.
    """
    who = fighter.who
    if state.options.smaller_than == "opposed":
        return (f for f in sequence.fighters.values() if f.first and sequence.opposed(who, f.who))
    exchanges = (x for x in sequence.exchanges if who in (x.mover, x.answerer))
    return (sequence.fighters[x.answerer if x.mover == who else x.mover] for x in exchanges)

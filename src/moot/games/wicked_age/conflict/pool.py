"""A fighter's pool: which dice, where from, and rolling them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from moot.core import Play
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.names import cash_in
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import Character, State, Strength


class PoolDie(msgspec.Struct, frozen=True):
    """One die of a pool: its sides, the id of what it comes from, the kind of that, and how people call it."""

    sides: int
    source: str
    kind: Literal["form", "strength", "pips"]
    title: str


PIPS: Final = PoolDie(book.ADVANTAGE_DIE, "advantage", "pips", "Advantage")
"""An advantage die."""


def manner(forms: tuple[str, ...], said: Mapping[str, str] = book.SAID) -> str:
    """How somebody acts, in words about them: `with love and for themselves`, `by maneuvering`."""
    by = "by " if any(form in book.NPC_FORMS for form in forms) else ""
    return by + " and ".join(said.get(form) or book.form_title(form).lower() for form in forms)


def fitting(state: State, who: Character, forms: tuple[str, ...]) -> tuple[Strength, ...]:
    """The strengths that `who` may use when acting by `forms` (WA-STR-05, -08); all that fit add up (WA-RD-28)."""
    return tuple(
        strength
        for strength in (state.strengths[id_] for id_ in who.strengths if id_ in state.strengths)
        if strength.made and any(form in forms for form in using(strength, who))
    )


def using(strength: Strength, who: Character) -> tuple[str, ...]:
    """The forms by which `who` can use a strength (WA-STR-08)."""
    return (strength.npc_form,) if who.npc else strength.forms


def advantage(state: State, sequence: Sequence, who: str) -> int:
    """How many advantage dice `who` rolls: those won from anybody, and those bought (WA-DICE-10, WA-RD-03)."""
    won = sum(holder == who for holder in sequence.won.values())
    if state.options.won_dice == "per-character":
        won = min(won, 1)
    return won + sequence.fighters[who].bought


def dice_of(state: State, who: Character, forms: tuple[str, ...], strengths: Iterable[str]) -> tuple[PoolDie, ...]:
    """The dice of `forms` (one at 0 gives none), then those of `strengths` that are on the sheet still. WA-DICE-01,
    WA-DICE-03, WA-STR-05."""
    by_form = ((form, die) for form in forms for die in who.forms.get(form, ()) if die)
    used = (state.strengths[id_] for id_ in strengths if id_ in who.strengths)
    return (
        *(PoolDie(die, form, "form", book.form_title(form)) for form, die in by_form),
        *(PoolDie(strength.die, strength.id, "strength", strength.name) for strength in used),
    )


def pool(state: State, sequence: Sequence, who: str, *, strengths: bool = True) -> tuple[PoolDie, ...]:
    """The dice that `who` rolls now: forms, then strengths (or without them), then pips (WA-DICE-01, WA-TRAP-15)."""
    fighter = sequence.fighters[who]
    dice = dice_of(state, state.characters[who], fighter.forms, fighter.strengths if strengths else ())
    return (*dice, *(PIPS,) * advantage(state, sequence, who))


def sides(dice: tuple[PoolDie, ...]) -> tuple[int, ...]:
    """A pool by the sides of its dice."""
    return tuple([die.sides for die in dice])


def sure(dice: tuple[PoolDie, ...]) -> dict[str, tuple[int, ...]]:
    """The figures of an offer to roll a pool: its form and strength dice, which no name that is cashed in changes."""
    return {"roll.sides": tuple([die.sides for die in dice if die.kind != "pips"])}


def throw(play: Play[State], sequence: str, who: str, dice: tuple[PoolDie, ...], names: tuple[str, ...]) -> Rolled:
    """Roll `dice`, the pool of `who` as it was offered; each of `names`, cashed in now, adds an advantage die."""
    cash_in(play, sequence, who, names)
    every = (*dice, *(PIPS,) * len(names))
    fell = tuple(zip(every, play.roll(*sides(every)), strict=True))
    return Rolled(
        dice=tuple((die.sides, face) for die, face in fell if die.kind != "pips"),
        pips=tuple(face for die, face in fell if die.kind == "pips"),
        strengths=tuple(die.source for die in dice if die.kind == "strength"),
    )

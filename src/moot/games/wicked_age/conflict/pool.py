"""A fighter's pool: which dice, where from, and rolling them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from moot.core import Choice, Choose, Play, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.events import NameCashed
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import Character, Owed, State, Strength

_TITLES: Final = {**book.FORMS, **book.NPC_FORMS}


class PoolDie(msgspec.Struct, frozen=True):
    """One die of a pool: its sides, the id of what it comes from, of which kind that is, and how people call it."""

    sides: int
    source: str
    kind: Literal["form", "strength", "pips"]
    title: str


def form_title(form: str) -> str:
    """A form as the sheet calls it, of whichever kind of character."""
    return _TITLES.get(form, form)


def manner(forms: tuple[str, ...]) -> str:
    """How somebody acts, in words: `with love and covertly`, `by maneuvering`."""
    by = "by " if any(form in book.NPC_FORMS for form in forms) else ""
    return by + " and ".join(form_title(form).lower() for form in forms)


def fitting(state: State, who: Character, forms: tuple[str, ...]) -> tuple[Strength, ...]:
    """The strengths that `who` may use when acting by `forms` (WA-STR-05, -08); all that fit add up (WA-RD-28)."""
    return tuple(
        strength
        for strength in (state.strengths[id_] for id_ in who.strengths if id_ in state.strengths)
        if strength.made and _fits(strength, who, forms)
    )


def _fits(strength: Strength, who: Character, forms: tuple[str, ...]) -> bool:
    if who.npc:
        return strength.npc_form in forms
    return any(form in forms for form in strength.forms)


def form_dice(who: Character, forms: tuple[str, ...]) -> tuple[int, ...]:
    """The dice of `forms`; one at 0 gives none (WA-DICE-01, WA-DICE-03)."""
    return tuple([die for form in forms for die in who.forms.get(form, ()) if die])


def declared_dice(
    state: State, who: Character, forms: tuple[str, ...], strengths: tuple[str, ...]
) -> tuple[int, ...]:
    """The dice of `forms`, then those of `strengths`, which must be on the sheet still (WA-DICE-01, WA-STR-05)."""
    used = (state.strengths[strength].die for strength in strengths if strength in who.strengths)
    return (*form_dice(who, forms), *used)


def advantage(state: State, sequence: Sequence, who: str) -> int:
    """How many advantage dice `who` rolls: won ones, against whomever, and bought ones (WA-DICE-10, WA-RD-03)."""
    won = sum(holder == who for holder in sequence.won.values())
    if state.options.won_dice == "per-character":
        won = min(won, 1)
    return won + sequence.fighters[who].bought


def pool(state: State, sequence: Sequence, who: str) -> tuple[PoolDie, ...]:
    """The dice that `who` rolls now, forms first, then strengths, then pips (WA-DICE-01, WA-STR-05, WA-TRAP-15)."""
    return tuple(_pool(state, sequence, who))


def _pool(state: State, sequence: Sequence, who: str) -> Iterator[PoolDie]:
    character, fighter = state.characters[who], sequence.fighters[who]
    for form in fighter.forms:
        for die in form_dice(character, (form,)):
            yield PoolDie(die, form, "form", form_title(form))
    for strength in fighter.strengths:
        if strength in character.strengths:
            sheet = state.strengths[strength]
            yield PoolDie(sheet.die, strength, "strength", sheet.name)
    for _ in range(advantage(state, sequence, who)):
        yield PoolDie(book.ADVANTAGE_DIE, "advantage", "pips", "Advantage")


def sides(state: State, sequence: Sequence, who: str) -> tuple[int, ...]:
    """The dice that `who` would roll now, by their sides."""
    return tuple(die.sides for die in _pool(state, sequence, who))


def throw(
    play: Play[State], sequence: str, who: str, names: tuple[str, ...] = (), strengths: tuple[str, ...] | None = None
) -> Rolled:
    """Cash in `names`, then roll the whole pool of `who`; `strengths` replace those declared (as a round opens)."""
    cash_in(play, sequence, who, names)
    state = play.state
    now = state.sequences[sequence]
    character, fighter = state.characters[who], now.fighters[who]
    used = fighter.strengths if strengths is None else strengths
    if used:
        used = tuple(strength for strength in used if strength in character.strengths)
    dice = declared_dice(state, character, fighter.forms, used)
    pips = advantage(state, now, who)
    faces = play.roll(*dice, *(book.ADVANTAGE_DIE,) * pips)
    return Rolled(dice=tuple(zip(dice, faces, strict=False)), pips=faces[len(dice) :], strengths=used)


def cash_in(play: Play[State], sequence: str, who: str, names: tuple[str, ...]) -> None:
    """Strike `names` off the owe list, each for an advantage die until the sequence ends (WA-OWE-05, WA-RD-04)."""
    for entry in names:
        owed = next(owed for owed in play.state.owe if owed.id == entry)
        play.record(
            NameCashed(
                sequence=sequence, who=who, entry=entry, character=owed.character, rules=("WA-OWE-05", "WA-ERR-05")
            )
        )


def names_field(state: State, seat: Seat, sequence: Sequence, who: str) -> tuple[Choose, ...]:
    """The blank for names to cash in before a roll, if the player of `who` has any to their name (WA-TRAP-08)."""
    if seat.guides:
        return ()
    one = state.options.names_per_sequence == "one"
    if one and sequence.fighters[who].bought:
        return ()
    owed = [entry for entry in state.owe if entry.player == seat.id and not entry.struck]
    if not owed:
        return ()
    choices = tuple(_owed_choice(state, entry) for entry in owed)
    hint = "Each name struck off the owe list is an advantage die, in this roll and to the end of the conflict."
    most = 1 if one else len(choices)
    return (Choose(name="names", label="Cash in names", hint=hint, choices=choices, least=0, most=most, many=True),)


def _owed_choice(state: State, entry: Owed) -> Choice:
    who = state.characters.get(entry.character)
    return Choice(entry.id, who.name if who else entry.character, hint=f"written in chapter {entry.chapter}")

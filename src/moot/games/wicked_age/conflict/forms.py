"""Forms and strengths: what may be chosen before the dice, and what of it counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from moot.core import Choice, Choose, Play, listed
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.pool import dice_of, fitting, manner, sides, using
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.state import Character, State, Strength


def form_fields(state: State, who: Character, hint: str) -> tuple[Choose, ...]:
    """The blanks for forms, and for strengths if `who` has any (WA-DICE-01, WA-STR-05)."""
    titles = book.NPC_FORMS if who.npc else book.FORMS
    count, gone = book.NPC_FORMS_ROLLED if who.npc else book.FORMS_ROLLED, "used up: it gives no die"
    choices = tuple(
        Choice(form, titles[form], hint=book.HINTS[form] if any(dice) else gone, dice=tuple(die for die in dice if die))
        for form, dice in who.forms.items()
    )
    label = "By which form?" if count == 1 else f"By which {count} forms?"
    forms = Choose(name="forms", label=label, hint=hint, choices=choices, least=count, most=count, many=True)
    return (forms, *strengths_field(who, fitting(state, who, tuple(who.forms)), shut=True))


def strengths_field(
    who: Character, strengths: Iterable[Strength], used: tuple[str, ...] = (), *, shut: bool = False
) -> tuple[Choose, ...]:
    """The blank for `strengths`, if there are any; `used` are ticked. With `shut`, each is shut until a form by which
    it can be used is chosen (WA-STR-05)."""
    choices = tuple(_strength_choice(who, strength, shut=shut) for strength in strengths)
    if not choices:
        return ()
    hint = "Each adds its die to every roll of the round, if you act by a form that it lists. Show it in what you do."
    ticked = tuple(choice.value for choice in choices if choice.value in used)
    return (Choose(name="strengths", label="Using", hint=hint, choices=choices, least=0, many=True, default=ticked),)


def _strength_choice(who: Character, strength: Strength, *, shut: bool) -> Choice:
    # A unique or far-reaching strength has the die of any other (WA-STR-04); what it reaches is for people to judge.
    forms = using(strength, who)
    wants = " or ".join(book.form_title(form).lower() for form in forms)
    acting = "by" if who.npc else "acting"
    reach = "; reaches what people normally cannot" if strength.taken("reach") else ""
    needs = tuple(f"forms:{form}" for form in forms) if shut else ()
    return Choice(strength.id, strength.name, hint=f"{acting} {wants}{reach}", dice=(strength.die,), needs=needs)


def declared(play: Play[State], who: str, forms: tuple[str, ...], strengths: tuple[str, ...]) -> dict[str, Any]:
    """By what `who` acts, as events say it: `forms`, `strengths`, and the `dice` of both by their sides. Forms are
    declared openly (WA-DICE-13), so every strength in use is shown."""
    character = play.state.characters[who]
    used = tuple(strength.id for strength in fitting(play.state, character, forms) if strength.id in strengths)
    reveal(play, *used)
    return {"forms": forms, "strengths": used, "dice": sides(dice_of(play.state, character, forms, used))}


def declaration(state: State, forms: tuple[str, ...], strengths: tuple[str, ...], dice: tuple[int, ...]) -> str:
    """How somebody acts, in the words of the sheet, and with which dice: `by maneuvering (d10, d6)`."""
    names = [state.strengths[id_].name for id_ in strengths if id_ in state.strengths]
    with_ = f", with {listed(names)}" if names else ""
    return f"{manner(forms, {})}{with_} ({', '.join(f'd{die}' for die in dice) or 'no die'})"

"""Sheets as everyone sees them, or the GM: what is closed is not in them."""

from __future__ import annotations

import msgspec

from moot.games.wicked_age import book
from moot.games.wicked_age.cast import open_sheet
from moot.games.wicked_age.state import SHEETS_ON, Character, State, Strength
from moot.kit.remembered import TABLES, remembered


class FormView(msgspec.Struct, frozen=True):
    """One form: its dice now, and as they were made, to show what was cut."""

    id: str
    title: str
    dice: tuple[tuple[int, int], ...]


class InterestView(msgspec.Struct, frozen=True):
    """A best interest and the names of those it is about."""

    id: str
    text: str
    about: tuple[str, ...]


class StrengthView(msgspec.Struct, frozen=True):
    """A particular strength: `options` are read out ready for show."""

    id: str
    name: str
    made: bool
    die: int
    description: str
    takes: str
    forms: tuple[str, ...]
    npc_form: str
    options: tuple[str, ...]
    significance: int
    holders: tuple[str, ...]


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """A character's sheet. `seat` is who plays them; `closed`: dice and strengths are the GM's to show, and absent.

    `hidden`: an NPC's that is not open to all. `state` says that they are out of the chapter, dead, or not in this one;
    it is empty otherwise.
    """

    id: str
    name: str
    seat: str
    npc: bool
    closed: bool
    hidden: bool
    description: str
    forms: tuple[FormView, ...]
    strengths: tuple[str, ...]
    interests: tuple[InterestView, ...]
    marks: tuple[str, ...]
    state: str


@remembered(TABLES, of=lambda state: (state.characters, state.strengths, state.seats, state.phase))
def sheets(state: State, guide: bool) -> tuple[SheetView, ...]:
    """Everyone with a sheet whom the table knows (the GM: everyone), players' characters first."""
    known = [who for who in state.characters.values() if who.known or guide]
    return tuple(sheet(state, who, guide) for who in sorted(known, key=lambda who: (not who.here, who.npc)))


def sheet(state: State, who: Character, guide: bool) -> SheetView:
    """One sheet as everyone sees it, or the GM."""
    seen = guide or open_sheet(who)
    return SheetView(
        id=who.id, name=who.name, seat=state.played_by(who.id), description=who.description,
        npc=who.npc, closed=not seen, hidden=who.npc and not who.shown,
        forms=_forms(who) if seen else (),
        strengths=tuple(state.strengths[id_].name for id_ in who.strengths if id_ in state.strengths) if seen else (),
        interests=tuple(
            InterestView(interest.id, interest.text, _names(state, interest.about, guide)) for interest in who.interests
        ),
        marks=who.marks, state=away(state, who),
    )


def _forms(who: Character) -> tuple[FormView, ...]:
    order = book.NPC_FORMS if who.npc else book.FORMS
    return tuple(
        FormView(form, title, tuple(zip(who.forms[form], who.unhurt.get(form, who.forms[form]), strict=False)))
        for form, title in order.items()
        if form in who.forms
    )


def _names(state: State, ids: tuple[str, ...], guide: bool) -> tuple[str, ...]:
    known = (state.characters.get(id_) for id_ in ids)
    return tuple(who.name for who in known if who is not None and (who.known or guide))


def away(state: State, who: Character) -> str:
    """Why they take no part now; empty if they do, or may once all have chosen whom they play."""
    if who.dead:
        return "dead"
    if who.gone:
        return "out of this chapter"
    return "" if who.here or state.phase not in SHEETS_ON else "not in this chapter"


@remembered(TABLES, of=lambda state: (state.characters, state.strengths))
def strengths(state: State, guide: bool) -> tuple[StrengthView, ...]:
    """The strength sheets that the table knows (the GM: all)."""
    return tuple(_strength(state, one, guide) for one in state.strengths.values() if one.known or guide)


def _strength(state: State, strength: Strength, guide: bool) -> StrengthView:
    holders = tuple(
        who.name
        for who in state.characters.values()
        if strength.id in who.strengths and who.here and (guide or open_sheet(who) or strength.id in who.seen)
    )
    return StrengthView(
        id=strength.id, name=strength.name, made=strength.made, die=strength.die,
        description=strength.description, takes=strength.takes,
        forms=tuple(book.form_title(form) for form in strength.forms if form),
        npc_form=book.form_title(strength.npc_form) if strength.npc_form else "",
        options=tuple(_option(strength, at) for at in range(len(strength.options))),
        significance=strength.significance, holders=holders,
    )


def _option(strength: Strength, at: int) -> str:
    option = strength.options[at]
    title = book.STRENGTH_OPTIONS[option.kind].title
    about = [book.form_title(form) for form in (option.form, option.npc_form) if form]
    if option.note:
        about.append(option.note)
    return f"{title}: {', '.join(about)}" if about else title

"""Sheets as a seat may see them: what is closed to it is not in them."""

from __future__ import annotations

import msgspec

from moot.core import Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import open_to
from moot.games.wicked_age.conflict.pool import form_title
from moot.games.wicked_age.state import Character, State, Strength
from moot.games.wicked_age.view.names import guide_of


class FormSight(msgspec.Struct, frozen=True):
    """One form: its dice now, and as they were made, to show what was cut."""

    id: str
    title: str
    dice: tuple[tuple[int, int], ...]


class InterestSight(msgspec.Struct, frozen=True):
    """A best interest and the names of those it is about."""

    id: str
    text: str
    about: tuple[str, ...]


class StrengthSight(msgspec.Struct, frozen=True):
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


class SheetSight(msgspec.Struct, frozen=True, kw_only=True):
    """A character's sheet. `seat` is who plays them; `closed`: dice and strengths are the GM's to show, and absent.

    `hidden`: an NPC's that is not open to all. `state` is empty, or says that they are out of the chapter, dead, or not
    in this one.
    """

    id: str
    name: str
    seat: str
    npc: bool
    mine: bool
    closed: bool
    hidden: bool
    description: str
    forms: tuple[FormSight, ...]
    strengths: tuple[str, ...]
    interests: tuple[InterestSight, ...]
    marks: tuple[str, ...]
    state: str


def sheets(state: State, seat: Seat) -> tuple[SheetSight, ...]:
    """Everyone with a sheet of whom `seat` knows, players' characters first."""
    known = [who for who in state.characters.values() if who.known or seat.guides]
    return tuple(sheet(state, who, seat) for who in sorted(known, key=lambda who: (not who.here, who.npc)))


def sheet(state: State, who: Character, seat: Seat) -> SheetSight:
    """One sheet, as `seat` may see it."""
    seen = open_to(who, seat)
    return SheetSight(
        id=who.id,
        name=who.name,
        seat=who.player or guide_of(state),
        npc=who.npc,
        mine=state.owns(seat, who.id),
        closed=not seen,
        hidden=who.npc and not who.shown,
        description=who.description,
        forms=_forms(who) if seen else (),
        strengths=tuple(state.strengths[id_].name for id_ in who.strengths if id_ in state.strengths) if seen else (),
        interests=tuple(
            InterestSight(interest.id, interest.text, _names(state, interest.about, seat)) for interest in who.interests
        ),
        marks=who.marks,
        state=_state(who),
    )


def _forms(who: Character) -> tuple[FormSight, ...]:
    order = book.NPC_FORMS if who.npc else book.FORMS
    return tuple(
        FormSight(form, title, tuple(zip(who.forms[form], who.unhurt.get(form, who.forms[form]), strict=False)))
        for form, title in order.items()
        if form in who.forms
    )


def _names(state: State, ids: tuple[str, ...], seat: Seat) -> tuple[str, ...]:
    known = (state.characters.get(id_) for id_ in ids)
    return tuple(who.name for who in known if who is not None and (who.known or seat.guides))


def _state(who: Character) -> str:
    if who.dead:
        return "dead"
    if who.gone:
        return "out of this chapter"
    return "" if who.here else "not in this chapter"


def strengths(state: State, seat: Seat) -> tuple[StrengthSight, ...]:
    """The strength sheets that `seat` may see: those on an open sheet, and those known besides."""
    return tuple(_strength(state, one, seat) for one in state.strengths.values() if one.known or seat.guides)


def _strength(state: State, strength: Strength, seat: Seat) -> StrengthSight:
    holders = tuple(
        who.name
        for who in state.characters.values()
        if strength.id in who.strengths and who.here and (open_to(who, seat) or strength.id in who.seen)
    )
    return StrengthSight(
        id=strength.id,
        name=strength.name,
        made=strength.made,
        die=strength.die,
        description=strength.description,
        takes=strength.takes,
        forms=tuple(form_title(form) for form in strength.forms if form),
        npc_form=form_title(strength.npc_form) if strength.npc_form else "",
        options=tuple(_option(strength, at) for at in range(len(strength.options))),
        significance=strength.significance,
        holders=holders,
    )


def _option(strength: Strength, at: int) -> str:
    option = strength.options[at]
    title = book.STRENGTH_OPTIONS[option.kind].title
    about = [form_title(form) for form in (option.form, option.npc_form) if form]
    if option.note:
        about.append(option.note)
    return f"{title}: {', '.join(about)}" if about else title

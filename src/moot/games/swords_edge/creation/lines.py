"""The journal's lines of creation."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.games.swords_edge import ladder, packs
from moot.games.swords_edge.creation import events as e
from moot.games.swords_edge.creation.ranks import what_it_is
from moot.games.swords_edge.makings import PIVOTS, TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State


def line(state: State, event: e.CreationEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    match event:
        case e.GenreChosen(genre=genre):
            text = f"We play {packs.PACKS[genre].title}." if genre else "We play in no particular genre."
        case e.CharacterBegun(character=who):
            text = f"{state.named(who.player)} begins a character: {_called(who)}."
        case e.SampleTaken(character=who):
            text = f"{state.named(who.player)} plays {_called(who)}."
        case e.CharacterSetAside(name=name, how=how):
            text = f"{name} is set aside." if how == "retired" else f"{name} will not be played."
        case e.RankSet(who=who, what=what, was=was, rank=rank):
            text = f"{state.named(who)}: {_named(state, who, what)} from {ladder.title(was)} to {ladder.title(rank)}."
        case e.QualityAdded(who=who, quality=quality):
            text = f"{state.named(who)}: {quality.name} ({what_it_is(quality)}, {ladder.title(quality.rank)})."
        case e.QualityReworded(who=who, was=was, name=name):
            text = f"{state.named(who)}: {was} is now {name}."
        case e.FacultyTied(who=who, trait=trait):
            text = f"{state.named(who)}’s Faculty goes with {TRAITS[trait].title}."
        case e.QualityDropped(who=who, name=name):
            text = f"{state.named(who)}: {name} is struck."
        case e.QualityJudged(who=who, what=what, surcharge=surcharge, refused=refused):
            ruling = "is too broad" if refused else f"costs {surcharge} more" if surcharge else "is fine as it is"
            text = f"{state.named(who)}: {_named(state, who, what)} {ruling}."
        case e.PivotSet(who=who, pivot=pivot):
            kind = PIVOTS[pivot.kind].title if pivot.kind else "Pivot"
            return Line(kind="sheet", text=f"{state.named(who)}’s {kind}:", quote=pivot.text, rules=event.rules)
        case e.PivotDropped(who=who, text=pivot):
            return Line(kind="sheet", text=f"{state.named(who)} drops a Pivot:", quote=pivot, rules=event.rules)
        case e.CharacterFinished(who=who, left=left):
            text = f"{state.named(who)} is ready to play{f', {left} Ranks unspent' if left else ''}."
        case e.CharacterReopened(who=who):
            text = f"{state.named(who)}’s sheet is changed again."
        case _:
            assert_never(event)
    return Line(kind="sheet", text=text, rules=event.rules)


def _called(who: Character) -> str:
    return ", ".join((who.name, *(quality.name for quality in who.of("concept"))))


def _named(state: State, who: str, what: str) -> str:
    if what in TRAITS:
        return TRAITS[what].title
    character = state.characters[who]
    return character.quality(what).name if character.has(what) else "a Quality"

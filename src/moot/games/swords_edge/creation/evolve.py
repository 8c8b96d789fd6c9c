"""What each event of creation makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.creation import events as e
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.CreationEvent) -> State:
    """The state after `event`."""
    match event:
        case e.GenreChosen(genre=genre):
            return replace(state, genre=genre)
        case e.CharacterBegun(character=who) | e.SampleTaken(character=who):
            return replace(state, ids=state.ids + 1).with_character(who)
        case e.CharacterSetAside(who=id_, how="draft"):
            return replace(state, characters={name: who for name, who in state.characters.items() if name != id_})
        case e.CharacterSetAside(who=id_):
            return state.with_character(replace(state.characters[id_], stands="removed"))
        case e.QualityAdded(who=id_) | e.PivotSet(who=id_):
            return replace(state, ids=state.ids + 1).with_character(_changed(state.characters[id_], event))
        case _:
            return state.with_character(_changed(state.characters[event.who], event))


_Changes = (
    e.RankSet | e.QualityAdded | e.QualityReworded | e.FacultyTied | e.QualityDropped | e.QualityJudged | e.PivotSet
    | e.PivotDropped | e.CharacterFinished | e.CharacterReopened
)


def _changed(who: Character, event: _Changes) -> Character:
    match event:
        case e.RankSet(what=what, rank=rank) if what in ladder.TRAITS:
            return replace(who, traits={**who.traits, ladder.as_trait(what): rank})
        case e.RankSet(what=what, rank=rank):
            return with_quality(who, replace(who.quality(what), rank=rank))
        case e.QualityAdded(quality=quality):
            return with_quality(who, quality)
        case e.QualityReworded(what=what, name=name):
            return with_quality(who, replace(who.quality(what), name=name, refused=False))
        case e.FacultyTied(trait=trait):
            (faculty,) = who.of("faculty")
            return with_quality(who, replace(faculty, trait=trait))
        case e.QualityDropped(what=what):
            return replace(who, qualities=tuple(q for q in who.qualities if what not in (q.id, q.bound)))
        case e.QualityJudged(what=what, surcharge=surcharge, refused=refused):
            return with_quality(who, replace(who.quality(what), surcharge=surcharge, refused=refused))
        case e.PivotSet(pivot=pivot):
            kept = tuple(old for old in who.pivots if old.kind != pivot.kind)
            return replace(who, pivots=(*kept, pivot))
        case e.PivotDropped(pivot=pivot):
            return replace(who, pivots=tuple(old for old in who.pivots if old.id != pivot))
        case e.CharacterFinished():
            return replace(who, made=True)
        case e.CharacterReopened():
            return replace(who, made=False)
        case _:
            assert_never(event)


def with_quality(who: Character, quality: Quality) -> Character:
    """`who` with that Quality as given, in its old place if it had one."""
    if not who.has(quality.id):
        return replace(who, qualities=(*who.qualities, quality))
    return replace(who, qualities=tuple(quality if old.id == quality.id else old for old in who.qualities))

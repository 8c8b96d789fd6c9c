"""What harm, Dooms, lessons and Stunts make of a PC."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.creation.evolve import with_quality
from moot.games.swords_edge.people import Character, Fate, Stands
from moot.games.swords_edge.state import State

_FATES: dict[Fate, Stands] = {"scene": "away", "longer": "removed", "removed": "removed", "dead": "dead"}


def on_people(state: State, event: e.PeopleEvent) -> State:
    """The state after `event`."""
    made = len(event.gains) if isinstance(event, e.DoomMet) else int(isinstance(event, e.StuntNamed | e.DoomAvoided))
    return replace(state, ids=state.ids + made).with_character(_changed(state.characters[event.who], event))


def _changed(who: Character, event: e.PeopleEvent) -> Character:
    match event:
        case e.Hurt(penalties=penalties):
            return replace(who, penalties=(*who.penalties, *penalties))
        case e.Sidelined():
            return replace(who, stands="helpless")
        case e.DoomCame(doom=doom):
            return replace(who, doom=doom)
        case e.DoomAvoided(scar=scar):
            spared = replace(who, doom=None, stands="away", advancements=who.advancements - 1)
            return spared if scar is None else with_quality(spared, scar)
        case e.DoomMet(fate=fate, gains=gains):
            outlived = who.doom if fate == "removed" else None
            return replace(who, doom=None, outlived=outlived, stands=_FATES[fate], qualities=(*who.qualities, *gains))
        case e.LessonDue(lesson=lesson):
            return replace(who, lessons=(*who.lessons, lesson))
        case e.LessonLapsed(test=test):
            return replace(who, lessons=tuple(lesson for lesson in who.lessons if lesson.test != test))
        case e.LessonTaken(test=test, what=what, rank=rank):
            learned = replace(who, lessons=tuple(lesson for lesson in who.lessons if lesson.test != test))
            if what in ladder.TRAITS:
                return replace(learned, traits={**who.traits, ladder.as_trait(what): rank})
            return with_quality(learned, replace(who.quality(what), rank=rank))
        case e.StuntDue(stunt=stunt):
            return replace(who, stunts=(*who.stunts, stunt))
        case e.StuntNamed(test=test, quality=quality):
            named = replace(who, stunts=tuple(stunt for stunt in who.stunts if stunt.test != test))
            return with_quality(named, quality)
        case _:
            assert_never(event)

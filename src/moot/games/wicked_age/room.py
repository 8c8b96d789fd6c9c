"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from moot.core import Choice, Event, Game, Line, Rulebook, Seat, Situation, Verbs
from moot.games.wicked_age.book import PACKAGE
from moot.games.wicked_age.chapters import events as chapter_events
from moot.games.wicked_age.chapters import lines as chapter_lines
from moot.games.wicked_age.chapters import situation as chapter_situation
from moot.games.wicked_age.chapters.evolve import evolve as on_chapters
from moot.games.wicked_age.chapters.told import told as told_of_chapters
from moot.games.wicked_age.chapters.verbs import VERBS as CHAPTER_VERBS
from moot.games.wicked_age.conflict import events as conflict_events
from moot.games.wicked_age.conflict import lines as conflict_lines
from moot.games.wicked_age.conflict.evolve import evolve as on_conflicts
from moot.games.wicked_age.conflict.situation import situations
from moot.games.wicked_age.conflict.verbs import VERBS as CONFLICT_VERBS
from moot.games.wicked_age.oracles import references
from moot.games.wicked_age.prepare import events as prepare_events
from moot.games.wicked_age.prepare import lines as prepare_lines
from moot.games.wicked_age.prepare import situation as prepare_situation
from moot.games.wicked_age.prepare.evolve import evolve as on_preparation
from moot.games.wicked_age.prepare.told import told as told_of_preparation
from moot.games.wicked_age.prepare.verbs import VERBS as PREPARE_VERBS
from moot.games.wicked_age.state import Options, State
from moot.games.wicked_age.view import view


def start(settings: Mapping[str, str]) -> State:
    """A table before its first chapter, with these options."""
    return State(options=msgspec.convert(dict(settings), Options))


def seated(state: State, seats: tuple[Seat, ...]) -> State:
    """The same table with these people at it."""
    return msgspec.structs.replace(state, seats=seats)


def evolve(state: State, event: Event) -> State:
    """The state after `event`, by whichever part of the rules it belongs to."""
    if isinstance(event, conflict_events.EVENTS):
        return on_conflicts(state, cast(conflict_events.ConflictEvent, event))
    if isinstance(event, prepare_events.EVENTS):
        return on_preparation(state, cast(prepare_events.PrepareEvent, event))
    return on_chapters(state, cast(chapter_events.ChapterEvent, event))


def line(state: State, event: Event) -> Line | None:
    """How the journal says `event`, given the state after it."""
    if isinstance(event, conflict_events.EVENTS):
        return conflict_lines.line(state, cast(conflict_events.ConflictEvent, event))
    if isinstance(event, prepare_events.EVENTS):
        return prepare_lines.line(state, cast(prepare_events.PrepareEvent, event))
    return chapter_lines.line(state, cast(chapter_events.ChapterEvent, event))


def told(state: State, event: Event, seat: Seat) -> Event | None:
    """What `seat` hears of `event`: conflicts are fought in the open, the GM's sheets stay closed until shown."""
    if isinstance(event, conflict_events.EVENTS):
        return event
    if isinstance(event, prepare_events.EVENTS):
        return told_of_preparation(state, cast(prepare_events.PrepareEvent, event), seat)
    return told_of_chapters(state, cast(chapter_events.ChapterEvent, event), seat)


def situation(state: State) -> Situation:
    """Where the table stands: preparing, playing, in a conflict, or between chapters."""
    if state.phase == "between":
        return chapter_situation.between(state)
    if state.phase != "play":
        return prepare_situation.situation(state)
    fights = situations(state)
    if not fights:
        return chapter_situation.playing(state)
    waiting = tuple(waiting for fight in fights for waiting in fight.waiting)
    return msgspec.structs.replace(fights[-1], waiting=waiting)


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as: one's own; the GM's, those in this chapter (WA-PLAY-01)."""
    return tuple(Choice(who.id, who.name) for who in state.cast() if state.owns(seat, who.id))


GAME: Final = Game(
    name="wicked-age",
    title="In a Wicked Age",
    tagline="Sword and sorcery from four cards: everyone wants something, and somebody else stands in the way.",
    package=PACKAGE,
    guide="GM",
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    events=(*prepare_events.EVENTS, *conflict_events.EVENTS, *chapter_events.EVENTS),
    verbs=Verbs(lambda state: state.phase, (*PREPARE_VERBS, *CONFLICT_VERBS, *CHAPTER_VERBS)),
    start=start,
    seated=seated,
    evolve=evolve,
    view=view,
    told=told,
    line=line,
    situation=situation,
    voices=voices,
    references=references,
)
"""In a Wicked Age."""

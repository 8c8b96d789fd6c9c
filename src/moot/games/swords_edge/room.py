"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from moot.core import Choice, Event, Game, Line, Rulebook, Seat, Verbs
from moot.games.swords_edge.book import PACKAGE
from moot.games.swords_edge.cast import events as cast_events
from moot.games.swords_edge.cast import told as cast_told
from moot.games.swords_edge.cast.evolve import evolve as on_cast
from moot.games.swords_edge.cast.verbs import VERBS as CAST_VERBS
from moot.games.swords_edge.conflict import events as conflict_events
from moot.games.swords_edge.conflict import lines as conflict_lines
from moot.games.swords_edge.conflict.evolve import evolve as on_conflicts
from moot.games.swords_edge.conflict.verbs import VERBS as CONFLICT_VERBS
from moot.games.swords_edge.creation import events as creation_events
from moot.games.swords_edge.creation import lines as creation_lines
from moot.games.swords_edge.creation.evolve import evolve as on_creation
from moot.games.swords_edge.creation.verbs import VERBS as CREATION_VERBS
from moot.games.swords_edge.prep import events as prep_events
from moot.games.swords_edge.prep import told as prep_told
from moot.games.swords_edge.prep.evolve import evolve as on_preparation
from moot.games.swords_edge.prep.verbs import VERBS as PREP_VERBS
from moot.games.swords_edge.session import events as session_events
from moot.games.swords_edge.session import lines as session_lines
from moot.games.swords_edge.session.evolve import evolve as on_sessions
from moot.games.swords_edge.session.verbs import VERBS as SESSION_VERBS
from moot.games.swords_edge.situation import situation
from moot.games.swords_edge.state import Options, State
from moot.games.swords_edge.view import view


def start(settings: Mapping[str, str]) -> State:
    """A table before its first session, with these options."""
    return State(options=msgspec.convert(dict(settings), Options))


def seated(state: State, seats: tuple[Seat, ...]) -> State:
    """The same table with these people at it."""
    return msgspec.structs.replace(state, seats=seats)


def evolve(state: State, event: Event) -> State:
    """The state after `event`, by whichever part of the rules it belongs to."""
    if isinstance(event, conflict_events.EVENTS):
        return on_conflicts(state, cast(conflict_events.ConflictEvent, event))
    if isinstance(event, session_events.EVENTS):
        return on_sessions(state, cast(session_events.SessionEvent, event))
    if isinstance(event, creation_events.EVENTS):
        return on_creation(state, cast(creation_events.CreationEvent, event))
    if isinstance(event, cast_events.EVENTS):
        return on_cast(state, cast(cast_events.CastEvent, event))
    return on_preparation(state, cast(prep_events.PrepEvent, event))


def line(state: State, event: Event) -> Line | None:
    """How the journal says `event`, given the state after it."""
    if isinstance(event, conflict_events.EVENTS):
        return conflict_lines.line(state, cast(conflict_events.ConflictEvent, event))
    if isinstance(event, session_events.EVENTS):
        return session_lines.line(state, cast(session_events.SessionEvent, event))
    if isinstance(event, creation_events.EVENTS):
        return creation_lines.line(state, cast(creation_events.CreationEvent, event))
    if isinstance(event, cast_events.EVENTS):
        return cast_told.line(state, cast(cast_events.CastEvent, event))
    return prep_told.line(state, cast(prep_events.PrepEvent, event))


def told(state: State, event: Event, seat: Seat) -> Event | None:
    """What `seat` hears of `event`: play is open; what the GM builds and prepares stays with the GM."""
    if isinstance(event, cast_events.EVENTS):
        return cast_told.told(state, cast(cast_events.CastEvent, event), seat)
    if isinstance(event, prep_events.EVENTS):
        return prep_told.told(state, cast(prep_events.PrepEvent, event), seat)
    return event


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as: one's own; the GM's, those in the scene (SE-TERM-05)."""
    if seat.guides:
        return tuple(Choice(nc.id, nc.name) for nc in state.ncs.values() if nc.here and nc.kind != "obstacle")
    return tuple(Choice(who.id, who.name) for who in state.cast() if who.player == seat.id)


GAME: Final = Game(
    name="swords-edge",
    title="Sword's Edge",
    tagline="Momentum decides who acts: a handful of words, two ten-sided dice, and trouble of any genre.",
    package=PACKAGE,
    guide="GM",
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    events=(
        *creation_events.EVENTS,
        *session_events.EVENTS,
        *conflict_events.EVENTS,
        *cast_events.EVENTS,
        *prep_events.EVENTS,
    ),
    verbs=Verbs(
        lambda state: state.phase, (*CONFLICT_VERBS, *SESSION_VERBS, *CREATION_VERBS, *CAST_VERBS, *PREP_VERBS)
    ),
    start=start,
    seated=seated,
    evolve=evolve,
    view=view,
    told=told,
    line=line,
    situation=situation,
    voices=voices,
)
"""Sword's Edge."""

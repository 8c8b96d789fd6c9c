"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core import Choice, Game, Rulebook, Seat, Situation
from moot.games.wicked_age.book import PACKAGE
from moot.games.wicked_age.cast import ROLES
from moot.games.wicked_age.chapters.corrections import CORRECTIONS
from moot.games.wicked_age.chapters.growth import GROWTH
from moot.games.wicked_age.chapters.opening import OPENING, ChapterClosed
from moot.games.wicked_age.chapters.returning import RETURNING
from moot.games.wicked_age.conflict import CONFLICT, situations
from moot.games.wicked_age.oracles import references
from moot.games.wicked_age.own_oracle import FORMATS
from moot.games.wicked_age.prepare.bringing import BRINGING, FILES, taken_along
from moot.games.wicked_age.prepare.claims import CLAIMS
from moot.games.wicked_age.prepare.gates import GATES
from moot.games.wicked_age.prepare.holding import HOLDING
from moot.games.wicked_age.prepare.interests import INTERESTS
from moot.games.wicked_age.prepare.listing import LISTING
from moot.games.wicked_age.prepare.meeting import MEETING
from moot.games.wicked_age.prepare.naming import NAMING
from moot.games.wicked_age.prepare.npcs import NPCS
from moot.games.wicked_age.prepare.oracle import ORACLE
from moot.games.wicked_age.prepare.sheets import SHEETS
from moot.games.wicked_age.prepare.strengths import STRENGTHS
from moot.games.wicked_age.situation import between, playing, preparing
from moot.games.wicked_age.state import Options, State
from moot.games.wicked_age.view import ask, own, stage
from moot.games.wicked_age.view.board import beside, board, opened
from moot.games.wicked_age.view.cast import cast, things
from moot.kit.people import mine


def situation(state: State) -> Situation:
    """Where the table stands: preparing, playing, in a conflict, or between chapters."""
    if state.phase == "between":
        return between(state)
    if state.phase != "play":
        return preparing(state)
    fights = situations(state)
    if not fights:
        return playing(state)
    waiting = tuple(waiting for fight in fights for waiting in fight.waiting)
    return msgspec.structs.replace(fights[-1], waiting=waiting)


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as: a player's own; for the GM the NPCs of this chapter (WA-PLAY-01)."""
    return tuple(Choice(who.id, who.name) for who in mine(state, seat))


def unsettled(state: State) -> str:
    """What must end before the table can play by other rules."""
    return "Let the conflict come to its end first." if state.running else ""


GAME: Final = Game(
    name="wicked-age",
    title="In a Wicked Age",
    tagline="Sword and sorcery from four cards: everyone wants something, and somebody else stands in the way.",
    package=PACKAGE,
    guide=ROLES.guide,
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    phase=lambda state: state.phase,
    parts=(
        *(ORACLE, LISTING, CLAIMS),
        *(SHEETS, BRINGING, NPCS, NAMING, MEETING, HOLDING, STRENGTHS),
        *(INTERESTS, GATES),
        *CONFLICT,
        *(OPENING, RETURNING, GROWTH, CORRECTIONS),
    ),
    options=Options,
    stage=stage, own=own, board=board, beside=beside, ask=ask, opened=opened,
    situation=situation, unsettled=unsettled,
    voices=voices, cast=cast, things=things,
    mood=lambda state: state.oracle,
    references=references,
    begins="Four cards from an oracle come first: trouble, and the people in it. Each of you takes one of them.",
    closes=(ChapterClosed,),
    formats={**FORMATS, **FILES.formats},
    documents=taken_along,
)
"""In a Wicked Age."""

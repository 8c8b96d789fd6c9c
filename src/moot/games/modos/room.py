"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Game, Rulebook, Seat, Situation
from moot.games.modos import settling
from moot.games.modos.adjusting import ADJUSTING, CIRCUMSTANCES
from moot.games.modos.adventures import waking
from moot.games.modos.adventures.keeping import DESK
from moot.games.modos.adventures.playing import ON_THE_WAY, AdventureFinished
from moot.games.modos.adventures.waking import WAKING
from moot.games.modos.calling import CALLING
from moot.games.modos.combat import fallen
from moot.games.modos.combat.attacking import ATTACKING
from moot.games.modos.combat.defending import DEFENDING, HOLDS
from moot.games.modos.combat.fallen import FALLEN
from moot.games.modos.combat.fleeing import FLEEING, ZONES
from moot.games.modos.combat.handling import HANDLING
from moot.games.modos.combat.moving import MOVING
from moot.games.modos.combat.riding import RIDING
from moot.games.modos.combat.things import THINGS
from moot.games.modos.conflict import beats, initiative
from moot.games.modos.conflict.beats import BEATS
from moot.games.modos.conflict.initiative import INITIATIVE_PART
from moot.games.modos.conflict.opening import ARRIVING, OPENING_PART, ConflictEnded
from moot.games.modos.conflict.placing import PLACING
from moot.games.modos.conflict.rounds import ROUNDS
from moot.games.modos.conflict.working import KEEPING, WORKING
from moot.games.modos.evening import heroes
from moot.games.modos.evening.days import DAYS
from moot.games.modos.evening.heroes import HEROES_PART
from moot.games.modos.flow import FLOWS, ROLES
from moot.games.modos.following import FOLLOWING
from moot.games.modos.house import READY, check_module, entry
from moot.games.modos.injuries import INJURIES
from moot.games.modos.isolation.aboard import ABOARD
from moot.games.modos.isolation.alien import ALIEN
from moot.games.modos.isolation.doors import DOORS
from moot.games.modos.isolation.endings import ENDINGS
from moot.games.modos.isolation.finds import FINDS
from moot.games.modos.isolation.noticing import NOTICING
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.magic.casting import CASTING
from moot.games.modos.magic.cost import COST
from moot.games.modos.magic.keeping import KEPT
from moot.games.modos.magic.lasting import LASTING
from moot.games.modos.magic.taking import TAKING
from moot.games.modos.magic.using import USING
from moot.games.modos.magic.withstanding import WITHSTANDING
from moot.games.modos.making import draft
from moot.games.modos.making.beginning import BEGINNING
from moot.games.modos.making.bringing import BRINGING, FORMATS as CHARACTERS, LEAVING, taken_along
from moot.games.modos.making.growing import GROWING
from moot.games.modos.making.owning import OWNING
from moot.games.modos.making.setting import SETTING
from moot.games.modos.marks import MARKS
from moot.games.modos.minds import swaying
from moot.games.modos.minds.swaying import SWAYING
from moot.games.modos.minds.watching import WATCHING
from moot.games.modos.npcs.bringing import BRINGING as OTHERS
from moot.games.modos.npcs.coming import COMING
from moot.games.modos.npcs.shelf import FORMATS, SHELF, documents, references
from moot.games.modos.npcs.tactics import TACTICS_PART
from moot.games.modos.options import Options
from moot.games.modos.ruling import housed, touched, unsettled
from moot.games.modos.settling import SETTLING
from moot.games.modos.state import State
from moot.games.modos.terms import PACKAGE
from moot.games.modos.throwing import THROWING
from moot.games.modos.view import opened, own, stage
from moot.games.modos.view.asking import ask
from moot.games.modos.view.board import board
from moot.games.modos.view.desk import beside
from moot.games.modos.view.people import cast
from moot.kit.people import guide_waits, mine


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as: a player's own; the guide's people."""
    return tuple(Choice(who.id, who.name) for who in mine(state, seat) if who.known)


FLOWS.are(*FOLLOWING)

TOPICS: Final = (draft, settling, heroes, swaying, initiative, beats, fallen, waking)
"""The topics that say whom the game waits for."""


def situation(state: State) -> Situation:
    """Where the game stands, and whom it waits for."""
    waiting = tuple(dict.fromkeys(one for topic in TOPICS for one in topic.waiting(state)))
    if (now := state.conflict) is None:
        found = game_aboard(state)
        headline = found[1].title if found else state.here.title if state.here else ""
        anybody = any(who.known for who in state.people.values())
        headline = headline or ("The story goes on" if anybody else "Who is in this story?")
        return Situation(phase="free", headline=headline, waiting=waiting, rules=("MO-X003",), aids=state.modules)
    if now.step == "opening":
        waiting = (*waiting, *guide_waits(state, "the conflict to begin"))
    headline, detail = now.what, f"Round {now.round}" if now.round else ""
    if now.beat is not None:
        headline = f"{state.name(now.beat.deed.who)} {beats.deed_words(state, now.beat.deed)}"
    elif now.whose:
        headline = f"{state.name(now.whose)}’s turn"
    return Situation(
        phase=now.step, headline=headline, detail=detail, waiting=waiting, rules=("MO-X201",), aids=(now.step,)
    )


GAME: Final = Game(
    name="modos",
    title="Modos 2",
    tagline="A d20, three attributes, and a rulebook in modules: contests, conflicts of any kind, powers that last.",
    package=PACKAGE,
    guide=ROLES.guide,
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    options=Options,
    phase=lambda state: state.phase,
    parts=(
        HEROES_PART, *DAYS, CIRCUMSTANCES, SWAYING, WATCHING, SETTLING, TACTICS_PART,
        *BEGINNING, draft.DRAFT, BRINGING, GROWING, OWNING, *SETTING, LEAVING, THROWING, MARKS, INJURIES, CALLING,
        INITIATIVE_PART, ARRIVING, BEATS, FALLEN, DEFENDING, KEEPING, RIDING, ATTACKING, HOLDS,
        MOVING, FLEEING, ZONES, THINGS, HANDLING, CASTING, WITHSTANDING, KEPT, USING, LASTING, TAKING, COST,
        WORKING, ROUNDS, PLACING, OPENING_PART, ADJUSTING, OTHERS, COMING, SHELF, ENDINGS, ABOARD, DOORS,
        FINDS, NOTICING, ALIEN, WAKING, *ON_THE_WAY, *DESK,
    ),
    closes=(ConflictEnded, AdventureFinished),
    stage=stage, own=own, board=board, beside=beside, ask=ask, opened=opened, cast=cast,
    draws={
        **dict.fromkeys(("defend", "hinder", "work", "resist", "throw-contest", "throw-initiative"), "deed"),
        **dict.fromkeys(("move", "flee", "leave-zone", "keep"), "sure-deed"), "attack": "blow", "cast": "blow",
    },
    situation=situation,
    voices=voices,
    references=references,
    unsettled=unsettled,
    house_modules=READY,
    rows=check_module,
    housed=housed,
    entry=entry,
    touched=touched,
    formats={**CHARACTERS, **FORMATS},
    documents=lambda state, seat: (*taken_along(state, seat), *documents(state, seat)),
    begins="Characters come first; then the GM frames what happens.",
)
"""Modos 2."""

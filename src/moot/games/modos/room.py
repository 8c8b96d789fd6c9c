"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Game, Rulebook, Situation
from moot.games.modos import adjusting, calling, house, injuries, marks, ruling, settling, throwing, view
from moot.games.modos.adventures import keeping as desk, playing, waking
from moot.games.modos.combat import attacking, defending, fallen, fleeing, handling, moving, riding
from moot.games.modos.conflict import beats, initiative, opening, placing, rounds, working
from moot.games.modos.conflict.resolving import deed_words
from moot.games.modos.evening import days, heroes
from moot.games.modos.flow import FLOWS, ROLES
from moot.games.modos.following import FOLLOWING
from moot.games.modos.isolation import aboard, alien, doors, endings, finds, noticing
from moot.games.modos.isolation.terms import game_aboard
from moot.games.modos.magic import casting, cost, keeping, lasting, taking, using, withstanding
from moot.games.modos.making import beginning, bringing, draft, growing, owning, setting
from moot.games.modos.minds import swaying, watching
from moot.games.modos.npcs import bringing as others, coming, people, shelf, tactics
from moot.games.modos.options import Options
from moot.games.modos.state import State
from moot.games.modos.terms import PACKAGE
from moot.games.modos.view import asking, board, desk as shown_desk
from moot.kit.people import guide_waits, mine, waits_for

FLOWS.are(*FOLLOWING, unless=beats.only_heard)

TOPICS: Final = (draft, settling, heroes, swaying, initiative, beats, fallen, waking)
"""The topics that say whom the game waits for."""


def situation(state: State) -> Situation:
    """Where the game stands, and whom it waits for."""
    waiting = waits_for(state, (one for topic in TOPICS for one in topic.waiting(state)))
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
        headline = f"{state.name(now.beat.deed.who)} {deed_words(state, now.beat.deed)}"
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
        heroes.HEROES_PART, *days.DAYS, adjusting.CIRCUMSTANCES, swaying.SWAYING, watching.WATCHING, settling.SETTLING,
        tactics.TACTICS_PART, *beginning.BEGINNING, draft.DRAFT, bringing.BRINGING, growing.GROWING, owning.OWNING,
        *setting.SETTING, bringing.LEAVING, throwing.THROWING, marks.MARKS, injuries.INJURIES, calling.CALLING,
        initiative.INITIATIVE_PART, opening.ARRIVING, beats.BEATS, fallen.FALLEN, defending.DEFENDING, working.KEEPING,
        riding.RIDING, attacking.ATTACKING, defending.HOLDS, moving.MOVING, fleeing.FLEEING, fleeing.ZONES,
        handling.HANDLING, casting.CASTING, withstanding.WITHSTANDING, keeping.KEPT, using.USING,
        lasting.LASTING, taking.TAKING, cost.COST, working.WORKING, rounds.ROUNDS, placing.PLACING,
        opening.OPENING_PART, adjusting.ADJUSTING, others.BRINGING, coming.COMING, people.SHOWN, shelf.SHELF,
        endings.ENDINGS, aboard.ABOARD, finds.FINDS, doors.DOORS, noticing.NOTICING, alien.ALIEN, waking.WAKING,
        *playing.ON_THE_WAY, *desk.DESK,
    ),
    closes=(opening.ConflictEnded, playing.AdventureFinished),
    stage=view.stage, own=view.own, board=board.board, beside=shown_desk.beside, ask=asking.ask, opened=view.opened,
    cast=board.cast,
    draws={
        **dict.fromkeys(("defend", "hinder", "work", "resist", "throw-contest", "throw-initiative"), "deed"),
        **dict.fromkeys(("move", "flee", "leave-zone", "keep"), "sure-deed"), "attack": "blow", "cast": "blow",
    },
    situation=situation,
    voices=lambda state, seat: tuple(Choice(who.id, who.name) for who in mine(state, seat) if who.known),
    references=shelf.references,
    unsettled=ruling.unsettled,
    house_modules=house.READY,
    rows=house.check_module,
    housed=ruling.housed,
    entry=house.entry,
    touched=ruling.touched,
    formats={**bringing.FILES.formats, **shelf.FORMATS},
    upcasts={("deed-declared", 1): dict, ("deed-answered", 1): dict},  # deeds were written with all they leave out now
    documents=lambda state, seat: (*bringing.taken_along(state, seat), *shelf.documents(state, seat)),
    begins="Characters come first; then the GM frames what happens.",
)
"""Modos 2."""

"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Game, Rulebook, Seat, Situation
from moot.games.perilous import chase, evening, fight, intrigue, journey, trying, wounds
from moot.games.perilous.calling import CALLING
from moot.games.perilous.chase import CHASE
from moot.games.perilous.evening import requisitions
from moot.games.perilous.evening.closing import SessionEnded
from moot.games.perilous.fight import FIGHT
from moot.games.perilous.flow import FLOWS, ROLES
from moot.games.perilous.following import FOLLOWING
from moot.games.perilous.fortune import FORTUNE
from moot.games.perilous.harm import HARM
from moot.games.perilous.intrigue import INTRIGUE
from moot.games.perilous.madness import MADNESS_PART
from moot.games.perilous.making import beginning
from moot.games.perilous.making.beginning import BEGINNING, QUICK
from moot.games.perilous.making.bringing import BRINGING
from moot.games.perilous.making.sheet import SHEET
from moot.games.perilous.options import Options
from moot.games.perilous.own_tables import FORMATS, OWN_TABLES, documents
from moot.games.perilous.recovery import RECOVERY
from moot.games.perilous.sins import SINS
from moot.games.perilous.state import State
from moot.games.perilous.terms import PACKAGE
from moot.games.perilous.trying import TRYING
from moot.games.perilous.view import own, stage
from moot.games.perilous.view.asking import ask
from moot.games.perilous.view.board import board
from moot.games.perilous.view.people import cast, opened
from moot.games.perilous.wounds import WOUNDS
from moot.kit.people import guide_waits, mine


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as: a player's own; the guide's people."""
    return tuple(Choice(who.id, who.name) for who in mine(state, seat) if who.known)


def situation(state: State) -> Situation:
    """Where the game stands, and whom it waits for."""
    procedures = (wounds, trying, chase, intrigue, journey, fight) if state.phase == "session" else ()
    waiting = tuple(one for part in (*procedures, evening) for one in part.waiting(state))
    if state.phase == "between":
        opening = guide_waits(state, "the session to begin") if state.party() else ()
        waiting = waiting or (*beginning.waiting(state), *opening)
        headline = requisitions.headline(state) or "Between sessions"
        headline = "Who comes along?" if beginning.waiting(state) else headline
        rules, aids = ("GP-CORR-10",), ("sheets",)
        return Situation(phase=state.phase, headline=headline, waiting=waiting, rules=rules, aids=aids)
    if state.phase == "closing":
        headline, rules = "The end of the session", ("GP-CORR-10",)
        return Situation(phase="closing", headline=headline, waiting=waiting, rules=rules, aids=("session-end",))
    talk = next((one.objective or "They talk" for one in state.exchanges.values()), "")
    told = (
        wounds.headline(state), trying.headline(state), chase.headline(state), talk, fight.headline(state),
        journey.headline(state), requisitions.headline(state),
    )
    headline = next(filter(None, told), "What happens next?")
    return Situation(phase=state.phase, headline=headline, waiting=waiting, rules=("GP-CORE-01",))


def unsettled(state: State) -> str:
    """What must end before the table can play by other rules."""
    runs = any(not chase.over for chase in state.chases.values()) or any(not one.over for one in state.ordeals.values())
    busy = runs or state.exchanges or state.fights or state.trials or state.wounds or state.closing
    return "Let what goes on come to its end first." if busy else ""


FLOWS.are(*FOLLOWING)

GAME: Final = Game(
    name="perilous",
    title="Grim & Perilous",
    tagline="Percentile dice and a long way down: chases, journeys, intrigue, terror and corruption.",
    package=PACKAGE,
    guide=ROLES.guide,
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    options=Options,
    phase=lambda state: state.phase,
    parts=(
        TRYING, CALLING, WOUNDS, HARM, RECOVERY, FORTUNE, SINS, *CHASE, *INTRIGUE,
        MADNESS_PART, *FIGHT, BEGINNING, BRINGING, QUICK, SHEET, *journey.JOURNEYS,
        *evening.EVENING, OWN_TABLES,
    ),
    stage=stage,
    own=own,
    board=board,
    ask=ask,
    draws={"roll": "test", "keep": "again", "run": "ways", "tactic": "talk", "go-on": "rests"},
    opened=opened,
    situation=situation,
    unsettled=unsettled,
    voices=voices,
    cast=cast,
    formats=FORMATS,
    documents=documents,
    closes=(SessionEnded,),
    begins="Characters come first; then the GM opens the session.",
)
"""Grim & Perilous."""

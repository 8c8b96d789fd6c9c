"""The room's one door: everything of the game, put together."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Game, Rulebook, Seat
from moot.games.swords_edge.asking import ROLES
from moot.games.swords_edge.cast.building import BUILDING
from moot.games.swords_edge.cast.entering import ENTERING
from moot.games.swords_edge.cast.readying import CLUES, READYING
from moot.games.swords_edge.cast.tuning import TUNING
from moot.games.swords_edge.conflict.acting import ACTING, RIPOSTING
from moot.games.swords_edge.conflict.casting import CASTING
from moot.games.swords_edge.conflict.defending import DEFENDING
from moot.games.swords_edge.conflict.dooms import DOOMS
from moot.games.swords_edge.conflict.momentum import MOMENTUM
from moot.games.swords_edge.conflict.nc_actions import NC_ACTIONS, NC_FLAWS
from moot.games.swords_edge.conflict.pairing_up import PAIRING_UP
from moot.games.swords_edge.conflict.ranging import RANGING
from moot.games.swords_edge.conflict.rounds import ROUNDS
from moot.games.swords_edge.conflict.seizing import SEIZING
from moot.games.swords_edge.creation.beginning import BEGINNING
from moot.games.swords_edge.creation.bringing import BRINGING
from moot.games.swords_edge.creation.qualities import QUALITIES
from moot.games.swords_edge.creation.sheet import SHEET
from moot.games.swords_edge.figures import PACKAGE
from moot.games.swords_edge.harm.criticals import CRITICALS
from moot.games.swords_edge.harm.hits import HITS_PART
from moot.games.swords_edge.powers import ENDING
from moot.games.swords_edge.prep.lifecycle import EDITING
from moot.games.swords_edge.prep.transfer import PAPERS
from moot.games.swords_edge.session.growth import GROWTH
from moot.games.swords_edge.session.judging import EXPLANATIONS, JUDGING
from moot.games.swords_edge.session.luck import GMS_LUCK, LUCK
from moot.games.swords_edge.session.pivots import PIVOTS_TOUCHED, WRITTEN_PIVOTS
from moot.games.swords_edge.session.recovery import RECOVERY, SETTLING
from moot.games.swords_edge.session.returning import RETURNING
from moot.games.swords_edge.session.scenes import SCENES
from moot.games.swords_edge.session.sessions import SESSIONS, SessionEnded
from moot.games.swords_edge.session.weaknesses import WEAKNESSES
from moot.games.swords_edge.situation import situation
from moot.games.swords_edge.state import Options, State
from moot.games.swords_edge.trials.leaving import LEAVING
from moot.games.swords_edge.trials.rewards import EARNED
from moot.games.swords_edge.trials.rolling import DICE_ON_TABLE
from moot.games.swords_edge.upcasts import UPCASTS
from moot.games.swords_edge.user_packs.loading import FORMATS, LOADING, documents
from moot.games.swords_edge.view import beside, opened, own, stage
from moot.games.swords_edge.view.asking import ask
from moot.games.swords_edge.view.board import board
from moot.games.swords_edge.view.people import cast, things
from moot.kit.crowds import crowds, kind_of


def voices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The characters that `seat` may speak as (SE-TERM-05): a player's own; for the GM one NC of each kind in the
    scene."""
    if seat.guides:
        here = [nc for nc in state.ncs.values() if nc.active and not nc.kind_row.thing]
        several = crowds(here)
        firsts = {some[0].id for some in several.values()}
        alone = (nc for nc in here if nc.id in firsts or kind_of(nc.name) not in several)
        return tuple(Choice(nc.id, kind_of(nc.name) if nc.id in firsts else nc.name) for nc in alone)
    return tuple(Choice(who.id, who.name) for who in state.cast() if who.player == seat.id)


def unsettled(state: State) -> str:
    """What must end before the table can play by other rules."""
    return "End the scene first." if state.scene is not None else ""


GAME: Final = Game(
    name="swords-edge",
    title="Sword’s Edge",
    tagline="Momentum decides who acts: a handful of words, two ten-sided dice, and trouble of any genre.",
    package=PACKAGE,
    guide=ROLES.guide,
    rulebook=Rulebook.load(PACKAGE),
    state=State,
    phase=lambda state: state.phase,
    parts=(
        *(DICE_ON_TABLE, DOOMS, CRITICALS, EARNED, DEFENDING, RIPOSTING, MOMENTUM, ACTING, SEIZING),
        *(CASTING, NC_ACTIONS, PAIRING_UP, ROUNDS, NC_FLAWS, RANGING, LEAVING, HITS_PART, ENDING),
        *(RECOVERY, SESSIONS, SCENES, EXPLANATIONS, LUCK, GMS_LUCK, WEAKNESSES, PIVOTS_TOUCHED, SETTLING, GROWTH),
        *(RETURNING, BEGINNING, BRINGING, SHEET, QUALITIES, JUDGING, WRITTEN_PIVOTS),
        *(ENTERING, READYING, BUILDING, TUNING, CLUES, EDITING, PAPERS, LOADING),
    ),
    options=Options, stage=stage, own=own, board=board, beside=beside, ask=ask, opened=opened,
    draws={"make-nc": "brief", "spend-rank": "raising", "take-rank": "lowering"},
    situation=situation, unsettled=unsettled,
    voices=voices, cast=cast, things=things, mood=lambda state: state.genre, frames_scenes=True,
    begins="Characters come first, made from three words or taken ready from a list; then the GM opens the session.",
    closes=(SessionEnded,),
    formats=FORMATS, documents=documents, upcasts=UPCASTS,
)
"""Sword's Edge."""

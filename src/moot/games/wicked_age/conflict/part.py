"""Conflicts as a part of the game: every command, with what offers it and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from moot.core import Command, Part, Play, Verb
from moot.core.events import name_of
from moot.games.wicked_age.conflict import answers, bargaining, commands as c, entering, opening, settling, turns
from moot.games.wicked_age.conflict.events import ConflictEvent
from moot.games.wicked_age.conflict.evolve import evolve
from moot.games.wicked_age.conflict.lines import line
from moot.games.wicked_age.conflict.phases import InSequence, in_sequences
from moot.games.wicked_age.state import State

C = TypeVar("C", bound=Command)

_PLAY: Final = frozenset({"play"})


def _verb(command: type[C], offers: InSequence, enact: Callable[[Play[State], C], None]) -> Verb[State, Any]:
    return Verb(command, _PLAY, in_sequences(name_of(command), offers), enact)


CONFLICT: Final[Part[State]] = Part(
    events=ConflictEvent,
    verbs=(
        _verb(c.Declare, entering.declare_offers, entering.declare),
        _verb(c.RollOpening, opening.roll_opening_offers, opening.roll_opening),
        _verb(c.FightOn, opening.fight_on_offers, opening.fight_on),
        _verb(c.BackAway, opening.back_away_offers, opening.back_away),
        _verb(c.TakeUp, turns.take_up_offers, turns.take_up),
        _verb(c.Challenge, turns.move_offers, turns.move),
        _verb(c.Pass, turns.pass_offers, turns.pass_turn),
        _verb(c.Answer, answers.answer_offers, answers.answer),
        _verb(c.Claim, answers.claim_offers, answers.claim),
        _verb(c.Inflict, settling.inflict_offers, settling.inflict),
        _verb(c.PickDie, settling.pick_die_offers, settling.pick_die),
        _verb(c.Accept, bargaining.accept_offers, bargaining.accept),
        _verb(c.Propose, bargaining.propose_offers, bargaining.propose),
        _verb(c.Insist, bargaining.insist_offers, bargaining.insist),
        _verb(c.Tell, answers.tell_offers, answers.tell),
        _verb(c.GiveIn, entering.give_in_offers, entering.give_in),
        _verb(c.Join, entering.join_offers, entering.join),
        _verb(c.StandWith, entering.stand_with_offers, entering.stand_with),
        _verb(c.StandAgainst, entering.stand_against_offers, entering.stand_against),
        _verb(c.CutOff, bargaining.cut_off_offers, bargaining.cut_off),
        Verb(c.Undertake, _PLAY, entering.undertake_offers, entering.undertake),
    ),
    evolve=evolve,
    line=line,
)
"""Conflicts: fought in the open."""

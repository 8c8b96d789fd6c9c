"""Conflicts: sequences of at most three rounds, their moves and answers, harm, bargains and the owe list.

Topic by topic: `entering`, `sides`, `opening`, `ties`, `turns`, `answers`, `harm`, `bargaining`, `ends`. They
stand on `acting` (what their commands share), `rounds` (what follows by itself) and `phases` (what exists when).
"""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.wicked_age.conflict.answers import Answer, AnswerClaimed, Answered, Claim, Tell, Told
from moot.games.wicked_age.conflict.bargaining import (
    Accept,
    Agreed,
    Insist,
    Propose,
    Proposed,
    RolledOn,
    SheetMarked,
    StoodOnDefault,
    StrengthLost,
)
from moot.games.wicked_age.conflict.ends import CarryOut, CutOff, GaveIn, GiveIn
from moot.games.wicked_age.conflict.entering import Declare, FormsDeclared, Join, Joined, Undertake, Undertaken
from moot.games.wicked_age.conflict.harm import FormCut, Harmed, Inflict, PickDie, Settled
from moot.games.wicked_age.conflict.leaving import Died, LeftAction
from moot.games.wicked_age.conflict.names import NameCashed, NamesWritten
from moot.games.wicked_age.conflict.opening import OpeningRolled, RollOpening
from moot.games.wicked_age.conflict.rounds import OrderSet, RoundEnded, SequenceEnded
from moot.games.wicked_age.conflict.sides import StandAgainst, StandWith, StoodAgainst, StoodWith
from moot.games.wicked_age.conflict.situation import situations
from moot.games.wicked_age.conflict.ties import BackAway, BackedAway, FightOn, TieRerolled
from moot.games.wicked_age.conflict.turns import Challenge, Challenged, Pass, Passed, TakenUp, TakeUp
from moot.games.wicked_age.state import State

CONFLICT: Final[Part[State]] = Part(
    Declare, CarryOut, RollOpening, FightOn, BackAway, TakeUp, Challenge, Pass, Answer, Claim, Inflict, PickDie, Accept,
    Propose, Insist, Tell, GiveIn, Join, StandWith, StandAgainst, CutOff, Undertake,
    Undertaken, FormsDeclared, Joined, GaveIn, StoodWith, StoodAgainst, NameCashed, OpeningRolled, OrderSet, BackedAway,
    TieRerolled, TakenUp, Challenged, AnswerClaimed, Passed, Answered, Told, Proposed, StoodOnDefault, RolledOn, Agreed,
    Harmed, FormCut, SheetMarked, StrengthLost, Died, LeftAction, Settled, NamesWritten, RoundEnded, SequenceEnded,
)
"""Conflicts: fought in the open. First the commands, in the order in which they are offered, then the events."""

__all__ = ["CONFLICT", "situations"]

"""What can be asked in a conflict. Those that build a Test share the blanks of `Built`."""

from __future__ import annotations

from typing import Literal

from moot.core import Command
from moot.games.swords_edge.applying import Built
from moot.games.swords_edge.conflict.side_commands import (
    CallOff as CallOff,
    CallOffSeize as CallOffSeize,
    CallStrike as CallStrike,
    Lead as Lead,
    Measure as Measure,
    SetRange as SetRange,
    TradeBonus as TradeBonus,
)
from moot.games.swords_edge.contest import Purpose


class Face(Command, tag="face"):
    """Set PCs and NCs against each other: one against one or several, or several against one (SE-RD-36)."""

    who: tuple[str, ...]
    foes: tuple[str, ...]


class Leave(Command, tag="leave-off"):
    """A PC steps out of a pairing, or turns to somebody else (SE-MOM-11)."""

    pairing: str
    who: str


class Contribute(Built, tag="contribute"):
    """Put one's own share into a joint Test (SE-MOM-07, SE-SEIZE-05)."""

    pairing: str
    who: str
    purpose: Purpose


class RollMomentum(Built, tag="roll-momentum"):
    """Make the Momentum Test (SE-MOM-01)."""

    pairing: str
    who: str


class Seize(Built, tag="seize"):
    """Try to turn from defender to attacker (SE-SEIZE-01)."""

    pairing: str
    who: str
    free: bool = False


class Act(Built, tag="act"):
    """Make an Action Test as attacker (SE-ACT-01)."""

    pairing: str
    who: str
    target: str = ""


class Riposte(Built, tag="riposte"):
    """Strike back at once (SE-LOS-05)."""

    pairing: str
    who: str
    target: str = ""


class NcAct(Command, tag="nc-act"):
    """An NC that holds Momentum acts on a PC, who has to react. `riposte` is never true: older logs say so."""

    pairing: str
    nc: str
    who: str
    riposte: bool = False


class NcSeize(Command, tag="nc-seize"):
    """The NCs of a pairing try to Seize (SE-SEIZE-05). `free` is never true: older logs say so."""

    pairing: str
    free: bool = False


class Defend(Built, tag="defend"):
    """Defend by an Action Test (SE-ACT-01)."""

    attack: str
    who: str


class StandOpen(Command, tag="stand-open"):
    """Take it Undefended: 2d10 against 17 (SE-UND-03)."""

    attack: str
    who: str


class AnswerSeize(Built, tag="answer-seize"):
    """Answer the NCs' Seize by a joint Action Test (SE-SEIZE-05)."""

    pairing: str
    who: str
    bearer: str = ""


class Reroll(Command, tag="reroll"):
    """Throw one die again for a Luck; the better stands (SE-LUCK-04)."""

    test: str
    who: str
    die: Literal["first", "second"]


class LetStand(Command, tag="let-stand"):
    """Let the dice stand."""

    test: str


class Waive(Command, tag="waive"):
    """Let a reward go: a free Seize, a riposte (SE-LOS-04)."""

    pairing: str
    who: str


class NextRound(Command, tag="next-round"):
    """Everyone has acted, reacted or passed: the next round begins (SE-RD-48)."""


class LetPass(Command, tag="let-pass"):
    """Do nothing more this round."""

    who: str

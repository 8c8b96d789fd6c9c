"""Where an exchange stands, and what can be asked of it there.

Its phase is never set: `phase_of` reads it off what the exchange holds, in this order, after every event.

    framing    the secret pair of somebody there is not fixed        GP-SOC-04
    tactics    somebody has neither named a Tactic nor stood aside   GP-SOC-03
    testing    a Tactic has no result, or its Peril is not rolled    GP-SOC-06
    told       otherwise                                             GP-SOC-09

A Simple Exchange has no secret and its skill is named with it, so that it begins at testing.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from moot.games.perilous.flow import Within
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.games.perilous.underway import SocialExchange
from moot.kit.procedures import OfProcedure, PhaseRow

TalkPhase: TypeAlias = Literal["framing", "tactics", "testing", "told"]
"""Where an exchange stands."""

PHASES: Final[dict[TalkPhase, PhaseRow]] = {
    "framing": PhaseRow("GP-SOC-04", frozenset({"hide-pair", "move-disposition", "close-exchange"})),
    "tactics": PhaseRow("GP-SOC-03", frozenset({"tactic", "stand-aside", "close-exchange"})),
    "testing": PhaseRow("GP-SOC-06", frozenset({"buy-assist", "bear-peril", "close-exchange"})),
    "told": PhaseRow("GP-SOC-09", frozenset({"move-disposition", "open-pair", "again", "close-exchange"})),
}
"""The phases of an exchange; the tests themselves are those of any test."""


def there(state: State, exchange: SocialExchange) -> tuple[str, ...]:
    """The players' characters of an exchange who can still take part."""
    cast = {who.id for who in state.party()}
    return tuple(who for who in exchange.people if who in cast)


def swayable(state: State, exchange: SocialExchange) -> tuple[str, ...]:
    """Those of whom something is wanted and who are still there to be talked with."""
    cast = {who.id for who in state.cast()}
    return tuple(npc for npc in exchange.targets if npc in cast)


def untold(state: State, exchange: SocialExchange) -> tuple[str, ...]:
    """Those whose Tactic of this round has no result."""
    return tuple(
        who for who in there(state, exchange)
        if who in exchange.approaches and exchange.approaches[who].skill and who not in exchange.told
    )


def shaken(state: State, exchange: SocialExchange) -> tuple[str, ...]:
    """Those who have Peril of an exchange to roll."""
    return tuple(who for who in there(state, exchange) if who in exchange.shaken)


def phase_of(state: State, exchange: SocialExchange) -> TalkPhase:
    """The phase that follows from what an exchange holds."""
    if not exchange.simple:
        if any(exchange.targets[npc].pair is None for npc in swayable(state, exchange)):
            return "framing"
        if any(who not in exchange.approaches for who in there(state, exchange)):
            return "tactics"
    return "testing" if untold(state, exchange) or shaken(state, exchange) else "told"


class OfExchange(OfProcedure[State, SocialExchange]):
    """An event of one exchange."""

    procedure, among = "exchange", "exchanges"
    exchange: str


class InExchange(Within):
    """A command of an exchange."""

    procedure, about_any, phase_at, phases = "exchange", "exchanges", staticmethod(phase_of), PHASES
    nothing = ("no-exchange", "Nobody is in an exchange now.", "GP-SOC-03")
    exchange: str


def trial_for(exchange: SocialExchange, who: str, npc: str, skill: str, why: str = "") -> Trial:
    """The test that a Tactic, or the skill of a Simple Exchange, comes to (GP-SOC-06)."""
    return Trial(
        who=who, skill=skill, purpose="sway", of=exchange.id, step=npc, why=why,
        difficulty=exchange.difficulty[who][npc],
    )

"""Where the end of a session stands, read off what it holds (GP-CORR-10).

    converting   a character who was played has not converted            GP-CORR-04, GP-CORR-05
    tenth        somebody is owed a Disorder                              GP-CORR-06
    settling     otherwise: Reward Points, Reputation, and it is over     GP-CORR-10
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from moot.core import Refused
from moot.games.perilous.claims import Closing
from moot.games.perilous.state import State

EndPhase: TypeAlias = Literal["converting", "tenth", "settling"]

RULES: Final[dict[EndPhase, tuple[str, str]]] = {
    "converting": ("GP-CORR-10", "Somebody’s Corruption is still to be converted."),
    "tenth": ("GP-CORR-06", "Somebody is owed a Disorder."),
    "settling": ("GP-CORR-10", "Everything is converted: settle the session."),
}
"""The rule of each phase, and why something else cannot be done in it."""


def ending(state: State) -> Closing:
    """The end of the session, which runs."""
    return state.closing or Closing()


def unconverted(state: State) -> tuple[str, ...]:
    """The characters played this session who have not converted."""
    return tuple(who.id for who in state.party() if who.id not in ending(state).conversions)


def owed(state: State) -> tuple[str, ...]:
    """Those who are owed a Disorder."""
    there = {who.id for who in state.people.values() if not who.dead and not who.retired}
    return tuple(one for one in ending(state).owed if one in there)


def phase_of(state: State) -> EndPhase:
    """Where the end of the session stands."""
    return "converting" if unconverted(state) else "tenth" if owed(state) else "settling"


def needs(state: State, *phases: EndPhase) -> None:
    """Raise Refused unless the end of the session stands at one of these."""
    if (now := phase_of(state)) not in phases:
        rule, why = RULES[now]
        raise Refused("not-yet", why, rule)

"""What comes of deeds of each kind, as their topics have it, and how people say that somebody does one (MO-200)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from moot.core import Play
from moot.games.modos.conflicts import PASSIVE, Deed
from moot.games.modos.contests import Total
from moot.games.modos.live import catalog_of
from moot.games.modos.state import State

Resolve: TypeAlias = Callable[[Play[State], Deed, tuple[Deed, ...]], "Total | None"]
"""What comes of a deed, given the answers that stand against it; gives what was thrown for it, if anything was."""
R = TypeVar("R", bound=Resolve)

RESOLVERS: Final[dict[str, Resolve]] = {}
"""What comes of a deed, by its kind."""
SAID: Final[dict[str, str]] = {"defend": "defends", "hinder": "hinders it", "take": "lets it come"}
"""How people say that somebody does a deed, by its kind."""


def resolves(kind: str, says: str) -> Callable[[R], R]:
    """Register what comes of deeds of this kind, and how people say that somebody does one: `{posture}` is where it
    leads to, `{thing}` what it is done with. Raises ValueError if that is said twice."""

    def registered(resolve: R) -> R:
        if kind in RESOLVERS:
            raise ValueError(f"what comes of {kind!r} is said twice")
        RESOLVERS[kind] = resolve
        SAID[kind] = says
        return resolve

    return registered


def deed_words(state: State, deed: Deed, you: str = "") -> str:
    """A deed in a few words, without who does it: `attacks Bomber`, `uses Fire 1 on Bomber`. One of those whom it is
    about may be `you`."""
    whom = ", ".join(["you" if each == you else state.name(each) for each in deed.targets])
    if deed.power and (power := catalog_of(state).powers.get(deed.power)) is not None:
        step = f" ({deed.stage} of {power.level})" if power.level > 1 else ""
        on = f"on {whom}" if whom else ""
        return " ".join(filter(None, (SAID[deed.kind], power.title + step, on)))
    thing = state.people[deed.who].item(deed.tool) if deed.tool else None
    name = deed.called or (thing.name if thing else "")
    says = said = SAID[deed.kind]
    if deed.kind == "hinder" and whom:
        said = f"hinders {whom}"
    elif "{" in says:
        said = says.format(posture=deed.place.posture if deed.place else "", thing=name, words=deed.words)
    if whom and deed.kind not in PASSIVE:
        said += f" {whom}"
    if name and "{thing}" not in says:
        said += f" with {name}"
    return said + _what_for(state, deed) if deed.goal or deed.aim else said


def _what_for(state: State, deed: Deed) -> str:
    """What a deed is for besides to hurt, as it goes on its sentence (MO-X212)."""
    goal = state.conflict.goals.get(deed.goal) if state.conflict is not None else None
    if goal is not None:
        return f" for “{goal.what}”"
    kind, _, of = deed.aim.partition(":")
    row = catalog_of(state).states.get(of) if kind == "mark" else None
    thing = state.people[deed.targets[0]].item(of) if kind == "disarm" and deed.targets else None
    if row is not None and row.aim:
        return f", {row.aim[0].lower()}{row.aim[1:]}"
    return f", to knock {thing.name} out of the hand" if thing is not None else ""


def own_words(deed: Deed) -> str:
    """What who does it says of it in words of their own, if those are not in the sentence."""
    return "" if "{words}" in SAID[deed.kind] else deed.words

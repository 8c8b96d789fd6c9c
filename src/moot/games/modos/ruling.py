"""The rules of a table change while it plays: what its state is then, what that does to people, and when it may be
(MO-X602)."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from moot.core import Module as HouseRules
from moot.core.words import listed
from moot.games.modos import house
from moot.games.modos.conflict.opening import ConflictEnded
from moot.games.modos.conflicts import Deed
from moot.games.modos.isolation.ship import Ship
from moot.games.modos.live import catalog_of
from moot.games.modos.options import SWITCHED
from moot.games.modos.state import State
from moot.games.modos.vocabulary import Module


def housed(state: State, modules: tuple[HouseRules, ...]) -> State:
    """The state under house rules that bring rows: powers that are gone (MO-M400) last no longer, nor are worked on;
    what stands on sheets stays there, without effect. A game aboard lies still while its rules are off."""
    rows = tuple(module.rows for module in modules if module.rows)
    if rows != state.house:
        state = replace(state, house=rows)
    if ("isolation" in state.modules) != (state.ship is not None):
        state = replace(state, ship=None, moored=state.ship) if state.ship else replace(state, ship=_back(state))
    if state.conflict and "extended" not in state.modules:  # an undo came to what these rules do not have
        state = ConflictEnded(id=state.conflict.id, what=state.conflict.what).evolve(state)
    if changes := _with_or_without_sheets(state):
        state = replace(state, **changes)
    powers = catalog_of(state).powers
    if state.beat and not all(_known(state, deed) for deed in (state.beat.deed, *state.beat.answers.values()) if deed):
        state = state.with_conflict(beat=None, step="turn")
    if all(one.row in powers for one in state.running.values()) and (powers or not state.casting):
        return state
    lasting = {id_: one for id_, one in state.running.items() if one.row in powers}
    people = {
        who: replace(person, marks=tuple(mark for mark in person.marks if not mark.of or mark.of in lasting))
        for who, person in state.people.items()
    }
    return replace(state, people=people, running=lasting, casting=state.casting if powers else {})


_DEEDS: Final[dict[str, Module]] = {
    **dict.fromkeys(("attack", "posture", "withdraw", "flee", "leave", "size", "shake"), "combat"),
    **dict.fromkeys(("cast", "resist", "use"), "magic"),
    **dict.fromkeys(("sway", "sneak", "search", "doubt", "tend"), "skilled"),
}
"""The modules without which deeds of these kinds are unknown."""


def _known(state: State, deed: Deed) -> bool:
    """Whether a table plays with a deed, and with the power that it uses: one that is not known is called off."""
    powers = catalog_of(state).powers
    return _DEEDS.get(deed.kind, "extended") in state.modules and deed.power in ("", *powers)


def _back(state: State) -> Ship:
    """The game aboard that has lain still, with its alien; else a new one."""
    moored = state.moored
    return moored if moored and (moored.map is None or moored.alien in state.people) else Ship()


def _with_or_without_sheets(state: State) -> dict[str, Any]:
    """What changes at a table with or without sheets: without, nobody is in the making, and nothing waits for what
    cannot be."""
    found: dict[str, Any] = {}
    made = {id_: who.draft is None or "character" not in state.modules for id_, who in state.people.items()}
    if any(state.people[id_].made != now for id_, now in made.items()):
        found["people"] = {id_: replace(who, made=made[id_]) for id_, who in state.people.items()}
    for name, module in (
        ("waking", "character"), ("hints", "skilled"), ("around", "core"), ("contests", "core"),
    ):
        if module not in state.modules and getattr(state, name):
            found[name] = {}
    return found


def touched(now: State, then: State) -> tuple[str, ...]:
    """What another state of the same table, under other rules, does to people, a sentence each."""
    before, after = catalog_of(now), catalog_of(then)
    found = [f"{title} goes along, since it stands on that." for module, title in SWITCHED.items()
             if module in now.modules and module not in then.modules and getattr(then.options, module) == "true"]
    if now.ship and now.ship.map and not then.ship:
        found.append("The game aboard lies still until its rules are back.")
    for who in now.cast():
        found += house.touched(who, before, after)
        ends = [before.powers[one.row].title for one in now.kept_by(who.id)
                if one.id not in then.running and one.row in before.powers]
        if ends:
            found.append(f"{listed(ends)} of {who.name} {'ends' if len(ends) == 1 else 'end'}.")
    return tuple(found)


def unsettled(state: State) -> str:
    """What must come to an end before the rules can change."""
    if state.conflict is not None:
        return f"“{state.conflict.what}” has to end first."
    return "A contest waits for its dice." if state.contests else ""

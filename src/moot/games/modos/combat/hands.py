"""What hands can hold beside each other (MO-X120, MO-X122, MO-X129, MO-E86)."""

from __future__ import annotations

from moot.core import Refused
from moot.games.modos.arms import HANDS, bodily, gear_row
from moot.games.modos.live import catalog_of
from moot.games.modos.person import Gear
from moot.games.modos.reckoning import form_of
from moot.games.modos.rows import Shield, Weapon
from moot.games.modos.state import State


def hands_for(state: State, who: str, thing: Gear) -> int:
    """The hands that a thing takes, as few as it can be held with; none for the bare body."""
    row = gear_row(catalog_of(state), thing)
    if isinstance(row, Shield):
        return row.hands
    if isinstance(row, Weapon):
        one_handed = [form.hands for form in row.forms if form.when and form.when[0].word == "one-hand"]
        return 0 if bodily(thing) else min([form_of(state, who, row).hands, *one_handed])
    return 1


def check_free(state: State, who: str, thing: Gear) -> None:
    """Raise Refused, with what would help, if somebody has no hand free for a thing."""
    held = [each for each in state.people[who].gear if each.at == "held" and each.id != thing.id]
    names = tuple(each.name for each in held if hands_for(state, who, each) or _shield(state, each))
    if sum(hands_for(state, who, each) for each in (thing, *held)) > HANDS:
        message = f"{state.name(who)} has no hand free for {thing.name}: first put away or drop something."
        raise Refused("no-hand", message, "MO-X129", allowed=names)
    both = (thing, *held)
    shields = [each for each in both if (row := _shield(state, each)) and (row.hands or not _bucklers(state))]
    if shields and any(hands_for(state, who, each) == HANDS for each in both):
        message = f"A weapon for both hands leaves no place for {shields[0].name}."
        raise Refused("no-hand", message, "MO-E86", allowed=names)


def _shield(state: State, thing: Gear) -> Shield | None:
    row = gear_row(catalog_of(state), thing)
    return row if isinstance(row, Shield) else None


def _bucklers(state: State) -> bool:
    """Whether a shield that leaves its hand free goes with a weapon for both hands (MO-E86)."""
    return state.options.buckler_heavy == "yes"

"""What an Advancement can do now and what not, each with its rule: the one place where a player finds all its uses."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core import Command, Refused, Seat
from moot.games.swords_edge.conflict.dooms import AvoidDoom
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session.commands import CashAdvancement, ClearStress, Grow, Learn
from moot.games.swords_edge.state import State


class Use(msgspec.Struct, frozen=True):
    """One use of an Advancement (SE-ADV-04): open `now` or not, and why; `rule` is the one that says so."""

    title: str
    now: bool
    says: str
    rule: str


_USES: Final[tuple[tuple[str, type[Command[State]], str, str, str], ...]] = (
    ("Raise a Quality or a Weakness", Grow, "One Rank; with buying, once a session.", "Between Tests.", "SE-ADV-05"),
    ("Buy an Element", Learn, "At Good, an SFX at Basic; with raising, once a session.", "Between Tests.",
     "SE-ADV-05"),
    ("Use it as Luck", CashAdvancement, "One Luck, as often as you like.", "During a session.", "SE-LUCK-07"),
    ("Avert a Doom", AvoidDoom, "Out of the scene, and no Poor Weakness.", "When a Doom strikes, in a scene.",
     "SE-DOOM-04"),
    ("Clear every Penalty Rank", ClearStress, "All of them go.", "Once the session is over.", "SE-REC-05"),
)  # fmt: skip


def uses(state: State, seat: Seat, who: Character) -> tuple[Use, ...]:
    """Every use of an Advancement for a character of `seat`, as things stand."""
    return tuple(_use(state, seat, who, *each) for each in _USES)


def _use(
    state: State, seat: Seat, who: Character, title: str, do: type[Command[State]], gives: str, when: str, rule: str
) -> Use:
    if state.phase not in do.when:
        return Use(title, now=False, says=f"Not now. {when}", rule=rule)
    reasons: list[Refused] = []
    try:
        for one in do.offers(state, seat):
            if isinstance(one, Refused):
                reasons.append(one)
            elif one.about == who.id:
                return Use(title, now=True, says=gives, rule=rule)
    except Refused as refused:
        reasons.append(refused)
    says = f"Not now. {reasons[0].message if reasons else when}"
    return Use(title, now=False, says=says, rule=(reasons[0].rule if reasons else None) or rule)

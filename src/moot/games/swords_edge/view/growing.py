"""What an Advancement can do now and what not, each with its rule: the one place where a player finds all its uses."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from moot.core import Refused, Seat, Verb
from moot.games.swords_edge.conflict import dooms
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import growth, luck
from moot.games.swords_edge.state import State


class Use(msgspec.Struct, frozen=True):
    """One use of an Advancement (SE-ADV-04): open `now` or not, and why; `rule` is the one that says so."""

    title: str
    now: bool
    says: str
    rule: str


def _named(verbs: tuple[Verb[State, Any], ...], name: str) -> Verb[State, Any]:
    return next(verb for verb in verbs if verb.command.__struct_config__.tag == name)


_USES: Final[tuple[tuple[str, Verb[State, Any], str, str, str], ...]] = (
    ("Raise a Quality or a Weakness", _named(growth.VERBS, "grow"), "One Rank; with buying, once a session.",
     "Between Tests.", "SE-ADV-05"),
    ("Buy an Element", _named(growth.VERBS, "learn-element"), "At Good, an SFX at Basic; with raising, once a session.",
     "Between Tests.", "SE-ADV-05"),
    ("Use it as Luck", _named(luck.VERBS, "cash-advancement"), "One Luck, as often as you like.",
     "During a session.", "SE-LUCK-07"),
    ("Avert a Doom", _named(dooms.VERBS, "avoid-doom"), "Out of the scene, and no Poor Weakness.",
     "When a Doom strikes, in a scene.", "SE-DOOM-04"),
    ("Clear every Penalty Rank", _named(growth.VERBS, "clear-stress"), "All of them go.",
     "Once the session is over.", "SE-REC-05"),
)  # fmt: skip


def uses(state: State, seat: Seat, who: Character) -> tuple[Use, ...]:
    """Every use of an Advancement for a character of `seat`, as things stand."""
    return tuple(_use(state, seat, who, *each) for each in _USES)


def _use(
    state: State, seat: Seat, who: Character, title: str, verb: Verb[State, Any], gives: str, when: str, rule: str
) -> Use:
    if state.phase not in verb.phases:
        return Use(title, now=False, says=f"Not now. {when}", rule=rule)
    try:
        now = any(offer.about == who.id for offer in verb.offers(state, seat))
    except Refused as refused:
        return Use(title, now=False, says=f"Not now. {refused.message}", rule=refused.rule or rule)
    return Use(title, now=now, says=gives if now else f"Not now. {when}", rule=rule)

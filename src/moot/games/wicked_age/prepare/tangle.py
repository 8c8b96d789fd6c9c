"""The knot of interests as a picture, and what the table hints about it: never a refusal (WA-BI-09, WA-BI-11)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from moot.games.wicked_age.book import PLAYER_INTERESTS
from moot.games.wicked_age.cast import known
from moot.games.wicked_age.state import Character, State


class Tie(NamedTuple):
    """One interest of `holder` that is about `about`; an interest about several makes several ties."""

    holder: str
    about: str
    text: str


class TangleHint(msgspec.Struct, frozen=True):
    """A warning about somebody's interests; `interest` is empty where it is about all of them."""

    code: str
    character: str
    text: str
    rule: str
    interest: str = ""


def ties(state: State) -> tuple[Tie, ...]:
    """Every interest between people that the table knows: who is after whom, and what for."""
    cast = known(state)
    ids = {who.id for who in cast}
    return tuple(
        Tie(who.id, about, one.text) for who in cast for one in who.interests for about in one.about if about in ids
    )


def warnings(state: State) -> tuple[TangleHint, ...]:
    """What the table hints about the interests of this chapter (WA-BI-11)."""
    return tuple(hint for who in state.cast() for hint in (_npc_hints if who.npc else _player_hints)(state, who))


def _npc_hints(state: State, who: Character) -> tuple[TangleHint, ...]:
    text = f"This interest of {who.name} aims at NPCs alone, which adds nothing. As a habit, go back and change it."
    return tuple(
        TangleHint("npcs-only", who.id, text, "WA-BI-11", one.id)
        for one in who.interests
        if one.about and all(other in state.characters and state.characters[other].npc for other in one.about)
    )


def _player_hints(state: State, who: Character) -> tuple[TangleHint, ...]:
    many = f"{who.name} has {len(who.interests)} best interests; two are best, three are enough."
    lonely = f"This interest of {who.name} names nobody else. Whom does it hurt?"
    hints = [TangleHint("names-nobody", who.id, lonely, "WA-BI-11", one.id) for one in who.interests if not one.about]
    if len(who.interests) > PLAYER_INTERESTS.most:
        hints.insert(0, TangleHint("more-than-three", who.id, many, "WA-BI-11"))
    return tuple(hints)

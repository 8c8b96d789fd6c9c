"""How two sides compare: people, levels, dice of damage and protection, points of skills (MO-X505, MO-FQ11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from moot.core.words import listed
from moot.games.modos.arms import arms_of
from moot.games.modos.catalog import BODY
from moot.games.modos.conflict.placing import OURS
from moot.games.modos.figures import FAR
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import guard, weapon_die
from moot.games.modos.skills import title_of
from moot.games.modos.state import State


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """What a side can do: how many it is, its levels, its dice, and the most points that somebody has in each skill."""

    people: int
    levels: int
    damage: tuple[str, ...]
    guards: tuple[str, ...]
    points: dict[str, int]

    def __str__(self) -> str:
        damage, guards = (_counted(dice) for dice in (self.damage, self.guards))
        return f"{self.people} with {self.levels} levels, damage {damage}, protection {guards}"


def _counted(dice: Iterable[str]) -> str:
    found = Counter(dice)
    return listed(f"{count} × {die}" if count > 1 else die for die, count in found.items())


def strength(state: State, people: Iterable[str]) -> Strength:
    """What some people can do together."""
    every = [state.people[who] for who in people]
    arms = {who.id: [row for _, row in arms_of(catalog_of(state), who).weapons] or [BODY] for who in every}
    skills = dict.fromkeys(skill for who in every for skill in who.points)
    return Strength(
        people=len(every), levels=sum(who.level for who in every),
        points={skill: max(who.points.get(skill, 0) for who in every) for skill in skills},
        damage=tuple(str(max(weapon_die(state, who.id, row) for row in arms[who.id])) for who in every),
        guards=tuple(str(guard(state, who.id, "P")) for who in every),
    )


def matched(state: State) -> tuple[Strength, Strength] | None:
    """The two sides of a conflict; None if there is none."""
    if (now := state.conflict) is None:
        return None
    ours = [who for who, one in now.people.items() if one.side == OURS]
    return strength(state, ours), strength(state, (who for who in now.people if who not in ours))


def said(state: State) -> str:
    """The same in words, with what to do where one side is far stronger (MO-X003)."""
    if (sides := matched(state)) is None:
        return ""
    ours, theirs = sides
    few, many = sorted((ours.levels, theirs.levels))
    uneven = few and many >= FAR * few
    far = " One side is far stronger: a few contests may do, or just tell it." if uneven else ""
    skills = sorted({*ours.points} & {*theirs.points})
    both = (f"{title_of(catalog_of(state), skill)} {ours.points[skill]} to {theirs.points[skill]}" for skill in skills)
    return f"The party’s side: {ours}. The other: {theirs}.{''.join(f' {one}.' for one in both)}{far}"

"""Tending: the healer skill takes damage off a body or a mind, at the rate of the campaign (MO-X311, MO-FQ02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Choose, Offered, Part, Play
from moot.games.modos.conflict.deeds import WithSkill, begin, deed_choices, settles
from moot.games.modos.constants import HEALING
from moot.games.modos.contests import Purpose, Total
from moot.games.modos.effects import Mend
from moot.games.modos.harm import mend
from moot.games.modos.injuries import telling
from moot.games.modos.ladder import Die
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.skills import row_of, title_of
from moot.games.modos.state import State
from moot.games.modos.terms import POOL_WORDS, Pool
from moot.games.modos.vocabulary import Verb

KIND: Final[Verb] = "tend"


def pools_of(state: State, skill: str) -> tuple[Pool, ...]:
    """The pools that a skill takes damage off."""
    row = row_of(catalog_of(state), skill)
    found = (effect.pools for effect in (row.effects if row else ()) if isinstance(effect, Mend))
    return tuple(pool for pools in found for pool in pools)


class Tend(WithSkill, tag="tend"):
    """Tend somebody: take damage off their body or mind. The guide says how difficult that is."""

    rules, kind, together = ("MO-X311", "MO-FQ02", "MO-001"), KIND, "Tend somebody"
    nobody = ("nobody-to-tend", "Nobody of yours has the skill, or nobody has damage that it takes off.")
    pool: Pool
    target: str

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        by_die = state.options.healer == "die"
        for pool in pools_of(state, skill.value):
            if patients := _patients(state, pool, guide=state.people[who].npc):
                label = f"{title_of(catalog_of(state), skill.value)}: tend {POOL_WORDS[pool]} damage"
                yield cls.way(who, skill, label, f"Takes off {HEALING.die if by_die else HEALING.points} with a Pro.",
                              Choose(name="target", label="Whom?", choices=patients), *deed_choices(state, who),
                              pool=pool)

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        name = play.state.name(self.target)
        words = f"tends {name}" if who != self.target else "tends to the own hurts"
        purpose = Purpose(kind=KIND, skill=skill, targets=(self.target,), words=words, pick=self.pool)
        begin(play, who, purpose, half=self.half, hero=self.hero, rule="MO-X311")


def _patients(state: State, pool: Pool, *, guide: bool) -> tuple[Choice, ...]:
    """Who has damage in a pool that can be taken off (MO-X323), as far as is known: whose health players are not told
    may always have some (MO-FQ19)."""
    return tuple(
        Choice(one.id, one.name) for one in state.cast()
        if one.known and not one.dead and pool not in lost_pools(state, one.id)
        and (one.hurt(pool) or telling(state, one.id, guide) != "told")
    )


@settles(KIND, "tends")
def tended(play: Play[State], who: str, purpose: Purpose, total: Total | None) -> None:
    """Damage goes at the rate of the campaign: a die, or so many points (MO-001, MO-X311)."""
    amount = Die.read(HEALING.die) if play.state.options.healer == "die" else HEALING.points
    title = title_of(catalog_of(play.state), purpose.skill)
    for target in purpose.targets:
        for pool in pools_of(play.state, purpose.skill):
            if pool == purpose.pick:
                mend(play, target, pool, amount, title, "MO-X311")


TENDING: Final = Part(Tend)

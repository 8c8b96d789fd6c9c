"""Tending: the healer skill takes damage off a body or a mind, at the rate of the campaign (MO-X311, MO-FQ02)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Offers, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.modos.constants import HEALING
from moot.games.modos.contests import Purpose, Total
from moot.games.modos.effects import Mend
from moot.games.modos.flow import Act
from moot.games.modos.harm import mend
from moot.games.modos.ladder import Die
from moot.games.modos.live import catalog_of
from moot.games.modos.purposes import able, begin, deed_choices, settles, skills_for
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.skills import row_of, title_of
from moot.games.modos.state import FREE, TURN, State
from moot.games.modos.terms import POOL_WORDS, Pool

KIND: Final = "tend"


def pools_of(state: State, skill: str) -> tuple[Pool, ...]:
    """The pools that a skill takes damage off."""
    row = row_of(catalog_of(state), skill)
    found = (effect.pools for effect in (row.effects if row else ()) if isinstance(effect, Mend))
    return tuple(pool for pools in found for pool in pools)


class Tend(Act, tag="tend"):
    """Tend somebody: take damage off their body or mind. The guide says how difficult that is."""

    when, rules, urgency = FREE | TURN, ("MO-X311", "MO-FQ02", "MO-001"), "may"
    together = "Tend somebody"
    who: str
    skill: str
    pool: Pool
    target: str
    half: bool = False
    hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in able(state, seat):
            try:
                skills = skills_for(state, who, KIND)
            except Refused as reason:
                yield cls.barred(reason, who=who)
                continue
            for skill in (each.value for each in skills):
                for pool in pools_of(state, skill):
                    if patients := _patients(state, pool):
                        label = f"{title_of(catalog_of(state), skill)}: tend {POOL_WORDS[pool]} damage"
                        yield cls.offer((who, skill), label, _rate(state), partial(_blanks, state, who, patients),
                                        about=who, who=who, skill=skill, pool=pool)
        yield Refused("nobody-to-tend", "Nobody of yours has the skill, or nobody has damage that it takes off.")

    def act(self, play: Play[State], of: tuple[str, str]) -> None:
        who, skill = of
        name = play.state.name(self.target)
        words = f"tends {name}" if who != self.target else "tends to the own hurts"
        purpose = Purpose(kind=KIND, skill=skill, targets=(self.target,), words=words, pick=self.pool)
        begin(play, who, purpose, half=self.half, hero=self.hero, rule="MO-X311")


def _patients(state: State, pool: Pool) -> tuple[Choice, ...]:
    """Who has damage in a pool that can be taken off, as far as players know of them (MO-X323)."""
    return tuple(
        Choice(one.id, one.name) for one in state.cast()
        if one.known and one.hurt(pool) and pool not in lost_pools(state, one.id) and not one.dead
    )


def _blanks(state: State, who: str, patients: tuple[Choice, ...], shown: bool) -> Iterator[Field]:
    yield Choose(name="target", label="Whom?", choices=patients)
    yield from deed_choices(state, who)


def _rate(state: State) -> str:
    return f"Takes off {HEALING.die if state.options.healer == 'die' else HEALING.points} with a Pro."


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

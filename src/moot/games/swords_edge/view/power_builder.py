"""The component table with its figures ready: what a power's two Tests come to, whatever is chosen (SE-SFX-03)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import msgspec

from moot.core import Offered, Refused, Seat
from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.conflict.casting import Cast
from moot.games.swords_edge.figures import SFX, TRAITS, Rank
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.powers import NAMES, action_base, heads, momentum_base, resistance
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import TestForm
from moot.games.swords_edge.trials.kinds import ACT, MOMENTUM, TestRow
from moot.games.swords_edge.view.fights import strain
from moot.kit.bars import percent
from moot.kit.totals import Target

_RANKS: Final[tuple[Rank, ...]] = tuple(row.rank for row in SFX.values())
_CODES: Final = dict(zip(_RANKS, "abcdefg", strict=True))
"""A letter for each row of the table, of which the keys of a look-up are made."""


class ComponentRow(msgspec.Struct, frozen=True):
    """One row of the table: its Rank, its TN and its Mod."""

    title: str
    tn: int
    mod: str
    code: str


class ReachedTn(msgspec.Struct, frozen=True):
    """A target number, and the chances to reach it: by what counts anyway, and with all that helps."""

    at: int
    sure: str
    best: str


class PowerLook(msgspec.Struct, frozen=True):
    """One Test of a power: `names` are the components it hangs on, `keys` lead from their letters to a TN.

    Names joined by `+` stand in any order in a key. `sure` and `best` are what the Test adds.
    """

    title: str
    names: str
    keys: dict[str, int]
    start: int
    sure: str
    best: str
    rows: tuple[ReachedTn, ...]


class Lent(msgspec.Struct, frozen=True):
    """What the strongest target lends once `when` is chosen: so much more."""

    when: str
    says: str
    adds: int


class Casting(msgspec.Struct, frozen=True, kw_only=True):
    """A power that can be called on. `key` is its offer's; of `lent` the first that holds counts.

    `heads` has the letter of the least area for each number of targets.
    """

    key: str
    heads: str
    rows: tuple[ComponentRow, ...]
    looks: tuple[PowerLook, ...]
    lent: tuple[Lent, ...]
    rounds: dict[str, int]
    trait: str
    price: str


def casting(state: State, seat: Seat, key: str) -> Casting | None:
    """The table of a power that `seat` can call on now, by its offer's key."""
    if state.scene is not None and state.options.powers:
        with suppress(Refused):
            for one in Cast.offers(state, seat):
                if isinstance(one, Offered) and one.key == key:
                    return _casting(state, key, *one.of)
    return None


def _casting(state: State, key: str, who: Character, quality: Quality) -> Casting:
    lent = tuple(_lent(state))
    more = {0, *(one.adds for one in lent)}
    return Casting(
        key=key, heads="".join(_CODES[heads(count)] for count in range(len(state.opposition()) + 1)),
        rows=tuple(
            ComponentRow(ladder.title(row.rank), ladder.tn(row.rank), ladder.signed(row.mod), _CODES[row.rank])
            for row in SFX.values()
        ),
        looks=(
            _look(state, who, quality, MOMENTUM, "area energy", _momenta(), more),
            _look(state, who, quality, ACT, "+".join(NAMES), _actions(), more),
        ),
        lent=lent, rounds=_rounds() if state.options.casting_time == "on" else {},
        trait=TRAITS[quality.trait].title if quality.trait else "No Trait", price=strain(quality),
    )


def _look(
    state: State, who: Character, quality: Quality, kind: TestRow, names: str, keys: dict[str, int], more: set[int]
) -> PowerLook:
    form = _form(who, quality, kind)
    sure, best = form.given(quality.trait), form.most(state, quality.trait)
    tns = sorted({tn + extra for tn in keys.values() for extra in more})
    return PowerLook(
        title="Momentum" if kind.momentum else "Action",
        names=names, keys=keys, start=next(iter(keys.values())), sure=ladder.signed(sure), best=ladder.signed(best),
        rows=tuple(
            ReachedTn(tn, *(percent(verdict.chances(kind.reads, total, tn).success) for total in (sure, best)))
            for tn in tns
        ),
    )


def _form(who: Character, quality: Quality, kind: TestRow) -> TestForm:
    """The Test as it will be: by the power's Trait, the power itself in the Action (SE-RD-42)."""
    return TestForm(
        kind=kind, label="", who=who, aims={}, traits=(quality.trait,), fixed={},
        power="" if kind.momentum else quality.id,
    )


@cache
def _momenta() -> dict[str, int]:
    pairs = product(_RANKS, repeat=2)
    return {_CODES[area] + _CODES[energy]: Target(momentum_base(area, energy)).tn for area, energy in pairs}


@cache
def _actions() -> dict[str, int]:
    every = combinations_with_replacement(_RANKS, len(NAMES))
    return {"".join(_CODES[rank] for rank in ranks): Target(action_base(*ranks)).tn for ranks in every}


@cache
def _rounds() -> dict[str, int]:
    every = combinations_with_replacement(_RANKS, len(NAMES))
    return {"".join(_CODES[rank] for rank in ranks): sum(SFX[rank].rounds for rank in ranks) for ranks in every}


def _lent(state: State) -> Iterator[Lent]:
    """What each target that is no minion lends by each Trait, the strongest first (SE-SFX-06, SE-RD-42)."""
    tough = [nc for nc in state.opposition() if nc.pattern.lends]
    for trait in ladder.TRAITS:
        for nc in sorted(tough, key=lambda nc: (nc.trait(trait), ladder.steps(nc.now)), reverse=True):
            yield _lent_by(nc, trait)


def _lent_by(nc: NC, trait: str) -> Lent:
    """What one target lends; of one whose figures the table has not seen only that it does."""
    when = f"resists:{trait} targets:{nc.id}"
    if not nc.seen:
        return Lent(when, f"What {nc.name} can do is not known yet: its {TRAITS[trait].title} comes on top.", 0)
    adds = Target(tuple(resistance(nc, trait))).tn
    says = f"{nc.name}’s {TRAITS[trait].title}: {ladder.signed(adds)} to both target numbers."
    return Lent(when, says, adds)

"""What entries ask for before their effects hold, by the word that asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from moot.games.modos.arms import Arms, arms_of
from moot.games.modos.catalog import BODY, MAGIC, MOVEMENT, row_of
from moot.games.modos.conflicts import MOVES, Contender
from moot.games.modos.contests import SIGHT, Facts
from moot.games.modos.live import Live, aware, catalog_of
from moot.games.modos.postures import band
from moot.games.modos.state import State
from moot.games.modos.terms import BANDS, POOLS
from moot.games.modos.vocabulary import Word


class Case(NamedTuple):
    """What is asked: whether an effect holds when `who` throws or is hurt, as far as it names these."""

    state: State
    one: Live
    who: str
    facts: Facts
    names: tuple[str, ...]

    @property
    def entry(self) -> Contender | None:
        """The part in the conflict of who throws or is hurt."""
        return self.state.entry(self.who)

    @property
    def arms(self) -> Arms:
        """What they have in hand and wear."""
        return arms_of(catalog_of(self.state), self.state.people[self.who])


def _by_skill(case: Case) -> bool:
    """Whether such a skill is used; who moves by the body alone, without a point, moves all the same (MO-404)."""
    afoot = case.facts.deed in MOVES and case.facts.pool == "P"
    skill = case.facts.skill or (MOVEMENT if afoot else "")
    row = row_of(catalog_of(case.state), skill)
    return not {skill, skill.partition(":")[0], (row.group if row else None) or ""}.isdisjoint(case.names)


def _by_deed(case: Case) -> bool:
    """Whether it is such a deed; what a power says of resisting is about resisting that very power (MO-E39)."""
    elsewhere = case.facts.deed == "resist" and case.one.of not in ("", case.facts.on)
    return case.facts.deed in case.names and not elsewhere


def _in_range(case: Case) -> bool:
    if case.facts.steps is None:
        return case.state.conflict is None
    return BANDS.index(band(case.facts.steps)) <= max(BANDS.index(one) for one in BANDS if one in case.names)


def _stands(case: Case, entry: Contender | None) -> bool:
    return entry is not None and entry.place.posture in case.names


def _aware(case: Case) -> bool:
    of = case.facts.target if case.who == case.one.bearer else case.who
    return bool(of) and aware(case.state, of, case.one.bearer)


def _wields(case: Case) -> bool:
    weapon = case.arms.weapon(case.facts.tool)
    if weapon is BODY or case.facts.skill.startswith(MAGIC):
        return False
    return not {weapon.forms[0].size, weapon.range}.isdisjoint(case.names)


def _lower(case: Case) -> bool:
    people, person = case.state.people, case.state.people[case.who]
    return person.master in people and person.level < people[person.master].level


def _unresisted(case: Case) -> bool:
    done = case.facts.resisted if "beat" in case.names else case.entry.resisted if case.entry else ()
    return case.one.of not in done


CONDITIONS: Final[dict[Word, Callable[[Case], bool]]] = {
    "skill": _by_skill,
    "attribute": lambda case: case.facts.pool in case.names,
    "deed": _by_deed,
    "sight": lambda case: SIGHT in case.facts.claims,
    "claimed": lambda case: case.one.source in case.facts.claims,
    "multi": lambda case: case.facts.multi,
    "tag": lambda case: case.facts.tag in case.names,
    "pool": lambda case: case.facts.harm in case.names,
    "undefended": lambda case: case.facts.undefended,
    "range": _in_range,
    "posture": lambda case: (
        case.facts.posture in case.names if case.facts.posture else _stands(case, case.entry)
    ),
    "target-posture": lambda case: _stands(case, case.state.entry(case.facts.target)),
    "dark": lambda case: case.state.dark,
    "aware": _aware,
    "held": lambda case: bool(case.one.item),
    "one-hand": lambda case: case.arms.one_handed(bucklers=case.state.options.buckler_heavy == "yes"),
    "unarmed": lambda case: not case.arms.armed,
    "second-weapon": lambda case: len(found := case.arms.wielded) > 1 or any(row.dual for row in found),
    "size": _wields,
    "reach": _wields,
    "kind": lambda case: not {*case.state.people[case.facts.target or case.who].kinds}.isdisjoint(case.names),
    "lower-level": _lower,
    "hurt": lambda case: any(case.state.people[case.who].hurt(pool) for pool in POOLS if pool in case.names),
    "own-turn": lambda case: case.entry is not None and case.entry.turn == "now",
    "last-action": lambda case: case.entry is not None and case.entry.left == 1,
    "unresisted": _unresisted,
}
"""Whether each holds; those that ask for protection are added where that is reckoned."""

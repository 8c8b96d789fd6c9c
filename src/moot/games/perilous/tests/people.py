"""People for tests: with plain figures, or with just the skills that a test names."""

from __future__ import annotations

from typing import Any, get_args

from moot.games.perilous.figures import SKILLS
from moot.games.perilous.person import LedgerLine, Person
from moot.games.perilous.terms import Attribute

SKILL_IDS = {name.lower(): row.id for row in SKILLS.values() for name in (row.id, row.title)} | {"rumour": "rumor"}
"""Skills by what worked examples call them, in small letters."""
PLAIN: dict[Attribute, int] = dict.fromkeys(get_args(Attribute), 35)


def person(id_: str, name: str = "", *, player: str = "", **more: Any) -> Person:
    """Somebody with a sheet: every attribute 35 unless `attributes` says otherwise, no ranks."""
    attributes = PLAIN | more.pop("attributes", {})
    return Person(id=id_, name=name or id_.title(), player=player, attributes=attributes, **more)


def skilled(id_: str, player: str = "", *, name: str = "", threshold: int = 6, **skills: tuple[int, int]) -> Person:
    """Somebody with these skills, each `attribute, ranks`; the Willpower bonus follows from the Peril Threshold. Where
    two skills have one attribute they share its figure."""
    known = {SKILL_IDS[skill.replace("_", " ").lower()]: figures for skill, figures in skills.items()}
    attributes = {SKILLS[skill].attribute: figure for skill, (figure, _) in known.items()}
    will = attributes.setdefault("willpower", 40)
    return Person(
        id=id_, name=name or id_.title(), player=player, attributes=attributes,
        shifts={"willpower": threshold - 3 - will // 10}, ranks={skill: ranks for skill, (_, ranks) in known.items()},
        social_class="burgher", fame=(LedgerLine(2, "at first", "GP-REP-01"),),
    )


def pool(points: int) -> tuple[LedgerLine, ...]:
    """A ledger with so many points."""
    return (LedgerLine(points, "the session’s pool", "GP-CORE-18"),) if points else ()

"""The blanks that many commands have: people to choose from, a difficulty, a skill, circumstances."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from moot.core import Choice, Choose, Count
from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TEST
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty


def difficulty_choices() -> tuple[Choice, ...]:
    """The ladder of difficulty, easiest first (GP-CORE-03)."""
    return tuple(Choice(row.id, row.worth) for row in DIFFICULTIES.values())


def skill_choices() -> tuple[Choice, ...]:
    """All skills, under the attribute they belong to (GP-CORE-05)."""
    return tuple(
        Choice(row.id, row.title, hint="special" if row.special else "", group=row.attribute.title())
        for row in SKILLS.values()
    )


def whom(state: State, label: str, people: Iterable[str], name: str = "who", **more: Any) -> Choose:
    """One of these people, or several of them."""
    choices = tuple(Choice(who, state.name(who)) for who in people)
    return Choose(name=name, label=label, choices=choices, **more)


def how_hard(default: Difficulty = "standard", label: str = "How difficult?", **more: Any) -> Choose:
    """A difficulty, with one proposed."""
    return Choose(name="difficulty", label=label, choices=difficulty_choices(), default=(default,), **more)


def which_skill(label: str = "Which skill?", **more: Any) -> Choose:
    """A skill."""
    return Choose(name="skill", label=label, choices=skill_choices(), **more)


def circumstances(default: int = 0, hint: str = "") -> Count:
    """What circumstances add to a chance, or take from it (GP-CORE-01)."""
    least, most = TEST.modifier_least, TEST.modifier_most
    return Count(name="modifiers", label="Circumstances", least=least, most=most, default=default, hint=hint)

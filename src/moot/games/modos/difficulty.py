"""What fate is against people with: how difficult something is, in words and as blanks of the guide's forms (MO-008 to
MO-010, MO-012)."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Choose, Count
from moot.core.blanks import Field
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import FateDie, Side
from moot.games.modos.figures import DIFFICULTIES, SAMPLES, TITLES, by_segments, by_title
from moot.kit.totals import signed

_DICE: Final = (
    Choice("roll", "Roll it"),
    Choice("half", "Take half", hint="10 for certain."),
    Choice("drama", "Half, but roll against a low total", hint="For the thrill of it."),
)


def difficulty_words(value: int) -> str:
    """A difficulty as people say it: `Difficult (8)`, `10`, `−4` (MO-009)."""
    title = next((row.title for row in DIFFICULTIES.values() if row.value == value), "")
    return f"{title} ({value})" if title else signed(value)


def ladder() -> str:
    """What people judge a difficulty by: the named steps, titles, parts, and deeds to compare with, all seen from
    the average person (MO-102, MO-009, MO-X007 to MO-X009)."""
    steps = ", ".join(f"{row.title} {row.value}" for row in DIFFICULTIES.values())
    titles = ", ".join(f"{row.title} {by_title(row.id)}" for row in TITLES.values())
    samples = ", ".join(f"{row.title} {row.value}" for row in SAMPLES.values())
    parts = f"Each part of it {by_segments(1)}: 3 parts {by_segments(3)}"
    return f"For an average person: {steps}. Easy for an {titles}. {parts}. {samples}."


def difficulty_blank(*, needs: tuple[str, ...] = (), default: int = 0, label: str = "How difficult?") -> Count:
    """The blank for a difficulty; what people judge it by stands beside it."""
    return Count(
        name="difficulty", label=label, least=CONTEST.difficulty_least, most=CONTEST.difficulty_most, default=default,
        hint=ladder(), needs=needs, rule="MO-008",
    )


def fate_blanks(*needs: str) -> tuple[Field, ...]:
    """The blanks for fate: how difficult it is, and what becomes of its die (MO-010, MO-012, MO-X010)."""
    die = Choose(name="die", label="The die of fate", choices=_DICE, default=("roll",), needs=needs, rule="MO-X010")
    return (difficulty_blank(needs=needs), die)


def fate_side(difficulty: int, die: FateDie) -> Side:
    """Fate as a side of a contest: a die and a difficulty, and no attribute ever (MO-010)."""
    return Side(difficulty=difficulty, half=die == "half", drama=die == "drama", ready=True)

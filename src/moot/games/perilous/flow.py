"""What commands of the room share: who may give them, the blanks that many have, and what follows them by itself.

A procedure registers what comes of a test that it called (`settles`); `following` says what follows when something has
happened anywhere (a turn ends, somebody is out, it is over). So a test, a wound or a correction need not know in which
procedure it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from moot.core import Choice, Choose, Count, Fact, Play, Roles
from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TEST
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Difficulty, Outcome
from moot.games.perilous.trial import Trial
from moot.kit import follows, happenings
from moot.kit.procedures import InProcedure

ROLES: Final = Roles("GM")
needs_guide, needs_player, only_guide = ROLES.needs_guide, ROLES.needs_player, ROLES.only_guide

Settle: TypeAlias = Callable[[Play[State], Trial], None]
S = TypeVar("S", bound=Settle)

PURPOSES: Final[dict[str, Settle]] = {}
"""What comes of a settled test, by its purpose."""
FORETOLD: Final[dict[tuple[str, str], Mapping[Outcome, str]]] = {}
"""What the outcomes of a test bring, by its purpose and step, where people may know before the dice."""
FLOWS: Final = follows.Flows()
Happening = happenings.Happening[State]
OfSomebody = happenings.OfSomebody[State]


def settles(purpose: str) -> Callable[[S], S]:
    """Register what comes of tests with this purpose. Raises ValueError if that is said twice."""

    def registered(settle: S) -> S:
        if purpose in PURPOSES:
            raise ValueError(f"what comes of {purpose!r} is said twice")
        PURPOSES[purpose] = settle
        return settle

    return registered


class FlowCommand(follows.FlowCommand[State]):
    """A command of this room."""

    flows = FLOWS


class Within(InProcedure[State], FlowCommand):
    """A command of a procedure, in a session."""

    when = SESSION


def spoken(text: str, many: bool) -> str:
    """A sentence about one, or about several: `move(s)` and `(is)` agree with them."""
    return text.replace("(s)", "" if many else "s").replace("(is)", "are" if many else "is")


def told(what: str) -> tuple[Fact, ...]:
    """What the guide says that came of something, as a card at its end."""
    return (Fact(kind="fact", text=what),) if what else ()


def begun(text: str) -> str:
    """A text as the beginning of a sentence: with a capital letter."""
    return text[:1].upper() + text[1:]


DIFFICULTY_CHOICES: Final = tuple(Choice(row.id, row.worth) for row in DIFFICULTIES.values())
"""The ladder of difficulty, easiest first (GP-CORE-03)."""
SKILL_CHOICES: Final = tuple(
    Choice(row.id, row.title, hint="special" if row.special else "", group=row.attribute.title())
    for row in SKILLS.values()
)
"""All skills, under the attribute they belong to (GP-CORE-05)."""


def whom(state: State, label: str, people: Iterable[str], name: str = "who", **more: Any) -> Choose:
    """One of these people, or several of them: players' characters first. Where there is one alone, it is they."""
    ordered = sorted(people, key=lambda who: state.people[who].npc)
    if len(ordered) == 1 and not {"least", "needs"} & {*more}:
        more.setdefault("default", tuple(ordered))
    return Choose(name=name, label=label, choices=tuple(Choice(who, state.named(who)) for who in ordered), **more)


def how_hard(default: Difficulty = "standard", label: str = "How difficult?", **more: Any) -> Choose:
    """A difficulty, with one proposed."""
    return Choose(name="difficulty", label=label, choices=DIFFICULTY_CHOICES, default=(default,), **more)


def which_skill(label: str = "Which skill?", **more: Any) -> Choose:
    """A skill."""
    return Choose(name="skill", label=label, choices=SKILL_CHOICES, **more)


def circumstances(default: int = 0, hint: str = "") -> Count:
    """What circumstances add to a chance, or take from it (GP-CORE-01); as much as a gift has made of it, too."""
    least, most = TEST.modifier_least, max(TEST.modifier_most, default)
    return Count(name="modifiers", label="Circumstances", least=least, most=most, default=default, hint=hint)

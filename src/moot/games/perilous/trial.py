"""A skill test as it is called, before and after its dice: what it is made of, its chance, how it can end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias, cast

import msgspec

from moot.games.perilous import dice
from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TEST
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.terms import Difficulty, Outcome
from moot.kit.totals import Addend, signed

Assist: TypeAlias = Literal["", "helper", "conveyed", "reputation"]
"""Where an Assist Die comes from; at most one (GP-CORE-06)."""


BOTH: Final = 2
"""A flip to succeed and one to fail, both granted: they cancel, and whatever else flips to fail with them."""


class Rolled(msgspec.Struct, frozen=True):
    """Dice that fell: the faces of the d10s, the number as read after any flip, and what it means."""

    faces: tuple[int, ...]
    reads: int
    outcome: Outcome
    chance: int


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One test that somebody has to make.

    `purpose` names the row that says what comes of it, `of` the procedure it belongs to and `step` what it is there.
    `group` is the name of one that is tested as a whole, with the figures of `who` (GP-MORALE-04).
    `modifiers` are situational and fall under the cap; `flip` is what is granted: 1 to succeed, -1 to fail, or `BOTH`.
    `alone`: no helper may step in (GP-RD-03). `focused`: a fitting Skill Focus sets Peril aside (GP-WILD-05). `again`:
    a point of Fortune has been spent on it, so that what lies there stands (GP-CORE-18). `sealed`: its figures are the
    guide's alone. `costs` are the dice that a failure throws when it stands, where people may know them.
    """

    id: str = ""
    who: str
    skill: str
    purpose: str
    of: str = ""
    step: str = ""
    why: str = ""
    group: str = ""
    difficulty: Difficulty = "standard"
    modifiers: int = 0
    flip: int = 0
    assist: Assist = ""
    helper: str = ""
    alone: bool = False
    focused: bool = False
    rolled: Rolled | None = None
    again: bool = False
    sealed: bool = False
    costs: tuple[int, ...] = ()

    @property
    def fell(self) -> Rolled:
        """Its dice, once they have fallen. Raises ValueError before."""
        if self.rolled is None:
            raise ValueError(f"the test {self.id} has not been rolled")
        return self.rolled

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that it rolls: tens (twice with an Assist Die), then units."""
        return (10, 10, 10) if self.assist else (10, 10)


def tester(people: Mapping[str, Person], trial: Trial) -> Person:
    """Who rolls a test; for a group its typical one, whatever has befallen that one since (GP-MORALE-04)."""
    who = people[trial.who]
    return who.whole if trial.group else who


def flips(options: Options, trial: Trial, who: Person) -> int:
    """The net flip of a test: what is granted, what Injuries force, and one to fail for a special skill without ranks;
    the two kinds cancel (GP-CORE-04, GP-CORE-05, GP-RD-02)."""
    row = SKILLS[trial.skill]
    owned, usable = who.ranks.get(trial.skill, 0), who.usable(trial.skill, focused=trial.focused)
    ranks = usable if options.ignored_ranks_flip == "true" else owned
    to_fail = trial.flip in (-1, BOTH) or (row.special and not ranks) or who.flips_to_fail(trial.skill)
    return (trial.flip > 0) - to_fail


def base(trial: Trial, who: Person) -> tuple[Addend, ...]:
    """What the chance is made of before it is held between its ends, the capped part as one (GP-CORE-01)."""
    row = SKILLS[trial.skill]
    trained = TEST.per_rank * who.usable(trial.skill, focused=trial.focused) + trial.modifiers
    held = max(TEST.modifier_least, min(TEST.modifier_most, trained))
    parts = [Addend(who.id, row.attribute, row.attribute.title(), who.attributes.get(row.attribute, 0))]
    if held:
        label = "ranks and circumstances" if trial.modifiers else "ranks"
        parts.append(Addend(who.id, "ranks", label + (f", held to {signed(held)}" if held != trained else ""), held))
    difficulty = DIFFICULTIES[trial.difficulty]
    return (*parts, Addend(who.id, "difficulty", difficulty.title, difficulty.value))


def chance_of(trial: Trial, who: Person) -> int:
    """The number to roll or stay under, from 1 to 99 (GP-CORE-01)."""
    return max(TEST.chance_least, min(TEST.chance_most, sum(part.worth for part in base(trial, who))))


def read(options: Options, trial: Trial, who: Person, faces: tuple[int, ...]) -> Rolled:
    """What these faces mean for it."""
    chance, digits = chance_of(trial, who), [dice.digit(face) for face in faces]
    reads, outcome = dice.result(chance, digits, flips(options, trial, who), options.assist_rule)
    return Rolled(faces, reads, outcome, chance)


def worth_of(value: int) -> Difficulty:
    """The step of the ladder that is worth so many points (GP-CORE-03). Raises StopIteration if none is."""
    return cast(Difficulty, next(row.id for row in DIFFICULTIES.values() if row.value == value))


def odds_of(options: Options, trial: Trial, who: Person) -> dict[Outcome, Fraction]:
    """The exact chance of each outcome; someone Incapacitated! fails without dice (GP-CORE-13), and so do some who have
    a Disorder (GP-DIS-02)."""
    if who.fails(trial.skill):
        return dict.fromkeys(dice.ORDER, Fraction(0)) | {"failure": Fraction(1)}
    flip = flips(options, trial, who)
    return dice.odds(chance_of(trial, who), flip, assist=bool(trial.assist), rule=options.assist_rule)

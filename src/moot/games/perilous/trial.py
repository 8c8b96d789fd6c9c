"""A skill test: percentile dice, two digits read as one number, flipped, assisted and held against a chance; and the
test as it is called: what it is made of, its chance, how it can end (GP-CORE-01 to -06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal, TypeAlias, cast

import msgspec

from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TEST
from moot.games.perilous.options import AssistRule, Options
from moot.games.perilous.person import Person
from moot.games.perilous.terms import Difficulty, Outcome
from moot.kit.bars import BarPart, bar
from moot.kit.totals import Addend, signed

ORDER: Final[tuple[Outcome, ...]] = ("critical-failure", "failure", "success", "critical-success")
"""The worst first."""
SUCCESSES: Final = frozenset({"success", "critical-success"})
WORDS: Final[dict[Outcome, str]] = {
    "critical-success": "a critical success", "success": "a success",
    "failure": "a failure", "critical-failure": "a critical failure",
}
MARKS: Final[dict[Outcome, str]] = {
    "critical-failure": "worst", "failure": "bad", "success": "good", "critical-success": "best",
}
"""How the outcomes are marked in a bar."""
LOWEST, HIGHEST = TEST.always, TEST.never
"""The rolls that are critical whatever the chance (GP-CORE-02)."""


def digit(face: int) -> int:
    """The digit that a face of a d10 shows: a 10 is read as 0."""
    return face % 10


def read(chance: int, roll: int) -> Outcome:
    """What `roll` means against `chance` (GP-CORE-01, GP-CORE-02)."""
    if roll in (LOWEST, HIGHEST):
        return "critical-success" if roll == LOWEST else "critical-failure"
    double = roll % 11 == 0
    if roll <= chance:
        return "critical-success" if double else "success"
    return "critical-failure" if double else "failure"


def flipped(chance: int, roll: int, flip: int) -> int:
    """`roll` after a flip to succeed (`flip` above 0) or to fail (below 0); a flip to fail betters nothing
    (GP-CORE-04, GP-RD-01)."""
    was = read(chance, roll)
    turns = (flip > 0 and was == "failure") or (flip < 0 and was == "success")
    if not turns:
        return roll
    turned = (roll % 10) * 10 + roll // 10
    return roll if flip < 0 and better(read(chance, turned), was) else turned


def better(one: Outcome, other: Outcome) -> bool:
    """Whether `one` is a better outcome than `other`."""
    return ORDER.index(one) > ORDER.index(other)


def candidates(digits: Sequence[int], rule: AssistRule) -> tuple[int, ...]:
    """The numbers that can be read from two digits, or from three with an Assist Die (GP-CORE-06).

    By the usual rule these are two tens dice and the units; by the starter edition's the lower of the first two is the
    tens die, and the other one and the third may be the units.
    """
    if len(digits) == 2:
        pairs = [(digits[0], digits[1])]
    elif rule == "extra-tens-best":
        pairs = [(tens, digits[2]) for tens in digits[:2]]
    else:
        low, high = sorted(digits[:2])
        pairs = [(low, high), (low, digits[2])]
    return tuple(10 * tens + units or HIGHEST for tens, units in pairs)


def result(
    chance: int, digits: Sequence[int], flip: int = 0, rule: AssistRule = "extra-tens-best"
) -> tuple[int, Outcome]:
    """The number as it is read, and the outcome: each candidate is flipped first, then the best is kept; of equals the
    higher success, the lower failure (GP-CORE-06)."""
    rolls = (flipped(chance, thrown, flip) for thrown in candidates(digits, rule))

    def worth(one: tuple[int, Outcome]) -> tuple[int, int]:
        roll, outcome = one
        return ORDER.index(outcome), roll if outcome in SUCCESSES else -roll

    return max(((roll, read(chance, roll)) for roll in rolls), key=worth)


@cache
def _thrown(dice: int, rule: AssistRule) -> tuple[tuple[int, ...], ...]:
    """What every fall of so many dice can be read as."""
    return tuple(candidates(digits, rule) for digits in product(range(10), repeat=dice))


@lru_cache(maxsize=4096)
def odds(
    chance: int, flip: int = 0, *, assist: bool = False, rule: AssistRule = "extra-tens-best"
) -> dict[Outcome, Fraction]:
    """The exact chance of each outcome, the worst first."""
    ranks = [ORDER.index(read(chance, flipped(chance, roll, flip))) for roll in range(HIGHEST + 1)]
    best = Counter(max([ranks[roll] for roll in thrown]) for thrown in _thrown(3 if assist else 2, rule))
    return {outcome: Fraction(best[rank], 1000 if assist else 100) for rank, outcome in enumerate(ORDER)}


def shares(odds: Mapping[Outcome, Fraction], brings: Mapping[Outcome, str]) -> tuple[BarPart, ...]:
    """The outcomes as pieces of a bar, the worst first, with what they bring as far as that is said."""
    says = {one: ": ".join(filter(None, (words.capitalize(), brings.get(one)))) for one, words in WORDS.items()}
    return tuple(bar((MARKS[outcome], says[outcome], odds[outcome]) for outcome in ORDER))


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

    @property
    def digits(self) -> tuple[int, ...]:
        """The same as digits."""
        return tuple(map(digit, self.faces))

    def said(self, rule: AssistRule, flip: int) -> str:
        """What fell, in words, with what lay there where it is not what is read: the number before a flip, or both that
        an Assist Die offers, and then which of them a flip turns (GP-CORE-04, GP-CORE-06)."""
        thrown = dict.fromkeys(candidates(self.digits, rule))
        turned = {1: ", failures flipped,", -1: ", successes flipped,"}.get(flip, "") if len(thrown) > 1 else ""
        lay = f"{' or '.join(f'{one:02d}' for one in thrown)}{turned} reads "
        return f"{'' if tuple(thrown) == (self.reads,) else lay}{self.reads:02d}, {WORDS[self.outcome]}"


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One test that somebody has to make.

    `purpose` names the row that says what comes of it, `of` the procedure it belongs to and `step` what it is there.
    `group` is the name of one that is tested as a whole, with the figures of `who` (GP-MORALE-04).
    `modifiers` are situational and fall under the cap; `flip` is what is granted: 1 to succeed, -1 to fail, or `BOTH`.
    `alone`: no helper may step in (GP-RD-03). `focused`: a fitting Skill Focus sets Peril aside (GP-WILD-05). `again`:
    a point of Fortune has been spent on it, so that what lies there stands (GP-CORE-18). `sealed`: its figures are the
    guide's alone. `costs` are the dice that a failure throws when it stands, where people may know them. `gifts` names
    the Disorders whose gifts were used in it.
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
    gifts: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

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


def falling(options: Options, trial: Trial, who: Person, faces: tuple[int, ...]) -> Rolled:
    """What these faces mean for it."""
    chance, digits = chance_of(trial, who), [digit(face) for face in faces]
    reads, outcome = result(chance, digits, flips(options, trial, who), options.assist_rule)
    return Rolled(faces, reads, outcome, chance)


def worth_of(value: int) -> Difficulty:
    """The step of the ladder that is worth so many points (GP-CORE-03). Raises StopIteration if none is."""
    return cast(Difficulty, next(row.id for row in DIFFICULTIES.values() if row.value == value))


def odds_of(options: Options, trial: Trial, who: Person) -> dict[Outcome, Fraction]:
    """The exact chance of each outcome; someone Incapacitated! fails without dice (GP-CORE-13), and so do some who have
    a Disorder (GP-DIS-02)."""
    if who.fails(trial.skill):
        return dict.fromkeys(ORDER, Fraction(0)) | {"failure": Fraction(1)}
    flip = flips(options, trial, who)
    return odds(chance_of(trial, who), flip, assist=bool(trial.assist), rule=options.assist_rule)

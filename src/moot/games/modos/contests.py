"""Contests as data: two sides, what each throws, and what its total is made of (MO-002, MO-003)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.games.modos.terms import Pool, Posture

Outcome: TypeAlias = Literal["pro", "con", "tie", "both-con"]
"""How a contest went for its first side (MO-003, MO-011)."""

Ruling: TypeAlias = Literal["pro", "con", "tie", "again"]
"""What the guide makes of a Tie: it goes well or ill for the first side, nothing comes of it, or both throw again."""

FateDie: TypeAlias = Literal["roll", "half", "drama"]
"""What the guide does with the die of fate: rolls it, takes half, or half unless a roll makes it a closer thing."""


HeroPoints: TypeAlias = "bool | int"
"""Hero points on one roll: a yes is one of them, a number as many (MO-114, MO-E83)."""


HERO: Final = "hero point"
"""What a hero die is called among the terms of a total."""


SIGHT: Final = "sight"
"""What is claimed of every deed that takes eyes, until the guide says that it does not."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """A throw, a blow, a price: what it is about.

    `deed` is the verb that rows know, `part` what stands after its colon, `skill` and `pool` what is thrown with,
    `tool` the gear in use by its id, `target` the other person, `steps` how far off they are (None: not told),
    `claims` the conditions that people say hold: entries by id, and `sight`. `harm` is the pool that is hurt and `tag`
    by what, `undefended` whether nobody defends, `multi` whether a power has many targets. `on` is the running
    effect or mark that it is about; `resisted` are running effects that were defended against in this beat. `posture`
    is the one in which a rider or flyer would do it.
    """

    deed: str = ""
    part: str = ""
    skill: str = ""
    pool: Pool | None = None
    tool: str = ""
    target: str = ""
    steps: int | None = None
    claims: tuple[str, ...] = ()
    harm: Pool | None = None
    tag: str = ""
    undefended: bool = False
    multi: bool = False
    on: str = ""
    resisted: tuple[str, ...] = ()
    posture: Posture | None = None


NO_FACTS = Facts()
"""Nothing in particular: figures as they stand on a sheet."""


class Term(msgspec.Struct, frozen=True):
    """One term of a sum: what it is, how much, and the rule behind it."""

    label: str
    worth: int
    rule: str = ""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a contest before its dice: who throws (empty: fate, by the guide), with which attribute and skill.

    `difficulty` is added as it is (MO-008), `half` takes half the die (MO-012), `hero` adds hero dice (MO-114).
    `drama`: it takes half, unless the other total is too low for that to be told (MO-X010). `answers` are the skills
    of which it uses one, by its usual attribute (MO-X217).
    `claims` are conditions that people say hold, `extra` are terms that are settled already. `ready`: its choices are
    made.
    """

    who: str = ""
    pool: Pool = "P"
    skill: str = ""
    difficulty: int = 0
    half: bool = False
    hero: HeroPoints = False
    claims: tuple[str, ...] = ()
    extra: tuple[Term, ...] = ()
    ready: bool = False
    drama: bool = False
    answers: tuple[str, ...] = ()


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """What a side came to: the face of its d20 (0: half was taken), what its hero dice show together (0: it has none)
    and how many sides each has, and the terms."""

    who: str
    face: int
    hero: int = 0
    hero_sides: int = 0
    terms: tuple[Term, ...]

    @property
    def worth(self) -> int:
        """The total."""
        return sum([term.worth for term in self.terms])

    @property
    def heroes(self) -> tuple[int, ...]:
        """The faces of its hero dice, a point each (MO-114, MO-E83)."""
        return tuple([term.worth for term in self.terms if term.label == HERO])


class Circumstance(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the place that makes contests harder or easier for as long as it lasts (MO-008, MO-X320).

    It counts for `who` (empty: for everybody), in contests of one attribute and skill if they are named. `dark`: it
    counts for what takes eyes, and not for those whom darkness does not hinder.
    """

    id: str
    what: str
    by: int
    who: tuple[str, ...] = ()
    pool: Pool | None = None
    skill: str = ""
    dark: bool = False

    def bears(self, who: str, pool: Pool, skill: str) -> bool:
        """Whether it counts for somebody's contest."""
        return self.is_for(who) and self.pool in (None, pool) and self.skill in ("", skill.partition(":")[0])

    def is_for(self, who: str) -> bool:
        """Whether it is about somebody at all."""
        return not self.who or who in self.who


class Purpose(msgspec.Struct, frozen=True, kw_only=True):
    """What follows a Pro: the kind of deed, the skill it rides on, on whom, what was said, and which of its ways."""

    kind: str
    skill: str = ""
    targets: tuple[str, ...] = ()
    words: str = ""
    pick: str = ""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A contest that somebody has yet to throw for: `why` says what for, `purpose` what follows.

    Those of one `group` are thrown together, against a single throw of fate, or by a single throw of the first one.
    `alone`: nothing stands against it, and the throw only tells how well it goes (MO-X014). `sealed`: players knew of
    nobody in it when it was called, and hear nothing of it. `tied` are two totals that the guide has yet to rule on
    (MO-E34).
    """

    id: str
    why: str
    sides: tuple[Side, Side]
    group: str = ""
    purpose: Purpose | None = None
    alone: bool = False
    sealed: bool = False
    tied: tuple[Total, Total] | None = None

    @property
    def ready(self) -> bool:
        """Whether all have said how they throw."""
        return all(side.ready for side in self.sides)


def compared(first: int, second: int) -> Outcome:
    """How a contest of two totals went for the first (MO-003); under 1 is a Con whatever the other has (MO-011).
    No face of a die decides it (MO-X010, MO-FQ15)."""
    if first < 1 and second < 1:
        return "both-con"
    return "con" if first < second else "tie" if first == second else "pro"

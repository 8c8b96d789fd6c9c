"""The words of the rules as types: an attribute, an outcome, a tier is one of these and nothing else; and names within
sentences."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

PACKAGE: Final = "moot.games.perilous"
"""Where the files of the game stand."""

Attribute: TypeAlias = Literal["combat", "brawn", "agility", "perception", "intelligence", "willpower", "fellowship"]
"""One of the seven attributes (GP-CORE-07)."""

Letter: TypeAlias = Literal["CB", "BB", "AB", "PB", "IB", "WB", "FB"]
"""The bonus of an attribute (GP-CORE-07)."""

Outcome: TypeAlias = Literal["critical-success", "success", "failure", "critical-failure"]
"""How a test went, best first (GP-CORE-02)."""

Difficulty: TypeAlias = Literal["trivial", "easy", "routine", "standard", "challenging", "hard", "arduous"]
"""A step of the ladder, easiest first (GP-CORE-03)."""

Severity: TypeAlias = Literal["moderate", "serious", "grievous"]
"""How bad an Injury is (GP-CORE-16)."""

DamageState: TypeAlias = Literal["unharmed", "lightly", "moderately", "seriously", "grievously", "slain"]
"""A state of the Damage track, best first (GP-CORE-11)."""

CampState: TypeAlias = Literal["unhindered", "imperiled"]
"""How far camping can restore somebody (GP-WILD-07)."""

Leaning: TypeAlias = Literal["order", "chaos"]
"""The side that an NC is on (GP-CORE-21)."""

Class: TypeAlias = Literal["lowborn", "burgher", "aristocrat"]
"""A social class (GP-CORE-21)."""

Disposition: TypeAlias = Literal["helpful", "friendly", "polite", "indifferent", "impolite", "unfriendly", "hostile"]
"""How somebody is disposed, warmest first (GP-SOC-05)."""

Band: TypeAlias = Literal["warm", "neutral", "cold"]
"""A column of the temperament tables (GP-SOC-07)."""

Tactic: TypeAlias = Literal["bargain", "charm", "guile", "interrogation", "intimidate", "leadership", "rumor"]
"""A skill that a Complex Exchange is tried with (GP-SOC-03)."""

Madness: TypeAlias = Literal["stress", "fear", "terror"]
"""How bad a thing is to behold (GP-MAD-01)."""

Weight: TypeAlias = Literal["minor", "middling", "major"]
"""The tier of an offence or a requisition (GP-CORR-01, GP-REP-02)."""

DisorderKind: TypeAlias = Literal["addiction", "insanity", "mutation"]
"""One of the three kinds of Disorder (GP-DIS-01)."""

Land: TypeAlias = Literal["road", "wood", "height", "waste", "river", "sea"]
"""Where a journey goes through, as tables of encounters have it; the first is for any land (GP-WILD-10)."""

Surface: TypeAlias = Literal["road", "path", "river", "sea"]
"""What a day's travel goes over (GP-OVER-01)."""

RoleId: TypeAlias = Literal["guide", "survivalist", "scout"]
"""One of the three Roles of a journey (GP-WILD-05)."""

Origin: TypeAlias = Literal["digest", "core", "ours"]
"""Where a row comes from: the rules' own digest, the game beneath it, or us."""


def so_many(number: int, thing: str) -> str:
    """So many of a thing: `1 provision`, `3 provisions`."""
    return f"{number} {thing}{'s' * (number != 1)}"


def amid(name: str) -> str:
    """A name within a sentence: `the footpads`, `a watchman`."""
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}" if rest and first in ("The", "A", "An") else name


def inside(text: str) -> str:
    """What is no name within a sentence: with a small letter, but for a word of the rules, as `Incapacitated!` is."""
    return text if text.partition(" ")[0].endswith("!") else text[:1].lower() + text[1:]

"""People: what stands on a sheet, and what has befallen them. What follows from both is reckoned in `reckoning`."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.games.modos.terms import Band, Pool, Posture, Where
from moot.games.modos.vocabulary import PersonKind, Size
from moot.kit.notebook.packs import PackEntry

Asking: TypeAlias = Literal["always", "foes", "mine", "never"]
"""When somebody is asked whether they react: at every deed, at those of foes too, only at those at them, or never."""


class Taken(msgspec.Struct, frozen=True):
    """A perk that was taken: its row, and what was chosen with it (a skill, a weapon, an attribute) (MO-112)."""

    row: str
    choice: str = ""


class OwnItem(msgspec.Struct, frozen=True, kw_only=True):
    """Gear that is in no list: its columns, as a row would have them (MO-X111, MO-FQ12).

    `natural`: it is part of the body, and cannot be dropped (MO-X122).
    """

    kind: Literal["weapon", "shield", "armor", "item"]
    size: Size | Literal[""] = ""
    die: str = ""
    range: Band = "close"
    penalty: int = 0
    parry: int = 0
    reload: int = 0
    pool: Pool = "P"
    natural: bool = False


class Does(msgspec.Struct, frozen=True, kw_only=True):
    """What a thing does when it is used: a power's row, the actions that takes, how often it can (0: always)
    (MO-X112, MO-E112)."""

    power: str
    asks: int = 1
    uses: int = 0


class Gear(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that somebody has: the `row` it is one of, or figures of its `own`, and where it is.

    `spent` counts the reload actions that it needs before the next shot (MO-X324). `powers` are those that it holds for
    the one who has it as an implement (MO-X411), `lends` perks that come with its use, `does` what using it up does
    (MO-X112).
    """

    id: str
    name: str
    row: str = ""
    own: OwnItem | None = None
    at: Where = "stowed"
    spent: int = 0
    powers: tuple[str, ...] = ()
    lends: tuple[Taken, ...] = ()
    does: Does | None = None

    @property
    def used(self) -> bool:
        """Whether it is worn or in hand, and so counts."""
        return self.at in ("held", "worn")


Way: TypeAlias = Literal["flaw", "cure", "care", "death"]
"""How somebody who is Disabled comes back, or does not (MO-X310)."""


class ProposedReturn(msgspec.Struct, frozen=True, kw_only=True):
    """A way back that was proposed, `by` the guide or the player, and whether the other one agreed. `left` is the
    damage that is left then, where the guide says so (MO-E95)."""

    way: Way
    words: str
    by: Literal["guide", "player"]
    left: int | None = None
    agreed: bool = False


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A state that somebody is in: its row, and what put it there.

    `of` is the running effect it goes with, `toward` the person it concerns (who is unaware of whom, whose size it is),
    `words` what a belief says (MO-X315, MO-X316), `stored` the contest that later doubts must beat (MO-E105), `reads`
    the posture that they have for `toward`, and for nobody else (MO-E101). `asks`: its bearer has yet to say whether
    luck undoes it; `back` is how its bearer may come back from it. `doubted`: something speaks against the belief.
    """

    id: str
    row: str
    source: str = ""
    of: str = ""
    toward: str = ""
    words: str = ""
    stored: int = 0
    reads: Posture | None = None
    asks: bool = False
    back: ProposedReturn | None = None
    doubted: bool = False


class Unspent(PackEntry, frozen=True, kw_only=True):
    """What is left to choose on a sheet: points for attributes, for skills, and perks (MO-113)."""

    scores: int = 0
    points: int = 0
    perks: int = 0

    @property
    def any(self) -> bool:
        """Whether anything is."""
        return bool(self.scores or self.points or self.perks)


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet in the making, choice by choice, so that each step can be taken back (MO-X101).

    `thrown` are the numbers for scores, `scores` where they were put, `raised` and `trained` what levels added to
    scores and skills, `lifted` and `moved` what perks wrote there.
    """

    thrown: tuple[int, ...] = ()
    scores: dict[Pool, int] = {}
    raised: dict[Pool, int] = {}
    trained: dict[str, int] = {}
    lifted: dict[Pool, int] = {}
    moved: dict[str, int] = {}


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Anyone with a sheet, and traps with one (MO-X507). `player` is the seat that plays them, empty for the guide's.

    `kinds` are what rows ask for (`pc`, `undead`, `object`, `trap`). `scores` are those of the three attributes before
    gear (MO-103), `points` skill points by skill (MO-109). `traits` are rows of a sheet of its own,
    `master` is whose pet or companion they are (`bond`). `damage` is what
    each pool holds (MO-312), `heroes` the hero points left (MO-114), or a villain's (MO-X105). `design` says what hero
    points are for (MO-X104). `lent_flaws` are those of the flaws that go with an adventure (MO-GP12). `asking` and
    `half` are standing answers: when to ask for a reaction, and whether protection is taken by half. `labels` are names
    of their own for attributes, skills and powers (MO-X126). `draft` is there until the sheet is finished (`made`), and
    `owed` what is left to choose on it. `known`: the players know of this person.
    """

    id: str
    name: str
    player: str = ""
    kinds: tuple[PersonKind, ...] = ()
    concept: str = ""
    goals: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    lent_flaws: tuple[str, ...] = ()
    design: str = ""
    level: int = 1
    scores: dict[Pool, int] = {}
    points: dict[str, int] = {}
    perks: tuple[Taken, ...] = ()
    gear: tuple[Gear, ...] = ()
    traits: tuple[str, ...] = ()
    tactic: str = ""
    master: str = ""
    bond: Literal["", "pet", "companion"] = ""
    damage: dict[Pool, int] = {}
    heroes: int = 0
    villain: bool = False
    marks: tuple[Mark, ...] = ()
    owed: Unspent = Unspent()
    asking: Asking = "always"
    half: bool = False
    labels: dict[str, str] = {}
    draft: Draft | None = None
    made: bool = True
    known: bool = True

    @property
    def npc(self) -> bool:
        """Whether the guide plays them."""
        return not self.player

    @property
    def mindless(self) -> bool:
        """Whether it is a trap or an object, which nobody sways or tends and which does not rest (MO-X507)."""
        return not {"trap", "object"}.isdisjoint(self.kinds)

    def has_mark(self, *rows: str) -> bool:
        """Whether they are in one of these states."""
        return not {*rows}.isdisjoint([mark.row for mark in self.marks])

    @property
    def dead(self) -> bool:
        """Whether they are dead (MO-X310)."""
        return "dead" in [mark.row for mark in self.marks]

    def hurt(self, pool: Pool) -> int:
        """The damage that a pool holds (MO-312)."""
        return self.damage.get(pool, 0)

    def item(self, id_: str) -> Gear | None:
        """A thing of theirs by its id."""
        for thing in self.gear:
            if thing.id == id_:
                return thing
        return None

"""Who is set against whom: pairings with their Momentum, Tests on the table, attacks that wait for a defence."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Refused
from moot.games.swords_edge.figures import BANDS, DICE, STEP, Band, Rank, TraitId
from moot.kit.totals import Addend, Target, total_of

Purpose: TypeAlias = Literal["momentum", "seize", "answer"]
"""What a joint Test is for (SE-MOM-07, SE-RD-35, SE-SEIZE-05)."""

TestKind: TypeAlias = Literal[
    "momentum", "seize", "free-seize", "act", "riposte", "defence", "undefended", "answer", "recovery"
]
"""act: an Action Test that attacks; answer: the Action Test that meets an NC's Seize; the rest by their names."""

Weapon: TypeAlias = Literal["hand", "long", "ranged"]
"""What somebody fights with, as far as range goes (SE-RNG-01)."""

_REACH: Final[dict[Weapon, Band]] = {"hand": "touch", "long": "close"}
"""The last band that a hand weapon reaches (SE-RNG-01)."""


class Test(msgspec.Struct, frozen=True):
    """Dice that lie on the table: rolled, and not yet settled while somebody may reroll (SE-LUCK-04).

    `traits` are the Traits each PC is bound to, `on` the NCs it is about, `who` the PCs for whom it counts,
    `bearer` the NC that an answered Seize falls on (SE-RD-35).
    """

    id: str
    kind: TestKind
    roller: str
    who: tuple[str, ...]
    faces: tuple[int, int]
    parts: tuple[Addend, ...]
    target: Target
    pairing: str = ""
    on: tuple[str, ...] = ()
    attack: str = ""
    bearer: str = ""
    traits: dict[str, TraitId | Literal[""]] = {}
    occasion: Literal["", "scene", "day"] = ""
    how: str = ""

    @property
    def natural(self) -> int:
        """The sum of the dice alone."""
        return sum(self.faces)

    @property
    def total(self) -> int:
        """Dice and everything added."""
        return total_of(self.faces, self.parts)

    @property
    def fumbled(self) -> bool:
        """A natural 2, on the dice as they stand (SE-CRIT-01, SE-RD-06)."""
        return self.natural == DICE.natural_failure

    @property
    def triumph(self) -> bool:
        """A natural 20, on the dice as they stand (SE-CRIT-03, SE-RD-06)."""
        return self.natural == DICE.natural_success

    def used(self, who: str) -> tuple[str, ...]:
        """What `who` put into it: Traits and Qualities, without bonuses and penalties."""
        return tuple(part.what for part in self.parts if part.who == who and part.what not in CIRCUMSTANCES)


CIRCUMSTANCES = ("bonus", "acts", "range", "hurt")
"""Addends of a Test that are no Qualities."""


class Stand(msgspec.Struct, frozen=True):
    """One PC's or NC's place in a pairing.

    `momentum` is a PC's alone, and empty before the first Test: attacker, who holds it, or defender; neither word is
    violent (SE-TERM-07). `trait` was bound by the latest Momentum Test (SE-RD-31). `barred` says who may not Seize
    (SE-MOM-09), `fumbled` that Momentum was lost by a natural 2 (SE-TRAP-15). `bonus` is for the first Action of round
    `bonus_round` (SE-MOM-05, SE-ERR-30). `follows`: an Action follows in the same act (SE-RD-12). `free_seize`,
    `riposte`: rewards not yet taken, the latter with its bonus and the NC that it goes against, whose attack was the
    last to be `met` (SE-LOS-04, SE-LOS-05).
    """

    momentum: Literal["", "attacker", "defender"] = ""
    trait: TraitId | Literal[""] = ""
    barred: Literal["", "pc", "nc"] = ""
    fumbled: bool = False
    bonus: int = 0
    bonus_round: int = 0
    follows: bool = False
    free_seize: bool = False
    riposte: int | None = None
    riposte_on: str = ""
    met: str = ""

    def in_round(self, number: int) -> Stand:
        """The place as round `number` begins: what was not taken in time is gone (SE-RD-33, SE-ERR-30)."""
        bonus = self.bonus if self.bonus_round >= number else 0
        return replace(self, follows=False, free_seize=False, riposte=None, bonus=bonus)


class Pledge(msgspec.Struct, frozen=True):
    """What one PC puts into a joint Test."""

    purpose: Purpose
    trait: TraitId | Literal[""]
    parts: tuple[Addend, ...]


class Sfx(msgspec.Struct, frozen=True):
    """A power at work: an opponent of its own (SE-RD-42).

    `reach` to `energy` are Ranks of the component table; `targets` are NCs, `resists` the Trait that fits the intent.
    `sums` are what the strongest target adds to the Momentum TN and the Action TN. `left`: rounds of preparation.
    `same_act`: an Action with it now belongs to the act that began it, which is counted already. `effect`: it does no
    Stress, but what is told of it (SE-SFX-09).
    """

    quality: str
    intent: str
    reach: Rank
    duration: Rank
    area: Rank
    energy: Rank
    targets: tuple[str, ...] = ()
    resists: TraitId | Literal[""] = ""
    element: str = ""
    concept: bool = False
    left: int = 0
    same_act: bool = False
    effect: bool = False

    @property
    def components(self) -> tuple[Rank, ...]:
        """The Ranks of the four components."""
        return (self.reach, self.duration, self.area, self.energy)


class Challenge(msgspec.Struct, frozen=True):
    """An NC's Seize that waits for the PCs' answer (SE-SEIZE-05)."""

    foes: tuple[str, ...]
    target: Target


class Pairing(msgspec.Struct, frozen=True):
    """One PC or several against one NC, one PC against several, or one PC against a power (SE-RD-36, SE-TRAP-19).

    `lead` gives a group's base TN (SE-SEIZE-04). `weapons` are told of some, by id: range is nothing to the others
    (SE-RNG-01). `strike`: the GM lets one Action Test meet the whole group (SE-ACT-07).
    """

    id: str
    stands: dict[str, Stand]
    foes: dict[str, Stand] = {}
    lead: str = ""
    sfx: Sfx | None = None
    band: Band = "touch"
    weapons: dict[str, Weapon] = {}
    strike: bool = False
    pledges: dict[str, Pledge] = {}
    challenge: Challenge | None = None

    def shot(self, who: str) -> int:
        """What range adds to a ranged Test of somebody's: nothing, or a penalty (SE-RNG-02)."""
        return -BANDS[self.band].penalty * STEP if self.weapons.get(who) == "ranged" else 0

    def too_far(self, who: str) -> bool:
        """Whether somebody's hand weapon does not reach those they are set against (SE-RNG-01, SE-RD-64)."""
        reach, bands = _REACH.get(self.weapons.get(who, "ranged")), tuple(BANDS)
        return reach is not None and bands.index(self.band) > bands.index(reach)

    def out_of_reach(self, who: str, name: str) -> Refused | None:
        """Why somebody of that name cannot act there, if their weapon does not reach."""
        message = f"{name}’s weapon does not reach that far."
        return Refused("out-of-reach", message, "SE-RNG-01") if self.too_far(who) else None

    @property
    def in_one(self) -> bool:
        """Whether an Action there belongs to the act that began its power (SE-RD-42)."""
        return self.sfx is not None and self.sfx.same_act

    @property
    def seizable(self) -> tuple[str, ...]:
        """The PCs from whom Momentum can be Seized: those who hold it, but for a natural 20 (SE-SEIZE-07)."""
        stands = self.stands.items()
        return tuple(who for who, stand in stands if stand.momentum == "attacker" and stand.barred != "nc")


class Attack(msgspec.Struct, frozen=True):
    """An NC, or a power out of hand, acts on a PC who has to react: against this TN, or Undefended.

    `nc` is the pairing's id where a power attacks; `trait` is the Trait that harm would land on. `how`: an act of the
    round, or the Action that follows a won Seize.
    """

    id: str
    pairing: str
    nc: str
    who: str
    target: Target
    trait: TraitId | Literal[""] = ""
    how: Literal["act", "follow"] = "act"

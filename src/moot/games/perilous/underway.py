"""What is kept until it is settled: exchanges, fights, wounds, ordeals, deeds to be nodded at, wishes to be priced, the
end of a session."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.rows import Offence
from moot.games.perilous.terms import Difficulty, Disposition, Madness, Outcome, Severity, Tactic, Weight, amid

Side: TypeAlias = Literal["party", "foes"]
"""A side of a fight."""
Heart: TypeAlias = Literal["steady", "wavering", "broken", "gave-up", "fled"]
"""How a group or a leader stands: `wavering` gives up when their turn comes, `broken` waits for the GM's word."""


class Pair(msgspec.Struct, frozen=True):
    """The secret of an exchange: the Tactic that opens somebody and the one that shuts them (GP-SOC-04)."""

    favourable: Tactic
    unfavourable: Tactic


class TalkTarget(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom people want something from.

    `pair` is the guide's alone. `since` is the round from which it counts, `opened` whether the guide has shown it.
    """

    who: str
    disposition: Disposition
    pair: Pair | None = None
    since: int = 1
    opened: bool = False


class Approach(msgspec.Struct, frozen=True):
    """What somebody does in this round: with which skill they work on whom; without one they stand aside."""

    skill: str = ""
    npc: str = ""


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """How a test of an exchange went, as everybody was told it.

    `rolled` is what the dice showed, `outcome` what the secret made of it; `blind`: no dice were thrown, so that it
    shows nothing of the secret. `column` is the Disposition it was read from, `word` the temperament found there, of
    this `tactic`; all three are empty in a Simple Exchange.
    """

    who: str
    npc: str
    skill: str
    round: int
    rolled: Outcome
    outcome: Outcome
    blind: bool = False
    column: Disposition | None = None
    tactic: Tactic | None = None
    word: str = ""

    @property
    def bent(self) -> bool:
        """Whether the secret made something else of the roll."""
        return self.rolled != self.outcome


class SocialExchange(msgspec.Struct, frozen=True, kw_only=True):
    """A social exchange: who wants what from whom, by which Tactic, and how it went.

    `people` are the players' characters in it, `targets` the others by id; `difficulty` is what the matrix says, by
    both their ids. `round` counts the exchanges with the same people; `approaches` are those of this one. `tokens` are
    the results of all of them, `shaken` those who have Peril of a critical failure to roll.
    """

    id: str
    people: tuple[str, ...]
    targets: dict[str, TalkTarget]
    difficulty: dict[str, dict[str, Difficulty]]
    objective: str = ""
    stakes: str = ""
    simple: bool = False
    round: int = 1
    approaches: dict[str, Approach] = {}
    tokens: tuple[Token, ...] = ()
    shaken: tuple[str, ...] = ()

    @property
    def told(self) -> dict[str, Token]:
        """The results of this round, by who got them."""
        return {token.who: token for token in self.tokens if token.round == self.round}


class Fighter(msgspec.Struct, frozen=True):
    """Somebody's or a group's place: `total` is their Initiative roll, none before it, and `keen` the Perception bonus
    that they had then; `after` counts those whom they let go first."""

    id: str
    side: Side
    total: int | None = None
    keen: int = 0
    after: int = 0


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A group of the guide's people, whose Resolve is that of its `typical` one (GP-MORALE-04).

    `losses` are what this turn has brought, `due` the rows that ask for a test, `met` the ratios that have asked
    already (GP-MORALE-07). `difficulty` is that of the last test, `rallies` how often a leader has tried to undo it.
    `hearts` are those of the group, by its own id, and of its leaders. `inspired`: as people are (GP-CORE-20).
    `members` are those of it who have a sheet, and no place of their own in the fight.
    """

    id: str
    name: str
    typical: str
    count: int
    leaders: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    difficulty: Difficulty = "standard"
    rallies: int = 0
    hearts: dict[str, Heart] = {}
    inspired: bool = False
    members: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Its name in a sentence: `the footpads`."""
        return amid(self.name)


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight: the fighters in order of entry, groups under their own ids; the round, and who has acted in it.

    The `surprised` side loses its turn in the first round (GP-CORE-19). `turned`: somebody turned on their own side, so
    there were two (GP-MORALE-05).
    """

    id: str
    fighters: tuple[Fighter, ...]
    bands: dict[str, Band] = {}
    surprised: Side | None = None
    round: int = 1
    done: tuple[str, ...] = ()
    turned: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def inside(self) -> frozenset[str]:
        """The ids of all who are in it, by themselves or among a group."""
        members = (who for band in self.bands.values() for who in band.members)
        return frozenset((*(one.id for one in self.fighters), *members))

    def fighter(self, who: str) -> Fighter:
        """Somebody's or a group's place. Raises StopIteration if they have none."""
        return next(one for one in self.fighters if one.id == who)

    def placed(self, *fighters: Fighter) -> Fight:
        """The fight with these in their places: new ones at the end, known ones where they are."""
        return replace(self, fighters=tuple({one.id: one for one in (*self.fighters, *fighters)}.values()))

    def heart(self, who: str) -> Heart:
        """How a group or a leader stands."""
        return next((band.hearts[who] for band in self.bands.values() if who in band.hearts), "steady")


class Wound(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's fall to a wounded condition (GP-CORE-16, GP-CORE-17).

    `severity` is that of the Chaos Dice, later that of the Injury's table. stage `chaos`: its Chaos
    Dice are due; `injury`: a d12 is due; `fate`: an `injury`, or death where that is empty, is about to take hold.
    `mild`: never worse than a Moderate Injury. `of` is the procedure in which it came.
    """

    id: str
    who: str
    severity: Severity
    stage: Literal["chaos", "injury", "fate"] = "chaos"
    injury: str = ""
    mild: bool = False
    of: str = ""

    @property
    def deadly(self) -> bool:
        """Whether it is death that is about to take hold."""
        return self.stage == "fate" and not self.injury


class Ordeal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people have to withstand: its tier, what it is, who beholds it, and how each of them bore it
    (GP-MAD-01).

    It stands until all have, and is shown until something else begins or the session ends.
    """

    id: str
    tier: Madness
    what: str
    people: tuple[str, ...]
    bore: dict[str, Outcome] = {}

    @property
    def over(self) -> bool:
        """Whether all of them have borne it."""
        return all(who in self.bore for who in self.people)


class ClaimedOffence(msgspec.Struct, frozen=True, kw_only=True):
    """An offence that a player entered, as its list had it, until the guide nods at it (GP-CORR-02)."""

    id: str
    who: str
    deed: Offence
    times: int = 1


class WantedItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody would buy with Reputation; `price` is 0 until the guide names one (GP-REP-02)."""

    id: str
    who: str
    tier: Weight
    what: str
    price: int = 0


class Conversion(msgspec.Struct, frozen=True, kw_only=True):
    """What a session's Corruption became: ranks, and the die that was thrown against a line, if there was one
    (GP-CORR-04, GP-CORR-05)."""

    corruption: int
    order: int
    chaos: int
    face: int = 0
    against: int = 0


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """A session that ends: what everybody's Corruption became, and who is owed a Disorder (GP-CORR-10)."""

    conversions: dict[str, Conversion] = {}
    owed: tuple[str, ...] = ()

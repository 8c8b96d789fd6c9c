"""The nine kinds of Tests, each a row: how its dice read, what it counts as, what it does, how people say it.

No other place asks for a kind by name: a new one is a row of tables/kinds.toml, a function of `meanings` that says what
it does, and a command that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from moot.core import Play
from moot.core.figures import Figures, Lookup
from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.figures import HITS, MOMENTUM_BONUS, PACKAGE, RECOVERED, Level
from moot.games.swords_edge.pairings import Pairing, Stand, Test, TestKind
from moot.games.swords_edge.quality_pool import TestUse
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials import meanings
from moot.games.swords_edge.trials.places import acted_on_all
from moot.games.swords_edge.trials.rewards import earnings, row_of
from moot.games.swords_edge.verdict import Verdict


class JointRow(msgspec.Struct, frozen=True):
    """How several make one Test: whom it `engages`, what adding a share is called, and whether the rest wait for it."""

    engages: Literal["unrolled", "seizing", "holding"]
    label: str
    waits: bool


class TestRow(TestUse, frozen=True, kw_only=True):
    """One kind of Test, with what it does with Qualities.

    `reads` says how its dice read. `begins`: nobody has Momentum before it; `action`: it uses bonuses up (SE-ACT-01);
    `ncs_act`: the NCs act or react in it, and `meets` whether their TN is made as it is rolled and not before;
    `shoots`: range counts (SE-RNG-02); `act`: it is an act of the round (SE-RD-32); `strikes`: it may follow in the
    same act (SE-RD-12), and meet a whole group (SE-ACT-07); `takes` what of a place in a pairing it uses up, and
    `reward` what that is called where it adds something. `does` is what one does by it and what several do, `miss` what
    failing is called (empty where it lets a blow through), `success` what it brings, by level if it is `graded`.
    """

    id: TestKind
    does: tuple[str, str]
    reads: verdict.Asked
    rules: tuple[str, ...]
    miss: str = ""
    success: Literal["momentum", "stress", "reward", "held", "level", "healing"]
    begins: bool = False
    action: bool = False
    ncs_act: bool = False
    meets: bool = False
    shoots: bool = False
    act: bool = False
    strikes: bool = False
    takes: Literal["", "follows", "free_seize", "riposte"] = ""
    reward: str = ""
    joint: JointRow | None = None
    graded: bool = True

    @property
    def means(self) -> Callable[[Play[State], Test, Verdict], None]:
        """What it does once decided: the function of `meanings` that has its name."""
        found: Callable[[Play[State], Test, Verdict], None] = getattr(meanings, self.id.replace("-", "_"))
        return found

    def outcome(self, read: Verdict) -> str:
        """How one went, in words: a level is that of the success, or of the blow that a failure lets through."""
        degree = ladder.title(read.level) if read.level else ""
        if read.success:
            return f"made, {degree}" if degree else "made" if self.miss else "unhurt"
        return "missed" if self.miss or not degree else f"missed, and hit: {degree}"

    def brings(self, level: Level, stand: Stand | None, occasion: str) -> str:
        """What a success of this level brings, in few words.

        A defence earns what is due to one who has lost Momentum (SE-LOS-04); what an answer to a Seize does besides
        goes by its total against 5, not by this margin (SE-SEIZE-06).
        """
        match self.success:
            case "momentum":  # SE-MOM-05
                bonus = MOMENTUM_BONUS[level]
                return f"Momentum, {ladder.signed(bonus)}" if bonus else "Momentum"
            case "stress":  # SE-DMG-02
                return f"{ladder.title(level)}, {HITS[level].stress} Stress"
            case "reward":
                holds = stand is not None and stand.momentum == "attacker"
                return ", ".join(("Held", *(() if holds else earnings(row_of(level, stand or Stand())[1]))))
            case "held":
                return "Held"
            case "level":
                return ladder.title(level)
            case "healing":  # SE-REC-01, SE-REC-03
                count = RECOVERED[occasion][level]
                return f"{ladder.title(level)}, {ladder.penalty_ranks(count)} heal{'' if count > 1 else 's'}"

    def engages(self, state: State, pairing: Pairing, who: str) -> bool:
        """Whether a joint Test of this kind concerns a PC: whose Momentum is not rolled; who defends, may Seize, has
        had no act on them this round and need not react first (SE-RD-35, SE-RD-12); who can lose it (SE-SEIZE-07)."""
        stand = pairing.stands[who]
        match self.joint.engages if self.joint is not None else None:
            case "unrolled":
                return stand.momentum == ""
            case "seizing":
                waits = any(attack.who == who for attack in state.attacks.values())
                free = not waits and not acted_on_all(state, pairing, who)
                return stand.momentum == "defender" and stand.barred != "pc" and free
            case "holding":
                return who in pairing.seizable
            case None:
                return False


KINDS: Final[Lookup[TestRow]] = Figures(PACKAGE, "tables/kinds.toml").lookup("the kinds of Tests", "kind", TestRow)
"""Every kind, by the word that the log has for it."""

MOMENTUM, SEIZE, FREE_SEIZE = KINDS["momentum"], KINDS["seize"], KINDS["free-seize"]
ACT, RIPOSTE, DEFENCE, UNDEFENDED = KINDS["act"], KINDS["riposte"], KINDS["defence"], KINDS["undefended"]
ANSWER, RECOVERY = KINDS["answer"], KINDS["recovery"]


def kind_of(test: Test) -> TestRow:
    """The row of a Test."""
    return KINDS[test.kind]


def reading(test: Test) -> Verdict:
    """How a Test's dice read as they lie."""
    return verdict.READINGS[kind_of(test).reads](test.natural, test.total, test.target.tn)

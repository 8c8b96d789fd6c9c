"""The nine kinds of Tests, each a row: how its dice read, what it counts as, what it does, how people say it.

No other place asks for a kind by name: a new one is a row here, and a command that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from moot.core import Play
from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.contest import Pairing, Stand, Test, TestKind
from moot.games.swords_edge.figures.dice import HITS, MOMENTUM_BONUS, RECOVERED, Level
from moot.games.swords_edge.quality_pool import TestUse
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials import meanings
from moot.games.swords_edge.trials.places import acted_on_all
from moot.games.swords_edge.trials.rewards import earnings, row_of
from moot.games.swords_edge.verdict import Verdict


class Joint(msgspec.Struct, frozen=True):
    """How several make one Test: whom it `engages`, what adding a share is called, and whether the rest wait for it."""

    engages: Callable[[State, Pairing, str], bool]
    label: str
    waits: bool


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of Test.

    `reads` says how its dice read, `use` which Qualities it may take, `means` what it does once decided. `momentum`: it
    binds a Trait and spends Qualities (SE-SEIZE-01); `action`: it uses bonuses up (SE-ACT-01); `ncs` what the NCs' side
    makes by it, and `meets` whether their TN is made as it is rolled and not before; `shoots`: range counts
    (SE-RNG-02); `act`: it is an act of the round (SE-RD-32); `takes` what of a place in a pairing it uses up. `does` is
    what one does by it and what several do, `miss` what failing is called (empty where it lets a blow through),
    `brings` what success is, in one word or by level, if it is `graded`.
    """

    id: TestKind
    does: tuple[str, str]
    reads: odds.Asked
    use: TestUse
    means: Callable[[Play[State], Test, Verdict], None]
    rules: tuple[str, ...]
    miss: str = ""
    brings: Callable[[Level, Stand | None, str], str]
    momentum: bool = False
    action: bool = False
    ncs: Literal["", "momentum", "action"] = ""
    meets: bool = False
    shoots: bool = False
    act: bool = False
    takes: Literal["", "follows", "free_seize", "riposte"] = ""
    joint: Joint | None = None
    graded: bool = True

    def outcome(self, read: Verdict) -> str:
        """How one went, in words: a level is that of the success, or of the blow that a failure lets through."""
        degree = ladder.title(read.level) if read.level else ""
        if read.success:
            return f"made, {degree}" if degree else "made" if self.miss else "unhurt"
        return "missed" if self.miss or not degree else f"missed, and hit: {degree}"


def kind_of(test: Test) -> Kind:
    """The row of a Test."""
    return KINDS[test.kind]


def reading(test: Test) -> Verdict:
    """How a Test's dice read as they lie."""
    return odds.READINGS[kind_of(test).reads](test.natural, test.total, test.target.tn)


# ---------------------------------------------------------------- what success brings, in words


def _hands(level: Level, _stand: Stand | None, _occasion: str) -> str:
    """Momentum, and its bonus (SE-MOM-05)."""
    bonus = MOMENTUM_BONUS[level]
    return f"Momentum, {ladder.signed(bonus)}" if bonus else "Momentum"


def _blow(level: Level, _stand: Stand | None, _occasion: str) -> str:
    """Stress by level (SE-DMG-02)."""
    return f"{ladder.title(level)}, {HITS[level].stress} Stress"


def _held(level: Level, stand: Stand | None, _occasion: str) -> str:
    """A defence, and what it earns one who has lost Momentum (SE-LOS-04)."""
    if stand is not None and stand.momentum == "attacker":
        return "Held"
    return ", ".join(("Held", *earnings(row_of(level, stand or Stand())[1])))


def _answer(_level: Level, _stand: Stand | None, _occasion: str) -> str:
    """What it does besides goes by the total against 5, not by this margin (SE-SEIZE-06)."""
    return "Held"


def _unhurt(level: Level, _stand: Stand | None, _occasion: str) -> str:
    return ladder.title(level)


def _heals(level: Level, _stand: Stand | None, occasion: str) -> str:
    """Penalty Ranks that go (SE-REC-01, SE-REC-03)."""
    count = RECOVERED[occasion][level]
    return f"{ladder.title(level)}, {ladder.penalty_ranks(count)} heal{'' if count > 1 else 's'}"


# ---------------------------------------------------------------- whom a joint Test engages


def _unrolled(_state: State, pairing: Pairing, who: str) -> bool:
    return pairing.stands[who].momentum == ""


def _may_seize(state: State, pairing: Pairing, who: str) -> bool:
    """Who defends, may Seize, has had no act on them this round and need not react first (SE-RD-35, SE-RD-12)."""
    stand = pairing.stands[who]
    waits = any(attack.who == who for attack in state.attacks.values())
    free = not waits and not acted_on_all(state, pairing, who)
    return stand.momentum == "defender" and stand.barred != "pc" and free


def _may_answer(_state: State, pairing: Pairing, who: str) -> bool:
    """Who holds Momentum and can lose it (SE-SEIZE-07)."""
    return who in pairing.seizable


# ---------------------------------------------------------------- the table

MOMENTUM: Final = Kind(
    id="momentum",
    does=("rolls for Momentum", "roll for Momentum"),
    reads="momentum",
    use="momentum",
    means=meanings.momentum,
    rules=("SE-MOM-01", "SE-MOM-03"),
    miss="They hold it",
    brings=_hands,
    momentum=True,
    ncs="momentum",
    meets=True,
    shoots=True,
    joint=Joint(_unrolled, "Add {who}’s share to Momentum over {foe}", waits=True),
)
SEIZE: Final = Kind(
    id="seize",
    does=("tries to Seize the Momentum", "try to Seize the Momentum"),
    reads="momentum",
    use="momentum",
    means=meanings.seize,
    rules=("SE-SEIZE-02",),
    miss="No, and it hurts",
    brings=_hands,
    momentum=True,
    ncs="action",
    meets=True,
    shoots=True,
    act=True,
    joint=Joint(_may_seize, "{who} joins in Seizing from {foe}", waits=False),
)
FREE_SEIZE: Final = Kind(
    id="free-seize",
    does=("tries to Seize the Momentum, free", "try to Seize the Momentum, free"),
    reads="momentum",
    use="momentum",
    means=meanings.free_seize,
    rules=("SE-SEIZE-08",),
    miss="No",
    brings=_hands,
    momentum=True,
    ncs="action",
    meets=True,
    shoots=True,
    takes="free_seize",
)
ACT: Final = Kind(
    id="act",
    does=("acts", "act"),
    reads="action",
    use="action",
    means=meanings.act,
    rules=("SE-ACT-04",),
    miss="Misses",
    brings=_blow,
    action=True,
    ncs="action",
    meets=True,
    shoots=True,
    act=True,
    takes="follows",
)
RIPOSTE: Final = Kind(
    id="riposte",
    does=("strikes back", "strike back"),
    reads="action",
    use="action",
    means=meanings.riposte,
    rules=("SE-ACT-04",),
    miss="Misses",
    brings=_blow,
    action=True,
    ncs="action",
    meets=True,
    shoots=True,
    takes="riposte",
)
DEFENCE: Final = Kind(
    id="defence",
    does=("defends", "defend"),
    reads="defence",
    use="action",
    means=meanings.defence,
    rules=("SE-ACT-04", "SE-RD-02"),
    brings=_held,
    action=True,
    ncs="action",
    act=True,
)
UNDEFENDED: Final = Kind(
    id="undefended",
    does=("takes it Undefended", "take it Undefended"),
    reads="undefended",
    use="action",
    means=meanings.undefended,
    rules=("SE-UND-03", "SE-UND-04"),
    brings=_unhurt,
    ncs="action",
)
ANSWER: Final = Kind(
    id="answer",
    does=("answers the Seize", "answer the Seize"),
    reads="action",
    use="action",
    means=meanings.answer,
    rules=("SE-SEIZE-05",),
    miss="They Seize it",
    brings=_answer,
    action=True,
    ncs="momentum",
    shoots=True,
    act=True,
    joint=Joint(_may_answer, "Add {who}’s share to the answer to {foe}", waits=True),
    graded=False,
)
RECOVERY: Final = Kind(
    id="recovery",
    does=("recovers", "recover"),
    reads="action",
    use="recovery",
    means=meanings.recovery,
    rules=("SE-REC-01", "SE-REC-06"),
    miss="Nothing heals",
    brings=_heals,
)

KINDS: Final[dict[TestKind, Kind]] = {
    kind.id: kind
    for kind in (MOMENTUM, SEIZE, FREE_SEIZE, ACT, RIPOSTE, DEFENCE, UNDEFENDED, ANSWER, RECOVERY)
}
"""Every kind, by the word that the log has for it."""

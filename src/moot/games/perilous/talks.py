"""Social exchanges: what is kept of one while people talk (GP-SOC-01, GP-SOC-03)."""

from __future__ import annotations

import msgspec

from moot.games.perilous.terms import Difficulty, Disposition, Outcome, Tactic


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

"""What everybody can know of the secret, from what was told alone (GP-SOC-04).

The secret is told when it bends a result, or when the guide opens it. Before that a plain success shows what is not
Favourable, a plain failure what is not Unfavourable; a critical roll shows nothing, nor does a failure without dice
(GP-RD-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final, Literal, TypeAlias, cast

import msgspec

from moot.games.perilous.figures import TACTICS
from moot.games.perilous.talks import Exchange, Pair, Token
from moot.games.perilous.terms import Tactic

Mark: TypeAlias = Literal["is", "may-be", "is-not"]
"""Whether a Tactic is what opens or shuts somebody, as far as people can know."""


class Marks(msgspec.Struct, frozen=True):
    """What people can know of one Tactic; `words` say it briefly, where it is not plain from another."""

    opens: Mark
    shuts: Mark
    words: str = ""


def pairs_left(exchange: Exchange, npc: str) -> tuple[Pair, ...]:
    """The pairs that agree with all that was told of somebody since theirs was fixed: 42 at first."""
    target = exchange.targets[npc]
    if target.opened and target.pair is not None:
        return (target.pair,)
    tokens = [one for one in exchange.tokens if one.npc == npc and one.round >= target.since and not one.blind]
    every = (Pair(cast(Tactic, one), cast(Tactic, other)) for one, other in permutations(TACTICS, 2))
    return tuple(pair for pair in every if all(_agrees(pair, token) for token in tokens))


def _agrees(pair: Pair, token: Token) -> bool:
    if token.rolled == "success":
        return (token.outcome == "critical-success") == (pair.favourable == token.skill)
    if token.rolled == "failure":
        return (token.outcome == "critical-failure") == (pair.unfavourable == token.skill)
    return True


def known(exchange: Exchange, npc: str) -> dict[str, Marks]:
    """What people can know of each Tactic with somebody."""
    return dict(_known(pairs_left(exchange, npc)))


def _known(left: tuple[Pair, ...]) -> Iterator[tuple[str, Marks]]:
    opener, shutter = (len({getattr(pair, side) for pair in left}) == 1 for side in ("favourable", "unfavourable"))
    for tactic in TACTICS:
        opens = _mark(sum(pair.favourable == tactic for pair in left), len(left))
        shuts = _mark(sum(pair.unfavourable == tactic for pair in left), len(left))
        new = (opens == "is-not" and not opener, shuts == "is-not" and not shutter)
        words = "opens them" if opens == "is" else "shuts them" if shuts == "is" else _RULED_OUT.get(new, "")
        yield tactic, Marks(opens, shuts, words)


_RULED_OUT: Final = {
    (True, True): "neither opens nor shuts them", (True, False): "does not open them",
    (False, True): "does not shut them",
}


def _mark(count: int, whole: int) -> Mark:
    return "is" if count == whole else "may-be" if count else "is-not"

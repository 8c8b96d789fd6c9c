"""What a Test comes to for every way its Qualities can be tapped: what the dice must show, and the chances as a bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

import msgspec

from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.book import DICE, HITS, MOMENTUM_BONUS, RECOVERED, REWARDS, Level, Reward
from moot.games.swords_edge.contest import Stand, TestKind
from moot.kit.bars import Share, bar, percent


class Reckoning(msgspec.Struct, frozen=True):
    """A Test with this much added: what the dice must show, its chance of success, and how that is shared out.

    `at` is what was added, by which a page finds it; `says` tells so in words where there is one target number.
    `needs` is empty where no dice are enough.
    """

    at: int
    says: str
    needs: str
    chance: str
    shares: tuple[Share, ...]


_MISS: Final[dict[TestKind, str]] = {
    "momentum": "They hold it",
    "seize": "No, and it hurts",
    "free-seize": "No",
    "answer": "They Seize it",
    "recovery": "Nothing heals",
    "act": "Misses",
    "riposte": "Misses",
}


def reckonings(
    kind: TestKind,
    read: odds.Asked,
    totals: Iterable[int],
    tns: Iterable[int],
    stand: Stand | None = None,
    occasion: str = "",
) -> tuple[Reckoning, ...]:
    """What every one of these totals comes to against each of the target numbers, the likeliest to fail first.

    Of several target numbers `at` counts from the first: a harder one is as good as a smaller total. How the PC lost
    Momentum, which `stand` tells, bears on what a defence earns (SE-LOS-04), and the `occasion` on what Recovery heals.
    """
    first, *others = dict.fromkeys(tns)
    every = set(totals)
    found = {total: ladder.signed(total) + f" against {first}" for total in every} if not others else {}
    places = found or {total + first - tn: "" for total in every for tn in (first, *others)}
    return tuple(_reckoning(kind, read, at, places[at], first, stand, occasion) for at in sorted(places))


def _reckoning(
    kind: TestKind, read: odds.Asked, at: int, says: str, tn: int, stand: Stand | None, occasion: str
) -> Reckoning:
    chances = odds.chances(read, at, tn)
    return Reckoning(
        at=at,
        says=says,
        needs=_needs(read, odds.needed(at, tn)),
        chance=percent(chances.success),
        shares=tuple(bar(_outcomes(kind, chances, stand, occasion))),
    )


def _needs(read: odds.Asked, need: int) -> str:
    """What the dice must show, in words; empty where they cannot.

    Criticals decide everywhere but in Momentum (SE-CRIT-01, SE-MOM-09).
    """
    decide = read != "momentum"
    if need > DICE.natural_success:
        return "two tens" if decide else ""
    if need == DICE.natural_success:
        return "two tens"
    if need <= DICE.natural_failure:
        return "anything but two ones" if decide else "anything"
    return f"{need} or more"


def _outcomes(
    kind: TestKind, chances: odds.Chances, stand: Stand | None, occasion: str
) -> Iterator[tuple[str, str, Fraction]]:
    """Class, words and chance of each end, worst first."""
    if kind in _MISS:
        yield "miss", _MISS[kind], 1 - chances.success
    else:
        for level in reversed(chances.blows):
            yield f"hit {level}", f"{ladder.title(level)} hit, {HITS[level].stress} Stress", chances.blows[level]
    if kind == "answer":  # what it does besides goes by the total against 5, not by this margin (SE-SEIZE-06)
        yield "made average", "Held", chances.success
        return
    for level, chance in chances.levels.items():
        yield f"made {level}", _made(kind, level, stand, occasion), chance


def _made(kind: TestKind, level: Level, stand: Stand | None, occasion: str) -> str:
    """What a success of this level is (SE-MOM-05, SE-LOS-04, SE-DMG-02, SE-REC-01)."""
    match kind:
        case "momentum" | "seize" | "free-seize":
            bonus = MOMENTUM_BONUS[level]
            return f"Momentum, {ladder.signed(bonus)}" if bonus else "Momentum"
        case "defence":
            if stand is not None and stand.momentum == "attacker":
                return "Held"
            reached = REWARDS[level].after_natural_2 if stand is not None and stand.fumbled else level
            return ", ".join(("Held", *_earned(REWARDS[reached])))
        case "act" | "riposte":
            return f"{ladder.title(level)}, {HITS[level].stress} Stress"
        case "recovery" if occasion:
            heals = RECOVERED[occasion][level]
            return f"{ladder.title(level)}, {ladder.penalty_ranks(heals)} heal{'' if heals > 1 else 's'}"
        case _:
            return ladder.title(level)


def _earned(reward: Reward) -> Iterator[str]:
    if reward.bonus:
        yield ladder.signed(reward.bonus)
    if reward.momentum:
        yield "Momentum"
    if reward.free_seize:
        yield "free Seize"
    if reward.riposte is not None:
        yield "riposte"

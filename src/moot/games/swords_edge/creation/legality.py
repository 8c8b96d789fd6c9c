"""The legality check of a newly made character: what it costs, what is left or over, and what breaks which rule."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures import BUDGET, PIVOTS, PRICES, QUALITY_KINDS, Price
from moot.games.swords_edge.state import Options


class SheetFault(msgspec.Struct, frozen=True):
    """Something about a sheet that the rules do not allow: `what` is a Trait or a Quality by id, if it is about one."""

    code: str
    message: str
    rule: str
    what: str = ""


class LineCost(msgspec.Struct, frozen=True):
    """What one line of a sheet costs."""

    what: str
    label: str
    ranks: int


class SheetReport(msgspec.Struct, frozen=True):
    """A sheet against its budget (SE-CRE-12): over and under apart, and every fault."""

    costs: tuple[LineCost, ...]
    spent: int
    budget: int
    faults: tuple[SheetFault, ...] = ()

    @property
    def left(self) -> int:
        """Ranks still to spend: legal, and unfinished."""
        return max(self.budget - self.spent, 0)

    @property
    def over(self) -> int:
        """Ranks spent beyond the budget."""
        return max(self.spent - self.budget, 0)


def price(quality: Quality, options: Options) -> Price:
    """What `quality` starts at and costs: SFX Qualities have a price of their own (SE-CRE-05, SE-SFX-02)."""
    return PRICES["sfx" if quality.sfx and options.powers and QUALITY_KINDS[quality.kind].first else quality.kind]


def cost(quality: Quality, options: Options) -> int:
    """Ranks that `quality` takes, with what the GM charges on top (SE-CRE-05, SE-CRE-07, SE-TRAP-21)."""
    of = price(quality, options)
    above = ladder.steps(quality.rank) - ladder.steps(of.start)
    return of.first + of.step * above + quality.surcharge * (above + 1)


def check(character: Character, options: Options) -> SheetReport:
    """Hold a newly made character to the rules (SE-CRE-12).

    The budget is six Ranks, and one more with a Weakness; Weaknesses and Fetishes cost nothing (SE-CRE-01, SE-CRE-09).
    A Trait below Average gives no Rank back (SE-CRE-03, SE-ERR-22).
    """
    of, costs = PRICES["trait"], list[LineCost]()
    for trait in ladder.TRAITS:
        above = max(ladder.steps(character.traits[trait]) - ladder.steps(of.start), 0)
        costs.append(LineCost(trait, ladder.title(trait), above * of.step))
    costs += [LineCost(quality.id, quality.name, cost(quality, options)) for quality in character.qualities]
    budget = BUDGET.ranks + (BUDGET.for_weakness if character.counting("invoked") else 0)
    return SheetReport(tuple(costs), sum(line.ranks for line in costs), budget, tuple(_faults(character, options)))


def _faults(character: Character, options: Options) -> Iterator[SheetFault]:
    yield from _basics(character)
    yield from _ranks(character, options)
    yield from _drags(character, options)
    for quality in character.qualities:
        if quality.refused:
            message = f"The GM finds “{quality.name}” too broad: make it narrower."
            yield SheetFault("too-broad", message, "SE-CRE-07", quality.id)
    for kind in PIVOTS:
        if sum(pivot.kind == kind for pivot in character.pivots) > 1:
            yield SheetFault("two-pivots", f"Only one {PIVOTS[kind].title} is allowed.", "SE-PIV-01")
    if len(character.pivots) > len(PIVOTS):
        yield SheetFault("too-many-pivots", "One Goal, one Quirk and one Style at most.", "SE-CRE-10")


def _basics(character: Character) -> Iterator[SheetFault]:
    for kind, row in QUALITY_KINDS.items():
        if row.number and sum(quality.kind == kind for quality in character.qualities) != row.number:
            yield SheetFault(f"one-{kind}", f"A character has exactly one {ladder.title(kind)}.", "SE-CRE-02")
    for quality in character.qualities:
        tied = QUALITY_KINDS[quality.kind].tied
        if tied != bool(quality.trait):
            message = f"“{quality.name}” needs a Trait." if tied else f"“{quality.name}” goes with every Trait."
            yield SheetFault("wrong-trait", message, "SE-CRE-05" if tied else "SE-CRE-02", quality.id)


def _ranks(character: Character, options: Options) -> Iterator[SheetFault]:
    low, top = PRICES["trait"].start, ladder.steps(ladder.TOP)
    for trait in ladder.TRAITS:
        rank = character.traits[trait]
        if ladder.steps(rank) < ladder.steps(low):
            yield SheetFault("trait-below", f"{ladder.title(trait)} starts at {ladder.title(low)}.", "SE-ERR-22", trait)
        if ladder.steps(rank) > top:
            yield SheetFault("above-legendary", f"{ladder.title(trait)} passes Legendary.", "SE-RANK-04", trait)
    for quality in character.qualities:
        start = price(quality, options).start
        if not quality.flaw and not ladder.steps(start) <= ladder.steps(quality.rank) <= top:
            message = f"“{quality.name}” goes from {ladder.title(start)} to Legendary."
            yield SheetFault("rank-out-of-range", message, "SE-CRE-12", quality.id)


def _drags(character: Character, options: Options) -> Iterator[SheetFault]:
    if len(character.counting("invoked")) > 1:
        yield SheetFault("two-weaknesses", "One Weakness at most to begin with.", "SE-RD-19")
    for quality in character.counting("invoked", "always"):
        if quality.rank != PRICES[quality.kind].start:
            yield SheetFault("weakness-rank", f"“{quality.name}” begins at Basic.", "SE-CRE-09", quality.id)
    bound = [quality.bound for quality in character.counting("always")]
    powers = [quality.id for quality in character.counting("one") if quality.sfx]
    if options.powers and options.fetishes == "on" and sorted(bound) != sorted(powers):
        yield SheetFault("fetish-for-each", "Each SFX Quality brings one Fetish.", "SE-SFX-11")

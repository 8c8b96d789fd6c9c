"""How hard a scene is, in numbers that the GM sees: the book's yardsticks, and each PC's niche against each NC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.cast.targets import action_extras, base, momentum_sums
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import ENCOUNTERS, NICHE, PATTERNS, Yardstick
from moot.games.swords_edge.nc import NC
from moot.kit.bars import percent


class NicheOdds(msgspec.Struct, frozen=True):
    """One PC at their best against one NC: total, TNs, and the chances of Momentum and of an Action."""

    who: str
    nc: str
    total: int
    momentum_tn: int
    action_tn: int
    momentum: str
    action: str


class Advice(msgspec.Struct, frozen=True):
    """What the book says of so many NCs against so many PCs (SE-GM-03), and every pair in numbers (SE-GM-02)."""

    says: tuple[str, ...]
    matches: tuple[NicheOdds, ...]


def niche(who: Character) -> tuple[int, int]:
    """What a PC adds at their best: to Momentum the best Trait, to Action all that goes with one (SE-GM-02)."""
    best = 0
    for trait in ladder.TRAITS:
        fitting = (q for q in who.counting("free") if q.trait in ("", trait) and not q.lost)
        free = sum(max(who.worth(quality), 0) for quality in fitting)
        element = max((who.worth(q) for q in who.counting("one") if q.trait == trait and not q.lost), default=0)
        best = max(best, free + who.trait(trait) + max(element, 0))
    return max(who.trait(trait) for trait in ladder.TRAITS), best


def advice(pcs: Sequence[Character], ncs: Sequence[NC]) -> Advice:
    """What to expect of `ncs` against `pcs`, one NC of each kind: twelve of the same say no more than one."""
    kinds: dict[tuple[object, ...], NC] = {}
    for nc in ncs:
        kinds.setdefault((nc.type, nc.now, nc.concept and nc.concept.name), nc)
    matches = tuple(_match(who, nc) for who in pcs for nc in kinds.values())
    return Advice(tuple(_says(pcs, ncs)), matches)


def _match(who: Character, nc: NC) -> NicheOdds:
    trait, total = niche(who)
    momentum_tn = sum(part.worth for part in momentum_sums(nc, None))
    action_tn = base(nc).worth + sum(part.worth for part in action_extras(nc, None))
    return NicheOdds(
        who=who.name, nc=nc.name, total=total, momentum_tn=momentum_tn, action_tn=action_tn,
        momentum=percent(verdict.chances("momentum", trait, momentum_tn).success),
        action=percent(verdict.chances("action", total, action_tn).success),
    )


def _says(pcs: Sequence[Character], ncs: Sequence[NC]) -> Iterator[str]:
    opponents = [nc for nc in ncs if not nc.out]
    if not opponents or not pcs:
        return
    totals = ", ".join(f"{who.name} {ladder.signed(niche(who)[1])}" for who in pcs)
    yield f"{NICHE} is what a new character adds at their best; yours: {totals}."
    for kind in PATTERNS:
        some = [nc for nc in opponents if nc.type == kind and not nc.kind_row.thing]
        if some:
            yield from _of_kind(pcs, some)


def _of_kind(pcs: Sequence[Character], some: list[NC]) -> Iterator[str]:
    rows = [row for row in ENCOUNTERS if row.type == some[0].type]
    fitting = [row for row in rows if _fits(row, pcs, some)]
    count = f"{len(some)} {some[0].type}{'s' if len(some) > 1 else ''} against {len(pcs)}"
    if fitting:
        yield from (f"{count}: {row.text}" for row in fitting)
    elif row := next((row for row in rows if row.per_pc), None):
        more = "fewer" if len(some) < row.least * len(pcs) else "more"
        yield f"{count}: {more} than {row.least} to {row.most} each. {row.title}: {row.text}"
    else:
        yield f"{count}: the book has no yardstick for that."


def _fits(row: Yardstick, pcs: Sequence[Character], some: list[NC]) -> bool:
    by = len(pcs) if row.per_pc else 1
    ranked = not row.ranks or all(nc.now in row.ranks for nc in some)
    return ranked and row.least * by <= len(some) <= row.most * by

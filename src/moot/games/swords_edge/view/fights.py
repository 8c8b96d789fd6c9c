"""Conflicts as everyone sees them, beside the rows of the board: powers, ranges, Seizes, what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from moot.core import Throw
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Quality
from moot.games.swords_edge.figures import BANDS, SFX, STEP, TRAITS
from moot.games.swords_edge.pairings import Pairing, Test
from moot.games.swords_edge.powers import NAMES, power_action, power_momentum
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.kinds import kind_of, reading
from moot.games.swords_edge.trials.places import present
from moot.games.swords_edge.trials.rolling import dice_of
from moot.kit.remembered import TABLES, remembered
from moot.kit.totals import Addend, explained


class BandView(msgspec.Struct, frozen=True):
    """One band of the range: what it costs who shoots, and whether they are `here`."""

    title: str
    says: str
    here: bool


class TestView(msgspec.Struct, frozen=True, kw_only=True):
    """Dice on the table, and how they read as they lie: `seat` rolled them, `seats` have a part in them.

    `parts` are the addends, in a joint Test with their givers.
    """

    test: Test
    seat: str
    seats: tuple[str, ...]
    roller: str
    throw: Throw
    parts: tuple[Addend, ...]
    success: bool
    says: str


def bands(state: State, pairing: Pairing) -> tuple[BandView, ...]:
    """The bands of the range, if somebody shoots (SE-RNG-02)."""
    if "ranged" not in pairing.weapons.values() or not _measured(state, pairing):
        return ()
    return tuple(
        BandView(row.title, ladder.signed(-row.penalty * STEP) if row.penalty else "", row.id == pairing.band)
        for row in BANDS.values()
    )


def about(state: State, pairing: Pairing) -> Iterator[str]:
    """What a power is made of and costs, what a Seize is answered against, how far off all are."""
    if (sfx := pairing.sfx) is not None:
        yield f"Momentum: {explained(power_momentum(state, sfx))}."
        yield f"Action: {explained(power_action(state, sfx))}."
        made = zip(NAMES, sfx.components, strict=True)
        yield " ".join(f"{ladder.title(name)}: {SFX[rank].says(name).lower()}." for name, rank in made)
        yield strain(state.characters[next(iter(pairing.stands))].quality(sfx.quality))
    if pairing.challenge is not None:
        yield f"Seize the Momentum: {explained(pairing.challenge.target)}."
    if says := shooting(state, pairing):
        yield says
    if pairing.strike:
        yield "One roll may meet them all."


def _measured(state: State, pairing: Pairing) -> bool:
    return state.options.ranges == "on" and pairing.sfx is None


def shooting(state: State, pairing: Pairing) -> str:
    """Who shoots, what the range costs them, and who does not reach that far (SE-RNG-01, SE-RNG-02, SE-RD-28)."""
    if not _measured(state, pairing):
        return ""
    sides = (*pairing.stands, *(nc.id for nc in present(state, pairing)))
    shoot = [who for who in sides if pairing.weapons.get(who) == "ranged"]
    cannot = [who for who in sides if pairing.too_far(who)]
    penalty = BANDS[pairing.band].penalty * STEP
    words = [f"Range: {BANDS[pairing.band].title}."]
    if shoot:
        at = f"at {ladder.signed(-penalty)}" if penalty else "at no penalty"
        words.append(f"{state.all_named(shoot)} shoot{'s' if len(shoot) == 1 else ''} {at}.")
    if cannot:
        words.append(f"{state.all_named(cannot)} cannot reach that far.")
    return " ".join(words if shoot or cannot else [*words, "Nobody shoots."])


def strain(power: Quality) -> str:
    """What each failed Test of a power costs, in words (SE-SFX-08)."""
    trait = TRAITS[power.trait].title if power.trait else "its Trait"
    return f"Each Test that fails costs a Penalty Rank on {power.name} and one on {trait}."


@remembered(TABLES)
def tests(state: State) -> tuple[TestView, ...]:
    """Dice that somebody could still throw again."""
    return tuple(_test(state, test) for test in state.tests.values())


def _test(state: State, test: Test) -> TestView:
    read, joint = reading(test), len(test.who) > 1
    return TestView(
        test=test, seat=state.characters[test.roller].player,
        seats=tuple(state.characters[who].player for who in test.who), roller=state.named(test.roller),
        throw=dice_of(test, standing=True),
        parts=tuple(_whose(state, part) for part in test.parts) if joint else test.parts,
        success=read.success, says=kind_of(test).outcome(read),
    )


def _whose(state: State, part: Addend) -> Addend:
    """An addend of a joint Test, with the name of the PC who put it in (SE-MOM-07)."""
    return replace(part, label=f"{state.named(part.who)}: {part.label}") if part.who in state.characters else part

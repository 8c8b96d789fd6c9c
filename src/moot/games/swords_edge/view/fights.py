"""Conflicts as everyone sees them: who holds Momentum over whom, what comes at whom, what lies on the table."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from moot.core import Throw
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Quality
from moot.games.swords_edge.figures import BANDS, SFX, STEP, TRAITS
from moot.games.swords_edge.pairings import Attack, Challenge, Pairing, Sfx, Stand, Test
from moot.games.swords_edge.powers import NAMES, power_action, power_momentum
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.joint import carry
from moot.games.swords_edge.trials.kinds import kind_of, reading
from moot.games.swords_edge.trials.places import against, attacker
from moot.games.swords_edge.trials.rolling import dice_of
from moot.kit.remembered import TABLES, remembered
from moot.kit.totals import Addend, Target


class AttackView(msgspec.Struct, frozen=True):
    """What comes at a PC of that name, and by whom."""

    attack: Attack
    name: str
    by: str


class StandView(msgspec.Struct, frozen=True, kw_only=True):
    """One PC in a pairing: where they stand, by which Trait, with what in hand."""

    id: str
    name: str
    seat: str
    stand: Stand
    trait: str
    carry: int
    acts: int
    may_seize: bool
    put_in: tuple[str, ...]
    attacks: tuple[AttackView, ...]


class FoeView(msgspec.Struct, frozen=True):
    """One NC in a pairing."""

    id: str
    name: str
    out: bool
    acts: int


class PowerView(msgspec.Struct, frozen=True, kw_only=True):
    """A power at work: what it is to do, its components, its TNs."""

    sfx: Sfx
    name: str
    components: tuple[tuple[str, str], ...]
    momentum: Target
    action: Target
    targets: str
    price: str


class BandView(msgspec.Struct, frozen=True):
    """One band of the range: what it costs who shoots, and whether they are `here`."""

    title: str
    says: str
    here: bool


class PairingView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is set against whom. `shooting` says how far off they are and who shoots; `bands` are for those who do."""

    id: str
    against: str
    stands: tuple[StandView, ...]
    foes: tuple[FoeView, ...]
    power: PowerView | None
    bands: tuple[BandView, ...]
    shooting: str
    strike: bool
    challenge: Challenge | None


class TestView(msgspec.Struct, frozen=True, kw_only=True):
    """Dice on the table, and how they read as they lie: `seat` rolled them, `seats` have a part in them.

    `parts` are the addends, in a joint Test with their givers; `total` is what dice and addends come to.
    """

    test: Test
    seat: str
    seats: tuple[str, ...]
    roller: str
    throw: Throw
    parts: tuple[Addend, ...]
    total: int
    success: bool
    natural: str
    says: str


@remembered(TABLES)
def pairings(state: State) -> tuple[PairingView, ...]:
    """Every pairing of the scene."""
    return tuple(_pairing(state, pairing) for pairing in state.pairings.values())


def _pairing(state: State, pairing: Pairing) -> PairingView:
    foes = tuple(FoeView(foe, state.ncs[foe].name, state.ncs[foe].out, state.acts(foe)) for foe in pairing.foes)
    measured = state.options.ranges == "on" and pairing.sfx is None
    bands = tuple(
        BandView(row.title, ladder.signed(-row.penalty * STEP) if row.penalty else "", row.id == pairing.band)
        for row in BANDS.values()
    )
    return PairingView(
        id=pairing.id, against=against(state, pairing),
        stands=tuple(_stand(state, pairing, who) for who in pairing.stands), foes=foes,
        power=_power(state, pairing.sfx, next(iter(pairing.stands))) if pairing.sfx else None,
        bands=bands if measured and "ranged" in pairing.weapons.values() else (),
        shooting=_shooting(state, pairing) if measured else "", strike=pairing.strike, challenge=pairing.challenge,
    )


def _shooting(state: State, pairing: Pairing) -> str:
    """Who shoots, what the range costs them, and who does not reach that far (SE-RNG-01, SE-RNG-02, SE-RD-28)."""
    sides = (*pairing.stands, *pairing.foes)
    shooting = [who for who in sides if pairing.weapons.get(who) == "ranged"]
    cannot = [who for who in sides if pairing.too_far(who)]
    penalty = BANDS[pairing.band].penalty * STEP
    words = [f"Range: {BANDS[pairing.band].title}."]
    if shooting:
        at = f"at {ladder.signed(-penalty)}" if penalty else "at no penalty"
        words.append(f"{state.all_named(shooting)} shoot{'s' if len(shooting) == 1 else ''} {at}.")
    if cannot:
        words.append(f"{state.all_named(cannot)} cannot reach that far.")
    return " ".join(words if shooting or cannot else [*words, "Nobody shoots."])


def strain(power: Quality) -> str:
    """What each failed Test of a power costs, in words (SE-SFX-08)."""
    trait = TRAITS[power.trait].title if power.trait else "its Trait"
    return f"Each Test that fails costs a Penalty Rank on {power.name} and one on {trait}."


def _stand(state: State, pairing: Pairing, who: str) -> StandView:
    stand, character = pairing.stands[who], state.characters[who]
    pledge = pairing.pledges.get(who)
    return StandView(
        id=who, name=character.name, seat=character.player, stand=stand,
        trait=TRAITS[stand.trait].title if stand.trait else "", carry=carry(state, who), acts=state.acts(who),
        may_seize=stand.momentum == "defender" and stand.barred != "pc",
        put_in=tuple(f"{part.label} {ladder.signed(part.worth)}" for part in pledge.parts) if pledge else (),
        attacks=tuple(
            AttackView(one, character.name, attacker(state, one))
            for one in state.attacks.values()
            if (one.who, one.pairing) == (who, pairing.id)
        ),
    )


def _power(state: State, sfx: Sfx, who: str) -> PowerView:
    rows = zip(NAMES, sfx.components, strict=True)
    return PowerView(
        sfx=sfx, name=state.characters[who].quality(sfx.quality).name,
        components=tuple((ladder.title(name), SFX[rank].says(name)) for name, rank in rows),
        momentum=power_momentum(state, sfx), action=power_action(state, sfx),
        targets=state.all_named(sfx.targets) if sfx.targets else "",
        price=strain(state.characters[who].quality(sfx.quality)),
    )


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
        parts=tuple(_whose(state, part) for part in test.parts) if joint else test.parts, total=test.total,
        success=read.success, natural="2" if test.fumbled else "20" if test.triumph else "",
        says=kind_of(test).outcome(read),
    )


def _whose(state: State, part: Addend) -> Addend:
    """An addend of a joint Test, with the name of the PC who put it in (SE-MOM-07)."""
    return replace(part, label=f"{state.named(part.who)}: {part.label}") if part.who in state.characters else part

"""The Momentum Test: rolled once for a pairing, it says who acts and who reacts (SE-TEST-01, SE-MOM-01)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.cast.targets import momentum_element, momentum_target, momentum_trait
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, offering
from moot.games.swords_edge.conflict.joining import partners, pledged_spending, shares, waiting
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.sharing import SCENE, against, standing
from moot.games.swords_edge.contest import Pairing, Target, Test
from moot.games.swords_edge.ownership import mine, needs_guide
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.powers.components import power_momentum
from moot.games.swords_edge.state import State


def target(state: State, pairing: Pairing) -> Target:
    """The Momentum TN of a pairing: of its NCs together, or of the power (SE-MOM-06, SE-SFX-04)."""
    if pairing.sfx is not None:
        return power_momentum(state, pairing.sfx)
    return momentum_target(state, pairing, standing(state, pairing))


def ready(state: State, pairing: Pairing) -> bool:
    """Whether there is anything to roll against now: somebody stands, and a power is prepared (SE-SFX-10)."""
    return pairing.sfx.left == 0 if pairing.sfx is not None else bool(standing(state, pairing))


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The Momentum Tests that `seat` can make."""
    for who in mine(state, seat, "rolls for Momentum", "SE-MOM-01"):
        if not who.able:
            raise Refused("not-able", f"{who.name} cannot act now.", "SE-DMG-03")
        if state.testing(who.id):
            raise Refused("in-test", "Let your dice stand first.", "SE-LUCK-04")
        for pairing in state.pairings.values():
            fresh = who.id in pairing.stands and pairing.stands[who.id].momentum == ""
            if (fresh and ready(state, pairing) and who.id not in pairing.pledges) or _last(state, pairing, who.id):
                yield from _rolls(state, pairing, who)


def _last(state: State, pairing: Pairing, who: str) -> bool:
    """Whether everybody has put something in, so that any of them may roll (SE-RD-34)."""
    pledge = pairing.pledges.get(who)
    return pledge is not None and pledge.purpose == "momentum" and not waiting(state, pairing, "momentum")


def _rolls(state: State, pairing: Pairing, who: Character) -> Iterator[Form]:
    if [other for other in waiting(state, pairing, "momentum") if other != who.id]:
        return
    yield Form(
        do="roll-momentum",
        label=f"{who.name}: Momentum over {against(state, pairing)}",
        who=who,
        traits=power_traits(pairing, who) or ladder.TRAITS,
        kind="momentum",
        use="momentum",
        target=target(state, pairing),
        pairing=pairing,
        others=shares(state, pairing, "momentum", who.id),
        fixed={"pairing": pairing.id, "who": who.id},
        rules=("SE-MOM-01", "SE-MOM-02", "SE-TEST-03", "SE-TEST-05", "SE-TRAP-05"),
        urgency="must",
        about=pairing.id,
    )


def power_traits(pairing: Pairing, who: Character) -> tuple[str, ...]:
    """The one Trait that a power's Tests use; empty where the pairing is no power (SE-RD-42)."""
    if pairing.sfx is None:
        return ()
    trait = who.quality(pairing.sfx.quality).trait
    return (trait,) if trait else ()


def _roll(play: Play[State], command: c.RollMomentum) -> None:
    state = play.state
    pairing, who = state.pairings[command.pairing], state.characters[command.who]
    built = applied(state, who, "momentum", command)
    others = partners(state, pairing, "momentum", who.id)
    traits = {other: pairing.pledges[other].trait for other in others}
    shared = shares(state, pairing, "momentum", who.id)
    spent = pledged_spending(shared, [state.characters[other] for other in others])
    spends = (*((who.id, what) for what in built.spends), *spent)
    opponents = standing(state, pairing)
    test = Test(
        id="",
        kind="momentum",
        roller=who.id,
        who=(who.id, *others),
        faces=(1, 1),
        parts=(
            *built.parts,
            *circumstances(state, pairing, who.id, "momentum"),
            *shared,
        ),
        target=target(state, pairing),
        pairing=pairing.id,
        on=tuple(nc.id for nc in opponents),
        traits={**traits, who.id: ladder.as_trait(command.trait)},
        how=command.how.strip(),
    )
    bound = {nc.id: momentum_trait(nc, pairing) for nc in opponents}
    throw(play, test, cost=built.cost, spends=(*spends, *nc_spending(state, pairing)), bound=bound)


def nc_spending(state: State, pairing: Pairing) -> tuple[tuple[str, str], ...]:
    """The Element that a lone NC gives to Momentum is spent; a group counts by Ranks alone (SE-NC-05, SE-MOM-06)."""
    opponents = standing(state, pairing)
    if len(opponents) != 1:
        return ()
    (nc,) = opponents
    element = momentum_element(nc, momentum_trait(nc, pairing))
    return ((nc.id, element.id),) if element is not None else ()


def _trade_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "grants other advantages", "SE-MOM-05")
    for pairing in state.pairings.values():
        for who, stand in pairing.stands.items():
            if stand.bonus:
                yield Offer(
                    do="trade-bonus",
                    label=f"Another advantage for {state.characters[who].name} than {ladder.signed(stand.bonus)}",
                    why="If a high Momentum result brings something else, the level bonus does not apply as well.",
                    fixed={"pairing": pairing.id, "who": who},
                    fields=(Write(name="advantage", label="What?"),),
                    rules=("SE-MOM-05", "SE-LOS-03"),
                    urgency="tool",
                    about=pairing.id,
                )


def _trade(play: Play[State], command: c.TradeBonus) -> None:
    advantage = command.advantage.strip()
    play.record(
        e.BonusTraded(pairing=command.pairing, who=command.who, advantage=advantage, rules=("SE-MOM-05", "SE-LOS-03"))
    )


VERBS = (
    Verb(c.RollMomentum, SCENE, offering(forms), _roll),
    Verb(c.TradeBonus, SCENE, _trade_offers, _trade),
)

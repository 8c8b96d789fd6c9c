"""Reacting to an attack: defend by an Action Test, or take it Undefended (SE-ACT-04, SE-ACT-06, SE-UND-03)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder, odds
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.book import DICE, PC_OPEN, STEP, TraitId
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, asked, offering
from moot.games.swords_edge.conflict.joining import bound_traits
from moot.games.swords_edge.conflict.momentum import power_traits
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.sharing import SCENE, against
from moot.games.swords_edge.contest import Attack, Part, Sum, Target, Test
from moot.games.swords_edge.ownership import mine, needs_guide
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State
from moot.kit.bars import percent


def attacker(state: State, attack: Attack) -> str:
    """Who or what attacks, in words."""
    if attack.nc in state.ncs:
        return state.ncs[attack.nc].name
    pairing = state.pairings.get(attack.pairing)
    return against(state, pairing) if pairing is not None else "The power"


def _attacks(state: State, seat: Seat, what: str) -> Iterator[tuple[Character, Attack]]:
    people = {who.id: who for who in mine(state, seat, what, "SE-ACT-04")}
    if any(who.doom for who in people.values()):
        raise Refused("doom-open", "Your Doom comes first.", "SE-DOOM-01")
    found = [(people[a.who], a) for a in state.attacks.values() if a.who in people and not state.testing(a.who)]
    if not found:
        raise Refused("no-attack", "Nothing comes at you now.", "SE-ACT-04")
    yield from found


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The defences that `seat` can make."""
    for who, attack in _attacks(state, seat, "defends"):
        pairing = state.pairings.get(attack.pairing)
        if pairing is None or not who.able:
            continue
        yield Form(
            do="defend",
            label=f"{who.name} defends against {attacker(state, attack)}",
            who=who,
            traits=power_traits(pairing, who) or bound_traits(state, pairing, who, "action"),
            kind="defence",
            use="action",
            target=attack.target,
            pairing=pairing,
            fixed={"attack": attack.id, "who": who.id},
            rules=("SE-ACT-01", "SE-ACT-04", "SE-ACT-05", "SE-RD-02", "SE-LOS-04"),
            urgency="must",
            about=pairing.id,
        )


def _defend(play: Play[State], command: c.Defend) -> None:
    state = play.state
    attack, who = state.attacks[command.attack], state.characters[command.who]
    pairing = state.pairings[attack.pairing]
    built = applied(state, who, "action", command)
    test = Test(
        id="",
        kind="defence",
        roller=who.id,
        who=(who.id,),
        faces=(1, 1),
        parts=(*built.parts, *circumstances(state, pairing, who.id, "defence")),
        target=attack.target,
        pairing=pairing.id,
        on=(attack.nc,) if attack.nc in state.ncs else (),
        attack=attack.id,
        traits={who.id: attack.trait},
        how=command.how.strip(),
    )
    throw(play, test, cost=built.cost, acts=(who.id,))


def hurt_parts(who: Character, trait: TraitId | str) -> tuple[Part, ...]:
    """An Undefended PC's only modifier: −2 for each Penalty Rank on the Trait last used for Momentum (SE-UND-03,
    SE-RD-10)."""
    ranks = who.hurt(trait or "physique")
    return (Part(who.id, "hurt", ladder.penalty_ranks(ranks), -ranks * STEP),) if ranks else ()


def _open_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who, attack in _attacks(state, seat, "reacts"):
        parts = hurt_parts(who, attack.trait)
        modifier = sum(part.worth for part in parts)
        unhurt = odds.chances(asked("undefended"), modifier, PC_OPEN.tn).success
        yield Offer(
            do="stand-open",
            label=f"{who.name} takes it Undefended from {attacker(state, attack)}",
            why=(
                f"2d10 {ladder.signed(modifier)} with no Qualities: {PC_OPEN.unhurt} or more and it misses "
                f"({percent(unhurt)}); the lower, the harder it lands. It is no act."
            ),
            fixed={"attack": attack.id, "who": who.id},
            rules=("SE-UND-01", "SE-UND-03", "SE-UND-04", "SE-RD-10", "SE-ACT-06", "SE-TRAP-03"),
            urgency="tool" if who.able else "must",
            about=attack.pairing,
            rolls=(DICE.sides,) * DICE.number,
        )


def _stand_open(play: Play[State], command: c.StandOpen) -> None:
    state = play.state
    attack, who = state.attacks[command.attack], state.characters[command.who]
    test = Test(
        id="",
        kind="undefended",
        roller=who.id,
        who=(who.id,),
        faces=(1, 1),
        parts=hurt_parts(who, attack.trait),
        target=Target((Sum("Undefended", PC_OPEN.tn),)),
        pairing=attack.pairing,
        on=(attack.nc,) if attack.nc in state.ncs else (),
        attack=attack.id,
        traits={who.id: attack.trait},
    )
    throw(play, test)


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "calls an attack off", "SE-GM-01")
    for attack in state.attacks.values():
        if not state.testing(attack.who):
            yield Offer(
                do="call-off",
                label=f"{attacker(state, attack)} leaves {state.characters[attack.who].name} alone after all",
                fixed={"attack": attack.id},
                rules=("SE-GM-01",),
                urgency="tool",
                about=attack.pairing,
            )


def _call_off(play: Play[State], command: c.CallOff) -> None:
    play.record(e.AttackOver(attack=command.attack, rules=("SE-GM-01",)))


def _drop_seize_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "calls a Seize off", "SE-GM-01")
    for pairing in state.pairings.values():
        if pairing.challenge is not None and not any(state.testing(who) for who in pairing.stands):
            yield Offer(
                do="call-off-seize",
                label=f"{against(state, pairing)}: no Seize after all",
                fixed={"pairing": pairing.id},
                rules=("SE-GM-01",),
                urgency="tool",
                about=pairing.id,
            )


def _call_off_seize(play: Play[State], command: c.CallOffSeize) -> None:
    play.record(e.NcSeizeFailed(pairing=command.pairing, called_off=True, rules=("SE-GM-01",)))


VERBS = (
    Verb(c.Defend, SCENE, offering(forms), _defend),
    Verb(c.StandOpen, SCENE, _open_offers, _stand_open),
    Verb(c.CallOff, SCENE, _drop_offers, _call_off),
    Verb(c.CallOffSeize, SCENE, _drop_seize_offers, _call_off_seize),
)

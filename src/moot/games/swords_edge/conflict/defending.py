"""Reacting to an attack: defend by an Action Test, or take it Undefended (SE-ACT-04, SE-ACT-06, SE-UND-03)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Command, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import my_characters, only_guide
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import PC_OPEN, STEP
from moot.games.swords_edge.pairings import Attack
from moot.games.swords_edge.quality_pool import Pool
from moot.games.swords_edge.state import SCENE, State
from moot.games.swords_edge.trials.form import Aim, MakesTest, TestForm, make
from moot.games.swords_edge.trials.kinds import DEFENCE, UNDEFENDED
from moot.games.swords_edge.trials.leaving import AttackOver
from moot.games.swords_edge.trials.places import attacker, unready
from moot.kit.totals import Addend, Sum, Target


def _attacks(state: State, seat: Seat, what: str) -> Iterator[tuple[Character, Attack]]:
    people = {who.id: who for who in my_characters(state, seat, what, "SE-ACT-04")}
    if any(who.doom for who in people.values()):
        raise Refused("doom-open", "Your Doom comes first.", "SE-DOOM-01")
    found = [(people[a.who], a) for a in state.attacks.values() if a.who in people and not state.testing(a.who)]
    if not found:
        raise Refused("no-attack", "Nothing comes at you now.", "SE-ACT-04")
    for who, _ in found:
        if why := unready(state, who):
            raise why
    yield from found


class Defend(MakesTest, tag="defend"):
    """Defend by an Action Test (SE-ACT-01)."""

    when, urgency, while_any = SCENE, "must", "attacks"
    rules = ("SE-ACT-01", "SE-ACT-04", "SE-ACT-05", "SE-RD-02", "SE-LOS-04")
    stands_in = True
    attack: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, attack in _attacks(state, seat, "defends"):
            pairing = state.pairings.get(attack.pairing)
            if pairing is not None and who.able:
                aim = Aim(attack.target, _by(state, attack), acts=(who.id,))
                label = f"{who.name} defends against {attacker(state, attack)}"
                yield cls.in_pairing(
                    state, pairing, who, DEFENCE, {"": aim}, label, held=attack.trait, attack=attack.id, urgency="must"
                )


def _by(state: State, attack: Attack) -> tuple[str, ...]:
    return (attack.nc,) if attack.nc in state.ncs else ()


class StandOpen(Command[State], tag="stand-open"):
    """Take it Undefended: 2d10 against 17 (SE-UND-03)."""

    when, urgency, while_any = SCENE, ("must", "tool"), "attacks"
    rules = ("SE-UND-01", "SE-UND-03", "SE-UND-04", "SE-RD-10", "SE-ACT-06", "SE-TRAP-03")
    attack: str
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, attack in _attacks(state, seat, "reacts"):
            form = _open_form(state, who, attack)
            yield cls.offer(
                form, form.label, partial(_says, form), about=form.about, urgency="tool" if who.able else "must",
                rolls=form.rolls, figures=form.figures, **form.fixed,
            )

    def enact(self, play: Play[State], form: TestForm) -> None:
        make(play, form, Pool((), 0, ()), self)


def _open_form(state: State, who: Character, attack: Attack) -> TestForm:
    """No Qualities, and no act (SE-RD-32); the pairing may be over by now. What counts is −2 for each Penalty Rank on
    the Trait last used for Momentum (SE-UND-03, SE-RD-10)."""
    ranks = who.hurt(attack.trait or "physique")
    return TestForm(
        kind=UNDEFENDED, label=f"{who.name} takes it Undefended from {attacker(state, attack)}", who=who,
        aims={"": Aim(Target((Sum("Undefended", PC_OPEN.tn),)), _by(state, attack))},
        fixed={"attack": attack.id, "who": who.id}, place=attack.pairing, about=attack.pairing,
        around=(Addend(who.id, "hurt", ladder.penalty_ranks(ranks), -ranks * STEP),) if ranks else (),
        held=attack.trait, attack=attack.id,
    )


def _says(form: TestForm) -> str:
    return (
        f"2d10 {ladder.signed(form.sure)} with no Qualities: {PC_OPEN.unhurt} or more and it misses "
        f"({form.chance(form.sure)}); the lower, the harder it lands. It is not an act."
    )


class CallOff(Command[State], tag="call-off"):
    """The GM takes an attack back."""

    when, rules, urgency, records = SCENE, ("SE-GM-01",), "tool", AttackOver
    giver = only_guide("calls an attack off", "SE-GM-01")
    attack: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for attack in state.attacks.values():
            if not state.testing(attack.who):
                label = f"{attacker(state, attack)} leaves {state.characters[attack.who].name} alone after all"
                yield cls.offer(None, label, about=attack.pairing, attack=attack.id)


DEFENDING: Final = Part[State](Defend, StandOpen, CallOff)

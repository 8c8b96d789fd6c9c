"""Seizing the Momentum: PCs from NCs, and NCs from PCs (SE-SEIZE-01 to SE-SEIZE-08)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.cast.targets import action_target
from moot.games.swords_edge.conflict import commands as c
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, offering
from moot.games.swords_edge.conflict.joining import partners, pledged_spending, shares
from moot.games.swords_edge.conflict.momentum import power_traits
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.sharing import SCENE, acted_on_all, against, standing
from moot.games.swords_edge.contest import Pairing, Target, Test, TestKind
from moot.games.swords_edge.ownership import mine
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.powers.components import power_action
from moot.games.swords_edge.state import State


def answer_target(state: State, pairing: Pairing, *, free: bool = False) -> Target:
    """What a PC's Seize must reach: the NCs' joint Action TN, or the power's (SE-SEIZE-02, SE-SEIZE-04, SE-RD-17).

    The answer to a free Seize is no act, so acts do not lower it (SE-RD-32).
    """
    if pairing.sfx is not None:
        return power_action(state, pairing.sfx)
    return action_target(state, pairing, standing(state, pairing), counting=not free)


def busy(state: State, pairing: Pairing, who: str, *, reward: bool = False) -> str:
    """Why `who` cannot act in a pairing just now; empty if they can. A `reward` comes at once, whatever else waits for
    a reaction (SE-RD-33)."""
    if not state.characters[who].able:
        return "cannot act now"
    if state.testing(who) is not None:
        return "has dice on the table"
    if not reward and any(attack.who == who for attack in state.attacks.values()):
        return "must react first"
    if pairing.challenge is not None:
        return "must answer a Seize first"
    return ""


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The Seizes that `seat` can try."""
    refusal = Refused("not-defending", "Only a defender can Seize the Momentum.", "SE-SEIZE-01")
    found = False
    for who in mine(state, seat, "Seizes", "SE-SEIZE-01"):
        for pairing in state.pairings.values():
            stand = pairing.stands.get(who.id)
            if stand is None or stand.momentum != "defender":
                continue
            why = busy(state, pairing, who.id, reward=stand.free_seize)
            if why:
                refusal = Refused("not-now", f"{who.name} {why}.", "SE-SEIZE-01")
            elif stand.barred == "pc":
                refusal = Refused("barred", "Momentum was lost by a natural 2: no Seizing from them.", "SE-SEIZE-07")
            elif acted_on_all(state, pairing, who.id) and not stand.free_seize:
                says = f"{who.name} has had an act on them this round: one Seize a round."
                refusal = Refused("acted-already", says, "SE-RD-12")
            else:
                found = True
                yield from _seizes(state, pairing, who)
    if not found:
        raise refusal


def _seizes(state: State, pairing: Pairing, who: Character) -> Iterator[Form]:
    stand = pairing.stands[who.id]
    for free in (True, False) if stand.free_seize else (False,):
        if not free and (busy(state, pairing, who.id) or acted_on_all(state, pairing, who.id)):
            continue
        called = "Free Seize" if free else "Seize"
        yield Form(
            do="seize",
            label=f"{who.name}: {called} from {against(state, pairing)}",
            who=who,
            traits=power_traits(pairing, who) or ladder.TRAITS,
            kind="free-seize" if free else "seize",
            use="momentum",
            target=answer_target(state, pairing, free=free),
            pairing=pairing,
            others=() if free else shares(state, pairing, "seize", who.id),
            fixed={"pairing": pairing.id, "who": who.id, "free": free},
            rules=("SE-SEIZE-01", "SE-SEIZE-02", "SE-SEIZE-03", "SE-SEIZE-06", "SE-RD-12", "SE-RD-13", "SE-RD-35"),
            about=pairing.id,
        )


def _seize(play: Play[State], command: c.Seize) -> None:
    """The Seize is the act of all who take part, and the answer one of the NCs (SE-RD-12). A free Seize and its answer
    are no acts (SE-RD-32)."""
    state = play.state
    pairing, who = state.pairings[command.pairing], state.characters[command.who]
    built = applied(state, who, "momentum", command)
    others = [] if command.free else partners(state, pairing, "seize", who.id)
    shared = () if command.free else shares(state, pairing, "seize", who.id)
    kind: TestKind = "free-seize" if command.free else "seize"
    everyone = (who.id, *others)
    opponents = standing(state, pairing)
    answering = [nc.id for nc in opponents if not nc.defenceless] or [pairing.id] * (not opponents)
    test = Test(
        id="",
        kind=kind,
        roller=who.id,
        who=everyone,
        faces=(1, 1),
        parts=(
            *built.parts,
            *circumstances(state, pairing, who.id, kind),
            *shared,
        ),
        target=answer_target(state, pairing, free=command.free),
        pairing=pairing.id,
        on=tuple(nc.id for nc in opponents),
        traits={**{other: pairing.pledges[other].trait for other in others}, who.id: ladder.as_trait(command.trait)},
        how=command.how.strip(),
    )
    spent = pledged_spending(shared, [state.characters[other] for other in others])
    spends = (*((who.id, what) for what in built.spends), *spent)
    if command.free:
        throw(play, test, cost=built.cost, spends=spends)
        return
    throw(
        play,
        test,
        cost=built.cost,
        spends=spends,
        acts=(*everyone, *answering),
        acted=tuple((one, pairing.id) for one in everyone),
    )


VERBS = (Verb(c.Seize, SCENE, offering(forms), _seize),)

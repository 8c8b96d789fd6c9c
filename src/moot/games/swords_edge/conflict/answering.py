"""NCs Seize the Momentum, and the PCs answer by one joint Action Test (SE-SEIZE-05)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge.applying import applied
from moot.games.swords_edge.cast.targets import acts_so_far, momentum_target, momentum_trait
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, explained, offering
from moot.games.swords_edge.conflict.joining import bound_traits, engaged, partners, shares, waiting
from moot.games.swords_edge.conflict.momentum import nc_spending
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.conflict.sharing import SCENE, against, standing
from moot.games.swords_edge.contest import Challenge, Pairing, Target, Test
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import mine, needs_guide
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.state import State


def _nc_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "Seizes for the NCs", "SE-SEIZE-05")
    for pairing in state.pairings.values():
        opponents = standing(state, pairing)
        held = pairing.seizable
        if not opponents or not held or pairing.challenge is not None:
            continue
        if any(state.testing(who) or state.characters[who].doom for who in pairing.stands):
            continue
        if _acted(state, pairing, opponents, held):
            continue
        yield Offer(
            do="nc-seize",
            label=f"{against(state, pairing)}: Seize the Momentum",
            why=f"Answered by {'one joint' if len(who) > 1 else 'an'} Action Test. "
            f"{explained(nc_seize_target(state, pairing))}."
            if (who := engaged(state, pairing, "answer"))
            else "Nobody there can react, so nobody can stop it.",
            fixed={"pairing": pairing.id, "free": False},
            rules=("SE-SEIZE-05", "SE-SEIZE-07", "SE-RD-35"),
            about=pairing.id,
        )


def _acted(state: State, pairing: Pairing, opponents: tuple[NC, ...], held: tuple[str, ...]) -> bool:
    """Whether the NCs have had their act on all of them this round, or have tried to Seize (SE-ACT-05, SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    tried = any((nc.id, pairing.id) in acted for nc in opponents)
    return tried or all((nc.id, who) in acted for nc in opponents for who in held)


def nc_seize_target(state: State, pairing: Pairing) -> Target:
    """The TN of an NC's Seize: its Momentum TN, lowered by its acts so far (SE-SEIZE-05, SE-RD-24, SE-RD-32)."""
    opponents = standing(state, pairing)
    sums = momentum_target(state, pairing, opponents).sums
    return Target((*sums, *(part for nc in opponents for part in acts_so_far(state, nc))))


def _nc_seize(play: Play[State], command: c.NcSeize) -> None:
    """One who can neither act nor react has no answer to give: Momentum is the NCs' (SE-DMG-03)."""
    state = play.state
    pairing = state.pairings[command.pairing]
    if not engaged(state, pairing, "answer"):
        rules = ("SE-SEIZE-05", "SE-DMG-03")
        play.record(e.MomentumLost(pairing=pairing.id, who=pairing.seizable, rules=rules))
        return
    opponents = standing(state, pairing)
    challenge = Challenge(tuple(nc.id for nc in opponents), nc_seize_target(state, pairing))
    play.record(e.NcSeizeTried(pairing=pairing.id, challenge=challenge, rules=("SE-SEIZE-05", "SE-RD-35")))


def answers(state: State, seat: Seat) -> Iterator[Form]:
    """The answers to NCs' Seizes that `seat` can give."""
    for who in mine(state, seat, "answers a Seize", "SE-SEIZE-05"):
        for pairing in state.pairings.values():
            if pairing.challenge is None or who.id not in engaged(state, pairing, "answer") or state.testing(who.id):
                continue
            if [other for other in waiting(state, pairing, "answer") if other != who.id]:
                continue
            yield _answer_form(state, pairing, pairing.challenge, who)


def _answer_form(state: State, pairing: Pairing, challenge: Challenge, who: Character) -> Form:
    seizers = [state.ncs[nc] for nc in challenge.foes if state.ncs[nc].active]
    bearer: tuple[Field, ...] = ()
    if len(seizers) > 1 and not pairing.strike:
        choices = tuple(Choice(nc.id, nc.name) for nc in seizers)
        bearer = (Choose(name="bearer", label="Who bears it if they fail?", choices=choices),)
    return Form(
        do="answer-seize",
        label=f"{who.name}: an answer to the Seize of {against(state, pairing)}",
        who=who,
        traits=bound_traits(state, pairing, who, "action"),
        kind="answer",
        use="action",
        target=challenge.target,
        pairing=pairing,
        others=shares(state, pairing, "answer", who.id),
        fixed={"pairing": pairing.id, "who": who.id},
        fields=bearer,
        rules=("SE-SEIZE-05", "SE-SEIZE-06", "SE-RD-32", "SE-RD-35"),
        urgency="must",
        about=pairing.id,
    )


def _answer(play: Play[State], command: c.AnswerSeize) -> None:
    state = play.state
    pairing, who = state.pairings[command.pairing], state.characters[command.who]
    challenge = pairing.challenge or Challenge((), Target(()))
    built = applied(state, who, "action", command)
    everyone = (who.id, *partners(state, pairing, "answer", who.id))
    test = Test(
        id="",
        kind="answer",
        roller=who.id,
        who=everyone,
        faces=(1, 1),
        parts=(
            *built.parts,
            *circumstances(state, pairing, who.id, "answer"),
            *shares(state, pairing, "answer", who.id),
        ),
        target=challenge.target,
        pairing=pairing.id,
        on=challenge.foes,
        bearer=command.bearer,
        traits={one: pairing.stands[one].trait for one in everyone},
        how=command.how.strip(),
    )
    ncs = [state.ncs[nc] for nc in challenge.foes]
    spends = nc_spending(state, pairing)
    bound = {nc.id: momentum_trait(nc, pairing) for nc in ncs}
    acted = tuple((nc.id, pairing.id) for nc in ncs)
    acts = (*everyone, *(nc.id for nc in ncs))
    throw(play, test, cost=built.cost, spends=spends, acts=acts, acted=acted, bound=bound)


VERBS = (
    Verb(c.NcSeize, SCENE, _nc_offers, _nc_seize),
    Verb(c.AnswerSeize, SCENE, offering(answers), _answer),
)

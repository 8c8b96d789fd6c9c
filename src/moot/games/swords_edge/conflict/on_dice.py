"""What rolling, rerolling and settling a Test make of the state."""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.contest import Pairing, Stand, Test
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.purse import paid
from moot.games.swords_edge.state import State

ACTIONS: Final = frozenset({"act", "riposte", "defence", "answer"})
"""The Tests that are Action Tests (SE-ACT-01)."""

MOMENTA: Final = frozenset({"momentum", "seize", "free-seize"})
"""The Tests that are Momentum Tests (SE-SEIZE-01)."""

NC_ACTIONS: Final = frozenset({"act", "riposte", "defence", "undefended", "seize", "free-seize"})
"""The Tests in which the NCs' side makes the Action Test: attacking, defending, or answering a Seize."""

_MET: Final = MOMENTA | {"act", "riposte"}
"""The Tests whose TN is made when they are rolled; the others react to one that stands already."""

PURPOSES: Final = {"momentum": "momentum", "seize": "seize", "answer": "answer"}
"""Which shares each kind of Test takes up."""


def on_dice(state: State, event: e.DiceEvent) -> State:
    """The state after `event`."""
    match event:
        case e.Rolled():
            return _rolled(state, event)
        case e.Rerolled(test=id_, faces=faces, paid=payments):
            return paid(_with_test(state, replace(state.tests[id_], faces=faces)), payments)
        case e.Settled(test=test):
            tests = {id_: other for id_, other in state.tests.items() if id_ != test.id}
            attacks = {id_: attack for id_, attack in state.attacks.items() if id_ != test.attack}
            return replace(state, tests=tests, attacks=attacks)
        case e.Contributed(pairing=id_, who=who, pledge=pledge, paid=payments):
            pairing = state.pairings[id_]
            return paid(state.with_pairing(replace(pairing, pledges={**pairing.pledges, who: pledge})), payments)
        case _:
            assert_never(event)


def _with_test(state: State, test: Test) -> State:
    return replace(state, tests={**state.tests, test.id: test})


def _rolled(state: State, event: e.Rolled) -> State:
    test = event.test
    state = paid(_with_test(replace(state, ids=state.ids + 1), test), event.paid)
    for who in test.who:
        state = _heeded(state, who, test.used(who))
        if test.kind in ACTIONS and state.options.spent_for == "next-action":
            state = state.with_character(replace(state.characters[who], spent=()))
    if test.kind in NC_ACTIONS and state.options.spent_for == "next-action":
        state = state.with_nc(*(replace(state.ncs[id_], spent=()) for id_ in test.on))
    state = _acted(_spent(state, event), event)
    if test.pairing in state.pairings:
        state = state.with_pairing(_pairing(state.pairings[test.pairing], event))
    return state


def _heeded(state: State, who: str, used: tuple[str, ...]) -> State:
    """Weaknesses that were invoked have counted now (SE-RD-30)."""
    character = state.characters[who]
    invoked = tuple(weakness for weakness in character.invoked if weakness not in used)
    return state if invoked == character.invoked else state.with_character(replace(character, invoked=invoked))


def _spent(state: State, event: e.Rolled) -> State:
    """Momentum uses Qualities up, of PCs and NCs alike (SE-TEST-05, SE-NC-05); flaws and the GM's Luck have counted."""
    for owner, what in event.spends:
        if owner in state.characters:
            who: Character = state.characters[owner]
            state = state.with_character(replace(who, spent=tuple(dict.fromkeys((*who.spent, what)))))
        elif owner in state.ncs:
            nc = state.ncs[owner]
            state = state.with_nc(replace(nc, spent=tuple(dict.fromkeys((*nc.spent, what)))))
    counted = event.test.kind in _MET and not by_rank_alone(event.test)
    pressed = event.test.on if counted else ()
    return state.with_nc(*(replace(state.ncs[id_], flawed=False, exerted=()) for id_ in pressed if id_ in state.ncs))


def by_rank_alone(test: Test) -> bool:
    """Whether it counts Ranks and nothing that was pressed on an NC: a group's Momentum Test (SE-MOM-06, SE-ERR-04)."""
    return test.kind == "momentum" and len(test.on) > 1


def _acted(state: State, event: e.Rolled) -> State:
    """Acts and reactions are counted (SE-ACT-05), and a bonus carried over is used (SE-RD-33)."""
    scene = state.scene
    if scene is None:
        return state
    acts = dict(scene.acts)
    for who in event.acts:
        acts[who] = acts.get(who, 0) + 1
    carry = scene.carry
    if event.test.kind in ACTIONS:
        due = {who for who in event.test.who if who in carry and carry[who][0] <= scene.round}
        carry = {who: what for who, what in carry.items() if who not in due}
    return replace(state, scene=replace(scene, acts=acts, acted=(*scene.acted, *event.acted), carry=carry))


def _pairing(pairing: Pairing, event: e.Rolled) -> Pairing:
    test = event.test
    stands = {
        who: _stand(stand, who, test) if who in test.who else stand for who, stand in pairing.stands.items()
    }
    purpose = PURPOSES.get(test.kind)
    pledges = {
        who: pledge for who, pledge in pairing.pledges.items() if who not in test.who or pledge.purpose != purpose
    }
    foes = {id_: replace(foe, trait=event.bound.get(id_, foe.trait)) for id_, foe in pairing.foes.items()}
    strike = pairing.strike and not (test.kind == "act" and len(test.on) > 1)
    sfx = pairing.sfx and replace(pairing.sfx, same_act=pairing.sfx.same_act and test.kind == "momentum")
    return replace(pairing, stands=stands, pledges=pledges, foes=foes, strike=strike, sfx=sfx)


def _stand(stand: Stand, who: str, test: Test) -> Stand:
    """A PC's place after a Test of theirs: bound by Momentum, a bonus used, a reward taken."""
    if test.kind in MOMENTA:
        stand = replace(stand, trait=test.traits.get(who, stand.trait))
    if test.kind in ACTIONS:
        stand = replace(stand, bonus=0)
    match test.kind:
        case "act":
            return replace(stand, follows=False)
        case "free-seize":
            return replace(stand, free_seize=False)
        case "riposte":
            return replace(stand, riposte=None)
        case _:
            return stand

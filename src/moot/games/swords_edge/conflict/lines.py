"""The journal's lines of a conflict."""

from __future__ import annotations

from typing import Final, assert_never

from moot.core import Line, Shown, Throw
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import DICE
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.conflict.settling import outcome
from moot.games.swords_edge.conflict.sharing import against
from moot.games.swords_edge.contest import Test, TestKind
from moot.games.swords_edge.makings import BANDS
from moot.games.swords_edge.state import State
from moot.kit.crowds import rollcall

_WHAT: Final[dict[TestKind, tuple[str, str]]] = {
    "momentum": ("rolls for Momentum", "roll for Momentum"),
    "seize": ("tries to Seize the Momentum", "try to Seize the Momentum"),
    "free-seize": ("tries to Seize the Momentum, free", "try to Seize the Momentum, free"),
    "act": ("acts", "act"),
    "riposte": ("strikes back", "strike back"),
    "defence": ("defends", "defend"),
    "undefended": ("takes it Undefended", "take it Undefended"),
    "answer": ("answers the Seize", "answer the Seize"),
    "recovery": ("recovers", "recover"),
}
"""What somebody does by a Test, and what several do."""


def line(state: State, event: e.ConflictEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    if isinstance(event, e.DiceEvent):
        return _of_dice(state, event)
    if isinstance(event, e.MomentumEvent):
        return _of_momentum(state, event)
    return _of_pairings(state, event)


def throw(test: Test, *, standing: bool = False) -> Throw:
    """A Test's dice as they lie."""
    dice = tuple(Shown(DICE.sides, face) for face in test.faces)
    return Throw(dice, reading=str(test.natural), standing=standing)


def sum_of(test: Test) -> str:
    """A Test in numbers: `2 + 4, Charisma +4, Royalty +2: 12 against 14`."""
    parts = "".join(f", {part.label} {ladder.signed(part.worth)}" for part in test.parts)
    return f"{test.faces[0]} + {test.faces[1]}{parts}: {ladder.plain(test.total)} against {test.target.tn}"


def _of_dice(state: State, event: e.DiceEvent) -> Line:
    match event:
        case e.Rolled(test=test):
            does = _WHAT[test.kind][len(test.who) > 1]
            text = f"{rollcall(state.named(who) for who in test.who)} {does}. {sum_of(test)}."
            return Line(kind="roll", text=text, quote=test.how, throws=(throw(test),), rules=event.rules)
        case e.Rerolled(who=who, face=face, faces=faces):
            text = f"A Luck for {state.named(who)}: a die again, {face}. {faces[0]} and {faces[1]} lie now."
        case e.Settled(test=test, success=success, level=level):
            text = f"{ladder.plain(test.total)} against {test.target.tn}: {outcome(test.kind, level, success=success)}."
            return Line(kind="result", text=text, rules=event.rules)
        case e.Contributed(who=who, pledge=pledge):
            puts = (
                listed(f"{part.label} {ladder.signed(part.worth)}" for part in pledge.parts)
                if pledge.parts
                else "nothing"
            )
            text = f"{state.named(who)} puts in {puts}."
        case _:
            assert_never(event)
    return Line(kind="roll", text=text, rules=event.rules)


def _foes(state: State, pairing: str) -> str:
    found = state.pairings.get(pairing)
    return against(state, found) if found is not None else "them"


def _of_momentum(state: State, event: e.MomentumEvent) -> Line:
    foes = _foes(state, event.pairing)
    match event:
        case e.MomentumTaken(who=who, bonus=bonus, barred=barred, follows=follows):
            best = max(bonus.values(), default=0)
            extra = f" {ladder.signed(best)} on the next Action." if best else ""
            extra += " No Seizing it back." if barred else ""
            more = " An Action follows at once." if follows else ""
            text = f"{rollcall(state.named(one) for one in who)}: Momentum over {foes}.{extra}{more}"
        case e.MomentumLost(who=who, fumbled=fumbled):
            extra = " No Seizing it back." if fumbled else ""
            text = f"{foes}: Momentum over {rollcall(state.named(one) for one in who)}.{extra}"
        case e.SeizeFailed(who=who, fumbled=fumbled):
            extra = " No trying again." if fumbled else ""
            text = f"{rollcall(state.named(one) for one in who)}: no Momentum from {foes}.{extra}"
        case e.NcSeizeTried(challenge=challenge):
            text = f"{foes}: trying to Seize the Momentum. TN {challenge.target.tn}."
            return Line(kind="move", text=text, rules=event.rules)
        case e.NcSeizeFailed(called_off=called_off):
            text = f"{foes}: no Seize after all." if called_off else f"{foes}: the Seize is beaten off."
        case _:
            assert_never(event)
    return Line(kind="result", text=text, rules=event.rules)


def _of_pairings(state: State, event: e.PairingEvent) -> Line | None:
    match event:
        case e.Faced(who=who, foes=foes):
            text = f"{rollcall(state.named(one) for one in who)} against {rollcall(state.named(foe) for foe in foes)}."
        case e.LeftPairing(who=who):
            text = f"{state.named(who)} is out of it."
        case e.PairingEnded() | e.Waived() | e.LeadSet():
            return None
        case e.RangeSet(pairing=pairing, band=band):
            text = f"{_foes(state, pairing)}: {BANDS[band].title.lower()} range."
        case e.StrikeCalled(pairing=pairing):
            text = f"One roll may meet all of {_foes(state, pairing)}."
        case e.Attacked(attack=attack):
            name = state.ncs[attack.nc].name if attack.nc in state.ncs else _foes(state, attack.pairing)
            text = f"{name} acts on {state.named(attack.who)}. TN {attack.target.tn}."
        case e.AttackOver():
            text = "That comes to nothing."
        case e.Rewarded(who=who, carry=carry, free_seize=free_seize, riposte=riposte):
            text = f"{state.named(who)}: {_rewards(carry, free_seize, riposte)}."
        case e.BonusTraded(who=who, advantage=advantage):
            text = f"{state.named(who)} has another advantage than the level bonus:"
            return Line(kind="move", text=text, quote=advantage, rules=event.rules)
        case e.RoundBegun(round=number):
            return Line(kind="scene", text=f"Round {number}.", rules=event.rules)
        case e.PassedRound(who=who):
            text = f"{state.named(who)} does nothing this round."
        case _:
            assert_never(event)
    return Line(kind="move", text=text, rules=event.rules)


def _rewards(carry: int, free_seize: bool, riposte: int | None) -> str:
    """What a good defence earned, in words."""
    words = []
    if carry:
        words.append(f"{ladder.signed(carry)} on the first Action of the next round")
    if free_seize:
        words.append("a free Seize")
    if riposte is not None:
        words.append(f"a riposte{f' at {ladder.signed(riposte)}' if riposte else ''}")
    return listed(words)

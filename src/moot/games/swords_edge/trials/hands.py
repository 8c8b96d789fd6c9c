"""Momentum changes hands, or stays where it is: what a won or failed Test of it is (SE-MOM-01, SE-SEIZE-01)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line
from moot.games.swords_edge import ladder
from moot.games.swords_edge.contest import Pairing, Stand
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.places import open_targets, opponents
from moot.kit.crowds import rollcall


class MomentumTaken(Event[State], tag="momentum-taken"):
    """PCs hold Momentum; `bonus` waits for their next Action Tests, `barred` keeps the NCs from Seizing, `follows`: an
    Action Test follows in the same act."""

    pairing: str
    who: tuple[str, ...]
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    barred: bool = False
    follows: bool = False

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]

        def won(who: str, stand: Stand) -> Stand:
            """A riposte not yet taken stays (SE-RD-33)."""
            return Stand(
                "attacker",
                stand.trait,
                "nc" if self.barred else "",
                bonus=self.bonus.get(who, 0),
                bonus_round=_first_round(state, pairing, who, follows=self.follows),
                follows=self.follows,
                riposte=stand.riposte,
                riposte_on=stand.riposte_on,
                met=stand.met,
            )

        foes = {id_: Stand(trait=foe.trait) for id_, foe in pairing.foes.items()}
        return state.with_pairing(replace(_turned(pairing, self.who, won), foes=foes))

    def line(self, state: State) -> Line:
        best = max(self.bonus.values(), default=0)
        extra = f" {ladder.signed(best)} on the next Action." if best else ""
        extra += " No Seizing it back." if self.barred else ""
        more = " An Action follows at once." if self.follows else ""
        return _result(f"{_people(state, self.who)}: Momentum over {opponents(state, self.pairing)}.{extra}{more}")


class MomentumLost(Event[State], tag="momentum-lost"):
    """The NCs hold Momentum over these PCs; `fumbled`: by a natural 2. `follows`: they seized it, and their Action
    follows in the same act."""

    pairing: str
    who: tuple[str, ...]
    fumbled: bool = False
    follows: bool = False
    v: int = 2

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]

        def lost(_who: str, stand: Stand) -> Stand:
            return Stand("defender", stand.trait, "pc" if self.fumbled else "", self.fumbled, met=stand.met)

        foes = {id_: Stand(trait=foe.trait, follows=self.follows) for id_, foe in pairing.foes.items()}
        return state.with_pairing(replace(_turned(pairing, self.who, lost), foes=foes))

    def line(self, state: State) -> Line:
        extra = " No Seizing it back." if self.fumbled else ""
        return _result(f"{opponents(state, self.pairing)}: Momentum over {_people(state, self.who)}.{extra}")


class SeizeFailed(Event[State], tag="seize-failed"):
    """PCs tried to Seize and did not; after a natural 2 they may not try again. `acted`: who had their act of the round
    on whom by answering (SE-RD-12)."""

    pairing: str
    who: tuple[str, ...]
    fumbled: bool = False
    acted: tuple[tuple[str, str], ...] = ()

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        stands = {
            who: replace(stand, barred="pc", fumbled=True) if self.fumbled and who in self.who else stand
            for who, stand in pairing.stands.items()
        }
        return state.acting((), self.acted).with_pairing(replace(pairing, stands=stands))

    def line(self, state: State) -> Line:
        extra = " No trying again." if self.fumbled else ""
        return _result(f"{_people(state, self.who)}: no Momentum from {opponents(state, self.pairing)}.{extra}")


class NcSeizeFailed(Event[State], tag="nc-seize-failed"):
    """The NCs' Seize was beaten off, or the GM called it off. `acted`: who had their act of the round on whom by
    answering (SE-RD-12)."""

    pairing: str
    acted: tuple[tuple[str, str], ...] = ()
    called_off: bool = False

    def evolve(self, state: State) -> State:
        pairing = replace(state.pairings[self.pairing], challenge=None, strike=False)
        return state.acting((), self.acted).with_pairing(pairing)

    def line(self, state: State) -> Line:
        how = "no Seize after all" if self.called_off else "the Seize is beaten off"
        return _result(f"{opponents(state, self.pairing)}: {how}.")


def _turned(pairing: Pairing, who: tuple[str, ...], turn: Callable[[str, Stand], Stand]) -> Pairing:
    """The pairing once Momentum has changed hands for `who`: no Seize waits, and their shares were for what is over."""
    stands = {one: turn(one, stand) if one in who else stand for one, stand in pairing.stands.items()}
    pledges = {one: pledge for one, pledge in pairing.pledges.items() if one not in who}
    return replace(pairing, stands=stands, pledges=pledges, challenge=None)


def _first_round(state: State, pairing: Pairing, who: str, *, follows: bool) -> int:
    """The first round in which a PC can act by Momentum just won: the next one, if they had their act on all of them
    (SE-ERR-30, SE-RD-33)."""
    now = state.scene.round if state.scene else 0
    return now if follows or open_targets(state, pairing, who) else now + 1


def _people(state: State, who: tuple[str, ...]) -> str:
    return rollcall(state.named(one) for one in who)


def _result(text: str) -> Line:
    return Line(kind="result", text=text)

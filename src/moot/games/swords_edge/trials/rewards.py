"""What Tests earn: Momentum that changes hands or stays, and rewards of a good defence (SE-MOM-01, SE-LOS-04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from moot.core import Line, Part, Play, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import REWARDS, Level, Reward
from moot.games.swords_edge.pairings import Pairing, Stand, Test
from moot.games.swords_edge.state import AboutPairing, State
from moot.games.swords_edge.trials.places import open_targets, opponents
from moot.kit.keyed import without


class MomentumTaken(AboutPairing, tag="momentum-taken"):
    """PCs hold Momentum; `bonus` waits for their next Action Tests, `barred` keeps the NCs from Seizing, `follows`: an
    Action Test follows in the same act."""

    who: tuple[str, ...]
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    barred: bool = False
    follows: bool = False

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]

        def won(who: str, stand: Stand) -> Stand:
            """A riposte not yet taken stays (SE-RD-33); the bonus waits for the round after, if they had their act on
            all of them (SE-ERR-30)."""
            now = state.scene.round if state.scene else 0
            acted = not self.follows and not open_targets(state, pairing, who)
            fresh = replace(stand, momentum="attacker", barred="nc" if self.barred else "", fumbled=False)
            bonus = self.bonus.get(who, 0)
            return replace(fresh, bonus=bonus, bonus_round=now + acted, follows=self.follows, free_seize=False)

        foes = {id_: Stand(trait=foe.trait) for id_, foe in pairing.foes.items()}
        return state.with_pairing(replace(_turned(pairing, self.who, won), foes=foes))

    def line(self, state: State) -> Line:
        best = max(self.bonus.values(), default=0)
        extra = f" {ladder.signed(best)} on the next Action." if best else ""
        extra += " No Seizing it back." if self.barred else ""
        extra += " An Action follows at once." if self.follows else ""
        return Line("result", f"{state.all_named(self.who)}: Momentum over {opponents(state, self.pairing)}.{extra}")


class MomentumLost(AboutPairing, tag="momentum-lost"):
    """The NCs hold Momentum over these PCs; `fumbled`: by a natural 2. `follows`: they seized it, and their Action
    follows in the same act."""

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
        return Line("result", f"{opponents(state, self.pairing)}: Momentum over {state.all_named(self.who)}.{extra}")


class SeizeFailed(AboutPairing, tag="seize-failed"):
    """PCs tried to Seize and did not; after a natural 2 they may not try again. `acted`: who had their act of the round
    on whom by answering (SE-RD-12)."""

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
        return Line("result", f"{state.all_named(self.who)}: no Momentum from {opponents(state, self.pairing)}.{extra}")


class NcSeizeFailed(AboutPairing, tag="nc-seize-failed"):
    """The NCs' Seize was beaten off, or the GM called it off. `acted`: who had their act of the round on whom by
    answering (SE-RD-12)."""

    acted: tuple[tuple[str, str], ...] = ()
    called_off: bool = False

    def evolve(self, state: State) -> State:
        pairing = replace(state.pairings[self.pairing], challenge=None, strike=False)
        return state.acting((), self.acted).with_pairing(pairing)

    def line(self, state: State) -> Line:
        how = "no Seize after all" if self.called_off else "the Seize is beaten off"
        return Line("result", f"{opponents(state, self.pairing)}: {how}.")


def _turned(pairing: Pairing, who: tuple[str, ...], turn: Callable[[str, Stand], Stand]) -> Pairing:
    """The pairing once Momentum has changed hands for `who`: no Seize waits, and their shares were for what is over."""
    stands = {one: turn(one, stand) if one in who else stand for one, stand in pairing.stands.items()}
    return replace(pairing, stands=stands, pledges=without(pairing.pledges, *who), challenge=None)


class Rewarded(AboutPairing, tag="rewarded"):
    """A good defence paid off for a PC: what the row reached brings (SE-LOS-04)."""

    who: str
    level: Level
    carry: int = 0
    free_seize: bool = False
    riposte: int | None = None

    def evolve(self, state: State) -> State:
        """A riposte goes against the attack that was just met (SE-LOS-05). Who had passed has more to do now."""
        stand, scene = state.pairings[self.pairing].stands[self.who], state.scene
        if self.carry and scene is not None:
            state = state.in_scene(carry={**scene.carry, self.who: (scene.round + 1, self.carry)})
        if self.riposte is not None:
            state = state.with_stand(self.pairing, self.who, riposte=self.riposte, riposte_on=stand.met)
        if scene is not None and (self.free_seize or self.riposte is not None):
            state = state.in_scene(passed=tuple(one for one in scene.passed if one != self.who))
        return state.with_stand(self.pairing, self.who, free_seize=self.free_seize or stand.free_seize)

    def line(self, state: State) -> Line:
        words = []
        if self.carry:
            words.append(f"{ladder.signed(self.carry)} on the first Action of the next round")
        if self.free_seize:
            words.append("a free Seize")
        if self.riposte is not None:
            words.append(f"a riposte{f' at {ladder.signed(self.riposte)}' if self.riposte else ''}")
        return Line("move", f"{state.named(self.who)}: {listed(words)}.")


def reward(play: Play[State], test: Test, level: Level) -> None:
    """What a good defence earns a PC, and never an NC (SE-LOS-06): the row reached, and no other; after a natural 2
    mostly that of Good (SE-LOS-04, SE-TRAP-15)."""
    reached, row = row_of(level, play.state.pairings[test.pairing].stands[test.roller])
    if row.momentum:
        play.record(MomentumTaken(pairing=test.pairing, who=(test.roller,), rules=("SE-LOS-04", "SE-RD-33")))
    if row.bonus or row.free_seize or row.riposte is not None:
        earned: dict[str, Any] = {"carry": row.bonus, "free_seize": row.free_seize, "riposte": row.riposte}
        rules = ("SE-LOS-04", "SE-LOS-05", "SE-SEIZE-08", "SE-RD-33")
        play.record(Rewarded(pairing=test.pairing, who=test.roller, level=reached, **earned, rules=rules))


def row_of(level: Level, stand: Stand) -> tuple[Level, Reward]:
    """The row that a defence of this level reaches, and what it brings."""
    reached = REWARDS[level].after_natural_2 if stand.fumbled else level
    return reached, REWARDS[reached]


def earnings(row: Reward) -> Iterator[str]:
    """What a row brings, in as few words as fit a bar."""
    if row.bonus:
        yield ladder.signed(row.bonus)
    if row.momentum:
        yield "Momentum"
    if row.free_seize:
        yield "free Seize"
    if row.riposte is not None:
        yield "riposte"


EARNED: Final = Part[State](MomentumTaken, MomentumLost, SeizeFailed, NcSeizeFailed, Rewarded)

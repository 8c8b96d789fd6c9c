"""Out of it: who leaves a pairing or the scene, how a pairing ends, and what of that follows by itself (SE-NC-11)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offers, Part, Play, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import only_guide, which
from moot.games.swords_edge.cast.entering import are, busy, ids, without_attacks
from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.frames import befell
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Attack
from moot.games.swords_edge.state import SCENE, AboutNc, AboutPairing, State
from moot.games.swords_edge.trials.rewards import MomentumLost, NcSeizeFailed
from moot.kit.crowds import chosen
from moot.kit.happenings import Happening
from moot.kit.keyed import without


class LeftPairing(AboutPairing, tag="left-pairing"):
    """Somebody is out of a pairing."""

    sentence = ("move", "{who} is out of it.")
    who: str

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        if pairing.stands[self.who].momentum and state.scene is not None:
            state = state.in_scene(left=(*state.scene.left, *((self.who, foe) for foe in pairing.foes)))
        stands = without(pairing.stands, self.who)
        if not stands:
            return state.without_pairing(self.pairing)
        attacks = {id_: a for id_, a in state.attacks.items() if (a.pairing, a.who) != (self.pairing, self.who)}
        pledges = without(pairing.pledges, self.who)
        return replace(state, attacks=attacks).with_pairing(replace(pairing, stands=stands, pledges=pledges))


class PairingEnded(AboutPairing, tag="pairing-ended"):
    """One side is out: nothing is left to contest between them."""

    silent = True
    won: bool

    def evolve(self, state: State) -> State:
        return state.without_pairing(self.pairing)


class AttackOver(Happening[State], tag="attack-over"):
    """An attack came to nothing: its maker or its target is out."""

    sentence, takes_from = ("move", "That comes to nothing."), ("attacks", "attack")
    attack: str


def tidy(play: Play[State]) -> None:
    """Record what follows by itself: one who is out is in no pairing, a pairing needs two sides, nobody acts on one who
    has taken Momentum over them (SE-ACT-06), and a Seize that nobody is left to answer is won (SE-DMG-03)."""
    for attack in tuple(play.state.attacks.values()):
        if _holds(play.state, attack):
            play.record(AttackOver(attack=attack.id, rules=("SE-ACT-06", "SE-MOM-03")))
    for pairing in tuple(play.state.pairings.values()):
        for who in pairing.stands:
            if play.state.characters[who].stands not in ("in", "helpless"):
                play.record(LeftPairing(pairing=pairing.id, who=who, rules=("SE-DOOM-04",)))
        standing = any(play.state.ncs[foe].active for foe in pairing.foes)
        rolling = any(test.pairing == pairing.id for test in play.state.tests.values())
        if pairing.id in play.state.pairings and pairing.sfx is None and not standing and not rolling:
            play.record(PairingEnded(pairing=pairing.id, won=True))
    for pairing in tuple(play.state.pairings.values()):
        held = pairing.seizable
        if pairing.challenge is None or any(play.state.characters[who].stands == "in" for who in held):
            continue
        if held:
            play.record(MomentumLost(pairing=pairing.id, who=held, rules=("SE-DMG-03", "SE-SEIZE-05")))
        else:
            play.record(NcSeizeFailed(pairing=pairing.id, called_off=True, rules=("SE-SEIZE-05",)))


def _holds(state: State, attack: Attack) -> bool:
    """Whether the target of an attack holds Momentum over those who make it, and can use it."""
    pairing = state.pairings.get(attack.pairing)
    stand = pairing.stands.get(attack.who) if pairing is not None else None
    return stand is not None and stand.momentum == "attacker" and state.characters[attack.who].stands == "in"


class SentOff(Event[State], tag="sent-off"):
    """NCs left the scene."""

    ncs: tuple[str, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return without_attacks(state.with_ncs(self.ncs, here=False), *self.ncs)

    def line(self, state: State) -> Line:
        return Line("story", f"{state.all_named(self.ncs)} {are(self.ncs)} gone from the scene.")


class SendOff(Command[State], tag="send-off"):
    """NCs leave the scene."""

    when, rules, urgency, giver, about_any = SCENE, ("SE-TERM-03",), "tool", only_guide("sends NCs off"), None
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        free = [nc for nc in state.ncs.values() if nc.here and not busy(state, nc.id)]
        yield cls.offer(free, "Send NCs off", "", which(free, "Nobody of yours is free to leave."))

    def enact(self, play: Play[State], free: list[NC]) -> None:
        play.record(SentOff(ncs=ids(chosen(free, self.nc))))
        tidy(play)


class WornDown(AboutNc, tag="worn-down"):
    """An NC lost a Rank; below Weak it is out."""

    now: Rank | Literal[""]
    out: bool = False

    def evolve(self, state: State) -> State:
        nc = state.ncs[self.nc]
        lower = replace(nc, fallen=nc.fallen + (0 if self.out else 1), out=self.out)
        worn = state.with_nc(lower)
        return without_attacks(worn, nc.id) if self.out else fallen(worn, nc, lower)

    def line(self, state: State) -> Line:
        fall = f"falls to {ladder.title(self.now)}, TN {ladder.tn(self.now)}" if self.now else "is worn down"
        facts = (befell(state, "out", self.nc, "is worn down"),) if self.out else ()
        return Line("result", f"{state.named(self.nc)} {'is out' if self.out else fall}.", facts=facts)

    def told(self, state: State, seat: Seat) -> WornDown | None:
        return self if seat.guides or state.ncs[self.nc].seen else replace(self, now="")


class WearDown(Command[State], tag="wear-down"):
    """An NC loses a Rank without Stress (SE-NC-11)."""

    when, rules, urgency, giver, about_any = SCENE, ("SE-NC-11",), "tool", only_guide("wears NCs down"), None
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        free = (nc for nc in state.opposition() if not busy(state, nc.id))
        whom = which(free, "Nobody of yours is here to be worn down.", singly=True)
        why = "Without Stress: sunlight on a troll, time on a wall. Below Weak it is out."
        yield cls.offer(None, "An NC loses a Rank", why, whom)

    def enact(self, play: Play[State], _: None) -> None:
        now = play.state.ncs[self.nc].now
        out = ladder.steps(now) == 0
        play.record(WornDown(nc=self.nc, now=ladder.lowered(now, 1), out=out, rules=self.rules))
        if out:
            tidy(play)


LEAVING: Final = Part[State](SendOff, WearDown, LeftPairing, PairingEnded, AttackOver, SentOff, WornDown)

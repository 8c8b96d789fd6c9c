"""Sharing opponents out: who faces whom, who steps out, and how the GM runs a group (SE-MOM-06, SE-RD-36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Field, Line, Offered, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge.asking import InPairing, my_characters, nc_choices, no_watchers, only_guide
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.nc import NC, NcFace, face
from moot.games.swords_edge.pairings import Pairing, Stand
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.leaving import LeftPairing, tidy
from moot.games.swords_edge.trials.places import against, opponents, standing
from moot.kit.crowds import chosen
from moot.kit.people import mine


class FaceOff(Command[State], tag="face"):
    """Set PCs and NCs against each other: one against one or several, or several against one (SE-RD-36)."""

    when, rules = SCENE, ("SE-MOM-06", "SE-MOM-11", "SE-RD-36", "SE-TRAP-19", "SE-RD-51")
    giver, together = no_watchers("share opponents out", "SE-MOM-06"), "Somebody faces…"
    who: tuple[str, ...]
    foes: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        opposition = state.opposition()
        if not opposition:
            raise Refused("no-opposition", "Nobody and nothing stands against you in this scene.", "SE-MOM-11")
        if seat.guides:
            people = [who for who in state.cast() if who.stands in ("in", "helpless") and who.doom is None]
        else:
            people = [who for who in mine(state, seat) if who.able]
        left = state.scene.left if state.scene and not seat.guides else ()
        for who in people:
            taken = _faced(state, who.id)
            free = [nc for nc in opposition if nc.id not in taken and (who.id, nc.id) not in left]
            if free and not seat.guides and any(state.ncs[foe].active for foe in taken):
                says = f"{who.name} has opponents. More at once make one Test harder: the GM sets them against you."
                yield Refused("facing-already", says, "SE-RD-51")
            elif free:
                yield _one_against(who, free)
        if seat.guides:
            yield from _several_against(state, people)
        elif any(who.id in pair for who in people for pair in left):
            says = "You left these off after Momentum was rolled: only the GM sets you against them again."
            yield Refused("left-off", says, "SE-MOM-10")

    def enact(self, play: Play[State], free: list[NC]) -> None:
        faces = tuple(face(nc, met=True) for nc in chosen(free, *self.foes))
        foes, rules = tuple(nc.id for nc in faces), ("SE-MOM-04", "SE-MOM-06", "SE-RD-36")
        play.record(Faced(pairing=play.state.next_id, who=self.who, foes=foes, faces=faces, rules=rules))


def _faced(state: State, who: str) -> set[str]:
    """The NCs that a PC is set against already (SE-TRAP-19)."""
    return {foe for pairing in state.pairings.values() if who in pairing.stands for foe in pairing.foes}


def _one_against(who: Character, free: list[NC]) -> Offered:
    why = "Several make one Momentum Test harder; those you leave go to somebody else." if len(free) > 1 else ""
    return FaceOff.offer(free, f"{who.name} takes on…", why, partial(_whom, free), about=who.id, who=(who.id,))


def _whom(free: list[NC], _shown: bool) -> Iterator[Field]:
    found = nc_choices(free, hint=lambda nc: nc.pattern.title if nc.met else "")
    yield Choose(name="foes", label="What do you take on?", choices=found, many=True)


def _several_against(state: State, people: list[Character]) -> Iterator[Offered]:
    faced = {who.id: _faced(state, who.id) for who in people}
    free = {nc.id: [who.id for who in people if nc.id not in faced[who.id]] for nc in state.opposition()}
    able = [state.ncs[nc] for nc, some in free.items() if len(some) > 1]
    if able:
        why = "One Momentum Test for all of them; then each acts alone."
        asked = partial(_together, able, free, people)
        yield FaceOff.offer(able, "Several face one together", why, asked, rules=("SE-MOM-07", "SE-RD-36"))


def _together(able: list[NC], free: dict[str, list[str]], people: list[Character], _shown: bool) -> Iterator[Field]:
    foes = tuple(Choice(nc.id, nc.name) for nc in able)
    needs = {one.id: tuple(f"foes:{nc.id}" for nc in able if one.id in free[nc.id]) for one in people}
    who = tuple(Choice(one.id, one.name, needs=needs[one.id]) for one in people if needs[one.id])
    yield Choose(name="foes", label="What do they take on?", choices=foes, many=True, most=1)
    yield Choose(name="who", label="Who?", choices=who, least=2, many=True)


class Faced(AboutPairing, tag="faced"):
    """PCs and NCs are set against each other."""

    who: tuple[str, ...]
    foes: tuple[str, ...]
    faces: tuple[NcFace, ...] = ()

    def evolve(self, state: State) -> State:
        stands, foes = {one: Stand() for one in self.who}, {foe: Stand() for foe in self.foes}
        met = state.with_ncs(self.foes, met=True)
        return replace(met, ids=state.ids + 1).with_pairing(Pairing(self.pairing, stands=stands, foes=foes))

    def line(self, state: State) -> Line:
        sides = map(state.all_named, (self.who, self.foes))
        return Line("move", f"{' against '.join(sides)}.")


class LeaveOff(InPairing, tag="leave-off"):
    """A PC steps out of a pairing, or turns to somebody else (SE-MOM-11)."""

    when, rules, urgency = SCENE, ("SE-MOM-11",), "tool"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people = state.cast() if seat.guides else my_characters(state, seat, "steps out", "SE-MOM-11")
        for pairing in state.pairings.values():
            if pairing.sfx is not None or pairing.challenge is not None:
                continue
            for who in people:
                pending = any(a.who == who.id and a.pairing == pairing.id for a in state.attacks.values())
                if who.id not in pairing.stands or pending or state.testing(who.id):
                    continue
                if not seat.guides and pairing.stands[who.id].momentum == "defender":
                    says = "A defender can only stop the attacker: Seize the Momentum first, or the GM lets you go."
                    yield Refused("held", says, "SE-MOM-03")
                else:
                    label = f"{who.name} leaves off {against(state, pairing)}"
                    why = "To flee, or to turn to somebody else, which takes a Momentum Test of its own."
                    yield cls.offer_in(pairing, label, why, who=who.id)

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        play.record(LeftPairing(pairing=pairing.id, who=self.who, rules=self.rules))
        tidy(play)


class LeadSet(AboutPairing, tag="lead-set"):
    """A group goes by the base TN of this NC."""

    silent = True
    nc: str

    def evolve(self, state: State) -> State:
        return state.with_pairing(replace(state.pairings[self.pairing], lead=self.nc))


class Lead(InPairing, tag="lead"):
    """The GM says whose base TN a group uses (SE-SEIZE-04)."""

    when, rules, urgency, records = SCENE, ("SE-SEIZE-04",), "tool", LeadSet
    giver = only_guide("says whose TN a group uses", "SE-SEIZE-04")
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            group = standing(state, pairing)
            if len({nc.now for nc in group}) > 1:
                whose = Choose(name="nc", label="Whose TN?", choices=tuple(Choice(nc.id, nc.name) for nc in group))
                why = "In joint Action the group goes by one NC’s base TN; by itself, the highest."
                yield cls.offer_in(pairing, f"Who leads {against(state, pairing)}?", why, whose)


class StrikeCalled(AboutPairing, tag="strike-called"):
    """One Action Test may meet the whole group."""

    def evolve(self, state: State) -> State:
        return state.with_pairing(replace(state.pairings[self.pairing], strike=True))

    def line(self, state: State) -> Line:
        return Line("move", f"One roll may meet all of {opponents(state, self.pairing)}.")


class CallStrike(InPairing, tag="call-strike"):
    """The GM lets one Action Test meet a whole group (SE-ACT-07)."""

    when, rules, urgency, records = SCENE, ("SE-ACT-07", "SE-ERR-16"), "may", StrikeCalled
    giver = only_guide("calls a group strike", "SE-ACT-07")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "No rule, but it can suit the scene: one Action Test at the joint TN, one NC down for each Stress."
        for pairing in state.pairings.values():
            if len(standing(state, pairing)) > 1 and not pairing.strike:
                yield cls.offer_in(pairing, f"One roll may meet {against(state, pairing)}", why)


PAIRING_UP: Final = Part[State](FaceOff, LeaveOff, Lead, CallStrike, Faced, LeadSet, StrikeCalled)

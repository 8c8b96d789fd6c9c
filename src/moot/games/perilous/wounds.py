"""Wounds: their Chaos Dice, the Injury they leave, and Fate that turns it (GP-CORE-14, GP-CORE-16, GP-CORE-17)."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from moot.core import Line, Offered, Offers, Part, Play, Refused, Seat, Urgency, Waiting
from moot.games.perilous.figures import DICE, INJURIES, OFFENCES
from moot.games.perilous.flow import FlowCommand, Happening, OfSomebody, begun
from moot.games.perilous.fortune import spend
from moot.games.perilous.person import DAMAGE_STATES, INJURY_ROWS, LAST, Person, Suffered
from moot.games.perilous.sins import offence, sin
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.underway import Wound
from moot.kit.keyed import changed, without
from moot.kit.people import label_for, waits_for

CHAOS: Final = DICE.chaos


class WoundOpened(Happening, tag="wound-opened"):
    """Something of a wound is still to be settled."""

    adds_to = ("wounds", "wound")
    silent = True
    wound: Wound

    def told(self, state: State, seat: Seat) -> WoundOpened | None:
        return self if seat.guides or state.people[self.wound.who].known else None


def open_wound(play: Play[State], wound: Wound) -> None:
    """Let a wound have something to be settled; death asks Fate at once."""
    play.record(WoundOpened(wound=wound, rules=("GP-CORE-16",)))
    if wound.stage == "fate":
        _ask_fate(play, wound.id)


class ChaosRolled(OfSomebody, tag="chaos-rolled"):
    """Chaos Dice fell for a wound: any 6 means an Injury (GP-CORE-14, GP-CORE-16)."""

    wound: str
    faces: tuple[int, ...]

    def evolve(self, state: State) -> State:
        if CHAOS.shows in self.faces:
            table = {"severity": "moderate"} if state.wounds[self.wound].mild else {}
            return replace(state, wounds=changed(state.wounds, self.wound, stage="injury", **table))
        return replace(state, wounds=without(state.wounds, self.wound))

    def line(self, state: State) -> Line:
        happens = CHAOS.shows in self.faces
        text = "rolls for an Injury: there is one." if happens else "rolls for an Injury, and gets away with it."
        return Line("roll", text, state.named(self.who), throws=CHAOS.thrown(*self.faces))


class _OfWound(FlowCommand):
    """A command about a wound, at this `stage`, of somebody that the seat plays; `nothing` is why not, where there is
    none: code and sentence. The game waits for it, unless nobody but the guide knows of whom it is."""

    when, while_any = SESSION, "wounds"
    urgency: ClassVar[tuple[Urgency, ...]] = ("must", "may")
    stage: ClassVar[str]
    nothing: ClassVar[tuple[str, str]]
    wound: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """An offer for each such wound."""
        for one in state.wounds.values():
            if one.stage == cls.stage and state.owns(seat, one.who):
                yield cls.offer_on(state, one, state.people[one.who])
        yield Refused(*cls.nothing)

    @classmethod
    def offer_on(cls, state: State, one: Wound, who: Person) -> Offered | Refused:
        """What is offered about a wound."""
        raise NotImplementedError

    @classmethod
    def offer_of(
        cls, state: State, one: Wound, who: Person, label: str, why: str, rolls: tuple[int, ...] = ()
    ) -> Offered:
        """An offer about it."""
        urgency: Urgency = "must" if who.known else "may"
        label = label_for(state, who.id, label)
        return cls.offer(one, label, why, about=one.of or who.id, wound=one.id, rolls=rolls, urgency=urgency)


class RollChaos(_OfWound, tag="roll-chaos"):
    """Roll the Chaos Dice of a wound: does it leave an Injury?"""

    rules, stage, stands_in = ("GP-CORE-14", "GP-CORE-16"), "chaos", True
    nothing = ("no-wound", "No wound of yours waits for its Chaos Dice.")

    @classmethod
    def offer_on(cls, state: State, one: Wound, who: Person) -> Offered | Refused:
        label, why = f"Roll for {who.called}’s Injury", "Any 6 means an Injury."
        return cls.offer_of(state, one, who, label, why, _chaos_dice(one))

    def act(self, play: Play[State], of: Wound) -> None:
        play.record(ChaosRolled(wound=of.id, who=of.who, faces=play.roll(*_chaos_dice(of)), rules=self.rules))


def _chaos_dice(wound: Wound) -> tuple[int, ...]:
    return (CHAOS.sides,) * next(row.chaos_dice for row in DAMAGE_STATES if row.injury == wound.severity)


class ForceSix(_OfWound, tag="force-six"):
    """Spend a point to set a Chaos Die to 6: against somebody of the other side."""

    rules, urgency = ("GP-CORE-18", "GP-CORE-14"), ("may",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in state.wounds.values():
            who = state.people[one.who]
            spender = next(iter(mine_against(state, seat, who)), None)
            if one.stage == "chaos" and spender is not None:
                label = label_for(state, spender.id, f"Spend a point: {who.called} gets the Injury")
                why = "One Chaos Die is set to 6."
                if state.points(spender):
                    yield cls.offer((one, spender), label, why, about=one.of or who.id, wound=one.id)
                else:
                    reason = Refused("no-points", "There are no points left to set a die with.", "GP-CORE-18")
                    yield cls.barred(reason, wound=one.id)
        yield Refused("no-wound", "No Chaos Dice are about to be rolled against your enemies.")

    def act(self, play: Play[State], of: tuple[Wound, Person]) -> None:
        wound, spender = of
        spend(play, spender, f"a Chaos Die against {play.state.name(wound.who)} shows a 6")
        play.record(ChaosRolled(wound=wound.id, who=wound.who, faces=(CHAOS.shows,), rules=self.rules))


def mine_against(state: State, seat: Seat, other: Person) -> list[Person]:
    """The people of a seat who stand on the other side than `other`: the party, or the guide's people."""
    met = seat.guides or other.known
    return [who for who in state.cast() if met and state.owns(seat, who.id) and who.npc != other.npc]


class InjuryRolled(OfSomebody, tag="injury-rolled"):
    """A d12 fell on the table of a severity: `injury` is the row, empty for none; `worse` sends to the next
    table, and from the last one `kills`."""

    wound: str
    face: int
    injury: str = ""
    worse: bool = False
    kills: bool = False

    def evolve(self, state: State) -> State:
        if self.worse:
            severity = INJURIES[state.wounds[self.wound].severity][self.face - 1].next
            return replace(state, wounds=changed(state.wounds, self.wound, severity=severity))
        if self.injury or self.kills:
            return replace(state, wounds=changed(state.wounds, self.wound, stage="fate", injury=self.injury))
        return replace(state, wounds=without(state.wounds, self.wound))

    def line(self, state: State) -> Line:
        found = INJURY_ROWS[self.injury].title if self.injury else "nothing that lasts"
        further = "rolls 12: it is worse than it looked." if self.worse else "rolls 12: this is death."
        says = further if self.worse or self.kills else f"rolls {self.face}: {found}."
        return Line("roll", says, state.named(self.who), throws=DICE.injury.thrown(self.face))


class RollInjury(_OfWound, tag="roll-injury"):
    """Roll a d12 to see which Injury it is."""

    rules, stage, stands_in = ("GP-CORE-16",), "injury", True
    nothing = ("no-injury", "No Injury of yours waits for its die.")

    @classmethod
    def offer_on(cls, state: State, one: Wound, who: Person) -> Offered | Refused:
        why = f"{one.severity.title()}: a 1 is nothing, a 12 is worse."
        return cls.offer_of(state, one, who, f"Which Injury is {who.called}’s?", why, DICE.injury.each)

    def act(self, play: Play[State], of: Wound) -> None:
        [face] = play.roll(*DICE.injury.each)
        row = INJURIES[of.severity][face - 1]
        further = row.next is not None or row.slain
        injury = "" if row.nothing or further else row.id
        worse, kills = row.next is not None and not of.mild, row.slain and not of.mild
        play.record(InjuryRolled(
            wound=of.id, who=of.who, face=face, injury=injury, worse=worse, kills=kills, rules=self.rules
        ))
        if injury or kills:
            _ask_fate(play, of.id)


def _ask_fate(play: Play[State], id_: str) -> None:
    """Who has no Fate for it bears it at once (GP-CORE-17)."""
    wound = play.state.wounds[id_]
    if not _may_cheat(play.state, wound):
        _bear(play, wound)


def _may_cheat(state: State, wound: Wound) -> bool:
    return bool(state.people[wound.who].fate) and (not wound.injury or state.options.fate_covers_injury == "true")


class InjurySuffered(OfSomebody, tag="injury-suffered"):
    """An Injury takes hold, until it is recuperated."""

    wound: str
    injury: str

    def evolve(self, state: State) -> State:
        suffered = (*state.people[self.who].injuries, Suffered(self.injury, state.session))
        state = state.with_person(self.who, injuries=suffered)
        return replace(state, wounds=without(state.wounds, self.wound))

    def line(self, state: State) -> Line:
        who, row = state.people[self.who], INJURY_ROWS[self.injury]
        fact = who.fact("hurt", f"{who.name}: {row.title}", row.text)
        return Line("result", f"suffers an Injury: {row.title}. {row.text}", who.name, facts=(fact,))


def slain(state: State, dead: str) -> State:
    """The state with somebody dead, of whom no wound and no test waits (GP-CORE-11)."""
    ordeals = {
        id_: replace(one, people=tuple(who for who in one.people if who != dead or who in one.bore))
        for id_, one in state.ordeals.items()
    }
    return replace(
        state.with_person(dead, damage=LAST, dead=True), ordeals=ordeals,
        wounds={id_: one for id_, one in state.wounds.items() if one.who != dead},
        trials={id_: one for id_, one in state.trials.items() if one.who != dead or one.group},
    )


class Died(OfSomebody, tag="died"):
    """Somebody is Slain!: nothing waits for them any more."""

    wound: str

    def evolve(self, state: State) -> State:
        return slain(state, self.who)

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        return Line("result", "is Slain!", who.name, facts=(who.fact("out", f"{who.name} is Slain!"),))


class FateSpent(OfSomebody, tag="fate-spent"):
    """Fate stepped in: an Injury never happened, or somebody cheated death (GP-CORE-17)."""

    wound: str
    death: bool = False

    def evolve(self, state: State) -> State:
        fallen = {"damage": LAST - 1, "peril": LAST} if self.death else {}
        state = state.with_person(self.who, fate=state.people[self.who].fate - 1, **fallen)
        return replace(state, wounds=without(state.wounds, self.wound))

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        if not self.death:
            return Line("result", "spends a Fate Point: the Injury never happened.", who.name)
        fact = who.fact("out", f"{who.name} cheats death", "left for dead")
        return Line("result", "spends a Fate Point and cheats death, left for dead.", who.name, facts=(fact,))


class CheatDeath(_OfWound, tag="cheat-death"):
    """Spend a Fate Point instead of dying, or of an Injury."""

    rules, stage = ("GP-CORE-17",), "fate"
    nothing = ("no-wound", "Nothing is about to happen to you that Fate could turn.")

    @classmethod
    def offer_on(cls, state: State, one: Wound, who: Person) -> Offered | Refused:
        if not _may_cheat(state, one):
            return cls.barred(Refused("no-fate", f"{who.name} has no Fate Point for this."), wound=one.id)
        row = INJURY_ROWS.get(one.injury)
        what, why = (f"no {row.title}", row.text) if row else ("cheat death", f"Else {who.called} is Slain!")
        return cls.offer_of(state, one, who, f"Spend Fate: {what}", f"{why} Fate Points left: {who.fate}.")

    def act(self, play: Play[State], of: Wound) -> None:
        play.record(FateSpent(wound=of.id, who=of.who, death=not of.injury, rules=self.rules))


class BearIt(_OfWound, tag="bear-it"):
    """Let an Injury, or death, take hold."""

    rules, stage = ("GP-CORE-17", "GP-CORE-16"), "fate"
    nothing = ("no-wound", "Nothing is about to happen to you.")

    @classmethod
    def offer_on(cls, state: State, one: Wound, who: Person) -> Offered | Refused:
        if not one.injury:
            return cls.offer_of(state, one, who, "Let it end here", "Slain!: the story of this character ends.")
        row = INJURY_ROWS[one.injury]
        return cls.offer_of(state, one, who, f"Bear it: {row.title}", row.text)

    def act(self, play: Play[State], of: Wound) -> None:
        _bear(play, of)


def _bear(play: Play[State], wound: Wound) -> None:
    """An Injury, with its Corruption by the table that named it, or death (GP-CORE-16, GP-CORR-02)."""
    if not wound.injury:
        play.record(Died(wound=wound.id, who=wound.who, rules=("GP-CORE-11",)))
        return
    play.record(InjurySuffered(wound=wound.id, who=wound.who, injury=wound.injury, rules=("GP-CORE-16",)))
    row = OFFENCES[f"{wound.severity}-injury"]
    sin(play, wound.who, offence(row.id), row.title, "GP-CORR-02")


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom wounds wait for, and what for."""
    what = {"chaos": "the Chaos Dice", "injury": "the Injury’s die", "fate": "a word on Fate"}
    seen = ((one, state.people[one.who]) for one in state.seen_wounds)
    return waits_for(state, ((state.played_by(who.id), f"{what[one.stage]} for {who.called}") for one, who in seen))


def headline(state: State) -> str:
    """The first wound to be settled that the table knows of, in a few words; nothing if there is none."""
    for wound in state.seen_wounds:
        who = state.name(wound.who)
        if wound.stage == "fate":
            return begun(f"{who}: {INJURY_ROWS[wound.injury].title}" if wound.injury else f"{who} is about to die")
        return f"Is {who} injured?" if wound.stage == "chaos" else f"What befell {who}?"
    return ""


WOUNDS: Final = Part(
    RollChaos, ForceSix, RollInjury, CheatDeath, BearIt,
    WoundOpened, ChaosRolled, InjuryRolled, InjurySuffered, Died, FateSpent,
)

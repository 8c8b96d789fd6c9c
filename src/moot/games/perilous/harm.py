"""Harm: Damage and Peril, and how far they push people down their tracks (GP-CORE-11 to -15)."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, Self, TypeAlias

from msgspec.structs import replace

from moot.core import Line, Part, Play, Seat, Shown, Throw
from moot.core.frames import Change
from moot.games.perilous.claims import Wound
from moot.games.perilous.constants import DICE, PERIL_DICE
from moot.games.perilous.dice import SUCCESSES
from moot.games.perilous.figures import BANDS
from moot.games.perilous.flow import OfSomebody
from moot.games.perilous.options import Options
from moot.games.perilous.person import DAMAGE_STATES, LAST, PERIL_STATES
from moot.games.perilous.rows import Dice
from moot.games.perilous.sins import offence, sin
from moot.games.perilous.state import State
from moot.games.perilous.terms import Outcome
from moot.games.perilous.trial import Trial
from moot.games.perilous.wounds import open_wound
from moot.kit.totals import worth

PerilKind: TypeAlias = Literal["physical", "mental"]
"""Both go down the same track; the kind matters for immunities alone (GP-CORE-12)."""
TrackId: TypeAlias = Literal["damage", "peril"]
"""One of the two tracks."""
TRACKS: Final = {"damage": DAMAGE_STATES, "peril": PERIL_STATES}
"""The places of the two tracks, best first (GP-CORE-11, GP-CORE-12)."""
TRACK_NAMES: Final = {"damage": "Damage", "peril": "Peril"}
"""What the two tracks are called."""
FURY: Final = DICE.fury
USUAL: Final[dict[Outcome, Dice]] = {"failure": PERIL_DICE.failure, "critical-failure": PERIL_DICE.critical}
"""The Peril of a failed test where a rule names no other (GP-CHASE-14, GP-WILD-09)."""


def steps(options: Options, threshold: int, points: int) -> int:
    """How many steps `points` push somebody down a track; enough for all of it when far above (GP-CORE-11)."""
    over = points - threshold - (BANDS.exceeds if options.threshold_rule == "exceeds" else 0)
    return 0 if over < 0 else LAST if over >= BANDS.bottom else 1 + over // BANDS.step


def fallen(at: int, by: int) -> int:
    """The place `by` steps further down a track, its last one at most."""
    return min(LAST, at + by)


class _Fell(OfSomebody):
    """Somebody was pushed down a track; `faces` are the dice, none where it needed no roll."""

    track: ClassVar[TrackId]
    sides: ClassVar[int]
    points: int
    was: int
    now: int
    threshold: int = 0
    faces: tuple[int, ...] = ()

    @property
    def what(self) -> str:
        """What came over them."""
        return TRACK_NAMES[self.track]

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, **{self.track: self.now})

    def line(self, state: State) -> Line:
        who, states = state.people[self.who], TRACKS[self.track]
        was, now = states[self.was].title, states[self.now].title
        against = f" against {self.threshold}" if self.threshold else ""
        text, note = f"takes {self.points} {self.what}{against}: {was} to {now}.", ""
        changes: tuple[Change, ...] = ()
        if not self.points:
            text = f"is {now}" + ("" if now.endswith("!") else ".")
        elif self.was == self.now:
            text = f"shrugs off {self.points} {self.what}."
        else:
            note = f"{self.points}{against}: {self.now - self.was} down the track"
            changes = (Change(TRACK_NAMES[self.track], was, now),)
        fact = who.fact("hurt", f"{who.name}: {now}", note, *changes)
        dice = tuple(Shown(self.sides, face) for face in self.faces)
        return Line(
            "result", text, who.name, throws=(Throw(dice, str(self.points)),) if dice else (),
            facts=(fact,) if self.was != self.now or not self.points else (),
        )


class PerilSuffered(_Fell, tag="peril-suffered"):
    """Peril came over somebody. Of the guide's people others hear only that they are Incapacitated!."""

    track, sides = "peril", 10
    kind: PerilKind = "physical"

    @property
    def what(self) -> str:
        """The kind of Peril."""
        return f"{self.kind} Peril"

    def told(self, state: State, seat: Seat) -> Self | None:
        heard = super().told(state, seat)
        if heard is None or seat.guides or not state.people[self.who].npc:
            return heard
        return replace(heard, points=0, was=self.now, faces=()) if self.now == LAST else None


class DamageSuffered(_Fell, tag="damage-suffered"):
    """Damage came to somebody, by Fury Dice."""

    track, sides = "damage", FURY.sides


def peril(
    play: Play[State], who: str, points: int, kind: PerilKind, *rules: str, faces: tuple[int, ...] = (),
    corrupts: bool = True,
) -> bool:
    """Let Peril come over somebody; becoming Incapacitated! by it is worth Corruption, if it `corrupts` (GP-CORE-12,
    GP-CORR-02). Says whether it made them Incapacitated!; more Peril changes nothing for those who are (GP-CORE-13)."""
    person = play.state.people[who]
    by = steps(play.state.options, worth(person.peril_threshold), points)
    to = fallen(person.peril, by)
    return fall(play, who, to, points, kind, *rules, faces=faces, corrupts=corrupts) and person.peril != LAST


def fall(
    play: Play[State], who: str, to: int, points: int, kind: PerilKind, *rules: str, faces: tuple[int, ...] = (),
    corrupts: bool = True,
) -> bool:
    """Let somebody fall to a place on the Peril track; says whether they are Incapacitated! there."""
    person = play.state.people[who]
    if person.peril != LAST:
        play.record(PerilSuffered(
            who=who, points=points, was=person.peril, now=to, kind=kind, faces=faces, rules=rules or ("GP-CORE-12",),
            threshold=0 if person.npc or not points else worth(person.peril_threshold),
        ))
        if to == LAST and corrupts:
            sin(play, who, offence("incapacitated"), "Incapacitated! by Peril", "GP-CORR-02")
    return to == LAST


def rolled_peril(
    play: Play[State], who: str, dice: Dice, kind: PerilKind, *rules: str, corrupts: bool = True
) -> bool:
    """Roll so much Peril (2D10+2), unless they are Incapacitated! already."""
    if play.state.people[who].incapacitated:
        return False
    faces = play.roll(*(dice.sides,) * dice.dice)
    return peril(play, who, sum(faces) + dice.plus, kind, *rules, faces=faces, corrupts=corrupts)


def tired_by(play: Play[State], trial: Trial, rule: str) -> None:
    """Roll the usual physical Peril of a test, if it failed."""
    if dice := USUAL.get(trial.fell.outcome):
        rolled_peril(play, trial.who, dice, "physical", rule)


def ache(play: Play[State], trial: Trial) -> None:
    """Roll the Peril that Injuries bring with a failed test of some skills (GP-CORE-16)."""
    if trial.fell.outcome not in SUCCESSES:
        for dice in play.state.people[trial.who].aches(trial.skill):
            rolled_peril(play, trial.who, dice, "physical", "GP-CORE-16")


def fury(play: Play[State], dice: int) -> tuple[int, ...]:
    """The faces of Fury Dice: each 6 throws another, without limit (GP-CORE-15)."""
    faces: list[int] = []
    due = dice
    while due:
        [face] = play.roll(FURY.sides)
        faces.append(face)
        due += (face == FURY.shows) - 1
    return tuple(faces)


def damage(
    play: Play[State], who: str, points: int, *rules: str, of: str = "", faces: tuple[int, ...] = (), mild: bool = False
) -> int:
    """Let Damage come to somebody; a wounded condition that it reaches has its Chaos Dice to roll, and Slain! asks Fate
    (GP-CORE-11, GP-CORE-16, GP-CORE-17). Says how many steps they lost."""
    person = play.state.people[who]
    now = fallen(person.damage, steps(play.state.options, worth(person.damage_threshold), points))
    play.record(DamageSuffered(
        who=who, points=points, was=person.damage, now=now, faces=faces, rules=rules or ("GP-CORE-11",),
        threshold=0 if person.npc else worth(person.damage_threshold),
    ))
    if now > person.damage:
        state = DAMAGE_STATES[now]
        id_ = play.state.next_id if person.known else play.hidden_id(play.state.wounds)
        if now == LAST:
            open_wound(play, Wound(id=id_, who=who, severity="grievous", stage="fate", of=of))
        elif state.injury:
            open_wound(play, Wound(id=id_, who=who, severity=state.injury, of=of, mild=mild))
    return now - person.damage


HARM: Final = Part(PerilSuffered, DamageSuffered)

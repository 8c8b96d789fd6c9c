"""Harm: Damage and Peril, how far they push people, and what Peril does, exactly (GP-CORE-11 to -15)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from math import lcm
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from moot.core import Change, Choice, Choose, Confirm, Count, Line, Offers, Part, Play, Refused, Seat, Shown, Throw
from moot.games.perilous.figures import BANDS, DICE, PERIL_DICE
from moot.games.perilous.flow import FlowCommand, OfSomebody, begun, only_guide, whom
from moot.games.perilous.fortune import spend
from moot.games.perilous.options import Options
from moot.games.perilous.order import acting, fighting, striker
from moot.games.perilous.packs import Effect, Result
from moot.games.perilous.person import DAMAGE_STATES, LAST, PERIL_STATES, Person
from moot.games.perilous.rows import Dice
from moot.games.perilous.sins import offence, sin
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Outcome, inside
from moot.games.perilous.trial import SUCCESSES, Trial, odds_of, tester
from moot.games.perilous.underway import Wound
from moot.games.perilous.wounds import open_wound
from moot.kit.remembered import remembered
from moot.kit.totals import worth

PerilKind: TypeAlias = Literal["physical", "mental"]
"""Both go down the same track; the kind matters for immunities alone (GP-CORE-12)."""
TrackId: TypeAlias = Literal["damage", "peril"]
"""One of the two tracks."""
TRACKS: Final = {"damage": DAMAGE_STATES, "peril": PERIL_STATES}
"""The places of the two tracks, best first (GP-CORE-11, GP-CORE-12)."""
Law: TypeAlias = dict[int, Fraction]
"""Chances by a whole number: places on the Peril track, provisions, encounters."""
FURY: Final = DICE.fury
MOST_DAMAGE, MOST_FURY, MOST_DICE = 60, 6, 3
"""The most Damage before dice, Fury Dice and dice of Peril that the GM can set by hand."""
USUAL: Final[dict[Outcome, Dice]] = {"failure": PERIL_DICE.failure, "critical-failure": PERIL_DICE.critical}
"""The Peril of a failed test where a rule names no other (GP-CHASE-14, GP-WILD-09)."""

WEARS: Final[dict[Outcome, str]] = {outcome: f"{dice} Peril" for outcome, dice in USUAL.items()}
"""The same in words."""


def steps(options: Options, threshold: int, points: int) -> int:
    """How many steps `points` push somebody down a track; enough for all of it when far above (GP-CORE-11)."""
    over = points - threshold - (BANDS.exceeds if options.threshold_rule == "exceeds" else 0)
    return 0 if over < 0 else LAST if over >= BANDS.bottom else 1 + over // BANDS.step


def fallen(at: int, by: int) -> int:
    """The place `by` steps further down a track, its last one at most."""
    return min(LAST, at + by)


def stands(title: str) -> str:
    """What a place on a track makes of somebody, after their name: `is Imperiled`, `must ignore 1 Skill Rank`."""
    return f"must {inside(title)}" if title.startswith("Ignore") else f"is {title}"


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
        return self.track.title()

    def source(self, state: State) -> str:
        """From whom it came, in words to add; empty where it is from nobody."""
        return ""

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, **{self.track: self.now})

    def line(self, state: State) -> Line:
        who, states = state.people[self.who], TRACKS[self.track]
        was, now, what = states[self.was].title, states[self.now].title, f"{self.what}{self.source(state)}"
        against, end = f" against {self.threshold}" if self.threshold else "", "" if now.endswith("!") else "."
        text, note = f"takes {self.points} {what}{against}: {was} to {now}{end}", ""
        changes: tuple[Change, ...] = ()
        at_once = self.track == "peril" and not self.points and (self.was != self.now or self.now == LAST)
        if at_once:
            text = f"{stands(now)}{end}"
        elif self.was == self.now:
            text = f"shrugs off {self.points} {what}."
        else:
            note = f"{self.points} {self.what}{against}: {self.now - self.was} down the track"
            changes = (Change(self.track.title(), was, now),)
        dies = self.track == "damage" and self.now == LAST  # of which the next line tells
        fact = who.fact("hurt", f"{who.name} is hurt" if dies else f"{who.name}: {now}", note, *changes)
        dice = tuple(Shown(self.sides, face) for face in self.faces)
        return Line(
            "result", text, who.name, throws=(Throw(dice, str(self.points)),) if dice else (),
            facts=(fact,) if self.was != self.now or at_once else (),
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
    """Damage came to somebody, by Fury Dice: from somebody's blow or shot, if it says `by` whom."""

    track, sides = "damage", FURY.sides
    by: str = ""

    def source(self, state: State) -> str:
        """Whose blow or shot it was."""
        return f" from {fighting(state).get(self.by) or state.name(self.by)}" if self.by else ""

    def told(self, state: State, seat: Seat) -> Self | None:
        heard = super().told(state, seat)
        return heard if heard is None or seat.guides or state.knows(self.by) else replace(heard, by="")

    def evolve(self, state: State) -> State:
        return replace(super().evolve(state), turn="done")


def peril(
    play: Play[State], who: str, points: int, kind: PerilKind, *rules: str, faces: tuple[int, ...] = (),
    corrupts: bool = True,
) -> bool:
    """Let Peril come over somebody; becoming Incapacitated! by it is worth Corruption, if it `corrupts` (GP-CORE-12,
    GP-CORR-02). Says whether it made them Incapacitated!; more Peril changes nothing for those who are (GP-CORE-13)."""
    person = play.state.people[who]
    to = fallen(person.peril, steps(play.state.options, worth(person.peril_threshold), points))
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


def rolled_peril(play: Play[State], who: str, dice: Dice, kind: PerilKind, *rules: str, corrupts: bool = True) -> bool:
    """Roll so much Peril (2D10+2), unless they are Incapacitated! already."""
    if play.state.people[who].incapacitated:
        return False
    faces = play.roll(*(dice.sides,) * dice.dice)
    return peril(play, who, sum(faces) + dice.plus, kind, *rules, faces=faces, corrupts=corrupts)


def peril_dice(dice: int) -> Dice:
    """So many dice of Peril with 1 each on top, as all Peril has."""
    return Dice(dice, PERIL_DICE.failure.sides, dice)


def asks(effect: Effect, who: str, **more: Any) -> Trial:
    """The test that an entry of a table asks somebody for, with the dice that failing it throws."""
    fails = effect.failure
    costs = peril_dice(fails.dice).each if fails and fails.do == "peril" else ()
    return Trial(who=who, skill=effect.skill, difficulty=effect.difficulty, costs=costs, **more)


def suffer(play: Play[State], who: str, result: Effect | Result | None, rule: str, of: str) -> None:
    """Let the Peril or the Damage of such an entry come to somebody."""
    if result and result.do == "peril":
        rolled_peril(play, who, peril_dice(result.dice), "physical", rule)
    elif result and result.do == "damage":
        damage(play, who, result.points, rule, of=of)


def tired_by(play: Play[State], trial: Trial, rule: str) -> None:
    """Roll the usual physical Peril of a test, if it failed."""
    if dice := USUAL.get(trial.fell.outcome):
        rolled_peril(play, trial.who, dice, "physical", rule)


def ache(play: Play[State], trial: Trial) -> None:
    """Roll the Peril that Injuries bring with a failed test of some skills (GP-CORE-16)."""
    if trial.fell.outcome not in SUCCESSES:
        for dice in tester(play.state.people, trial).aches(trial.skill):
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
    play: Play[State], who: str, points: int, *rules: str, of: str = "", faces: tuple[int, ...] = (),
    mild: bool = False, by: str = "",
) -> None:
    """Let Damage come to somebody; a wounded condition that it reaches has its Chaos Dice to roll, and Slain! asks Fate
    (GP-CORE-11, GP-CORE-16, GP-CORE-17)."""
    person = play.state.people[who]
    now = fallen(person.damage, steps(play.state.options, worth(person.damage_threshold), points))
    play.record(DamageSuffered(
        who=who, points=points, was=person.damage, now=now, faces=faces, rules=rules or ("GP-CORE-11",), by=by,
        threshold=0 if person.npc else worth(person.damage_threshold),
    ))
    if now > person.damage:
        state = DAMAGE_STATES[now]
        id_ = play.state.next_id if person.known else play.hidden_id(play.state.wounds)
        if now == LAST:
            open_wound(play, Wound(id=id_, who=who, severity="grievous", stage="fate", of=of))
        elif state.injury:
            open_wound(play, Wound(id=id_, who=who, severity=state.injury, of=of, mild=mild))


@lru_cache(maxsize=512)
def falls(options: Options, threshold: int, dice: Dice) -> Law:
    """How many steps down the Peril track a throw of Peril pushes somebody."""
    sums = {dice.plus: 1}
    for sides in dice.each:
        more: defaultdict[int, int] = defaultdict(int)
        for so_far, falls_ in sums.items():
            for face in range(1, sides + 1):
                more[so_far + face] += falls_
        sums = more
    found: Law = defaultdict(Fraction)
    for points, falls_ in sums.items():
        found[steps(options, threshold, points)] += Fraction(falls_, dice.sides**dice.dice)
    return dict(found)


def pushed(options: Options, who: Person, *throws: Dice) -> Law:
    """Where somebody stands on the Peril track after these throws of Peril, one after the other."""
    law: Law = {who.peril: Fraction(1)}
    for dice in throws:
        after: Law = defaultdict(Fraction)
        for at, share in law.items():
            threshold = worth(replace(who, peril=at).peril_threshold)
            for by, part in falls(options, threshold, dice).items():
                after[fallen(at, by)] += share * part
        law = after
    return law


class Tolls(msgspec.Struct, frozen=True):
    """Where a test of somebody leads from each place of the Peril track, in parts of `whole`: `to[at]` has a part for
    each place, `lightly[at]` is how much of it a critical success is. `down`: where they are Incapacitated!."""

    whole: int
    to: tuple[tuple[int, ...], ...]
    lightly: tuple[int, ...]
    down: tuple[bool, ...]


@remembered(1024, of=attrgetter(*(name for name in Person.__struct_fields__ if name != "peril")))
def tolls(who: Person, options: Options, test: Trial) -> Tolls:
    """Where a test leads whose failure costs the usual Peril, wherever somebody stands (GP-CHASE-14, GP-WILD-09)."""
    places = [replace(who, peril=at) for at in range(LAST + 1)]
    laws, lightly = [], []
    for at, here in enumerate(places):
        law: Law = defaultdict(Fraction)
        odds = dict.fromkeys(USUAL, Fraction(0)) if here.incapacitated else odds_of(options, test, here)
        for outcome, dice in USUAL.items():
            for to, part in pushed(options, here, *here.aches(test.skill), dice).items():
                law[to] += odds[outcome] * part
        law[at] += 1 - sum(law.values())
        laws.append(law)
        lightly.append(odds.get("critical-success", Fraction(0)))
    whole = lcm(*(share.denominator for law in laws for share in law.values()), *(one.denominator for one in lightly))
    rows = tuple(tuple(int(law.get(to, 0) * whole) for to in range(LAST + 1)) for law in laws)
    return Tolls(whole, rows, tuple(int(one * whole) for one in lightly), tuple(here.incapacitated for here in places))


def fury_dice(usual: int, *skills: str, name: str = "fury") -> Count:
    """How many Fury Dice there are, by a weapon or as a spell says; asked with these skills alone, if any are named."""
    needs = tuple(f"skill:{skill}" for skill in skills)
    return Count(
        name=name, label="Fury Dice", most=MOST_FURY, default=usual, needs=needs, rule="GP-CORE-15",
        hint="A 6 rolls another. A spell has none unless it says so.",
    )


class DealHarm(FlowCommand, tag="deal-harm"):
    """Let people be hurt: by somebody's blow, by a fall, fire or a trap, or by what wears them down."""

    when, rules, about_any = SESSION, ("GP-CORE-11", "GP-CORE-12", "GP-CORE-15", "GP-CORE-18"), None
    urgency, giver, throws = ("tool", "may"), only_guide("says who is hurt"), True
    how: Literal["blow", "forced-blow", "mishap", "peril"]
    who: tuple[str, ...]
    by: str = ""
    points: int = 0
    dice: int = 0
    kind: PerilKind = "physical"
    mild: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (cast := state.cast()):
            raise Refused("nobody-there", "Nobody is there who could be hurt.")
        able, inside = [who for who in cast if not who.incapacitated], fighting(state)
        fit = inside | {who.id: who.name for who in able if not (inside and who.known)}
        first = sorted((who.id for who in cast), key=lambda id_: id_ not in inside)
        hurt = partial(whom, state, "Who is hurt?", first, many=True)
        mild = Confirm(name="mild", label="Pummeling: no worse than a Moderate Injury", rule="GP-CORE-16")
        lucky = [id_ for id_ in fit if (who := striker(state, id_)).fury_dice and state.points(who)]
        by = tuple(id_ for id_ in acting(state) if id_ in fit)
        for how, label, strike in (
            ("blow", "Let somebody strike", fit),
            ("forced-blow", "Let somebody strike, and a point sets a Fury Die to 6", lucky),
        ):
            if strike:
                yield cls.offer(
                    None, label, "A weapon does its Combat bonus and Fury Dice, a pummeling one the Brawn bonus.",
                    Choose(
                        name="by", label="Who strikes?", default=tuple(id_ for id_ in by if id_ in strike),
                        choices=tuple(Choice(id_, begun(fit[id_])) for id_ in strike),
                    ),
                    hurt(most=1), mild,
                    urgency="may" if by and how == "blow" else "tool", how=how,
                )
        yield cls.offer(
            None, "Let people be hurt", "A fall, fire, a trap; Fury Dice are rolled for each.", hurt(),
            Count(name="points", label="Damage before dice", most=MOST_DAMAGE, default=6), fury_dice(0, name="dice"),
            mild, how="mishap",
        )
        kinds = tuple(Choice(kind, kind.title()) for kind in get_args(PerilKind))
        if able:
            yield cls.offer(
                None, "Let Peril come over people", "What wears them down, and no test brings.",
                whom(state, "Over whom?", [who.id for who in able], many=True),
                Count(name="dice", label="Dice of Peril, 1 more each", least=1, most=MOST_DICE, default=2),
                Choose(name="kind", label="Of body or mind?", choices=kinds, default=("physical",)), how="peril",
            )

    def act(self, play: Play[State], of: object) -> None:
        by, points, dice = striker(play.state, self.by) if self.by else None, self.points, self.dice
        forced = (FURY.shows,) if self.how == "forced-blow" else ()
        if by is not None:
            points, dice = by.strike(pummeling=self.mild), by.fury_dice
            if forced:
                spend(play, by, "a Fury Die shows a 6")
        for who in self.who:
            if self.how == "peril":
                rolled_peril(play, who, peril_dice(dice), self.kind, "GP-CORE-12")
                continue
            faces, of_ = (*forced, *fury(play, dice)), _scene(play.state, who)
            sum_ = max(0, points + sum(faces))
            damage(play, who, sum_, "GP-CORE-11", "GP-CORE-15", of=of_, faces=faces, mild=self.mild, by=self.by)


def _scene(state: State, who: str) -> str:
    """The chase or the fight that somebody is in, which then waits for what becomes of them; empty for none."""
    chases = (one.id for one in state.chases.values() if not one.over and one.running(who))
    fights = (one.id for one in state.fights.values() if who in one.inside)
    return next(chain(chases, fights), "")


HARM: Final = Part(DealHarm, PerilSuffered, DamageSuffered)

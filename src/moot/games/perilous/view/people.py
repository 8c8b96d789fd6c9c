"""People as others see them: rows of who plays them and how they stand, the tests that they are at, and whole sheets:
what everything on one is made of, the chance beside each skill, both tracks as cells.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.core import CastMember, Seat, Shown, Throw
from moot.games.perilous.constants import DERIVED
from moot.games.perilous.dice import WORDS, digit, shares
from moot.games.perilous.evening.view import DisorderSeen, ReputationPurse, disorders, purse
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, CLASSES, DIFFICULTIES, SKILLS
from moot.games.perilous.making.callings import SEVEN
from moot.games.perilous.options import Options
from moot.games.perilous.person import DAMAGE_STATES, INJURY_ROWS, LAST, PERIL_STATES, Person
from moot.games.perilous.state import State
from moot.games.perilous.terms import Attribute
from moot.games.perilous.trial import Trial, chance_of, flips, odds_of
from moot.games.perilous.trying import said, whose
from moot.kit.bars import BarPart, percent
from moot.kit.remembered import remembered
from moot.kit.totals import Addend

FLIPS = {1: "a failure flips", 0: "", -1: "a success flips to fail"}


class PersonSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in play. `damage` and `peril` are places on the tracks; the Peril of the guide's people is the guide's
    until they are Incapacitated!."""

    id: str
    name: str
    seat: str
    npc: bool
    damage: int
    peril: int
    says: str
    out: bool
    hidden: bool


class TrialSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A test that somebody has yet to roll, or to decide on. `chance` is 0 where it is the guide's alone."""

    id: str
    who: str
    name: str
    seat: str
    skill: str
    difficulty: str
    why: str
    chance: int
    flip: str
    helper: str
    throw: Throw | None
    says: str


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What a test of one's own may bring: its pieces, worst first, and the chance of a success.

    `of` is the procedure that it belongs to.
    """

    trial: str
    who: str
    of: str
    title: str
    success: str
    shares: tuple[BarPart, ...]


def seen(state: State, who: Person, guide: bool) -> PersonSeen:
    """How somebody stands, as others see it."""
    peril = who.peril_told(guide=guide)
    condition = [DAMAGE_STATES[who.damage].title] if who.damage else []
    condition += [PERIL_STATES[peril].title] if peril else []
    hurts = (INJURY_ROWS[one.injury].title for one in who.injuries)
    says = "Slain!" if who.dead else " · ".join((*condition, *hurts, *(("inspired",) if who.inspired else ())))
    return PersonSeen(
        id=who.id, name=who.name, seat=state.played_by(who.id), npc=who.npc, damage=who.damage, peril=peril,
        says=says, out=who.dead or who.retired or peril == LAST, hidden=not who.known,
    )


def in_play(state: State, guide: bool) -> tuple[PersonSeen, ...]:
    """Everyone whom the table knows, or the guide: players' characters first."""
    known = [who for who in state.people.values() if who.made and (guide or who.known) and (who.active or who.dead)]
    return tuple(seen(state, who, guide) for who in sorted(known, key=lambda who: who.npc))


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The same as rows of the cast."""
    rows = (seen(state, who, guide) for who in state.people.values() if guide or who.known)
    people = state.people
    return tuple(
        CastMember(
            id=row.id, name=row.name, seat=row.seat, out=people[row.id].dead or people[row.id].retired,
            here=people[row.id].active and people[row.id].made,
            state=row.says if people[row.id].made else "in the making",
        )
        for row in sorted(rows, key=lambda row: row.npc)
    )


def trials(state: State, guide: bool) -> tuple[TrialSeen, ...]:
    """The tests that wait for somebody; sealed ones are the guide's."""
    return tuple(_trial(state, trial, guide) for trial in state.trials.values() if guide or not trial.sealed)


def _trial(state: State, trial: Trial, guide: bool) -> TrialSeen:
    who, rolled, row = state.people[trial.who], trial.rolled, DIFFICULTIES[trial.difficulty]
    throw = Throw(tuple(Shown(10, digit(face)) for face in rolled.faces), f"{rolled.reads:02d}") if rolled else None
    open_ = guide or not who.npc
    return TrialSeen(
        id=trial.id, who=who.id, name=whose(state, trial), seat=state.played_by(who.id),
        skill=SKILLS[trial.skill].title, difficulty=row.worth, why=trial.why,
        chance=chance_of(trial, who) if open_ else 0,
        flip=FLIPS[flips(state.options, trial, who)] if open_ else "",
        helper=state.name(trial.helper) if trial.helper else "", throw=throw,
        says=WORDS[rolled.outcome] if rolled else "",
    )


def prospects(state: State, seat: Seat) -> tuple[Prospect, ...]:
    """What the tests may bring that a seat is about to roll, or to roll again."""
    found: list[Prospect] = []
    for trial in state.trials.values():
        if state.owns(seat, trial.who):
            odds = odds_of(state.options, trial, state.people[trial.who])
            success = percent(odds["success"] + odds["critical-success"])
            found.append(Prospect(
                trial=trial.id, who=trial.who, of=trial.of, title=said(state, trial), success=success,
                shares=shares(odds),
            ))
    return tuple(found)


class SumSeen(msgspec.Struct, frozen=True):
    """Why 7? A figure and what it is made of, as (label, how much)."""

    title: str
    total: int
    parts: tuple[tuple[str, int], ...]


class AttributeSeen(msgspec.Struct, frozen=True):
    """An attribute, its bonus, and what that is made of where advances and ancestry have a part in it."""

    title: str
    value: int
    bonus: int
    made: str


class SkillSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A skill: ranks owned and usable, the chance at Standard, and which way it flips (0: neither)."""

    title: str
    attribute: str
    ranks: int
    usable: int
    chance: int
    flip: int


class TrackSeen(msgspec.Struct, frozen=True):
    """A track as six cells: their names, and where somebody stands."""

    names: tuple[str, ...]
    now: int


class SheetSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet. Of the guide's people others see a name, a class and the Damage track alone."""

    id: str
    name: str
    player: str
    born: str
    damage: TrackSeen
    peril: TrackSeen | None = None
    attributes: tuple[AttributeSeen, ...] = ()
    sums: tuple[SumSeen, ...] = ()
    skills: tuple[SkillSeen, ...] = ()
    focuses: tuple[str, ...] = ()
    armor: str = ""
    leaning: str = ""
    injuries: tuple[tuple[str, str], ...] = ()
    order: tuple[int, int] = (0, 0)
    chaos: tuple[int, int] = (0, 0)
    fate: int = 0
    rewards: int = 0
    disorders: tuple[DisorderSeen, ...] = ()
    purse: ReputationPurse | None = None


def sheet(state: State, seat: Seat, who: Person) -> SheetSeen:
    """Somebody's sheet, as a seat sees it."""
    born = CLASSES[who.social_class].title if who.social_class else ""
    damage = TrackSeen(tuple(row.title for row in DAMAGE_STATES), who.damage)
    plain = SheetSeen(id=who.id, name=who.name, player=who.player, born=born, damage=damage)
    if who.npc and not seat.guides:
        return plain
    return msgspec.structs.replace(
        plain, peril=TrackSeen(tuple(row.title for row in PERIL_STATES), who.peril),
        attributes=tuple(
            AttributeSeen(ATTRIBUTES[one].title, who.attributes.get(one, 0), who.bonus(one), _bonus(who, one))
            for one in SEVEN
        ),
        sums=sums(who), skills=skills(who, state.options), focuses=who.focuses,
        armor=ARMOR[who.armor].title, leaning=f"leans to {who.leaning.title()}" if who.leans else "",
        injuries=tuple((row.title, row.text) for row in (INJURY_ROWS[one.injury] for one in who.injuries)),
        order=(who.order, who.permanent_order), chaos=(who.chaos, who.permanent_chaos), fate=who.fate,
        rewards=who.rewards, disorders=disorders(state, seat, who), purse=None if who.npc else purse(state, who),
    )


def _bonus(who: Person, attribute: Attribute) -> str:
    """What a bonus is made of: `3 + 1`; empty where it is the attribute's alone."""
    shift = who.shifts.get(attribute, 0)
    return f"{who.bonus(attribute) - shift} {'+' if shift > 0 else '−'} {abs(shift)}" if shift else ""


@remembered(512)
def sums(who: Person) -> tuple[SumSeen, ...]:
    """What is reckoned from a sheet, and what each of it is made of (GP-CORE-08, GP-CORE-09, GP-CHASE-03)."""
    carried = ("carried above the limit", -who.overage * DERIVED.per_overage)
    return (
        _added("Damage Threshold", who.damage_threshold), _added("Peril Threshold", who.peril_threshold),
        _made("Initiative", who.initiative, (
            ("Perception", who.bonus("perception")), ("everybody", DERIVED.initiative), carried,
            ("Injuries", sum(row.initiative for row in who.hurts)),
        )),
        _made("Movement", who.movement("on-foot"), (
            ("Agility", who.bonus("agility")), ("everybody", DERIVED.movement), carried,
            ("Injuries", sum(row.movement for row in who.hurts)),
        )),
        _made("Encumbrance Limit", who.limit, (
            ("Brawn", who.bonus("brawn")), ("everybody", DERIVED.encumbrance),
            ("Injuries", sum(row.encumbrance for row in who.hurts)),
        )),
        SumSeen("Carried", who.load, (("above the limit", who.overage),) if who.overage else ()),
    )


def _added(title: str, parts: Iterable[Addend]) -> SumSeen:
    found = tuple((part.label, part.worth) for part in parts)
    return SumSeen(title, sum(worth for _, worth in found), found)


def _made(title: str, total: int, parts: tuple[tuple[str, int], ...]) -> SumSeen:
    """A sum without what is 0, and with what brings it to its end where it has one."""
    found = tuple((label, worth) for label, worth in parts if worth)
    rest = total - sum(worth for _, worth in found)
    return SumSeen(title, total, (*found, *((("what else holds", rest),) if rest else ())))


@remembered(512)
def skills(who: Person, options: Options) -> tuple[SkillSeen, ...]:
    """Every skill with its chance at Standard difficulty; 0 where tests fail without dice."""
    found = []
    for row in SKILLS.values():
        trial = Trial(id="", who=who.id, skill=row.id, purpose="")
        found.append(SkillSeen(
            title=row.title, attribute=ATTRIBUTES[row.attribute].title, ranks=who.ranks.get(row.id, 0),
            usable=who.usable(row.id), flip=flips(options, trial, who),
            chance=0 if who.fails(row.id) else chance_of(trial, who),
        ))
    return tuple(found)


def opened(state: State, seat: Seat, what: str) -> SheetSeen | None:
    """The sheet of whom somebody points at, if they may know of them."""
    who = state.people.get(what)
    return sheet(state, seat, who) if who is not None and (who.known or seat.guides) else None

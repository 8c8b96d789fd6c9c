"""A sheet as people see it: what everything on it is made of, the chance beside each skill, both tracks as cells."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.core import Seat
from moot.games.perilous.constants import DERIVED
from moot.games.perilous.evening.view import DisorderSeen, Purse, disorders, purse
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, CLASSES, SKILLS
from moot.games.perilous.making.callings import SEVEN
from moot.games.perilous.options import Options
from moot.games.perilous.person import DAMAGE_STATES, PERIL_STATES, Person
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial, chance_of, flips
from moot.kit.remembered import remembered
from moot.kit.totals import Addend


class SumSeen(msgspec.Struct, frozen=True):
    """Why 7? A figure and what it is made of, as (label, how much)."""

    title: str
    total: int
    parts: tuple[tuple[str, int], ...]


class AttributeSeen(msgspec.Struct, frozen=True):
    """An attribute, its bonus, and what advances and ancestry have in that."""

    title: str
    value: int
    bonus: int
    shift: int


class SkillSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A skill: ranks owned and usable, the chance at Standard, and which way it flips (0: neither)."""

    id: str
    title: str
    attribute: str
    special: bool
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
    load: int = 0
    leaning: str = ""
    order: tuple[int, int] = (0, 0)
    chaos: tuple[int, int] = (0, 0)
    fate: int = 0
    rewards: int = 0
    disorders: tuple[DisorderSeen, ...] = ()
    purse: Purse | None = None


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
            AttributeSeen(ATTRIBUTES[one].title, who.attributes.get(one, 0), who.bonus(one), who.shifts.get(one, 0))
            for one in SEVEN
        ),
        sums=sums(who), skills=skills(who, state.options), focuses=who.focuses,
        armor=ARMOR[who.armor].title, load=who.load, leaning=who.leaning,
        order=(who.order, who.permanent_order), chaos=(who.chaos, who.permanent_chaos), fate=who.fate,
        rewards=who.rewards, disorders=disorders(state, seat, who), purse=None if who.npc else purse(state, who),
    )


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
            id=row.id, title=row.title, attribute=ATTRIBUTES[row.attribute].title, special=row.special,
            ranks=who.ranks.get(row.id, 0), usable=who.usable(row.id), flip=flips(options, trial, who),
            chance=0 if who.fails(row.id) else chance_of(trial, who),
        ))
    return tuple(found)


def opened(state: State, seat: Seat, what: str) -> SheetSeen | None:
    """The sheet of whom somebody points at, if they may know of them."""
    who = state.people.get(what)
    return sheet(state, seat, who) if who is not None and (who.known or seat.guides) else None

"""People as others see them: rows of how they stand, the tests that they are at, and whole sheets: what everything on
one is made of, the chance beside each skill, both tracks as cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from moot.core import BoardRow, CastMember, Meter, Seat
from moot.games.perilous.evening.view import DisorderView, ReputationPurse, disorders, purse
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, DERIVED, DIFFICULTIES, DISORDERS, SKILLS
from moot.games.perilous.flow import FORETOLD, begun
from moot.games.perilous.options import Options
from moot.games.perilous.person import DAMAGE_STATES, INJURY_ROWS, LAST, PERIL_STATES, SEVEN, Person
from moot.games.perilous.state import State
from moot.games.perilous.terms import Attribute
from moot.games.perilous.trial import Trial, chance_of, flips, odds_of, shares, tester
from moot.games.perilous.trying import whose
from moot.kit.bars import BarPart
from moot.kit.remembered import remembered
from moot.kit.totals import Addend

DAMAGE_TITLES, PERIL_TITLES = (tuple(place.title for place in track) for track in (DAMAGE_STATES, PERIL_STATES))
FLIPS = {1: "a failure flips", 0: "", -1: "a success flips to fail"}


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What a test of one's own may bring, worst first; `of` is the procedure that it belongs to."""

    trial: str
    who: str
    of: str
    shares: tuple[BarPart, ...]


def row(who: Person, guide: bool, words: str = "", was: int | None = None) -> BoardRow:
    """How somebody stands, as others see it; `was` is their Peril before. That of the guide's people is the guide's
    until they are Incapacitated!."""
    peril = who.peril_told(guide=guide)
    places = (titles[at] for titles, at in ((DAMAGE_TITLES, who.damage), (PERIL_TITLES, peril)) if at)
    marks = (*places, *(INJURY_ROWS[one.injury].title for one in who.injuries), *_stirring(who, guide),
             *(("inspired",) * who.inspired))
    marks = ("Slain!",) if who.dead else marks
    tracks = [_track("Damage", DAMAGE_TITLES, who.damage)]
    if guide or peril or not who.npc:
        tracks.append(_track("Peril", PERIL_TITLES, peril, was))
    return BoardRow(
        of=who.id, name=who.name, words=words or ("" if marks else "unhurt"), marks=marks, meters=tuple(tracks),
        out=who.dead or who.retired or peril == LAST, hidden=not who.known,
    )


def _stirring(who: Person, guide: bool) -> Iterator[str]:
    """What is awake in somebody or used by them, and what yielding to it has made of them (GP-DIS-02)."""
    for one in who.disorders:
        now = one.turned if one.turned in ("changed", "spent") else "awake" if one.woken else "in use" * one.using
        if now and (guide or not one.hidden):
            yield f"{DISORDERS[one.row].title}: {now}"


def _track(name: str, places: tuple[str, ...], now: int, was: int | None = None) -> Meter:
    return Meter(name=name, look="track", now=now, most=LAST, was=was, places=places)


def in_play(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """Everyone whom the table knows, or the guide: players' characters first."""
    known = [who for who in state.people.values() if who.made and (guide or who.known) and (who.active or who.dead)]
    return tuple(row(who, guide) for who in sorted(known, key=lambda who: who.npc))


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The same as rows of the cast."""
    known = (who for who in state.people.values() if guide or who.known)
    return tuple(
        CastMember(
            id=who.id, name=who.name, seat=state.played_by(who.id), out=who.dead or who.retired,
            here=who.active and who.made, state=" · ".join(_standing(who, guide)) if who.made else "in the making",
        )
        for who in sorted(known, key=lambda who: who.npc)
    )


def _standing(who: Person, guide: bool) -> tuple[str, ...]:
    """How somebody is, after where they wait if nobody plays them now (GP-STABLE-01)."""
    waits = () if who.active or who.npc or who.dead or who.retired else ("in the stable",)
    return (*waits, *row(who, guide).marks)


def trials(state: State, guide: bool) -> Iterator[BoardRow]:
    """The tests that somebody has yet to roll; sealed ones are the guide's. Who withstands something stands there."""
    for trial in state.trials.values():
        if trial.rolled is None and (guide or not trial.sealed) and trial.of not in state.ordeals:
            words = tested(state, trial, guide)
            yield BoardRow(id=trial.id, of=tester(state.people, trial).id, name=begun(whose(state, trial)), words=words)


def tested(state: State, trial: Trial, guide: bool) -> str:
    """What somebody has yet to roll. The chances of the guide's people are the guide's."""
    who = tester(state.people, trial)
    open_ = guide or not who.npc
    test = f"is to test {SKILLS[trial.skill].title}, {DIFFICULTIES[trial.difficulty].worth}"
    return " · ".join(filter(None, (
        f"{test}: up to {chance_of(trial, who)}" if open_ else test,
        "" if trial.of in state.ordeals else trial.why.rstrip("."),
        FLIPS[flips(state.options, trial, who)] if open_ else "",
        f"{state.name(trial.helper)} helps" if trial.helper else "",
    )))


def prospects(state: State, seat: Seat) -> tuple[Prospect, ...]:
    """What the tests may bring that a seat is about to roll, or to roll again."""
    mine = ((one, tester(state.people, one)) for one in state.trials.values() if state.owns(seat, one.who))
    return tuple(
        Prospect(trial=one.id, who=one.who, of=one.of, shares=shares(
            odds_of(state.options, one, who), FORETOLD.get((one.purpose, one.step), {})
        ))
        for one, who in mine
    )


class SumView(msgspec.Struct, frozen=True):
    """Why 7? A figure and what it is made of, as (label, how much)."""

    title: str
    total: int
    parts: tuple[tuple[str, int], ...]


class AttributeView(msgspec.Struct, frozen=True):
    """An attribute, its bonus, and what that is made of where advances and ancestry have a part in it."""

    title: str
    value: int
    bonus: int
    made: str


class SkillView(msgspec.Struct, frozen=True, kw_only=True):
    """A skill: ranks owned and usable, the chance at Standard, and which way it flips (0: neither)."""

    title: str
    attribute: str
    ranks: int
    usable: int
    chance: int
    flip: int


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet. Of the guide's people others see a name, a class and the Damage track alone."""

    id: str
    name: str
    player: str
    born: str
    damage: Meter
    peril: Meter | None = None
    attributes: tuple[AttributeView, ...] = ()
    sums: tuple[SumView, ...] = ()
    skills: tuple[SkillView, ...] = ()
    focuses: tuple[str, ...] = ()
    armor: str = ""
    leaning: str = ""
    injuries: tuple[tuple[str, str], ...] = ()
    order: tuple[int, int] = (0, 0)
    chaos: tuple[int, int] = (0, 0)
    fate: int = 0
    rewards: int = 0
    disorders: tuple[DisorderView, ...] = ()
    purse: ReputationPurse | None = None


def sheet(state: State, seat: Seat, who: Person) -> SheetView:
    """Somebody's sheet, as a seat sees it."""
    plain = SheetView(
        id=who.id, name=who.name, player=who.player, born=who.origin, damage=_track("Damage", DAMAGE_TITLES, who.damage)
    )
    if who.npc and not seat.guides:
        return plain
    return msgspec.structs.replace(
        plain, peril=_track("Peril", PERIL_TITLES, who.peril),
        attributes=tuple(
            AttributeView(ATTRIBUTES[one].title, who.attributes.get(one, 0), who.bonus(one), _bonus(who, one))
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
def sums(who: Person) -> tuple[SumView, ...]:
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
        SumView("Carried", who.load, (("above the limit", who.overage),) if who.overage else ()),
    )


def _added(title: str, parts: Iterable[Addend]) -> SumView:
    found = tuple((part.label, part.worth) for part in parts)
    return SumView(title, sum(worth for _, worth in found), found)


def _made(title: str, total: int, parts: tuple[tuple[str, int], ...]) -> SumView:
    """A sum without what is 0, and with what brings it to its end where it has one."""
    found = tuple((label, worth) for label, worth in parts if worth)
    rest = total - sum(worth for _, worth in found)
    return SumView(title, total, (*found, *((("what else holds", rest),) if rest else ())))


@remembered(512)
def skills(who: Person, options: Options) -> tuple[SkillView, ...]:
    """Every skill with its chance at Standard difficulty; 0 where tests fail without dice."""
    found = []
    for row in SKILLS.values():
        trial = Trial(who=who.id, skill=row.id, purpose="")
        found.append(SkillView(
            title=row.title, attribute=ATTRIBUTES[row.attribute].title, ranks=who.ranks.get(row.id, 0),
            usable=who.usable(row.id), flip=flips(options, trial, who),
            chance=0 if who.fails(row.id) else chance_of(trial, who),
        ))
    return tuple(found)


def opened(state: State, seat: Seat, what: str) -> SheetView | None:
    """The sheet of the person that somebody points at, if that seat may know of them."""
    who = state.people.get(what)
    return sheet(state, seat, who) if who is not None and (who.known or seat.guides) else None

"""People as rows: who plays them, how they stand on both tracks, and the tests and wounds that they are at."""

from __future__ import annotations

import msgspec

from moot.core import CastMember, Seat, Shown, Throw
from moot.games.perilous.dice import WORDS, digit, shares
from moot.games.perilous.figures import DIFFICULTIES, SKILLS
from moot.games.perilous.person import DAMAGE_STATES, INJURY_ROWS, LAST, PERIL_STATES, Person
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial, chance_of, flips, odds_of
from moot.games.perilous.trying import said
from moot.kit.bars import Share, percent

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
    injuries: tuple[str, ...]
    says: str
    out: bool
    inspired: bool
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
    shares: tuple[Share, ...]


def seen(state: State, who: Person, guide: bool) -> PersonSeen:
    """How somebody stands, as others see it."""
    peril = who.peril if guide or not who.npc or who.peril == LAST else 0
    condition = [DAMAGE_STATES[who.damage].title] if who.damage else []
    condition += [PERIL_STATES[peril].title] if peril else []
    hurts = tuple(INJURY_ROWS[one.injury].title for one in who.injuries)
    says = "Slain!" if who.dead else " · ".join((*condition, *hurts, *(("inspired",) if who.inspired else ())))
    return PersonSeen(
        id=who.id, name=who.name, seat=who.player or state.guide_seat, npc=who.npc, damage=who.damage, peril=peril,
        injuries=hurts, says=says, out=who.dead or who.retired or peril == LAST,
        inspired=who.inspired, hidden=not who.known,
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
        id=trial.id, who=who.id, name=who.name, seat=who.player or state.guide_seat, skill=SKILLS[trial.skill].title,
        difficulty=f"{row.title} {row.value:+d}" if row.value else row.title, why=trial.why,
        chance=chance_of(trial, who) if open_ else 0,
        flip=FLIPS[flips(state.options, trial, who)] if open_ else "",
        helper=state.name(trial.helper) if trial.helper else "", throw=throw,
        says=WORDS[rolled.outcome] if rolled else "",
    )


def prospects(state: State, seat: Seat) -> tuple[Prospect, ...]:
    """What the tests may bring that a seat is about to roll, or to roll again."""
    found = (trial for trial in state.trials.values() if state.owns(seat, trial.who))
    return tuple(_prospect(state, trial) for trial in found)


def _prospect(state: State, trial: Trial) -> Prospect:
    odds = odds_of(state.options, trial, state.people[trial.who])
    success = odds["success"] + odds["critical-success"]
    return Prospect(
        trial=trial.id, who=trial.who, of=trial.of, title=said(state, trial), success=percent(success),
        shares=shares(odds),
    )

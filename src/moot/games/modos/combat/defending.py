"""Defenses, and how somebody takes what is coming (MO-005, MO-X211, MO-X217, MO-X321, MO-E88,
MO-FP12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Confirm, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.games.modos.abilities import affords, check_open, hero_for, hero_ready
from moot.games.modos.arms import arms_of
from moot.games.modos.claiming import claims_blank
from moot.games.modos.conflict.beats import declare, may_answer
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Beat, Deed, Entry
from moot.games.modos.facts import SIGHT, Facts
from moot.games.modos.flow import Act
from moot.games.modos.live import aware, catalog_of
from moot.games.modos.reckoning import guard, lost_pools, skill_total
from moot.games.modos.skills import row_of, title_of, usual
from moot.games.modos.state import REACTION, State
from moot.games.modos.terms import POOLS, Pool
from moot.kit.totals import signed

ATTACK: Final = "attack"


def harm_of(state: State, deed: Deed) -> Pool:
    """The pool that an attack is on."""
    return "MP" if deed.karma else arms_of(catalog_of(state), state.people[deed.who]).weapon(deed.tool).pool


def defenses(state: State, deed: Deed, who: str) -> tuple[str, ...]:
    """The skills with which somebody can defend against an attack: those that answer its skill, and that which guards
    the pool it is on; either will do (MO-X217, MO-E99)."""
    catalog, pool = catalog_of(state), harm_of(state, deed)
    row = row_of(catalog, deed.skill)
    answers = [*(row.answers if row else ()), *(one.id for one in catalog.skills.values() if one.defends == pool)]
    lost = lost_pools(state, who)
    return tuple(
        skill for skill in dict.fromkeys(answers)
        if skill in catalog.skills and usual(catalog, skill) not in lost
        and affords(state, who, skill, usual(catalog, skill))
    )


def attackers(beat: Beat, who: str) -> list[Deed]:
    """The attacks on somebody in a beat."""
    every = (beat.deed, *(answer for answer in beat.answers.values() if answer is not None))
    return [deed for deed in every if deed.kind == ATTACK and who in deed.targets and deed.who != who]


class Defend(Act, tag="defend"):
    """Defend against an attack on you: by a Pro it is undone."""

    when, urgency = REACTION, "may"
    rules = ("MO-005", "MO-X217", "MO-006", "MO-X206", "MO-X211", "MO-FQ21", "MO-E88", "MO-E99")
    who: str
    against: str
    skill: str
    words: str = ""
    wide: bool = False
    half: bool = False
    hero: bool = False
    claims: tuple[str, ...] = ()
    guard_half: bool = False
    guard_hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one, beat in may_answer(state, seat):
            found = attackers(beat, one.who)
            for deed in found:
                try:
                    check_open(state, one.who, "defend", facts=Facts(deed="defend", target=deed.who))
                    skills = _checked(state, one, deed)
                except Refused as reason:
                    yield cls.barred(reason, who=one.who, against=deed.who)
                    continue
                label = "Defend yourself" if not state.people[one.who].npc else f"{state.name(one.who)} defends"
                label += f" against {state.name(deed.who)}" if len(found) > 1 else ""
                yield cls.offer(
                    (one, deed), label, "A Pro undoes the attack.",
                    partial(_blanks, state, one, deed, skills, len(found) > 1), about=one.who, who=one.who,
                    against=deed.who,
                )
        yield Refused("not-attacked", "Nobody of yours is attacked who could still defend.", "MO-005")

    def act(self, play: Play[State], of: tuple[Entry, Deed]) -> None:
        one, deed = of
        declare(play, Deed(
            who=one.who, kind="defend", pool=usual(catalog_of(play.state), self.skill), skill=self.skill,
            targets=(deed.who,), words=self.words.strip(), wide=self.wide, half=self.half, hero=self.hero,
            claims=(*self.claims, SIGHT), guard_half=self.guard_half, guard_hero=self.guard_hero,
        ))


def _checked(state: State, one: Entry, deed: Deed) -> tuple[str, ...]:
    if not aware(state, one.who, deed.who):
        raise Refused("unaware", f"{state.name(one.who)} knows nothing of {state.name(deed.who)}.", "MO-006")
    if not (skills := defenses(state, deed, one.who)):
        raise Refused("no-defense", f"{state.name(one.who)} has no use of a skill that helps.", "MO-X217")
    return skills


def _blanks(
    state: State, one: Entry, deed: Deed, skills: tuple[str, ...], several: bool, shown: bool
) -> Iterator[Field]:
    catalog = catalog_of(state)
    best = max(skills, key=lambda skill: skill_total(state, one.who, skill))
    choices = tuple(
        Choice(skill, title_of(catalog, skill), hint=signed(skill_total(state, one.who, skill))) for skill in skills
    )
    yield Choose(name="skill", label="By which skill?", choices=choices, default=(best,), rule="MO-X217")
    yield Write(name="words", label="In your words", least=0)
    if several:
        yield Confirm(name="wide", label="Against all of them at once", hint="Hardly ever works.", rule="MO-X211")
    yield Confirm(name="half", label="Take half of the die", hint="10 for certain.", rule="MO-012")
    if hero_ready(state, one.who):
        yield Confirm(name="hero", label="Add a hero point", rule="MO-114")
    yield from claims_blank(state, one.who, Facts(deed="defend", skill=best, target=deed.who, claims=(SIGHT,)))
    yield from guard_blanks(state, one.who)


def guard_blanks(state: State, who: str) -> Iterator[Field]:
    """How somebody takes what lands: the dice of protection, before any die is thrown (MO-X321, MO-012)."""
    if not any(guard(state, who, pool) for pool in POOLS):
        return
    half = ", ".join(f"{die.half} of {die}" for pool in POOLS if (die := guard(state, who, pool)))
    usually = state.people[who].half
    yield Confirm(name="guard_half", label="Protection by half", hint=half, default=usually, rule="MO-012")
    if (hard := hero_for(state, who, "guard-roll")) is not None:
        yield Confirm(name="guard_hero", label=f"{hard.title}: a hero point on protection", rule="MO-E50")


class TakeIt(Act, tag="take-it"):
    """Say how you take what is coming, without an action against it: protection by half, a hero point on it."""

    when, rules, urgency = REACTION, ("MO-X321", "MO-012", "MO-E50"), "may"
    who: str
    guard_half: bool = False
    guard_hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        for who, one in now.listed.items():
            if now.beat is None or not state.owns(seat, who) or who in now.beat.answers or who not in now.beat.asked:
                continue
            if who in now.beat.deed.targets and any(guard(state, who, pool) for pool in POOLS):
                label = "Let it come" if not state.people[who].npc else f"{state.name(who)} lets it come"
                yield cls.offer(one, label, "Costs no action.", partial(_taken, state, who), about=who, who=who)
        yield Refused("nothing-coming", "Nothing comes at anybody of yours who has protection.", "MO-X321")

    def act(self, play: Play[State], of: Entry) -> None:
        declare(play, Deed(who=of.who, kind="take", guard_half=self.guard_half, guard_hero=self.guard_hero, price=0))


def _taken(state: State, who: str, shown: bool) -> Iterator[Field]:
    return guard_blanks(state, who)


DEFENDING: Final = Part(Defend, TakeIt, module="combat")

"""Deeds that are the same outside a conflict and in one: a contest for something, and what comes of a Pro (MO-X003)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from moot.core import Choice, Offered, Offers, Play, Refused, Seat
from moot.core.blanks import Field
from moot.core.commands import Blanks
from moot.games.modos.abilities import affords, check_open
from moot.games.modos.blanks import dice_choices, skill_choices
from moot.games.modos.calling import call
from moot.games.modos.conflict.beats import declare, resolves
from moot.games.modos.conflict.deeds import contest_of
from moot.games.modos.conflict.rounds import turn_of
from moot.games.modos.conflicts import Deed
from moot.games.modos.contests import Contest, Purpose, Side, Total
from moot.games.modos.facts import Facts
from moot.games.modos.flow import Act, mine
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import lost_pools, skill_total
from moot.games.modos.skills import row_of, usual
from moot.games.modos.state import FREE, TURN, State
from moot.games.modos.terms import Pool
from moot.games.modos.throwing import total_of
from moot.games.modos.vocabulary import Verb

Settle: TypeAlias = Callable[[Play[State], str, Purpose, "Total | None"], None]
"""What comes of a Pro for somebody; without a total nothing stood against it."""
S = TypeVar("S", bound=Settle)

PURPOSES: Final[dict[str, Settle]] = {}
"""What comes of a Pro, by the kind of deed that it was for."""


def settles(kind: str, says: str = "") -> Callable[[S], S]:
    """Register what comes of a Pro on deeds of this kind outside a conflict; and in one, if `says` is how people say
    that somebody does one."""

    def registered(settle: S) -> S:
        PURPOSES[kind] = settle
        if says:
            resolves(kind, says)(partial(_came, settle))
        return settle

    return registered


def _came(settle: Settle, play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """A deed in a conflict comes out: with a Pro, or if nothing stands against it."""
    thrown = contest_of(play, deed, against)
    if thrown is None or thrown.outcome == "pro":
        purpose = Purpose(kind=deed.kind, skill=deed.skill, targets=deed.targets, words=deed.words, pick=deed.pick)
        settle(play, deed.who, purpose, thrown.first if thrown else None)
    return thrown.first if thrown else None


def able(state: State, seat: Seat) -> list[str]:
    """The people of a seat who can begin a deed now: all of them, or in a conflict whoever has the turn. Raises Refused
    if it is not their turn."""
    if state.conflict is None:
        return [who.id for who in mine(state, seat)]
    return [turn_of(state, seat).who]


def skills_for(state: State, who: str, verb: Verb) -> tuple[Choice, ...]:
    """The skills of somebody that such deeds ride on, by their usual attribute. Raises Refused if something keeps them
    from it, and for the lack of an action that fits."""
    check_open(state, who, verb)
    catalog, found = catalog_of(state), list[Choice]()
    for pool in {row.attribute: None for row in catalog.skills.values() if verb in row.acts}:
        if pool not in lost_pools(state, who):
            found += (
                choice for choice in skill_choices(state, who, pool)
                if (row := row_of(catalog, choice.value)) and verb in row.acts and row.attribute == pool
            )
    if state.conflict is None:
        return tuple(found)
    payable = tuple(each for each in found if affords(state, who, each.value, usual(catalog, each.value)))
    if found and not payable:
        raise Refused("no-action", "No action is left for that this turn.", "MO-202")
    return payable


def deed_choices(state: State, who: str) -> list[Field]:
    """What is chosen before the dice of a deed in a conflict; outside one it is asked when the contest is thrown."""
    return [] if state.conflict is None else dice_choices(state, who)


class WithSkill(Act):
    """A deed that rides on skills: offered to all who can begin it now, in each of the `ways` that a skill has.
    `nobody` is code and message where nobody can."""

    when, urgency = FREE | TURN, "may"
    kind: ClassVar[Verb]
    nobody: ClassVar[tuple[str, str]]
    who: str
    skill: str
    half: bool = False
    hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in able(state, seat):
            try:
                skills, others = skills_for(state, who, cls.kind), cls.others(state, who)
            except Refused as reason:
                yield cls.barred(reason, who=who)
                continue
            for skill in skills:
                yield from cls.ways(state, who, skill, others)
        yield Refused(*cls.nobody)

    @classmethod
    def others(cls, state: State, who: str) -> tuple[Choice, ...]:
        """Whom it can be about. Raises Refused if it has to be about somebody, and there is nobody."""
        return ()

    @classmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        """The offers to do it with a skill."""
        raise NotImplementedError

    @classmethod
    def way(cls, who: str, skill: Choice, label: str, why: str, *blanks: Blanks, **more: Any) -> Offered:
        """One of them."""
        return cls.offer((who, skill.value), label, why, *blanks, about=who, who=who, skill=skill.value, **more)


def answering(state: State, who: str, skill: str, usually: Pool = "M") -> Side:
    """Somebody against whom a skill is used outside a conflict, with what answers it."""
    answers = answers_to(state, who, skill)
    return Side(who=who, pool=usual(catalog_of(state), answers[0]) if answers else usually, answers=answers)


def begin(
    play: Play[State], who: str, purpose: Purpose, against: Side | None = None, *, half: bool = False,
    hero: bool = False, price: int = 1, rule: str,
) -> None:
    """Let somebody do a deed: a contest outside a conflict, a deed of their turn in one. `against` is who opposes it
    outside a conflict; by itself the guide has yet to say how difficult it is."""
    pool = usual(catalog_of(play.state), purpose.skill)
    if play.state.conflict is None:
        side = Side(who=who, pool=pool, skill=purpose.skill)
        why = purpose.words[:1].upper() + purpose.words[1:]
        call(play, Contest(id="", why=why, sides=(side, against or Side()), purpose=purpose), rule)
        return
    deed = Deed(
        who=who, kind=purpose.kind, pool=pool, skill=purpose.skill, targets=purpose.targets, words=purpose.words,
        pick=purpose.pick, half=half, hero=hero, price=price,
    )
    declare(play, deed, open_=against is None)


def answers_to(state: State, who: str, skill: str) -> tuple[str, ...]:
    """The skills with which somebody can answer a deed: those that its own row names, the best first; typed ones as
    far as they are trained in them (MO-X217, MO-111)."""
    catalog, person = catalog_of(state), state.people[who]
    row, found = row_of(catalog, skill), list[str]()
    for answer in row.answers if row else ():
        if (one := catalog.skills.get(answer)) is None or one.attribute in lost_pools(state, who):
            continue
        trained = [own for own in person.points if own.partition(":")[0] == answer]
        found += trained or ([] if one.typed or one.locked else [answer])
    return tuple(sorted(found, key=lambda each: -skill_total(state, who, each)))


def stored_of(play: Play[State], who: str, skill: str, total: Total | None) -> int:
    """The number that later doubts must beat: the total of the first contest, by half if nothing opposed it
    (MO-E105)."""
    if total is not None:
        return total.worth
    side = Side(who=who, pool=usual(catalog_of(play.state), skill), skill=skill, half=True)
    return total_of(play, side, Facts()).worth

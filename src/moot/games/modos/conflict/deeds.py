"""What deeds have in common: how they are offered and declared, thrown for, and come out (MO-200, MO-204, MO-X205)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from moot.core import Offers, Play, Refused, Seat
from moot.core.commands import Blanks
from moot.core.words import Words
from moot.games.modos.abilities import hero_ready
from moot.games.modos.blanks import fate_side
from moot.games.modos.conflict.beats import doers, resolves
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Deed, Entry
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import FateDie, Side, Term, Total
from moot.games.modos.facts import Facts
from moot.games.modos.flow import Act
from moot.games.modos.state import State
from moot.games.modos.terms import Pool
from moot.games.modos.throwing import Thrown, kept_against, throw

SHIFTED: Final = "moved to the damage"
"""What takes off a contest the points that somebody adds to its damage (Special Move)."""

Form: TypeAlias = tuple[Any, Words, Words, Sequence[Blanks]]
"""What an offer stands for, its label, a sentence, and its blanks."""


class DeedAct(Act):
    """A command for a deed. It is offered for all who can do it now (`able`), with each of some `things`, in a `form`;
    `nobody` is code, message and rule where nobody can."""

    nobody: ClassVar[tuple[str, ...]]
    who: str
    skill: str = ""
    half: bool = False
    hero: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in cls.able(state, seat):
            for thing, fixed in cls.things(state, one):
                try:
                    of, label, why, blanks = cls.form(state, one, thing)
                except Refused as reason:
                    yield cls.barred(reason, who=one.who, **fixed)
                else:
                    yield cls.offer(of, label, why, *blanks, about=one.who, who=one.who, **fixed)
        yield Refused(*cls.nobody)

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Entry]:
        """Those of a seat who could do it. Raises Refused if it cannot be done at all."""
        return doers(state, seat)

    @classmethod
    def things(cls, state: State, one: Entry) -> Iterable[tuple[Any, dict[str, Any]]]:
        """What somebody could do it with, each with the fields that say so."""
        return ((None, {}),)

    @classmethod
    def form(cls, state: State, one: Entry, thing: Any) -> Form:
        """The offer to do it with a thing. Raises Refused if something keeps them from it."""
        raise NotImplementedError

    def deed(self, kind: str, pool: Pool, **more: Any) -> Deed:
        """The deed: its fields of the same names are as the command has them, and `more` are others."""
        same = {name: getattr(self, name) for name in self.__struct_fields__ if name in Deed.__struct_fields__}
        same |= {"kind": kind, "pool": pool, "words": same.get("words", "").strip(), **more}
        return Deed(**same)


def side_of(state: State, deed: Deed) -> Side:
    """How a deed is thrown for: what was chosen with it, and what the guide added, to whichever side (MO-X006,
    MO-E63)."""
    beat = state.beat
    extra = [Term(SHIFTED, -deed.shift, "MO-109")] if deed.shift else []
    if beat and deed.who in beat.played:
        extra.append(Term("well played", CONTEST.award, "MO-X002"))
    if deed.wide:
        extra.append(Term("against all at once", CONTEST.against_all, "MO-X211"))
    return Side(
        who=deed.who, pool=deed.pool, skill=deed.skill, half=deed.half, claims=deed.claims, extra=tuple(extra),
        hero=deed.hero and hero_ready(state, deed.who), difficulty=beat.difficulty.get(deed.who, 0) if beat else 0,
    )


def facts_of(deed: Deed, target: str = "", steps: int | None = None) -> Facts:
    """What rows may know of a deed."""
    return Facts(
        deed=deed.kind, pool=deed.pool, skill=deed.skill, tool=deed.tool, target=target, steps=steps,
        claims=deed.claims,
    )


def contest_of(play: Play[State], deed: Deed, against: tuple[Deed, ...], fate: int | None = None) -> Thrown | None:
    """Throw for a deed against whatever stands against it: an answer, or fate; None if nothing does (MO-X205).

    `fate` is a difficulty that the deed has by itself, if it has one; where people oppose it, that is a penalty of
    whoever does it (MO-X006). A combined action may keep the number of the one before it (MO-204). What several others
    do has to be beaten one by one, by the same number.
    """
    beat, one = running(play.state).beat, play.state.entry(deed.who)
    die: FateDie = "roll"
    if beat is not None and beat.deed.who == deed.who and beat.fate is not None:
        fate, die = beat.fate, beat.fate_die
    sides = [(side_of(play.state, each), facts_of(each, deed.who, deed.steps.get(each.who))) for each in against]
    own = side_of(play.state, deed)
    if sides and fate:
        own = replace(own, difficulty=own.difficulty - fate)
    elif not sides and fate is not None:
        sides.append((fate_side(fate, die), Facts(target=deed.who)))
    kept = Total(who=deed.who, face=0, terms=one.chain.terms) if deed.keep and one and one.chain else None
    thrown: Thrown | None = None
    for other, theirs in sides:
        if kept is not None:
            thrown = kept_against(play, kept, other, theirs, deed.words)
        else:
            mine = facts_of(deed, other.who, deed.steps.get(other.who))
            thrown = throw(play, (own, other), (mine, theirs), deed.words)
            kept = thrown.first
        if thrown.outcome != "pro":
            break
    return thrown


# ---------------------------------------------------------------- how they come out

Settle: TypeAlias = Callable[[Play[State], Deed, "Thrown | None"], None]
"""What comes of a deed, by what was thrown for it: None where nothing stood against it."""
S = TypeVar("S", bound=Settle)


def won(thrown: Thrown | None) -> bool:
    """Whether a deed works: with a Pro, or if nothing stands against it (MO-X205)."""
    return thrown is None or thrown.outcome == "pro"


def comes_out(
    kind: str, says: str, hard: Callable[[State, Deed], int | None] = lambda state, deed: None
) -> Callable[[S], S]:
    """Register what comes of deeds of this kind that are thrown for, and how people say that somebody does one
    (`resolves`); `hard` is the difficulty that they have by themselves."""

    def registered(settle: S) -> S:
        def resolve(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
            thrown = contest_of(play, deed, against, hard(play.state, deed))
            settle(play, deed, thrown)
            return thrown.first if thrown else None

        resolves(kind, says)(resolve)
        return settle

    return registered

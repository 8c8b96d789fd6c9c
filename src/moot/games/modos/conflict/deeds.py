"""What deeds have in common: how they are offered and declared, thrown for, and come out; in a conflict, or outside
one as a contest with a purpose (MO-200, MO-204, MO-X003, MO-X205)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import compress
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar

from msgspec.structs import astuple, replace

from moot.core import Choice, Offered, Offers, Play, Refused, Seat, Urgency
from moot.core.blanks import Field
from moot.core.offered import Blanks, FirstDice
from moot.core.words import Words
from moot.games.modos import throwing
from moot.games.modos.abilities import affords, can_act, check_open
from moot.games.modos.blanks import UNTRAINED, dice_choices, fate_side, keep_blank, skill_choices
from moot.games.modos.calling import call, check_new
from moot.games.modos.catalog import row_of, usual
from moot.games.modos.conflict.beats import acts, declare, doers
from moot.games.modos.conflict.resolving import resolves
from moot.games.modos.conflict.rounds import running, turn_of
from moot.games.modos.conflicts import Chain, Contender, Deed
from moot.games.modos.contests import Contest, Facts, FateDie, HeroPoints, Purpose, Side, Term, Total
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import FlowCommand
from moot.games.modos.live import catalog_of, steady
from moot.games.modos.reckoning import lost_pools, skill_total
from moot.games.modos.state import FREE, TURN, State
from moot.games.modos.terms import Pool
from moot.games.modos.throwing import Graded, Thrown, stands, throw
from moot.games.modos.vocabulary import Verb
from moot.kit.people import mine
from moot.kit.remembered import TABLES, remembered

SHIFTED: Final = "moved to the damage"
"""What takes off a contest the points that somebody adds to its damage (Special Move)."""

Form: TypeAlias = tuple[Any, Words, Words, Sequence[Blanks]]
"""What an offer stands for, its label, a sentence, and its blanks."""


class DeedCommand(FlowCommand):
    """A command for a deed. It is offered for all who can do it now (`able`), with each of some `things`, in a `form`;
    `nobody` is code, message and rule where nobody can. Of two urgencies the second is for those whose turn it is
    not."""

    throws: ClassVar[bool | Literal["later"]] = "later"
    about_any = "people"
    nobody: ClassVar[tuple[str, ...]]
    who: str
    skill: str = ""
    half: bool = False
    hero: HeroPoints = False

    @classmethod
    def possible_for(cls, state: State, seat: Seat) -> bool:
        return acts(state, seat)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in cls.able(state, seat):
            urgency = cls.urgency if isinstance(cls.urgency, str) else cls.urgency[one.turn != "now"]
            for thing, fixed in cls.things(state, one):
                try:
                    of, label, why, blanks = cls.form(state, one, thing)
                except Refused as reason:
                    yield cls.barred(reason, who=one.who, **fixed)
                else:
                    yield cls.offer(
                        of, label, why, *blanks, about=one.who, urgency=urgency, who=one.who,
                        rolls=partial(cls.falls_first, state, one, thing), **fixed,
                    )
        yield Refused(*cls.nobody)

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        """Those of a seat who could do it. Raises Refused if it cannot be done at all."""
        return doers(state, seat)

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterable[tuple[Any, dict[str, Any]]]:
        """What somebody could do it with, each with the fields that say so."""
        return ((None, {}),)

    @classmethod
    def falls_first(cls, state: State, one: Contender, thing: Any) -> FirstDice:
        """The dice that fall first, whatever is chosen for it: none that are known, unless a deed says otherwise."""
        return ()

    @classmethod
    def form(cls, state: State, one: Contender, thing: Any) -> Form:
        """The offer to do it with a thing. Raises Refused if something keeps them from it."""
        raise NotImplementedError

    def deed(self, kind: str, pool: Pool, **more: Any) -> Deed:
        """The deed: its fields of the same names are as the command has them, and `more` are others."""
        own = zip(self.__struct_fields__, astuple(self), strict=True)
        same: dict[str, Any] = dict(compress(own, _shared(type(self))))
        same |= {"kind": kind, "pool": pool, "words": same.get("words", "").strip(), **more}
        return Deed(**same)


@cache
def _shared(kind: type[DeedCommand]) -> tuple[bool, ...]:
    """Of each field of a command, whether a deed has it, too."""
    return tuple(name in Deed.__struct_fields__ for name in kind.__struct_fields__)


def side_of(state: State, deed: Deed) -> Side:
    """How a deed is thrown for: what was chosen with it, and what the guide added to this side (MO-X006,
    MO-E63)."""
    beat = state.beat
    extra = [Term(SHIFTED, -deed.shift, "MO-109")] if deed.shift else []
    if beat and deed.who in beat.played:
        extra.append(Term("well played", CONTEST.award, "MO-X002"))
    if deed.wide:
        extra.append(Term("against all at once", CONTEST.against_all, "MO-X211"))
    return Side(
        who=deed.who, pool=deed.pool, skill=deed.skill, half=deed.half, claims=deed.claims, extra=tuple(extra),
        hero=min(deed.hero, state.people[deed.who].heroes), difficulty=beat.difficulty.get(deed.who, 0) if beat else 0,
    )


def facts_of(deed: Deed, target: str = "", steps: int | None = None) -> Facts:
    """What rows may know of a deed."""
    return Facts(
        deed=deed.kind, pool=deed.pool, skill=deed.skill, tool=deed.tool, target=target, steps=steps,
        claims=deed.claims, on=deed.on,
    )


def contest_of(play: Play[State], deed: Deed, against: tuple[Deed, ...], fate: int | None = None) -> Thrown | None:
    """Throw for a deed against whatever stands against it: an answer, or fate; None if nothing does (MO-X205).

    `fate` is a difficulty that the deed has by itself, if it has one; where people oppose it, that is a penalty of
    the one who does it (MO-X006). A combined action may keep the number of the one before it (MO-204). What several
    others do has to be beaten one by one, by the same number.
    """
    beat, one = running(play.state).beat, play.state.entry(deed.who)
    die: FateDie = "roll"
    said = beat.fates.get(deed.who) if beat is not None else None
    if said is not None and said.difficulty is not None:
        fate, die = said.difficulty, said.die
    sides = [(side_of(play.state, each), facts_of(each, deed.who, deed.steps.get(each.who))) for each in against]
    own = side_of(play.state, deed)
    if sides and fate:
        own = replace(own, difficulty=own.difficulty - fate)
    elif not sides and fate is not None:
        sides.append((fate_side(fate, die), Facts(target=deed.who)))
    kept: Total | None = None
    thrown: Thrown | None = None
    if said is not None and said.later and not sides:
        return _goes_on(play, deed, own, one.chain if one and deed.keep else None)
    if sides and deed.keep and one and one.chain:
        first = sides[0][0].who
        kept = throwing.kept_total(play, one.chain, own, facts_of(deed, first, deed.steps.get(first)))
    for other, theirs in sides:
        if kept is not None:
            thrown = throwing.kept_against(play, kept, other, theirs, deed.words)
        else:
            mine = facts_of(deed, other.who, deed.steps.get(other.who))
            thrown = throw(play, (own, other), (mine, theirs), deed.words)
            kept = thrown.first
        if thrown.outcome != "pro":
            break
    return thrown


def _goes_on(play: Play[State], deed: Deed, own: Side, chain: Chain | None) -> Thrown:
    """What is thrown for a deed that goes on with the next action, or the number that it keeps: nothing stands against
    it yet, and nothing comes of it (MO-204, MO-X218)."""
    if chain is not None:
        total = throwing.kept_total(play, chain, own, facts_of(deed))
    else:
        total = throwing.total_of(play, own, facts_of(deed))
        play.record(Graded(total=total, why=deed.words, rules=("MO-204", "MO-X218")))
    return Thrown("tie", total, Total(who="", face=0, terms=()))


# ---------------------------------------------------------------- how they come out

Settle: TypeAlias = Callable[[Play[State], Deed, "Thrown | None"], None]
"""What comes of a deed, by what was thrown for it: None where nothing stood against it."""
S = TypeVar("S", bound=Settle)


FATED: Final = {"attack"}
"""Kinds of deeds against which the guide can set a difficulty, though they are thrown for only if somebody opposes them
(MO-X213, MO-412)."""


def won(thrown: Thrown | None) -> bool:
    """Whether a deed works: with a Pro, or if nothing stands against it (MO-X205)."""
    return thrown is None or thrown.outcome == "pro"


def beats_stored(play: Play[State], deed: Deed, thrown: Thrown | None, stored: int, target: str = "") -> bool:
    """Whether a deed beats a number that was stored before: by that which has beaten who hindered it, if anybody did
    (MO-X205), else by a throw of its own."""
    if thrown is None:
        own = side_of(play.state, deed)
        return throwing.throw_stored(play, own, stored, facts_of(deed, target), deed.words) == "pro"
    return won(thrown) and stands(play, throwing.once_more(thrown.first), stored, "MO-003", why=deed.words) == "pro"


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
        FATED.add(kind)
        return settle

    return registered


# ---------------------------------------------------------------- the same outside a conflict


Purposed: TypeAlias = Callable[[Play[State], str, Purpose, "Total | None"], None]
"""What comes of a Pro for somebody; without a total nothing stood against it."""
Q = TypeVar("Q", bound=Purposed)

PURPOSES: Final[dict[str, Purposed]] = {}
"""What comes of a Pro, by the kind of deed that it was for."""


def settles(kind: str, says: str = "") -> Callable[[Q], Q]:
    """Register what comes of a Pro on deeds of this kind outside a conflict; and in one, if `says` is how people say
    that somebody does one."""

    def registered(settle: Q) -> Q:
        def came(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
            if won(thrown):
                about = Purpose(kind=kind, skill=deed.skill, targets=deed.targets, words=deed.words, pick=deed.pick)
                settle(play, deed.who, about, thrown.first if thrown else None)

        PURPOSES[kind] = settle
        if says:
            comes_out(kind, says)(came)
        return settle

    return registered


def beginners(state: State, seat: Seat) -> list[str]:
    """The people of a seat who can begin a deed now: all of them, or in a conflict the one who has the turn. Raises
    Refused if it is not their turn."""
    if state.conflict is None:
        return [who.id for who in mine(state, seat)]
    return [turn_of(state, seat).who]


def actors(state: State, seat: Seat) -> list[str]:
    """The people of a seat who can do something now: all who can act, or in a conflict the one who has the turn and
    those who may answer. Raises Refused if it is not their turn."""
    if state.conflict is None:
        return [who.id for who in mine(state, seat) if can_act(state, who.id)]
    return [one.who for one in doers(state, seat)]


def skills_for(state: State, who: str, verb: Verb) -> tuple[Choice, ...]:
    """The skills of somebody that such deeds ride on, by their usual attribute; of a trap those alone that stand on its
    sheet (MO-X507). Raises Refused if something keeps them from it, and for the lack of an action that fits."""
    check_open(state, who, verb)
    catalog, lost, bare = catalog_of(state), lost_pools(state, who), state.people[who].mindless
    found = tuple([choice for pool, choice in _riding(state, who, verb)
                   if pool not in lost and not (bare and choice.group == UNTRAINED)])
    if state.conflict is None:
        return found
    payable = tuple(each for each in found if affords(state, who, each.value, usual(catalog, each.value)))
    if found and not payable:
        raise Refused("no-action", "No action is left for that this turn.", "MO-202")
    return payable


@steady
def _riding(state: State, who: str, verb: Verb) -> tuple[tuple[Pool, Choice], ...]:
    """The skills of somebody that such deeds ride on, each with its usual attribute."""
    rows = {id_: row.attribute for id_, row in catalog_of(state).skills.items() if verb in row.acts}
    return tuple([
        (pool, choice) for pool in dict.fromkeys(rows.values()) for choice in skill_choices(state, who, pool, verb)
        if rows.get(choice.value.partition(":")[0]) == pool
    ])


def deed_choices(state: State, who: str, kind: str = "", skill: str = "") -> list[Field]:
    """What is chosen before the dice of a deed in a conflict: whether one of this kind goes on with the last, half, a
    hero point (MO-204); outside one it is asked when the contest is thrown."""
    if (one := state.entry(who)) is None:
        return []
    on = one.chain is not None and (one.chain.kind, one.chain.skill) == (kind, skill)
    return [*([keep_blank(state, one.chain)] if on and one.chain else []), *dice_choices(state, who)]


class WithSkill(DeedCommand):
    """A deed that rides on skills: offered to all who can begin it now, in each of the `ways` that a skill has. Where
    the guide's people are untrained it is kept out of the way."""

    when, urgency = FREE | TURN, ("may", "tool")
    kind: ClassVar[Verb]
    skill: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        waits = tuple(one.id for one in state.contests.values() if one.purpose and one.purpose.kind == cls.kind)
        yield from cls._now(state, seat) if state.conflict else _outside(state, cls, seat, waits)

    @classmethod
    def _now(cls, state: State, seat: Seat) -> Offers:
        for who in beginners(state, seat):
            try:
                skills, others = skills_for(state, who, cls.kind), cls.others(state, who)
            except Refused as reason:
                yield cls.barred(reason, who=who)
                continue
            for skill in skills:
                rarely: Urgency = "tool" if skill.group == UNTRAINED and state.people[who].npc else "may"
                for one in cls.ways(state, who, skill, others):
                    yield replace(one, urgency=rarely)
        yield Refused(*cls.nobody)

    @classmethod
    def others(cls, state: State, who: str) -> tuple[Choice, ...]:
        """Whom it can be about. Raises Refused if it has to be about somebody, and there is nobody."""
        return ()

    @classmethod
    @abstractmethod
    def ways(cls, state: State, who: str, skill: Choice, others: tuple[Choice, ...]) -> Iterator[Offered]:
        """The offers to do it with a skill."""

    @classmethod
    def way(cls, who: str, skill: Choice, label: str, why: str, *blanks: Blanks, **more: Any) -> Offered:
        """One of them."""
        return cls.offer((who, skill.value), label, why, *blanks, about=who, who=who, skill=skill.value, **more)


@remembered(TABLES, lambda state: state.but_contests)
def _outside(
    state: State, kind: type[WithSkill], seat: Seat, waits: tuple[str, ...]
) -> tuple[Offered | Refused, ...]:
    """What a seat can begin outside a conflict: the same while nothing happens but that contests for something else are
    thrown for; `waits` are those for deeds of this kind."""
    return tuple(kind._now(state, seat))


def answering(state: State, who: str, skill: str, usually: Pool = "M") -> Side:
    """Somebody against whom a skill is used outside a conflict, with what answers it."""
    answers = answers_to(state, who, skill)
    return Side(who=who, pool=usual(catalog_of(state), answers[0]) if answers else usually, answers=answers)


def begin(
    play: Play[State], who: str, purpose: Purpose, against: Side | None = None, *, half: bool = False,
    hero: HeroPoints = False, claims: tuple[str, ...] = (), keep: bool = False, price: int = 1, rule: str,
) -> None:
    """Let somebody do a deed: a contest outside a conflict, a deed of their turn in one. `against` is who opposes it
    outside a conflict; by itself the guide has yet to say how difficult it is."""
    pool = usual(catalog_of(play.state), purpose.skill)
    if play.state.conflict is None:
        side = Side(who=who, pool=pool, skill=purpose.skill)
        why = purpose.words[:1].upper() + purpose.words[1:]
        contest = Contest(id="", why=why, sides=(side, against or Side()), purpose=purpose)
        check_new(play.state, contest)
        call(play, contest, rule)
        return
    deed = Deed(
        who=who, kind=purpose.kind, pool=pool, skill=purpose.skill, targets=purpose.targets, words=purpose.words,
        pick=purpose.pick, half=half, hero=hero, claims=claims, keep=keep, price=price,
    )
    declare(play, deed, open_=against is None)


def answers_to(state: State, who: str, skill: str) -> tuple[str, ...]:
    """The skills with which somebody can answer a deed: those that its own row names, the best first; locked ones
    as far as they are trained in them (MO-X217, MO-111)."""
    catalog, person = catalog_of(state), state.people[who]
    row, found = row_of(catalog, skill), list[str]()
    for answer in row.answers if row else ():
        if (one := catalog.skills.get(answer)) is None or one.attribute in lost_pools(state, who):
            continue
        trained = [own for own in person.points if own.partition(":")[0] == answer]
        found += trained or ([] if one.locked else [answer])
    return tuple(sorted(found, key=lambda each: -skill_total(state, who, each)))


def stored_of(play: Play[State], who: str, skill: str, total: Total | None) -> int:
    """The number that later doubts must beat: the total of the first contest, by half if nothing opposed it
    (MO-E105)."""
    if total is not None:
        return total.worth
    side = Side(who=who, pool=usual(catalog_of(play.state), skill), skill=skill, half=True)
    return throwing.total_of(play, side, Facts()).worth

"""Sheets that grow: at which step one is, what a choice adds to it, and what is taken back (MO-X101, MO-113)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.core import Field, Line, Offered, Offers, Part, Play, Purse, Refused, Seat
from moot.core.commands import urgencies
from moot.core.offered import Blanks
from moot.core.offers import Urgencies, Urgency
from moot.games.modos.flow import FlowCommand, OnSheet
from moot.games.modos.npcs.coming import LookChanged
from moot.games.modos.npcs.people import Look, looks
from moot.games.modos.person import Draft, Person, Taken, Unspent
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import Pool

Step: TypeAlias = Literal["scores", "levels", "skills", "perks", "design", "finish"]
"""The steps of making a character that come after its concept (MO-X101); gear is taken beside the last."""

STEPS: Final[dict[Step, str]] = {
    "scores": "scores", "levels": "attribute points", "skills": "skills", "perks": "perks",
    "design": "hero points", "finish": "gear and health",
}
"""What people call the steps."""

NONE: Final[Mapping[Any, int]] = {}


def step_of(state: State, who: Person) -> Step:
    """The step at which a sheet in the making is (MO-X101)."""
    if not who.scores:
        return "scores"
    if who.owed.any:
        return next(step for step, left in left_of(who).items() if left)
    return "finish" if who.design or who.npc or "skilled" not in state.modules else "design"


def left_of(who: Person) -> dict[Step, int]:
    """How much is left to choose at each step that levels bring (MO-113)."""
    return {"levels": who.owed.scores, "skills": who.owed.points, "perks": who.owed.perks}


def sheets(state: State, seat: Seat) -> tuple[Person, ...]:
    """The people whose sheets a seat may write on: a player's own, and everybody's for the guide."""
    return tuple(who for who in state.people.values() if seat.guides or state.owns(seat, who.id))


def in_the_making(state: State) -> bool:
    """Whether any sheet is not finished yet."""
    return any(who.draft is not None for who in state.growing)


def is_at(state: State, who: Person, step: Step) -> bool:
    """Whether a sheet waits for this step: one that is being made goes from step to step; a finished one grows in any
    order, and neither in a conflict nor while its owner is dead."""
    if who.draft is not None:
        return step_of(state, who) == step
    return who.owed.any and bool(left_of(who).get(step)) and state.phase == "free" and not who.dead


class SheetCommand(FlowCommand):
    """A command about a sheet, offered for all on which there is something to fill in; others are told how somebody of
    the guide's looks after it. `topic` and `why` are the words of its offers, `nobody` is why there is none."""

    when, about_any = ALWAYS, "people"
    aims_any: ClassVar[str | None] = None
    urgency: ClassVar[Urgencies] = "tool"
    topic: ClassVar[str]
    why: ClassVar[str] = ""
    nobody: ClassVar[tuple[str, str]] = ("nobody-there", "There is no sheet of yours on which that could be set.")
    purse: ClassVar[Purse | None] = None
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in cls.owners(state, seat):
            if cls.fills(state, who):
                soon = "may" in urgencies(cls) and who.draft is not None and who.player == seat.id
                yield cls.offer(who, f"{who.name}: {cls.topic}", cls.why, partial(cls._form, state, seat, who),
                                about=who.id, purse=cls.purse, urgency="may" if soon else "tool", who=who.id)
        yield Refused(*cls.nobody)

    @classmethod
    def owners(cls, state: State, seat: Seat) -> tuple[Person, ...]:
        """Those on whose sheets a seat may do it."""
        return sheets(state, seat)

    @classmethod
    def fills(cls, state: State, who: Person) -> bool:
        """Whether there is something to fill in for somebody."""
        return True

    @classmethod
    def _form(cls, state: State, seat: Seat, who: Person, _: bool) -> Iterable[Field]:
        return cls.blanks(state, seat, who)

    @classmethod
    def blanks(cls, state: State, seat: Seat, who: Person) -> Iterable[Field]:
        """What there is to fill in, as it stands on the sheet."""
        raise NotImplementedError

    def enact(self, play: Play[State], of: Any) -> None:
        """Do it, and tell others what they see of it."""
        before = play.state
        super().enact(play, of)
        for who in self.touched():
            now = look(play.state, who)
            if now is not None and now != look(before, who):
                play.record(LookChanged(who=who, seen=now))

    def touched(self) -> tuple[str, ...]:
        """Whose looks it may change."""
        return (self.who,)


def look(state: State, who: str) -> Look | None:
    """How somebody of the guide's looks to players; None of those who are not there for them."""
    person = state.people.get(who)
    there = person is not None and person.npc and person.known and person.made
    return looks(state, person) if person is not None and there else None


URGENCIES: Final[tuple[Urgency, ...]] = ("must", "may", "tool")
"""From what a game waits for to what can always wait."""


class Stepping(SheetCommand):
    """A command that `takes` a step, offered for the sheets that are at it."""

    urgency: ClassVar[Urgencies] = URGENCIES
    takes: ClassVar[Step]

    @classmethod
    def possible(cls, state: State) -> bool:
        return any(is_at(state, who, cls.takes) for who in state.growing)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in sheets(state, seat):
            if is_at(state, who, cls.takes):
                yield from cls.asks(state, seat, who)
        yield Refused("not-this-step", f"No sheet of yours waits for {STEPS[cls.takes]} now.", "MO-X101")

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        """What there is to choose for somebody."""
        raise NotImplementedError

    @classmethod
    def ask(cls, state: State, seat: Seat, who: Person, label: str, why: str, *blanks: Blanks, **more: Any) -> Offered:
        """An offer to take it. A player's own sheet waits for them; the guide's people can wait, and what is on the
        sheets of players is theirs to choose, also of those who have left."""
        own = state.owns(seat, who.id) and (who.npc or not state.guided(who.id))
        wanted = 2 if not own else 1 if who.npc else 0
        urgency = next(one for one in URGENCIES[wanted:] if one in urgencies(cls))
        return cls.offer(who, label, why, *blanks, about=who.id, urgency=urgency, who=who.id, **more)


def _plus(found: Mapping[Any, int], more: Mapping[Any, int]) -> dict[Any, int]:
    """Numbers by name with others added to them; what comes to nothing is left out."""
    total = {name: found.get(name, 0) + more.get(name, 0) for name in (*found, *more)}
    return {name: number for name, number in total.items() if number}


def grown(
    state: State, who: str, scores: Mapping[Pool, int] = NONE, points: Mapping[str, int] = NONE, *,
    perk: Taken | None = None, paid: Unspent,
) -> State:
    """The state with more on somebody's sheet: by a level, or written there by a `perk` that they take."""
    person = state.people[who]
    left, draft = person.owed, person.draft
    owed = Unspent(scores=left.scores - paid.scores, points=left.points - paid.points, perks=left.perks - paid.perks)
    if draft is not None and perk is not None:
        draft = replace(draft, lifted=_plus(draft.lifted, scores), moved=_plus(draft.moved, points))
    elif draft is not None:
        draft = replace(draft, raised=_plus(draft.raised, scores), trained=_plus(draft.trained, points))
    return state.with_person(
        who, scores={**person.scores, **_plus(person.scores, scores)}, points=_plus(person.points, points), owed=owed,
        perks=(*person.perks, *((perk,) if perk else ())), draft=draft,
    )


def placed(person: Person, scores: Mapping[Pool, int]) -> dict[str, Any]:
    """What stands on a sheet in the making when numbers were put on its attributes."""
    draft = replace(person.draft or Draft(), scores={**scores})
    return {"draft": draft, "scores": _plus(_plus(scores, draft.raised), draft.lifted)}


def _less(found: Mapping[Any, int], taken: Mapping[Any, int]) -> dict[Any, int]:
    """Numbers by name without what was added to them; what the guide has written among them stays."""
    left = _plus(found, {name: -number for name, number in taken.items()})
    return {name: number for name, number in left.items() if number > 0}


def steps_taken(who: Person) -> Iterator[Step]:
    """The steps of a sheet in the making that can be taken back."""
    if (draft := who.draft) is not None:
        done: dict[Step, object] = {"scores": draft.scores, "levels": draft.raised, "skills": draft.trained,
                                    "perks": who.perks, "design": who.design}
        yield from (step for step, made in done.items() if made)


def taken_back(who: Person, step: Step) -> dict[str, Any]:
    """What stands on a sheet when a step is taken back: its choices are owed again."""
    left, draft = who.owed, who.draft or Draft()
    risen = left.scores + sum(draft.raised.values())
    match step:
        case "scores":
            return {"draft": replace(draft, scores={}, raised={}), "scores": {},
                    "owed": replace(left, scores=max(who.level, risen))}
        case "levels":
            return {"draft": replace(draft, raised={}), "scores": _less(who.scores, draft.raised),
                    "owed": replace(left, scores=risen)}
        case "skills":
            return {"draft": replace(draft, trained={}), "points": _less(who.points, draft.trained),
                    "owed": replace(left, points=left.points + sum(draft.trained.values()))}
        case "perks":
            return {"draft": replace(draft, lifted={}, moved={}), "perks": (),
                    "scores": _less(who.scores, draft.lifted), "points": _less(who.points, draft.moved),
                    "owed": replace(left, perks=left.perks + len(who.perks))}
        case _:
            return {"design": ""}


class StepTakenBack(OnSheet, tag="step-taken-back"):
    """A step of a sheet in the making is to be taken again; what it took is owed again."""

    step: Step

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, **taken_back(state.people[self.who], self.step))

    def line(self, state: State) -> Line:
        return Line("sheet", f"chooses again: {STEPS[self.step]}.", state.name(self.who))


class TakeBack(Stepping, tag="take-back"):
    """Take a step of a sheet in the making again."""

    rules, urgency = ("MO-X101", "MO-113"), "tool"
    records = StepTakenBack
    step: Step

    @classmethod
    def possible(cls, state: State) -> bool:
        return in_the_making(state)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in sheets(state, seat):
            for step in steps_taken(who):
                if step == "skills" and who.draft and min(who.draft.moved.values(), default=0) < 0:
                    message = f"A perk of {who.name}’s moved these points: take the perks back first."
                    yield cls.barred(Refused("points-moved", message), who=who.id, step=step)
                    continue
                yield cls.ask(state, seat, who, f"{who.name}: choose {STEPS[step]} again", "", step=step)
        yield Refused("nothing-chosen", "Nothing was chosen yet on a sheet in the making.")


DRAFT: Final = Part(TakeBack, StepTakenBack, module="character")


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Who has a character yet to make or to finish, or choices of a new level."""
    playing = {who.player for who in state.people.values()}
    for seat in state.players:
        if seat.id not in playing:
            yield seat.id, "a character"
    growing = state.growing if "character" in state.modules else ()
    for who in (each for each in growing if not state.guided(each.id)):
        if who.draft is not None:
            yield who.player, f"{who.name}’s {STEPS[step_of(state, who)]}"
        elif state.phase == "free" and not who.dead:
            yield who.player, f"{who.name}’s new level"

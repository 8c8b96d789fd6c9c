"""Who falls: luck that undoes it, and the way back on which guide and player agree (MO-X310, MO-E95, MO-E96)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.frames import Fact
from moot.core.glance import first_dice
from moot.games.modos.abilities import hero_for
from moot.games.modos.flow import FlowCommand, OfSomebody, only_guide
from moot.games.modos.harm import disable, tell_fall
from moot.games.modos.live import catalog_of, once
from moot.games.modos.marks import lift_mark, put_mark, with_mark, without_mark
from moot.games.modos.person import Mark, Person, ProposedReturn, Way
from moot.games.modos.phrases import plural
from moot.games.modos.reckoning import most
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import Pool
from moot.games.modos.throwing import spends

WAYS: Final[dict[Way, str]] = {
    "flaw": "With a flaw that stays",
    "cure": "By a special cure, which somebody must find",
    "care": "By long care",
    "death": "Not at all: it is death",
}
"""The ways on which guide and player can agree (MO-X310)."""


def spoken_way(way: Way) -> str:
    """A way back as it stands within a sentence."""
    return f"{WAYS[way][0].lower()}{WAYS[way][1:]}"


@once
def fallen(state: State) -> tuple[tuple[Person, Mark, Pool], ...]:
    """Everybody who is Disabled and is not about to wake (MO-GP06), by which mark, and the pool that is over full."""
    rows = catalog_of(state).states
    found = ((who, mark, rows.get(mark.row)) for who in state.marked for mark in who.marks
             if who.id not in state.waking)
    return tuple((who, mark, row.pool) for who, mark, row in found if row is not None and row.pool is not None)


class _Fallen(FlowCommand):
    """A command about somebody who is Disabled."""

    when = ALWAYS

    @classmethod
    def possible(cls, state: State) -> bool:
        return bool(fallen(state))


# ---------------------------------------------------------------- luck


class LuckTried(OfSomebody, tag="luck-tried"):
    """Somebody who fell spends a hero point, and did not fall; or lets it be (MO-E95)."""

    mark: str
    used: bool

    def evolve(self, state: State) -> State:
        if not self.used:
            return with_mark(state, self.who, self.mark, asks=False)
        return spends(without_mark(state, self.who, self.mark), self.who)

    def line(self, state: State) -> Line | None:
        if not self.used:
            return None
        person = state.people[self.who]
        text = f"{person.name} is lucky, and stays up"
        fact = Fact(kind="back", text=text, who=person.name, seat=person.player)
        return Line("result", "is lucky, and stays up, with nothing left to lose.", person.name, facts=(fact,))


class TryLuck(_Fallen, tag="try-luck"):
    """Say whether luck undoes your fall, for a hero point."""

    rules, urgency = ("MO-E95", "MO-E50"), "must"
    who: str
    mark: str
    used: bool

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for person, mark, _ in fallen(state):
            if not mark.asks or not state.owns(seat, person.id):
                continue
            title, fixed = catalog_of(state).states[mark.row].title.lower(), {"who": person.id, "mark": mark.id}
            if (luck := hero_for(state, person.id, "lift:disabled")) is not None:
                label, points = f"{luck.title}: stay up, not {title}", plural("hero point", person.heroes)
                why = f"{person.heroes} {points}. The pool stays full: the next point disables again."
                yield cls.press(state, mark, label, why, about=person.id, by=seat, used=True, **fixed)
            yield cls.press(state, mark, f"Let it be: {title}", about=person.id, by=seat, used=False, **fixed)
        yield Refused("no-luck-asked", "Nobody of yours has fallen who could be lucky.")

    def act(self, play: Play[State], of: Mark) -> None:
        play.record(LuckTried(who=self.who, mark=of.id, used=self.used, rules=("MO-E95",)))
        if not self.used:
            tell_fall(play, self.who)


# ---------------------------------------------------------------- the way back


class WayProposed(OfSomebody, tag="way-proposed"):
    """Somebody proposes how a Disabled person comes back, or does not (MO-X310)."""

    mark: str
    back: ProposedReturn

    def evolve(self, state: State) -> State:
        return with_mark(state, self.who, self.mark, back=self.back)

    def line(self, state: State) -> Line:
        words = f"How {state.name(self.who)} could come back: {spoken_way(self.back.way)}."
        return Line("move", words, quote=self.back.words)


class WayAgreed(OfSomebody, tag="way-agreed"):
    """Guide and player agree on it (MO-X310)."""

    mark: str
    left: int | None = None

    def evolve(self, state: State) -> State:
        back = next((mark.back for mark in state.people[self.who].marks if mark.id == self.mark), None)
        if back is None:
            return state
        return with_mark(state, self.who, self.mark, back=replace(back, agreed=True, left=self.left))

    def line(self, state: State) -> Line:
        back = next((mark.back for mark in state.people[self.who].marks if mark.id == self.mark), None)
        if back is None or back.way not in ("cure", "care"):
            return Line("system", f"So it is agreed for {state.name(self.who)}.")
        return Line("move", f"So it is agreed for {state.name(self.who)}: {spoken_way(back.way)}.", quote=back.words)


class CameBack(OfSomebody, tag="came-back"):
    """Somebody is Disabled no more; `left` is the damage in the pool, and `flaw` what stays (MO-E95)."""

    mark: str
    pool: Pool
    left: int
    flaw: str = ""

    def evolve(self, state: State) -> State:
        person = state.people[self.who]
        flaws = (*person.flaws, self.flaw) if self.flaw else person.flaws
        damage = {**person.damage, self.pool: self.left}
        return without_mark(state.with_person(self.who, damage=damage, flaws=flaws), self.who, self.mark)

    def line(self, state: State) -> Line:
        person = state.people[self.who]
        fact = Fact(kind="back", text=f"{person.name} is back", who=person.name, seat=person.player, note=self.flaw)
        said = "is back, with a flaw that stays:" if self.flaw else "is back."
        return Line("result", said, person.name, quote=self.flaw, facts=(fact,))


class ProposeWay(_Fallen, tag="propose-way"):
    """Propose how somebody who is Disabled comes back, or that they do not."""

    rules, urgency, throws = ("MO-X310",), "may", "later"
    who: str
    mark: str
    way: Way
    words: str = ""
    left: int | None = None

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for person, mark, pool in fallen(state):
            if mark.asks or not (seat.guides or state.owns(seat, person.id)):
                continue
            alone = state.guided(person.id)
            mine = state.owns(seat, person.id) and not alone
            label = "Say how you come back" if mine else f"Say how {person.name} comes back"
            other = "The GM" if mine else "Their player"
            why = "It is so at once." if alone else f"{other} has to agree."
            yield cls.offer(
                (mark, pool), label, why, partial(_way_blanks, state, person, mark, pool, seat), about=person.id,
                who=person.id, mark=mark.id,
            )
        yield Refused("nobody-fallen", "Nobody of yours is Disabled.", "MO-X310")

    def act(self, play: Play[State], of: tuple[Mark, Pool]) -> None:
        mark, pool = of
        by: Literal["guide", "player"] = "guide" if play.seat.guides else "player"
        back = ProposedReturn(way=self.way, words=self.words.strip(), by=by, left=self.left)
        play.record(WayProposed(who=self.who, mark=mark.id, back=back, rules=self.rules))
        if play.state.guided(self.who):
            _agreed(play, self.who, mark.id, pool, self.left)


def _way_blanks(state: State, person: Person, mark: Mark, pool: Pool, seat: Seat, shown: bool) -> Iterator[Field]:
    row = catalog_of(state).states[mark.row]
    ways = tuple(Choice(way, label) for way, label in WAYS.items())
    yield Choose(name="way", label="How?", choices=ways, rule="MO-X310")
    hint = "What stays, or what it takes."
    yield Write(name="words", label="In your words", least=0, suggestions=row.flaws, hint=hint)
    yield from _left_blank(state, person.id, pool, seat)


def _left_blank(state: State, who: str, pool: Pool, seat: Seat, back: ProposedReturn | None = None) -> Iterator[Field]:
    """What is left of the damage, where the guide says so, who may have said it with the way back (MO-E95)."""
    if seat.guides and state.options.recovered_pool == "guide":
        limit = max(0, most(state, who, pool))
        said = limit if back is None or back.left is None else min(back.left, limit)
        yield Count(name="left", label="Damage left in the pool", most=limit, default=said, rule="MO-E95")


def _proposed(person: Person, mark: Mark) -> ProposedReturn | None:
    """The way back that one of guide and player proposed, and the other has not agreed to yet."""
    return None if person.npc or mark.back is None or mark.back.agreed else mark.back


class AgreeWay(_Fallen, tag="agree-way"):
    """Agree on the way back that the other one of guide and player proposed."""

    rules, urgency = ("MO-X310",), "must"
    who: str
    mark: str
    left: int | None = None

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for person, mark, pool in fallen(state):
            if (back := _proposed(person, mark)) is None:
                continue
            if seat.guides if back.by == "player" else state.owns(seat, person.id):
                why = f"{WAYS[back.way]}. {back.words}".strip()
                agreed = cls(who=person.id, mark=mark.id)  # a death may end what others wait for with their dice
                rolls = partial(first_dice, state, partial(agreed.enact, of=(mark, pool)))
                yield cls.offer(
                    (mark, pool), f"Agree for {person.name}", why, *_left_blank(state, person.id, pool, seat),
                    about=person.id, rolls=rolls, who=person.id, mark=mark.id,
                )
        yield Refused("nothing-proposed", "No way back waits for your word.", "MO-X310")

    def act(self, play: Play[State], of: tuple[Mark, Pool]) -> None:
        mark, pool = of
        _agreed(play, self.who, mark.id, pool, self.left if self.left is not None or not mark.back else mark.back.left)


def _agreed(play: Play[State], who: str, id_: str, pool: Pool, left: int | None) -> None:
    """A flaw and death are there at once; a cure and care have to come first (MO-X310)."""
    play.record(WayAgreed(who=who, mark=id_, left=left, rules=("MO-X310",)))
    [(mark, back)] = [(mark, mark.back) for mark in play.state.people[who].marks if mark.id == id_]
    if back is not None and back.way == "flaw":
        named = back.words or next(iter(catalog_of(play.state).states[mark.row].flaws), "")
        _come_back(play, who, mark, pool, left, named)
    elif back is not None and back.way == "death":
        lift_mark(play, who, mark, "MO-X310")
        put_mark(play, who, "dead", "MO-X310")


def _come_back(play: Play[State], who: str, mark: Mark, pool: Pool, left: int | None, flaw: str = "") -> None:
    held = play.state.people[who].hurt(pool) if left is None else left
    play.record(CameBack(who=who, mark=mark.id, pool=pool, left=held, flaw=flaw, rules=("MO-X310", "MO-E95")))


class BringBack(_Fallen, tag="bring-back"):
    """Say that somebody is Disabled no more: the cure was found, the care is over, or the story has it so."""

    rules, urgency = ("MO-X310", "MO-000", "MO-E95"), ("may", "tool")
    giver = only_guide("says who is back")
    who: str
    mark: str
    left: int | None = None

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for person, mark, pool in fallen(state):
            back, title = mark.back, catalog_of(state).states[mark.row].title.lower()
            why = f"{WAYS[back.way]}. {back.words}".strip() if back and back.agreed else ""
            yield cls.offer(
                (mark, pool), f"{person.name} is no longer {title}", why,
                *_left_blank(state, person.id, pool, seat, back), about=person.id, who=person.id, mark=mark.id,
                urgency="may" if why else "tool",
            )
        yield Refused("nobody-fallen", "Nobody is Disabled.", "MO-X310")

    def act(self, play: Play[State], of: tuple[Mark, Pool]) -> None:
        mark, pool = of
        _come_back(play, self.who, mark, pool, self.left)


def drops(play: Play[State]) -> None:
    """Who has more damage than a pool can hold by now is Disabled, where the table looks at once (MO-E96)."""
    if play.state.options.max_drop != "at_once":
        return
    for who in play.state.people.values():
        for pool in play.state.pools:
            if who.made and who.hurt(pool) > most(play.state, who.id, pool):
                disable(play, who.id, pool, "MO-E96")


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Who has yet to say whether luck helps them, or whether they agree on a way back."""
    for person, mark, _ in fallen(state):
        if mark.asks:
            yield state.played_by(person.id), f"{person.name}’s luck"
        elif (back := _proposed(person, mark)) is not None:
            yield "" if back.by == "player" else state.played_by(person.id), f"{person.name}’s way back"


FALLEN: Final = Part(
    TryLuck, ProposeWay, AgreeWay, BringBack, LuckTried, WayProposed, WayAgreed, CameBack, module="skilled"
)

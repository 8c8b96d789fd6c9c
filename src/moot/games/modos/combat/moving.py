"""Going from one posture to another, on one's own turn or in answer to a deed, and counting as elsewhere for one other
by sheer size (MO-300 to MO-305, MO-X206, MO-X304, MO-E101)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from moot.core import Choice, Choose, Event, Line, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.modos.abilities import affords, check_affords, check_open, needs_contest, shut_by
from moot.games.modos.blanks import chain_blanks, check_payable, deed_blanks, deed_skills, people_choices
from moot.games.modos.catalog import MOVEMENT
from moot.games.modos.combat.riding import pool_of
from moot.games.modos.conflict.beats import declare, doers
from moot.games.modos.conflict.deeds import DeedCommand, Form, comes_out, won
from moot.games.modos.conflict.placing import place_blanks, place_for
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Contender, Deed, Position
from moot.games.modos.contests import Facts
from moot.games.modos.effects import Shift
from moot.games.modos.flow import Happening
from moot.games.modos.live import Live, own_effects
from moot.games.modos.marks import lift_mark, put_mark, toward_others
from moot.games.modos.person import Mark
from moot.games.modos.reckoning import holds, price
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.terms import Posture
from moot.games.modos.throwing import Thrown
from moot.games.modos.vocabulary import Verb
from moot.kit.people import label_for, move
from moot.kit.remembered import remembered


def hardship(state: State, deed: Deed) -> int | None:
    """The difficulty that moving has by itself: the ground, or what holds somebody; None if it has none (MO-X304)."""
    aloft = deed.place is not None and deed.place.posture == "flying"
    ground = 0 if aloft else running(state).ground
    verb = "posture" if deed.kind == "withdraw" else deed.kind
    return ground if ground or needs_contest(state, deed.who, verb) else None


def check_moving(state: State, one: Contender, verb: Verb, cost: int) -> None:
    """Raise Refused unless somebody has the actions to move like this (MO-202)."""
    if needs_contest(state, one.who, verb):
        check_affords(state, one.who, MOVEMENT, pool_of(state, one), cost)
    else:
        check_payable(state, one, verb, pool_of(state, one), cost)


def moving_blanks(state: State, one: Contender, verb: Verb, cost: int, shown: bool) -> list[Field]:
    """What is chosen for the throw, if there is one; who is held throws movement (MO-404)."""
    blanks = deed_blanks(state, one, verb, pool_of(state, one), cost, shown)
    return [blank for blank in blanks if blank.name != "skill" or not needs_contest(state, one.who, verb)]


def moving_skill(state: State, who: str, verb: str, skill: str) -> str:
    """The skill that somebody moves with: what they say, unless they are held (MO-404)."""
    return MOVEMENT if needs_contest(state, who, verb) else skill


class ChangePosture(DeedCommand, tag="move"):
    """Change posture. It works unless somebody opposes it, or the ground does."""

    when, rules, urgency = TURN | REACTION, ("MO-303", "MO-X304", "MO-E82"), "may"
    nobody = ("not-asked", "Nobody of yours can move now.")
    posture: Posture
    toward: str = ""
    by: str = ""
    means: str = ""
    keep: bool = False

    @classmethod
    def able(cls, state: State, seat: Seat) -> list[Contender]:
        if len(running(state).postures) < 2:
            raise Refused("one-posture", "There is but one posture here: footwork costs nothing.", "MO-300")
        return doers(state, seat)

    @classmethod
    def form(cls, state: State, one: Contender, thing: object) -> Form:
        check_moving(state, one, "posture", price(state, one.who, "posture"))
        for posture in (_open(state, one) or _others(state, one))[:1]:
            check_open(state, one.who, "posture", posture, pool_of(state, one))
        label = label_for(state, one.who, "Step back from it" if _withdraws(state, one.who) else "Change posture")
        return one, label, f"Now in {one.place.posture} posture.", [partial(_blanks, state, one)]

    def act(self, play: Play[State], of: Contender) -> None:
        kind = "withdraw" if _withdraws(play.state, of.who) else "posture"
        pool = pool_of(play.state, of)
        kept = of.chain.skill if self.keep and of.chain else self.skill
        skill = moving_skill(play.state, of.who, "posture", kept)
        cost = price(play.state, of.who, "posture")
        place = place_for(play.state, of, self.posture, self.toward, self.by, self.means)
        declare(play, self.deed(kind, pool, skill=skill, place=place, price=cost, posture=None))


def _withdraws(state: State, who: str) -> bool:
    """Whether somebody who moves now gets away from what is aimed at them (MO-X206)."""
    return state.beat is not None and bool(state.beat.aimed_at(who))


def _open(state: State, one: Contender) -> tuple[Posture, ...]:
    """The postures that somebody can go to (MO-X304)."""
    pool = pool_of(state, one)
    return tuple(at for at in _others(state, one) if shut_by(state, one.who, "posture", at, pool) is None)


def _others(state: State, one: Contender) -> tuple[Posture, ...]:
    """The postures of the scene that somebody is not in."""
    return tuple(posture for posture in running(state).postures if posture != one.place.posture)


def _blanks(state: State, one: Contender, shown: bool) -> Iterator[Field]:
    now, pool = running(state), pool_of(state, one)
    there = _open(state, one)
    choices = tuple(Choice(posture, posture.title()) for posture in there)
    yield Choose(name="posture", label="Where to?", choices=choices)
    yield from place_blanks(state, one, there, shown)
    cost, chain = price(state, one.who, "posture"), one.chain
    if now.step == "turn" and chain is not None and affords(state, one.who, chain.skill, pool, cost):
        yield from chain_blanks(state, one, "posture", pool)
    yield from moving_blanks(state, one, "posture", cost, shown)


class PostureTaken(Event[State], tag="posture-taken"):
    """Somebody is in another posture (MO-303)."""

    who: str
    place: Position

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, place=self.place)

    def line(self, state: State) -> Line:
        by = f" by {self.place.means}" if self.place.means else ""
        return move(state, self.who, f"is in {self.place.posture} posture now{by}.")


class StayedPut(Happening, tag="stayed-put"):
    """Somebody could not get away from where they are (MO-X305)."""

    sentence = ("result", "stays where they were.")
    who: str


@comes_out("posture", "makes for {posture} posture", hardship)
@comes_out("withdraw", "steps back to {posture} posture", hardship)
def moved(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """A change of posture works unopposed or with a Pro; otherwise people stay where they were (MO-303, MO-X305)."""
    if deed.place is not None and won(thrown):
        play.record(PostureTaken(who=deed.who, place=deed.place, rules=("MO-303",)))
    else:
        play.record(StayedPut(who=deed.who, rules=("MO-X305", "MO-E90")))


SIZED: Final = "sized"
"""The state of the one who counts as elsewhere for one other."""


def _sizes(state: State, who: str) -> Iterator[tuple[Live, Shift]]:
    """What lets somebody have others count as elsewhere for them."""
    for one in own_effects(state, who):
        if isinstance(one.effect, Shift) and one.effect.reads and "asked" in one.effect.on:
            yield one, one.effect


class MarkSize(DeedCommand, tag="mark-size"):
    """Have an opponent count as elsewhere for you, and you for them. It works unless somebody opposes it."""

    when, rules, urgency = TURN | REACTION, ("MO-E101",), "may"
    nobody = ("no-size", "Nobody of yours can have an opponent count as elsewhere now.")
    by: str
    target: str

    @classmethod
    def things(cls, state: State, one: Contender) -> Iterator[tuple[tuple[Live, Shift, list[str]], dict[str, str]]]:
        """What lets somebody use their size, and against whom."""
        for way, effect in _sizes(state, one.who):
            others = (other.who for other in running(state).people.values() if other.side != one.side)
            foes = [other for other in others if holds(state, way, one.who, Facts(target=other))]
            cost = effect.asks
            if foes and (affords(state, one.who, "", "P", cost) or deed_skills(state, one, "posture", "P", cost)):
                yield (way, effect, foes), {"by": way.source}

    @classmethod
    def form(cls, state: State, one: Contender, thing: tuple[Live, Shift, list[str]]) -> Form:
        way, effect, foes = thing
        check_open(state, one.who, "size", pool="P")
        why = f"For you, and for nobody else, they are then in {effect.reads} posture."
        whom = Choose(name="target", label="Whom?", choices=people_choices(state, foes))
        blanks = partial(deed_blanks, state, one, "posture", "P", effect.asks)
        return way, label_for(state, one.who, way.title, f"{{}}: {way.title}"), why, [whom, blanks]

    def act(self, play: Play[State], of: Live) -> None:
        declare(play, self.deed("size", "P", targets=(self.target,), on=of.source, price=of.effect.asks))


@comes_out("size", "uses their size against")
def sized(play: Play[State], deed: Deed, thrown: Thrown | None) -> None:
    """An opponent counts as elsewhere from now on, unless somebody opposed it; another one no longer does (MO-E101)."""
    [target] = deed.targets
    way = next((way for way in _sizes(play.state, deed.who) if way[0].source == deed.on), None)
    if way is not None and won(thrown):
        for who, mark in _sized(play.state):
            if (mark.toward, mark.source) == (deed.who, deed.on):
                lift_mark(play, who, mark, "MO-E101")
        live, effect = way
        put_mark(play, target, SIZED, "MO-E101", source=live.source, of=live.of, toward=deed.who, reads=effect.reads)


@remembered(256, lambda state: (state.people,))
def _sized(state: State) -> tuple[tuple[str, Mark], ...]:
    return tuple([one for one in toward_others(state) if one[1].row == SIZED])


def outgrown(play: Play[State]) -> None:
    """Nobody counts as elsewhere for somebody who has left the conflict, or has that size no more."""
    for who, mark in _sized(play.state):
        there = play.state.entry(who) is not None and play.state.entry(mark.toward) is not None
        if not there or all(way.source != mark.source for way, _ in _sizes(play.state, mark.toward)):
            lift_mark(play, who, mark, "MO-E101")


MOVING: Final = Part(ChangePosture, MarkSize, PostureTaken, StayedPut, module="combat")

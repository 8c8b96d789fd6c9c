"""A beat: one deed, what answers it, and how all of it comes out (MO-200, MO-204, MO-214, MO-X206, MO-X216)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.modos.abilities import bound_for, can_do, helpless, kept_from, pays
from moot.games.modos.calling import as_told
from moot.games.modos.catalog import MOVEMENT
from moot.games.modos.conflict.reacting import also_asked, asked_among, asked_of, may_answer
from moot.games.modos.conflict.resolving import RESOLVERS, deed_words, own_words
from moot.games.modos.conflict.rounds import UpkeepClosed, close_upkeep, running, turn_of, under_way
from moot.games.modos.conflicts import MOVES, PASSIVE, Beat, Chain, Conflict, Contender, Deed
from moot.games.modos.contests import Total
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.live import aware, once
from moot.games.modos.marks import end_marks
from moot.games.modos.postures import steps_between
from moot.games.modos.state import REACTION, State
from moot.games.modos.throwing import TieWaits, with_rulings
from moot.kit.keyed import changed, without
from moot.kit.people import label_for, move

OPEN: Final = {"sway"}
"""Kinds of deeds that may fail where nobody answers them."""


def _told(state: State, deed: Deed) -> Line:
    return move(state, deed.who, f"{deed_words(state, deed)}.", quote=own_words(deed))


class DeedDeclared(InConflict, tag="deed-declared"):
    """Somebody does something on their turn: a beat begins. `asked` are those who may answer (MO-X216)."""

    deed: Deed
    asked: tuple[str, ...]
    open: bool = False
    fits: str = ""
    v: int = 2

    def changes(self, state: State, now: Conflict) -> State:
        beat = Beat(deed=self.deed, asked=self.asked, open=(self.deed.who,) if self.open else ())
        paid = _paid(now, self.deed, self.fits)
        return _tried(state, self.deed).with_conflict(people=paid, beat=beat, step="reaction")

    def line(self, state: State) -> Line:
        return _told(state, self.deed)


class DeedAnswered(InConflict, tag="deed-answered"):
    """Somebody answers the deed with one of their own, or lets it be (MO-214)."""

    who: str
    deed: Deed | None = None
    fits: str = ""
    open: bool = False
    v: int = 2

    def changes(self, state: State, now: Conflict) -> State:
        if (beat := now.beat) is None:
            return state
        people = now.people if self.deed is None else _paid(now, self.deed, self.fits)
        asked = tuple([who for who in beat.asked if who != self.who])
        open_ = (*beat.open, self.who) if self.open else beat.open
        beat = replace(beat, asked=asked, answers={**beat.answers, self.who: self.deed}, open=open_)
        return _tried(state, self.deed).with_conflict(people=people, beat=beat)

    def line(self, state: State) -> Line | None:
        return None if self.deed is None else _told(state, self.deed)


class AlsoAsked(Event[State], tag="also-asked"):
    """An answer is against others: they are asked as well, be it that they let the deed itself be (MO-X206)."""

    silent = True
    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        if (beat := state.beat) is None:
            return state
        return state.with_beat(asked=(*beat.asked, *self.who), answers=without(beat.answers, *self.who))


class Remeasured(Event[State], tag="remeasured"):
    """How far off the targets of a deed are, now that some of them have moved (MO-E114)."""

    silent = True
    steps: dict[str, int]

    def evolve(self, state: State) -> State:
        return state.with_beat(deed=replace(state.beat.deed, steps=self.steps)) if state.beat else state


class DeedLost(Happening, tag="deed-lost"):
    """Somebody's deed comes to nothing: they fell before it, or something holds them back from it (MO-E30)."""

    sentence = ("result", "{how}.")
    who: str
    how: str = "falls before it can happen"


class DeedCame(Event[State], tag="deed-came"):
    """One deed of a beat has come out, of this kind; `total` is what was thrown for it."""

    silent = True
    who: str
    kind: str
    total: Total | None = None

    def evolve(self, state: State) -> State:
        if (beat := state.beat) is None:
            return state
        total = self.total if self.who == beat.deed.who else beat.total
        return state.with_beat(came=(*beat.came, self.who), total=total, rulings=(), tape=())


class BeatEnded(InConflict, tag="beat-ended"):
    """All of a beat has come out; what was thrown for its deed may be kept by a combined action (MO-204)."""

    silent = True

    def changes(self, state: State, now: Conflict) -> State:
        if now.beat is None:
            return state
        deed, one = now.beat.deed, now.people.get(now.beat.deed.who)
        people = now.people
        if one is not None and one.turn == "now" and deed.price:  # what takes no action is in the way of none (MO-205)
            chain, total = one.chain if one.chain and one.chain.goes_on_with(deed) else None, now.beat.total
            if total is not None:
                chain = Chain.after(deed, total)
            people = changed(people, deed.who, chain=chain, upkeep=one.upkeep and deed.kind == "keep", acted=True)
        return state.with_conflict(people=people, beat=None, step="turn")


def _paid(now: Conflict, deed: Deed, fits: str) -> dict[str, Contender]:
    """Those in a conflict after the actions of a deed are spent: one that is bound to it first, if `fits` says so
    (MO-E111)."""
    one = now.people.get(deed.who)
    if one is None or not deed.price:
        return now.people
    opened, bound = one.opened, one.bound
    if deed.kind == "cast" and deed.price > 1:  # an object opens its power for the rest of the round (MO-X411)
        opened = (*opened, deed.power)
    if fits:
        bound = {**bound, fits: bound[fits] - 1}
    return changed(now.people, deed.who, actions=one.actions - deed.price + bool(fits), bound=bound, opened=opened)


def _tried(state: State, deed: Deed | None) -> State:
    """The state after a deed that may be for a goal (MO-X214)."""
    if deed is None or not deed.goal:
        return state
    return replace(state, tried={**state.tried, deed.who: (*state.tried.get(deed.who, ()), deed.goal)})


def declare(play: Play[State], deed: Deed, *, open_: bool = False) -> None:
    """Let somebody do a deed: on their own turn a beat begins, else it answers the one that is under way.

    With `open_` the guide has yet to say what stands against it, as of some deeds that nobody at whom they are aimed
    can answer (MO-X205). The offer has made sure that it can be paid.
    """
    now = running(play.state)
    if now.beat is None and deed.kind != "keep" and deed.price:
        close_upkeep(play, deed.who)
    if deed.targets:
        deed = replace(deed, steps=steps_of(play.state, deed))
    fits = bound_for(play.state, deed.who, deed.skill, deed.pool) or pays(play.state, deed.who, deed.pays)
    fits = fits if deed.price else ""
    if now.beat is not None:
        play.record(DeedAnswered(who=deed.who, deed=deed, fits=fits, open=open_, rules=("MO-214",)))
        if also := tuple(also_asked(play.state, now, under_way(play.state), deed)):
            play.record(AlsoAsked(who=also, rules=("MO-X206", "MO-X309")))
    else:
        asked = tuple(asked_among(play.state, now, deed, now.order))
        open_ = open_ or (deed.kind in OPEN and not {*deed.targets}.intersection(asked))
        play.record(DeedDeclared(deed=deed, asked=asked, open=open_, fits=fits, rules=("MO-200", "MO-213")))
    if deed.kind in MOVES or deed.skill == MOVEMENT:
        end_marks(play, deed.who, "target-movement")


def doers(state: State, seat: Seat) -> list[Contender]:
    """Those of a seat who can do a deed now: the one who has the turn, or all who may answer. Raises Refused if it is
    not their turn."""
    if running(state).step == "turn":
        return [turn_of(state, seat)]
    return [one for one, _ in may_answer(state, seat)]


@once
def acts(state: State, seat: Seat) -> bool:
    """Whether somebody of a seat has the turn of a conflict, or can answer in a beat; outside one anybody can do
    something."""
    if (now := state.conflict) is None:
        return True
    return state.owns(seat, now.whose) if now.beat is None else bool(may_answer(state, seat))


def steps_of(state: State, deed: Deed) -> dict[str, int]:
    """How far it is to each target of a deed (MO-306)."""
    now, found = running(state), dict[str, int]()
    for target in deed.targets:
        cast = deed.kind == "cast"
        attack = deed.kind == "attack" or (cast and target in now.people and not now.allies(target, deed.who))
        steps = steps_between(state, deed.who, target, deed.posture, attack=attack)
        if steps is not None:
            found[target] = steps
    return found


class Pass(FlowCommand, tag="pass"):
    """Let a deed be, without an answer."""

    when, rules, urgency, cites = REACTION, ("MO-214", "MO-X206"), "must", ("MO-X206",)
    records = DeedAnswered
    stands_in = True
    who: str

    @classmethod
    def possible_for(cls, state: State, seat: Seat) -> bool:
        return bool(asked_of(state, seat))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one in asked_of(state, seat):
            label = label_for(state, one.who, "Let it be", "{} lets it be")
            yield cls.press(state, one, label, f"You keep {one.left} for later.", about=one.who, who=one.who)
        yield Refused("not-asked", "Nobody of yours is asked for an answer.")


class GoOn(FlowCommand, tag="go-on"):
    """Go on without those who have not answered: they let the deed be, or there is no moment to react to it."""

    when, rules, urgency = REACTION, ("MO-X206", "MO-FQ20"), "may"
    giver = only_guide("goes on without an answer")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        beat = running(state).beat
        if beat is None or not beat.asked:
            raise Refused("all-answered", "Everybody has answered.")
        names = ", ".join(map(state.name, beat.asked))
        yield cls.press(state, beat, "Go on without them", f"No reaction from {names}.")

    def act(self, play: Play[State], of: Beat) -> None:
        for who in of.asked:
            play.record(DeedAnswered(who=who, rules=("MO-X206",)))


def happens_at_once(state: State) -> bool:
    """Whether all of a beat happens together: by the guide's word, or else as the table plays it (MO-E30)."""
    usual = state.options.reaction_order == "always_together"
    return usual if state.beat is None or state.beat.together is None else state.beat.together


HEARD: Final = frozenset[type]({UpkeepClosed, DeedDeclared, DeedAnswered, AlsoAsked})
"""What is recorded while people say what they do in a beat, before anything in it happens."""


def only_heard(play: Play[State]) -> bool:
    """Whether nothing follows yet: a deed or an answer was said, and its beat waits for more to be said. Powers that
    last, and rows of house rules, may look at the actions that this leaves to somebody."""
    state = play.state
    beat = state.beat
    if beat is None or not beat.waits or state.running or state.house:
        return False
    return HEARD.issuperset([type(event) for event, _ in play.moments])


def come_out(play: Play[State]) -> None:
    """When all have answered, everything in the beat happens: the deed first, then answers by initiative (MO-X216,
    MO-X207, MO-213, MO-FP10), and no die falls before (MO-E87). It waits for somebody who fell and may yet be lucky,
    and for what the guide says of a Tie; not for who is helpless."""
    if (beat := play.state.beat) is None:
        return
    for who in beat.asked:
        if helpless(play.state, who, beat.asks_about(who)):
            play.record(DeedAnswered(who=who, rules=("MO-X310", "MO-X323")))
    now, beat = running(play.state), under_way(play.state)
    if beat.waits:
        return
    back, deeds = _in_order(play.state, now, beat)
    for deed in deeds:
        if deed.who in beat.came:
            continue
        if play.state.falling:
            return
        done = deed
        if not back.isdisjoint(deed.targets):
            done = replace(deed, steps=steps_of(play.state, deed))
        if done is not deed and deed is beat.deed:
            play.record(Remeasured(steps=done.steps, rules=("MO-E114",)))
        try:
            total = with_rulings(play, deed.who, partial(_happens, play, done, beat.against(deed)))
        except TieWaits:
            return
        play.record(DeedCame(who=deed.who, kind=deed.kind, total=total, rules=("MO-X216", "MO-X207")))
    if not play.state.falling:
        play.record(BeatEnded(rules=("MO-X216",)))


def _in_order(state: State, now: Conflict, beat: Beat) -> tuple[set[str], list[Deed]]:
    """Who steps back before the deed reaches them, as some tables have it (MO-E114), and what happens in a beat, in
    order: their steps, the deed, and the other answers."""
    rank = {who: number for number, who in enumerate(now.order)}  # who left in this beat has had their deed
    answers = [deed for deed in beat.answers.values() if deed is not None and deed.kind not in PASSIVE]
    quick = ("withdraw", "flee") if state.options.dodge_move == "before" else ()
    back = {deed.who for deed in answers if deed.kind in quick and beat.aimed_at(deed.who)}
    answers.sort(key=lambda deed: (deed.who not in back, rank.get(deed.who, 0)))
    first = [deed for deed in answers if deed.who in back.intersection(beat.deed.targets)]
    return back, [*first, beat.deed, *(deed for deed in answers if deed not in first)]


def _happens(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """Let one deed come out; who fell before it can do nothing, nor who answers and is held back by then, unless all
    happens at once (MO-201, MO-E30, MO-FQ16)."""
    ordered, beat = not happens_at_once(play.state), under_way(play.state)
    if ordered and not can_do(play.state, deed):
        play.record(DeedLost(who=deed.who, rules=("MO-E30",)))
        return None
    if ordered and deed.who != beat.deed.who and kept_from(play.state, deed):
        play.record(DeedLost(who=deed.who, how="is held back from it", rules=("MO-E30",)))
        return None
    able = (each for each in against if not ordered or can_do(play.state, each))
    against = tuple(each for each in able if not each.wide or aware(play.state, each.who, deed.who))  # (MO-006)
    return RESOLVERS[deed.kind](play, deed, against)


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Whom a beat or a turn waits for."""
    now = state.conflict
    if now is None or now.step not in ("turn", "reaction"):
        return
    if now.beat is None:
        told = (seen for one in state.contests.values() if (seen := as_told(state, one)))
        throws = any(side.who == now.whose and not side.ready for seen in told for side in seen.sides)
        if not now.whose or not throws:  # who throws first is waited for already
            yield state.played_by(now.whose), f"{state.name(now.whose)}’s turn" if now.whose else "how it goes on"
        return
    for who in now.beat.asked:
        yield state.played_by(who), f"{state.name(who)}’s answer" if state.guided(who) else "an answer"
    if now.beat.tied is not None:
        yield "", "a Tie"
    if now.beat.open:
        yield "", "what stands against it"


BEATS: Final = Part(
    Pass, GoOn, DeedDeclared, DeedAnswered, AlsoAsked, Remeasured, DeedLost, DeedCame, BeatEnded, module="extended"
)

"""Initiative: one contest each, with any attribute, and no skill counts (MO-212, MO-FP09, MO-E33); before it, what
surprise gives (MO-215, MO-X209, MO-E31). Who comes later throws it on arrival (MO-X219, MO-E109). An action more,
by the guide's word (MO-X203)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat
from moot.core.glance import first_dice
from moot.core.offered import FirstDice
from moot.games.modos.abilities import can_act
from moot.games.modos.blanks import dice_choices, pool_choices
from moot.games.modos.conflict.rounds import deal, running
from moot.games.modos.conflicts import Conflict
from moot.games.modos.contests import Facts, HeroPoints, Side, Term
from moot.games.modos.figures import CONFLICT
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.magic.taking import slowed
from moot.games.modos.reckoning import bonus, bonus_actions, lost_pools
from moot.games.modos.state import INITIATIVE, OPENING, REACTION, TURN, State
from moot.games.modos.terms import POOLS, Pool
from moot.games.modos.throwing import OneThrew, said, total_of
from moot.kit.people import label_for


class EdgeGiven(Event[State], tag="edge-given"):
    """Somebody has the edge of surprise: it is added to their initiative (MO-215, MO-E31)."""

    who: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for who in self.who:
            state = state.with_entry(who, edge=CONFLICT.surprise)
        return state

    def line(self, state: State) -> Line:
        names = ", ".join(map(state.name, self.who))
        return Line("system", f"{names}: {CONFLICT.surprise} more on initiative, by surprise.")


class GiveEdge(FlowCommand, tag="give-edge"):
    """Give those who surprise the others, or expected them, more on their initiative."""

    when, rules, urgency = OPENING, ("MO-215", "MO-X209", "MO-E31"), "may"
    giver, records = only_guide("says who is surprised"), EdgeGiven
    who: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if state.options.surprise == "action":
            raise Refused("action-alone", "At this table surprise gives an action, and nothing else.", "MO-E31")
        choices = tuple(Choice(who, state.name(who)) for who, one in now.listed.items() if not one.edge)
        if not choices:
            raise Refused("all-have-edge", "All have the edge of surprise already.")
        yield cls.offer(
            now, "Somebody surprises the others", f"{CONFLICT.surprise} more on initiative.",
            Choose(name="who", label="Who?", choices=choices, many=True), about=now.id,
        )


class FirstDeedGiven(Happening, tag="first-deed-given"):
    """Somebody acts before everybody else: nobody has an action yet to answer it (MO-215)."""

    sentence = ("move", "acts first of all, by surprise.")
    who: str

    def evolve(self, state: State) -> State:
        state = state.with_conflict(step="turn")
        return state.with_entry(self.who, turn="now", actions=CONFLICT.first, upkeep=False)


class GiveFirstDeed(FlowCommand, tag="give-first-deed"):
    """Let somebody act before initiative is thrown: they take the others by surprise, or set everything off."""

    when, rules, urgency = OPENING, ("MO-215", "MO-X209", "MO-E31"), "may"
    giver, records = only_guide("says who acts by surprise"), FirstDeedGiven
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if state.options.surprise == "bonus":
            raise Refused("bonus-alone", "At this table surprise adds to initiative, and nothing else.", "MO-E31")
        able = tuple(Choice(who, state.name(who)) for who in now.order if can_act(state, who))
        if not able:
            raise Refused("nobody-able", "Nobody here can act.")
        who = Choose(name="who", label="Who?", choices=able)
        yield cls.offer(now, "Somebody acts before initiative", "One deed, which nobody answers.", who, about=now.id)


class ActionGiven(Happening, tag="action-given"):
    """Somebody has an action more in this round (MO-X203)."""

    sentence = ("move", "has one more action this round.")
    who: str

    def evolve(self, state: State) -> State:
        one = state.entry(self.who)
        return state.with_entry(self.who, actions=one.actions + 1) if one else state


class GiveAction(FlowCommand, tag="give-action"):
    """Give somebody one more action this round, where the moment demands it."""

    when, rules, urgency = TURN | REACTION, ("MO-X203",), "tool"
    giver, records = only_guide("gives actions"), ActionGiven
    together = "One more action"
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        for one in now.listed.values() if now.round else ():
            if one.initiative is not None:
                label = f"One more action for {state.name(one.who)}"
                yield cls.offer(one, label, f"{one.left} left this round.", about=one.who, who=one.who)
        yield Refused("before-rounds", "Actions come with the first round.", "MO-202")


class FirstDeedDone(InConflict, tag="first-deed-done"):
    """What came before everything else is done: the conflict is set up further."""

    silent = True

    def changes(self, state: State, now: Conflict) -> State:
        people = {who: replace(one, turn="due", actions=0, chain=None) for who, one in now.people.items()}
        return state.with_conflict(step="opening", people=people)


def first_deed_over(play: Play[State]) -> None:
    """When a deed by surprise is done, the conflict is set up further (MO-X209)."""
    now = play.state.conflict
    if now is not None and now.step == "turn" and not now.round and not now.whose:
        play.record(FirstDeedDone(rules=("MO-215", "MO-X209")))


class OrderCalled(Happening, tag="order-called"):
    """Everything is set up: all throw initiative."""

    sentence = ("move", "Everyone throws initiative.")

    def evolve(self, state: State) -> State:
        return state.with_conflict(step="initiative")


class CallOrder(FlowCommand, tag="call-order"):
    """Say that everything is set up: now all throw initiative."""

    when, rules, urgency = OPENING, ("MO-212",), "must"
    giver, records = only_guide("calls for initiative"), OrderCalled
    stands_in = True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "With any attribute; no skill counts." if "character" in state.modules else ""
        yield cls.offer(None, "Call for initiative", why)


class InitiativeThrown(OneThrew, tag="initiative-thrown"):
    """Somebody threw initiative; `again` only to tell apart those who were level (MO-E33)."""

    pool: Pool
    again: bool = False

    @property
    def text(self) -> str:
        return f"throws {said(self.total)} {'to part the tie' if self.again else 'for initiative'}."

    def evolve(self, state: State) -> State:
        if self.again:
            return state
        return super().evolve(state).with_entry(self.total.who, initiative=self.total.worth, pool=self.pool)


class OrderSet(Event[State], tag="order-set"):
    """The order of turns stands (MO-212)."""

    order: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return state.with_conflict(order=self.order)

    def line(self, state: State) -> Line:
        return Line("system", f"The order of turns: {', '.join(map(state.name, self.order))}.")


class ThrowInitiative(FlowCommand, tag="throw-initiative"):
    """Throw initiative with an attribute of one's choice."""

    when, rules, urgency = INITIATIVE | TURN, ("MO-212", "MO-114", "MO-012"), "must"
    stands_in = True
    throws = True
    who: str
    pool: Pool = "P"
    half: bool = False
    hero: HeroPoints = False

    @classmethod
    def possible(cls, state: State) -> bool:
        return bool(_late(state, running(state)))

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _late(state, running(state)):
            if not state.owns(seat, who):
                continue
            best = Choose(name="pool", label="With which attribute?", choices=pool_choices(state, who),
                          default=(best_pool(state, who),))
            label, pool = label_for(state, who, "Throw initiative"), (best,) if "character" in state.modules else ()
            yield cls.offer(who, label, "", *pool, *dice_choices(state, who), about=who, who=who)
        yield Refused("thrown-already", "Your initiative is thrown.")

    def act(self, play: Play[State], of: str) -> None:
        _throw(play, Side(who=of, pool=self.pool, half=self.half, hero=self.hero))
        if running(play.state).round:
            _fall_in(play, of)


class ThrowForAll(FlowCommand, tag="throw-for-all"):
    """Throw initiative for all of one's people at once, each with their best attribute."""

    when, rules, urgency = INITIATIVE, ("MO-212",), "may"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        late = [who for who in _late(state, running(state)) if state.owns(seat, who)]
        if len(late) < 2:
            raise Refused("too-few", "You have no two people who have yet to throw.")
        why = "Each with their best attribute." if "character" in state.modules else ""
        yield cls.offer(late, "Throw for all of yours", why, rolls=partial(_sure_dice, state, late))

    def act(self, play: Play[State], of: list[str]) -> None:
        for who in of:
            _throw_best(who, play)


def _sure_dice(state: State, late: list[str]) -> FirstDice:
    """The dice that people throw for initiative; those that part who is level come after them."""
    return tuple(die for who in late for die in first_dice(state, partial(_throw_best, who)))


def _throw_best(who: str, play: Play[State]) -> None:
    _throw(play, Side(who=who, pool=best_pool(play.state, who)))


def best_pool(state: State, who: str) -> Pool:
    """The attribute with the highest bonus of those that somebody has the use of."""
    lost = lost_pools(state, who)
    return max(POOLS, key=lambda pool: (pool not in lost, bonus(state, who, pool)))


def _late(state: State, now: Conflict) -> list[str]:
    """Who has yet to throw, and can; nobody before initiative is called for."""
    if now.step != "initiative" and not now.round:
        return []
    return [who for who, one in now.listed.items() if one.initiative is None and can_act(state, who)]


def _throw(play: Play[State], side: Side, *, again: bool = False) -> int:
    """One throw of initiative, recorded; what it came to."""
    edge = running(play.state).people[side.who].edge
    extra = (Term("surprise", edge, "MO-215"),) if edge else ()
    total = total_of(play, replace(side, extra=extra), Facts(deed="initiative", pool=side.pool))
    rules = ("MO-212", "MO-E33") if again else ("MO-212",)
    play.record(InitiativeThrown(total=total, pool=side.pool, again=again, rules=rules))
    return total.worth


def settle(play: Play[State]) -> None:
    """When nobody is left who has yet to throw and can, set the order, highest first and below them those who cannot,
    and let the first round begin (MO-212)."""
    now = play.state.conflict
    if now is None or now.step != "initiative" or _late(play.state, now):
        return
    people = now.listed
    order = _ranked(play, {who: one.initiative for who, one in people.items() if one.initiative is not None})
    unable = (who for who, one in people.items() if one.initiative is None)
    play.record(OrderSet(order=(*order, *unable), rules=("MO-212",)))
    deal(play, 1)


class FellIn(Event[State], tag="fell-in"):
    """Somebody who came late has a place in the order; their turn is due with these actions, now or next round."""

    who: str
    due: bool
    bound: dict[str, int]

    def evolve(self, state: State) -> State:
        if not self.due:
            return state.with_entry(self.who, turn="done")
        return state.with_entry(self.who, turn="due", actions=CONFLICT.actions, bound=self.bound)

    def line(self, state: State) -> Line:
        when = "in this round" if self.due else "from the next round on"
        return Line("move", f"acts {when}.", state.name(self.who))


def _fall_in(play: Play[State], who: str) -> None:
    """Somebody who came late takes the place that their initiative gives them, and acts then (MO-X219, MO-E109),
    unless they left after a turn of this round (MO-203). They throw again with each who is level with them, from above,
    until they win; the others keep their order (MO-E32)."""
    now = running(play.state)
    worth = {each: one.initiative for each, one in now.listed.items() if one.initiative is not None}
    level = [each for each in now.order if each != who and worth.get(each) == worth[who]]
    above = [each for each in now.order if each not in level and worth.get(each, 0) > worth[who]]
    below = [each for each in now.order if each not in (who, *level, *above)]
    tied = (n for n, each in enumerate(level) if _ranked(play, dict.fromkeys((each, who), worth[who]))[0] == who)
    at = next(tied, len(level))
    play.record(OrderSet(order=(*above, *level[:at], who, *level[at:], *below), rules=("MO-E109",)))
    order, last = running(play.state).order, slowed(play.state)
    due = not now.whose or who in last or (now.whose not in last and order.index(who) > order.index(now.whose))
    due = due and who not in play.state.had
    bound = bonus_actions(play.state, who) if due else {}
    play.record(FellIn(who=who, due=due, bound=bound, rules=("MO-E109", "MO-X219")))


def _ranked(play: Play[State], worth: dict[str, int]) -> list[str]:
    """People by what they threw, highest first; those who are level throw again among themselves (MO-E33)."""
    order: list[str] = []
    for level in sorted({*worth.values()}, reverse=True):
        group = [who for who in worth if worth[who] == level]
        if len(group) > 1:
            people = running(play.state).people
            again = {who: _throw(play, Side(who=who, pool=people[who].pool), again=True) for who in group}
            group = _ranked(play, again)
        order += group
    return order


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Who has yet to throw initiative."""
    now = state.conflict
    if now is not None and now.step in ("initiative", "turn"):
        yield from ((state.played_by(who), "initiative") for who in _late(state, now))


INITIATIVE_PART: Final = Part(
    CallOrder, ThrowForAll, ThrowInitiative, GiveEdge, GiveFirstDeed, GiveAction,
    OrderCalled, InitiativeThrown, OrderSet, FellIn, EdgeGiven, FirstDeedGiven, FirstDeedDone, ActionGiven,
    module="extended",
)

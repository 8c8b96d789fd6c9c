"""An extended conflict is set up: who is in it, on which side, where they stand, what is to be gained; who comes in
later and who is out of it (MO-200, MO-206 to MO-209, MO-X219, MO-X319, MO-E106, MO-E109)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Face, Fact, Frame, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Confirm, Field
from moot.games.modos.abilities import can_act
from moot.games.modos.adventures.papers import playing
from moot.games.modos.conflict.placing import NEW, OURS, THEIRS, SetsUp, side_blanks, side_words, sides_of
from moot.games.modos.conflict.rounds import between_deeds, running
from moot.games.modos.conflicts import HALVED, Conflict, Contender, Goal
from moot.games.modos.figures import CONFLICT
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.ladder import DICE
from moot.games.modos.live import catalog_of
from moot.games.modos.marks import UNAWARE, toward_others, without_mark
from moot.games.modos.npcs.people import show
from moot.games.modos.person import Person
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import CONFLICT as IN_CONFLICT, FREE, State
from moot.games.modos.terms import Band
from moot.kit.keyed import counted, put, without


class ConflictOpened(Event[State], tag="conflict-opened"):
    """An extended conflict is set up."""

    conflict: Conflict

    def evolve(self, state: State) -> State:
        ids = state.ids + counted((self.conflict.id,))
        fresh = {"apart": False, "casting": {}, "paces": {}, "tried": {}, "had": (), "level": {}}
        return replace(state, conflict=self.conflict, ids=ids, **fresh)

    def line(self, state: State) -> Line:
        return Line("scene", f"{self.conflict.what}: a conflict begins.", frame=frame(state, self.conflict))


def frame(state: State, conflict: Conflict) -> Frame:
    """The card with which a conflict begins: the people, each on their side."""
    people = tuple(_face(state, one) for one in conflict.listed.values())
    return Frame(kind="scene", id=conflict.id, lead="A conflict begins", title=conflict.what, people=people)


def _face(state: State, one: Contender) -> Face:
    return Face(one.who, state.name(one.who), state.played_by(one.who), side_words(one.side))


class KeptApart(Happening, tag="kept-apart"):
    """Nobody answers what others do in this conflict (MO-X205)."""

    sentence = ("system", "Each makes their case on their own turn: nobody answers what others do.")

    def evolve(self, state: State) -> State:
        return replace(state, apart=True)


LEARNED: Final = "Players learn of this one."
"""What becomes of somebody hidden who is named in a conflict."""


def _to_name(state: State) -> list[Person]:
    """Everybody who can be named in a conflict; the alien of a ship comes in ways of its own (MO-IS05)."""
    lurks = state.ship.alien if state.ship else ""
    return [who for who in state.cast() if not who.dead and (who.known or who.id != lurks)]


def _with_party(state: State, who: Person) -> bool:
    """Whether somebody would be on the party's side: a player's character, or a pet or companion of one."""
    return not who.npc or (who.master in state.people and not state.people[who.master].npc)


class OpenConflict(FlowCommand, tag="open-conflict"):
    """Begin an extended conflict: a fight, a race, a negotiation, anything that takes more than a contest or two."""

    when, rules, urgency = FREE, ("MO-X003", "MO-X201", "MO-GP11", "MO-E110"), "may"
    giver = only_guide("opens conflicts")
    what: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...] = ()
    apart: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        calm = (now := playing(state.papers.values())) and now.here and now.here.instead
        if calm and now and now.here:  # but those who came there can come to blows
            message = f"No conflict begins at “{now.here.title}”: an attempt to fight leads to “{now.titled(calm)}”."
            yield cls.barred(Refused("no-conflict-here", message, "MO-GP11"), theirs=())
        able = _to_name(state)
        if not any(who.known for who in able):
            raise Refused("nobody-there", "There is nobody yet whom the players know of, to be in conflict.")
        everyone = tuple(Choice(who.id, who.name, hint="" if who.known else LEARNED) for who in able)
        party = tuple(who.id for who in able if who.known and _with_party(state, who))
        others = tuple(who.id for who in able if who.known and who.id not in (*party, *state.met))
        yield cls.offer(
            None, "Open a conflict", "Rounds, turns and actions: for whatever one contest cannot settle.",
            Write(name="what", label="What is it about?", suggestions=("A fight", "A negotiation", "A race")),
            Choose(name="ours", label="On the party’s side", choices=everyone, many=True, default=party),
            Choose(
                name="theirs", label="On the other side", choices=everyone, many=True, least=int(bool(calm)),
                default=others, hint="Nobody, if only fate is against them. Ticked are those who came since the last "
                "conflict. Who is named on both sides is on the party’s.",
            ),
            Confirm(name="apart", label="Nobody answers what others do", rule="MO-X205",
                    hint="As in a negotiation, where each side makes its whole case on its turn."),
        )

    def act(self, play: Play[State], of: object) -> None:
        for who in (*self.ours, *self.theirs):
            show(play, play.state.people[who], "MO-X201")
        ours = [Contender(who=who, side=OURS) for who in self.ours]
        theirs = [Contender(who=who, side=THEIRS) for who in self.theirs if who not in self.ours]
        opened = Conflict(id=play.state.next_id, what=self.what.strip()).in_order(*ours, *theirs)
        play.record(ConflictOpened(conflict=opened, rules=self.rules))
        if self.apart:
            play.record(KeptApart(rules=("MO-X205",)))


OFTEN: Final = ("", "once", "twice")
"""How often people may work at a goal in a round of three actions, in words (MO-X214)."""


class GoalSet(InConflict, tag="goal-set"):
    """Something can be gained in this conflict (MO-206 to MO-209)."""

    goal: Goal

    def changes(self, state: State, now: Conflict) -> State:
        more = counted((self.goal.id,)) if self.goal.id not in now.goals else 0
        return replace(state, ids=state.ids + more).with_conflict(goals=put(now.goals, self.goal))

    def line(self, state: State) -> Line:
        who, so_far = side_words(self.goal.side), f" So far: {self.goal.gained}." if self.goal.gained else ""
        text = f"To be gained by {who}: {self.goal.what}, with more than {self.goal.most} progress.{so_far}"
        return Line("move", text)


class PaceSet(InConflict, tag="pace-set"):
    """So often each may try for a goal in a round; 0: as often as they like (MO-X214)."""

    goal: str
    pace: int

    def changes(self, state: State, now: Conflict) -> State:
        return replace(state, paces={**state.paces, self.goal: self.pace})

    def line(self, state: State) -> Line:
        goal = state.conflict.goals.get(self.goal) if state.conflict else None
        often = f"{OFTEN[self.pace]} a round" if self.pace else "as often as they like"
        return Line("system", f"“{goal.what if goal else self.goal}”: each may try {often}.")


class SetGoal(SetsUp, tag="set-goal"):
    """Name something that progress leads to: how much it takes, how far it is, whose it is, and the dice of it."""

    rules = ("MO-206", "MO-208", "MO-209", "MO-210", "MO-X214", "MO-000")
    giver = only_guide("sets goals")
    goal: str
    what: str
    side: str
    most: int
    die: str
    regress: str
    pace: int = 0
    gained: int | None = None

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now, fresh = running(state), Goal(id="", what="", side=OURS, most=20, die=CONFLICT.progress)
        blanks = _goal_blanks(state, now, fresh)
        yield cls.offer(fresh, "Add a goal", "", *blanks, about=now.id, goal="",
                        urgency="may" if now.step == "opening" else "tool")
        for one in now.goals.values():
            label = f"Change “{one.what}”"
            so_far = Count(name="gained", label="Progress so far", most=999, default=one.gained, rule="MO-000",
                           hint="Less, say, after a good rebuttal where nobody answers at once.")
            yield cls.offer(one, label, "", *_goal_blanks(state, now, one), so_far, about=one.id, goal=one.id,
                            urgency="tool")

    def act(self, play: Play[State], of: Goal) -> None:
        goal = Goal(
            id=of.id or play.state.next_id, what=self.what.strip(), side=self.side, most=self.most, die=self.die,
            regress=self.regress, gained=self.gained or 0,
        )
        play.record(GoalSet(goal=goal, rules=self.rules[:2]))
        if self.pace != play.state.paces.get(goal.id, 0):
            play.record(PaceSet(goal=goal.id, pace=self.pace, rules=("MO-X214",)))


def _goal_blanks(state: State, now: Conflict, one: Goal) -> tuple[Field, ...]:
    dice = tuple(Choice(die, die) for die in map(str, DICE))
    halves = tuple(Choice(f"{HALVED}{die}", f"{HALVED}{die}: {die.half}") for die in DICE)
    sides = tuple(Choice(*side) for side in sides_of(now).items())
    return (
        Write(name="what", label="What is to be gained?", default=one.what),
        Choose(name="side", label="Whose goal?", choices=sides, default=(one.side,)),
        Count(name="most", label="Maximum progress", least=1, most=999, default=one.most,
              hint="More than this wins it: about the average of the die, times the deeds a round, times the rounds.",
              rule="MO-208"),
        Choose(name="die", label="Die of progress", choices=dice, default=(one.die,), rule="MO-209"),
        Choose(name="regress", label="Regress, taken off each gain", default=(one.regress,), rule="MO-210",
               choices=(Choice("none", "nothing"), *dice, *halves)),
        Count(name="pace", label="How often may each try in a round?", least=0, most=len(OFTEN) - 1,
              default=state.paces.get(one.id, 0), rule="MO-X214",
              hint="0: as they like. Once, say, in a race, where other actions are for hindering."),
    )


class SideTaken(InConflict, tag="side-taken"):
    """Somebody comes into the conflict, on a side (MO-X219)."""

    entry: Contender

    def changes(self, state: State, now: Conflict) -> State:
        entered = now.in_order(*without(now.listed, self.entry.who).values(), self.entry)
        return replace(state, conflict=replace(entered, gone=without(now.gone, self.entry.who)))

    def line(self, state: State) -> Line:
        now, text = state.conflict, f"comes in on {side_words(self.entry.side)}."
        came = Frame(kind="scene", id=now.id, lead="", people=(_face(state, self.entry),)) if now else None
        return Line("move", text, state.name(self.entry.who), frame=came)


class LeftConflict(InConflict, tag="left-conflict"):
    """Somebody is out of the conflict: gone, fled, or taken out by the guide."""

    sentence = ("result", "{how}.")
    who: str
    how: str = "is out of it"

    def changes(self, state: State, now: Conflict) -> State:
        left = now.in_order(*without(now.listed, self.who).values())
        one = now.people.get(self.who)
        had = (*state.had, self.who) if one and now.round and one.turn in ("now", "done") else state.had
        for power in state.kept_by(self.who):  # with actions that nobody counts any more (MO-X410)
            state = state.with_running(power.id, due=False)
        return replace(state, conflict=replace(left, gone={**now.gone, self.who: "medium"}), had=had)


class RanOff(Happening, tag="ran-off"):
    """Who has just fled runs to a certain place, with these actions left."""

    silent = True
    who: str
    to: str
    left: int


class Receded(InConflict, tag="receded"):
    """Somebody who left the conflict is farther off, or nearer, or out of sight (MO-306)."""

    who: str
    away: Band | None

    def changes(self, state: State, now: Conflict) -> State:
        gone = without(now.gone, self.who)
        return state.with_conflict(gone=gone if self.away is None else {**gone, self.who: self.away})

    def line(self, state: State) -> Line:
        where = f"is at {self.away} range now" if self.away else "cannot be made out any more"
        return Line("system", f"{where}.", state.name(self.who))


class SetAway(FlowCommand, tag="set-away"):
    """Say how far off somebody is who left the conflict, or that nobody makes them out any more."""

    when, rules, urgency = IN_CONFLICT, ("MO-306", "MO-000"), "tool"
    giver = only_guide("says how far off people are")
    who: str
    away: Literal["medium", "long", "out"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        choices = (Choice("medium", "In sight"), Choice("long", "Just to be made out"), Choice("out", "Gone"))
        for who in running(state).gone:
            blank = Choose(name="away", label="How far?", choices=choices)
            yield cls.offer(who, f"Where {state.name(who)} is now", "", blank, about=who, who=who)
        yield Refused("nobody-gone", "Nobody who left can still be made out.")

    def act(self, play: Play[State], of: str) -> None:
        play.record(Receded(who=of, away=None if self.away == "out" else self.away, rules=self.rules))


class TakeOut(FlowCommand, tag="take-out"):
    """Take somebody out of the conflict who has no part in it any more."""

    when, rules, urgency = IN_CONFLICT, ("MO-000",), "tool"
    giver, records = only_guide("takes people out of a conflict"), LeftConflict
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = between_deeds(state)
        for who in now.order:
            yield cls.press(state, who, f"{state.name(who)} is out of it", about=who, who=who)


class ConflictEnded(Event[State], tag="conflict-ended"):
    """The conflict is over (MO-X201); nothing has to be kept up by a turn any more (MO-411), nothing is left of what
    attacks put on people besides damage (MO-X212), and those who are still there know of each other again (MO-006)."""

    id: str
    what: str
    how: str = ""

    def evolve(self, state: State) -> State:
        lasting = {
            id_: replace(one, due=False, inside=dict.fromkeys(one.inside, ""), was={})
            for id_, one in state.running.items()
        }
        met = tuple(who.id for who in state.cast() if who.known and who.npc)
        there = state.conflict.people.keys() if state.conflict else frozenset[str]()
        for who, mark in toward_others(state):
            if mark.row == UNAWARE and {who, mark.toward} <= there:
                state = without_mark(state, who, mark.id)
        held = {row.id for row in catalog_of(state).states.values() if row.aim}
        for one in state.people.values():
            marks = tuple([mark for mark in one.marks if mark.of or mark.row not in held])
            state = state if marks == one.marks else state.with_person(one.id, marks=marks)
        return replace(state, conflict=None, running=lasting, met=met)

    def line(self, state: State) -> Line:
        facts = (Fact(kind="fact", text=self.how),) if self.how else ()
        over = Frame(kind="over", id=self.id, lead="It is over", title=self.what, facts=facts)
        return Line("scene", f"{self.what}: it is over.", quote=self.how, frame=over)


class EndConflict(FlowCommand, tag="end-conflict"):
    """End the conflict: one side is gone, or it has come to what it was about."""

    when, rules, urgency = IN_CONFLICT, ("MO-X201",), ("may", "tool")
    giver = only_guide("ends a conflict")
    how: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = between_deeds(state)
        sides = {one.side for one in now.listed.values()}
        up = {one.side for one in now.listed.values() if can_act(state, one.who) and not lost_pools(state, one.who)}
        how = Write(name="how", label="How does it end?", least=0)
        ends = "Only one side still stands." if now.round and len(up) < 2 and (now.gone or len(sides) > 1) else ""
        if won := [f"{goal.what} ({side_words(goal.side)})" for goal in now.goals.values() if goal.won]:
            ends = f"Won: {', '.join(won)}."
        yield cls.offer(now, "End the conflict", ends, how, about=now.id, urgency="may" if ends else "tool")

    def act(self, play: Play[State], of: Conflict) -> None:
        play.record(ConflictEnded(id=of.id, what=of.what, how=self.how.strip(), rules=self.rules))


def entering(state: State, who: str, side: str) -> Contender:
    """The part of somebody who comes in on a side; in rounds they throw initiative before a turn (MO-E109)."""
    return Contender(who=who, side=side, turn="done" if running(state).round else "due")


class ComeIn(FlowCommand, tag="come-in"):
    """Let somebody come into the conflict, on one of its sides or a new one. In rounds they throw initiative first."""

    when, rules, urgency = IN_CONFLICT, ("MO-X219", "MO-E106", "MO-E109"), ("may", "tool")
    giver, together = only_guide("lets people come in"), "Somebody comes in"
    who: str
    side: str
    name: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = between_deeds(state)
        for who in _to_name(state):
            if who.id not in now.people:
                side, why = OURS if _with_party(state, who) else THEIRS, "" if who.known else LEARNED
                yield cls.offer(
                    who, f"{who.name} comes in", why, *side_blanks(sides_of(now), side), about=who.id, who=who.id,
                    urgency="may" if who.known and (now.step == "opening" or who.player) else "tool",
                )
        yield Refused("all-in", "Everybody who is there is in it.")

    def act(self, play: Play[State], of: Person) -> None:
        show(play, of, *self.rules[:1])
        side = self.name.strip() if self.side == NEW else self.side
        play.record(SideTaken(entry=entering(play.state, self.who, side), rules=self.rules))


ARRIVING: Final = Part(ComeIn, module="extended")
OPENING_PART: Final = Part(
    SetGoal, EndConflict, TakeOut, OpenConflict, SetAway,
    ConflictOpened, KeptApart, GoalSet, PaceSet, SideTaken, LeftConflict, RanOff, Receded, ConflictEnded,
    module="extended",
)

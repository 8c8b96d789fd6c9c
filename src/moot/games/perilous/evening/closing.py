"""The end of a session: Corruption becomes ranks, ten ranks Fate or a Disorder, and all is settled (GP-CORR-10).

Where it stands is read off what it holds:

    converting   a character who was played has not converted            GP-CORR-04, GP-CORR-05
    tenth        somebody is owed a Disorder                              GP-CORR-06
    settling     otherwise: Reward Points, Reputation, and it is over     GP-CORR-10
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from moot.core import Change, Count, Event, Fact, Frame, Line, Offers, Part, Play, Refused, Seat, Waiting, listed
from moot.games.perilous.figures import BEGIN, CORRUPTION, REPUTATION, STABLE
from moot.games.perilous.flow import FlowCommand, begun, only_guide, whom
from moot.games.perilous.options import Options
from moot.games.perilous.person import HeldDisorder, Person
from moot.games.perilous.state import CLOSING, SESSION, State
from moot.games.perilous.terms import so_many
from moot.games.perilous.underway import Closing, Conversion
from moot.kit.bars import percent
from moot.kit.people import guide_waits, waits_for

Variant: TypeAlias = Literal["house", "official"]
SIDES: Final = CORRUPTION.die.sides


class CorruptionDue(NamedTuple):
    """What some Corruption comes to: ranks for sure, and a die against a line (None: no die): up to the line Chaos
    rises by one more, above it Order by `spared`."""

    order: int
    chaos: int
    against: int | None
    spared: int = 0

    def ranks(self, face: int) -> tuple[int, int]:
        """The ranks of Order and Chaos that come of it, with what the die shows."""
        if self.against is None:
            return self.order, self.chaos
        fell = face <= self.against
        return self.order + (0 if fell else self.spared), self.chaos + (CORRUPTION.rank if fell else 0)

    @property
    def worse(self) -> Fraction:
        """The chance that the die makes Chaos rise."""
        return Fraction(min(self.against or 0, SIDES), SIDES)

    @property
    def told(self) -> str:
        """What is to come, in words, before the die is thrown."""
        sure = f"Chaos +{self.chaos}" if self.chaos else f"Order +{self.order}"
        if self.against is None:
            return f"{sure}, without a die."
        if self.worse in (0, 1):
            rises = f"Chaos +{self.chaos + CORRUPTION.rank}" if self.worse else f"Order +{self.spared}"
            return f"{rises}, whatever the die shows."
        more = f"{percent(self.worse)} for Chaos +{CORRUPTION.rank}"
        if self.spared:
            return f"{more}, else Order +{self.spared}."
        return f"{sure} for certain; {more} on top."


def due(variant: Variant, corruption: int) -> CorruptionDue:
    """What this much Corruption comes to (GP-CORR-04, GP-CORR-05)."""
    rank, ten = CORRUPTION.rank, CORRUPTION.per_rank
    if variant == "official":
        return CorruptionDue(0, 0, corruption, spared=rank)
    if not corruption:
        return CorruptionDue(rank, 0, None)
    sure, rest = divmod(corruption, ten)
    return CorruptionDue(0, sure * rank, rest or None, spared=rank if corruption < ten else 0)


def drift(order: int, chaos: int) -> str:
    """Where ranks that were gained lead somebody, in words."""
    return "drifts to Chaos" if chaos else "drifts to Order" if order else "stays as before"


class Ten(NamedTuple):
    """The counts after an erasure, and what it brought."""

    order: int
    chaos: int
    fate: int
    disorders: int


def ten(before: tuple[int, int], now: tuple[int, int], permanent: tuple[int, int], *, carried: bool) -> Ten | None:
    """What comes of counts that passed ten since `before`, Order first; None if neither did (GP-CORR-06, GP-CORR-07,
    GP-RD-11)."""
    full = CORRUPTION.ten
    order, chaos = (was < full <= count for was, count in zip(before, now, strict=True))
    if not order and not chaos:
        return None
    over = [max(0, count - full) * (carried and reached) for count, reached in zip(now, (order, chaos), strict=True)]
    kept = [held + more for held, more in zip(permanent, over, strict=True)]
    return Ten(kept[0], kept[1], CORRUPTION.fate * order, CORRUPTION.disorders * chaos)


def foretold(who: Person, options: Options, began: tuple[int, int]) -> str:
    """What Corruption as it stands comes to, with the chance of ten ranks: a Disorder, or a Fate Point."""
    found = due(options.corruption_variant, who.corruption)
    ranks = [found.ranks(face) for face in (range(1, SIDES + 1) if found.against is not None else (0,))]
    permanent, carried = (who.permanent_order, who.permanent_chaos), options.rank_overflow == "carried"
    tens = [ten(began, (who.order + order, who.chaos + chaos), permanent, carried=carried) for order, chaos in ranks]
    ends = [one for one in tens if one]
    brought = {"a Disorder": sum(one.disorders > 0 for one in ends), "a Fate Point": sum(one.fate > 0 for one in ends)}
    chances = (
        f"{percent(Fraction(ways, len(ranks)))} for {what}." if ways < len(ranks) else f"{begun(what)} for certain."
        for what, ways in brought.items() if ways
    )
    return " ".join((found.told, *chances))


EndPhase: TypeAlias = Literal["converting", "tenth", "settling"]

RULES: Final[dict[EndPhase, tuple[str, str]]] = {
    "converting": ("GP-CORR-10", "Somebody’s Corruption is still to be converted."),
    "tenth": ("GP-CORR-06", "Somebody is owed a Disorder."),
    "settling": ("GP-CORR-10", "Everything is converted: settle the session."),
}
"""The rule of each phase, and why something else cannot be done in it."""


def ending(state: State) -> Closing:
    """The end of the session, which runs."""
    return state.closing or Closing()


def unconverted(state: State) -> tuple[str, ...]:
    """The characters played this session who have not converted."""
    return tuple(who.id for who in state.party() if who.id not in ending(state).conversions)


def owed(state: State) -> tuple[str, ...]:
    """Those who are owed a Disorder."""
    there = {who.id for who in state.people.values() if not who.dead and not who.retired}
    return tuple(one for one in ending(state).owed if one in there)


def phase_of(state: State) -> EndPhase:
    """Where the end of the session stands."""
    return "converting" if unconverted(state) else "tenth" if owed(state) else "settling"


def needs(state: State, phase: EndPhase) -> None:
    """Raise Refused unless the end of the session stands there."""
    if (now := phase_of(state)) != phase:
        rule, why = RULES[now]
        raise Refused("not-yet", why, rule)


class SessionClosing(Event[State], tag="session-closing"):
    """Play stops: what was gathered in the session is settled now, and what people withstood lies behind them."""

    def evolve(self, state: State) -> State:
        return replace(state, phase="closing", closing=Closing(), ordeals={})

    def line(self, state: State) -> Line:
        return Line("story", f"Session {state.session} comes to its end: what has it made of everybody?")


class Converted(Event[State], tag="converted"):
    """Somebody's Corruption became ranks of Order and Chaos."""

    who: str
    conversion: Conversion

    def evolve(self, state: State) -> State:
        who, one, closing = state.people[self.who], self.conversion, ending(state)
        state = replace(state, closing=replace(closing, conversions={**closing.conversions, self.who: one}))
        return state.with_person(self.who, order=who.order + one.order, chaos=who.chaos + one.chaos)

    def line(self, state: State) -> Line:
        who, one = state.people[self.who], self.conversion
        gains = [(name, by, now) for name, by, now in (
            ("Order", one.order, who.order), ("Chaos", one.chaos, who.chaos),
        ) if by]
        said = ", ".join(f"{name} +{by}" for name, by, _ in gains) or "nothing more"
        changes = tuple(Change(name, str(now - by), str(now)) for name, by, now in gains)
        fact = who.fact("hurt" if one.chaos else "gain", f"{who.name} {drift(one.order, one.chaos)}", "", *changes)
        throws = CORRUPTION.die.thrown(one.face, reading=f"against {one.against}")
        die = f", {one.face} against {one.against}" if one.face else ""
        return Line("roll", f"has {one.corruption} Corruption{die}: {said}.", who.name, throws=throws, facts=(fact,))


class TenReached(Event[State], tag="ten-reached"):
    """A count of ranks came to ten: what it brings, and the counts that stay (GP-CORR-06)."""

    who: str
    order: int
    chaos: int
    fate: int
    disorders: int

    def evolve(self, state: State) -> State:
        who, closing = state.people[self.who], ending(state)
        state = state.with_person(
            self.who, order=self.order, chaos=self.chaos, fate=who.fate + self.fate,
            fame=who.famed(REPUTATION.per_fate * self.fate, "a Fate Point"),
        )
        return replace(state, closing=replace(closing, owed=(*closing.owed, *(self.who,) * self.disorders)))

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        brought = (("a Fate Point", self.fate), ("a Disorder", self.disorders))
        gains = " and ".join(what for what, points in brought if points)
        note = f"Order {self.order}, Chaos {self.chaos} from here"
        fact = who.fact("hurt" if self.disorders else "gain", f"{who.name} gains {gains}", note)
        return Line("result", f"comes to ten ranks and gains {gains}.", who.name, facts=(fact,))


def convert(play: Play[State], who: Person, corruption: int, variant: Variant, rule: str, *, face: int = 0) -> None:
    """Let so much Corruption become ranks, by what a die shows if one is thrown, and ten of them what they bring."""
    coming = due(variant, corruption)
    order, chaos = coming.ranks(face)
    against = (coming.against or 0) if face else 0
    conversion = Conversion(corruption=corruption, order=order, chaos=chaos, face=face, against=against)
    play.record(Converted(who=who.id, conversion=conversion, rules=(rule,)))
    now, before = play.state.people[who.id], play.state.began.get(who.id, (who.order, who.chaos))
    counts, permanent = (now.order, now.chaos), (now.permanent_order, now.permanent_chaos)
    found = ten(before, counts, permanent, carried=play.state.options.rank_overflow == "carried")
    if found is not None:
        play.record(TenReached(who=who.id, **found._asdict(), rules=("GP-CORR-06", "GP-REP-01")))


class EndSession(FlowCommand, tag="end-session"):
    """Stop playing, and settle what the session has made of everybody."""

    when, rules, urgency, giver = SESSION, ("GP-CORR-10", "GP-CORR-03"), "may", only_guide("ends a session")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        chased = any(not chase.over for chase in state.chases.values())
        kinds = (("a chase", chased), ("an exchange", state.exchanges), ("a fight", state.fights))
        if runs := [what for what, runs in kinds if runs]:  # a journey need not be over
            still, them = ("still runs", "it") if len(runs) == 1 else ("still run", "them")
            message = f"{begun(listed(runs))} {still}: play {them} out, or end {them} first."
            raise Refused("still-running", message, "GP-RD-26")
        if state.trials or state.wounds or state.claims:
            what = "a test" if state.trials else "a wound" if state.wounds else "a deed that waits for your nod"
            raise Refused("not-settled", f"There is {what} to be settled first.")
        roads = (f"{one.title} goes on in the next session." for one in state.journeys.values() if not one.over)
        why = " ".join(("Corruption becomes ranks, and Fortune and Misfortune are gone.", *roads))
        yield cls.offer(None, "End the session", why)

    def act(self, play: Play[State], of: None) -> None:
        play.record(SessionClosing(rules=self.rules))
        variant = play.state.options.corruption_variant
        for who in play.state.party():
            if due(variant, who.corruption).against is None:
                convert(play, who, who.corruption, variant, "GP-CORR-05")
        if play.state.options.convert_unplayed == "true":
            for who in play.state.unplayed():
                convert(play, who, 0, "house", "GP-CORR-10")


class Convert(FlowCommand, tag="convert"):
    """Throw the die that says what is left of a session's Corruption."""

    when, urgency = CLOSING, ("must", "tool")
    rules, stands_in = ("GP-CORR-04", "GP-CORR-05", "GP-CORR-03"), True
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for id_ in unconverted(state):
            who = state.people[id_]
            mine = state.owns(seat, id_)
            if mine or seat.guides:
                against = due(state.options.corruption_variant, who.corruption).against
                why = foretold(who, state.options, state.began.get(id_, (who.order, who.chaos)))
                yield cls.offer(
                    who, f"{who.name}: throw against {against}", why, about=id_, who=id_, rolls=(SIDES,),
                    urgency="must" if mine else "tool",
                )
        yield Refused("converted", "You have nobody whose Corruption is still to be converted.")

    def act(self, play: Play[State], of: Person) -> None:
        variant, [face] = play.state.options.corruption_variant, play.roll(SIDES)
        convert(play, of, of.corruption, variant, "GP-CORR-04" if variant == "official" else "GP-CORR-05", face=face)


class RewardsGiven(Event[State], tag="rewards-given"):
    """Reward Points, by who gets them; those not played get a share (GP-STABLE-02)."""

    points: dict[str, int]

    def evolve(self, state: State) -> State:
        for who, points in self.points.items():
            state = state.with_person(who, rewards=state.people[who].rewards + points)
        return state

    def line(self, state: State) -> Line:
        gains = [(state.people[who], points) for who, points in self.points.items()]
        said = ", ".join(f"{who.called} {points}" for who, points in gains)
        facts = tuple(who.fact("gain", f"{who.name} gains {so_many(points, 'Reward Point')}") for who, points in gains)
        return Line("sheet", f"Reward Points: {said}.", facts=facts)


class ArcEnded(Event[State], tag="arc-ended"):
    """A story arc ended, and people talk about it (GP-REP-01)."""

    people: tuple[str, ...]
    points: int

    def evolve(self, state: State) -> State:
        what = f"a story that ended in session {state.session}"
        for who in self.people:
            state = state.with_person(who, fame=state.people[who].famed(self.points, what))
        return state

    def line(self, state: State) -> Line:
        names = ", ".join(map(state.name, self.people))
        fact = Fact(kind="gain", text=f"{begun(names)}: Reputation +{self.points}")
        return Line("sheet", f"A story ends: Reputation +{self.points} for {names}.", facts=(fact,))


class SessionEnded(Event[State], tag="session-ended"):
    """A session is over: Corruption is 0, what stirred sleeps, and Fortune and Misfortune are gone (GP-CORR-10)."""

    session: int

    def evolve(self, state: State) -> State:
        people = dict(state.people)
        for who in state.people.values():
            asleep = (HeldDisorder(one.row, hidden=one.hidden) for one in who.disorders)
            people[who.id] = replace(who, sins=(), disorders=(*asleep,), inspired=False)
        return replace(
            state, phase="between", people=people, fortune=(), misfortune=(), closing=None, claims={}, began={}
        )

    def line(self, state: State) -> Line:
        session = f"Session {self.session}"
        frame = Frame(
            kind="recap", id=f"session-{self.session}", lead=f"{session if state.title else 'The session'} is over"
        )
        return Line("chapter", f"{session} is over. All Corruption is gone, and all Fortune.", frame=frame)


class Settle(FlowCommand, tag="settle"):
    """Give Reward Points and Reputation, and end the session."""

    when, rules, urgency = CLOSING, ("GP-CORR-10", "GP-REP-01", "GP-STABLE-02"), "must"
    giver = only_guide("settles a session")
    rewards: int = 0
    arc: int = 0
    whose: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs(state, "settling")
        party = state.party()
        hint = f"{REPUTATION.arc_least} to {REPUTATION.arc_most} where a story ended."
        yield cls.offer(
            party, "Settle the session", "Corruption goes back to 0, and what stirred sleeps again.",
            Count(name="rewards", label="Reward Points for each", most=BEGIN.points_most, default=BEGIN.rewards),
            Count(name="arc", label="Reputation", hint=hint, most=REPUTATION.arc_most, default=0, rule="GP-REP-01"),
            whom(
                state, "Reputation for whom?", [who.id for who in party], "whose", least=0, many=True,
                hint="If you choose nobody: for everybody.", nothing="Everybody",
            ),
        )

    def act(self, play: Play[State], of: tuple[Person, ...]) -> None:
        if self.rewards and of:
            up = (STABLE.share - 1) * (play.state.options.secondary_rp_rounding == "up")
            share = (self.rewards + up) // STABLE.share
            owners = {who.player for who in of}
            second = {who.id: share for who in play.state.unplayed() if who.player in owners and share}
            points = {who.id: self.rewards for who in of} | second
            play.record(RewardsGiven(points=points, rules=("GP-STABLE-02",) if second else self.rules[:1]))
        if self.arc and of:
            whose = self.whose or tuple(who.id for who in of)
            play.record(ArcEnded(people=whose, points=self.arc, rules=("GP-REP-01",)))
        play.record(SessionEnded(session=play.state.session, rules=("GP-CORR-10", "GP-CORE-18")))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom the end of a session waits for."""
    if state.phase != "closing":
        return ()
    if still := [state.people[id_] for id_ in unconverted(state)]:
        seats = ["" if state.guided(who.id) else who.player for who in still]
        return waits_for(state, (
            (seat, "the die for Corruption" if seat and seats.count(seat) == 1 else f"the die for {who.called}")
            for seat, who in zip(seats, still, strict=True)
        ))
    owes = owed(state)
    return guide_waits(state, f"a Disorder for {state.name(owes[0])}" if owes else "the session to be settled")


CLOSINGS: Final = Part(
    EndSession, Convert, Settle, SessionClosing, Converted, TenReached, RewardsGiven, ArcEnded, SessionEnded,
)

"""The end of a session: Corruption becomes ranks, ten ranks Fate or a Disorder, and all is settled (GP-CORR-10)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat, Shown, Throw, Waiting
from moot.core.frames import Change, Fact, FactKind, Frame
from moot.games.perilous.claims import Closing, Conversion
from moot.games.perilous.constants import REPUTATION, STABLE
from moot.games.perilous.evening.conversion import SIDES, due, ten
from moot.games.perilous.evening.phases import ending, needs, owed, phase_of, unconverted
from moot.games.perilous.flow import Act, only_guide
from moot.games.perilous.making.callings import BEGIN
from moot.games.perilous.person import Person, Receipt
from moot.games.perilous.state import CLOSING, SESSION, State
from moot.kit.people import guide_waits, seat_waits


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
        conversions = {**closing.conversions, self.who: one}
        state = replace(state, closing=replace(closing, conversions=conversions))
        return state.with_person(self.who, order=who.order + one.order, chaos=who.chaos + one.chaos)

    def line(self, state: State) -> Line:
        who, one = state.people[self.who], self.conversion
        gains = [(name, by, now) for name, by, now in (
            ("Order", one.order, who.order), ("Chaos", one.chaos, who.chaos),
        ) if by]
        said = ", ".join(f"{name} +{by}" for name, by, _ in gains) or "nothing more"
        changes = tuple(Change(name, str(now - by), str(now)) for name, by, now in gains)
        kind: FactKind = "hurt" if one.chaos else "gain"
        fact = Fact(kind=kind, text=f"{who.name}: {said}", who=who.name, seat=who.player, changes=changes)
        throws = (Throw((Shown(SIDES, one.face),), f"against {one.against}"),) if one.face else ()
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
        fame = who.fame
        if self.fate:
            fame = (*fame, Receipt(REPUTATION.per_fate * self.fate, "a Fate Point", "GP-REP-01"))
        state = state.with_person(
            self.who, order=self.order, chaos=self.chaos, fate=who.fate + self.fate, fame=fame
        )
        return replace(state, closing=replace(closing, owed=(*closing.owed, *(self.who,) * self.disorders)))

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        gains = [*(["a Fate Point"] if self.fate else []), *(["a Disorder"] if self.disorders else [])]
        kind: FactKind = "hurt" if self.disorders else "gain"
        text = f"comes to ten ranks and gains {' and '.join(gains)}."
        fact = Fact(
            kind=kind, text=f"{who.name} gains {' and '.join(gains)}", who=who.name, seat=who.player,
            note=f"Order {self.order}, Chaos {self.chaos} from here",
        )
        return Line("result", text, who.name, facts=(fact,))


def convert(play: Play[State], who: Person, conversion: Conversion, *rules: str) -> None:
    """Let Corruption become ranks, and ten of them what they bring."""
    play.record(Converted(who=who.id, conversion=conversion, rules=rules))
    now, before = play.state.people[who.id], play.state.began.get(who.id, (who.order, who.chaos))
    counts, permanent = (now.order, now.chaos), (now.permanent_order, now.permanent_chaos)
    found = ten(before, counts, permanent, carried=play.state.options.rank_overflow == "carried")
    if found is not None:
        play.record(TenReached(who=who.id, **found._asdict(), rules=("GP-CORR-06", "GP-REP-01")))


class EndSession(Act, tag="end-session"):
    """Stop playing, and settle what the session has made of everybody."""

    when, rules, urgency, giver = SESSION, ("GP-CORR-10", "GP-CORR-03"), "tool", only_guide("ends a session")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if runs := under_way(state):
            still, them = ("still runs", "it") if len(runs) == 1 else ("still run", "them")
            named = " and ".join(filter(None, (", ".join(runs[:-1]), runs[-1])))
            message = f"{named[:1].upper()}{named[1:]} {still}: play {them} out, or end {them} first."
            raise Refused("still-running", message, "GP-RD-26")
        if state.trials or state.wounds or state.claims:
            what = "a test" if state.trials else "a wound" if state.wounds else "a deed that waits for your nod"
            raise Refused("not-settled", f"There is {what} to be settled first.")
        roads = (f"{one.title} goes on in the next session." for one in state.journeys.values() if not one.over)
        why = " ".join(("Corruption becomes ranks, and Fortune and Misfortune are gone.", *roads))
        yield cls.offer(None, "End the session", why)

    def act(self, play: Play[State], of: None) -> None:
        play.record(SessionClosing(rules=self.rules))
        for who in play.state.party():
            found = due(play.state.options.corruption_variant, who.corruption)
            if found.against is None:
                order, chaos = found.ranks(0)
                convert(play, who, Conversion(corruption=who.corruption, order=order, chaos=chaos), "GP-CORR-05")
        if play.state.options.convert_unplayed == "true":
            for who in unplayed(play.state):
                order, chaos = due("house", 0).ranks(0)
                convert(play, who, Conversion(corruption=0, order=order, chaos=chaos), "GP-CORR-10")


def under_way(state: State) -> tuple[str, ...]:
    """What has to be over before a session ends, in words; a journey has not to (GP-RD-26)."""
    chased = any(not chase.over for chase in state.chases.values())
    kinds = (("a chase", chased), ("an exchange", state.exchanges), ("a fight", state.fights))
    return tuple(what for what, runs in kinds if runs)


def unplayed(state: State) -> tuple[Person, ...]:
    """The characters of stables who were not played this session (GP-STABLE-01)."""
    found = state.people.values()
    return tuple(who for who in found if who.player and not who.active and not who.dead and not who.retired)


class Convert(Act, tag="convert"):
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
                found = due(state.options.corruption_variant, who.corruption)
                label = f"{who.name}: throw against {found.against}"
                yield cls.offer(
                    who, label, found.told, about=id_, who=id_, rolls=(SIDES,),
                    urgency="must" if mine or not state.seat(who.player) else "tool",
                )
        yield Refused("converted", "You have nobody whose Corruption is still to be converted.")

    def act(self, play: Play[State], of: Person) -> None:
        variant = play.state.options.corruption_variant
        found, [face] = due(variant, of.corruption), play.roll(SIDES)
        order, chaos = found.ranks(face)
        rule = "GP-CORR-04" if variant == "official" else "GP-CORR-05"
        conversion = Conversion(
            corruption=of.corruption, order=order, chaos=chaos, face=face, against=found.against or 0
        )
        convert(play, of, conversion, rule)


class RewardsGiven(Event[State], tag="rewards-given"):
    """Reward Points, by who gets them; those not played get a share (GP-STABLE-02)."""

    points: dict[str, int]

    def evolve(self, state: State) -> State:
        for who, points in self.points.items():
            state = state.with_person(who, rewards=state.people[who].rewards + points)
        return state

    def line(self, state: State) -> Line:
        said = ", ".join(f"{state.name(who)} {points}" for who, points in self.points.items())
        facts = tuple(
            Fact(kind="gain", text=f"{who.name} gains {points} Reward Points", who=who.name, seat=who.player)
            for who, points in ((state.people[id_], points) for id_, points in self.points.items())
        )
        return Line("result", f"Reward Points: {said}.", facts=facts)


class ArcEnded(Event[State], tag="arc-ended"):
    """A story arc ended, and people talk about it (GP-REP-01)."""

    people: tuple[str, ...]
    points: int

    def evolve(self, state: State) -> State:
        for who in self.people:
            receipt = Receipt(self.points, f"a story that ended in session {state.session}", "GP-REP-01")
            state = state.with_person(who, fame=(*state.people[who].fame, receipt))
        return state

    def line(self, state: State) -> Line:
        names = ", ".join(map(state.name, self.people))
        fact = Fact(kind="gain", text=f"{names}: Reputation +{self.points}")
        return Line("result", f"A story ends: Reputation +{self.points} for {names}.", facts=(fact,))


class SessionEnded(Event[State], tag="session-ended"):
    """A session is over: Corruption is 0, what stirred sleeps, and Fortune and Misfortune are gone (GP-CORR-10)."""

    session: int

    def evolve(self, state: State) -> State:
        people = {id_: _rested(who) for id_, who in state.people.items()}
        return replace(
            state, phase="between", people=people, fortune=(), misfortune=(), closing=None, claims={}, began={}
        )

    def line(self, state: State) -> Line:
        frame = Frame(kind="recap", id=f"session-{self.session}", lead=f"Session {self.session} is over")
        return Line("chapter", f"Session {self.session} is over. All Corruption is gone, and all Fortune.", frame=frame)


def _rested(who: Person) -> Person:
    disorders = tuple(
        replace(one, woken=False, using=False, turned="", host="", tried=-1) for one in who.disorders
    )
    return replace(who, sins=(), disorders=disorders, inspired=False)


_ARC: Final = f"{REPUTATION.arc_least} to {REPUTATION.arc_most} where a story ended."


class Settle(Act, tag="settle"):
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
        choices = tuple(Choice(who.id, who.name) for who in party)
        yield cls.offer(
            party, "Settle the session", "Corruption goes back to 0, and what stirred sleeps again.",
            Count(name="rewards", label="Reward Points for each", most=BEGIN.points_most, default=BEGIN.rewards),
            Count(
                name="arc", label="Reputation", hint=_ARC, most=REPUTATION.arc_most, default=0
            ),
            Choose(
                name="whose", label="Reputation for whom?", hint="Leave it open for everybody.", least=0, many=True,
                choices=choices,
            ),
        )

    def act(self, play: Play[State], of: tuple[Person, ...]) -> None:
        if self.rewards and of:
            up = play.state.options.secondary_rp_rounding == "up"
            share = (self.rewards + (STABLE.share - 1 if up else 0)) // STABLE.share
            owners = {who.player for who in of}
            second = {who.id: share for who in unplayed(play.state) if who.player in owners and share}
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
    match phase_of(state):
        case "converting":
            people = [state.people[id_] for id_ in unconverted(state)]
            seats = ((who.player if state.seat(who.player) else state.guide_seat, who.name) for who in people)
            return tuple(one for seat, name in seats for one in seat_waits(state, seat, f"the die for {name}"))
        case "tenth":
            return guide_waits(state, f"a Disorder for {state.name(owed(state)[0])}")
        case _:
            return guide_waits(state, "the session to be settled")


CLOSINGS: Final = Part(
    EndSession, Convert, Settle,
    SessionClosing, Converted, TenReached, RewardsGiven, ArcEnded, SessionEnded,
)

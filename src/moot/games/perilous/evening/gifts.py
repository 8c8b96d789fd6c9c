"""Living with Disorders: gifts and burdens at a price, what wakes, and yielding to it (GP-DIS-02)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal

from msgspec.structs import replace

from moot.core import Line, Offered, Offers, Part, Play, Refused, Seat, Waiting
from moot.games.perilous.evening.disorders import OfDisorder, show
from moot.games.perilous.figures import DISORDER, DISORDERS, HOSTS, HOURS_A_DAY, SKILLS
from moot.games.perilous.flow import FlowCommand, only_guide, settles
from moot.games.perilous.harm import PerilSuffered
from moot.games.perilous.person import LAST, HeldDisorder, Person
from moot.games.perilous.recovery import TrackSet, set_track
from moot.games.perilous.rows import Disorder, Gift
from moot.games.perilous.sins import DisorderWoke, sin
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.trial import BOTH, SUCCESSES, Trial
from moot.games.perilous.trying import FREE, call, failed
from moot.kit import keyed
from moot.kit.people import waits_for

REMEDY: Final = "remedy"
RULES: Final = ("GP-DIS-02",)
HOST_DIE: Final = DISORDER.host_die.sides


class _OnDisorder(FlowCommand):
    """A command about one Disorder of somebody, offered to who plays them and, if `guided`, to the guide for all.

    `fits` says for which it is; `nothing` is the code and the sentence where there is none.
    """

    when: ClassVar[frozenset[str]] = SESSION
    rules: ClassVar[tuple[str, ...]] = RULES
    guided: ClassVar[bool] = False
    nothing: ClassVar[tuple[str, str]]
    who: str
    row: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether anybody has a Disorder."""
        return any(who.disorders for who in state.people.values())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """An offer for each Disorder that it fits."""
        for who in state.cast():
            if state.owns(seat, who.id) or (cls.guided and seat.guides):
                for one in who.disorders:
                    yield from cls.fits(state, who, one, DISORDERS[one.row])
        yield Refused(*cls.nothing)

    @classmethod
    @abstractmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        """What is offered about one Disorder, if anything."""

    @classmethod
    def offer_of(cls, who: Person, one: HeldDisorder, label: str, why: str = "", **more: Any) -> Offered:
        """An offer about one of them."""
        return cls.offer(one, label, why, about=who.id, who=who.id, row=one.row, **more)


class GiftUsed(OfDisorder, tag="gift-used"):
    """Somebody uses the gift of a Disorder, in a test or until it is let go; all know of it then."""

    trial: str = ""
    flip: int = 0
    modifiers: int = 0
    lasting: bool = False

    def evolve(self, state: State) -> State:
        state = self.with_one(state, hidden=False, using=self.lasting)
        if not self.trial:
            return state
        was = state.trials[self.trial]
        flip = BOTH if was.flip < 0 < self.flip else was.flip or self.flip
        more = was.modifiers + self.modifiers
        grants = DISORDERS[self.row].grants
        twice = (*state.twice, self.trial) if grants and grants.twice else state.twice
        gifts = (*(was.gifts or ()), self.row)
        trials = keyed.changed(state.trials, self.trial, flip=flip, modifiers=more, gifts=gifts)
        return replace(state, trials=trials, twice=twice)

    def line(self, state: State) -> Line:
        row = DISORDERS[self.row]
        return Line("move", f"uses a gift of the dark, {row.called}: {row.gift}", state.named(self.who))


def _helps(state: State, row: Disorder, gift: Gift, trial: Trial, who: Person) -> bool:
    """Whether a gift can be used in a test: once, before its dice, or before a Fortune Point rolls it again."""
    if trial.who != who.id or (gift.called and trial.purpose != FREE) or row.id in (trial.gifts or ()):
        return False
    if gift.twice:
        return failed(trial) and state.points(who) > 0
    return trial.rolled is None and (trial.skill in gift.flip or SKILLS[trial.skill].attribute == gift.attribute)


class UseGift(_OnDisorder, tag="use-gift"):
    """Use the gift of a Disorder, for Corruption."""

    together = "Use a gift of the dark"
    urgency, nothing = "may", ("no-gift", "You have no gift of a Disorder to use now.")
    trial: str = ""

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if row.cost is None or row.hourly == "peril" or one.using or (row.triggered and not one.woken):
            return
        label, why, trials = f"Use the gift of {row.called}", f"{row.gift} {row.cost} Corruption.", [""]
        if (gift := row.grants) is not None and gift.once:
            trials = [trial.id for trial in state.trials.values() if _helps(state, row, gift, trial, who)]
        for trial in trials:
            yield cls.offer_of(who, one, label, why, trial=trial)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        row = DISORDERS[of.row]
        gift = row.grants or Gift()
        play.record(GiftUsed(
            who=self.who, row=row.id, trial=self.trial, flip=int(bool(self.trial and gift.flip)),
            modifiers=gift.modifiers if self.trial else 0, lasting=bool(row.grants) and not gift.once, rules=RULES,
        ))
        sin(play, self.who, row.cost or 0, f"the gift of {row.called}", *RULES)


class GiftLetGo(OfDisorder, tag="gift-let-go"):
    """A gift holds no longer."""

    says, sets = ("move", "lets the gift go: {}."), {"using": False}


class LetGiftGo(_OnDisorder, tag="let-gift-go"):
    """Say that a gift holds no longer."""

    together = "Let a gift of the dark go"
    urgency, records, guided, nothing = "tool", GiftLetGo, True, ("no-gift", "No gift of yours holds now.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if one.using:
            yield cls.offer_of(who, one, f"{who.name}: let the gift of {row.called} go")


class RefuseBurden(_OnDisorder, tag="refuse-burden"):
    """Do not give in to a Disorder, for Corruption."""

    together = "Do not give in"
    urgency, nothing = "tool", ("no-burden", "You have no burden that could be refused.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if row.refuse is not None and (row.weighs is None or who.weighing(one)):
            why = f"{row.burden} {row.refuse} Corruption if you do not."
            yield cls.offer_of(who, one, f"Do not give in to {row.called}", why)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        row = DISORDERS[of.row]
        show(play, self.who, of)
        sin(play, self.who, row.refuse or 0, f"not giving in to {row.called}", *RULES)


class DisorderSlept(OfDisorder, tag="disorder-slept"):
    """What was awake in somebody sleeps: it was calmed, or they yielded to it and are `changed`, `spent` by that for an
    hour, and then it is `over` until the session ends."""

    turned: Literal["", "changed", "spent", "over"] = ""

    def evolve(self, state: State) -> State:
        when = {"since": state.today(self.who), "hours": 0}
        return self.with_one(state, woken=False, turned=self.turned, host="", **when)

    def line(self, state: State) -> Line:
        text = {
            "": "feels it sleep again", "changed": "is taken over", "spent": "is let go, and has nothing left",
            "over": "is rid of it until the session ends",
        }
        return Line("move", f"{text[self.turned]}: {DISORDERS[self.row].called}.", state.named(self.who))


def give_way(play: Play[State], who: str, one: HeldDisorder) -> None:
    """Let somebody yield: Unhindered, and changed; at a price (GP-DIS-02)."""
    row = DISORDERS[one.row]
    play.record(DisorderSlept(who=who, row=one.row, turned="changed", rules=RULES))
    if play.state.people[who].peril:
        set_track(play, who, "peril", 0, *RULES)
    sin(play, who, row.cost or 0, f"yielding to {row.called}", *RULES)


class YieldTo(_OnDisorder, tag="yield-to"):
    """Give in to what is awake in you."""

    together = "Yield to what is awake"
    urgency, guided, nothing = "may", True, ("nothing-awake", "Nothing is awake in you that you could yield to.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if one.woken and row.hourly == "peril":
            yield cls.offer_of(who, one, f"{who.name} yields to {row.called}", f"{row.gift} {row.cost} Corruption.")

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        give_way(play, self.who, of)


def spend(play: Play[State], who: str, one: HeldDisorder) -> None:
    """Let somebody be themselves again, and Incapacitated! for an hour (GP-DIS-02)."""
    play.record(DisorderSlept(who=who, row=one.row, turned="spent", rules=RULES))
    set_track(play, who, "peril", LAST, *RULES, why="For an hour.")


class TurnBack(_OnDisorder, tag="turn-back"):
    """Be oneself again after yielding, and Incapacitated! for a while."""

    together = "Turn back from a change"
    urgency, guided, nothing = "may", True, ("nobody-changed", "Nobody of yours is changed.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if one.turned == "changed":
            why = f"After {DISORDER.changed_hours} hours at the latest."
            yield cls.offer_of(who, one, f"{who.name} turns back from {row.called}", why)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        spend(play, self.who, of)


class TryRemedy(_OnDisorder, tag="try-remedy"):
    """Hold off what is awake with a remedy: once a day."""

    together = "Take a remedy"
    urgency, nothing = "may", ("nothing-awake", "Nothing is awake in you that a remedy holds off.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if not row.remedy or not (one.woken or one.turned == "changed"):
            return
        if (state.today(who.id) - one.tried) * HOURS_A_DAY < DISORDER.remedy_hours:
            reason = Refused("tried", f"{who.name} has had today’s remedy against it.", "GP-DIS-02")
            yield cls.barred(reason, who=who.id, row=one.row)
        else:
            why = f"A {SKILLS[row.remedy].title} Test; success lets it sleep."
            yield cls.offer_of(who, one, f"Take a remedy against {row.called}", why)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        play.record(RemedyTried(who=self.who, row=of.row, rules=RULES))
        call(play, Trial(who=self.who, skill=DISORDERS[of.row].remedy, purpose=REMEDY, step=of.row))


class RemedyTried(OfDisorder, tag="remedy-tried"):
    """Somebody takes a remedy."""

    says = "move", "takes a remedy against {}."

    def evolve(self, state: State) -> State:
        return self.with_one(state, tried=state.today(self.who))


@settles(REMEDY)
def _remedied(play: Play[State], trial: Trial) -> None:
    if trial.fell.outcome in SUCCESSES:
        play.record(DisorderSlept(who=trial.who, row=trial.step, rules=RULES))


class SetAwake(_OnDisorder, tag="set-awake"):
    """Let something in somebody wake or sleep: what they dread stands before them, or it has had its fill."""

    together = "Let a Disorder wake or sleep"
    urgency, guided, giver = "tool", True, only_guide("wakes what sleeps in people")
    nothing = ("nobody-disordered", "There is nothing in anybody that could wake.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if row.triggered or (row.weighs is not None and row.weighs.woken):
            yield cls.offer_of(who, one, f"{who.name}: {row.title} {'sleeps' if one.woken else 'wakes'}", row.burden)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        if of.woken:
            play.record(DisorderSlept(who=self.who, row=of.row, rules=RULES))
        else:
            play.record(DisorderWoke(who=self.who, rows=(of.row,), rules=RULES))


class HostFound(OfDisorder, tag="host-found"):
    """A die says which host has moved in."""

    face: int

    @property
    def host(self) -> str:
        """The host that the face stands for (GP-DIS-02)."""
        return [*HOSTS][self.face - 1]

    def evolve(self, state: State) -> State:
        return self.with_one(state, host=self.host)

    def line(self, state: State) -> Line:
        text, throws = f"is the host of something now: {HOSTS[self.host].title}.", DISORDER.host_die.thrown(self.face)
        return Line("roll", text, state.named(self.who), throws=throws)


class RollHost(_OnDisorder, tag="roll-host"):
    """Roll for what has moved in."""

    together = "Find out who has moved in"
    urgency, stands_in, nothing = ("must", "may"), True, ("nobody-moved-in", "Nothing has moved into you.")

    @classmethod
    def fits(cls, state: State, who: Person, one: HeldDisorder, row: Disorder) -> Iterable[Offered | Refused]:
        if _unhosted(one):
            label, urgency = f"Find out who has moved into {who.called}", "may" if who.npc else "must"
            yield cls.offer_of(who, one, label, "One of four hosts.", rolls=(HOST_DIE,), urgency=urgency)

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        [face] = play.roll(HOST_DIE)
        play.record(HostFound(who=self.who, row=of.row, face=face, rules=RULES))


def _unhosted(one: HeldDisorder) -> bool:
    """Whether something has moved in that has no name yet."""
    return one.woken and not one.host and DISORDERS[one.row].hosted


def gives_way(play: Play[State]) -> None:
    """What is awake in somebody takes over as soon as they are Incapacitated! by Peril, whatever brought it; whom Fate
    left for dead it leaves alone (GP-CORE-17)."""
    for id_ in {one.who: 0 for one in play.events if isinstance(one, (PerilSuffered, TrackSet, DisorderWoke))}:
        who = play.state.people[id_]
        found = (one for one in who.disorders if one.woken and DISORDERS[one.row].gives_way)
        if who.peril == LAST and not who.dead and (one := next(found, None)):
            give_way(play, id_, one)


def waiting(state: State) -> tuple[Waiting, ...]:
    """Players whose characters are hosts are waited for."""
    people = [who for who in state.party() if any(map(_unhosted, who.disorders)) and state.phase == "session"]
    return waits_for(state, ((state.played_by(who.id), f"who has moved into {who.called}") for who in people))


GIFTS: Final = Part(
    RollHost, UseGift, LetGiftGo, RefuseBurden, YieldTo, TurnBack, TryRemedy, SetAwake,
    GiftUsed, GiftLetGo, DisorderSlept, RemedyTried, HostFound,
)

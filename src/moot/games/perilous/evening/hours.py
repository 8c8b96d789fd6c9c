"""What Disorders do by the hour: those awake in somebody, and those that have changed or left them (GP-DIS-02)."""

from __future__ import annotations

from typing import Final

from moot.core import Offers, Part, Play, Refused, Seat
from moot.games.perilous.evening.disorders import OfDisorder
from moot.games.perilous.evening.gifts import RULES, DisorderSlept, spend
from moot.games.perilous.figures import DISORDER, DISORDERS, HOURS_A_DAY
from moot.games.perilous.flow import FlowCommand, only_guide
from moot.games.perilous.person import LAST, HeldDisorder, Person
from moot.games.perilous.recovery import set_track
from moot.games.perilous.sins import offence, sin
from moot.games.perilous.state import SESSION, State

TURNED: Final = ("changed", "spent")


class HourHeld(OfDisorder, tag="hour-held"):
    """An hour passes for somebody whom a Disorder has changed."""

    says = "move", "is changed for an hour more: {}."

    def evolve(self, state: State) -> State:
        hours = sum(one.hours for one in state.people[self.who].disorders if one.row == self.row)
        return self.with_one(state, hours=hours + 1)


class HourPasses(FlowCommand, tag="hour-passes"):
    """Let an hour pass for those in whom something is awake, whom it has changed or whom it has left."""

    when, rules, urgency, giver, about_any = SESSION, RULES, "tool", only_guide("lets hours pass"), None
    throws = "later"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        held = [
            who for who in state.cast()
            if any((one.woken and DISORDERS[one.row].hourly) or one.turned in TURNED for one in who.disorders)
        ]
        if not held:
            raise Refused("nothing-awake", "Nothing is awake in anybody that minds the hours.")
        yield cls.offer(held, "An hour passes", f"For {', '.join(who.called for who in held)}.")

    def act(self, play: Play[State], of: list[Person]) -> None:
        for who in of:
            for one in who.disorders:
                _hour(play, play.state.people[who.id], one)


def _hour(play: Play[State], who: Person, one: HeldDisorder) -> None:
    """An hour of one Disorder: a step down its track, one more of being changed, or the end of what it left behind."""
    track = DISORDERS[one.row].hourly if one.woken else None
    if one.turned == "spent":
        _be_over(play, who.id, one)
    elif one.turned == "changed":
        play.record(HourHeld(who=who.id, row=one.row, rules=RULES))
    elif track == "damage" and who.damage >= LAST - 1:
        sin(play, who.id, 1, f"an hour of {DISORDERS[one.row].called}", *RULES)
    elif track and (now := getattr(who, track) + 1) <= LAST:
        set_track(play, who.id, track, now, *RULES, why="It gnaws.")
        if now == LAST:
            sin(play, who.id, offence("incapacitated"), "Incapacitated! by Peril", "GP-CORR-02")


def _be_over(play: Play[State], who: str, one: HeldDisorder) -> None:
    play.record(DisorderSlept(who=who, row=one.row, turned="over", rules=RULES))
    if play.state.people[who].peril == LAST:
        set_track(play, who, "peril", 0, *RULES, why="The hour is over.")


def hours_end(play: Play[State]) -> None:
    """Nobody stays changed for more than a day, nor spent for more than an hour: by the calendar, by the hours that the
    GM lets pass, and as the session ends (GP-DIS-02)."""
    held = [(who, one) for who in play.state.cast() for one in who.disorders if one.turned in TURNED]
    for who, one in held:
        most = DISORDER.changed_hours if one.turned == "changed" else 0
        past = (play.state.today(who.id) - one.since) * HOURS_A_DAY + one.hours - most
        if most and past >= 0:
            spend(play, who.id, one)
        if past > 0 or (one.turned == "spent" and play.state.phase == "closing"):
            _be_over(play, who.id, one)


HOURS: Final = Part(HourPasses, HourHeld)

"""Recovery: sleep, treatment, Injuries that heal, and the guide's hand on the tracks (GP-CORE-16, GP-CORE-22)."""

from __future__ import annotations

from typing import Final, Literal, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.perilous.flow import FlowCommand, OfSomebody, begun, only_guide
from moot.games.perilous.harm import TRACKS, TrackId, stands
from moot.games.perilous.person import INJURY_ROWS, LAST, Person
from moot.games.perilous.state import SESSION, State
from moot.kit.keyed import without

UNHEALING: Final = "Nothing heals them while what is in them is awake."
SLEPT: Final = "They slept."


class TrackSet(OfSomebody, tag="track-set"):
    """The guide set somebody's place on a track, or sleep did; `rose`: they were Incapacitated!. Of the Peril of the
    guide's people others hear only whether they are Incapacitated!; `now` is None where they may not know it."""

    track: TrackId
    now: int | None
    rose: bool = False
    why: str = ""

    def evolve(self, state: State) -> State:
        state = state.moved_on() if self.why == SLEPT else state
        if self.track == "damage":  # whose Damage is another has no death to cheat any more
            dies = (id_ for id_, one in state.wounds.items() if one.who == self.who and one.deadly)
            state = replace(state, wounds=without(state.wounds, *dies))
        return state if self.now is None else state.with_person(self.who, **{str(self.track): self.now})

    def line(self, state: State) -> Line:
        why = f" {self.why}" if self.why else ""
        how = "is no longer Incapacitated!"
        if self.now is not None:
            how = f"{stands(TRACKS[self.track][self.now].title)} now."
        return Line("move", f"{how}{why}", state.named(self.who))

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides or self.track != "peril" or self.now == LAST or not state.people[self.who].npc:
            return super().told(state, seat)
        return replace(self, now=None, why="") if self.rose and state.knows(self.who) else None


def set_track(play: Play[State], who: str, track: TrackId, now: int, *rules: str, why: str = "") -> None:
    """Let somebody stand at another place of a track."""
    rose = track == "peril" and play.state.people[who].peril == LAST != now
    play.record(TrackSet(who=who, track=track, now=now, rose=rose, why=why, rules=rules))


class SetTrack(FlowCommand, tag="set-track"):
    """Set where somebody stands on a track: treatment, a correction, a thing the rules do not foresee."""

    when, rules, urgency, aims_any = SESSION, ("GP-CORE-22", "GP-CORE-11", "GP-CORE-12"), "tool", None
    giver, throws = only_guide("moves people on the tracks by hand"), "later"
    who: str
    track: TrackId
    now: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for track, row in TRACKS.items():
                at: int = getattr(who, track)
                least = at if track == "damage" and who.unhealing else 0
                ends = len(row) - (track == "damage")
                choices = tuple(Choice(row[to].id, row[to].title) for to in range(least, ends) if to != at)
                if choices:
                    blank = Choose(name="now", label="Now", choices=choices)
                    label, why = f"Set {who.called}’s {track.title()}", UNHEALING if least else ""
                    yield cls.offer(row, label, why, blank, about=who.id, who=who.id, track=track)

    def act(self, play: Play[State], of: object) -> None:
        now = next(n for n, one in enumerate(TRACKS[self.track]) if one.id == self.now)
        set_track(play, self.who, self.track, now, *self.rules[:1])


class Rest(FlowCommand, tag="rest"):
    """Let all sleep who are not on the road: all Peril goes in safety, all but Imperiled elsewhere."""

    when, rules, urgency, giver = SESSION, ("GP-CORE-22",), "tool", only_guide("says when people sleep")
    where: Literal["safe", "unsafe"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        away = {who for journey in state.journeys.values() if journey.under_way for who in journey.travellers}
        home = [who for who in state.party() if who.id not in away]
        if away and not home:
            raise Refused("on-a-journey", "On a journey only a camp restores: make camp instead.", "GP-WILD-12")
        for to, where, label in ((0, "safe", "Sleep in safety"), (1, "unsafe", "Sleep where it is unsafe")):
            rested = [who for who in home if who.rests and who.no_rest_until <= state.today(who.id)]
            tired = [who for who in rested if who.peril > to]
            if tired:
                names, ends = listed(who.called for who in tired), "s" if len(tired) == 1 else ""
                yield cls.offer((tired, to), label, begun(f"{names} recover{ends}."), where=where)
        yield Refused("nobody-tired", "Nobody has Peril that sleep would mend.")

    def act(self, play: Play[State], of: tuple[list[Person], int]) -> None:
        tired, to = of
        for who in tired:
            set_track(play, who.id, "peril", to, *self.rules, why=SLEPT)


class Recuperated(OfSomebody, tag="recuperated"):
    """An Injury has healed."""

    injury: str

    def evolve(self, state: State) -> State:
        left = state.people[self.who].injuries
        at = next((at for at, one in enumerate(left) if one.injury == self.injury), len(left))
        return state.with_person(self.who, injuries=(*left[:at], *left[at + 1:]))

    def line(self, state: State) -> Line:
        return Line("move", f"has recovered from the {INJURY_ROWS[self.injury].title}.", state.named(self.who))


class Recuperate(FlowCommand, tag="recuperate"):
    """Say that somebody's Injury has healed."""

    when, rules, urgency = SESSION, ("GP-CORE-16", "GP-DIS-02"), "tool"
    records, cites, giver = Recuperated, ("GP-CORE-16",), only_guide("says when an Injury has healed")
    who: str
    injury: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for injury in dict.fromkeys(one.injury for one in who.injuries):
                if who.unhealing:
                    yield cls.barred(Refused("unhealing", UNHEALING, "GP-DIS-02"), who=who.id, injury=injury)
                else:
                    label = f"{who.name}: {INJURY_ROWS[injury].title} heals"
                    yield cls.offer(who, label, about=who.id, who=who.id, injury=injury)
        yield Refused("nobody-injured", "Nobody has an Injury.")


RECOVERY: Final = Part(Rest, SetTrack, Recuperate, TrackSet, Recuperated)

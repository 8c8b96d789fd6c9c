"""Sides and places of a conflict: which postures the scene has, how hard it is to move, who is put where (MO-302,
MO-X219, MO-X304, MO-X319, MO-X320)."""

from __future__ import annotations

from functools import partial
from typing import Final

from moot.core import Choice, Choose, Count, Event, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.core.blanks import Field
from moot.core.commands import urgencies
from moot.games.modos.combat.riding import means_blanks
from moot.games.modos.conflict.rounds import between_deeds, running
from moot.games.modos.conflicts import Conflict, Contender, Position
from moot.games.modos.figures import CONTEST
from moot.games.modos.flow import FlowCommand, Happening, InConflict, only_guide
from moot.games.modos.state import CONFLICT as IN_CONFLICT, State
from moot.games.modos.terms import Posture
from moot.kit.keyed import without

OURS, THEIRS = "ours", "theirs"
SIDES: Final = {OURS: "the party’s side", THEIRS: "the other side"}


def side_words(side: str) -> str:
    """What people call a side: those of the party and of the others have words of ours, any more have their own."""
    return SIDES.get(side, side)


def sides_of(conflict: Conflict) -> dict[str, str]:
    """The sides of a conflict, each with what people call it (MO-X219)."""
    return {**SIDES, **{one.side: side_words(one.side) for one in conflict.people.values()}}


NEW: Final = "new"
"""A side that is not there yet."""


def side_blanks(sides: dict[str, str], *default: str) -> tuple[Field, ...]:
    """The blanks for a side, or a new one by its name (MO-X219)."""
    choices = (*(Choice(*side) for side in sides.items()), Choice(NEW, "a side of its own"))
    return (
        Choose(name="side", label="On which side?", choices=choices, default=default, rule="MO-X219"),
        Write(name="name", label="What is that side called?", needs=(f"side:{NEW}",)),
    )


class WentOver(InConflict, tag="went-over"):
    """Somebody in the conflict is on another side from now on; who had gone around that side stands in front again."""

    who: str
    side: str

    def changes(self, state: State, now: Conflict) -> State:
        if (one := now.people.get(self.who)) is None:
            return state
        place = Position() if one.place.toward == self.side else one.place
        return state.with_entry(self.who, side=self.side, place=place)

    def line(self, state: State) -> Line:
        return Line("move", f"goes over to {side_words(self.side)}.", state.name(self.who))


class GoOver(FlowCommand, tag="go-over"):
    """Let somebody go over to another side: won over, or listed on a wrong one."""

    when, rules, urgency = IN_CONFLICT, ("MO-X219", "MO-E106", "MO-000"), "tool"
    giver, together = only_guide("says who is on which side"), "Somebody changes sides"
    who: str
    side: str
    name: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = between_deeds(state)
        for one in now.listed.values():
            label = f"{state.name(one.who)} goes over"
            yield cls.offer(one, label, "", *side_blanks(without(sides_of(now), one.side)), about=one.who, who=one.who)

    def act(self, play: Play[State], of: Contender) -> None:
        side = self.name.strip() if self.side == NEW else self.side
        play.record(WentOver(who=of.who, side=side, rules=self.rules[:1]))


class SceneSet(Event[State], tag="scene-set"):
    """The guide said which postures the scene has (MO-302, MO-X319)."""

    postures: tuple[Posture, ...]
    ground: int = 0

    def evolve(self, state: State) -> State:
        state = state.with_conflict(postures=self.postures, ground=self.ground)
        for who, one in state.conflict.people.items() if state.conflict else ():
            if one.place.posture not in self.postures:
                state = state.with_entry(who, place=Position())
        return state

    def line(self, state: State) -> Line:
        ground = f" It is {self.ground} difficult to move." if self.ground else ""
        return Line("system", f"Postures here: {', '.join(self.postures)}.{ground}")


class SetsUp(FlowCommand):
    """A command that sets up a conflict: something to do as it opens, a tool from then on."""

    when, urgency = IN_CONFLICT, ("may", "tool")

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return urgencies(cls) if running(state).step == "opening" else ("tool",)


class SetScene(SetsUp, tag="set-scene"):
    """Say which postures the scene has besides the offensive one, which is always there, and how hard it is to move."""

    rules = ("MO-302", "MO-X303", "MO-X319", "MO-X320")
    giver = only_guide("says which postures there are")
    more: tuple[Posture, ...] = ()
    ground: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if "combat" not in state.modules:
            raise Refused("no-postures", "This table plays without combat, and so without postures.", "MO-X602")
        now = between_deeds(state)
        choices = (
            Choice("defensive", "Defensive", hint="There is cover, or a line of allies to stand behind."),
            Choice("flanking", "Flanking", hint="There is a way around."),
            Choice("mounted", "Mounted", hint="There is room to ride or drive."),
            Choice("flying", "Flying", hint="There is air above."),
        )
        first = now.step == "opening"
        there = tuple(one for one in now.postures if one != "offensive") or (("defensive", "flanking") if first else ())
        yield cls.offer(
            now, "Say which postures there are", "Everybody can always stand in front.",
            Choose(name="more", label="What is there?", choices=choices, many=True, least=0, default=there),
            Count(name="ground", label="How difficult is it to change posture?", most=CONTEST.difficulty_most,
                  default=now.ground, hint="Deep snow: 4 or more.", rule="MO-X304"),
            about=now.id, urgency="may" if first else "tool",
        )

    def act(self, play: Play[State], of: Conflict) -> None:
        play.record(SceneSet(postures=("offensive", *self.more), ground=self.ground, rules=self.rules))


class Placed(Happening, tag="placed"):
    """Somebody stands somewhere, by the guide's word or because something put them there."""

    sentence = ("move", "is in {place.posture} posture.")
    who: str
    place: Position

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, place=self.place)


class PutInPlace(SetsUp, tag="put-in-place"):
    """Put somebody into a posture: as a conflict begins, or because the story says so."""

    rules, giver = ("MO-X319", "MO-000"), only_guide("places people")
    who: str
    posture: Posture
    toward: str = ""
    by: str = ""
    means: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        now = running(state)
        if len(now.postures) < 2:
            raise Refused("one-posture", "The scene has one posture only: say first which others there are.")
        for who in now.order:
            there = tuple(one for one in now.postures if one != now.people[who].place.posture)
            choices = tuple(Choice(one, one.title()) for one in there)
            yield cls.offer(
                now.people[who], f"Place {state.name(who)}", "",
                Choose(name="posture", label="Where?", choices=choices),
                partial(place_blanks, state, now.people[who], there), about=who, who=who,
                urgency="may" if now.step == "opening" else "tool",
            )

    def act(self, play: Play[State], of: Contender) -> None:
        place = place_for(play.state, of, self.posture, self.toward, self.by, self.means)
        play.record(Placed(who=of.who, place=place, rules=self.rules[:1]))


def sides_against(state: State, one: Contender) -> tuple[str, ...]:
    """The sides that somebody has against them (MO-X219)."""
    return tuple(dict.fromkeys(each.side for each in running(state).people.values() if each.side != one.side))


def place_blanks(state: State, one: Contender, there: tuple[Posture, ...], shown: bool) -> list[Choose | Write]:
    """What is said of a posture besides: which of several sides is flanked, and what carries somebody."""
    sides = sides_against(state, one)
    blanks = means_blanks(state, one.who, there)
    if "flanking" not in there or len(sides) < 2:
        return blanks
    choices = tuple(Choice(side, side_words(side)) for side in sides)
    needs = ("posture:flanking",)
    return [Choose(name="toward", label="Around which side?", choices=choices, needs=needs, rule="MO-E106"), *blanks]


def place_for(state: State, one: Contender, posture: Posture, toward: str, by: str, means: str) -> Position:
    """The place that somebody takes; a flanker goes around the one side against them, or the one they name."""
    sides = sides_against(state, one) if posture == "flanking" else ()
    return Position(posture=posture, toward=toward or next(iter(sides), ""), by=by, means=means.strip())


PLACING: Final = Part(SetScene, PutInPlace, GoOver, SceneSet, Placed, WentOver, module="extended")

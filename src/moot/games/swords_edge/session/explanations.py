"""The GM's say on how a Quality helps: one that does not convince does not apply in this scene (SE-TEST-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.core import Choice, Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.dependent_choices import whose_and_which
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.state import State


def _down(state: State) -> tuple[tuple[str, str], ...]:
    """The Qualities that were turned down in this scene: character and Quality."""
    return state.scene.down if state.scene is not None else ()


class QualityTurnedDown(Event[State], tag="quality-turned-down"):
    """A Quality does not apply in this scene."""

    who: str
    quality: str

    def evolve(self, state: State) -> State:
        return state.in_scene(down=(*_down(state), (self.who, self.quality)))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.quality)
        return Line(kind="move", text=f"{what} does not help {state.named(self.who)} in this scene.")


class TurnDown(Command[State], tag="turn-down"):
    """The GM turns an explanation down: the Quality does not apply in this scene (SE-TEST-02)."""

    when, rules, urgency = SCENE, ("SE-TEST-02", "SE-GM-01"), "tool"
    who: str
    quality: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "turns an explanation down")
        standing = {who.id: some for who in state.cast() if (some := tuple(_applicable(state, who)))}
        if not standing:
            raise Refused("none-left", "Nobody has a Quality left to turn down.")
        why = "If the explanation does not convince: it does not apply in this scene."
        yield cls.offer(None, "Turn a Quality down", why, *whose_and_which(state, standing, "who", "quality"))

    def enact(self, play: Play[State], of: None) -> None:
        play.record(QualityTurnedDown(who=self.who, quality=self.quality, rules=self.rules[:1]))


def _applicable(state: State, who: Character) -> Iterator[Choice]:
    for quality in who.of("concept", "background", "faculty", "element"):
        if (who.id, quality.id) not in _down(state):
            yield Choice(quality.id, quality.name)


class QualityAccepted(Event[State], tag="quality-accepted"):
    """A Quality applies after all."""

    who: str
    quality: str

    def evolve(self, state: State) -> State:
        return state.in_scene(down=tuple(pair for pair in _down(state) if pair != (self.who, self.quality)))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.quality)
        return Line(kind="move", text=f"{what} helps {state.named(self.who)} after all.")


class Accept(Command[State], tag="accept-quality"):
    """The GM lets a Quality apply after all."""

    when, rules, urgency, records = SCENE, ("SE-TEST-02",), "tool", QualityAccepted
    who: str
    quality: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "lets a Quality apply after all")
        for who, quality in _down(state):
            if state.characters[who].has(quality):
                label = f"Let “{state.quality_name(who, quality)}” apply after all"
                yield cls.offer(None, label, who=who, quality=quality, about=who)
        raise Refused("none-down", "No Quality was turned down.")


EXPLANATIONS: Final[Part[State]] = Part(TurnDown, Accept, QualityTurnedDown, QualityAccepted)

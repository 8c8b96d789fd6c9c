"""Scenes: framed around one goal, and ended when that is settled (SE-TERM-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choose, Command, Event, Frame, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.swords_edge.asking import nc_choices, needs_bare_table, only_guide
from moot.games.swords_edge.cast.entering import enter
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.frames import party
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.papers import Paper
from moot.games.swords_edge.session.pivots import award_pivots
from moot.games.swords_edge.state import RUN, SCENE, SESSION, SceneInPlay, State
from moot.kit.crowds import chosen, whole
from moot.kit.keyed import changed


class SceneFramed(Event[State], tag="scene-framed"):
    """A scene opened, out of `paper` if that was prepared."""

    number: int
    title: str
    goal: str = ""
    paper: str = ""

    def evolve(self, state: State) -> State:
        papers = changed(state.papers, self.paper, played=True) if self.paper in state.papers else state.papers
        return replace(
            state, phase="scene", scenes=self.number, opening=False, time_passed=False, settled=(), papers=papers,
            scene=SceneInPlay(number=self.number, title=self.title, goal=self.goal, paper=self.paper),
            characters={id_: _fresh(who) for id_, who in state.characters.items()},
            ncs={id_: replace(nc, borne=nc.stress) for id_, nc in state.ncs.items()},
        )

    def line(self, state: State) -> Line:
        id_, people = f"scene-{self.number}", party(state)
        frame = Frame(kind="scene", id=id_, lead="A scene opens", title=self.title, stake=self.goal, people=people)
        return Line("scene", self.title, quote=self.goal, frame=frame)


def _fresh(who: Character) -> Character:
    """`who` as a new scene begins: what belongs to the last one's end is over."""
    recovers = tuple(occasion for occasion in who.recovers if occasion == "day")
    healing = tuple(healing for healing in who.healing if not healing.scene)
    return replace(who, recovers=recovers, healing=healing, spent=(), touched=(), invoked=())


class FrameScene(Command[State], tag="frame-scene"):
    """Open a scene around one goal, from preparation or not (SE-TERM-03); `ncs` are there from the start."""

    when, rules, urgency = SESSION, ("SE-TERM-03", "SE-STR-05", "SE-GM-05"), ("must", "may")
    giver = only_guide("frames a scene")
    title: str
    goal: str = ""
    paper: str = ""
    ncs: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        goal = Write(name="goal", label="What is it about?", hint="One short-term goal.", least=0)
        why = "It opens when they meet the problem. A new goal is a new scene, even in the same place."
        yield cls.offer((), "Frame a scene", why, Write(name="title", label="Title"), goal, paper="")
        for paper in state.papers.values():
            if paper.form == "scene" and not paper.played:
                able = tuple(state.ncs[nc] for nc in paper.people if nc in state.ncs and not state.ncs[nc].out)
                yield cls.offer(
                    able, f"Play “{paper.title}”",
                    "From your preparation. NCs who wait are named to nobody until you bring them in.",
                    Write(name="title", label="Title", default=paper.title), goal, *_at_once(able, paper),
                    paper=paper.id, about=paper.id, urgency="may", rules=("SE-PREP-04",),
                )

    def enact(self, play: Play[State], able: tuple[NC, ...]) -> None:
        title, goal, number = self.title.strip(), self.goal.strip(), play.state.scenes + 1
        play.record(SceneFramed(number=number, title=title, goal=goal, paper=self.paper, rules=("SE-TERM-03",)))
        if self.ncs:
            enter(play, chosen(able, *self.ncs), "SE-PREP-04")


def _at_once(able: tuple[NC, ...], paper: Paper) -> Iterator[Choose]:
    """Who is there from the start: what must be overcome, and all of them where that is nothing (SE-PREP-04)."""
    if able:
        first = tuple(nc.id for nc in able if nc.id in paper.obstacles) or whole(able)
        label = "There from the start"
        yield Choose(name="ncs", label=label, choices=nc_choices(able), least=0, many=True, default=first)


class SceneEnded(Event[State], tag="scene-ended"):
    """A scene is over: Momentum, spent Qualities and the scene's hindrances go (SE-ACT-08, SE-RD-45)."""

    number: int

    def evolve(self, state: State) -> State:
        ended = replace(state, phase="session", scene=None, pairings={}, attacks={}, tests={}, temptations=())
        return replace(
            ended,
            characters={id_: _out_of_scene(state, who) for id_, who in state.characters.items()},
            ncs={id_: _off_stage(state, nc) for id_, nc in state.ncs.items()},
        )

    def line(self, state: State) -> Line:
        text = "The scene is over"
        return Line("scene", f"{text}.", frame=Frame(kind="over", id=f"scene-{self.number}", lead=text))


def _out_of_scene(state: State, who: Character) -> Character:
    stands = "in" if who.stands in ("helpless", "away") else who.stands
    rested = replace(who, stands=stands, spent=(), invoked=())
    hurt = any(penalty.scene == state.scenes for penalty in who.penalties)
    return rested.due_to_recover("scene") if hurt and rested.here else rested


def _off_stage(state: State, nc: NC) -> NC:
    """An NC after the scene: whole again, unless the table keeps its Stress (SE-RD-47)."""
    kept = nc.out or state.options.nc_stress_after_scene == "kept"
    return replace(nc, stress=nc.stress if kept else 0, here=False, spent=(), flawed=False, exerted=())


class EndScene(Command[State], tag="end-scene"):
    """The problem is overcome, driven off or dropped; the GM is asked once all that stood against somebody is out."""

    when, rules, urgency = SCENE, ("SE-TERM-03", "SE-RD-45", "SE-REC-01", "SE-PIV-02"), ("tool", "must")
    giver = only_guide("ends a scene")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_bare_table(state)
        if doomed := [who.name for who in state.cast() if who.doom]:
            raise Refused("doom-open", f"{doomed[0]} faces a Doom: that comes first.", "SE-DOOM-01")
        why = "Overcome, driven off or dropped. Momentum and spent Qualities go; then Pivots, Recovery and Luck."
        yield cls.offer(None, "End the scene", why, about=RUN, urgency="must" if state.won else "tool")

    def enact(self, play: Play[State], of: None) -> None:
        touched = [who.id for who in play.state.characters.values() if who.touched]
        play.record(SceneEnded(number=play.state.scenes, rules=("SE-TERM-03", "SE-RD-45", "SE-RD-47")))
        award_pivots(play, touched, "scene-end")


SCENES: Final[Part[State]] = Part(FrameScene, EndScene, SceneFramed, SceneEnded)

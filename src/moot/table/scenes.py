"""The scenes of an evening: opened, cut to, closed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot import games
from moot.core import Frame, Line, Offered, Part, Play, Refused, Seat, Write
from moot.core.blanks import LONGEST_TEXT
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, Scene, TableState


class OpenScene(TableCommand, tag="open-scene"):
    """Open a scene and turn to it."""

    giver = AT_TABLE.only_guide("opens a scene")

    title: str
    place: str = ""
    cast: str = ""
    stakes: str = ""

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        game = games.find(state.game)
        if game.frames_scenes:
            raise Refused("own-scenes", f"{game.title} frames its scenes itself, where the game asks for one.")
        yield cls.offer(
            None, "Open a scene", "Say who is there, where and when, and what is up; then ask: what do you do?",
            Write(name="title", label="Scene", hint="A few words people will know it by."),
            Write(name="place", label="Where and when", least=0),
            Write(name="cast", label="Who is there", least=0),
            Write(name="stakes", label="What is up", least=0, most=LONGEST_TEXT, lines=3),
        )

    def enact(self, play: Play[TableState], of: None) -> None:
        said = {name: getattr(self, name).strip() for name in ("title", "place", "cast", "stakes")}
        play.record(SceneOpened(scene=f"c{len(play.state.scenes) + 1}", **said))


class SceneOpened(TableEvent, tag="table.scene-opened"):
    """A scene is open and on."""

    scene: str
    title: str
    place: str = ""
    cast: str = ""
    stakes: str = ""

    def evolve(self, state: TableState) -> TableState:
        scene = Scene(id=self.scene, title=self.title, place=self.place, cast=self.cast, stakes=self.stakes)
        return replace(state, scenes={**state.scenes, self.scene: scene}, scene=self.scene)

    def line(self, state: TableState) -> Line:
        parts = filter(None, (self.place, self.cast, self.stakes))
        told = " ".join(part if part[-1] in ".!?…" else f"{part}." for part in parts)
        where = " · ".join(part for part in (self.place, self.cast) if part)
        lead = "A scene opens"
        frame = Frame(kind="scene", id=self.scene, lead=lead, title=self.title, place=where, stake=self.stakes)
        return Line(kind="scene", text=self.title, quote=told, frame=frame)


class CutMade(TableEvent, tag="table.cut-made"):
    """Another open scene is on."""

    scene: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, scene=self.scene)

    def line(self, state: TableState) -> Line:
        return Line(kind="scene", text=state.scenes[self.scene].title, quote="Cut to:")


class CutTo(TableCommand, tag="cut-to"):
    """Turn to a scene that is open; the others wait as they are."""

    records, giver = CutMade, AT_TABLE.only_guide("cuts to another scene")
    together = "Cut to another scene"
    scene: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for scene in state.scenes.values():
            if scene.open and scene.id != state.scene:
                yield cls.offer(scene, f"Cut to {scene.title}", scene=scene.id)


class SceneClosed(TableEvent, tag="table.scene-closed"):
    """A scene is over."""

    scene: str

    def evolve(self, state: TableState) -> TableState:
        scenes = {**state.scenes, self.scene: replace(state.scenes[self.scene], open=False)}
        still = [scene.id for scene in scenes.values() if scene.open]
        on = state.scene if state.scene != self.scene else (still[-1] if still else "")
        return replace(state, scenes=scenes, scene=on)

    def line(self, state: TableState) -> Line:
        title = state.scenes[self.scene].title
        frame = Frame(kind="over", id=self.scene, lead="The scene is over", title=title)
        return replace(system(f"The scene “{title}” is over."), frame=frame)


class CloseScene(TableCommand, tag="close-scene"):
    """Close a scene."""

    records, giver = SceneClosed, AT_TABLE.only_guide("closes a scene")
    together = "Close a scene"
    scene: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for scene in state.scenes.values():
            if scene.open:
                yield cls.offer(scene, f"Close {scene.title}", scene=scene.id)


SCENES = Part(OpenScene, CutTo, CloseScene, SceneOpened, CutMade, SceneClosed)

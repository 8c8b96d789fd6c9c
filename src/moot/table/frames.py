"""Beginnings and ends in what a seat heard: an end has all that happened in it since it began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moot.core import Face, Fact, Frame, Line
from moot.core.frames import merged
from moot.table.scenes import CutMade, SceneClosed, SceneOpened
from moot.table.seat_journal import SeatEntry

_MINUTE, _HOUR = 60_000, 60
"""Milliseconds in a minute, minutes in an hour."""
_FALLS = {"out": 1, "back": -1}
"""How many of those who stand a fact takes away."""


def framed(record: Sequence[SeatEntry], number: int, struck: frozenset[int]) -> Frame | None:
    """What begins or ends with thing `number` of a seat's `record`, complete; None for most things.

    The entries in `struck` were taken back, and count for nothing.
    """
    frames = [line.frame for line in record[number - 1].lines if line.frame]
    frame = next((one for one in reversed(frames) if one.ends), frames[0] if frames else None)
    if frame is None or not (frame.title or frame.ends):
        return None
    if not frame.ends:
        people = (*frame.people, *(face for one in frames if not one.title for face in one.people))
        return replace(frame, people=people)
    if any(isinstance(event, SceneClosed) and event.scene == frame.id for event in record[number - 1].events):
        return _scene_over(frame, list(_since_it_opened(record, number, struck, frame.id)))
    return _ended(frame, list(_since_it_began(record, number, struck, frame)))


def is_told_in(line: Line, frame: Frame) -> bool:
    """Whether a frame says all that a line says: the end of a chapter says that its scenes are over."""
    if line.frame and (line.frame.id == frame.id or not line.frame.title):
        return True
    if line.frame and (frame.kind, line.frame.kind) == ("recap", "over"):
        return True
    return frame.ends and bool(line.facts) and all(fact.of in ("", frame.id) for fact in line.facts)


def _since_it_began(
    record: Sequence[SeatEntry], number: int, struck: frozenset[int], frame: Frame
) -> Iterator[tuple[Line, ...]]:
    """The lines from where `frame` began to where it ends, the last first; else only those of its end."""
    found = [record[number - 1].lines]
    for heard in reversed(record[: number - 1]):
        if heard.seq not in struck:
            found.append(heard.lines)
            if any(_begins(line, frame) for line in heard.lines):
                yield from reversed(found)
                return
    yield found[0]


def _begins(line: Line, frame: Frame) -> bool:
    return line.frame is not None and line.frame.id == frame.id and bool(line.frame.title) and not line.frame.ends


def _since_it_opened(
    record: Sequence[SeatEntry], number: int, struck: frozenset[int], scene: str
) -> Iterator[SeatEntry]:
    """What was heard since a scene of the table's own opened."""
    opened = (
        at
        for at in range(number - 1, -1, -1)
        if any(isinstance(event, SceneOpened) and event.scene == scene for event in record[at].events)
    )
    for heard in record[next(opened, number - 1) : number]:
        if heard.seq not in struck:
            yield heard


def _scene_over(frame: Frame, since: Sequence[SeatEntry]) -> Frame:
    """The end of a scene of the table's own: how long it took, and who was in what was played while it was on."""
    lines = [line for heard in _while_on(since, frame.id) for line in heard.lines]
    frames = [line.frame for line in lines if line.frame]
    first = next((one for one in frames if one.id == frame.id and not one.ends), frame)
    ends = (one.facts for one in frames if one.kind == "over")
    facts = merged((*(fact for line in lines for fact in line.facts), *(fact for every in ends for fact in every)))
    people = _faces(first, [replace(one, title="") for one in frames if one.kind == "scene"])
    there = tuple(replace(face, says="") for face in people)
    lead = frame.lead + _after(since[-1].at - since[0].at)
    return replace(frame, lead=lead, place=first.place, people=there, facts=facts)


def _while_on(since: Sequence[SeatEntry], scene: str) -> Iterator[SeatEntry]:
    """What was heard while `scene` was on, and no other that was open too."""
    still: list[str] = []
    on = scene
    for heard in since:
        if on == scene:
            yield heard
        for event in heard.events:
            if isinstance(event, SceneOpened):
                still.append(event.scene)
                on = event.scene
            elif isinstance(event, CutMade):
                on = event.scene
            elif isinstance(event, SceneClosed):
                still = [one for one in still if one != event.scene]
                on = on if on != event.scene else (still or [""])[-1]


def _after(milliseconds: int) -> str:
    """How long it took, in words, if it took a minute."""
    hours, minutes = divmod(milliseconds // _MINUTE, _HOUR)
    named = ((hours, "hour"), (minutes, "minute"))
    words = [f"{number} {unit}{'s' * (number != 1)}" for number, unit in named if number]
    return f", after {' and '.join(words)}" if words else ""


def _ended(frame: Frame, since: Sequence[tuple[Line, ...]]) -> Frame:
    lines = [line for every in since for line in every]
    begun = [line.frame for line in lines if line.frame and not line.frame.ends]
    first = next((one for one in begun if one.id == frame.id and one.title), frame)
    facts = [fact for line in lines for fact in line.facts if frame.kind == "recap" or fact.of in ("", frame.id)]
    told = merged((*_first(frame), *facts, *_last(frame)))
    fallen = Counter[str]()
    for fact in told:
        fallen[fact.who] += fact.times * _FALLS.get(fact.kind, 0)
    there = _faces(first, begun) if frame.kind == "over" else ()
    people = frame.people or tuple(replace(face, says="") for face in there)
    return replace(
        frame,
        title=frame.title or first.title,
        place=frame.place or first.place,
        stake=frame.stake or first.stake,
        people=tuple(replace(face, up=face.up and fallen[face.name] < face.count) for face in people),
        facts=told,
    )


def _first(frame: Frame) -> tuple[Fact, ...]:
    """What the end of a fight says about itself, which comes before what it cost."""
    return frame.facts if frame.kind == "over" else ()


def _last(frame: Frame) -> tuple[Fact, ...]:
    return frame.facts if frame.kind == "recap" else ()


def _faces(first: Frame, begun: Sequence[Frame]) -> Iterator[Face]:
    """Those who were there from the start and those who came in, people of one name as one."""
    came = (face for one in begun if not one.title for face in one.people)
    named: dict[str, Face] = {}
    for face in (*first.people, *came):
        had = named.get(face.name)
        named[face.name] = replace(had, count=had.count + face.count) if had and had.id != face.id else face
    yield from named.values()

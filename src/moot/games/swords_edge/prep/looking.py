"""What a piece of preparation as text was read as, and what its form has that it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from moot.core import Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.paper import Form, Paper, Section
from moot.games.swords_edge.prep.reading import KINDS, Draft, blocks, read

_RULES: Final[dict[Form, str]] = {
    "premise": "SE-PREP-01",
    "one-pager": "SE-PREP-02",
    "module": "SE-PREP-03",
    "scene": "SE-PREP-04",
    "campaign": "SE-PREP-05",
}


def held(text: str) -> tuple[str, ...]:
    """What is in a piece of preparation, a line each, and after that what is missing or was taken as plain text.

    Refuses a text in which nothing says what it is; a table would still keep it, as one plain text (SE-PREP-02).
    """
    head, *rest = blocks(text)
    if not any(block.known for block in rest) and not any(line.lower().startswith("form:") for line in head.lines):
        says = "Nothing here says what it is: a table would keep it as one plain text."
        allowed = (*(f"form: {form}" for form in get_args(Form)), *(f"## {kind}: …" for kind in KINDS))
        raise Refused("nothing-known", says, "SE-PREP-02", allowed=allowed, field="text")
    draft = read(text)
    notes = (block.heading for block in rest if not block.known)
    plain = (f"Taken as a note: “{heading}” names no kind, as in “## place: …”." for heading in notes)
    missing = (f"Missing: {what} ({_RULES[draft.paper.form]})." for what in _missing(draft))
    return (*_found(draft), *plain, *missing)


def _found(draft: Draft) -> Iterator[str]:
    paper = draft.paper
    yield f"{paper.form}: {paper.title}"
    yield from (_section(section) for section in paper.sections)
    yield from (f"fight: {fight.place or 'somewhere'}, {len(fight.cast)} named" for fight in paper.fights)
    yield from (f"part: {part.title}" for part in paper.parts)
    yield from (_nc(nc) for nc in draft.ncs)


def _section(section: Section) -> str:
    return f"{section.kind}: {section.title}" + (f", {len(section.learn)} to learn" if section.learn else "")


def _nc(nc: NC) -> str:
    return f"{nc.kind if nc.kind != 'character' else 'NC'}: {nc.name}, {nc.rank} {nc.type}, TN {ladder.tn(nc.rank)}"


def _missing(draft: Draft) -> Iterator[str]:
    """What the form of a piece has and this one has not (SE-PREP-01 to SE-PREP-05)."""
    paper = draft.paper
    if not paper.premise and paper.form != "scene":
        yield "a premise, “premise: …”"
    match paper.form:
        case "one-pager":
            yield from _one_pager(draft)
        case "module":
            yield from _headed(paper, "timeline", "goal", "place", "event")
            if not paper.scenes:
                yield "its scenes, “scene: …”"
        case "scene":
            yield from _scene(paper)
        case "campaign":
            if not paper.goal:
                yield "a general goal, “goal: …”"
            if not paper.parts:
                yield "its parts, “## part: …”"
        case "premise":
            pass
    yield from _strangers(draft)


def _one_pager(draft: Draft) -> Iterator[str]:
    sections = [section for section in draft.paper.sections if section.kind in ("event", "place")]
    if not sections:
        yield "events and places, “## event: …” and “## place: …”"
    for section in sections:
        if not section.learn:
            yield f"what can be learned at “{section.title}”, “? what | from whom | how fast”"
    if not draft.ncs:
        yield "who is in it, “## nc: …” and under it “average regular”"


def _headed(paper: Paper, *kinds: str) -> Iterator[str]:
    there = {section.kind for section in paper.sections}
    yield from (f"“## {kind}: …”" for kind in kinds if kind not in there)


def _scene(paper: Paper) -> Iterator[str]:
    if not paper.assumes:
        yield "what it assumes, “assumes: …”"
    if not paper.otherwise:
        yield "what happens otherwise, “otherwise: …”"
    if not paper.obstacles and not paper.fights:
        yield "an obstacle or a fight, “obstacle: …” or “## fight: …”"
    if not paper.aftermath:
        yield "what comes after, “after: …”"


def _strangers(draft: Draft) -> Iterator[str]:
    """People that a piece names and does not describe: a table that has none of that name leaves them out."""
    paper = draft.paper
    named = (*paper.obstacles, *paper.cast, *(nc for fight in paper.fights for nc in fight.cast))
    known = {nc.name for nc in draft.ncs}
    yield from (f"“{name}”, who is named, as “## nc: {name}”" for name in dict.fromkeys(named) if name not in known)

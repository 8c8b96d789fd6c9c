"""A piece of preparation written out as text: the same text that `reading` takes in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.games.swords_edge import ladder
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.paper import Fight, Paper, Section, Step
from moot.games.swords_edge.state import State

FACTS: Final = ("premise", "stakes", "goal", "story", "assumes", "otherwise")
"""What stands at the head of a piece, one line each."""

MARKS: Final = (
    "#", "?", "\\", *(f"{fact}:" for fact in FACTS), "form:", "with:", "defeat:", "leads to:", "spotlight:",
    "adventure:", "done", "obstacle:", "after:", "cast:", "scene:", "concept:", "physique:", "charisma:", "cunning:",
    "element:", "flaw:", "note:", "without dice:",
)
"""How a line begins that means something; other lines are text."""


def flat(text: str) -> str:
    """A text as one line."""
    return " ".join(text.split())


def written(state: State, paper: Paper) -> str:
    """A piece of preparation, and everyone in it, as text (SE-PREP-01 to SE-PREP-05)."""
    return "\n".join(_lines(state, paper)).strip() + "\n"


def _lines(state: State, paper: Paper) -> Iterator[str]:
    yield f"# {flat(paper.title)}"
    yield f"form: {paper.form}"
    for fact in FACTS:
        value = flat(str(getattr(paper, fact)))
        if value and (fact != "story" or paper.form == "campaign"):
            yield f"{fact}: {value}"
    yield from (f"obstacle: {_name(state, nc)}" for nc in paper.obstacles)
    yield from (f"cast: {_name(state, nc)}" for nc in paper.cast)
    yield from (f"scene: {flat(state.papers[s].title)}" for s in paper.scenes if s in state.papers)
    yield from (f"after: {flat(text)}" for text in paper.aftermath)
    for section in paper.sections:
        yield from _section(section)
    for fight in paper.fights:
        yield from _fight(state, fight)
    titles = {part.id: part.title for part in paper.parts}
    for part in paper.parts:
        yield from _part(state, part, titles)
    for nc in paper.people:
        if nc in state.ncs:
            yield from _nc(state.ncs[nc])


def _name(state: State, nc: str) -> str:
    return flat(state.ncs[nc].name) if nc in state.ncs else nc


def _text(text: str) -> Iterator[str]:
    """Free text; a line that would mean something is marked with a backslash."""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped:
            yield f"\\ {stripped}" if stripped.lower().startswith(MARKS) else stripped


def _section(section: Section) -> Iterator[str]:
    yield ""
    yield f"## {section.kind}: {flat(section.title)}"
    yield from _text(section.text)
    for learned in section.learn:
        yield "? " + " | ".join(flat(part).replace("|", "/") for part in (learned.what, learned.source, learned.when))


def _fight(state: State, fight: Fight) -> Iterator[str]:
    yield ""
    yield f"## fight: {flat(fight.place)}"
    yield from (f"with: {_name(state, nc)}" for nc in fight.cast)
    yield from _text(fight.text)
    if fight.on_defeat:
        yield f"defeat: {flat(fight.on_defeat)}"


def _part(state: State, part: Step, titles: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"## part: {flat(part.title)}"
    yield from _text(part.text)
    yield from (f"leads to: {flat(titles[other])}" for other in part.leads_to if other in titles)
    if part.spotlight:
        yield f"spotlight: {flat(part.spotlight)}"
    if part.paper in state.papers:
        yield f"adventure: {flat(state.papers[part.paper].title)}"
    if part.done:
        yield "done"


def _nc(nc: NC) -> Iterator[str]:
    yield ""
    yield f"## nc: {flat(nc.name)}"
    yield f"{nc.rank} {nc.type}, {nc.kind}"
    if nc.concept is not None:
        yield f"concept: {_quality(nc.concept)}"
    yield from (f"{trait}: {nc.traits[trait]}" for trait in ladder.TRAITS if trait in nc.traits)
    yield from (f"element: {_quality(element)}" for element in nc.elements)
    if nc.flaw is not None:
        yield f"flaw: {_quality(nc.flaw)}"
    if nc.notes:
        yield f"note: {flat(nc.notes)}"
    yield from (f"? {flat(clue.text)}" for clue in nc.clues)
    if nc.without_dice:
        yield f"without dice: {flat(nc.without_dice)}"


def _quality(quality: NcQuality) -> str:
    facts = ", ".join(fact for fact in (quality.rank, quality.trait, quality.use) if fact)
    return f"{flat(quality.name)} ({facts})"

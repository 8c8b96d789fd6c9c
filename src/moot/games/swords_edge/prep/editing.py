"""Pieces of preparation filled: paragraphs and what can be learned there, casts, obstacles, fights, parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.core.blanks import Field
from moot.games.swords_edge.cast.choosing import choices, chosen
from moot.games.swords_edge.paper import Fight, Form, Learned, Paper, Section, SectionKind, Step
from moot.games.swords_edge.phases import ALWAYS as EVERYWHERE
from moot.games.swords_edge.prep import commands as c, events as e
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

_KINDS: Final[dict[SectionKind, str]] = {
    "event": "Something happens",
    "place": "A place",
    "timeline": "When, if nobody interferes",
    "goal": "What an NC is after",
    "note": "A note",
}


def _papers(state: State, seat: Seat, *forms: Form) -> Iterator[Paper]:
    needs_guide(seat, "prepares", "SE-GM-01")
    found = [paper for paper in state.papers.values() if not forms or paper.form in forms]
    if not found:
        raise Refused("nothing-prepared", "There is nothing of that kind to add to.", "SE-PREP-03")
    yield from found


def _offer(do: str, label: str, paper: Paper, fields: tuple[Field, ...], *rules: str, why: str = "") -> Offer:
    return Offer(
        do=do,
        label=f"{label}: {paper.title}",
        why=why,
        fixed={"paper": paper.id},
        fields=fields,
        rules=rules,
        urgency="tool",
        about=paper.id,
    )


def _passage(name: str, label: str, least: int = 0) -> Write:
    return Write(name=name, label=label, least=least, most=2000, lines=3)


def _changed(play: Play[State], paper: Paper, *rules: str) -> None:
    play.record(e.PaperChanged(paper=paper, rules=rules))


def _section_offers(state: State, seat: Seat) -> Iterator[Offer]:
    kinds = tuple(Choice(kind, title) for kind, title in _KINDS.items())
    fields = (
        Choose(name="kind", label="What is it?", choices=kinds, default=("event",)),
        Write(name="title", label="Heading"),
        _passage("text", "Text"),
    )
    for paper in _papers(state, seat, "one-pager", "module", "scene"):
        yield _offer("add-section", "Add a paragraph", paper, fields, "SE-PREP-02", "SE-PREP-03")


def _add_section(play: Play[State], command: c.AddSection) -> None:
    paper = play.state.papers[command.paper]
    number = len(paper.sections) + 1
    while any(section.id == f"{paper.id}s{number}" for section in paper.sections):
        number += 1
    section = Section(f"{paper.id}s{number}", command.kind, command.title.strip(), command.text.strip())
    _changed(play, replace(paper, sections=(*paper.sections, section)), "SE-PREP-02", "SE-PREP-03")


def _section_field(paper: Paper) -> Choose:
    return Choose(name="section", label="Where?", choices=tuple(Choice(s.id, s.title) for s in paper.sections))


def _learned_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for paper in _papers(state, seat, "one-pager", "module", "scene"):
        if paper.sections:
            fields = (
                _section_field(paper),
                Write(name="what", label="What can be learned?"),
                Write(name="source", label="From whom?", least=0),
                Write(name="when", label="How fast?", least=0),
            )
            yield _offer("add-learned", "Something to learn", paper, fields, "SE-PREP-02")


def _add_learned(play: Play[State], command: c.AddLearned) -> None:
    paper = play.state.papers[command.paper]
    learned = Learned(command.what.strip(), command.source.strip(), command.when.strip())
    sections = tuple(
        replace(section, learn=(*section.learn, learned)) if section.id == command.section else section
        for section in paper.sections
    )
    _changed(play, replace(paper, sections=sections), "SE-PREP-02")


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for paper in _papers(state, seat):
        if paper.sections:
            yield _offer("strike-section", "Strike a paragraph", paper, (_section_field(paper),), "SE-PREP-03")


def _strike(play: Play[State], command: c.StrikeSection) -> None:
    paper = play.state.papers[command.paper]
    kept = tuple(section for section in paper.sections if section.id != command.section)
    _changed(play, replace(paper, sections=kept))


def _cast_offers(state: State, seat: Seat) -> Iterator[Offer]:
    found = choices(state.ncs.values())
    for paper in _papers(state, seat, "one-pager", "module"):
        if found:
            held = tuple(nc for nc in paper.cast if nc in state.ncs)
            field = Choose(name="ncs", label="Who is in it?", choices=found, least=0, many=True, default=held)
            yield _offer("name-cast", "Say who is in it", paper, (field,), "SE-PREP-02")


def _name_cast(play: Play[State], command: c.NameCast) -> None:
    _changed(play, replace(play.state.papers[command.paper], cast=_meant(play, command.ncs)), "SE-PREP-02")


def _meant(play: Play[State], ncs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(nc.id for nc in chosen(play.state.ncs.values(), *ncs))


def _fight_offers(state: State, seat: Seat) -> Iterator[Offer]:
    found = choices(state.ncs.values())
    for paper in _papers(state, seat, "scene"):
        if found:
            fields = (
                Choose(name="cast", label="Against whom?", choices=found, many=True),
                Write(name="place", label="Where?", least=0),
                _passage("on_defeat", "When they are beaten"),
            )
            yield _offer("add-fight", "Prepare a fight", paper, fields, "SE-PREP-04")


def _add_fight(play: Play[State], command: c.AddFight) -> None:
    paper = play.state.papers[command.paper]
    fight = Fight(_meant(play, command.cast), command.place.strip(), "", command.on_defeat.strip())
    _changed(play, replace(paper, fights=(*paper.fights, fight)), "SE-PREP-04")


def _obstacle_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for paper in _papers(state, seat, "scene"):
        able = [nc for nc in state.ncs.values() if nc.kind == "obstacle" and nc.id not in paper.obstacles]
        if able:
            field = Choose(name="nc", label="Which?", choices=tuple(Choice(nc.id, nc.name) for nc in able))
            yield _offer("add-obstacle", "Put an obstacle in", paper, (field,), "SE-PREP-04", "SE-NC-09")


def _add_obstacle(play: Play[State], command: c.AddObstacle) -> None:
    paper = play.state.papers[command.paper]
    _changed(play, replace(paper, obstacles=(*paper.obstacles, command.nc)), "SE-PREP-04")


def _aftermath_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for paper in _papers(state, seat, "scene"):
        yield _offer("add-aftermath", "What is left behind", paper, (_passage("text", "Afterwards", 1),), "SE-PREP-04")


def _add_aftermath(play: Play[State], command: c.AddAftermath) -> None:
    paper = play.state.papers[command.paper]
    _changed(play, replace(paper, aftermath=(*paper.aftermath, command.text.strip())), "SE-PREP-04")


def _scenes_offers(state: State, seat: Seat) -> Iterator[Offer]:
    scenes = tuple(Choice(paper.id, paper.title) for paper in state.papers.values() if paper.form == "scene")
    for paper in _papers(state, seat, "module"):
        if scenes:
            field = Choose(name="scenes", label="Which scenes?", choices=scenes, least=0, many=True)
            yield _offer("name-scenes", "Say which scenes belong to it", paper, (field,), "SE-PREP-03")


def _name_scenes(play: Play[State], command: c.NameScenes) -> None:
    _changed(play, replace(play.state.papers[command.paper], scenes=command.scenes), "SE-PREP-03")


def _part_offers(state: State, seat: Seat) -> Iterator[Offer]:
    people = tuple(Choice(who.name, who.name) for who in state.cast())
    adventures = tuple(
        Choice(p.id, p.title) for p in state.papers.values() if p.form in ("one-pager", "module", "scene")
    )
    for paper in _papers(state, seat, "campaign"):
        earlier = tuple(Choice(part.id, part.title) for part in paper.parts)
        fields: list[Field] = [Write(name="title", label="Title"), _passage("text", "What is it about?")]
        if earlier:
            fields.append(Choose(name="after", label="What leads to it?", choices=earlier, least=0, many=True))
        if adventures:
            fields.append(Choose(name="adventure", label="Prepared as", choices=adventures, least=0))
        if people:
            fields.append(Choose(name="spotlight", label="Whose spotlight?", choices=people, least=0))
        why = "Plan a moment for each character’s niche, in every session or at least every adventure."
        yield _offer("add-part", "Add an adventure", paper, tuple(fields), "SE-PREP-05", "SE-GM-04", why=why)


def _add_part(play: Play[State], command: c.AddPart) -> None:
    paper = play.state.papers[command.paper]
    id_ = f"{paper.id}p{len(paper.parts) + 1}"
    part = Step(id_, command.title.strip(), command.text.strip(), command.adventure, command.spotlight)
    before = command.after
    parts = tuple(
        replace(other, leads_to=(*other.leads_to, id_)) if other.id in before else other for other in paper.parts
    )
    _changed(play, replace(paper, parts=(*parts, part)), "SE-PREP-05")


def _finish_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for paper in _papers(state, seat, "campaign"):
        open_parts = tuple(Choice(part.id, part.title) for part in paper.parts if not part.done)
        if open_parts:
            field = Choose(name="part", label="Which?", choices=open_parts)
            yield _offer("finish-part", "An adventure is played", paper, (field,), "SE-PREP-05", "SE-TERM-02")


def _finish(play: Play[State], command: c.FinishPart) -> None:
    paper = play.state.papers[command.paper]
    parts = tuple(replace(part, done=True) if part.id == command.part else part for part in paper.parts)
    _changed(play, replace(paper, parts=parts), "SE-PREP-05")


VERBS = (
    Verb(c.AddSection, EVERYWHERE, _section_offers, _add_section),
    Verb(c.AddLearned, EVERYWHERE, _learned_offers, _add_learned),
    Verb(c.StrikeSection, EVERYWHERE, _strike_offers, _strike),
    Verb(c.NameCast, EVERYWHERE, _cast_offers, _name_cast),
    Verb(c.AddFight, EVERYWHERE, _fight_offers, _add_fight),
    Verb(c.AddObstacle, EVERYWHERE, _obstacle_offers, _add_obstacle),
    Verb(c.AddAftermath, EVERYWHERE, _aftermath_offers, _add_aftermath),
    Verb(c.NameScenes, EVERYWHERE, _scenes_offers, _name_scenes),
    Verb(c.AddPart, EVERYWHERE, _part_offers, _add_part),
    Verb(c.FinishPart, EVERYWHERE, _finish_offers, _finish),
)

"""Pieces of preparation begun, taken in, and thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Offer, Play, Seat, Verb, Write
from moot.core.blanks import Field
from moot.games.swords_edge import shelf
from moot.games.swords_edge.cast.building import NcsMade
from moot.games.swords_edge.nc import NC, told_apart
from moot.games.swords_edge.paper import Fight, Form, Paper
from moot.games.swords_edge.phases import ALWAYS as EVERYWHERE
from moot.games.swords_edge.prep import commands as c, events as e
from moot.games.swords_edge.prep.reading import Draft, read
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

_LONGEST: Final = 20_000

FORMS: Final[dict[Form, tuple[str, str, str]]] = {
    "premise": ("a premise", "A line on who and where; a second on direction and stakes.", "SE-PREP-01"),
    "one-pager": ("a one-pager", "Events and places, what can be learned there, and who is in it.", "SE-PREP-02"),
    "module": ("a module", "What happens if nobody interferes, and places, events, scenes to use.", "SE-PREP-03"),
    "scene": ("a scene", "What it assumes, its obstacles with clues, its fights, what comes after.", "SE-PREP-04"),
    "campaign": ("a campaign", "Adventures that lead to one another, towards a goal.", "SE-PREP-05"),
}
"""The five forms: what each is called, what it is for, and its rule."""


def _passage(name: str, label: str, hint: str = "") -> Write:
    return Write(name=name, label=label, hint=hint, least=0, most=2000, lines=2)


def _form_fields(form: Form) -> tuple[Field, ...]:
    premise = _passage("premise", "Premise", "Who, and where?")
    match form:
        case "premise":
            return (premise, _passage("stakes", "Stakes", "Where it is going, and what hangs on it."))
        case "scene":
            return (
                _passage("premise", "What is there?"),
                _passage("assumes", "It assumes"),
                _passage("otherwise", "Otherwise"),
            )
        case "campaign":
            stories = (Choice("stand-alone", "Each adventure stands alone"), Choice("one-story", "One story"))
            kind = Choose(name="story", label="Of what kind?", choices=stories, default=("stand-alone",))
            return (premise, _passage("goal", "General goal"), kind)
        case "one-pager" | "module":
            return (premise,)


def _write_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "prepares", "SE-GM-01")
    for form, (title, why, rule) in FORMS.items():
        yield Offer(
            do="write-paper",
            label=f"Prepare {title}",
            why=why,
            fixed={"form": form},
            fields=(Write(name="title", label="Title"), *_form_fields(form)),
            rules=(rule, "SE-GM-04"),
            urgency="tool",
        )


def _write(play: Play[State], command: c.WritePaper) -> None:
    paper = Paper(
        id=play.state.next_id,
        form=command.form,
        title=command.title.strip(),
        premise=command.premise.strip(),
        stakes=command.stakes.strip(),
        goal=command.goal.strip(),
        story=command.story,
        assumes=command.assumes.strip(),
        otherwise=command.otherwise.strip(),
    )
    play.record(e.PaperWritten(paper=paper, rules=(FORMS[command.form][2],)))


def _pack(state: State, key: str, title: str) -> str:
    """The pack that a piece is from; none where it is called the same."""
    pack = shelf.title(state, key)
    return pack if pack != title else ""


def _take_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "takes printed preparation", "SE-GM-01")
    choices = tuple(
        Choice(key, title, hint=FORMS[form][0].capitalize(), group=_pack(state, key, title))
        for key, (form, title) in shelf.pieces(state).items()
    )
    yield Offer(
        do="take-paper",
        label="Take printed preparation",
        why="The book’s own examples and those of your packs, with everyone in them, ready to run.",
        fields=(Choose(name="sample", label="Which?", choices=choices),),
        rules=("SE-PREP-02", "SE-PREP-04", "SE-PREP-05"),
        urgency="tool",
    )


def _take(play: Play[State], command: c.TakePaper) -> None:
    adopt(play, shelf.draft(play.state, command.sample))


def _import_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "brings preparation in", "SE-GM-01")
    hint = "As your page shows it when you copy a piece out; plain prose with headings (## …) does as well."
    yield Offer(
        do="import-paper",
        label="Bring preparation in as text",
        why="Written elsewhere, or carried over from another table.",
        fields=(Write(name="text", label="Text", hint=hint, most=_LONGEST, lines=12, format="swords-edge-paper"),),
        rules=("SE-PREP-02", "SE-PREP-04"),
        urgency="tool",
    )


def _import(play: Play[State], command: c.ImportPaper) -> None:
    adopt(play, read(command.text))


def adopt(play: Play[State], draft: Draft) -> str:
    """Take a draft in, and first what it names that is not there yet; the id of its paper.

    Its NCs get ids, and what it names is tied to them; names of nothing are left out.
    """
    papers = {paper.title: paper.id for paper in play.state.papers.values()}
    for piece in draft.pieces:
        known = (p.id for p in play.state.papers.values() if (p.form, p.title) == (piece.paper.form, piece.paper.title))
        papers[piece.paper.id] = next(known, "") or adopt(play, piece)
    made = tuple(_own(nc, f"n{play.state.ids + number}") for number, nc in enumerate(draft.ncs, 1))
    if made:
        play.record(NcsMade(ncs=made, rules=("SE-NC-01",)))
    ids = {nc.name: nc.id for nc in (*play.state.ncs.values(), *made)}
    ids |= {nc.id: own.id for nc, own in zip(draft.ncs, made, strict=True) if nc.id}
    paper = _tied(draft.paper, play.state.next_id, ids, papers)
    play.record(e.PaperWritten(paper=paper))
    return paper.id


def _own(nc: NC, id_: str) -> NC:
    return replace(
        nc,
        id=id_,
        concept=nc.concept and replace(nc.concept, id=f"{id_}c"),
        elements=tuple(replace(element, id=f"{id_}e{at}") for at, element in enumerate(told_apart(nc.elements), 1)),
        flaw=nc.flaw and replace(nc.flaw, id=f"{id_}w"),
    )


def _tied(paper: Paper, id_: str, ncs: dict[str, str], papers: dict[str, str]) -> Paper:
    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(ncs[name] for name in names if name in ncs))

    steps = {part.title: f"{id_}p{number}" for number, part in enumerate(paper.parts, 1)}
    parts = tuple(
        replace(
            part,
            id=steps[part.title],
            paper=papers.get(part.paper, ""),
            leads_to=tuple(dict.fromkeys(steps[title] for title in part.leads_to if title in steps)),
        )
        for part in {part.title: part for part in paper.parts}.values()
    )
    fights = tuple(Fight(known(fight.cast), fight.place, fight.text, fight.on_defeat) for fight in paper.fights)
    return replace(
        paper,
        id=id_,
        sections=tuple(replace(section, id=f"{id_}s{at}") for at, section in enumerate(paper.sections, 1)),
        cast=known(paper.cast),
        obstacles=known(paper.obstacles),
        fights=fights,
        parts=parts,
        scenes=tuple(papers[title] for title in paper.scenes if title in papers),
    )


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "throws preparation away", "SE-GM-01")
    current = state.scene.paper if state.scene else ""
    for paper in state.papers.values():
        if paper.id != current:
            yield Offer(
                do="drop-paper",
                label=f"Throw “{paper.title}” away",
                fixed={"paper": paper.id},
                rules=("SE-PREP-03",),
                urgency="tool",
                about=paper.id,
            )


def _drop(play: Play[State], command: c.DropPaper) -> None:
    play.record(e.PaperDropped(paper=command.paper, title=play.state.papers[command.paper].title))


VERBS = (
    Verb(c.WritePaper, EVERYWHERE, _write_offers, _write),
    Verb(c.TakePaper, EVERYWHERE, _take_offers, _take),
    Verb(c.ImportPaper, EVERYWHERE, _import_offers, _import),
    Verb(c.DropPaper, EVERYWHERE, _drop_offers, _drop),
)

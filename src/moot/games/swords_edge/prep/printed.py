"""The preparation that the book prints, ready to be taken in (SE-PREP-02, SE-PREP-04, SE-PREP-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core.tables import Table
from moot.games.swords_edge.narrative import NC
from moot.games.swords_edge.packs import PACKS, Pack, SampleCampaign, SampleOnePager, SamplePremise, SampleScene
from moot.games.swords_edge.paper import Fight, Learned, Paper, Section, Step
from moot.games.swords_edge.prep.reading import Draft
from moot.games.swords_edge.samples import sample_nc


def _all() -> Iterator[tuple[str, Draft]]:
    for key, pack in PACKS.items():
        for premise in pack.premise:
            yield f"{key}/{premise.id}", _premise(premise)
        for pager in pack.one_pager:
            yield f"{key}/{pager.id}", _one_pager(key, pager)
        for scene in pack.scene:
            yield f"{key}/{scene.id}", _scene(key, pack, scene)
        for campaign in pack.campaign:
            yield f"{key}/{campaign.id}", _campaign(campaign)


def _premise(printed: SamplePremise) -> Draft:
    title = printed.id.replace("-", " ").capitalize()
    return Draft(Paper(id="", form="premise", title=title, premise=printed.text, stakes=printed.stakes))


def _one_pager(pack: str, printed: SampleOnePager) -> Draft:
    ncs = tuple(sample_nc(f"{pack}/{nc}", "") for nc in printed.cast)
    sections = tuple(
        Section(
            f"s{number}",
            section.kind,
            section.title,
            section.text,
            tuple(Learned(learned.what, learned.source, learned.when) for learned in section.learn),
        )
        for number, section in enumerate(printed.section, 1)
    )
    paper = Paper(
        id="",
        form="one-pager",
        title=printed.title,
        premise=printed.premise,
        sections=sections,
        cast=tuple(nc.name for nc in ncs),
    )
    return Draft(paper, ncs)


def _scene(key: str, pack: Pack, printed: SampleScene) -> Draft:
    ncs: list[NC] = []
    for obstacle in printed.obstacle:
        made = sample_nc(f"{key}/{obstacle.nc}", "", clues=obstacle.clues, without_dice=obstacle.without_dice)
        notes = " ".join(note for note in (made.notes, obstacle.text, obstacle.spare) if note)
        ncs.append(replace(made, notes=notes))
    obstacles = tuple(nc.name for nc in ncs)
    fights = []
    for fight in printed.fight:
        people = [nc for counted in fight.cast for nc in _copies(key, counted.nc, counted.count)]
        ncs.extend(people)
        fights.append(Fight(tuple(nc.name for nc in people), fight.place, fight.text, fight.on_defeat))
    paper = Paper(
        id="",
        form="scene",
        title=printed.title,
        premise=printed.text,
        assumes=printed.assumes,
        otherwise=printed.otherwise,
        obstacles=obstacles,
        fights=tuple(fights),
        aftermath=printed.aftermath,
    )
    return Draft(paper, tuple(ncs))


def _copies(key: str, nc: str, count: int) -> Iterator[NC]:
    model = sample_nc(f"{key}/{nc}", "")
    for number in range(1, count + 1):
        yield replace(model, name=f"{model.name} {number}") if count > 1 else model


def _campaign(printed: SampleCampaign) -> Draft:
    titles = {part.id: part.title for part in printed.part}
    parts = tuple(
        Step("", part.title, part.text, leads_to=tuple(titles[other] for other in part.leads_to))
        for part in printed.part
    )
    paper = Paper(
        id="",
        form="campaign",
        title=printed.title,
        premise=printed.premise,
        goal=printed.goal,
        story=printed.kind,
        parts=parts,
    )
    return Draft(paper)


PAPERS: Final = Table("the printed preparation", dict(_all()))
"""Printed pieces by `pack/id`."""

"""Squads: NCs that a pack holds as one entry, since they differ in nothing but their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.own.checking import MOST_OF_ONE
from moot.games.swords_edge.paper import Paper
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of


def squads(state: State) -> dict[str, str]:
    """The first of its squad for each NC of one, by id.

    In a pack a squad is numbered anew in each piece, from 1. So only those are one of whom every piece names the first
    so many wherever it names any; an obstacle is always an entry of its own.
    """
    alike: dict[tuple[object, ...], list[str]] = {}
    for nc in state.ncs.values():
        if nc.kind != "obstacle" and kind_of(nc.name) != nc.name:
            alike.setdefault(_stands_for(nc), []).append(nc.id)
    found = (some for some in alike.values() if 1 < len(some) <= MOST_OF_ONE)
    whole = (some for some in found if all(_in_order(paper, some) for paper in state.papers.values()))
    return {nc: some[0] for some in whole for nc in some}


def _stands_for(nc: NC) -> tuple[object, ...]:
    """What an NC is before anybody meets it, but for its id and its number."""
    qualities = (nc.concept, nc.flaw, *nc.elements)
    traits = tuple(sorted(nc.traits.items()))
    clues = tuple(clue.text for clue in nc.clues)
    words = (nc.notes, clues, nc.without_dice)
    return (kind_of(nc.name), nc.kind, nc.type, nc.rank, traits, *(_said(quality) for quality in qualities), *words)


def _said(quality: NcQuality | None) -> NcQuality | None:
    return quality and replace(quality, id="")


def _in_order(paper: Paper, squad: list[str]) -> bool:
    """Whether a piece names the same first ones of a squad wherever it names some."""
    named = [some for ids in _lists(paper) if (some := [nc for nc in squad if nc in ids])]
    most = max(named, key=len, default=[])
    return all(some == most[: len(some)] for some in named) and not set(paper.obstacles) & set(squad)


def _lists(paper: Paper) -> Iterator[Iterable[str]]:
    yield paper.cast
    yield from (fight.cast for fight in paper.fights)

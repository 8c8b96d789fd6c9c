"""What the GM prepares: premises, one-pagers, scenes, modules, campaigns (SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Form: TypeAlias = Literal["premise", "one-pager", "scene", "module", "campaign"]
"""The five forms of preparation."""

SectionKind: TypeAlias = Literal["event", "place", "timeline", "goal", "note"]
"""What a headed paragraph tells of."""


class Learned(msgspec.Struct, frozen=True):
    """Something that can be learned: what, from whom, how fast."""

    what: str
    source: str = ""
    when: str = ""


class Section(msgspec.Struct, frozen=True):
    """A headed paragraph."""

    id: str
    kind: SectionKind
    title: str
    text: str = ""
    learn: tuple[Learned, ...] = ()


class Fight(msgspec.Struct, frozen=True):
    """A fight in a scene: the NCs by id, where, and what defeat brings."""

    cast: tuple[str, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class Step(msgspec.Struct, frozen=True):
    """One part of a campaign: an adventure, whose spotlight it is, and which parts it leads to."""

    id: str
    title: str
    text: str = ""
    paper: str = ""
    spotlight: str = ""
    leads_to: tuple[str, ...] = ()
    done: bool = False


class Paper(msgspec.Struct, frozen=True):
    """One piece of preparation. Which fields are used depends on its form; NCs and other papers are named by id.

    `goal` and `story` are a campaign's: what it is about, and whether its parts make one story or stand alone.
    """

    id: str
    form: Form
    title: str
    premise: str = ""
    stakes: str = ""
    sections: tuple[Section, ...] = ()
    cast: tuple[str, ...] = ()
    assumes: str = ""
    otherwise: str = ""
    obstacles: tuple[str, ...] = ()
    fights: tuple[Fight, ...] = ()
    aftermath: tuple[str, ...] = ()
    goal: str = ""
    story: Literal["stand-alone", "one-story"] = "stand-alone"
    parts: tuple[Step, ...] = ()
    scenes: tuple[str, ...] = ()
    played: bool = False

    @property
    def people(self) -> tuple[str, ...]:
        """Every NC it names, once."""
        fighting = (nc for fight in self.fights for nc in fight.cast)
        return tuple(dict.fromkeys((*self.cast, *self.obstacles, *fighting)))

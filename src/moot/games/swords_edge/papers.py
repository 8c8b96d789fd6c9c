"""What the GM prepares: premises, one-pagers, scenes, modules, campaigns (SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.kit.notebook import papers

PaperForm: TypeAlias = Literal["premise", "one-pager", "scene", "module", "campaign"]
"""The five forms of preparation."""

SectionKind: TypeAlias = Literal["event", "place", "timeline", "goal", "note"]
"""What a headed paragraph tells of."""

Story: TypeAlias = Literal["stand-alone", "one-story"]
"""Whether the parts of a campaign stand alone or make one story."""

FORM_RULES: Final[dict[PaperForm, str]] = {
    "premise": "SE-PREP-01",
    "one-pager": "SE-PREP-02",
    "scene": "SE-PREP-04",
    "module": "SE-PREP-03",
    "campaign": "SE-PREP-05",
}
"""The forms, each with the rule that says what it has."""


class Fight(msgspec.Struct, frozen=True):
    """A fight in a scene: the NCs by id, where, and what defeat brings."""

    cast: tuple[str, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class Paper(papers.Paper, frozen=True, kw_only=True):
    """One piece of preparation. Which fields are used depends on its form; NCs and other papers are named by id.

    `goal` and `story` are a campaign's: what it is about, and how its parts belong together.
    """

    form: PaperForm
    stakes: str = ""
    assumes: str = ""
    otherwise: str = ""
    obstacles: tuple[str, ...] = ()
    fights: tuple[Fight, ...] = ()
    aftermath: tuple[str, ...] = ()
    goal: str = ""
    story: Story = "stand-alone"

    @property
    def people(self) -> tuple[str, ...]:
        """Every NC it names, once."""
        fighting = (nc for fight in self.fights for nc in fight.cast)
        return tuple(dict.fromkeys((*self.cast, *self.obstacles, *fighting)))

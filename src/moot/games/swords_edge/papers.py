"""What the GM prepares: premises, one-pagers, scenes, modules, campaigns (SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from moot.kit.notebook import papers

PaperForm: TypeAlias = Literal["premise", "one-pager", "scene", "module", "campaign"]
"""The five forms of preparation."""

SectionKind: TypeAlias = Literal["event", "place", "timeline", "goal", "note"]
"""What a headed paragraph tells of."""

Story: TypeAlias = Literal["stand-alone", "one-story"]
"""Whether the parts of a campaign stand alone or make one story."""


class FormRow(NamedTuple):
    """A form of preparation: what people call it, what it has, and the rule that says so."""

    called: str
    has: str
    rule: str


FORMS: Final[dict[PaperForm, FormRow]] = {
    "premise": FormRow("a premise", "A line on who and where; a second on direction and stakes.", "SE-PREP-01"),
    "one-pager": FormRow(
        "a one-pager", "Events and places, what can be learned there, and who is in it.", "SE-PREP-02"
    ),
    "scene": FormRow(
        "a scene", "What it assumes, its obstacles with clues, its fights, what comes after.", "SE-PREP-04"
    ),
    "module": FormRow(
        "a module", "What happens if nobody interferes, and places, events, scenes to use.", "SE-PREP-03"
    ),
    "campaign": FormRow("a campaign", "Adventures that lead to one another, towards a goal.", "SE-PREP-05"),
}
"""The five forms."""


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

"""What the GM prepares: premises, one-pagers, scenes, modules, campaigns (SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from moot.core.figures import Figures
from moot.games.swords_edge.figures import PACKAGE
from moot.kit.notebook import papers
from moot.kit.notebook.forms import PrepForm

PaperForm: TypeAlias = Literal["premise", "one-pager", "scene", "module", "campaign"]
"""The five forms of preparation."""

SectionKind: TypeAlias = Literal["event", "place", "timeline", "goal", "note"]
"""What a headed paragraph tells of."""

Story: TypeAlias = Literal["stand-alone", "one-story"]
"""Whether the parts of a campaign stand alone or make one story."""

_table: Final = Figures(PACKAGE, "tables/preparation.toml")

_forms: Final = {row.id: row for row in _table.at("form", tuple[PrepForm, ...])}
FORMS: Final[dict[PaperForm, PrepForm]] = {form: _forms[form] for form in get_args(PaperForm)}
"""The five forms."""

SECTIONS: Final = {kind: _table.at(f"sections.{kind}", str) for kind in get_args(SectionKind)}
"""What a headed paragraph of each kind tells of, in words."""

IN_PRINT: Final = ("stakes", "goal", "assumes", "otherwise", "aftermath")
"""Fields of a paper that a piece of a pack has under the same names."""


class PaperFight(msgspec.Struct, frozen=True):
    """A fight in a scene: the NCs by id, where, and what defeat brings."""

    cast: tuple[str, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class Paper(papers.Paper, frozen=True, kw_only=True):
    """One piece of preparation. Which fields are used depends on its form; NCs and other papers are named by id. `goal`
    and `story` are a campaign's: what it is about, and how its parts belong together."""

    form: PaperForm
    stakes: str = ""
    assumes: str = ""
    otherwise: str = ""
    obstacles: tuple[str, ...] = ()
    fights: tuple[PaperFight, ...] = ()
    aftermath: tuple[str, ...] = ()
    goal: str = ""
    story: Story = "stand-alone"

    @property
    def people(self) -> tuple[str, ...]:
        """Every NC it names, once."""
        fighting = (nc for fight in self.fights for nc in fight.cast)
        return tuple(dict.fromkeys((*self.cast, *self.obstacles, *fighting)))

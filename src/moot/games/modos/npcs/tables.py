"""The figures of people whom the guide plays (tables/npcs.toml, tables/tactics.toml)."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.tables import Figures
from moot.games.modos.terms import PACKAGE, Posture


class _Build(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is usual in a quick build: scores, dice, and bonus actions from some levels on (MO-X502, MO-E79)."""

    score: int
    damage: str
    guard: str
    bonus: tuple[tuple[int, int], ...]


class Tactic(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody fights, as the guide is offered it first (MO-X506).

    `answers`: they strike back instead of letting others be. `defends`: they defend, if an action is left. `combines`
    keeps the number of one attack for the next, `delays` puts the turn off until it comes first. `keeps` actions are
    saved to answer with. `holds` are postures that their side must hold before anybody attacks; then `rear` leaves
    attacks to those behind. `flanks`: whom the front has no room for goes around. `shelters` and `flees` are shares of
    health, in percent, at which they go defensive or flee.
    """

    id: str
    title: str
    text: str
    answers: bool = False
    defends: bool = True
    combines: bool = False
    delays: bool = False
    keeps: int = 0
    holds: tuple[Posture, ...] = ()
    rear: bool = False
    flanks: bool = False
    shelters: int = 0
    flees: int = 0


class _Crowd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many people of one sheet can come at once, and of how many sheets."""

    most: int
    sheets: int


class _Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many times the levels of the other side make one far stronger (MO-X505)."""

    far: int


_FIGURES: Final = Figures(PACKAGE, "tables/npcs.toml")
BUILD: Final = _FIGURES.at("build", _Build)
CROWD: Final = _FIGURES.at("crowd", _Crowd)
MATCH: Final = _FIGURES.at("match", _Match)
TACTICS: Final = Figures(PACKAGE, "tables/tactics.toml").table("the tactics", "tactic", Tactic)
"""The four ways to fight (MO-X506)."""


def advised_actions(level: int) -> int:
    """How many bonus actions somebody of a level should have (MO-X502, MO-E79)."""
    return next((count for least, count in reversed(BUILD.bonus) if level >= least), 0)

"""The figures of the book, loaded once from tables/*.toml: no number of the rules stands anywhere else."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.tables import Table, load

PACKAGE: Final = "moot.games.wicked_age"


class Form(msgspec.Struct, frozen=True):
    """One way to act: its id and the words on the sheet."""

    id: str
    title: str


class _PlayerForms(msgspec.Struct, frozen=True):
    dice: tuple[int, ...]
    rolled: int
    form: tuple[Form, ...]


class _NpcForms(msgspec.Struct, frozen=True):
    pairs: tuple[tuple[int, int], ...]
    rolled: int
    form: tuple[Form, ...]


class _FormsFile(msgspec.Struct, frozen=True):
    player: _PlayerForms
    npc: _NpcForms


class _LadderFile(msgspec.Struct, frozen=True):
    steps: tuple[int, ...]


class OptionKind(msgspec.Struct, frozen=True):
    """One option that a strength can take: how often (`most`, None: without end), and what it names."""

    id: str
    title: str
    text: str
    rule: str
    most: int | None = None
    asks: tuple[str, ...] = ()


class _Significance(msgspec.Struct, frozen=True):
    start: int


class _StrengthsFile(msgspec.Struct, frozen=True):
    significance: _Significance
    option: tuple[OptionKind, ...]


class Numbers(msgspec.Struct, frozen=True):
    """How many best interests: `least` before play, `most` as a rule."""

    least: int
    most: int


class _Opening(msgspec.Struct, frozen=True):
    least: int


class _InterestsFile(msgspec.Struct, frozen=True):
    player: Numbers
    npc: Numbers
    opening: _Opening


_forms: Final = load(PACKAGE, "tables/forms.toml", _FormsFile)
_strengths: Final = load(PACKAGE, "tables/strengths.toml", _StrengthsFile)
_interests: Final = load(PACKAGE, "tables/interests.toml", _InterestsFile)

FORMS: Final = Table("the forms of a player's character", {form.id: form.title for form in _forms.player.form})
"""Titles of the six forms by id, in the order of the sheet (WA-CHA-02)."""

NPC_FORMS: Final = Table("the forms of an NPC", {form.id: form.title for form in _forms.npc.form})
"""Titles of an NPC's three forms by id, in the order of the sheet (WA-NPC-02)."""

DICE: Final = _forms.player.dice
"""The dice of a new character, one for each form (WA-CHA-03)."""

PAIRS: Final = _forms.npc.pairs
"""The pairs of a new NPC, one for each form, strongest first (WA-NPC-03)."""

LADDER: Final = load(PACKAGE, "tables/ladder.toml", _LadderFile).steps
"""Dice from d12 down to 0, which is no die (WA-CQ-04)."""

FIRST_SIGNIFICANCE: Final = _strengths.significance.start
"""How many options a new strength has (WA-STR-03)."""

STRENGTH_OPTIONS: Final = Table("the options of a strength", {option.id: option for option in _strengths.option})
"""The five options by id (WA-STR-07 to WA-STR-11)."""

PLAYER_INTERESTS: Final = _interests.player
NPC_INTERESTS: Final = _interests.npc

OPENING_INTERESTS: Final = _interests.opening.least
"""How many interests the GM's first NPC gets at once (WA-BI-01)."""


class _HarmForms(msgspec.Struct, frozen=True):
    forms: tuple[str, ...]


class HarmKind(msgspec.Struct, frozen=True):
    """One of the two harms: its name, how many steps it takes, and off which forms."""

    title: str
    steps: int
    player: _HarmForms
    npc: _HarmForms


class _Out(msgspec.Struct, frozen=True):
    zeros: int


class _HarmFile(msgspec.Struct, frozen=True):
    exhausted: HarmKind
    injured: HarmKind
    out: _Out


class _Rounds(msgspec.Struct, frozen=True):
    most: int
    decisive: int
    names: int


class _Advantage(msgspec.Struct, frozen=True):
    sides: int


class _Doubling(msgspec.Struct, frozen=True):
    factor: int


class ResultText(msgspec.Struct, frozen=True):
    """One result of an answer: what it is called, and what the answerer tells (WA-DICE-22)."""

    id: str
    title: str
    text: str


class _ConflictFile(msgspec.Struct, frozen=True):
    rounds: _Rounds
    advantage: _Advantage
    doubling: _Doubling
    answer: tuple[ResultText, ...]


_harm: Final = load(PACKAGE, "tables/harm.toml", _HarmFile)
_conflict: Final = load(PACKAGE, "tables/conflict.toml", _ConflictFile)

FORMS_ROLLED: Final = _forms.player.rolled
"""How many different forms a player's character rolls (WA-DICE-01)."""

NPC_FORMS_ROLLED: Final = _forms.npc.rolled
"""How many forms an NPC rolls, with both dice of each (WA-DICE-01)."""

HARM: Final = Table("the harms", {"exhausted": _harm.exhausted, "injured": _harm.injured})
"""What exhaustion and injury take (WA-CQ-02, WA-CQ-03)."""

OUT_AT: Final = _harm.out.zeros
"""How many dice at 0 put a character out of the chapter (WA-CQ-05)."""

ROUNDS: Final = _conflict.rounds
"""How many rounds there are, which one decides everything, and which one writes names."""

ADVANTAGE_DIE: Final = _conflict.advantage.sides
"""Sides of the die with pips (WA-DICE-09)."""

DOUBLE: Final = _conflict.doubling.factor
"""How many times the other's high wins absolutely (WA-DICE-05)."""

RESULTS: Final = Table("the results of an answer", {result.id: result for result in _conflict.answer})
"""What each result is called and asks the answerer to tell (WA-DICE-22)."""

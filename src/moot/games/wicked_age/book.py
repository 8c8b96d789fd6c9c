"""The figures of the book, loaded once from tables/*.toml: no number of the rules stands anywhere else."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from moot.core.choices import Barred
from moot.core.figures import Figures, Lookup

PACKAGE: Final = "moot.games.wicked_age"


class FormRow(msgspec.Struct, frozen=True):
    """One way to act: its id, the words on the sheet, those about somebody who acts so, if they are others, and when it
    is meant to be chosen."""

    id: str
    title: str
    said: str = ""
    hint: str = ""


OptionName: TypeAlias = Literal["potent", "broad", "consequential", "unique", "far-reaching"]
Does: TypeAlias = Literal["die", "form", "loss", "alone", "reach"]
"""What an option gives its strength: a better die, one more form, a loser's loss, one holder only, a longer reach."""


class OptionKind(msgspec.Struct, frozen=True):
    """One option that a strength can take: how often (`most`, None: without end), and what it does."""

    id: OptionName
    title: str
    text: str
    rule: str
    does: Does
    most: int | None = None


class Numbers(msgspec.Struct, frozen=True):
    """How many best interests: `least` before play, `most` as a rule."""

    least: int
    most: int


class _HarmForms(msgspec.Struct, frozen=True):
    forms: tuple[str, ...]


class HarmKind(msgspec.Struct, frozen=True):
    """One of the two harms: its name, how many steps it takes, and off which forms."""

    title: str
    steps: int
    player: _HarmForms
    npc: _HarmForms


class _Rounds(msgspec.Struct, frozen=True):
    most: int
    decisive: int
    names: int


class ResultText(msgspec.Struct, frozen=True):
    """One result of an answer: what it is called, and what the answerer tells (WA-DICE-22)."""

    id: str
    title: str
    text: str


class BargainTerm(msgspec.Struct, frozen=True):
    """One kind of term in a bargain: what it is `about`, whether somebody `writes` it, what it `does` to the sheet, and
    whether a card tells of it. `warned`: only at tables that take what the loser will do later. `rules` are cited."""

    id: str
    label: str
    says: str
    hint: str = ""
    about: Literal["", "form", "strength", "fighter"] = ""
    writes: bool = False
    does: Literal["", "mark", "strip", "kill"] = ""
    warned: bool = False
    told: bool = True
    rules: tuple[str, ...] = ()


_forms: Final = Figures(PACKAGE, "tables/forms.toml")
_strengths: Final = Figures(PACKAGE, "tables/strengths.toml")
_interests: Final = Figures(PACKAGE, "tables/interests.toml")
_terms: Final = Figures(PACKAGE, "tables/terms.toml")
_harm: Final = Figures(PACKAGE, "tables/harm.toml")
_conflict: Final = Figures(PACKAGE, "tables/conflict.toml")


def _titles(name: str, place: str) -> Lookup[str]:
    return Lookup(name, {form.id: form.title for form in _forms.at(place, tuple[FormRow, ...])})


FORMS: Final = _titles("the forms of a player’s character", "player.form")
"""Titles of the six forms by id, in the order of the sheet (WA-CHA-02)."""

NPC_FORMS: Final = _titles("the forms of an NPC", "npc.form")
"""Titles of an NPC's three forms by id, in the order of the sheet (WA-NPC-02)."""

DICE: Final = _forms.at("player.dice", tuple[int, ...])
"""The dice of a new character, one for each form (WA-CHA-03)."""

PAIRS: Final = _forms.at("npc.pairs", tuple[tuple[int, int], ...])
"""The pairs of a new NPC, one for each form, strongest first (WA-NPC-03)."""

LADDER: Final = Figures(PACKAGE, "tables/ladder.toml").at("steps", tuple[int, ...])
"""Dice from d12 down to 0, which is no die (WA-CQ-04)."""

FIRST_SIGNIFICANCE: Final = _strengths.at("significance.start", int)
"""How many options a new strength has (WA-STR-03)."""

STRENGTH_OPTIONS: Final = _strengths.lookup("the options of a strength", "option", OptionKind)
"""The five options by id (WA-STR-07 to WA-STR-11)."""

POTENCY: Final = _strengths.at("die.potency", tuple[int, ...])
"""The die of a strength, by how often it was made better (WA-STR-07)."""

PLAYER_INTERESTS: Final = _interests.at("player", Numbers)
NPC_INTERESTS: Final = _interests.at("npc", Numbers)

OPENING_INTERESTS: Final = _interests.at("opening.least", int)
"""How many interests the GM's first NPC gets at once (WA-BI-01)."""

FORMS_ROLLED: Final = _forms.at("player.rolled", int)
"""How many different forms a player's character rolls (WA-DICE-01)."""

NPC_FORMS_ROLLED: Final = _forms.at("npc.rolled", int)
"""How many forms an NPC rolls, with both dice of each (WA-DICE-01)."""

TERMS: Final = _terms.lookup("the terms of a bargain", "term", BargainTerm)
"""What a bargain may hold (WA-NEG-01)."""
BARRED: Final = _terms.at("barred", tuple[Barred, ...])
"""What it never may (WA-NEG-03)."""

Harm: TypeAlias = Literal["exhausted", "injured"]
HARM: Final = Lookup("the harms", {kind: _harm.at(kind, HarmKind) for kind in get_args(Harm)})
"""What exhaustion and injury take (WA-CQ-02, WA-CQ-03)."""

OUT_AT: Final = _harm.at("out.zeros", int)
"""How many dice at 0 put a character out of the chapter (WA-CQ-05)."""

ROUNDS: Final = _conflict.at("rounds", _Rounds)
"""How many rounds there are, which one decides everything, and which one writes names."""

ADVANTAGE_DIE: Final = _conflict.at("advantage.sides", int)
"""Sides of the die with pips (WA-DICE-09)."""

DOUBLE: Final = _conflict.at("doubling.factor", int)
"""How many times the other's high wins absolutely (WA-DICE-05)."""

RESULTS: Final = _conflict.lookup("the results of an answer", "answer", ResultText)
"""What each result is called and asks the answerer to tell (WA-DICE-22)."""

_rows = (_forms.at(f"{whose}.form", tuple[FormRow, ...]) for whose in ("player", "npc"))
_FORMS: Final = {form.id: form for some in _rows for form in some}
SAID: Final = {form.id: form.said for form in _FORMS.values() if form.said}
"""Forms whose words on the sheet are the player's own, as they are said about somebody."""
HINTS: Final = {form.id: form.hint for form in _FORMS.values()}
"""When each form is meant to be chosen."""


def form_title(form: str) -> str:
    """A form as the sheet calls it, a player's character's or an NPC's."""
    return _FORMS[form].title if form in _FORMS else form

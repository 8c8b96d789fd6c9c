"""Applying Qualities to a Test: what may go in together, what each adds, and what Luck adds on top.

One offer fixes the Traits of a Test: the one it is made by, and those that Luck opens beside it. Its blanks then hold
only what goes with these Traits, so every way to fill them is legal (SE-TEST-06, SE-LUCK-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec

from moot.core import Choice, Choose, Command, Write
from moot.core.offers import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import TraitId
from moot.games.swords_edge.contest import Part
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.purse import funds
from moot.games.swords_edge.state import State

Picks: TypeAlias = tuple[str, ...] | str
"""What was chosen from a list: one value where one may be chosen, else all of them."""

Use: TypeAlias = Literal["momentum", "action", "recovery"]
"""What a Test is, as far as Qualities go: a Seize is a Momentum Test (SE-SEIZE-03)."""


def picked(picks: Picks) -> tuple[str, ...]:
    """The choices in `picks`, however many could be made."""
    if isinstance(picks, str):
        return (picks,) if picks else ()
    return picks


class Built(Command, kw_only=True):
    """A Test as its player builds it.

    `trait` is the Trait it is made by, `opened` the Traits that Luck adds (joined by `+`), `element` the free Element,
    `extra` those that Luck pays for, `weaknesses` one's own that one brings up oneself.
    """

    trait: str = ""
    opened: str = ""
    qualities: Picks = ()
    element: str = ""
    extra: Picks = ()
    weaknesses: Picks = ()
    how: str = ""


class Applied(msgspec.Struct, frozen=True):
    """What a built Test amounts to: its addends, its cost in Luck, and the Qualities that Momentum would spend."""

    parts: tuple[Part, ...]
    cost: int
    spends: tuple[str, ...]


def opened_traits(opened: str) -> tuple[TraitId, ...]:
    """The Traits that Luck opened."""
    return tuple(ladder.as_trait(trait) for trait in opened.split("+")) if opened else ()


def openings(state: State, who: Character, trait: str) -> Iterator[str]:
    """Which further Traits Luck could open beside `trait`: none, then one, then two (SE-LUCK-03)."""
    yield ""
    if trait:
        others = [other for other in ladder.TRAITS if other != trait]
        for count in range(1, min(funds(state, who.id), len(others)) + 1):
            yield from ("+".join(some) for some in combinations(others, count))


def usable(state: State, who: Character, quality: Quality) -> bool:
    """Whether a Quality may be applied at all: unspent, at hand, not turned down, and no power with rules of its own.

    SE-TEST-02, SE-TEST-05, SE-LUCK-08, SE-CRE-08, SE-SFX-04.
    """
    down = state.scene is not None and (who.id, quality.id) in state.scene.down
    own_rules = quality.sfx and state.options.powers
    return not (quality.id in who.spent or quality.lost or down or own_rules)


def frees(state: State, who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """Concept, Background, and the Faculty if its Trait is in (SE-TEST-04, SE-RD-14)."""
    fitting = (q for q in who.of("concept", "background", "faculty") if not q.trait or q.trait in traits)
    return [quality for quality in fitting if usable(state, who, quality)]


def elements(state: State, who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """The Elements of these Traits (SE-TEST-06, SE-TRAP-06)."""
    fitting = (quality for quality in who.of("element") if quality.trait in traits)
    return [quality for quality in fitting if usable(state, who, quality)]


def drags(who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """Weaknesses of these Traits that one may bring up oneself (SE-WEAK-01, SE-RD-30)."""
    return [q for q in who.of("weakness") if q.drags and q.trait in traits and q.id not in who.invoked]


def blanks(state: State, who: Character, use: Use, trait: str, opened: str, power: str = "") -> tuple[Field, ...]:
    """The blanks of a Test by `trait`, with the Traits `opened` beside it; `power` is the SFX Quality it is about."""
    traits = (trait, *opened_traits(opened)) if trait else ()
    luck = funds(state, who.id) - len(opened_traits(opened))
    spends = " Gone for the scene." if use == "momentum" and state.options.spent_for == "scene" else ""
    fields: list[Field] = []
    if free := frees(state, who, traits):
        fields.append(_many("qualities", "What helps?", "Say how it does." + spends, _choices(who, free), len(free)))
    own = elements(state, who, (trait,))
    if own and not power:
        hint = f"Free, one of them.{spends}"
        fields.append(Choose(name="element", label="An Element?", hint=hint, choices=_choices(who, own), least=0))
    more = elements(state, who, traits)
    if more and luck > 0:
        hint = f"One Luck each; you have {luck}."
        fields.append(_many("extra", "More Elements, for Luck?", hint, _choices(who, more), min(luck, len(more))))
    if use != "recovery" and (weak := drags(who, traits)):
        hint = "Yours to bring up; only somebody else’s doing it earns you Luck."
        fields.append(_many("weaknesses", "A Weakness in the way?", hint, _choices(who, weak), len(weak)))
    fields.append(Write(name="how", label="How?", hint="What do we see?", least=0, most=500))
    return tuple(fields)


def _many(name: str, label: str, hint: str, choices: tuple[Choice, ...], most: int) -> Choose:
    return Choose(name=name, label=label, hint=hint, choices=choices, least=0, most=most)


def _choices(who: Character, qualities: list[Quality]) -> tuple[Choice, ...]:
    return tuple(
        Choice(q.id, q.name, hint=ladder.signed(who.worth(q)), group=TRAITS[q.trait].title if q.trait else "")
        for q in qualities
    )


def applied(state: State, who: Character, use: Use, built: Built, power: str = "") -> Applied:
    """What `built` amounts to for `who`.

    Elements beyond the first of the Trait's own cost a Luck each, and so does each further Trait (SE-LUCK-03).
    """
    opened = opened_traits(built.opened)
    traits: tuple[str, ...] = (built.trait, *opened) if built.trait else ()
    chosen = [who.quality(id_) for id_ in picked(built.qualities)]
    named = dict.fromkeys((power, built.element, *picked(built.extra)))
    some = [who.quality(id_) for id_ in named if id_]
    free = next((quality for quality in some if quality.id == power or quality.trait == built.trait), None)
    burdens = [who.quality(id_) for id_ in picked(built.weaknesses)] + burdened(who, traits, use)
    parts = (
        *(_trait_part(who, trait) for trait in traits if use != "recovery"),
        *(Part(who.id, q.id, q.name, who.worth(q)) for q in (*chosen, *some, *burdens)),
    )
    cost = len(opened) + len(some) - (free is not None)
    return Applied(parts, cost, tuple(quality.id for quality in (*chosen, *some)))


def burdened(who: Character, traits: tuple[str, ...], use: Use = "action") -> list[Quality]:
    """What drags without being asked: Weaknesses that others invoked, and every Fetish (SE-WEAK-02, SE-SFX-11).

    In Recovery neither counts (SE-RD-15).
    """
    if use == "recovery":
        return []
    pressing = (q for q in who.of("weakness", "fetish") if q.kind == "fetish" or q.id in who.invoked)
    return [quality for quality in pressing if quality.drags and quality.trait in traits]


def _trait_part(who: Character, trait: str) -> Part:
    return Part(who.id, trait, TRAITS[trait].title, who.trait(ladder.as_trait(trait)))


def base(who: Character, trait: str, opened: str, power: str = "") -> int:
    """What a Test by these Traits adds before anything is tapped."""
    traits = (trait, *opened_traits(opened)) if trait else ()
    given = sum(who.trait(ladder.as_trait(each)) for each in traits)
    return given + sum(who.worth(q) for q in burdened(who, traits)) + (who.worth(who.quality(power)) if power else 0)

"""Applying Qualities to a Test: what may go in together, what each adds, and what Luck adds on top.

One offer is one Test. What belongs to a Trait is open in it once that Trait is chosen, as the one that the Test is made
by or as one that Luck opens beside it; so every way to fill it is legal (SE-TEST-06, SE-LUCK-03).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from moot.core import Choice, Choose, Command, Field, Purse, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import only_players
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures import TRAITS
from moot.games.swords_edge.purse import funds
from moot.games.swords_edge.state import State
from moot.kit.totals import Addend


class TestUse(msgspec.Struct, frozen=True, kw_only=True):
    """What a Test does with Qualities. `momentum`: it binds a Trait and spends Qualities, as a Seize does too
    (SE-SEIZE-01, SE-SEIZE-03); `lends`: its Traits add their worth, and what drags on them counts (SE-RD-15)."""

    momentum: bool = False
    lends: bool = True


class PoolChoices(Command[State]):
    """A Test as its player builds it. `trait` is the Trait it is made by, `opened` the Traits that Luck adds, `element`
    the free Element, `extra` those that Luck pays for, `weaknesses` those that the player brings up."""

    giver = only_players("makes Tests")
    trait: str = ""
    opened: tuple[str, ...] = ()
    qualities: tuple[str, ...] = ()
    element: str = ""
    extra: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    how: str = ""


class Pool(msgspec.Struct, frozen=True):
    """What a built Test amounts to: its addends, its cost in Luck, and the Qualities that Momentum would spend."""

    parts: tuple[Addend, ...]
    cost: int
    spends: tuple[str, ...]


def usable(state: State, who: Character, quality: Quality) -> bool:
    """Whether a Quality may be applied at all: unspent, at hand, not turned down, and no power with rules of its own
    (SE-TEST-02, SE-TEST-05, SE-LUCK-08, SE-CRE-08, SE-SFX-04)."""
    down = (who.id, quality.id) in state.down
    own_rules = quality.sfx and state.options.powers
    return not (quality.id in who.spent or quality.lost or quality.refused or down or own_rules)


def frees(state: State, who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """Concept, Background, and the Faculty if its Trait is in (SE-TEST-04, SE-RD-14)."""
    fitting = (q for q in who.counting("free") if not q.trait or q.trait in traits)
    return [quality for quality in fitting if usable(state, who, quality)]


def elements(state: State, who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """The Elements of these Traits (SE-TEST-06, SE-TRAP-06)."""
    fitting = (quality for quality in who.counting("one") if quality.trait in traits)
    return [quality for quality in fitting if usable(state, who, quality)]


def drags(who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """Weaknesses of these Traits that the player may bring up (SE-WEAK-01, SE-RD-30)."""
    return [q for q in who.counting("invoked") if q.drags and q.trait in traits and q.id not in who.invoked]


class Ways(msgspec.Struct, frozen=True):
    """The Traits that a Test can be made by (empty: none at all), and those that Luck could open beside it."""

    traits: tuple[str, ...]
    openable: tuple[str, ...]

    @property
    def sure(self) -> str | None:
        """The Trait it is made by, where there is no choice."""
        return self.traits[0] if len(self.traits) == 1 else None

    @property
    def every(self) -> tuple[str, ...]:
        """Every Trait that could come into it, in the order of the sheet."""
        return tuple(trait for trait in ladder.TRAITS if trait in self.traits or trait in self.openable)

    def needs(self, trait: str | None, *, own: bool = False) -> tuple[str, ...]:
        """What must be chosen before something of this Trait can be; `own` where only the Test's own Trait will do."""
        if not trait or trait == self.sure:
            return ()
        chosen = (f"trait:{trait}",) if trait in self.traits else ()
        opened = (f"opened:{trait}",) if trait in self.openable and not own else ()
        return (*chosen, *opened)

    def beside(self, trait: str) -> tuple[str, ...]:
        """What must be chosen before Luck can open this Trait: any other."""
        others = [] if self.sure is not None else [other for other in self.traits if other and other != trait]
        return tuple(f"trait:{other}" for other in others)


def ways(state: State, who: Character, traits: tuple[str, ...]) -> Ways:
    """How a Test that may be made by any of `traits` can be made (SE-LUCK-03)."""
    openable = (trait for trait in ladder.TRAITS if any(other and other != trait for other in traits))
    return Ways(traits, tuple(openable) if funds(state, who.id) > 0 else ())


def purse(state: State, who: Character) -> Purse:
    """What a PC's player has for Exertion."""
    return Purse(holds=funds(state, who.id), coin="Luck")


def blanks(
    state: State, who: Character, use: TestUse, by: Ways, hints: dict[str, str], power: str = ""
) -> Iterator[Field]:
    """The blanks of a Test; `hints` say what each Trait brings, `power` is the SFX Quality it is about."""
    spends = " Gone for the scene." if use.momentum and state.options.spent_for == "scene" else ""
    yield from _trait_blanks(state, who, use, by, hints)
    if free := frees(state, who, by.every):
        yield _many("qualities", "What helps?", "Say how it does." + spends, _choices(who, free, by))
    own = elements(state, who, by.traits)
    if own and not power:
        choices = _choices(who, own, by, own=True)
        yield Choose(name="element", label="An Element?", hint=f"Free, one of them.{spends}", choices=choices, least=0)
    luck = funds(state, who.id)
    if luck and (more := elements(state, who, by.every)):
        hint = f"One Luck each; you have {luck}."
        yield _many("extra", "More Elements, for Luck?", hint, _choices(who, more, by, costs=1))
    if use.lends and (weak := drags(who, by.every)):
        hint = "You may bring it up; you earn Luck only when somebody else does."
        yield _many("weaknesses", "A Weakness in the way?", hint, _choices(who, weak, by))
    yield Write(name="how", label="How?", hint="What do we see?", least=0, most=500)


def _trait_blanks(state: State, who: Character, use: TestUse, by: Ways, hints: dict[str, str]) -> Iterator[Field]:
    if by.sure is None:
        choices = tuple(Choice(trait, TRAITS[trait].title, hints.get(trait, "")) for trait in by.traits if trait)
        alone = f"Without one: {hints.get('', '+0')}." if "" in by.traits else ""
        label = "By which Trait?" if use.lends else "Which Faculty and Element?"
        yield Choose(name="trait", label=label, hint=alone, choices=choices, least=0 if alone else 1)
    opened: list[Choice] = []
    for trait in by.openable:
        goes_with = () if use.lends else (*elements(state, who, (trait,)), *frees(state, who, (trait,)))
        if use.lends or any(quality.trait for quality in goes_with):  # all that it brings in Recovery (SE-RD-15)
            hint = ladder.signed(base(who, trait)) if use.lends else ""
            opened.append(Choice(trait, TRAITS[trait].title, hint=hint, needs=by.beside(trait), costs=1))
    if opened:
        label = "Another Trait beside it?" if use.lends else "What goes with another Trait?"
        yield _many("opened", label, "One Luck each.", tuple(opened))


def _many(name: str, label: str, hint: str, choices: tuple[Choice, ...]) -> Choose:
    return Choose(name=name, label=label, hint=hint, choices=choices, least=0, many=True)


def _choices(
    who: Character, qualities: list[Quality], by: Ways, *, own: bool = False, costs: int = 0
) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for q in qualities:
        hint, group = ladder.signed(who.worth(q)), TRAITS[q.trait].title if q.trait else ""
        found.append(Choice(q.id, q.name, hint=hint, group=group, needs=by.needs(q.trait, own=own), costs=costs))
    return tuple(found)


def pooled(state: State, who: Character, use: TestUse, built: PoolChoices, power: str = "") -> Pool:
    """What `built` amounts to for `who`. Elements beyond the first of the Trait's own cost a Luck each, and so does
    each further Trait (SE-LUCK-03)."""
    traits: tuple[str, ...] = (built.trait, *built.opened) if built.trait else ()
    chosen = [who.quality(id_) for id_ in built.qualities]
    named = dict.fromkeys((power, built.element, *built.extra))
    some = [who.quality(id_) for id_ in named if id_]
    free = next((quality for quality in some if quality.id == power or quality.trait == built.trait), None)
    lending = traits if use.lends else ()
    burdens = [who.quality(id_) for id_ in built.weaknesses] + burdened(who, lending)
    parts = (
        *(_trait_part(who, trait) for trait in lending),
        *(Addend(who.id, q.id, q.name, who.worth(q)) for q in (*chosen, *some, *burdens)),
    )
    cost = len(built.opened) + len(some) - (free is not None)
    return Pool(parts, cost, tuple(quality.id for quality in (*chosen, *some)))


def as_it_counts(state: State, who: Character, parts: tuple[Addend, ...]) -> Iterator[Addend]:
    """What `who` put into a joint Test, as it counts now that it is rolled.

    Ranks are those of this moment (SE-RD-39), what was spent or turned down since is out (SE-TEST-05, SE-TEST-02), and
    what others have invoked up to now is in (SE-RD-30).
    """
    traits = tuple(part.what for part in parts if part.what in ladder.TRAITS)
    yield from (_trait_part(who, trait) for trait in traits)
    pressing = burdened(who, traits)
    for part in parts:
        quality = who.quality(part.what) if who.has(part.what) else None
        if quality is not None and quality not in pressing and (quality.drags or usable(state, who, quality)):
            yield Addend(who.id, quality.id, quality.name, who.worth(quality))
    yield from (Addend(who.id, quality.id, quality.name, who.worth(quality)) for quality in pressing)


def burdened(who: Character, traits: tuple[str, ...]) -> list[Quality]:
    """What drags on these Traits in any case: Weaknesses that others invoked, every Fetish (SE-WEAK-02, SE-SFX-11)."""
    weighing = [q for q in who.counting("invoked", "always") if q.drags and q.trait in traits]
    always = who.counting("always") if weighing else ()
    return [q for q in weighing if q in always or q.id in who.invoked]


def _trait_part(who: Character, trait: str) -> Addend:
    return Addend(who.id, trait, TRAITS[trait].title, who.trait(ladder.as_trait(trait)))


def base(who: Character, trait: str) -> int:
    """What one Trait adds, with what drags on it unasked."""
    return who.trait(ladder.as_trait(trait)) + sum([who.worth(quality) for quality in burdened(who, (trait,))])

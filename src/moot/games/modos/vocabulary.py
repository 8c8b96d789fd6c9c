"""The closed words that rows are written in, each with the module of the game that it belongs to.

What uses a word of a module needs that module (`modules`). A word that is not here is refused when tables are loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from moot.games.modos.terms import Band, Pool, Posture

Module: TypeAlias = Literal["core", "character", "skilled", "extended", "combat", "magic", "isolation"]
"""A module of the game, by the numbers of its rules: 000, 100, 200, 300, 400. What stands on both of the first two is
`skilled`: what people do with skills and hero points."""

OPTIONAL: Final[frozenset[Module]] = frozenset({"core", "character", "extended", "combat", "magic"})
"""The modules that entries can need."""

NEEDS: Final[Mapping[Module, frozenset[Module]]] = {
    "skilled": frozenset({"core", "character"}), "extended": frozenset({"core"}),
    "combat": frozenset({"skilled", "extended"}), "magic": frozenset({"skilled"}), "isolation": frozenset({"combat"}),
}
"""The modules that others stand on, by the numbers that their rules name; what needs one that is out goes with it."""


@cache
def standing(out: frozenset[Module]) -> tuple[Module, ...]:
    """The modules that are left without some (MO-X602)."""
    found: list[Module] = []
    for module in get_args(Module):
        if module not in out and NEEDS.get(module, frozenset()) <= {*found}:
            found.append(module)
    return tuple(found)


Kind: TypeAlias = Literal["skill", "perk", "power", "weapon", "shield", "armor", "trait", "state"]
"""What an entry is."""

Figure: TypeAlias = Literal[
    "level", "score", "contest", "points", "cap", "hero-die", "tie", "price", "needs", "max", "weapon-die",
    "guard-die", "guard-roll", "damage", "taken", "recovery", "cost-pool",
]
"""A number, die or word that rows reckon with."""

Scope: TypeAlias = Literal["", "pool", "skill", "deed", "gear"]
"""What a figure is of: nothing, an attribute, a skill, a deed, or a thing; `chosen` fits all but nothing and a deed."""

FIGURES: Final[Mapping[Figure, tuple[Module, Scope]]] = {
    "level": ("character", ""), "score": ("character", "pool"), "contest": ("core", ""),
    "points": ("character", "skill"), "cap": ("character", "skill"), "hero-die": ("core", ""), "tie": ("core", ""),
    "price": ("extended", "deed"), "needs": ("extended", "deed"),
    "max": ("combat", "pool"), "weapon-die": ("combat", "gear"), "guard-die": ("combat", "gear"),
    "guard-roll": ("combat", ""), "damage": ("combat", ""), "taken": ("combat", ""), "recovery": ("combat", "pool"),
    "cost-pool": ("magic", ""),
}
"""The figures: module and scope."""

ADDED: Final[frozenset[Figure]] = frozenset({
    "level", "score", "contest", "points", "cap", "hero-die", "price", "max", "weapon-die", "guard-die", "damage",
    "recovery",
})
"""Figures that `add` makes larger or smaller: numbers, and dice by steps of the ladder."""

DICE: Final[frozenset[Figure]] = frozenset({"hero-die", "weapon-die"})
"""Figures that are a die: `set` names one."""

NUMBERS: Final[frozenset[Figure]] = frozenset({"price", "taken"})
"""Figures that are a number: `set` names one."""

SET_TO: Final[Mapping[Figure, tuple[str, ...]]] = {
    "cap": ("none",), "tie": ("con",), "needs": ("contest",), "guard-roll": ("max",), "cost-pool": get_args(Pool),
}
"""Figures that are a word: those that `set` may name."""

Moment: TypeAlias = Literal[
    "standing", "cast", "keep", "round", "declare", "roll", "pro", "dealt", "over", "asked", "begin", "advance"
]
"""When an effect happens: `standing` is always, while its source is there; `over` when damage passes a maximum."""

MOMENTS: Final[Mapping[Moment, Module]] = {**dict.fromkeys(("roll", "pro", "declare"), "core"), "round": "extended"}
"""The moments that only a module knows."""

Bearer: TypeAlias = Literal["self", "target", "foe", "others", "near", "zone", "caster", "pet", "companion", "scene"]
"""Whom an effect is about, as seen from its source."""

Stage: TypeAlias = Literal["both", "full", "half"]
"""At which stage of a power an effect holds (MO-405)."""

Word: TypeAlias = Literal[
    "skill", "attribute", "deed", "sight", "claimed", "multi", "tag", "pool", "undefended",
    "range", "posture", "target-posture", "dark", "aware",
    "held", "one-hand", "second-weapon", "size", "reach", "unarmed", "unarmoured",
    "kind", "lower-level", "guarded", "hurt",
    "own-turn", "last-action", "unresisted",
]
"""A condition: of the throw, of places, of hands and body, of people, of time."""

Verb: TypeAlias = Literal[
    "all", "aware", "attribute", "attack", "defend", "hinder", "withdraw", "react", "posture", "flee", "leave", "ready",
    "reload", "keep", "cast", "resist", "sneak", "search", "sway", "tend", "rest", "initiative", "move-zone",
]
"""What people do; `all`, `aware` and `attribute` stand for every deed, for noticing, for deeds with an attribute."""

VERBS: Final[Mapping[Verb, Module]] = {
    **dict.fromkeys(("all", "aware", "attribute", "attack", "defend", "resist", "sneak", "search", "sway"), "core"),
    **dict.fromkeys(("tend", "rest"), "core"),
    **dict.fromkeys(("hinder", "withdraw", "react", "leave", "ready", "reload", "keep", "initiative"), "extended"),
    **dict.fromkeys(("posture", "flee"), "combat"),
    **dict.fromkeys(("cast", "move-zone"), "magic"),
}
"""The deeds with their modules."""

PARTS: Final[Mapping[Verb, tuple[str, ...]]] = {
    "posture": get_args(Posture), "attack": ("armed", "unarmed"), "attribute": get_args(Pool),
}
"""What may stand after the colon of a deed: `posture:flying`."""

Size: TypeAlias = Literal["tiny", "light", "standard", "heavy"]
"""How big a weapon is (MO-X120)."""

Group: TypeAlias = Literal["fight", "defend", "produce"]
"""A group of skills (MO-X107)."""

Tag: TypeAlias = Literal["heat", "cold", "electricity", "poison", "fear", "sleep", "breath", "dark"]
"""What harm or a power is of."""

TAGS: Final[Mapping[Tag, Module]] = {**dict.fromkeys(get_args(Tag), "core"), "sleep": "magic"}
"""The tags with their modules: there is no sleep to be immune to but that of powers."""

PersonKind: TypeAlias = Literal["pc", "undead", "object", "trap"]
"""What somebody is besides a person."""

Choice: TypeAlias = Literal["armor", "attribute", "skill", "fight-skill", "object", "power", "mental-guard", "weapon"]
"""What is chosen with a perk."""

CHOSEN: Final = "chosen"
"""Stands for what was chosen with an entry."""

WORDS: Final[Mapping[Word, tuple[Module, tuple[str, ...] | None]]] = {
    "skill": ("core", ()), "attribute": ("core", (*get_args(Pool), CHOSEN)), "deed": ("core", get_args(Verb)),
    "sight": ("core", None), "claimed": ("core", None), "multi": ("magic", None),
    "tag": ("combat", get_args(Tag)), "pool": ("combat", get_args(Pool)), "undefended": ("combat", None),
    "range": ("combat", get_args(Band)), "posture": ("combat", get_args(Posture)),
    "target-posture": ("combat", get_args(Posture)), "dark": ("core", None), "aware": ("core", None),
    "held": ("character", None), "one-hand": ("combat", None), "second-weapon": ("combat", None),
    "size": ("combat", get_args(Size)), "reach": ("combat", get_args(Band)),
    "unarmed": ("combat", None), "unarmoured": ("combat", None),
    "kind": ("character", get_args(PersonKind)), "lower-level": ("character", None),
    "guarded": ("combat", get_args(Pool)), "hurt": ("combat", get_args(Pool)),
    "own-turn": ("extended", None), "last-action": ("extended", None), "unresisted": ("magic", ("beat", "round")),
}
"""The conditions: module, and what may stand after the colon (None: nothing; of `skill`, any skill or group)."""

Ending: TypeAlias = Literal[
    "another", "target-movement", "round", "attention", "noise", "touch", "harm", "guide", "ready", "search", "resist",
    "agreement", "cure",
]
"""What ends a mark or a state."""

Account: TypeAlias = Literal[
    "hero", "points", "cost", "targets", "damage", "guard-roll", "harm:P|M", "harm:MP", "lift:disabled", "hint"
]
"""What can be paid or got in a trade."""

ACCOUNTS: Final[Mapping[Account, Module]] = {
    **dict.fromkeys(("hero", "hint"), "core"), "points": "character", **dict.fromkeys(("cost", "targets"), "magic"),
    **dict.fromkeys(("damage", "guard-roll", "harm:P|M", "harm:MP", "lift:disabled"), "combat"),
}
"""The accounts with their modules."""

Function: TypeAlias = Literal["counter", "last-in-order", "nearest"]
"""What no row can say, and code does by this name."""

FUNCTIONS: Final[Mapping[Function, Module]] = {"counter": "magic", "last-in-order": "extended", "nearest": "combat"}
"""The functions with their modules."""

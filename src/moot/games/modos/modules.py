"""What the optional modules bring: an effect needs the modules of its words, an entry an effect that is left (MO-X602).

Nothing is tagged by hand. Where combat is off, conditions such as being unarmoured hold by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, get_args

import msgspec

from moot.games.modos import effects as does, vocabulary as closed
from moot.games.modos.catalog import DISABLED, EVERYTHING, HOUSE_POWERS, Catalog
from moot.games.modos.figures import CONFLICT
from moot.games.modos.rows import CatalogEntry, Power, Reaction, Skill, Trait

Conditional = TypeVar("Conditional", bound=does.Effect | Reaction)
Modules: TypeAlias = frozenset[closed.Module]

_OF_KIND: Final[Mapping[closed.Kind, closed.Module]] = {
    "skill": "character", "perk": "character", "trait": "character", "state": "skilled",
    "power": "magic", "weapon": "combat", "shield": "combat", "armor": "combat",
}
"""What an entry needs for being what it is."""


def _shared(verbs: Iterable[closed.Verb]) -> Iterator[closed.Module]:
    """The module that all of some deeds belong to, if it is one."""
    return _only(closed.VERBS[verb] for verb in verbs)


def _played(deeds: tuple[does.DeedWord, ...], on: Modules) -> tuple[does.DeedWord, ...]:
    """Those of some deeds that there are with these modules."""
    return tuple(deed for deed in deeds if _of_deed(deed) in on)


def _verbs(words: tuple[str, ...], on: Modules) -> tuple[str, ...]:
    """Those of some words that are no deeds, or deeds that there are with these modules."""
    out = {str(verb) for verb, module in closed.VERBS.items() if module not in on}
    return tuple(word for word in words if word not in out)


def _of_deed(deed: does.DeedWord) -> closed.Module:
    """The module of a deed: an attack is one of combat where it says by which hand."""
    return "combat" if deed.verb == "attack" and deed.part else closed.VERBS[deed.verb]


def _only(modules: Iterable[closed.Module | None]) -> Iterator[closed.Module]:
    """The one module among some, if there is no other."""
    found = {*modules}
    return (each for each in found if each and len(found) == 1)


def _held_without(condition: does.Condition) -> bool:
    """Whether a condition holds by itself where the module that knows it is off."""
    if condition.negated:
        return condition.word == "posture"
    return condition.word in ("unarmoured", "unarmed", "range")


def _of_words(effect: does.Effect) -> Iterator[closed.Module]:
    match effect:
        case does.Actions():
            yield "extended"
        case does.Call():
            yield closed.FUNCTIONS[effect.function]
        case does.Guard() | does.Harm() | does.Mend() | does.Shift(reads=str()):
            yield "combat"
        case does.Add() | does.Set():
            yield closed.FIGURES[effect.figure][0]
            if closed.FIGURES[effect.figure][1] == "deed":
                yield from _shared(verb for verb in closed.VERBS if verb in effect.of)
        case does.Open():
            yield closed.VERBS[effect.deed.verb]
        case does.Shut():
            yield from _only(map(_of_deed, effect.deeds))
        case does.Immune(tag=str(tag)):
            yield closed.TAGS[tag]
        case does.Immune():
            yield "combat"
        case does.Trade():
            yield from (closed.ACCOUNTS[effect.give], closed.ACCOUNTS[effect.get])
            if effect.of == "magic":
                yield "magic"
        case does.Grant():
            yield _OF_KIND[effect.row.kind]
        case _:
            pass


def modules_of(effect: does.Effect) -> Modules:
    """The optional modules that an effect needs."""
    moments = _only(closed.MOMENTS.get(moment) for moment in effect.on)
    return closed.OPTIONAL & {*_of_words(effect), *moments, *_of_conditions(effect.when)}


def _of_conditions(when: tuple[does.Condition, ...]) -> Iterator[closed.Module]:
    """The modules of conditions that do not hold by themselves."""
    for condition in when:
        if not _held_without(condition):
            yield closed.WORDS[condition.word][0]
        if condition.word == "deed":
            yield from _shared(verb for verb in closed.VERBS if verb in condition.args)


def _keeps_spirit(effect: does.Effect) -> bool:
    """Whether it is about the MP pool, which magic needs even where there is no combat (MO-407)."""
    if isinstance(effect, does.Add):
        return effect.figure in ("max", "recovery") and effect.of == ("MP",)
    if isinstance(effect, does.Trade):
        return effect.get == "lift:disabled"
    return isinstance(effect, does.Guard) and (effect.pool, effect.made) == ("MP", "natural")


def _stands(effect: does.Effect, on: Modules, catalog: Catalog) -> bool:
    """Whether an effect is left with these modules, and with the entries that are left."""
    missing = modules_of(effect) - on
    if missing and not (missing == {"combat"} and "magic" in on and _keeps_spirit(effect)):
        return False
    if isinstance(effect, does.Shut) and not _played(effect.deeds, on):
        return False
    if isinstance(effect, does.Grant):
        return catalog.has(effect.row)
    return not isinstance(effect, does.PutMark) or effect.state == DISABLED or effect.state in catalog.states


def _without(row: Conditional, on: Modules) -> Conditional:
    """An effect or a reaction without the conditions that hold by themselves, and without what there are no rounds
    for."""
    more: dict[str, Any] = {"when": tuple(each for each in row.when if "combat" in on or not _held_without(each))}
    if isinstance(row, does.Shut):
        more |= {"deeds": _played(row.deeds, on), "but": _played(row.but, on)}
    if isinstance(row, does.Add | does.Set) and closed.FIGURES[row.figure][1] == "deed":
        more["of"] = _verbs(row.of, on)
    if isinstance(row, Reaction):
        more["to"] = _verbs(row.to, on)
    if isinstance(row, does.Shift) and "combat" not in on:
        more["move"] = 0
    if isinstance(row, does.Grant) and "extended" not in on:
        more |= {"asks": 0, "until": ()}
    return msgspec.structs.replace(row, **more)


def _is_something(entry: CatalogEntry) -> bool:
    """Whether what is left of an entry is worth its name.

    A power needs an effect on somebody else than its caster that is not only its half. A skill has points even if it
    does nothing else, unless all its deeds are of a module that is off.
    """
    if isinstance(entry, Power):
        return any(effect.at != "half" and effect.who != "caster" for effect in entry.effects)
    if isinstance(entry, Trait):
        return bool(entry.effects or entry.reacts or entry.preset)
    return isinstance(entry, Skill) or bool(entry.effects)


def _left(entry: CatalogEntry, on: Modules, catalog: Catalog) -> CatalogEntry | None:
    """What is left of an entry with these modules; None if nothing is. Without rounds nobody has more actions than a
    turn has by itself, and so none for greater powers (MO-X408)."""
    acts = {*_shared(entry.acts)} - {"core"} if isinstance(entry, Skill) else set[closed.Module]()
    own = {_OF_KIND[entry.kind]} | acts
    long = isinstance(entry, Power) and entry.level > CONFLICT.actions
    if not own <= on or (long and "extended" not in on):
        return None
    effects = tuple(_without(effect, on) for effect in entry.effects if _stands(effect, on, catalog))
    if isinstance(entry, Trait):
        reacts = tuple(
            react for each in entry.reacts if (react := _without(each, on)).to
            and catalog.has(each.by) and closed.OPTIONAL & {"extended", *_of_conditions(each.when)} <= on
        )
        preset = {perk: points for perk, points in entry.preset.items() if perk in catalog.perks}
        entry = msgspec.structs.replace(entry, reacts=reacts, preset=preset)
    if isinstance(entry, Power):
        entry = msgspec.structs.replace(entry, escape=tuple(verb for verb in entry.escape if closed.VERBS[verb] in on))
    left = msgspec.structs.replace(entry, effects=effects)
    return left if _is_something(left) else None


@cache
def under(modules: Modules, *, house: bool = False) -> Catalog:
    """The entries as a table with these optional modules has them; `house` adds the powers of the house (MO-E55)."""
    return left_of(EVERYTHING, modules, house=house)


def left_of(catalog: Catalog, modules: Modules, *, house: bool = False) -> Catalog:
    """The same of a catalog in which house rules changed entries (MO-X601)."""
    powers = {
        id_: power for id_, power in catalog.powers.items()
        if house or id_ not in HOUSE_POWERS or power is not HOUSE_POWERS[id_]
    }
    catalog = msgspec.structs.replace(catalog, powers=powers)
    while True:  # an entry that goes can take with it what it was lent by
        fields: dict[str, Any] = {}
        for kind in get_args(closed.Kind):
            found = ((id_, _left(entry, modules, catalog)) for id_, entry in catalog.of(kind).items())
            fields[f"{kind}s"] = {id_: entry for id_, entry in found if entry is not None}
        left = Catalog(**fields)
        if left == catalog:
            return catalog
        catalog = left

"""The phrases that people read for the closed words of the rows (tables/wording.toml)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, get_args

import msgspec

from moot.core.errors import Corrupt
from moot.core.figures import load
from moot.core.words import words
from moot.games.modos import vocabulary as closed
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.effects import Condition, DeedWord, Ref
from moot.games.modos.terms import PACKAGE, POOL_WORDS, Band


class Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phrase for each closed word, `{}` for what it names; of a condition, if it holds and if it does not."""

    band: dict[str, str]
    target: dict[str, str]
    group: dict[str, str]
    takes: dict[str, str]
    again: dict[str, str]
    bearer: dict[str, str]
    moment: dict[str, str]
    ending: dict[str, str]
    tag: dict[str, str]
    person: dict[str, str]
    verb: dict[str, str]
    part: dict[str, str]
    chosen: dict[str, str]
    figure: dict[str, str]
    set: dict[str, str]
    give: dict[str, str]
    get: dict[str, str]
    most: dict[str, str]
    condition: dict[str, tuple[str, str]]


_CLOSED: Final[Mapping[str, Iterable[str]]] = {
    "band": (*get_args(Band), "none"), "group": get_args(closed.Group), "takes": get_args(closed.Choice),
    "bearer": get_args(closed.Bearer), "moment": get_args(closed.Moment), "ending": get_args(closed.Ending),
    "tag": get_args(closed.Tag), "person": get_args(closed.PersonKind), "verb": closed.VERBS, "part": closed.PARTS,
    "figure": closed.ADDED, "set": closed.DICE | closed.NUMBERS | {*closed.SET_TO}, "condition": closed.WORDS,
}
"""The closed words that have a phrase each."""


def _read() -> Phrases:
    """The phrases. Raises Corrupt if a closed word has none, or a word that there is not has one."""
    file = "tables/wording.toml"
    phrases = load(PACKAGE, file, Phrases)
    differ: dict[str, set[str]] = {name: {*getattr(phrases, name)} ^ {*every} for name, every in _CLOSED.items()}
    differ["give and get"] = {*phrases.give, *phrases.get} ^ {*closed.ACCOUNTS}
    for name, odd in differ.items():
        if odd:
            raise Corrupt(f"{PACKAGE}/{file}, {name}: {', '.join(sorted(odd))} is missing there, or one too many")
    return phrases


PHRASES: Final = _read()

POOL: Final[Mapping[str, str]] = {str(pool): name for pool, name in POOL_WORDS.items()}
"""What people call a pool."""


# ---------------------------------------------------------------- sentences


def sentence_of(text: str) -> str:
    """A text with a capital and a full stop; a die such as `d8` keeps its small letter."""
    first = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return f"{first}{text[1:].removesuffix('.')}."


def any_of(names: Iterable[str]) -> str:
    """Names joined by “or”: `a, b or c`."""
    *most, last = tuple(names) or ("",)
    return f"{', '.join(most)} or {last}" if most else last


def plural(word: str, number: int) -> str:
    """A word for so many."""
    return word if number == 1 else f"{word}s"


# ---------------------------------------------------------------- what is named


def condition_named(asked: Condition) -> str:
    """What must hold, or must not."""
    said = _ARGUMENTS.get(asked.word, {})
    named = any_of(skill_named(arg) if asked.word == "skill" else said.get(arg, arg) for arg in asked.args)
    return PHRASES.condition[asked.word][asked.negated].format(named)


def deed_named(word: DeedWord) -> str:
    """What somebody does, as `flee` or `take the flying posture`."""
    return PHRASES.part[word.verb].format(POOL.get(word.part, word.part)) if word.part else PHRASES.verb[word.verb]


def skill_named(name: str) -> str:
    """A skill, a group of them, or the one that was chosen."""
    if name in EVERYTHING.skills:
        return EVERYTHING.skills[name].title
    return PHRASES.chosen["skill"] if name == closed.CHOSEN else PHRASES.group.get(name, words(name))


def entry_named(ref: Ref) -> str:
    """Another entry."""
    if ref.id == closed.CHOSEN:
        return PHRASES.chosen[ref.kind]
    entry = EVERYTHING.of(ref.kind).get(ref.id)
    return entry.title if entry else words(ref.id)


def scope_named(figure: closed.Figure, of: tuple[str, ...]) -> str:
    """What a figure is of."""
    return any_of(_of_scope(closed.FIGURES[figure][1], name) for name in of)


def _of_scope(scope: closed.Scope, name: str) -> str:
    if name == closed.CHOSEN:
        return PHRASES.chosen[scope]
    if scope == "skill":
        return skill_named(name)
    if scope == "gear":
        known = EVERYTHING.weapons.get(name) or EVERYTHING.armors.get(name)
        return known.title if known else words(name)
    return (POOL if scope == "pool" else PHRASES.verb)[name]


_ARGUMENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "attribute": {**{pool: f"the {name} attribute" for pool, name in POOL.items()},
                  closed.CHOSEN: PHRASES.chosen["attribute"]},
    "deed": PHRASES.verb, "guarded": POOL,
    "hurt": POOL, "kind": PHRASES.person, "pool": POOL, "range": PHRASES.band, "reach": PHRASES.band,
    "tag": PHRASES.tag,
}
"""What conditions name, where the word itself is not what people say."""

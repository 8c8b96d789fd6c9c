"""Rulebooks: every rule with an id, what it stands on, which options a table has, and what a change would touch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import msgspec

from moot.core import figures, shown
from moot.core.errors import Corrupt, NotListed, Refused
from moot.core.files import toml
from moot.core.misfits import misfit

RuleKind: TypeAlias = Literal["rule", "advice", "example", "erratum", "reading", "trap"]
"""rule: enforced or computed; advice: shown to people; example: a worked one; erratum: the book at odds with itself;
reading: our answer where it is silent; trap: what implementers get wrong."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: a stable id, a title, a few sentences in our words, the ids it stands on, and where it comes from.

    `shown` are the places where advice is offered as an aid.
    """

    id: str
    title: str
    text: str
    needs: tuple[str, ...] = ()
    source: str = ""
    kind: RuleKind = "rule"
    shown: tuple[str, ...] = ()


class Value(msgspec.Struct, frozen=True):
    """One value that an option can have."""

    value: str
    title: str


class Option(msgspec.Struct, frozen=True):
    """An option of the table: what it decides, the rule behind it, its values and the default."""

    id: str
    title: str
    rule: str
    text: str
    default: str
    choices: tuple[Value, ...]


class Retired(msgspec.Struct, frozen=True):
    """An option that is gone: every table plays by its value `kept`, for the reason that the rule gives."""

    id: str
    title: str
    rule: str
    kept: str


class Module(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules: adds, alters and removes rules, sets options, and brings `rows` of the game's own lists.

    The texts change what people read, and added advice is shown at its places; only options and rows change what the
    code enforces.
    """

    id: str
    title: str
    adds: tuple[Rule, ...] = ()
    alters: dict[str, str] = {}
    removes: tuple[str, ...] = ()
    options: dict[str, str] = {}
    rows: dict[str, tuple[dict[str, Any], ...]] = {}

    @staticmethod
    def read(text: str) -> Module:
        """The house rules in a TOML file. Raises Refused (`not-a-module`), naming line or field, if it has none."""
        try:
            module = msgspec.convert(toml(text), Module)
        except Refused as refusal:
            message = f"These house rules cannot be read. {refusal.message}"
            raise Refused("not-a-module", message, field="module") from refusal
        except msgspec.ValidationError as error:
            found = misfit(error, Module)
            message = f"These house rules cannot be read: {found}."
            raise Refused("not-a-module", message, allowed=found.allowed, field="module") from error
        if not module.id.strip() or not module.title.strip():
            raise Refused("not-a-module", "House rules need an id and a title.", field="module")
        return module


EXAMPLE: Final = """\
id = "our-house"
title = "Our house"
removes = []  # ids of rules

[alters]  # "id of a rule" = "What it says here."

[options]  # option = "value"

[[adds]]
id = "OH-01"
title = "Snacks first"
text = "Nobody rolls before the tea is poured."
"""
"""House rules as people may write them, to begin from."""


class _RulesFile(msgspec.Struct, frozen=True):
    game: str
    title: str
    edition: str
    licence: str
    rule: tuple[Rule, ...] = ()
    files: tuple[str, ...] = ()


class _MoreRules(msgspec.Struct, frozen=True):
    rule: tuple[Rule, ...]
    module: str = ""
    also: dict[str, str] = {}

    @property
    def modules(self) -> dict[str, tuple[str, ...]]:
        """The modules that its rules belong to: that of the file, and `also` others by their ids. Raises Corrupt for an
        id that it does not have."""
        if strange := self.also.keys() - {rule.id for rule in self.rule}:
            raise Corrupt(f"also names {min(strange)}, which is no rule of this file")
        if not self.module:
            return {}
        return {rule.id: (self.module, self.also.get(rule.id, self.module)) for rule in self.rule}


class _OptionsFile(msgspec.Struct, frozen=True):
    option: tuple[Option, ...] = ()
    retired: tuple[Retired, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, dict=True):
    """All rules and options of one game, checked: ids unique, needs known and without circles.

    `modules` says by rule with which modules it holds; one that is not there holds at every table.
    """

    game: str
    title: str
    edition: str
    licence: str
    rules: dict[str, Rule]
    options: dict[str, Option]
    retired: dict[str, Retired] = {}
    modules: dict[str, tuple[str, ...]] = {}

    @staticmethod
    def load(package: str) -> Rulebook:
        """The rulebook in `rules.toml` and `options.toml` of a game's package. Raises Corrupt if it is not whole.

        A long book names further `files` with rules of its own, each of a `module` if it says so.
        """
        book = figures.load(package, "rules.toml", _RulesFile)
        files = [figures.load(package, file, _MoreRules) for file in book.files]
        switches = figures.load(package, "options.toml", _OptionsFile)
        return Rulebook(
            game=book.game,
            title=book.title,
            edition=book.edition,
            licence=book.licence,
            rules=_by_id((*book.rule, *(rule for file in files for rule in file.rule))),
            options={option.id: option for option in switches.option},
            retired={option.id: option for option in switches.retired},
            modules={id_: of for file in files for id_, of in file.modules.items()},
        )._proven()

    def __repr__(self) -> str:
        return f"Rulebook({self.title!r}, {len(self.rules)} rules, {len(self.options)} options)"

    def _repr_html_(self) -> str:
        return shown.table(self.title, ((rule.id, rule.title) for rule in self.rules.values()))

    def __getitem__(self, rule: str) -> Rule:
        """The rule called `rule`. Raises NotListed if there is none."""
        try:
            return self.rules[rule]
        except KeyError:
            raise NotListed(f"{self.title} has no rule {rule}") from None

    def impact(self, rule: str) -> tuple[Rule, ...]:
        """Every rule that stands on `rule`, directly or not, in the book's order. Raises NotListed for unknown ids."""
        touched = {self[rule].id}
        grown = True
        while grown:
            found = {r.id for r in self.rules.values() if r.id not in touched and touched & set(r.needs)}
            touched |= found
            grown = bool(found)
        return tuple(r for r in self.rules.values() if r.id in touched and r.id != rule)

    def in_force(self, ids: Iterable[str], modules: Collection[str]) -> tuple[Rule, ...]:
        """Those of the rules called `ids` that hold at a table which plays with these modules."""
        known = (self.rules[id_] for id_ in dict.fromkeys(ids) if id_ in self.rules)
        return tuple(rule for rule in known if not (of := self.modules.get(rule.id)) or not {*of}.isdisjoint(modules))

    def aids(self, place: str) -> tuple[Rule, ...]:
        """The advice that is shown at `place`."""
        return self._shown.get(place, ())

    @cached_property
    def _shown(self) -> dict[str, tuple[Rule, ...]]:
        """The same by place: pages ask at every step, and a long book has hundreds of rules."""
        places = dict.fromkeys(place for rule in self.rules.values() for place in rule.shown)
        return {place: tuple(rule for rule in self.rules.values() if place in rule.shown) for place in places}

    def settings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The value of every option: `chosen`, and defaults for the rest. Raises Refused for unknown ones."""
        kept = {name: value for name, value in chosen.items() if name in self.retired}
        for name, value in chosen.items():
            if name in kept:
                self._check_retired(self.retired[name], value)
                continue
            option = self.options.get(name)
            if option is None:
                message = f"{self.title} has no option “{name}”."
                raise Refused("no-such-option", message, allowed=tuple(self.options), field=name)
            values = tuple(choice.value for choice in option.choices)
            if value not in values:
                message = f"{option.title} cannot be “{value}”."
                raise Refused("no-such-value", message, option.rule, allowed=values, field=name)
        return {name: chosen.get(name, option.default) for name, option in self.options.items()} | kept

    def _check_retired(self, gone: Retired, value: str) -> None:
        """Raise Refused for a value that no table can have any more."""
        if value != gone.kept:
            message = f"The option “{gone.title}” is retired: {self.title} is always played with “{gone.kept}” now."
            raise Refused("retired-option", message, gone.rule, allowed=(gone.kept,), field=gone.id)

    def with_module(self, module: Module) -> Rulebook:
        """This rulebook under house rules. Raises Refused if the module does not fit it."""
        for rule in (*module.alters, *module.removes):
            if rule not in self.rules:
                message = f"“{module.title}” changes {rule}, which {self.title} does not have."
                raise Refused("module-does-not-fit", message, field="module")
        if both := module.alters.keys() & set(module.removes):
            message = f"“{module.title}” both alters and removes {min(both)}."
            raise Refused("module-does-not-fit", message, field="module")
        try:
            self.settings(module.options)
        except Refused as refusal:
            message = f"“{module.title}”: {refusal.message}"
            raise Refused(refusal.code, message, refusal.rule, allowed=refusal.allowed, field="module") from refusal
        rules = {id_: rule for id_, rule in self.rules.items() if id_ not in module.removes}
        rules |= {id_: msgspec.structs.replace(rules[id_], text=text) for id_, text in module.alters.items()}
        options = {
            name: msgspec.structs.replace(option, default=module.options.get(name, option.default))
            for name, option in self.options.items()
        }
        try:
            rules = _by_id((*rules.values(), *module.adds))
            return msgspec.structs.replace(self, rules=rules, options=options)._proven()
        except Corrupt as error:
            raise Refused("module-does-not-fit", f"“{module.title}”: {error}.", field="module") from error

    def _proven(self) -> Rulebook:
        for rule in self.rules.values():
            for need in rule.needs:
                if need not in self.rules:
                    raise Corrupt(f"{rule.id} stands on {need}, which is missing")
        for option in self.options.values():
            if option.rule not in self.rules:
                raise Corrupt(f"the option “{option.title}” stands on {option.rule}, which is missing")
            if option.default not in {choice.value for choice in option.choices}:
                raise Corrupt(f"option {option.id} has no value {option.default!r}")
        for id_ in self.rules:
            if id_ in {rule.id for rule in self._below(id_)}:
                raise Corrupt(f"{id_} stands on itself")
        return self

    def _below(self, rule: str) -> tuple[Rule, ...]:
        found: dict[str, Rule] = {}
        ahead = list(self.rules[rule].needs)
        while ahead:
            need = ahead.pop()
            if need not in found:
                found[need] = self.rules[need]
                ahead.extend(self.rules[need].needs)
        return tuple(found.values())


def _by_id(rules: Iterable[Rule]) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.id in found:
            raise Corrupt(f"{rule.id} stands in the rulebook twice")
        found[rule.id] = rule
    return found


def coverage(rulebook: Rulebook, code: str, tests: str) -> dict[str, tuple[str, ...]]:
    """What each rule still lacks: `code` and `tests` are the game's source texts, searched for ids.

    A rule or reading wants a citation in code and one in a test; advice a place where it is shown and a test; examples,
    errata and traps a test. The answer names only the rules that lack something.
    """
    lacking: dict[str, tuple[str, ...]] = {}
    for rule in rulebook.rules.values():
        lacks: list[str] = []
        if rule.kind in ("rule", "reading") and not _names(code, rule.id):
            lacks.append("code")
        if rule.kind == "advice" and not rule.shown and not _names(code, rule.id):
            lacks.append("a place where it is shown")
        if not _names(tests, rule.id):
            lacks.append("a test")
        if lacks:
            lacking[rule.id] = tuple(lacks)
    return lacking


def _names(text: str, rule: str) -> bool:
    at = text.find(rule)
    while at >= 0:
        after = text[at + len(rule) : at + len(rule) + 1]
        if not after.isalnum():
            return True
        at = text.find(rule, at + 1)
    return False

"""Packs and other entries as TOML: what is in a text, or a refusal that names line, place, rule, and what would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec
import tomli_w

from moot.core import Refused
from moot.core.files import LONGEST_FILE, toml
from moot.core.misfits import misfit
from moot.kit.notebook.checks import PackFault
from moot.kit.notebook.packs import PackEntry
from moot.kit.notebook.places import Places

P = TypeVar("P", bound=PackEntry)


@dataclass(frozen=True, kw_only=True)
class PackReader(Generic[P]):
    """Reads the packs of one game, or other files of its entries.

    `rule` lets people bring packs; `rules` are those behind each kind of entry, `value_rules` behind what may stand in
    a field, by its name. `faults` gives what a pack that fits the form may still not have, and `order` the words that
    have one of their own (a ladder), in it.
    """

    kind: type[P]
    rule: str
    rules: Mapping[str, str]
    value_rules: Mapping[str, str] = field(default_factory=dict[str, str])
    faults: Callable[[P], Iterable[PackFault]]
    order: tuple[str, ...] = ()

    def read(self, text: str) -> P:
        """The pack in `text`. Raises Refused, for the first fault only."""
        text = text.removeprefix("\ufeff")
        if len(text) > LONGEST_FILE:
            message = f"A file has {LONGEST_FILE} characters at most, not {len(text)}."
            raise _placed("pack-too-long", "", message, self.rule)
        plain = toml(text, self.rule)
        places = Places(text, plain)
        try:
            pack = msgspec.convert(plain, self.kind)
        except msgspec.ValidationError as error:
            raise self._misfit(error, places) from error
        for fault in self.faults(pack):
            raise _placed(fault.code, places.say(fault.path), fault.message, fault.rule, *fault.allowed)
        return pack

    def _misfit(self, error: msgspec.ValidationError, places: Places) -> Refused:
        """What does not fit the form, in words, with its place and the rule behind it."""
        found = misfit(error, self.kind, self.order)
        rule = self.rules.get(str(found.path[0]), self.rule) if found.path else self.rule
        if found.code == "no-such-value":
            words = (str(step) for step in reversed(found.path))
            rule = next((self.value_rules[word] for word in words if word in self.value_rules), rule)
        return _placed(found.code, places.say(found.path, found.at), f"{found.says}.", rule, *found.allowed)


def written(entry: PackEntry) -> str:
    """A pack, or what else fills a file, as TOML, which reads as the same."""
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return tomli_w.dumps(plain, multiline_strings=True)


def _placed(code: str, where: str, message: str, rule: str, *allowed: str) -> Refused:
    said = f"{where}: {message}" if where else f"{message[:1].upper()}{message[1:]}"
    return Refused(code, said, rule, allowed=allowed, field="text")

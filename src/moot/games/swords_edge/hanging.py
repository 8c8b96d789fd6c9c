"""Choices that hang on whom another blank names: one form for all, where there would be one for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from moot.core import Choice


def hanging(blank: str, lists: Mapping[str, Iterable[Choice]]) -> tuple[Choice, ...]:
    """What each of those in `lists` can choose, open once the blank `blank` names them.

    What several can choose is one choice, with no hint where theirs differ.
    """
    found: dict[str, Choice] = {}
    for who, choices in lists.items():
        for choice in choices:
            known = found.get(choice.value, choice)
            hint = choice.hint if choice.hint == known.hint else ""
            found[choice.value] = replace(known, hint=hint, needs=(*known.needs, f"{blank}:{who}"))
    return tuple(found.values())

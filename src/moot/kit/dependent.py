"""Two blanks, the second dependent on the first: one form for all, not one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from moot.core import Choice, Choose


def whose_and_which(
    lists: Mapping[str, Iterable[Choice]], named: Callable[[str], str], whose: str, which: str
) -> tuple[Choose, Choose]:
    """The blank `whose` for one of those in `lists`, by id, and the blank `which` for what that one has.

    `named` gives people's names by id. What several have is one choice, without a hint if theirs differ.
    """
    found: dict[str, Choice] = {}
    for who, choices in lists.items():
        for choice in choices:
            known = found.get(choice.value, choice)
            hint = choice.hint if choice.hint == known.hint else ""
            found[choice.value] = replace(known, hint=hint, needs=(*known.needs, f"{whose}:{who}"))
    return (
        Choose(name=whose, label="Whose?", choices=tuple(Choice(who, named(who)) for who in lists)),
        Choose(name=which, label="Which?", choices=tuple(found.values())),
    )

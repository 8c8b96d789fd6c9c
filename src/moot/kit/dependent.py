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
    needs: dict[str, list[str]] = {}
    for who, choices in lists.items():
        for choice in choices:
            known = found.setdefault(choice.value, choice)
            if choice.hint != known.hint:
                found[choice.value] = replace(known, hint="")
            needs.setdefault(choice.value, [*choice.needs]).append(f"{whose}:{who}")
    every = tuple(replace(one, needs=tuple(needs[value])) for value, one in found.items())
    people = tuple(Choice(who, named(who)) for who in lists)
    return Choose(name=whose, label="Whose?", choices=people), Choose(name=which, label="Which?", choices=every)

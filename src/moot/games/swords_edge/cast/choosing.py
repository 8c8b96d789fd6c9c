"""Which NCs the GM means: one, or all of a kind at once; and what of theirs, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from moot.core import Choice, Choose, Refused
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures.characters import TRAITS
from moot.games.swords_edge.nc import NC, NcQuality
from moot.kit import crowds
from moot.kit.crowds import having


def stands_for(nc: NC) -> str:
    """An NC in two words: its Rank and type."""
    return f"{ladder.title(nc.now)} {nc.type}"


def choices(ncs: Iterable[NC], hint: Callable[[NC], str] = stands_for) -> tuple[Choice, ...]:
    """These NCs, to choose among singly or by kind; `hint` says of one what tells it apart."""
    return crowds.choices(ncs, hint)


def which(
    ncs: Iterable[NC],
    refusal: str,
    rule: str | None = None,
    *,
    hint: Callable[[NC], str] = stands_for,
    singly: bool = False,
) -> Callable[[bool], tuple[Choose]]:
    """Which of these NCs, in the blank `nc`, made once it is needed; `singly`: never all of a kind. Raises Refused if
    there is none."""
    every = tuple(ncs)
    if not every:
        raise Refused("no-such-nc", refusal, rule)

    def asked(shown: bool) -> tuple[Choose]:
        says = hint if shown else _unsaid
        found = tuple(Choice(nc.id, nc.name, hint=says(nc)) for nc in every) if singly else choices(every, says)
        return (Choose(name="nc", label="Which?", choices=found),)

    return asked


def _unsaid(_: NC) -> str:
    return ""


def traits(ncs: Sequence[NC]) -> Iterator[Choice]:
    """The Traits that any of these NCs has, for those who have them."""
    for trait in ladder.TRAITS:
        worths = {nc.id: nc.trait(trait) for nc in ncs if trait in nc.traits}
        if worths:
            yield Choice(trait, TRAITS[trait].title, hint=_agreed(worths.values()), needs=having(ncs, worths, "nc"))


Role: TypeAlias = Literal["Concept", "Element", "Flaw"]
"""What a Quality is to an NC besides its Traits."""


def qualities(nc: NC) -> Iterator[tuple[Role, NcQuality]]:
    """What an NC has besides Traits, with what each is."""
    if nc.concept:
        yield "Concept", nc.concept
    yield from (("Element", element) for element in nc.elements)
    if nc.flaw:
        yield "Flaw", nc.flaw


def named(ncs: Sequence[NC], *roles: Role) -> Iterator[Choice]:
    """The Qualities of these NCs by name: what several share is one choice, under the id that the first has it by."""
    held: dict[tuple[Role, str], dict[str, NcQuality]] = {}
    for nc in ncs:
        for role, quality in qualities(nc):
            if role in roles:
                held.setdefault((role, quality.name), {})[nc.id] = quality
    for (role, name), holders in held.items():
        worth = _agreed(quality.worth for quality in holders.values())
        needs = having(ncs, holders, "nc")
        value = next(iter(holders.values())).id
        yield Choice(value, name, hint=f"{role} {worth}".strip() if len(roles) > 1 else worth, needs=needs)


def same(ncs: Iterable[NC], nc: NC, id_: str) -> tuple[str, ...]:
    """What `nc` has, by id, that is called what the Quality of this id is called among `ncs`."""
    known = {quality.id: (role, quality.name) for one in ncs for role, quality in qualities(one)}
    return tuple(quality.id for role, quality in qualities(nc) if (role, quality.name) == known.get(id_))


def _agreed(worths: Iterable[int]) -> str:
    """What something adds, where it adds the same to all."""
    every = set(worths)
    return ladder.signed(every.pop()) if len(every) == 1 else ""

"""What commands ask: who may give them, about whom, and the blanks that several forms share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from moot.core import Choice, Choose, Command, Refused, Roles, Seat, Write
from moot.core.offered import Blanks, Offered
from moot.core.words import Words
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures import TRAITS
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.pairings import Pairing
from moot.games.swords_edge.state import ALWAYS, State
from moot.kit import crowds
from moot.kit.crowds import having
from moot.kit.people import mine

ROLES = Roles("GM")
needs_guide, needs_player, needs_part = ROLES.needs_guide, ROLES.needs_player, ROLES.needs_part
only_guide, only_players, no_watchers = ROLES.only_guide, ROLES.only_players, ROLES.no_watchers


class OfCharacter(Command[State]):
    """A command that has to do with one player's character."""

    about_any = "characters"
    who: str

    @classmethod
    def offer_of(cls, who: Character, label: Words, why: Words = "", *blanks: Blanks, **more: Any) -> Offered:
        """An offer about `who`; it stands for them unless `of` says for what else. `more` is what `offer` takes."""
        return cls.offer(more.pop("of", who), label, why, *blanks, who=who.id, about=who.id, **more)


class OfNcs(Command[State]):
    """What the GM does with NCs at any time: `nc` is one of them, or all of a kind."""

    when, urgency = ALWAYS, "tool"
    nc: str


class InPairing(Command[State]):
    """A command that has to do with one pairing."""

    about_any = "pairings"
    pairing: str

    @classmethod
    def offer_in(cls, pairing: Pairing, label: Words, why: Words = "", *blanks: Blanks, **more: Any) -> Offered:
        """An offer in `pairing`; it stands for that unless `of` says for what else. `more` is what `offer` takes."""
        of = more.pop("of", pairing)
        return cls.offer(of, label, why, *blanks, pairing=pairing.id, about=pairing.id, **more)


def drafts(state: State, seat: Seat) -> tuple[Character, ...]:
    """The sheets of `seat` that are still being written."""
    return tuple(who for who in state.characters.values() if not who.made and who.player == seat.id)


def my_draft(state: State, seat: Seat) -> Character:
    """The sheet that `seat` is writing. Raises Refused without one."""
    needs_player(seat, "writes a sheet", "SE-TERM-05")
    found = drafts(state, seat)
    if not found:
        raise Refused("no-sheet", "You have no sheet under way: make a character first.", "SE-CRE-01")
    return found[0]


def my_character(state: State, seat: Seat, does: str) -> Character:
    """The character of `seat`. Raises Refused if it has none: “Only a player `does`.”"""
    return my_characters(state, seat, does)[0]


def my_characters(state: State, seat: Seat, does: str, rule: str | None = None) -> tuple[Character, ...]:
    """The characters of `seat`. Raises Refused if it has none: “Only a player `does`.”"""
    needs_player(seat, does, rule)
    found = mine(state, seat)
    if not found:
        raise Refused("no-character", "You have no character to play yet.", rule)
    return found


def needs_bare_table(state: State) -> None:
    """Raises Refused while dice lie on the table: Luck may still turn them (SE-LUCK-04)."""
    if state.tests:
        raise Refused("dice-on-table", "Dice lie on the table: let them stand first.", "SE-LUCK-04")


LONGEST_NAME = 60
"""Characters in the name of a Quality or a person."""


def trait_field(
    label: str = "Trait", hint: str = "It can be used with this Trait alone.", name: str = "trait"
) -> Choose:
    """Which of the three Traits (SE-CRE-03)."""
    choices = tuple(Choice(row.id, row.title, hint=row.text) for row in TRAITS.values())
    return Choose(name=name, label=label, hint=hint, choices=choices)


def name_field(label: str, hint: str = "", name: str = "name", default: str = "", ideas: tuple[str, ...] = ()) -> Write:
    """A name of a few words, with some to begin from."""
    return Write(name=name, label=label, hint=hint, most=LONGEST_NAME, default=default, suggestions=ideas)


def at_average(who: Character, quality: Quality) -> str:
    """What becomes of a Weakness or a Fetish that rises to Average (SE-WEAK-06, SE-RD-44)."""
    if who.has(quality.bound):
        return f"; then {who.quality(quality.bound).name} cannot be used any more"
    return "; at Average it stops counting"


def stands_for(nc: NC) -> str:
    """An NC in two words: its Rank and type."""
    return f"{ladder.title(nc.now)} {nc.type}"


def nc_choices(ncs: Iterable[NC], hint: Callable[[NC], str] = stands_for) -> tuple[Choice, ...]:
    """These NCs, to choose among singly or by kind; `hint` says of one what tells it apart."""
    return crowds.choices(ncs, hint)


def which(
    ncs: Iterable[NC], refusal: str, rule: str | None = None, *,
    hint: Callable[[NC], str] = stands_for, singly: bool = False,
) -> Callable[[bool], tuple[Choose]]:
    """Which of these NCs, in the blank `nc`, made once it is needed; `singly`: never all of a kind. Raises
    Refused for no NCs."""
    every = tuple(ncs)
    if not every:
        raise Refused("no-such-nc", refusal, rule)

    def asked(shown: bool) -> tuple[Choose]:
        says: Callable[[NC], str] = hint if shown else lambda _: ""
        found = tuple(Choice(nc.id, nc.name, hint=says(nc)) for nc in every) if singly else nc_choices(every, says)
        return (Choose(name="nc", label="Which?", choices=found),)

    return asked


def nc_traits(ncs: Sequence[NC]) -> Iterator[Choice]:
    """The Traits that any of these NCs has, for those who have them."""
    for trait in ladder.TRAITS:
        worths = {nc.id: nc.trait(trait) for nc in ncs if trait in nc.traits}
        if worths:
            yield Choice(trait, TRAITS[trait].title, hint=_agreed(worths.values()), needs=having(ncs, worths, "nc"))


Role: TypeAlias = Literal["Concept", "Element", "Flaw"]
"""What a Quality is to an NC besides its Traits."""


def nc_qualities(nc: NC) -> Iterator[tuple[Role, NcQuality]]:
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
        for role, quality in nc_qualities(nc):
            if role in roles:
                held.setdefault((role, quality.name), {})[nc.id] = quality
    for (role, name), holders in held.items():
        worth = _agreed(quality.worth for quality in holders.values())
        needs = having(ncs, holders, "nc")
        value = next(iter(holders.values())).id
        yield Choice(value, name, hint=f"{role} {worth}".strip() if len(roles) > 1 else worth, needs=needs)


def same(ncs: Iterable[NC], nc: NC, id_: str) -> tuple[str, ...]:
    """What `nc` has, by id, that is called what the Quality of this id is called among `ncs`."""
    known = {quality.id: (role, quality.name) for one in ncs for role, quality in nc_qualities(one)}
    return tuple(quality.id for role, quality in nc_qualities(nc) if (role, quality.name) == known.get(id_))


def _agreed(worths: Iterable[int]) -> str:
    """What something adds, where it adds the same to all."""
    every = set(worths)
    return ladder.signed(every.pop()) if len(every) == 1 else ""

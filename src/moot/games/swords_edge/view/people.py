"""The cast in rows, and NCs as a seat sees them: figures once met or shown, notes and secrets for the GM alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from moot.core import BoardRow, CastMember
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import action_extras, base, momentum_sums
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import TRAITS
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of
from moot.kit.remembered import TABLES, remembered


class NcFigures(msgspec.Struct, frozen=True, kw_only=True):
    """An NC's figures: what it is, its TNs alone, and what it still stands."""

    type: str
    rank: str
    tn: int
    momentum: int
    action: int
    concept: tuple[str, int] | None
    traits: tuple[tuple[str, int], ...]
    elements: tuple[tuple[str, int, bool], ...]
    flaw: tuple[str, int] | None
    stress: int
    stands: int
    open: bool


class Secrets(msgspec.Struct, frozen=True):
    """What the GM alone sees of an NC."""

    notes: str
    hidden: tuple[str, ...]
    without_dice: str
    stance: str
    text: str


class NcView(msgspec.Struct, frozen=True, kw_only=True):
    """An NC. `crowd` is what several of its kind are called together, `like` the first whose sheet reads the same."""

    id: str
    name: str
    crowd: str
    like: str
    kind: str
    here: bool
    out: bool
    figures: NcFigures | None
    clues: tuple[str, ...]
    secrets: Secrets | None


@remembered(TABLES, of=lambda state: (state.ncs,))
def people(state: State, *, guide: bool) -> tuple[NcView, ...]:
    """The NCs that everybody may know of, or that the GM has."""
    first: dict[bytes, str] = {}
    seen = [_nc(nc, guide=guide) for nc in state.ncs.values() if guide or nc.visible]
    return tuple(_like(one, first.setdefault(_reads(one), one.id)) for one in seen)


@remembered(TABLES)
def kinds(seen: tuple[NcView, ...]) -> tuple[BoardRow, ...]:
    """The NCs that are seen, one row for each kind; the mark says how many are here."""
    return tuple(_kind(same) for same in together(seen, attrgetter("like")))


def _kind(same: list[NcView]) -> BoardRow:
    here, several = sum(one.here and not one.out for one in same), len(same) > 1
    many = "all " if several and here == len(same) else f"{here} " if several else ""
    return replace(in_a_row(same), marks=(f"{many}here",) if here else ())


def together(some: Iterable[NcView], by: Callable[[NcView], str]) -> Iterable[list[NcView]]:
    """Those who are the same by something, each lot in the place of its first."""
    same: dict[str, list[NcView]] = {}
    for one in some:
        same.setdefault(by(one), []).append(one)
    return same.values()


def in_a_row(same: list[NcView]) -> BoardRow:
    """A row for one, or for several of a kind."""
    first, several = same[0], len(same) > 1
    name, out = first.crowd if several else first.name, first.out and not several
    return BoardRow(of=first.id, name=name, count=len(same), out=out)


@remembered(4096)
def _like(one: NcView, like: str) -> NcView:
    return replace(one, like=like)


@remembered(4096)
def _reads(one: NcView) -> bytes:
    """An NC’s sheet but for its number, and for what has befallen it."""
    figures = one.figures and replace(one.figures, stress=0)
    return msgspec.json.encode(replace(one, id="", name="", here=False, out=False, figures=figures))


@remembered(4096)
def _nc(nc: NC, *, guide: bool) -> NcView:
    return NcView(
        id=nc.id, name=nc.name, crowd=kind_of(nc.name), like="", kind=nc.kind, here=nc.here, out=nc.out,
        figures=_figures(nc) if guide or nc.seen else None,
        clues=tuple(clue.text for clue in nc.clues if clue.known) if guide or nc.seen else (),
        secrets=_secrets(nc) if guide else None,
    )


def _figures(nc: NC) -> NcFigures:
    return NcFigures(
        type=nc.pattern.title, rank=ladder.title(nc.now), tn=ladder.tn(nc.now),
        momentum=sum(part.worth for part in momentum_sums(nc, None)),
        action=sum(part.worth for part in (base(nc), *action_extras(nc, None))),
        concept=(nc.concept.name, nc.concept.worth) if nc.concept else None,
        traits=tuple((TRAITS[trait].title, nc.trait(trait)) for trait in ladder.TRAITS if trait in nc.traits),
        elements=tuple((element.name, element.worth, element.id in nc.spent) for element in nc.elements),
        flaw=(nc.flaw.name, nc.flaw.worth) if nc.flaw else None, stress=nc.stress, stands=nc.stands,
        open=nc.defenceless,
    )


def _secrets(nc: NC) -> Secrets:
    hidden = tuple(clue.text for clue in nc.clues if not clue.known)
    stance = ", ".join(part for part in (nc.stance.trait, "open" if nc.stance.open else "") if part)
    return Secrets(nc.notes, hidden, nc.without_dice, stance, nc.text)


_SAYS = {"in": "", "helpless": "helpless", "away": "out of this scene", "removed": "out of the game", "dead": "dead"}
HOLDS = {"attacker": "holds Momentum", "defender": "defends", "": "no Momentum yet"}
"""What somebody in a fight does, by whose Momentum it is."""
OUT = ("away", "removed", "dead")
"""How somebody stands who is in the scene no more."""


@remembered(TABLES, of=lambda state: (state.seats, state.characters, state.ncs, state.pairings))
def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The players' characters, and the NCs that everybody may know of, or that the GM has."""
    gms = next((seat.id for seat in state.seats if seat.guides), "")
    fighting = {who: HOLDS[stand.momentum] for one in state.pairings.values() for who, stand in one.stands.items()}
    ncs = (_member(nc, gms, nc.seen or guide) for nc in state.ncs.values() if nc.visible or guide)
    return *(_character(who, fighting.get(who.id, "")) for who in state.characters.values()), *ncs


@remembered(TABLES, of=lambda state: (state.characters,))
def things(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The powers of the players' characters: their SFX Qualities, which all sheets show."""
    return tuple(
        CastMember(id=power.id, name=power.name, seat=who.player, thing=True)
        for who in state.characters.values()
        for power in who.qualities
        if power.sfx
    )


def _character(who: Character, fights: str) -> CastMember:
    fate = "a Doom hangs over them" if who.doom else _SAYS[who.stands]
    said = ", ".join(filter(None, (fate or fights, "hurt" if who.penalties else ""))) if who.made else "in the making"
    return CastMember(id=who.id, name=who.name, seat=who.player, state=said, here=who.here, out=who.stands in OUT)


@remembered(4096)
def _member(nc: NC, gms: str, seen: bool) -> CastMember:
    said = "out" if nc.out else f"{nc.stress} of {nc.stands} Stress" if seen and nc.stress else ""
    member = CastMember(id=nc.id, name=nc.name, seat=gms, state=said, here=nc.here, out=nc.out)
    return replace(member, thing=nc.kind_row.thing, crowd=kind_of(nc.name))

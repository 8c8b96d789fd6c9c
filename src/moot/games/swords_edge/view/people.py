"""The cast in rows, and NCs as a seat sees them: figures once met or shown, notes and secrets for the GM alone."""

from __future__ import annotations

from collections.abc import Container

import msgspec
from msgspec.structs import replace

from moot.core import CastMember
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


class KindView(msgspec.Struct, frozen=True):
    """NCs whose sheets read the same, as one row: the first of them, how many they are, and how many are `here`."""

    id: str
    name: str
    crowd: str
    count: int
    out: bool
    here: int


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
def kinds(seen: tuple[NcView, ...]) -> tuple[KindView, ...]:
    """The NCs that are seen, one row for each kind."""
    same: dict[str, list[NcView]] = {}
    for one in seen:
        same.setdefault(one.like, []).append(one)
    return tuple(_kind(each) for each in same.values())


def _kind(same: list[NcView]) -> KindView:
    first, here = same[0], sum(one.here and not one.out for one in same)
    return KindView(first.id, first.name, first.crowd, len(same), first.out, here)


def loose(seen: tuple[NcView, ...], fighting: Container[str]) -> tuple[tuple[NcView, ...], ...]:
    """Those who are here and in no fight, together with others of their name."""
    crowds: dict[str, list[NcView]] = {}
    for one in seen:
        if one.here and one.id not in fighting:
            crowds.setdefault(one.crowd, []).append(one)
    return tuple(tuple(each) for each in crowds.values())


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
        traits=tuple((TRAITS[trait].title, nc.trait(trait)) for trait in nc.traits),
        elements=tuple((element.name, element.worth, element.id in nc.spent) for element in nc.elements),
        flaw=(nc.flaw.name, nc.flaw.worth) if nc.flaw else None, stress=nc.stress, stands=nc.stands,
        open=nc.defenceless,
    )


def _secrets(nc: NC) -> Secrets:
    hidden = tuple(clue.text for clue in nc.clues if not clue.known)
    stance = ", ".join(part for part in (nc.stance.trait, "open" if nc.stance.open else "") if part)
    return Secrets(nc.notes, hidden, nc.without_dice, stance, nc.text)


_SAYS = {"in": "", "helpless": "helpless", "away": "out of this scene", "removed": "out of the game", "dead": "dead"}
_HOLDS = {"attacker": "holds Momentum", "defender": "defends", "": "no Momentum yet"}


@remembered(TABLES, of=lambda state: (state.seats, state.characters, state.ncs, state.pairings))
def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The players' characters, and the NCs that everybody may know of, or that the GM has."""
    gms = next((seat.id for seat in state.seats if seat.guides), "")
    fighting = {who: _HOLDS[stand.momentum] for one in state.pairings.values() for who, stand in one.stands.items()}
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
    out = who.stands in ("away", "removed", "dead")
    return CastMember(id=who.id, name=who.name, seat=who.player, state=said, here=who.here, out=out)


@remembered(4096)
def _member(nc: NC, gms: str, seen: bool) -> CastMember:
    said = "out" if nc.out else f"{nc.stress} of {nc.stands} Stress" if seen and nc.stress else ""
    member = CastMember(id=nc.id, name=nc.name, seat=gms, state=said, here=nc.here, out=nc.out)
    return replace(member, thing=nc.kind_row.thing, crowd=kind_of(nc.name))

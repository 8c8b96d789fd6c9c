"""Who is in a scene or a session as it begins, and what happened to whom, as cards show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from moot.core import Change, Face, Fact, Frame
from moot.core.frames import FactKind
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of


def befell(state: State, kind: FactKind, who: str, text: str, *changes: Change, note: str = "") -> Fact:
    """What changed for a PC, or for an NC under the name of its kind; `text` follows the name. A task that is over is a
    gain."""
    pc = state.characters.get(who)
    name = pc.name if pc else kind_of(state.named(who))
    seat = pc.player if pc else state.guide_seat
    kind = "gain" if who in state.ncs and state.ncs[who].kind_row.thing else kind
    return Fact(kind=kind, text=f"{name} {text}", who=name, seat=seat, note=note, changes=changes)


def penalised(state: State, who: str, on: Iterable[str], *, gone: bool = False) -> tuple[Change, ...]:
    """What Penalty Ranks on these Traits and Qualities changed: they came just now or, with `gone`, went."""
    pc = state.characters[who]
    return tuple(
        Change(state.quality_name(who, what), *(_worth(pc.whole(what), ranks) for ranks in (was, pc.hurt(what))))
        for what, count in Counter(on).items()
        if what in ladder.TRAITS or pc.has(what)
        for was in (pc.hurt(what) + (count if gone else -count),)
    )


def party(state: State) -> tuple[Face, ...]:
    """Who plays, and what they are after."""
    wants = {who.id: next((pivot.text for pivot in who.pivots), "") for who in state.cast()}
    return tuple(Face(who.id, who.name, who.player, wants[who.id]) for who in state.cast())


def they_enter(state: State, ids: Iterable[str]) -> Frame:
    """NCs who are in the scene now, those of a kind as one."""
    ncs = [state.ncs[nc] for nc in ids if not state.ncs[nc].kind_row.thing]
    firsts = {kind_of(nc.name): nc.id for nc in reversed(ncs)}
    counts = Counter(kind_of(nc.name) for nc in ncs)
    faces = (Face(firsts[kind], kind, state.guide_seat, count=count) for kind, count in counts.items())
    return Frame(kind="scene", id=f"scene-{state.scenes}", lead="", people=tuple(faces))


def _worth(rank: Rank, ranks: int) -> str:
    return ladder.signed(ladder.modifier(ladder.lowered(rank, ranks)))

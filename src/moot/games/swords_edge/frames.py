"""Sessions and scenes as they begin and as they are over, and what befell whom, as cards show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from moot.core import Change, Face, Fact, Frame, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of

Kind = Literal["out", "hurt", "gain", "fact"]


def befell(state: State, kind: Kind, who: str, text: str, *changes: Change, note: str = "") -> Fact:
    """What came of something for a PC, or for an NC under the name of its kind; `text` follows the name."""
    pc = state.characters.get(who)
    name = pc.name if pc else kind_of(state.named(who))
    seat = pc.player if pc else _guide(state)
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


def session_begins(state: State) -> Frame:
    """Who plays, and what they are after."""
    who = _session(state)
    return Frame(kind="chapter", id=who, lead="The game begins", title=f"Session {state.session}", people=_party(state))


def session_over(state: State) -> Frame:
    """What everybody has in hand for what comes (SE-REC-05, SE-ADV-04)."""
    counts = {who.id: who.advancements for who in state.cast() if who.advancements}
    facts = (
        befell(state, "gain", who, f"has {count} Advancement{'s' if count > 1 else ''} to spend")
        for who, count in counts.items()
    )
    coming = ("Pivots may change now, and an Advancement clears all Penalty Ranks",)
    return Frame(kind="recap", id=_session(state), lead="The game is over for now", facts=tuple(facts), next=coming)


def scene_begins(state: State, title: str, goal: str) -> Frame:
    """The scene, what it is about, and who plays."""
    lead = "A scene opens"
    return Frame(kind="scene", id=_scene(state), lead=lead, title=title, stake=goal, people=_party(state))


def they_enter(state: State, ncs: Iterable[str]) -> Frame:
    """NCs who are in the scene now, those of a kind as one."""
    people = [state.ncs[nc] for nc in ncs if state.ncs[nc].kind != "obstacle"]
    return Frame(kind="scene", id=_scene(state), lead="", people=_crowd(state, people))


def scene_over(state: State) -> Frame:
    """The scene that was played, with all that came of it."""
    return Frame(kind="over", id=_scene(state), lead="The scene is over")


def _party(state: State) -> tuple[Face, ...]:
    return tuple(
        Face(who.id, who.name, who.player, next((pivot.text for pivot in who.pivots), "")) for who in state.cast()
    )


def _crowd(state: State, ncs: list[NC]) -> tuple[Face, ...]:
    counts = Counter(kind_of(nc.name) for nc in ncs)
    firsts = {kind_of(nc.name): nc.id for nc in reversed(ncs)}
    return tuple(Face(firsts[kind], kind, _guide(state), count=count) for kind, count in counts.items())


def gains(names: Iterable[str]) -> str:
    """What a Doom leaves behind, as a note."""
    left = tuple(names)
    return f"Leaves {listed(left)}" if left else ""


def _worth(rank: Rank, ranks: int) -> str:
    return ladder.signed(ladder.modifier(ladder.lowered(rank, ranks)))


def _guide(state: State) -> str:
    return next((seat.id for seat in state.seats if seat.guides), "")


def _session(state: State) -> str:
    return f"session-{state.session}"


def _scene(state: State) -> str:
    return f"scene-{state.scenes}"

"""Pivots: what a player wants to see on stage, written at the start or the end of a session (SE-PIV-03)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge.creation import commands as c, events as e
from moot.games.swords_edge.creation.drafting import EVERYWHERE
from moot.games.swords_edge.makings import PIVOTS
from moot.games.swords_edge.people import Character, Pivot
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import drafts, needs_player, own


def _open(state: State, seat: Seat) -> tuple[Character, ...]:
    """The characters whose Pivots may change now. Raises Refused if none may."""
    needs_player(seat, "writes Pivots", "SE-PIV-01")
    found = drafts(state, seat)
    if state.phase == "between" or state.opening:
        found += own(state, seat)
    if not found:
        raise Refused("pivots-stand", "Pivots change at the start or the end of a session.", "SE-PIV-03")
    return found


def _set_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in _open(state, seat):
        held: dict[str, str] = {pivot.kind: pivot.text for pivot in who.pivots}
        for kind, row in PIVOTS.items():
            if kind not in held and len(who.pivots) >= len(PIVOTS):
                continue
            yield Offer(
                do="set-pivot",
                label=f"{'Change' if kind in held else 'Write'} {who.name}’s {row.title}",
                why=f"{row.text} When a scene touches it, you earn an Advancement.",
                fixed={"who": who.id, "kind": kind},
                fields=(Write(name="text", label=row.title, default=held.get(kind, "")),),
                rules=("SE-PIV-01", "SE-PIV-02", "SE-PIV-03", "SE-PIV-04"),
                urgency="tool" if who.made else "may",
                about=who.id,
            )


def _set(play: Play[State], command: c.SetPivot) -> None:
    pivot = Pivot(play.state.next_id, command.kind, command.text.strip())
    play.record(e.PivotSet(who=command.who, pivot=pivot, rules=("SE-PIV-01", "SE-PIV-03")))


def _drop_offers(state: State, seat: Seat) -> Iterator[Offer]:
    found = [(who, pivot) for who in _open(state, seat) for pivot in who.pivots]
    if not found:
        raise Refused("no-pivots", "There is no Pivot to strike.", "SE-PIV-01")
    for who, pivot in found:
        yield Offer(
            do="drop-pivot",
            label=f"Strike “{pivot.text}”",
            fixed={"who": who.id, "pivot": pivot.id},
            rules=("SE-PIV-03",),
            urgency="tool",
            about=who.id,
        )


def _drop(play: Play[State], command: c.DropPivot) -> None:
    who = play.state.characters[command.who]
    text = next(pivot.text for pivot in who.pivots if pivot.id == command.pivot)
    play.record(e.PivotDropped(who=who.id, pivot=command.pivot, text=text, rules=("SE-PIV-03",)))


VERBS = (
    Verb(c.SetPivot, EVERYWHERE, _set_offers, _set),
    Verb(c.DropPivot, EVERYWHERE, _drop_offers, _drop),
)

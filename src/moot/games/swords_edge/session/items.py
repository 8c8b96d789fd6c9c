"""Signature items that go and come back (SE-CRE-08)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.creation.blanks import name_field
from moot.games.swords_edge.creation.ranks import what_it_is
from moot.games.swords_edge.hanging import whose_and_which
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide

_ANY = frozenset({"between", "session", "scene"})


def _lose_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "takes a signature item away", "SE-CRE-08")
    if not state.session:
        raise Refused("not-begun", "Before play begins nothing is lost.", "SE-CRE-08")
    items = {who.id: some for who in state.cast() if (some := tuple(_items(who)))}
    if not items:
        raise Refused("nothing-to-lose", "Nobody has a signature item that could go.", "SE-CRE-08")
    yield Offer(
        do="lose-item",
        label="Take a signature item away",
        why="For a time; a Quality of equal Rank stands in until it is back.",
        fields=(*whose_and_which(state, items, "who", "what"), name_field("What stands in")),
        rules=("SE-CRE-08",),
        urgency="tool",
    )


def _items(who: Character) -> Iterator[Choice]:
    for quality in who.of("faculty", "element"):
        if not quality.lost and not quality.stands_for:
            yield Choice(quality.id, quality.name, hint=what_it_is(quality))


def _lose(play: Play[State], command: c.LoseItem) -> None:
    lost = play.state.characters[command.who].quality(command.what)
    stand_in = Quality(
        play.state.next_id, lost.kind, command.name.strip(), lost.rank, lost.trait, stands_for=lost.id, sfx=lost.sfx
    )
    play.record(e.ItemLost(who=command.who, what=lost.id, stand_in=stand_in, rules=("SE-CRE-08",)))


def _return_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "gives a signature item back", "SE-CRE-08")
    found = [(who, quality) for who in state.cast() for quality in who.qualities if quality.lost]
    if not found:
        raise Refused("nothing-lost", "No signature item is away.", "SE-CRE-08")
    idle = [(who, quality) for who, quality in found if not _at_work(state, who, quality.id)]
    if not idle:
        raise Refused("power-running", "Not while a power of what stands in for it is at work.", "SE-CRE-08")
    for who, quality in idle:
        yield Offer(
            do="return-item",
            label=f"{who.name} has {quality.name} back",
            fixed={"who": who.id, "what": quality.id},
            rules=("SE-CRE-08",),
            urgency="tool",
            about=who.id,
        )


def _at_work(state: State, who: Character, item: str) -> bool:
    """Whether a power of the item's stand-in is at work."""
    stands_in = {quality.id for quality in who.qualities if quality.stands_for == item}
    return any(pairing.sfx is not None and pairing.sfx.quality in stands_in for pairing in state.pairings.values())


def _return(play: Play[State], command: c.ReturnItem) -> None:
    play.record(e.ItemReturned(who=command.who, what=command.what, rules=("SE-CRE-08",)))


VERBS = (
    Verb(c.LoseItem, _ANY, _lose_offers, _lose),
    Verb(c.ReturnItem, _ANY, _return_offers, _return),
)

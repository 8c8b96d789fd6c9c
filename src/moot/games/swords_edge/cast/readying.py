"""How NCs meet Tests: by which Trait, with which Elements, or not at all (SE-NC-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Offer, Play, Refused, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import commands as c, events as e
from moot.games.swords_edge.cast.choosing import chosen, having, named, same, traits, which
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.nc import NC, Stance
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide


def _ready_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "readies NCs", "SE-NC-14")
    there = state.opposition()
    if not there:
        raise Refused("no-such-nc", "Nobody of yours is in the scene.", "SE-NC-14")
    yield Offer(
        do="ready",
        label="How NCs meet Tests",
        why="One Trait, which Momentum binds; an Element given to Momentum is gone for the scene. All of it is set "
        "anew: what is left empty is as usual.",
        fields=(which(there, "", "SE-NC-14", hint=_stance), *_stance_fields(there)),
        rules=("SE-NC-14", "SE-MOM-08", "SE-ACT-06", "SE-RD-32"),
        urgency="tool",
    )


def _stance(nc: NC) -> str:
    """How it meets Tests now, where that is not the usual."""
    words = [TRAITS[nc.stance.trait].title if nc.stance.trait else "", "does not defend" if nc.stance.open else ""]
    return ", ".join(word for word in words if word)


def _stance_fields(there: Sequence[NC]) -> Iterator[Field]:
    if own := tuple(traits(there)):
        yield Choose(name="trait", label="By which Trait?", hint="Empty: its best.", choices=own, least=0)
    if elements := tuple(named(there, "Element")):
        none = Choice("none", "None", needs=having(there, [nc.id for nc in there if nc.elements]))
        for name, label in (("momentum", "Element in Momentum"), ("action", "Element in Action")):
            yield Choose(name=name, label=label, hint="Empty: the usual.", choices=(none, *elements), least=0)
    yield Confirm(name="open", label="It does not defend (TN 5)")


def _ready(play: Play[State], command: c.Ready) -> None:
    there = play.state.opposition()
    trait = ladder.as_trait(command.trait) if command.trait else ""
    stance = Stance(trait, open=command.open)
    stances = {
        nc.id: replace(
            stance, momentum=_element(there, nc, command.momentum), action=_element(there, nc, command.action)
        )
        for nc in chosen(there, command.nc)
    }
    play.record(e.Readied(stances=stances, rules=("SE-NC-14",)))


def _element(there: Sequence[NC], nc: NC, id_: str) -> str:
    """An NC's own Element of the name that was chosen."""
    return next(iter(same(there, nc, id_)), id_)


VERBS = (Verb(c.Ready, frozenset({"scene"}), _ready_offers, _ready),)

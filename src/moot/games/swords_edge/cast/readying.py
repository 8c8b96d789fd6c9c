"""How NCs meet Tests: by which Trait, with which Elements, or not at all (SE-NC-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Confirm, Event, Line, Offered, Part, Play, Refused, Seat
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.choosing import named, same, traits, which
from moot.games.swords_edge.cast.entering import all_of, are
from moot.games.swords_edge.figures.characters import TRAITS
from moot.games.swords_edge.nc import NC, Stance
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.state import State
from moot.kit.crowds import chosen, having


class Readied(Event[State], tag="readied", kw_only=True):
    """NCs meet Tests this way, each by what is its own."""

    stances: dict[str, Stance]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_nc(*(replace(state.ncs[nc], stance=stance) for nc, stance in self.stances.items()))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"{all_of(state, self.stances)} {are(self.stances)} readied.")

    def told(self, state: State, seat: Seat) -> Readied | None:
        if seat.guides:
            return self
        known = {nc: stance for nc, stance in self.stances.items() if state.ncs[nc].known}
        return replace(self, stances=known) if known else None


class Ready(Command[State], tag="ready"):
    """Say how NCs meet Tests: by which Trait, with which Elements, or not at all (SE-NC-14)."""

    when, rules, urgency = SCENE, ("SE-NC-14", "SE-MOM-08", "SE-ACT-06", "SE-RD-32"), "tool"
    nc: str
    trait: str = ""
    momentum: str = ""
    action: str = ""
    open: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "readies NCs")
        there = state.opposition()
        if not there:
            raise Refused("no-such-nc", "Nobody of yours is in the scene.")

        def blanks(shown: bool) -> Iterator[Field]:
            yield from which(there, "", hint=_stance)(shown)
            yield from _stance_fields(there)

        why = (
            "One Trait, which Momentum binds; an Element given to Momentum is gone for the scene. All of it is set "
            "anew: what is left empty is as usual."
        )
        yield cls.offer(there, "How NCs meet Tests", why, blanks)

    def enact(self, play: Play[State], there: Sequence[NC]) -> None:
        trait = ladder.as_trait(self.trait) if self.trait else ""
        stances = {
            nc.id: Stance(trait, _element(there, nc, self.momentum), _element(there, nc, self.action), self.open)
            for nc in chosen(there, self.nc)
        }
        play.record(Readied(stances=stances, rules=self.rules[:1]))


def _stance(nc: NC) -> str:
    """How it meets Tests now, where that is not the usual."""
    words = [TRAITS[nc.stance.trait].title if nc.stance.trait else "", "does not defend" if nc.stance.open else ""]
    return ", ".join(word for word in words if word)


def _stance_fields(there: Sequence[NC]) -> Iterator[Field]:
    if own := tuple(traits(there)):
        yield Choose(name="trait", label="By which Trait?", hint="Empty: its best.", choices=own, least=0)
    if elements := tuple(named(there, "Element")):
        none = Choice("none", "None", needs=having(there, [nc.id for nc in there if nc.elements], "nc"))
        for name, label in (("momentum", "Element in Momentum"), ("action", "Element in Action")):
            yield Choose(name=name, label=label, hint="Empty: the usual.", choices=(none, *elements), least=0)
    yield Confirm(name="open", label="It does not defend (TN 5)")


def _element(there: Sequence[NC], nc: NC, id_: str) -> str:
    """An NC's own Element of the name that was chosen."""
    return next(iter(same(there, nc, id_)), id_)


READYING: Final[Part[State]] = Part(Ready, Readied)

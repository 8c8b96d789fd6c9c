"""NCs in the GM’s hand besides their sheets: how they meet Tests, and what they hide (SE-NC-14, SE-NC-09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Confirm, Event, Field, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfNcs, named, nc_traits, only_guide, same, which
from moot.games.swords_edge.cast.entering import are
from moot.games.swords_edge.cast.tuning import sheets
from moot.games.swords_edge.figures import TRAITS
from moot.games.swords_edge.nc import NC, Clue, Stance
from moot.games.swords_edge.state import SCENE, AboutNc, State
from moot.kit.crowds import chosen, having


class Readied(Event[State], tag="readied"):
    """NCs meet Tests this way, each by what is its own."""

    stances: dict[str, Stance]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_nc(*(replace(state.ncs[nc], stance=stance) for nc, stance in self.stances.items()))

    def line(self, state: State) -> Line:
        return Line("aside", f"{state.all_named(self.stances)} {are(self.stances)} readied.")

    def told(self, state: State, seat: Seat) -> Readied | None:
        if seat.guides:
            return self
        known = {nc: stance for nc, stance in self.stances.items() if state.ncs[nc].known}
        return replace(self, stances=known) if known else None


class Ready(Command[State], tag="ready"):
    """Say how NCs meet Tests: by which Trait, with which Elements, or not at all (SE-NC-14)."""

    when, rules, urgency = SCENE, ("SE-NC-14", "SE-MOM-08", "SE-ACT-06", "SE-RD-32"), "tool"
    giver = only_guide("readies NCs")
    nc: str
    trait: str = ""
    momentum: str = ""
    action: str = ""
    open: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        there = state.opposition()
        if not there:
            raise Refused("no-such-nc", "Nobody of yours is in the scene.")

        def blanks(shown: bool) -> Iterator[Field]:
            yield from which(there, "", hint=_stance)(shown)
            yield from _stance_fields(there)

        why = (
            "One Trait, which Momentum binds; an Element given to Momentum is gone for the scene. This replaces "
            "what was set before: what you leave empty is as usual."
        )
        yield cls.offer(there, "How NCs meet Tests", why, blanks)

    def enact(self, play: Play[State], there: Sequence[NC]) -> None:
        trait = ladder.as_trait(self.trait) if self.trait else ""
        stances: dict[str, Stance] = {}
        for nc in chosen(there, self.nc):  # each by its own Elements of the names that were chosen
            momentum, action = (next(iter(same(there, nc, id_)), id_) for id_ in (self.momentum, self.action))
            stances[nc.id] = Stance(trait, momentum, action, self.open)
        play.record(Readied(stances=stances, rules=self.rules[:1]))


def _stance(nc: NC) -> str:
    """How it meets Tests now, where that is not the usual."""
    trait = TRAITS[nc.stance.trait].title if nc.stance.trait else ""
    return ", ".join(filter(None, (trait, "does not defend" if nc.stance.open else "")))


def _stance_fields(there: Sequence[NC]) -> Iterator[Field]:
    if own := tuple(nc_traits(there)):
        yield Choose(name="trait", label="By which Trait?", hint="Empty: its best.", choices=own, least=0)
    if elements := tuple(named(there, "Element")):
        none = Choice("none", "None", needs=having(there, [nc.id for nc in there if nc.elements], "nc"))
        for name, label in (("momentum", "Element in Momentum"), ("action", "Element in Action")):
            yield Choose(name=name, label=label, hint="Empty: the usual.", choices=(none, *elements), least=0)
    yield Confirm(name="open", label="It does not defend (TN 5)")


class ClueWritten(AboutNc, tag="clue-written"):
    """An obstacle hides this."""

    sentence = ("aside", "{nc} hides one thing more.")
    heard_by = "guide"
    clue: Clue

    def evolve(self, state: State) -> State:
        return state.with_ncs([self.nc], clues=(*state.ncs[self.nc].clues, self.clue))


class WriteClue(OfNcs, tag="write-clue"):
    """Write down what an obstacle hides (SE-NC-09)."""

    rules, giver = ("SE-NC-09", "SE-ERR-27"), only_guide("writes clues")
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        obstacles = (nc for nc in state.ncs.values() if nc.kind_row.hides)
        what = which(obstacles, "There is no obstacle yet.", singly=True)
        clue = Write(name="text", label="A clue", lines=2, most=1000)
        why = "Each Stress reveals the next; once it is overcome the rest comes free."
        yield cls.offer(None, "Write what an obstacle hides", why, what, clue)

    def enact(self, play: Play[State], _: None) -> None:
        play.record(ClueWritten(nc=self.nc, clue=Clue(self.text.strip()), rules=self.rules[:1]))


class _Known(AboutNc):
    """The table knows an obstacle's next clue."""

    sentence, quotes = ("story", "{nc}:"), "text"
    clue: int
    text: str

    def evolve(self, state: State) -> State:
        every = enumerate(state.ncs[self.nc].clues)
        clues = tuple(replace(clue, known=clue.known or at == self.clue) for at, clue in every)
        return state.with_ncs([self.nc], clues=clues)


class ClueTold(_Known, tag="clue-told"):
    """The GM told a clue without dice."""


class ClueFound(_Known, tag="clue-found"):
    """An obstacle yields a piece of what it hid."""


def reveal(play: Play[State], nc: str, count: int | None) -> None:
    """An obstacle's next clues: one for each Stress, all that are left once it is overcome (SE-NC-09, SE-ERR-27)."""
    unknown = [(at, clue) for at, clue in enumerate(play.state.ncs[nc].clues) if not clue.known]
    for at, clue in unknown[:count]:
        play.record(ClueFound(nc=nc, clue=at, text=clue.text, rules=("SE-NC-09", "SE-ERR-27")))


class TellClue(OfNcs, tag="tell-clue"):
    """Tell a clue without dice."""

    rules, giver = ("SE-NC-09", "SE-PREP-04", "SE-TERM-06"), only_guide("tells clues", "SE-NC-01")
    clue: Literal["next"] = "next"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for nc in sheets(state):
            hidden = next(((at, clue) for at, clue in enumerate(nc.clues) if not clue.known), None)
            if hidden is not None:
                why = nc.without_dice or "Without dice, if nobody has anything that helps."
                yield cls.offer(hidden, f"Tell the next clue of “{nc.name}”", why, about=nc.id, nc=nc.id)

    def enact(self, play: Play[State], hidden: tuple[int, Clue]) -> None:
        at, clue = hidden
        play.record(ClueTold(nc=self.nc, clue=at, text=clue.text, rules=self.rules[:2]))


CLUES: Final[Part[State]] = Part(WriteClue, TellClue, ClueWritten, ClueTold, ClueFound)
READYING: Final[Part[State]] = Part(Ready, Readied)

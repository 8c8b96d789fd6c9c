"""An NC's sheet changed by hand: more Elements, a flaw, other Ranks (SE-NC-10, SE-NC-15, SE-ERR-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Field, Line, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfNcs, name_field, named, nc_qualities, nc_traits, only_guide, same, which
from moot.games.swords_edge.cast.building import worth_field
from moot.games.swords_edge.cast.entering import ids
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.state import State
from moot.kit.crowds import chosen
from moot.kit.keyed import counted
from moot.kit.notebook.names import untaken


def sheets(state: State) -> tuple[NC, ...]:
    """Every NC. Raises Refused before there are any."""
    if not state.ncs:
        raise Refused("no-ncs", "There is no NC yet.", "SE-NC-01")
    return tuple(state.ncs.values())


class _OfSheets(Event[State]):
    """Something on NCs' sheets changed; the table hears of those whose figures it sees."""

    ncs: tuple[str, ...]

    def told(self, state: State, seat: Seat) -> Self | None:
        known = self.ncs if seat.guides else tuple(nc for nc in self.ncs if state.ncs[nc].known)
        return replace(self, ncs=known) if known else None

    def says(self, state: State, what: str) -> Line:
        """The journal's line: what happened to these NCs."""
        return Line("aside", f"{state.all_named(self.ncs)}: {what}.")


class NcGiven(_OfSheets, tag="nc-given"):
    """NCs have another Element, or a flaw."""

    quality: NcQuality
    flaw: bool = False
    v: int = 2

    def evolve(self, state: State) -> State:
        given = (
            replace(nc, flaw=self.quality) if self.flaw else replace(nc, elements=(*nc.elements, self.quality))
            for nc in (state.ncs[id_] for id_ in self.ncs)
        )
        return replace(state.with_nc(*given), ids=state.ids + counted([self.quality.id]))

    def line(self, state: State) -> Line:
        return self.says(state, f"{'a flaw' if self.flaw else 'an Element'}, {self.quality.name}")


class GiveQuality(OfNcs, tag="give-quality"):
    """Give NCs another Element (SE-NC-10). `nc` here and in what follows: one, or all of a kind."""

    rules, giver = ("SE-NC-08", "SE-NC-10", "SE-NC-14", "SE-RD-46"), only_guide("gives Qualities", "SE-NC-01")
    name: str
    rank: Rank
    trait: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        every = sheets(state)

        def blanks(shown: bool) -> Iterator[Field]:
            yield from (*which(every, "")(shown), name_field("Element"), worth_field())
            if own := tuple(nc_traits(every)):
                yield Choose(name="trait", label="Which Trait does it go with?", choices=own)

        why = "As many as its nature, its gear or its powers need."
        yield cls.offer(every, "Give another Element", why, blanks)

    def enact(self, play: Play[State], every: tuple[NC, ...]) -> None:
        ncs = chosen(every, self.nc)
        trait = ladder.as_trait(self.trait) if self.trait else ""
        name = untaken(self.name.strip(), [element.name for nc in ncs for element in nc.elements])
        quality = NcQuality(play.hidden_id(), name, self.rank, trait)
        play.record(NcGiven(ncs=ids(ncs), quality=quality, rules=("SE-NC-10", "SE-ERR-15")))


_LOW: Final = {rank: ladder.modifier(rank) for rank in ladder.ORDER if ladder.modifier(rank) < 0}
_RANKS: Final = tuple(Choice(rank, ladder.title(rank), hint=ladder.signed(worth)) for rank, worth in _LOW.items())
_BELOW_AVERAGE: Final = Choose(name="rank", label="Rank", choices=_RANKS, default=("basic",))


class GiveFlaw(OfNcs, tag="give-flaw"):
    """Give NCs a flaw (SE-NC-15)."""

    rules, giver = ("SE-NC-15", "SE-RD-46"), only_guide("gives flaws", "SE-NC-01")
    name: str
    rank: Rank

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = tuple(nc for nc in state.ncs.values() if nc.flaw is None)
        who = which(able, "There is no NC without a flaw.")
        why = "Invoked like a Weakness, without Luck; it comes off its target number."
        yield cls.offer(able, "Give a flaw", why, who, name_field("Flaw"), _BELOW_AVERAGE)

    def enact(self, play: Play[State], able: tuple[NC, ...]) -> None:
        flaw = NcQuality(play.hidden_id(), self.name.strip(), self.rank)
        play.record(NcGiven(ncs=ids(chosen(able, self.nc)), quality=flaw, flaw=True, rules=self.rules[:1]))


class NcTuned(_OfSheets, tag="nc-tuned"):
    """Ranks on NCs' sheets were set: their own (`rank`), a Trait's, or those of Qualities, by id or by kind."""

    what: tuple[str, ...]
    rank: Rank
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_nc(*(self._tuned(state.ncs[nc]) for nc in self.ncs))

    def _tuned(self, nc: NC) -> NC:
        def ranked(quality: NcQuality, kind: str) -> NcQuality:
            return replace(quality, rank=self.rank) if {kind, quality.id} & {*self.what} else quality

        return replace(
            nc, rank=self.rank if "rank" in self.what else nc.rank,
            traits={trait: self.rank if trait in self.what else was for trait, was in nc.traits.items()},
            concept=nc.concept and ranked(nc.concept, "concept"),
            elements=tuple(ranked(element, "element") for element in nc.elements),
            flaw=nc.flaw and ranked(nc.flaw, "flaw"),
        )

    def line(self, state: State) -> Line:
        return self.says(state, "a Rank was set")


class Tune(OfNcs, tag="tune"):
    """Set one Rank on NCs' sheets; patterns are where it starts and no limit (SE-ERR-15)."""

    rules, giver = ("SE-TRAP-18", "SE-ERR-15", "SE-ERR-26"), only_guide("sets Ranks", "SE-NC-01")
    what: str
    rank: Rank

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        every = sheets(state)

        def blanks(shown: bool) -> Iterator[Field]:
            parts = (Choice("rank", "Its own Rank"), *nc_traits(every), *named(every, "Concept", "Element", "Flaw"))
            yield from which(every, "")(shown)
            yield Choose(name="what", label="Of what?", choices=parts, default=("rank",))
            yield worth_field(tn=True)

        yield cls.offer(every, "Set a Rank", "Patterns are where a sheet starts, not what it must be.", blanks)

    def enact(self, play: Play[State], every: tuple[NC, ...]) -> None:
        plain = self.what == "rank" or self.what in ladder.TRAITS
        what = (self.what,) if plain else _own(every, self.nc, self.what)
        play.record(NcTuned(ncs=ids(chosen(every, self.nc)), what=what, rank=self.rank, rules=self.rules[:1]))


def _own(every: tuple[NC, ...], nc: str, id_: str) -> tuple[str, ...]:
    """The Qualities that the NCs chosen by `nc` have under the name of the one of this id."""
    return tuple(dict.fromkeys(own for one in chosen(every, nc) for own in same(every, one, id_)))


class NcStruck(_OfSheets, tag="nc-struck"):
    """Qualities, by id or by kind (`concept`, `flaw`), were struck off NCs' sheets."""

    what: tuple[str, ...]
    v: int = 2

    def evolve(self, state: State) -> State:
        return state.with_nc(*(self._struck(state.ncs[nc]) for nc in self.ncs))

    def _struck(self, nc: NC) -> NC:
        what = {*self.what}
        flawless = nc.flaw is None or bool({"flaw", nc.flaw.id} & what)
        return replace(
            nc,
            concept=None if nc.concept is None or {"concept", nc.concept.id} & what else nc.concept,
            elements=tuple(element for element in nc.elements if element.id not in what),
            flaw=None if flawless else nc.flaw,
            flawed=nc.flawed and not flawless,
        )

    def line(self, state: State) -> Line:
        return self.says(state, "a Quality was struck")


class StrikeQuality(OfNcs, tag="strike-quality"):
    """Strike an Element, the Concept or the flaw off NCs' sheets."""

    rules, giver = ("SE-TRAP-18",), only_guide("strikes Qualities", "SE-NC-01")
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = tuple(nc for nc in state.ncs.values() if any(nc_qualities(nc)))
        who = which(able, "No NC has a Quality to strike.", "SE-NC-01")

        def what(_: bool) -> tuple[Choose]:
            return (Choose(name="what", label="What goes?", choices=tuple(named(able, "Concept", "Element", "Flaw"))),)

        yield cls.offer(able, "Strike a Quality", "", who, what)

    def enact(self, play: Play[State], able: tuple[NC, ...]) -> None:
        play.record(NcStruck(ncs=ids(chosen(able, self.nc)), what=_own(able, self.nc, self.what)))


TUNING: Final[Part[State]] = Part(GiveQuality, GiveFlaw, Tune, StrikeQuality, NcGiven, NcTuned, NcStruck)

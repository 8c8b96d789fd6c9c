"""An NC's sheet changed by hand: more Elements, a flaw, other Ranks, clues (SE-NC-10, SE-NC-15, SE-ERR-15)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import commands as c, events as e
from moot.games.swords_edge.cast.building import EVERYWHERE, worth_field
from moot.games.swords_edge.cast.choosing import chosen, named, qualities, same, traits, which
from moot.games.swords_edge.creation.blanks import name_field
from moot.games.swords_edge.nc import NC, Clue, NcQuality, untaken
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide


def _sheets(state: State, seat: Seat, what: str) -> tuple[NC, ...]:
    needs_guide(seat, what, "SE-NC-01")
    if not state.ncs:
        raise Refused("no-ncs", "There is no NC yet.", "SE-NC-01")
    return tuple(state.ncs.values())


def _give_offers(state: State, seat: Seat) -> Iterator[Offer]:
    sheets = _sheets(state, seat, "gives Qualities")
    own = tuple(traits(sheets))
    by = (Choose(name="trait", label="Which Trait does it go with?", choices=own),) if own else ()
    yield Offer(
        do="give-quality",
        label="Give another Element",
        why="More at will: what its nature, its gear or its powers ask.",
        fields=(which(sheets, "", "SE-NC-01"), name_field("Element"), worth_field(), *by),
        rules=("SE-NC-08", "SE-NC-10", "SE-NC-14", "SE-RD-46"),
        urgency="tool",
    )


def _give(play: Play[State], command: c.GiveQuality) -> None:
    trait = ladder.as_trait(command.trait) if command.trait else ""
    name = untaken(
        command.name.strip(), [one for nc in chosen(play.state.ncs.values(), command.nc) for one in nc.elements]
    )
    quality = NcQuality(play.state.next_id, name, command.rank, trait)
    play.record(e.NcGiven(ncs=_meant(play, command.nc), quality=quality, rules=("SE-NC-10", "SE-ERR-15")))


def _meant(play: Play[State], nc: str) -> tuple[str, ...]:
    return tuple(one.id for one in chosen(play.state.ncs.values(), nc))


def _flawless(state: State) -> tuple[NC, ...]:
    return tuple(nc for nc in state.ncs.values() if nc.flaw is None)


def _flaw_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "gives flaws", "SE-NC-01")
    yield Offer(
        do="give-flaw",
        label="Give a flaw",
        why="Invoked like a Weakness, without Luck; it comes off its target number.",
        fields=(
            which(_flawless(state), "There is no NC without a flaw.", "SE-NC-15"),
            name_field("Flaw"),
            _below_average(),
        ),
        rules=("SE-NC-15", "SE-RD-46"),
        urgency="tool",
    )


def _below_average() -> Choose:
    low = [rank for rank in ladder.ORDER if ladder.modifier(rank) < 0]
    choices = tuple(Choice(rank, ladder.title(rank), hint=ladder.signed(ladder.modifier(rank))) for rank in low)
    return Choose(name="rank", label="Rank", choices=choices, default=("basic",))


def _give_flaw(play: Play[State], command: c.GiveFlaw) -> None:
    flaw = NcQuality(play.state.next_id, command.name.strip(), command.rank)
    ncs = tuple(nc.id for nc in chosen(_flawless(play.state), command.nc))
    play.record(e.NcGiven(ncs=ncs, quality=flaw, flaw=True, rules=("SE-NC-15",)))


def _tune_offers(state: State, seat: Seat) -> Iterator[Offer]:
    sheets = _sheets(state, seat, "sets Ranks")
    parts = (Choice("rank", "Its own Rank"), *traits(sheets), *named(sheets, "Concept", "Element", "Flaw"))
    what = Choose(name="what", label="Of what?", choices=parts, default=("rank",))
    yield Offer(
        do="tune",
        label="Set a Rank",
        why="Patterns are where a sheet starts, not what it must be.",
        fields=(which(sheets, "", "SE-NC-01"), what, worth_field(tn=True)),
        rules=("SE-TRAP-18", "SE-ERR-15", "SE-ERR-26"),
        urgency="tool",
    )


def _tune(play: Play[State], command: c.Tune) -> None:
    plain = command.what == "rank" or command.what in ladder.TRAITS
    what = (command.what,) if plain else _own(play, command.nc, command.what)
    play.record(e.NcTuned(ncs=_meant(play, command.nc), what=what, rank=command.rank, rules=("SE-TRAP-18",)))


def _own(play: Play[State], nc: str, id_: str) -> tuple[str, ...]:
    """The Qualities that the NCs chosen by `nc` have under the name of the one of this id."""
    every = play.state.ncs.values()
    return tuple(dict.fromkeys(own for one in chosen(every, nc) for own in same(every, one, id_)))


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "strikes Qualities", "SE-NC-01")
    able = tuple(nc for nc in state.ncs.values() if any(qualities(nc)))
    who = which(able, "No NC has a Quality to strike.", "SE-NC-01")
    parts = tuple(named(able, "Concept", "Element", "Flaw"))
    yield Offer(
        do="strike-quality",
        label="Strike a Quality",
        fields=(who, Choose(name="what", label="What goes?", choices=parts)),
        rules=("SE-TRAP-18",),
        urgency="tool",
    )


def _strike(play: Play[State], command: c.StrikeQuality) -> None:
    play.record(e.NcStruck(ncs=_meant(play, command.nc), what=_own(play, command.nc, command.what)))


def _clue_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "writes clues", "SE-NC-09")
    obstacles = (nc for nc in state.ncs.values() if nc.kind == "obstacle")
    yield Offer(
        do="write-clue",
        label="Write what an obstacle hides",
        why="Each Stress reveals the next; once it is overcome the rest comes free.",
        fields=(
            which(obstacles, "There is no obstacle yet.", "SE-NC-09", singly=True),
            Write(name="text", label="A clue", lines=2, most=1000),
        ),
        rules=("SE-NC-09", "SE-ERR-27"),
        urgency="tool",
    )


def _write_clue(play: Play[State], command: c.WriteClue) -> None:
    play.record(e.ClueWritten(nc=command.nc, clue=Clue(command.text.strip()), rules=("SE-NC-09",)))


def _tell_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "tells clues"):
        if any(not clue.known for clue in nc.clues):
            yield Offer(
                do="tell-clue",
                label=f"Tell the next clue of “{nc.name}”",
                why=nc.without_dice or "Without dice, if nobody has anything that helps.",
                fixed={"nc": nc.id},
                rules=("SE-NC-09", "SE-PREP-04", "SE-TERM-06"),
                urgency="tool",
                about=nc.id,
            )


def _tell_clue(play: Play[State], command: c.TellClue) -> None:
    clues = play.state.ncs[command.nc].clues
    at, clue = next((at, clue) for at, clue in enumerate(clues) if not clue.known)
    play.record(e.ClueTold(nc=command.nc, clue=at, text=clue.text, rules=("SE-NC-09", "SE-PREP-04")))


VERBS = (
    Verb(c.GiveQuality, EVERYWHERE, _give_offers, _give),
    Verb(c.GiveFlaw, EVERYWHERE, _flaw_offers, _give_flaw),
    Verb(c.Tune, EVERYWHERE, _tune_offers, _tune),
    Verb(c.StrikeQuality, EVERYWHERE, _strike_offers, _strike),
    Verb(c.WriteClue, EVERYWHERE, _clue_offers, _write_clue),
    Verb(c.TellClue, EVERYWHERE, _tell_offers, _tell_clue),
)

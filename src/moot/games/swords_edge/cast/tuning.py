"""An NC's sheet changed by hand: more Elements, a flaw, other Ranks, clues (SE-NC-10, SE-NC-15, SE-ERR-15)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import commands as c
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.cast.building import EVERYWHERE, worth_field
from moot.games.swords_edge.creation.blanks import name_field, trait_field
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.narrative import NC, Clue, NcQuality
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide


def _sheets(state: State, seat: Seat, what: str) -> Iterator[NC]:
    needs_guide(seat, what, "SE-NC-01")
    if not state.ncs:
        raise Refused("no-ncs", "There is no NC yet.", "SE-NC-01")
    yield from state.ncs.values()


def _give_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "gives Qualities"):
        trait: tuple[Field, ...] = (trait_field(),) if nc.traits else ()
        yield Offer(
            do="give-quality",
            label=f"Another Element for {nc.name}",
            why="More at will: what its nature, its gear or its powers ask.",
            fixed={"nc": nc.id},
            fields=(name_field("Element"), worth_field(), *trait),
            rules=("SE-NC-08", "SE-NC-10", "SE-NC-14", "SE-RD-46"),
            urgency="tool",
            about=nc.id,
        )


def _give(play: Play[State], command: c.GiveQuality) -> None:
    trait = ladder.as_trait(command.trait) if command.trait else ""
    quality = NcQuality(f"{command.nc}-{play.state.next_id}", command.name.strip(), command.rank, trait)
    play.record(e.NcGiven(nc=command.nc, quality=quality, rules=("SE-NC-10", "SE-ERR-15")))


def _flaw_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "gives flaws"):
        if nc.flaw is None:
            yield Offer(
                do="give-flaw",
                label=f"A flaw for {nc.name}",
                why="Invoked like a Weakness, without Luck; it comes off its target number.",
                fixed={"nc": nc.id},
                fields=(name_field("Flaw"), _below_average()),
                rules=("SE-NC-15", "SE-RD-46"),
                urgency="tool",
                about=nc.id,
            )


def _below_average() -> Choose:
    low = [rank for rank in ladder.ORDER if ladder.modifier(rank) < 0]
    choices = tuple(Choice(rank, ladder.title(rank), hint=ladder.signed(ladder.modifier(rank))) for rank in low)
    return Choose(name="rank", label="Rank", choices=choices, default=("basic",))


def _give_flaw(play: Play[State], command: c.GiveFlaw) -> None:
    flaw = NcQuality(f"{command.nc}-{play.state.next_id}", command.name.strip(), command.rank)
    play.record(e.NcGiven(nc=command.nc, quality=flaw, flaw=True, rules=("SE-NC-15",)))


def _parts(nc: NC) -> Iterator[Choice]:
    yield Choice("rank", "Its Rank", hint=f"{ladder.title(nc.rank)}, TN {ladder.tn(nc.rank)}")
    if nc.concept:
        yield Choice("concept", nc.concept.name, hint=ladder.signed(nc.concept.worth))
    for trait in nc.traits:
        yield Choice(trait, TRAITS[trait].title, hint=ladder.signed(nc.trait(trait)))
    for element in nc.elements:
        yield Choice(element.id, element.name, hint=ladder.signed(element.worth))


def _tune_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "sets Ranks"):
        yield Offer(
            do="tune",
            label=f"Set a Rank of {nc.name}",
            why="Patterns are where a sheet starts, not what it must be.",
            fixed={"nc": nc.id},
            fields=(Choose(name="what", label="Of what?", choices=tuple(_parts(nc))), worth_field()),
            rules=("SE-TRAP-18", "SE-ERR-15", "SE-ERR-26"),
            urgency="tool",
            about=nc.id,
        )


def _tune(play: Play[State], command: c.Tune) -> None:
    play.record(e.NcTuned(nc=command.nc, what=command.what, rank=command.rank, rules=("SE-TRAP-18",)))


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "strikes Qualities"):
        choices = [choice for choice in _parts(nc) if choice.value != "rank" and choice.value not in nc.traits]
        if nc.flaw:
            choices.append(Choice("flaw", nc.flaw.name, hint=ladder.signed(nc.flaw.worth)))
        if choices:
            yield Offer(
                do="strike-quality",
                label=f"Strike a Quality of {nc.name}",
                fixed={"nc": nc.id},
                fields=(Choose(name="what", label="Which?", choices=tuple(choices)),),
                rules=("SE-TRAP-18",),
                urgency="tool",
                about=nc.id,
            )


def _strike(play: Play[State], command: c.StrikeQuality) -> None:
    play.record(e.NcStruck(nc=command.nc, what=command.what))


def _clue_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for nc in _sheets(state, seat, "writes clues"):
        if nc.kind == "obstacle":
            yield Offer(
                do="write-clue",
                label=f"What does “{nc.name}” hide?",
                why="Each Stress reveals the next; once it is overcome the rest comes free.",
                fixed={"nc": nc.id},
                fields=(Write(name="text", label="A clue", lines=2, most=1000),),
                rules=("SE-NC-09", "SE-ERR-27"),
                urgency="tool",
                about=nc.id,
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

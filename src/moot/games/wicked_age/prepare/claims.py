"""Players pick their characters, in any order, and agree where two want the same (WA-ORA-02, WA-ORA-05)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.core.words import listed
from moot.games.wicked_age.cast import (
    claimants,
    claimed_by,
    needs_guide,
    needs_player,
    seated,
    settled,
    stock,
)
from moot.games.wicked_age.owelist import undecided
from moot.games.wicked_age.prepare.commands import BeginSheets, ClaimFigure, LetGo, TakeFigure
from moot.games.wicked_age.prepare.events import Claimed, FigureTaken, Released, SheetsBegun
from moot.games.wicked_age.state import State


def _claim_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "picks a character; the GM has all the rest", "WA-ORA-02")
    waiting = undecided(state)
    if seat.id in waiting:
        first = seated(state, waiting[0])
        message = f"{first} decides first who comes back." if waiting[0] != seat.id else "Say first who you bring back."
        raise Refused("decide-first", message, "WA-NEXT-03")
    mine = claimed_by(state, seat)
    if mine is not None and mine.returns:
        raise Refused("returns", f"{mine.name} is back, and yours for this chapter.", "WA-NEXT-01")
    for figure in state.figures.values():
        if not figure.returns and seat.id not in figure.claims:
            others = [seated(state, other) for other in claimants(state, figure)]
            wanted = f"Also wanted by {listed(others)}: talk it over." if others else "This is who I play."
            yield Offer(
                do="claim-figure",
                fixed={"figure": figure.id},
                label=f"Take {figure.name}",
                why=wanted + (f" You let go of {mine.name}." if mine else ""),
                rules=("WA-ORA-02", *(("WA-ORA-05",) if others else ())),
                urgency="may" if mine or others else "must",
                about=figure.id,
            )


def _claim(play: Play[State], command: ClaimFigure) -> None:
    mine = claimed_by(play.state, play.seat)
    if mine is not None:
        play.record(Released(seat=play.seat.id, figure=mine.id, rules=("WA-ORA-05",)))
    play.record(Claimed(seat=play.seat.id, figure=command.figure, rules=("WA-ORA-02",)))


def _let_go_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "lets go of a figure", "WA-ORA-05")
    mine = claimed_by(state, seat)
    if mine is None:
        raise Refused("nothing-claimed", "You have picked nobody yet.", "WA-ORA-05")
    if mine.returns:
        raise Refused("returns", f"{mine.name} is back, and yours for this chapter.", "WA-NEXT-01")
    contested = not settled(state, seat)
    yield Offer(
        do="let-go",
        fixed={"figure": mine.id},
        label=f"Let go of {mine.name}",
        why="Two of you want this one: one lets go, and takes another." if contested else "Pick somebody else.",
        rules=("WA-ORA-05",),
        about=mine.id,
    )


def _let_go(play: Play[State], command: LetGo) -> None:
    play.record(Released(seat=play.seat.id, figure=command.figure, rules=("WA-ORA-05",)))


def _begin_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "goes on to the sheets", "WA-ORA-02")
    lacking = [player.name for player in state.players if claimed_by(state, player) is None]
    if lacking:
        raise Refused("not-all-chosen", f"Still without a character: {listed(lacking)}.", "WA-ORA-02")
    for figure in state.figures.values():
        wanting = [seated(state, other) for other in claimants(state, figure)]
        if len(wanting) > 1:
            raise Refused("contested", f"{figure.name} is wanted by {listed(wanting)}: one is to let go.", "WA-ORA-05")
    if not state.players:
        raise Refused("nobody-plays", "Nobody sits here as a player yet.", "WA-ORA-02")
    yield Offer(
        do="begin-sheets",
        label="On to the sheets",
        why="Everyone has a character. All the others on the list are yours, as far as you want them.",
        rules=("WA-ORA-02", "WA-ORA-06"),
        urgency="must",
    )


def _begin(play: Play[State], command: BeginSheets) -> None:
    returning = tuple(figure.returns for figure in play.state.figures.values() if figure.returns)
    play.record(SheetsBegun(returning=returning, rules=("WA-ORA-02", "WA-ORA-06")))


def _take_offers(state: State, seat: Seat) -> Iterator[Offer]:
    """Late choosers: players who came in later, and those whose character is out of the chapter (WA-RD-14)."""
    needs_player(seat, "takes a figure", "WA-RD-14")
    own = [who for who in state.characters.values() if who.here and who.player == seat.id]
    if claimed_by(state, seat) is not None or own:
        if any(who.able for who in own) or len(own) < _figures_had(state, seat):
            raise Refused("has-a-character", "You have a character in this chapter.", "WA-RD-14")
        if state.options.out_of_chapter == "not-replaced":
            message = "At this table a character who is out of the chapter is not replaced."
            raise Refused("not-replaced", message, "WA-RD-14")
    if not stock(state):
        raise Refused("no-figure-left", "Nobody is left on the list: ask the GM to add somebody.", "WA-ORA-03")
    for figure in stock(state):
        yield Offer(
            do="take-figure",
            fixed={"figure": figure.id},
            label=f"Take {figure.name}",
            why="They are left on the list. You make their sheet next.",
            rules=("WA-RD-14",) if own else ("WA-ORA-02",),
            urgency="may" if own else "must",
            about=figure.id,
        )


def _figures_had(state: State, seat: Seat) -> int:
    return sum(seat.id in figure.claims for figure in state.figures.values())


def _take(play: Play[State], command: TakeFigure) -> None:
    again = any(who.here and who.player == play.seat.id for who in play.state.characters.values())
    rules = ("WA-RD-14",) if again else ("WA-ORA-02",)
    play.record(FigureTaken(seat=play.seat.id, figure=command.figure, rules=rules))


VERBS = (
    Verb(ClaimFigure, frozenset({"choosing"}), _claim_offers, _claim),
    Verb(LetGo, frozenset({"choosing"}), _let_go_offers, _let_go),
    Verb(BeginSheets, frozenset({"choosing"}), _begin_offers, _begin),
    Verb(TakeFigure, frozenset({"sheets", "interests", "play"}), _take_offers, _take),
)

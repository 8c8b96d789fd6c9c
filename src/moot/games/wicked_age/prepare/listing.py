"""The list of characters: the figures that the entries name and imply, by gut (WA-ORA-02, WA-ORA-03, WA-ORA-04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.games.wicked_age.cast import claimants, needs_guide, needs_part, sheet_of, stock
from moot.games.wicked_age.prepare.commands import (
    AddFigure,
    ListFigures,
    MergeFigures,
    OpenClaims,
    RenameFigure,
    StrikeFigure,
)
from moot.games.wicked_age.prepare.events import ClaimsOpened, FigureAdded, FigureRenamed, FiguresMerged, FigureStruck
from moot.games.wicked_age.state import Figure, State

_LIST = frozenset({"listing", "choosing"})
_LATER = frozenset({"sheets", "interests", "play"})
_MOST = 60


def phrases(state: State, which: Literal["named", "implied"]) -> tuple[tuple[str, str], ...]:
    """What the dealt entries call those they name (or imply) and the list does not have yet, each with its card."""
    listed = {name.casefold() for figure in state.figures.values() for name in (figure.name, *figure.also)}
    return tuple(
        (name, entry.card)
        for entry in state.dealt
        for name in (entry.named if which == "named" else entry.implied)
        if name.casefold() not in listed
    )


def _add_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "add to the list", "WA-ORA-02")
    if state.phase in _LATER:
        needs_guide(seat, "adds to the list once everyone has chosen", "WA-ORA-06")
    if len(state.figures) >= _MOST:
        raise Refused("list-full", f"The list has {_MOST} figures, and that is the most.", "WA-ORA-03")
    found = (*phrases(state, "named"), *phrases(state, "implied"))
    yield Offer(
        do="add-figure",
        label="Add somebody to the list",
        why="Anyone the entries name or imply: somebody's right hand, a local youth, demons if someone plays them.",
        fields=(
            Write(
                name="name",
                label="Who",
                hint="A few words, as they stand in the entry or as you see them.",
                suggestions=tuple(name for name, _ in found),
            ),
        ),
        rules=("WA-ORA-02", "WA-ORA-03"),
        urgency="tool" if state.phase in _LATER else "may",
    )


def _add(play: Play[State], command: AddFigure) -> None:
    name = command.name.strip()
    found = (*phrases(play.state, "named"), *phrases(play.state, "implied"))
    card = next((card for phrase, card in found if phrase.casefold() == name.casefold()), "")
    _put_down(play, name, card)


def _put_down(play: Play[State], name: str, card: str) -> None:
    rules = ("WA-ORA-03", "WA-ORA-02") if play.state.phase == "choosing" else ("WA-ORA-02",)
    play.record(FigureAdded(seat=play.seat.id, figure=play.state.next_id, name=name, card=card, rules=rules))


def _list_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "writes the list", "WA-ORA-02")
    found = {which: phrases(state, which) for which in ("named", "implied")}
    if not any(found.values()):
        raise Refused("all-listed", "Everyone whom the entries name or imply is on the list.", "WA-ORA-02")
    if len(state.figures) + max(map(len, found.values())) > _MOST:
        raise Refused("list-full", f"The list would have more than {_MOST} figures.", "WA-ORA-03")
    for which, names in found.items():
        if names:
            yield Offer(
                do="list-figures",
                fixed={"which": which},
                label="List everyone named" if which == "named" else "List everyone implied",
                why="; ".join(name for name, _ in names),
                rules=("WA-ORA-02",),
            )


def _list(play: Play[State], command: ListFigures) -> None:
    for name, card in phrases(play.state, command.which):
        _put_down(play, name, card)


def _loose(state: State) -> tuple[Figure, ...]:
    """Figures that can still be reworded: no sheet, and nobody of an earlier chapter."""
    return tuple(f for f in state.figures.values() if not f.returns and sheet_of(state, f.id) is None)


def _rename_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "writes the list", "WA-ORA-02")
    for figure in _loose(state):
        yield Offer(
            do="rename-figure",
            fixed={"figure": figure.id},
            label=f"Reword {figure.name}",
            fields=(Write(name="name", label="Who", default=figure.name),),
            rules=("WA-ORA-02",),
            urgency="tool",
            about=figure.id,
        )


def _rename(play: Play[State], command: RenameFigure) -> None:
    was = play.state.figures[command.figure].name
    play.record(FigureRenamed(figure=command.figure, name=command.name.strip(), was=was, rules=("WA-ORA-02",)))


def _strike_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "writes the list", "WA-ORA-02")
    if not stock(state):
        raise Refused("nobody-to-strike", "Everyone on the list is somebody's.", "WA-ORA-03")
    for figure in stock(state):
        yield Offer(
            do="strike-figure",
            fixed={"figure": figure.id},
            label=f"Strike {figure.name}",
            why="The list may shrink while people choose.",
            rules=("WA-ORA-03",),
            urgency="tool",
            about=figure.id,
        )


def _strike(play: Play[State], command: StrikeFigure) -> None:
    name = play.state.figures[command.figure].name
    play.record(FigureStruck(figure=command.figure, name=name, rules=("WA-ORA-03",)))


def _merge_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "change the list", "WA-ORA-04")
    free = stock(state)
    mine = [f for f in state.figures.values() if seat.guides or claimants(state, f) == (seat.id,)]
    if not mine:
        raise Refused("not-yours", "You may say that two are one when one of them is yours.", "WA-ORA-04")
    for figure in mine:
        others = tuple(Choice(other.id, other.name) for other in free if other.id != figure.id)
        if others:
            yield Offer(
                do="merge-figures",
                fixed={"figure": figure.id},
                label=f"{figure.name} is also …",
                why="Decide that two on the list are the same person.",
                fields=(Choose(name="other", label="Also known as", choices=others),),
                rules=("WA-ORA-04", *(("WA-NEXT-02",) if figure.returns else ())),
                urgency="tool" if seat.guides else "may",
                about=figure.id,
            )


def _merge(play: Play[State], command: MergeFigures) -> None:
    other = play.state.figures[command.other]
    play.record(
        FiguresMerged(
            seat=play.seat.id, figure=command.figure, other=other.id, name=other.name, rules=("WA-ORA-04",)
        )
    )


def _open_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "says when to choose", "WA-ORA-02")
    if not state.figures:
        raise Refused("list-empty", "Nobody is on the list yet.", "WA-ORA-02")
    yield Offer(
        do="open-claims",
        label="Let the players choose",
        why="Each player takes one, in any order; all the rest are yours. The list stays open meanwhile.",
        rules=("WA-ORA-02", "WA-ORA-03"),
        urgency="must",
    )


def _open(play: Play[State], command: OpenClaims) -> None:
    play.record(ClaimsOpened(rules=("WA-ORA-02", "WA-ORA-03")))


VERBS = (
    Verb(ListFigures, _LIST, _list_offers, _list),
    Verb(AddFigure, _LIST | _LATER, _add_offers, _add),
    Verb(OpenClaims, frozenset({"listing"}), _open_offers, _open),
    Verb(RenameFigure, _LIST, _rename_offers, _rename),
    Verb(StrikeFigure, _LIST, _strike_offers, _strike),
    Verb(MergeFigures, _LIST, _merge_offers, _merge),
)

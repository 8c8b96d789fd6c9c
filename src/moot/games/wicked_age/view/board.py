"""The standing situation: cards and who is in them, sheets, the knot of interests or the fights; and what is owed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import BoardPart, BoardRow, Seat, listed
from moot.games.wicked_age import oracles
from moot.games.wicked_age.cast import claimants, sheet_of
from moot.games.wicked_age.prepare.tangle import warnings
from moot.games.wicked_age.state import Figure, Owed, State
from moot.games.wicked_age.view.cast import card_id
from moot.games.wicked_age.view.fights import fight, under_way
from moot.games.wicked_age.view.sheets import SheetView, sheets
from moot.kit.people import seat_name
from moot.kit.remembered import TABLES, remembered

STRUCK: Final = {"advantage": "spent for a die", "chapter": "brought back", "corrected": "struck by the GM"}
"""What a name on the owe list was struck for, in words."""
WANTS: Final = "Who wants what of whom"


class OpenedParts(msgspec.Struct, frozen=True):
    """Parts of the situation that stand on the board no more, or not now."""

    parts: tuple[BoardPart, ...]


def board(state: State, guide: bool) -> tuple[BoardPart, ...]:
    """The situation as everybody sees it, or the GM."""
    return (*_now(state, guide), *_owed(state))


def beside(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """What there is to open that has no row of its own on the board: cards and who is in them, the knot, a fight."""
    if not state.dealt:
        return ()
    return (
        BoardRow(of="story-sheet", name=f"The story sheet: {oracles.oracle(state, state.oracle).title}"),
        BoardRow(of="knot", name=WANTS),
        *(BoardRow(of=one.id, name="The last fight", words=one.deed) for one in state.sequences.values() if one.ended),
        *(BoardRow(of=card_id(entry), name=entry.text) for entry in state.dealt),
        *_list(state, guide).rows,
    )


def opened(state: State, seat: Seat, what: str) -> OpenedParts | None:
    """What a seat sees once it opens a fight, the knot, or the story sheet."""
    parts: Iterable[BoardPart]
    if what in state.sequences:
        parts = fight(state, state.sequences[what])
    elif what == "knot":
        parts = (_knot(state, seat.guides, WANTS),)
    elif what == "story-sheet" and state.dealt:
        parts = (*_cards(state), replace(_list(state, seat.guides), title=""))
    else:
        return None
    return OpenedParts(tuple([replace(part, id=f"opened-{part.id}") for part in parts]))


def _now(state: State, guide: bool) -> Iterator[BoardPart]:
    match state.phase:
        case "oracle" | "dealing" | "reading":
            yield from _cards(state)
        case "listing" | "choosing":
            yield from (_list(state, guide), BoardPart(id="cards", picture=True))
        case "sheets":
            yield BoardPart(id="sheets", title="Sheets so far", picture=True)
        case "interests":
            yield _knot(state, guide, "The knot so far", *(hint.text for hint in warnings(state)))
        case "play" if state.running:
            yield from (*under_way(state), BoardPart(id="to-knot", picture=True))
        case "play":
            yield from (_knot(state, guide, WANTS), BoardPart(id="last-fight", picture=bool(state.sequences)))
        case "between":
            return


def _cards(state: State) -> Iterator[BoardPart]:
    """The oracle with its cards, or with its theme until they are dealt."""
    if state.oracle:
        found = oracles.oracle(state, state.oracle)
        words = () if state.dealt else (found.theme,)
        yield BoardPart(id="cards", title=found.title, words=words, picture=bool(state.dealt))


@remembered(TABLES, of=lambda state: (state.figures, state.characters, state.seats))
def _list(state: State, guide: bool) -> BoardPart:
    rows = tuple([_figure(state, figure, guide) for figure in state.figures.values()])
    return BoardPart(id="list", title="Who is on the list" if rows else "", rows=rows)


def _figure(state: State, figure: Figure, guide: bool) -> BoardRow:
    """Somebody on the list: whose sheet they have become or bring along, who wants them, and whether that is agreed
    (WA-ORA-05, WA-NEXT-02)."""
    made, wanting = sheet_of(state, figure.id) or state.characters.get(figure.returns), claimants(state, figure)
    known = made if made and made.known else None
    words = [known.name] if known and not figure.returns else []
    if wanting:
        words.append(listed(seat_name(state, seat) for seat in wanting))
    return BoardRow(
        id=figure.id, of=figure.id if made is None else made.id if known or guide else "", name=figure.name,
        words=" · ".join(words), marks=("not agreed yet",) if len(wanting) > 1 else (),
    )


@remembered(TABLES, of=lambda state: (state.characters, state.strengths, state.seats))
def _wanting(state: State, guide: bool) -> tuple[BoardRow, ...]:
    """Everybody with interests, as rows."""
    return tuple([_wants(who) for who in sheets(state, guide) if who.interests])


def _knot(state: State, guide: bool, title: str, *hints: str) -> BoardPart:
    return BoardPart(id="knot", title=title, words=hints, picture=True, rows=_wanting(state, guide))


def _wants(who: SheetView) -> BoardRow:
    lines = (one.text + (f" →\u00a0{', '.join(one.about)}" if one.about else "") for one in who.interests)
    return BoardRow(of=who.id, name=who.name, lines=tuple(lines))


def _owed(state: State) -> Iterator[BoardPart]:
    """The owe list, in the order written (WA-OWE-03)."""
    if state.owe:
        rows = (_owes(state, at, owed) for at, owed in enumerate(state.owe, 1))
        yield BoardPart(id="owe", title="We owe", rows=tuple(rows))


def _owes(state: State, at: int, owed: Owed) -> BoardRow:
    words = STRUCK[owed.struck] if owed.struck else f"{seat_name(state, owed.player)}, chapter {owed.chapter}"
    name = state.name(owed.character)
    return BoardRow(id=owed.id, of=owed.character, name=name, words=words, figure=at, out=bool(owed.struck))

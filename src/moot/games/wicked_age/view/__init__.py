"""What a seat may see of the game, built by allow-list: nothing is taken out, only what may be seen is put in."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.core import Seat
from moot.games.wicked_age import oracles
from moot.games.wicked_age.cast import claimants, seated, sheet_of
from moot.games.wicked_age.prepare.tangle import warnings
from moot.games.wicked_age.state import Entry, Figure, State
from moot.games.wicked_age.view.fights import SequenceSight, fights
from moot.games.wicked_age.view.sheets import SheetSight, StrengthSight, sheets, strengths
from moot.games.wicked_age.view.web import Web, web

SYMBOLS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
"""The suits as drawn, and never as coloured pictures."""


class CardSight(msgspec.Struct, frozen=True):
    """A card that was dealt, and its entry."""

    rank: str
    symbol: str
    suit: str
    name: str
    text: str


class FigureSight(msgspec.Struct, frozen=True):
    """Somebody on the list: who wants them (seat ids), whether that is agreed, and whose sheet they have become."""

    id: str
    name: str
    claims: tuple[str, ...]
    contested: bool
    made: str


class OracleSight(msgspec.Struct, frozen=True):
    """The oracle of this chapter."""

    title: str
    theme: str


class OwedSight(msgspec.Struct, frozen=True):
    """A name on the owe list, in the order written; `struck` says what for."""

    name: str
    player: str
    chapter: int
    struck: str


class TurnSight(msgspec.Struct, frozen=True):
    """A turn in the circle of best interests: for whom, and how many were named."""

    name: str
    seat: str
    count: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """In a Wicked Age, as one seat sees it."""

    phase: str
    chapter: int
    falls: str
    oracle: OracleSight | None
    cards: tuple[CardSight, ...]
    figures: tuple[FigureSight, ...]
    sheets: tuple[SheetSight, ...]
    strengths: tuple[StrengthSight, ...]
    web: Web
    circle: tuple[TurnSight, ...]
    hints: tuple[str, ...]
    owe: tuple[OwedSight, ...]
    fights: tuple[SequenceSight, ...]
    focus: Literal["cards", "list", "sheets", "web", "fight", "owe"]


def view(state: State, seat: Seat) -> View:
    """Everything `seat` may see now."""
    seen = sheets(state, seat)
    conflicts = fights(state, seat)
    return View(
        phase=state.phase,
        chapter=state.chapter,
        falls=state.falls,
        oracle=_oracle(state),
        cards=tuple(card(entry) for entry in state.dealt),
        figures=tuple(_figure(state, figure) for figure in state.figures.values()),
        sheets=seen,
        strengths=strengths(state, seat),
        web=web(state),
        circle=tuple(
            TurnSight(state.characters[turn.character].name, turn.seat, len(turn.interests))
            for turn in state.circle
            if turn.character in state.characters
        ),
        hints=tuple(hint.text for hint in warnings(state)) if state.phase == "interests" else (),
        owe=tuple(
            OwedSight(state.characters[owed.character].name, seated(state, owed.player), owed.chapter, owed.struck)
            for owed in state.owe
        ),
        fights=conflicts,
        focus=_focus(state, bool(conflicts)),
    )


def card(entry: Entry) -> CardSight:
    """A dealt card, ready to draw."""
    rank, suit = entry.card[:-1], entry.card[-1]
    return CardSight(
        rank=rank,
        symbol=SYMBOLS[suit],
        suit=oracles.suit_name(entry.card).lower(),
        name=oracles.card_name(entry.card).capitalize(),
        text=entry.text,
    )


def _oracle(state: State) -> OracleSight | None:
    if not state.oracle:
        return None
    found = oracles.oracle(state, state.oracle)
    return OracleSight(found.title, found.theme)


def _figure(state: State, figure: Figure) -> FigureSight:
    claims = claimants(state, figure)
    made = sheet_of(state, figure.id)
    name = made.name if made is not None and made.known else ""
    return FigureSight(figure.id, figure.name, claims, len(claims) > 1, name)


def _focus(state: State, fighting: bool) -> Literal["cards", "list", "sheets", "web", "fight", "owe"]:
    """What the board shows first."""
    match state.phase:
        case "oracle" | "dealing" | "reading":
            return "cards"
        case "listing" | "choosing":
            return "list"
        case "sheets":
            return "sheets"
        case "interests":
            return "web"
        case "play":
            return "fight" if fighting else "web"
        case "between":
            return "owe"

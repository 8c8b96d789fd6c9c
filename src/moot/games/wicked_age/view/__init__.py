"""What people see of the game, built by allow-list: only what may be seen is put in, so nothing is taken out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Ask, Offered, Seat, Way, listed
from moot.core.ask import in_order, keys, leading, plainly
from moot.games.wicked_age import oracles
from moot.games.wicked_age.book import STRENGTH_OPTIONS
from moot.games.wicked_age.cast import claimants, sheet_of
from moot.games.wicked_age.conflict.people import speaks
from moot.games.wicked_age.prepare.holding import holders_seen
from moot.games.wicked_age.state import Figure, OracleEntry, State
from moot.games.wicked_age.view.answers import AnswerView, answers
from moot.games.wicked_age.view.cast import card_id
from moot.games.wicked_age.view.fights import BargainView, PassedFight, bargain_view, fights
from moot.games.wicked_age.view.sheets import SheetView, StrengthView, sheets, strengths
from moot.games.wicked_age.view.web import Web, web
from moot.kit.remembered import TABLES, remembered

SYMBOLS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
"""The suits as drawn, and never as coloured pictures."""


class CardView(msgspec.Struct, frozen=True):
    """A card that was dealt, and its entry."""

    id: str
    rank: str
    symbol: str
    suit: str
    name: str
    text: str


class FigureView(msgspec.Struct, frozen=True):
    """Somebody on the list: who wants them (seat ids), whether that is agreed, and whose sheet they have become."""

    id: str
    name: str
    claims: tuple[str, ...]
    contested: bool
    made: str


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """In a Wicked Age, as everyone sees it, or the GM."""

    phase: str
    chapter: int
    falls: str
    oracle_title: str
    cards: tuple[CardView, ...]
    figures: tuple[FigureView, ...]
    sheets: tuple[SheetView, ...]
    strengths: tuple[StrengthView, ...]
    web: Web
    fights: tuple[PassedFight, ...]


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is one seat's: the sheets of its people, what they must answer now, and their bargains."""

    sheets: tuple[SheetView, ...]
    answers: tuple[AnswerView, ...]
    bargains: tuple[BargainView, ...]


def stage(state: State, guide: bool) -> Stage:
    """What everyone sees now; with `guide`, what the GM sees."""
    return Stage(
        phase=state.phase, chapter=state.chapter, falls=state.falls,
        oracle_title=oracles.oracle(state, state.oracle).title if state.oracle else "",
        cards=tuple(map(card, state.dealt)), figures=_figures(state), sheets=sheets(state, guide),
        strengths=strengths(state, guide), web=web(state), fights=fights(state),
    )


def own(state: State, seat: Seat) -> Own:
    """What is `seat`'s own now."""
    bargains = (bargain for sequence in state.running for bargain in sequence.bargains.values())
    own_bargains = (b for b in bargains if speaks(state, seat, b.winner) or speaks(state, seat, b.loser))
    return Own(
        sheets=tuple(one for one in sheets(state, seat.guides) if state.owns(seat, one.id)),
        answers=answers(state, seat),
        bargains=tuple(bargain_view(state, bargain) for bargain in own_bargains),
    )


@remembered(4096)
def card(entry: OracleEntry) -> CardView:
    """A dealt card, ready to draw."""
    rank, suit = entry.card[:-1], entry.card[-1]
    return CardView(
        id=card_id(entry), rank=rank, symbol=SYMBOLS[suit], suit=oracles.suit_name(entry.card).lower(),
        name=oracles.card_name(entry.card).capitalize(), text=entry.text,
    )


@remembered(TABLES, of=lambda state: (state.figures, state.characters, state.seats))
def _figures(state: State) -> tuple[FigureView, ...]:
    return tuple(_figure(state, figure) for figure in state.figures.values())


def _figure(state: State, figure: Figure) -> FigureView:
    claims = claimants(state, figure)
    made = sheet_of(state, figure.id)
    name = made.name if made is not None and made.known else ""
    return FigureView(figure.id, figure.name, claims, len(claims) > 1, name)


TOLD: Final = frozenset({"read-out", "answer", "accept", "inflict", "make-strength"})
"""What is asked beside the cards, the throw or the bargain that it is about, which say all that there is to know."""
ASKS: Final = {
    "take-figure": "Whom do you play?",
    "make-character": "Who is it, and how do they act?",
    "name-interests": "What is {} after?",
    "declare": "How does {} act?",
    "make-strength": "What is “{}”?",
    "quick-npc": "Who is one of your strongest NPCs?",
}
"""The question to what is asked, with the name of whom it is about."""


def ask(state: State, seat: Seat, found: Sequence[Offered]) -> Ask:
    """The question of the moment: terms that lie on the table are answered before all else (WA-NEG-07). Whoever still
    needs best interests is asked for them; who has chosen waits, and the GM acts for somebody (WA-BI-02, WA-ORA-02)."""
    said, lead = plainly(found), leading(found)
    if accept := next((one for one in found if one.do == "accept"), None):
        bargain, _ = accept.of
        return replace(said, title=f"Do you take what {state.name(bargain.by)} offers?", text="", lead=accept.key)
    if lead is None and (state.phase == "choosing" or (seat.guides and state.phase == "play" and not state.running)):
        acts = tuple(Way(key=one.key) for one in in_order(found, ("undertake",)))
        tools = ("open-scene", "close-chapter") if state.phase == "play" else ()
        return Ask(ways=acts, later=keys(one for one in found if one.do != "undertake"), tools=tools)
    if lead is None and state.phase == "interests" and not seat.guides:
        short = {who.id for who in state.cast() if who.interests_lacking}
        lead = next((one for one in found if one.do == "name-interests" and one.fixed["who"] in short), None)
    if lead is None:
        return said
    if lead.do == "pick-option":
        strength = state.strengths[lead.fixed["strength"]]
        ways = tuple(
            Way(key=one.key, text=STRENGTH_OPTIONS[one.fixed["kind"]].title, effect=one.why)
            for one in found
            if one.do == lead.do and one.about == lead.about
        )
        others = [who.name for who in holders_seen(state, seat, lead.about) if who.player != seat.id]
        on = f" It stands on the sheet of {listed(others)}." if others else ""
        text = "Choose one of these." if strength.significance - len(strength.options) == 1 else "Choose one at a time."
        title = f"What is special about “{strength.name}”?"
        return replace(said, title=title, text=text + on, lead="", ways=ways)
    about = lead.of.name if lead.do == "make-strength" else state.name(lead.fixed.get("who", ""))
    title = ASKS.get(lead.do, "").format(about)
    late = state.phase == "play" and lead.do != "declare" and bool(title)
    return replace(said, title=title, lead=lead.key, text="" if late or lead.do in TOLD else None)

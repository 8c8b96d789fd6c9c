"""The oracle is chosen, four cards are dealt, their entries read out (WA-ORA-01, WA-ORA-02)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write, draw
from moot.games.wicked_age import own_oracle
from moot.games.wicked_age.cast import needs_part, needs_player
from moot.games.wicked_age.oracles import CARDS, card_name, choices, entry_of, suit_name
from moot.games.wicked_age.prepare.commands import BringOracle, ChooseOracle, Deal, DealByHand, ReadOut
from moot.games.wicked_age.prepare.events import Dealt, EntriesRead, OracleBrought, OracleChosen
from moot.games.wicked_age.state import State

_ENTRIES = 4
_MOST_OWN = 12


def _choose_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "chooses the oracle", "WA-ORA-02")
    yield Offer(
        do="choose-oracle",
        label="Choose this oracle",
        why="Its entries start the chapter. Anyone but the GM may choose; say aloud what you are in the mood for.",
        fields=(Choose(name="oracle", label="Which oracle", choices=choices(state)),),
        rules=("WA-ORA-01", "WA-ORA-02"),
        urgency="must",
    )


def _choose(play: Play[State], command: ChooseOracle) -> None:
    play.record(OracleChosen(seat=play.seat.id, oracle=command.oracle, rules=("WA-ORA-01", "WA-ORA-02")))


def _bring_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "bring an oracle", "WA-ORA-01")
    if len(state.own_oracles) >= _MOST_OWN:
        raise Refused("oracles-enough", f"A table can bring {_MOST_OWN} oracles, and this one has.", "WA-ORA-01")
    yield Offer(
        do="bring-oracle",
        label="Bring an oracle of your own",
        why="An entry for each of the 52 cards, written by you; it is offered beside the book's oracles.",
        fields=(
            Write(name="title", label="Its title", hint="What people will choose it by.", most=80),
            Write(
                name="text",
                label="Its 52 entries",
                hint="One a line, like “KD: desert riders, a woman hidden among them”; or 52 lines in the order of the "
                "deck, spades, hearts, diamonds, clubs, from ace to king; or a TOML file.",
                most=own_oracle.LONGEST_ORACLE,
                lines=12,
                format="oracle",
                suggestions=(own_oracle.skeleton(),),
            ),
        ),
        rules=("WA-MAT-03", "WA-ORA-01"),
        urgency="tool",
    )


def _bring(play: Play[State], command: BringOracle) -> None:
    oracle = own_oracle.read(play.state.next_id, command.title, command.text)
    play.record(OracleBrought(seat=play.seat.id, oracle=oracle, rules=("WA-MAT-03", "WA-ORA-01")))


def _deal_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "shuffles and deals", "WA-ORA-02")
    yield Offer(
        do="deal",
        label="Deal four cards",
        why="Each card points to an entry of the oracle.",
        rules=("WA-ORA-02", "WA-MAT-03"),
        urgency="must",
    )


def _deal(play: Play[State], command: Deal) -> None:
    _lay_out(play, draw(play.chance, CARDS, _ENTRIES), by_hand=False)


def _by_hand_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "shuffles and deals", "WA-ORA-02")
    deck = tuple(Choice(card, card_name(card).capitalize(), group=suit_name(card)) for card in CARDS)
    yield Offer(
        do="deal-by-hand",
        label="We dealt from a real deck",
        why="Say which four cards lie on your table.",
        fields=(Choose(name="cards", label="The four cards", choices=deck, least=_ENTRIES, most=_ENTRIES, many=True),),
        rules=("WA-MAT-03",),
        urgency="tool",
    )


def _by_hand(play: Play[State], command: DealByHand) -> None:
    _lay_out(play, command.cards, by_hand=True)


def _lay_out(play: Play[State], cards: tuple[str, ...], *, by_hand: bool) -> None:
    entries = tuple(entry_of(play.state, card) for card in cards)
    play.record(Dealt(seat=play.seat.id, entries=entries, by_hand=by_hand, rules=("WA-ORA-02", "WA-MAT-03")))


def _read_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "reads the entries out", "WA-ORA-02")
    yield Offer(
        do="read-out",
        label="Read them out",
        why="Read all four aloud, slowly. The GM listens and writes the list of characters.",
        rules=("WA-ORA-02",),
        urgency="must",
    )


def _read(play: Play[State], command: ReadOut) -> None:
    play.record(EntriesRead(seat=play.seat.id, rules=("WA-ORA-02", "WA-MAT-05")))


VERBS = (
    Verb(ChooseOracle, frozenset({"oracle"}), _choose_offers, _choose),
    Verb(BringOracle, frozenset({"oracle", "between"}), _bring_offers, _bring),
    Verb(Deal, frozenset({"dealing"}), _deal_offers, _deal),
    Verb(DealByHand, frozenset({"dealing"}), _by_hand_offers, _by_hand),
    Verb(ReadOut, frozenset({"reading"}), _read_offers, _read),
)

"""The oracle is chosen, four cards are dealt, their entries read out (WA-ORA-01, WA-ORA-02)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offers, Part, Play, Refused, Seat, Write, draw, listed
from moot.games.wicked_age import own_oracle
from moot.games.wicked_age.cast import no_watchers, only_players
from moot.games.wicked_age.oracles import CARDS, card_name, choices, entry_of, oracle, suit_name
from moot.games.wicked_age.state import OracleEntry, OwnOracle, State
from moot.kit.happenings import Happening
from moot.kit.people import seat_name

_ENTRIES = 4
_MOST_OWN = 12


class OracleChosen(Event[State], tag="oracle-chosen"):
    """`seat` chose the oracle of this chapter."""

    seat: str
    oracle: str

    def evolve(self, state: State) -> State:
        return replace(state, oracle=self.oracle, phase="dealing")

    def line(self, state: State) -> Line:
        title = oracle(state, self.oracle).title
        return Line("chapter", f"{seat_name(state, self.seat)} chooses the oracle: {title}.")


class ChooseOracle(Command[State], tag="choose-oracle"):
    """Take `oracle` for this chapter (WA-ORA-02)."""

    when, rules, urgency, about_any = frozenset({"oracle"}), ("WA-ORA-01", "WA-ORA-02"), "must", None
    records, giver = OracleChosen, only_players("chooses the oracle", "WA-ORA-02")
    oracle: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "Say aloud what you are in the mood for."
        blank = Choose(name="oracle", label="Which oracle", choices=choices(state))
        yield cls.offer(None, "Choose this oracle", why, blank)


class OracleBrought(Happening[State], tag="oracle-brought"):
    """`seat` gave the table an oracle of its own."""

    adds_to = ("own_oracles", "oracle")
    seat: str
    oracle: OwnOracle

    def line(self, state: State) -> Line:
        return Line("system", f"{seat_name(state, self.seat)} brings an oracle: {self.oracle.title}.")


class BringOracle(Command[State], tag="bring-oracle"):
    """Add an oracle of your own: TOML, or a list with an entry on each line."""

    when, rules, urgency, about_any = frozenset({"oracle", "between"}), ("WA-MAT-03", "WA-ORA-01"), "tool", None
    brings_file, giver = True, no_watchers("bring an oracle", "WA-ORA-01")
    title: str
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if len(state.own_oracles) >= _MOST_OWN:
            raise Refused("oracles-enough", f"A table can bring {_MOST_OWN} oracles, and this one has.", "WA-ORA-01")
        yield cls.offer(
            None,
            "Bring an oracle of your own",
            "An entry for each of the 52 cards, written by you; it is offered beside the book’s oracles.",
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
        )

    def enact(self, play: Play[State], of: None) -> None:
        brought = own_oracle.read(play.state.next_id, self.title, self.text)
        play.record(OracleBrought(seat=play.seat.id, oracle=brought, rules=self.rules))


class Dealt(Event[State], tag="dealt"):
    """`seat` dealt four cards; `by_hand`: off a real deck."""

    seat: str
    entries: tuple[OracleEntry, ...]
    by_hand: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, dealt=self.entries, phase="reading")

    def line(self, state: State) -> Line:
        cards = listed(f"the {card_name(entry.card)}" for entry in self.entries)
        return Line("sheet", f"{seat_name(state, self.seat)} deals {cards}.")


class Deal(Command[State], tag="deal"):
    """Shuffle and deal four cards (WA-ORA-02)."""

    when, rules, urgency = frozenset({"dealing"}), ("WA-ORA-02", "WA-MAT-03"), "must"
    giver = only_players("shuffles and deals")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        yield cls.offer(None, "Deal four cards")

    def enact(self, play: Play[State], of: None) -> None:
        _lay_out(play, draw(play.chance, CARDS, _ENTRIES), by_hand=False)


class DealByHand(Command[State], tag="deal-by-hand"):
    """Say which four cards were dealt off a real deck (WA-MAT-03)."""

    when, rules, urgency = frozenset({"dealing"}), ("WA-MAT-03",), "tool"
    giver = only_players("shuffles and deals", "WA-ORA-02")
    cards: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        deck = tuple(Choice(card, card_name(card).capitalize(), group=suit_name(card)) for card in CARDS)
        blank = Choose(name="cards", label="The four cards", choices=deck, least=_ENTRIES, most=_ENTRIES, many=True)
        yield cls.offer(None, "We dealt from a real deck", "Say which four cards lie on your table.", blank)

    def enact(self, play: Play[State], of: None) -> None:
        _lay_out(play, self.cards, by_hand=True)


def _lay_out(play: Play[State], cards: tuple[str, ...], *, by_hand: bool) -> None:
    entries = tuple(entry_of(play.state, card) for card in cards)
    play.record(Dealt(seat=play.seat.id, entries=entries, by_hand=by_hand, rules=("WA-ORA-02", "WA-MAT-03")))


class EntriesRead(Event[State], tag="entries-read"):
    """`seat` read the four entries out."""

    seat: str

    def evolve(self, state: State) -> State:
        return replace(state, phase="listing")

    def line(self, state: State) -> Line:
        words = "\n".join(entry.text for entry in state.dealt)
        return Line("story", f"{seat_name(state, self.seat)} reads the entries out.", quote=words)


class ReadOut(Command[State], tag="read-out"):
    """Read the four entries out to everyone (WA-ORA-02)."""

    when, rules, urgency = frozenset({"reading"}), ("WA-ORA-02", "WA-MAT-05"), "must"
    records, giver = EntriesRead, only_players("reads the entries out")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "Read all four aloud, slowly: the GM listens, and writes the list of characters."
        yield cls.offer(None, "We have read them", why)


ORACLE: Final[Part[State]] = Part(
    ChooseOracle, BringOracle, Deal, DealByHand, ReadOut, OracleChosen, OracleBrought, Dealt, EntriesRead
)
"""The oracle and its four cards: all in the open."""

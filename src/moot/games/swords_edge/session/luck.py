"""Luck around the Tests: awards, other uses, Advancements turned into it, and what the GM may do with it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Count, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.swords_edge.asking import OfCharacter, my_character, no_watchers, only_guide
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.figures import MOST_AWARDED
from moot.games.swords_edge.purse import Payment, funds, moved, paid, payment
from moot.games.swords_edge.state import RUN, RUNNING, SESSION, AboutCharacter, AboutNc, LuckUse, State
from moot.kit.happenings import Happening


class LuckAwarded(Event[State], tag="luck-awarded"):
    """Luck went to a player, from `source` (`bank`, `pool`, or a seat)."""

    by: str
    seat: str
    luck: int
    source: str
    reason: str = ""

    def evolve(self, state: State) -> State:
        return moved(state, self.source, self.seat, self.luck)

    def line(self, state: State) -> Line:
        text = f"{state.named(self.by)} gives {state.named(self.seat)} {self.luck} Luck."
        return Line("move", text, quote=self.reason)


class AwardLuck(Command[State], tag="award-luck"):
    """Give a player Luck for something the table wants more of (SE-LUCK-02)."""

    when, rules, urgency, giver = RUNNING, ("SE-LUCK-02", "SE-LUCK-09", "SE-RD-40"), "tool", no_watchers("award Luck")
    seat: str
    luck: int
    reason: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        communal = state.options.communal
        if not seat.guides and not communal:
            raise Refused("guide-only", "Here the GM awards Luck.")
        most = min(MOST_AWARDED, state.pool) if communal else MOST_AWARDED
        if not most:
            raise Refused("pool-empty", "The pool is empty.", "SE-RD-40")
        players = tuple(Choice(player.id, player.name) for player in state.players if player.id != seat.id)
        if not players:
            raise Refused("nobody-else", "Nobody can award Luck to themselves.", "SE-RD-40")
        why = "For mood, risk, helping, vivid telling, whatever the table wants more of."
        why, store = (f"{why} It comes from the pool.", "pool") if communal else (why, "bank")
        whom = Choose(name="seat", label="To whom?", choices=players)
        what = Write(name="reason", label="What for?", least=0)
        luck = Count(name="luck", label="How much?", least=1, most=most, default=1)
        yield cls.offer(store, "Award Luck", why, whom, luck, what, about=RUN)

    def enact(self, play: Play[State], source: str) -> None:
        reason, by, rules = self.reason.strip(), play.seat.id, self.rules[:1]
        play.record(LuckAwarded(by=by, seat=self.seat, luck=self.luck, source=source, reason=reason, rules=rules))


class UseAllowed(Happening[State], tag="use-allowed"):
    """A new use of Luck is open to all."""

    sentence, quotes = ("system", "From now on a Luck also buys:"), "use.text"
    use: LuckUse

    def evolve(self, state: State) -> State:
        return replace(state, uses=(*state.uses, self.use), ids=state.ids + 1)


class AllowUse(Command[State], tag="allow-use"):
    """Accept another use of Luck, for everyone from now on (SE-LUCK-06)."""

    when, rules, urgency, giver = RUNNING, ("SE-LUCK-06",), "tool", only_guide("accepts other uses of Luck")
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "Somebody proposes it, you agree; from then on it is open to everyone."
        text = Write(name="text", label="What does a Luck buy?")
        yield cls.offer(None, "Accept another use of Luck", why, text, about=RUN)

    def enact(self, play: Play[State], of: None) -> None:
        play.record(UseAllowed(use=LuckUse(play.state.next_id, self.text.strip()), rules=self.rules))


class LuckUsed(AboutCharacter, tag="luck-used"):
    """Somebody spent a Luck on a use that the GM had accepted."""

    sentence, quotes = ("move", "A Luck for {who}:"), "use"
    use: str
    paid: tuple[Payment, ...]

    def evolve(self, state: State) -> State:
        return paid(state, self.paid)


class UseLuck(OfCharacter, tag="use-luck"):
    """Spend a Luck on a use that the GM accepted."""

    when, rules, urgency = RUNNING, ("SE-LUCK-06",), "tool"
    use: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.uses:
            raise Refused("no-such-use", "The GM has accepted no other use of Luck yet.")
        who = my_character(state, seat, "spends Luck")
        if not funds(state, who.id):
            raise Refused("no-luck", "You have no Luck left.")
        uses = Choose(name="use", label="On what?", choices=tuple(Choice(use.id, use.text) for use in state.uses))
        yield cls.offer_of(who, "Spend a Luck otherwise", "", uses)

    def enact(self, play: Play[State], who: Character) -> None:
        text = next(use.text for use in play.state.uses if use.id == self.use)
        play.record(LuckUsed(who=who.id, use=text, paid=payment(play.state, who.id, 1), rules=self.rules))


class AdvancementCashed(AboutCharacter, tag="advancement-cashed"):
    """An Advancement is worth one Luck now."""

    sentence = ("move", "{who} turns an Advancement into Luck.")

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        return state.with_pc(who.id, advancements=who.advancements - 1, windfall=who.windfall + 1)


class CashAdvancement(OfCharacter, tag="cash-advancement"):
    """Turn an Advancement into one Luck (SE-LUCK-07)."""

    when, rules, urgency = RUNNING, ("SE-LUCK-07", "SE-ADV-04", "SE-RD-40"), "tool"
    records, cites = AdvancementCashed, ("SE-LUCK-07",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "spends Advancements")
        if not who.advancements:
            raise Refused("no-advancement", f"{who.name} has no Advancement.")
        why = f"One for one, for {who.name}, this session. {who.advancements} in hand."
        yield cls.offer_of(who, "Use an Advancement as Luck", why)


class NcHealed(AboutNc, tag="nc-healed"):
    """The GM's Luck took a Stress off an NC."""

    sentence = ("move", "The GM’s Luck takes a Stress off {nc}.")

    def evolve(self, state: State) -> State:
        healed = state.with_ncs((self.nc,), stress=state.ncs[self.nc].stress - 1)
        return moved(healed, "chest", "pool", 1)


class NcHeal(Command[State], tag="nc-heal"):
    """The GM's Luck takes one Stress off an NC that still stands (SE-RD-41)."""

    when, rules, urgency = SESSION, ("SE-RD-41", "SE-LUCK-09", "SE-LUCK-05"), "tool"
    records, cites, giver = NcHealed, ("SE-RD-41", "SE-LUCK-09"), only_guide("spends the GM’s Luck")
    nc: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.chest:
            raise Refused("no-luck", "The GM has no Luck to spend.")
        late = state.opening or state.time_passed
        hurt = [] if late else [nc for nc in state.ncs.values() if nc.stress > nc.borne and not nc.out]
        if not hurt:
            raise Refused("nobody-hurt", "No NC that still stands took Stress in the scene just over.")
        choices = tuple(Choice(nc.id, nc.name, hint=f"{nc.stress - nc.borne} Stress") for nc in hurt)
        why = "What an NC took in the scene just over, one for one, and nothing older."
        whom = Choose(name="nc", label="For whom?", choices=choices)
        yield cls.offer(None, "A Luck of yours: one Stress less", why, whom)


LUCK: Final[Part[State]] = Part(
    AwardLuck, AllowUse, UseLuck, CashAdvancement, LuckAwarded, UseAllowed, LuckUsed, AdvancementCashed
)
GMS_LUCK: Final[Part[State]] = Part(NcHeal, NcHealed, module="communal-luck")

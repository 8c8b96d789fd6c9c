"""Advancements spent on growth and on a clean slate (SE-ADV-04, SE-ADV-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Change, Choice, Choose, Field, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, at_average, my_character, name_field, trait_field
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.creation.qualities import fetish_field
from moot.games.swords_edge.figures import GROWTH_CAP, PRICES, Rank, TraitId
from moot.games.swords_edge.frames import befell
from moot.games.swords_edge.state import ALWAYS, BETWEEN, AboutCharacter, State

OFTEN: Final = "once a session" if GROWTH_CAP == 1 else f"{GROWTH_CAP} times a session"
"""How often something may be raised or bought, in words (SE-ADV-05)."""


def _growing(state: State, seat: Seat) -> Character:
    """The character of `seat` that can grow now: between Tests, under the session's cap (SE-RD-39, SE-ADV-05)."""
    who = my_character(state, seat, "spends Advancements")
    if not who.advancements:
        raise Refused("no-advancement", f"{who.name} has no Advancement.")
    if state.testing(who.id):
        raise Refused("in-test", "Not in the middle of a Test.", "SE-RD-39")
    if who.lessons:
        raise Refused("lesson-first", "What the failure taught comes first.", "SE-RD-39")
    if state.grown.get(who.id, 0) >= GROWTH_CAP:
        raise Refused("grown-already", f"A raise or a purchase is for {OFTEN}.", "SE-ADV-05")
    return who


def _grown(state: State, who: Character) -> State:
    """The state with that character as grown, and counted under the session's cap (SE-ADV-05, SE-ERR-28)."""
    grown = {**state.grown, who.id: state.grown.get(who.id, 0) + 1}
    return replace(state.with_character(who), grown=grown)


class Grown(AboutCharacter, tag="grown"):
    """Advancements raised a Quality."""

    quality: str
    was: Rank
    rank: Rank
    cost: int
    v: int = 2

    def evolve(self, state: State) -> State:
        who = state.characters[self.who].changing(self.quality, rank=self.rank)
        return _grown(state, replace(who, advancements=who.advancements - self.cost))

    def line(self, state: State) -> Line:
        name, was, now = state.quality_name(self.who, self.quality), ladder.title(self.was), ladder.title(self.rank)
        fact = befell(state, "gain", self.who, "grows", Change(name, was, now))
        return Line("sheet", f"{state.named(self.who)}’s {name} grows from {was} to {now}.", facts=(fact,))


class Grow(OfCharacter, tag="grow"):
    """Spend an Advancement on raising a Quality, or a Weakness (SE-ADV-04)."""

    when, urgency = ALWAYS, "tool"
    rules = ("SE-ADV-04", "SE-ADV-05", "SE-ADV-06", "SE-CRE-04", "SE-WEAK-06", "SE-RD-39")
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = _growing(state, seat)
        choices = tuple(_raises(who))
        if not choices:
            raise Refused("nothing-to-raise", f"{who.name} has nothing that can rise for that.", "SE-ADV-06")
        why = f"One Rank for an Advancement, {OFTEN}; {who.advancements} in hand. Traits do not rise."
        which = Choose(name="what", label="Which?", choices=choices)
        yield cls.offer_of(who, "Raise a Quality", why, which)

    def enact(self, play: Play[State], who: Character) -> None:
        quality = who.quality(self.what)
        rank, cost = ladder.raised(quality.rank) or quality.rank, 1 + quality.surcharge
        rules = ("SE-ADV-04", "SE-ADV-05", "SE-ERR-28")
        play.record(Grown(who=who.id, quality=quality.id, was=quality.rank, rank=rank, cost=cost, rules=rules))


def _raises(who: Character) -> Iterator[Choice]:
    for quality in who.qualities:
        drag, borrowed = quality.flaw, quality.lost or quality.stands_for
        higher, cost = ladder.raised(quality.rank), 1 + quality.surcharge
        if higher is None or (drag and not quality.drags) or cost > who.advancements or borrowed:
            continue
        price = f", for {cost} Advancements" if cost > 1 else ""
        gone = at_average(who, quality) if drag and higher == "average" else ""
        hint = f"To {ladder.title(higher)}{price}{gone}"
        yield Choice(quality.id, quality.name, hint=hint, group=quality.described)


class Learned(AboutCharacter, tag="element-learned"):
    """An Advancement bought an Element, and with it a Fetish where those are in use; the GM may still judge it."""

    qualities: tuple[Quality, ...]

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        learned = replace(who, qualities=(*who.qualities, *self.qualities), advancements=who.advancements - 1)
        bought = (*state.bought, *((who.id, quality.id) for quality in self.qualities))
        return replace(_grown(state, learned), bought=bought, ids=state.ids + len(self.qualities))

    def line(self, state: State) -> Line:
        names = listed(quality.name for quality in self.qualities)
        fact = befell(state, "gain", self.who, f"learns {names}")
        return Line("sheet", f"{fact.text}.", facts=(fact,))


class Learn(OfCharacter, tag="learn-element"):
    """Spend an Advancement on a new Element, or an SFX Quality (SE-ADV-04)."""

    when, rules, urgency = ALWAYS, ("SE-ADV-04", "SE-ADV-05", "SE-CRE-07"), "tool"
    name: str
    trait: TraitId
    sfx: bool = False
    fetish: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = _growing(state, seat)
        why = f"At Good, for an Advancement, {OFTEN}. If it is too broad, the GM charges more."
        blanks: tuple[Field, ...] = (name_field("Element"), trait_field())
        yield cls.offer_of(who, "Buy a new Element", why, *blanks, sfx=False)
        if state.options.powers:
            blanks, rules = (*blanks, *fetish_field(state)), ("SE-ADV-04", "SE-SFX-02", "SE-SFX-11")
            why = f"At Basic, for an Advancement, {OFTEN}."
            yield cls.offer_of(who, "Buy a new SFX Quality", why, *blanks, sfx=True, rules=rules)

    def enact(self, play: Play[State], who: Character) -> None:
        id_ = play.state.next_id
        start = PRICES["sfx" if self.sfx else "element"].start
        bought = [Quality(id_, "element", self.name.strip(), start, self.trait, sfx=self.sfx)]
        if fetish := self.fetish.strip():
            bought.append(Quality(f"{id_}w", "fetish", fetish, PRICES["fetish"].start, self.trait, bound=id_))
        play.record(Learned(who=who.id, qualities=tuple(bought), rules=self.rules[:2]))


class StressCleared(AboutCharacter, tag="stress-cleared"):
    """An Advancement took every Penalty Rank off."""

    def evolve(self, state: State) -> State:
        left = state.characters[self.who].advancements - 1
        return state.with_pc(self.who, advancements=left, penalties=(), recovers=(), healing=())

    def line(self, state: State) -> Line:
        fact = befell(state, "gain", self.who, "is whole again", note="For an Advancement")
        text = f"{state.named(self.who)} spends an Advancement, and every Penalty Rank is gone."
        return Line("sheet", text, facts=(fact,))


class ClearStress(OfCharacter, tag="clear-stress"):
    """Spend an Advancement at the session's end: every Penalty Rank goes (SE-REC-05)."""

    when, rules = BETWEEN, ("SE-REC-05", "SE-ADV-04", "SE-RD-16")
    records, cites = StressCleared, ("SE-REC-05", "SE-RD-16")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "spends Advancements")
        if not who.advancements or not who.penalties:
            raise Refused("nothing-to-clear", "It takes an Advancement, and Penalty Ranks to clear.")
        why = f"For an Advancement, at the session’s end: {ladder.penalty_ranks(len(who.penalties))} less."
        yield cls.offer_of(who, "Clear every Penalty Rank", why)


GROWTH: Final[Part[State]] = Part(Grow, Learn, ClearStress, Grown, Learned, StressCleared)

"""What is away and comes back: signature items (SE-CRE-08), and characters who were out of the game (SE-DOOM-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Command, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, name_field, only_guide
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.conflict.dooms import Scarred, mark_fields
from moot.games.swords_edge.state import ALWAYS, BETWEEN_SCENES, AboutCharacter, State
from moot.kit.dependent import whose_and_which


class ItemLost(AboutCharacter, tag="item-lost"):
    """A signature item is away, and `stand_in` takes its place: what was spent stays spent."""

    what: str
    stand_in: Quality

    def evolve(self, state: State) -> State:
        who = state.characters[self.who].changing(self.what, lost=True)
        spent = (*who.spent, *([self.stand_in.id] if self.what in who.spent else []))
        with_it = replace(who.with_quality(self.stand_in), spent=spent)
        return replace(state.with_character(with_it), ids=state.ids + 1)

    def line(self, state: State) -> Line:
        text = f"{state.named(self.who)} is without {state.quality_name(self.who, self.what)}"
        return Line("sheet", f"{text}; {self.stand_in.name} stands in.")


class LoseItem(Command[State], tag="lose-item"):
    """A signature item is away; another Quality stands in (SE-CRE-08)."""

    when, rules, urgency, giver = ALWAYS, ("SE-CRE-08",), "tool", only_guide("takes a signature item away")
    who: str
    what: str
    name: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.session:
            raise Refused("not-begun", "Before play begins nothing is lost.")
        items = {who.id: some for who in state.cast() if (some := tuple(_items(who)))}
        if not items:
            raise Refused("nothing-to-lose", "Nobody has a signature item that could go.")
        why = "For a time; a Quality of equal Rank stands in until it is back."
        which = whose_and_which(items, state.named, "who", "what")
        yield cls.offer(None, "Take somebody’s signature item", why, *which, name_field("What stands in"))

    def enact(self, play: Play[State], of: None) -> None:
        lost = play.state.characters[self.who].quality(self.what)
        id_, name = play.state.next_id, self.name.strip()
        stand_in = Quality(id_, lost.kind, name, lost.rank, lost.trait, stands_for=lost.id, sfx=lost.sfx)
        play.record(ItemLost(who=self.who, what=lost.id, stand_in=stand_in, rules=self.rules))


def _items(who: Character) -> Iterator[Choice]:
    for quality in who.counting("free", "one"):
        if quality.trait and not quality.lost and not quality.stands_for:
            yield Choice(quality.id, quality.name, hint=quality.described)


class ItemReturned(AboutCharacter, tag="item-returned"):
    """A signature item is back: spent if what stood in for it was, and as high as that had risen."""

    what: str

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        gone = _stand_ins(who, self.what)
        rank = max((who.whole(id_) for id_ in (self.what, *gone)), key=ladder.steps)
        back = who.changing(self.what, lost=False, rank=rank)
        qualities = tuple(quality for quality in back.qualities if quality.id not in gone)
        penalties = tuple(penalty for penalty in who.penalties if penalty.on not in gone)
        spent = (*who.spent, *([self.what] if gone & {*who.spent} else []))
        return state.with_character(replace(back, qualities=qualities, penalties=penalties, spent=spent))

    def line(self, state: State) -> Line:
        return Line("sheet", f"{state.named(self.who)} has {state.quality_name(self.who, self.what)} back.")


class ReturnItem(OfCharacter, tag="return-item"):
    """A signature item is back."""

    when, rules, urgency, records = ALWAYS, ("SE-CRE-08",), "tool", ItemReturned
    giver = only_guide("gives a signature item back")
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            for quality in who.qualities:
                stand_ins = _stand_ins(who, quality.id)
                if quality.lost and any(p.sfx and p.sfx.quality in stand_ins for p in state.pairings.values()):
                    yield Refused("power-running", "Not while a power of what stands in for it is at work.")
                elif quality.lost:
                    label = f"{who.name} has {quality.name} back"
                    yield cls.offer_of(who, label, what=quality.id)
        raise Refused("nothing-lost", "No signature item is away.")


def _stand_ins(who: Character, item: str) -> set[str]:
    """The Qualities that stand in for an item."""
    return {quality.id for quality in who.qualities if quality.stands_for == item}


class BroughtBack(AboutCharacter, tag="brought-back"):
    """A character is in the game again; `gains` are the Weaknesses that a Doom left."""

    gains: tuple[Quality, ...] = ()

    def evolve(self, state: State) -> State:
        qualities = (*state.characters[self.who].qualities, *self.gains)
        back = state.with_pc(self.who, stands="in", outlived=None, qualities=qualities)
        return replace(back, ids=state.ids + len(self.gains))

    def line(self, state: State) -> Line:
        left = f" The Doom has left {listed(gain.name for gain in self.gains)}." if self.gains else ""
        return Line("sheet", f"{state.named(self.who)} is back.{left}")


class BringBack(Scarred, tag="bring-back"):
    """A character who was out for longer returns, with what a Doom left behind if that is still due (SE-DOOM-03)."""

    when, rules, urgency, giver = BETWEEN_SCENES, ("SE-DOOM-02",), "tool", only_guide("brings a character back")
    mark: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.characters.values():
            if who.stands != "removed":
                continue
            theirs = (other for other in state.characters.values() if other.player == who.player)
            if other := next((other for other in theirs if other.here or not other.made), None):
                player = state.seat(who.player)
                name = player.name if player else "Their player"
                says = f"{name} has {other.name} now: one of the two at a time, so {other.name} is set aside first."
                yield Refused("plays-another", says, "SE-TERM-05")
                continue
            marked = " What the Doom left on them comes with them." if who.outlived else ""
            why, left = f"Out of the game for a while, and back.{marked}", mark_fields(who.outlived)
            rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if left else ()))
            yield cls.offer_of(who, f"{who.name} returns", why, *left, rules=rules)
        raise Refused("nobody-gone", "Nobody who could return is out of the game.")

    def enact(self, play: Play[State], who: Character) -> None:
        gains = self.marks(play.state, who.outlived, self.mark)
        rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if gains else ()))
        play.record(BroughtBack(who=who.id, gains=gains, rules=rules))


RETURNING: Final[Part[State]] = Part(LoseItem, ReturnItem, BringBack, ItemLost, ItemReturned, BroughtBack)

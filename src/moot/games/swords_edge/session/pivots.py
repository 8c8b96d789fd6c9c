"""Pivots: what a player wants to see on stage, written (SE-PIV-03), and touched in play (SE-PIV-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Line, Offered, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.swords_edge.asking import OfCharacter, drafts, needs_player, no_watchers
from moot.games.swords_edge.character import Character, Pivot
from moot.games.swords_edge.figures import PIVOTS
from moot.games.swords_edge.frames import befell
from moot.games.swords_edge.state import ALWAYS, RUNNING, AboutCharacter, State
from moot.kit.people import mine


def _open(state: State, seat: Seat) -> tuple[Character, ...]:
    """The characters whose Pivots may change now. Raises Refused if none may."""
    needs_player(seat, "writes Pivots", "SE-PIV-01")
    found = drafts(state, seat)
    if state.phase == "between" or state.opening:
        found += mine(state, seat)
    if not found:
        raise Refused("pivots-stand", "Pivots change at the start or the end of a session.", "SE-PIV-03")
    return found


class PivotSet(AboutCharacter, tag="pivot-set"):
    """A Pivot was written, in place of any other of its kind."""

    pivot: Pivot

    def evolve(self, state: State) -> State:
        kept = (old for old in state.characters[self.who].pivots if old.kind != self.pivot.kind)
        return replace(state, ids=state.ids + 1).with_pc(self.who, pivots=(*kept, self.pivot))

    def line(self, state: State) -> Line:
        kind = PIVOTS[self.pivot.kind].title if self.pivot.kind else "Pivot"
        return Line("sheet", f"{state.named(self.who)}’s {kind}:", quote=self.pivot.text)


class SetPivot(OfCharacter, tag="set-pivot"):
    """Write a Goal, Quirk or Style; one already held is replaced (SE-PIV-03)."""

    when, rules, urgency = ALWAYS, ("SE-PIV-01", "SE-PIV-02", "SE-PIV-03", "SE-PIV-04"), ("may", "tool")
    kind: Literal["goal", "quirk", "style"]
    text: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _open(state, seat):
            held: dict[str, str] = {pivot.kind: pivot.text for pivot in who.pivots}
            for kind, row in PIVOTS.items():
                if kind not in held and len(who.pivots) >= len(PIVOTS):
                    continue
                label = f"{'Change' if kind in held else 'Write'} {who.name}’s {row.title}"
                why = f"{row.text} When a scene touches it, you earn an Advancement."
                text = Write(name="text", label=row.title, default=held.get(kind, ""))
                yield cls.offer_of(who, label, why, text, kind=kind, urgency="tool" if who.made else "may")

    def enact(self, play: Play[State], who: Character) -> None:
        pivot = Pivot(play.state.next_id, self.kind, self.text.strip())
        play.record(PivotSet(who=who.id, pivot=pivot, rules=("SE-PIV-01", "SE-PIV-03")))


class PivotDropped(AboutCharacter, tag="pivot-dropped"):
    """A Pivot was struck."""

    sentence, quotes = ("sheet", "{who} drops a Pivot:"), "text"
    pivot: str
    text: str

    def evolve(self, state: State) -> State:
        kept = (old for old in state.characters[self.who].pivots if old.id != self.pivot)
        return state.with_pc(self.who, pivots=tuple(kept))


class DropPivot(OfCharacter, tag="drop-pivot"):
    """Strike a Pivot."""

    when, rules, urgency, aims_any = ALWAYS, ("SE-PIV-03",), "tool", None
    pivot: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in _open(state, seat):
            for pivot in who.pivots:
                yield cls.offer_of(who, f"Strike “{pivot.text}”", pivot=pivot.id, of=pivot)
        raise Refused("no-pivots", "There is no Pivot to strike.", "SE-PIV-01")

    def enact(self, play: Play[State], pivot: Pivot) -> None:
        play.record(PivotDropped(who=self.who, pivot=pivot.id, text=pivot.text, rules=self.rules))


WRITTEN_PIVOTS: Final[Part[State]] = Part(SetPivot, DropPivot, PivotSet, PivotDropped)


class AdvancementEarned(AboutCharacter, tag="advancement-earned"):
    """Somebody earned an Advancement by a Pivot."""

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, advancements=state.characters[self.who].advancements + 1)

    def line(self, state: State) -> Line:
        fact = befell(state, "gain", self.who, "earns an Advancement")
        return Line("move", f"{fact.text}.", facts=(fact,))


def award_pivots(play: Play[State], who: Iterable[str], now: Literal["scene-end", "at-once"]) -> None:
    """An Advancement for each of `who`, if this is when the table gives them (SE-ERR-29)."""
    if play.state.options.pivot_award == now:
        for one in who:
            play.record(AdvancementEarned(who=one, rules=("SE-PIV-02", "SE-ADV-01", "SE-ERR-29")))


class PivotTouched(AboutCharacter, tag="pivot-touched"):
    """The scene touched a Pivot."""

    pivot: str
    text: str

    def evolve(self, state: State) -> State:
        return state.with_pc(self.who, touched=(*state.characters[self.who].touched, self.pivot))

    def line(self, state: State) -> Line:
        fact = befell(state, "fact", self.who, "is moved", note=f"A Pivot was touched: {self.text}")
        return Line("move", f"This touches {state.named(self.who)}’s Pivot:", quote=self.text, facts=(fact,))


def may_be_touched(state: State, who: Character) -> bool:
    """Whether the scene just over may turn out to have touched a Pivot of theirs, and none was named in it."""
    over = state.phase == "session" and bool(state.scenes) and not state.opening and not state.time_passed
    return over and bool(who.pivots) and not who.touched


class TouchPivot(OfCharacter, tag="touch-pivot"):
    """The scene touches a Pivot, or did (SE-PIV-02)."""

    when, rules, urgency, aims_any = RUNNING, ("SE-PIV-02", "SE-ADV-01", "SE-ERR-29"), ("tool", "may"), None
    giver, together = no_watchers("say what touches a Pivot"), "Did the scene touch a Pivot?"
    pivot: str

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return ("tool",) if state.scene else ("tool", "may")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            if (seat.guides or who.player == seat.id) and (state.scene or may_be_touched(state, who)):
                for pivot in who.pivots:
                    if pivot.id not in who.touched:
                        yield cls._offer(state, seat, who, pivot)
        raise Refused("no-pivot", "There is no Pivot left to touch.")

    @classmethod
    def _offer(cls, state: State, seat: Seat, who: Character, pivot: Pivot) -> Offered:
        spare = " One Advancement a scene is all: this one is for the record." if who.touched else ""
        asked: Urgency = "tool" if state.scene or seat.guides or who.id in state.settled else "may"
        label = f"{'This touches' if state.scene else 'The scene touched'} “{pivot.text}”"
        why = f"{who.name} earns an Advancement.{spare}"
        return cls.offer_of(who, label, why, pivot=pivot.id, of=(who, pivot), urgency=asked)

    def enact(self, play: Play[State], of: tuple[Character, Pivot]) -> None:
        who, pivot = of
        play.record(PivotTouched(who=who.id, pivot=pivot.id, text=pivot.text, rules=self.rules[:1]))
        if not who.touched:
            award_pivots(play, (who.id,), "at-once" if play.state.scene else play.state.options.pivot_award)


PIVOTS_TOUCHED: Final[Part[State]] = Part(TouchPivot, PivotTouched, AdvancementEarned)

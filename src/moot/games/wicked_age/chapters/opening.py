"""A chapter is closed, and the next is opened by the oldest name on the owe list (WA-RD-26, WA-NEXT-01, -06)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Field, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.wicked_age.cast import all_called, no_watchers, only_guide
from moot.games.wicked_age.chapters.growth import come_back
from moot.games.wicked_age.frames import chapter_over
from moot.games.wicked_age.oracles import choices
from moot.games.wicked_age.owe_list import oldest, placed, struck
from moot.games.wicked_age.state import Character, Owed, State, When
from moot.kit.people import seat_name

_WHEN = (
    Choice("before", "Before the last chapter"),
    Choice("after", "After it"),
    Choice("far-away", "Far away from it"),
)
_SAID: Final = {"": "", "before": ", before the last", "after": ", after the last", "far-away": ", far away"}


class ChapterClosed(Event[State], tag="chapter-closed"):
    """A chapter is over; `names` stand on the owe list."""

    chapter: int
    names: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return replace(state, phase="between")

    def line(self, state: State) -> Line:
        text = f"Chapter {self.chapter} is over. We owe: {all_called(state, self.names)}."
        return Line("chapter", text, frame=chapter_over(state))


class CloseChapter(Command[State], tag="close-chapter"):
    """The table agrees that the chapter is over (WA-RD-26)."""

    when, rules, urgency, about_any = frozenset({"play"}), ("WA-RD-26", "WA-OWE-04"), "tool", None
    giver = only_guide("closes the chapter, when the table agrees")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if state.running:
            actors = ", ".join(state.name(sequence.actor) for sequence in state.running)
            message = f"A conflict is still open (begun by {actors}): finish that first."
            raise Refused("sequence-waiting", message)
        why = "When all agree that it is told. Names on the owe list wait for later chapters."
        yield cls.offer(None, "Close the chapter", why)

    def enact(self, play: Play[State], of: None) -> None:
        names = tuple(owed.character for owed in play.state.owe if not owed.struck)
        play.record(ChapterClosed(chapter=play.state.chapter, names=names, rules=self.rules))


class ChapterOpened(Event[State], tag="chapter-opened"):
    """A later chapter has begun, by the name `owed` of `character`, or (both empty) like the first. `figure` is that
    character's place on the list. `healed`: harm is forgotten (WA-NEXT-06)."""

    seat: str
    chapter: int
    when: When
    falls: str = ""
    oracle: str = ""
    owed: str = ""
    character: str = ""
    figure: str = ""
    healed: bool = True

    def evolve(self, state: State) -> State:
        state = replace(
            state,
            phase="dealing" if self.oracle else "oracle",
            chapter=self.chapter,
            when=self.when,
            falls=self.falls,
            oracle=self.oracle,
            opener=self.seat if self.owed else "",
            dealt=(),
            figures={},
            characters={id_: _rested(who, healed=self.healed) for id_, who in state.characters.items()},
            circle=(),
            strikers=(self.seat,) if self.owed else (),
            sequences={},
            fought=(),
        )
        return struck(placed(state, self.seat, self.character, self.figure), self.owed) if self.owed else state

    def line(self, state: State) -> Line:
        by = f" {state.name(self.character)} returns." if self.character else ""
        text = f"{seat_name(state, self.seat)} opens chapter {self.chapter}{_SAID[self.when]}.{by}"
        return Line("chapter", text, quote=self.falls)


def _rested(who: Character, *, healed: bool) -> Character:
    """Somebody between chapters: not in the new one yet, without interests, and unhurt if harm heals (WA-NEXT-06)."""
    away = replace(who, here=False, interests=(), figure="", dead=who.dead or who.doomed, doomed=False)
    return replace(away, forms=who.unhurt, gone=False) if healed else away


class OpenChapter(Command[State], tag="open-chapter"):
    """Open a later chapter, by the oldest name `owed` or (empty) like the first (WA-NEXT-01). `lies` (in JSON: `when`)
    and `falls` say when it takes place; `oracle` is chosen along with it when a name opens it."""

    when, rules, urgency, giver = frozenset({"between"}), ("WA-NEXT-01",), ("may", "must"), no_watchers("open chapters")
    owed: str
    lies: Literal["before", "after", "far-away"] = msgspec.field(name="when")
    falls: str = ""
    oracle: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        owed = oldest(state)
        if owed is None:
            why = "It opens like the first: an oracle, four cards, a new list of characters."
            yield cls.offer(None, "Open the next chapter", why, *_when_fields(_WHEN), owed="")
            return
        name = state.name(owed.character)
        if owed.player != seat.id:
            message = f"{name} has waited longest, so {seat_name(state, owed.player)} opens the next chapter."
            raise Refused("not-your-name", message)
        who = state.characters[owed.character]
        dead = who.dead or who.doomed
        why = f"Strikes the oldest name on the owe list: {name} is in it, and yours."
        yield cls.offer(
            owed,
            f"Open the next chapter with {name}",
            why + (f" {name} is dead, so it falls before." if dead else ""),
            *_when_fields(_WHEN[:1] if dead else _WHEN),
            Choose(name="oracle", label="Which oracle", choices=choices(state)),
            rules=("WA-NEXT-01", *(("WA-NEXT-06",) if dead else ())),
            urgency="must",
            about=owed.character,
            owed=owed.id,
        )

    def enact(self, play: Play[State], owed: Owed | None) -> None:
        state = play.state
        play.record(
            ChapterOpened(
                seat=play.seat.id,
                chapter=state.chapter + 1,
                when=self.lies,
                falls=self.falls.strip(),
                oracle=self.oracle,
                owed=self.owed,
                character=owed.character if owed else "",
                figure=state.next_id if owed else "",
                healed=state.options.healing == "heal",
                rules=("WA-NEXT-01", "WA-NEXT-05", "WA-NEXT-06", "WA-MAT-04", *(("WA-NEXT-02",) if owed else ())),
            )
        )
        if owed:
            come_back(play, owed.character)


def _when_fields(when: tuple[Choice, ...]) -> tuple[Field, ...]:
    hint = "Ten years on, in the same town; long before, when the god was young."
    return (
        Choose(name="when", label="When it falls", choices=when),
        Write(name="falls", label="In your words", hint=hint, least=0),
    )


OPENING: Final[Part[State]] = Part(CloseChapter, OpenChapter, ChapterClosed, ChapterOpened)
"""Chapters closed and opened."""

"""One moment of a table, as its pages show it: what all who look at it share, and what is each seat's own."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.core import Ask, CastMember, Choice, Document, Game, Offered, Role, Seat, Situation, Waiting
from moot.core.ask import asked_first
from moot.table import Table
from moot.table.emblems import owns
from moot.table.rules_here import touched
from moot.table.seating import free_seats, sat_before
from moot.table.state import TableState
from moot.web.asks import Laid, laid_out
from moot.web.beats import JournalBeat, in_their_seats, last_beat
from moot.web.blanks import Portrait, Portraits
from moot.web.forms import Button, Desk, Form, Several, forms, gathered
from moot.web.lazily import lazily
from moot.web.lobby import has_begun, is_only_here
from moot.web.moods import mood_of

COMPOSED = frozenset({"say", "pause", "undo", "choose-emblem"})
"""Table commands that have their own place: the composer, the head of the page, the log, the sheet of somebody."""

AT_DOOR = frozenset({"admit", "hand-seat"})
"""What answers a knock: it stands above the page, wherever the guide is on it."""

UNDO = ("agree-to-undo", "decline-undo")
WEIGHED = frozenset({"take-rules", "leave-rules"})
"""What answers a change of the rules: it stands beside all that the change touches."""
ELSEWHERE = COMPOSED | AT_DOOR | WEIGHED | {*UNDO}
"""What is not among what is asked."""

_log = logging.getLogger(__name__)

GREY = 7
"""The hue of what is no seat's."""


class SeatedPerson(msgspec.Struct, frozen=True):
    """Somebody at the table as others see them. `role` is in the game's words, `claims` the seat they had before."""

    id: str
    name: str
    role: str
    hue: int
    here: bool
    waits: bool
    claims: str


class Chairs:
    """Who has which name and hue at a table; the same for as long as nobody comes, goes or changes."""

    def __init__(self, state: TableState) -> None:
        self._of = {id_: (chair.seat.name, chair.hue) for id_, chair in state.chairs.items()}
        self.hues = {id_: hue for id_, (_, hue) in self._of.items()}
        self.seats = (*self.hues.items(),)
        """The hue of each seat, as plain data."""

    def hue_of(self, seat: str) -> int:
        """The hue of a seat; one that is not known is grey."""
        return self._of.get(seat, ("", GREY))[1]

    def face(self, member: CastMember) -> Portrait:
        """How one of the cast looks."""
        player, hue = self._of.get(member.seat, ("", GREY))
        return Portrait(hue, member.emblem, player)

    def name_of(self, seat: str) -> str:
        """The name of a seat; one that is not known has none."""
        return self._of.get(seat, ("", GREY))[0]


class FixedHues(dict[str, int]):
    """Hues by id, which stay as they are: what is made once may be made of them."""

    def __hash__(self) -> int:  # type: ignore[override]  # a dict may change, and has none
        return hash(frozenset(self.items()))


class _Cast:
    """Who and what is in the story, by id, and how they look: `both` are the cast and the things."""

    def __init__(self, both: tuple[tuple[CastMember, ...], tuple[CastMember, ...]], chairs: Chairs) -> None:
        self.both, self.chairs = both, chairs
        self.cast, self.things = ({member.id: member for member in every} for every in both)
        pictured = {**self.cast, **self.things}
        self.faces = Portraits(
            {
                **{id_: Portrait(hue) for id_, hue in chairs.seats},
                **{id_: chairs.face(member) for id_, member in self.cast.items()},
            }
        )
        self.emblems = {id_: member.emblem for id_, member in pictured.items()}
        self.hues = FixedHues({id_: chairs.hue_of(member.seat) for id_, member in pictured.items()})


class Moment:
    """A table as it is until the next thing happens.

    `kept` holds the panels of each seat. `made` holds the same panels with the values that their templates read: a seat
    for which these are equal gets the same panel. `before` and `made_before` are those of the moment before.
    """

    def __init__(self, table: Table, last: Moment | None = None) -> None:
        self.table = table
        self.game: Game[Any] = table.game
        self.here = table.here
        self.building = table.being_built
        self.state: TableState = table.ledger.table
        self.play: Any = table.ledger.game_state
        self.before: Mapping[tuple[str, str], Any] = last.kept if last else {}
        self.kept: dict[tuple[str, str], Any] = {}
        self.made_before: Mapping[str, list[tuple[tuple[object, ...], Any]]] = last.made if last else {}
        self.made: dict[str, list[tuple[tuple[object, ...], Any]]] = {}
        still = last is not None and last.state.chairs is self.state.chairs
        self.chairs: Chairs = last.chairs if last is not None and still else Chairs(self.state)
        self._stages: dict[bool, Any] = {}
        self._shared: dict[bool, dict[str, Any]] = {}
        self._casts: dict[bool, _Cast] = {}
        self._casts_before = last._casts if last is not None else {}
        self._seq = table.ledger.seq

    def lasts(self) -> bool:
        """Whether the table is still as it was; talk changes nothing."""
        ledger = self.table.ledger
        if any(folded.moved or folded.pictured for folded in ledger.folded[self._seq :]):
            return False  # what just happened is news, even where it left the game as it was
        self._seq = ledger.seq
        still = ledger.game_state is self.play and ledger.table is self.state
        return still and self.table.here == self.here and self.table.being_built == self.building

    def stage(self, guide: bool) -> Any:
        """The game as a watcher sees it; with `guide`, as the one who runs it does."""
        if guide not in self._stages:
            self._stages[guide] = self.game.stage(self.play, guide)
        return self._stages[guide]

    def cast(self, guide: bool) -> dict[str, CastMember]:
        """Everybody in the story by id, as a watcher knows them; with `guide`, as the one who runs the game does."""
        return self.pictured(guide).cast

    def things(self, guide: bool) -> dict[str, CastMember]:
        """What has an emblem and is not in the cast, by id, likewise."""
        return self.pictured(guide).things

    def pictured(self, guide: bool) -> _Cast:
        """Cast and things, and how they look, likewise; the same as at the last moment if nobody changed."""
        if guide not in self._casts:
            both, had = self.table.ledger.pictured(guide), self._casts_before.get(guide)
            same = had is not None and had.both is both and had.chairs is self.chairs
            self._casts[guide] = had if had is not None and same else _Cast(both, self.chairs)
        return self._casts[guide]

    def _mood(self) -> str:
        try:
            return self.game.mood(self.play)
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the game cannot say its mood", self.table.id)
            return ""

    @lazily
    def situation(self) -> Situation:
        """Where the game stands."""
        return self.table.ledger.situation()

    @lazily
    def aids(self) -> dict[bool, tuple[str, ...]]:
        """The rules that help with what is asked now: for the guide (True), and for everybody else."""
        now, book = self.situation, self.game.rulebook
        places = {False: now.aids, True: (*now.aids, *now.guides_aids)}
        return {
            guide: tuple(dict.fromkeys(rule.id for place in helping for rule in book.aids(place)))
            for guide, helping in places.items()
        }

    @lazily
    def begun(self) -> bool:
        """Whether play has begun."""
        return has_begun(self.table)

    def people(self, guide: bool) -> tuple[SeatedPerson, ...]:
        """Everybody at the table; who waits at the door is seen by the guide alone."""
        words: dict[Role, str] = {"guide": self.game.guide, "player": "player", "watcher": "watches"}
        return tuple(
            SeatedPerson(
                id=chair.seat.id,
                name=chair.seat.name,
                role="stand-in" if chair.lent else words[chair.seat.role],
                hue=chair.hue,
                here=chair.seat.id in self.here,
                waits=chair.standing == "waiting",
                claims=sat_before(self.state, chair) if chair.standing == "waiting" else "",
            )
            for chair in self.state.chairs.values()
            if chair.standing == "seated" or (guide and chair.standing == "waiting")
        )

    def shared(self, guide: bool) -> dict[str, Any]:
        """What templates get that is the same for everybody, or for the guide."""
        if guide not in self._shared:
            self._shared[guide] = self._values(guide)
        return self._shared[guide]

    def _values(self, guide: bool) -> dict[str, Any]:
        state, pictured, board = self.state, self.pictured(guide), self.game.board(self.play, guide)
        return {
            "table": self.table.id,
            "title": state.title,
            "game": self.game.name,
            "game_title": self.game.title,
            "guide_word": self.game.guide,
            "guide": guide,
            "stage": self.stage(guide),
            "board": board,
            "beside": {row.of: row for row in self.game.beside(self.play, guide)},
            "hidden": frozenset(row.of for part in board for row in part.rows if row.hidden),
            "situation": self.situation,
            "people": self.people(guide),
            "free_seats": free_seats(state),
            "building": self.building,
            "house": state.house,
            "modules": state.modules,
            "scene": state.scenes.get(state.scene),
            "paused": state.paused,
            "boundaries": tuple(state.boundaries.values()),
            "hue_of": self.chairs.hue_of,
            "seats": self.chairs.seats,
            "name_of": self.chairs.name_of,
            "mood": mood_of(self.game.name, self._mood()),
            "cast": pictured.cast,
            "faces": pictured.faces,
            "emblems": pictured.emblems,
            "hues": pictured.hues,
        }


class UndoHeard(msgspec.Struct, frozen=True):
    """An undo that is asked for, as a seat hears of it: by whom, the first thing that is taken back (empty: it heard of
    none), how many more, and what the seat can say to it."""

    by: str
    first: str
    more: int
    ways: tuple[Button, ...]


class SeatMoment:
    """What a moment is for one seat."""

    def __init__(self, moment: Moment, seat: Seat, base: str, struck: frozenset[int] = frozenset()) -> None:
        self.moment = moment
        self.table = moment.table
        self.seat = seat
        self.base = base
        self._struck = struck

    @property
    def join_link(self) -> str:
        """What is sent to friends."""
        return f"{self.base}/t/{self.table.id}/join?k={self.table.keys.invite}"

    @lazily
    def values(self) -> dict[str, Any]:
        """What templates get: what is shared, and what is this seat's."""
        state = self.moment.state
        return {
            **self.moment.shared(self.seat.guides),
            "seat": self.seat,
            "hue": self.moment.chairs.hue_of(self.seat.id),
            "own": self.own,
            "played": self.played,
            "asked": self.asked,
            "ask": self.ask,
            "must": (must := tuple([form for form in self.asked if form.urgency == "must"])),
            "waits": (waits := self.waits),
            "others": () if must or self.ask.text is not None else self._others(waits),
            "turn": bool(waits or (must and not self.moment.situation.waiting)),
            "asks": len({form.about for form in must}) or len(waits),
            "undo": self.undo,
            "quiet": state.quiet if self.seat.guides else (),
            "weighed": touched(state, state.weighed).title if state.weighed and self.seat.guides else "",
            "beat": self.beat,
            "card": self.beat.card if self.beat else (),
            "voices": self.voices,
            "sheets": tuple([(sheet.about, sheet.name) for sheet in self.sheets]),
            "begun": self.moment.begun,
            "begins": self.moment.game.begins,
            "join_link": self.join_link,
            "here_only": is_only_here(self.base),
            "commitment": state.commitment,
            "epoch": state.epoch,
            "seeds": state.seeds,
            "aids": self.moment.aids[self.seat.guides],
        }

    @lazily
    def own(self) -> Any:
        """What is the seat's own in the game."""
        return self.moment.game.own(self.moment.play, self.seat)

    @property
    def played(self) -> tuple[CastMember, ...]:
        """Those of the cast whom the seat plays, where a list of them says more than the sheet of the only one."""
        cast = self.moment.cast(self.seat.guides).values()
        mine = tuple([member for member in cast if member.seat == self.seat.id])
        return mine if self.seat.guides or len(mine) > 1 else ()

    @lazily
    def voices(self) -> tuple[Choice, ...]:
        """The characters that the seat can speak as."""
        return self.moment.game.voices(self.moment.play, self.seat)

    def pictured(self, of: str) -> CastMember | None:
        """Somebody of the cast, or a thing, as the seat knows it; None if it knows of none."""
        return self.moment.cast(self.seat.guides).get(of) or self.moment.things(self.seat.guides).get(of)

    def took_back(self, seq: int) -> bool:
        """Whether what log entry `seq` moved was taken back."""
        return seq in self._struck

    def dresses(self, of: str) -> bool:
        """Whether the seat chooses the emblem of `of`."""
        players = {seat.id for seat in self.moment.state.seated() if seat.plays}
        member = self.pictured(of)
        return member is not None and self.seat.role != "watcher" and owns(self.seat, member, players)

    @lazily
    def sheets(self) -> tuple[Document, ...]:
        """The files of the characters that a player plays."""
        mine = {voice.value for voice in self.voices}
        return tuple(one for one in self.table.documents(self.seat) if one.about in mine) if self.seat.plays else ()

    @lazily
    def desk(self) -> Desk:
        """Where the forms go."""
        faces = self.moment.shared(self.seat.guides)["faces"]
        return Desk(self.table.id, self.moment.state.house.hand_dice, self.moment.game, faces=faces)

    @lazily
    def _found(self) -> list[Offered]:
        found = (one for one in self.table.found(self.seat, urgency=("must", "may")) if one.do not in ELSEWHERE)
        return asked_first(found)

    @lazily
    def asked(self) -> tuple[Form | Several, ...]:
        """What the game waits for this seat to do, and then what else is open to it."""
        tools = (one for do in self._question.tools for one in self.table.found(self.seat, do=do, urgency="tool"))
        return gathered(forms((*self._found, *tools), self.desk), self._question.lead)

    @lazily
    def _question(self) -> Ask:
        return self.moment.game.ask(self.moment.play, self.seat, self._found)

    @lazily
    def ask(self) -> Laid:
        """The question of the seat, with all of these in their places."""
        return laid_out(self._question, self.asked)

    @lazily
    def undo(self) -> UndoHeard | None:
        """The undo that is asked for."""
        state = self.moment.state
        if state.undo is None:
            return None
        moved, heard = self.table.ledger.folded_entry, self.table.journal(self.seat).entries
        back = [one.lines for one in heard if one.seq > state.undo.to and one.lines and moved(one.seq).moved]
        first = f"{back[0][0].who} {back[0][0].text}".strip() if back else ""
        ways = tuple([Button(one.key, one.label) for do in UNDO for one in self.table.found(self.seat, do=do)])
        return UndoHeard(state.name(state.undo.by), first, max(len(back) - 1, 0), ways)

    @property
    def waits(self) -> tuple[str, ...]:
        """What all wait for from this seat, where it can do something now."""
        consent = ("a yes or no to taking things back",) if self.undo and len(self.undo.ways) == len(UNDO) else ()
        if not self.asked:
            return consent
        return (*consent, *(one.what for one in self.moment.situation.waiting if one.seat == self.seat.id))

    def _others(self, waits: tuple[str, ...]) -> tuple[Waiting, ...]:
        """Who else is waited for, as is said where a question has no words of its own: all who are, where nobody waits
        for this seat."""
        waiting = self.moment.situation.waiting
        return tuple([one for one in waiting if one.seat != self.seat.id]) if waits else waiting

    @lazily
    def beat(self) -> JournalBeat | None:
        """What happened last."""
        beat = last_beat(self.table.journal(self.seat).entries, self.moment.chairs.hues, self._struck, GREY)
        if beat is None:
            return None
        cast = self.moment.cast(self.seat.guides)
        people = beat.frame.people if beat.frame else ()
        who = next((one for one in cast.values() if one.name == beat.who), None)
        return replace(
            in_their_seats(beat, {one.name: one.seat for one in cast.values()}),
            hue=self.moment.chairs.hue_of(who.seat) if who else beat.hue,
            emblem=who.emblem if who else "",
            emblems={face.id: cast[face.id].emblem for face in people if face.id in cast},
        )

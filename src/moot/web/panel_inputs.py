"""What one seat sees of a table at one moment, as the inputs that panel templates may mention."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from moot.core import Offer, Role, Seat
from moot.core.offers import Urgency
from moot.table import Table
from moot.web.beats import Beat, last_beat
from moot.web.forms import Desk, Form, forms
from moot.web.rule_links import Note, notes

_encode = msgspec.json.Encoder(enc_hook=str).encode

COMPOSED = frozenset({"say", "pause", "undo"})
"""Table commands that have their own place: the composer, the head of the page, the log."""

_MADE_FROM = {"hue_of": "chairs", "name_of": "chairs", "rules_of": "game"}


GREY = 7
"""The hue of what is no seat's."""


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table as others see them. `role` is in the game's words."""

    id: str
    name: str
    role: str
    hue: int
    here: bool
    waits: bool


class PanelInputs:
    """Everything that the panels of one seat are made from.

    `key(name)` tells whether an input is the same as at another moment or for another seat; `value(name)` is what a
    template gets. Offers that a game's own panel shows (`shown` while it is made) are claimed, so that the general
    panels, which come after it, leave them out.
    """

    def __init__(self, table: Table, seat: Seat, base: str, struck: frozenset[int] = frozenset()) -> None:
        self.table = table
        self.game = table.game
        self.seat = seat
        self.sight = table.sight(seat)
        self.offers: tuple[Offer, ...] = table.offers(seat)
        self.claimed: set[str] = set()
        self.shown: set[str] = set()
        self._base = base
        self._struck = struck
        self._keys: dict[str, bytes] = {}

    def key(self, name: str) -> bytes:
        """What tells this moment's input `name` from another one's: JSON of what it is made from."""
        if name in ("asked", "tools"):
            return self.key("offers") + self.key("house") + _encode(sorted(self.claimed))
        if name == "offers_for":
            return self.key("offers") + self.key("house")
        source = _MADE_FROM.get(name, name)
        if source not in self._keys:
            self._keys[source] = _encode(self.facts.get(source))
        return self._keys[source]

    @property
    def names(self) -> frozenset[str]:
        """Every input there is."""
        return frozenset({*self.facts, "offers_for", "rules_of", "hue_of", "name_of", "asked", "tools"})

    def values(self) -> dict[str, Any]:
        """Every input by name."""
        return {
            **self.facts,
            "offers_for": self._offers_for,
            "rules_of": lambda ids: notes(self.game, ids, self.table.id),
            "hue_of": lambda seat: self._chair(seat)[1],
            "name_of": lambda seat: self._chair(seat)[0],
            "asked": self._asked,
            "tools": self._tools,
        }

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The inputs that are plain data."""
        sight, state = self.sight, self.sight.state
        return {
            "table": sight.table,
            "title": sight.title,
            "game": sight.game,
            "game_title": self.game.title,
            "guide_word": self.game.guide,
            "seat": self.seat,
            "sight": msgspec.structs.replace(sight, heard=0),
            "stage": sight.stage,
            "own": sight.own,
            "situation": sight.situation,
            "beat": self._beat(),
            "voices": sight.voices,
            "people": self._people(),
            "alone": self.seat.guides and len(self._people()) == 1,
            "chairs": {id_: (chair.seat.name, chair.hue) for id_, chair in state.chairs.items()},
            "house": state.house,
            "modules": state.modules,
            "scene": state.scenes.get(state.scene),
            "paused": state.paused,
            "undo_by": state.name(state.undo.by) if state.undo else "",
            "commitment": state.commitment,
            "epoch": state.epoch,
            "aids": self._aids(),
            "join_link": f"{self._base}/t/{self.table.id}/join?k={self.table.keys.invite}",
            "offers": self.offers,
            "documents": tuple((d.name, d.title, d.about) for d in self.table.documents(self.seat)),
        }

    @cached_property
    def _desk(self) -> Desk:
        return Desk(self.table.id, self.sight.state.house.hand_dice, self.game)

    def _beat(self) -> Beat | None:
        hues = {chair.seat.name: chair.hue for chair in self.sight.state.chairs.values()}
        return last_beat(self.table.journal(self.seat).entries, hues, self._struck, GREY)

    def _people(self) -> tuple[Person, ...]:
        words: dict[Role, str] = {"guide": self.game.guide, "player": "player", "watcher": "watches"}
        return tuple(
            Person(
                id=chair.seat.id,
                name=chair.seat.name,
                role="stand-in" if chair.lent else words[chair.seat.role],
                hue=chair.hue,
                here=chair.seat.id in self.sight.here,
                waits=chair.standing == "waiting",
            )
            for chair in self.sight.state.chairs.values()
            if chair.standing != "left"
        )

    def _aids(self) -> tuple[Note, ...]:
        book = self.game.rulebook
        ids = (rule.id for place in self.sight.situation.aids for rule in book.aids(place))
        return notes(self.game, ids, self.table.id)

    def _chair(self, seat: str) -> tuple[str, int]:
        """The name and the hue of a seat; one that is not known has no name, and is grey."""
        name, hue = self.facts["chairs"].get(seat, ("", GREY))
        return str(name), int(hue)

    def _offers_for(self, about: str = "", do: str = "") -> tuple[Form, ...]:
        found = [o for o in self.offers if (not about or o.about == about) and (not do or o.do == do)]
        self.shown |= {offer.key for offer in found}
        return forms(found, self._desk)

    def _asked(self) -> tuple[Form, ...]:
        return self._unclaimed("must") + self._unclaimed("may")

    def _tools(self) -> tuple[Form, ...]:
        return self._unclaimed("tool")

    def _unclaimed(self, urgency: Urgency) -> tuple[Form, ...]:
        found = [o for o in self.offers if o.urgency == urgency and o.key not in self.claimed and o.do not in COMPOSED]
        return forms(found, self._desk)

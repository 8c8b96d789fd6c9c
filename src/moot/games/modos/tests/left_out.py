"""Random legal walks at a table that plays without something, and every name by which that shows there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, get_args

import msgspec

from moot.core import Offer, Seat, Seeded
from moot.core.events import name_of
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.live import catalog_of
from moot.games.modos.npcs.sheets import Sheet, every_sheet
from moot.games.modos.person import Person
from moot.games.modos.room import GAME
from moot.games.modos.state import State
from moot.games.modos.tests.pages import read
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.vocabulary import Module
from moot.testing.fault import Spot
from moot.testing.filling import Ink, filled
from moot.testing.pages import Room
from moot.testing.walk import SCORE
from moot.testing.world import SeatHeard, World

ABOUT: Final = (
    ({"combat"}, "armou?r postures? shields? weapons? disabled"),
    ({"magic"}, "magic powers? spells?"),
    ({"combat", "magic"}, "damage protection"),
    ({"isolation"}, "tension alien airlock"),
)
"""What modules are about: where they are left out, no button and no blank says so."""
BASE: Final = {
    "extended": "actions? conflicts? initiative progress rounds? reactions? reacts? tactics",
    "character": "attributes? hero heroes levels? perks? points? scores? skills? physical mental metaphysical",
    "core": "contests? difficult difficulty hero",
}
"""What the modules are about that the others stand on: nothing at all says so, on a page or in a form."""
BY_NAME: Final = frozenset({"use-gear", "lose-gear", "handle", "set-details"})
"""What is about things that somebody has, by name, and about people's own words: those stay (MO-X602)."""
WHOLE: Final = ("documents",)
"""What is taken along whole, so that it comes back whole."""
STRUCK: Final = re.compile(r"<(s|del)\b.*?</\1>|<(\w+)[^>]*class=\"[^\"]*\bgone\b[^\"]*\".*?</\2>", re.DOTALL)
"""What stands struck on a page."""
PAGES: Final = 16
"""Every so many steps the pages of everybody are read."""


def crowd() -> Sitting:
    """A table whose people have something of every module."""
    points = {id_: 2 for id_, row in EVERYTHING.skills.items() if not (row.typed or row.own)}
    points |= {f"magic:{id_}": 2 for id_ in ("fire-1", "sleep-1", "invisible-3", "float-4")}
    perks = tuple(id_ for id_, row in EVERYTHING.perks.items() if not row.takes)
    blades = ("sword-short", "mail", "buckler")
    return Sitting(
        person("vael", player="s3", level=5, heroes=5, perks=perks, gear=blades, points=points),
        person("hax", player="s4", level=3, heroes=3, gear=("club",), points=points),
        person("ogre", P=18, traits=tuple(EVERYTHING.traits), gear=("club",), points=points),
    )


class LeftOut:
    """What a table without some modules or rows may not name, and all that named it on a walk."""

    def __init__(self, table: Sitting) -> None:
        state = table.state
        self.seats = tuple(table.seats[name] for name in ("Gil", "Wim", "Ann", "Ben"))
        self.found: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self._world, self._room = World(GAME, state), Room(GAME, self.seats)
        missing = {*get_args(Module)} - {*state.modules}
        parts = [part for part in GAME.parts if part.module in missing]
        rows = [row for row in EVERYTHING.entries if row.id not in catalog_of(state).of(row.kind)]
        self.kinds = {name_of(kind) for part in parts for kind in (*part.commands, *part.events)}
        self._refs = {f"{kind}:{row.id}" for row in rows for kind in (row.kind, "magic")}
        self._titles = _any(re.escape(row.title) for row in rows)
        self._suspect = cache(lambda text: text in self._refs or self._titles.search(text))
        self._words = _any(word for of, words in ABOUT if of <= missing for word in words.split())
        base = (word for of, words in BASE.items() if of in missing for word in words.split())
        self._base = re.compile(f"(?i:{_any(base).pattern})")

    def walk(self, seed: int, steps: int) -> None:
        """Take so many legal steps, and look at all that everybody sees and hears."""
        luck, ink = Seeded(seed), Ink()
        for step in range(steps):
            offered = [(seat, offer) for seat in self.seats for offer in GAME.offers(self._world.state, seat)]
            self._note("offers", *(offer.do for _, offer in offered if offer.do in self.kinds))
            seat, offer = self._picked(offered, luck)
            wish = GAME.command(filled(offer, luck, ink, seat.id))
            events = GAME.run(self._world.state, wish, seat, luck).events
            self.done[offer.do] += 1
            self._note("happens", *(name_of(type(event)) for event in events if name_of(type(event)) in self.kinds))
            heard = self._world.take(events, self.seats)
            people = _own_words(self._world.state)
            for each in self.seats:
                self._look(each, heard[each.id], people)
                if step % PAGES == 0:
                    self._read(each, heard, people)

    def _picked(self, offered: list[tuple[Seat, Offer]], luck: Seeded) -> tuple[Seat, Offer]:
        """First how urgent, then what was done least, then whose."""
        urgent = sorted({offer.urgency for _, offer in offered for _ in range(SCORE[offer.urgency])})
        shares = [urgency for urgency in urgent for _ in range(SCORE[urgency])]
        urgency = shares[luck.pick(len(shares))]
        few = [pair for pair in offered if pair[1].urgency == urgency]
        verbs = sorted({offer.do for _, offer in few}, key=lambda do: (self.done[do], do))
        do = verbs[luck.pick((len(verbs) + 2) // 3)]
        few = [pair for pair in few if pair[1].do == do]
        return few[luck.pick(len(few))]

    def _note(self, where: str, *what: str) -> None:
        self.found.update(f"{where}: {one}" for one in what)

    def _look(self, seat: Seat, heard: SeatHeard, people: re.Pattern[str]) -> None:
        """What somebody sees and hears, as data: titles and ids of rows that are gone, and words of buttons."""
        sight = {name: part for name, part in msgspec.json.decode(self._world.sight(seat)).items() if name not in WHOLE}
        said = (*_said(sight, self._suspect), *(("journal", line.text) for line in heard.lines))
        for where, text in said:
            if text in self._refs or self._titles.search(people.sub("", text)):
                self._note(where, text)
        for offer in sight["offers"]:
            forms = (offer, *offer["fields"], *(one for blank in offer["fields"] for one in blank.get("choices", ())))
            labels = {offer["why"], *(blank["label"] for blank in offer["fields"])}
            told = {form.get(name, "") for form in forms for name in ("label", "why", "hint")}
            self._note(offer["do"], *(text for text in labels if self._words.search(people.sub("", text))))
            self._note(offer["do"], *(text for text in told if self._base.search(people.sub("", text))))

    def _read(self, seat: Seat, heard: dict[str, SeatHeard], people: re.Pattern[str]) -> None:
        """What somebody's page says, but for what stands struck there."""
        self._room.check(Spot(GAME.name), self._world.state, (seat,), heard)
        said = people.sub("", read(STRUCK.sub("", self._room.page(seat))))
        self._note("page", *self._titles.findall(said), *self._base.findall(said))


def _any(words: Iterable[str]) -> re.Pattern[str]:
    """What finds any of some words, whole and begun as they are; nothing if there are none."""
    return re.compile(rf"\b(?:{'|'.join(words) or '(?!)'})\b")


def _own_words(state: State) -> re.Pattern[str]:
    """The words of people and sheets about themselves, and what they call their things."""
    whole: tuple[Person | Sheet, ...] = (*state.people.values(), *every_sheet(state.packs).values())
    words = {text for one in whole for text in (one.name, one.concept, *one.goals, *one.flaws)}
    words |= {thing.name for who in state.people.values() for thing in who.gear}
    words |= {place.title for paper in state.papers.values() for place in paper.places}
    return re.compile("|".join(map(re.escape, sorted(words - {""}, key=len, reverse=True))))


def _said(tree: Any, suspect: Callable[[str], object], where: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Every `suspect` string in what somebody sees, with where it stands, but for what is struck and what people called
    so."""
    match tree:
        case str():
            return [(" ".join(filter(None, where)), tree)] if suspect(tree) else []
        case list():
            return [found for part in tree for found in _said(part, suspect, where)]
        case {"gone": True} | {"now": False}:
            return []
        case {"do": do} if do in BY_NAME:
            return []
        case {"fixed": {"thing": str()}, "fields": blanks, "do": do}:
            return _said(blanks, suspect, (*where, do))
        case dict():
            place = (*where, tree.get("do", ""), tree.get("name", "") if "choices" in tree else "")
            return [found for name, part in tree.items() if part for found in _said(part, suspect, (*place, name))]
        case _:
            return []

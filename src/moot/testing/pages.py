"""Checks a game's pages: its templates are rendered in every state, as the web does it, and the HTML is checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any, NoReturn
from urllib.parse import unquote

from moot.core import Game, Seat
from moot.store.memory import MemoryStore
from moot.table import Entry, Ledger, SeatEntry, Table
from moot.table.ledger import FoldedEntry
from moot.table.state import Chair, TableState
from moot.testing.fault import Spot
from moot.testing.world import SeatHeard
from moot.web.forms import forms
from moot.web.journal import Journals
from moot.web.marks import for_script
from moot.web.pages import Pages
from moot.web.palette import found_by_typing
from moot.web.panels import Panel, Screens
from moot.web.things import form_parts, thing_parts

VOID = {"br", "circle", "ellipse", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"}
"""Elements that are closed where they are opened."""
THING = re.compile(r'about\?of=([^"&]+)"')
"""The things that a page points at."""
QUESTION = re.compile(r'id="question"[^>]* data-question="([^"]*)"')
"""What is asked of the one who reads a page."""
REFERRING = ("aria-describedby", "aria-labelledby", "for", "list")
"""Attributes that name other elements of the page."""


class _Reader(HTMLParser):
    """Notes every id and every element that is not closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.named: set[str] = set()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "id" in given:
            self.ids[given["id"] or ""] += 1
        for name in REFERRING:
            self.named |= set((given.get(name) or "").split())
        if "style" in given or any(name.startswith("on") for name in given):
            self.wrong.append(f"<{tag} {given}> has a style or a script of its own")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(f"</{tag}> closes something else")


@lru_cache(maxsize=512)
def _read(html: str) -> _Reader:
    """What is noted of a part of a page. Most parts of a page are the same after a step."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


def flaws(*parts: str) -> list[str]:
    """What is wrong with a page of `parts`, each of which has to be whole.

    That is what is not closed, ids that are there twice or named and missing, inline styles.
    """
    read = [_read(part) for part in parts]
    ids = sum((reader.ids for reader in read), Counter[str]())
    named = set[str]().union(*(reader.named for reader in read))
    return [
        *(wrong for reader in read for wrong in reader.wrong),
        *(f"<{tag}> is never closed" for reader in read for tag in reader.open),
        *(f"the id {id_!r} is there {times} times" for id_, times in ids.items() if times > 1),
        *(f"the id {id_!r} is named and not there" for id_ in sorted(named - set(ids))),
    ]


class _Strict(Screens):
    """Panels that raise an error where a table's page would say that it cannot show them."""

    def _broken(self, name: str) -> NoReturn:
        raise  # noqa: PLE0704 - the panel's own exception, which is being handled


class _Walked(Ledger):
    """A ledger that is set to any state of a game, whether or not the game is installed."""

    def __init__(self, game: Game[Any], seats: tuple[Seat, ...]) -> None:
        super().__init__()
        self._walked = game
        chairs = {seat.id: Chair(seat, hue=hue) for hue, seat in enumerate(seats, 1)}
        self.table = TableState(game=game.name, title="A walk", chairs=chairs)
        self.folded = [FoldedEntry(Entry(seq=1, at=0), (), 0)]

    @property
    def game(self) -> Game[Any]:
        """The game as it is walked."""
        return self._walked


class Room:
    """The pages of a game, as its table would show them in any state."""

    def __init__(self, game: Game[Any], seats: tuple[Seat, ...]) -> None:
        self._pages = Pages()
        self._journals = Journals(self._pages)
        self._screens = _Strict(self._pages, self._journals)
        self._table = Table("walk", MemoryStore(), ledger=_Walked(game, seats))
        self._looks = 0

    def check(self, spot: Spot, state: Any, sitting: tuple[Seat, ...], heard: Mapping[str, SeatHeard]) -> None:
        """Raise Fault unless every panel of everybody at the table can be made and is whole. `heard` came last."""
        self._table.ledger.game_state = state
        for seat in sitting:
            at = spot.of(seat)
            entries = self._table.journal(seat).entries
            if seat.id in heard:
                last = heard[seat.id]
                entries[:] = [SeatEntry(seq=1, at=0, seat=seat.id, by=seat.name, lines=last.lines, events=last.events)]
            with at.during("making its page"):
                panels = {name: panel.html for name, panel in self._made(seat).items()}
                cards = self._journals.written(self._table, entries[-1], 1, frozenset()) if entries else ()
                lines = self._pages.render("parts/lines.html", {"written": cards, "table": "walk"})
                panels["journal"] = for_script(lines)
            if found := flaws(*panels.values()):
                where = next((name for name, html in panels.items() if found[0] in flaws(html)), "several panels")
                raise at.fault(f"its page is not whole: {found[0]} (in {where})")
            self._check_turn(at, seat, panels)
            with at.during("opening what its page has"):
                self._open(at, seat, "".join(panels.values()))

    def _check_turn(self, at: Spot, seat: Seat, panels: Mapping[str, str]) -> None:
        """Raise Fault if all wait for somebody whose page asks nothing, or if a main button is filled for somebody who
        is not waited for while others are."""
        waiting = {one.seat for one in self._table.ledger.situation().waiting}
        question = QUESTION.search("".join(panels.values()))
        able = any(True for _ in self._table.found(seat, urgency=("must", "may")))
        if question and able and seat.id in waiting and not question[1]:
            raise at.fault("all wait for this seat, and its page asks nothing")
        if waiting and seat.id not in waiting and 'class="primary"' in panels.get("bar", ""):
            raise at.fault("its main button is filled, and all wait for others")

    def page(self, seat: Seat) -> str:
        """The page of somebody at the table as it was checked last: the HTML of all its panels."""
        return "".join(panel.html for panel in self._made(seat).values())

    def details(self, seat: Seat, key: str) -> str:
        """What is fetched into the form of an offer that stands open on that page, once its details are opened."""
        mine = self._screens.of(self._table, seat)
        (form,) = forms([one for one in self._table.found(seat) if one.key == key], mine.desk)
        return form_parts(self._pages, mine, [key], form.id)

    def form(self, seat: Seat, key: str) -> str:
        """The form of an offer, as somebody opens it on that page."""
        return form_parts(self._pages, self._screens.of(self._table, seat), [key])

    def _open(self, at: Spot, seat: Seat, page: str) -> None:
        """Open one thing of the page, the next at each look, and one form of a command, likewise."""
        mine = self._screens.of(self._table, seat)
        self._looks += 1
        if things := sorted(set(THING.findall(page))):
            thing = unquote(things[self._looks % len(things)])
            if thing not in found_by_typing(mine):
                raise at.fault(f"its page opens {thing}, which typing does not find: no cast, board or beside has it")
            if found := flaws(for_script(thing_parts(self._pages, mine, thing))):
                raise at.fault(f"the thing {thing} is not whole: {found[0]}")
        if verbs := forms(self._table.found(seat), mine.desk):
            form = verbs[self._looks % len(verbs)]
            if found := flaws(for_script(form_parts(self._pages, mine, [button.key for button in form.buttons]))):
                raise at.fault(f"the form of {form.key} is not whole: {found[0]}")

    def _made(self, seat: Seat) -> dict[str, Panel]:
        return self._screens.screen(self._table, seat, "http://moot.test")

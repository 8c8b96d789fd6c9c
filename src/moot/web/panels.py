"""The panels of a table's page: made once for all who see the same, and sent again only where they changed.

Most of a page is the same for everybody who plays or watches, and is made once; the guide's is made once more. What is
a seat's own (what it is asked, its sheet, its composer) is made for that seat. Within a panel the elements that a
template puts between `leaf` and `end` are its leaves, which may have leaves in turn: where nothing else changed, only
the leaves that did travel.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import is_seated
from moot.web.journal import Journals
from moot.web.lazily import lazily
from moot.web.lobby import has_begun
from moot.web.marks import ASK_ENDS, LEAF, LEAF_ENDS, for_script
from moot.web.moment import Moment, SeatMoment
from moot.web.pages import Pages
from moot.web.reads import as_read

PANELS = ("head", "banners", "beat", "building", "board", "me", "everyone", "badge", "ask", "bar", "more", "composer")

SHARED = frozenset({"head", "building", "board", "everyone"})
"""Panels that all see alike, or only the guide sees otherwise."""

ROOMS = {"board": "board.html", "me": "me.html", "everyone": "everyone.html"}
"""Panels that a game furnishes, in its `web/` folder; `now.html` there replaces the general `ask`."""


class Pieces:
    """A panel, or a leaf of one, in pieces: what stands `around` its own `leaves`, these by id, and the `branches`.

    A branch is the ids of leaves side by side, with nothing else between them. A leaf may have some, too.
    """

    __slots__ = ("_inner", "around", "branches", "leaves")

    def __init__(self, around: str) -> None:
        self.around = [around]
        self.leaves: dict[str, str] = {}
        self.branches: list[list[str]] = [[]]
        self._inner: dict[str, Pieces] = {}

    def inside(self, leaf: str) -> Pieces:
        """A leaf of it, in pieces."""
        if leaf not in self._inner:
            self._inner[leaf] = _pieces(self.leaves[leaf])
        return self._inner[leaf]


@lru_cache(2048)
def _pieces(marked: str) -> Pieces:
    first, *rest = marked.split(LEAF)
    found = Pieces(first.strip())
    deep, begun = 0, list[str]()
    for text in rest:
        begun.append(text)
        deep += 1 - text.count(LEAF_ENDS)
        if not deep:
            inside, _, after = (LEAF.join(begun) if len(begun) > 1 else text).rpartition(LEAF_ENDS)
            begun = []
            if id_ := _id(inside):
                found.leaves[id_] = inside
                found.branches[-1].append(id_)
            else:  # nothing by which it could be sent alone
                found.around.append(inside)
                found.branches.append([])
            if after := after.strip():
                found.around.append(after)
                found.branches.append([])
    return found


def _id(leaf: str) -> str:
    """The id of the element that a leaf begins with; empty if it has none."""
    at, tag_ends = leaf.find(_NAMED), leaf.find(">")
    return leaf[at + len(_NAMED) : leaf.index('"', at + len(_NAMED))] if 0 <= at < tag_ends else ""


_NAMED = ' id="'


class Panel:
    """A panel as made, with its leaves `marked`."""

    def __init__(self, name: str, marked: str) -> None:
        self.name = name
        self.marked = marked
        self._since: tuple[Panel | None, bytes] | None = None

    @property
    def html(self) -> str:
        """The panel as script is sent it."""
        return for_script(self.marked)

    @lazily
    def digest(self) -> str:
        """What distinguishes it from earlier versions of the panel, in this run of the server."""
        return f"{hash(self.marked) & 0xFFFFFFFF:08x}"

    @lazily
    def pieces(self) -> Pieces:
        """The panel in pieces."""
        return _pieces(self.marked)

    def since(self, had: Panel | None) -> bytes:
        """The stream's lines that turn what a page `had` into this panel (None: replace all of it).

        Pages that see the same mostly had the same: the latest answer is kept.
        """
        if self._since is None or self._since[0] is not had:
            steps = None if had is None else _steps(had.pieces, self.pieces)
            told = frame(self.name, "innerMorph", self.marked) if steps is None else b"".join(steps)
            self._since = had, told
            if had is not None:
                had._since = None  # so that earlier versions are not kept for ever
        return self._since[1]


def _steps(had: Pieces, made: Pieces) -> list[bytes] | None:
    """The changes, leaf by leaf, that make one panel or leaf from the one before. None if anything around its leaves
    differs, if leaves changed places, or have no neighbour.
    """
    if had.around != made.around:
        return None
    steps: list[bytes] = []
    if had.branches == made.branches:  # as mostly: the same leaves, but some say something else
        for id_, leaf in made.leaves.items():
            if leaf != had.leaves[id_]:
                steps += _leaf_steps(id_, had, made)
        return steps
    kept = had.leaves.keys() & made.leaves.keys()
    if [kept & {*ids} for ids in had.branches] != [kept & {*ids} for ids in made.branches]:
        return None
    for before, now in zip(had.branches, made.branches, strict=True):
        stayed = [id_ for id_ in now if id_ in kept]
        if stayed != [id_ for id_ in before if id_ in kept] or (now and not stayed):
            return None
        steps += [frame(id_, "delete", "") for id_ in before if id_ not in kept]
        if len(stayed) < len(now):
            steps += _grown(made.leaves, now, stayed)
        for id_ in stayed:
            if made.leaves[id_] != had.leaves[id_]:
                steps += _leaf_steps(id_, had, made)
    return steps


def _leaf_steps(id_: str, had: Pieces, made: Pieces) -> list[bytes]:
    """The same for a leaf: leaf by leaf, if there are some in it and that is shorter, or else the whole of it."""
    leaf = made.leaves[id_]
    steps = _steps(had.inside(id_), made.inside(id_)) if LEAF in leaf and LEAF in had.leaves[id_] else None
    if steps is not None and sum(map(len, steps)) < len(leaf):
        return steps
    return [frame(id_, "outerMorph", leaf)]


def _grown(leaves: dict[str, str], now: list[str], stayed: list[str]) -> Iterator[bytes]:
    """New leaves, after the one that stayed; those before all that stayed, before the first of these.

    A page looks for all that a message names before it does any of it: what is new cannot be named.
    """
    after = ""
    for new, run in groupby(now, key=lambda id_: id_ not in stayed):
        ids = [*run]
        if new:
            html = "".join(leaves[id_] for id_ in ids)
            yield frame(after, "afterend", html) if after else frame(stayed[0], "beforebegin", html)
        after = ids[-1]


def frame(target: str, swap: str, marked: str) -> bytes:
    """The `data:` lines of a stream message that swap what is `marked` into the element `target`."""
    text = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{for_script(marked)}</hx-partial>'
    lines = (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).encode()
    return b"data: " + lines.replace(b"\n", b"\ndata: ") + b"\n"


_log = logging.getLogger(__name__)

Made: TypeAlias = tuple[tuple[object, ...], tuple[Panel, ...]]
"""All that a template read, and what it made of that."""


def _known(of: tuple[object, ...], every: Iterable[Made]) -> tuple[Panel, ...] | None:
    for read, panels in every:
        if read == of:
            return panels
    return None


NOTHING = {name: Panel(name, "") for name in PANELS}


class Screens:
    """Makes panels, and keeps those of a table for as long as nothing happens there."""

    def __init__(self, pages: Pages, journals: Journals) -> None:
        self.pages = pages
        self._journals = journals
        self._moments: WeakKeyDictionary[Table, Moment] = WeakKeyDictionary()
        self._templates = cache(self._templates_of)

    def screen(self, table: Table, seat: Seat, base: str) -> dict[str, Panel]:
        """Every panel of `seat` now. Those who are not let in see only the door."""
        if not is_seated(table, seat):
            return self.door(table, seat)
        mine = self.of(table, seat, base)
        return dict(self._made(mine, base))

    def of(self, table: Table, seat: Seat, base: str = "") -> SeatMoment:
        """What `table` is for `seat` now."""
        moment = self._moments.get(table)
        if moment is None or not moment.lasts():
            moment = self._moments[table] = Moment(table, moment)
        return SeatMoment(moment, seat, base, self._journals.struck(table))

    def door(self, table: Table, seat: Seat) -> dict[str, Panel]:
        """What somebody sees who waits at the door."""
        state, begins = table.ledger.table, "" if has_begun(table) else table.game.begins
        shown = {"title": state.title, "seat": seat, "hue": state.chairs[seat.id].hue, "begins": begins}
        html = self.pages.render("table/door.html", shown)
        return {**NOTHING, "ask": Panel("ask", html)}

    def gone(self, refused: Refused) -> dict[str, Panel]:
        """What somebody sees whose seat was taken away."""
        return {**NOTHING, "ask": Panel("ask", self.pages.render("table/gone.html", {"refused": refused}))}

    def _made(self, mine: SeatMoment, base: str) -> Iterator[tuple[str, Panel]]:
        kept, before = mine.moment.kept, mine.moment.before
        whose = "guide" if mine.seat.guides else "everyone"
        own = f"{mine.seat.id} {mine.seat.role} {base} {mine.table.keys.invite}"
        for name in PANELS:
            key = (name, whose if name in SHARED else own)
            if key not in kept:
                for made in self._again(name, mine):
                    had = before.get((made.name, key[1]))
                    kept[made.name, key[1]] = had if had is not None and had.marked == made.marked else made
            yield name, kept[key]

    def _again(self, name: str, mine: SeatMoment) -> tuple[Panel, ...]:
        """What one template makes; as it was, if all that it reads is as it was at this moment or the last."""
        of, made = self._read(name, mine), mine.moment.made.setdefault(name, [])
        if of is None:
            return self._whole(name, mine)
        try:
            panels = _known(of, made) or _known(of, mine.moment.made_before.get(name, ())) or self._whole(name, mine)
        except Exception:  # noqa: BLE001 - what is compared may break as well
            return self._whole(name, mine)
        made.append((of, panels))
        return panels

    def _read(self, name: str, mine: SeatMoment) -> tuple[object, ...] | None:
        """All that the panel is made from; None if that cannot be compared, or is broken: then the panel says so."""
        templates = self._templates(name, mine.moment.game.name, mine.moment.begun)
        what = self.pages.reads(*templates)
        try:
            return None if what is None else (templates, *as_read(what, self._values(name, mine)))
        except Exception:  # noqa: BLE001 - the panel itself says what is wrong
            return None

    def _whole(self, name: str, mine: SeatMoment) -> tuple[Panel, ...]:
        """A panel, or the two that one template makes; where a game's part of it breaks, words that say so."""
        try:
            marked = self._render(name, mine)
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the panel %s of %s cannot be made", mine.table.id, name, mine.seat.id)
            marked = self._broken(name)
        first, _, bar = marked.partition(ASK_ENDS)
        return (Panel(name, first), Panel("bar", bar)) if name == "ask" else (Panel(name, first),)

    def _broken(self, name: str) -> str:
        return self.pages.render("table/broken.html", {})

    def _values(self, name: str, mine: SeatMoment) -> dict[str, Any]:
        return mine.moment.shared(mine.seat.guides) if name in SHARED else mine.values

    def _templates_of(self, name: str, game: str, begun: bool) -> tuple[str, ...]:
        """The template of a panel, and the game's that it includes, if there is one."""
        if name == "ask" and self.pages.has(f"{game}/now.html"):
            return (f"{game}/now.html",)
        if name == "beat" and not begun:
            return ("table/before.html",)
        room = f"{game}/{ROOMS[name]}" if name in ROOMS else ""
        return (f"table/{name}.html", *([room] if room and self.pages.has(room) else []))

    def _render(self, name: str, mine: SeatMoment) -> str:
        template, *room = self._templates(name, mine.moment.game.name, mine.moment.begun)
        return self.pages.render(template, {**self._values(name, mine), "room": "".join(room)})

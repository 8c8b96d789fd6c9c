"""The panels of a table's page: made once for all who see the same, and sent again only where they changed.

Most of a page is the same for everybody who plays or watches, and is made once; the guide's is made once more. What is
a seat's own (what it is asked, its sheet, its composer) is made for that seat. Within a panel the elements that a
template puts between `leaf` and `end` are its leaves, which may have leaves in turn: where nothing else changed, only
the leaves that did travel.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2s
from itertools import groupby
from weakref import WeakKeyDictionary

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import is_seated
from moot.web.journal import Journals
from moot.web.lobby import has_begun
from moot.web.moment import Moment, SeatMoment
from moot.web.pages import ASK_ENDS, LEAF, LEAF_ENDS, Pages

MOST_KEPT = 4096
"""Small panels kept, of all tables together."""

PANELS = ("head", "banners", "beat", "building", "board", "me", "everyone", "badge", "ask", "bar", "more", "composer")

SHARED = frozenset({"head", "banners", "building", "board", "everyone"})
"""Panels that all see alike, or only the guide sees otherwise."""

ROOMS = {"board": "board.html", "me": "me.html", "everyone": "everyone.html"}
"""Panels that a game furnishes, in its `web/` folder; `now.html` there replaces the general `ask`."""

_MARK = re.compile(f"[{LEAF}{LEAF_ENDS}]")
_ID = re.compile(r"""\s*<[a-z]+[^>]*?\sid="([^"]+)\"""")


class Piece:
    """A panel, or a leaf of one, in pieces: what stands around its own leaves, and these by id, each a piece again.

    The ids of leaves that stand side by side, with nothing else between them, are a branch.
    """

    def __init__(self, marked: str) -> None:
        self.marked = marked

    @cached_property
    def html(self) -> str:
        """The piece as a page has it."""
        return self.marked.replace(LEAF, "").replace(LEAF_ENDS, "")

    @cached_property
    def _split(self) -> tuple[list[str], list[str]]:
        """What stands around the leaves, and what stands in each of them."""
        around, inside, deep, begun = list[str](), list[str](), 0, 0
        for mark in _MARK.finditer(self.marked):
            deep += 1 if mark[0] == LEAF else -1
            if (deep, mark[0]) in ((1, LEAF), (0, LEAF_ENDS)):
                (inside if deep == 0 else around).append(self.marked[begun : mark.start()])
                begun = mark.end()
        return [*around, self.marked[begun:]], inside

    @cached_property
    def leaves(self) -> dict[str, Piece]:
        """The leaves by the ids of their elements."""
        return {found[1]: Piece(text) for text in self._split[1] if (found := _ID.match(text))}

    @cached_property
    def around(self) -> list[str]:
        """What stands around its branches."""
        first, *others = self._split[0]
        return [first, *(text for text in others if text.strip())]

    @cached_property
    def branches(self) -> list[list[str]]:
        """The ids of the leaves, branch by branch."""
        branches = [list[str]()]
        for id_, after in zip(self.leaves, self._split[0][1:], strict=True):
            branches[-1].append(id_)
            if after.strip():
                branches.append([])
        return branches


class Panel(Piece):
    """A panel as made, with its leaves `marked`."""

    def __init__(self, name: str, marked: str) -> None:
        super().__init__(marked)
        self.name = name
        self._since: tuple[Panel | None, bytes] | None = None

    @cached_property
    def digest(self) -> str:
        """What tells it from what the panel was before."""
        return blake2s(self.marked.encode(), digest_size=4).hexdigest()

    def since(self, had: Panel | None) -> bytes:
        """The stream's lines that make this panel of what a page `had` (None: of whatever is there).

        Who sees the same mostly had the same: the latest answer is kept.
        """
        if self._since is None or self._since[0] is not had:
            self._since = had, self._steps_from(had)
        return self._since[1]

    def _steps_from(self, had: Panel | None) -> bytes:
        steps = None if had is None else _steps(had, self)
        return frame(self.name, "innerMorph", self.html) if steps is None else b"".join(steps)


def _steps(had: Piece, made: Piece) -> list[bytes] | None:
    """What leaf by leaf makes one piece of the one before; None if what is around them differs, if leaves changed
    places, or have no neighbour."""
    if had.around != made.around:
        return None
    steps: list[bytes] = []
    kept = had.leaves.keys() & made.leaves.keys()
    if [kept & {*ids} for ids in had.branches] != [kept & {*ids} for ids in made.branches]:
        return None
    for before, now in zip(had.branches, made.branches, strict=True):
        stayed = [id_ for id_ in now if id_ in had.leaves]
        if stayed != [id_ for id_ in before if id_ in made.leaves] or (now and not stayed):
            return None
        steps += [frame(id_, "delete", "") for id_ in before if id_ not in made.leaves]
        steps += _grown(made.leaves, now, stayed)
        for id_ in stayed:
            steps += _leaf_steps(id_, had.leaves[id_], made.leaves[id_])
    return steps


def _leaf_steps(id_: str, had: Piece, made: Piece) -> list[bytes]:
    """The same for a leaf: leaf by leaf, if there are some in it and that is shorter, or else the whole of it."""
    if had.marked == made.marked:
        return []
    steps = _steps(had, made) if made.leaves else None
    whole = frame(id_, "outerMorph", made.html)
    return [whole] if steps is None or sum(map(len, steps)) >= len(whole) else steps


def _grown(leaves: dict[str, Piece], now: list[str], stayed: list[str]) -> Iterator[bytes]:
    """New leaves, after the one that stayed; those before all that stayed, before the first of these.

    A page looks for all that a message names before it does any of it: what is new cannot be named.
    """
    after = ""
    for new, run in groupby(now, key=lambda id_: id_ not in stayed):
        ids = [*run]
        if new:
            html = "".join(leaves[id_].html for id_ in ids)
            yield frame(after, "afterend", html) if after else frame(stayed[0], "beforebegin", html)
        after = ids[-1]


def frame(target: str, swap: str, html: str) -> bytes:
    """The `data:` lines of a stream message that swap `html` into the element `target`."""
    text = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{html}</hx-partial>'
    lines = text.replace("\r\n", "\n").replace("\r", "\n").encode()
    return b"data: " + lines.replace(b"\n", b"\ndata: ") + b"\n"


_log = logging.getLogger(__name__)

NOTHING = {name: Panel(name, "") for name in PANELS}


def _made_of(name: str, mine: SeatMoment, base: str) -> tuple[object, ...] | None:
    """All that a small panel is made of, if it is one."""
    moment, seat = mine.moment, mine.seat
    state = moment.state
    if name == "head":
        scene = state.scenes.get(state.scene)
        return state.title, scene, state.paused, moment.situation.waiting, moment.situation.headline
    if name == "building":
        return (moment.building,)
    if name == "beat":
        at_door = () if moment.begun else (seat, base, mine.table.keys.invite, state.house, moment.people(seat.guides))
        return mine.beat, moment.seats, *at_door
    if name == "more":
        modules = tuple(module.title for module in state.modules)
        return seat.role, modules, base, mine.table.keys.invite, state.house, state.epoch, state.commitment
    if name == "composer":
        return seat.role, mine.voices
    if name == "badge":
        return (len({form.about for form in mine.asked if form.urgency == "must"}),)
    if name == "banners" and not any(person.waits for person in moment.people(seat.guides)):
        return state.paused, state.undo
    return None


class Screens:
    """Makes panels, and keeps those of a table for as long as nothing happens there."""

    def __init__(self, pages: Pages, journals: Journals) -> None:
        self.pages = pages
        self._journals = journals
        self._moments: WeakKeyDictionary[Table, Moment] = WeakKeyDictionary()
        self._plain: OrderedDict[tuple[object, ...], Panel] = OrderedDict()

    def screen(self, table: Table, seat: Seat, base: str) -> dict[str, Panel]:
        """Every panel of `seat` now. Who is not let in sees the door and nothing behind it."""
        if not is_seated(table, seat):
            return self.door(table, seat)
        mine = self.of(table, seat, base)
        return dict(self._made(mine, base))

    def of(self, table: Table, seat: Seat, base: str = "") -> SeatMoment:
        """What `table` is for `seat` now."""
        moment = self._moments.get(table)
        if moment is None or not moment.lasts():
            moment = self._moments[table] = Moment(table, moment.kept if moment else {})
        return SeatMoment(moment, seat, base, self._journals.struck(table))

    def door(self, table: Table, seat: Seat) -> dict[str, Panel]:
        """What somebody sees who waits."""
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
                for part, made in self._again(name, mine, base):
                    had = before.get((part, key[1]))
                    kept[part, key[1]] = had if had is not None and had.marked == made.marked else made
            yield name, kept[key]

    def _again(self, name: str, mine: SeatMoment, base: str) -> Iterable[tuple[str, Panel]]:
        """A panel that is made of little is found again by that, at other moments and for other seats."""
        try:
            of = _made_of(name, mine, base)
        except Exception:  # noqa: BLE001 - the panel itself says what is wrong
            of = None
        if of is None:
            return self._whole(name, mine)
        key = (name, mine.table.id, *of)
        if key not in self._plain:
            [(_, self._plain[key])] = self._whole(name, mine)
            if len(self._plain) > MOST_KEPT:
                self._plain.popitem(last=False)
        self._plain.move_to_end(key)
        return [(name, self._plain[key])]

    def _whole(self, name: str, mine: SeatMoment) -> Iterator[tuple[str, Panel]]:
        """A panel, or the two that one template makes; where a game's part of it breaks, words that say so."""
        try:
            marked = self._render(name, mine)
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the panel %s of %s cannot be made", mine.table.id, name, mine.seat.id)
            marked = self._broken(name)
        first, _, bar = marked.partition(ASK_ENDS)
        yield name, Panel(name, first)
        if name == "ask":
            yield "bar", Panel("bar", bar)

    def _broken(self, name: str) -> str:
        return self.pages.render("table/broken.html", {})

    def _render(self, name: str, mine: SeatMoment) -> str:
        game = mine.moment.game.name
        values = mine.moment.shared(mine.seat.guides) if name in SHARED else mine.values
        if name == "ask" and self.pages.has(f"{game}/now.html"):
            return self.pages.render(f"{game}/now.html", values)
        room = f"{game}/{ROOMS[name]}" if name in ROOMS else ""
        found = room if room and self.pages.has(room) else ""
        return self.pages.render(f"table/{name}.html", {**values, "room": found})

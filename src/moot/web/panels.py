"""The panels of a table's page: inputs in, HTML out, each made once for whoever sees the same.

A panel is a template. It is made anew only when an input that it mentions is different; its bytes are kept by those
inputs, so that seats which see the same share them, and a stream sends a panel only when its digest has changed.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from hashlib import blake2s
from typing import NamedTuple

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import is_seated
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panel_inputs import PanelInputs

PANELS = ("head", "banners", "beat", "board", "me", "everyone", "badge", "ask", "more", "composer")
"""In the order of making: a game's own panels claim offers before the general ones show the rest. The badge counts
what is asked before `ask`, which may be a game's own and claim too, shows it."""

ROOMS = {"board": "board.html", "me": "me.html", "everyone": "everyone.html"}
"""Panels that a game furnishes, in its `web/` folder; `now.html` there replaces the general `ask`."""

MOST_KEPT = 4096
"""Panels kept, of all tables together: some 30 MB."""


class Panel(NamedTuple):
    """A panel as made: its HTML, a digest of it, the stream's lines that put it in place, and the offers it shows."""

    html: str
    digest: str
    frame: bytes
    claims: frozenset[str]


def frame(target: str, swap: str, html: str) -> bytes:
    """The `data:` lines of a stream message that swap `html` into the element `target`."""
    text = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{html}</hx-partial>'
    return b"".join(b"data: " + line.encode() + b"\n" for line in text.splitlines())


def panel(name: str, html: str, claims: frozenset[str] = frozenset()) -> Panel:
    """The panel `name` with this content."""
    digest = blake2s(html.encode(), digest_size=4).hexdigest()
    return Panel(html, digest, frame(name, "innerMorph", html), claims)


_log = logging.getLogger(__name__)

NOTHING = {name: panel(name, "") for name in PANELS}


class Screens:
    """Makes panels and keeps them."""

    def __init__(self, pages: Pages, journals: Journals) -> None:
        self._pages = pages
        self._journals = journals
        self._kept: OrderedDict[tuple[str, bytes], Panel] = OrderedDict()

    def screen(self, table: Table, seat: Seat, base: str) -> dict[str, Panel]:
        """Every panel of `seat` now. Who is not let in sees the door and nothing behind it."""
        if not is_seated(table, seat):
            return self.door(table, seat)
        try:
            inputs = PanelInputs(table, seat, base, self._journals.struck(table))
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: what %s sees cannot be shown", table.id, seat.id)
            return {**NOTHING, "ask": self._broken("ask")}
        return {name: self._whole(name, inputs) for name in PANELS}

    def door(self, table: Table, seat: Seat) -> dict[str, Panel]:
        """What somebody sees who waits."""
        html = self._pages.render("table/door.html", {"title": table.ledger.table.title, "seat": seat})
        return {**NOTHING, "ask": panel("ask", html)}

    def gone(self, refused: Refused) -> dict[str, Panel]:
        """What somebody sees whose seat was taken away."""
        return {**NOTHING, "ask": panel("ask", self._pages.render("table/gone.html", {"refused": refused}))}

    def _whole(self, name: str, inputs: PanelInputs) -> Panel:
        """A panel; where a game's part of it breaks, words that say so, so that the others stand."""
        try:
            return self._panel(name, inputs)
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the panel %s of %s cannot be made", inputs.table.id, name, inputs.seat.id)
            return self._broken(name)

    def _broken(self, name: str) -> Panel:
        return panel(name, self._pages.render("table/broken.html", {}))

    def _panel(self, name: str, inputs: PanelInputs) -> Panel:
        files = self._files(name, inputs.sight.game)
        made_from = b"\0".join(inputs.key(mention) for mention in self._mentions(files, inputs))
        kept, key = self._kept, (f"{inputs.table.id}:{name}", made_from)
        if key not in kept:
            inputs.shown = set()
            html = self._pages.render(files[0], {**inputs.values(), "room": files[1] if len(files) > 1 else ""})
            kept[key] = panel(name, html, frozenset(inputs.shown))
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)
        kept.move_to_end(key)
        inputs.claimed |= kept[key].claims
        return kept[key]

    def _files(self, name: str, game: str) -> list[str]:
        """The templates of a panel: the general one, and the game's own within it or (`now.html`) instead of it."""
        if name == "ask" and self._pages.has(f"{game}/now.html"):
            return [f"{game}/now.html"]
        room = f"{game}/{ROOMS[name]}" if name in ROOMS else ""
        return [f"table/{name}.html", *([room] if room and self._pages.has(room) else [])]

    def _mentions(self, files: list[str], inputs: PanelInputs) -> list[str]:
        found: set[str] = set()
        for file in files:
            used = self._pages.uses(file)
            if used is None:
                return sorted(inputs.names)
            found |= used
        return sorted(found & inputs.names)

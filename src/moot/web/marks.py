"""Marks that templates leave in what they make, and what stands for each in a page and in what its script is sent."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

LEAF, LEAF_ENDS, ASK_ENDS = "\x02", "\x03", "\x04"
"""Marks in what a panel's template makes: around each of its leaves (see `moot.web.panels`), and between what is asked
and the bar under it. No text of people can have them, and they are no space, which templates strip."""
DOOR_BEGINS, DOOR_CLASS, DOOR_WAY, DOOR_LABEL, DOOR_ENDS, STAMP, SIGNATURE = "\x05\x06\x07\x08\x0e\x0f\x10"
"""Marks where a page as it is loaded differs from what its script fetches and is sent: at the parts of a door, at the
id of a command, and where a form says whose page it is on."""
MARKS = {
    "leaf": LEAF, "end": LEAF_ENDS, "ask_ends": ASK_ENDS,
    "door_begins": DOOR_BEGINS, "door_class": DOOR_CLASS, "door_way": DOOR_WAY, "door_label": DOOR_LABEL,
    "door_ends": DOOR_ENDS, "stamp": STAMP, "signature": SIGNATURE,
}
"""What templates call them: `{{ leaf }}`."""
NO_LEAVES = {LEAF: "", LEAF_ENDS: ""}
SENT = NO_LEAVES | {
    DOOR_BEGINS: "<details", DOOR_CLASS: "", DOOR_WAY: "data-door", DOOR_LABEL: "<summary>",
    DOOR_ENDS: '</summary><div class="door" hx-morph-skip></div></details>', STAMP: "", SIGNATURE: "",
}
"""What stands for each mark in what script fetches and is sent: what is behind a door is fetched into it, and script
says by itself whose page it is, with an id for each command."""
LOADED = NO_LEAVES | {DOOR_BEGINS: "<a", DOOR_CLASS: " door", DOOR_WAY: "href", DOOR_LABEL: "", DOOR_ENDS: "</a>"}
"""The same on a page as it is loaded: a door is a link, which is shorter, and works without script. Script makes doors
of them again (`links.js`)."""


def for_script(marked: str) -> str:
    """What templates made, as script fetches it and is sent it."""
    return _filled(marked, SENT)


def for_page(marked: str, signer: str = "") -> str:
    """The same as a page that is loaded; `signer` is the seat whose page it is, whose forms work without script."""
    signature = f'<input type="hidden" name="moot.seat" value="{signer}">' if signer else ""
    first, *rest = _filled(marked, LOADED | {SIGNATURE: signature}).split(STAMP)
    return first + "".join([(secrets.token_urlsafe(12) if signer else "") + text for text in rest])


def _filled(marked: str, texts: Mapping[str, str]) -> str:
    for mark, text in texts.items():
        marked = marked.replace(mark, text)
    return marked

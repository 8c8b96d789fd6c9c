"""What the GM can ask about packs of their own."""

from __future__ import annotations

from moot.core import Command


class LoadPack(Command, tag="load-pack"):
    """Lay a pack on the shelf; one of the same id goes away for it."""

    text: str


class DropPack(Command, tag="drop-pack"):
    """Take a pack off the shelf."""

    pack: str

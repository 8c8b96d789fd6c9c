"""The version of a page: how much of the journal it has, and which panels. It travels as the id of a stream event."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from moot.web.panels import PANELS, Panel

LONGEST_NUMBER = 18
"""Digits in the number of something heard."""


class Seen(msgspec.Struct, frozen=True):
    """`heard` is the seat's own number of the last journal entry shown; `digests` are those of the panels, in order."""

    heard: int = 0
    digests: tuple[str, ...] = ()

    @staticmethod
    def of(heard: int, panels: Mapping[str, Panel]) -> Seen:
        """What a page has that shows these."""
        return Seen(heard, tuple([panel.digest for panel in panels.values()]))

    def id(self, boot: str) -> str:
        """As the id of a stream event: `<boot>.<heard>.<digests>`."""
        return f"{boot}.{self.heard}.{''.join(self.digests)}"

    @staticmethod
    def read(id_: str, boot: str, panels: int = len(PANELS)) -> Seen | None:
        """What the page of so many panels has that was last sent event `id_`; None if that was not by this run of the
        server."""
        told, _, rest = id_.partition(".")
        heard, _, digests = rest.partition(".")
        number = counted(heard)
        if told != boot or number is None or len(digests) != 8 * panels:
            return None
        return Seen(number, tuple(digests[at : at + 8] for at in range(0, len(digests), 8)))


def counted(text: str) -> int | None:
    """The number of something heard, as a returning reader gives it; None if it is not a number."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None

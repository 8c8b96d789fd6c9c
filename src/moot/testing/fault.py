"""How the conformance suite says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from moot.core import Offer, Seat


class Fault(AssertionError):  # noqa: N818 - reads as the fact it states
    """A game breaks its contract. The message says where it showed (seed, step, seat, offer) and what is wrong."""


@dataclass(frozen=True)
class Spot:
    """Where the suite is: the same seed and step lead there again."""

    game: str
    seed: int | None = None
    step: int | None = None
    seat: Seat | None = None
    offer: Offer | None = None

    def of(self, seat: Seat | None, offer: Offer | None = None) -> Spot:
        """This step, for `seat` and what it is offered."""
        return replace(self, seat=seat, offer=offer)

    def __str__(self) -> str:
        parts = [self.game]
        if self.seed is not None:
            parts.append(f"seed {self.seed}")
        if self.step is not None:
            parts.append(f"step {self.step}")
        if self.seat is not None:
            parts.append(f"seat {self.seat.id} ({self.seat.name}, {self.seat.role})")
        if self.offer is not None:
            parts.append(f"offer {self.offer.key} “{self.offer.label}”")
        return ", ".join(parts)

    def fault(self, what: str) -> Fault:
        """The fault `what`, at this place."""
        return Fault(f"{self}: {what}")

    @contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Whatever is raised inside is a fault of the game: `what` must not fail here."""
        try:
            yield
        except Fault:
            raise
        except Exception as error:
            raise self.fault(f"{what} raised {type(error).__name__}: {error}") from error

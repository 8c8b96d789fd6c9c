"""Joint Tests: several put a share in, and one of them rolls for all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol, TypeVar

import msgspec


class Share(Protocol):
    """What somebody puts into a joint Test."""

    @property
    def purpose(self) -> str:
        """What the Test is for."""


T = TypeVar("T", bound=Share)


class Joint(msgspec.Struct, frozen=True):
    """A joint Test for one `purpose`: who is `engaged` in it, and the shares that lie ready, by whose they are."""

    purpose: str
    engaged: tuple[str, ...]
    shares: Mapping[str, Share]

    def shared(self, who: str) -> bool:
        """Whether somebody has put a share into it."""
        return who in self.shares and self.shares[who].purpose == self.purpose

    @property
    def waiting(self) -> tuple[str, ...]:
        """Those engaged who have put nothing in yet."""
        return tuple(who for who in self.engaged if not self.shared(who))

    def partners(self, roller: str) -> tuple[str, ...]:
        """The others who have put something in, for the one that rolls."""
        return tuple(who for who in self.engaged if who != roller and self.shared(who))

    def may_join(self, who: str) -> bool:
        """Whether somebody can put a share in: they are waited for, and another could still roll."""
        return who in self.waiting and len(self.waiting) > 1

    def may_roll(self, who: str) -> bool:
        """Whether nobody else is waited for: then anyone engaged rolls for all."""
        return not set(self.waiting) - {who}


def unused(shares: Mapping[str, T], purpose: str, who: Collection[str]) -> dict[str, T]:
    """The shares that are left once `who` have made a joint Test for that purpose."""
    return {one: share for one, share in shares.items() if one not in who or share.purpose != purpose}

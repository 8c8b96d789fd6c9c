"""Who sits at a table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.core.errors import Refused

Role: TypeAlias = Literal["guide", "player", "watcher"]
"""guide: runs the game, under whatever name the game gives them; player; watcher: sees and speaks, never plays."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One person's place at a table. `id` is stable and short (`s4f2a1c`); `name` is what friends call them."""

    id: str
    name: str
    role: Role = "player"

    @property
    def guides(self) -> bool:
        """Whether this seat runs the game."""
        return self.role == "guide"

    @property
    def plays(self) -> bool:
        """Whether this seat is a player's."""
        return self.role == "player"


class Giver(msgspec.Struct, frozen=True, gc=False):
    """Who may give a command, and why others may not: a refusal's code, message and rule."""

    roles: frozenset[Role] = frozenset({"guide", "player", "watcher"})
    code: str = ""
    message: str = ""
    rule: str | None = None

    def check(self, seat: Seat) -> None:
        """Raise Refused unless `seat` may."""
        if seat.role not in self.roles:
            raise Refused(self.code, self.message, self.rule)


ANYBODY = Giver()
"""Players, the one who runs the game, and those who watch."""

PLAYING = Giver(frozenset({"guide", "player"}), "only-watching", "Those who only watch cannot do that.")
"""Players, and the one who runs the game: those who watch by now play nobody, whoever they played before."""


class Roles:
    """Says what only some roles may do, and refuses the others in a game's own words.

    `guide` is its word for the one who runs it. What they do is the rest of the sentence that begins “Only the GM …”.
    """

    def __init__(self, guide: str) -> None:
        self.guide = guide

    def only_guide(self, does: str, rule: str | None = None) -> Giver:
        """The one who runs the game: “Only the GM `does`.”"""
        return Giver(frozenset({"guide"}), "guide-only", f"Only the {self.guide} {does}.", rule)

    def only_players(self, does: str, rule: str | None = None) -> Giver:
        """A player: “Only a player `does`.”"""
        return Giver(frozenset({"player"}), "players-only", f"Only a player {does}.", rule)

    def no_watchers(self, do: str, rule: str | None = None) -> Giver:
        """Those who play or run the game: “Those who only watch cannot `do`.”"""
        return Giver(frozenset({"guide", "player"}), "only-watching", f"Those who only watch cannot {do}.", rule)

    def needs_guide(self, seat: Seat, does: str, rule: str | None = None) -> None:
        """Raise Refused (`guide-only`) unless `seat` runs the game: “Only the GM `does`.”"""
        if not seat.guides:
            self.only_guide(does, rule).check(seat)

    def needs_player(self, seat: Seat, does: str, rule: str | None = None) -> None:
        """Raise Refused (`players-only`) unless `seat` is a player's: “Only a player `does`.”"""
        if not seat.plays:
            self.only_players(does, rule).check(seat)

    def needs_part(self, seat: Seat, do: str, rule: str | None = None) -> None:
        """Raise Refused (`only-watching`) for those who watch: “Those who only watch cannot `do`.”"""
        if seat.role == "watcher":
            self.no_watchers(do, rule).check(seat)

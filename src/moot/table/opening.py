"""The opening of a table, and its sealed dice."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Line, Module, Offered, Part, Play, Seat
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, House, TableState

SEED = 32
"""Bytes in a seed of the sealed dice."""


def seed_name(commitment: str) -> str:
    """The name under which a seed of the sealed dice is kept: made from its seal, so each seed has its own."""
    return f"seed:{commitment}"


class Opened(TableEvent, tag="table.opened"):
    """The table was opened: game, options and house rules, so that its log always replays under its own rules.

    `opens_dice`: whenever an evening closes, the dice that fell in it are opened, and its scenes close. In older logs
    only the guide does either.
    """

    game: str
    title: str
    settings: dict[str, str]
    modules: tuple[Module, ...] = ()
    house: House
    engine: str
    opens_dice: bool = False

    def evolve(self, state: TableState) -> TableState:
        return TableState(
            game=self.game,
            title=self.title,
            settings=self.settings,
            modules=self.modules,
            house=self.house,
            opens_dice=self.opens_dice,
        )

    def line(self, state: TableState) -> Line:
        return system(f"The table “{self.title}” is open.")


class DiceSealed(TableEvent, tag="table.dice-sealed"):
    """A new secret seed is in use; its SHA-256 is made known before its first roll."""

    epoch: int
    commitment: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, epoch=self.epoch, commitment=self.commitment)

    def line(self, state: TableState) -> Line:
        seal = f"seal {self.epoch}, {self.commitment[:12]}…"
        return system(f"The dice are sealed ({seal}). Anyone can check them later.")


class DiceRevealed(TableEvent, tag="table.dice-revealed"):
    """The seed of an epoch (hexadecimal) is open: every roll made with it can be checked."""

    epoch: int
    seed: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, seeds={**state.seeds, str(self.epoch): self.seed})

    def line(self, state: TableState) -> Line:
        return system(f"Seal {self.epoch} is open: every roll made under it can now be checked.")


class RevealDice(TableCommand, tag="reveal-dice"):
    """Open the seed of the sealed dice, so that anyone can check every roll, and seal a new one."""

    giver = AT_TABLE.only_guide("opens the dice")

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        why = "Shows the secret seed of all rolls so far, for anyone to check, and seals a new one."
        yield cls.offer(state.epoch, "Open the dice", why)

    def enact(self, play: Play[TableState], of: int) -> None:
        """The seed is the table's secret: `decide` writes it, and the new seal, into what happens."""
        play.record(DiceRevealed(epoch=of, seed=""))


OPENING = Part(Opened)
DICE = Part(RevealDice, DiceSealed, DiceRevealed)

"""`moot play GAME`: everyone around one terminal."""

from __future__ import annotations

import asyncio
import secrets
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from moot import games
from moot.cli.exits import Exit, Stop
from moot.cli.writing import keep_what_is_there

if TYPE_CHECKING:
    from moot.cli.terminal import Terminal

MOST = 8
"""People around one terminal."""


def play(
    game: str,
    /,
    *names: str,
    seed: int | None = None,
    auto: Annotated[int, Parameter(validator=validators.Number(gte=0))] = 0,
    log: Path | None = None,
    force: bool = False,
) -> int:
    """Play in this terminal, which people pass round: the same moves, rules and dice as on the pages.

    Parameters
    ----------
    game
        The name of a game, as `moot games` has it.
    names
        Who plays; the first runs the game. You are asked if you say nothing.
    seed
        Repeatable luck: the same seed and the same moves make the same game.
    auto
        Let everyone take so many legal steps at random, then end.
    log
        Save the whole log to this file, however it ends.
    force
        Write over that file if it is there already.
    """
    from moot.cli import screen
    from moot.cli.terminal import Tty

    guide = games.find(game).guide
    keep_what_is_there(log, force)
    terminal = Tty(screen.console())
    with suppress(EOFError):
        who = list(names) or (["Ada", "Bo", "Cy"] if auto else _asked_names(terminal, guide))
        if not 1 <= len(who) <= MOST:
            raise Stop(Exit.USAGE, f"One terminal is for 1 to {MOST} people.")
        asyncio.run(_played(game, who, seed, auto, log, terminal))
    return Exit.FINE


def _asked_names(terminal: Terminal, guide: str) -> list[str]:
    names = [terminal.ask(f"Who runs the game ({guide})? ").strip() or guide]
    while len(names) < MOST and (name := terminal.ask("Who else plays (nothing to begin)? ").strip()):
        names.append(name)
    return names


async def _played(
    game: str, names: list[str], seed: int | None, auto: int, log: Path | None, terminal: Terminal
) -> None:
    from moot.cli.hotseat import sit_down
    from moot.core import Seeded

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # asyncio's own handler leaves a prompt waiting for its line
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    room = await sit_down(game, names, seed, terminal)
    if log is not None:
        room.write(log)  # a wrong path must not lose an evening
    try:
        chance = Seeded(secrets.randbits(64) if seed is None else seed)
        for _ in range(auto):
            if not await room.step(chance):
                terminal.hint("Nobody can do anything more.")
                break
        if not auto:
            await room.play()
    finally:
        if log is not None:
            room.save(log)

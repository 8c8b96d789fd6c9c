"""A table on a terminal: journal lines, dice, offers. Colour where there is some; words and signs say everything."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.text import Text

from moot.cli.text import shown
from moot.core import Line, Offer, Situation, Throw

MARK = {
    "chapter": "##",
    "scene": "#",
    "roll": "⚄",
    "move": "→",
    "result": "=",
    "sheet": "+",
    "system": "·",
    "safety": "!",
    "story": " ",
    "speech": " ",
    "aside": " ",
}
"""What a line of each kind begins with."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # the one who runs the command knows what to do; rich would make it a failure


def console() -> Console:
    """Where to write: colours on a terminal, plain text in a file or a pipe. Raises BrokenPipeError."""
    return _Console(highlight=False, emoji=False, soft_wrap=True)


def line(told: Line, *, struck: bool = False) -> Text:
    """A journal line."""
    text = Text(f"{MARK.get(told.kind, ' '):<2} ", style="strike dim" if struck else "")
    if told.who:
        text.append(shown(told.who), style="bold")
        text.append(": " if told.quote and not told.text else " ")
    text.append(shown(told.text))
    if told.quote:
        quote = shown(told.quote)
        text.append(f" “{quote}”" if told.text else f"“{quote}”", style="italic")
    for throw in told.throws:
        text.append("  ")
        text.append_text(dice(throw))
    if struck:
        text.append("  (taken back)")
    return text


def dice(throw: Throw) -> Text:
    """Dice as they lie: `d12[10] d6[4]`, and how they are read aloud."""
    text = Text()
    for die in throw.dice:
        face = "·" if die.face is None else str(die.face)
        text.append(" " if text else "")
        text.append(f"d{die.sides}[{face}]", style="bold" if die.high else "")
    if throw.reading:
        text.append(f" = {throw.reading}" if text else throw.reading)
    return text


def situation(now: Situation) -> Text:
    """Where the game stands and whom it waits for."""
    text = Text(shown(now.headline), style="bold")
    if now.detail:
        text.append(f"\n{shown(now.detail)}", style="not bold")
    for wait in now.waiting:
        text.append(f"\n   waiting for {shown(wait.who)}: {shown(wait.what)}", style="not bold")
    return text


def offer(number: int, what: Offer) -> Text:
    """One line of a menu."""
    text = Text(f"{number:>3}  ")
    text.append(shown(what.label), style="bold" if what.urgency == "must" else "")
    if what.why:
        text.append(f"  {shown(what.why)}", style="dim")
    return text


def laid_out(view: object) -> Text:
    """All that somebody may see of the game, laid out for reading."""
    return Text(shown(msgspec.json.format(msgspec.json.encode(view), indent=2).decode()))

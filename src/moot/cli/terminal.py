"""The person at the terminal: what they are shown and what they say."""

from __future__ import annotations

import sys
from typing import Protocol

from rich.console import Console
from rich.text import Text

from moot.core import Refused


class Terminal(Protocol):
    """Somewhere to show things and ask. `ask` raises EOFError when nobody is there any more."""

    def show(self, what: Text | str = "") -> None:
        """Show a line."""
        ...

    def item(self, number: int, label: str, more: str = "") -> None:
        """Show a line of a menu."""
        ...

    def hint(self, words: str) -> None:
        """Show something helpful, quietly."""
        ...

    def refuse(self, refusal: Refused) -> None:
        """Say why something cannot be done."""
        ...

    def ask(self, question: str) -> str:
        """What the person says to a question."""
        ...


class Tty:
    """The terminal that Moot was started in."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def show(self, what: Text | str = "") -> None:
        self._console.print(what if isinstance(what, Text) else Text(what))

    def item(self, number: int, label: str, more: str = "") -> None:
        self.show(Text.assemble((f"{number:>3}  ", "dim"), label, (f"  {more}" if more else "", "dim")))

    def hint(self, words: str) -> None:
        self.show(Text(words, style="dim"))

    def refuse(self, refusal: Refused) -> None:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        self.show(Text(f"! {refusal.message}{rule}", style="red"))
        if refusal.allowed:
            self.hint(f"  There is: {', '.join(refusal.allowed)}")

    def ask(self, question: str) -> str:
        self._console.print(Text(question, style="bold"), end="")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

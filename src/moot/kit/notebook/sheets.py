"""Characters as files: taken along from one table, and brought to another of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from moot.core import Document, Format, Write
from moot.core.files import LONGEST_FILE
from moot.kit.notebook.names import slug


@dataclass(frozen=True)
class CharacterFiles:
    """How a game writes its characters into files, and reads them.

    `id` names the form among the texts that the game reads; `read` gives what stands in a text, with a `name`, or
    raises Refused.
    """

    id: str
    read: Callable[[str], Any]

    @property
    def formats(self) -> dict[str, Format]:
        """The texts that are read here."""
        title, endings = "a character to take along", (".character.toml",)
        return {self.id: Format(title, endings, lambda text: (self.read(text).name,))}

    def blank(self, like: str) -> Write:
        """The blank for a file; `like` is an example, as the file of a character is written."""
        label = "The character"
        return Write(name="text", label=label, most=LONGEST_FILE, lines=8, format=self.id, suggestions=(like,))

    @staticmethod
    def taken_along(people: Iterable[Any], text_of: Callable[[Any], str]) -> tuple[Document, ...]:
        """The file of each of these people, written by `text_of` when somebody takes it along."""
        return tuple(
            Document(
                name=f"{slug(who.name) or 'somebody'}-{who.id}.character.toml", title=f"{who.name}, to take along",
                write=partial(text_of, who), media_type="application/toml", about=who.id,
            )
            for who in people
        )

"""What comes in, before it is decided: the command in it is read, and its length and its words are checked."""

from __future__ import annotations

from typing import Any

import msgspec

from moot.core import Command, Refused
from moot.table.ledger import Ledger
from moot.table.ports import LONGEST_ID, Asked
from moot.table.text_checks import check_words, unreadable

LONGEST_COMMAND = 64 * 1024
"""Bytes in the JSON of what is asked, unless the command brings a file."""

_BACKSLASH, _DEL = ord("\\"), 0x7F

_spell = msgspec.json.Encoder().encode


def read(ledger: Ledger, asked: Asked) -> Command[Any]:
    """The command in `asked`. Raises Refused for what has not its shape, is too long, or cannot be shown."""
    if not 1 <= len(asked.id) <= LONGEST_ID or len(asked.nonce) > LONGEST_ID:
        message = f"Each command needs an id of its own, {LONGEST_ID} letters at most."
        raise Refused("no-command-id", message, field="id")
    command = ledger.command(asked.command)
    try:
        spelt = _spell(asked)
    except UnicodeEncodeError as error:
        raise unreadable() from error
    if len(spelt) > LONGEST_COMMAND and not command.brings_file:
        raise Refused("too-long", f"This command takes {LONGEST_COMMAND // 1024} KiB at most.")
    # One look at all of it is enough for most: of ASCII, JSON writes every control character but DEL with a backslash.
    if not spelt.isascii() or _BACKSLASH in spelt or _DEL in spelt:
        for field, words in (("id", asked.id), ("nonce", asked.nonce), *asked.command.items()):
            check_words(words, field)
    return command

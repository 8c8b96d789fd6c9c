"""How an entry is kept: JSON bytes and a check sum, the same in every store."""

from __future__ import annotations

from zlib import crc32

import msgspec

from moot.core.errors import Corrupt
from moot.table.ports import Entry

pack = msgspec.json.Encoder().encode
"""An entry as JSON bytes."""

_decode = msgspec.json.Decoder(Entry).decode


def unpack(table: str, seq: int, crc: object, body: object) -> Entry:
    """The entry that `pack` made, held against its check sum and its number.

    The link would show a changed byte too, but only to a reader who holds the link before it. Raises Corrupt with `seq`
    for anything else than the bytes that were written.
    """
    if isinstance(body, bytes) and crc32(body) == crc:
        try:
            entry = _decode(body)
        except msgspec.MsgspecError as error:
            raise Corrupt(f"entry {seq} of table {table} cannot be read: {error}", seq) from error
        if entry.seq == seq:
            return entry
    raise Corrupt(f"entry {seq} of table {table} is damaged", seq)

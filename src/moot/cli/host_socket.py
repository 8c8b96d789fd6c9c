"""The socket in the data folder by which the host's verbs reach the Moot that serves: one errand a connection.

Only those who may open the folder can connect. One JSON document goes each way, until its end.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from moot import __version__
from moot.cli.exits import Exit, Stop, ending

if TYPE_CHECKING:
    from moot.cli.errands import DataFolder, Errand

NAME = "moot.sock"
PATIENCE = 120.0
"""Seconds for an answer: a long log takes a while to be brought in."""
LAST = 5.0
"""Seconds for errands under way, once it is time to stop."""
LONGEST = 256 << 20
"""Bytes in an errand: several times a log that takes long to be brought in."""
LONGEST_PATH = 100
"""Bytes in the path of a socket that every system takes."""


class SentErrand(msgspec.Struct, frozen=True):
    """An errand, and the version of the Moot that sends it: only its own version reads the errand."""

    moot: str
    errand: msgspec.Raw


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of it: an answer, or the exit code and the line that the verb ends with; or only another version."""

    moot: str
    answer: msgspec.Raw = msgspec.Raw()
    code: int = 0
    line: str = ""


NONSENSE = Reply(__version__, code=Exit.USAGE, line="This is no errand for Moot.")


def _too_long() -> Reply:
    much = f"This is too much for the Moot that serves: it takes {LONGEST >> 20} MiB at once. Stop it, and try again."
    return Reply(__version__, code=Exit.REFUSED, line=much)


# ---------------------------------------------------------------- asking


def ask(folder: Path, errand: Errand[Any]) -> bytes | None:
    """What the Moot that serves `folder` answers, as JSON; None if none serves. Raises Stop."""
    raw = _sent(folder, msgspec.json.encode(SentErrand(__version__, msgspec.Raw(msgspec.json.encode(errand)))))
    if raw is None:
        return None
    try:
        reply = msgspec.json.decode(raw, type=Reply)
    except msgspec.MsgspecError as error:
        raise Stop(Exit.MACHINE, f"The Moot that serves {folder} stopped before it answered.") from error
    if reply.moot != __version__:
        message = f"The Moot that serves {folder} is version {reply.moot}, this one is {__version__}: use the same one."
        raise Stop(Exit.IN_USE, message)
    if reply.code:
        raise Stop(Exit(reply.code), reply.line)
    return bytes(reply.answer)


def _sent(folder: Path, request: bytes) -> bytes | None:
    if not (folder / NAME).exists():
        return None
    if len(request) > LONGEST:
        return msgspec.json.encode(_too_long())
    with socket.socket(socket.AF_UNIX) as line, reachable(folder) as path:
        try:
            line.settimeout(PATIENCE)
            line.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):  # left behind by a Moot that was killed
            return None
        try:
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
            with line.makefile("rb") as answer:
                return answer.read()
        except TimeoutError as error:
            raise Stop(Exit.MACHINE, f"The Moot that serves {folder} does not answer.") from error
        except ConnectionError:
            return b""


@contextmanager
def reachable(folder: Path) -> Iterator[str]:
    """A path of the socket in `folder` that is short enough for the system, for as long as it is needed."""
    path = str((folder / NAME).absolute())
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{held}/{NAME}"
    finally:
        os.close(held)


# ---------------------------------------------------------------- answering


@asynccontextmanager
async def answering(data: DataFolder) -> AsyncIterator[None]:
    """Do errands for those who come by the socket, until the context is left. The data folder must be held by this
    process."""
    busy: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (task := asyncio.current_task()) is not None:
            busy.add(task)
            task.add_done_callback(busy.discard)
        try:
            writer.write(await _reply(data, await _read(reader)))
            await writer.drain()
        except ConnectionError:
            pass  # the one who asked has gone
        finally:
            writer.close()

    try:
        with reachable(data.folder) as path:
            server = await asyncio.start_unix_server(answer, sock=_bound(path))
    except OSError as error:  # a disk without sockets: people can still come
        reason = error.strerror or error
        sys.stderr.write(f"moot: other verbs have to wait until this one stops, as there can be no {NAME}: {reason}\n")
        yield
        return
    try:
        yield
    finally:
        server.close()
        (data.folder / NAME).unlink(missing_ok=True)
        for task in (await asyncio.wait(busy, timeout=LAST))[1] if busy else ():
            task.cancel()


def _bound(path: str) -> socket.socket:
    """A listening socket that only this user can open. What an earlier process left there is cleared away."""
    if Path(path).is_socket():
        Path(path).unlink()
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        listener.bind(path)
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(before)
    listener.listen()
    return listener


async def _read(reader: asyncio.StreamReader) -> bytes:
    """All that is sent, or a little more than an errand may have of it."""
    raw = bytearray()
    while len(raw) <= LONGEST and (piece := await reader.read(1 << 16)):
        raw += piece
    return bytes(raw)


async def _reply(data: DataFolder, raw: bytes) -> bytes:
    from moot.cli.errands import AnyErrand

    if len(raw) > LONGEST:
        return msgspec.json.encode(_too_long())
    try:
        request = msgspec.json.decode(raw, type=SentErrand)
    except msgspec.MsgspecError:
        return msgspec.json.encode(NONSENSE)
    if request.moot != __version__:
        return msgspec.json.encode(Reply(__version__))
    try:
        errand: Errand[Any] = msgspec.json.decode(request.errand, type=AnyErrand)
    except msgspec.MsgspecError:
        return msgspec.json.encode(NONSENSE)
    try:
        answer = msgspec.json.encode(await errand.run(data))
    except Exception as error:  # noqa: BLE001 - the tables go on, and who asked must hear
        return msgspec.json.encode(_refusal(error))
    return msgspec.json.encode(Reply(__version__, answer=msgspec.Raw(answer)))


def _refusal(error: Exception) -> Reply:
    if (known := ending(error)) is not None:
        return Reply(__version__, code=known[0], line=known[1])
    traceback.print_exception(error, file=sys.stderr)
    return Reply(__version__, code=Exit.MACHINE, line="Something broke in the Moot that serves; its output says what.")

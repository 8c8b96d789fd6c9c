"""The socket that the server listens on."""

from __future__ import annotations

import errno
import socket
from typing import Any

_OUT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Listener(socket.socket):
    """A listening socket that makes the event loop pause when it runs out of file handles. The loop pauses for a second
    then, but tries the rest of the backlog first, and each failure begins a pause of its own with as many tries at its
    end: soon it does nothing else. Here the second try finds nobody.
    """

    _full = False

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises OSError where no file is left, and BlockingIOError the next time."""
        if self._full:
            self._full = False
            raise BlockingIOError
        try:
            return super().accept()
        except OSError as error:
            self._full = error.errno in _OUT_OF_FILES
            raise

"""Where the site is found: the port it listens on, and the addresses people type."""

from __future__ import annotations

import errno
import ipaddress
import socket
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from moot.cli.base_url import BaseUrl
from moot.cli.exits import Exit, Stop
from moot.cli.listener import Listener
from moot.table.state import Openers

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only when somebody asks for the whole network


def _check(_: object, port: int) -> None:
    if not 0 <= port <= 65535:
        raise ValueError("A port is a number from 0 to 65535; 0 takes any that is free.")


@Parameter(name="*")
@dataclass(frozen=True)
class ServingPlace:
    """Where to serve.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port; 0 takes any that is free.
    lan
        Let everyone on this network in who has a link (the same as --host 0.0.0.0).
    qr
        Print a QR code of an address that others can reach.
    open
        Open the link in a browser.
    base_url
        The address by which others find the site, as https://moot.example.org: links and QR codes begin with it.
    open_by
        Who may open tables: people at this machine (local: what --lan means by itself), also those who have the link
        that is printed for it (link: what --base-url means), or anyone (what it means without either).
    """

    host: str = "127.0.0.1"
    port: Annotated[int, Parameter(validator=_check)] = 8765
    lan: bool = False
    qr: Annotated[bool, Parameter(negative="--no-qr")] = True
    open: bool = False
    base_url: BaseUrl = ""
    open_by: Openers | None = None

    @property
    def opened_by(self) -> Openers:
        """Who may open tables: as it was said, or by where others reach it."""
        return self.open_by or ("link" if self.base_url else "local" if self._is_for_others else "anyone")

    @property
    def listens(self) -> str:
        """The address to listen on."""
        return EVERYWHERE if self.lan else self.host

    def bound(self) -> socket.socket:
        """A socket that listens here. Raises Stop when the port is taken or the address is not this machine's."""
        if not self.listens:  # to the system, no address is every address
            raise Stop(Exit.USAGE, f"--host takes one address; {EVERYWHERE} means all that this machine has.")
        family = socket.AF_INET6 if ":" in self.listens else socket.AF_INET
        # asyncio sends small writes at once only where the protocol is named; elsewhere each waits 40 ms for the last.
        listener = Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self.listens, self.port))
            listener.listen(1024)
        except OSError as error:
            listener.close()
            raise self._why_not(error) from error
        return listener

    def _why_not(self, error: OSError) -> Stop:
        if error.errno == errno.EADDRINUSE:
            return Stop(Exit.PORT, f"Port {self.port} is in use: stop what has it, or take another with --port.")
        if error.errno == errno.EACCES:
            return Stop(Exit.MACHINE, f"This user may not use port {self.port}: take one above 1023 with --port.")
        reason = error.strerror or str(error).rstrip(".")
        return Stop(Exit.MACHINE, f"Cannot listen on {self.listens}, port {self.port}: {reason}.")

    def here(self, port: int) -> str:
        """The link for this machine."""
        named = "127.0.0.1" if _any(self.listens) else self.listens
        return link(named, port)

    def network(self, port: int) -> str:
        """The link for others, as it was said or as this machine finds it; empty if none can reach it."""
        if self.base_url:
            return self.base_url.rstrip("/")
        if _any(self.listens):
            address = lan_address()
            return link(address, port) if address else ""
        return link(self.listens, port) if self._is_for_others else ""

    @property
    def _is_for_others(self) -> bool:
        """Whether other machines can reach it straight."""
        try:
            return not ipaddress.ip_address(self.listens).is_loopback
        except ValueError:
            return self.listens != "localhost"


def link(host: str, port: int) -> str:
    """The web address of a host and a port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_address() -> str:
    """This machine's address on its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks the system which way it would go
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if ipaddress.ip_address(address).is_loopback else address


def _any(host: str) -> bool:
    return host in {EVERYWHERE, "::"}

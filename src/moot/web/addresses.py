"""Names and addresses of machines, as links have them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit


def hostname(place: str) -> str:
    """The name or address in `host` or `host:port`; nothing if there is none."""
    try:
        return urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


@lru_cache(4096)
def is_loopback(name: str) -> bool:
    """Whether a name or an address is a loopback one, by which a machine reaches itself."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False

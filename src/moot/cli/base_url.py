"""The address by which others find the site, where that is not the one that it listens on."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter

_BASE = re.compile(r"https?://(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?/?")


def _check(_: Any, value: str) -> None:
    if value and not _BASE.fullmatch(value):
        raise ValueError("An address is https:// and a name, without a path.")


BaseUrl: TypeAlias = Annotated[str, Parameter(validator=_check)]
"""An address like https://moot.example.org; empty if nobody said."""

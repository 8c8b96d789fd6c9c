"""What all tests share.

Async tests: mark the file `pytestmark = pytest.mark.anyio` and write `async def test_…`; async fixtures work too.
anyio's pytest plugin (it comes with httpx) runs them on asyncio.
"""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio alone."""
    return "asyncio"

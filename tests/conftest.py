"""What all tests share.

Async tests: mark the file `pytestmark = pytest.mark.anyio` and write `async def test_…`; async fixtures work too.
anyio's pytest plugin (it comes with httpx) runs them on asyncio.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# a shared machine may pause a test for seconds: how long an example takes says nothing about what it shows
settings.register_profile("moot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("moot")


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio alone."""
    return "asyncio"

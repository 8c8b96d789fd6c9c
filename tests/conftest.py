"""What all tests share.

Async tests: mark the file `pytestmark = pytest.mark.anyio` and write `async def test_…`; async fixtures work too.
anyio's pytest plugin (it comes with httpx) runs them on asyncio.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# a shared machine may pause a test for seconds: how long an example takes says nothing about what it shows
settings.register_profile("moot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("moot")


@pytest.fixture(autouse=True)
def no_fault_passed_over(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A game that breaks stops nobody at a table, but a test; unless it is marked `breaks` and looks for that."""
    yield
    if request.node.get_closest_marker("breaks") is None:
        names = ("moot.table.", "moot.web.panels", "moot.web.journal")
        found = [r for r in caplog.get_records("call") if r.name.startswith(names) and r.levelno >= logging.ERROR]
        assert not found, [record.getMessage() for record in found]


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio alone."""
    return "asyncio"

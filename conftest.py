"""What all tests share, those of the games too.

Async tests: mark the file `pytestmark = pytest.mark.anyio` and write `async def test_…`; async fixtures work too.
anyio's pytest plugin (it comes with httpx) runs them on asyncio.
Browser tests: take the fixture `party`, or `server`; see tests/browser/people.py.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import random
import secrets
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.browser.people",)

LUCK = os.environ.get("MOOT_LUCK", "")
"""What the dice of tests are drawn from, beside the name of each test: another word here is other dice for all."""

# A shared machine may pause a test for seconds: how long an example takes says nothing about what it shows.
for profile, examples in (("quick", 20), ("thorough", 200)):
    checks = [HealthCheck.too_slow]
    settings.register_profile(
        profile, deadline=None, suppress_health_check=checks, max_examples=examples, derandomize=not LUCK,
    )
settings.load_profile("quick")

gc.set_threshold(100_000, 10, 10)


def pytest_collection_finish() -> None:
    """What the tests are made of is never garbage: it need not be looked through while they run."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, then what needs a browser: several processes of tests then end at about once."""
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, item.get_closest_marker("browser") is None))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The dice, links and keys of a test are the same each time: what passed once is not failed by chance later."""
    secrets._sysrand = random.Random(f"{item.nodeid} {LUCK}")  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A worker and a half for each processor: with one for each, a twelfth of their time goes by in waiting."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Playwright's event loop counts as running from its first test on; every other test runs loops of its own."""
    playwrights = asyncio._get_running_loop()
    if playwrights is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None if playwrights.is_closed() else playwrights)


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

"""The pytest plug-in: tests say which rules they hold the code to, and can be chosen by rule.

    @pytest.mark.rule("OE-04")
    def test_an_odd_total_is_the_second_rivals(): ...

`pytest --rule OE-04` runs the tests of that rule alone. Installed with Moot; there is nothing to switch on.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rule`."""
    says = "run only the tests of this rule; may be given several times"
    parser.getgroup("moot").addoption("--rule", action="append", default=[], metavar="ID", help=says)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line("markers", "rule(*ids): the rules of a rulebook that this test holds the code to")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other rules, if some were asked for."""
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    kept = [item for item in items if any(wanted & set(mark.args) for mark in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept

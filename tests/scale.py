"""How often the tests try what they try at random: a fifth of the usual in `make test`, twice it in `make test-all`.

The profile of Hypothesis says which it is; see conftest.py.
"""

from __future__ import annotations

from hypothesis import settings

USUAL = 100
"""The examples of Hypothesis where nobody says anything."""


LEAN = {"PYTEST_ADDOPTS": "-p no:schemathesis -p no:hypothesispytest -p no:xdist"}
"""What goes into the environment of a pytest that a test runs: it begins in half the time."""


def times(usual: int) -> int:
    """How often something is tried that would usually be tried so often."""
    return max(1, usual * settings().max_examples // USUAL)


def examples(usual: int) -> settings:
    """A decorator for a test with `@given` that usually takes so many examples."""
    return settings(max_examples=times(usual))

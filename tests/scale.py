"""How often the tests try what they try at random: a third of the usual in `make test`, ten times in `make test-all`.

The profile of Hypothesis says which it is; see conftest.py.
"""

from __future__ import annotations

from hypothesis import settings

USUAL = 100
"""The examples of Hypothesis where nobody says anything."""


def times(usual: int) -> int:
    """How often something is tried that would usually be tried so often."""
    return max(1, usual * settings().max_examples // USUAL)


def examples(usual: int) -> settings:
    """A decorator for a test with `@given` that usually takes so many examples."""
    return settings(max_examples=times(usual))

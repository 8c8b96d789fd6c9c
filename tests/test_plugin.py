"""The pytest plug-in: the mark is known without more ado, and tests can be chosen by their rule."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.scale import LEAN

TESTS = '''
import pytest

@pytest.mark.rule("OE-04", "OE-05")
def test_one(): pass

@pytest.mark.rule("OE-06")
def test_other(): pass

def test_of_no_rule(): pass
'''


@pytest.mark.parametrize(
    ("asked", "says"),
    [((), "3 passed"), (("--rule", "OE-04"), "1 passed, 2 deselected"), (("--rule=OE-05", "--rule=OE-06"), "2 passed")],
)
def test_tests_are_chosen_by_rule(tmp_path, asked, says):
    (tmp_path / "test_rules.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *asked]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **LEAN}, capture_output=True, text=True, check=False
    )
    assert says in done.stdout, done.stdout + done.stderr

"""What entries say to people (said.toml)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.wording import said, sentences

ENTRIES = {str(entry.ref): entry for entry in EVERYTHING.entries}
EXAMPLES = tomllib.loads((Path(__file__).parent / "said.toml").read_text(encoding="utf-8"))["said"]


@pytest.mark.parametrize("entry", list(ENTRIES.values()), ids=list(ENTRIES))
def test_every_entry_says_something_in_whole_sentences(entry):
    found = sentences(entry)
    assert found
    for sentence in found:
        assert re.fullmatch(r"([A-Z−+0-9]|d\d).*[^., ]\.", sentence), sentence
        assert not re.search(r"[{}_|]|  |, ,|\bNone\b", sentence), sentence


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["entry"] for example in EXAMPLES])
def test_sentences_are_made_from_the_fields(example):
    assert said(ENTRIES[example["entry"]]) == " ".join(example["sentences"])

"""What entries say to people (said.toml)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.room import GAME
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


@pytest.mark.rule("MO-105", "MO-106", "MO-107")
def test_attributes_and_pools_are_called_by_their_words():
    """Only where each attribute is explained its letters stand as well; another M is that of a module’s numbers."""
    told = {id_: f"{rule.title} {rule.text}" for id_, rule in GAME.rulebook.rules.items()}
    told |= {id_: f"{each.title} {each.text}" for id_, each in GAME.rulebook.options.items()}
    told |= {id_: said(entry) for id_, entry in ENTRIES.items()}
    lettered = {id_ for id_, text in told.items() if re.search(r"\b(MP|P|M)\b", re.sub(r"bear an M\b", "", text))}
    assert lettered == {"MO-105", "MO-106", "MO-107"}

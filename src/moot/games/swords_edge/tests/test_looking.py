"""Preparation as text checked: what was read, what is missing, and what cannot be read as preparation."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from moot.core import Refused
from moot.games.swords_edge.figures import PACKAGE
from moot.games.swords_edge.room import GAME

READ = GAME.formats["swords-edge-paper"].read

ONE_PAGER = """# The Dam
premise: It is cracking
## place: The wall
? It has an hour | the keeper | at once
## event: The siren
## The keeper's hut
Nobody is in.
## nc: Keeper
poor minion
"""

SCENE = """# Night
form: scene
assumes: They are in the hut
## fight: The bridge
with: Sentry
"""


@pytest.mark.rule("SE-PREP-02")
def test_a_one_pager_is_told_with_what_was_read_and_what_it_lacks():
    assert READ(ONE_PAGER) == (
        "one-pager: The Dam",
        "place: The wall, 1 to learn",
        "event: The siren",
        "note: The keeper's hut",
        "NC: Keeper, poor minion, TN 5",
        "Line 6, taken as a note: “The keeper's hut” names no kind, as in “## place: …”.",
        "Missing: what can be learned at “The siren”, “? what | from whom | how fast” (SE-PREP-02).",
    )


@pytest.mark.rule("SE-PREP-04")
def test_a_scene_is_told_what_it_lacks_and_whom_it_names_and_does_not_describe():
    assert READ(SCENE) == (
        "scene: Night",
        "fight: The bridge, 1 named",
        "Missing: what happens otherwise, “otherwise: …” (SE-PREP-04).",
        "Missing: what comes after, “after: …” (SE-PREP-04).",
        "Missing: “Sentry”, who is named, as “## nc: Sentry” (SE-PREP-04).",
    )


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("# P\nform: premise", ["a premise"]),
        ("# M\nform: module\npremise: x", ["## timeline", "## goal", "## place", "## event", "its scenes"]),
        ("# C\nform: campaign\npremise: x", ["a general goal", "its parts"]),
        ("# O\nform: one-pager\npremise: x", ["events and places", "who is in it"]),
        ("# P\nform: premise\npremise: x", []),
    ],
)
def test_each_form_lacks_what_is_its_own(text, missing):
    lacks = [line for line in READ(text) if line.startswith("Missing: ")]
    assert len(lacks) == len(missing)
    assert all(what in line for what, line in zip(missing, lacks, strict=True))


@pytest.mark.rule("SE-PREP-02")
@pytest.mark.parametrize("text", ["# Moot\n\nA place.\n## Install\nRun it.", "words", "", "# A\n## Note that: x"])
def test_a_text_in_which_nothing_says_what_it_is_is_refused_with_what_would(text):
    with pytest.raises(Refused) as refused:
        READ(text)
    assert (refused.value.code, refused.value.rule) == ("nothing-known", "SE-PREP-02")
    assert {"## place: …", "## nc: …", "form: scene"} <= set(refused.value.allowed)


@pytest.mark.rule("SE-PREP-02", "SE-NC-01")
def test_a_line_that_means_nothing_is_told_with_its_number():
    lines = READ(ONE_PAGER + "charsma: good\ncunning: godd\nnote: Her dog is old: mind it\n? He sleeps: by day\n")
    assert [line for line in lines if line.startswith("Line ")][1:] == [
        "Line 10, taken as text: “charsma: good” says nothing that is known here.",
        "Line 11, taken as text: “cunning: godd” says nothing that is known here.",
    ]


def test_the_text_of_the_readme_lacks_nothing_and_says_nothing_that_is_not_known():
    readme = files(PACKAGE).joinpath("README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)
    assert READ(block) == (
        "scene: After dark",
        "place: The cellar, 1 to learn",
        "fight: The loft, 1 named",
        "obstacle: The grindstone, average regular, TN 12",
        "NC: Dusty one, basic minion, TN 8",
    )

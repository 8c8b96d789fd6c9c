"""Entries as plain text with headings."""

from __future__ import annotations

from hypothesis import given, strategies as st
from tests.kit.inn import OUTLINE, Evening, Folk

from moot.kit.notebook.outline import passages
from moot.kit.notebook.packs import LearnedEntry, SectionEntry, StepEntry

TEXT = """# The long night
premise: Nobody sleeps.
difficulty: 12
cast: Ada
cast: Bo

## place: The cellar
Barrels.
? One is hollow

## note: Later
\\ ? is no sign here

## part: Dusk
They arrive.
leads to: Dawn
done

## part: Dawn

## folk: Ada
mood: cross
brew: 3
note: Keeps the keys.
? She was there
"""

NIGHT = Evening(
    title="The long night",
    premise="Nobody sleeps.",
    difficulty=12,
    cast=("Ada", "Bo"),
    section=(
        SectionEntry(title="The cellar", kind="place", text="Barrels.", learn=(LearnedEntry(what="One is hollow"),)),
        SectionEntry(title="Later", text="? is no sign here"),
    ),
    part=(
        StepEntry(id="Dusk", title="Dusk", text="They arrive.", leads_to=("Dawn",), done=True),
        StepEntry(id="Dawn", title="Dawn"),
    ),
    folk=(
        Folk(id="Ada", name="Ada", mood="cross", skills={"brew": 3}, text="Keeps the keys.", clues=("She was there",)),
    ),
)


def read(text: str) -> Evening:
    return Evening(**OUTLINE.read(text))


def test_text_is_read_as_entries_and_written_as_the_same_text():
    assert read(TEXT) == NIGHT
    assert OUTLINE.write(NIGHT) == TEXT


def test_a_line_that_only_looks_as_if_it_meant_something_is_text():
    found = read("# A\ndifficulty: very\n## folk: Bo\nmood: blue\nbrew: much")
    assert (found.premise, found.difficulty) == ("difficulty: very", 0)
    assert (found.folk[0].text, found.folk[0].mood, found.folk[0].skills) == ("mood: blue brew: much", "calm", {})


def test_a_heading_that_says_nothing_is_a_note_under_all_its_words():
    first, second = read("# A\n## Cellar: dark\nDamp.\n## folk:\nWho?").section
    assert (first.kind, first.title, first.text) == ("note", "Cellar: dark", "Damp.")
    assert (second.kind, second.title, second.text) == ("note", "", "Who?")


def test_without_a_title_the_first_line_is_one():
    assert [passage.heading for passage in passages("An inn\n\n## place: Yard")] == ["An inn", "place: Yard"]
    assert read("").title == "Untitled"


@given(st.text(max_size=300))
def test_any_text_is_read_and_what_is_written_of_it_stays_the_same(text):
    once = OUTLINE.write(read(text))
    assert OUTLINE.write(read(once)) == once


def test_what_looks_as_if_it_meant_something_is_found_with_its_line():
    text = "# A\ndifficlty: 3\nplain\n## Yard\nnote: text of a note\n## folk: Bo\nbrwe: 3\nbrew: 2\nnote: So: be it\n"
    assert list(OUTLINE.strange(text)) == [(4, "Yard")]
    assert list(OUTLINE.unread(text)) == [(2, "difficlty: 3"), (7, "brwe: 3")]

"""Forms of preparation: what a piece lacks, what says what it is, and what was taken as plain text."""

from __future__ import annotations

import pytest
from tests.kit.inn import OUTLINE, Evening

from moot.core import Refused
from moot.kit.notebook.checks import PackFault, loose_parts
from moot.kit.notebook.forms import PrepForm, doubts, needs_form
from moot.kit.notebook.packs import LearnedEntry, SectionEntry, StepEntry

EVENING = PrepForm(
    id="evening",
    called="an evening",
    has="A premise, a place and what can be learned there.",
    rule="IN-3",
    asks=(("premise", "Premise", "Who, and where?"),),
    misses=(
        ("premise", "a premise"),
        ("place:", "a place"),
        ("learn place:", "what can be learned at {title}"),
        ("cast folk", "somebody in it"),
    ),
)


def test_a_piece_lacks_fields_paragraphs_and_what_can_be_learned_there():
    cellar = SectionEntry(title="The cellar", kind="place")
    assert list(EVENING.lacking(Evening(title="Night"))) == ["a premise", "a place", "somebody in it"]
    assert list(EVENING.lacking(Evening(title="Night", premise="Rain.", section=(cellar,), cast=("Ada",)))) == [
        "what can be learned at The cellar"
    ]


def test_what_only_some_kinds_of_paragraphs_have_is_missed_in_no_others():
    told = SectionEntry(title="The cellar", kind="place", learn=(LearnedEntry(what="One is hollow"),))
    note = SectionEntry(title="Later", kind="note")
    assert not list(EVENING.lacking(Evening(title="Night", premise="Rain.", section=(told, note), cast=("Ada",))))


@pytest.mark.parametrize("line", ["form: evening", "## place: The cellar"])
def test_a_form_or_a_heading_that_is_known_says_what_a_text_is(line):
    needs_form(f"# Night\n{line}", OUTLINE, ["evening"], "IN-3")
    with pytest.raises(Refused):
        needs_form("# Night\n", OUTLINE, ["evening"], "IN-3")


def test_a_text_in_which_nothing_says_what_it_is_is_refused_with_what_would_do():
    with pytest.raises(Refused) as refused:
        needs_form("Night\n## Cellar\nBarrels.", OUTLINE, ["evening"], "IN-3")
    assert (refused.value.code, refused.value.rule, refused.value.field) == ("nothing-known", "IN-3", "text")
    assert refused.value.allowed[:2] == ("form: evening", "## place: …")


def test_headings_and_lines_that_say_nothing_known_are_named_by_their_lines():
    strange, unread = doubts("# Night\nmood: dark\n## Cellar\nBarrels.", OUTLINE)
    assert strange.startswith("Line 3, taken as a note: “Cellar”")
    assert unread.startswith("Line 2, taken as text: “mood: dark”")


def test_parts_lead_to_parts_and_are_prepared_as_adventures_of_the_pack():
    dusk = StepEntry(id="dusk", title="Dusk", adventure="raid", leads_to=("dawn", "noon"))
    campaign = Evening(title="Night", part=(dusk, StepEntry(id="dawn", title="Dawn", adventure="feast")))
    faults = list(loose_parts(campaign, ("evening", 0), ["feast"], "no-such-part", "there is no “{}”.", "IN-3"))
    assert [(fault.path, fault.message) for fault in faults] == [
        (("evening", 0, "part", 0, "leads_to", 1), "there is no “noon”."),
        (("evening", 0, "part", 0, "adventure"), "there is no “raid”."),
    ]
    assert faults[1] == PackFault(
        path=("evening", 0, "part", 0, "adventure"), code="no-such-part", message="there is no “raid”.", rule="IN-3",
        allowed=("feast",),
    )

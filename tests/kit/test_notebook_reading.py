"""Packs as TOML: read, checked, refused with the place, and written."""

from __future__ import annotations

import pytest
from tests.kit.inn import READER, Evening, Folk, Inn, RandomTable

from moot.core import Refused
from moot.core.files import LONGEST_FILE
from moot.kit.notebook.packs import StepEntry, by_key, first
from moot.kit.notebook.places import Places
from moot.kit.notebook.reading import written

TEXT = """id = "fox"
title = "The Fox"

[[folk]]
id = "ada"
name = "Ada"
mood = "cross"

[[table]]
id = "guests"
title = "Who comes in"
rows = ["A monk", "Two monks"]

[[evening]]
id = "night"
title = "The long night"

[[evening.part]]
id = "dusk"
title = "Dusk"
leads_to = ["dusk"]
"""


def test_a_pack_is_what_stands_in_the_file_and_goes_out_the_same():
    pack = READER.read(TEXT)
    assert pack == Inn(
        id="fox",
        title="The Fox",
        folk=(Folk(id="ada", name="Ada", mood="cross"),),
        table=(RandomTable(id="guests", title="Who comes in", rows=("A monk", "Two monks")),),
        evening=(
            Evening(id="night", title="The long night", part=(StepEntry(id="dusk", title="Dusk", leads_to=("dusk",)),)),
        ),
    )
    assert READER.read(written(pack)) == pack


@pytest.mark.parametrize(
    ("old", "new", "code", "says", "rule", "allowed"),
    [
        ("id = ", "id ", "not-toml", "This is not TOML", "IN-1", ""),
        ('title = "The Fox"', "", "field-missing", "“title” is missing.", "IN-1", ""),
        ("mood", "modo", "no-such-field", "Line 7, folk “Ada”: “modo” is nothing", "IN-2", "mood"),
        ('"cross"', '"glad"', "no-such-value", "Line 7, folk “Ada”, mood: “glad” cannot", "IN-4", "cross calm"),
        ('["A monk", "Two monks"]', '"A monk"', "wrong-kind", "Line 12, table “Who comes in”, rows", "IN-1", ""),
        ('"ada"', '"Ada!"', "bad-id", "Line 5, folk “Ada”, id: “Ada!” is not an id.", "IN-1", "small letters"),
        ('"fox"', '"book"', "pack-id-taken", "Line 1, id: “book”", "IN-1", ""),
        ('name = "Ada"', 'name = " "', "bad-line", "Line 6, folk “ada”, name: this is one line", "IN-1", ""),
        ('"A monk"', '"A\\u0000"', "unreadable", "rows 1: this has characters", "IN-1", ""),
        ('["dusk"]', '["dawn"]', "no-such-part", "Line 21, evening “The long night”, part “Dusk”", "IN-3", "dusk"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line_its_rule_and_what_would_do(old, new, code, says, rule, allowed):
    assert old in TEXT
    with pytest.raises(Refused) as refused:
        READER.read(TEXT.replace(old, new, 1))
    found = refused.value
    assert (found.code, found.rule, found.field) == (code, rule, "text")
    assert says in found.message
    assert allowed in " ".join(found.allowed)


def test_two_of_one_id_are_told_apart_by_their_lines():
    with pytest.raises(Refused, match="Line 10, folk “Bo”, id: “ada” is the id of another one already") as refused:
        READER.read(TEXT.replace("[[table]]", '[[folk]]\nid = "ada"\nname = "Bo"\n[[table]]'))
    assert refused.value.code == "id-twice"


def test_a_text_that_is_too_long_is_not_read():
    with pytest.raises(Refused, match=f"{LONGEST_FILE} characters at most"):
        READER.read("#" * (LONGEST_FILE + 1))


def test_a_place_is_told_without_its_line_where_that_cannot_be_known():
    text = 'a = """\n[[folk]]\n"""\n[[folk]]\nname = "Ada"\n'
    places = Places(text, {"a": "[[folk]]", "folk": [{"name": "Ada"}]})
    assert places.say(("folk", 0, "mood")) == "Folk “Ada”, mood"


def test_what_packs_have_is_known_by_pack_and_id():
    found = by_key({"fox": READER.read(TEXT), "owl": Inn(id="owl", title="", folk=(Folk(id="x", name="X"),))}, folk_of)
    assert list(found) == ["fox/ada", "owl/x"]
    assert list(first("owl", found)) == ["owl/x", "fox/ada"]


def folk_of(inn: Inn) -> tuple[Folk, ...]:
    return inn.folk

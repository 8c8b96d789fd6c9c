"""What a GM's own pack may not have: each is refused with its place, its rule and what would do."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.core import Refused
from moot.core.files import LONGEST_FILE
from moot.games.swords_edge.packs import Pack
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.packing import MODULE, loaded
from moot.games.swords_edge.user_packs.checking import read
from moot.games.swords_edge.user_packs.loading import LoadPack
from moot.kit.notebook.reading import written


def spoilt(old: str, new: str) -> str:
    assert old in LoadPack.example()
    return LoadPack.example().replace(old, new, 1)


BAD: dict[str, tuple[str, str, str, str, str]] = {
    "not TOML": ("id = ", "not-toml", "This is not TOML", "SE-PREP-03", ""),
    "nothing": ("", "field-missing", "“id” is missing", "SE-PREP-03", ""),
    "deep brackets": ("a = " + "[" * 50_000, "not-toml", "not TOML", "SE-PREP-03", ""),
    "deep keys": ("a." * 29_000 + "b = 1", "not-toml", "keys within keys", "SE-PREP-03", ""),
    "too long": ("#" * (LONGEST_FILE + 1), "pack-too-long", f"{LONGEST_FILE} characters at most", "SE-PREP-03", ""),
    "a pack of the book": (
        spoilt('"the-old-mill"', '"western"'), "pack-id-taken", "Line 1, id: “western”", "SE-PREP-03", "",
    ),
    "no id": (spoilt('id = "berta"', 'id = "Berta!"'), "bad-id", "Line 6, pc “Berta Holm”, id", "SE-PREP-03", "small"),
    "an id twice": (
        spoilt('id = "grindstone"', 'id = "dusty-ones"'), "id-twice", "nc “The grindstone”, id", "SE-PREP-03", "",
    ),
    "no such field": (
        spoilt("clues =", "cluse ="), "no-such-field", "Line 35, nc “The grindstone”: “cluse”", "SE-NC-01", "clues",
    ),
    "a field with a strange name": (
        '"x - at `$.y`" = 1', "no-such-field", "“x - at `$.y`” is nothing", "SE-PREP-03", "premise",
    ),
    "a field missing": (
        spoilt('type = "regular"\n', ""), "field-missing", "Line 26, nc “The grindstone”: “type”", "SE-NC-01", "",
    ),
    "no such Rank": (
        spoilt('rank = "basic"', 'rank = "bassic"'), "no-such-value", "Line 23, nc “Dusty one”, rank", "SE-RANK-01",
        "basic",
    ),
    "no such Trait": (
        spoilt('trait = "charisma"', 'trait = "luck"'), "no-such-value", "pc “Berta Holm”, elements", "SE-CRE-03",
        "charisma",
    ),
    "a Trait that there is not": (
        spoilt("charisma = \"good\"", "luck = \"good\""), "no-such-value", "Line 12, pc", "SE-CRE-03", "physique",
    ),
    "a Trait missing": (
        spoilt(', cunning = "average" }\nelements', " }\nelements"), "trait-missing", "Line 12, pc", "SE-CRE-03",
        "cunning",
    ),
    "words for a list": (
        spoilt('[{ text = "To put the mill to rights", kind = "goal" }]', '"none"'), "wrong-kind", "pivots: this must",
        "SE-CRE-12", "",
    ),
    "Ranks overspent": (
        spoilt('rank = "great"', 'rank = "legendary"'), "over-budget", "Line 5, pc “Berta Holm”: 7 Ranks", "SE-CRE-12",
        "printed_fault",
    ),
    "a Quality without its Trait": (
        spoilt('"good", trait = "physique" }\ntraits', '"good" }\ntraits'), "wrong-trait", "Line 5, pc", "SE-CRE-05",
        "",
    ),
    "Mythic": (
        spoilt('"Old craft", rank = "good"', '"Old craft", rank = "mythic"'), "above-legendary", "Line 33, nc",
        "SE-RANK-04", "legendary",
    ),
    "a TN that is another's": (
        spoilt('rank = "basic"', 'rank = "basic"\ntn = 12'), "wrong-figure", "the TN of Basic is 8", "SE-NC-02", "8",
    ),
    "Stress that is another's": (
        spoilt('rank = "basic"', 'rank = "basic"\nstress = 3'), "wrong-figure", "Line 24, nc “Dusty one”, stress",
        "SE-NC-01", "1",
    ),
    "TNs worked out wrong": (
        spoilt('rank = "basic"', 'rank = "basic"\nworked = { momentum = 8, action = 9 }'), "wrong-figure",
        "its Action TN is 10, not 9", "SE-NC-04", "10",
    ),
    "a name of nothing": (
        spoilt('name = "Dusty one"', 'name = " "'), "bad-line", "Line 21, nc “dusty-ones”, name", "SE-PREP-03", "",
    ),
    "letters that cannot be shown": (
        spoilt('"It turns without wind."', '"It turns\\u0000."'), "unreadable", "Line 32, nc", "SE-PREP-03", "",
    ),
    "nobody": (
        spoilt('nc = "grindstone"', 'nc = "millstone"'), "no-such-nc", "scene “After dark”, obstacle", "SE-PREP-04",
        "grindstone",
    ),
    "too many of one": (
        spoilt("count = 3", "count = 31"), "bad-count", "cast “dusty-ones”, count: 1 to 30", "SE-PREP-04", "",
    ),
    "a crowd": (
        spoilt("{ nc = \"dusty-ones\", count = 3 }", "{ nc = \"dusty-ones\", count = 30 }," * 11), "too-many-people",
        "scene “After dark”: 300 people", "SE-PREP-04", "",
    ),
    "none of one": (spoilt("count = 3", "count = 0"), "bad-count", "not 0", "SE-PREP-04", ""),
    "an obstacle twice": (
        spoilt("[[scene.fight]]", '[[scene.obstacle]]\nnc = "grindstone"\n[[scene.fight]]'), "obstacle-twice",
        "Line 48, scene “After dark”, obstacle “grindstone”", "SE-PREP-04", "",
    ),
    "two openings": (
        spoilt('assumes = "Somebody went in."', 'premise = "Night."'), "opens-twice", "Line 38, scene", "SE-PREP-01",
        "",
    ),
    "a scene that there is not": (
        MODULE.replace('["bridge"]', '["brigde"]'), "no-such-piece", "module “The siege”, scene", "SE-PREP-03",
        "bridge",
    ),
    "a part that there is not": (
        MODULE.replace('["two"]', '["three"]'), "no-such-piece", "part “The siege”, leads_to", "SE-PREP-05", "two",
    ),
    "an adventure that there is not": (
        MODULE.replace('adventure = "siege"', 'adventure = "war"'), "no-such-piece", "adventure", "SE-PREP-05", "siege",
    ),
}


@pytest.mark.rule(
    "SE-CRE-03", "SE-CRE-05", "SE-CRE-12", "SE-NC-01", "SE-NC-02", "SE-NC-04", "SE-RANK-01", "SE-RANK-04", "SE-PREP-03"
)
@pytest.mark.parametrize("what", BAD)
def test_a_bad_pack_is_refused_where_it_is_bad_and_nothing_changes(what):
    text, code, says, rule, allowed = BAD[what]
    table = loaded()
    if len(text) > LONGEST_FILE:
        with pytest.raises(Refused) as caught:
            read(text)
        refusal = caught.value
    else:
        before = len(table.events)
        refusal = table.refuses("Gil", "load-pack", code if text else "too-short", rule, text=text)
        assert len(table.events) == before
        with pytest.raises(Refused) as caught:
            read(text)
        refusal = caught.value
    assert (refusal.code, refusal.rule, refusal.field) == (code, rule, "text")
    assert says in refusal.message
    assert allowed in " ".join(refusal.allowed)


def test_what_is_no_pack_is_refused_soon():
    begun = time.process_time()
    for text in ("a." * 29_000 + "b=1", "[" * 60_000, "a=" + "{a=" * 19_000, '"""' + '\\"' * 29_000, "[[a]]\n" * 9_000):
        with pytest.raises(Refused):
            read(text)
    assert time.process_time() - begun < 5


@pytest.mark.rule("SE-CRE-12")
def test_a_character_that_breaks_the_rules_may_stand_if_the_pack_says_why():
    text = spoilt('rank = "great"', 'rank = "legendary"')
    assert read(text.replace("pivots =", 'printed_fault = ["She is the hero."]\npivots =', 1)).pc[0].printed_fault


def tried(text: str) -> tuple[Pack | None, Refused | None]:
    try:
        return read(text), None
    except Refused as refusal:
        return None, refusal


@examples(200)
@given(st.text(max_size=200), st.integers(0, 1200))
def test_any_text_is_read_or_refused_in_order(junk, at):
    """Words cut into a good pack anywhere: a pack comes of it, or a refusal that says enough."""
    text = LoadPack.example()
    pack, refusal = tried(text[:at] + junk + text[at:])
    if pack is not None:
        assert read(written(pack)) == pack
    if refusal is not None:
        assert refusal.rule in GAME.rulebook.rules
        assert refusal.message.endswith(".")

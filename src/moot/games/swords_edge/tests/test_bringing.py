"""Characters taken along as files, and brought to other tables."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.core import Refused
from moot.games.swords_edge import GAME, packs
from moot.games.swords_edge.character import Quality
from moot.games.swords_edge.creation.bringing import read, text_of
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.library import character_of
from moot.games.swords_edge.state import Options
from moot.games.swords_edge.tests.sitting import Sitting

PLAIN, POWERS = Options(), Options(sfx="qualities", fetishes="on")
CRAG = character_of(packs.PCS["fantasy/crag"], "fantasy/crag", "s3", "x")
TEXT = text_of(CRAG, PLAIN)


def said(who, options=PLAIN):
    """What a character says on the sheet, ids apart."""
    names = {quality.id: quality.name for quality in who.qualities}
    qualities = [(q.kind, q.name, q.rank, q.trait, q.sfx, names.get(q.bound, "")) for q in who.qualities]
    return who.name, who.text, who.traits, qualities, [(one.kind, one.text) for one in who.pivots]


def brought(text, **options):
    """The character that Ann brings as `text`."""
    table = Sitting(**options)
    table.do("Ann", "bring-character", text=text)
    return next(iter(table.state.characters.values()))


@pytest.mark.rule("SE-RD-65", "SE-CRE-12")
@pytest.mark.parametrize("key", packs.PCS)
def test_every_printed_character_that_is_legal_comes_as_it_left(key):
    who = character_of(packs.PCS[key], key, "s3", "x")
    if check(who, PLAIN).faults:
        with pytest.raises(Refused):
            read(text_of(who, PLAIN), PLAIN)
        return
    came = brought(text_of(who, PLAIN))
    assert (said(came), came.made, came.player) == (said(who), True, "s3")


@pytest.mark.rule("SE-RD-65")
def test_a_player_takes_the_sheet_along_and_nothing_that_happened_or_is_anybody_elses():
    table = Sitting()
    table.do("Ann", "take-sample", sample="fantasy/crag")
    (who,) = table.state.characters.values()
    hurt = replace(who, advancements=3, spent=("xe1",), stands="helpless")
    table.state = replace(table.state, characters={who.id: hurt})
    (document,) = GAME.documents(table.state, table.seats["Ann"])
    assert (document.name, document.about) == (f"crag-{who.id}.character.toml", who.id)
    assert document.write() == TEXT
    for other in ("Ben", "Wim", "Gil"):
        assert GAME.documents(table.state, table.seats[other]) == ()


@pytest.mark.rule("SE-RD-65", "SE-ADV-04")
def test_ranks_that_play_has_added_are_said_and_told_to_all():
    grown = CRAG.with_rank("xc", "legendary")
    grown = replace(grown, qualities=(*grown.qualities, Quality("w", "weakness", "Rash", "poor", "cunning")))
    text = text_of(grown, PLAIN)
    table = Sitting()
    table.do("Ann", "bring-character", text=text)
    assert said(next(iter(table.state.characters.values()))) == said(grown)
    assert any("with 2 Ranks added in play" in line for line in table.read["Ben"])
    new = text.replace("raised = 2", "")
    table.refuses("Ben", "bring-character", "weakness-rank", "SE-CRE-09", text=new)
    new = "\n".join(line for line in new.splitlines() if "Rash" not in line)
    refusal = table.refuses("Ben", "bring-character", "over-budget", "SE-CRE-12", text=new)
    assert (refusal.field, refusal.allowed) == ("text", ("raised = 3",))
    assert refusal.message == "Line 8, quality: 9 Ranks are spent of 6."


@pytest.mark.parametrize(
    ("old", "new", "code", "says", "rule"),
    [
        ('kind = "faculty"', 'kind = "concept"', "one-concept", "Line 7", "SE-CRE-02"),
        ('"good", kind = "concept"', '"poor", kind = "concept"', "rank-out-of-range", "Line 8", "SE-CRE-12"),
        ('physique = "great"', 'physique = "poor"', "trait-below", "Line 4", "SE-ERR-22"),
        ('physique = "great"', 'physique = "huge"', "no-such-value", "Line 4", "SE-CRE-03"),
        (', trait = "cunning", kind = "element"', ', kind = "element"', "wrong-trait", "Line 13", "SE-CRE-05"),
        ('game = "swords-edge"', 'game = "wicked-age"', "no-such-value", "Line 1", "SE-RD-65"),
        ('name = "Tracking"', 'nam = "Tracking"', "no-such-field", "Line 13", "SE-CRE-12"),
        ("quality = [", "quality = ", "not-toml", "line 7", "SE-RD-65"),
    ],
)
def test_what_the_table_does_not_allow_is_refused_by_its_line_and_rule(old, new, code, says, rule):
    table = Sitting()
    refusal = table.refuses("Ann", "bring-character", code, rule, text=TEXT.replace(old, new))
    assert says in refusal.message
    assert refusal.field == "text"


@pytest.mark.rule("SE-RD-65", "SE-SFX-11", "SE-SFX-02")
def test_a_power_is_held_to_the_switches_of_the_table():
    power = Quality("p", "element", "Fire", "basic", "cunning", sfx=True)
    fetish = Quality("f", "fetish", "A red stone", "basic", "cunning", bound="p")
    plain = tuple(q for q in CRAG.qualities if q.name != "Tracking")
    text = text_of(replace(CRAG, qualities=(*plain, power, fetish)), POWERS)
    came = brought(text, sfx="qualities", fetishes="on")
    assert [(q.name, came.quality(q.bound).name) for q in came.counting("always")] == [("A red stone", "Fire")]
    assert brought(text, sfx="qualities").counting("always") == ()
    table = Sitting(sfx="qualities", fetishes="on")
    bare = "\n".join(line for line in text.splitlines() if "red stone" not in line)
    assert "Fire" in bare
    table.refuses("Ann", "bring-character", "fetish-for-each", "SE-SFX-11", text=bare)
    Sitting().refuses("Ann", "bring-character", "rank-out-of-range", "SE-CRE-12", text=text)


@pytest.mark.rule("SE-TERM-05")
def test_it_is_for_players_without_a_character():
    table = Sitting()
    table.refuses("Gil", "bring-character", "players-only", text=TEXT)
    table.do("Ann", "bring-character", text=TEXT)
    table.refuses("Ann", "bring-character", "has-character", text=TEXT)


def test_the_format_tells_who_is_in_a_file():
    assert GAME.formats["swords-edge-sheet"].read(TEXT) == ("Crag",)

"""The oracle: chosen, dealt, read out; the book's four, and the group's own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from moot.core import Refused
from moot.games.wicked_age import own_oracle
from moot.games.wicked_age.oracles import CARDS, ORACLES, card_name, free_names
from moot.games.wicked_age.tests.sitting import Sitting
from moot.testing import choices


@pytest.mark.rule("WA-ORA-01", "WA-MAT-03")
def test_four_oracles_have_an_entry_for_each_of_52_cards():
    assert list(ORACLES) == ["blood-and-sex", "god-kings-of-war", "unquiet-past", "nest-of-vipers"]
    assert len(CARDS) == len(set(CARDS)) == 52
    assert not any("joker" in card_name(card) for card in CARDS)
    for oracle in ORACLES.values():
        assert {entry.card for entry in oracle.entries} == set(CARDS)
        assert len({entry.text for entry in oracle.entries}) == 52


@pytest.mark.rule("WA-ORA-07")
def test_the_four_entries_the_text_shows_are_where_it_shows_them():
    entries = {entry.card: entry.text.lower() for entry in ORACLES["blood-and-sex"].entries}
    assert "rider" in entries["KD"]
    assert "spirit" in entries["10S"]
    assert "god" in entries["10C"]
    assert "exorcist" in entries["9H"]


@pytest.mark.rule("WA-ORA-02")
def test_players_choose_deal_and_read_and_the_gm_does_none_of_it():
    table = Sitting()
    for who in ("Gil", "Wim"):
        table.refuses(who, "choose-oracle", "players-only", "WA-ORA-02", oracle="blood-and-sex")
    table.do("Cleo", "choose-oracle", oracle="unquiet-past")
    table.refuses("Gil", "deal", "players-only", "WA-ORA-02")
    table.do("Ann", "deal", faces=(52, 1, 13, 1))
    assert [entry.card for entry in table.state.dealt] == ["KC", "AS", "AH", "2S"]
    assert all(entry in ORACLES["unquiet-past"].entries for entry in table.state.dealt)
    table.refuses("Gil", "read-out", "players-only", "WA-ORA-02")
    table.do("Ben", "read-out")
    assert table.state.phase == "listing"
    assert all(entry.text in table.read["Wim"][-1] for entry in table.state.dealt)


@pytest.mark.rule("WA-ORA-02", "WA-MAT-03")
def test_the_four_cards_are_different_however_chance_falls():
    for faces in ((1, 1, 1, 1), (52, 51, 50, 49), (7, 7, 7, 7)):
        table = Sitting()
        table.do("Ann", "choose-oracle", oracle="blood-and-sex")
        table.do("Ann", "deal", faces=faces)
        assert len({entry.card for entry in table.state.dealt}) == 4


@pytest.mark.rule("WA-MAT-03")
def test_cards_off_a_real_deck_are_four_different_ones():
    table = Sitting()
    table.do("Ann", "choose-oracle", oracle="blood-and-sex")
    table.refuses("Ann", "deal-by-hand", "chosen-twice", "WA-MAT-03", cards=["KD", "KD", "2S", "3S"])
    table.refuses("Ann", "deal-by-hand", "wrong-number", "WA-MAT-03", cards=["KD", "2S", "3S"])
    table.do("Ann", "deal-by-hand", cards=["KD", "10S", "10C", "9H"])
    assert [entry.card for entry in table.state.dealt] == ["KD", "10S", "10C", "9H"]


def test_each_step_waits_for_the_one_before():
    table = Sitting()
    refusal = table.refuses("Ann", "deal", "wrong-phase")
    assert refusal.message == "Not now: the game is at “Which oracle?”."
    assert refusal.allowed == ("Choose this oracle",)


@pytest.mark.rule("WA-MAT-03")
def test_a_group_brings_its_own_oracle_and_plays_from_it():
    table = Sitting()
    table.refuses("Wim", "bring-oracle", "only-watching", "WA-ORA-01", title="Ours", text=own_oracle.skeleton())
    table.do("Gil", "bring-oracle", title="Ours", text=own_oracle.skeleton().replace("KD: ", "KD: desert riders, "))
    (own,) = table.state.own_oracles.values()
    offered = choices(table.offers("Ann", "choose-oracle")[0], "oracle")
    assert list(offered.values())[-1] == "Ours"
    table.do("Ann", "choose-oracle", oracle=own.id)
    table.do("Ann", "deal-by-hand", cards=["KD", "2S", "3S", "4S"])
    assert table.state.dealt[0].text.startswith("desert riders")
    assert free_names(table.state, table.gm) == free_names(Sitting().state, table.gm)


LINES = [f"{card}: entry {number}" for number, card in enumerate(CARDS)]
TOML = 'names = ["Neshume"]\n' + "".join(
    f'[[entry]]\ncard = "{card}"\ntext = "entry {card}"\nnamed = ["a {card}"]\n' for card in CARDS
)


def lines(**changed: str) -> str:
    """The plain list with some lines changed; `n3` is the third."""
    return "\n".join(changed.get(f"n{number}", line) for number, line in enumerate(LINES, 1))


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (lines(n3="an entry without its card"), "no-card", "Line 3:"),
        (lines(n4=LINES[8]), "card-twice", "Line 9:"),
        (lines(n5="5S:   "), "empty-entry", "Line 5:"),
        (lines(n6="6S: " + "x" * 601), "entry-too-long", "Line 6:"),
        ("\n".join(LINES[:-2]), "cards-missing", "queen of clubs, king of clubs"),
        ("just\nthree\nlines", "not-52", "this has 3"),
        ("", "not-52", "this has 0"),
        (TOML.replace('card = "KD"', 'card = "ZZ"'), "no-such-card", "Line 154:"),
        (TOML.replace('text = "entry 2S"\n', ""), "malformed-entry", "Line 6: entry 2: “text” is missing."),
        (TOML.replace('text = "entry 2S"', "text = entry"), "not-toml", "line 8"),
        ("[[entry]]\n" + "a." * 20_000 + "b = 1", "not-toml", "keys within keys"),
        (TOML.replace('"Neshume"', '""'), "names-too-long", ""),
    ],
)
@pytest.mark.rule("WA-MAT-03")
def test_an_oracle_that_is_not_whole_is_refused_with_its_line(text, code, says):
    table = Sitting()
    if text:
        refusal = table.refuses("Ann", "bring-oracle", code, "WA-MAT-03", title="Ours", text=text)
    else:
        with pytest.raises(Refused) as caught:
            own_oracle.read("n1", "Ours", text)
        refusal = caught.value
    assert says in refusal.message
    assert refusal.field == "text"


def test_lists_are_read_in_the_ways_people_write_them():
    plain = own_oracle.read("n1", "Ours", "\n".join(f"entry {card}" for card in CARDS))
    toml = own_oracle.read("n1", "Ours", TOML)
    signs = str.maketrans("SHDC", "♠♥♦♣")
    keyed = "# ours\n\n" + "\n".join(f"{card.translate(signs)} - entry {card}" for card in reversed(CARDS))
    shown = own_oracle.read("n1", "Ours", keyed.replace("10", "T", 1))
    assert [entry.text for entry in plain.entries] == [entry.text for entry in toml.entries]
    assert shown.entries == plain.entries
    assert (toml.names, toml.entries[0].named) == (("Neshume",), ("a AS",))


@settings(deadline=None)
@given(st.text(max_size=300) | st.lists(st.sampled_from([*LINES, "[[entry]]", "x = 1", ""])).map("\n".join))
def test_reading_ends_with_an_oracle_or_a_refusal_whatever_the_text(text):
    try:
        cards = [entry.card for entry in own_oracle.read("n1", "Ours", text).entries]
    except Refused:
        cards = list(CARDS)
    assert cards == list(CARDS)

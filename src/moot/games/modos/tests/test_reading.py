"""How entries are read: the small language of the tables, and what is refused word by word."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from moot.core.errors import Corrupt
from moot.games.modos.catalog import EVERYTHING, Catalog, check
from moot.games.modos.effects import Add, Condition, DeedWord, Effect, Grant, Harm, Mend, Ref, Set, Shut, Trade
from moot.games.modos.ladder import Die
from moot.games.modos.reading import entries, read, table
from moot.games.modos.rows import Armor, Perk, Power, Shield, Skill, StateRow, Trait, Weapon
from moot.games.modos.vocabulary import (
    ACCOUNTS,
    ADDED,
    FIGURES,
    PARTS,
    SET_TO,
    TAGS,
    VERBS,
    WORDS,
    Bearer,
    Choice,
    Ending,
    Figure,
    Function,
    Kind,
    Moment,
    Tag,
    Verb,
    Word,
)

PERK = {"id": "test", "title": "Test"}
POWER = {"id": "test-1", "title": "Test 1", "level": 1, "range": "close", "target": "self", "half": "P"}
ADD = {"effect": "add", "figure": "contest", "by": 2}


def perk(**does: Any) -> Perk:
    return read({**PERK, "does": [does]}, Perk)


# ---------------------------------------------------------------- the language


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("sight", Condition("sight")),
        ("not aware", Condition("aware", negated=True)),
        ("skill:movement|parry", Condition("skill", ("movement", "parry"))),
        ("not posture:defensive", Condition("posture", ("defensive",), negated=True)),
    ],
)
def test_a_condition_is_taken_apart_once_and_reads_as_it_was_written(text, parsed):
    (effect,) = perk(**ADD, when=[text]).effects
    assert effect.when == (parsed,)
    assert str(parsed) == text


def test_deeds_entries_dice_and_alternatives_are_taken_apart():
    shut, grant, harm, mend = read(
        {**PERK, "does": [
            {"effect": "shut", "deeds": ["all"], "but": ["flee", "posture:flying"], "on": "cast|keep"},
            {"effect": "grant", "row": "perk:rage"},
            {"effect": "harm", "pool": "P", "die": "d12+1"},
            {"effect": "mend", "pools": "P|M", "amount": "theme"},
        ]},
        Perk,
    ).effects
    assert isinstance(shut, Shut)
    assert isinstance(grant, Grant)
    assert isinstance(harm, Harm)
    assert isinstance(mend, Mend)
    assert (shut.but, shut.on) == ((DeedWord("flee"), DeedWord("posture", "flying")), ("cast", "keep"))
    assert [str(deed) for deed in shut.but] == ["flee", "posture:flying"]
    assert grant.row == Ref("perk", "rage")
    assert harm.die == Die(6)
    assert (mend.pools, mend.amount) == (("P", "M"), "theme")


def test_what_is_set_is_a_die_a_number_or_a_word():
    die, number, word = read(
        {**PERK, "does": [
            {"effect": "set", "figure": "hero-die", "to": "d8"},
            {"effect": "set", "figure": "price", "of": "attack", "to": 2},
            {"effect": "set", "figure": "cap", "of": "chosen", "to": "none"},
        ]},
        Perk,
    ).effects
    assert isinstance(die, Set)
    assert isinstance(number, Set)
    assert isinstance(word, Set)
    assert (die.die, number.number, word.to) == (Die.read("d8"), 2, "none")
    with pytest.raises(TypeError, match="cap is no die"):
        _ = word.die
    with pytest.raises(TypeError, match="hero-die is no number"):
        _ = die.number


def test_every_closed_word_is_known_to_its_table():
    assert get_args(Figure) == tuple(FIGURES)
    assert set(get_args(Word)) == set(WORDS)
    assert set(get_args(Verb)) == set(VERBS)
    assert set(get_args(Tag)) == set(TAGS)
    assert (len(FIGURES), len(WORDS), len(VERBS), len(ACCOUNTS)) == (17, 28, 23, 10)
    assert [len(get_args(words)) for words in (Moment, Bearer, Ending)] == [12, 10, 13]
    assert len(get_args(Effect)) == 15


# ---------------------------------------------------------------- refusals

REFUSED = [
    ({"effect": "bless"}, "bless"),
    ({**ADD, "figure": "luck"}, "luck"),
    ({**ADD, "figure": "tie"}, "nothing is added to 'tie'"),
    ({**ADD, "of": "P"}, "'contest' is of nothing"),
    ({**ADD, "figure": "score"}, "'score' is of a pool"),
    ({**ADD, "figure": "score", "of": "Q"}, "'score' cannot be of Q; allowed: P, M, MP, chosen"),
    ({**ADD, "figure": "price", "of": "juggle"}, "'price' cannot be of juggle"),
    ({**ADD, "by": 0}, "either `by` or `guide`"),
    ({**ADD, "guide": [0, 20]}, "either `by` or `guide`"),
    ({**ADD, "who": "everyone"}, "everyone"),
    ({**ADD, "on": "cast|never"}, "never"),
    ({**ADD, "at": "third"}, "third"),
    ({**ADD, "until": ["doomsday"]}, "doomsday"),
    ({**ADD, "answer": "Q"}, "answer"),
    ({**ADD, "worth": 3}, "worth"),
    ({**ADD, "when": ["raining"]}, "raining"),
    ({**ADD, "when": ["sight:far"]}, "'sight' names nothing"),
    ({**ADD, "when": ["range"]}, "'range' names something"),
    ({**ADD, "when": ["range:near"]}, "'range' cannot be near; allowed: close, short, medium, long"),
    ({**ADD, "when": ["size:tiny|huge"]}, "'size' cannot be huge"),
    ({**ADD, "when": ["deed:juggle"]}, "'deed' cannot be juggle"),
    ({**ADD, "when": "sight"}, "when"),
    ({**ADD, "when": [3]}, "when"),
    ({"effect": "set", "figure": "luck", "to": 1}, "luck"),
    ({"effect": "set", "figure": "contest", "to": 1}, "'contest' cannot be set to 1"),
    ({"effect": "set", "figure": "hero-die", "to": 8}, "'hero-die' cannot be set to 8; allowed: a die"),
    ({"effect": "set", "figure": "hero-die", "to": "d7"}, "'d7' is no die of the ladder"),
    ({"effect": "set", "figure": "taken", "to": "double"}, "'taken' cannot be set to double; allowed: a number"),
    ({"effect": "set", "figure": "tie", "to": "pro"}, "'tie' cannot be set to pro; allowed: con"),
    ({"effect": "guard", "pool": "Q", "die": "d8", "made": "worn"}, "pool"),
    ({"effect": "guard", "pool": "P", "die": "d20", "made": "worn"}, "'d20' is no die of the ladder"),
    ({"effect": "guard", "pool": "P", "die": "d8", "made": "bought"}, "bought"),
    ({"effect": "guard", "pool": "P", "die": "d8", "made": "worn", "against": "boredom"}, "boredom"),
    ({"effect": "harm", "pool": "P"}, "either `die` or `points`"),
    ({"effect": "harm", "pool": "P", "die": "d4", "points": 1}, "either `die` or `points`"),
    ({"effect": "mend", "pools": "P|Q", "amount": "all"}, "pools"),
    ({"effect": "mend", "pools": "P", "amount": "some"}, "some"),
    ({"effect": "actions", "fits": "any"}, "either `by`, or `over` and `each`"),
    ({"effect": "actions", "fits": "any", "over": 11}, "either `by`, or `over` and `each`"),
    ({"effect": "trade", "give": "gold", "get": "damage", "most": 1}, "gold"),
    ({"effect": "trade", "give": "hero", "get": "fame", "most": 1}, "fame"),
    ({"effect": "trade", "give": "hero", "get": "damage", "most": "lots"}, "lots"),
    ({"effect": "open", "deed": "juggle"}, "juggle"),
    ({"effect": "open", "deed": "posture:prone"}, "'posture' has no 'prone'; allowed: offensive"),
    ({"effect": "open", "deed": "flee:fast"}, "'flee' has no 'fast'; allowed: nothing"),
    ({"effect": "shut", "deeds": ["juggle"]}, "juggle"),
    ({"effect": "immune", "tag": "boredom"}, "boredom"),
    ({"effect": "immune"}, "either `tag` or `pool`"),
    ({"effect": "grant", "row": "spell:sleep"}, "spell"),
    ({"effect": "mark", "state": "asleep", "words": "wish"}, "wish"),
    ({"effect": "place"}, "either `metres`, with `move` or without, or `reads`"),
    ({"effect": "place", "reads": "prone"}, "prone"),
    ({"effect": "call", "function": "summon", "why": "no row can"}, "summon"),
]


@pytest.mark.parametrize(("does", "says"), REFUSED)
def test_a_word_that_is_not_of_the_vocabulary_is_refused_and_named(does, says):
    with pytest.raises(Corrupt) as refused:
        entries("perks.toml, perk", [{**PERK, "does": [does]}], Perk)
    assert str(refused.value).startswith("perks.toml, perk 'test': ")
    assert says in str(refused.value)


COLUMNS = [
    (Skill, {"attribute": "Q"}, "attribute"),
    (Skill, {"attribute": "P", "group": "loiter"}, "loiter"),
    (Skill, {"attribute": "P", "acts": ["juggle"]}, "juggle"),
    (Perk, {"takes": "a nap"}, "a nap"),
    (Perk, {"again": "often"}, "often"),
    (Power, {**POWER, "level": 2}, "the level 2 does not fit the title 'Test 1'"),
    (Power, {**POWER, "level": 6, "title": "Test 6"}, "the level 6 is not from 1 to 5"),
    (Power, {**POWER, "range": "none"}, "range"),
    (Power, {**POWER, "half": "some"}, "some"),
    (Power, {**POWER, "escape": ["juggle"]}, "juggle"),
    (Power, {**POWER, "tags": ["boredom"]}, "boredom"),
    (Weapon, {"size": "huge", "die": "d8", "range": "close"}, "huge"),
    (Weapon, {"size": "tiny", "die": "d8", "range": "far"}, "range"),
    (Weapon, {"size": "tiny", "die": "special", "range": "close"}, "forms 1, die"),
    (Weapon, {"size": "tiny", "range": "close"}, "die"),
    (Shield, {"era": "ancient", "units": 1, "penalty": 0, "hands": 1}, "parry"),
    (Armor, {"era": "ancient", "units": 1, "penalty": "heavy", "die": "d4"}, "penalty: this must be a whole number"),
    (Armor, {"era": "stone", "units": 1, "penalty": 0, "die": "d4"}, "stone"),
    (Trait, {"reacts": [{"to": "juggle", "by": "skill:armed"}]}, "juggle"),
    (Trait, {"reacts": "always"}, "reacts"),
    (StateRow, {"ends": ["doomsday"]}, "doomsday"),
    (Perk, {"does": "much"}, "does"),
    (Perk, {"id": "Not An Id"}, "not of small letters and hyphens"),
    (Perk, {"colour": "red"}, "colour"),
]


@pytest.mark.parametrize(("kind", "columns", "says"), COLUMNS)
def test_a_column_that_is_wrong_is_refused_and_named(kind, columns, says):
    with pytest.raises(Corrupt, match=r"^some\.toml, row '.*': ") as refused:
        entries("some.toml, row", [{**PERK, **columns}], kind)
    assert says in str(refused.value)


def test_an_id_or_a_title_stands_but_once():
    for second in ({"id": "test", "title": "Other"}, {"id": "other", "title": "Test"}):
        with pytest.raises(Corrupt, match="stands there twice"):
            entries("perks.toml, perk", [PERK, second], Perk)


def test_a_table_names_its_file():
    with pytest.raises(Corrupt, match=r"modos/tables/perks\.toml, perk 'armor-training': "):
        table("perks", "perk", Skill, "the skills")


# ---------------------------------------------------------------- entries among each other

UNKNOWN = [
    ({**ADD, "when": ["skill:juggling"]}, "no skill 'juggling'"),
    ({"effect": "add", "figure": "points", "of": "juggling", "by": 1}, "no points of 'juggling'"),
    ({"effect": "add", "figure": "weapon-die", "of": "ball", "by": 1}, "no weapon-die of 'ball'"),
    ({"effect": "actions", "fits": "juggling", "by": 1}, "no skill 'juggling'"),
    ({"effect": "grant", "row": "perk:juggler"}, "no perk:juggler"),
    ({"effect": "grant", "row": "power:juggle-1"}, "no power:juggle-1"),
    ({"effect": "mark", "state": "amused"}, "no state 'amused'"),
    ({"effect": "mark", "state": "disabled"}, "no state 'disabled'"),
]


def with_one_more(**kinds: Any) -> Catalog:
    """All entries and one more."""
    return msgspec.structs.replace(
        EVERYTHING, **{name: {**getattr(EVERYTHING, name), entry.id: entry} for name, entry in kinds.items()}
    )


@pytest.mark.parametrize(("does", "says"), UNKNOWN)
def test_an_entry_cannot_name_another_that_is_not_there(does, says):
    with pytest.raises(Corrupt, match=f"perk:test: there is {says}"):
        check(with_one_more(perks=perk(**does)))


def test_a_skill_and_a_trait_name_what_is_there():
    with pytest.raises(Corrupt, match="skill:test: there is no answer 'juggling'"):
        check(with_one_more(skills=read({**PERK, "attribute": "P", "answers": ["juggling"]}, Skill)))
    with pytest.raises(Corrupt, match="trait:test: there is no power:juggle-1"):
        check(with_one_more(traits=read({**PERK, "reacts": [{"to": "attack", "by": "power:juggle-1"}]}, Trait)))
    with pytest.raises(Corrupt, match="trait:test: there is no perk 'juggler'"):
        check(with_one_more(traits=read({**PERK, "preset": {"juggler": 3}}, Trait)))


def test_an_entry_can_be_chosen_later():
    check(with_one_more(perks=perk(effect="grant", row="power:chosen")))


# ---------------------------------------------------------------- no word is there for nothing


def test_every_closed_word_is_used():
    effects = [effect for entry in EVERYTHING.entries for effect in entry.effects]
    conditions = {condition.word for effect in effects for condition in effect.when}
    conditions |= {each.word for trait in EVERYTHING.traits.values() for react in trait.reacts for each in react.when}
    assert conditions == set(WORDS)
    assert {type(effect) for effect in effects} == set(get_args(Effect))
    assert {effect.figure for effect in effects if isinstance(effect, Add | Set)} == set(FIGURES)
    assert {moment for effect in effects for moment in effect.on} == set(get_args(Moment))
    assert {effect.who for effect in effects} == set(get_args(Bearer))
    trades = [effect for effect in effects if isinstance(effect, Trade)]
    assert {account for trade in trades for account in (trade.give, trade.get)} == set(ACCOUNTS)
    ends = {end for state in EVERYTHING.states.values() for end in state.ends}
    assert ends | {end for effect in effects for end in effect.until} == set(get_args(Ending))
    assert {effect.function for effect in effects if hasattr(effect, "function")} == set(get_args(Function))
    assert {perk.takes for perk in EVERYTHING.perks.values()} - {None} == set(get_args(Choice))
    assert {entry.kind for entry in EVERYTHING.entries} == set(get_args(Kind))
    assert set(SET_TO) <= set(FIGURES)
    assert set(FIGURES) >= ADDED
    assert set(PARTS) <= set(VERBS)

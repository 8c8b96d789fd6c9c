"""Emblems at a table: no two alike, kept until somebody chooses another, and nothing shown of who is hidden."""

from __future__ import annotations

import pytest
from tests.table.sitting import Sitting, sit_down

from moot.core import CastMember, Choose, Refused, Seeded
from moot.table.emblems import EmblemChosen, EmblemsGiven, groups, titles

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Bea", "Cat", "Dee", "Eve", "Fay")


def emblems(sitting: Sitting, *, guide: bool = False) -> dict[str, str]:
    """Who has which, as everyone sees it or the guide."""
    return {member.name: member.emblem for member in sitting.table.ledger.cast(guide)}


def mask(sitting: Sitting, name: str) -> str:
    """The id of somebody's mask."""
    return f"mask-{sitting.ids[name]}"


async def chooses(sitting: Sitting, name: str, thing: str, emblem: str) -> None:
    """Somebody chooses an emblem."""
    await sitting.ask(name, "choose-emblem", thing=thing, emblem=emblem)


def free(sitting: Sitting) -> str:
    """An emblem that nobody has."""
    return next(name for name in titles() if name not in emblems(sitting, guide=True).values())


async def test_everybody_has_one_of_the_set_and_no_two_the_same():
    sitting = await sit_down(*NAMES)
    await sitting.ask("Gil", "hide", value=4)
    given = emblems(sitting, guide=True)
    assert len(given) == len(NAMES) + 1
    assert len(set(given.values())) == len(given)
    people = {name for group in groups() if group.people for name in group.emblems}
    assert set(given.values()) <= people


def test_a_crowd_has_no_two_the_same_until_the_set_is_used_up():
    given = EmblemsGiven("seed")
    every = [CastMember(id=f"n{n}", name="") for n in range(400)]
    emblems = given.see(every)
    people = sum(len(group.emblems) for group in groups() if group.people)
    assert len({emblems[f"n{n}"] for n in range(people)}) == people
    assert set(emblems.values()) <= titles().keys()


def test_what_an_old_log_chose_is_kept_where_more_things_have_emblems_now():
    given = EmblemsGiven("seed")
    given.known = given.see([CastMember(id="old", name=""), CastMember(id="new", name="")])
    had = dict(given.known)
    given.choose(EmblemChosen(seat="s1", thing="old", emblem=had["new"]))
    assert given.known == {"old": had["new"], "new": had["old"]}
    given.choose(EmblemChosen(seat="s1", thing="new", emblem=had["new"]))  # two who chose the same: the first has it
    assert given.known == {"old": had["new"], "new": had["old"]}


def test_who_was_something_else_before_keeps_its_emblem():
    given = EmblemsGiven("seed")
    given.known = given.see([], [CastMember(id="figure", name="")])
    now = given.see([CastMember(id="character", name="", was="figure"), CastMember(id="other", name="", was="nobody")])
    assert now.keys() == {"character", "other"}
    assert now["character"] == given.known["figure"] != now["other"]


async def test_a_choice_is_in_the_log_and_stays_when_the_table_is_read_again():
    sitting = await sit_down("Ann", "Bea")
    emblem = free(sitting)
    before = emblems(sitting)
    await chooses(sitting, "Ann", mask(sitting, "Ann"), emblem)
    assert sitting.log[-1].events[0]["event"] == "table.emblem-chosen"
    assert emblems(sitting) == {**before, "Ann's mask": emblem}
    assert emblems(await sitting.loaded()) == emblems(sitting)
    happened = EmblemChosen(seat=sitting.ids["Ann"], thing=mask(sitting, "Ann"), emblem=emblem)
    assert sitting.heard("Bea")[-1].events == (happened,)


async def test_nobody_gets_anothers_emblem_nor_one_that_there_is_not():
    sitting = await sit_down("Ann", "Bea")
    taken = emblems(sitting)["Bea's mask"]
    for who, thing, emblem, code in (
        ("Ann", mask(sitting, "Ann"), taken, "emblem-taken"),
        ("Ann", mask(sitting, "Ann"), "no-such-picture", "no-such-emblem"),
        ("Ann", mask(sitting, "Bea"), free(sitting), "not-yours"),
        ("Ann", "keeper", free(sitting), "not-yours"),
        ("Gil", mask(sitting, "Bea"), free(sitting), "not-yours"),
    ):
        with pytest.raises(Refused) as refusal:
            await chooses(sitting, who, thing, emblem)
        assert refusal.value.code == code
    with pytest.raises(Refused, match=r"Bea's mask has this emblem"):
        await chooses(sitting, "Ann", mask(sitting, "Ann"), taken)


async def test_whoever_watches_chooses_none():
    sitting = await sit_down("Ann")
    await sitting.come("Wat", "watcher")
    with pytest.raises(Refused, match="Those who only watch"):
        await chooses(sitting, "Wat", mask(sitting, "Ann"), free(sitting))


async def test_emblems_of_others_stay_as_they_are_when_somebody_comes_or_chooses():
    sitting = await sit_down("Ann")
    given = emblems(sitting)
    for name in NAMES[1:]:
        await sitting.come(name)
        await sitting.ask("Gil", "say", text="Welcome.")
        assert emblems(sitting).items() >= given.items()
        given = emblems(sitting)
    await chooses(sitting, "Ann", mask(sitting, "Ann"), free(sitting))
    now = emblems(sitting)
    assert {who for who in now if now[who] != given[who]} == {"Ann's mask"}


async def test_what_is_chosen_for_somebody_hidden_reaches_nobody_until_they_are_met():
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "hide", value=4)
    heard, seen, emblem = len(sitting.heard("Ann")), sitting.table.sight(sitting.seat("Ann")), free(sitting)
    await chooses(sitting, "Gil", "keeper", emblem)
    assert emblems(sitting, guide=True)["The keeper"] == emblem
    assert len(sitting.heard("Ann")) == heard
    assert sitting.table.sight(sitting.seat("Ann")) == seen
    await sitting.ask("Ann", "guess", value=4)
    assert emblems(sitting)["The keeper"] == emblem


async def test_a_player_may_choose_what_somebody_hidden_has_and_keeps_it_when_they_meet():
    """That it is taken would tell that somebody is there."""
    sitting = await sit_down("Ann")
    await sitting.ask("Gil", "hide", value=4)
    emblem = emblems(sitting, guide=True)["The keeper"]
    await chooses(sitting, "Ann", mask(sitting, "Ann"), emblem)
    assert emblems(sitting, guide=True)["The keeper"] != emblem
    await sitting.ask("Ann", "guess", value=4)
    assert emblems(sitting)["Ann's mask"] == emblem
    assert emblems(sitting)["The keeper"] != emblem


async def test_who_is_hidden_changes_no_emblem_of_the_others():
    alone, beside = await sit_down(*NAMES), await sit_down(*NAMES)
    await beside.ask("Gil", "hide", value=4)
    assert emblems(alone) == emblems(beside)


async def test_what_is_offered_of_emblems_can_be_chosen_and_nothing_else():
    sitting = await sit_down(*NAMES)
    assert sitting.offers("Gil", "choose-emblem") == []
    taken = set(emblems(sitting, guide=True).values())
    [offer] = sitting.offers("Ann", "choose-emblem")
    whose, which = offer.fields
    assert isinstance(whose, Choose)
    assert isinstance(which, Choose)
    assert [choice.value for choice in whose.choices] == [mask(sitting, "Ann")]
    assert {choice.value for choice in which.choices} == titles().keys() - taken
    wish = offer.sample(Seeded(4))
    await sitting.ask("Ann", wish.pop("do"), **wish)
    assert emblems(sitting)["Ann's mask"] == wish["emblem"]

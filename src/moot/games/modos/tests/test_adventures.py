"""Adventures as graphs: the golden palace walked as the book draws it, told place by place, changed, taken along."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Choose
from moot.games.modos.adventures.keeping import as_text
from moot.games.modos.adventures.papers import as_printed
from moot.games.modos.harm import hurt
from moot.games.modos.npcs.sheets import OURS, PACKS
from moot.games.modos.npcs.shelf import holds, read
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.terms import PACKAGE
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.view.desk import AdventureView

[PALACE] = PACKS["golden_palace"].adventure
EXAMPLE = files(PACKAGE).joinpath("example_pack.toml").read_text(encoding="utf-8")

CHART = {
    # from, to: what speaks for the way
    ("tuft", "who-we-are"): "label", ("tuft", "content"): "inferred", ("tuft", "rock-face"): "label",
    ("tuft", "stream"): "label", ("tuft", "history"): "detail", ("tuft", "luck"): "detail",
    ("who-we-are", "stream"): "inferred", ("who-we-are", "rock-face"): "inferred",
    ("content", "stream"): "inferred", ("content", "rock-face"): "inferred",
    ("stream", "discontent"): "label", ("discontent", "tuft"): "detail", ("stream", "rock-face"): "inferred",
    ("rock-face", "level-20"): "label", ("level-20", "palace"): "detail", ("palace", "level-20"): "inferred",
    ("level-20", "attack"): "label", ("attack", "level-20"): "detail", ("level-20", "agree"): "label",
    ("level-20", "refuse"): "label", ("agree", "level-20"): "inferred", ("refuse", "stream"): "label",
    ("refuse", "discontent"): "detail",
}


def palace(*walk: str, **options: Any) -> Sitting:
    """A party of two at the golden palace, which has gone this way from the tuft of grass."""
    table = Sitting(person("ilya", player="s3", level=2), person("vael", player="s4", level=2), **options)
    table.do("Gil", "take-adventure", adventure="golden_palace/golden-palace")
    table.do("Gil", "begin-adventure", paper=paper(table).id)
    for place in walk:
        table.do("Gil", "move-on", to=place, word=next(
            way.word for way in paper(table).here.way if way.to == place
        ))
    return table


def paper(table: Sitting) -> Any:
    [found] = table.state.papers.values()
    return found


def fell(table: Sitting, who: str) -> None:
    table.befall(lambda play: hurt(play, who, "P", 30))


# ---------------------------------------------------------------- the graph


@pytest.mark.rule("MO-E17", "MO-X603")
def test_every_way_of_the_chart_says_what_speaks_for_it():
    found = [(place.id, way.to, way.evidence) for place in PALACE.place for way in place.way]
    assert len(PALACE.place) == 13
    assert {(one, other): evidence for one, other, evidence in found} == CHART
    assert len(found) == len(CHART) + 1, "downhill, and as a fight among themselves"


@pytest.mark.rule("MO-X603", "MO-GP10")
def test_the_party_goes_only_along_ways_from_where_it_is_and_back():
    table = palace("rock-face", "level-20", "palace")
    [way] = [offer for offer in table.offers("Gil", "move-on") if not offer.fixed["back"]]
    assert way.fixed["to"] == "level-20", "nobody comes into the palace"
    table.refuses("Gil", "move-on", "not-offered", "MO-X603", to="agree", word="yes")
    table.refuses("Ann", "move-on", "guide-only", "MO-X603", to="level-20", word="no way in")
    table.do("Gil", "move-on", to="level-20", back=True)
    assert paper(table).trail == ("tuft", "rock-face", "level-20")
    assert paper(table).seen == ("tuft", "rock-face", "level-20", "palace")


@pytest.mark.rule("MO-X603", "MO-GP10")
def test_ways_to_one_place_are_one_entry_and_the_way_back_is_another():
    labels = [offer.label for offer in palace().offers("Gil", "move-on")]
    assert [label for label in labels if "stream" in label] == ["Downhill / they fight each other: The stream"]
    on, back = palace("rock-face", "level-20", "palace").offers("Gil", "move-on")
    assert (on.label, back.label) == ("No way in: Level 20", "Back: Level 20")
    assert on.about != back.about, "forms about one and the same thing would stand in one row of a page"


@pytest.mark.rule("MO-X603", "MO-GP06")
@pytest.mark.parametrize("word", ["downhill", "they fight each other"])
def test_the_guide_says_which_of_several_ways_to_one_place_they_go(word):
    table = palace()
    table.refuses("Gil", "move-on", "not-a-choice", to="stream", word="by boat")
    table.do("Gil", "move-on", to="stream", word=word)
    assert paper(table).at == "stream"


@pytest.mark.rule("MO-X603")
def test_nobody_but_the_guide_learns_of_places_before_they_are_told():
    table = palace("rock-face")
    table.do("Gil", "tell-place")
    heard = " ".join(f"{event}" for event in table.heard["Ann"])
    for place in PALACE.place:
        assert (place.title in heard) == (place.id in ("tuft", "rock-face")), place.id
    assert all("golden" not in line.lower() for line in table.read["Ann"])
    assert paper(table).id not in heard
    here = table.stage("Ann").here
    assert (here.title, here.text) == ("The rock face", next(p.text for p in PALACE.place if p.id == "rock-face"))
    assert table.own("Ann").desk == ()
    assert table.game.opened(table.state, table.seats["Ann"], paper(table).id) is None
    table.refuses("Gil", "tell-place", "told-already", "MO-X603")


@pytest.mark.rule("MO-X603")
def test_the_guides_picture_says_where_they_are_where_they_were_and_what_is_next():
    table = palace("stream", "rock-face")
    seen = table.game.opened(table.state, table.gm, paper(table).id)
    assert isinstance(seen, AdventureView)
    assert seen.at is not None
    assert (seen.at.number, seen.at.standing) == (8, "here")
    standing = {box.id: box.standing for box in seen.picture.boxes}
    assert {id_ for id_, how in standing.items() if how == "told"} == {"tuft", "stream"}
    assert {id_ for id_, how in standing.items() if how == "open"} == {"level-20"}
    assert standing["palace"] == "later"
    [down] = [arrow for arrow in seen.picture.arrows if (arrow.source, arrow.target) == ("tuft", "stream")]
    assert [text for _, _, text in down.words] == ["downhill / they", "fight each other"]
    assert [row.words for row in table.own("Gil").desk] == ["they are at the rock face"]
    stream = table.game.opened(table.state, table.gm, f"{paper(table).id}/stream")
    assert isinstance(stream, AdventureView)
    assert stream.at is not None
    assert stream.at.people == ("Discontent",)


# ---------------------------------------------------------------- the golden palace


@pytest.mark.rule("MO-GP01", "MO-GP03")
def test_all_wake_with_every_hero_point_and_empty_pools():
    table = Sitting(person("ilya", player="s3", level=3, heroes=1, damage={"P": 4}), person("vael", player="s4"))
    fell(table, "vael")
    table.do("Gil", "take-adventure", adventure="golden_palace/golden-palace")
    [begin] = [offer for offer in table.offers("Gil") if offer.do == "begin-adventure"]
    assert begin.why == "Made for level 2: Vael may find it hard."
    table.do("Gil", "begin-adventure", paper=paper(table).id)
    assert [(who.heroes, sum(who.damage.values())) for who in table.state.party()] == [(3, 0), (1, 0)]
    assert not lost_pools(table.state, "vael")
    table.refuses("Gil", "begin-adventure", "playing", "MO-X603", paper=paper(table).id)


@pytest.mark.rule("MO-GP02", "MO-GP04", "MO-E48")
@pytest.mark.parametrize(("walk", "hook"), [("who-we-are", "Told of their own past"), ("luck", "A creative idea")])
def test_places_have_hero_points_of_their_own_and_who_is_full_spends_one_at_once(walk, hook):
    table = palace(walk)
    assert table.who("ilya").heroes == 2
    table.do("Gil", "give-for-hook", hook=hook, who="ilya")
    assert table.who("ilya").heroes == 3
    table.refuses("Gil", "give-for-hook", "not-a-choice", "MO-116", hook=hook, who="ilya")
    assert "let-point-go" in [offer.do for offer in table.offers("Ann")]


@pytest.mark.rule("MO-115", "MO-E48")
def test_where_nobody_may_have_more_the_places_have_none_for_who_is_full():
    table = palace("luck", hero_surplus="never")
    table.refuses("Gil", "give-for-hook", "no-hook", "MO-116", hook="A creative idea", who="ilya")


@pytest.mark.rule("MO-GP05", "MO-GP07")
def test_people_are_ready_at_their_places():
    table = palace("content")
    table.do("Gil", "bring-ready", sheets=("golden_palace/content",), count=2)
    assert [who.name for who in table.state.people.values() if who.npc] == ["Content 1", "Content 2"]
    assert table.state.knows(*table.state.people)
    table.do("Gil", "move-on", to="tuft", back=True)
    table.do("Gil", "move-on", to="stream", word="downhill")
    table.do("Gil", "bring-ready", sheets=("people/discontent",))
    assert [who.name for who in table.state.people.values() if who.npc][2:] == ["Discontent"]


@pytest.mark.rule("MO-GP08", "MO-010")
@pytest.mark.parametrize(("trial", "value", "face", "outcome"), [
    ("A running jump", 12, 20, "con"), ("A climb", 8, 20, "pro"), ("A climb together", 4, 14, "con"),
])
def test_the_rock_face_is_called_with_one_press(trial, value, face, outcome):
    table = palace("rock-face")
    table.do("Gil", "call-trial", trial=trial, who=("ilya",))
    thrown = table.throws("ilya", face, 11)
    assert (thrown.outcome, thrown.second.worth) == (outcome, 11 + value)


@pytest.mark.rule("MO-GP08", "MO-X323")
def test_nobody_tries_what_takes_an_attribute_that_they_have_lost():
    table = palace("rock-face")
    fell(table, "ilya")
    table.refuses("Gil", "call-trial", "not-a-choice", trial="A climb", who=("ilya",))
    table.do("Gil", "call-trial", trial="A climb", who=("vael",))


@pytest.mark.rule("MO-GP08")
def test_several_who_climb_stand_against_one_throw_of_fate():
    table = palace("rock-face")
    table.do("Gil", "call-trial", trial="A climb together", who=("ilya", "vael"))
    [group] = {contest.group for contest in table.state.contests.values()}
    assert group
    table.refuses("Gil", "call-trial", "called-already", trial="A climb together", who=("ilya", "vael"))
    table.do("Gil", "give-for-hook", hook="Found a way of their own", who="vael")
    assert table.who("vael").heroes == 3


@pytest.mark.rule("MO-GP06", "MO-GP07", "MO-GP12")
def test_who_is_brought_down_wakes_with_a_flaw_that_goes_with_the_next_adventure():
    table = palace("stream", "discontent")
    table.put("ilya", flaws=("Proud.",))
    table.refuses("Gil", "let-wake", "nobody-fell", "MO-GP06", who="ilya")
    fell(table, "ilya")
    table.refuses("Ann", "wake", "nobody-wakes", "MO-GP06", who="ilya", flaw="Limps.")
    table.do("Gil", "let-wake", who="ilya")
    assert "Ilya’s new flaw" in [one.what for one in table.game.situation(table.state).waiting]
    moments = {name: table.question(name).title for name in ("Ann", "Ben")}
    assert moments == {"Ann": "Ilya wakes at the tuft of grass. With which new flaw?", "Ben": ""}
    table.refuses("Ben", "wake", "nobody-wakes", "MO-GP06", who="ilya", flaw="Limps.")
    table.do("Ann", "wake", who="ilya", flaw="Sees goblins everywhere.")
    assert table.who("ilya").flaws == ("Proud.", "Sees goblins everywhere.")
    assert (table.who("ilya").hurt("P"), lost_pools(table.state, "ilya"), table.state.waking) == (0, frozenset(), {})
    assert "at the tuft of grass" in table.read["Ben"][-3] + table.read["Ben"][-2] + table.read["Ben"][-1]
    table.have(people={**table.state.people, "ghost": person("ghost", player="s5", marks=(table.mark("dead"),))})
    for place, word in (("tuft", "fallen"), ("rock-face", "uphill"), ("level-20", "climbed"), ("agree", "yes")):
        table.do("Gil", "move-on", to=place, word=word)
    assert table.who("ilya").level == 2
    table.do("Gil", "move-on", to="level-20", word="the next adventure is done")
    assert [who.level for who in table.state.party()] == [3, 3, 1], "the dead reach no level"
    assert (table.who("ilya").flaws, table.who("ilya").lent_flaws) == (("Proud.",), ())
    assert table.who("ilya").owed.perks == 1


@pytest.mark.rule("MO-GP06", "MO-000")
def test_the_guide_names_the_flaw_of_somebody_whose_player_has_left_the_table():
    table = palace("stream", "discontent")
    fell(table, "ilya")
    table.do("Gil", "let-wake", who="ilya")
    table.refuses("Gil", "wake", "nobody-wakes", "MO-GP06", who="ilya", flaw="Limps.")
    table.leaves("Ann")
    asked = [(one.who, one.what) for one in table.game.situation(table.state).waiting]
    assert ("Gil", "Ilya’s new flaw") in asked
    assert table.question("Gil").title.startswith("Ilya wakes")
    table.do("Gil", "wake", who="ilya", flaw="Limps.")
    assert not table.state.waking


@pytest.mark.rule("MO-GP12", "MO-113")
def test_a_level_for_the_next_adventure_takes_the_new_flaw_whichever_way_it_is_given():
    table = palace("stream", "discontent")
    fell(table, "ilya")
    table.do("Gil", "let-wake", who="ilya")
    table.do("Ann", "wake", who="ilya", flaw="Sees goblins everywhere.")
    table.do("Gil", "finish-adventure")
    table.put("ilya", flaws=("Proud.", "Sees goblins everywhere."))
    table.do("Gil", "give-level", who=("ilya",), why="The next adventure is done.")
    assert (table.who("ilya").flaws, table.who("ilya").lent_flaws) == (("Proud.",), ())


@pytest.mark.rule("MO-GP12")
def test_after_the_next_adventure_they_come_back_to_where_they_fell_asleep():
    table = palace("rock-face", "level-20", "agree")
    home = paper(table).id
    table.do("Gil", "finish-adventure")
    table.do("Gil", "write-adventure", title="A quest on Earth", place="The ford")
    [quest] = set(table.state.papers) - {home}
    table.do("Gil", "begin-adventure", paper=quest)
    table.put("ilya", damage={"P": 3}, heroes=0)
    table.do("Gil", "finish-adventure")
    [begin] = [offer for offer in table.offers("Gil", "begin-adventure") if offer.fixed["paper"] == home]
    assert begin.fields[0].default == ("agree",), "a level waits for them there"
    table.refuses("Gil", "begin-adventure", "not-a-choice", paper=home, place="level-20")
    table.do("Gil", "begin-adventure", paper=home, place="agree")
    assert (table.who("ilya").hurt("P"), table.who("ilya").heroes) == (3, 0), "nobody wakes fresh in the grass"
    table.do("Gil", "move-on", to="level-20", word="the next adventure is done")
    assert [who.level for who in table.state.party()] == [3, 3]


@pytest.mark.rule("MO-X603")
def test_an_adventure_begins_anew_where_it_begins_unless_the_guide_says_where_they_left():
    table = palace("stream")
    table.do("Gil", "finish-adventure")
    [begin] = table.offers("Gil", "begin-adventure")
    [start] = begin.fields
    assert isinstance(start, Choose)
    assert [choice.value for choice in start.choices] == ["stream"]
    table.do("Gil", "begin-adventure", paper=paper(table).id)
    assert paper(table).at == "tuft"
    table.do("Gil", "finish-adventure")
    table.do("Gil", "strike-place", paper=paper(table).id, place="stream")
    assert not table.offers("Gil", "begin-adventure")[0].fields


@pytest.mark.rule("MO-GP06")
def test_who_has_yet_to_name_a_flaw_wakes_without_one_when_the_adventure_is_over():
    table = palace("stream", "discontent")
    fell(table, "ilya")
    table.do("Gil", "let-wake", who="ilya")
    table.do("Gil", "finish-adventure")
    assert (table.who("ilya").flaws, lost_pools(table.state, "ilya"), table.state.waking) == ((), frozenset(), {})


def fallen_among_goblins(**initiative: int) -> Sitting:
    """Ilya has fallen in a fight with a goblin, where who falls wakes again."""
    table = palace("stream", "discontent")
    table.have(people={**table.state.people, "goblin": person("goblin")})
    table.fight("A fight", **initiative)
    fell(table, "ilya")
    return table


@pytest.mark.rule("MO-GP06", "MO-GP07")
def test_who_falls_in_a_fight_wakes_at_once_and_far_from_it():
    table = fallen_among_goblins(ilya=15, goblin=9, vael=5)
    table.do("Gil", "let-wake", who="ilya")
    assert ("ilya" in table.conflict.people, table.conflict.gone, table.conflict.whose) == (False, {}, "goblin")
    asked = table.asked("Ann")
    assert (asked.lead, asked.title) == ("wake:ilya", "Ilya wakes at the tuft of grass. With which new flaw?")
    assert not table.offers("Ann", "propose-way"), "no other way back is to be agreed on"
    table.do("Ann", "wake", who="ilya", flaw="Limps.")
    assert (table.who("ilya").flaws, lost_pools(table.state, "ilya")) == (("Limps.",), frozenset())
    assert table.conflict.whose == "goblin", "and the others fight on"


@pytest.mark.rule("MO-GP06", "MO-GP07")
def test_the_guide_is_shown_first_whom_the_adventure_lets_wake_though_a_foe_has_the_turn():
    table = fallen_among_goblins(goblin=15, ilya=9, vael=5)
    asked = table.asked("Gil")
    assert (asked.ways[0].key, asked.lead) == ("let-wake:ilya", "attack:goblin:natural:False")


@pytest.mark.rule("MO-GP11", "MO-E110", "MO-GP09")
def test_no_conflict_begins_with_the_level_20_an_attempt_leads_on_at_once():
    table = palace("rock-face", "level-20")
    fight = {"what": "A fight", "ours": ("ilya",), "theirs": ()}
    table.refuses("Gil", "open-conflict", "no-conflict-here", "MO-GP11", **fight)
    table.do("Gil", "move-on", to="attack", word="attack")
    table.refuses("Gil", "open-conflict", "no-conflict-here", "MO-GP11", **fight)
    table.do("Gil", "open-conflict", **fight | {"theirs": ("vael",)})
    table.do("Gil", "end-conflict")
    table.do("Gil", "move-on", to="level-20", word="it returns")
    table.do("Gil", "move-on", to="refuse", word="no")
    table.do("Gil", "open-conflict", **fight)


@pytest.mark.rule("MO-GP13")
def test_who_refuses_stays_with_fruit_view_and_fish():
    table = palace("rock-face", "level-20", "refuse")
    ways = [(one.fixed["to"], one.label) for one in table.offers("Gil", "move-on") if not one.fixed["back"]]
    assert ways == [("stream", "Go on testing: The stream"), ("discontent", "Fish, fight: The discontent")]


@pytest.mark.rule("MO-X603")
def test_a_finished_adventure_stays_on_the_desk_and_can_begin_again_or_go():
    table = palace("stream")
    table.refuses("Gil", "drop-adventure", "nothing-there", "MO-X603", paper=paper(table).id)
    table.do("Gil", "finish-adventure")
    assert (table.state.here, paper(table).played, table.own("Gil").desk[0].words) == (None, True, "played")
    assert "begin-adventure" not in [way.key.partition(":")[0] for way in table.asked("Gil").ways], "once more can wait"
    assert table.read["Ann"][-1].strip() == "The adventure is over."
    table.do("Gil", "drop-adventure", paper=paper(table).id)
    assert table.state.papers == {}


# ---------------------------------------------------------------- of one's own, and as text


@pytest.mark.rule("MO-X603")
def test_places_and_ways_of_ones_own_are_added_changed_and_struck():
    table = Sitting(person("ilya", player="s3"))
    table.do("Gil", "write-adventure", title="The mill", place="The ford", text="It is cold.")
    mill = paper(table).id
    table.do("Gil", "add-place", paper=mill, title="The loft", text="", after=("the-ford",), word="up")
    table.do("Gil", "add-place", paper=mill, title="The loft", text="", after=(), word="")
    assert [place.id for place in paper(table).places] == ["the-ford", "the-loft", "the-loft-2"]
    table.do("Gil", "add-trial", paper=mill, place="the-ford", what="Wade", value=4)
    table.do("Gil", "add-trial", paper=mill, place="the-ford", what="Wade", value=8)
    table.do("Gil", "add-way", paper=mill, place="the-loft", to="the-ford", word="home", milestone=True)
    table.do("Gil", "change-place", paper=mill, place="the-loft", title="The loft", text="Flour.",
             hooks="Let it go\n\nLet it go", ways=("0",), people=("people/extra",))
    loft = paper(table).place("the-loft")
    assert (loft.text, loft.hooks, loft.people) == ("Flour.", ("Let it go",), ("people/extra",))
    assert [way.to for way in loft.way] == ["the-ford"]
    assert [trial.value for trial in paper(table).place("the-ford").trial] == [8]
    table.refuses("Gil", "strike-place", "not-offered", "MO-X603", paper=mill, place="the-ford")
    table.do("Gil", "begin-adventure", paper=mill)
    table.do("Gil", "move-on", to="the-loft", word="up")
    table.do("Gil", "change-place", paper=mill, place="the-loft", title="The loft", text="Flour.", ways=())
    table.do("Gil", "strike-place", paper=mill, place="the-loft-2")
    assert paper(table).place("the-loft").way == ()
    table.do("Gil", "move-on", to="the-ford", back=True)
    table.do("Gil", "strike-place", paper=mill, place="the-loft")
    assert (paper(table).place("the-ford").way, paper(table).seen) == ((), ("the-ford",))
    assert table.read["Ann"][-1].strip() == "They come back to the ford."


@pytest.mark.rule("MO-X603")
def test_nobody_goes_back_to_where_they_are_when_the_place_between_was_struck():
    table = Sitting(person("ann", player="s3"))
    table.do("Gil", "write-adventure", title="The mill", place="The ford")
    mill = paper(table).id
    table.do("Gil", "add-place", paper=mill, title="The loft", after=("the-ford",))
    table.do("Gil", "add-way", paper=mill, place="the-loft", to="the-ford")
    table.do("Gil", "begin-adventure", paper=mill)
    for place in ("the-loft", "the-ford"):
        table.do("Gil", "move-on", to=place)
    table.do("Gil", "strike-place", paper=mill, place="the-loft")
    assert (paper(table).trail, table.offers("Gil", "move-on")) == (("the-ford",), [])


@pytest.mark.rule("MO-X603")
def test_an_adventure_goes_along_as_text_and_comes_back_the_same():
    table = palace("stream")
    [document] = [one for one in table.game.documents(table.state, table.gm) if one.about == paper(table).id]
    theirs = table.game.documents(table.state, table.seats["Ann"])
    assert "golden" not in " ".join(one.name for one in theirs)
    text = document.write()
    assert text == as_text(paper(table))
    [again] = read(text).adventure
    assert again == as_printed(paper(table), OURS) == replace(PALACE, id="the-golden-palace")
    assert holds(text)[-1] == "adventure: The golden palace, 13 places"
    other = Sitting()
    other.do("Gil", "load-sheets", text=text)
    [shelf] = [blank for blank in other.offers("Gil", "take-adventure")[0].fields if isinstance(blank, Choose)]
    assert [one.group for one in shelf.choices if one.label == PALACE.title] == ["Of the book", "Your own"]
    other.do("Gil", "take-adventure", adventure="own-the-golden-palace/the-golden-palace")
    assert paper(other).places == PALACE.place


FAULTS = [
    ('start = "ford"', 'start = "fort"', "no-such-place", "MO-X603"),
    ('{ to = "loft", word', '{ to = "roof", word', "no-such-place", "MO-X603"),
    ("value = 8", "value = 80", "bad-figure", "MO-008"),
    ('"the-old-mill/thing-in-the-flour"', '"the-old-mill/thing"', "no-such-sheet", "MO-X603"),
    ('label = "Hear what it says"', 'label = "Wade through"', "trial-twice", "MO-X603"),
    ('id = "loft"', 'id = "ford"', "id-twice", "MO-X603"),
    ("milestone = true }", 'milestone = true }, { to = "ford", word = "home" }', "way-twice", "MO-X603"),
    ("value = 8", "worth = 8", "no-such-field", "MO-X603"),
]


@pytest.mark.rule("MO-X603", "MO-008")
@pytest.mark.parametrize(("was", "is_", "code", "rule"), FAULTS)
def test_an_adventure_that_leads_nowhere_is_refused_with_its_place(was, is_, code, rule):
    assert EXAMPLE.count(was) == 1
    Sitting().refuses("Gil", "load-sheets", code, rule, text=EXAMPLE.replace(was, is_))

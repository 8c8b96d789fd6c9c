"""Pages can be made for everybody at any moment, and ask in the words of the moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from moot.core import Choose
from moot.games.modos.conflict.initiative import InitiativeThrown
from moot.games.modos.conflict.opening import ConflictEnded
from moot.games.modos.harm import disable
from moot.games.modos.person import Gear
from moot.games.modos.reckoning import most_terms, skill_terms
from moot.games.modos.tests.pages import details, form, look
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

SWORD = Gear(id="g1", name="Sword", row="sword-bastard", at="held")


def bridge(**options: str) -> Sitting:
    """Two players' characters and two foes, one of them unknown."""
    return Sitting(
        person("maren", player="s3", P=15, points={"armed": 3, "parry": 1}, gear=(SWORD,), heroes=2, level=3),
        person("vael", player="s4", MP=15, points={"magic:fire-1": 1}, level=3),
        person("troll", P=20, points={"unarmed": 2}), person("u9", "The lurker", known=False), **options,
    )


def fought(table: Sitting) -> Sitting:
    table.fight(maren=12, vael=9, troll=1)
    return table


def attacked(table: Sitting) -> Sitting:
    fought(table)
    table.do("Ann", "attack", who="maren", tool="g1", thrown=False, target="troll", words="A step back")
    return table


def called(table: Sitting) -> Sitting:
    table.do("Gil", "call-contest", who="maren", pool="P", against="troll", theirs="P", why="A race")
    return table


def fallen(table: Sitting) -> Sitting:
    attacked(table)
    table.let_be()
    table.befall(lambda play: disable(play, "maren", "P"))
    return table


def opened(table: Sitting) -> Sitting:
    table.do("Gil", "open-conflict", what="The bridge", ours=("maren", "vael"), theirs=("troll",))
    table.do("Gil", "set-goal", goal="", what="Hold it", side="ours", most=20, die="d8", regress="d6")
    return table


def empty(table: Sitting) -> Sitting:
    table.have(people={})
    return table


MOMENTS: dict[str, tuple[Callable[[Sitting], Sitting], str, str]] = {
    # how it comes about, what the page of the guide says then, and that of Ann, who plays Maren
    "free": (lambda table: table, "Ask for a contest Open a conflict Take a ready adventure Bring somebody in",
             "Deceive Engage Handler Persuade"),
    "empty": (empty, "Ann , Ben , Cleo , Dan : a character", "Asked of you Who will you play?"),
    "called": (called, "Asked of you Troll against Maren: A race", "Asked of you Maren: A race"),
    "opened": (opened, "Asked of you What is at stake, and where do they stand?", "Gil : the conflict to begin."),
    "fought": (fought, "Ann : Maren’s turn.", "Asked of you Your turn, Maren: three actions"),
    "attacked": (attacked, "Asked of you Does Troll react?", "Gil : Troll’s answer."),
    "fallen": (fallen, "Say how Maren comes back", "Mostly dead · offensive · acts"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_pages_say_what_is_asked_and_whom_all_wait_for_and_never_who_is_hidden(moment):
    comes_about, guide, player = MOMENTS[moment]
    pages = look(comes_about(bridge()))
    assert guide in pages["Gil"]
    assert player in pages["Ann"]
    assert [name for name, page in pages.items() if "lurker" in page] == ([] if moment == "empty" else ["Gil"])


@pytest.mark.parametrize(("moment", "options", "gone", "there"), [
    ("fought", {"combat": "false"}, "Physical 10 / 10", "Metaphysical 10 / 10"),
    ("opened", {"combat": "false", "magic": "false"}, "Say which postures there are", "Add a goal"),
    ("free", {"magic": "false"}, "Use Fire 1", "Physical 15 / 15"),
])
def test_pages_are_silent_about_what_a_table_leaves_out(moment, options, gone, there):
    comes_about, _, _ = MOMENTS[moment]
    whole, pages = look(comes_about(bridge()), 3), look(comes_about(bridge(**options)), 3)
    assert any(gone in page for page in whole.values())
    assert not any(gone in page for page in pages.values())
    assert any(there in page for page in pages.values())


def test_who_can_be_played_at_once_says_who_that_is_and_of_which_level():
    page = look(empty(bridge()))["Ann"]
    assert "Play Blawesome Level 3. An angry young woman" in page
    assert "Make one in a minute Level 2. One form" in page
    assert "Borrow a sheet to play Level 1. With a concept" in page
    assert page.index("Play Sir Brolf") < page.index("Make one in a minute") < page.index("Bring a character")


def test_somebody_can_be_built_from_a_name_alone():
    [build] = bridge().offers("Gil", "quick-build")
    first = {field.name: field.default for field in build.fields if isinstance(field, Choose)}
    assert {"main": ("P",), "skill": ("armed",), "strikes": ("armed",)}.items() <= first.items()


def test_who_sways_somebody_reads_by_what_and_with_how_much():
    ways = {way.label: way.why for way in bridge().offers("Ann", "sway")}
    assert (ways["Persuade"], ways["Deceive"]) == ("Persuade +0.", "Deceive +0.")


def test_an_attribute_in_a_sum_is_called_as_the_sheet_calls_it():
    table = bridge()
    assert [term.label for term in skill_terms(table.state, "maren", "P", "armed")] == ["physical 15", "Armed points"]
    assert [term.label for term in most_terms(table.state, "maren", "MP")] == ["Metaphysical score"]


@pytest.mark.rule("MO-X603")
def test_a_ready_adventure_is_at_hand_until_one_lies_on_the_desk():
    table = bridge()
    assert "Take a ready adventure" in look(table)["Gil"]
    table.do("Gil", "take-adventure", adventure="golden_palace/golden-palace")
    page = look(table)["Gil"]
    assert "Begin “The golden palace” Ask for a contest" in page
    assert "Take a ready adventure" not in page


def test_people_come_before_time_at_a_table_where_nobody_is_yet():
    page = look(empty(bridge()))["Gil"]
    assert "Who is in this story?" in page
    rows = ("Bring somebody in", "Build somebody quickly", "Borrow a sheet", "Hours pass", "Days pass")
    assert " ".join(rows) in page


@pytest.mark.rule("MO-003", "MO-X309")
def test_the_details_of_an_attack_weigh_ones_own_side_as_well():
    said = details(fought(bridge()), "Ann", "attack:maren:g1:False")
    # +5 against +0: of 400 pairs 280 win, and 15 are thrown again
    assert "One of your own side instead Vael close 73 % Sure, unless Vael defends; against Parry +0: roll 73 %" in said


def test_a_page_has_what_is_asked_and_fetches_the_details_and_the_rest():
    page = look(fought(bridge()))["Ann"]
    assert "Whom? Troll" in page
    assert "in more detail" in page
    assert not any(words in page for words in ("To hold on", "In your words", "One of your own side", "Vael close"))
    assert "Something else" in page
    assert not any(words in page for words in ("Deceive", "Put away", "Wait"))


def test_where_nobody_stands_anywhere_a_goal_is_worked_at_before_anybody_is_attacked():
    table = bridge()
    table.do("Gil", "open-conflict", what="A bargain", ours=("maren", "vael"), theirs=("troll",))
    table.do("Gil", "set-goal", goal="", what="Leave to cross", side="ours", most=10, die="d8", regress="none")
    table.do("Gil", "call-order")
    for who, face in {"maren": 12, "vael": 9, "troll": 1}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    assert "Skip to “Do something”" in look(table, 1)["Ann"]
    assert "Skip to “Attack with Sword”" in look(fought(bridge()), 1)["Ann"]


def test_where_nobody_is_against_anybody_attacks_and_flight_stand_behind_a_word():
    table = bridge()
    table.do("Gil", "open-conflict", what="Wires", ours=("maren", "vael"), theirs=())
    table.do("Gil", "call-order")
    for who, face in {"maren": 12, "vael": 9}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    ask = table.asked("Ann")
    assert {key.partition(":")[0] for key in (ask.lead, *(way.key for way in ask.ways))} == {"work"}
    assert {"attack:maren:g1:False", "flee:maren"} <= {*ask.later}


@pytest.mark.rule("MO-X201", "MO-208")
def test_the_guide_is_told_that_a_goal_is_won_and_how_it_ended_stands_on_its_card():
    table = opened(bridge())
    table.do("Gil", "call-order")
    for who, face in {"maren": 12, "vael": 9, "troll": 1}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    assert asked(table, "Gil") == ("", "", "")
    [goal] = table.conflict.goals.values()
    table.have(conflict=replace(table.conflict, goals={goal.id: replace(goal, gained=21)}))
    assert asked(table, "Gil") == ("", "Is the conflict over?", "End it, or let the others go on.")
    [over] = table.offers("Gil", "end-conflict")
    assert over.why == "Won: Hold it (the party’s side).", "said once, with what ends it"
    assert table.asked("Gil").lead == over.key
    for who in ("maren", "vael"):
        table.does(who, "end-turn")
    ask = table.asked("Gil")
    assert (ask.lead, ask.title) == (over.key, "Is the conflict over?")
    assert ask.text == "If not: Troll’s turn: three actions."
    assert ask.beside == "end-turn:troll"
    assert "attack:troll" in {way.key[:12] for way in ask.ways}
    goals = {side: replace(goal, id=side, what="The bridge", side=side, gained=21) for side in ("ours", "theirs")}
    table.have(conflict=replace(table.conflict, goals=goals))
    [offer] = table.offers("Gil", "end-conflict")
    assert offer.why == "Won: The bridge (the party’s side), The bridge (the other side)."
    table.do("Gil", "end-conflict", how="They run")
    frame = table.last(ConflictEnded).line(table.state).frame
    assert [fact.text for fact in frame.facts] == ["They run"]


def test_while_a_deed_is_under_way_the_question_is_what_may_yet_be_said_of_it():
    table = bridge()
    table.do("Gil", "open-conflict", what="A bargain", ours=("maren", "vael"), theirs=("troll",))
    table.do("Gil", "call-order")
    for who, face in {"maren": 12, "vael": 9, "troll": 1}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.does("maren", "work", words="A song", pool="MP")
    titles = {name: table.asked(name).title for name in ("Gil", "Ann", "Ben", "Wim")}
    assert titles == {
        "Gil": "What stands against it?", "Ann": "Does anybody react?", "Ben": "Does Vael react?",
        "Wim": "Does anybody react?",
    }
    assert [way.key for way in table.asked("Gil").ways] == ["go-on", "hinder:troll"], "the guide need not wait"
    table.let_be()
    assert table.asked("Wim").title == "What comes of it?"


def test_a_deed_of_a_friend_is_let_be_by_one_press_and_answered_behind_a_word():
    table = fought(bridge())
    table.does("maren", "work", words="A song", pool="MP")
    ask = table.asked("Ben")
    assert (ask.lead, ask.ways, ask.word) == ("pass:vael", (), "React all the same")
    assert {"attack:vael:natural:False", "hinder:vael"} <= {*ask.later}
    table.let_be()
    table.do("Gil", "set-fate", sure=True)
    table.does("maren", "end-turn")
    table.does("vael", "end-turn")
    table.do("Gil", "attack", who="troll", tool="natural", thrown=False, target="maren")
    ask = table.asked("Ben")
    assert (ask.word, ask.ways[0].key) == ("Something else", "attack:vael:natural:False")


def test_players_read_no_figures_of_a_foe_whose_health_is_secret():
    told, secret = (look(attacked(bridge(health_told=how))) for how in ("told", "secret"))
    assert [name for name, page in told.items() if "T Troll offensive 20 10 10 6" in page] == [*told]
    assert [name for name, page in secret.items() if "T Troll offensive 20 10 10 6" in page] == ["Gil"]
    assert all("T Troll offensive 6" in page for name, page in secret.items() if name != "Gil")


def asked(table: Sitting, seat: str) -> tuple[str, str, str]:
    now = table.question(seat)
    return now.kind, now.title, now.text


def test_the_question_is_in_the_words_of_the_moment():
    table = called(bridge())
    assert asked(table, "Ann") == ("throw", "Maren: A race", "")
    assert asked(table, "Gil") == ("throw", "Troll against Maren: A race", "")
    assert asked(table, "Ben") == asked(table, "Wim") == ("", "", "")
    table = attacked(bridge())
    assert asked(table, "Gil") == ("react", "Does Troll react?", "Three actions left.")
    assert asked(table, "Ben") == ("react", "Does Vael react?", "Three actions left.")
    assert asked(table, "Ann") == ("", "", "")
    table.let_be()
    assert asked(table, "Ann") == ("turn", "Your turn, Maren: two actions", "What you keep, you can react with.")
    table.does("maren", "end-turn")
    table.does("vael", "end-turn")
    assert asked(table, "Gil") == ("turn", "Troll’s turn: three actions", "What you keep, you can react with.")
    table.do("Gil", "attack", who="troll", tool="natural", thrown=False, target="maren")
    assert asked(table, "Ann")[1:] == ("Maren, do you react?", "Two actions left.")
    assert [one.of for one in table.board("Ann")["order"].rows] == ["maren", "vael", "troll"]
    left = table.own("Ann").means.actions
    assert (left.now, left.most) == (2, 3)


def test_the_line_shows_how_far_the_weapon_reaches_of_who_acts():
    fight = fought(bridge()).stage("Wim").fight
    assert [(one.id, one.at, one.turn) for one in fight.spots] == [
        ("maren", 2, True), ("vael", 2, False), ("troll", 3, False)
    ]
    assert [(band.first, band.last, band.text) for band in fight.bands] == [
        (0, 0, "1 point"), (1, 3, "Sword: full"), (4, 4, "1 point")
    ]


@pytest.mark.rule("MO-X310")
def test_whose_character_fell_is_asked_how_they_come_back_until_a_way_is_named():
    table = fallen(bridge())
    table.does("maren", "end-turn")
    assert asked(table, "Ann") == ("fallen", "Maren is mostly dead", "How do you come back? Others go on meanwhile.")
    assert table.asked("Ann").lead.startswith("propose-way:maren")
    [mark] = table.who("maren").marks
    table.do("Ann", "propose-way", who="maren", mark=mark.id, way="care")
    assert asked(table, "Ann") == ("", "", "")


@pytest.mark.rule("MO-204")
@pytest.mark.parametrize(("combine", "dice", "total"), [
    ("keep_or_roll", (), "metaphysical: keeps 15"), ("keep_better", (20,), "metaphysical +0, or the 15"),
])
def test_who_goes_on_with_a_number_is_seen_to_keep_it(combine, dice, total):
    table = fought(bridge(combine=combine))
    table.do("Ann", "work", who="maren", words="A song", pool="MP", keep=False)
    table.do("Gil", "go-on")
    table.do("Gil", "set-fate", sure=False, difficulty=0, die="half", who="", faces=[15])
    table.do("Ann", "work", who="maren", words="Louder", keep=True, pool="MP", skill="")
    deed = table.stage("Wim").fight.beat.deed
    assert (deed.dice, deed.total) == (dice, total)


@pytest.mark.rule("MO-X205", "MO-214")
def test_the_guide_reads_that_a_hindered_deed_does_not_simply_work():
    table = fought(bridge())
    table.do("Ann", "work", who="maren", words="A song", pool="MP", keep=False)
    assert [one.label for one in table.offers("Gil", "set-fate")] == ["Against fate", "It simply works"]
    hinders = {one.key for one in table.offers("Gil", "hinder")}
    assert hinders
    assert hinders == {way.key for way in table.asked("Gil").ways if not way.quiet}
    table.do("Gil", "hinder", who="troll", words="A roar", pool="P")
    assert [one.label for one in table.offers("Gil", "set-fate")] == ["Only who hinders it", "Against fate"]
    assert table.asked("Gil").lead == table.offers("Gil", "set-fate")[0].key


@pytest.mark.rule("MO-212")
def test_the_guide_throws_initiative_for_many_with_one_press():
    table = bridge()
    table.have(people={**table.state.people, "shaman": person("shaman", M=16)})
    table.do("Gil", "open-conflict", what="The bridge", ours=("maren", "vael"), theirs=("troll", "shaman"))
    table.do("Gil", "call-order")
    table.refuses("Ann", "throw-for-all", "too-few")
    assert [way.key for way in table.asked("Gil").ways] == [one.key for one in table.offers("Gil", "throw-for-all")]
    table.do("Gil", "throw-for-all", faces=[4, 9])
    thrown = [event for event in table.events if isinstance(event, InitiativeThrown)]
    assert [(one.total.who, one.pool, one.total.worth) for one in thrown] == [("troll", "P", 9), ("shaman", "M", 12)]


@pytest.mark.rule("MO-319")
def test_who_reaches_no_foe_is_not_led_to_an_attack_and_one_on_a_friend_asks_whom():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table.fight(ann=15, ben=10, foe=5)
    assert "Attack with Bare hands" in look(table)["Ann"]
    for who in ("ann", "ben", "foe"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    said = look(table)["Ann"]
    assert "Attack with Bare hands" not in said
    assert "What do you do?" in said, "something else stands open"
    assert "Whom? Ben close" in form(table, "Ann", "attack:ann:natural:False")


def test_who_is_not_asked_to_react_reads_so_while_others_act():
    table = fought(bridge())
    table.does("maren", "end-turn")
    assert asked(table, "Ann")[2] == ""
    table.do("Ann", "set-habits", who="maren", asking="never")
    assert asked(table, "Ann")[2] == "Round 1. Maren is not asked to react. Find “what to be asked” to change that."
    assert "not asked to react. Find" not in look(table)["Ben"]


def test_who_comes_in_the_middle_of_a_fight_is_asked_whom_they_play():
    for table in (opened(bridge()), fought(bridge()), attacked(bridge())):
        assert asked(table, "Cleo")[:2] == ("making", "Who will you play?")
        assert [way.key.partition(":")[0] for way in table.asked("Cleo").ways][:1] == ["play-hero"]
        table.do("Cleo", "begin-character", name="Mo", concept="A swimmer", goal="To swim", flaw="Sinks")
        assert asked(table, "Cleo")[:2] == ("making", "What is Mo made of?")
    table = fought(bridge())
    [brolf] = [one.fixed["sheet"] for one in table.offers("Cleo", "play-hero") if one.label == "Play Sir Brolf"]
    table.do("Cleo", "play-hero", sheet=brolf)
    assert asked(table, "Cleo") == ("", "", "Round 1. Sir Brolf can come in when the GM says so.")
    [comes] = [way.key for way in table.asked("Gil").ways]
    assert comes.startswith("come-in")


@pytest.mark.rule("MO-304", "MO-X206")
def test_who_is_asked_about_an_answer_reads_whose_it_is_and_hinders_that_first():
    table = bridge(flee_from="anywhere")
    table.have(people={**table.state.people, "wolf": person("wolf")})
    table.fight(maren=15, vael=12, troll=9, wolf=5)
    table.does("maren", "attack", tool="g1", thrown=False, target="troll")
    table.does("wolf", "flee")
    page = look(table)["Ben"]
    assert table.question("Ben").title == "Does Vael react to Wolf?"
    assert page.index("Hinder Wolf") < page.index("Attack with") < page.index("Something else")
    assert page.find("Hinder Maren") in (-1, *range(page.index("Something else"), len(page)))
    assert "Troll hinders Maren" in look(table)["Gil"].partition("Something else")[0]
    assert "Troll hinders Wolf" not in look(table)["Gil"].partition("Something else")[0]


@pytest.mark.rule("MO-X206", "MO-X309")
def test_who_is_attacked_by_an_answer_reads_by_whom_and_what_they_would_hinder_of_others():
    table = attacked(bridge())
    assert table.question("Gil").title == "Does Troll react?"
    table.does("troll", "attack", tool="natural", target="vael")
    assert table.question("Ben").title == "Vael, do you react to Troll?"
    assert [one.label for one in table.offers("Ben", "hinder")] == ["Hinder Maren"]


@pytest.mark.rule("MO-X206", "MO-002")
def test_who_has_the_turn_and_a_throw_is_waited_for_once_and_sees_the_turn_behind_a_word():
    table = fought(bridge())
    table.do("Gil", "call-contest", who="maren", pool="P", against="fate", also=("vael",), difficulty=3,
             die="roll", why="It sways")
    page = look(table)["Ann"]
    assert waits(table) == ["Maren’s throw", "Vael’s throw"]
    assert "Attack with" not in page.partition("Asked of you")[2].partition("Something else")[0]
    table.throws("maren")
    assert waits(table) == ["Vael’s throw", "Maren’s turn"]
    assert [one.urgency for one in table.offers("Gil", "drop-contest")] == ["may", "may"]
    assert not any(key.startswith("drop-contest") for key in table.asked("Gil").later)
    table.do("Gil", "drop-contest", contest=next(reversed(table.state.contests)))
    assert waits(table) == ["Maren’s turn"]


def waits(table: Sitting) -> list[str]:
    """What all wait for, but for those who have nobody to play yet."""
    return [each.what for each in table.game.situation(table.state).waiting if each.what != "a character"]

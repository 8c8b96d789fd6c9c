"""Pictures of the standing situation: data in, a drawing out that is well formed and says in words what it shows."""

from itertools import pairwise
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from moot.web.pages import Pages
from moot.web.pictures.lines import track
from moot.web.pictures.tokens import TOKEN, letters

HUES = {"wen": 2, "orsel": 3}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def draw():
    """A picture by its macro's name: `draw("track", …)`, its text twin included."""
    macros = Pages()._env.get_template("macros/pictures.html").module

    def drawn(name, *args, **named):
        html = str(getattr(macros, name)(*(things(one) for one in args), **named))
        return ET.fromstring(html.replace("<svg class=", '<svg xmlns="http://www.w3.org/2000/svg" class=', 1))

    return drawn


def things(rows):
    """A list of rows as things with attributes, as views hand them over; anything else as it is."""
    if not isinstance(rows, list):
        return rows
    return [SimpleNamespace(**{key: things(value) for key, value in row.items()}) if isinstance(row, dict) else row
            for row in rows]


def person(name, side, at, **more):
    plain = {"id": name.lower(), "npc": False, "was": None, "turn": False, "note": ""}
    return {"name": name, "side": side, "at": at, **plain, **more}


def texts(found):
    return ["".join(text.itertext()) for text in found.iter(f"{SVG}text")]


def token(found, letter):
    """Where somebody's token stands, from the left."""
    return next(
        float(svg.get("x")) for svg in found.iter(f"{SVG}svg") if svg.get("x") and "".join(svg.itertext()) == letter
    )


def test_a_track_shows_who_is_ahead(draw):
    people = [person("Wen", "up", 42, was=30, turn=True), person("Joss", "down", 27, npc=True)]
    found = draw("track", people, 20, 50, HUES, says="Wen 42, Joss 27")
    assert found.get("aria-label") == "Wen 42, Joss 27"
    assert {"Wen 42", "Joss 27", "20", "50"} <= set(texts(found))
    assert token(found, "W") > token(found, "J")


def test_two_at_one_place_stand_in_lanes_of_their_own(draw):
    found = draw("track", [person("Wen", "up", 30), person("Rusk", "up", 30)], 20, 40, HUES)
    places = {svg.get("y") for svg in found.iter(f"{SVG}svg") if svg.get("y")}
    assert len(places) == 2


@given(at=st.lists(st.tuples(st.integers(0, 60), st.none() | st.integers(0, 60), st.booleans()), max_size=12))
def test_on_a_track_nobody_stands_outside_or_on_somebody_else(at):
    people = [person("Road agent", "up" if n % 2 else "down", to, was=was, turn=turn)
              for n, (to, was, turn) in enumerate(at)]
    found = track(things(people), 0, 60, HUES)
    assert all(0 <= lane.token.x <= found.width - TOKEN for lane in found.lanes)
    assert all(0 <= lane.token.y <= found.height - TOKEN for lane in found.lanes)
    heights = sorted(lane.token.y for lane in found.lanes)
    assert all(below - above >= TOKEN for above, below in pairwise(heights))


@pytest.mark.parametrize("at", [0, 25, 40, 60])
def test_beside_a_token_a_long_name_leaves_room_for_the_number(draw, at):
    found = draw("track", [person("Mira and Sister Clemence of the Grey Ford", "up", at)], 0, 60, HUES)
    [words] = [one for one in texts(found) if one.endswith(f" {at}") and "Mira" in one]
    [lane] = [one for one in found.iter(f"{SVG}text") if "".join(one.itertext()).strip() == words]
    x, length = float(lane.get("x")), 7 * len(words)
    assert x - length >= 0 if "en" in lane.get("class") else x + length <= 360


def test_the_way_that_was_come_ends_before_words_on_it(draw):
    runner = person("Mira and Sister Clemence", "up", 55, was=1)
    found = draw("track", [runner], 0, 60, HUES)
    [trail] = [path.get("d") for path in found.iter(f"{SVG}path") if path.get("class", "").startswith("trail")]
    [words] = [one for one in found.iter(f"{SVG}text") if "Mira" in "".join(one.itertext())]
    begins = float(words.get("x")) - 7 * len("".join(words.itertext()))
    assert float(trail.partition("H")[2]) <= begins
    near = draw("track", [{**runner, "was": 50}], 0, 60, HUES)
    assert not [path for path in near.iter(f"{SVG}path") if path.get("class", "").startswith("trail")]


def test_on_a_track_tokens_of_people_who_begin_alike_differ(draw):
    people = [person(name, "down", 0) for name in ("Hedge knight", "Hedge knight 3", "Hedge knight 12", "Hob")]
    assert {"H1", "H3", "H12", "Ho"} <= {*texts(draw("track", people, 0, 20, HUES))}



@pytest.mark.parametrize("at", [0, 55])
def test_words_of_where_a_roll_may_land_stay_on_the_picture(at):
    name = "Sister Clemence of the Grey Ford"
    band = {"id": "wen", "side": "up", "low": at, "high": at + 5, "text": name}
    [drawn] = track([], 0, 60, HUES, things([band])).stripes
    half = len(name) * 3.5
    assert half <= drawn.text_x <= 360 - half


def test_a_road_is_as_high_as_it_is_hard(draw):
    legs = [
        {"name": "the plain", "days": 4, "difficulty": 20, "state": "past", "marks": ["flag"]},
        {"name": "the pass", "days": 9, "difficulty": -30, "state": "now", "marks": []},
    ]
    found = draw("route", legs, HUES, [{"id": "orsel", "name": "Orsel"}], says="two stretches")
    ways = [path.get("d") for path in found.iter(f"{SVG}path") if path.get("class") == "way"]
    plain, high = [float(way.split("C")[1].split()[3]) for way in ways]
    assert high < plain
    assert [one for one in texts(found) if one == "O"]


@pytest.mark.parametrize(("ends", "said"), [
    (("Harl", "The white tower"), [("st", "Harl"), ("en", "The white tower")]), (("Harl", ""), [("st", "Harl")]),
    (("", "The white tower"), [("en", "The white tower")]), (("", ""), []),
])
def test_a_road_says_where_it_begins_and_where_it_leads(draw, ends, said):
    legs = [{"name": "the pass", "days": 9, "difficulty": 0, "state": "next", "marks": []}]
    found = draw("route", legs, HUES, ends=ends)
    names = [text for text in found.iter(f"{SVG}text") if "end" in text.get("class", "").split()]
    assert [(text.get("class").split()[-1], text.text) for text in names] == said
    _, top, _, high = map(float, found.get("viewBox").split())
    assert all(float(text.get("y")) <= top + high for text in names)
    long = draw("route", legs, HUES, ends=("The drowned causeway of Orm", "The hermitage of the Grey Ford and its dam"))
    assert ["end", "it", "long", "st"] in [text.get("class", "").split() for text in long.iter(f"{SVG}text")]


@pytest.mark.parametrize("difficulty", [-30, 0, 30])
def test_over_those_who_travel_the_name_of_a_stretch_stands_on_the_picture(draw, difficulty):
    legs = [{"name": "the pass", "days": 9, "difficulty": difficulty, "state": "now", "marks": []}]
    found = draw("route", legs, HUES, [{"id": "orsel", "name": "Orsel"}])
    [name] = [text for text in found.iter(f"{SVG}text") if text.text == "the pass"]
    assert float(name.get("y")) - 21 >= float(found.get("viewBox").split()[1])


@pytest.mark.parametrize(("states", "alone"), [("next next next", 0), ("past now next", 1), ("past past hidden", 2)])
def test_on_a_phone_the_name_of_the_stretch_that_counts_stands_alone_where_it_needs_the_room(draw, states, alone):
    names = ["Down to the salt flats", "The drowned causeway of Orm", "Through the king’s forest"]
    legs = [{"name": name, "days": 4, "difficulty": 0, "state": state, "marks": []}
            for name, state in zip(names, states.split(), strict=True)]
    drawn = {text.text: text for text in draw("route", legs, HUES).iter(f"{SVG}text")}
    for at, name in enumerate(names):
        assert drawn[name].get("class").split()[-1] == ("alone" if at == alone else "long")
        half = 5 * len(name)
        assert half <= float(drawn[name].get("x")) <= 640 - half
    short = draw("route", [{**legs[0], "name": "The salt flats"}], HUES).iter(f"{SVG}text")
    assert ["it", "hal"] in [text.get("class", "").split() for text in short]


def test_a_ladder_puts_outcomes_on_the_rung_they_are_read_from(draw):
    rungs = [
        {"name": "Helpful", "band": "warm", "who": [], "outcomes": [{"share": "6 %", "word": "Generous", "kind": ""}]},
        {"name": "Hostile", "band": "cold", "who": [{"id": "corvane", "name": "Corvane", "npc": True}], "outcomes": []},
    ]
    found = draw("ladder", rungs, HUES, says="Corvane is hostile")
    assert texts(found) == ["Helpful", "6 %", "Generous", "Hostile", "C"]


@pytest.mark.parametrize("name", ["Helpful", "Indifferent"])
def test_who_brought_an_outcome_stands_beside_the_name_of_the_rung(draw, name):
    outcome = {"share": "Sister Clemence of the Grey Ford, Charm", "word": "Affectionate", "kind": "gain"}
    found = draw("ladder", [{"name": name, "band": "", "who": [], "outcomes": [outcome]}], HUES)
    rung, share, word = list(found.iter(f"{SVG}text"))
    assert word.text == "Affectionate"
    assert float(rung.get("x")) + 7 * len(rung.text) < float(share.get("x")) - 7 * len(share.text)


def test_who_brought_an_outcome_has_the_room_that_its_word_leaves(draw):
    outcome = {"share": "Dov Marl, Intimidate", "word": "Aggressive", "kind": "harm"}
    found = draw("ladder", [{"name": "Hostile", "band": "", "who": [], "outcomes": [outcome]}], HUES)
    assert texts(found) == ["Hostile", "Dov Marl, Intimidate", "Aggressive"]


def test_a_stretch_marks_its_moments(draw):
    found = draw("stretch", "the woods", "the pass", [{"at": 0.9, "state": "now", "word": "day 12"}], thick=5)
    assert [path.get("class") for path in found.iter(f"{SVG}path")] == ["land", "way", "due now"]


@pytest.mark.parametrize(("now", "was", "classes"), [(2, None, "past past on"), (2, 0, "step step hit")])
def test_cells_show_where_somebody_stands_and_what_was_passed(draw, now, was, classes):
    found = draw("cells", ["Unhindered", "Imperiled", "Ignore 1", "Ignore 2"], now, was, says="Peril")
    assert [cell.get("class") for cell in found][:3] == classes.split()
    assert found.get("aria-label") == "Peril: Ignore 1"


def test_a_course_has_a_bar_for_each_time_as_tall_as_it_was_bad(draw):
    found = draw("course", [0, 5, 1], [False, False, True], 5, says="Wen: Incapacitated!, then Imperiled by a camp")
    assert [(bar.get("class"), bar.get("height")) for bar in found] == [(None, "2"), ("last", "32"), ("rest", "8")]
    assert found.get("aria-label") == "Wen: Incapacitated!, then Imperiled by a camp"


def test_a_ledger_says_where_a_total_comes_from(draw):
    lines = [{"what": "Twisted Ankle", "points": 3, "makes": 3, "stamp": ""}]
    assert [row.get("class") for row in draw("ledger", lines, 3)] == [None, "sum"]


@pytest.mark.parametrize(("names", "said"), [
    (("Vael", "Bomber"), ("V", "B")), (("Bodyguard", "Bomber", "Vael"), ("Bd", "Bm", "V")),
    (("Guard 1", "Guard 2"), ("G1", "G2")), (("Bo", "Bo"), ("B1", "B2")), (("Jo Ann", "Jobst"), ("JA", "Js")),
    (("Rusk", "Road agent", "Road agent 2"), ("Ru", "R1", "R2")),
    (("Rat", "Rat 2", "Ray", "Ray 2"), ("R1", "R2", "R3", "R4")),
])
def test_who_begins_alike_has_another_letter_too(names, said):
    people = [SimpleNamespace(id=str(at), name=name) for at, name in enumerate(names)]
    assert tuple(letters(people).values()) == tuple(said)


@pytest.mark.parametrize("count", [3, 4, 6, 8])
def test_all_who_stand_in_a_posture_are_drawn_before_any_are_counted(draw, count):
    people = [person(f"{name}orn", "up", 2, turn=name == "C") for name in "ABCDEFGH"[:count]]
    found = draw("postures", people, HUES, says="in front")
    drawn = [(svg.get("x"), svg.get("y")) for svg in found.iter(f"{SVG}svg") if svg.get("x")]
    assert len(drawn) == len(set(drawn)) == min(count, 6)
    assert (str(count) in texts(found)) == (count > 6)
    top = min(float(y) for _, y in drawn)
    [turn] = [path.get("d") for path in found.iter(f"{SVG}path") if path.get("class", "").startswith("turn")]
    assert turn.startswith(f"M{token(found, 'C') + TOKEN / 2 - 6:.1f} {top - 10:.0f}")  # over its token
    assert top - 10 > 0

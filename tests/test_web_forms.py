"""Offers as forms: whatever may be chosen comes back from its form as it was meant."""

import re

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from tests.toy import TOY

from moot import games
from moot.core import (
    Choice,
    Choose,
    Compose,
    Confirm,
    Count,
    Kind,
    Offer,
    Offered,
    Refused,
    Seeded,
    Spread,
    Write,
)
from moot.web.blanks import Portrait, blank
from moot.web.forms import Desk, faces, forms, together, wish
from moot.web.pages import Pages

DESK = Desk("x", True, TOY)


def found(*offers):
    """Offers as they are found, before their words are made."""
    return [
        Offered(o.do, None, o.label, o.why, o.fields, o.fixed, o.about, o.urgency, o.rules) for o in offers
    ]


CHOICES = tuple(Choice(f"v{n}", f"Choice {n}", group="odd" if n % 2 else "") for n in range(16))
names = st.sampled_from(["one", "two-words", "three.dots"])
pools = st.lists(st.sampled_from([4, 6, 8]), min_size=1, max_size=6)
kinds = (Kind("k", "K"), Kind("w", "W", targets=CHOICES[:3], writes=True))
words = ("a\nb", "c & d", "é€")


def _choose(name, count, least):
    return Choose(name=name, label="L", choices=CHOICES[:count], least=least)


def _spread(name, dice):
    return Spread(name=name, label="L", slots=CHOICES[: len(dice)], dice=tuple(dice))


fields = st.one_of(
    st.builds(_choose, names, st.integers(1, 16), st.integers(0, 1)),
    st.builds(lambda n: Choose(name=n, label="L", choices=CHOICES[:5], least=0, most=3), names),
    st.builds(_spread, names, pools),
    st.builds(lambda n: Count(name=n, label="L", least=-3, most=40), names),
    st.builds(lambda n, lines: Write(name=n, label="L", lines=lines, suggestions=words), names, st.integers(1, 4)),
    st.builds(lambda n: Confirm(name=n, label="L"), names),
    st.builds(lambda n: Compose(name=n, label="L", kinds=kinds, least=1, most=5), names),
)


def filled(offer, answers):
    """The data of `offer`'s form when somebody answers it so: through the blanks as a page shows them."""
    [form] = forms(found(offer), DESK)
    data = {"moot.offer": [form.buttons[0].key]}
    for one in form.blanks:
        answer = answers[one.name]
        match one.kind:
            case "choose" | "list":
                wanted = set(answer) if isinstance(answer, tuple) else {answer}
                ticked = [pick.choice.value for pick in one.picks if pick.choice.value in wanted]
                assert len(ticked) == len(wanted - {""})
                if ticked:
                    data[one.control] = [*answer] if isinstance(answer, tuple) else ticked
            case "spread":
                left = [list(slot.dice) for slot in one.slots]
                used = set()
                for slot, row in zip(one.slots, left, strict=True):
                    at = next(n for _, n, die, _ in row if die == answer[slot.choice.value] and n not in used)
                    used.add(at)
                    data[slot.control] = [str(at)]
            case "confirm":
                if answer:
                    data[one.control] = ["yes"]
            case "compose":
                for place, item in zip(one.rows, answer, strict=False):
                    what = f"{item.kind}:{item.target}"
                    assert what in {place.sole, *(pick.choice.value for _, picks in place.ways for pick in picks)}
                    data[f"{place.control}.what"], data[f"{place.control}.detail"] = [what], [item.detail]
            case _:
                data[one.control] = [str(answer).replace("\n", "\r\n")]
    return data


@given(fields=st.lists(fields, max_size=3, unique_by=lambda field: field.name), seed=st.integers(0, 10_000))
def test_what_is_answered_in_a_form_is_what_the_command_says(fields, seed):
    offer = Offer(do="try", label="Try", fixed={"of": "x"}, fields=tuple(fields))
    answers = {field.name: field.sample(Seeded(seed)) for field in fields}
    said = wish(found(Offer(do="else", label="Else"), offer), filled(offer, answers))
    assert msgspec.to_builtins(said) == msgspec.to_builtins(offer.fill(answers))


@given(fields=fields)
def test_every_element_of_a_form_has_an_id_of_its_own(fields):
    [form] = forms(found(Offer(do="try", label="Try", fields=(fields,))), DESK)
    [blank] = form.blanks
    ids = [blank.id, *(pick.id for pick in blank.picks), *(die[0] for slot in blank.slots for die in slot.dice)]
    ids += [row.id for row in blank.rows]
    assert len(ids) == len(set(ids))


HINTED = tuple(Choice(f"h{n}", f"Hinted {n}", hint="How it is") for n in range(30))
TIED = tuple(Choice(f"t{n}", f"Tied {n}", needs=(f"who:{n % 5}",)) for n in range(70))


@pytest.mark.parametrize(
    ("choices", "kind"),
    [
        *[(CHOICES[:12], "choose"), (CHOICES[:13], "list")],
        *[(HINTED[:20], "choose"), (HINTED[:21], "list")],
        *[(TIED[:60], "choose"), (TIED[:61], "list"), ((*TIED[:55], CHOICES[0]), "choose")],
        *[((*TIED[:55], *CHOICES[:2]), "list"), (tuple(replace(one, needs=("who:1",)) for one in TIED[:13]), "list")],
    ],
)
def test_few_choices_at_a_time_are_taps_and_more_are_a_list(choices, kind):
    assert blank(Choose(name="c", label="L", choices=choices), "x").kind == kind


@pytest.mark.parametrize(("faces", "nothing", "says"), [
    ({}, "", "None"), ({"a": Portrait(1)}, "", "Nobody"), ({"a": Portrait(1)}, "As before", "As before"),
])
def test_choosing_none_is_called_what_it_is(faces, nothing, says):
    choose = Choose(name="whom", label="Whom?", choices=(Choice("a", "Amek"),), least=0, nothing=nothing)
    assert blank(choose, "b", faces=faces).nothing == says


@pytest.mark.parametrize("heading", ["", "From Moot"])
def test_choosing_none_stands_before_all_headings(heading):
    choices = (Choice("a", "Amek", group=heading), Choice("b", "Bel", group="Yours"))
    choose = Choose(name="pick", label="Which?", choices=choices, least=0, nothing="The dice choose")
    [form] = forms(found(Offer(do="cut", label="Cut", fields=(choose,))), DESK)
    shown = Pages().render("table/form.html", {"opened": [form]})
    read = re.findall(r"The dice choose|From Moot|Yours|Amek|Bel", shown)
    assert read == ["The dice choose", *filter(None, (heading,)), "Amek", "Yours", "Bel"]
    assert shown.count('value=""') == 1


def test_choosing_none_is_there_where_there_is_nothing_to_choose():
    choose = Choose(name="like", label="Otherwise it is", choices=(), least=0)
    [form] = forms(found(Offer(do="own", label="Own", fields=(choose,))), DESK)
    shown = Pages().render("table/form.html", {"opened": [form]})
    assert re.findall(r'value="" checked><span>(\w+)<', shown) == ["None"]


@pytest.mark.parametrize("many", [True, False])
def test_a_choice_of_nothing_can_be_left_open(many):
    fields = (Choose(name="who", label="Whom?", choices=(), least=0, many=many),)
    [form] = forms(found(Offer(do="pick", label="Pick", fields=fields)), DESK)
    assert "Whom?" in Pages().render("table/form.html", {"opened": [form]})


def test_the_same_offer_has_the_same_form_at_any_time_and_another_one_another():
    one = Offer(do="cut", label="Cut to A", fixed={"scene": "a"}, fields=(Confirm(name="sure", label="Sure?"),))
    again = msgspec.structs.replace(one, label="Cut there", why="Because.")
    other = msgspec.structs.replace(one, fixed={"scene": "b"})
    ids = [forms(found(offer), DESK)[0].id for offer in (one, again, other)]
    assert ids[0] == ids[1] != ids[2]


def test_offers_that_differ_in_what_they_fix_alone_share_a_form():
    offers = [Offer(do="cut", label=f"Cut to {s}", fixed={"scene": s}) for s in "abc"]
    [form] = forms(found(*offers), DESK)
    assert [button.key for button in form.buttons] == ["cut:a", "cut:b", "cut:c"]
    assert len(forms(found(*offers, Offer(do="cut", label="Cut", why="For another reason.")), DESK)) == 2


@pytest.mark.parametrize(
    ("urgency", "rolls", "shared"), [("must", (), 1), ("may", (), 2), ("tool", (), 2), ("must", (6,), 2)]
)
def test_what_is_waited_for_is_one_question_about_whom_its_answers_are(urgency, rolls, shared):
    takes = [
        Offered("take", None, f"Take {who}", "", (), {"who": who}, who, urgency, (), rolls)
        for who in ("Ann", "Ben")
    ]
    assert len(forms(takes, DESK)) == shared


@pytest.mark.parametrize(("rolls", "throws"), [((6,), False), ((), True), ((), "later"), ((), False)])
@pytest.mark.parametrize("hand_dice", [True, False])
def test_a_button_bears_dice_where_some_may_fall_whatever_is_chosen(rolls, throws, hand_dice, monkeypatch):
    monkeypatch.setattr(TOY.commands.by_name["guess"], "throws", throws)
    [form] = forms([Offered("guess", None, "Guess", "", (), {}, "", "may", (), rolls)], Desk("x", hand_dice, TOY))
    assert (form.throws, (form.plain or form).throws) == (bool(rolls) or throws is True,) * 2
    assert form.by_hand == (bool(rolls or throws) and hand_dice)


def test_an_abbreviation_in_what_offers_are_called_together_stands_in_capitals():
    named = {do: together(game, do) for game in games.every() for do in game.commands.by_name}
    assert (named["quick-npc"], named["nc-seize"]) == ("Quick NPC", "NC seize")
    assert not [said for said in named.values() if re.search("[Nn]p?c\\b", said)]


def test_nothing_that_is_fixed_can_be_changed_by_the_form():
    offer = Offer(do="cut", label="Cut", fixed={"scene": "a"})
    posted = {"moot.offer": ["cut:a"], "scene": ["b"], "f.scene": ["b"], "f.do": ["else"]}
    assert wish(found(offer), posted) == {"do": "cut", "scene": "a"}


def test_an_offer_that_is_not_there_is_not_filled():
    with pytest.raises(Refused) as refused:
        wish(found(Offer(do="cut", label="Cut", fixed={"scene": "a"})), {"moot.offer": ["cut:b"]})
    assert refused.value.code == "offer-gone"


@pytest.mark.parametrize("typed", ["", "four", "1.5", "9999999999", "１２e"])
def test_where_a_number_is_asked_for_nothing_else_will_do(typed):
    offer = Offer(do="try", label="Try", fields=(Count(name="n", label="How many", most=3),))
    with pytest.raises(Refused) as refused:
        wish(found(offer), {"moot.offer": ["try"], "f.n": [typed]})
    assert refused.value.field == "n"


def test_who_has_yet_to_choose_is_told_what():
    field = Choose(name="pool", label="Body or mind?", choices=(Choice("P", "Body"),))
    with pytest.raises(Refused, match="Body or mind") as told:
        wish(found(Offer(do="try", label="Try", fields=(field,))), {"moot.offer": ["try"]})
    assert (told.value.code, told.value.field) == ("wrong-number", "pool")
    free = Offer(do="try", label="Try", fields=(replace(field, least=0),))
    assert wish(found(free), {"moot.offer": ["try"]}) == {"do": "try", "pool": ""}


@pytest.mark.parametrize("place", ["", "2", "-1", "x", "9" * 5000])
def test_a_die_that_is_not_there_is_on_no_slot(place):
    slots = (Choice("a", "A"), Choice("b", "B"))
    offer = Offer(do="try", label="Try", fields=(Spread(name="s", label="S", slots=slots, dice=(4, 6)),))
    assert wish(found(offer), {"moot.offer": ["try"], "f.s.a": ["1"], "f.s.b": [place]})["s"] == {"a": 6}


def test_a_row_without_a_kind_is_asked_about_and_an_empty_row_is_not():
    offer = Offer(do="try", label="Try", fields=(Compose(name="t", label="Terms", kinds=(Kind("k", "K"),)),))
    assert wish(found(offer), {"moot.offer": ["try"], "f.t.1.what": ["k:"]})["t"] == ({"kind": "k"},)
    with pytest.raises(Refused) as refused:
        wish(found(offer), {"moot.offer": ["try"], "f.t.0.detail": ["a promise"]})
    assert refused.value.code == "no-kind"


def test_people_are_chosen_by_their_faces_in_one_tap():
    """However many they are; all else is a chip, and words that only some of it takes are open once that is tapped."""
    people = tuple(Choice(f"p{n}", f"Person {n}") for n in range(12))
    kinds = (Kind("hits", "Strikes at", people, writes=True), Kind("dies", "Dies"))
    whom, terms = Choose(name="who", label="Whom?", choices=people), Compose(name="t", label="Terms", kinds=kinds)
    faces_of = {one.value: Portrait(3, "owl") for one in people}
    [form] = forms(found(Offer(do="try", label="Try", fields=(whom, terms))), DESK._replace(faces=faces_of))
    chosen, composed = form.blanks
    assert (chosen.kind, {pick.face for pick in chosen.picks}) == ("choose", {Portrait(3, "owl")})
    first, *spare = composed.rows
    assert [(heading, len(picks)) for heading, picks in first.ways] == [("Strikes at", 12), ("", 1)]
    assert first.writes == tuple(f"t.0.what:hits:{one.value}" for one in people)
    assert [row.spare for row in (first, *spare)] == [False, True, True]


def test_faces_are_read_in_order_however_they_are_typed():
    assert faces({"moot.faces": ["10", "", "4"]}) == (10, 4)
    assert faces({"moot.faces": ["7, 4"]}) == (7, 4)
    assert faces({}) == ()
    with pytest.raises(Refused):
        faces({"moot.faces": ["d6"]})


HANGING = Offer(
    do="x",
    label="X",
    fields=(
        Choose(name="one", label="One", choices=CHOICES[:2]),
        Write(name="words", label="Words", needs=("one:v0",)),
        Count(name="many", label="Many", most=3, needs=("one:v0",)),
    ),
)


def test_a_shut_blank_is_left_out_unless_somebody_wrote_in_it():
    [form] = forms(found(HANGING), DESK)
    assert [blank.needs for blank in form.blanks] == [(), ("one:v0",), ("one:v0",)]
    key = form.buttons[0].key
    posted = {"moot.offer": [key], "f.one": ["v1"], "f.many": ["2"]}
    assert wish(found(HANGING), posted) == {"do": "x", "one": "v1"}
    assert wish(found(HANGING), {**posted, "f.words": ["so"]}) == {"do": "x", "one": "v1", "words": "so"}
    assert wish(found(HANGING), {**posted, "f.one": ["v0"]}) == {"do": "x", "one": "v0", "words": "", "many": 2}


def test_what_most_leave_as_it_stands_comes_last_behind_a_word():
    rare, usual = Confirm(name="rare", label="Rare", aside=True), Confirm(name="usual", label="Usual")
    [form] = forms(found(Offer(do="guess", label="Guess", fields=(rare, usual))), DESK)
    shown = Pages().render("table/form.html", {"opened": [form]})
    assert shown.index("Usual") < shown.index("<summary>More choices") < shown.index("Rare")

"""A journey and an intrigue from their beginnings to their ends, played on phones and a laptop that stay open."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import Seated
from tests.browser.people import LAPTOP, PHONE, in_any_light
from tests.browser.test_screen import fits, look_at

from moot.games.perilous import GAME
from moot.table import Key
from moot.table.script import Step, follow, perform, read
from moot.testing.golden import golden_scripts

pytestmark = pytest.mark.browser
SCRIPTS = {path.stem: read(path.read_text(encoding="utf-8")) for path in golden_scripts(GAME)}

INSIDE = """() => [...document.querySelectorAll(".journal *, .deeds *")].map(each => each.getBoundingClientRect())
    .filter(box => box.width).every(box => box.right <= innerWidth)"""
"""Whether everything in the journal and on the cards ends where the page does, or before."""


class Evening:
    """A table at which everybody's page stays open from the first step that is `since` or later to the last, or to the
    first that is `until`."""

    def __init__(self, server, party, name: str, *, since: str = "", until: str = "") -> None:
        script = SCRIPTS[name]
        names = [step.do for step in script.step]
        begun = names.index(since) if since else 0
        self.steps = script.step[begun: names.index(until) + 1 if until else None]
        self.server, self.party = server, party
        before = script.__replace__(step=script.step[:begun])
        self.table, self.keys = server.run(perform(server.shelf, "perilous", before))
        self.people = {who: self._seat(who, key) for who, key in self.keys.items()}

    def _seat(self, who: str, key: Key) -> Seated:
        page = self.party.page(**(LAPTOP if who == "Gil" else PHONE))
        return Seated(self.server, self.table, key, page)

    def play(self, looked_at: Iterable[str]) -> Iterable[Step]:
        """Press what each person does first and the first step of each kind `looked_at`, after a look over that
        person's page; let them do the rest without their pages, which stay open and hear of it. (The walk over the
        pages presses every command there is.) Each step is told when it is due.
        """
        left, pressed = set(looked_at), set[str]()
        for step in self.steps:
            hands, looks = self.people[step.seat], step.do in left
            if looks:
                left.remove(step.do)
                hands.catch_up()
                assert in_any_light(hands.page) == [], step.do
            yield step
            if looks or step.seat not in pressed:
                pressed.add(step.seat)
                hands.press(step)
            else:
                self.server.run(follow(self.table, self.keys, [step]))
        assert not left
        assert self.party.complaints == []

    def pages(self) -> Iterable[Page]:
        """Everybody's page, brought up to now."""
        for hands in self.people.values():
            hands.catch_up()
            yield hands.page


@pytest.mark.long
@pytest.mark.rule("GP-WILD-06", "GP-WILD-11")
def test_before_anybody_is_made_lines_and_veils_are_on_the_first_screen_of_a_phone(party):
    guide = party.open("perilous")
    page = party.join(guide, "Ben", **PHONE)
    door = page.locator("#ask").get_by_text("lines, veils, and a quiet word")
    expect(door).to_be_in_viewport()
    door.click()
    expect(page.locator("#sheet")).to_contain_text("Add a line or a veil")


def test_a_journey_is_made_on_three_phones(server, party):
    evening = Evening(server, party, "over_the_pass", since="reckon-miles")
    foreseen = weighed = False
    for step in evening.play(("be-off", "threat", "camp")):
        if step.do == "be-off" and not foreseen:
            foreseen = True
            for page in evening.pages():
                page.locator(".foreseen summary").click()
                expect(page.locator(".picture:has(.route) + #question")).to_be_visible()
                expect(page.locator(".foreseen")).to_contain_text("Guide: Orsel")
                expect(page.locator(".foreseen")).to_contain_text("provisions are eaten")
        if step.do == "threat":
            page = evening.people["Gil"].page
            expect(page.get_by_role("heading", name="Does trouble find them?")).to_be_visible()
            expect(page.locator("#also summary", has_text="Draw a Stretch")).to_be_hidden()
        if step.do == "camp" and not weighed:
            weighed = True
            expect(evening.people["Ann"].page.get_by_role("heading", name="Camp, or go on?")).to_be_visible()
            waits = evening.people["Ben"].page.locator("#question")
            expect(waits).to_contain_text("Waiting for Ann: a camp, or to go on")
            expect(evening.people["Gil"].page.locator("#whose")).to_have_text("Ann: a camp, or to go on")
            for page in evening.pages():
                expect(page.locator(".picture:has(.stretch) + #question")).to_be_visible()
                onward, camp = page.locator(".outlook").all()[:2]
                expect(onward).to_contain_text("Go on")
                expect(camp).to_contain_text("Camp for a day now · eats")
                expect(camp).to_contain_text("Orsel")
            page = evening.people["Cleo"].page
            page.locator(".so-far summary").click()
            expect(page.get_by_role("img", name="Fenn: ").last).to_be_visible()
            expect(page.locator(".so-far .ledger")).to_contain_text("The coast road: 4 days")
    assert foreseen
    assert weighed
    for page in evening.pages():
        expect(page.locator(".road")).to_have_count(0)


@pytest.mark.rule("GP-CORE-10")
def test_in_a_fight_on_the_road_who_acts_stands_above_the_way(server, party):
    evening = Evening(server, party, "over_the_pass", until="threat")
    for _ in evening.play(()):
        pass
    told = Step(seat="Gil", do="open-encounter", fill={"title": "Footpads"})
    fight = Step(seat="Gil", do="open-fight")
    faces = {"Ann": 9, "Ben": 3, "Cleo": 1}
    rolls = (Step(seat=name, do="roll-initiative", faces=(face,)) for name, face in faces.items())
    evening.server.run(follow(evening.table, evening.keys, [told, fight, *rolls]))
    ann = evening.people["Ann"]
    ann.catch_up()
    turns, way = (ann.page.locator(named).bounding_box() for named in ("ol[id^=rows-]", ".picture:has(.stretch)"))
    assert turns is not None
    assert way is not None
    assert turns["y"] < way["y"]
    expect(ann.page.locator("#question")).to_contain_text("It is your turn")
    expect(ann.page.locator(".picture + #question")).to_have_count(0)


@pytest.mark.long
@pytest.mark.rule("GP-SOC-03", "GP-SOC-04")
def test_an_intrigue_is_carried_on_on_phones(server, party):
    evening = Evening(server, party, "the_magistrates_supper", since="frame-simple")
    sealed, told = 0, False
    for step in evening.play(("hide-pair", "tactic", "roll")):
        if step.do == "tactic":
            for page in evening.pages():
                expect(page.locator(".picture:has(.ladder) + #question")).to_be_visible()
                if page is not evening.people["Gil"].page and page.locator(".sealed-pair").count():
                    sealed += 1
                    expect(page.locator(".sealed-pair")).to_contain_text("Nobody but the GM knows.")
            if step.seat == "Ann" and not told:
                page, told = evening.people["Ann"].page, True
                page.locator(".foreseen summary").click()
                expect(page.locator(".foreseen")).to_contain_text("62 % by the dice")
                expect(page.locator(".foreseen")).to_contain_text("14 % Generous as if Helpful")
    assert sealed
    assert told


def test_what_has_just_begun_is_named_once(server, party):
    evening = Evening(server, party, "the_magistrates_supper", until="frame")
    for _ in evening.play(()):
        pass
    for page in evening.pages():
        named = page.locator("#now :is(.frame h2, .picture .name)", has_text="A writ for the cooper's release")
        expect(named).to_have_count(2)
        expect(named.filter(visible=True)).to_have_count(1)


def test_on_a_narrow_phone_nothing_is_wider_than_the_page(server, party):
    evening = Evening(server, party, "three_reckonings", until="end-session")
    for _ in evening.play(()):
        pass
    expect(evening.people["Gil"].page.locator("#me")).to_contain_text("Everybody whom you play is in the cast.")
    for page in evening.pages():
        page.set_viewport_size({"width": 360, "height": 740})
        page.locator("label", has=page.locator("#tab-journal")).click()
        assert page.evaluate(INSIDE)


@pytest.mark.rule("GP-MAD-01")
def test_before_a_fright_is_withstood_its_cost_is_shown_to_who_rolls(server, party):
    evening = Evening(server, party, "a_night_of_terrors", until="terrify")
    for _ in evening.play(()):
        pass
    costs = {page.locator("[id^=cost-]").count() for page in evening.pages()}
    assert costs == {0, 1}
    ann = evening.people["Ann"].page
    expect(ann.locator("[id^=cost-]")).to_contain_text("What it may cost")
    expect(ann.locator("[id^=cost-]")).to_contain_text("Corruption")


@pytest.mark.parametrize(("name", "until"), [
    ("the_magistrates_supper", "spend-fortune"), ("over_the_pass", "march"), ("three_reckonings", "convert"),
])
def test_the_screen_in_the_room_holds_the_picture_and_what_just_happened(server, party, name, until):
    script = SCRIPTS[name]
    names = [step.do for step in script.step]
    before = script.__replace__(step=script.step[: names.index(until) + 1])
    table, _ = server.run(perform(server.shelf, "perilous", before))
    screen = look_at(party, table, viewport={"width": 1920, "height": 1080})
    expect(screen.locator(".picture").first).to_be_visible()
    assert fits(screen)


def test_on_a_full_screen_what_came_of_it_stands_over_the_people(server, party):
    script = SCRIPTS["the_ferry_inn"]
    names = [step.do for step in script.step]
    fight, rally = names.index("open-fight"), names.index("rally")
    more = Step(seat="Gil", do="take-foe", fill={"foe": "foes/footpad", "count": 6})
    before = script.__replace__(step=(*script.step[:fight], more, *script.step[fight:rally]))
    table, _ = server.run(perform(server.shelf, "perilous", before))
    screen = look_at(party, table, viewport={"width": 1280, "height": 720})
    expect(screen.locator(".verdict")).to_be_visible()
    assert screen.locator(".act").evaluate("act => act.scrollHeight <= act.clientHeight + 1")
    assert fits(screen)


def test_after_a_long_session_what_is_asked_stands_on_the_first_screen(server, party):
    evening = Evening(server, party, "three_reckonings", until="settle")
    for _ in evening.play(()):
        pass
    gil = evening.people["Gil"]
    gil.catch_up()
    gil.page.set_viewport_size({"width": 1280, "height": 640})
    assert gil.page.locator(".frame + .deeds > .deed").count() > 8
    expect(gil.page.locator("#ask .ask-title")).to_be_in_viewport()


@pytest.mark.rule("GP-CORR-04", "GP-CORR-05")
def test_at_the_end_of_a_session_ones_own_ledger_stands_under_the_question_and_says_where_one_drifts(server, party):
    evening = Evening(server, party, "three_reckonings", until="convert")
    for _ in evening.play(()):
        pass
    ben, ann = (evening.people[name] for name in ("Ben", "Ann"))
    ben.catch_up()
    expect(ben.page.locator("#question")).to_contain_text("What has the session made of Tib Ashdown?")
    expect(ben.page.locator("#stakes .soul")).to_have_count(1)
    expect(ben.page.locator("#stakes .soul")).to_contain_text("Channelling power")
    ann.catch_up()
    expect(ann.page.locator("#stakes .soul h3")).to_contain_text("Wen Harrow drifts to Chaos")
    assert in_any_light(ann.page) == []


@pytest.mark.rule("GP-MAD-01")
def test_of_two_fears_the_page_weighs_the_one_that_is_asked_and_the_screen_says_whole_what_came(server, party):
    evening = Evening(server, party, "a_night_of_terrors", until="terrify")
    ann, screen = evening.people["Ann"], look_at(party, evening.table, viewport={"width": 1366, "height": 768})
    for _ in evening.play(()):
        pass
    fails = Step(seat="Ann", do="roll", faces=(9, 8))
    worse = Step(seat="Gil", do="terrify", pick="Something of your own", fill={
        "what": "The miller hangs there, and is still talking", "tier": "Terror", "people": ["Fenn"],
    })
    evening.server.run(follow(evening.table, evening.keys, [fails, worse]))
    ann.catch_up()
    expect(ann.page.locator("#question")).to_contain_text("Fenn: Resolve")
    expect(ann.page.locator("#ask")).to_contain_text("38 or less succeeds")
    expect(ann.page.locator("#stakes")).to_contain_text("34\u00a0% A success")
    evening.server.run(follow(evening.table, evening.keys, [Step(seat="Ann", do="roll", faces=(1, 1))]))
    expect(screen.locator(".verdict")).to_contain_text("Fenn stands unmoved")
    assert screen.locator(".beat .act").evaluate("act => act.scrollHeight <= act.clientHeight + 1")
    assert fits(screen)


def test_under_a_failure_real_dice_are_typed_in_at_one_place(server, party):
    evening = Evening(server, party, "a_night_of_terrors", until="spend-fortune")
    *before, again = evening.steps
    server.run(follow(evening.table, evening.keys, before))
    ann = evening.people["Ann"]
    ann.catch_up()
    expect(ann.page.locator("#bar button")).to_have_count(2)
    place = ann.page.locator("#ask").get_by_text("I roll real dice")
    expect(place).to_have_count(1)
    boxes = ann.page.locator("#ask input[name='moot.faces']")
    expect(boxes.first).to_be_hidden()
    expect(boxes.last).to_be_hidden()
    place.click()
    expect(ann.page.locator("#ask .by-hand .label", has_text="Spend").last).to_be_visible()
    expect(boxes.last).to_be_visible()
    place.click()
    ann.press(again)
    assert party.complaints == []

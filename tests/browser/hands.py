"""Hands at a page: a step of a script, done by pressing what a person would press."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode
from weakref import WeakSet

from playwright.sync_api import Error, Locator, Page, Response
from tests.browser.people import take_seat
from tests.serving import Server

from moot.core import Choose, Compose, Confirm, Offer, Seat, Spread
from moot.core.blanks import Field
from moot.table.live import Key, Table
from moot.table.script import Step, by_words, offer_for
from moot.web.admission import is_seated

HEARS = """addEventListener('htmx:sse:after:message', ({ detail }) => {
    window.heard = detail.connection.lastEventId || window.heard; })"""
"""Have the page remember the version that it was brought to last."""
HEARING: WeakSet[Page] = WeakSet()
"""The pages that do; a script that is added to a page runs in all that it goes to."""
SHOWS = """(entries) => {
    const feed = () => document.querySelector("#feed").getAttribute("hx-sse:connect");
    const version = window.heard ?? new URLSearchParams(feed().split("?")[1]).get("from");
    return Number(version.split(".")[1]) >= entries }"""
"""Whether the page shows as many journal entries as there are; it came with some, and heard the others."""
FORMS = ":is(#ask, #sheet[open], .knock) form.offer, form.knock"
"""The forms on a page that can be sent."""
UNFOLD = "for (let e = form; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true"
FIND = "const form = [...document.querySelectorAll(forms)].find((one) => one.querySelector(named))"
"""The form of an offer, which has something in it that no other has: what is asked of a page is asked in one go."""
LOOK = f"""([forms, named, door]) => {{
    const tab = document.querySelector("label:has(#tab-now)");
    if (tab?.checkVisibility() && !tab.control.checked) return "tab";
    {FIND};
    if (form) return "form";
    if (document.querySelector(`#ask ${{door}}`)) return "#ask";
    document.querySelector("[data-opens=find]").click();
    return "#sheet[open] #found" }}"""
"""Where on the page a form is or a door to it, which is looked for by its name unless it is asked for now."""
OPEN = f"""(door) => {{
    const fold = document.querySelector(door), form = fold?.parentElement;
    {UNFOLD};
    return fold && (fold.open ? "open" : "shut") }}"""
"""Whether a door is open, as soon as it is there, with all unfolded that it is folded into."""
STANDS = f"""([forms, named, opened]) => {{
    {FIND};
    {UNFOLD};
    return form && (!opened || form.checkVisibility()) && form.id }}"""
"""What a form is called, once it is there, and can be seen if it was opened."""
GONE = f"([forms, named]) => {{ {FIND}; return !form }}"
"""Whether a form is on the page no more."""
BUTTONS = f"""([forms, named, key]) => {{
    {FIND};
    return [form.id, [...form.querySelectorAll("button")].some((button) => button.value === key),
        document.querySelector(`.bar button[form="${{form.id}}"]`) !== null] }}"""
"""What a form is called, whether it has a button of this offer, and whether there is one in the bar under it."""


class Seated:
    """Somebody at a table, with a page of their own."""

    def __init__(self, server: Server, table: Table, key: Key, page: Page) -> None:
        self.table, self.page = table, page
        self._key = key
        self._answers: Locator | None = None
        if page not in HEARING:
            page.add_init_script(HEARS)
            HEARING.add(page)
        take_seat(page, server.url, table, key)

    @property
    def seat(self) -> Seat:
        """Who they are at the table now."""
        return self.table.ledger.table.chairs[self._key.seat].seat

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What this seat is offered now."""
        return self.table.offers(self.seat)

    def press(self, step: Step) -> None:
        """Fill in the form that `step` means and send it; comes back when the page no longer offers it."""
        self.send(self.fill_in(step))

    def fill_in(self, step: Step) -> Offer:
        """Fill in the form that `step` means, and leave it at that."""
        offer, wish = offer_for(self.offers, step), by_words(self.offers, step)
        type_faces(self.write(offer, wish), offer, step.faces)
        return offer

    def write(self, offer: Offer, wish: dict[str, Any]) -> Locator:
        """Fill in the form of `offer` so that it says `wish`; the form."""
        of = self.reach(offer)
        self._answers = None
        for field in offer.fields:
            if field.name in wish:
                said = json.dumps(wish[field.name], ensure_ascii=False)
                button = self.page.locator(f"button[form='{of}'][name='f.{field.name}'][value={said}]")
                if isinstance(field, Choose) and not field.many and button.count():
                    self._answers = button  # what answers and what sends are one
                else:
                    fill(self.page, of, field, wish[field.name])
        return called(self.page, of)

    def send(self, offer: Offer) -> None:
        """Send the form that stands for `offer`."""
        of, own, below = self.page.evaluate(BUTTONS, [FORMS, _named(offer), offer.key])
        form = called(self.page, of)
        if own:
            button = form.locator(f"button[value={json.dumps(offer.key, ensure_ascii=False)}]")
        elif below:
            button = self._answers or self.page.locator(f".bar button[form='{of}']")
        else:
            button = self._answers or form.locator("button:not([type=button])")
        with self.page.expect_response(_is_answer) as answered:
            button.click()
        assert answered.value.status == 204, answered.value.text()
        if offer.key not in {open_.key for open_ in self.offers}:
            self.page.wait_for_function(GONE, arg=[FORMS, _named(offer)])

    def form(self, offer: Offer) -> Locator:
        """The form on the page that stands for `offer`."""
        return self.page.locator(FORMS, has=self.page.locator(_named(offer))).first

    def reach(self, offer: Offer) -> str:
        """Have the form of `offer` before one: it is asked now, or it is opened, or looked for by its name; its id."""
        self.catch_up()
        named = urlencode({"offer": offer.key})
        behind = f"details:is([data-door$='{named}'], [data-door*='{named}&'])"
        while (where := self.page.evaluate(LOOK, [FORMS, _named(offer), behind])) == "tab":
            self.page.locator("label", has=self.page.locator("#tab-now")).click()
        if where != "form" and self.page.wait_for_function(OPEN, arg=f"{where} {behind}").json_value() == "shut":
            self.page.locator(f"{where} {behind} summary").first.click()  # one that stands alone opens by itself
        of: str = self.page.wait_for_function(STANDS, arg=[FORMS, _named(offer), where != "form"]).json_value()
        return of

    def catch_up(self) -> None:
        """Wait until the page has heard of all that happened: what is pressed is what stands there now."""
        if is_seated(self.table, self.seat):
            self.page.wait_for_function(SHOWS, arg=len(self.table.journal(self.seat).entries))

    def open_all(self) -> None:
        """Unfold everything on the page, as somebody curious would."""
        self.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


def called(page: Page, of: str) -> Locator:
    """The form with this id."""
    return page.locator(f"form[id={json.dumps(of)}]")


def _named(offer: Offer) -> str:
    """What only the form of `offer` has in it."""
    return f"[name='moot.offer'][value={json.dumps(offer.key, ensure_ascii=False)}]"


def _is_answer(response: Response) -> bool:
    """Whether this answers a form; what is built in the open, and what was closed, is told by requests of its own."""
    return response.request.method == "POST" and response.url.endswith("/do")


def type_faces(form: Locator, offer: Offer, faces: tuple[int, ...]) -> None:
    """Type in what real dice show."""
    if not faces:
        return
    form.or_(form.page.locator("#ask .asked")).get_by_text("I roll real dice").last.click()
    boxes = form.locator("input[name='moot.faces']").all()
    first, more = faces[: len(offer.rolls)], faces[len(offer.rolls) :]
    for box, face in zip(boxes, first, strict=False):
        box.fill(str(face))
    if more:
        boxes[-1].fill(" ".join(str(face) for face in more))


def unfold(form: Locator) -> None:
    """Open what the form is folded into, as a person looking for it would."""
    form.evaluate(f"form => {{ {UNFOLD} }}")


SHOW = """([of, name]) => {
    const form = document.getElementById(of), named = `[name="f.${name}"], [name^="f.${name}."]`;
    for (const fold of form.querySelectorAll("details")) if (fold.querySelector(named)) fold.open = true;
    return new FormData(form).getAll(`f.${name}`) }"""
"""Open what a blank of this name is folded into; what it says already."""
FETCH = """([of, name]) => {
    const form = document.getElementById(of), named = `:is([name="f.${name}"], [name^="f.${name}."])`;
    const detail = form.querySelector("details[data-door*='/form?']:not(:has(.door > :not([type=hidden])))");
    if (!detail || form.querySelector(`${named}:not(.door > [type=hidden])`)) return false;
    return detail.open = true }"""
"""Open the details of a form where a blank is fetched with them; whether it is."""


def fill(page: Page, of: str, field: Field, answer: Any) -> None:
    """Put `answer` into one blank of a form, unfolding what it is folded into, unless it stands there already."""
    form, said = called(page, of), page.evaluate(SHOW, [of, field.name])
    if (not isinstance(field, Choose) or said != [answer]) and page.evaluate(FETCH, [of, field.name]):
        form.locator("details[data-door*='/form?'] > .door > :not([type=hidden])").first.wait_for(state="attached")
    match field:
        case Choose(many=False) if said == [answer]:
            pass
        case Choose(many=True):
            for box in form.locator(f'input[type=checkbox][name="f.{field.name}"]:checked').all():
                if box.get_attribute("value") not in answer:
                    box.uncheck(force=True)
            for value in answer or ("",) * form.locator(f'input[type=radio][name="f.{field.name}"][value=""]').count():
                pick(form, field.name, value)
        case Choose():
            none = form.locator(f'input[name="f.{field.name}"][value=""]')
            if answer or none.count() or form.locator(f'select[name="f.{field.name}"]').count():
                pick(form, field.name, answer)
        case Spread():
            for slot, die in answer.items():
                at = [i for i, one in enumerate(field.dice) if one == die]
                taken = {int(box.get_attribute("value") or -1) for box in form.locator(".spread input:checked").all()}
                free = next((place for place in at if place not in taken), at[0])
                take(form.locator(f'input[name="f.{field.name}.{slot}"][value="{free}"]'))
        case Compose():
            for row, item in enumerate(answer):
                compose(form, f"f.{field.name}.{row}", item)
        case Confirm():
            form.locator(f'[name="f.{field.name}"]').set_checked(bool(answer))
        case _:
            form.locator(f'[name="f.{field.name}"]').fill(str(answer))


MIDDLE = "el => el.scrollIntoView({ block: 'center' })"
"""Brings something to the middle of the screen."""
LISTED = "el => el.tagName === 'SELECT'"
"""Whether a choice is laid out in a list."""


def pick(form: Locator, name: str, value: str) -> None:
    """Choose one value of a choice, laid out side by side or in a list, as soon as the page has it."""
    box = form.locator(f'input[name="f.{name}"][value="{value}"]')
    listed = form.locator(f'select[name="f.{name}"]')
    if box.or_(listed).first.evaluate(LISTED):
        choose(listed, value)
    else:
        take(box)


def take(box: Locator) -> None:
    """Take what stands side by side with others, as soon as the page has it, from under all that may cover it; once
    more if the page moved under the hand."""
    box.evaluate(MIDDLE)
    with suppress(Error):
        box.check(force=True)
        return
    box.evaluate(MIDDLE)
    box.check(force=True)


def choose(listed: Locator, value: str) -> None:
    """Choose from a long list as people do: open it, type what one looks for, and tap its row."""
    room = listed.locator("xpath=..").locator(".picker")
    room.locator(".picked").click()
    row = room.locator(f"[role=option][data-value={json.dumps(value, ensure_ascii=False)}]")
    room.locator("input").fill(row.locator("span").first.inner_text().split("\n")[0])
    row.click()


def compose(form: Locator, row: str, item: dict[str, str]) -> None:
    """Fill one row of a composed list, as soon as the page has it."""
    what = json.dumps(f"{item['kind']}:{item.get('target', '')}")
    form.locator(f'[name="{row}.what"][value={what}]').wait_for(state="attached")
    tap = form.locator(f'input[type=radio][name="{row}.what"][value={what}]')
    if tap.count():
        take(tap)
    if item.get("detail"):
        form.locator(f'[name="{row}.detail"]').fill(item["detail"])

"""Hands at a page: a step of a script, done by pressing what a person would press."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, Response, expect
from tests.browser.people import take_seat
from tests.serving import Server

from moot.core import Choose, Compose, Confirm, Offer, Seat, Spread
from moot.core.blanks import Field
from moot.table.live import Key, Table
from moot.table.script import Step, by_words, offer_for
from moot.web.admission import is_seated

HEARS = "addEventListener('htmx:sse:after:message', ({ detail }) => { window.heard = detail.connection.lastEventId; })"
"""Have the page remember the version that it was brought to last."""
SHOWS = """(entries) => {
    const feed = () => document.querySelector("#feed").getAttribute("hx-sse:connect");
    const version = window.heard ?? new URLSearchParams(feed().split("?")[1]).get("from");
    return Number(version.split(".")[1]) >= entries }"""
"""Whether the page shows as many journal entries as there are; it came with some, and heard the others."""


class Seated:
    """Somebody at a table, with a page of their own."""

    def __init__(self, server: Server, table: Table, key: Key, page: Page) -> None:
        self.table, self.page = table, page
        self._key = key
        self._answers: Locator | None = None
        page.add_init_script(HEARS)
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
        self.reach(offer)
        form = self.form(offer)
        unfold(form)
        self._answers = None
        for field in offer.fields:
            if field.name in wish:
                of = form.get_attribute("id")
                said = json.dumps(wish[field.name])
                button = self.page.locator(f"button[form='{of}'][name='f.{field.name}'][value={said}]")
                if isinstance(field, Choose) and not field.many and button.count():
                    self._answers = button  # what answers and what sends are one
                else:
                    fill(form, field, wish[field.name])
        return form

    def send(self, offer: Offer) -> None:
        """Send the form that stands for `offer`."""
        form = self.form(offer)
        own = form.locator(f"button[value={json.dumps(offer.key)}]")
        below = self.page.locator(f".bar button[form='{form.get_attribute('id')}']")
        button = self._answers or (below if below.count() else form.locator("button:not([type=button])"))
        with self.page.expect_response(_is_answer) as answered:
            (own if own.count() else button).click()
        assert answered.value.status == 204, answered.value.text()
        if offer.key not in {open_.key for open_ in self.offers}:
            expect(form).to_have_count(0)

    def form(self, offer: Offer) -> Locator:
        """The form on the page that stands for `offer`."""
        named = f"[name='moot.offer'][value={json.dumps(offer.key)}]"
        return self.page.locator(":is(#ask, #sheet, .knock) form.offer, form.knock", has=self.page.locator(named)).first

    def reach(self, offer: Offer) -> None:
        """Have the form of `offer` before one: it is asked now, or it is opened, or looked for by its name."""
        self.catch_up()
        tab = self.page.locator("label", has=self.page.locator("#tab-now"))
        if tab.is_visible():
            tab.click()
        if self.form(offer).count():
            return
        named = urlencode({"offer": offer.key})
        behind = f"details:is([data-door$='{named}'], [data-door*='{named}&'])"
        door = self.page.locator(f"#ask {behind}").first
        if not door.count():
            self.page.evaluate("document.querySelector('[data-opens=find]').click()")
            self.page.locator("#sheet[open]").wait_for()
            door = self.page.locator(f"#found {behind}").first
        unfold(door.locator("xpath=.."))
        if door.get_attribute("open") is None:  # one that stands alone opens by itself
            door.locator("summary").first.click()
        self.form(offer).wait_for()

    def catch_up(self) -> None:
        """Wait until the page has heard of all that happened: what is pressed is what stands there now."""
        if is_seated(self.table, self.seat):
            self.page.wait_for_function(SHOWS, arg=len(self.table.journal(self.seat).entries))

    def open_all(self) -> None:
        """Unfold everything on the page, as somebody curious would."""
        self.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


def _is_answer(response: Response) -> bool:
    """Whether this answers a form; what is being built in the open is told by requests of its own."""
    return response.request.method == "POST" and not response.url.endswith("/building")


def type_faces(form: Locator, offer: Offer, faces: tuple[int, ...]) -> None:
    """Type in what real dice show."""
    if not faces:
        return
    form.get_by_text("I roll real dice").click()
    boxes = form.locator("input[name='moot.faces']").all()
    first, more = faces[: len(offer.rolls)], faces[len(offer.rolls) :]
    for box, face in zip(boxes, first, strict=False):
        box.fill(str(face))
    if more:
        boxes[-1].fill(" ".join(str(face) for face in more))


def unfold(form: Locator) -> None:
    """Open what the form is folded into, as a person looking for it would."""
    form.evaluate("form => { for (let e = form; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true }")


SHOW = """(form, name) => { for (const fold of form.querySelectorAll("details"))
    if (fold.querySelector(`[name="f.${name}"], [name^="f.${name}."]`)) fold.open = true
    return new FormData(form).getAll(`f.${name}`) }"""
"""Open what a blank of this name is folded into; what it says already."""


def fill(form: Locator, field: Field, answer: Any) -> None:
    """Put `answer` into one blank, unfolding what it is folded into, unless it stands there already."""
    said = form.evaluate(SHOW, field.name)
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
                form.locator(f'input[name="f.{field.name}.{slot}"][value="{free}"]').check(force=True)
        case Compose():
            for row, item in enumerate(answer):
                compose(form, f"f.{field.name}.{row}", item)
        case Confirm():
            form.locator(f'[name="f.{field.name}"]').set_checked(bool(answer))
        case _:
            form.locator(f'[name="f.{field.name}"]').fill(str(answer))


def pick(form: Locator, name: str, value: str) -> None:
    """Choose one value of a choice, laid out side by side or in a list, as soon as the page has it."""
    box = form.locator(f'input[name="f.{name}"][value="{value}"]')
    box.or_(form.locator(f'select[name="f.{name}"]')).first.wait_for(state="attached")
    if box.count():
        box.evaluate("el => el.scrollIntoView({ block: 'center' })")  # a bar at the foot of a form may cover it
        box.check(force=True)
    else:
        form.locator(f'select[name="f.{name}"]').select_option(value)


def compose(form: Locator, row: str, item: dict[str, str]) -> None:
    """Fill one row of a composed list, as soon as the page has it."""
    what = json.dumps(f"{item['kind']}:{item.get('target', '')}")
    form.locator(f'[name="{row}.what"][value={what}]').wait_for(state="attached")
    tap = form.locator(f'input[type=radio][name="{row}.what"][value={what}]')
    if tap.count():
        tap.check(force=True)
    if item.get("detail"):
        form.locator(f'[name="{row}.detail"]').fill(item["detail"])

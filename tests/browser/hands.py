"""Hands at a page: a step of a script, done by pressing what a person would press."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from moot.core import Choose, Compose, Confirm, Offer, Spread
from moot.core.blanks import Field
from moot.table.script import Step, by_words, offer_for


def press(page: Page, offers: tuple[Offer, ...], step: Step) -> None:
    """Fill in the form that `step` means and send it; comes back when the page no longer offers it.

    `offers` are what the seat is offered now: they tell which form is meant, the page has to have it.
    """
    offer, wish = offer_for(offers, step), by_words(offers, step)
    button = page.locator("button", has_text=offer.label)
    form = page.locator("form.offer", has=button).first
    unfold(form)
    for field in offer.fields:
        if field.name in wish:
            fill(form, field, wish[field.name])
    if step.faces:
        form.get_by_text("I roll real dice").click()
        boxes = form.locator("input[name='moot.faces']").all()
        first, more = step.faces[: len(offer.rolls)], step.faces[len(offer.rolls) :]
        for box, face in zip(boxes, first, strict=False):
            box.fill(str(face))
        if more:
            boxes[-1].fill(" ".join(str(face) for face in more))
    with page.expect_response(lambda response: response.request.method == "POST") as answered:
        form.locator("button", has_text=offer.label).click()
    assert answered.value.status == 204, answered.value.text()
    expect(button).to_have_count(0)


def unfold(form: Locator) -> None:
    """Open what the form is folded into, as a person looking for it would."""
    form.evaluate("form => { for (let e = form; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true }")


def fill(form: Locator, field: Field, answer: Any) -> None:
    """Put `answer` into one blank."""
    match field:
        case Choose():
            for value in answer if isinstance(answer, (list, tuple)) else [answer]:
                if value:
                    pick(form, field.name, value)
        case Spread():
            for slot, die in answer.items():
                at = [i for i, one in enumerate(field.dice) if one == die]
                taken = {int(box.get_attribute("value") or -1) for box in form.locator(".spread input:checked").all()}
                free = next((place for place in at if place not in taken), at[0])
                form.locator(f'input[name="{field.name}.{slot}"][value="{free}"]').check(force=True)
        case Compose():
            for row, item in enumerate(answer):
                compose(form, f"{field.name}.{row}", item)
        case Confirm():
            form.locator(f'[name="{field.name}"]').set_checked(bool(answer))
        case _:
            form.locator(f'[name="{field.name}"]').fill(str(answer))


def pick(form: Locator, name: str, value: str) -> None:
    """Choose one value of a choice, laid out side by side or in a list."""
    box = form.locator(f'input[name="{name}"][value="{value}"]')
    if box.count():
        box.check(force=True)
    else:
        form.locator(f'select[name="{name}"]').select_option(value)


def compose(form: Locator, row: str, item: dict[str, str]) -> None:
    """Fill one row of a composed list."""
    kind = form.locator(f'select[name="{row}.kind"]')
    if kind.count():
        kind.select_option(item["kind"])
    if item.get("target"):
        form.locator(f'[name="{row}.target"]').select_option(item["target"])
    if item.get("detail"):
        form.locator(f'[name="{row}.detail"]').fill(item["detail"])

"""A press is sent whatever its blanks are called, and one that cannot be sent is settled and said."""

import dataclasses
import json
from importlib.metadata import EntryPoint
from types import new_class
from typing import Any

import pytest
from playwright.sync_api import expect
from tests import toy
from tests.browser.people import door, verb

from moot import games
from moot.core import Choice, Choose, Command, Confirm, Count, Event, Line, Part, Write

pytestmark = pytest.mark.browser

WORDS = (
    "action", "attributes", "checkValidity", "children", "className", "closest", "constructor", "dispatchEvent",
    "elements", "encoding", "enctype", "firstChild", "getAttribute", "hasAttribute", "hidden", "id", "innerHTML",
    "isConnected", "length", "matches", "method", "name", "noValidate", "nodeType", "ownerDocument", "parentNode",
    "querySelector", "requestSubmit", "reset", "setAttribute", "style", "tagName", "target", "textContent", "toString",
)
"""Blanks to write in, each called like a property of a form."""
ANSWERS = {"form": "round", "submit": True, "item": 2, **{word: f"my {word}" for word in WORDS}}
KINDS = {"form": str, "submit": bool, "item": int, **dict.fromkeys(WORDS, str)}


class Filled(Event[toy.Purse], frozen=True, kw_only=True, tag="filled"):
    """A form was filled."""

    answers: dict[str, object]

    def evolve(self, state):
        return state

    def line(self, state):
        return Line(kind="move", text=json.dumps(self.answers, sort_keys=True))


def _offers(cls, state, seat):
    forms = (Choice("square", "Square"), Choice("round", "Round"))
    form, sure = Choose(name="form", label="Form", choices=forms), Confirm(name="submit", label="Submit")
    number = Count(name="item", label="Item", most=3)
    words = (Write(name=word, label=f"Blank {word}") for word in WORDS)
    yield cls.offer(None, "Fill it in", "", form, sure, number, *words)


def _enact(self, play, of):
    play.record(Filled(answers={name: getattr(self, name) for name in ANSWERS}))


BODY: dict[str, Any] = {"__annotations__": KINDS, "__module__": __name__, "when": frozenset({"hiding"})}
BODY |= {"offers": classmethod(_offers), "enact": _enact}
HOW = {"frozen": True, "kw_only": True, "tag": "fill"}
Fill = new_class("Fill", (Command[toy.Purse],), HOW, lambda body: body.update(BODY))
GAME = dataclasses.replace(toy.TOY, name="names", parts=(Part(Fill, Filled),))


@pytest.fixture(autouse=True)
def game():
    toy.install()
    games._announced()["names"] = EntryPoint(name="names", value=f"{__name__}:GAME", group="moot.games")
    yield
    del games._announced()["names"]


def fill_in(form):
    form.get_by_role("radio", name="Round").check()
    form.get_by_role("checkbox", name="Submit").check()
    form.get_by_label("Item", exact=True).fill("2")
    for word in WORDS:
        form.get_by_label(f"Blank {word}", exact=True).fill(f"my {word}")


def test_a_blank_may_be_called_like_any_property_of_a_form(party):
    ann = party.open("names")
    form = door(ann, "Fill it in")
    fill_in(form)
    party.join(ann, "Ben")  # the page is drawn anew, and the draft stays
    expect(form.get_by_label("Blank action", exact=True)).to_have_value("my action")
    form.get_by_role("button", name="Fill it in").click()
    expect(ann.locator("#lines")).to_contain_text(json.dumps(ANSWERS, sort_keys=True))
    assert party.complaints == []


SHADOWS = """() => [...document.forms].filter((form) => form.hasAttribute("hx-post")).flatMap((form) =>
    [...form.elements].flatMap((el) => [el.id, el.name]).filter((name) => name in HTMLFormElement.prototype))"""


def test_no_control_hides_a_property_of_its_form(party):
    ann = party.open("coin")
    party.join(ann, "Ben")
    verb(ann, "Change my name")
    for fold in ann.locator("#found > .verbs > details").all():
        fold.evaluate("fold => { fold.open = true }")
        fold.locator("form").first.wait_for(state="attached")
    assert ann.evaluate(SHADOWS) == []
    assert ann.evaluate("() => document.forms.length") > 10


BREAKS = {
    "a listener": "document.addEventListener('submit', (event) => {"
    "  event.stopImmediatePropagation(); event.preventDefault(); throw new Error('a fault') }, true)",
    "htmx": "() => { window.FormData = class { constructor() { throw new Error('a fault') } } }",
    "a promise": "document.addEventListener('submit', (event) => {"
    "  event.stopImmediatePropagation(); event.preventDefault(); Promise.reject(new Error('a fault')) }, true)",
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_press_that_a_broken_script_never_sends_is_said_and_can_be_repeated(party, how):
    ann = party.open("coin")
    ann.evaluate(BREAKS[how])
    form = ann.locator("#ask form.offer").first
    for _ in range(2):
        ann.get_by_role("button", name="Hide a number").click()
        expect(form.get_by_role("alert")).to_contain_text("Something on this page broke before this was sent.")
        expect(form).not_to_have_attribute("aria-busy", "true")


def test_an_error_elsewhere_leaves_a_press_on_its_way(party):
    ann = party.open("coin")
    form = ann.locator("#ask form.offer").first
    waiting = []
    ann.route("**/do", lambda route: waiting.append(route), times=1)  # noqa: PLW0108 - playwright takes no built-in
    with ann.expect_request("**/do"):
        ann.get_by_role("button", name="Hide a number").click()
    ann.evaluate("setTimeout(() => { throw new Error('a fault') })")
    ann.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert form.get_attribute("aria-busy") == "true"
    waiting.pop().continue_()
    expect(ann.locator("#lines")).to_contain_text("A number is hidden.")

"""Every choice of every offer reaches the page, and hangs there on what it hangs on, wherever golden tables stood."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

import pytest
from tests.random_play import GAMES
from tests.scale import times

from moot import games
from moot.core import Choose, Compose, Offer, Spread
from moot.core.blanks import Field
from moot.store.memory import MemoryStore
from moot.table import Table
from moot.testing.golden import golden_tables
from moot.web.blanks import control
from moot.web.forms import Form
from moot.web.journal import Journals
from moot.web.marks import for_script
from moot.web.moment import SeatMoment
from moot.web.pages import Pages
from moot.web.panels import Screens
from moot.web.things import form_parts

STATES = times(30)
"""States that are looked at in a golden log."""
EACH = times(10)
"""Offers of one command that are looked at, each at another moment."""
PAGES = Pages()
HOLD = {"form", "div", "fieldset", "select", "details", "label"}
"""Elements around controls that may hang on a choice."""


class Control(NamedTuple):
    """Something to fill in, or an answer to pick: its value, what it and all around it hangs on, and its price."""

    value: str
    needs: frozenset[frozenset[str]]
    costs: int


class Reader(HTMLParser):
    """Notes the controls of each form by their names, and attributes that script cannot read."""

    def __init__(self, html: str, form: str = "") -> None:
        super().__init__()
        self.forms: dict[str, dict[str, set[Control]]] = defaultdict(lambda: defaultdict(set))
        self.wrong: list[str] = []
        self._open = [("form", form, "")]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: said or "" for name, said in attrs}
        self.wrong += [f"{name}={said}" for name, said in given.items() if not _can_be_read(name, said)]
        if tag in HOLD:
            self._open.append((tag, given.get("id" if tag == "form" else "name", ""), given.get("data-needs", "")))
        if tag not in {"input", "textarea", "button", "option"}:
            return
        hung = [needs for _, _, needs in self._open] + [given.get("data-needs", "")]
        needs = frozenset(frozenset(one.split("\n")) for one in hung if one)
        form = given.get("form") or self._last("form")
        name = given.get("name") or self._last("select")
        self.forms[form][name].add(Control(given.get("value", ""), needs, int(given.get("data-costs", 0))))

    def handle_endtag(self, tag: str) -> None:
        if self._open[-1][0] == tag:
            self._open.pop()

    def _last(self, tag: str) -> str:
        return next((name for at, name, _ in reversed(self._open) if at == tag), "")


def _can_be_read(name: str, said: str) -> bool:
    """Whether an attribute has a name, and is JSON if it looks like it."""
    if not name.replace("-", "").replace(":", "").isalnum():
        return False
    try:
        json.loads(said if name.startswith("data-") and said[:1] in {"{", "["} else "0")
    except ValueError:
        return False
    return True


def opened(mine: SeatMoment, key: str, form: str = "") -> Reader:
    """What is fetched when somebody opens a form, or the details of one that stands open on the page."""
    return Reader(for_script(form_parts(PAGES, mine, [key], form)), form)


def asked(screens: Screens, mine: SeatMoment, lead: Form) -> Reader:
    """A page on which a form stands open, with all that is fetched into it."""
    panels = screens.screen(mine.table, mine.seat, "http://moot.test")
    page = Reader("".join(panel.html for panel in panels.values()))
    if f"&amp;of={lead.id}" in panels["ask"].html:
        for name, more in opened(mine, lead.key, lead.id).forms[lead.id].items():
            page.forms[lead.id][name] |= more
    return page


def shown(name: str) -> Iterator[tuple[Offer, Reader]]:
    """Offers of every command that golden tables of a game come by, and the HTML that has the form of each."""
    looked = Counter[tuple[str, str]]()
    for ledger in golden_tables(games.find(name), STATES):
        table, screens = Table("golden", MemoryStore(), ledger=ledger), Screens(PAGES, Journals(PAGES))
        for seat in ledger.table.seated():
            mine = screens.of(table, seat)
            if (lead := mine.ask.lead) is not None and lead.asks and looked["asked", lead.do] < EACH:
                looked["asked", lead.do] += 1
                yield lead.offer, asked(screens, mine, lead)
            for do, found in {one.do: one for one in table.found(seat) if looked["opened", one.do] < EACH}.items():
                looked["opened", do] += 1
                yield found.form(), opened(mine, found.key)


def lacking(offer: Offer, controls: dict[str, set[Control]]) -> Iterator[str]:
    """What one may answer, and cannot on the page as it must be: opened by what it needs, at its price. What has a
    price may be had in another blank for nothing."""
    for field in offer.fields:
        for name, wanted in answers(field):
            there = controls[control(name)]
            others = (one for other, each in controls.items() if other != control(name) for one in each)
            free = wanted.costs and Control(wanted.value, wanted.needs, 0) in others
            if not free and wanted not in (there if wanted.value else {one._replace(value="") for one in there}):
                yield f"{offer.do}: {name} {wanted}, but {there}"


def answers(field: Field) -> Iterator[tuple[str, Control]]:
    """The name of each control for a blank, and what must be there of it; without a value it is filled in."""
    hung = frozenset({frozenset(field.needs)} - {frozenset()})
    match field:
        case Choose(name=name, choices=choices):
            for choice in choices:
                yield name, Control(choice.value, hung | ({frozenset(choice.needs)} - {frozenset()}), choice.costs)
        case Spread(name=name, slots=slots, dice=dice):
            for slot in slots:
                yield from ((f"{name}.{slot.value}", Control(str(at), hung, 0)) for at in range(len(dice)))
        case Compose(name=name, kinds=kinds):
            for kind in kinds:
                for target in [one.value for one in kind.targets] or [""]:
                    yield f"{name}.0.what", Control(f"{kind.value}:{target}", hung, 0)
        case _:
            yield field.name, Control("", hung, 0)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_can_be_chosen_in_an_offer_can_be_on_its_page(name):
    wrong = list[str]()
    seen = set[str]()
    for offer, page in shown(name):
        forms = [form for form in page.forms.values() if offer.key in {one.value for one in form["moot.offer"]}]
        wrong += page.wrong if forms else [f"{offer.key} has no form"]
        wrong += (lack for form in forms for lack in lacking(offer, form))
        seen.add(offer.do)
    assert wrong == []
    assert len(seen) > len(games.find(name).commands.kinds) / 2

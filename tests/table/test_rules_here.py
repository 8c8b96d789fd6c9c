"""Rules changed at a running table: weighed first, then taken or left; what was taken back, and what is replayed."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from moot import games
from moot.core import Refused
from moot.core.rulebook import EXAMPLE
from moot.store.memory import MemoryStore
from moot.table import Asked, House, Shelf, Table, logfile
from moot.table.ledger import Ledger
from moot.table.sight import sight
from moot.table.verify import verify

pytestmark = pytest.mark.anyio


class At:
    """A table of Grim & Perilous, with its guide and a player."""

    def __init__(self, table: Table, keys: dict[str, str]) -> None:
        self.table, self._keys, self._ids = table, keys, count(1)

    @staticmethod
    async def open() -> At:
        table, key = await Shelf(MemoryStore()).open("perilous", "The ford", "Gil", house=House(door="open"))
        return At(table, {"Gil": key.secret, "Ann": (await table.come("Ann")).secret})

    async def ask(self, name: str, do: str, /, **fields: Any) -> None:
        seat = self.table.holder(self._keys[name])
        await self.table.ask(seat, Asked(id=f"w{next(self._ids)}", command={"do": do, **fields}, nonce="n"))

    async def refusal(self, name: str, do: str, /, **fields: Any) -> Refused:
        with pytest.raises(Refused) as refused:
            await self.ask(name, do, **fields)
        return refused.value

    def offer(self, name: str, do: str) -> Any:
        return next(iter(self.table.ledger.offers(self.table.holder(self._keys[name]), do=do)), None)

    def settled(self, option: str) -> tuple[str, str]:
        """An option as the table has it, and as the game plays it."""
        ledger = self.table.ledger
        return ledger.table.settings[option], getattr(ledger.game_state.options, option.replace("-", "_"))

    def other(self) -> tuple[str, str, str]:
        """An option, its value here, and another that it can have."""
        option = next(iter(self.table.ledger.game.rulebook.options.values()))
        here = self.table.ledger.table.settings[option.id]
        return option.id, here, next(choice.value for choice in option.choices if choice.value != here)


async def test_an_option_is_weighed_and_only_then_played_by():
    at = await At.open()
    option, was, now = at.other()
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    assert at.settled(option) == (was, was)
    offer = at.offer("Gil", "take-rules")
    assert at.table.ledger.game.rulebook.options[option].title in offer.why
    assert at.offer("Ann", "take-rules") is None
    await at.ask("Gil", "take-rules")
    assert at.settled(option) == (now, now)
    assert at.table.ledger.rule_changes() == (told := (offer.why.partition(".")[0] + ".",))
    line = at.table.journal(at.table.holder(at._keys["Ann"])).entries[-1].lines[0]
    assert line.text == f"The rules change. {told[0]}", "what stands on it was told before, and to the guide"
    assert (await at.refusal("Gil", "take-rules")).code == "nothing-weighed"


async def test_the_rules_can_be_left_as_they_are():
    at = await At.open()
    option, was, now = at.other()
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    await at.ask("Gil", "leave-rules")
    assert at.settled(option) == (was, was)
    assert at.table.ledger.table.weighed is None


async def test_nobody_but_the_guide_changes_rules_or_hears_what_is_weighed():
    at = await At.open()
    option, _, now = at.other()
    assert (await at.refusal("Ann", "weigh-option", option=f"{option}={now}")).code == "guide-only"
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    heard = [line.text for entry in at.table.journal(at.table.holder(at._keys["Ann"])).entries for line in entry.lines]
    assert not [text for text in heard if "Weighed" in text]
    seats = {name: at.table.holder(key) for name, key in at._keys.items()}
    assert sight(at.table, seats["Gil"]).state.weighed is not None
    assert sight(at.table, seats["Ann"]).state.weighed is None


async def test_house_rules_come_and_go_and_say_what_stands_on_them():
    at = await At.open()
    book = at.table.ledger.game.rulebook
    switch = next(iter(book.options.values()))
    value = next(choice.value for choice in switch.choices if choice.value != switch.default)
    rule = next(rule.id for rule in book.rules.values() if book.impact(rule.id))
    changes = f'[alters]\n"{rule}" = "Otherwise."\n[options]\n"{switch.id}" = "{value}"\n'
    text = f'id = "night"\ntitle = "After dark"\n{changes}'
    await at.ask("Gil", "weigh-house-rules", text=text)
    why = at.offer("Gil", "take-rules").why
    assert f"Alters {rule}" in why
    assert book.impact(rule)[0].title in why
    await at.ask("Gil", "take-rules")
    assert at.table.ledger.game.rulebook.rules[rule].text == "Otherwise."
    assert at.settled(switch.id) == (value, value)
    assert (await at.refusal("Gil", "weigh-house-rules", text=text)).code == "taken-already"
    await at.ask("Gil", "weigh-dropping", module="night")
    await at.ask("Gil", "take-rules")
    assert at.table.ledger.game.rulebook.rules[rule].text == book.rules[rule].text
    assert at.settled(switch.id) == (switch.default, switch.default)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("id = ", "not-a-module"),
        ('id = "x"\ntitle = "X"\nremoves = ["GP-NONE"]', "module-does-not-fit"),
        ('id = "x"\ntitle = "X"\n[options]\nnothing = "1"', "no-such-option"),
        ('id = "x"\ntitle = "X"\n[[rows.perk]]\nid = "a"', "no-lists"),
        ('id = "x"\ntitle = "' + "X" * 99 + '"', "house-rules-too-long"),
    ],
)
async def test_house_rules_that_do_not_fit_are_refused_and_change_nothing(text: str, code: str):
    at = await At.open()
    before = at.table.ledger.seq
    refused = await at.refusal("Gil", "weigh-house-rules", text=text)
    assert (refused.code, refused.field) == (code, "text")
    assert at.table.ledger.seq == before


async def test_rules_do_not_change_in_the_middle_of_something():
    at = await At.open()
    await at.ask("Gil", "quick-figures", name="A watchman", measure="ordinary", leans="order")
    await at.ask("Ann", "make-character", attributes="array", calling="soldier", name="Wen")
    ledger = at.table.ledger
    [who] = [person.id for person in ledger.game_state.people.values() if not person.npc]
    while ledger.game_state.people[who].made is False:
        must = next(offer for offer in ledger.offers(at.table.holder(at._keys["Ann"]), urgency="must"))
        wish = must.by_itself()
        await at.ask("Ann", wish.pop("do"), **wish)
    await at.ask("Gil", "open-session")
    await at.ask("Gil", "call-trial", who=who, skill="athletics")
    option, _, now = at.other()
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    refused = await at.refusal("Gil", "take-rules")
    assert refused.code == "not-between"
    assert "come to its end" in refused.message


async def test_what_is_taken_back_is_played_on_by_the_rules_of_now():
    at = await At.open()
    option, _, now = at.other()
    await at.ask("Gil", "quick-figures", name="A watchman", measure="ordinary", leans="order")
    line = at.table.ledger.seq
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    await at.ask("Gil", "take-rules")
    seen = at.table.journal(at.table.holder(at._keys["Gil"])).entries
    await at.ask("Gil", "undo", line=next(number for number, entry in enumerate(seen, 1) if entry.seq == line))
    assert not at.table.ledger.game_state.people
    assert at.settled(option) == (now, now)


async def test_a_log_in_which_rules_change_replays_and_verifies():
    at = await At.open()
    option, _, now = at.other()
    await at.ask("Gil", "weigh-option", option=f"{option}={now}")
    await at.ask("Gil", "take-rules")
    again = Ledger()
    for folded in at.table.ledger.folded:
        again.take(folded.entry)
    assert again.game_state == at.table.ledger.game_state
    head, records = logfile.whole(at.table.id, at.table.ledger)
    report = verify(logfile.lines(head, records))
    assert report.fault is None, report.summary()


@pytest.mark.parametrize("game", games.names())
async def test_a_log_in_which_house_rules_come_and_go_verifies_in_whatever_order_their_text_has_them(game):
    table, key = await Shelf(MemoryStore()).open(game, "The ford", "Gil", house=House(door="open"))
    at = At(table, {"Gil": key.secret})
    rules = sorted(at.table.ledger.game.rulebook.rules, reverse=True)[:2]
    alters = "".join(f'"{rule}" = "Otherwise."\n' for rule in rules)
    ours = f'id = "night"\ntitle = "After dark"\n[alters]\n{alters}'
    for text in (ours, *at.table.ledger.game.house_modules):
        await at.ask("Gil", "weigh-house-rules", text=text)
        await at.ask("Gil", "take-rules")
    for module in at.table.ledger.table.modules:
        await at.ask("Gil", "weigh-dropping", module=module.id)
        await at.ask("Gil", "take-rules")
    report = verify(logfile.lines(*logfile.whole(at.table.id, at.table.ledger)))
    assert report.fault is None, report.summary()


async def test_house_rules_that_come_with_a_game_are_one_tap_away_until_they_are_taken(monkeypatch):
    text = 'id = "night"\ntitle = "After dark"\n'
    ready = replace(games.find("perilous"), house_modules=(text,))
    at = await At.open()
    monkeypatch.setattr(games, "find", lambda name: ready)
    assert at.offer("Gil", "weigh-house-rules").fields[0].suggestions == (EXAMPLE, text)
    await at.ask("Gil", "weigh-house-rules", text=text)
    await at.ask("Gil", "take-rules")
    assert at.offer("Gil", "weigh-house-rules").fields[0].suggestions == (EXAMPLE,)


async def test_the_house_rules_that_people_are_shown_can_be_played_by():
    at = await At.open()
    [text] = at.offer("Gil", "weigh-house-rules").fields[0].suggestions
    await at.ask("Gil", "weigh-house-rules", text=text)
    await at.ask("Gil", "take-rules")
    assert [module.id for module in at.table.ledger.table.modules] == ["our-house"]

"""Nobody is sent what is not theirs to know, at any table of any game; and where somebody is, it is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs
from tests import toy
from tests.gathering import steady_site
from tests.leaks import Evening, Leak
from tests.random_play import GAMES
from tests.wire import Wire

from moot import games
from moot.core import BoardPart, Choice, Seeded
from moot.table import Asked, Entry, Key, Table, logfile
from moot.table.script import demos, follow
from moot.table.verify import verify
from moot.web.pages import Pages

pytestmark = pytest.mark.anyio

STEPS = 24


@pytest.mark.parametrize("game", [*GAMES, "coin"])
async def test_nobody_is_sent_what_is_not_theirs_to_know(game):
    evening = Evening(game, 1)
    await evening.gather()
    await evening.play(STEPS)
    assert evening.hidden


@pytest.mark.parametrize("game", GAMES)
async def test_nor_in_the_middle_of_a_game(game):
    for script in demos(games.find(game)).values():
        evening = Evening(game, 2, tuple(seat.name for seat in script.seats))
        await evening.gather()
        keys = {who: Key(wire.seat, wire.secret) for who, wire in evening.wires.items()}
        await follow(evening.table, keys, script.step)
        await evening.play(STEPS // 2)
        assert evening.hidden


async def test_what_is_hidden_in_a_copy_cannot_be_found_by_trying():
    """Of a hidden entry a copy has a digest: with a random word in it, even if the one who asked gave none."""
    app = steady_site(1)
    gil, ann = Wire(app, "gil"), Wire(app, "ann")
    code = await gil.opens("coin", "Gil", house={"door": "open"})
    await ann.comes(gil.table, code, "Ann")
    body: dict[str, Any] = {"id": "1", "command": {"do": "hide", "value": 4}}
    assert (await gil.visitor.post(f"/api/tables/{gil.table}/commands", json=body)).status_code == 200
    copy = (await ann.gets(f"/t/{gil.table}/export.jsonl")).splitlines(keepends=True)
    [hidden] = [record for record in logfile.read_records(copy) if isinstance(record, logfile.ToldEntry)]
    entry = (await app.site.shelf.find(gil.table)).ledger.folded_entry(hidden.seq).entry
    guess = Entry(
        seq=hidden.seq, at=hidden.at, seat=gil.seat, asked=Asked(id="1", command=body["command"]), events=entry.events
    )
    assert guess.digest.hex() != hidden.digest
    assert structs.replace(guess, asked=entry.asked).digest.hex() == hidden.digest
    assert entry.asked is not None
    assert len(entry.asked.nonce) >= 16


async def test_what_the_game_passed_over_stays_with_who_wrote_it(monkeypatch):
    """A command is kept as it came. If the events tell less than it says, others' copies have the events alone."""

    def passes_over(command, play, of):
        told = {"against": command.against, "spread": command.spread, "terms": command.terms}
        play.record(toy.Staked(who=play.seat.id, words="something", **told))

    toy.bend(monkeypatch, toy.Stake, enact=passes_over)
    app = steady_site(1)
    gil, ann = Wire(app, "gil"), Wire(app, "ann")
    code = await gil.opens("coin", "Gil", house={"door": "open"})
    await ann.comes(gil.table, code, "Ann")
    assert await gil.asks({"do": "hide", "value": 4}) == 200
    [offer] = [offer for offer in await ann.offers() if offer.do == "stake"]
    assert await ann.asks({**offer.sample(Seeded(1)), "words": "on second thoughts"}) == 200
    assert b"on second thoughts" in await ann.gets(f"/t/{gil.table}/export.jsonl")
    copy = await gil.gets(f"/t/{gil.table}/export.jsonl")
    assert b"on second thoughts" not in copy
    assert b"something" in copy
    assert verify(copy.splitlines(keepends=True)).good


# ---------------------------------------------------------------- and leaks are found


class Whispering(msgspec.Struct):
    """A stage that tells everyone what only the guide may know."""

    phase: str
    whispered: str


def _on_the_stage(game, table):
    return replace(game, stage=lambda state, guide: Whispering(state.phase, state.hint)), table


def _on_the_board(game, table):
    return replace(game, board=lambda state, guide: (BoardPart(id="all", words=(state.hint,)),)), table


def _in_what_is_ones_own(game, table):
    return replace(game, own=lambda state, seat: Whispering(state.phase, state.hint)), table


def _in_the_situation(game, table):
    return replace(game, situation=lambda state: structs.replace(game.situation(state), detail=state.hint)), table


def _in_the_voices(game, table):
    return replace(game, voices=lambda state, seat: (Choice("him", f"Him {state.hint}"),)), table


def _in_the_notes(game, sight):
    def everything(table, seat):
        seen = sight(table, seat)
        return structs.replace(seen, state=structs.replace(seen.state, notes=table.ledger.table.notes))

    return game, everything


@pytest.mark.parametrize(
    "plant", [_on_the_stage, _on_the_board, _in_what_is_ones_own, _in_the_situation, _in_the_voices, _in_the_notes]
)
async def test_a_leak_is_found(monkeypatch, plant):
    leaky, sight = plant(toy.TOY, Table.sight)
    find = games.find
    monkeypatch.setattr(games, "find", lambda name: leaky if name == "coin" else find(name))
    monkeypatch.setattr(Table, "sight", sight)
    evening = Evening("coin", 1)
    await evening.gather()
    with pytest.raises(Leak, match=r"finds what (gil|ann) wrote"):
        await evening.play(STEPS)


async def test_a_text_of_the_guides_is_found_on_a_page(monkeypatch):
    """Not what somebody wrote, but what the game itself keeps for the guide."""
    secret = "The number is hidden in the second drawer"
    stage = lambda state, guide: Whispering(state.phase, secret if guide else "")  # noqa: E731
    leaky, find = replace(toy.TOY, stage=stage), games.find
    monkeypatch.setattr(games, "find", lambda name: leaky if name == "coin" else find(name))
    render, plant = Pages.render, {"table/page.html": f"<!-- {secret} -->"}
    monkeypatch.setattr(Pages, "render", lambda pages, name, of: render(pages, name, of) + plant.get(name, ""))
    evening = Evening("coin", 1)
    await evening.gather()
    with pytest.raises(Leak, match="second drawer"):
        await evening.play(2)

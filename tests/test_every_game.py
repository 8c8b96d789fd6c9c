"""Every installed game keeps the contract, its rulebook is whole, and its golden logs are those of its scripts."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace
from tests.scale import times

from moot import games
from moot.cli.sources import code_of, covered
from moot.core import Ask, Choose, Offered, Seat
from moot.core.rulebook import coverage
from moot.kit.happenings import Happening
from moot.table.ledger import Ledger
from moot.table.logfile import fold, read
from moot.table.ports import Entry
from moot.table.script import load
from moot.table.snapshot_check import snapshot_of
from moot.testing import check_game, golden_logs, golden_scripts, record_golden
from moot.testing.golden import golden_tables

NAMES = sorted(point.name for point in entry_points(group="moot.games"))
LOGS = [
    pytest.param(name, path, id=f"{name}-{path.stem}") for name in NAMES for path in golden_logs(games.find(name))
]
every_game = pytest.mark.parametrize("name", NAMES)


@every_game
def test_it_keeps_the_contract(name):
    survey = check_game(games.find(name), seeds=range(times(10)), steps=70)
    assert survey.steps > 0


@every_game
def test_its_switches_are_those_of_its_state_with_the_same_values_and_defaults(name):
    game = games.find(name)
    options = game.start(game.rulebook.settings({})).options
    fields = {field.encode_name: field for field in msgspec.structs.fields(options)}
    assert set(game.rulebook.options) == set(fields)
    for id_, option in game.rulebook.options.items():
        assert {choice.value for choice in option.choices} == set(get_args(fields[id_].type)), id_
        assert option.default == fields[id_].default, id_
    assert options == type(options)()


@every_game
def test_what_its_events_declare_is_there(name):
    game = games.find(name)
    for event in game.events:
        if not issubclass(event, Happening):
            continue
        moved = [pair for pair in (event.adds_to, event.takes_from) if pair]
        named = [event.quotes, *(field for _, field in moved), *(field for field, _ in event.hides)]
        if event.line is Happening.line and not event.silent:
            named += [field for _, field, _, _ in Formatter().parse(event.sentence[1]) if field]
            named += [] if event.about == Happening.about else [event.about]
        assert {path.split(".")[0] for path in named if path} <= {*event.__struct_fields__}, event
        assert {field for field, _ in moved} <= {*game.state.__struct_fields__}, event


@every_game
def test_every_rule_is_kept_somewhere_and_tested_somewhere(name):
    game = games.find(name)
    room = Path(str(files(game.package)))
    tests = "\n".join(path.read_text() for path in (room / "tests").rglob("*.py"))
    assert coverage(game.rulebook, code_of(room), tests) == {}
    assert covered(game).lacking == {}


@every_game
def test_there_is_a_golden_log_for_each_script(name):
    stems = [path.stem for path in golden_logs(games.find(name))]
    assert [path.stem for path in golden_scripts(games.find(name))] == stems
    assert stems


@pytest.mark.parametrize(("name", "path"), LOGS)
def test_a_golden_log_replays_to_its_last_link(name, path):
    head, records = read(path)
    assert fold(records).link.hex() == head.link
    assert len(records) == head.entries


@pytest.mark.parametrize(("name", "path"), LOGS)
def test_a_snapshot_can_be_kept_wherever_a_golden_log_stands(name, path):
    ledger = Ledger()
    for entry in read(path)[1]:
        assert isinstance(entry, Entry)
        ledger.take(entry)
        snapshot_of(ledger)


@pytest.mark.parametrize(("name", "path"), LOGS)
def test_playing_a_script_again_writes_the_same_log(name, path, tmp_path):
    again = tmp_path / path.name
    record_golden(again, games.find(name), load(path.with_suffix(".toml")))
    assert again.read_bytes() == path.read_bytes()


@every_game
def test_who_only_watches_by_now_plays_nobody_and_is_not_waited_for(name):
    game, asked = games.find(name), 0
    for ledger in golden_tables(game, states=6):
        state = ledger.game_state
        for seat in state.players:
            watcher = Seat(seat.id, seat.name, "watcher")
            there = game.seated(state, tuple(watcher if one.id == seat.id else one for one in state.seats))
            asked += len(game.offers(state, seat))
            assert game.offers(there, watcher) == (), seat.name
            assert seat.id not in {one.seat for one in game.situation(there).waiting}, seat.name
    assert asked, "nobody who plays was ever asked anything"


OF_NOBODY = frozenset({
    "begin-interests", "begin-play", "begin-sheets", "make-npc", "merge-figures", "open-chapter", "quick-npc",
    "strike-figure",
})
"""What is open to a guide as soon as a player is gone and yet of no character: the list of figures, the next step."""


def words_of(ask: Ask, one: Offered, heading: str) -> str:
    """All that somebody reads of an offer: its button and form, the question it answers, or for a tool its heading."""
    offer, found = one.form(), [heading if one.urgency == "tool" else ""]
    found += [ask.says if ask.lead == one.key and ask.says else offer.label, offer.why]
    if one.key in (ask.lead, ask.beside, *(way.key for way in ask.ways)):
        found += [ask.title, ask.text or ""]
    choices = (choice.label for field in offer.fields if isinstance(field, Choose) for choice in field.choices)
    return "\n".join((*found, *(field.label for field in offer.fields), *choices)).casefold()


@every_game
def test_what_the_guide_does_for_an_absent_player_says_for_which_character(name):
    game, unsaid, seen = games.find(name), dict[str, str](), set[str]()
    for ledger in golden_tables(game, states=150):
        state = ledger.game_state
        if not (guide := next((seat for seat in state.seats if seat.guides), None)):
            continue
        usual = {one.key for one in game.commands.found(state, guide)}
        for seat in state.players:
            names = {id_: who.name for id_, who in getattr(state, state.among).items() if who.player == seat.id}
            others = tuple(one for one in state.seats if one.id != seat.id)
            for seats in (others, (*others, replace(seat, role="watcher"))) if names else ():
                there = game.seated(state, seats)
                ask = game.asked(there, guide)
                for one in game.commands.found(there, guide):
                    if one.key in usual or one.do in OF_NOBODY:
                        continue
                    seen.add(one.do)
                    whose = {*names} & {one.about, *map(str, one.fixed.values())}
                    words = words_of(ask, one, names.get(one.about, ""))
                    if not any(names[who].casefold() in words for who in whose or names):
                        unsaid[one.key] = one.label
    assert unsaid == {}
    assert seen, "nobody’s character was ever played by the guide"


@every_game
def test_its_templates_name_no_command(name):
    """Where an offer stands on a page a room says in Python (`Game.ask`), and how it is drawn, too (`Game.draws`)."""
    game = games.find(name)
    web = files(game.package) / "web"
    pages = " ".join(page.read_text() for page in web.iterdir() if page.name.endswith(".html")) if web.is_dir() else ""
    assert re.findall(r"""\.do\b|['"]do['"]""", pages) == []

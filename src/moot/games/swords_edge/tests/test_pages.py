"""The pages of Sword's Edge along a scene: whole for everyone, and for nobody more than they may see."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from moot.core import Refused, Seat
from moot.games.swords_edge import GAME
from moot.games.swords_edge.user_packs.loading import LoadPack
from moot.games.swords_edge.view import Own
from moot.store.memory import MemoryStore
from moot.table import Shelf, logfile
from moot.table.live import Key, Table
from moot.table.ports import Asked
from moot.table.script import Script, demos, follow, perform, read
from moot.table.story import story
from moot.table.verify import verify
from moot.testing.pages import flaws
from moot.web.forms import wish
from moot.web.journal import Journals
from moot.web.pages import Pages
from moot.web.panels import Screens
from moot.web.things import form_parts, thing_parts

pytestmark = pytest.mark.anyio

FIGHT = read(Path(__file__).with_name("scripts").joinpath("cavern_fight.toml").read_text(encoding="utf-8")).step


@cache
def screens() -> Screens:
    return Screens(Pages(), Journals(Pages()))


class Room:
    """A table as its pages show it."""

    def __init__(self, table: Table, keys: dict[str, Key]) -> None:
        self.table, self.keys = table, keys

    @staticmethod
    async def played(steps: int = 0, script: Script | None = None) -> Room:
        """The demo and so many steps of its fight, with somebody who watches."""
        table, keys = await perform(Shelf(MemoryStore()), "swords-edge", script or demos(GAME)["cavern"])
        keys["Wat"] = await table.come("Wat", "watcher")
        room = Room(table, keys)
        await follow(table, keys, FIGHT[:steps])
        return room

    async def do(self, text: str) -> None:
        """Take more steps, written as in a script."""
        await follow(self.table, self.keys, read(f'title = "t"\nseats = [{{ name = "Nadia" }}]\n{text}').step)

    def seat(self, name: str) -> Seat:
        return self.table.ledger.table.chairs[self.keys[name].seat].seat

    def panels(self, name: str) -> dict[str, str]:
        made = screens().screen(self.table, self.seat(name), "http://moot.test")
        return {panel: each.html for panel, each in made.items()}

    def page(self, name: str) -> str:
        return "".join(self.panels(name).values())

    def own(self, name: str) -> Own:
        """What is somebody's own in the game."""
        own = self.table.game.own(self.table.ledger.game_state, self.seat(name))
        assert isinstance(own, Own)
        return own

    def key(self, name: str, do: str) -> str:
        """The key of what somebody is offered by a command."""
        return next(offer.key for offer in self.table.offers(self.seat(name)) if offer.do == do)

    def form(self, name: str, key: str) -> str:
        """What stands behind the door of an offer."""
        return form_parts(screens().pages, screens().of(self.table, self.seat(name)), [key])

    def thing(self, name: str, of: str) -> str:
        """What somebody sees who opens a thing."""
        return thing_parts(screens().pages, screens().of(self.table, self.seat(name)), of)

    def everything(self, name: str) -> str:
        """The page, every thing that it leads to, and every form that is open to this seat."""
        page = self.page(name)
        things = [self.thing(name, unquote(of)) for of in sorted(set(re.findall(r'about\?of=([^"&]+)"', page)))]
        every = [self.form(name, offer.key) for offer in self.table.offers(self.seat(name))]
        return "".join([page, *things, *every])


def own_character(*steps: str) -> Script:
    begin = """
    [[step]]
    seat = "Ilya"
    do = "begin-character"
    [step.fill]
    name = "Sarah X"
    concept = "Bounty Hunter"
    background = "Military"
    faculty = "Hunting"
    trait = "cunning"
    """
    return read(
        'title = "t"\nseats = [{ name = "Nadia", role = "guide" }, { name = "Ilya" }]\n' + begin + "".join(steps)
    )


def spend(what: str) -> str:
    return f'\n[[step]]\nseat = "Ilya"\ndo = "spend-rank"\nfill = {{ what = "{what}" }}\n'


# ---------------------------------------------------------------- whole, for everyone


async def test_every_panel_is_whole_for_everyone_at_every_step_of_the_scene():
    room = await Room.played()
    for step in (None, *FIGHT):
        if step is not None:
            await follow(room.table, room.keys, [step])
        for name in room.keys:
            assert flaws(room.page(name)) == []


@pytest.mark.rule("SE-ACT-07")
async def test_one_roll_for_a_whole_group_stands_before_the_gm_in_the_fight():
    """As long as it is open, by its words, and for nobody else."""
    words, faced = "One roll may meet Shock Troops 1, 2 and 3", 7
    room = await Room.played(faced - 1)
    assert words not in room.page("Nadia")
    await follow(room.table, room.keys, FIGHT[faced - 1 : faced])
    ask = room.panels("Nadia")["ask"]
    assert f"<button>{words}</button>" in ask
    assert "Waiting for <b>Ilya</b>: Momentum." in ask, "the round goes on when nobody is waited for"
    assert "More you can do" not in ask
    assert words not in room.panels("Ilya")["ask"]
    await room.do('[[step]]\nseat = "Nadia"\ndo = "call-strike"')
    assert words not in room.panels("Nadia")["ask"]


@pytest.mark.parametrize("name", ["Nadia", "Ilya", "Ruth", "Wat"])
@pytest.mark.parametrize("steps", [1, 9, 13, 18])
async def test_everything_that_can_be_opened_is_whole(name, steps):
    room = await Room.played(steps)
    for of in set(re.findall(r'about\?of=([^"&]+)"', room.page(name))):
        assert flaws(room.thing(name, unquote(of))) == []
    for offer in room.table.offers(room.seat(name)):
        assert flaws(room.form(name, offer.key)) == []


async def test_the_sheets_and_the_preparation_are_whole_before_any_session():
    script = own_character(spend("Cunning"), spend("Bounty Hunter"))
    room = await Room.played(script=script)
    for sample in ("Infiltration", "The Dirty Bomb", "The cavern", "New arrivals in debt"):
        await room.do(f'[[step]]\nseat = "Nadia"\ndo = "take-paper"\nfill = {{ sample = "{sample}" }}')
    for name in room.keys:
        assert flaws(room.page(name)) == []
    desk = room.own("Nadia").desk
    opened = [room.thing("Nadia", row.of) for row in desk]
    assert [found for html in opened for found in flaws(html)] == []
    assert any('class="graph"' in html for html in opened)
    assert 'class="graph"' not in room.page("Nadia")


SCENES = ("The cavern", "The Hunt")


@pytest.mark.rule("SE-PREP-04", "SE-TERM-03")
@pytest.mark.parametrize("prepared", [SCENES, SCENES[:1], ()])
async def test_what_is_prepared_is_the_first_choice_when_a_scene_is_framed(prepared):
    room = await Room.played(script=own_character(*(spend("Cunning"),) * 3, *(spend("Bounty Hunter"),) * 3))
    await room.do('[[step]]\nseat = "Ilya"\ndo = "finish-character"')
    for sample in prepared:
        await room.do(f'[[step]]\nseat = "Nadia"\ndo = "take-paper"\nfill = {{ sample = "{sample}" }}')
    await room.do('[[step]]\nseat = "Nadia"\ndo = "open-session"')
    panels = room.panels("Nadia")
    labels = re.findall("data-door=[^>]*offer=frame-scene[^>]*><summary>([^<]*)<", panels["ask"])
    assert sorted(labels[:-1]) == sorted(f"Play “{title}”" for title in prepared)
    assert labels[-1:] == ["Frame a scene"] * bool(prepared)
    assert ("Frame a scene" in panels["bar"]) is not bool(prepared), "the only way stands open"
    for key in (offer.key for offer in room.table.offers(room.seat("Nadia")) if offer.do == "frame-scene"):
        assert f'value="{key}"' in room.form("Nadia", key)
    for row in room.own("Nadia").desk:
        assert f"Play “{row.name}”" in room.thing("Nadia", row.of)
    assert flaws(room.page("Nadia")) == []


async def test_scenes_are_framed_by_the_game_and_the_table_has_none_beside_them():
    room = await Room.played()
    assert "open-scene" not in {offer.do for offer in room.table.offers(room.seat("Nadia"))}
    with pytest.raises(Refused) as refused:
        await room.table.ask(room.seat("Nadia"), Asked(id="x", command={"do": "open-scene", "title": "Elsewhere"}))
    assert refused.value.code == "own-scenes"


async def test_a_prepared_scene_is_in_play_until_it_is_over_and_played_then():
    room = await Room.played()
    assert ">scene, in play<" in room.page("Nadia")
    await room.do('[[step]]\nseat = "Nadia"\ndo = "end-scene"')
    assert ">scene, played<" in room.page("Nadia")


# ---------------------------------------------------------------- a Test to build


async def test_a_momentum_test_is_one_question_on_one_form():
    room = await Room.played(1)
    panels = room.panels("Ilya")
    assert panels["badge"].strip() == "1"
    assert panels["ask"].count('class="offer build"') == 1
    for trait in ("physique", "charisma", "cunning"):
        assert f'name="f.trait" value="{trait}"' in panels["ask"]
    assert panels["bar"].count('class="primary"') == 1
    assert 'class="primary"' not in panels["ask"]
    assert "roll-momentum" not in panels["more"]


@pytest.mark.rule("SE-MOM-01", "SE-MOM-08")
async def test_beside_the_total_stand_the_target_number_and_the_chance_of_each_end():
    room = await Room.played(1)
    panels = room.panels("Ilya")
    begun, bar = panels["ask"].split('value="physique"', 1)[1], panels["bar"]
    assert "checked" in begun.split(">")[0]  # his best
    shown = next(row for row in bar.split('class="reckoned"')[1:] if "hidden" not in row.split(">")[0])
    assert "+4 against 7" in shown  # Great Physique; Weak 3 and Mysterious +4
    assert "3 or more" in shown
    assert "99\u00a0%" in shown  # all but two ones
    ends = begun.split('class="ends"')[1].split("<ul ")
    level = next(ul for ul in ends[1:] if 'data-at="4"' in ul)
    every = json.loads(re.findall("data-rows='([^']*)'", panels["ask"])[0])
    assert [row[:4] for row in every["rows"] if row[0] == 4] == [[4, "+4 against 7", "3 or more", "99\u00a0%"]]
    assert all(sum(width for _, width, _ in shares) == pytest.approx(100, abs=0.1) for *_, shares in every["rows"])
    assert len(every["rows"]) > 5
    assert "hidden" not in level.split(">")[0]
    assert "They hold it" in level  # 2: 1 of 100
    assert "Momentum, +4" in level


@pytest.mark.rule("SE-LUCK-03")
async def test_the_only_element_is_paid_for_where_luck_alone_opens_it():
    room = await Room.played(1)
    ledger = room.table.ledger
    jyrell = next(who for who in ledger.game_state.characters.values() if who.name == "Jyrell")
    only = next(one.id for one in jyrell.counting("one") if one.name == "Cat’s Eyes")
    left = tuple(one for one in jyrell.qualities if one.id == only or one not in jyrell.counting("one"))
    changed = {**ledger.game_state.characters, jyrell.id: msgspec.structs.replace(jyrell, qualities=left)}
    ledger.game_state = msgspec.structs.replace(ledger.game_state, characters=changed)
    bench = room.own("Ilya").lead
    assert bench is not None
    assert [tap.value for tap in bench.taps if tap.blank == "element"] == [only]
    assert f'name="f.extra" value="{only}"' in room.form("Ilya", bench.key)


@pytest.mark.rule("SE-LUCK-03")
async def test_a_trait_that_luck_opens_is_taken_on_the_same_form_and_paid():
    room = await Room.played(1)
    jyrell = next(who for who in room.table.ledger.game_state.characters.values() if who.name == "Jyrell")
    bench = room.own("Ilya").lead
    assert bench is not None
    eyes = next(tap for tap in bench.taps if tap.blank == "extra" and tap.label == "Cat’s Eyes")
    ask = room.panels("Ilya")["ask"]
    needs = 'data-needs="trait:cunning\nopened:cunning" data-costs="1"'
    assert f'name="f.extra" value="{eyes.value}" data-adds="2" {needs}' in ask
    form = {"moot.offer": [bench.key], "f.trait": ["physique"], "f.extra": [eyes.value], "f.how": ["Cat and blade"]}
    with pytest.raises(Refused, match="goes only with “By which Trait\\?” Cunning or “Another"):
        await room.table.ask(room.seat("Ilya"), Asked(id="w", command=wish(room.table.found(room.seat("Ilya")), form)))
    form |= {"f.opened": ["cunning"]}
    command = wish(room.table.found(room.seat("Ilya")), form)
    await room.table.ask(room.seat("Ilya"), Asked(id="x", command=command, faces=(4, 6)))
    (test,) = room.table.ledger.game_state.tests.values()
    assert test.total == 4 + 6 + 4 + 0 + 2
    assert room.table.ledger.game_state.luck[jyrell.player] == 3 - 2


async def test_dice_that_lie_are_shown_with_every_addend_to_the_roller_and_to_all():
    room = await Room.played(9)
    mine, others = room.panels("Ilya"), room.panels("Wat")
    for panels in (mine, others):
        assert "16 against 9" in panels["board"].replace("<b>16</b>", "16")
        assert "Fist and Feet" in panels["board"]
    assert "16 against 9" in mine["ask"]
    assert "Let the dice stand" in mine["bar"]
    assert "Throw one die again" in mine["ask"]


# ---------------------------------------------------------------- the board


@pytest.mark.rule("SE-TEST-05", "SE-TRAP-19")
async def test_the_board_says_who_holds_momentum_and_what_is_spent():
    room = await Room.played(13)
    board = room.panels("Wat")["board"]
    jyrell, kyle = board.split('class="pairing"')[1:]
    assert "holds Momentum" in jyrell
    assert "Shock Troops 1" in jyrell
    assert "defends" in kyle
    assert "holds Momentum" not in kyle
    assert "spent for this scene: Fist and Feet" in board
    assert "<del>Fist and Feet</del>" in room.panels("Ilya")["me"]


@pytest.mark.rule("SE-ACT-04", "SE-NC-06")
async def test_stress_is_struck_off_the_trait_and_who_is_out_is_out():
    room = await Room.played(18)
    board = room.panels("Wat")["board"]
    assert re.findall(r'<span class="chip out">.*?<bdi>(.*?)</bdi>', board, re.DOTALL)[0] == "Shock Troops 2"
    assert 'aria-label="Charisma: 2 of 3"' in board
    assert 'aria-label="2 of 3 Penalty Ranks on Charisma"' in room.panels("Ruth")["me"]


# ---------------------------------------------------------------- what the GM keeps


@pytest.mark.parametrize("name", ["Ilya", "Wat"])
async def test_preparation_and_what_is_hidden_are_the_gms_alone(name):
    room = await Room.played()
    for secret in ("Scanning for Weapons", "Shock Troops", "fusion rifle", "She halts", "round hall", "How hard it is"):
        assert secret in room.everything("Nadia")
        assert secret not in room.everything(name)


@pytest.mark.parametrize("name", ["Ilya", "Wat"])
async def test_nobody_opens_what_the_gm_keeps(name):
    room = await Room.played()
    nadia = room.own("Nadia")
    away = [nc.id for nc in room.table.ledger.game_state.ncs.values() if not nc.visible]
    assert away
    for of in ("desk", "shelf", *(row.of for row in nadia.desk), *away, *(f"all-{nc}" for nc in away)):
        with pytest.raises(Refused) as refused:
            room.thing(name, of)
        assert refused.value.code == "no-such-thing"
    for offer in room.table.offers(room.seat("Nadia")):
        if offer.key not in {mine.key for mine in room.table.offers(room.seat(name))}:
            with pytest.raises(Refused):
                room.form(name, offer.key)


async def test_a_clue_is_everyones_once_it_is_found():
    room = await Room.played(5)
    found = next(nc for nc in room.table.ledger.game_state.ncs.values() if any(clue.known for clue in nc.clues))
    assert "The water is fresh" in room.thing("Wat", found.id)


async def test_many_of_a_kind_stand_together_on_the_shelf():
    room = await Room.played()
    assert "Shock Troops × 12" in room.panels("Nadia")["everyone"]


@pytest.mark.parametrize("phase", ["between", "scene"])
async def test_the_gms_desk_takes_packs_in_and_hands_files_out_and_nobody_elses_does(phase):
    room = await Room.played(0 if phase == "between" else 5)
    gil = room.seat("Nadia")
    await room.table.ask(gil, Asked(id="pack", command={"do": "load-pack", "text": LoadPack.example()}))
    assert 'type="file"' in room.form("Nadia", room.key("Nadia", "load-pack"))
    pack = room.thing("Nadia", "pack/the-old-mill")
    assert f'href="/t/{room.table.id}/documents/pack-the-old-mill.toml" download' in pack
    assert "1 character, 2 NCs and 1 scene" in pack
    assert f'href="/t/{room.table.id}/documents/everything-prepared.toml" download' in room.thing("Nadia", "desk")
    for name in ("Ilya", "Wat"):
        everything = room.everything(name)
        assert all(file.endswith(".character.toml") for file in re.findall(r'documents/([^"?]+)', everything))
        assert "the-old-mill.toml" not in everything
        assert "grindstone" not in everything


async def test_a_log_with_a_pack_verifies_and_a_players_copy_has_the_characters_alone():
    room = await Room.played()
    gil = room.seat("Nadia")
    await room.table.ask(gil, Asked(id="pack", command={"do": "load-pack", "text": LoadPack.example()}, nonce="luck"))
    ledger = room.table.ledger
    whole = [*logfile.lines(*logfile.whole(room.table.id, ledger))]
    theirs = [*logfile.lines(*logfile.copy_for(room.table.id, ledger, room.seat("Ilya")))]
    assert verify(whole).good
    assert verify(theirs).good
    assert b"Berta Holm" in theirs[-1]
    for secret in (b"grindstone", b"Dusty", b"After dark", b"brings it corn"):
        assert secret in b"".join(whole)
        assert secret not in b"".join(theirs)


# ---------------------------------------------------------------- making a character


@pytest.mark.rule("SE-CRE-12")
async def test_the_sheet_in_the_making_says_what_is_left_and_apart_from_it_what_is_over():
    script = own_character(*[spend("Cunning")] * 3, *[spend("Bounty Hunter")] * 2)
    room = await Room.played(script=script)
    board = room.panels("Ilya")["board"]
    assert "1 left" in board
    assert "1 over" not in board
    more = """
    [[step]]
    seat = "Ilya"
    do = "add-element"
    fill = { name = "Sharp Eyes", trait = "cunning" }
    [[step]]
    seat = "Nadia"
    do = "judge-quality"
    fill = { what = "Sharp Eyes", ruling = "one-more" }
    """
    await room.do(more)
    board = room.panels("Ilya")["board"]
    assert "1 over" in board
    assert "1 left" not in board


async def test_a_line_of_the_sheet_is_raised_and_lowered_by_the_forms_beside_it():
    room = await Room.played(script=own_character(spend("Cunning")))
    board = room.panels("Ilya")["ask"]
    assert 'name="f.what" value="cunning" aria-label="Cunning, a Rank more: Good +2 → Great +4, costs 1"' in board
    assert 'name="f.what" value="cunning" aria-label="Cunning, a Rank less: Good +2 → Average +0"' in board
    offer = next(o for o in room.table.found(room.seat("Ilya")) if o.do == "take-rank")
    await room.table.ask(
        room.seat("Ilya"),
        Asked(id="x", command=wish([offer], {"moot.offer": [offer.key], "f.what": ["cunning"]})),
    )
    assert "6 left" in room.panels("Ilya")["ask"]


def test_a_page_about_the_game_says_how_it_plays():
    assert "Momentum" in Pages().render("swords-edge/about.html", {})


def test_views_are_data():
    assert msgspec.json.encode(GAME.stage(GAME.start({}), True))
    assert msgspec.json.encode(GAME.own(GAME.start({}), Seat("s1", "Gil", "guide")))


async def test_a_newcomer_picks_somebody_ready_made_at_once_or_begins_otherwise_behind_a_door():
    seats = '[{ name = "Nadia", role = "guide" }, { name = "Ilya" }]'
    room = await Room.played(script=read(f'title = "t"\nseats = {seats}'))
    ask = room.panels("Ilya")["ask"]
    assert "Whom do you play?" in ask
    assert 'name="f.sample" value="western/gunfighter"' in ask  # laid out, not in a list
    assert "Play this one" in room.panels("Ilya")["bar"]
    assert re.findall("data-door=[^>]*/form[^>]*><summary>([^<]*)<", ask) == ["Make a character", "Bring a character"]
    own = room.form("Ilya", room.key("Ilya", "begin-character"))
    assert 'name="f.concept"' in own
    assert "<datalist" in own
    assert "Make a character" not in room.panels("Nadia")["ask"]


@pytest.mark.parametrize("steps", [3, len(FIGHT)])
async def test_the_gm_tells_unless_they_choose_otherwise_and_speaks_for_nobody_who_has_fallen(steps):
    room = await Room.played(steps)
    composer = room.panels("Nadia")["composer"]
    assert re.search(r'value="story" checked|<select name="as"[^>]*>\s*<option value="story">', composer)
    out = {nc.id for nc in room.table.ledger.game_state.ncs.values() if nc.out}
    assert not out & set(re.findall(r'value="voice:(\w+)"', composer))


async def test_the_story_says_at_the_end_of_a_scene_what_became_of_whom():
    room = await Room.played(len(FIGHT))
    told = story(room.table.ledger, room.seat("Ruth"))
    assert "> - Shock Troops is overcome × 2.\n> - Kyle Devos takes Stress: Charisma +0 to −4." in told
    assert told == story(room.table.ledger, room.seat("Ilya"))

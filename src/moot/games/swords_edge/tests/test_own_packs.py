"""A GM's own packs lie on the shelf as the printed ones do, and nobody sees more of them than they may."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec
import pytest
from msgspec.structs import replace

from moot.games.swords_edge import packs
from moot.games.swords_edge.figures import PACKAGE
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.state import Options, State
from moot.games.swords_edge.tests.packing import MODULE, choices, desk, loaded
from moot.games.swords_edge.tests.sitting import HERO, Sitting
from moot.games.swords_edge.user_packs.checking import holds, read
from moot.games.swords_edge.user_packs.loading import LoadPack, PackLoaded
from moot.kit.notebook.reading import written
from moot.kit.notebook.shelf import MOST_PACKS

# ---------------------------------------------------------------- loaded as the printed ones


@pytest.mark.rule("SE-CRE-12", "SE-NC-01", "SE-PREP-04")
def test_what_a_pack_has_lies_first_among_what_is_ready_made():
    table = loaded()
    assert next(iter(choices(table, "Ann", "take-sample").items())) == ("the-old-mill/berta", "Berta Holm")
    assert next(iter(choices(table, "Gil", "take-nc"))) == "the-old-mill/dusty-ones"
    assert next(iter(choices(table, "Gil", "take-paper"))) == "the-old-mill/after-dark"
    assert "fantasy/crag" in choices(table, "Ann", "take-sample")


@pytest.mark.rule("SE-CRE-12")
def test_a_player_plays_a_character_out_of_a_pack():
    table = loaded()
    table.do("Ann", "take-sample", sample="the-old-mill/berta")
    berta = table.who("Berta Holm")
    assert (berta.player, berta.made, berta.sample) == (table.seats["Ann"].id, True, "the-old-mill/berta")
    assert [quality.name for quality in berta.counting("one")] == ["Hold the line", "Barrack songs"]
    assert "the-old-mill/berta" not in choices(table, "Ben", "take-sample")


@pytest.mark.rule("SE-PREP-04", "SE-NC-09")
def test_a_scene_out_of_a_pack_is_run_and_its_clues_come_with_successes():
    table = loaded()
    table.pc("Ann", "Dara", **HERO)
    table.do("Gil", "take-paper", sample="the-old-mill/after-dark")
    (scene,) = table.state.papers.values()
    assert [table.state.named(nc) for nc in scene.people] == [
        "The grindstone", "Dusty one 1", "Dusty one 2", "Dusty one 3",
    ]
    table.do("Gil", "open-session")
    table.do("Gil", "frame-scene", paper=scene.id, title=scene.title, ncs=scene.obstacles)
    table.purse("Ann", 0)
    table.face("Dara", "The grindstone")
    table.test("Dara", "roll-momentum", trait="physique", element="Lunge", faces=(9, 8))
    table.test("Dara", "act", trait="physique", qualities=["Swordsman", "Fencing"], element="Parry", faces=(5, 6))
    assert "What it grinds is bone." in table.stage("Ann").people[0].clues


def test_several_of_one_nc_are_taken_from_a_pack():
    table = loaded()
    table.do("Gil", "take-nc", sample="the-old-mill/dusty-ones", count=2)
    assert [nc.name for nc in table.state.ncs.values()] == ["Dusty one 1", "Dusty one 2"]


@pytest.mark.parametrize("name", packs.PACKS)
def test_the_books_own_packs_pass_the_same_reader_under_another_name(name):
    pack = replace(packs.PACKS[name], id="mine")
    text = written(pack)
    assert read(text) == pack
    table = loaded(text)
    assert table.state.packs == {"mine": pack}
    for offer, kind in (("take-nc", "nc"), ("take-paper", "piece")):
        mine = [key for key in choices(table, "Gil", offer) if key.startswith("mine/")]
        assert len(mine) == (len(pack.nc) if kind == "nc" else len(pack.pieces))
        for key in mine:
            table.do("Gil", offer, sample=key)


@pytest.mark.rule("SE-PREP-03", "SE-PREP-05")
def test_a_campaign_brings_its_adventures_and_a_module_its_scenes_and_nothing_twice():
    table = loaded(MODULE)
    table.do("Gil", "take-paper", sample="the-city/bridge")
    table.do("Gil", "take-paper", sample="the-city/war")
    papers = {paper.title: paper for paper in table.state.papers.values()}
    assert list(papers) == ["The bridge", "The siege", "The war"]
    assert papers["The siege"].scenes == (papers["The bridge"].id,)
    assert papers["The war"].parts[0].paper == papers["The siege"].id
    assert papers["The war"].parts[0].leads_to == (papers["The war"].parts[1].id,)


@pytest.mark.rule("SE-PREP-04")
def test_a_squad_is_the_same_in_every_fight_of_a_scene():
    table = loaded(MODULE)
    table.do("Gil", "take-paper", sample="the-city/bridge")
    first, second = next(iter(table.state.papers.values())).fights
    assert [nc.name for nc in table.state.ncs.values()] == ["Guard 1", "Guard 2", "Guard 3"]
    assert second.cast[:2] == first.cast


def test_the_example_of_the_readme_is_one_that_loads():
    readme = files(PACKAGE).joinpath("README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    assert block == LoadPack.example()
    assert read(block).id == "the-old-mill"


# ---------------------------------------------------------------- ids that clash, and packs that go


def test_a_pack_of_the_same_id_goes_away_for_the_new_one_and_what_was_taken_stays():
    table = loaded()
    table.do("Ann", "take-sample", sample="the-old-mill/berta")
    table.do("Gil", "take-nc", sample="the-old-mill/dusty-ones", count=1)
    table.do("Gil", "load-pack", text='id = "the-old-mill"\ntitle = "Rebuilt"\n')
    assert [pack.title for pack in table.state.packs.values()] == ["Rebuilt"]
    assert table.who("Berta Holm").here
    assert table.npc("Dusty one").name
    assert not [key for key in choices(table, "Gil", "take-nc") if key.startswith("the-old-mill/")]


def test_a_pack_is_taken_off_the_shelf():
    table = loaded()
    table.do("Gil", "take-paper", sample="the-old-mill/after-dark")
    table.do("Gil", "drop-pack", pack="the-old-mill")
    assert not table.state.packs
    assert len(table.state.papers) == 1
    table.refuses("Ann", "take-sample", "not-a-choice", "SE-CRE-12", sample="the-old-mill/berta")
    table.refuses("Gil", "take-nc", "not-a-choice", "SE-NC-13", sample="the-old-mill/dusty-ones", count=1)
    table.refuses("Gil", "drop-pack", "not-offered", "SE-PREP-03", pack="the-old-mill")


def test_two_packs_with_the_same_names_in_them_lie_side_by_side():
    table = loaded()
    table.do("Gil", "load-pack", text=LoadPack.example().replace('id = "the-old-mill"', 'id = "the-new-mill"', 1))
    named = [key for key, label in choices(table, "Gil", "take-nc").items() if label == "Dusty one"]
    assert named == ["the-old-mill/dusty-ones", "the-new-mill/dusty-ones"]


def test_there_is_room_for_so_many_packs_and_no_more():
    table = desk()
    for number in range(MOST_PACKS):
        table.do("Gil", "load-pack", text=f'id = "p{number}"\ntitle = "Pack"\n')
    table.refuses("Gil", "load-pack", "packs-enough", "SE-PREP-03", text=LoadPack.example())
    assert len(table.state.packs) == MOST_PACKS


@pytest.mark.rule("SE-GM-01")
@pytest.mark.parametrize("who", ["Ann", "Wim"])
def test_packs_are_the_gms_to_load_and_drop(who):
    table = loaded()
    table.refuses(who, "load-pack", "guide-only", "SE-GM-01", text=LoadPack.example())
    table.refuses(who, "drop-pack", "guide-only", "SE-GM-01", pack="the-old-mill")
    assert list(table.state.packs) == ["the-old-mill"]


# ---------------------------------------------------------------- secrets and the log


def openable(table: Sitting) -> list[str]:
    """The ids of all that lies on the GM's desk, and the desk."""
    return ["desk", *(row.of for row in table.own("Gil").desk)]


def seen(table: Sitting, who: str) -> str:
    """Everything that a person can see, was told, or may take along."""
    seat = table.seats[who]
    sight = {
        "stage": GAME.stage(table.state, seat.guides),
        "own": GAME.own(table.state, seat),
        "opened": [table.opened(who, what) for what in openable(table)],
        "offers": GAME.offers(table.state, seat),
        "situation": GAME.situation(table.state),
        "heard": table.heard[who],
        "lines": [GAME.line(table.state, event) for event in table.heard[who]],
        "documents": [(d.name, d.title, d.write()) for d in GAME.documents(table.state, seat)],
    }
    return msgspec.json.encode(sight).decode()


HIDDEN = ("Dusty", "dusty-ones", "grindstone", "grinds", "After dark", "after-dark", "Old craft")


@pytest.mark.rule("SE-NC-01", "SE-PREP-04")
@pytest.mark.parametrize("who", ["Ann", "Wim"])
def test_of_a_pack_others_hear_who_may_be_played_and_nothing_else(who):
    table = loaded()
    assert not [secret for secret in HIDDEN if secret in seen(table, who)]
    assert "Berta Holm" in seen(table, "Ann")
    assert all(secret in seen(table, "Gil") for secret in HIDDEN)
    table.do("Gil", "drop-pack", pack="the-old-mill")
    assert not [secret for secret in HIDDEN if secret in seen(table, who)]
    assert len(table.heard[who]) == 2


@pytest.mark.parametrize("who", ["Ann", "Wim"])
def test_of_a_pack_without_characters_others_hear_nothing(who):
    table = loaded(MODULE)
    table.do("Gil", "take-paper", sample="the-city/war")
    table.do("Gil", "import-paper", text="# Whispers\nNobody may know.")
    table.do("Gil", "drop-pack", pack="the-city")
    assert table.heard[who] == []
    assert not [s for s in ("city", "siege", "Guard", "bridge", "Whispers", "Nobody may") if s in seen(table, who)]


def test_players_hear_when_the_characters_of_a_pack_are_gone():
    """Else what they are offered would hang on something that nobody told them."""
    table = loaded()
    table.do("Gil", "load-pack", text=MODULE.replace('"the-city"', '"the-old-mill"'))
    assert [len(event.pack.pc) for event in table.heard["Ann"] if isinstance(event, PackLoaded)] == [1, 0]
    assert "siege" not in seen(table, "Ann")
    table.do("Gil", "load-pack", text=MODULE.replace('"the-city"', '"the-old-mill"'))
    assert len(table.heard["Ann"]) == 2


def test_documents_are_the_gms_and_each_reads_again():
    table = loaded()
    table.do("Gil", "take-paper", sample="the-old-mill/after-dark")
    table.do("Gil", "write-paper", form="premise", title="Über ‥ 雨", premise="It rains.", stakes="")
    for who in ("Ann", "Wim"):
        assert GAME.documents(table.state, table.seats[who]) == ()
    every = {document.name: document for document in GAME.documents(table.state, table.seats["Gil"])}
    dark, rain = table.state.papers
    assert list(every) == [
        "everything-prepared.toml", f"after-dark-{dark}.md", f"uber-{rain}.md", "pack-the-old-mill.toml",
    ]
    assert read(every["pack-the-old-mill.toml"].write()) == read(LoadPack.example())
    for document in every.values():
        name = "swords-edge-pack" if document.name.endswith(".toml") else "swords-edge-paper"
        assert GAME.formats[name].read(document.write())
    rows = [table.opened("Gil", row.of) for row in table.own("Gil").desk]
    files = {lies.file for row in rows for lies in (row.paper, row.pack) if lies is not None}
    desk = table.opened("Gil", "desk").desk
    assert desk is not None
    assert {*files, desk.everything} == set(every)


def test_a_log_with_a_pack_in_it_replays():
    table = loaded()
    table.do("Ann", "take-sample", sample="the-old-mill/berta")
    table.do("Gil", "take-paper", sample="the-old-mill/after-dark")
    table.do("Gil", "drop-pack", pack="the-old-mill")
    log = [msgspec.json.encode(GAME.codec.plain(event)) for event in table.events]
    start = State(options=Options(), seats=tuple(table.seats.values()))
    assert GAME.replay(start, [GAME.codec.read(msgspec.json.decode(line)) for line in log]) == table.state


def test_what_is_in_a_file_is_told_before_it_is_loaded():
    assert holds(LoadPack.example()) == (
        "The old mill (the-old-mill)",
        "character: Berta Holm, Halberdier",
        "NC: Dusty one, basic minion, TN 8",
        "obstacle: The grindstone, average regular, TN 12",
        "scene: After dark",
    )

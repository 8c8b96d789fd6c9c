"""Papers and packs at a table: kept, changed, dropped, and who hears of it."""

from __future__ import annotations

import pytest
from tests.kit.inn import (
    COMMANDS,
    GUEST,
    HOST,
    READER,
    AddLearned,
    AddPart,
    AddSection,
    DropPack,
    DropPaper,
    FinishPart,
    Folk,
    Inn,
    LoadPack,
    NameScenes,
    PackLoaded,
    PaperWritten,
    State,
    StrikeSection,
    after,
)

from moot.core import Refused
from moot.kit.notebook.documents import as_packs, as_text, everything
from moot.kit.notebook.packs import LearnedEntry, SectionEntry, StepEntry
from moot.kit.notebook.papers import Paper, section_entries, sections, step_entries, steps
from moot.kit.notebook.reading import written
from moot.kit.notebook.shelf import MOST_PACKS

NIGHT = Paper(id="kxd", form="evening", title="The long night")
KEPT = State(papers={"kxd": NIGHT})


def test_a_paper_is_filled_by_commands_that_the_guide_alone_has():
    state = after(KEPT, AddSection(paper="kxd", kind="place", title=" Cellar ")).state
    (section,) = state.papers["kxd"].sections
    assert (section.kind, section.title) == ("place", "Cellar")
    play = after(state, AddLearned(paper="kxd", section=section.id, what="Hollow", how_fast="at once"))
    assert play.state.papers["kxd"].sections[0].learn[0].when == "at once"
    assert play.events[0].rules == ("IN-3",)
    assert not after(play.state, StrikeSection(paper="kxd", section=section.id)).state.papers["kxd"].sections
    for event in play.events:
        assert (event.told(play.state, HOST), event.told(play.state, GUEST)) == (event, None)
    with pytest.raises(Refused) as refused:
        after(KEPT, AddSection(paper="kxd", kind="place", title="Cellar"), GUEST)
    assert refused.value.code == "guide-only"


def test_a_change_is_offered_for_papers_that_have_a_use_for_it():
    def offered(state: State) -> set[str]:
        return {one.do for one in COMMANDS.found(state, HOST)} - {"load-pack"}

    assert offered(State()) == set()
    assert offered(KEPT) == {"add-section", "add-part", "drop-paper"}
    with pytest.raises(Refused) as refused:
        after(KEPT, FinishPart(paper="kxd", part="x"))
    assert (refused.value.code, refused.value.rule) == ("nothing-prepared", "IN-3")


def test_a_campaign_grows_by_adventures():
    state = after(KEPT, AddPart(paper="kxd", title="Dusk")).state
    (dusk,) = state.papers["kxd"].parts
    state = after(state, AddPart(paper="kxd", title="Dawn", after=(dusk.id,), spotlight="Ada")).state
    assert state.papers["kxd"].parts[0].leads_to == (state.papers["kxd"].parts[1].id,)
    assert after(state, FinishPart(paper="kxd", part=dusk.id)).state.papers["kxd"].parts[0].done
    scene = Paper(id="bcd", form="scene", title="The yard")
    state = PaperWritten(paper=scene).evolve(state)
    assert after(state, NameScenes(paper="kxd", scenes=("bcd",))).state.papers["kxd"].scenes == ("bcd",)


def test_a_paper_goes_but_not_the_one_that_is_played():
    state = State(papers={"kxd": NIGHT, "played": Paper(id="played", form="scene", title="Now")})
    assert list(after(state, DropPaper(paper="kxd")).state.papers) == ["played"]
    with pytest.raises(Refused):
        after(state, DropPaper(paper="played"))


def test_a_paper_with_a_drawn_id_counts_for_none_and_a_numbered_one_of_an_old_log_does():
    assert PaperWritten(paper=NIGHT).evolve(State()).ids == 0
    assert PaperWritten(paper=Paper(id="n1", form="scene", title="Old")).evolve(State()).ids == 1


# ---------------------------------------------------------------- packs

FOX = written(Inn(id="fox", title="The Fox", folk=(Folk(id="ada", name="Ada"), Folk(id="bo", name="Bo"))))


def test_of_a_pack_others_hear_what_they_may_see_and_when_that_is_gone():
    play = after(State(), LoadPack(text=FOX))
    (loaded,) = play.events
    line = loaded.line(play.state)
    assert line is not None
    assert line.text == "On the shelf: “The Fox”, with 2 guests."
    assert loaded.told(play.state, GUEST) == loaded
    later = after(play.state, LoadPack(text='id = "fox"\ntitle = "Empty"\n'))
    (emptied,) = later.events
    assert isinstance(emptied, PackLoaded)
    assert (emptied.open, emptied.line(later.state).text) == (True, "“Empty” is on the shelf.")
    gone = after(later.state, DropPack(pack="fox"))
    assert not gone.state.packs
    assert gone.events[0].told(gone.state, GUEST) is None
    assert after(play.state, DropPack(pack="fox")).events[0].told(play.state, GUEST)


def test_there_is_room_for_so_many_packs():
    state = State(packs={f"p{number}": Inn(id=f"p{number}", title="Inn") for number in range(MOST_PACKS)})
    with pytest.raises(Refused) as refused:
        after(state, LoadPack(text=FOX))
    assert (refused.value.code, refused.value.rule) == ("packs-enough", "IN-1")


def test_files_are_named_after_what_is_in_them_and_read_again():
    fox = READER.read(FOX)
    found = (everything(lambda: fox), *as_text([NIGHT], lambda paper: f"# {paper.title}"), *as_packs([fox]))
    assert [one.name for one in found] == ["everything-prepared.toml", "the-long-night-kxd.md", "pack-fox.toml"]
    assert (READER.read(found[0].write()), found[1].write(), found[1].about) == (fox, "# The long night", "kxd")


def test_paragraphs_and_adventures_go_into_a_paper_and_out_again():
    entries = (SectionEntry(title="Cellar", kind="place", learn=(LearnedEntry(what="Hollow", source="Ada"),)),)
    kept = sections(entries, "kxd")
    assert (kept[0].id, kept[0].learn[0].source) == ("kxds1", "Ada")
    assert section_entries(kept, SectionEntry) == entries
    parts = (
        StepEntry(id="part-1", title="Dusk", adventure="yard", leads_to=("part-2", "nowhere")),
        StepEntry(id="part-2", title="Dawn", adventure="moon"),
    )
    taken = steps(parts, "kxd", {"yard": "bcd"})
    assert [(step.id, step.paper, step.leads_to) for step in taken] == [("kxdp1", "bcd", ("kxdp2",)), ("kxdp2", "", ())]
    assert [(part.adventure, part.leads_to) for part in step_entries(taken, {"bcd": "yard"})] == [
        ("yard", ("part-2",)), ("", ()),
    ]

"""Strengths that come back grow."""

from __future__ import annotations

import msgspec
import pytest

from moot.games.wicked_age.tests.later import again, opened, owe, played_to_the_end
from moot.games.wicked_age.tests.sitting import STRENGTH, Sitting, in_sheets
from moot.testing import choices


def strong(**options: str) -> Sitting:
    """A chapter in play, where Mekha is owed and has a strength; so has Bolu Ta, who is not owed."""
    table = in_sheets(**options)
    table.make("Ann", "the chief", "Amek")
    table.make("Cleo", "the youth", "Mekha", new_strength="Second sight")
    table.make("Ben", "the exorcist", "Bolu Ta", new_strength="Exorcism")
    for name in ("Second sight", "Exorcism"):
        table.strengthen(name)
    table.go_round("Ann", "Ben", "Cleo")
    table.do("Gil", "begin-play")
    return owe(table, "Mekha", "Mekha", "Mekha", "Mekha", "Mekha", "Mekha")


@pytest.mark.rule("WA-NEXT-07")
def test_a_returning_characters_strength_grows_and_its_holder_picks():
    table = again(strong())
    sight, exorcism = table.strength("Second sight"), table.strength("Exorcism")
    assert (sight.significance, exorcism.significance) == (2, 1)
    table.refuses("Ann", "pick-option", "not-its-holder", "WA-NEXT-07", strength=sight.id, kind="potent")
    table.refuses("Cleo", "make-strength", "no-strength-named", "WA-STR-01", strength=sight.id, **STRENGTH)
    table.make("Ann", "a widow", "Oruzha")
    table.make("Ben", "a tomb-robber", "Tovrek")
    table.refuses("Gil", "begin-interests", "strengths-unfinished", "WA-STR-01")
    table.do("Cleo", "pick-option", strength=sight.id, kind="potent")
    assert table.strength("Second sight").die == 12
    table.refuses("Cleo", "pick-option", "options-full", "WA-STR-03", strength=sight.id, kind="broad", form="directly")
    table.do("Gil", "begin-interests")


@pytest.mark.rule("WA-NEXT-07")
def test_it_grows_once_a_chapter_though_two_holders_return():
    table = strong()
    sight = table.strength("Second sight").id
    both = msgspec.structs.replace(table.who("Amek"), strengths=(sight,))
    table.state = msgspec.structs.replace(table.state, characters=table.state.characters | {both.id: both})
    owe(table, "Amek")
    table.do("Gil", "close-chapter")
    opened(table, "Cleo")
    table.do("Ann", "bring-back", owed=table.state.owe[-1].id)
    assert table.strength("Second sight").significance == 2


@pytest.mark.rule("WA-NEXT-07")
def test_by_the_switch_strengths_do_not_grow():
    table = again(strong(growth="none"))
    assert table.strength("Second sight").significance == 1


@pytest.mark.rule("WA-NEXT-08")
@pytest.mark.parametrize("ceiling", ["3", "5"])
def test_growth_stops_at_the_ceiling_and_options_run_out(ceiling):
    table = strong(significance_ceiling=ceiling)
    picks = [
        {"kind": "potent"},
        {"kind": "unique"},
        {"kind": "broad", "form": "directly"},
        {"kind": "far-reaching"},
    ]
    for chapter in range(2, int(ceiling) + 2):
        again(table)
        sight = table.strength("Second sight")
        assert sight.significance == min(chapter, int(ceiling))
        kinds = [offer.fixed["kind"] for offer in table.offers("Cleo", "pick-option")]
        if chapter > int(ceiling):
            assert kinds == []
        else:
            assert ("potent" in kinds) == (len(sight.taken("die")) < 2)
            assert ("unique" in kinds) == (len(sight.taken("alone")) < 1)
            assert {"broad", "consequential"} <= set(kinds)
            table.do("Cleo", "pick-option", strength=sight.id, **picks[chapter - 2])
        played_to_the_end(table)
    assert len(table.strength("Second sight").options) == int(ceiling)


@pytest.mark.rule("WA-NEXT-08")
def test_broad_and_consequential_repeat_with_other_forms():
    table = strong()
    sight = table.strength("Second sight")
    for form in ("directly", "for-others"):
        again(table)
        sight = table.strength("Second sight")
        broad = next(o for o in table.offers("Cleo", "pick-option") if o.fixed["kind"] == "broad")
        assert not set(choices(broad, "form")) & set(sight.forms)
        table.do("Cleo", "pick-option", strength=sight.id, kind="broad", form=form)
        played_to_the_end(table)
    again(table)
    table.do("Cleo", "pick-option", strength=sight.id, kind="consequential", form="with-love", npc_form="action")
    played_to_the_end(table)
    again(table)
    more = next(o for o in table.offers("Cleo", "pick-option") if o.fixed["kind"] == "consequential")
    assert "with-love" not in choices(more, "form")

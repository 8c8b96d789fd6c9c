"""Moods: each genre and oracle has one, with emblems of the set, and colours that can be read on every ground."""

from __future__ import annotations

import re

import pytest

from moot import games
from moot.games.swords_edge.packs import GENRES
from moot.games.wicked_age.oracles import ORACLES
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.emblems import titles
from moot.table.script import demos, perform
from moot.web.moods import moods
from moot.web.pages import theme_of
from moot.web.screen import screen
from moot.web.site import Site

ROOMS = {"swords-edge": set(GENRES), "wicked-age": set(ORACLES)}
LEAST = 4.5
"""The contrast that text needs (WCAG 2, AA)."""


def light(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """How well one colour is told from another."""
    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)


def pair(css: str, name: str) -> tuple[str, str]:
    """A colour in the light and in the dark; of several, the last."""
    found = re.findall(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", css)
    in_light, in_dark = found[-1]
    return in_light, in_dark


@pytest.mark.parametrize("game", ROOMS)
def test_every_genre_and_oracle_has_a_mood_with_emblems_of_the_set(game):
    assert set(moods(game)) == ROOMS[game]
    for mood in moods(game).values():
        assert len(mood.emblems) == 3
        assert set(mood.emblems) <= titles().keys()


@pytest.mark.parametrize(("game", "mood"), [(game, mood) for game, every in ROOMS.items() for mood in sorted(every)])
def test_its_colours_can_be_read_on_every_ground_in_the_light_and_in_the_dark(game, mood):
    css = theme_of(game).decode()
    accent = pair(css.partition(f'[data-mood="{mood}"]')[2].partition("}")[0], "accent")
    for ground in ("paper", "desk"):
        for one, other in zip(accent, pair(css, ground), strict=True):
            assert contrast(one, other) >= LEAST, (ground, one, other)
    for one, other in zip(accent, pair(css, "on-fill"), strict=True):
        assert contrast(one, other) >= LEAST, ("on-fill", one, other)


@pytest.mark.anyio
async def test_the_mood_of_a_table_is_on_its_pages_and_its_screen():
    for game, mood in (("wicked-age", "blood-and-sex"), ("swords-edge", "science-fiction")):
        shelf = Shelf(MemoryStore())
        table, keys = await perform(shelf, game, next(iter(demos(games.find(game)).values())))
        site = Site(shelf)
        seat = table.ledger.table.chairs[next(iter(keys.values())).seat].seat
        for head in (site.screens.screen(table, seat, "")["head"], screen(site, table, "")["screen-head"]):
            assert f'data-mood="{mood}"' in head.html
            assert f"{moods(game)[mood].emblems[0]}.svg#e" in head.html

"""The README tells the truth: its fight is played, its links lead somewhere, its commands exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from moot import games
from moot.cli.app import VERBS
from moot.core import Game

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def ours() -> list[Game[Any]]:
    """The games that come with Moot; tests may have announced others."""
    return [game for game in games.every() if game.package.startswith("moot.")]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found, f"the README has no {language} block"
    return found[1]


def test_the_fight_is_played_as_it_is_printed(capsys):
    exec(compile(block("python"), "README.md", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out == block("text")


def test_every_link_leads_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_game_is_in_its_table_with_the_number_of_its_rules():
    for game in ours():
        assert f"| **{game.title}** | {len(game.rulebook.rules)} | `moot demo {game.name}` |" in README


def test_every_verb_it_names_is_a_verb():
    named = set(re.findall(r"`(?:\.venv/bin/)?moot (\w+)", README)) | {"games", "rules", "replay", "verify", "export"}
    assert named <= set(VERBS)

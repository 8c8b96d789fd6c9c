"""The page about the kit: a paragraph for each of its modules, and none for a module that there is not."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
KIT = ROOT / "src" / "moot" / "kit"
PARAGRAPH = re.compile(r"^- \*\*`([\w.]+)`\*\*", re.MULTILINE)


def test_every_module_of_the_kit_has_a_paragraph_and_every_paragraph_a_module():
    paragraphs = PARAGRAPH.findall((ROOT / "docs" / "kit.md").read_text(encoding="utf-8"))
    kit = {f"moot.kit.{file.stem}" for file in KIT.glob("*.py")}
    notebook = {f"notebook.{file.stem}" for file in (KIT / "notebook").glob("*.py")}
    assert sorted(paragraphs) == sorted(name for name in kit | notebook if not name.endswith("__init__"))

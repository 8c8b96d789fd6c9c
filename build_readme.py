"""The README as a package index shows it, and the package's addresses: hatchling asks for both when it builds.

An index has none of the files that the README links to and shows. MOOT_HOME says where the source is published, as in
`MOOT_HOME=https://example.org/moot`; links and pictures then lead there, at the tag of this version. Without it the
links are plain words and the pictures are left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)\n*")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")


def away_from_home(readme: str, home: str, tag: str) -> str:
    """A README whose links and pictures need no file beside it."""
    if not home:
        return LINK.sub(r"\1", PICTURE.sub("", readme))
    pictured = PICTURE.sub(lambda found: f"![{found[1]}]({home}/raw/{tag}/{found[2]})\n\n", readme)
    return LINK.sub(lambda found: f"[{found[1]}]({home}/blob/{tag}/{found[2]})", pictured)


def addresses(home: str, tag: str) -> dict[str, str]:
    """What an index lists beside the package."""
    return {
        "Source": home,
        "Documentation": f"{home}/tree/{tag}/docs",
        "Changes": f"{home}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Security": f"{home}/blob/{tag}/SECURITY.md",
    }


class ReadmeHook(MetadataHookInterface):
    """Fills in `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put them into the project's metadata, which has its version already."""
        home, tag = os.environ.get("MOOT_HOME", "").rstrip("/"), f"v{metadata['version']}"
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": away_from_home(readme, home, tag)}
        if home:
            metadata["urls"] = addresses(home, tag)

"""Templates: ours, and those of the games' rooms; and which of its inputs each one uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2s
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined, TemplateNotFound, meta

from moot import games
from moot.core import Refused


class RoomLoader(BaseLoader):
    """Finds `<game>/<file>` in the `web/` folder of that game's package."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a game's template. Raises TemplateNotFound."""
        name, _, file = template.partition("/")
        if name not in games.names() or not file or ".." in file.split("/"):
            raise TemplateNotFound(template)
        try:
            place = files(games.find(name).package).joinpath("web").joinpath(file)
            return place.read_text(encoding="utf-8"), str(place), lambda: True
        except (Refused, OSError, ModuleNotFoundError) as error:
            raise TemplateNotFound(template) from error


class Pages:
    """Renders templates, every value escaped."""

    def __init__(self) -> None:
        self._env = _environment()
        self.has = cache(self._has)
        self.uses = cache(self._uses)

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """The page or part that template `name` makes of `context`."""
        return self._env.get_template(name).render(context)

    def _has(self, name: str) -> bool:
        try:
            self._env.get_template(name)
        except TemplateNotFound as error:
            if error.name != name:
                raise
            return False
        return True

    def _uses(self, name: str) -> frozenset[str] | None:
        """The inputs that `name` and whatever it includes mention; None when that cannot be told beforehand."""
        if self._env.loader is None:
            return None
        tree = self._env.parse(self._env.loader.get_source(self._env, name)[0])
        found = set(meta.find_undeclared_variables(tree))
        for other in meta.find_referenced_templates(tree):
            if other is None and name.startswith("table/"):
                continue  # the place for a game's own part, which the panel counts by itself
            below = self.uses(other) if other is not None else None
            if below is None:
                return None
            found |= below
        return frozenset(found)


@cache
def static_place() -> str:
    """Where our files are, under an address that changes with any of them: so they find one another there, too."""
    place = Path(str(files("moot.web") / "static"))
    bodies = [file.read_bytes() for file in sorted(place.rglob("*")) if file.is_file()]
    return f"/static/{blake2s(b''.join(bodies), digest_size=5).hexdigest()}"


def static(name: str) -> str:
    """Where a file of ours is."""
    return f"{static_place()}/{name}"


@cache
def theme_of(game: str) -> bytes:
    """The handful of values that make a game's pages its own (`web/theme.css` in its package); empty if it has none."""
    try:
        return files(games.find(game).package).joinpath("web").joinpath("theme.css").read_bytes()
    except (Refused, OSError, ModuleNotFoundError):
        return b""


def themed(game: str) -> str:
    """Where a game's theme is, under an address that changes with its content; nothing for a game without one."""
    body = theme_of(game)
    return f"/games/{game}/theme.css?v={blake2s(body, digest_size=5).hexdigest()}" if body else ""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("moot.web"), RoomLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.globals["static"] = static
    environment.globals["themed"] = themed
    return environment

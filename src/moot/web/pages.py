"""Templates: ours, and those of the games' rooms."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from hashlib import blake2s
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    PackageLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
)
from markupsafe import Markup

from moot import games
from moot.core import Refused
from moot.core.rulebook import EXAMPLE
from moot.kit.totals import signed
from moot.web.blanks import Faces
from moot.web.compiled import PlainEnvironment
from moot.web.forms import Form
from moot.web.house_rules import ready
from moot.web.marks import LEAF, LEAF_ENDS, MARKS
from moot.web.pictures.ladders import course, ladder
from moot.web.pictures.lines import postures, track
from moot.web.pictures.roads import route, stretch
from moot.web.pictures.tokens import in_row
from moot.web.reads import reads
from moot.web.reckonings import as_data

MACROS = {
    "ui": "macros/ui.html", "dice": "macros/dice.html", "cards": "macros/cards.html", "field": "parts/blanks.html",
    "offer": "parts/offers.html", "build": "parts/builder.html", "keep": "parts/take_along.html",
}
"""Macros that every template has at hand, by the name it has for them."""
LAYOUT = SimpleNamespace(
    track=track, postures=postures, route=route, stretch=stretch, ladder=ladder, course=course,
    in_row=in_row,
)
"""Where the parts of each picture stand: `layout` in templates."""
KEPT = {"dice": ("die", "pip_die", "cut"), "ui": ("icon", "mark", "emblem", "chip", "presence", "vignette", "row")}
"""Those of small things that are on every page many times."""
MOST_ONCE = 16384
"""Parts kept, of all tables together."""


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

    def list_templates(self) -> list[str]:
        """Every template of every game."""
        rooms = ((name, files(games.find(name).package).joinpath("web")) for name in games.names())
        return [f"{name}/{file.name}" for name, room in rooms if room.is_dir() for file in room.iterdir()]


class _Environment(PlainEnvironment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template has at hand, as one mapping: Jinja's chain of mappings is slow to look up."""
        return super().make_globals(d) if d else self.globals

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Replace the names of marks in a template by the marks, so that they are not looked up and escaped."""
        for word, mark in MARKS.items():
            source = source.replace(f"{{{{ {word} }}}}", mark)
        return super().preprocess(source, name, filename)


class Pages:
    """Renders templates, every value escaped."""

    def __init__(self, keeps: bool = True) -> None:
        """With `keeps` false every part is made again each time, to compare with what was kept."""
        self._env = _environment(keeps)
        self._kept: dict[tuple[object, ...], str] = {}
        self.has = cache(self._has)
        self.reads = cache(partial(reads, self._env))

    def ready(self) -> None:
        """Compile every template and find what it reads, so that nobody's page waits for it.

        A broken one is noticed where it is used.
        """
        for name in self._env.list_templates(["html"]):
            with suppress(TemplateError):
                self._env.get_template(name)
                self.reads(name)

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """The page or part that template `name` makes of `context`, with marks (see `moot.web.marks`)."""
        return self._env.get_template(name).render(context)

    def kept(self, key: tuple[object, ...], make: Callable[[], str]) -> str:
        """The page of this key, made when it is first asked for: of few pages, which change with the key alone."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def _has(self, name: str) -> bool:
        try:
            self._env.get_template(name)
        except TemplateNotFound as error:
            if error.name != name:
                raise
            return False
        return True


@cache
def _version() -> str:
    """A digest of all static files, part of their addresses: all addresses change when one file does. It stands on a
    page dozens of times, and so is short."""
    place = Path(str(files("moot.web") / "static"))
    bodies = [file.read_bytes() for file in sorted(place.rglob("*")) if file.is_file()]
    return urlsafe_b64encode(blake2s(b"".join(bodies), digest_size=3).digest()).decode()


def static_place() -> str:
    """Where our files are."""
    return f"/static/{_version()}"


def drawings_place() -> str:
    """Where the icons and emblems among them are as well: pages name them so often that a short address counts."""
    return f"/svg/{_version()}"


def drawing(name: str) -> str:
    """Where a file of icons or emblems is."""
    return f"{drawings_place()}/{name}.svg"


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


@lru_cache(MOST_ONCE)
def once(macro: Callable[..., str], *of: object) -> str:
    """What `macro` makes of this, made once: for parts that are the same again and again. All of it is plain data."""
    return macro(*of)


def each(made: Callable[..., str], macro: Callable[..., str], things: Iterable[Any], faces: Faces, *of: object) -> str:
    """A leaf for each of `things`, made by `macro` from it, its face, and the arguments `of`."""
    leaves = (made(macro, one, faces[one.id], *of) for one in things)
    return Markup("".join([f"{LEAF}{leaf}{LEAF_ENDS}" for leaf in leaves]))  # noqa: S704 - from our templates


def folded(made: Callable[..., str], door: Callable[..., str], form: Form, shared: str = "", tag: str = "") -> str:
    """The door to a form: its label, or `shared` where several offers share it."""
    return made(door, form.id, form.door, shared or form.called, tag)


def _anew(macro: Callable[..., str], *of: object) -> str:
    return macro(*of)


def _lay_out(environment: Environment, keeps: bool) -> None:
    """Put macros at hand; the smallest, which depend only on their arguments, are made once for each."""
    for name, file in MACROS.items():
        module = environment.globals[name] = environment.get_template(file).module
        for macro in KEPT.get(name, ()) if keeps else ():
            setattr(module, macro, lru_cache(MOST_ONCE)(getattr(module, macro)))
    offers: Any = environment.globals["offer"]
    offers.folded = partial(folded, once if keeps else _anew, offers.door)


@cache
def _environment(keeps: bool = True) -> Environment:
    environment = _Environment(
        loader=ChoiceLoader([PackageLoader("moot.web"), RoomLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    environment.globals["static"] = static
    environment.globals["drawing"] = drawing
    environment.globals["themed"] = themed
    environment.globals["as_data"] = as_data
    environment.globals["layout"] = LAYOUT
    environment.globals["ready"] = ready
    environment.globals["signed"] = signed
    environment.globals["house_rules_example"] = EXAMPLE.strip()
    made = environment.globals["once"] = once if keeps else _anew
    environment.globals["each"] = partial(each, made)
    _lay_out(environment, keeps)
    return environment

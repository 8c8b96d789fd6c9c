"""What pages are built from: all that is listed of npm, whole, with its licences, and nothing from elsewhere; and our
script, of which all is in one file."""

import json
import re

import pytest
from build_assets import Assets

assets = Assets()


def vendor(name):
    return (assets.vendor / name).read_text()


def test_the_folder_is_up_to_date():
    assert assets.ready(), "run scripts/setup.sh test"


@pytest.mark.parametrize("name", assets.wanted["files"])
def test_every_listed_file_is_there(name):
    assert (assets.vendor / name).stat().st_size > 0


def test_the_fonts_are_the_listed_styles_and_come_from_this_folder():
    urls = re.findall(r'url\("([^"]*)"\)', vendor("fonts.css"))
    styles = sum(len(font["styles"]) for font in assets.wanted["fonts"])
    assert len(urls) == styles * len(assets.wanted["subsets"])
    assert set(urls) == {path.name for path in assets.vendor.glob("*.woff2")}
    assert vendor("fonts.css").count("url(") == len(urls)
    assert all((assets.vendor / url).read_bytes().startswith(b"wOF2") for url in urls)


def test_every_listed_icon_is_a_drawing_in_the_sprite():
    symbols = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', vendor("icons.svg")))
    assert list(symbols) == sorted(assets.wanted["icons"])
    assert all(symbols.values())


def test_every_listed_emblem_is_a_small_drawing_of_its_own_and_one_in_its_group():
    files = {path.stem: path.read_text() for path in (assets.vendor / "emblems").iterdir()}
    names = [name for group in assets.emblems for name in group["emblems"]]
    assert len(names) == len(set(names)) > 300
    assert set(files) == {*names, *(group["id"] for group in assets.emblems)}
    assert all(files[name].count("<symbol id=\"e\"") == 1 and len(files[name]) < 3000 for name in names)
    for group in assets.emblems:
        assert re.findall(r'<symbol id="([^"]+)"', files[group["id"]]) == list(group["emblems"])


def test_our_script_is_one_file_in_which_tools_find_every_module():
    tools = json.loads(vendor("moot.js.map"))
    ours = {f"../../script/{path.name}": path.read_text() for path in assets.script.glob("*.js")}
    del ours["../../script/moot.js"]  # which imports the others, and does nothing else
    assert dict(zip(tools["sources"], tools["sourcesContent"], strict=True)) == ours
    assert vendor("moot.js").endswith("//# sourceMappingURL=moot.js.map\n")
    assert "import" not in vendor("moot.js")


def test_it_is_out_of_date_when_a_module_changed(monkeypatch, tmp_path):
    stamp = assets.stamp()
    for path in assets.script.glob("*.js"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(Assets, "script", tmp_path)
    assert Assets().stamp() == stamp
    (tmp_path / "keys.js").write_text("// nothing")
    assert Assets().stamp() != stamp


def test_people_call_no_two_emblems_the_same():
    titles = [title for group in assets.emblems for title in group["emblems"].values()]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("package", assets.packages())
def test_every_package_is_there_with_its_licence(package):
    assert re.search(rf"^{re.escape(package)} \d+\.\d+\.\d+ \([\w.-]+\)$", vendor("LICENSES.txt"), re.MULTILINE)


def test_only_the_listed_files_are_there():
    made = {"emblems", "fonts.css", "icons.svg", "LICENSES.txt", "manifest.json", "moot.js", "moot.js.map"}
    found = {path.name for path in assets.vendor.iterdir() if path.suffix != ".woff2"}
    assert found == made | set(assets.wanted["files"])

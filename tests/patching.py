"""A page as its elements, and what the messages of a stream do to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser

from moot.testing.pages import VOID

PATCH = re.compile(r'<hx-partial hx-target="#([^"]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)


LINK = re.compile(r'<a class="([^"]*) door"([^>]*) href="([^"]*)">((?:(?!</a>).)*)</a>', re.DOTALL)


def as_script_has_it(page: str) -> str:
    """A page once its script has run: what were links are doors, as streams send them."""
    return LINK.sub(_as_door, page)


def _as_door(link: re.Match[str]) -> str:
    cls, more, way, label = link.groups()
    head = f'<details class="{cls}"{more} data-door="{way}"><summary>{label}</summary>'
    return f'{head}<div class="door" hx-morph-skip></div></details>'


class Element:
    """An element of a page: `inside` are the elements and texts in it."""

    def __init__(self, tag: str, has: dict[str, str | None]) -> None:
        self.tag, self.has = tag, has
        self.inside: list[Element | str] = []

    def find(self, id_: str) -> Element | None:
        """The element with this id."""
        if self.has.get("id") == id_:
            return self
        for one in self.inside:
            if isinstance(one, Element) and (found := one.find(id_)) is not None:
                return found
        return None

    def at(self, id_: str) -> Element:
        """The element with this id, which is there."""
        found = self.find(id_)
        assert found is not None, f"nothing on the page is {id_}"
        return found

    @property
    def elements(self) -> list[Element]:
        """The elements right in it."""
        return [one for one in self.inside if isinstance(one, Element)]

    def around(self, element: Element) -> Element | None:
        """The element that has this very one right in it."""
        if any(one is element for one in self.inside):
            return self
        among = (one.around(element) for one in self.elements)
        return next((one for one in among if one is not None), None)

    def ids(self) -> Iterator[str]:
        """The id of every element in it that has one."""
        for one in self.elements:
            yield from [one.has["id"] or ""] if "id" in one.has else []
            yield from one.ids()

    def hear(self, lines: bytes) -> list[tuple[str, str, str]]:
        """Do what a message says, and give it. A page looks for all that it names before it does any of it."""
        patches: list[tuple[str, str, str]] = PATCH.findall(sent(lines))
        for target, (_, swap, html) in [(self.at(patch[0]), patch) for patch in patches]:
            self._patch(target, swap, html)
        twice = [id_ for id_, times in Counter(self.ids()).items() if times > 1]
        assert not twice, f"{twice} is on the page twice"
        return patches

    def _patch(self, target: Element, swap: str, html: str) -> None:
        around = self.around(target)
        assert around is not None, f"#{target.has['id']} was replaced before its patch came"
        at = next(at for at, one in enumerate(around.inside) if one is target)
        brought = parse(html).inside
        match swap:
            case "innerMorph":
                target.inside = brought
            case "beforeend":
                target.inside += brought
            case "outerMorph":
                [new] = (one for one in brought if isinstance(one, Element))
                if new.tag == target.tag:
                    target.has, target.inside = new.has, new.inside
                else:
                    around.inside[at] = new
            case "delete":
                del around.inside[at]
            case "beforebegin":
                around.inside[at:at] = brought
            case "afterend":
                around.inside[at + 1 : at + 1] = brought
            case _:
                raise AssertionError(f"a page does not know the swap {swap}")

    def shown(self) -> object:
        """What is compared: a morph leaves alone what says so, since it is the page's own."""
        if "hx-morph-skip" in self.has:
            return self.tag, self.has.get("id")
        shown = [one for one in self.inside if one != "" and not (isinstance(one, Element) and one.is_signature)]
        return self.tag, self.has, [one if isinstance(one, str) else one.shown() for one in shown]

    @property
    def is_signature(self) -> bool:
        """Whether this says whose page it is, which a form does that waits for no script: with one the script does."""
        return self.has.get("name") == "moot.seat"

    def words(self) -> object:
        """What it says, with its id, and whether that was taken back; not the colour of who has another name since."""
        texts = [one if isinstance(one, str) else one.words() for one in self.inside]
        return self.has.get("id"), "undone" in (self.has.get("class") or ""), texts


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = self.add(Element(tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(new)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.add(Element(tag, dict(attrs)))

    def add(self, new: Element) -> Element:
        self.open[-1].inside.append(new)
        return new

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            self.open[-1].inside.append(words)


def parse(html: str) -> Element:
    """The elements of a page or a part of one."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.open[0]


@lru_cache(256)
def shown_in(html: str) -> object:
    """What is compared of a part of a page; most parts are the same from one look to the next."""
    return parse(html).elements[0].shown()


def sent(lines: bytes) -> str:
    """What a browser reads of a message."""
    return "\n".join(re.findall(r"(?m)^data: (.*)$", lines.decode()))

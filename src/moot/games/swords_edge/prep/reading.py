"""Preparation read from text: tolerant, since people write it. What says nothing to it is kept as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import NcType, Rank, TraitId
from moot.games.swords_edge.nc import NC, Clue, NcKind, NcQuality
from moot.games.swords_edge.paper import Fight, Form, Learned, Paper, Section, SectionKind, Step
from moot.games.swords_edge.prep.writing import FACTS

_STAT: Final = re.compile(r"^(\w+) (minion|regular|hero)(?:, (character|monster|obstacle))?$")
KINDS: Final = ("nc", "fight", "part", *get_args(SectionKind))
"""What stands before the colon of a heading that says what it is: `## place: The Mill`."""

_QUALITY: Final = re.compile(r"^(.*?)\s*\(([^()]*)\)$")


class Draft(msgspec.Struct, frozen=True):
    """A piece read from text or print: NCs, other pieces and parts are named by their names, until it is taken in.

    NCs and `pieces`, which are taken in before it, may have ids of the draft's own instead, which then name them.
    """

    paper: Paper
    ncs: tuple[NC, ...] = ()
    pieces: tuple[Draft, ...] = ()


class Block(msgspec.Struct):
    """A heading and the lines under it."""

    heading: str
    lines: list[str]

    @property
    def known(self) -> bool:
        """Whether the heading says what it is."""
        return self.heading.partition(":")[0].strip().lower() in KINDS


def read(text: str) -> Draft:
    """The piece in `text`. Never fails: a first line that is no heading is the title all the same."""
    head, *rest = blocks(text)
    paper = _head(head)
    ncs: list[NC] = []
    for block in rest:
        kind, _, title = block.heading.partition(":")
        kind, title = kind.strip().lower(), title.strip()
        if kind == "nc" and title:
            ncs.append(_nc(title, block.lines))
        else:
            paper = _with_block(paper, kind, title if kind in KINDS else block.heading, block.lines)
    return Draft(paper, tuple(ncs))


def blocks(text: str) -> list[Block]:
    """The head of a piece, and each heading with what stands under it."""
    found = [Block("", [])]
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("## "):
            found.append(Block(line[3:].strip(), []))
        elif line.startswith("# ") and not found[0].heading and len(found) == 1:
            found[0].heading = line[2:].strip()
        elif line:
            found[-1].lines.append(line)
    if not found[0].heading:
        found[0].heading = found[0].lines.pop(0) if found[0].lines else "Untitled"
    return found


def _fact(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    return (key.strip().lower(), value.strip()) if colon else ("", line)


def _head(block: Block) -> Paper:
    form: Form = "one-pager"
    facts: dict[str, str] = {}
    lists: dict[str, list[str]] = {"obstacle": [], "cast": [], "scene": [], "after": []}
    rest: list[str] = []
    for line in block.lines:
        key, value = _fact(line)
        if key == "form" and value in get_args(Form):
            form = msgspec.convert(value, Form)
        elif key in FACTS and value:
            facts[key] = value
        elif key in lists and value:
            lists[key].append(value)
        else:
            rest.append(_plain(line))
    story: Literal["stand-alone", "one-story"] = "one-story" if facts.pop("story", "") == "one-story" else "stand-alone"
    if rest and "premise" not in facts:
        facts["premise"] = " ".join(rest)
    return Paper(
        id="",
        form=form,
        title=block.heading,
        obstacles=tuple(lists["obstacle"]),
        cast=tuple(lists["cast"]),
        scenes=tuple(lists["scene"]),
        aftermath=tuple(lists["after"]),
        story=story,
        premise=facts.get("premise", ""),
        stakes=facts.get("stakes", ""),
        goal=facts.get("goal", ""),
        assumes=facts.get("assumes", ""),
        otherwise=facts.get("otherwise", ""),
    )


def _plain(line: str) -> str:
    return line[1:].strip() if line.startswith("\\") else line


def _with_block(paper: Paper, kind: str, title: str, lines: list[str]) -> Paper:
    if kind == "fight":
        return replace(paper, fights=(*paper.fights, _fight(title, lines)))
    if kind == "part":
        return replace(paper, parts=(*paper.parts, _part(title, lines)))
    known: SectionKind = msgspec.convert(kind, SectionKind) if kind in get_args(SectionKind) else "note"
    text = "\n".join(_plain(line) for line in lines if not line.startswith("?"))
    learn = tuple(_learned(line[1:].strip()) for line in lines if line.startswith("?"))
    id_ = f"s{len(paper.sections) + 1}"
    return replace(paper, sections=(*paper.sections, Section(id_, known, title, text, learn)))


def _learned(line: str) -> Learned:
    what, source, when, *_ = (*(part.strip() for part in line.split("|")), "", "")
    return Learned(what, source, when)


def _fight(place: str, lines: list[str]) -> Fight:
    cast, text, defeat = [], [], ""
    for line in lines:
        key, value = _fact(line)
        if key == "with":
            cast.append(value)
        elif key == "defeat":
            defeat = value
        else:
            text.append(_plain(line))
    return Fight(tuple(cast), place, "\n".join(text), defeat)


def _part(title: str, lines: list[str]) -> Step:
    leads, text, facts, done = [], [], {"spotlight": "", "adventure": ""}, False
    for line in lines:
        key, value = _fact(line)
        if key == "leads to":
            leads.append(value)
        elif key in facts:
            facts[key] = value
        elif line == "done":
            done = True
        else:
            text.append(_plain(line))
    return Step("", title, "\n".join(text), facts["adventure"], facts["spotlight"], tuple(leads), done)


def _nc(name: str, lines: list[str]) -> NC:
    nc = NC(id="", name=name, kind="character", type="minion", rank="average")
    for line in lines:
        nc = _fed(nc, line)
    return nc


def _fed(nc: NC, line: str) -> NC:
    """An NC with one more line of its stat block; a line without sense goes to the notes."""
    if stat := _STAT.match(line.lower()):
        rank, type_, kind = stat.groups()
        if rank in ladder.ORDER:
            known = msgspec.convert(kind or nc.kind, NcKind)
            return replace(nc, rank=msgspec.convert(rank, Rank), type=msgspec.convert(type_, NcType), kind=known)
    key, value = _fact(line)
    match key:
        case "concept":
            return replace(nc, concept=_quality("c", value))
        case "flaw":
            return replace(nc, flaw=_quality("w", value))
        case "element":
            return replace(nc, elements=(*nc.elements, _quality(f"e{len(nc.elements) + 1}", value)))
        case "without dice":
            return replace(nc, without_dice=value)
        case _ if key in ladder.TRAITS and value in ladder.ORDER:
            return replace(nc, traits={**nc.traits, ladder.as_trait(key): msgspec.convert(value, Rank)})
    if line.startswith("?"):
        return replace(nc, clues=(*nc.clues, Clue(line[1:].strip())))
    more = value if key == "note" else _plain(line)
    return replace(nc, notes=f"{nc.notes} {more}".strip())


def _quality(id_: str, text: str) -> NcQuality:
    """A Quality in words: `Stealth (good, cunning)`; without a Rank it is Good."""
    found = _QUALITY.match(text)
    name, facts = (found[1], [fact.strip() for fact in found[2].split(",")]) if found else (text, [])
    rank: Rank = next(iter(_among(facts)), "good")
    trait: TraitId | Literal[""] = next((ladder.as_trait(fact) for fact in facts if fact in ladder.TRAITS), "")
    use: Literal["", "momentum", "action"] = (
        "momentum" if "momentum" in facts else "action" if "action" in facts else ""
    )
    return NcQuality(id_, name or text, rank, trait, use)


def _among(facts: list[str]) -> Iterator[Rank]:
    yield from (msgspec.convert(fact, Rank) for fact in facts if fact in ladder.ORDER and fact != "mythic")

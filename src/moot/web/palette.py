"""What typing finds besides what can be done now: people and things, rules, and lines of the story.

A seat finds what it sees, and no more: the cast and the things as it knows them, the rows of the board and what the
game has beside it, the rules that hold at the table, and what it heard itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from weakref import WeakKeyDictionary

import msgspec
from markupsafe import Markup

from moot.core import BoardRow, Line, Offered
from moot.core.blanks import Choose, Write
from moot.core.words import sought
from moot.table import SeatJournal
from moot.web.forms import Form, forms
from moot.web.moment import SeatMoment
from moot.web.panels import Screens
from moot.web.rule_links import Note, notes
from moot.web.things import search

SHORTEST = 2
"""Letters that have to be typed before anything is looked for."""
AT_ONCE = 500
"""So many things heard are taken in at a time: a few milliseconds."""
MOST = 8
"""So many of each kind are shown; of the story the latest."""


class FoundPage(msgspec.Struct, frozen=True):
    """A page or sheet of the table: where it is, what it is called, by which other words it is found, and whether it
    opens in the sheet."""

    at: str
    name: str
    words: str
    sheet: bool = True


HOUSE = FoundPage("house", "Rules of this table", "options, modules, house rules, switches")
PAGES = (
    HOUSE,
    FoundPage("log#latest", "The whole journal", "take something back, undo, wrong, history", sheet=False),
    FoundPage("invite", "Invite someone", "link, QR code, join"),
    FoundPage("recap", "The story so far in short", "recap, summary", sheet=False),
    FoundPage("story", "The whole story", "read, print", sheet=False),
    FoundPage("files", "Files to take along", "export, download, save, log"),
    FoundPage("seal", "Are the dice fair?", "seal, verify, check"),
    FoundPage("keys", "Keys", "keyboard, shortcuts"),
)
"""What is under More, as far as people look for it by typing."""
SCREEN = FoundPage("room", "A screen for the room", "television, large", sheet=False)


FROM_FILE = "import, upload, load, file"
"""By which words the verbs are found that read a file."""


class Known(msgspec.Struct, frozen=True):
    """Somebody or something that can be opened, and how it looks."""

    id: str
    name: str
    emblem: str
    hue: int


class Aimed(msgspec.Struct, frozen=True):
    """Somebody or something, and what can be done with it that has the words."""

    name: str
    verbs: tuple[Form, ...]


class FoundLine(msgspec.Struct, frozen=True):
    """A line of the story, with the seat's own number of it; `back` says that it was taken back."""

    number: int
    line: Line
    at: int
    back: bool


class HeardWords:
    """Words of all that seats heard, in small letters, by when somebody first searched."""

    def __init__(self) -> None:
        self._words: WeakKeyDictionary[SeatJournal, list[str]] = WeakKeyDictionary()

    async def listen(self, journal: SeatJournal) -> None:
        """Take in what was heard since the last search, so many at a time that others are served between."""
        while len(self._known(journal)) < len(journal.entries):
            self._take_in(journal, AT_ONCE)
            await asyncio.sleep(0)

    def latest(self, journal: SeatJournal, asked: list[str]) -> Iterator[int]:
        """The numbers of what was heard that has every word, the latest first."""
        self._take_in(journal, len(journal.entries))
        longest, known = max(asked, key=len), self._known(journal)
        numbers = [number for number, text in enumerate(known, 1) if longest in text]
        return (number for number in reversed(numbers) if all(word in known[number - 1] for word in asked))

    def _known(self, journal: SeatJournal) -> list[str]:
        return self._words.setdefault(journal, [])

    def _take_in(self, journal: SeatJournal, most: int) -> None:
        known = self._known(journal)
        for heard in journal.entries[len(known) : len(known) + most]:
            known.append(sought(" ".join(map(_said, heard.lines))))


def _said(line: Line) -> str:
    return f"{line.who} {line.text} {line.quote}"


def found_parts(screens: Screens, mine: SeatMoment, told: HeardWords, words: str = "") -> str:
    """All that is found by its words, with a line to type them in."""
    groups, more = search(mine, words), Markup(beyond(screens, told, mine, words))  # noqa: S704 - from our templates
    here = {"table": mine.table.id, "paused": mine.moment.state.paused, "groups": groups, "more": more, "q": words}
    return screens.pages.render("table/find.html", here)


def beyond(screens: Screens, told: HeardWords, mine: SeatMoment, words: str) -> str:
    """People and things, rules and lines of the story that have all of `words`, as HTML; nothing for a letter alone."""
    asked = sought(words).split()
    if len("".join(asked)) < SHORTEST:
        return ""
    every = known(mine)
    here: dict[str, object] = {"table": mine.table.id, "aimed": aimed(mine, every, asked)}
    here["things"] = tuple(islice((one for one in every if _has(one.name, asked)), MOST))
    here["listed"] = tuple(islice((row for row in listed(mine) if _has(_row_says(row), asked)), MOST))
    here |= {"rules": rules(mine, asked), "heard": heard(told, mine, asked)}
    here["pages"] = tuple(pages(mine, asked))
    here["read"] = from_files(mine, asked) if _has(FROM_FILE, asked) else ()
    shared = mine.moment.shared(mine.seat.guides)
    here |= {"hues": shared["hues"], "emblems": shared["emblems"]}
    return screens.pages.render("table/found.html", here).strip()


def pages(mine: SeatMoment, asked: list[str]) -> Iterator[FoundPage]:
    """The pages of the table that have the words; its rules, too, by the title of each option."""
    for one in (*PAGES, SCREEN) if mine.seat.guides else PAGES:
        options = (option.title for option in mine.moment.game.rulebook.options.values()) if one is HOUSE else ()
        if any(_has(words, asked) for words in (f"{one.name} {one.words}", *options)):
            yield one


def known(mine: SeatMoment) -> tuple[Known, ...]:
    """Everybody and everything that the seat can open: the cast, things, and people at the table."""
    guide, hue_of = mine.seat.guides, mine.moment.chairs.hue_of
    pictured = chain(mine.moment.cast(guide).values(), mine.moment.things(guide).values())
    people = (Known(one.id, one.name, "", one.hue) for one in mine.moment.people(guide))
    return (*(Known(one.id, one.name, one.emblem, hue_of(one.seat)) for one in pictured), *people)


def listed(mine: SeatMoment) -> tuple[BoardRow, ...]:
    """All else that the seat can open: what stands on the board, and what its game has beside it; of whom they are
    known by name anyway, only those under other words."""
    names, here = {one.id: one.name for one in known(mine)}, mine.moment.shared(mine.seat.guides)
    board = (row for part in here["board"] for row in part.rows)
    rows = chain(here["beside"].values(), board, _at_table(mine))
    other = (row for row in rows if row.of and (row.count > 1 or not row.name.startswith(names.get(row.of, row.of))))
    return tuple({(row.of, row.name): row for row in other}.values())


def found_by_typing(mine: SeatMoment) -> frozenset[str]:
    """The ids of all that the seat finds by its words, and can open."""
    return frozenset(one.id for one in known(mine)) | frozenset(row.opens for row in listed(mine))


def _row_says(row: BoardRow) -> str:
    return " ".join((row.name, *row.marks, row.words))


def _at_table(mine: SeatMoment) -> Iterator[BoardRow]:
    """What every table has to open."""
    yield BoardRow(of="safety", name="Lines, veils, and a quiet word")
    if any(one.waits for one in mine.moment.people(mine.seat.guides)):
        yield BoardRow(of="door", name="Who is at the door")


def _has(text: str, asked: Iterable[str]) -> bool:
    text = sought(text)
    return all(word in text for word in asked)


def aimed(mine: SeatMoment, every: Iterable[Known], asked: list[str]) -> tuple[Aimed, ...]:
    """What can be aimed at people and things that are named in the words: the other words stand in the verb, or in one
    of its choices. What is about them, and says so, is among what can be done anyway."""
    found: list[Aimed] = []
    for one in every:
        rest = [word for word in asked if word not in sought(one.name)]
        if len(rest) < len(asked) and len(found) < MOST:
            desk = mine.desk._replace(place=one.id, aim=one.id)
            verbs = forms(_aimed_at(mine, one.id, rest), desk)[:MOST]
            found += [Aimed(one.name, verbs)] if verbs else []
    return tuple(found)


def _aimed_at(mine: SeatMoment, of: str, words: list[str]) -> Iterator[Offered]:
    for offered in mine.table.found(mine.seat, at=of):
        fields = offered.form().fields if offered.about != of else ()
        choices = [choice.label for field in fields if isinstance(field, Choose) for choice in field.choices]
        if choices and _has(" ".join((offered.label, *choices)), words):
            yield offered


def from_files(mine: SeatMoment, asked: list[str]) -> tuple[Form, ...]:
    """What can be done now that reads a file, unless its name has the words; one offer of a command tells for all."""
    every, reads = tuple(mine.table.found(mine.seat)), dict[str, bool]()
    for one in every:
        if one.do not in reads:
            reads[one.do] = any(isinstance(blank, Write) and bool(blank.format) for blank in one.form().fields)
    read = (one for one in every if reads[one.do] and not _has(one.label, asked))
    return forms(read, mine.desk._replace(place="read"))


def rules(mine: SeatMoment, asked: list[str]) -> tuple[Note, ...]:
    """The rules that have every word: first those that have them in their titles."""
    every = mine.moment.game.rulebook.rules.values()
    titled = [one.id for one in every if _has(f"{one.id} {one.title}", asked)]
    inside = (one.id for one in every if _has(f"{one.title} {one.text}", asked))
    found = islice(dict.fromkeys(chain(titled, inside)), MOST)
    return notes(mine.moment.game, found, mine.table.id, mine.moment.play.modules)


def heard(told: HeardWords, mine: SeatMoment, asked: list[str]) -> tuple[FoundLine, ...]:
    """The latest things that the seat heard that have every word, each with the line that has most of them."""
    journal = mine.table.journal(mine.seat)
    return tuple(_heard(mine, number, asked) for number in islice(told.latest(journal, asked), MOST))


def _heard(mine: SeatMoment, number: int, asked: list[str]) -> FoundLine:
    entry = mine.table.journal(mine.seat).entries[number - 1]
    best = max(entry.lines, key=lambda line: sum(word in sought(_said(line)) for word in asked))
    return FoundLine(number, best, entry.at, mine.took_back(entry.seq))

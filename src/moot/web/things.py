"""What somebody opens on a page, as HTML: a form, a thing with all that can be done with it, a search, emblems."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from moot.core import Offered, Refused, Seat
from moot.core.words import sought
from moot.table import Table
from moot.table.emblems import groups
from moot.web.forms import FEW, Form, forms, gathered
from moot.web.moment import COMPOSED, SeatMoment
from moot.web.pages import Pages

MOST_OPENED = 40
"""Offers in one form, or rules behind one "why?"."""
URGENCIES = ("must", "may", "tool")
"""In this order verbs stand under a thing."""
GONE = "This is no longer open: the game has moved on."


class Group(msgspec.Struct, frozen=True):
    """Verbs under a heading: `folded` where they are many and all about one thing."""

    title: str
    verbs: tuple[Form, ...]
    folded: bool = False


def form_parts(pages: Pages, mine: SeatMoment, keys: Iterable[str], of: str = "") -> str:
    """The forms of the offers `keys`, as they stand behind a door.

    Raises Refused if none is open: `paused` as long as the game is, else `offer-gone`.
    """
    wanted = list(keys)[:MOST_OPENED]
    verbs = dict.fromkeys(key.partition(":")[0] for key in wanted)
    found = (one for do in verbs for one in mine.table.found(mine.seat, do=do))
    desk = mine.desk._replace(place=of, aim=of)
    opened = forms([one for one in found if one.key in wanted], desk)
    if not opened:
        raise _shut(mine)
    more = {"opened": opened, "of": of, "shown": _shown(mine, opened[0].key)}
    return _room(pages, mine, "form.html", "table/form.html", more)


def verb_parts(pages: Pages, mine: SeatMoment, verbs: Iterable[str]) -> str:
    """A row for each offer of one verb that may be left; of several verbs, one row for each that has many.

    Raises Refused if there is none, as `form_parts` does.
    """
    wanted = list(dict.fromkeys(verbs))[:MOST_OPENED]
    offers = (one for do in wanted for one in mine.table.found(mine.seat, do=do, urgency="may"))
    found = forms(offers, mine.desk._replace(place="several"))
    if not found:
        raise _shut(mine)
    return pages.render("table/verb.html", {"verbs": gathered(found) if len(wanted) > 1 else found})


def _shut(mine: SeatMoment) -> Refused:
    """Why nothing is behind a door."""
    if mine.moment.state.paused:
        return Refused("paused", "The game is paused: this is open again when it goes on.")
    return Refused("offer-gone", GONE)


def thing_parts(pages: Pages, mine: SeatMoment, of: str) -> str:
    """A thing and its verbs. Raises Refused (`no-such-thing`) for what this seat sees nothing of."""
    sheet = sheet_of(pages, mine, of)
    verbs = verbs_of(mine, of) if of else ()
    person = next((person for person in mine.moment.people(mine.seat.guides) if person.id == of), None)
    member = mine.moment.cast(mine.seat.guides).get(of)
    if not sheet and not verbs and person is None and member is None:
        raise Refused("no-such-thing", "There is nothing to see or do here any more.")
    state = mine.moment.state
    here: dict[str, Any] = {"sheet": sheet, "paused": state.paused, "table": mine.table.id, "seat": mine.seat.id}
    here["boundaries"] = tuple(state.boundaries.values())
    more: dict[str, Any] = {"verbs": verbs, "of": of, "person": person, "prints": bool(sheet) and _prints(mine, of)}
    files = [one for one in mine.sheets if one.about == of]
    more |= {"files": files, "dresses": mine.dresses(of), "member": member, "hue_of": mine.moment.chairs.hue_of}
    return pages.render("table/thing.html", {**here, **more})


def _prints(mine: SeatMoment, of: str) -> bool:
    """Whether people may want a thing on paper: a character of the seat's, or what it can take along."""
    about = (document.about for document in mine.table.documents(mine.seat))
    return any(voice.value == of for voice in mine.voices) or of in about


def sheet_of(pages: Pages, mine: SeatMoment, of: str) -> Markup:
    """How the game draws a thing; empty if it draws none, or nothing that this seat sees."""
    name = f"{mine.moment.game.name}/thing.html"
    if not pages.has(name):
        return Markup("")
    drawn = pages.render(name, {**mine.values, "of": of, "shown": _shown(mine, of)})
    return Markup(drawn.strip())  # noqa: S704 - from our templates


def _shown(mine: SeatMoment, what: str) -> Any:
    """What the game has to say of a thing or an offer that is opened."""
    return mine.moment.game.opened(mine.moment.play, mine.seat, what)


def verbs_of(mine: SeatMoment, of: str) -> tuple[Form, ...]:
    """What the seat can do with a thing: what is offered about it, and what can be aimed at it."""
    desk = mine.desk._replace(place=of, aim=of)
    return forms(_about(mine.table, mine.seat, of), desk)


def _about(table: Table, seat: Seat, of: str) -> Iterator[Offered]:
    aimed = (one for one in table.found(seat, at=of) if one.about != of)
    for found in (table.found(seat, about=of), aimed):
        yield from sorted(found, key=lambda one: URGENCIES.index(one.urgency))


def search(mine: SeatMoment, words: str = "") -> tuple[Group, ...]:
    """Everything on offer whose label or heading has all of `words`, else what is said about it: what is asked first,
    tools by what they are about, the table's own last."""
    asked = sought(words).split()
    desk = mine.desk._replace(place="find")
    papers = {paper.about for paper in mine.table.documents(mine.seat) if paper.about}
    every = [(one, _heading(mine, one, papers)) for one in mine.table.found(mine.seat) if one.do not in COMPOSED]
    found = [(one, under) for one, under in every if _has(f"{one.label} {under[1]}", asked)]
    groups: dict[tuple[int, str], list[Offered]] = {}
    for one, under in found or [(one, under) for one, under in every if _has(one.why, asked)]:
        groups.setdefault(under, []).append(one)
    verbs = ((at, title, forms(groups[at, title], desk)) for at, title in sorted(groups, key=lambda group: group[0]))
    return tuple(Group(title, some, at == _THINGS and len(some) > FEW) for at, title, some in verbs)


def _has(text: str, asked: Iterable[str]) -> bool:
    text = sought(text)
    return all(word in text for word in asked)


_THINGS = 3
"""Where verbs of single things stand among the groups."""


def _heading(mine: SeatMoment, one: Offered, papers: Container[str]) -> tuple[int, str]:
    """The heading that an offer stands under, and where that stands among the others."""
    if one.urgency == "must":
        return 0, "Asked of you"
    if one.do not in mine.moment.game.commands.by_name:
        return _THINGS + 1, "The table"
    if one.urgency == "may":
        return 1, "You can also"
    if (member := mine.pictured(one.about)) is not None:
        return _THINGS, member.name
    return (_THINGS, "What is prepared") if one.about.partition("/")[0] in papers else (2, "At hand")


def _room(pages: Pages, mine: SeatMoment, own: str, general: str, more: Mapping[str, Any]) -> str:
    """A part that a game may furnish in its own way."""
    game = mine.moment.game.name
    name = f"{game}/{own}" if pages.has(f"{game}/{own}") else general
    return pages.render(name, {**mine.values, **more})


def emblem_parts(pages: Pages, mine: SeatMoment, of: str, group: str = "") -> str:
    """The emblems of a group to choose from for somebody or a thing; without a group, of the one that theirs is in.

    Raises Refused (`not-yours`) for whom this seat cannot choose one.
    """
    member = mine.pictured(of)
    if member is None or not mine.dresses(of):
        raise Refused("not-yours", "You choose emblems for your own characters and things only.")
    given, seen = mine.table.ledger.emblems(mine.seat.guides)
    names = {one.id: one.name for one in seen}
    fits = (one for one in groups() if (one.id == group if group else member.emblem in one.emblems))
    kept = next(fits, groups()[0])
    taken = {emblem: names.get(id_, "somebody") for id_, emblem in given.items() if id_ != of}
    here = {"table": mine.table.id, "member": member, "kept": kept, "taken": taken}
    others = () if group else tuple(one for one in groups() if one is not kept)
    return pages.render("table/emblems.html", {**here, "others": others, "hue": mine.moment.chairs.hue_of(member.seat)})

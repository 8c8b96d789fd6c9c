"""What a page fetches when somebody opens it: a form, a thing with all that can be done with it, a search, reasons.

Pages have what is asked now, and doors to the rest. Each address gives a script just that part of a page, and a browser
without script a page of its own.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from moot.core import Offered, Refused, Seat
from moot.table import Table
from moot.table.emblems import groups
from moot.web.admission import let_in
from moot.web.forms import FEW, Form, aims, forms, gathered
from moot.web.moment import COMPOSED, SeatMoment
from moot.web.pages import LEAF, LEAF_ENDS, Pages
from moot.web.responses import AnyRequest, page
from moot.web.rule_links import notes
from moot.web.site import site_of
from moot.web.submit import sit_here
from moot.web.table_page import stamped

MOST_OPENED = 40
"""Offers in one form, or rules behind one "why?"."""
URGENCIES = ("must", "may", "tool")
"""In this order verbs stand under a thing."""
ADVICE = "advice"
"""Stands for the rules that help with what is asked now."""
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
    sheet = _sheet(pages, mine, of)
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


def _sheet(pages: Pages, mine: SeatMoment, of: str) -> Markup:
    """How the game draws a thing; empty if it draws none, or nothing that this seat sees."""
    name = f"{mine.moment.game.name}/thing.html"
    if not pages.has(name):
        return Markup("")
    drawn = pages.render(name, {**mine.values, "of": of, "shown": _shown(mine, of)})
    return Markup(_plain(drawn).strip())  # noqa: S704 - from our templates


def _shown(mine: SeatMoment, what: str) -> Any:
    """What the game has to say of a thing or an offer that is opened."""
    return mine.moment.game.opened(mine.moment.play, mine.seat, what)


def verbs_of(mine: SeatMoment, of: str) -> tuple[Form, ...]:
    """What the seat can do with a thing: what is offered about it, and what can be aimed at it."""
    desk = mine.desk._replace(place=of, aim=of)
    return forms(_about(mine.table, mine.seat, of), desk)


def _about(table: Table, seat: Seat, of: str) -> Iterator[Offered]:
    later: list[Offered] = []
    for one in sorted(table.found(seat), key=lambda one: URGENCIES.index(one.urgency)):
        if one.about == of:
            yield one
        elif one.asks and aims(one.form(), of):
            later.append(one)
    yield from later


def search(mine: SeatMoment, words: str = "") -> tuple[Group, ...]:
    """Everything on offer whose label or heading has all of `words`: what is asked first, tools by what they are about,
    the table's own last."""
    asked = words.casefold().split()
    desk = mine.desk._replace(place="find")
    papers = {paper.about for paper in mine.table.documents(mine.seat) if paper.about}
    groups: dict[tuple[int, str], list[Offered]] = {}
    for one in mine.table.found(mine.seat):
        if one.do not in COMPOSED:
            place, title = _heading(mine, one, papers)
            text = f"{one.label} {title}".casefold()
            if all(word in text for word in asked):
                groups.setdefault((place, title), []).append(one)
    found = ((at, title, forms(groups[at, title], desk)) for at, title in sorted(groups, key=lambda group: group[0]))
    return tuple(Group(title, verbs, at == _THINGS and len(verbs) > FEW) for at, title, verbs in found)


_THINGS = 3
"""Where verbs of single things stand among the groups."""


def _heading(mine: SeatMoment, one: Offered, papers: Container[str]) -> tuple[int, str]:
    """The heading that an offer stands under, and where that stands among the others."""
    if one.urgency == "must":
        return 0, "Asked of you"
    if one.do not in mine.moment.game.commands.by_name:
        return _THINGS + 1, "The table"
    if one.urgency == "may":
        return 1, "You may"
    if (member := mine.pictured(one.about)) is not None:
        return _THINGS, member.name
    return (_THINGS, "What is prepared") if one.about.partition("/")[0] in papers else (2, "At hand")


def _room(pages: Pages, mine: SeatMoment, own: str, general: str, more: Mapping[str, Any]) -> str:
    """A part that a game may furnish in its own way."""
    game = mine.moment.game.name
    name = f"{game}/{own}" if pages.has(f"{game}/{own}") else general
    return _plain(pages.render(name, {**mine.values, **more}))


def _plain(marked: str) -> str:
    return marked.replace(LEAF, "").replace(LEAF_ENDS, "")


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


# -- the routes


async def seat_moment(request: AnyRequest, table_id: str) -> SeatMoment:
    """The table as it is for who asks. Raises Refused for those who are not let in."""
    site = site_of(request)
    table, seat, _ = await sit_here(request, table_id)
    site.by_seat.take(f"{table_id}:{seat.id}")
    return site.screens.of(table, let_in(table, seat), site.base(request.scope))


def answer(request: AnyRequest, mine: SeatMoment, title: str, html: str) -> Response[str]:
    """The part alone for a script; else a page around it."""
    body = stamped(html, mine.seat)
    if request.headers.get("hx-request"):
        return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})
    here: dict[str, Any] = {"theme": mine.moment.game.name, "table": mine.table.id, "title": mine.moment.state.title}
    here["seat"] = mine.seat.id
    return page(request, "pages/opened.html", **here, about=title, body=body)


@get("/t/{table_id:str}/form")
async def form_page(
    request: AnyRequest, table_id: FromPath[str], offer: FromQuery[list[str]], of: FromQuery[str] = ""
) -> Response[str]:
    """A form that somebody opens."""
    mine = await seat_moment(request, table_id)
    return answer(request, mine, "", form_parts(site_of(request).pages, mine, offer, of))


@get("/t/{table_id:str}/verb")
async def verb_page(request: AnyRequest, table_id: FromPath[str], do: FromQuery[list[str]]) -> Response[str]:
    """All offers of one verb, or of several, where a page has one door to them."""
    mine = await seat_moment(request, table_id)
    return answer(request, mine, "", verb_parts(site_of(request).pages, mine, do))


@get("/t/{table_id:str}/about")
async def thing_page(request: AnyRequest, table_id: FromPath[str], of: FromQuery[str]) -> Response[str]:
    """A thing that somebody points at: what is known of it, and what can be done with it."""
    mine = await seat_moment(request, table_id)
    return answer(request, mine, "", thing_parts(site_of(request).pages, mine, of))


@get("/t/{table_id:str}/print")
async def print_page(request: AnyRequest, table_id: FromPath[str], of: FromQuery[str]) -> Response[str]:
    """The sheet of a thing alone, to print. Raises Refused (`no-such-thing`) for what this seat sees nothing of."""
    mine = await seat_moment(request, table_id)
    sheet = _sheet(site_of(request).pages, mine, of)
    if not sheet:
        raise Refused("no-such-thing", "There is nothing to print here any more.")
    game, title = mine.moment.game, mine.moment.state.title
    here: dict[str, Any] = {"theme": game.name, "table": table_id, "seat": mine.seat.id, "title": title}
    return page(request, "pages/print.html", **here, game=game.title, sheet=sheet)


@get("/t/{table_id:str}/emblems")
async def emblems_page(
    request: AnyRequest, table_id: FromPath[str], of: FromQuery[str], group: FromQuery[str] = ""
) -> Response[str]:
    """The emblems that somebody can have."""
    mine = await seat_moment(request, table_id)
    return answer(request, mine, "Choose an emblem", emblem_parts(site_of(request).pages, mine, of, group))


@get("/t/{table_id:str}/find")
async def find_page(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """Everything that can be done now, by its words."""
    mine = await seat_moment(request, table_id)
    groups = search(mine, q[:80])
    here = {"table": table_id, "paused": mine.moment.state.paused}
    html = site_of(request).pages.render("table/find.html", {**here, "groups": groups, "q": q[:80]})
    return answer(request, mine, "Everything you can do", html)


@get("/t/{table_id:str}/why")
async def why_page(request: AnyRequest, table_id: FromPath[str], rules: FromQuery[str]) -> Response[str]:
    """The words of the rules behind something, or (`advice`) of those that help with what is asked now."""
    mine = await seat_moment(request, table_id)
    meant = mine.moment.aids if rules == ADVICE else rules.split()
    found = notes(mine.moment.game, meant[:MOST_OPENED], table_id)
    return answer(request, mine, "Why?", site_of(request).pages.render("table/why.html", {"notes": found}))


@get("/t/{table_id:str}/files")
async def files_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The texts that this seat may take along."""
    mine = await seat_moment(request, table_id)
    documents = mine.table.documents(mine.seat)
    html = site_of(request).pages.render("table/files.html", {"documents": documents, "table": table_id})
    return answer(request, mine, "Files to take along", html)


PARTS = {"invite": "A seat at the table", "seal": "Are the dice fair?", "keys": "Keys"}
"""What is looked at now and then, with its heading: each has a template of its name."""


@get([f"/t/{{table_id:str}}/{part}" for part in PARTS])
async def part_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """One of the parts that a page has only once somebody looks at them."""
    mine = await seat_moment(request, table_id)
    part = request.url.path.rpartition("/")[2]
    html = site_of(request).pages.render(f"table/{part}.html", mine.values)
    return answer(request, mine, "", html)

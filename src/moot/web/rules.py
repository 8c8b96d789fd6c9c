"""Rulebooks as pages: a game's own, and a table's, in which what the house changed is marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from moot import games
from moot.core import Game, Module, Option, Refused, Rule, Rulebook
from moot.core.words import sought, words
from moot.table.state import TableState
from moot.web.admission import let_in
from moot.web.responses import AnyRequest, page
from moot.web.rule_links import rule_page as page_of
from moot.web.submit import sit_here


class RuleChange(msgspec.Struct, frozen=True):
    """What house rules do to a rule, in words: `how` (`Added`, `Altered`, `Taken out`) and the title of the module."""

    how: str
    module: str


class RuleOnPage(msgspec.Struct, frozen=True):
    """A rule on the page. `changes` are the house's, in order; `was` is the text in the book, if that is another."""

    rule: Rule
    changes: tuple[RuleChange, ...] = ()
    was: str = ""

    @property
    def out(self) -> bool:
        """Whether the rule does not hold here."""
        return bool(self.changes) and self.changes[-1].how == "Taken out"

    def but(self, left_out: Collection[str]) -> RuleOnPage:
        """The same, without those among the rules that it stands on."""
        needs = tuple(need for need in self.rule.needs if need not in left_out)
        return replace(self, rule=replace(self.rule, needs=needs))


class Switch(msgspec.Struct, frozen=True):
    """An option on the page: what holds here, and whether and by which module that is not what the book has. `book` is
    where its rule stands if not on this page."""

    option: Option
    here: str
    changed: bool = False
    module: str = ""
    book: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """Rules that belong together."""

    title: str
    entries: list[RuleOnPage]


@get("/games/{game:str}/rules")
async def rules_page(request: AnyRequest, game: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """A game's rules by chapter, or those in which every word of `q` stands."""
    found: Game[Any] = games.find(game)
    book = found.rulebook
    switches = [Switch(option, option.default) for option in book.options.values()]
    entries = [RuleOnPage(rule) for rule in book.rules.values()]
    return _listed(request, found, entries, switches, q, home=f"/games/{game}/rules", to=page_of(game, ""))


@get("/t/{table_id:str}/rules")
async def table_rules(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """The rules as they hold at a table: the book without modules that are left out there, and what house rules and
    options change in it. Of options whose rules are left out only those are named that leave them out."""
    table, seat, _ = await sit_here(request, table_id)
    let_in(table, seat)
    state, home = table.ledger.table, f"/t/{table_id}/rules"
    book = games.find(state.game).rulebook
    here, modules = table.game.rulebook, {*table.ledger.game_state.modules}
    left_out = {*here.rules} - {rule.id for rule in here.in_force(here.rules, modules)}
    entries = [one.but(left_out) for one in house_entries(book, here, state.modules) if one.rule.id not in left_out]
    without = {of for id_ in left_out for of in here.modules[id_]} - modules
    switches = [
        replace(one, book=page_of(state.game, one.option.rule) if one.option.rule in left_out else "")
        for one in house_switches(book, state) if one.option.rule not in left_out or one.option.id in without
    ]
    return _listed(request, table.game, entries, switches, q, home=home, to=f"{home}#", table=state,
                   without=sorted(map(words, without)))


def _listed(
    request: AnyRequest,
    game: Game[Any],
    entries: Iterable[RuleOnPage],
    switches: Sequence[Switch],
    q: str,
    *,
    home: str,
    to: str,
    table: TableState | None = None,
    without: Sequence[str] = (),
) -> Response[str]:
    """`home` is where the page is, `to` what the address of a rule begins with; `without` are modules left out."""
    wanted = sought(q).split()
    found = [entry for entry in entries if all(word in _words(entry) for word in wanted)]
    where: dict[str, Any] = {"theme": game.name, "game": game, "table": table, "home": home, "to": to}
    return page(
        request, "pages/rules.html", **where, without=without, q=q, count=len(found), chapters=chapters(found),
        switches=() if q else switches,
    )


def house_entries(book: Rulebook, here: Rulebook, modules: Iterable[Module]) -> list[RuleOnPage]:
    """The rules of `book` and those that `modules` add, as they stand `here`, with what was changed."""
    changes: dict[str, tuple[RuleChange, ...]] = {}
    last: dict[str, Rule] = dict(book.rules)
    for module in modules:
        touched = {
            **dict.fromkeys(module.alters, "Altered"),
            **dict.fromkeys(module.removes, "Taken out"),
            **{rule.id: "Added" for rule in module.adds},
        }
        for id_, how in touched.items():
            changes[id_] = (*changes.get(id_, ()), RuleChange(how, module.title))
        last |= {rule.id: rule for rule in module.adds}
    last |= here.rules
    return [RuleOnPage(rule, changes.get(id_, ()), _was(book, rule)) for id_, rule in last.items()]


def _was(book: Rulebook, rule: Rule) -> str:
    printed = book.rules.get(rule.id)
    return printed.text if printed is not None and printed.text != rule.text else ""


def house_switches(book: Rulebook, state: TableState) -> list[Switch]:
    """The options of `book` as they are at a table."""
    setting: Mapping[str, str] = state.settings
    by = {(name, value): module.title for module in state.modules for name, value in module.options.items()}
    return [
        Switch(option, here, here != option.default, by.get((option.id, here), "") if here != option.default else "")
        for option in book.options.values()
        for here in [setting.get(option.id, option.default)]
    ]


def chapters(entries: Iterable[RuleOnPage]) -> list[Chapter]:
    """The rules by the middle of their ids, each chapter called by the source of its first rule."""
    found: dict[str, Chapter] = {}
    for entry in entries:
        prefix = entry.rule.id.rpartition("-")[0]
        title = entry.rule.source.partition(";")[0] or prefix
        found.setdefault(prefix, Chapter(title, [])).entries.append(entry)
    return [*found.values()]


def _words(entry: RuleOnPage) -> str:
    rule, house = entry.rule, " ".join(f"{change.how} {change.module}" for change in entry.changes)
    return sought(f"{rule.id} {rule.title} {rule.text} {rule.source} {rule.kind} {house}")


@get("/games/{game:str}/rules/{rule_id:str}")
async def rule_page(request: AnyRequest, game: FromPath[str], rule_id: FromPath[str]) -> Response[str]:
    """One rule: what it stands on, what stands on it, and the options that it decides."""
    found: Game[Any] = games.find(game)
    book = found.rulebook
    if rule_id not in book.rules:
        raise Refused("no-such-rule", f"{found.title} has no rule called “{rule_id}”.")
    rule = book[rule_id]
    options = [option for option in book.options.values() if option.rule == rule_id]
    needs = [book[need] for need in rule.needs]
    impact = book.impact(rule_id)
    return page(
        request, "pages/rule.html", theme=game, game=found, rule=rule, needs=needs, impact=impact, options=options
    )

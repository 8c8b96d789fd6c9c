"""The standing situation: dice that lie there, who stands against whom, who else is here, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from moot.core import BoardPart, BoardRow, HeadNote, Meter
from moot.games.swords_edge.creation.legality import SheetReport
from moot.games.swords_edge.figures import TRAITS
from moot.games.swords_edge.ladder import signed
from moot.games.swords_edge.pairings import Pairing, Sfx, Stand
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.joint import carry
from moot.games.swords_edge.trials.places import against, attacker, present
from moot.games.swords_edge.view.fights import about
from moot.games.swords_edge.view.people import HOLDS, OUT, NcFigures, NcView, in_a_row, people, together
from moot.games.swords_edge.view.sheets import SheetView, sheets
from moot.kit.remembered import remembered

TIMES: Final = {1: "once", 2: "twice"}


def board(state: State, guide: bool) -> tuple[BoardPart, ...]:
    """The situation as everybody sees it, or the GM."""
    seen, every = people(state, guide=guide), sheets(state)
    making = ((who, who.report) for who in every if not (who.made or state.scene or state.tests))
    drafts = tuple(_draft(who, report) for who, report in making if report)
    parts = (
        BoardPart(id="dice", picture=bool(state.tests)),
        BoardPart(id="drafts", title="Sheets in the making" if drafts else "", rows=drafts),
        *(_scene(state, seen) if state.scene else ()),
        _standing(state, every),
        BoardPart(id="session", picture=guide or bool(state.session)),
    )
    return tuple(part for part in parts if part.title or part.rows or part.picture)


def _draft(who: SheetView, report: SheetReport) -> BoardRow:
    """A sheet in the making: what is spent of its Ranks, and what is wrong with it (SE-CRE-13)."""
    left = f"{report.left} left" if report.left else f"{report.over} over" if report.over else ""
    return BoardRow(
        of=who.id, name=who.name, words=" · ".join(filter(None, (who.player, left))),
        dangers=tuple(fault.message for fault in report.faults),
        meters=(Meter(name="Ranks spent", now=report.spent - report.over, most=report.budget, more=report.over),),
    )


# ---------------------------------------------------------------- a scene


def _scene(state: State, seen: tuple[NcView, ...]) -> Iterator[BoardPart]:
    scene, pairings = state.scene, state.pairings.values()
    figures = {one.id: one.figures for one in seen}
    if scene is not None and pairings:
        yield BoardPart(id="scene", title=scene.goal or scene.title, figures=(HeadNote("Round", scene.round),))
    yield BoardPart(id="tempted", rows=tuple(_tempted(state)))
    for pairing in pairings:
        rows = (*_ours(state, pairing), *_theirs(state, pairing, figures))
        yield BoardPart(id=pairing.id, words=tuple(about(state, pairing)), picture=True, rows=rows)
    fighting = {foe for pairing in pairings for foe in pairing.foes}
    here = tuple(_here([one for one in seen if one.here and one.id not in fighting]))
    yield BoardPart(id="here", title=("Also here" if pairings else "Here") if here else "", rows=here)


def _tempted(state: State) -> Iterator[BoardRow]:
    """Weaknesses that tempt, until somebody tells what each did."""
    for one in state.temptations:
        who = state.characters.get(one.who)
        if who is not None and who.has(one.weakness):
            danger = f"Tempted: {who.quality(one.weakness).name} ({state.named(one.by)})"
            yield BoardRow(id=one.id, of=who.id, name=who.name, dangers=(danger,))


def _ours(state: State, pairing: Pairing) -> Iterator[BoardRow]:
    together = " together" if len(pairing.stands) > 1 else ""
    seized = f"{against(state, pairing)}: Seize the Momentum. Answer by an Action Test{together}"
    for who, stand in pairing.stands.items():
        trait = f", by {TRAITS[stand.trait].title}" if stand.trait else ""
        barred = ", cannot Seize" if stand.momentum == "defender" and stand.barred == "pc" else ""
        attacks = (one for one in state.attacks.values() if (one.who, one.pairing) == (who, pairing.id))
        yield BoardRow(
            of=who, name=state.named(who), side="ours", ahead=stand.momentum == "attacker",
            words=f"{HOLDS[stand.momentum]}{trait}{barred}",
            marks=(*_acted(state, who), *_in_hand(stand, carry(state, who), pairing, who)),
            dangers=(
                *(f"{attacker(state, one)} comes at {state.named(who)}: TN {one.target.tn}" for one in attacks),
                *((f"{seized}: TN {pairing.challenge.target.tn}",) if pairing.challenge else ()),
            ),
        )


def _in_hand(stand: Stand, carried: int, pairing: Pairing, who: str) -> Iterator[str]:
    """What somebody has for the Tests to come."""
    if stand.bonus:
        yield f"{signed(stand.bonus)} from Momentum"
    if carried:
        yield f"{signed(carried)} next Action"
    if stand.free_seize:
        yield "free Seize"
    if stand.riposte is not None:
        yield f"riposte {signed(stand.riposte)}" if stand.riposte else "riposte"
    if who in pairing.pledges and (put_in := pairing.pledges[who].parts):
        yield f"put in: {', '.join(f'{part.label} {signed(part.worth)}' for part in put_in)}"


def _theirs(state: State, pairing: Pairing, figures: dict[str, NcFigures | None]) -> Iterator[BoardRow]:
    held = [stand.momentum for stand in pairing.stands.values()]
    ahead = "defender" in held and "attacker" not in held
    for nc in present(state, pairing):
        known = figures.get(nc.id)
        yield BoardRow(
            of=nc.id, name=nc.name, side="theirs", ahead=ahead, words=_figures(known) if known else "",
            marks=(*("out",) * nc.out, *_acted(state, nc.id)), out=nc.out,
            meters=(_stress(nc.name, known),) if known else (),
        )
    if pairing.sfx is not None:
        yield _power(state, pairing.sfx, next(iter(pairing.stands.items())), ahead)


def _power(state: State, sfx: Sfx, caster: tuple[str, Stand], ahead: bool) -> BoardRow:
    """A power at work, which its caster faces (SE-SFX-05)."""
    who, stand = caster
    on = f" on {state.all_named(sfx.targets)}" if sfx.targets else ""
    still = "In hand: the Action makes it happen." if stand.momentum else "Ready: win Momentum over it."
    dangers: tuple[str, ...] = ()
    if sfx.left:
        rounds = f"{sfx.left} round{'s' if sfx.left > 1 else ''} still to prepare"
        still = f"{rounds}: Momentum is lost meanwhile, and a lost defence loses it."
    elif stand.momentum == "defender":
        still, comes = "", f"it comes at {state.named(who)} each round, until it is Seized or let go."
        dangers = (f"Out of hand: {comes}",)
    return BoardRow(
        of=sfx.quality, name=state.characters[who].quality(sfx.quality).name, side="theirs", ahead=ahead,
        words=f"“{sfx.intent}”{on}. {still}".strip(), dangers=dangers,
    )


def _acted(state: State, who: str) -> tuple[str, ...]:
    acts = state.acts(who)
    return (f"acted {TIMES.get(acts, f'{acts} times')} this round",) if acts else ()


def _here(loose: Iterable[NcView]) -> Iterator[BoardRow]:
    """Those who are in no fight, together with others of their name."""
    for some in together(loose, attrgetter("crowd")):
        row, known = in_a_row(some), [(one.name, one.figures) for one in some if one.figures]
        words, meters = _figures(known[0][1]) if known else "", tuple(starmap(_stress, known))
        yield replace(row, words=words, marks=("out",) * row.out, meters=meters)


def _figures(known: NcFigures) -> str:
    return f"{known.rank} {known.type.lower()}, TN {known.tn}{', open' if known.open else ''}"


def _stress(name: str, known: NcFigures) -> Meter:
    return _boxes(f"Stress on {name}", known.stress, known.stands)


def _boxes(name: str, hit: int, room: int, beside: str = "") -> Meter:
    return Meter(name=name, now=min(hit, room), most=room, more=max(hit - room, 0), look="boxes", beside=beside)


# ---------------------------------------------------------------- how everybody stands


def _standing(state: State, every: tuple[SheetView, ...]) -> BoardPart:
    """The players' characters; communal Luck are three stores whose total stays (SE-LUCK-09)."""
    figures: tuple[HeadNote, ...] = ()
    words: tuple[str, ...] = ()
    playing = state.phase != "between"
    if playing and state.options.communal:
        stores = (("Luck in the pool", state.pool), ("players", sum(state.luck.values())), ("GM", state.chest))
        figures = tuple(HeadNote(*one) for one in (*stores, ("in all", total(state))))
        words = ("What players spend goes to the GM; what the GM spends goes back to the pool.",)
    if playing and state.uses:
        words = (*words, f"Luck also buys: {'; '.join(use.text for use in state.uses)}.")
    rows = tuple(_character(who, playing) for who in every if who.made)
    title = "How they stand" if state.session else "Who comes along"
    return BoardPart(id="party", title=title if rows else "", figures=figures, words=words, rows=rows)


@remembered(256)
def _character(who: SheetView, playing: bool) -> BoardRow:
    """A player's character: Luck, Stress, and what is spent."""
    every = (*who.free, *(quality for trait in who.traits for quality in trait.qualities))
    spent = ", ".join(one.quality.name for one in every if one.spent)
    return BoardRow(
        of=who.id, name=who.name, words=f"spent for this scene: {spent}" if spent else "",
        dangers=(who.says,) if who.says else (), out=who.status in OUT,
        meters=(
            *((_luck(who.name, who.luck),) if playing else ()),
            *(_boxes(one.title, one.penalties, one.room, signed(one.worth)) for one in who.traits),
        ),
    )


def _luck(whose: str, count: int) -> Meter:
    return Meter(name=f"Luck of {whose}", now=count, most=count, look="dots", tint="luck")

"""The standing situation: chases, fights, what is withstood, journeys and talks with those in them, and everybody else.

Somebody who is in any of these stands there with both tracks, and not again under the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import BoardPart, BoardRow, HeadNote, Meter, listed
from moot.core.board import Turn
from moot.games.perilous.chase.ends import SAYS
from moot.games.perilous.chase.phases import crew, running
from moot.games.perilous.chase.view import forecast, known, losing
from moot.games.perilous.fight.bands import LOSSES
from moot.games.perilous.fight.morale import ratio_row, worth_of_rows
from moot.games.perilous.fight.phases import phase_of as fight_phase
from moot.games.perilous.figures import DIFFICULTIES, DISPOSITIONS, MADNESS_TIERS, MODES, SKILLS
from moot.games.perilous.flow import begun, spoken
from moot.games.perilous.intrigue.phases import there
from moot.games.perilous.journey import view as journey
from moot.games.perilous.journey.view import Provisions
from moot.games.perilous.madness import BEARING
from moot.games.perilous.order import ladder, to_act
from moot.games.perilous.person import total
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import failed
from moot.games.perilous.underway import Band, Fight, Ordeal, SocialExchange
from moot.games.perilous.view.people import in_play, row, tested, trials
from moot.kit.totals import signed


def board(state: State, guide: bool) -> tuple[BoardPart, ...]:
    """The situation as everybody sees it, or the guide."""
    under_way = (
        *(_chase(state, one, guide) for one in running(state)),
        *(_fight(state, one, guide) for one in state.fights.values()),
        *(_ordeal(state, one, guide) for one in state.ordeals.values()),
        *(part for one in state.journeys.values() if not one.over for part in _journey(state, one.id, guide)),
        *(_talk(state, one, guide) for one in state.exchanges.values()),
    )
    busy = {row.of for part in under_way for row in part.rows}
    closing, tests = state.phase == "closing", tuple(trials(state, guide))
    return (
        *under_way,
        *((BoardPart(id="souls", picture=True),) if closing else ()),
        *((BoardPart(id="tests", rows=tests),) if tests else ()),
        *_others(state, tuple(row for row in in_play(state, guide) if row.of not in busy), bool(busy)),
    )


def _others(state: State, rows: tuple[BoardRow, ...], busy: bool) -> Iterator[BoardPart]:
    """Everybody else, beside what the party and the guide have to spend, and the day."""
    day = (HeadNote("day", state.day),) if state.day and not busy else ()
    points = HeadNote("Fortune", total(state.fortune)), HeadNote("Misfortune", total(state.misfortune)), *day
    figures = () if state.phase == "between" else points
    if rows or (busy and figures):
        title = "How they stand" if not busy else "Everybody else" if rows else "To spend"
        yield BoardPart(id="people", title=title, figures=figures, rows=rows)


def _chase(state: State, chase: Chase, guide: bool) -> BoardPart:
    drawn = (f"You drew: {chase.drawn.title}",) if chase.drawn else ()
    told = tuple(filter(None, (forecast(state, chase), *drawn))) if guide else ()
    return BoardPart(
        id=chase.id, title="The order of turns" if chase.ladder else "", words=(chase.terms,), secrets=told, turns=True,
        rows=(*(_runner(state, chase, one, guide) for one in chase.ladder), *_out(state, chase, guide)),
    )


def _runner(state: State, chase: Chase, one: Runner, guide: bool) -> BoardRow:
    moves, driver = known(state, one, guide), state.people[one.driver]
    mode = MODES[one.mode].title.lower() + (f" {signed(moves)}" if moves is not None else "")
    words = " · ".join(filter(None, (mode, losing(chase, one))))
    turn: Turn = "now" if chase.now is one else "done" if one.id in chase.gone else "due"
    return replace(row(driver, guide, words), name=begun(crew(state, one)), turn=turn)


def _out(state: State, chase: Chase, guide: bool) -> Iterator[BoardRow]:
    for who, out in chase.out.items():
        if guide or state.people[who].known:
            words = spoken(SAYS[out.how], many=False) + (f", with {state.name(out.by)}" if out.by else "")
            yield replace(row(state.people[who], guide, words), out=True)


def _fight(state: State, fight: Fight, guide: bool) -> BoardPart:
    """A fight by the ladder of turns; no figure of the guide's people is in it."""
    rolling, order = fight_phase(state, fight) == "ladder", ladder(state, fight)
    left = [one.id for one in to_act(state, fight)]
    rows = [_band(state, fight.bands[one.id], fight) if one.id in fight.bands else row(state.people[one.id], guide)
            for one in order]
    turns: list[Turn] = ["" if rolling else "now" if left[:1] == [one.id] else "due" if one.id in left else "done"
                         for one in order]
    gone = (band for band in fight.bands.values() if band.id not in {one.id for one in order})
    late = {"party": "The party is surprised, and loses this round.",
            "foes": "The others are surprised, and lose this round."}
    return BoardPart(
        id=fight.id, title="Who acts when?" if rolling else "A fight", turns=True,
        figures=() if rolling else (HeadNote("Round", fight.round),),
        words=(*((late[fight.surprised],) if fight.surprised and fight.round == 1 else ()),
               *(_shaken(state, fight, band) for band in fight.bands.values() if fight.heart(band.id) == "steady")),
        rows=(
            *(replace(one, turn=turn, figure=place.total) for one, turn, place in zip(rows, turns, order, strict=True)),
            *(replace(_band(state, band, fight), out=True) for band in gone),
        ),
    )


def _band(state: State, band: Band, fight: Fight) -> BoardRow:
    led = f", led by {listed(map(state.name, band.leaders))}" if band.leaders else ""
    words = f"{band.count} strong{led}: {fight.heart(band.id).replace('-', ' ')}"
    return BoardRow(id=band.id, name=band.name, words=words, marks=("inspired",) if band.inspired else ())


def _shaken(state: State, fight: Fight, band: Band) -> str:
    """What would shake a group, and how hard it would be to stand after each kind of loss."""
    force = ratio_row(state, fight, fight.fighter(band.id).side)
    losses = (loss for loss in LOSSES if band.leaders or loss.kind != "leader")
    after = (
        f"{loss.title.removeprefix('An ally takes a ').replace('An ', 'an ').replace('The ', 'the ')} "
        f"{signed(DIFFICULTIES[worth_of_rows(state.options, filter(None, (loss.id, force)))].value)}" for loss in losses
    )
    return f"What would shake {band.called}, and their Resolve then: {', '.join(after)}"


def _ordeal(state: State, ordeal: Ordeal, guide: bool) -> BoardPart:
    tier = MADNESS_TIERS[ordeal.tier]
    waits = {one.who: one for one in state.trials.values() if one.of == ordeal.id}
    bore = ((who, BEARING[ordeal.bore[who]] if who in ordeal.bore else _yet(state, waits.get(who), guide))
            for who in ordeal.people)
    return BoardPart(
        id=ordeal.id, title=f"{tier.title}: {ordeal.what}" if ordeal.what else tier.title,
        words=() if ordeal.over else (
            f"Resolve {signed(tier.value)}. Giving way costs {tier.peril} Peril and {tier.corruption} Corruption.",
        ),
        rows=tuple(row(state.people[who], guide, words) for who, words in bore),
    )


def _yet(state: State, trial: Trial | None, guide: bool) -> str:
    """How far somebody is who has not withstood something yet."""
    if trial is None:
        return "has yet to withstand it"
    return "has failed, if nothing turns it" if failed(trial) else tested(state, trial, guide)


def _journey(state: State, id_: str, guide: bool) -> Iterator[BoardPart]:
    seen = journey.seen(state, state.journeys[id_], guide)
    rows = (row(state.people[one.id], guide, " · ".join(one.does), one.was) for one in seen.travellers)
    store = (_store(seen.store),) if seen.store.kept else ()
    yield BoardPart(id=id_, picture=True, rows=(*rows, *store))
    if seen.store.lines or any(one.strip for one in seen.travellers):
        yield BoardPart(id=f"so-far-{id_}", picture=True)


def _store(store: Provisions) -> BoardRow:
    ahead = f"the next stretch eats {store.low}, or {store.high} if the way is lost" if store.low else ""
    left = Meter(name="Left", now=store.left, most=max(store.packed, store.left), tint="stores")
    short = (f"{store.short} short",) if store.short else ()
    return BoardRow(id="provisions", name="Provisions", words=ahead, marks=short, meters=(left,))


def _talk(state: State, exchange: SocialExchange, guide: bool) -> BoardPart:
    targets = (
        row(state.people[who], guide, "" if exchange.simple else DISPOSITIONS[one.disposition].title)
        for who, one in exchange.targets.items()
    )
    tries = () if exchange.simple else there(state, exchange)  # their test stands on the board by itself
    return BoardPart(
        id=exchange.id, title=(exchange.objective or "They talk") if exchange.simple else "Who speaks",
        words=(f"At stake: {exchange.stakes}",) if exchange.stakes else (), picture=True,
        rows=(*(row(state.people[who], guide, _tries(exchange, who)) for who in tries), *targets),
    )


def _tries(exchange: SocialExchange, who: str) -> str:
    if who not in exchange.approaches:
        return "has not said how"
    skill = exchange.approaches[who].skill
    done = ": done" if who in exchange.told else ""
    return f"tries {SKILLS[skill].title}{done}" if skill else "stands aside"

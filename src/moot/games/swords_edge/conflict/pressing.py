"""What the table presses on an NC's next target number: its flaw, and the GM's Luck (SE-RD-41, SE-RD-46)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict import commands as c
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.conflict.sharing import SCENE
from moot.games.swords_edge.hanging import hanging
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.narrative import NC
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide, needs_part


def _flaw_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "bring an NC’s flaw up", "SE-RD-46")
    known = [nc for nc in state.opposition() if nc.flaw and not nc.flawed and nc.seen]
    if not known:
        raise Refused("no-flaw", "Nobody here has a flaw that you know of.", "SE-RD-46")
    for nc in known:
        if nc.flaw is not None:
            yield Offer(
                do="invoke-flaw",
                label=f"{nc.name}: {nc.flaw.name}",
                why=f"{ladder.signed(nc.flaw.worth)} on its next target number, and no Luck for it.",
                fixed={"nc": nc.id},
                rules=("SE-NC-15", "SE-RD-46"),
                urgency="tool",
                about=nc.id,
            )


def _flaw(play: Play[State], command: c.InvokeFlaw) -> None:
    play.record(e.FlawInvoked(nc=command.nc, rules=("SE-NC-15", "SE-RD-46")))


def _exertable(nc: NC) -> Iterator[Choice]:
    yield from (Choice(t, TRAITS[t].title, hint=ladder.signed(nc.trait(t))) for t in nc.traits if t not in nc.exerted)
    for element in nc.elements:
        if element.id not in nc.exerted and element.id not in nc.spent:
            yield Choice(element.id, element.name, hint=ladder.signed(element.worth))


def _exert_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "spends the GM’s Luck", "SE-RD-41")
    if not state.options.communal or not state.chest:
        raise Refused("no-luck", "The GM has no Luck to spend.", "SE-RD-41")
    able = {nc.id: found for nc in state.opposition() if nc.seen and (found := tuple(_exertable(nc)))}
    if not able:
        raise Refused("nothing-left", "Nobody of yours here has a Quality left to add.", "SE-RD-41")
    yield Offer(
        do="nc-exert",
        label="A Luck of yours: one more Quality",
        why="A Trait or Element besides, on its next target number.",
        fields=(
            Choose(name="nc", label="Whose?", choices=tuple(Choice(nc, state.named(nc)) for nc in able)),
            Choose(name="what", label="Which?", choices=hanging("nc", able)),
        ),
        rules=("SE-RD-41", "SE-LUCK-09", "SE-LUCK-03"),
        urgency="tool",
    )


def _exert(play: Play[State], command: c.NcExert) -> None:
    play.record(e.NcExerted(nc=command.nc, what=command.what, rules=("SE-RD-41", "SE-LUCK-09")))


VERBS = (
    Verb(c.InvokeFlaw, SCENE, _flaw_offers, _flaw),
    Verb(c.NcExert, SCENE, _exert_offers, _exert),
)

"""What the table presses on an NC's next target number: its flaw, and the GM's Luck (SE-RD-41, SE-RD-46)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast.targets import action_element, bound_trait
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.sharing import SCENE
from moot.games.swords_edge.hanging import whose_and_which
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import needs_guide, needs_part


def _flaw_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "bring an NC’s flaw up", "SE-RD-46")
    known = [(nc, on) for nc in state.opposition() if nc.flaw and nc.seen for on in _bears_on(state, nc)]
    if not known:
        raise Refused("no-flaw", "Nobody here has a flaw that you know of.", "SE-RD-46")
    for nc, on in known:
        if nc.flaw is not None:
            what = "the TN that stands" if on else "its next target number"
            yield Offer(
                do="invoke-flaw",
                label=f"{nc.name}: {nc.flaw.name}",
                why=f"{ladder.signed(nc.flaw.worth)} on {what}, and no Luck for it.",
                fixed={"nc": nc.id, "on": on},
                rules=("SE-NC-15", "SE-RD-46"),
                urgency="tool",
                about=nc.id,
            )


def _bears_on(state: State, nc: NC) -> Iterator[str]:
    """What an NC's flaw can be brought up for, once a Test: attacks and Seizes that wait to be met, or its next TN
    (SE-RD-30)."""
    waiting = {a.id: a.target for a in state.attacks.values() if a.nc == nc.id and not state.testing(a.who)}
    for pairing in state.pairings.values():
        if pairing.challenge is not None and nc.id in pairing.challenge.foes:
            waiting |= {pairing.id: pairing.challenge.target} if not any(map(state.testing, pairing.stands)) else {}
    for id_, target in waiting.items():
        if not any(nc.flaw and (part.label, part.worth) == (nc.flaw.name, nc.flaw.worth) for part in target.sums):
            yield id_
    if not waiting and not nc.flawed:
        yield ""


def _flaw(play: Play[State], command: c.InvokeFlaw) -> None:
    play.record(e.FlawInvoked(nc=command.nc, on=command.on, rules=("SE-NC-15", "SE-RD-46")))


def _exert_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "spends the GM’s Luck", "SE-RD-41")
    if not state.options.communal or not state.chest:
        raise Refused("no-luck", "The GM has no Luck to spend.", "SE-RD-41")
    able = {nc.id: found for nc in state.opposition() if nc.seen and (found := tuple(_exertable(state, nc)))}
    if not able:
        raise Refused("nothing-left", "Nobody of yours here has a Quality left to add.", "SE-RD-41")
    yield Offer(
        do="nc-exert",
        label="A Luck of yours: one more Quality",
        why="A Trait or Element besides, on its next target number.",
        fields=whose_and_which(state, able, "nc", "what"),
        rules=("SE-RD-41", "SE-LUCK-09", "SE-LUCK-03"),
        urgency="tool",
    )


def _exertable(state: State, nc: NC) -> Iterator[Choice]:
    """What Luck can add to an NC's Test, as to a PC's: another Trait, or another Element of a Trait that is in
    (SE-LUCK-03, SE-RD-41)."""
    bound = {bound_trait(nc, pairing) for pairing in state.pairings.values() if nc.id in pairing.foes}
    bound = bound or {bound_trait(nc, None)}
    for trait in ladder.TRAITS:
        if trait in nc.traits and trait not in nc.exerted and bound != {trait}:
            yield Choice(trait, TRAITS[trait].title, hint=ladder.signed(nc.trait(trait)))
    for element in nc.elements:
        fits = element.trait in ("", *bound, *nc.exerted)
        if fits and element.id not in nc.exerted and element.id not in nc.spent:
            usual = all(action_element(nc, trait) is element for trait in bound)
            hint = f"{ladder.signed(element.worth)}{', in its Action anyway' if usual else ''}"
            yield Choice(element.id, element.name, hint=hint)


def _exert(play: Play[State], command: c.NcExert) -> None:
    play.record(e.NcExerted(nc=command.nc, what=command.what, rules=("SE-RD-41", "SE-LUCK-09")))


VERBS = (
    Verb(c.InvokeFlaw, SCENE, _flaw_offers, _flaw),
    Verb(c.NcExert, SCENE, _exert_offers, _exert),
)

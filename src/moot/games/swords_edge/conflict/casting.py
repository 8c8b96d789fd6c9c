"""SFX Qualities at work: called on, weighed by the GM, given up (SE-SFX-03 to SE-SFX-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Field, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import InPairing, OfCharacter, my_characters, only_guide, trait_field
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures import SFX, Rank
from moot.games.swords_edge.nc import NcFace, face
from moot.games.swords_edge.pairings import Pairing, Sfx, Stand
from moot.games.swords_edge.powers import SfxEnded, rounds, strongest, wide_enough
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.places import busy

_HINTS: Final = {
    "reach": "How far off?",
    "duration": "How long, or how far into past or future?",
    "area": "How much space, or how many people? The larger of the two; whom it is used on is counted by itself.",
    "energy": "Which fire would do it, or which body?",
}


def castable(who: Character) -> list[Quality]:
    """The SFX Qualities that can be used: not at Weak, not given up for Momentum, their Fetish still there (SE-SFX-08,
    SE-SFX-11, SE-TEST-05)."""
    gone = {*who.spent, *(fetish.bound for fetish in who.counting("always") if not fetish.drags)}
    sound = (one for one in who.counting("one") if one.sfx and not one.lost and not {one.id, one.stands_for} & gone)
    return [one for one in sound if who.rank(one) != ladder.ORDER[0]]


def _aim(state: State) -> Iterator[Field]:
    """Whom it is used on, and the Trait that resists it, which only somebody who is no minion adds (SE-SFX-06)."""
    opposition = state.opposition()
    if opposition:
        choices = tuple(Choice(nc.id, nc.name) for nc in opposition)
        yield Choose(name="targets", label="On whom?", choices=choices, least=0, many=True)
        aimed = tuple(f"targets:{nc.id}" for nc in opposition)
        hint = "You tell what it does to them, by its level."
        yield Confirm(name="effect", label="An effect instead of Stress", hint=hint, needs=aimed)
    if tough := tuple(f"targets:{nc.id}" for nc in opposition if nc.pattern.lends):
        hint = "It makes both Tests harder; of several, only the strongest does."
        field = trait_field("Which Trait resists it?", hint, "resists")
        yield replace(field, choices=tuple(replace(choice, needs=tough) for choice in field.choices))


def _component(name: str) -> Choose:
    choices = tuple(
        Choice(row.rank, row.says(name), hint=f"TN {ladder.tn(row.rank)} or {ladder.signed(row.mod)}")
        for row in SFX.values()
    )
    easiest = (choices[0].value,)
    return Choose(name=name, label=ladder.title(name), hint=_HINTS[name], choices=choices, default=easiest)


_COMPONENTS: Final = tuple(map(_component, _HINTS))


class SfxBegun(AboutPairing, tag="sfx-begun"):
    """A PC calls on a power: an opponent of its own; `faces` are its targets, met by it."""

    who: str
    sfx: Sfx
    faces: tuple[NcFace, ...] = ()

    def evolve(self, state: State) -> State:
        pairing = Pairing(self.pairing, stands={self.who: Stand()}, sfx=self.sfx)
        begun = replace(state.with_ncs(self.sfx.targets, met=True), ids=state.ids + 1).with_pairing(pairing)
        return begun.acting([self.who]) if self.sfx.same_act else begun

    def line(self, state: State) -> Line:
        power = state.characters[self.who].quality(self.sfx.quality).name
        left = self.sfx.left
        wait = f" {left} round{'s' if left > 1 else ''} to prepare." if left else ""
        return Line("move", f"{state.named(self.who)} calls on {power}.{wait}", quote=self.sfx.intent)


class Cast(OfCharacter, tag="cast"):
    """Call on an SFX Quality (SE-SFX-04, SE-RD-42)."""

    when = SCENE
    rules = ("SE-SFX-03", "SE-SFX-04", "SE-SFX-05", "SE-RD-42", "SE-RD-32", "SE-RD-50", "SE-RD-61", "SE-RD-62")
    quality: str
    intent: str
    reach: Rank
    duration: Rank
    area: Rank
    energy: Rank
    targets: tuple[str, ...] = ()
    resists: str = ""
    effect: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in my_characters(state, seat, "uses SFX", "SE-SFX-02"):
            if why := busy(state, who, rule="SE-SFX-04"):
                yield why
            elif any(pairing.sfx is not None and who.id in pairing.stands for pairing in state.pairings.values()):
                yield Refused("power-running", f"{who.name} is busy with a power already.", "SE-RD-42")
            else:
                for quality in castable(who):
                    yield cls._calls_on(state, who, quality)
                yield Refused("no-power", f"{who.name} has no SFX Quality that can be used now.", "SE-SFX-08")

    @classmethod
    def _calls_on(cls, state: State, who: Character, quality: Quality) -> Offered:
        slow = " It takes rounds to prepare first." if state.options.casting_time == "on" else ""
        return cls.offer_of(
            who, f"{who.name} calls on {quality.name}",
            f"It is your act of the round. The power is the opponent: the more it is to do, the harder.{slow}",
            Write(name="intent", label="What is it to do?"), *_COMPONENTS, lambda _: _aim(state), quality=quality.id,
            of=(who, quality),
        )

    def enact(self, play: Play[State], of: tuple[Character, Quality]) -> None:
        sfx = Sfx(
            quality=self.quality, intent=self.intent.strip(), effect=self.effect, same_act=True,
            reach=self.reach, duration=self.duration, energy=self.energy,
            area=wide_enough(self.area, len(self.targets)), targets=self.targets,
            resists=ladder.as_trait(self.resists) if self.resists else "",
        )
        slow = play.state.options.casting_time == "on"
        sfx = replace(sfx, left=rounds(sfx)) if slow else sfx
        wider = ("SE-RD-61",) if sfx.area != self.area else ()
        rules = ("SE-SFX-04", "SE-SFX-05", "SE-RD-42", *wider, *(("SE-SFX-10",) if slow else ()))
        faces = tuple(face(play.state.ncs[nc], met=True) for nc in sfx.targets)
        play.record(SfxBegun(pairing=play.state.next_id, who=self.who, sfx=sfx, faces=faces, rules=rules))


class SfxWeighed(AboutPairing, tag="sfx-weighed"):
    """What of the target stands against a power."""

    silent = True
    concept: bool
    element: str = ""

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        weighed = pairing.sfx and replace(pairing.sfx, concept=self.concept, element=self.element)
        return state.with_pairing(replace(pairing, sfx=weighed))


class Weigh(InPairing, tag="weigh"):
    """The GM says what else of the target stands against an SFX (SE-SFX-06)."""

    when, rules, urgency, records = SCENE, ("SE-SFX-06", "SE-RD-42"), "tool", SfxWeighed
    giver = only_guide("says what stands against a power")
    concept: bool
    element: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            sfx = pairing.sfx
            target = strongest(state, sfx) if sfx is not None else None
            if sfx is None or target is None:
                continue
            fits = [element for element in target.elements if element.trait in ("", sfx.resists)]
            choices = tuple(Choice(each.id, each.name, hint=ladder.signed(each.worth)) for each in fits)
            element = (Choose(name="element", label="One of its Elements?", choices=choices, least=0),) if fits else ()
            label = f"What else of {target.name} stands against “{sfx.intent}”?"
            why = "Its Trait always counts; one Element of it may, and its Concept in Action. Nothing of it is spent."
            concept = Confirm(name="concept", label="Its Concept fits", default=sfx.concept)
            yield cls.offer_in(pairing, label, why, concept, *element)


class GiveUp(InPairing, tag="give-up"):
    """Let an SFX go (SE-SFX-07)."""

    when, rules, urgency = SCENE, ("SE-SFX-07",), "tool"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        people = {who.id for who in my_characters(state, seat, "gives a power up", "SE-SFX-07")}
        why = "It is over, and does no more harm. The act that began it stays used."
        for pairing in state.pairings.values():
            if pairing.sfx is not None and any(who in people and not state.testing(who) for who in pairing.stands):
                yield cls.offer_in(pairing, f"Let “{pairing.sfx.intent}” go", why)

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        play.record(SfxEnded(pairing=pairing.id, how="given-up", rules=self.rules))


CASTING: Final[Part[State]] = Part(Cast, Weigh, GiveUp, SfxBegun, SfxWeighed, module="powers")

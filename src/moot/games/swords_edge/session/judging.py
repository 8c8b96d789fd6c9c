"""The GM’s say on a Quality: it covers too much (SE-CRE-07), or its explanation does not convince (SE-TEST-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Line, Offered, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge.asking import OfCharacter, only_guide
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures import SURCHARGE
from moot.games.swords_edge.state import ALWAYS, SCENE, AboutCharacter, State
from moot.kit.dependent import whose_and_which

_CHARGES: Final = {"as-it-is": 0, "one-more": 1, "two-more": SURCHARGE, "refused": 0}
"""What each ruling costs on top: Ranks on a sheet in the making, Advancements once play has begun."""


class QualityJudged(AboutCharacter, tag="quality-judged"):
    """The GM ruled on a Quality that covers much (SE-CRE-07). In play the surcharge is paid in Advancements."""

    what: str
    surcharge: int
    refused: bool

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        paid = self.surcharge - who.quality(self.what).surcharge if who.made else 0
        judged = who.changing(self.what, surcharge=self.surcharge, refused=self.refused)
        state = state.with_character(replace(judged, advancements=who.advancements - paid))
        if self.refused:
            return state
        return replace(state, bought=tuple(each for each in state.bought if each != (self.who, self.what)))

    def line(self, state: State) -> Line:
        charged = f"costs {self.surcharge} more" if self.surcharge else "is fine as it is"
        ruling = "is too broad" if self.refused else charged
        what = state.quality_name(self.who, self.what)
        return Line("sheet", f"{state.named(self.who)}: {what} {ruling}.")


class JudgeQuality(OfCharacter, tag="judge-quality"):
    """The GM charges more for a Quality that covers too much, or refuses it (SE-CRE-07). All of a sheet in the making
    can be judged; later what was bought in this session."""

    when, rules, urgency, giver = ALWAYS, ("SE-CRE-07", "SE-GM-01"), "tool", only_guide("judges what a Quality covers")
    what: str
    ruling: Literal["as-it-is", "one-more", "two-more", "refused"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.characters.values():
            if not who.made:
                unit, most = "Rank", max(_CHARGES.values())
                qualities = who.counting("free", "one")
            else:
                unit, most = "Advancement", who.advancements
                qualities = tuple(q for q in who.counting("one") if (who.id, q.id) in state.bought)
            if qualities:
                yield cls._offer(who, qualities, unit, most)
        raise Refused("nothing-to-judge", "No sheet is being made, and nothing was bought in this session.")

    @classmethod
    def _offer(cls, who: Character, qualities: tuple[Quality, ...], unit: str, most: int) -> Offered:
        step = " to have, and for each step" if unit == "Rank" else " now, and for each step"
        rulings = (
            Choice("as-it-is", "Fine as it is", hint="Too narrow is the player’s own loss."),
            *(
                Choice(ruling, f"{charge} {unit}{'s' if charge > 1 else ''} more{step}")
                for ruling, charge in _CHARGES.items()
                if 0 < charge <= most
            ),
            Choice("refused", "Too broad: reword it"),
        )
        choices = tuple(Choice(q.id, q.name, group=q.described) for q in qualities)
        what = Choose(name="what", label="Which?", choices=choices)
        ruling = Choose(name="ruling", label="What do you say?", choices=rulings)
        why = "A Quality that covers too much may cost more, or be refused."
        return cls.offer_of(who, f"Judge a Quality of {who.name}", why, what, ruling)

    def enact(self, play: Play[State], who: Character) -> None:
        more, refused, rules = _CHARGES[self.ruling], self.ruling == "refused", self.rules[:1]
        play.record(QualityJudged(who=who.id, what=self.what, surcharge=more, refused=refused, rules=rules))


JUDGING: Final[Part[State]] = Part(JudgeQuality, QualityJudged)


class QualityTurnedDown(AboutCharacter, tag="quality-turned-down"):
    """A Quality does not apply in this scene."""

    quality: str

    def evolve(self, state: State) -> State:
        return state.in_scene(down=(*state.down, (self.who, self.quality)))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.quality)
        return Line("move", f"{what} does not help {state.named(self.who)} in this scene.")


class TurnDown(Command[State], tag="turn-down"):
    """The GM turns an explanation down: the Quality does not apply in this scene (SE-TEST-02)."""

    when, rules, urgency, giver = SCENE, ("SE-TEST-02", "SE-GM-01"), "tool", only_guide("turns an explanation down")
    records, cites = QualityTurnedDown, ("SE-TEST-02",)
    who: str
    quality: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        standing = {who.id: some for who in state.cast() if (some := tuple(_applicable(state, who)))}
        if not standing:
            raise Refused("none-left", "Nobody has a Quality left to turn down.")
        why = "If the explanation does not convince: it does not apply in this scene."
        yield cls.offer(None, "Turn a Quality down", why, *whose_and_which(standing, state.named, "who", "quality"))


def _applicable(state: State, who: Character) -> Iterator[Choice]:
    for quality in who.counting("free", "one"):
        if (who.id, quality.id) not in state.down:
            yield Choice(quality.id, quality.name)


class QualityAccepted(AboutCharacter, tag="quality-accepted"):
    """A Quality applies after all."""

    quality: str

    def evolve(self, state: State) -> State:
        return state.in_scene(down=tuple(pair for pair in state.down if pair != (self.who, self.quality)))

    def line(self, state: State) -> Line:
        what = state.quality_name(self.who, self.quality)
        return Line("move", f"{what} helps {state.named(self.who)} after all.")


class AcceptQuality(Command[State], tag="accept-quality"):
    """The GM lets a Quality apply after all."""

    when, rules, urgency, records = SCENE, ("SE-TEST-02",), "tool", QualityAccepted
    giver = only_guide("lets a Quality apply after all")
    who: str
    quality: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, quality in state.down:
            if state.characters[who].has(quality):
                label = f"Let “{state.quality_name(who, quality)}” apply after all"
                yield cls.offer(None, label, who=who, quality=quality, about=who)
        raise Refused("none-down", "No Quality was turned down.")


EXPLANATIONS: Final[Part[State]] = Part(TurnDown, AcceptQuality, QualityTurnedDown, QualityAccepted)

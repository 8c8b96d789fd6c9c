"""The GM's say on a Quality that covers too much: it costs more, or is refused (SE-CRE-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.figures.characters import SURCHARGE
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.state import State

_CHARGES: Final = {"as-it-is": 0, "one-more": 1, "two-more": SURCHARGE, "refused": 0}
"""What each ruling costs on top: Ranks on a sheet in the making, Advancements once play has begun."""


class QualityJudged(Event[State], tag="quality-judged"):
    """The GM ruled on a Quality that covers much (SE-CRE-07). In play the surcharge is paid in Advancements."""

    who: str
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
        return Line(kind="sheet", text=f"{state.named(self.who)}: {what} {ruling}.")


class JudgeQuality(Command[State], tag="judge-quality"):
    """The GM charges more for a Quality that covers too much, or refuses it (SE-CRE-07).

    All of a sheet in the making can be judged; later what was bought in this session.
    """

    when, rules, urgency = ALWAYS, ("SE-CRE-07", "SE-GM-01"), "tool"
    who: str
    what: str
    ruling: Literal["as-it-is", "one-more", "two-more", "refused"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "judges what a Quality covers")
        for who in state.characters.values():
            if not who.made:
                unit, most = "Rank", max(_CHARGES.values())
                qualities = who.of("concept", "background", "faculty", "element")
            else:
                unit, most = "Advancement", who.advancements
                qualities = tuple(q for q in who.of("element") if (who.id, q.id) in state.bought)
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
        return cls.offer(
            who,
            f"Judge a Quality of {who.name}",
            "A Quality that covers too much may cost more, or be refused.",
            Choose(
                name="what",
                label="Which?",
                choices=tuple(Choice(q.id, q.name, group=q.described) for q in qualities),
            ),
            Choose(name="ruling", label="What do you say?", choices=rulings),
            who=who.id,
            about=who.id,
        )

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(
            QualityJudged(
                who=who.id,
                what=self.what,
                surcharge=_CHARGES[self.ruling],
                refused=self.ruling == "refused",
                rules=self.rules[:1],
            )
        )


JUDGING: Final[Part[State]] = Part(JudgeQuality, QualityJudged)

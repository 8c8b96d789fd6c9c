"""The guide's people in one form: a measure, what they are strong in, a few skills (GP-RD-18)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Offers, Part, Play, Seat, Write
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, BEGIN, MEASURES, TEST
from moot.games.perilous.flow import SKILL_CHOICES, FlowCommand, only_guide
from moot.games.perilous.making.beginning import PersonMade, class_choices
from moot.games.perilous.meeting import EncounterGrew, met
from moot.games.perilous.packs import Foe, foes, whose
from moot.games.perilous.person import SEVEN, Person, first_fame
from moot.games.perilous.state import BETWEEN, SESSION, State
from moot.games.perilous.terms import Attribute
from moot.kit.notebook.names import untaken

ARMOR_CHOICES: Final = tuple(Choice(row.id, f"{row.title} +{row.bonus}") for row in ARMOR.values())
"""What people wear (GP-CORE-08)."""
ATTRIBUTE_CHOICES: Final = tuple(Choice(row.id, row.title) for row in ATTRIBUTES.values())
"""The seven attributes (GP-CORE-07)."""


class QuickFigures(FlowCommand, tag="quick-figures"):
    """Make somebody of the guide's."""

    when, rules, urgency, about_any = BETWEEN | SESSION, ("GP-RD-18", "GP-CORE-07", "GP-CORE-21"), "tool", None
    giver = only_guide("makes other people")
    name: str
    measure: str
    leans: Literal["order", "chaos"]
    strong: tuple[Attribute, ...] = ()
    skills: tuple[str, ...] = ()
    ranks: int = 1
    armor: str = "clothing"
    social_class: str = "lowborn"
    hidden: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        rows = MEASURES.values()
        measures = tuple(Choice(row.id, row.title, f"{row.attribute}, strong {row.strong}") for row in rows)
        leans = (Choice("order", "Order"), Choice("chaos", "Chaos"))
        yield cls.offer(
            None, "Make somebody", "All their figures in one form; every one can be set right later.",
            Write(name="name", label="Who?", suggestions=("A watchman", "The magistrate", "A cutthroat")),
            Choose(name="measure", label="All in all", choices=measures, default=("ordinary",)),
            Choose(name="leans", label="On the side of", choices=leans, default=("order",), rule="GP-CORE-21"),
            Choose(name="strong", label="Strong in", least=0, many=True, choices=ATTRIBUTE_CHOICES),
            Choose(name="skills", label="Has learned", least=0, many=True, choices=SKILL_CHOICES),
            Count(name="ranks", label="Ranks in each", least=1, most=TEST.ranks_most, default=1),
            Choose(name="armor", aside=True, label="Wears", choices=ARMOR_CHOICES, default=("clothing",)),
            Choose(name="social_class", aside=True, label="Born", choices=class_choices(), default=("lowborn",)),
            Confirm(name="hidden", aside=True, label="Nobody knows of them yet"),
        )

    def act(self, play: Play[State], of: object) -> None:
        row = MEASURES[self.measure]
        enter(play, Person(
            id="", name=self.name.strip(), ranks=dict.fromkeys(self.skills, self.ranks), armor=self.armor,
            attributes={one: row.strong if one in self.strong else row.attribute for one in SEVEN},
            social_class=self.social_class, leans=self.leans, fate=0, known=not self.hidden,
        ), *self.rules)


def enter(play: Play[State], person: Person, *rules: str) -> str:
    """Let somebody of the guide's be there; the id is given here, and counts nothing while they are hidden."""
    id_ = play.state.next_id if person.known else play.hidden_id(play.state.people)
    play.record(PersonMade(person=replace(person, id=id_, fame=person.fame or first_fame(person.fate)), rules=rules))
    return id_


class TakeFoe(FlowCommand, tag="take-foe"):
    """Take somebody ready-made, once or several times."""

    when, rules, urgency = BETWEEN | SESSION, ("GP-RD-18", "GP-RD-16", "GP-WILD-10"), ("may", "tool")
    giver = only_guide("takes other people")
    foe: str
    count: int = 1
    hidden: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ready = foes(state.packs)
        choices = tuple(Choice(key, foe.name, foe.text, group=whose(state.packs, key)) for key, foe in ready.items())
        found = met(state)
        due = found if found and found.told and not found.there else None
        hidden = Confirm(name="hidden", label="Nobody knows of them yet")
        nobody = not due and not any(who.npc for who in state.cast())
        many = Count(name="count", label="How many?", least=1, most=BEGIN.foes_most, default=due.many if due else 1)
        if due:
            yield cls.offer(
                ready, f"Bring in {due.many} × {due.foe.name}", due.foe.text, many, hidden, foe=due.key, urgency="may"
            )
        yield cls.offer(
            ready, "Take somebody ready-made", "With figures for a chase, a fight or a test of nerves.",
            Choose(name="foe", label="Whom?", choices=choices), replace(many, default=1), hidden,
            urgency="may" if state.phase == "session" and nobody else "tool",
        )

    def act(self, play: Play[State], of: dict[str, Foe]) -> None:
        foe, found = of[self.foe], met(play.state)
        for _ in range(self.count):
            taken = (who.name for who in play.state.people.values() if self.hidden or who.known)
            who = enter(play, Person(
                id="", name=untaken(foe.name, taken), ranks=foe.ranks,
                attributes=foe.attributes, armor=foe.armor, mode=foe.mode, leans=foe.leans,
                social_class=foe.class_ or "", fate=0, known=not self.hidden,
            ), *self.rules[:2])
            if found and found.key == self.foe:
                play.record(EncounterGrew(journey=found.journey, child=who, rules=self.rules[2:]))


QUICK: Final = Part(QuickFigures, TakeFoe)

"""The short way of fast play: a concept, three scores, one skill, and two perks to go (MO-FP01 to MO-FP06)."""

from __future__ import annotations

from typing import Final

from moot.core import Choose, Confirm, Offers, Part, Play, Seat
from moot.games.modos.figures import FAST, UNKNOWN_DIE
from moot.games.modos.flow import only_players
from moot.games.modos.live import catalog_of
from moot.games.modos.making.beginning import PersonMade, WithConcept, layouts, needs_no_draft, new_id
from moot.games.modos.making.choices import skill_choice, skills_of
from moot.games.modos.making.things import plain_gear
from moot.games.modos.person import Draft, Owed, Person
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import POOLS


class FastCharacter(WithConcept, tag="fast-character"):
    """Make a character in one form: only the perks are chosen after it."""

    when, rules, urgency = ALWAYS, ("MO-FP01", "MO-FP02", "MO-FP03", "MO-FP04", "MO-FP05", "MO-FP06"), "may"
    giver = only_players("plays a character")
    layout: str
    skill: str
    plain: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_no_draft(state, seat)
        catalog = catalog_of(state)
        skills = tuple(skill_choice(catalog, skill) for skill in skills_of(catalog, Person(id="", name="")))
        yield cls.offer(
            None, "Make one in a minute", f"Level {FAST.level}, by the short rules: two perks are left to choose.",
            *cls.concept_blanks(),
            Choose(name="layout", label="Where do the scores go?", choices=layouts(FAST.scores), rule="MO-FP02"),
            Choose(name="skill", label=f"Best at? {FAST.points} points", choices=skills, rule="MO-FP03"),
            Confirm(name="plain", label=f"A {UNKNOWN_DIE} weapon and {UNKNOWN_DIE} armor",
                    hint="Or take gear from the lists afterwards.", rule="MO-FP06"),
        )

    def act(self, play: Play[State], of: None) -> None:
        id_ = new_id(play, known=True)
        scores = dict(zip(POOLS, map(int, self.layout.split("-")), strict=True))
        points = {self.skill: FAST.points}
        who = Person(
            id=id_, player=play.seat.id, kinds=("pc",), level=FAST.level, scores=scores, points=points,
            owed=Owed(perks=FAST.perks), draft=Draft(scores=scores, trained=points), made=False,
            gear=plain_gear(id_) if self.plain else (), **self.conceived(),
        )
        play.record(PersonMade(person=who, rules=self.rules))


QUICK: Final = Part(FastCharacter)

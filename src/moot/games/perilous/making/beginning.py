"""People are made: players' characters from a calling, with ready attributes or rolled ones, the guide's people in one
form or ready-made (GP-RD-17, GP-RD-18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Line, Offers, Part, Play, Refused, Seat, Waiting, Write
from moot.core.events import Throw
from moot.games.perilous.figures import ARMOR, ATTRIBUTES, BEGIN, CALLINGS, CLASSES, DICE, MEASURES, STABLE, TEST
from moot.games.perilous.flow import SKILL_CHOICES, FlowCommand, Happening, OfSomebody, needs_player, only_guide
from moot.games.perilous.meeting import EncounterGrew, met
from moot.games.perilous.packs import Foe, foes, whose
from moot.games.perilous.person import SEVEN, Person, Suffered, first_fame, plain, ready
from moot.games.perilous.state import BETWEEN, SESSION, State
from moot.games.perilous.terms import Attribute, Class
from moot.games.perilous.trial import digit
from moot.games.perilous.underway import Wound
from moot.kit.notebook.names import untaken
from moot.kit.people import seat_name, waits_for

ROLLS: Final = (BEGIN.rolled.sides,) * BEGIN.rolled.dice * len(SEVEN)
"""The dice of seven rolled attributes (GP-RD-17)."""
CLASS_ROLL: Final = (10,) * DICE.class_.dice * 2
"""The two d10 of a social class (GP-CORE-21)."""
ARMOR_CHOICES: Final = tuple(Choice(row.id, f"{row.title} +{row.bonus}") for row in ARMOR.values())
"""What people wear (GP-CORE-08)."""
ATTRIBUTE_CHOICES: Final = tuple(Choice(row.id, row.title) for row in ATTRIBUTES.values())
"""The seven attributes (GP-CORE-07)."""
CLASS_CHOICES: Final = tuple(Choice(row.id, row.title) for row in CLASSES.values())
"""The social classes (GP-CORE-21)."""


def stable_of(state: State, seat: Seat) -> list[Person]:
    """The characters of a player who are in the story, played or not."""
    return [who for who in state.people.values() if who.player == seat.id and not who.dead and not who.retired]


def needs_room(state: State, seat: Seat) -> None:
    """Raise Refused for a seat that may have no other character: one each, or a stable (GP-STABLE-01)."""
    needs_player(seat, "makes a character")
    own = stable_of(state, seat)
    if state.options.character_stable != "true":
        if own:
            one = max(own, key=lambda who: who.active)
            raise Refused("has-character", f"You have {one.called} to play.", "GP-RD-17")
    elif len(own) >= STABLE.characters:
        raise Refused("stable-full", f"Your stable holds {STABLE.characters} characters.", "GP-STABLE-01")
    elif own and state.phase != "between":
        raise Refused("session-open", "Others of your stable are made between sessions.", "GP-STABLE-01")


class PersonMade(Happening, tag="person-made"):
    """Somebody has a sheet. `faces` are the dice of attributes and social class, none where nothing was rolled."""

    adds_to = ("people", "person")
    person: Person
    faces: tuple[int, ...] = ()
    brought: bool = False

    def evolve(self, state: State) -> State:
        state, who = super().evolve(state), self.person
        late = {who.id: (who.order, who.chaos)} if who.player and state.phase == "session" else {}
        return replace(state, began=state.began | late) if late else state

    def line(self, state: State) -> Line:
        who = self.person
        if who.npc:
            there = "is here." if who.known else "is ready, and nobody knows yet."
            return Line("sheet", f"{who.name} {there}")
        does, end = ("plays", "") if who.active else ("makes", ", for the stable")
        does = "brings" if self.brought else does
        fact = who.fact("fact", f"{who.name} {'joins the story' if who.active else 'waits in the stable'}")
        text = f"{seat_name(state, who.player)} {does} {who.called}, {who.origin}{end}."
        return Line("sheet", text, throws=tuple(_thrown(who, self.faces)), facts=(fact,))

    def told(self, state: State, seat: Seat) -> PersonMade | None:
        if seat.guides or not self.person.npc:
            return self
        return replace(self, person=seen(self.person)) if self.person.known else None


def _thrown(who: Person, faces: tuple[int, ...]) -> Iterator[Throw]:
    """The dice of each attribute, and of how somebody was born."""
    each = BEGIN.rolled.dice
    for at, one in enumerate(SEVEN):
        reading = f"{one.capitalize()} {who.attributes[one]}"
        yield from BEGIN.rolled.thrown(*faces[at * each : (at + 1) * each], reading=reading)
    yield from BEGIN.rolled.thrown(*faces[len(ROLLS) :], reading=CLASSES[who.social_class].title)


def seen(person: Person) -> Person:
    """Somebody of the guide's as others know them: name, class, and what all can see of how they are; no figures."""
    return Person(
        id=person.id, name=person.name, social_class=person.social_class, damage=person.damage,
        peril=person.peril_told(guide=False), inspired=person.inspired, active=person.active,
        injuries=tuple(Suffered(one.injury) for one in person.injuries), dead=person.dead, retired=person.retired,
    )


class MakeCharacter(FlowCommand, tag="make-character"):
    """Make a character from a calling."""

    when, rules, urgency = BETWEEN | SESSION, ("GP-RD-17", "GP-CORE-05", "GP-CORE-07", "GP-CORE-21"), ("must", "may")
    attributes: Literal["array", "rolled"]
    calling: str
    name: str
    social_class: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs_room(state, seat)
        urgency: Literal["must", "may"] = "may" if state.phase == "session" or stable_of(state, seat) else "must"
        taken = {who.name for who in state.people.values() if who.known}
        names = tuple(name for name in BEGIN.names if name not in taken)
        rows = CALLINGS.values()
        calling = Choose(
            name="calling", label="What do you do?", choices=tuple(Choice(row.id, row.title, row.text) for row in rows)
        )
        name = Write(name="name", label="The character’s name", suggestions=names)
        class_ = Choose(
            name="social_class", label="Born", least=0, choices=CLASS_CHOICES, nothing="As the calling has it",
        )
        why = "Attributes, skills and armor come with the calling; all of it can be changed afterwards."
        yield cls.offer(None, "Make a character", why, calling, name, class_, urgency=urgency, attributes="array")
        yield cls.offer(
            None, "Roll a character", f"Each attribute is {BEGIN.rolled}, and a d100 says how you were born.", calling,
            name, urgency="may", attributes="rolled", rolls=(*ROLLS, *CLASS_ROLL),
        )

    def act(self, play: Play[State], of: None) -> None:
        row = CALLINGS[self.calling]
        faces: tuple[int, ...] = ()
        attributes, born = ready(row), self.social_class or row.class_
        if self.attributes == "rolled":
            faces = play.roll(*ROLLS, *CLASS_ROLL)
            attributes, born = rolled(faces[: len(ROLLS)]), class_of(faces[len(ROLLS) :])
        who = Person(
            id=play.state.next_id, name=self.name.strip(), player=play.seat.id, attributes=attributes,
            social_class=born, fame=first_fame(), active=not stable_of(play.state, play.seat), **plain(row),
        )
        play.record(PersonMade(person=who, faces=faces, rules=self.rules))


def rolled(faces: tuple[int, ...]) -> dict[Attribute, int]:
    """The attributes that dice make, in the order of the sheet (GP-RD-17)."""
    each = BEGIN.rolled.dice
    throws = (faces[at : at + each] for at in range(0, len(faces), each))
    return {one: sum(throw) + BEGIN.rolled.plus for one, throw in zip(SEVEN, throws, strict=True)}


def class_of(faces: tuple[int, ...]) -> Class:
    """The social class that two d10 find; 00 is 100 (GP-CORE-21)."""
    tens, units = map(digit, faces)
    roll = 10 * tens + units or 100
    return next(row.id for row in CLASSES.values() if row.least <= roll <= row.most)


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
            Choose(name="social_class", aside=True, label="Born", choices=CLASS_CHOICES, default=("lowborn",)),
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
            label = f"Bring in: {due.foe.name}"
            yield cls.offer(ready, label, due.foe.text, many, hidden, foe=due.key, urgency="may")
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


class PersonLeft(OfSomebody, tag="person-left"):
    """Somebody leaves the story for good."""

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, retired=True, active=False)

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        return Line("move", "leaves the story.", who.name, facts=(who.fact("out", f"{who.name} leaves the story"),))


class LeaveStory(FlowCommand, tag="leave-story"):
    """Let somebody leave the story: a character between sessions, somebody of the guide's at any time."""

    when, rules, urgency, records = BETWEEN | SESSION, ("GP-DIS-03", "GP-RD-17"), "tool", PersonLeft
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.people.values():
            theirs = seat.guides or (seat.plays and who.player == seat.id)
            if not theirs or who.retired or (not who.npc and state.phase == "session" and not who.dead):
                continue
            if who.id in {*(one.who for one in state.trials.values()), *(one.who for one in state.wounds.values())}:
                continue
            label = f"{who.name} leaves the story"
            why = "For good: the sheet is only to be read from then on."
            yield cls.offer(who, label, why, about=who.id, who=who.id)
        yield Refused("nobody-to-leave", "Nobody can leave the story now; characters do so between sessions.")


class PersonShown(Happening, tag="person-shown"):
    """The players learn of somebody who was there all along; `wounds` of theirs are yet to be settled, if any."""

    sentence = ("story", "{person.name} is here.")
    person: Person
    wounds: tuple[Wound, ...] | UnsetType = UNSET

    def evolve(self, state: State) -> State:
        return state.with_person(self.person.id, known=True)


class ShowPerson(FlowCommand, tag="show-person"):
    """Let the players know of somebody hidden."""

    when, rules, urgency, giver = BETWEEN | SESSION, ("GP-RD-18",), "tool", only_guide("shows people")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.people.values():
            if not who.known and not who.retired:
                why = "The table sees the name; the figures stay yours."
                yield cls.offer(who, f"Show {who.called}", why, about=who.id, who=who.id)
        yield Refused("nobody-hidden", "Everybody is known already.")

    def act(self, play: Play[State], of: Person) -> None:
        wounds = tuple(one for one in play.state.wounds.values() if one.who == of.id)
        play.record(PersonShown(person=seen(of), wounds=wounds or UNSET, rules=self.rules))


def waiting(state: State) -> tuple[Waiting, ...]:
    """The players who have nobody to play yet, between sessions."""
    players = state.players if state.phase == "between" else ()
    missing = (seat for seat in players if not any(who.active for who in stable_of(state, seat)))
    return waits_for(state, ((seat.id, "a character") for seat in missing))


BEGINNING: Final = Part(MakeCharacter, ShowPerson, LeaveStory, PersonMade, PersonShown, PersonLeft)
QUICK: Final = Part(QuickFigures, TakeFoe)

"""The GM's characters (part 4): made at speed, hidden until shown, and in mid-play too (WA-NPC-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Field, Line, Offers, Part, Play, Refused, Seat, Urgency, draw
from moot.games.wicked_age.book import NPC_FORMS, PAIRS
from moot.games.wicked_age.cast import guides_cast, only_guide, stock
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.holding import list_strength, pruned, strength_fields
from moot.games.wicked_age.prepare.interests import guide_first
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.prepare.naming import check_name
from moot.games.wicked_age.prepare.sheets import described, words_fields
from moot.games.wicked_age.state import SHEETS_ON, Character, Figure, State
from moot.kit.happenings import Happening
from moot.kit.keyed import changed, counted, put, without

_RULES = ("WA-NPC-01", "WA-NPC-02", "WA-NPC-03")


def _arrangements() -> dict[str, dict[str, tuple[int, ...]]]:
    """Every way to put the pairs on the forms (WA-NPC-03), under the forms' ids, strongest first."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for ranked in permutations(NPC_FORMS):
        dice = dict(zip(ranked, PAIRS, strict=True))
        found["-then-".join(ranked)] = {form: dice[form] for form in NPC_FORMS}
    return found


ARRANGEMENTS = _arrangements()
"""The six legal NPC sheets by name."""


class NpcMade(Event[State], tag="npc-made"):
    """An NPC has a sheet; made again, it replaces the one before. `known`: the table knows of them, if not the dice."""

    character: str
    figure: str
    name: str
    description: str
    forms: dict[str, tuple[int, ...]]
    strengths: tuple[str, ...] = ()
    known: bool = True
    again: bool = False

    def evolve(self, state: State) -> State:
        before = state.characters.get(self.character, Character(id=self.character, name=self.name))
        who = Character(
            id=self.character,
            name=self.name,
            description=self.description,
            forms=self.forms,
            unhurt=self.forms,
            strengths=self.strengths,
            interests=before.interests,
            marks=before.marks,
            figure=self.figure,
            known=self.known,
            shown=before.shown,
            seen=self.strengths if before.shown else (),
        )
        new = counted({who.id} - state.characters.keys())
        state = replace(state, characters=put(state.characters, who), ids=state.ids + new)
        if self.figure in state.figures:
            state = replace(state, figures=changed(state.figures, self.figure, claims=()))
        return pruned(state)

    def line(self, state: State) -> Line:
        if self.again:
            return Line("sheet", f"The GM changes {self.name}’s sheet.")
        unknown = f"{self.name} is made, and the table does not know of them yet."
        return Line("sheet", f"The GM makes {self.name}." if self.known else unknown, quote=self.description)

    def told(self, state: State, seat: Seat) -> NpcMade | None:
        """All of it once the sheet is shown; name and description once the table knows of them."""
        shown = self.character in state.characters and state.characters[self.character].shown
        if shown or seat.guides:
            return self
        return replace(self, forms={}, strengths=()) if self.known else None


def _record(play: Play[State], who: Character, *, again: bool = False) -> None:
    sheet = {name: getattr(who, name) for name in ("figure", "name", "description", "forms", "strengths", "known")}
    play.record(NpcMade(character=who.id, again=again, rules=_RULES, **sheet))


def _new_id(play: Play[State], figure: Figure | None) -> str:
    """An id for a new sheet; that of somebody unforeseen counts nothing, for the table does not know of them."""
    return play.state.next_id if figure else play.hidden_id(play.state.characters)


def _blanks(state: State, seat: Seat, who: Character) -> Callable[[bool], Iterable[Field]]:
    """The blanks of a sheet, filled in as far as that of `who` is."""
    return lambda _shown: _sheet_fields(state, seat, who)


def _sheet_fields(state: State, seat: Seat, who: Character) -> tuple[Field, ...]:
    choices = tuple(
        Choice(
            value=value,
            label=", ".join(f"{NPC_FORMS[form].lower()} d{high} d{low}" for form, (high, low) in forms.items()),
            hint=f"Strongest in {max(forms, key=lambda form: forms[form])}.".replace("-", " "),
            dice=tuple(die for dice in forms.values() for die in dice),
        )
        for value, forms in ARRANGEMENTS.items()
    )
    default = tuple(value for value, forms in ARRANGEMENTS.items() if forms == who.unhurt)
    hint = "Where are they strong? The obvious answer is the right one."
    return (
        *words_fields(state, seat, who.name, who.description),
        Choose(name="arrangement", label="Dice", hint=hint, choices=choices, default=default),
        *strength_fields(state, seat, who.id),
    )


class NpcSheet(Command[State]):
    """What an NPC's sheet is filled in with; `arrangement` ranks the forms, strongest first."""

    when, urgency = SHEETS_ON, "tool"
    name: str
    description: str
    arrangement: str
    strength: str = ""
    new_strength: str = ""

    def fill(self, play: Play[State], who: Character) -> Character:
        """The sheet of `who` filled in; a strength that it names is known if the sheet is open."""
        check_name(play.state, play.seat, self.name.strip(), who)
        return replace(
            who,
            name=self.name.strip(),
            description=self.description.strip(),
            forms=ARRANGEMENTS[self.arrangement],
            strengths=list_strength(play, self.strength, self.new_strength, has=who.id, known=who.shown),
        )


class MakeNpc(NpcSheet, tag="make-npc"):
    """Make an NPC of a figure, or (empty) of somebody unforeseen (WA-NPC-01)."""

    rules, giver = _RULES, only_guide("makes NPCs")
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for figure in stock(state):
            yield cls.offer(
                figure,
                f"Make a sheet for {figure.name}",
                "If you mean to use them. The table knows who they are, and not their dice until you show them.",
                _blanks(state, seat, Character(id="", name="", description=described(figure))),
                rules=(*_RULES, "WA-ORA-06"),
                about=figure.id,
                figure=figure.id,
            )
        yield cls.offer(
            None,
            "Make somebody unforeseen",
            "Nobody knows of them until you introduce them, or they come into an interest or a conflict.",
            _blanks(state, seat, Character(id="", name="")),
            figure="",
        )

    def enact(self, play: Play[State], figure: Figure | None) -> None:
        sheet = self.fill(play, Character(id="", name="", figure=self.figure, known=figure is not None))
        _record(play, replace(sheet, id=_new_id(play, figure)))


class QuickNpc(Command[State], tag="quick-npc"):
    """Make an NPC at once, with a name and an arrangement that chance picks; it can be made over (WA-NPC-01)."""

    when, rules, urgency, giver = SHEETS_ON, _RULES, ("may", "must", "tool"), only_guide("makes NPCs")
    figure: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        why = "Moot picks a name and deals the dice. Change what does not suit."
        asked = state.phase == "interests" and guide_first(state) and not guides_cast(state)
        for figure in stock(state):
            label = f"Quick sheet for {figure.name}"
            yield cls.offer(figure, label, why, urgency="must" if asked else "may", about=figure.id, figure=figure.id)
        needed: Urgency = "may" if state.phase == "play" and not state.running else "tool"
        urgency: Urgency = "must" if asked and not stock(state) else needed
        yield cls.offer(None, "Quick sheet for somebody unforeseen", why, urgency=urgency, figure="")

    def enact(self, play: Play[State], figure: Figure | None) -> None:
        (name,) = draw(play.chance, free_names(play.state, play.seat) or ("A stranger",), 1)
        (forms,) = draw(play.chance, tuple(ARRANGEMENTS.values()), 1)
        description = described(figure) if figure else ""
        id_, known = _new_id(play, figure), figure is not None
        sheet = Character(id=id_, figure=self.figure, name=name, description=description, forms=forms, known=known)
        _record(play, sheet)


class RemakeNpc(NpcSheet, tag="remake-npc"):
    """Make an NPC's sheet over, until it has been in a conflict (WA-RD-31)."""

    rules, giver = (*_RULES, "WA-RD-31"), only_guide("makes NPCs")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in guides_cast(state):
            if who.id in state.fought:
                message = f"{who.name} has been in a conflict of this chapter: correct the sheet, and say why."
                yield cls.barred(Refused("sheet-in-use", message, "WA-RD-31"), who=who.id)
            elif who.forms == who.unhurt and who.unhurt in ARRANGEMENTS.values():
                label = f"Change {who.name}’s sheet"
                yield cls.offer(who, label, "", _blanks(state, seat, who), about=who.id, who=who.id)
        yield Refused("no-fresh-sheet", "Every NPC’s sheet is in use or hurt: correct it instead.")

    def enact(self, play: Play[State], who: Character) -> None:
        sheet = self.fill(play, who)
        if who.shown:
            reveal(play, *sheet.strengths)
        _record(play, sheet, again=True)


class NpcUnmade(Happening[State], tag="npc-unmade"):
    """An NPC's sheet was thrown away; `known`: the table knew of them."""

    sentence = ("sheet", "{name} has no sheet any more.")
    character: str
    name: str
    known: bool = True

    def evolve(self, state: State) -> State:
        return pruned(replace(state, characters=without(state.characters, self.character)))

    def told(self, state: State, seat: Seat) -> NpcUnmade | None:
        return self if self.known or seat.guides else None


class UnmakeNpc(Command[State], tag="unmake-npc"):
    """Throw an NPC's sheet away before play (WA-ORA-06)."""

    when, rules, urgency = frozenset({"sheets", "interests"}), ("WA-ORA-06", "WA-RD-25"), "tool"
    giver = only_guide("throws an NPC’s sheet away")
    who: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        recalled = {figure.returns for figure in state.figures.values()}
        aimed_at = {about for who in state.characters.values() for one in who.interests for about in one.about}
        for who in guides_cast(state):
            if not who.interests and who.id not in recalled and who.id not in aimed_at:
                label, why = f"Throw {who.name}’s sheet away", "Not everybody on the list needs a sheet."
                yield cls.offer(who, label, why, about=who.id, who=who.id)
        yield Refused("all-in-use", "Every NPC has interests, or is in somebody’s.")

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(NpcUnmade(character=who.id, name=who.name, known=who.known, rules=("WA-ORA-06",)))


NPCS: Final[Part[State]] = Part(MakeNpc, QuickNpc, RemakeNpc, UnmakeNpc, NpcMade, NpcUnmade)
"""Sheets of NPCs: closed until they are shown."""

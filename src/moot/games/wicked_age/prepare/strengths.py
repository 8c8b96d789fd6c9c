"""Particular strengths are made on a sheet of their own that all their holders share (part 5 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Field, Line, Offered, Offers, Part, Play, Refused, Seat, Write
from moot.core.words import listed
from moot.games.wicked_age.book import FIRST_SIGNIFICANCE, FORMS, NPC_FORMS, STRENGTH_OPTIONS, Does, OptionName
from moot.games.wicked_age.cast import no_watchers, open_sheet
from moot.games.wicked_age.prepare.holding import holders, holders_seen, keep_unique, strength_name, visible
from moot.games.wicked_age.state import SHEETS_ON, Character, State, Strength, StrengthOption
from moot.kit.keyed import changed
from moot.kit.people import seat_name

_NPC_CHOICES = tuple(Choice(form, title) for form, title in NPC_FORMS.items())


def unfinished(state: State, *, openly: bool = False) -> list[Strength]:
    """Strengths in this chapter without their sheet, or short of an option (WA-STR-01, WA-NEXT-07). `openly`: only
    those on a sheet that everyone may see."""
    cast = (who for who in state.characters.values() if who.here and (open_sheet(who) or not openly))
    held = dict.fromkeys(state.strengths[id_] for who in cast for id_ in who.strengths)
    return [one for one in held if not one.made or one.lacks_option]


def makers(state: State) -> tuple[Seat, ...]:
    """Whom strengths wait for that everyone knows to be unfinished: who holds one that grew, and all players else."""
    waiting = unfinished(state, openly=True)
    return tuple(
        seat
        for seat in state.seats
        if any(_holds(state, seat, one) if one.made and not _fresh(state, one) else seat.plays for one in waiting)
    )


def _asked(state: State, seat: Seat, strength: Strength) -> bool:
    """Whether the game waits for `strength`; in play not for one that the GM hides, which would show it."""
    return strength in unfinished(state, openly=state.phase == "play" or not seat.guides)


def _fresh(state: State, strength: Strength) -> bool:
    """Whether its sheet was made in this chapter, so that it may still be made over."""
    return strength.grown == state.chapter and strength.significance == FIRST_SIGNIFICANCE


class StrengthMade(Event[State], tag="strength-made"):
    """A strength's sheet is filled in, but for its options."""

    seat: str
    strength: str
    description: str
    takes: str
    form: str
    npc_form: str

    def evolve(self, state: State) -> State:
        sheet = {name: getattr(self, name) for name in ("description", "takes", "form", "npc_form")}
        blank = {"made": True, "options": (), "grown": state.chapter}
        return replace(state, strengths=changed(state.strengths, self.strength, **sheet, **blank))

    def line(self, state: State) -> Line:
        name, ways = strength_name(state, self.strength), _ways(self.form, self.npc_form)
        text = f"{seat_name(state, self.seat)} makes {name}: {ways}. It takes: {self.takes}"
        return Line("sheet", text, quote=self.description)

    def told(self, state: State, seat: Seat) -> StrengthMade | None:
        return self if seat.guides or _known(state, self.strength) else None


def _ways(form: str, npc_form: str) -> str:
    return f"{FORMS[form].lower()}, for NPCs {NPC_FORMS[npc_form].lower()}"


def _known(state: State, strength: str) -> bool:
    return strength in state.strengths and state.strengths[strength].known


class MakeStrength(Command[State], tag="make-strength"):
    """Fill in the sheet of a strength (WA-STR-02)."""

    when, rules, urgency = SHEETS_ON, ("WA-STR-01", "WA-STR-02"), ("may", "must", "tool")
    giver = no_watchers("make strengths")
    strength: str
    description: str
    takes: str
    form: str
    npc_form: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether sheets are made, or one of a strength is missing."""
        return state.phase == "sheets" or not all(strength.made for strength in state.strengths.values())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """Those who have nothing else to fill in are asked first (WA-STR-01)."""
        done = any(who.here and who.player == seat.id for who in state.characters.values())
        for strength in visible(state, seat):
            if not strength.made:
                urgent = (done or not strength.known) and _asked(state, seat, strength)
                yield cls._offer(state, seat, strength, f"Make the sheet of “{strength.name}”", urgent=urgent)
        for strength in visible(state, seat) if state.phase == "sheets" else ():
            if strength.made and _fresh(state, strength):
                yield cls._offer(state, seat, strength, f"Make over {strength.name}", urgent=False)
        yield Refused("no-strength-named", "No strength waits for its sheet.")

    @classmethod
    def _offer(cls, state: State, seat: Seat, strength: Strength, label: str, *, urgent: bool) -> Offered:
        names = [who.name for who in holders_seen(state, seat, strength.id)]
        whose = f"On the sheet of {listed(names)}. " if names else ""
        return cls.offer(
            strength, label, whose + "The first who is done makes the strengths for everyone.",
            lambda shown: _sheet_fields(strength), urgency="tool" if strength.made else "must" if urgent else "may",
            about=strength.id, strength=strength.id,
        )

    def enact(self, play: Play[State], strength: Strength) -> None:
        play.record(
            StrengthMade(
                seat=play.seat.id,
                strength=strength.id,
                description=self.description.strip(),
                takes=self.takes.strip(),
                form=self.form,
                npc_form=self.npc_form,
                rules=("WA-STR-02", "WA-STR-01"),
            )
        )


def _sheet_fields(strength: Strength) -> tuple[Field, ...]:
    return (
        Write(
            name="description",
            label="What it is",
            hint="A skill, a magic, a power one is born with, an ally, a treasure.",
            most=1000,
            lines=3,
            default=strength.description,
            suggestions=("An art that few have learned", "A power in the blood", "An ally who comes when called"),
        ),
        Write(
            name="takes",
            label="What it takes, and how that looks",
            hint="What the others see when it is used.",
            default=strength.takes,
            suggestions=("A whisper", "An hour alone, and blood", "Calling on the gods by name", "Nothing one can see"),
        ),
        Choose(
            name="form",
            label="Form",
            hint="A player’s character must act in this way to use it.",
            choices=tuple(Choice(form, title) for form, title in FORMS.items()),
            default=(strength.form,) if strength.form else (),
        ),
        Choose(
            name="npc_form",
            label="NPC form",
            hint="An NPC must act in this way to use it.",
            choices=_NPC_CHOICES,
            default=(strength.npc_form,) if strength.npc_form else (),
        ),
    )


class OptionPicked(Event[State], tag="option-picked"):
    """A strength has one more option."""

    seat: str
    strength: str
    option: StrengthOption

    def evolve(self, state: State) -> State:
        options = (*state.strengths[self.strength].options, self.option)
        return replace(state, strengths=changed(state.strengths, self.strength, options=options))

    def line(self, state: State) -> Line:
        option, about = self.option, ""
        if option.npc_form:
            about = f": {_ways(option.form, option.npc_form)}"
        elif option.form:
            about = f": {FORMS[option.form].lower()} too"
        elif option.note:
            about = f": {option.note}"
        title = STRENGTH_OPTIONS[option.kind].title.lower()
        return Line("sheet", f"{strength_name(state, self.strength)} is {title}{about}.")

    def told(self, state: State, seat: Seat) -> OptionPicked | None:
        return self if seat.guides or _known(state, self.strength) else None


class PickOption(Command[State], tag="pick-option"):
    """Give a strength one of the options that its significance is worth (WA-STR-03, WA-NEXT-07)."""

    when, rules, urgency, giver = SHEETS_ON, ("WA-STR-03",), ("must", "may"), no_watchers("make strengths")
    strength: str
    kind: OptionName
    form: str = ""
    npc_form: str = ""
    note: str = ""

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether a strength lacks an option."""
        return any(strength.made and strength.lacks_option for strength in state.strengths.values())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        lacking = [strength for strength in visible(state, seat) if strength.made and strength.lacks_option]
        if not lacking:
            raise Refused("options-full", "Every strength has as many options as its significance.")
        for strength in lacking:
            if _fresh(state, strength) or _holds(state, seat, strength):
                for kind in STRENGTH_OPTIONS:
                    yield from cls._option(state, seat, strength, kind)
        yield Refused("not-its-holder", "The holder of a strength that has grown picks its option.", "WA-NEXT-07")

    @classmethod
    def _option(cls, state: State, seat: Seat, strength: Strength, kind: str) -> Iterator[Offered | Refused]:
        """One more of an option (WA-NEXT-08), or why not."""
        option = STRENGTH_OPTIONS[kind]
        fields, taken = _option_fields(strength, option.does), len(strength.taken(option.does))
        seen = holders_seen(state, seat, strength.id)
        if option.does == "alone" and len(seen) > 1:
            message = f"{listed(who.name for who in seen)} have {strength.name}: unique is what one alone has."
            yield cls.barred(Refused("held-by-several", message, option.rule), strength=strength.id, kind=kind)
        elif (option.most is None or taken < option.most) and all(_fillable(field) for field in fields):
            rule = option.rule
            rules = (rule, *cls.rules) if _fresh(state, strength) else ("WA-NEXT-07", "WA-NEXT-08", rule)
            yield cls.offer(
                (rules, seen),
                f"{strength.name}: {option.title.lower()}",
                option.text,
                *fields,
                rules=rules,
                urgency="must" if _asked(state, seat, strength) else "may",
                about=strength.id,
                strength=strength.id,
                kind=kind,
            )

    def enact(self, play: Play[State], of: tuple[tuple[str, ...], tuple[Character, ...]]) -> None:
        rules, seen = of
        option = StrengthOption(kind=self.kind, form=self.form, npc_form=self.npc_form, note=self.note.strip())
        play.record(OptionPicked(seat=play.seat.id, strength=self.strength, option=option, rules=rules))
        for who in seen[:1]:
            keep_unique(play, self.strength, by=who.id)


def _holds(state: State, seat: Seat, strength: Strength) -> bool:
    return any(who.here and state.owns(seat, who.id) for who in holders(state, strength.id))


def _option_fields(strength: Strength, does: Does) -> tuple[Field, ...]:
    """The blanks of an option: forms that it names are others than it has named before (WA-NEXT-08)."""
    match does:
        case "form":
            forms = tuple(Choice(form, title) for form, title in FORMS.items() if form not in strength.forms)
            return (Choose(name="form", label="By this form too", choices=forms),)
        case "loss":
            named = {form for option in strength.taken("loss") for form in (option.form, option.npc_form)}
            forms = tuple(Choice(form, title) for form, title in FORMS.items() if form not in named)
            npc_forms = tuple(choice for choice in _NPC_CHOICES if choice.value not in named)
            return (
                Choose(name="form", label="A player’s character loses on", choices=forms),
                Choose(name="npc_form", label="An NPC loses on", choices=npc_forms),
            )
        case "reach":
            hint = "Where people normally cannot act: unseen, in dreams, against spirits, over the sea."
            return (Write(name="note", label="How far it reaches", hint=hint, least=0, suggestions=("Among spirits",)),)
        case _:
            return ()


def _fillable(field: Field) -> bool:
    return not isinstance(field, Choose) or bool(field.choices)


STRENGTHS: Final[Part[State]] = Part(MakeStrength, PickOption, StrengthMade, OptionPicked)
"""The sheets of particular strengths."""

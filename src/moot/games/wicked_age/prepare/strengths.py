"""Particular strengths: named on a sheet, then made on a sheet of their own that all their holders share (part 5)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.core.blanks import Field
from moot.core.words import listed
from moot.games.wicked_age.book import FIRST_SIGNIFICANCE, FORMS, NPC_FORMS, STRENGTH_OPTIONS
from moot.games.wicked_age.cast import needs_part, open_sheet, open_to
from moot.games.wicked_age.prepare.commands import MakeStrength, PickOption
from moot.games.wicked_age.prepare.events import OptionPicked, StrengthMade, StrengthYielded
from moot.games.wicked_age.state import Character, State, Strength, StrengthOption

_PHASES = frozenset({"sheets", "interests", "play"})


def holders(state: State, strength: str) -> tuple[Character, ...]:
    """Everyone alive who lists a strength, in this chapter or not (WA-STR-10, WA-RD-28)."""
    return tuple(who for who in state.characters.values() if strength in who.strengths and not who.dead)


def holders_seen(state: State, seat: Seat, strength: str) -> tuple[Character, ...]:
    """The holders of a strength who are known to `seat` as that: by an open sheet, or since they used it."""
    return tuple(who for who in holders(state, strength) if open_to(who, seat) or strength in who.seen)


def free_for(state: State, seat: Seat, strength: Strength, character: str) -> bool:
    """Whether `character` (empty: a new one) may list `strength`: a unique one has one holder (WA-STR-10).

    As far as `seat` has seen: what is hidden gives way, see `yield_unique`.
    """
    return not strength.has("unique") or all(who.id == character for who in holders_seen(state, seat, strength.id))


def yield_unique(play: Play[State], strength: str, keeper: str) -> None:
    """Take a unique strength off whoever has it unseen, but for `keeper`: what is hidden refuses nobody, nor shows."""
    if play.state.strengths[strength].has("unique"):
        for who in holders(play.state, strength):
            if who.id != keeper and not open_sheet(who) and strength not in who.seen:
                play.record(StrengthYielded(character=who.id, strength=strength, rules=("WA-STR-10",)))


def unfinished(state: State) -> tuple[Strength, ...]:
    """Strengths in this chapter without their sheet, or short of an option (WA-STR-01, WA-NEXT-07)."""
    return _unfinished(state, tuple(who for who in state.characters.values() if who.here))


def unfinished_openly(state: State) -> tuple[Strength, ...]:
    """Those of them that stand on a sheet that everyone may see."""
    return _unfinished(state, tuple(who for who in state.characters.values() if who.here and open_sheet(who)))


def _unfinished(state: State, cast: tuple[Character, ...]) -> tuple[Strength, ...]:
    held = dict.fromkeys(strength for who in cast for strength in who.strengths)
    listed = (state.strengths[strength] for strength in held)
    return tuple(one for one in listed if not one.made or len(one.options) < one.significance)


def visible(state: State, seat: Seat) -> tuple[Strength, ...]:
    """The strengths of which `seat` knows."""
    return tuple(strength for strength in state.strengths.values() if strength.known or seat.guides)


def _fresh(state: State, strength: Strength) -> bool:
    """Whether its sheet was made in this chapter, so that it may still be made over."""
    return strength.grown == state.chapter and strength.significance == FIRST_SIGNIFICANCE


def _done(state: State, seat: Seat) -> bool:
    """Whether `seat` has nothing else to fill in: those who are done first make the strengths (WA-STR-01)."""
    return any(who.here and who.player == seat.id for who in state.characters.values())


def _make_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "make strengths", "WA-STR-01")
    named = [strength for strength in visible(state, seat) if not strength.made]
    over = [s for s in visible(state, seat) if s.made and _fresh(state, s)] if state.phase == "sheets" else []
    if not named and not over:
        raise Refused("no-strength-named", "No strength waits for its sheet.", "WA-STR-01")
    for strength in (*named, *over):
        yield Offer(
            do="make-strength",
            fixed={"strength": strength.id},
            label=f"{'Make over' if strength.made else 'Make the sheet of'} {strength.name}",
            why=_held_by(state, strength, seat),
            fields=_sheet_fields(strength),
            rules=("WA-STR-01", "WA-STR-02"),
            urgency="tool" if strength.made else "must" if _done(state, seat) or not strength.known else "may",
            about=strength.id,
        )


def _held_by(state: State, strength: Strength, seat: Seat) -> str:
    names = [who.name for who in holders_seen(state, seat, strength.id)]
    whose = f"On the sheet of {listed(names)}. " if names else ""
    return whose + "Whoever is done first makes the strengths for everyone."


def _sheet_fields(strength: Strength) -> tuple[Field, ...]:
    forms = tuple(Choice(form, title) for form, title in FORMS.items())
    npc_forms = tuple(Choice(form, title) for form, title in NPC_FORMS.items())
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
            hint="A player's character must act in this way to use it.",
            choices=forms,
            default=(strength.form,) if strength.form else (),
        ),
        Choose(
            name="npc_form",
            label="NPC form",
            hint="An NPC must act in this way to use it.",
            choices=npc_forms,
            default=(strength.npc_form,) if strength.npc_form else (),
        ),
    )


def _make(play: Play[State], command: MakeStrength) -> None:
    play.record(
        StrengthMade(
            seat=play.seat.id,
            strength=command.strength,
            description=command.description.strip(),
            takes=command.takes.strip(),
            form=command.form,
            npc_form=command.npc_form,
            rules=("WA-STR-02", "WA-STR-01"),
        )
    )


def _option_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "make strengths", "WA-STR-03")
    lacking = [s for s in visible(state, seat) if s.made and len(s.options) < s.significance]
    if not lacking:
        raise Refused("options-full", "Every strength has as many options as its significance.", "WA-STR-03")
    mine = [strength for strength in lacking if _fresh(state, strength) or _holds(state, seat, strength)]
    if not mine:
        raise Refused("not-its-holder", "Whoever holds a strength that has grown picks its option.", "WA-NEXT-07")
    for strength in mine:
        for kind in STRENGTH_OPTIONS:
            if _open(state, seat, strength, kind):
                yield _option_offer(state, strength, kind)


def _holds(state: State, seat: Seat, strength: Strength) -> bool:
    return any(who.here and state.owns(seat, who.id) for who in holders(state, strength.id))


def _open(state: State, seat: Seat, strength: Strength, kind: str) -> bool:
    """Whether a strength can take one more of an option (WA-NEXT-08)."""
    most = STRENGTH_OPTIONS[kind].most
    if most is not None and strength.has(kind) >= most:
        return False
    if kind == "unique":
        return len(holders_seen(state, seat, strength.id)) <= 1
    return kind not in ("broad", "consequential") or bool(_forms_left(strength, kind))


def _forms_left(strength: Strength, kind: str) -> tuple[Choice, ...]:
    named = strength.forms if kind == "broad" else tuple(option.form for option in strength.consequences)
    return tuple(Choice(form, title) for form, title in FORMS.items() if form not in named)


def _option_offer(state: State, strength: Strength, kind: str) -> Offer:
    option = STRENGTH_OPTIONS[kind]
    return Offer(
        do="pick-option",
        fixed={"strength": strength.id, "kind": kind},
        label=f"{strength.name}: {option.title.lower()}",
        why=option.text,
        fields=_option_fields(strength, kind),
        rules=_option_rules(state, strength, kind),
        urgency="must",
        about=strength.id,
    )


def _option_fields(strength: Strength, kind: str) -> tuple[Field, ...]:
    forms = _forms_left(strength, kind)
    npc_forms = tuple(Choice(form, title) for form, title in NPC_FORMS.items())
    match kind:
        case "broad":
            return (Choose(name="form", label="By this form too", choices=forms),)
        case "consequential":
            return (
                Choose(name="form", label="A player's character loses on", choices=forms),
                Choose(name="npc_form", label="An NPC loses on", choices=npc_forms),
            )
        case "far-reaching":
            hint = "Where people normally cannot act: unseen, in dreams, against spirits, over the sea."
            return (Write(name="note", label="How far it reaches", hint=hint, least=0, suggestions=("Among spirits",)),)
        case _:
            return ()


def _pick(play: Play[State], command: PickOption) -> None:
    option = StrengthOption(
        kind=command.kind, form=command.form, npc_form=command.npc_form, note=command.note.strip()
    )
    strength = play.state.strengths[command.strength]
    rules = _option_rules(play.state, strength, command.kind)
    play.record(OptionPicked(seat=play.seat.id, strength=command.strength, option=option, rules=rules))
    seen = holders_seen(play.state, play.seat, command.strength)
    if seen:
        yield_unique(play, command.strength, seen[0].id)


def _option_rules(state: State, strength: Strength, kind: str) -> tuple[str, ...]:
    rule = STRENGTH_OPTIONS[kind].rule
    return (rule, "WA-STR-03") if _fresh(state, strength) else ("WA-NEXT-07", "WA-NEXT-08", rule)


VERBS = (
    Verb(MakeStrength, _PHASES, _make_offers, _make),
    Verb(PickOption, _PHASES, _option_offers, _pick),
)

"""The GM's characters (part 4): made at speed, hidden until shown, and in mid-play too (WA-NPC-01)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, draw
from moot.core.blanks import Field
from moot.games.wicked_age.book import NPC_FORMS, PAIRS
from moot.games.wicked_age.cast import guides_cast, needs_guide, stock
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.commands import MakeNpc, QuickNpc, RemakeNpc, UnmakeNpc
from moot.games.wicked_age.prepare.events import NpcMade, NpcUnmade
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.prepare.sheets import described, list_strength, strength_fields, words_fields
from moot.games.wicked_age.state import Character, State

_PHASES = frozenset({"sheets", "interests", "play"})
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


def _arrangement_field(now: dict[str, tuple[int, ...]] | None) -> Field:
    choices = tuple(
        Choice(
            value=value,
            label=", ".join(f"{NPC_FORMS[form].lower()} d{high} d{low}" for form, (high, low) in _pairs(forms)),
            hint=f"Strongest in {max(forms, key=lambda form: forms[form])}.".replace("-", " "),
            dice=tuple(die for dice in forms.values() for die in dice),
        )
        for value, forms in ARRANGEMENTS.items()
    )
    default = tuple(value for value, forms in ARRANGEMENTS.items() if forms == now)
    hint = "Where are they strong? The obvious answer is the right one."
    return Choose(name="arrangement", label="Dice", hint=hint, choices=choices, default=default)


def _pairs(forms: dict[str, tuple[int, ...]]) -> list[tuple[str, tuple[int, int]]]:
    return [(form, (dice[0], dice[1])) for form, dice in forms.items()]


def _make_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "makes NPCs", "WA-NPC-01")
    for figure in stock(state):
        yield Offer(
            do="make-npc",
            fixed={"figure": figure.id},
            label=f"Make a sheet for {figure.name}",
            why="If you mean to use them. The table knows who they are, and not their dice until you show them.",
            fields=_fields(state, seat, "", described(state, figure), None, ""),
            rules=(*_RULES, "WA-ORA-06"),
            urgency="tool",
            about=figure.id,
        )
    yield Offer(
        do="make-npc",
        fixed={"figure": ""},
        label="Make somebody unforeseen",
        why="Nobody knows of them until you introduce them, or they come into an interest or a conflict.",
        fields=_fields(state, seat, "", "", None, ""),
        rules=_RULES,
        urgency="tool",
    )


def _fields(
    state: State, seat: Seat, name: str, description: str, forms: dict[str, tuple[int, ...]] | None, has: str
) -> tuple[Field, ...]:
    return (
        *words_fields(state, seat, name, description),
        _arrangement_field(forms),
        *strength_fields(state, seat, has),
    )


def _make(play: Play[State], command: MakeNpc) -> None:
    known = bool(command.figure)
    strengths = list_strength(play, command.strength, command.new_strength, has="", known=False)
    play.record(
        NpcMade(
            character=play.state.next_id,
            figure=command.figure,
            name=command.name.strip(),
            description=command.description.strip(),
            forms=ARRANGEMENTS[command.arrangement],
            strengths=strengths,
            known=known,
            rules=_RULES,
        )
    )


def _quick_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "makes NPCs", "WA-NPC-01")
    for figure in stock(state):
        yield Offer(
            do="quick-npc",
            fixed={"figure": figure.id},
            label=f"Quick sheet for {figure.name}",
            why="One press: a name and an order of forms by chance. Change what does not suit.",
            rules=_RULES,
            about=figure.id,
        )
    yield Offer(
        do="quick-npc",
        fixed={"figure": ""},
        label="Quick sheet for somebody unforeseen",
        why="One press: a name and an order of forms by chance. Change what does not suit.",
        rules=_RULES,
        urgency="may" if state.phase == "play" else "tool",
    )


def _quick(play: Play[State], command: QuickNpc) -> None:
    names = free_names(play.state, play.seat) or ("A stranger",)
    (name,) = draw(play.chance, names, 1)
    (forms,) = draw(play.chance, tuple(ARRANGEMENTS.values()), 1)
    figure = play.state.figures.get(command.figure)
    play.record(
        NpcMade(
            character=play.state.next_id,
            figure=command.figure,
            name=name,
            description=described(play.state, figure) if figure else "",
            forms=forms,
            known=figure is not None,
            rules=_RULES,
        )
    )


def _untouched(state: State, who: Character) -> bool:
    """Whether a sheet is still one of the six that can be made, and no dice of it are in use."""
    return who.forms == who.unhurt and who.unhurt in ARRANGEMENTS.values() and state.fighting(who.id) is None


def _remake_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "makes NPCs", "WA-NPC-01")
    fresh = [who for who in guides_cast(state) if _untouched(state, who)]
    if not fresh:
        raise Refused("no-fresh-sheet", "Every NPC's sheet is in use or hurt: correct it instead.", "WA-NPC-01")
    for who in fresh:
        yield Offer(
            do="remake-npc",
            fixed={"who": who.id},
            label=f"Change {who.name}'s sheet",
            fields=_fields(state, seat, who.name, who.description, who.unhurt, who.id),
            rules=_RULES,
            urgency="tool",
            about=who.id,
        )


def _remake(play: Play[State], command: RemakeNpc) -> None:
    who = play.state.characters[command.who]
    strengths = list_strength(play, command.strength, command.new_strength, has=who.id, known=who.shown)
    if who.shown:
        reveal(play, *strengths)
    play.record(
        NpcMade(
            character=who.id,
            figure=who.figure,
            name=command.name.strip(),
            description=command.description.strip(),
            forms=ARRANGEMENTS[command.arrangement],
            strengths=strengths,
            known=who.known,
            again=True,
            rules=_RULES,
        )
    )


def _unmake_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "throws an NPC's sheet away", "WA-ORA-06")
    recalled = {figure.returns for figure in state.figures.values()}
    aimed_at = {about for who in state.characters.values() for one in who.interests for about in one.about}
    unused = [w for w in guides_cast(state) if not w.interests and w.id not in recalled and w.id not in aimed_at]
    if not unused:
        raise Refused("all-in-use", "Every NPC has interests, or is in somebody's.", "WA-ORA-06")
    for who in unused:
        yield Offer(
            do="unmake-npc",
            fixed={"who": who.id},
            label=f"Throw {who.name}'s sheet away",
            why="Not everybody on the list needs a sheet.",
            rules=("WA-ORA-06", "WA-RD-25"),
            urgency="tool",
            about=who.id,
        )


def _unmake(play: Play[State], command: UnmakeNpc) -> None:
    who = play.state.characters[command.who]
    play.record(NpcUnmade(character=who.id, name=who.name, known=who.known, rules=("WA-ORA-06",)))


VERBS = (
    Verb(MakeNpc, _PHASES, _make_offers, _make),
    Verb(QuickNpc, _PHASES, _quick_offers, _quick),
    Verb(RemakeNpc, _PHASES, _remake_offers, _remake),
    Verb(UnmakeNpc, frozenset({"sheets", "interests"}), _unmake_offers, _unmake),
)

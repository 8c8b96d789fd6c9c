"""What a bargain may hold, and what it never may (WA-NEG-01, WA-NEG-03)."""

from __future__ import annotations

from typing import Final

from moot.core import Choice, Compose, Item, Kind, Seat
from moot.core.blanks import Barred
from moot.games.wicked_age.book import form_title
from moot.games.wicked_age.cast import open_to
from moot.games.wicked_age.sequence import Bargain, Loss, Sequence
from moot.games.wicked_age.state import Character, State

_PROMISE: Final = "A promise will do, if the winner values one: no rule holds the loser to it."

_THIRD_PARTY: Final = Barred(
    "third-party",
    "A bargain binds the two who make it: it cannot do anything to somebody else.",
    "WA-NEG-03",
    "Offer something that happens to the loser, or a fact of the story.",
)
_IMPROVEMENT: Final = Barred(
    "winner-improvement",
    "A bargain never makes the winner’s sheet better.",
    "WA-NEG-03",
    "Take it off the loser instead: a form, a strength, something of theirs.",
)
_FUTURE: Final = Barred("future-action", "What the loser will do later cannot be bargained for.", "WA-RD-24", _PROMISE)


def terms_field(state: State, seat: Seat, sequence: Sequence, bargain: Bargain) -> Compose:
    """The blank for terms: what may be agreed, as far as `seat` knows of it, and what is refused, with why."""
    loser = state.characters[bargain.loser]
    return Compose(
        name="terms",
        label="Terms",
        hint="Offer what the other side likes better than the dice. Both must agree.",
        kinds=tuple(_kinds(state, sequence, bargain, loser, open_to(loser, seat))),
        barred=(_THIRD_PARTY, _IMPROVEMENT) if state.options.future_actions == "warned" else (*_BARRED,),
    )


_BARRED: Final = (_THIRD_PARTY, _IMPROVEMENT, _FUTURE)


def _kinds(state: State, sequence: Sequence, bargain: Bargain, loser: Character, seen: bool) -> list[Kind]:
    name = loser.name
    kinds = [
        Kind(
            "fact", "It happens in the story", writes=True, hint=f"{name} is caught, robbed, passed by, made a fool of."
        ),
        Kind("promise", f"{name} promises", writes=True, hint="No rule holds anyone to a promise."),
        Kind("sheet-change", f"{name}’s sheet changes", writes=True, hint="Written on the sheet, and it stays."),
        Kind("death", f"{name} dies", hint="Only ever by agreement, whatever the dice say."),
    ]
    if losses := form_targets(loser, seen):
        kinds.insert(0, Kind("form-loss", "One die size off a form", losses, hint="Repeat it for more than one step."))
    listed = (id_ for id_ in loser.strengths if id_ in state.strengths and (seen or id_ in loser.seen))
    strengths = tuple(Choice(id_, state.strengths[id_].name) for id_ in listed)
    if strengths:
        kinds.append(Kind("lose-strength", f"{name} loses a strength", strengths))
    if not bargain.absolute and len(sequence.standing) > 2:
        pair = tuple(Choice(who, state.characters[who].name) for who in (bargain.loser, bargain.winner))
        kinds.append(Kind("leaves", "Leaves the conflict", pair, hint="If unsaid, the loser of the last exchange."))
    if state.options.future_actions == "warned":
        kinds.append(
            Kind("future-action", f"{name} will do", writes=True, hint="Mostly goes sour: a promise is better.")
        )
    return kinds


def form_targets(loser: Character, seen: bool) -> tuple[Choice, ...]:
    """The forms that can lose a step; of an NPC's pair one die, or whichever they pick then (WA-RD-11).

    A die is named by its size (`action:12`), so that terms say to everyone all that they mean. Where the sheet is not
    `seen`, neither are its dice: any form may be named, and who has the sheet picks.
    """
    if not seen:
        return tuple(Choice(form, f"{form_title(form)}, they pick the die") for form in loser.forms)
    found: list[Choice] = []
    for form, dice in loser.forms.items():
        left = [die for die in dice if die]
        title = form_title(form)
        if left:
            found.append(Choice(form, title if len(left) == 1 else f"{title}, they pick the die", dice=tuple(left)))
        if len(sizes := dict.fromkeys(left)) > 1:
            found.extend(Choice(f"{form}:{die}", f"{title}, the d{die}", dice=(die,)) for die in sizes)
    return tuple(found)


def loss_of(loser: Character, item: Item) -> Loss:
    """The loss that a term of kind `form-loss` means; a die that is not there any more leaves the pick to them."""
    form, _, size = item.target.partition(":")
    if not loser.npc:
        return Loss(form, (0,))
    dice = loser.forms.get(form, ())
    return Loss(form, (dice.index(int(size)),) if size and int(size) in dice else ())


def terms_text(state: State, loser: str, terms: tuple[Item, ...]) -> str:
    """Terms in words: `Esan loses a die size off maneuvering; Amek hears of his misstep`."""
    return "; ".join(_term_text(state, state.characters[loser], item) for item in terms)


def _term_text(state: State, loser: Character, item: Item) -> str:
    match item.kind:
        case "form-loss":
            form, _, size = item.target.partition(":")
            die = f" (the d{size})" if size else ""
            return f"{loser.name} loses a die size off {form_title(form).lower()}{die}"
        case "lose-strength":
            strength = state.strengths.get(item.target)
            return f"{loser.name} loses {strength.name if strength else item.target}"
        case "death":
            return f"{loser.name} dies"
        case "leaves":
            return f"{state.characters[item.target].name} leaves the conflict"
        case "promise":
            return f"{loser.name} promises: {item.detail}"
        case "sheet-change":
            return f"{loser.name}’s sheet: {item.detail}"
        case "future-action":
            return f"{loser.name} will: {item.detail}"
        case _:
            return item.detail

"""Offers as forms: what a page shows of an offer, and what comes back as a wish.

A form names its offer by key; the server looks that offer up among those that the seat has now and fills it with the
answers. So a page can ask for nothing that is not offered, and nothing that an offer fixes can be changed on the way.
The control of a blank is called `f.…` after the blank; what is not an answer is called `moot.…`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import Any, NamedTuple, TypeAlias, assert_never

import msgspec

from moot.core import Choose, Compose, Confirm, Count, Game, Item, Offer, Purse, Refused, Spread, Write
from moot.core.blanks import Field
from moot.web.blanks import Blank, blank, control, says_nothing_alone
from moot.web.rule_links import Note, notes

Data: TypeAlias = Mapping[str, Sequence[str]]
"""Form data as it came: every value of every name."""

class Desk(NamedTuple):
    """The table that forms go to, whether hand-rolled dice may be typed in, and the game whose rules they cite."""

    table: str
    hand_dice: bool
    game: Game[Any]


class Button(msgspec.Struct, frozen=True):
    """One offer of a form that has several."""

    key: str
    label: str


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """An offer, or several that differ in what they fix alone, as one form on a page."""

    id: str
    action: str
    do: str
    label: str
    why: str
    rules: tuple[Note, ...]
    urgency: str
    about: str
    rolls: tuple[int, ...]
    by_hand: bool
    blanks: tuple[Blank, ...]
    buttons: tuple[Button, ...]
    purse: Purse | None


def forms(offers: Iterable[Offer], desk: Desk) -> tuple[Form, ...]:
    """The forms for `offers`, in their order; neighbours of one verb without blanks share a form."""
    made: list[Form] = []
    for offer in offers:
        form = _form(offer, desk)
        last = made[-1] if made else None
        if last is not None and _same_but_fixed(last, form):
            made[-1] = msgspec.structs.replace(last, buttons=(*last.buttons, *form.buttons))
        else:
            made.append(form)
    return tuple(made)


def _same_but_fixed(one: Form, other: Form) -> bool:
    return not one.blanks and not other.blanks and _outline(one) == _outline(other)


def _outline(form: Form) -> tuple[object, ...]:
    return form.do, form.about, form.urgency, form.why, form.rules, form.rolls


def _form(offer: Offer, desk: Desk) -> Form:
    coin = offer.purse.coin if offer.purse else ""
    id_ = f"o-{blake2s(offer.key.encode(), digest_size=5).hexdigest()}"
    return Form(
        id=id_,
        action=f"/t/{desk.table}/do",
        do=offer.do,
        label=offer.label,
        why=offer.why,
        rules=notes(desk.game, offer.rules, desk.table),
        urgency=offer.urgency,
        about=offer.about,
        rolls=offer.rolls,
        by_hand=desk.hand_dice and bool(offer.rolls),
        blanks=tuple(blank(field, f"{id_}-{field.name}", coin) for field in offer.fields),
        buttons=(Button(offer.key, offer.label),),
        purse=offer.purse,
    )


# -- and back


def asked_for(data: Data) -> str:
    """The name of the command that a form is for: the first part of its offer's key."""
    return _one(data, "moot.offer").partition(":")[0]


def wish(offers: Iterable[Offer], data: Data) -> dict[str, Any]:
    """The command that a filled form stands for.

    Raises Refused (`offer-gone`) when its offer is no longer open, and for answers that are no numbers where numbers
    are asked for; everything else is checked where the command is decided.
    """
    key = _one(data, "moot.offer")
    for offer in offers:
        if offer.key == key:
            filled = offer.answered(lambda field: _answer(field, data))
            return {**filled, **{name: words for name, words in _shut_words(offer, data) if name not in filled}}
    raise Refused("offer-gone", "This is no longer open: the game has moved on. Look at what is asked of you now.")


def _shut_words(offer: Offer, data: Data) -> Iterable[tuple[str, str]]:
    """Words in blanks, for those that turn out to be shut: somebody wrote them, and is told where they go."""
    names = (field.name for field in offer.fields if isinstance(field, Write))
    return ((name, words) for name in names if (words := _answered(data, name)))


def faces(data: Data) -> tuple[int, ...]:
    """The dice that somebody rolled by hand and typed in. Raises Refused if they are no numbers."""
    typed = " ".join(data.get("moot.faces", ()))
    if re.search(r"[^\d\s,;+&./]", typed):
        raise Refused("not-dice", "Type the numbers that the dice show, in order: 7 4.", field="faces")
    return tuple(int(face) for face in re.findall(r"\d{1,4}", typed))


def _one(data: Data, name: str) -> str:
    return data.get(name, ("",))[-1]


def _answered(data: Data, name: str) -> str:
    return _one(data, control(name))


def _answer(field: Field, data: Data) -> object:
    match field:
        case Choose(name=name, many=False):
            return _answered(data, name)
        case Choose(name=name):
            return tuple(value for value in data.get(control(name), ()) if value)
        case Spread(name=name, slots=slots, dice=dice):
            given = {slot.value: _answered(data, f"{name}.{slot.value}") for slot in slots}
            places = {str(place): die for place, die in enumerate(dice)}
            return {slot: places[at] for slot, at in given.items() if at in places}
        case Count(name=name, label=label, least=least, most=most):
            typed = _answered(data, name).strip()
            if not re.fullmatch(r"-?\d{1,9}", typed):
                raise Refused("not-a-number", f"{label}: a whole number from {least} to {most}.", field=name)
            return int(typed)
        case Write(name=name):
            return _answered(data, name).replace("\r\n", "\n")
        case Confirm(name=name):
            return control(name) in data
        case Compose():
            return tuple(_items(field, data))
    assert_never(field)


def _items(field: Compose, data: Data) -> Iterable[Item]:
    """The rows that say something: one with nothing but a kind that needs more is an empty one."""
    kinds = {kind.value: kind for kind in field.kinds}
    for at in range(field.most):
        row = {part: _answered(data, f"{field.name}.{at}.{part}").strip() for part in ("kind", "target", "detail")}
        kind = kinds.get(row["kind"])
        said = row["target"] or row["detail"]
        if row["kind"] and (said or kind is None or not says_nothing_alone(kind)):
            yield Item(**row)
        elif said:
            raise Refused("no-kind", f"Row {at + 1}: say what kind it is.", field=field.name)

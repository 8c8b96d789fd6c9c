"""Offers as forms: what a page shows of an offer, and what comes back as a wish.

A form names its offer by key; the server looks that offer up among those that the seat has now and fills it with the
answers. So a page can ask for nothing that is not offered, and nothing that an offer fixes can be changed on the way.
The control of a blank is called `f.…` after the blank; what is not an answer is called `moot.…`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2s
from typing import Any, NamedTuple, TypeAlias, assert_never
from urllib.parse import urlencode

import msgspec

from moot.core import Choose, Compose, Confirm, Count, Game, Item, Offer, Offered, Purse, Refused, Spread, Write
from moot.core.blanks import Field
from moot.core.commands import Command
from moot.core.offers import Urgency
from moot.core.words import words
from moot.table.topics import TABLE_COMMANDS
from moot.web.blanks import NOBODY, Blank, Faces, blank, control, sole_way
from moot.web.lazily import lazily

FormData: TypeAlias = Mapping[str, Sequence[str]]
"""Form data as it came: every value of every name."""

FEW = 4
"""Offers of one verb that stand on a page each by itself; more are behind one door."""


class Desk(NamedTuple):
    """Where forms are shown and sent: the table, whether hand-rolled dice may be typed in, whose rules they cite.

    `place` is the part of the page they are in, if not the question: it keeps ids apart. `aim` is a thing
    that blanks choose by themselves where they can. `faces` show who can be chosen.
    """

    table: str
    hand_dice: bool
    game: Game[Any]
    place: str = ""
    aim: str = ""
    faces: Faces = NOBODY


class Button(msgspec.Struct, frozen=True):
    """One offer of a form that has several."""

    key: str
    label: str


class PlainForm(msgspec.Struct, frozen=True):
    """A form without blanks, as plain data, so that its HTML can be kept."""

    id: str
    table: str
    action: str
    label: str
    open: bool
    buttons: tuple[Button, ...]
    why: str
    rules: tuple[str, ...]
    throws: bool
    blanks: tuple[()] = ()
    by_hand: bool = False
    purse: None = None


class Form:
    """An offer as a form on a page; `others` are offers that differ from it only in what they fix.

    Its blanks and sentences are made when they are first asked for: a page shows most offers by their labels.
    """

    def __init__(self, offered: Offered, desk: Desk, others: tuple[Offered, ...] = ()) -> None:
        self.offered = offered
        self.others = others
        self.desk = desk
        self.do, self.about, self.urgency = offered.do, offered.about, offered.urgency
        self.drawn = desk.game.draws.get(offered.do, "")
        self.action = f"/t/{desk.table}/do"
        self.id = _id(offered.key, desk.place)

    def __eq__(self, other: object) -> bool:
        """Whether a page shows the same of both: what is only made for those who read it counts once it was read."""
        if not isinstance(other, Form):
            return NotImplemented
        if self._outside != other._outside:
            return False
        whole = any("offer" in form.__dict__ for form in (self, other))
        return not whole or (self.offer == other.offer and self.desk.faces == other.desk.faces)

    __hash__ = None  # type: ignore[assignment]

    @lazily
    def _outside(self) -> tuple[object, ...]:
        """All that is shown of it as long as nobody opens it."""
        said = self.do, self.about, self.urgency, self.asks, self.open, self.buttons
        return *said, self.desk.table, self.desk.hand_dice, self.desk.place, self.desk.aim

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all offers in it."""
        return tuple([one.key for one in (self.offered, *self.others)])

    @property
    def label(self) -> str:
        """What is pressed, or opened."""
        return self.offered.label

    @property
    def called(self) -> str:
        """What its door says: the label, or what the verb is called where several offers share the form."""
        return self.label if not self.others else together(self.desk.game, self.do)

    @property
    def asks(self) -> bool:
        """Whether there is a blank in it."""
        return self.offered.asks

    @property
    def _kind(self) -> type[Command[Any]] | None:
        """The command of the game, if it is one of its own."""
        return self.desk.game.commands.by_name.get(self.do)

    @lazily
    def open(self) -> bool:
        """Whether all may see what is chosen in it while it is being filled in."""
        return self._kind is not None and self._kind.in_the_open

    @property
    def key(self) -> str:
        """The offer's."""
        return self.offered.key

    @property
    def door(self) -> str:
        """Where the form is fetched when somebody opens it."""
        return _door(self.desk.table, tuple([button.key for button in self.buttons]), self.desk.place)

    @lazily
    def offer(self) -> Offer:
        """The offer itself, with all its words."""
        return self.offered.form()

    @property
    def why(self) -> str:
        """The sentence that says why it is offered."""
        return self.offer.why

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules behind it."""
        return self.offer.rules

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.desk.table

    @property
    def rolls(self) -> tuple[int, ...]:
        """The dice it will roll, as far as that is known."""
        return self.offer.rolls

    @property
    def thrown(self) -> tuple[tuple[int, str], ...]:
        """The same, each with the name of who throws it, where that is told."""
        return tuple(zip(self.offer.rolls, self.offer.whose, strict=True))

    @property
    def throws(self) -> bool:
        """Whether dice may fall as soon as it is pressed."""
        return bool(self.rolls) or (self._kind is not None and self._kind.throws is True)

    @property
    def by_hand(self) -> bool:
        """Whether the faces of real dice may be typed in."""
        return self.desk.hand_dice and (self.throws or (self._kind is not None and bool(self._kind.throws)))

    @property
    def purse(self) -> Purse | None:
        """What its choices are paid with."""
        return self.offer.purse

    @property
    def plain(self) -> PlainForm | None:
        """The form as plain data, if it only has to be pressed."""
        if self.asks or (offer := self.offer).purse or self.by_hand:
            return None
        said = offer.label, self.open, self.buttons, offer.why, offer.rules, self.throws
        return PlainForm(self.id, self.desk.table, self.action, *said)

    @lazily
    def blanks(self) -> tuple[Blank, ...]:
        """Its blanks, ready to draw."""
        coin = self.purse.coin if self.purse else ""
        fields = (aimed(field, self.desk.aim) for field in self.offer.fields)
        return tuple(blank(field, f"{self.id}-{field.name}", coin, self.desk.faces) for field in fields)

    @lazily
    def buttons(self) -> tuple[Button, ...]:
        """What sends it: one for each offer in it."""
        return tuple([Button(one.key, one.label) for one in (self.offered, *self.others)])


class Several(msgspec.Struct, frozen=True):
    """Many offers of one verb, behind one door that shows a row for each; `about` is what all of them are about."""

    id: str
    table: str
    do: str
    called: str
    about: str = ""
    urgency: Urgency = "may"
    asks: bool = True
    drawn: str = ""
    others: tuple[()] = ()
    keys: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What is opened."""
        return self.called

    @property
    def key(self) -> str:
        """No offer's."""
        return ""

    @property
    def door(self) -> str:
        """Where the rows are fetched."""
        return f"/t/{self.table}/verb?do={self.do}"


def gathered(every: Iterable[Form], lead: str = "") -> tuple[Form | Several, ...]:
    """These forms; those of one verb behind one door where they are many and may be left, and each has something to
    fill in or is about something else. The door stands where the first of them was. The offer `lead` stays alone.
    """
    alike: dict[str, list[Form]] = {}
    for form in every:
        alike.setdefault(form.do if form.urgency == "may" and form.key != lead else form.id, []).append(form)
    found: list[Form | Several] = []
    for same in alike.values():
        apart = same[0].asks or len({form.about for form in same}) == len(same)
        found += [_several(same)] if len(same) > FEW and apart else same
    return tuple(found)


def _several(same: Sequence[Form]) -> Several:
    first, abouts = same[0], {form.about for form in same}
    about = first.about if len(abouts) == 1 else ""
    called = together(first.desk.game, first.do)
    keys = tuple([key for form in same for key in form.keys])
    return Several(_id(first.do, "several"), first.table, first.do, called, about, keys=keys)


def together(game: Game[Any], do: str) -> str:
    """What the offers of one verb are called together."""
    kind, called = game.commands.by_name.get(do) or TABLE_COMMANDS.by_name.get(do), words(do)
    return (kind.together if kind else "") or called[:1].upper() + called[1:]


@lru_cache(4096)
def _id(key: str, place: str) -> str:
    return f"o-{blake2s(f'{key} {place}'.encode(), digest_size=4).hexdigest()}"


@lru_cache(4096)
def _door(table: str, keys: tuple[str, ...], place: str) -> str:
    asked = [("offer", key) for key in keys]
    return f"/t/{table}/form?{urlencode([*asked, ('of', place)] if place else asked)}"


def aimed(field: Field, thing: str) -> Field:
    """`field` with `thing` chosen, if it is a choice that has it."""
    if thing and isinstance(field, Choose) and _has(field, thing):
        return msgspec.structs.replace(field, default=(thing,))
    return field


def _has(field: Choose, value: str) -> bool:
    return any(choice.value == value for choice in field.choices)


def forms(found: Iterable[Offered], desk: Desk) -> tuple[Form, ...]:
    """The forms for what was found, in that order; neighbours of one verb without blanks share a form.

    What the game waits for is one question though each answer is about another thing, unless dice fall with it.
    """
    made: list[Form] = []
    for offered in found:
        if made and _same_but_fixed(made[-1].offered, offered):
            made[-1] = Form(made[-1].offered, desk, (*made[-1].others, offered))
        else:
            made.append(Form(offered, desk))
    return tuple(made)


def _same_but_fixed(one: Offered, other: Offered) -> bool:
    if (one.do, one.urgency) != (other.do, other.urgency) or one.asks or other.asks:
        return False
    form = one.form()
    one_question = one.about == other.about or (one.urgency == "must" and not form.rolls)
    return one_question and _outline(form) == _outline(other.form())


def _outline(offer: Offer) -> tuple[object, ...]:
    return offer.why, offer.rules, offer.rolls, offer.whose


# -- and back


def asked_for(data: FormData) -> str:
    """The name of the command that a form is for: the first part of its offer's key."""
    return last(data, "moot.offer").partition(":")[0]


def wish(offers: Iterable[Offered], data: FormData) -> dict[str, Any]:
    """The command that a filled form stands for.

    Raises Refused (`offer-gone`) when its offer is no longer open, for answers that are not numbers where numbers are
    asked for, and for a choice that was not made; everything else is checked where the command is decided.
    """
    key = last(data, "moot.offer")
    for offered in offers:
        if offered.key == key:
            offer = offered.form()
            filled = offer.answered(lambda field: _answer(field, data))
            return {**filled, **{name: words for name, words in _shut_words(offer, data) if name not in filled}}
    raise Refused("offer-gone", "This is no longer open: the game has moved on. Look at what is asked of you now.")


def _shut_words(offer: Offer, data: FormData) -> Iterable[tuple[str, str]]:
    """Words typed into blanks that are shut: sent with the rest, so that the refusal tells their writer."""
    names = (field.name for field in offer.fields if isinstance(field, Write))
    return ((name, words) for name in names if (words := _answered(data, name)))


def chosen(data: FormData) -> dict[str, Sequence[str]]:
    """What stands in each blank of a form that is not sent yet."""
    prefix = control("")
    return {name.removeprefix(prefix): values for name, values in data.items() if name.startswith(prefix)}


def faces(data: FormData) -> tuple[int, ...]:
    """The dice that somebody rolled by hand and typed in. Raises Refused if they are not numbers."""
    typed = " ".join(data.get("moot.faces", ()))
    if re.search(r"[^\d\s,;+&./]", typed):
        raise Refused("not-dice", "Type the numbers that the dice show, in order: 7 4.", field="faces")
    return tuple(int(face) for face in re.findall(r"\d{1,4}", typed))


def last(data: FormData, name: str) -> str:
    """What a form says under a name: the last of it, if it says several things; nothing if it has no such name."""
    return data.get(name, ("",))[-1]


def _answered(data: FormData, name: str) -> str:
    return last(data, control(name))


def _answer(field: Field, data: FormData) -> object:
    match field:
        case Choose(name=name, many=False):
            if not (said := _answered(data, name)):
                field.check(said)
            return said
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


def _items(field: Compose, data: FormData) -> Iterable[Item]:
    """The rows that are filled in: those with a kind or, if there is only one kind, those with words."""
    sole = sole_way(field.kinds)
    for at in range(field.most):
        what, detail = (_answered(data, f"{field.name}.{at}.{part}").strip() for part in ("what", "detail"))
        if what and (detail or what != sole):
            kind, _, target = what.partition(":")
            yield Item(kind, target, detail)
        elif detail:
            raise Refused("no-kind", f"Row {at + 1}: choose what “{detail}” is.", field=field.name)

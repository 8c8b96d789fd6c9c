"""What a bargain may hold, one row of a table a term, and what it never may (WA-NEG-01, WA-NEG-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from moot.core import Choice, Compose, Event, Item, Kind, Line, Part, Play, Seat
from moot.games.wicked_age.book import BARRED, TERMS, form_title
from moot.games.wicked_age.cast import open_to
from moot.games.wicked_age.conflict.leaving import Died
from moot.games.wicked_age.frames import befell
from moot.games.wicked_age.sequence import Bargain, Loss, Sequence
from moot.games.wicked_age.state import Character, State


class _Talk(NamedTuple):
    """A bargain as a seat knows of it: whether the loser's sheet is `seen` says what can be named."""

    state: State
    sequence: Sequence
    bargain: Bargain
    loser: Character
    seen: bool


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


def _strengths(talk: _Talk) -> tuple[Choice, ...]:
    held, loser = talk.state.strengths, talk.loser
    listed = (id_ for id_ in loser.strengths if id_ in held and (talk.seen or id_ in loser.seen))
    return tuple(Choice(id_, held[id_].name) for id_ in listed)


def _leaving(talk: _Talk) -> tuple[Choice, ...]:
    """Either of the pair, where an end agreed in mid-fight leaves others in (WA-RD-18)."""
    if talk.bargain.absolute or len(talk.sequence.standing) <= 2:
        return ()
    return tuple(Choice(who, talk.state.characters[who].name) for who in (talk.bargain.loser, talk.bargain.winner))


def _form(state: State, target: str) -> str:
    form, _, size = target.partition(":")
    return form_title(form).lower() + (f" (the d{size})" if size else "")


def _strength(state: State, target: str) -> str:
    return state.strengths[target].name if target in state.strengths else target


_ABOUT: Final[dict[str, tuple[Callable[[_Talk], tuple[Choice, ...]], Callable[[State, str], str]]]] = {
    "form": (lambda talk: form_targets(talk.loser, talk.seen), _form),
    "strength": (_strengths, _strength),
    "fighter": (_leaving, State.name),
}
"""What a term can be about: what there is to choose, and how people call what was chosen."""


class SheetMarked(Event[State], tag="sheet-marked"):
    """An agreed change was written on a sheet."""

    who: str
    text: str

    def evolve(self, state: State) -> State:
        return state.with_character(self.who, marks=(*state.characters[self.who].marks, self.text))

    def line(self, state: State) -> Line:
        text = f"On {state.name(self.who)}’s sheet: {self.text}"
        return Line("sheet", text, facts=(befell(state, "fact", self.who, text.rstrip(".")),))


class StrengthLost(Event[State], tag="strength-lost"):
    """Somebody lost a particular strength by agreement."""

    who: str
    strength: str

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        listed, seen_ = (tuple(id_ for id_ in ids if id_ != self.strength) for ids in (who.strengths, who.seen))
        return state.with_character(self.who, strengths=listed, seen=seen_)

    def line(self, state: State) -> Line:
        text = f"{state.name(self.who)} loses {_strength(state, self.strength)}"
        return Line("sheet", f"{text}.", facts=(befell(state, "hurt", self.who, text),))


def come_true(play: Play[State], who: str, item: Item) -> None:
    """What a term changes on the loser's sheet as soon as it is agreed."""
    loser = play.state.characters[who]
    match TERMS[item.kind].does:
        case "mark":
            play.record(SheetMarked(who=who, text=item.detail, rules=("WA-NEG-01",)))
        case "strip" if item.target in loser.strengths:
            play.record(StrengthLost(who=who, strength=item.target, rules=("WA-NEG-01",)))
        case "kill" if not loser.dead:
            play.record(Died(who=who, rules=("WA-CQ-07", "WA-NEG-01")))


def terms_field(state: State, seat: Seat, sequence: Sequence, bargain: Bargain) -> Compose:
    """The blank for terms: what may be agreed, as far as `seat` knows of it, and what is refused, with why."""
    loser = state.characters[bargain.loser]
    kinds = tuple(_kinds(_Talk(state, sequence, bargain, loser, open_to(loser, seat))))
    return Compose(
        name="terms",
        label="Terms",
        hint="Both must agree.",
        kinds=kinds,
        barred=tuple(one for one in BARRED if one.value not in {kind.value for kind in kinds}),
    )


def _kinds(talk: _Talk) -> Iterator[Kind]:
    name, warned = talk.loser.name, talk.state.options.future_actions == "warned"
    for kind, term in TERMS.items():
        targets = _ABOUT[term.about][0](talk) if term.about else ()
        if (targets or not term.about) and (warned or not term.warned):
            yield Kind(kind, term.label.format(loser=name), targets, term.writes, term.hint.format(loser=name))


def about(what: str, terms: Iterable[Item]) -> tuple[Item, ...]:
    """Those of some terms that are about a form, a strength or a fighter."""
    return tuple(item for item in terms if TERMS[item.kind].about == what)


def terms_text(state: State, loser: str, terms: tuple[Item, ...]) -> str:
    """Terms in words: `Esan loses a die size off maneuvering; Amek hears of his misstep`."""
    return "; ".join(_term_text(state, state.characters[loser], item) for item in terms)


def _term_text(state: State, loser: Character, item: Item) -> str:
    term = TERMS[item.kind]
    target = _ABOUT[term.about][1](state, item.target) if term.about else ""
    return term.says.format(loser=loser.name, target=target, detail=item.detail)


CHANGES: Final[Part[State]] = Part(SheetMarked, StrengthLost)

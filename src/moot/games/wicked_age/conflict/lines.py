"""The journal's lines of a conflict: what happened, in plain words, with the dice as they fell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from moot.core import Line, Shown, Throw
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict import events as e
from moot.games.wicked_age.conflict.compare import explain, read
from moot.games.wicked_age.conflict.pool import form_title, manner
from moot.games.wicked_age.conflict.settling import cut_text, exchange_of
from moot.games.wicked_age.conflict.terms import terms_text
from moot.games.wicked_age.sequence import Cut, Rolled
from moot.games.wicked_age.state import State


def thrown(roll: Rolled, standing: bool = False) -> Throw:
    """A roll as dice to draw: the high die first and marked, advantage dice with pips (WA-MAT-02)."""
    falling = sorted(roll.dice, key=lambda die: (die[1], die[0]), reverse=True)
    dice = [Shown(sides=sides, face=face, high=at == 0) for at, (sides, face) in enumerate(falling)]
    pips = [Shown(sides=book.ADVANTAGE_DIE, face=face, style="pips") for face in roll.pips]
    return Throw(dice=(*dice, *pips), reading=read(roll), standing=standing)


def listed(names: Iterable[str]) -> str:
    """`Amek`, `Amek and Esan`, `Amek, Esan and Tajie`."""
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def line(state: State, event: e.ConflictEvent) -> Line | None:
    """The journal's line for `event`, given the state after it; None for what another line says already."""
    match event:
        case (
            e.Undertaken()
            | e.FormsDeclared()
            | e.Joined()
            | e.GaveIn()
            | e.StoodWith()
            | e.StoodAgainst()
            | e.SequenceEnded()
        ):
            return _entering(state, event)
        case e.NameCashed() | e.OpeningRolled() | e.OrderSet() | e.BackedAway() | e.TieRerolled():
            return _opening(state, event)
        case e.TakenUp() | e.Challenged() | e.AnswerClaimed() | e.Passed() | e.Answered() | e.Told():
            return _exchange(state, event)
        case e.Proposed() | e.StoodOnDefault() | e.RolledOn() | e.Agreed():
            return _talk(state, event)
        case e.Settled() | e.RoundEnded():
            return None
        case _:
            return _harm(state, event)


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else who


def _names(state: State, ids: Iterable[str]) -> str:
    return listed(_name(state, who) for who in ids)


def _by(state: State, event: e.Undertaken | e.FormsDeclared | e.Joined) -> str:
    """How somebody acts, and with which dice: `by maneuvering (d10, d6)`."""
    names = [state.strengths[id_].name for id_ in event.strengths if id_ in state.strengths]
    using = f", with {listed(names)}" if names else ""
    dice = ", ".join(f"d{die}" for die in event.dice) or "no die"
    return f"{manner(event.forms)}{using} ({dice})"


# ---------------------------------------------------------------- who is in


def _entering(
    state: State,
    event: e.Undertaken | e.FormsDeclared | e.Joined | e.GaveIn | e.StoodWith | e.StoodAgainst | e.SequenceEnded,
) -> Line | None:
    match event:
        case e.Undertaken():
            text = f"acts, {_by(state, event)}. In the way: {_names(state, event.against)}."
            return Line(kind="move", who=_name(state, event.actor), text=text, quote=event.deed, rules=event.rules)
        case e.FormsDeclared():
            text = f"stands against it, {_by(state, event)}{_beside(state, event.beside)}."
            return Line(kind="move", who=_name(state, event.who), text=text, rules=event.rules)
        case e.Joined():
            text = f"steps in, {_by(state, event)}{_beside(state, event.beside)}."
            return Line(kind="move", who=_name(state, event.who), text=text, rules=event.rules)
        case e.GaveIn():
            acting = state.sequences[event.sequence].actor == event.who
            return _story(f"{_name(state, event.who)} {'lets it go' if acting else 'gives in'}.", event.rules)
        case e.StoodWith():
            return _story(f"{_name(state, event.who)} stands beside {_name(state, event.other)}.", event.rules)
        case e.StoodAgainst():
            return _story(f"{_name(state, event.who)} stands against {_name(state, event.other)}.", event.rules)
        case e.SequenceEnded():
            return _story(_ended(state, event), event.rules, event.reason)
        case _ as never:
            assert_never(never)


def _story(text: str, rules: tuple[str, ...], quote: str = "") -> Line:
    return Line(kind="result", text=text, quote=quote, rules=rules)


def _beside(state: State, beside: tuple[str, ...]) -> str:
    return f", beside {_names(state, beside)}" if beside else ""


def _ended(state: State, event: e.SequenceEnded) -> str:
    actor = _name(state, state.sequences[event.sequence].actor)
    return {
        "no-roll": f"Nobody fights over it: what {actor} set about needs no dice.",
        "backed-away": "All back away, and each goes their way.",
        "settled": "It is over.",
        "third-round": "The third round is over, and with it the conflict.",
        "cut-off": "The GM leaves it there.",
    }[event.how]


# ---------------------------------------------------------------- opening rolls


def _opening(
    state: State, event: e.NameCashed | e.OpeningRolled | e.OrderSet | e.BackedAway | e.TieRerolled
) -> Line | None:
    match event:
        case e.NameCashed():
            name = _name(state, event.character)
            text = f"cashes in {name}’s name for an advantage die."
            return Line(kind="result", who=_name(state, event.who), text=text, rules=event.rules)
        case e.OpeningRolled():
            sequence = state.sequences[event.sequence]
            return _roll(
                state, event.who, f"opens round {sequence.round} with {read(event.roll)}.", event.roll, event.rules
            )
        case e.OrderSet():
            if event.tied:
                groups = "; ".join(_names(state, group) for group in event.tied)
                return _story(
                    f"A full tie: {groups}. Fight on with the lowest die, or back away together.", event.rules
                )
            return _story(f"The order: {', '.join(_name(state, who) for who in event.order)}.", event.rules)
        case e.BackedAway():
            return _story(f"{_name(state, event.who)} would back away.", event.rules)
        case e.TieRerolled():
            text = f"fights on and rolls the d{event.sides} again: {read(event.roll)}."
            return _roll(state, event.who, text, event.roll, event.rules)
        case _ as never:
            assert_never(never)


def _roll(state: State, who: str, text: str, roll: Rolled, rules: tuple[str, ...], standing: bool = False) -> Line:
    return Line(kind="roll", who=_name(state, who), text=text, throws=(thrown(roll, standing),), rules=rules)


# ---------------------------------------------------------------- moves and answers


def _exchange(
    state: State, event: e.TakenUp | e.Challenged | e.AnswerClaimed | e.Passed | e.Answered | e.Told
) -> Line | None:
    match event:
        case e.TakenUp():
            text = f"picks the dice up and rolls {read(event.roll)}, which stands."
            return _roll(state, event.who, text, event.roll, event.rules, standing=True)
        case e.Challenged():
            return _challenge(state, event)
        case e.AnswerClaimed():
            lost = " and loses a move by it" if event.lost else ""
            return _story(f"{_name(state, event.who)} will answer too{lost}.", event.rules)
        case e.Passed():
            return Line(kind="move", who=_name(state, event.who), text="lets the turn go by.", rules=event.rules)
        case e.Answered():
            return _answer(state, event)
        case e.Told():
            return Line(kind="story", who=_name(state, event.who), quote=event.text, rules=event.rules)
        case _ as never:
            assert_never(never)


def _challenge(state: State, event: e.Challenged) -> Line:
    sequence = state.sequences[event.sequence]
    parts = [f"moves on {_names(state, event.against)} with {read(event.roll)} standing."]
    if len(sequence.standing) > 2 and event.lost:
        parts.append(
            f"{_names(state, event.lost)} {'loses' if len(event.lost) == 1 else 'lose'} the move of this round."
        )
    if event.got:
        parts.append(f"By now: {event.got}")
    throws = (thrown(event.roll, standing=True),)
    who = _name(state, event.who)
    return Line(kind="move", who=who, text=" ".join(parts), quote=event.deed, throws=throws, rules=event.rules)


def _answer(state: State, event: e.Answered) -> Line:
    exchange = exchange_of(state.sequences[event.sequence], event.exchange)
    winner, loser = _name(state, exchange.winner), _name(state, exchange.loser)
    parts = [f"answers {_name(state, event.mover)}. {explain(exchange, exchange.round == book.ROUNDS.decisive)}"]
    parts.append(f"{loser} is out." if exchange.absolute else f"{winner} has the advantage over {loser}.")
    if event.lapsed:
        parts.append(f"{_names(state, event.lapsed)} need not answer any more.")
    throws = (thrown(event.roll),)
    who = _name(state, event.answerer)
    return Line(kind="roll", who=who, text=" ".join(parts), throws=throws, rules=event.rules)


# ---------------------------------------------------------------- talk and harm


def _talk(state: State, event: e.Proposed | e.StoodOnDefault | e.RolledOn | e.Agreed) -> Line | None:
    match event:
        case e.Proposed():
            bargain = state.sequences[event.sequence].bargains[event.bargain]
            text = f"offers: {terms_text(state, bargain.loser, event.terms)}."
            return Line(kind="move", who=_name(state, event.who), text=text, rules=event.rules)
        case e.StoodOnDefault():
            return _story(f"{_name(state, event.who)} would rather be exhausted or injured.", event.rules)
        case e.RolledOn():
            return _story(f"{_name(state, event.who)} would rather roll on.", event.rules)
        case e.Agreed():
            text = f"{_name(state, event.winner)} and {_name(state, event.loser)} agree: "
            text += terms_text(state, event.loser, event.terms)
            leaves = f". {_names(state, event.leaves)} out of the conflict" if event.leaves else ""
            warned = any(item.kind == "future-action" for item in event.terms)
            rules = (*event.rules, "WA-RD-24") if warned else event.rules
            return _story(f"{text}{leaves}.", rules)
        case _ as never:
            assert_never(never)


def _harm(
    state: State,
    event: e.Harmed | e.FormCut | e.SheetMarked | e.StrengthLost | e.Died | e.LeftAction | e.NamesWritten,
) -> Line | None:
    match event:
        case e.Harmed():
            title = book.HARM[event.harm].title.lower()
            return _sheet(f"{_name(state, event.who)} is {title}: {_cuts(event.cuts)}.", event.rules)
        case e.FormCut():
            if not event.cuts:
                form = form_title(event.loss.form).lower()
                return _sheet(f"{_name(state, event.who)} has no die of {form} left to lose.", event.rules)
            strength = state.strengths.get(event.loss.strength)
            why = f" to {strength.name}" if strength else ""
            return _sheet(f"{_name(state, event.who)} loses{why}: {_cuts(event.cuts)}.", event.rules)
        case e.SheetMarked():
            return _sheet(f"On {_name(state, event.who)}’s sheet: {event.text}", event.rules)
        case e.StrengthLost():
            strength = state.strengths.get(event.strength)
            return _sheet(
                f"{_name(state, event.who)} loses {strength.name if strength else event.strength}.", event.rules
            )
        case e.Died():
            return _sheet(f"{_name(state, event.who)} dies, as was agreed.", event.rules)
        case e.LeftAction():
            text = f"{_name(state, event.who)} has two dice at 0 and takes no further part in this chapter."
            return _sheet(text, event.rules)
        case e.NamesWritten():
            return _written(state, event)
        case _ as never:
            assert_never(never)


def _sheet(text: str, rules: tuple[str, ...]) -> Line:
    return Line(kind="sheet", text=text, rules=rules)


def _cuts(cuts: tuple[Cut, ...]) -> str:
    return "; ".join(cut_text(cut) for cut in cuts) or "nothing was left to lose"


def _written(state: State, event: e.NamesWritten) -> Line | None:
    if not event.names:
        return None
    whom = listed(
        f"{_name(state, name.character)} (against {_name(state, name.over)}’s bigger dice)" for name in event.names
    )
    return _sheet(f"On the owe list: {whom}.", event.rules)

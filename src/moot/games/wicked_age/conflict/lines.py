"""The journal's lines of a conflict: what happened, in plain words, with the dice as they fell."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.wicked_age import book
from moot.games.wicked_age.cast import all_called, called
from moot.games.wicked_age.conflict import events as e
from moot.games.wicked_age.conflict.pool import form_title, manner
from moot.games.wicked_age.conflict.rolls import exchange_line, opening_line, result
from moot.games.wicked_age.conflict.settling import cut_text
from moot.games.wicked_age.conflict.terms import terms_text
from moot.games.wicked_age.sequence import Cut
from moot.games.wicked_age.state import State


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
            return opening_line(state, event)
        case e.TakenUp() | e.Challenged() | e.AnswerClaimed() | e.Passed() | e.Answered() | e.Told():
            return exchange_line(state, event)
        case e.Proposed() | e.StoodOnDefault() | e.RolledOn() | e.Agreed():
            return _talk(state, event)
        case e.Settled() | e.RoundEnded():
            return None
        case _:
            return _harm(state, event)


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
            text = f"acts, {_by(state, event)}. In the way: {all_called(state, event.against)}."
            return Line(kind="move", who=called(state, event.actor), text=text, quote=event.deed, rules=event.rules)
        case e.FormsDeclared():
            text = f"stands against it, {_by(state, event)}{_beside(state, event.beside)}."
            return Line(kind="move", who=called(state, event.who), text=text, rules=event.rules)
        case e.Joined():
            text = f"steps in, {_by(state, event)}{_beside(state, event.beside)}."
            return Line(kind="move", who=called(state, event.who), text=text, rules=event.rules)
        case e.GaveIn():
            acting = state.sequences[event.sequence].actor == event.who
            return result(f"{called(state, event.who)} {'lets it go' if acting else 'gives in'}.", event.rules)
        case e.StoodWith():
            return result(f"{called(state, event.who)} stands beside {called(state, event.other)}.", event.rules)
        case e.StoodAgainst():
            return result(f"{called(state, event.who)} stands against {called(state, event.other)}.", event.rules)
        case e.SequenceEnded():
            return result(_ended(state, event), event.rules, event.reason)
        case _ as never:
            assert_never(never)


def _beside(state: State, beside: tuple[str, ...]) -> str:
    return f", beside {all_called(state, beside)}" if beside else ""


def _ended(state: State, event: e.SequenceEnded) -> str:
    actor = called(state, state.sequences[event.sequence].actor)
    return {
        "no-roll": f"Nobody fights over it: what {actor} set about needs no dice.",
        "backed-away": "All back away, and each goes their way.",
        "settled": "It is over.",
        "third-round": "The third round is over, and with it the conflict.",
        "cut-off": "The GM leaves it there.",
    }[event.how]


# ---------------------------------------------------------------- talk and harm


def _talk(state: State, event: e.Proposed | e.StoodOnDefault | e.RolledOn | e.Agreed) -> Line | None:
    match event:
        case e.Proposed():
            bargain = state.sequences[event.sequence].bargains[event.bargain]
            text = f"offers: {terms_text(state, bargain.loser, event.terms)}."
            return Line(kind="move", who=called(state, event.who), text=text, rules=event.rules)
        case e.StoodOnDefault():
            return result(f"{called(state, event.who)} would rather be exhausted or injured.", event.rules)
        case e.RolledOn():
            return result(f"{called(state, event.who)} would rather roll on.", event.rules)
        case e.Agreed():
            text = f"{called(state, event.winner)} and {called(state, event.loser)} agree: "
            text += terms_text(state, event.loser, event.terms)
            out = f"{'is' if len(event.leaves) == 1 else 'are'} out of the conflict"
            leaves = f". {all_called(state, event.leaves)} {out}" if event.leaves else ""
            warned = any(item.kind == "future-action" for item in event.terms)
            rules = (*event.rules, "WA-RD-24") if warned else event.rules
            return result(f"{text}{leaves}.", rules)
        case _ as never:
            assert_never(never)


def _harm(
    state: State,
    event: e.Harmed | e.FormCut | e.SheetMarked | e.StrengthLost | e.Died | e.LeftAction | e.NamesWritten,
) -> Line | None:
    match event:
        case e.Harmed():
            title = book.HARM[event.harm].title.lower()
            return _sheet(f"{called(state, event.who)} is {title}: {_cuts(event.cuts)}.", event.rules)
        case e.FormCut():
            if not event.cuts:
                form = form_title(event.loss.form).lower()
                return _sheet(f"{called(state, event.who)} has no die of {form} left to lose.", event.rules)
            strength = state.strengths.get(event.loss.strength)
            why = f" to {strength.name}" if strength else ""
            return _sheet(f"{called(state, event.who)} loses{why}: {_cuts(event.cuts)}.", event.rules)
        case e.SheetMarked():
            return _sheet(f"On {called(state, event.who)}’s sheet: {event.text}", event.rules)
        case e.StrengthLost():
            strength = state.strengths.get(event.strength)
            return _sheet(
                f"{called(state, event.who)} loses {strength.name if strength else event.strength}.", event.rules
            )
        case e.Died():
            return _sheet(f"{called(state, event.who)} dies, as was agreed.", event.rules)
        case e.LeftAction():
            text = f"{called(state, event.who)} has two dice at 0 and takes no further part in this chapter."
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
        f"{called(state, name.character)} (against {called(state, name.over)}’s bigger dice)" for name in event.names
    )
    return _sheet(f"On the owe list: {whom}.", event.rules)

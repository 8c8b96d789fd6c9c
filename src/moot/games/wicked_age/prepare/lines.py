"""The journal's lines of the preparation. They say nothing that is on a hidden sheet."""

from __future__ import annotations

from typing import assert_never

from moot.core import Event, Line
from moot.core.words import listed
from moot.games.wicked_age.book import FORMS, NPC_FORMS, STRENGTH_OPTIONS
from moot.games.wicked_age.cast import all_called, called, seated
from moot.games.wicked_age.oracles import card_name, oracle
from moot.games.wicked_age.prepare import events as e
from moot.games.wicked_age.state import State, StrengthOption


def _line(event: Event, text: str, *, quote: str = "", kind: str = "sheet") -> Line:
    return Line(kind=kind, text=text, quote=quote, rules=event.rules)


def of_list(state: State, event: e.ListEvent) -> Line:
    """How the journal says an event of the oracle, the list or the claims."""
    match event:
        case e.OracleBrought(seat=seat, oracle=own):
            return _line(event, f"{seated(state, seat)} brings an oracle: {own.title}.", kind="system")
        case e.OracleChosen(seat=seat, oracle=id_):
            title = oracle(state, id_).title
            return _line(event, f"{seated(state, seat)} chooses the oracle: {title}.", kind="chapter")
        case e.Dealt(seat=seat, entries=entries):
            cards = listed(f"the {card_name(entry.card)}" for entry in entries)
            return _line(event, f"{seated(state, seat)} deals {cards}.")
        case e.EntriesRead(seat=seat):
            words = "\n".join(entry.text for entry in state.dealt)
            return _line(event, f"{seated(state, seat)} reads the entries out.", quote=words, kind="story")
        case e.FigureAdded(seat=seat, name=name):
            return _line(event, f"{seated(state, seat)} puts {name} on the list.")
        case e.FigureRenamed(name=name, was=was):
            return _line(event, f"{_first(was)} is now {name} on the list.")
        case e.FigureStruck(name=name):
            return _line(event, f"{_first(name)} is off the list.")
        case e.FiguresMerged(figure=id_, name=name):
            kept = state.figures[id_].name if id_ in state.figures else "somebody"
            return _line(event, f"{_first(kept)} and {name} are the same person.")
        case e.ClaimsOpened():
            return _line(event, "The players choose their characters.", kind="chapter")
        case e.Claimed(seat=seat, figure=id_) | e.FigureTaken(seat=seat, figure=id_):
            return _line(event, f"{seated(state, seat)} takes {_figure(state, id_)}.")
        case e.Released(seat=seat, figure=id_):
            return _line(event, f"{seated(state, seat)} lets go of {_figure(state, id_)}.")
        case e.SheetsBegun(returning=returning):
            back = f"{all_called(state, returning)} {'is' if len(returning) == 1 else 'are'} back."
            return _line(event, f"Sheets are made. {back if returning else ''}".rstrip(), kind="chapter")
        case _:
            assert_never(event)


def _figure(state: State, id_: str) -> str:
    figure = state.figures.get(id_)
    return figure.name if figure else "somebody"


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def of_sheets(state: State, event: e.SheetEvent) -> Line:
    """How the journal says an event of sheets and strengths."""
    match event:
        case e.CharacterMade(seat=seat, name=name, again=again):
            text = f"{seated(state, seat)} changes {name}'s sheet." if again else f"{seated(state, seat)} plays {name}."
            return _line(event, text, quote="" if again else event.description)
        case e.NpcMade(name=name, known=known, again=again):
            if again:
                return _line(event, f"The GM changes {name}'s sheet.")
            text = f"The GM makes {name}." if known else f"{name} is made, and the table does not know of them yet."
            return _line(event, text, quote=event.description)
        case e.NpcUnmade(name=name):
            return _line(event, f"{name} has no sheet any more.")
        case e.NpcShown(character=id_):
            return _line(event, f"{called(state, id_)}'s sheet lies open.")
        case e.NpcHidden(character=id_):
            return _line(event, f"{called(state, id_)}'s sheet is closed again.")
        case e.NpcIntroduced(name=name, description=description):
            return _line(event, f"Enter {name}.", quote=description)
        case e.StrengthShown(strength=shown):
            return _line(event, f"A particular strength: {shown.name}.", quote=shown.description)
        case e.StrengthNamed(name=name):
            return _line(event, f"A particular strength: {name}.")
        case e.StrengthMade(seat=seat, strength=id_, takes=takes):
            text = f"{seated(state, seat)} makes {_strength(state, id_)}: {_ways(event)}. It takes: {takes}"
            return _line(event, text, quote=event.description)
        case e.StrengthYielded(character=id_, strength=lost):
            text = f"{_strength(state, lost)} is unique, and off {called(state, id_)}'s sheet."
            return _line(event, text)
        case e.OptionPicked(strength=id_, option=option):
            return _line(event, f"{_strength(state, id_)} is {_option(option)}.")
        case _:
            assert_never(event)


def _strength(state: State, id_: str) -> str:
    strength = state.strengths.get(id_)
    return strength.name if strength else "A strength"


def _ways(event: e.StrengthMade) -> str:
    return f"{FORMS[event.form].lower()}, for NPCs {NPC_FORMS[event.npc_form].lower()}"


def _option(option: StrengthOption) -> str:
    title = STRENGTH_OPTIONS[option.kind].title.lower()
    if option.kind == "broad":
        return f"{title}: {FORMS[option.form].lower()} too"
    if option.kind == "consequential":
        return f"{title}: {FORMS[option.form].lower()}, for NPCs {NPC_FORMS[option.npc_form].lower()}"
    return f"{title}: {option.note}" if option.note else title


def of_interests(state: State, event: e.InterestEvent) -> Line:
    """How the journal says an event of the circle of best interests."""
    match event:
        case e.InterestsBegun():
            return _line(event, "Best interests go round. The GM begins.", kind="chapter")
        case e.InterestsNamed(character=id_, interests=interests):
            many = "a best interest" if len(interests) == 1 else f"{len(interests)} best interests"
            said = "; ".join(f"“{interest.text}”" for interest in interests)
            return _line(event, f"{called(state, id_)} has {many}: {said}.")
        case e.InterestRestated(character=id_, interest=interest):
            return _line(event, f"{called(state, id_)}'s interest, put otherwise.", quote=interest.text)
        case e.InterestDropped(character=id_):
            return _line(event, f"{called(state, id_)} has one best interest fewer.")
        case e.PlayBegun():
            return _line(event, f"Chapter {state.chapter} begins.", kind="chapter")
        case _:
            assert_never(event)

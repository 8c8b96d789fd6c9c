"""The journal's lines around the conflicts of a session."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.session import events as e
from moot.games.swords_edge.state import State


def line(state: State, event: e.SessionEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    match event:
        case e.SessionOpened() | e.SessionEnded() | e.SceneFramed() | e.SceneEnded() | e.DayEnded() | e.WeekEnded():
            return _of_time(event)
        case e.LuckDrawn() | e.LuckAwarded() | e.UseAllowed() | e.LuckUsed() | e.AdvancementCashed() | e.NcHealed():
            return _of_luck(state, event)
        case (
            e.PivotTouched()
            | e.AdvancementEarned()
            | e.WeaknessInvoked()
            | e.Tempted()
            | e.TemptationTold()
            | e.QualityTurnedDown()
            | e.QualityAccepted()
        ):
            return _of_play(state, event)
        case _:
            return _of_sheets(state, event)


_Time = e.SessionOpened | e.SessionEnded | e.SceneFramed | e.SceneEnded | e.DayEnded | e.WeekEnded


def _of_time(event: _Time) -> Line:
    match event:
        case e.SessionOpened(session=session, luck=luck, pool=pool):
            each = max(luck.values(), default=0)
            extra = f" {pool} lie in the pool." if pool else ""
            return Line(kind="chapter", text=f"Session {session}. {each} Luck each.{extra}", rules=event.rules)
        case e.SessionEnded(session=session):
            return Line(
                kind="chapter", text=f"Session {session} is over; what Luck was left is gone.", rules=event.rules
            )
        case e.SceneFramed(title=title, goal=goal):
            return Line(kind="scene", text=title, quote=goal, rules=event.rules)
        case e.SceneEnded():
            return Line(kind="scene", text="The scene is over.", rules=event.rules)
        case e.DayEnded():
            return Line(kind="scene", text="A day goes by.", rules=event.rules)
        case e.WeekEnded():
            return Line(kind="scene", text="A week goes by.", rules=event.rules)
        case _:
            assert_never(event)


_Luck = e.LuckDrawn | e.LuckAwarded | e.UseAllowed | e.LuckUsed | e.AdvancementCashed | e.NcHealed


def _of_luck(state: State, event: _Luck) -> Line:
    match event:
        case e.LuckDrawn(seat=seat, luck=luck):
            text = f"{state.named(seat)} takes {luck} Luck."
        case e.LuckAwarded(by=by, seat=seat, luck=luck, reason=reason):
            text = f"{state.named(by)} gives {state.named(seat)} {luck} Luck."
            return Line(kind="move", text=text, quote=reason, rules=event.rules)
        case e.UseAllowed(use=use):
            return Line(kind="system", text="From now on a Luck also buys:", quote=use.text, rules=event.rules)
        case e.LuckUsed(who=who, use=use):
            return Line(kind="move", text=f"A Luck for {state.named(who)}:", quote=use, rules=event.rules)
        case e.AdvancementCashed(who=who):
            text = f"{state.named(who)} turns an Advancement into Luck."
        case e.NcHealed(nc=nc):
            text = f"The GM’s Luck takes a Stress off {state.named(nc)}."
        case _:
            assert_never(event)
    return Line(kind="move", text=text, rules=event.rules)


_Play = (
    e.PivotTouched | e.AdvancementEarned | e.WeaknessInvoked | e.Tempted | e.TemptationTold | e.QualityTurnedDown
    | e.QualityAccepted
)


def _of_play(state: State, event: _Play) -> Line:
    match event:
        case e.PivotTouched(who=who, text=pivot):
            return Line(kind="move", text=f"This touches {state.named(who)}’s Pivot:", quote=pivot, rules=event.rules)
        case e.AdvancementEarned(who=who):
            text = f"{state.named(who)} earns an Advancement."
        case e.WeaknessInvoked(by=by, who=who, weakness=weakness):
            text = f"{state.named(by)} invokes {state.named(who)}’s {_quality(state, who, weakness)}: a Luck for it."
        case e.Tempted(temptation=tempted):
            name = _quality(state, tempted.who, tempted.weakness)
            text = f"{name} tempts {state.named(tempted.who)}, for a Luck."
        case e.TemptationTold(who=who, weakness=weakness, text=told):
            text = f"{_quality(state, who, weakness)} and {state.named(who)}:"
            return Line(kind="story", text=text, quote=told, rules=event.rules)
        case e.QualityTurnedDown(who=who, quality=quality):
            text = f"{_quality(state, who, quality)} does not help {state.named(who)} in this scene."
        case e.QualityAccepted(who=who, quality=quality):
            text = f"{_quality(state, who, quality)} helps {state.named(who)} after all."
        case _:
            assert_never(event)
    return Line(kind="move", text=text, rules=event.rules)


_Sheets = (
    e.Grown | e.Learned | e.StressCleared | e.ItemLost | e.ItemReturned
    | e.BroughtBack
)


def _of_sheets(state: State, event: _Sheets) -> Line | None:
    name = state.named(event.who)
    match event:
        case e.Grown(quality=quality, was=was, rank=rank):
            what = _quality(state, event.who, quality)
            text = f"{name}’s {what} grows from {ladder.title(was)} to {ladder.title(rank)}."
        case e.Learned(qualities=qualities):
            text = f"{name} learns {listed(quality.name for quality in qualities)}."
        case e.StressCleared():
            text = f"{name} spends an Advancement, and every Penalty Rank is gone."
        case e.ItemLost(what=what, stand_in=stand_in):
            text = f"{name} is without {_quality(state, event.who, what)}; {stand_in.name} stands in."
        case e.ItemReturned(what=what):
            text = f"{name} has {_quality(state, event.who, what)} back."
        case e.BroughtBack(gains=gains):
            left = f" The Doom has left {listed(gain.name for gain in gains)}." if gains else ""
            text = f"{name} is back.{left}"
        case _:
            assert_never(event)
    return Line(kind="sheet", text=text, rules=event.rules)


def _quality(state: State, who: str, quality: str) -> str:
    character = state.characters.get(who)
    return character.quality(quality).name if character and character.has(quality) else "a Quality"

"""What each event around the conflicts makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge.creation.evolve import with_quality
from moot.games.swords_edge.people import Character, Healing
from moot.games.swords_edge.purse import moved, paid
from moot.games.swords_edge.session import events as e
from moot.games.swords_edge.state import Scene, State


def evolve(state: State, event: e.SessionEvent) -> State:
    """The state after `event`."""
    match event:
        case e.SessionOpened(session=session, luck=luck, pool=pool):
            granted = tuple(luck)
            opened = replace(state, phase="session", session=session, opening=True, granted=granted)
            return replace(opened, luck=luck, pool=pool, chest=0)
        case e.SessionEnded():
            return _after_session(state)
        case e.SceneFramed() | e.SceneEnded() | e.DayEnded() | e.WeekEnded():
            return _in_time(state, event)
        case e.LuckDrawn() | e.LuckAwarded() | e.UseAllowed() | e.LuckUsed() | e.NcHealed():
            return _luck(state, event)
        case e.WeaknessInvoked() | e.Tempted() | e.TemptationTold():
            return _weakness(state, event)
        case e.QualityTurnedDown(who=who, quality=quality):
            return _in_scene(state, down=(*_scene(state).down, (who, quality)))
        case e.QualityAccepted(who=who, quality=quality):
            return _in_scene(state, down=tuple(pair for pair in _scene(state).down if pair != (who, quality)))
        case e.Learned(qualities=qualities) | e.BroughtBack(gains=qualities):
            grown = state.with_character(_grown(state.characters[event.who], event, state.session))
            return replace(grown, ids=state.ids + len(qualities))
        case e.ItemLost():
            lost = state.with_character(_grown(state.characters[event.who], event, state.session))
            return replace(lost, ids=state.ids + 1)
        case _:
            return state.with_character(_grown(state.characters[event.who], event, state.session))


def _scene(state: State) -> Scene:
    return state.scene or Scene(number=state.scenes, title="")


def _in_scene(state: State, **changes: object) -> State:
    return replace(state, scene=replace(_scene(state), **changes))


def _everyone(state: State, **changes: object) -> dict[str, Character]:
    return {id_: replace(who, **changes) for id_, who in state.characters.items()}


def _after_session(state: State) -> State:
    characters = _everyone(state, windfall=0)
    ended = replace(state, phase="between", opening=False, luck={}, granted=(), pool=0, chest=0, characters=characters)
    return replace(ended, temptations=())


_Time = e.SceneFramed | e.SceneEnded | e.DayEnded | e.WeekEnded


def _in_time(state: State, event: _Time) -> State:
    match event:
        case e.SceneFramed(number=number, title=title, goal=goal, paper=paper):
            scene = Scene(number=number, title=title, goal=goal, paper=paper)
            characters = {id_: _fresh(who) for id_, who in state.characters.items()}
            papers = state.papers
            if paper in papers:
                papers = {**papers, paper: replace(papers[paper], played=True)}
            ncs = {id_: replace(nc, borne=nc.stress) for id_, nc in state.ncs.items()}
            framed = replace(state, phase="scene", scene=scene, scenes=number, opening=False, time_passed=False)
            return replace(framed, characters=characters, ncs=ncs, papers=papers)
        case e.SceneEnded():
            return _after_scene(state)
        case e.DayEnded(who=able):
            characters = {id_: _due(who, "day") if id_ in able else who for id_, who in state.characters.items()}
            return replace(state, characters=characters, time_passed=True)
        case e.WeekEnded(who=able):
            one = Healing(1)
            characters = {
                id_: replace(who, healing=(*who.healing, one)) if id_ in able else who
                for id_, who in state.characters.items()
            }
            return replace(state, characters=characters, time_passed=True)
        case _:
            assert_never(event)


def _fresh(who: Character) -> Character:
    """`who` as a new scene begins: what belongs to the last one's end is over."""
    recovers = tuple(occasion for occasion in who.recovers if occasion == "day")
    healing = tuple(healing for healing in who.healing if not healing.scene)
    return replace(who, recovers=recovers, healing=healing, spent=(), touched=(), invoked=())


def _due(who: Character, occasion: str) -> Character:
    return replace(who, recovers=tuple(dict.fromkeys((*who.recovers, occasion))))


def _after_scene(state: State) -> State:
    characters = {id_: _out_of_scene(state, who) for id_, who in state.characters.items()}
    kept = state.options.nc_stress_after_scene == "kept"
    ncs = {
        id_: replace(
            nc,
            stress=nc.stress if kept or nc.out else 0,
            here=False,
            spent=(),
            flawed=False,
            exerted=(),
        )
        for id_, nc in state.ncs.items()
    }
    ended = replace(state, phase="session", scene=None, characters=characters, ncs=ncs)
    return replace(ended, pairings={}, attacks={}, tests={}, temptations=())


def _out_of_scene(state: State, who: Character) -> Character:
    stands = "in" if who.stands in ("helpless", "away") else who.stands
    changed = replace(who, stands=stands, spent=(), touched=(), invoked=())
    hurt = any(penalty.scene == state.scenes for penalty in who.penalties)
    return _due(changed, "scene") if hurt and changed.here else changed


_Luck = e.LuckDrawn | e.LuckAwarded | e.UseAllowed | e.LuckUsed | e.NcHealed


def _luck(state: State, event: _Luck) -> State:
    match event:
        case e.LuckDrawn(seat=seat, luck=luck):
            return replace(moved(state, "pool", seat, luck), granted=(*state.granted, seat))
        case e.LuckAwarded(seat=seat, luck=luck, source=source):
            return moved(state, source, seat, luck)
        case e.UseAllowed(use=use):
            return replace(state, uses=(*state.uses, use), ids=state.ids + 1)
        case e.LuckUsed(paid=payments):
            return paid(state, payments)
        case e.NcHealed(nc=id_):
            nc = state.ncs[id_]
            return moved(state.with_nc(replace(nc, stress=nc.stress - 1)), "chest", "pool", 1)
        case _:
            assert_never(event)


_Weak = e.WeaknessInvoked | e.Tempted | e.TemptationTold


def _weakness(state: State, event: _Weak) -> State:
    match event:
        case e.WeaknessInvoked(who=id_, weakness=weakness, luck=luck, source=source):
            who = state.characters[id_]
            invoked = state.with_character(replace(who, invoked=(*who.invoked, weakness)))
            return moved(invoked, source, who.player, luck)
        case e.Tempted(temptation=temptation, source=source):
            tempted = replace(state, temptations=(*state.temptations, temptation), ids=state.ids + 1)
            return moved(tempted, source, state.characters[temptation.who].player, 1)
        case e.TemptationTold(temptation=id_):
            return replace(state, temptations=tuple(t for t in state.temptations if t.id != id_))
        case _:
            assert_never(event)


_Growth = (
    e.AdvancementCashed | e.PivotTouched | e.AdvancementEarned | e.Grown | e.Learned | e.StressCleared
    | e.ItemLost | e.ItemReturned | e.BroughtBack
)


def _grown(who: Character, event: _Growth, session: int) -> Character:
    match event:
        case e.AdvancementCashed():
            return replace(who, advancements=who.advancements - 1, windfall=who.windfall + 1)
        case e.PivotTouched(pivot=pivot):
            return replace(who, touched=(*who.touched, pivot))
        case e.AdvancementEarned():
            return replace(who, advancements=who.advancements + 1)
        case e.Grown(quality=quality, rank=rank, cost=cost):
            raised = with_quality(who, replace(who.quality(quality), rank=rank))
            return replace(raised, advancements=who.advancements - cost, grown=session)
        case e.Learned(qualities=qualities):
            learned = replace(who, qualities=(*who.qualities, *qualities))
            return replace(learned, advancements=who.advancements - 1, grown=session)
        case e.StressCleared():
            return replace(who, advancements=who.advancements - 1, penalties=(), recovers=(), healing=())
        case e.ItemLost(what=what, stand_in=stand_in):
            return with_quality(with_quality(who, replace(who.quality(what), lost=True)), stand_in)
        case e.ItemReturned(what=what):
            gone = {quality.id for quality in who.qualities if quality.stands_for == what}
            kept = tuple(quality for quality in who.qualities if quality.id not in gone)
            penalties = tuple(penalty for penalty in who.penalties if penalty.on not in gone)
            back = replace(who, qualities=kept, penalties=penalties)
            return with_quality(back, replace(who.quality(what), lost=False))
        case e.BroughtBack(gains=gains):
            return replace(who, stands="in", outlived=None, qualities=(*who.qualities, *gains))
        case _:
            assert_never(event)

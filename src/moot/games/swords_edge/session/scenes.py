"""Scenes: framed around one goal, and ended when that is settled (SE-TERM-03); and the GM's say on explanations."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge.cast.choosing import choices, chosen, whole
from moot.games.swords_edge.cast.entering import enter
from moot.games.swords_edge.hanging import whose_and_which
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.paper import Paper
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import Scene, State
from moot.games.swords_edge.whose import needs_bare_table, needs_guide


def _frame_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "frames a scene", "SE-TERM-03")
    goal = Write(name="goal", label="What is it about?", hint="One short-term goal.", least=0)
    yield Offer(
        do="frame-scene",
        label="Frame a scene",
        why="It opens when they meet the problem. A new goal is a new scene, even in the same place.",
        fixed={"paper": ""},
        fields=(Write(name="title", label="Title"), goal),
        rules=("SE-TERM-03", "SE-STR-05", "SE-GM-05"),
        urgency="must",
    )
    for paper in state.papers.values():
        if paper.form == "scene" and not paper.played:
            yield Offer(
                do="frame-scene",
                label=f"Play “{paper.title}”",
                why="Out of your preparation. Who waits is named to nobody, and comes in when you bring them.",
                fixed={"paper": paper.id},
                fields=(Write(name="title", label="Title", default=paper.title), goal, *_at_once(state, paper)),
                rules=("SE-PREP-04",),
                about=paper.id,
            )


def _able(state: State, paper: Paper) -> tuple[NC, ...]:
    """Those of a prepared scene who can come in."""
    some = (state.ncs[nc] for nc in paper.people if nc in state.ncs)
    return tuple(nc for nc in some if not nc.out)


def _at_once(state: State, paper: Paper) -> Iterator[Choose]:
    """Who is there from the start: what must be overcome, and all of them where that is nothing (SE-PREP-04)."""
    able = _able(state, paper)
    if able:
        first = tuple(nc.id for nc in able if nc.id in paper.obstacles) or whole(able)
        label = "There from the start"
        yield Choose(name="ncs", label=label, choices=choices(able), least=0, many=True, default=first)


def _frame(play: Play[State], command: c.FrameScene) -> None:
    title, goal = command.title.strip(), command.goal.strip()
    number = play.state.scenes + 1
    play.record(e.SceneFramed(number=number, title=title, goal=goal, paper=command.paper, rules=("SE-TERM-03",)))
    if command.ncs:
        enter(play, chosen(_able(play.state, play.state.papers[command.paper]), *command.ncs), "SE-PREP-04")


def _end_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "ends a scene", "SE-TERM-03")
    needs_bare_table(state)
    doomed = [who.name for who in state.cast() if who.doom]
    if doomed:
        raise Refused("doom-open", f"{doomed[0]} faces a Doom: that comes first.", "SE-DOOM-01")
    yield Offer(
        do="end-scene",
        label="End the scene",
        why="Overcome, driven off or dropped. Momentum and spent Qualities go; then Pivots, Recovery and Luck.",
        rules=("SE-TERM-03", "SE-RD-45", "SE-REC-01", "SE-PIV-02"),
        urgency="tool",
    )


def _end(play: Play[State], command: c.EndScene) -> None:
    state = play.state
    touched = [who.id for who in state.characters.values() if who.touched]
    play.record(e.SceneEnded(number=state.scenes, rules=("SE-TERM-03", "SE-RD-45", "SE-RD-47")))
    if state.options.pivot_award == "scene-end":
        for who in touched:
            play.record(e.AdvancementEarned(who=who, rules=("SE-PIV-02", "SE-ADV-01", "SE-ERR-29")))


def _down_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "turns an explanation down", "SE-TEST-02")
    standing = {who.id: some for who in state.cast() if (some := tuple(_applicable(state, who)))}
    if not standing:
        raise Refused("none-left", "Nobody has a Quality left to turn down.", "SE-TEST-02")
    yield Offer(
        do="turn-down",
        label="Turn a Quality down",
        why="If the explanation does not convince: it does not apply in this scene.",
        fields=whose_and_which(state, standing, "who", "quality"),
        rules=("SE-TEST-02", "SE-GM-01"),
        urgency="tool",
    )


def _applicable(state: State, who: Character) -> Iterator[Choice]:
    for quality in who.of("concept", "background", "faculty", "element"):
        if (who.id, quality.id) not in _scene(state).down:
            yield Choice(quality.id, quality.name)


def _scene(state: State) -> Scene:
    return state.scene or Scene(number=0, title="")


def _turn_down(play: Play[State], command: c.TurnDown) -> None:
    play.record(e.QualityTurnedDown(who=command.who, quality=command.quality, rules=("SE-TEST-02",)))


def _accept_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "lets a Quality apply after all", "SE-TEST-02")
    down = [pair for pair in _scene(state).down if state.characters[pair[0]].has(pair[1])]
    if not down:
        raise Refused("none-down", "No Quality was turned down.", "SE-TEST-02")
    for who, quality in down:
        name = state.characters[who].quality(quality).name
        yield Offer(
            do="accept-quality",
            label=f"Let “{name}” apply after all",
            fixed={"who": who, "quality": quality},
            rules=("SE-TEST-02",),
            urgency="tool",
            about=who,
        )


def _accept(play: Play[State], command: c.Accept) -> None:
    play.record(e.QualityAccepted(who=command.who, quality=command.quality, rules=("SE-TEST-02",)))


_SCENE = frozenset({"scene"})

VERBS = (
    Verb(c.FrameScene, frozenset({"session"}), _frame_offers, _frame),
    Verb(c.EndScene, _SCENE, _end_offers, _end),
    Verb(c.TurnDown, _SCENE, _down_offers, _turn_down),
    Verb(c.Accept, _SCENE, _accept_offers, _accept),
)

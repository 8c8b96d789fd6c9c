"""A sheet from its first words to its last: begun, taken ready-made, finished, opened again, set aside (SE-CRE-13)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb, Write
from moot.games.swords_edge import ladder, packs, shelf
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.creation import commands as c, events as e
from moot.games.swords_edge.creation.blanks import my_drafts, name_field, trait_field
from moot.games.swords_edge.creation.legality import check
from moot.games.swords_edge.makings import BUDGET, PRICES, STEPS
from moot.games.swords_edge.packs import SamplePc
from moot.games.swords_edge.people import Character, Quality
from moot.games.swords_edge.samples import character_of
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import drafts, needs_guide, needs_player, own

EVERYWHERE = frozenset({"between", "session", "scene"})
"""Sheets can be written at any time: newcomers arrive when they arrive."""


_WORDS = ("concept", "background", "faculty")
_IDEAS = 6
"""How many ready-made words are shown with each of them."""


def _genre_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "says in which genre the table plays", "SE-GM-04")
    if state.session:
        raise Refused("session-begun", "The genre is settled before the first session.", "SE-GM-04")
    choices = tuple(Choice(genre, packs.PACKS[genre].title, hint=packs.PACKS[genre].about) for genre in packs.GENRES)
    now = (state.genre,) if state.genre else ()
    yield Offer(
        do="choose-genre",
        label="Choose a genre" if not state.genre else "Change the genre",
        why="Its sample characters and opponents come first in every list; nothing else depends on it.",
        fields=(
            Choose(name="genre", label="Genre", hint="Leave it open for none.", choices=choices, least=0, default=now),
        ),
        rules=("SE-GM-04",),
        urgency="tool" if state.genre else "may",
    )


def _choose_genre(play: Play[State], command: c.ChooseGenre) -> None:
    play.record(e.GenreChosen(genre=command.genre))


def _needs_none(state: State, seat: Seat) -> None:
    needs_player(seat, "makes a character", "SE-TERM-05")
    if drafts(state, seat):
        raise Refused("begun-already", "You have a sheet under way: finish it, or set it aside.", "SE-CRE-01")
    if own(state, seat):
        raise Refused("has-character", "You have a character: set it aside before making another.", "SE-TERM-05")


def _begin_offers(state: State, seat: Seat) -> Iterator[Offer]:
    _needs_none(state, seat)
    words = {step.id: step.text for step in STEPS}
    yield Offer(
        do="begin-character",
        label="Make a character",
        why=f"Three words and a name, and then {BUDGET.ranks} Ranks to spend.",
        fields=(
            name_field("Name"),
            *(name_field(kind.title(), words[kind], kind, ideas=_ideas(state, kind)) for kind in _WORDS),
            trait_field("The Faculty goes with", "Using the Faculty brings this Trait in as well."),
            Write(name="text", label="In a sentence", hint="Who is it?", least=0, most=1000, lines=2),
        ),
        rules=("SE-CRE-01", "SE-CRE-02", "SE-CRE-13"),
        urgency="must",
    )


def _ideas(state: State, kind: str) -> tuple[str, ...]:
    """What ready-made characters have there: the genre's own first."""
    return tuple(dict.fromkeys(getattr(pc, kind).name for pc in shelf.pcs(state).values()))[:_IDEAS]


def _begin(play: Play[State], command: c.BeginCharacter) -> None:
    id_ = play.state.next_id
    start: dict[str, Rank] = {kind: PRICES[kind].start for kind in ("concept", "background", "faculty", "trait")}
    character = Character(
        id=id_,
        name=command.name.strip(),
        player=play.seat.id,
        text=command.text.strip(),
        traits=dict.fromkeys(ladder.TRAITS, start["trait"]),
        qualities=(
            Quality(f"{id_}c", "concept", command.concept.strip(), start["concept"]),
            Quality(f"{id_}b", "background", command.background.strip(), start["background"]),
            Quality(f"{id_}f", "faculty", command.faculty.strip(), start["faculty"], command.trait),
        ),
    )
    play.record(e.CharacterBegun(character=character, rules=("SE-CRE-01", "SE-CRE-02", "SE-CRE-03")))


def _sample_offers(state: State, seat: Seat) -> Iterator[Offer]:
    _needs_none(state, seat)
    taken = {who.sample for who in state.cast()}
    choices = tuple(
        _sample_choice(key, sample, state) for key, sample in shelf.pcs(state).items() if key not in taken
    )
    if not choices:
        raise Refused("all-taken", "Every sample character is played already.", "SE-CRE-12")
    yield Offer(
        do="take-sample",
        label="Take a ready-made character",
        why="Play at once: a character of the book or of your GM’s, as printed.",
        fields=(Choose(name="sample", label="Who?", choices=choices),),
        rules=("SE-CRE-12", "SE-RD-27"),
    )


def _sample_choice(key: str, sample: SamplePc, state: State) -> Choice:
    report = check(character_of(sample, key, "", key), state.options)
    over = f" {report.over} Rank over, as printed." if report.over else ""
    hint = f"{sample.concept.name}, {sample.background.name}. {sample.text}{over}"
    return Choice(key, sample.name, hint=hint.strip(), group=shelf.title(state, key))


def _take_sample(play: Play[State], command: c.TakeSample) -> None:
    printed = shelf.pcs(play.state)[command.sample]
    character = character_of(printed, command.sample, play.seat.id, play.state.next_id)
    play.record(e.SampleTaken(character=character, rules=("SE-CRE-12",)))


def _finish_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in my_drafts(state, seat):
        report = check(who, state.options)
        if report.over:
            raise Refused("over-budget", f"{who.name} is {report.over} over: take Ranks back.", "SE-CRE-12")
        if report.flaws:
            raise Refused(report.flaws[0].code, report.flaws[0].message, report.flaws[0].rule)
        left = f" {report.left} left to spend: legal, but unfinished." if report.left else " Every Rank is spent."
        yield Offer(
            do="finish-character",
            label=f"{who.name} is ready",
            why=f"The sheet keeps the rules.{left}",
            fixed={"who": who.id},
            rules=("SE-CRE-12",),
            urgency="may" if report.left else "must",
            about=who.id,
        )


def _finish(play: Play[State], command: c.FinishCharacter) -> None:
    left = check(play.state.characters[command.who], play.state.options).left
    play.record(e.CharacterFinished(who=command.who, left=left, rules=("SE-CRE-12",)))


def _reopen_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "changes a sheet", "SE-TERM-05")
    if state.session:
        raise Refused("session-begun", "Once play has begun a sheet grows by Advancements.", "SE-CRE-04")
    for who in own(state, seat):
        yield Offer(
            do="reopen-character",
            label=f"Change {who.name}’s sheet",
            why="Before the first session everything can still be changed.",
            fixed={"who": who.id},
            rules=("SE-CRE-04", "SE-CRE-13"),
            urgency="tool",
            about=who.id,
        )


def _reopen(play: Play[State], command: c.ReopenCharacter) -> None:
    play.record(e.CharacterReopened(who=command.who))


def _aside_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_player(seat, "sets a character aside", "SE-TERM-05")
    if state.phase == "scene":
        raise Refused("in-scene", "Not in the middle of a scene.", "SE-TERM-03")
    for who in (*drafts(state, seat), *own(state, seat)):
        yield Offer(
            do="set-aside",
            label=f"Set {who.name} aside",
            why="You can make or take another character then.",
            fixed={"who": who.id},
            rules=("SE-TERM-05",),
            urgency="tool",
            about=who.id,
        )


def _set_aside(play: Play[State], command: c.SetAside) -> None:
    who = play.state.characters[command.who]
    play.record(e.CharacterSetAside(who=who.id, name=who.name, how="retired" if who.made else "draft"))


VERBS = (
    Verb(c.ChooseGenre, frozenset({"between"}), _genre_offers, _choose_genre),
    Verb(c.BeginCharacter, EVERYWHERE, _begin_offers, _begin),
    Verb(c.TakeSample, EVERYWHERE, _sample_offers, _take_sample),
    Verb(c.FinishCharacter, EVERYWHERE, _finish_offers, _finish),
    Verb(c.ReopenCharacter, frozenset({"between"}), _reopen_offers, _reopen),
    Verb(c.SetAside, EVERYWHERE, _aside_offers, _set_aside),
)

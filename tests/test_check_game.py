"""The conformance suite finds each kind of fault, and says where; a sound game passes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
import pytest
from tests import toy
from tests.toy import TOY, Hidden, Purse, Sight, Tossed

from moot import games
from moot.core import (
    BoardPart,
    BoardRow,
    Choice,
    Choose,
    Commands,
    Count,
    Document,
    Event,
    Format,
    Game,
    Line,
    Meter,
    Offered,
    Play,
    Refused,
    Rule,
    Seat,
    Shown,
    Situation,
    Spread,
    Waiting,
)
from moot.core.seats import ANYBODY
from moot.table.logfile import read
from moot.testing import (
    Fault,
    Script,
    SeatNamed,
    Step,
    check_game,
    check_golden,
    check_older,
    record_golden,
    record_journal,
)
from moot.web import pages

ROUND = Script(
    title="A round",
    seats=(SeatNamed("Gil", "guide"), SeatNamed("Ann")),
    step=(
        Step("Gil", "hide", fill={"value": 4, "hint": "like the winds"}),
        Step("Ann", "toss", fill={"dice": 3}),
        Step("Ann", "toss", fill={"dice": 1}, faces=(6,)),
        Step("Ann", "say", fill={"text": "Is it four?"}),
        Step("Ann", "guess", fill={"value": 4}),
    ),
)


@pytest.fixture(scope="module")
def golden(tmp_path_factory):
    toy.install()
    path = tmp_path_factory.mktemp("golden") / "round.jsonl"
    record_golden(path, TOY, ROUND)
    return path


def survey(game: Game[Any], golden: Any, **more: Any) -> Any:
    return check_game(game, golden=golden, **{"seeds": range(3), "steps": 30, **more})


def fault(game: Game[Any], golden: Any, **more: Any) -> str:
    with pytest.raises(Fault) as found:
        survey(game, golden, **more)
    return str(found.value)


@pytest.fixture
def bend(monkeypatch):
    """Give commands or events other methods: `bend(Toss, enact=…)`."""
    return partial(toy.bend, monkeypatch)


# ---------------------------------------------------------------- a sound game


def test_a_sound_game_passes_and_all_of_it_is_seen(golden):
    seen = survey(TOY, golden, seeds=range(8), steps=60)
    assert set(seen.commands) == {"hide", "toss", "guess", "stake", "chart", "again"}
    assert set(seen.events) == {"hidden", "tossed", "guessed", "staked", "charted", "begun-again"}
    assert {"malformed", "wrong-phase", "guide-only", "out-of-range", "not-a-choice"} <= set(seen.refusals)


def test_the_same_seed_takes_the_same_course(golden):
    assert survey(TOY, golden) == survey(TOY, golden)


def test_a_fault_says_where_it_is(golden, bend):
    def refusing(command: Any, play: Play[Purse], of: Any) -> None:
        raise Refused("not-today", "There is no tossing today.", "CO-02")

    bend(toy.Toss, enact=refusing)
    says = fault(TOY, golden)
    assert says.startswith("coin, seed 0, step ")
    assert ", player), offer toss “Toss”: " in says
    assert "offered, filled and yet refused: not-today" in says


# ---------------------------------------------------------------- offers and refusals


ONE = Choice("one", "One")


def test_an_offer_that_cannot_be_filled(golden, bend):
    def empty(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            yield cls.offer(None, "Guess", "", Count(name="value", label="?", least=2, most=1))

    bend(toy.Guess, offers=empty)
    assert "filling the offer raised ValueError" in fault(TOY, golden)


def test_an_offer_for_a_field_that_the_command_lacks(golden, bend):
    def odd(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            yield cls.offer(None, "Guess", "", Count(name="number", label="?", most=6))

    bend(toy.Guess, offers=odd)
    assert "the command 'guess' has no field number" in fault(TOY, golden)


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (Count(name="value", label="?", least=1, most=6, needs=("coin:fair",)), "needs coin:fair, which comes nowhere"),
        (Count(name="value", label="?", least=1, most=6, not_below="stake"), "bounded by stake, no number before it"),
        (Choose(name="value", label="?", choices=(ONE,), default=("two",)), "'?' begins with two, which is no choice"),
        (Spread(name="value", label="?", slots=(ONE,), dice=(6,), default=(8,)), "'?' begins with other dice than it"),
    ],
)
def test_a_blank_that_hangs_on_nothing_before_it_or_begins_with_what_it_has_not(golden, field, says, bend):
    def hanging(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            yield cls.offer(None, "Guess", "", field)

    bend(toy.Guess, offers=hanging)
    assert says in fault(TOY, golden)


def test_a_blank_that_can_be_shut_though_the_command_needs_it(golden, bend):
    def tied(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.guides:
            coin = Choose(name="hint", label="Which?", choices=(Choice("fair", "Fair"),))
            value = Count(name="value", label="?", least=1, most=6, needs=("hint:fair",))
            yield cls.offer(None, "Hide", "", coin, value)

    bend(toy.Hide, offers=tied)
    says = fault(TOY, golden)
    assert "can be shut, and the command has nothing for it" in says


def test_a_format_that_the_game_does_not_read(golden):
    assert "the game reads no format 'chart'" in fault(replace(TOY, formats={}), golden)


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda text: (text.splitlines()[0],), "reading '' as 'chart' raised IndexError"),
        (lambda text: (_ for _ in ()).throw(Refused("bad chart", "No.")), "has the code 'bad chart'"),
    ],
)
def test_a_format_that_some_text_breaks(golden, read, says):
    assert says in fault(replace(TOY, formats={"chart": Format("a chart", (".txt",), read)}), golden)


@pytest.mark.parametrize("names", [["../x"], ["A.txt"], [""], ["x.txt", "x.txt"]])
def test_documents_that_cannot_be_files(golden, names):
    papers = tuple(Document(name=name, title="A paper", write=str) for name in names)
    assert "give each a file's name of its own" in fault(replace(TOY, documents=lambda *_: papers), golden)


def test_a_secret_in_a_document(golden):
    def everyones(state: Purse, seat: Seat) -> tuple[Document, ...]:
        return (Document(name="hint.txt", title="A hint", write=lambda: state.hint),)

    assert "a secret leaks" in fault(replace(TOY, documents=everyones), golden)


def test_two_offers_that_cannot_be_told_apart(golden, bend):
    def twice(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(None, "Again")
        yield cls.offer(None, "Once more")

    bend(toy.Again, offers=twice)
    says = fault(TOY, golden, seeds=range(8), steps=60)
    assert "two offers have this key" in says or "a watcher is offered" in says


def test_a_watcher_who_is_offered_something(golden, bend):
    def all_may(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(None, "Guess", "", Count(name="value", label="?", least=1, most=6))

    bend(toy.Guess, offers=all_may, giver=ANYBODY)
    says = fault(TOY, golden)
    assert "(Wim, watcher)" in says
    assert "a watcher is offered something to play" in says


def test_a_command_that_is_accepted_though_nothing_offers_it(golden, monkeypatch):
    def lax(self: Commands[Purse], play: Play[Purse], command: Any) -> None:
        command.enact(play, play.seat)

    monkeypatch.setattr(Commands, "enact", lax)
    says = fault(TOY, golden)
    assert "nothing offers this, and yet it is accepted" in says


def test_offering_that_changes_something(golden, bend):
    sound = toy.Hide.offers

    def spiteful(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if not seat.guides:
            state.tossed["x"] = (6,)
            raise Refused("guide-only", "Only the guide hides the number.", "CO-01")
        yield from sound(state, seat)

    bend(toy.Hide, offers=spiteful, giver=ANYBODY)
    assert "changed its state" in fault(TOY, golden)


def test_a_refusal_that_changes_something(golden, monkeypatch):
    decide = Commands.enact

    def enact(self: Commands[Purse], play: Play[Purse], command: Any) -> None:
        try:
            decide(self, play, command)
        except Refused:
            play.state.tossed["x"] = (6,)
            raise

    monkeypatch.setattr(Commands, "enact", enact)
    assert "a refusal changed the state" in fault(TOY, golden)


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (Refused("no", "Only the guide hides.", "CO-99"), "cites the rule 'CO-99'"),
        (Refused("Not Allowed", "Only the guide hides.", "CO-01"), "has the code 'Not Allowed'"),
        (Refused("no", "nope", "CO-01"), "is no sentence for people: 'nope'"),
    ],
)
def test_a_refusal_that_says_too_little(golden, refusal, says, bend):
    sound = toy.Hide.offers

    def curt(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if not seat.guides:
            raise refusal
        yield from sound(state, seat)

    bend(toy.Hide, offers=curt, giver=ANYBODY)
    assert says in fault(TOY, golden, seeds=range(12))


# ---------------------------------------------------------------- what an offer says beforehand


@pytest.mark.parametrize(
    ("rolls", "says"), [((8,), "that it rolls d8, and rolled d6"), ((6, 6, 6, 6), "rolls d6, d6, d6, d6, and ")]
)
def test_dice_that_are_not_rolled_as_said(golden, bend, rolls, says):
    def wrong(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            yield cls.offer(seat, "Toss", "", Count(name="dice", label="?", least=1, most=3), rolls=rolls)

    bend(toy.Toss, offers=wrong)
    assert says in fault(TOY, golden)


def test_dice_that_are_not_said_though_they_are_known(golden, bend):
    def silent(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            yield cls.offer(seat, "Toss")

    bend(toy.Toss, offers=silent)
    assert "it rolls d6, and neither names its first dice" in fault(TOY, golden)


def by_choice(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
    """An offer whose dice hang on a blank."""
    if seat.plays:
        yield cls.offer(seat, "Toss", "", Count(name="dice", label="?", least=0, most=3))


def test_dice_that_hang_on_a_blank_need_not_be_said(golden, bend):
    bend(toy.Toss, offers=by_choice, throws=True)
    assert survey(TOY, golden).commands["toss"]


def test_that_dice_hang_on_a_blank_is_said(golden, bend):
    bend(toy.Toss, offers=by_choice)
    assert "nor does its command say that it `throws`" in fault(TOY, golden)


def test_a_hidden_id_is_no_die(golden, bend):
    def hidden(command: Any, play: Play[Purse], of: Any) -> None:
        play.record(toy.Charted(chart=(play.hidden_id(),)))

    def plain(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.guides:
            yield cls.offer(None, "Bring a chart", text="1: a fool")

    bend(toy.Chart, enact=hidden, offers=plain)
    assert survey(TOY, golden).commands["chart"]


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({"value": 7}, "it shows value 7, and it became "),
        ({"target": 7}, "it shows target 7, and no event it leads to has a target"),
    ],
)
def test_a_figure_that_is_not_the_one_that_counts(golden, bend, figures, says):
    def boasting(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            number = Count(name="value", label="Your guess", least=1, most=6)
            yield cls.offer(seat, "Guess", "", number, figures=figures)

    bend(toy.Guess, offers=boasting)
    assert says in fault(TOY, golden)


def test_a_figure_that_counts(golden, bend):
    def honest(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            number = Count(name="value", label="Your guess", least=1, most=6)
            yield cls.offer(seat, "Guess", "", number, figures={"who": seat.id})

    bend(toy.Guess, offers=honest)
    assert survey(TOY, golden).commands["guess"]


@pytest.mark.parametrize("honest", [True, False])
def test_a_figure_of_one_choice_counts_where_that_is_made(golden, bend, honest):
    def shown(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        others = tuple(Choice(other.id, other.name) for other in state.seats if other.id != seat.id)
        figures = {f"against if against:{other.value}": other.value if honest else seat.id for other in others}
        against, settled = Choose(name="against", label="Against", choices=others), {"spread": {"heads": 4, "tails": 8}}
        yield cls.offer(seat, "Bet", "", against, figures=figures, **settled, words="All", sure=True, terms=())

    bend(toy.Stake, offers=shown)
    if honest:
        assert survey(TOY, golden).commands["stake"]
    else:
        assert "it shows against if against:" in fault(TOY, golden)


class Dropped(Event[Purse], tag="dropped"):
    """Somebody dropped a die."""

    die: Shown

    def evolve(self, state: Purse) -> Purse:
        return state

    def line(self, state: Purse) -> Line:
        return Line(kind="roll", text="A die is dropped.")


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({"die.sides": 6, "die.face": 8}, "it shows die.face 8, and it became "),
        ({"die.colour": "red"}, "it shows die.colour red, and no event it leads to has a die.colour"),
        ({"die.sides.of": 6}, "no event it leads to has a die.sides.of"),
        ({"die.sides": 6}, "does not follow any more"),
    ],
)
def test_a_figure_that_stands_inside_another(golden, bend, figures, says):
    def shown(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            dice = Count(name="dice", label="?", least=1, most=3)
            yield cls.offer(seat, "Toss", "", dice, rolls=(6,), figures=figures)

    def drop(command: Any, play: Play[Purse], of: Any) -> None:
        (face,) = play.roll(6)
        play.record(Dropped(die=Shown(6, face)))

    bend(toy.Toss, offers=shown, enact=drop)
    assert says in fault(toy.with_also(Dropped), golden)  # of sound figures alone it comes as far as the golden log


def test_an_urgency_that_the_command_does_not_declare(golden, bend):
    def urgent(cls: Any, state: Purse, seat: Seat) -> Iterator[Offered]:
        if seat.plays:
            dice = Count(name="dice", label="?", least=1, most=3)
            yield cls.offer(seat, "Toss", "", dice, urgency="tool", rolls=(6,))

    bend(toy.Toss, offers=urgent)
    assert "it is urgent as 'tool', which its command does not declare" in fault(TOY, golden)


def test_offers_that_are_others_when_asked_for(golden, monkeypatch):
    offers = Game.offers

    def forgetful(self: Game[Purse], state: Purse, seat: Seat, *, do: str = "", **meant: Any) -> Any:
        return () if do == "toss" else offers(self, state, seat, do=do, **meant)

    monkeypatch.setattr(Game, "offers", forgetful)
    assert "asked for offers by {'do': 'toss'}, it gives others than it has" in fault(TOY, golden, steps=60)


def test_offers_of_what_is_said_to_be_impossible(golden, bend):
    bend(toy.Toss, possible=lambda cls, state: False)
    assert "toss is said to be impossible, and has offers" in fault(TOY, golden, steps=60)


def test_offers_more_urgent_than_is_said(golden, bend):
    bend(toy.Toss, urgent=lambda cls, state: ())
    says = "asked for offers by {'urgency': 'may'}, it gives others than it has"
    assert says in fault(TOY, golden, steps=60)
    ways = ("may", "tool")
    bend(toy.Toss, urgent=lambda cls, state: ways, urgency=ways, urgent_for=lambda cls, state, seat: ())
    assert says in fault(TOY, golden, steps=60)


def test_a_game_that_waits_for_nobody_though_it_must(golden):
    def patient(state: Purse) -> Situation:
        return msgspec.structs.replace(TOY.situation(state), waiting=())

    says = fault(replace(TOY, situation=patient), golden)
    assert "s2 must “Hide a number” (hide), and the game waits for nobody" in says


def test_a_game_that_waits_for_somebody_who_can_do_nothing(golden):
    def wrong(state: Purse) -> Situation:
        waiting = tuple(Waiting(seat.id, seat.name, "a number") for seat in state.players)
        return msgspec.structs.replace(TOY.situation(state), waiting=waiting)

    says = fault(replace(TOY, situation=wrong), golden)
    assert "it waits for Ann (a number), who is offered nothing to do" in says


# ---------------------------------------------------------------- events and states


def test_an_evolve_that_is_not_total(golden, bend):
    def hasty(event: Any, state: Purse) -> Purse:
        raise KeyError("tossed")

    bend(Tossed, evolve=hasty)
    says = fault(TOY, golden)
    assert "raised KeyError: 'tossed'" in says


def _kept_backwards(command: Any, play: Play[Purse], of: Any) -> None:
    backwards = {slot: command.spread[slot] for slot in sorted(command.spread, reverse=True)}
    play.record(toy.Staked(who=play.seat.id, against="", spread=backwards, words="", terms=()))


def test_a_state_that_hangs_on_the_order_of_keys_which_a_log_does_not_keep(golden, bend):
    def first(event: Any, state: Purse) -> Purse:
        return msgspec.structs.replace(state, hint=next(iter(event.spread)))

    bend(toy.Staked, evolve=first)
    bend(toy.Stake, enact=_kept_backwards)
    assert "its events, out of a log, do not lead to its state" in fault(TOY, golden, seeds=range(8))


def test_a_decision_that_hangs_on_the_order_of_keys_which_a_log_does_not_keep(golden, bend):
    def spread(event: Any, state: Purse) -> Purse:
        return msgspec.structs.replace(state, tossed={slot: (die,) for slot, die in event.spread.items()})

    def toss(command: Any, play: Play[Purse], of: Any) -> None:
        play.roll(6)
        play.record(Tossed(who=play.seat.id, faces=next(iter(play.state.tossed.values()), (1,))))

    bend(toy.Staked, evolve=spread)
    bend(toy.Stake, enact=_kept_backwards)
    bend(toy.Toss, enact=toss)
    assert "from a log, the same command with the same luck leads elsewhere" in fault(TOY, golden, seeds=range(8))


def test_an_evolve_that_hangs_on_something_else(golden, bend):
    count = iter(range(10**6))

    def moody(event: Any, state: Purse) -> Purse:
        return msgspec.structs.replace(state, tossed={"s3": (next(count),)})

    bend(Tossed, evolve=moody)
    assert "evolving by 'tossed' twice gave two states" in fault(TOY, golden)


def test_an_evolve_that_writes_into_the_state_before(golden, bend):
    def careless(event: Any, state: Purse) -> Purse:
        state.tossed[event.who] = event.faces
        return state

    bend(Tossed, evolve=careless)
    bend(toy.Toss, enact=_recording_last)
    says = fault(TOY, golden)
    assert "changed the state" in says


def _recording_last(command: Any, play: Play[Purse], of: Any) -> None:
    tossed = Tossed(who=play.seat.id, faces=play.roll(*[6] * command.dice), rules=("CO-02",))
    play.moments.append((tossed, play.state))


def test_a_decision_that_hangs_on_something_else(golden, bend):
    count = iter(range(10**6))

    def moody(command: Any, play: Play[Purse], of: Any) -> None:
        play.record(Tossed(who=play.seat.id, faces=(next(count),), rules=("CO-02",)))

    bend(toy.Toss, enact=moody)
    says = fault(TOY, golden)
    assert "the same command with the same luck led to other events" in says


class Heap(Event[Purse], tag="heap"):
    """An event that no log gives back as it was."""

    what: Any

    def evolve(self, state: Purse) -> Purse:
        return state

    def line(self, state: Purse) -> Line | None:
        return None


def test_an_event_that_does_not_come_back_from_a_log(golden, bend):
    def heaping(command: Any, play: Play[Purse], of: Any) -> None:
        play.record(Heap(what=play.roll(6, 6)))

    bend(toy.Toss, enact=heaping)
    assert "the event 'heap' does not come back from a log as it was" in fault(toy.with_also(Heap), golden)


def test_an_event_that_the_game_does_not_list(golden):
    says = fault(toy.without(toy.Guessed), golden)
    assert "the event 'guessed' is not among the game's events" in says


def test_an_event_under_a_rule_that_is_not_there(golden, bend):
    def lawless(command: Any, play: Play[Purse], of: Any) -> None:
        play.record(Tossed(who=play.seat.id, faces=play.roll(6), rules=("CO-77",)))

    bend(toy.Toss, enact=lawless)
    says = fault(TOY, golden)
    assert "the event 'tossed' cites the rule 'CO-77'" in says


def test_a_command_that_the_table_has_already(golden):
    class Undo(toy.Again, tag="undo"):
        pass

    says = fault(toy.with_also(Undo), golden)
    assert "the command 'undo' is the table's own" in says


def test_a_situation_that_waits_for_nobody(golden):
    def lost(state: Purse) -> Situation:
        situation = TOY.situation(state)
        waiting = tuple(msgspec.structs.replace(one, seat="s99") for one in situation.waiting)
        return msgspec.structs.replace(situation, waiting=waiting)

    assert "waits for 's99', where nobody ever sat" in fault(replace(TOY, situation=lost), golden)


def test_people_who_come_and_go_are_part_of_the_game(golden):
    def rigid(state: Purse, seats: tuple[Seat, ...]) -> Purse:
        if state.seats and len(seats) < len(state.seats):
            raise ValueError("nobody may leave")
        return TOY.seated(state, seats)

    assert "people coming and going raised ValueError" in fault(replace(TOY, seated=rigid), golden)


# ---------------------------------------------------------------- the board


def rows(*found: BoardRow) -> tuple[BoardPart, ...]:
    """A board of one part."""
    return (BoardPart(id="all", rows=found),)


def measured(**meter: Any) -> tuple[BoardPart, ...]:
    """A board with one meter."""
    return rows(BoardRow(name="The purse", id="purse", meters=(Meter(name="Coins", **meter),)))


BOARDS = [
    (rows(BoardRow(name="Nobody", of="n7")), "the board has all/n7, which it does not know"),
    (rows(BoardRow(name="The number", id="it", hidden=True)), "the board has all/it, which it does not know"),
    (rows(BoardRow(name="One", id="one"), BoardRow(name="Two", id="one")), "the board has all/one twice"),
    ((BoardPart(id="all"), BoardPart(id="all")), "the board has all twice"),
    ((BoardPart(id="all", secrets=("It is 4.",)),), "the board tells everybody the guide’s secrets: all"),
    (rows(BoardRow(name="One", id="1", side="ours"), BoardRow(name="Two", id="2")), "the board has rows on no side"),
    (measured(now=7, most=6), "the board has a meter that does not fit: all/purse"),
    (measured(now=1, most=1, look="track", places=("Full", "Thin", "Empty")), "a meter that does not fit"),
    (measured(now=-1, most=1, look="track", places=("Full", "Empty")), "a meter that does not fit"),
]


@pytest.mark.breaks
@pytest.mark.parametrize(("board", "says"), BOARDS)
def test_a_board_of_what_nobody_knows_or_what_does_not_fit(golden, board, says):
    assert says in fault(replace(TOY, board=lambda state, guide: board), golden)


def test_a_board_that_fits_passes(golden):
    def board(state: Purse, guide: bool) -> tuple[BoardPart, ...]:
        secrets = ("It is not for all.",) if guide else ()
        return (*measured(now=-1, most=3), BoardPart(id="more", secrets=secrets))

    assert survey(replace(TOY, board=board), golden).steps


# ---------------------------------------------------------------- secrets


def test_words_that_leak_onto_the_stage(golden):
    class Gossip(Sight, frozen=True):
        hint: str = ""

    def stage(state: Purse, guide: bool) -> Gossip:
        seen = toy.stage(state, guide)
        return Gossip(**msgspec.structs.asdict(seen), hint=state.hint.upper())

    says = fault(replace(TOY, stage=stage), golden)
    assert "a secret leaks: it can see words that s2 wrote (stage.hint: “ZQ" in says


def test_words_that_leak_into_what_is_ones_own(golden):
    def own(state: Purse, seat: Seat) -> Choice:
        return Choice("hint", state.hint)

    assert "(own.label: “zq" in fault(replace(TOY, own=own), golden)


def test_a_number_that_leaks_onto_the_stage(golden):
    def stage(state: Purse, guide: bool) -> Any:
        return msgspec.structs.replace(toy.stage(state, guide), secret=state.secret)

    says = fault(replace(TOY, stage=stage), golden)
    assert "a secret leaks: what it sees hangs on what no event told it (stage.secret: " in says


def test_a_number_that_leaks_later(golden):
    """The stage shows no number, but what is offered after the next toss depends on it."""

    def voices(state: Purse, seat: Seat) -> tuple[Choice, ...]:
        odd = bool(state.tossed) and state.secret % 2 == 1
        return (*TOY.voices(state, seat), *([Choice("odd", "Odd")] if odd else []))

    assert "a secret leaks: what it sees hangs on" in fault(replace(TOY, voices=voices), golden, seeds=range(8))


def test_an_id_that_counts_what_is_hidden(golden, bend):
    """What the guide brings for himself takes a number from the things that all see."""
    bend(toy.Charted, evolve=lambda event, state: msgspec.structs.replace(state, ids=state.ids + 1))
    enact = toy.Stake.enact

    def numbered(command, play, of):
        enact(command, play, of)
        event, state = play.moments.pop()
        play.moments.append((msgspec.structs.replace(event, words=state.next_id), state))

    bend(toy.Stake, enact=numbered)
    assert "counts what is hidden" in fault(TOY, golden, seeds=range(8))


def test_a_secret_in_where_the_game_stands(golden):
    def situation(state: Purse) -> Situation:
        return msgspec.structs.replace(TOY.situation(state), detail=f"Higher than {state.secret - 1}.")

    assert "situation.detail" in fault(replace(TOY, situation=situation), golden)


def test_a_secret_in_the_journal(golden, bend):
    def line(event: Any, state: Purse) -> Line | None:
        return Line(kind="move", text="A number is hidden.", quote=state.hint)

    bend(Hidden, line=line)
    assert "a secret leaks: the journal shows it words that s2 wrote" in fault(TOY, golden)


def test_what_is_told_may_be_seen(golden, bend):
    def stage(state: Purse, guide: bool) -> Any:
        return msgspec.structs.replace(toy.stage(state, guide), secret=state.secret)

    bend(*toy.EVENTS, told=lambda event, state, seat: event)
    assert survey(replace(TOY, stage=stage), golden).steps


# ---------------------------------------------------------------- pages


@pytest.fixture
def furnished(monkeypatch, tmp_path):
    """The game with templates of its own: `furnished("board.html", "<p>…")`. They are forgotten afterwards."""

    def furnish(file: str, text: str) -> Game[Purse]:
        web = tmp_path / "coin_room" / "web"
        web.mkdir(parents=True)
        (tmp_path / "coin_room" / "__init__.py").touch()
        (web / file).write_text(text, encoding="utf-8")
        game = replace(TOY, package="coin_room")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(games, "find", lambda name: game)
        return game

    toy.install()
    pages._environment.cache_clear()
    yield furnish
    pages._environment.cache_clear()
    sys.modules.pop("coin_room", None)


@pytest.mark.breaks
@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("board.html", "<p>{{ stage.nothing.at.all }}</p>", "making its page raised AttributeError: "),
        ("board.html", "{{ 1 // (stage.tossed | length - 1) }}", "making its page raised ZeroDivisionError: "),
        ("me.html", "<section><p>Yours</section>", "</section> closes something else (in me)"),
        ("everyone.html", "<i id='same'></i><i id='same'></i>", "the id 'same' is there 2 times (in everyone)"),
        ("everyone.html", "<b aria-labelledby='y'></b>", "the id 'y' is named and not there"),
        ("now.html", "<p onclick='alert()'>Now</p>", "has a style or a script of its own (in ask)"),
        ("now.html", "<p>Now", "<p> is never closed"),
        ("now.html", '<p id="question" data-question="">Now</p>', "all wait for this seat, and its page asks nothing"),
        ("everyone.html", "<a href='/about?of=attic\"'>Up</a>", "its page opens attic, which typing does not find"),
        ("now.html", '{{ ask_ends }}<button class="primary">Go</button>', "its main button is filled, and all wait"),
    ],
)
def test_a_page_that_is_not_whole(golden, furnished, file, text, says):
    assert says in fault(furnished(file, text), golden)


def test_a_room_with_sound_templates_passes(golden, furnished):
    board = "<section>{% for who in stage.tossed %}<p>{{ name_of(who) }}</p>{% endfor %}</section>"
    assert survey(furnished("board.html", board), golden).steps


# ---------------------------------------------------------------- golden logs


def test_a_game_without_golden_log(golden):
    says = fault(TOY, None)
    assert "it has no golden log: play one with record_golden()" in says
    assert "no golden log" in fault(TOY, ())


def test_a_golden_log_that_does_not_follow_any_more(golden, monkeypatch, bend):
    def stingy(command: Any, play: Play[Purse], of: Any) -> None:
        play.record(Tossed(who=play.seat.id, faces=play.roll(6), rules=("CO-02",)))

    bend(toy.Toss, enact=stingy)
    with pytest.raises(Fault, match="does not follow any more"):
        check_golden(TOY, [golden])


def test_an_altered_golden_log(golden, tmp_path):
    text = golden.read_text()
    (tmp_path / "altered.jsonl").write_text(text.replace("like the winds", "like the wind!"))
    with pytest.raises(Fault, match=r"altered\.jsonl does not follow any more"):
        check_golden(TOY, [tmp_path / "altered.jsonl"])


def test_a_golden_log_of_another_game(golden):
    other = replace(TOY, name="dice", rulebook=msgspec.structs.replace(TOY.rulebook, rules=TOY.rulebook.rules))
    with pytest.raises(Fault, match="is a log of coin"):
        check_golden(other, [golden])


def test_an_older_log_that_is_told_otherwise(golden, tmp_path, bend):
    old = tmp_path / "old.jsonl"
    old.write_bytes(golden.read_bytes())
    with pytest.raises(Fault, match=r"telling the journal of .* raised FileNotFoundError"):
        check_older(TOY, [old])
    record_journal(old)
    check_older(TOY, [old])
    told = toy.Tossed.line
    bend(toy.Tossed, line=lambda event, state: msgspec.structs.replace(told(event, state), rules=("CO-02",)))
    check_older(TOY, [old])
    bend(toy.Tossed, line=lambda event, state: msgspec.structs.replace(told(event, state), text="It rolls away."))
    with pytest.raises(Fault, match=r"old\.journal, line \d+, is told otherwise now: .*It rolls away"):
        check_older(TOY, [old])


def test_an_older_log_of_which_a_line_is_gone(golden, tmp_path):
    old = tmp_path / "old.jsonl"
    old.write_bytes(golden.read_bytes())
    record_journal(old)
    with old.with_suffix(".journal").open("a") as file:
        file.write("{}\n")
    with pytest.raises(Fault, match="is told otherwise now: no such line"):
        check_older(TOY, [old])


def test_the_same_script_gives_the_same_log_and_all_its_dice_are_proven(golden, tmp_path):
    record_golden(tmp_path / "again.jsonl", TOY, ROUND)
    assert (tmp_path / "again.jsonl").read_bytes() == golden.read_bytes()
    head, records = read(golden)
    assert head.entries == len(records)
    assert b'"table.dice-revealed"' in golden.read_bytes()


def test_a_script_that_the_rules_do_not_allow_names_the_step(tmp_path):
    cheat = msgspec.structs.replace(ROUND, step=(*ROUND.step[:1], Step("Gil", "toss")))
    with pytest.raises(Refused, match="step 2"):
        record_golden(tmp_path / "cheat.jsonl", TOY, cheat)
    assert not (tmp_path / "cheat.jsonl").exists()


def test_a_rule_that_an_option_cites_must_be_there(golden):
    rules = {id_: rule for id_, rule in TOY.rulebook.rules.items() if id_ != "CO-01"} | {"CO-1": Rule("CO-1", "", "")}
    book = msgspec.structs.replace(TOY.rulebook, rules=rules)
    assert "option lowest cites the rule 'CO-01'" in fault(replace(TOY, rulebook=book), golden)

"""Whatever a table does that is offered: the properties of every conflict, its journal and its situations."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, strategies as st
from tests.scale import examples, times

from moot.core import Event, Line, Offer, Play, Refused, Seat, Seeded
from moot.core.events import name_of
from moot.games.wicked_age import GAME, book
from moot.games.wicked_age.conflict import situations
from moot.games.wicked_age.conflict.answers import Answered
from moot.games.wicked_age.conflict.names import NamesWritten
from moot.games.wicked_age.conflict.opening import OpeningRolled
from moot.games.wicked_age.conflict.phases import PHASES, phase_of
from moot.games.wicked_age.conflict.pool import advantage
from moot.games.wicked_age.conflict.rolls import key
from moot.games.wicked_age.conflict.rounds import SequenceEnded
from moot.games.wicked_age.samples import camp, duel
from moot.games.wicked_age.sequence import Sequence, SequencePhase, pair
from moot.games.wicked_age.state import Options, State
from moot.games.wicked_age.tests.examples import COMMANDS, offers, with_name
from moot.games.wicked_age.view.fights import fight

RARE = {"stand-with", "stand-against", "cut-off", "give-in"}
OPTIONS = st.builds(
    Options,
    **{field.name: st.sampled_from(get_args(field.type)) for field in msgspec.structs.fields(Options)},
)


def choose(state: State, chance: Seeded) -> tuple[Seat, Offer] | None:
    """A button of somebody's, with what the game waits for pressed more often."""
    found = [(seat, offer) for seat in state.seats for offer in COMMANDS.found(state, seat)]
    if any(sequence.ended is None for sequence in state.sequences.values()):
        found = [each for each in found if each[1].do != "undertake"] or found
    pressing = [each for each in found if each[1].urgency == "must"]
    usual = [each for each in found if each[1].do not in RARE]
    pile = next((pile for pile in (pressing, usual) if pile and chance.pick(4)), found)
    if not pile:
        return None
    seat, offer = pile[chance.pick(len(pile))]
    return seat, offer.form()


def steps(state: State, seed: int, most: int = 120) -> list[tuple[State, State, list[Any]]]:
    """Random legal play: states before and after each command, with its events. Every offer, filled, is accepted."""
    chance, found = Seeded(seed), []
    for _ in range(most):
        chosen = choose(state, chance)
        if chosen is None:
            break
        seat, offer = chosen
        command = GAME.command(offer.sample(chance))
        play = Play(state, seat, chance, GAME.evolve)
        COMMANDS.enact(play, command)
        assert play.events, offer.do
        found.append((state, play.state, play.events))
        state = play.state
    return found


def start(options: Options) -> State:
    return with_name(with_name(camp(options), "mekha", "s2", "one"), "amek", "s4", "two")


@given(st.integers(0, 2**32), OPTIONS)
@examples(60)
@pytest.mark.rule(
    "WA-CQ-04", "WA-DICE-14", "WA-DICE-15", "WA-RD-03", "WA-OWE-01", "WA-TRAP-16", "WA-DICE-10", "WA-RD-08"
)
def test_every_conflict_keeps_the_rules(seed, options):
    for before, after, events in steps(start(options), seed):
        dice_stay_on_the_ladder(after)
        for sequence in after.sequences.values():
            one_die_a_pair_and_one_meeting_a_round(sequence)
            order_is_total(sequence, options)
            assert sequence.phase == phase_of(sequence)
            assert sequence.round <= book.ROUNDS.most
        for event in events:
            nobody_out_acts(before, event)
            names_are_for_players_still_in(before, after, event)
            advantage_dice_are_counted(event, after)


def dice_stay_on_the_ladder(state: State) -> None:
    for who in state.characters.values():
        assert all(die in book.LADDER for dice in who.forms.values() for die in dice)
        assert all(
            die <= was for form, dice in who.forms.items() for die, was in zip(dice, who.unhurt[form], strict=True)
        )
        assert not (who.zeros >= book.OUT_AT and who.able)


def one_die_a_pair_and_one_meeting_a_round(sequence: Sequence) -> None:
    for held in (sequence.won, sequence.coming):
        assert all(holder in two.split("|") for two, holder in held.items())
    met = [(exchange.round, pair(exchange.mover, exchange.answerer)) for exchange in sequence.exchanges]
    assert len(met) == len(set(met))


def order_is_total(sequence: Sequence, options: Options) -> None:
    if sequence.phase != "turn" or options.tie_reroll != "rebuild" or any(f.turned for f in sequence.fighters.values()):
        return
    rolls = [sequence.fighters[who].opening for who in sequence.order]
    keys = [key(roll, options.compare == "two") for roll in rolls if roll is not None]
    assert set(sequence.standing) <= set(sequence.order)
    assert keys == sorted(set(keys), reverse=True)


def nobody_out_acts(before: State, event: Event) -> None:
    if not isinstance(event, OpeningRolled | Answered):
        return
    sequence = before.sequences[event.sequence]
    who = event.who if isinstance(event, OpeningRolled) else event.answerer
    assert sequence.fighters[who].stands == "in"
    if isinstance(event, Answered):
        assert sequence.fighters[event.mover].stands == "in"
        assert sequence.opposed(event.mover, who)


def names_are_for_players_still_in(before: State, after: State, event: Event) -> None:
    if not isinstance(event, NamesWritten):
        return
    sequence = before.sequences[event.sequence]
    assert not sequence.written
    talk_first = after.options.names_and_talk == "talk-first"
    assert sequence.round in ((1, 2) if talk_first else (1,))
    assert all(exchange.round == 1 for exchange in sequence.exchanges)
    assert len({name.character for name in event.names}) == len(event.names)
    for name in event.names:
        assert not after.characters[name.character].npc
        assert after.sequences[event.sequence].fighters[name.character].stands == "in"


def advantage_dice_are_counted(event: Event, after: State) -> None:
    if isinstance(event, OpeningRolled) and after.sequences[event.sequence].phase in ("opening", "turn"):
        sequence = after.sequences[event.sequence]
        assert len(event.roll.pips) == advantage(after, sequence, event.who)


@given(st.integers(0, 2**32), OPTIONS)
@examples(25)
def test_states_and_events_go_through_json_and_replay(seed, options):
    for before, after, events in steps(start(options), seed, 60):
        replayed = before
        for event in events:
            read = GAME.codec.read(msgspec.json.decode(msgspec.json.encode(GAME.codec.plain(event))))
            assert read == event
            replayed = GAME.evolve(replayed, read)
        assert replayed == after
        assert msgspec.json.decode(msgspec.json.encode(after), type=State) == after


@given(st.integers(0, 2**32), OPTIONS)
@examples(25)
def test_every_event_reads_well_and_every_situation_waits_for_somebody(seed, options):
    for before, after, events in steps(start(options), seed, 60):
        state = before
        for event in events:
            state = GAME.evolve(state, event)
            said = GAME.line(state, event)
            if said is None:
                assert event.__struct_config__.tag in {"round-ended", "names-written", "settled", "form-cut"}
                continue
            assert isinstance(said, Line)
            assert said.text or said.quote
            assert said.rules == event.rules or "WA-RD-24" in said.rules
            assert not any(id_ in said.text for id_ in ("shahu-seen", "fa-il-shar", "with-love", "for-others"))
        for situation in situations(after):
            assert situation.waiting, situation
            asked = {waiting.seat for waiting in situation.waiting}
            assert asked <= {seat.id for seat in after.seats}


@given(st.integers(0, 2**32), OPTIONS)
@examples(25)
@pytest.mark.rule("WA-DICE-17", "WA-DICE-18", "WA-DICE-20")
def test_the_board_says_their_move_of_nobody_who_waits(seed, options):
    for _, after, _ in steps(start(options), seed, 60):
        for now in after.running:
            fighters, *_ = fight(after, now)
            movers = [row.of for row in fighters.rows if row.words.startswith("Their move")]
            assert movers == ([now.next_turn()] if now.phase in ("turn", "moving") else [])


@given(st.integers(0, 2**32), OPTIONS)
@examples(25)
@pytest.mark.rule("WA-DICE-01", "WA-STR-05", "WA-RD-12")
def test_the_dice_that_an_offer_lists_are_rolled_first(seed, options):
    chance = Seeded(seed)
    for before, _, _ in steps(start(options), seed, 60):
        for seat in before.seats:
            for offer in offers(before, seat):
                if offer.rolls:
                    play = Play(before, seat, recorded := Counting(seed), GAME.evolve)
                    COMMANDS.enact(play, GAME.command(offer.sample(chance)))
                    assert tuple(recorded.sides[: len(offer.rolls)]) == offer.rolls


class Counting:
    """Chance that notes the size of each pick."""

    def __init__(self, seed: int) -> None:
        self.sides: list[int] = []
        self._chance = Seeded(seed)

    def pick(self, n: int) -> int:
        self.sides.append(n)
        return self._chance.pick(n)


@given(st.integers(0, 2**32))
@examples(20)
@pytest.mark.rule("WA-RD-30")
def test_when_players_leave_the_gm_is_waited_for_and_has_a_button(seed):
    for _, after, _ in steps(start(Options()), seed, 60):
        alone = GAME.seated(after, after.seats[:1])
        for situation in situations(alone):
            assert {waiting.seat for waiting in situation.waiting} == {"s1"}
            assert any(offer.urgency == "must" or offer.do == "insist" for offer in offers(alone, alone.seats[0]))


@given(st.integers(0, 2**32))
@examples(15)
@pytest.mark.rule("WA-CQ-05", "WA-RD-23")
def test_zeros_set_by_the_gm_put_a_fighter_out_and_the_others_go_on(seed):
    for _, after, _ in steps(start(Options()), seed, 60):
        for sequence in after.sequences.values():
            for who in sequence.standing if sequence.ended is None else ():
                state = zeroed(after, who)
                assert not state.characters[who].able
                assert who not in state.sequences[sequence.id].standing
                for situation in situations(state):
                    assert situation.waiting
                    for waiting in situation.waiting:
                        seat = state.seat(waiting.seat)
                        assert seat is not None
                        assert offers(state, seat), situation


def zeroed(state: State, who: str) -> State:
    """`state` after the GM has set dice of `who` to 0 until they are out."""
    slots = [f"{form}:{place}" for form, dice in state.characters[who].forms.items() for place in range(len(dice))]
    for slot in slots:
        if not state.characters[who].gone:
            wish = {"do": "correct-die", "who": who, "slot": slot, "die": "0", "lasting": False, "reason": "x"}
            state = GAME.run(state, GAME.command(wish), state.seats[0], Seeded(1)).state
    return state


@given(st.integers(0, 2**32))
@examples(20)
def test_whom_the_game_waits_for_has_a_button(seed):
    for _, after, _ in steps(start(Options()), seed, 60):
        for situation in situations(after):
            for waiting in situation.waiting:
                seat = after.seat(waiting.seat)
                assert seat is not None
                assert offers(after, seat)


def test_conflicts_end():
    ended = 0
    courses = times(40)
    for seed in range(courses):
        for _, _, events in steps(start(Options()), seed, 150):
            ended += sum(isinstance(event, SequenceEnded) for event in events)
    assert ended > 2.5 * courses


def test_every_verb_belongs_to_a_phase_and_every_phase_has_a_rule():
    named = {name for row in PHASES.values() for name in row.commands} | {"undertake"}
    assert named == {name_of(command) for command in COMMANDS.kinds}
    assert {*PHASES, "over"} == set(get_args(SequencePhase))
    assert all(row.rule for row in PHASES.values())


def refusals(state: State, seat: Seat) -> list[Refused]:
    """Why `seat` can do nothing by this verb or that."""
    found: list[Refused] = []
    for kind in COMMANDS.kinds:
        reasons: list[Refused]
        try:
            reasons = [one for one in kind.offers(state, seat) if isinstance(one, Refused)]
        except Refused as refusal:
            reasons = [refusal]
        for reason in reasons:
            reason.rule = reason.rule or kind.rules[0]
        found += reasons
    return found


def test_every_refusal_says_why_and_by_which_rule():
    for state in (camp(), duel(), *(after for _, after, _ in steps(start(Options()), 5, 60))):
        for seat in (*state.seats, Seat("w", "Wim", "watcher")):
            for refusal in refusals(state, seat):
                assert refusal.rule, refusal
                assert refusal.message.endswith(".")


def test_watchers_are_offered_nothing():
    watcher = Seat("w", "Wim", "watcher")
    for _, after, _ in steps(start(Options()), 3, 60):
        assert offers(after, watcher) == []

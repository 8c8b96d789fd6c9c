"""Random legal play through everything, held to what must always be so."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from tests.scale import times

from moot.core import Event, Offer, Offered, Refused, Seat, Seeded
from moot.games.swords_edge import ladder
from moot.games.swords_edge.conflict.nc_actions import Attacked
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.rolling import Rolled

SEATS = (Seat("s1", "Gil", "guide"), Seat("s2", "Ann"), Seat("s3", "Ben"))
SCORE = {"must": 10, "may": 6, "tool": 4}
STEPS = 190
NEVER = {"set-aside", "reopen-character", "drop-paper", "dismiss"}
FEW = 6
"""How many commands may be missed by chance: what only a Legendary defence opens, or two rare things at once."""
ENDS = {"end-scene", "end-session"}
LATECOMER = Seat("s4", "Cleo")


class Course:
    """One random course of play, every step checked."""

    def __init__(self, seed: int) -> None:
        self.chance = Seeded(seed)
        chosen = {
            name: option.choices[self.chance.pick(len(option.choices))].value
            for name, option in (GAME.rulebook.options.items() if seed else ())
        }
        self.state: State = GAME.seated(GAME.start(GAME.rulebook.settings(chosen)), SEATS)
        self.done: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()

    def run(self, steps: int) -> None:
        """Take so many steps."""
        for step in range(steps):
            seat, offer = self.picked(step)
            wish = offer.sample(self.chance)
            before = self.state
            events = GAME.decide(before, GAME.command(wish), seat, self.chance)
            self.done[offer.do] += 1
            for event in events:
                self.state = GAME.evolve(self.state, event)
                self.happened[type(event).__name__] += 1
                self.hold(seat, event)
            self.hold_state(before, offer.do)

    def picked(self, step: int) -> tuple[Seat, Offer]:
        """Somebody's offer: first which command, what is urgent and what was rarely done likelier; then any of its."""
        if step == STEPS // 3:
            self.state = GAME.seated(self.state, (*SEATS, LATECOMER))
        every: dict[str, list[tuple[Seat, Offered]]] = {}
        for seat in self.state.seats:
            for offer in GAME.commands.found(self.state, seat):
                over = offer.do in ENDS and step % 20
                if offer.do not in NEVER and not over:
                    every.setdefault(offer.do, []).append((seat, offer))
        if forced := [do for do in every if do in ENDS]:
            every = {forced[0]: every[forced[0]]}
        urgency = self.drawn({pairs[0][1].urgency: SCORE[pairs[0][1].urgency] for pairs in every.values()})
        open_now = {do: pairs for do, pairs in every.items() if pairs[0][1].urgency == urgency}
        pairs = open_now[self.drawn({do: 1 + 100 // (1 + self.done[do]) for do in open_now})]
        seat, found = pairs[self.chance.pick(len(pairs))]
        return seat, found.form()

    def drawn(self, weights: dict[str, int]) -> str:
        """One of these, by weight."""
        at = self.chance.pick(sum(weights.values()))
        for name, weight in weights.items():
            if at < weight:
                return name
            at -= weight
        raise AssertionError

    def hold(self, seat: Seat, event: Event) -> None:
        """Only players roll, and nobody acts without Momentum."""
        match event:
            case Rolled(test=test):
                assert seat.plays
                if test.kind == "act":
                    assert all(self.state.pairings[test.pairing].stands[who].momentum == "attacker" for who in test.who)
                assert all(1 <= face <= 10 for face in test.faces)
            case Attacked(attack=attack) if attack.how == "act" and attack.nc in self.state.ncs:
                stand = self.state.pairings[attack.pairing].stands[attack.who]
                assert stand.momentum == "defender" or self.state.characters[attack.who].stands == "helpless"
            case _:
                pass

    def hold_state(self, before: State, did: str) -> None:
        """Luck is never owed, ranks stay on the ladder, what is spent stays spent, communal Luck never changes."""
        state = self.state
        assert min((0, state.pool, state.chest, *state.luck.values())) == 0
        for who in state.characters.values():
            assert who.advancements >= 0
            assert who.windfall >= 0
            assert all(-6 <= who.trait(trait) <= 8 for trait in ladder.TRAITS)
            assert all(-6 <= who.worth(quality) <= 8 for quality in who.qualities)
            old = before.characters.get(who.id)
            if old and state.scene and before.scene and state.options.spent_for == "scene":
                assert set(old.spent) <= set(who.spent)
        communal = state.options.communal and state.session and did not in ("open-session", "end-session", "draw-luck")
        if communal:
            assert total(state) == total(before)


@cache
def played(seed: int) -> Course:
    """The course of a seed, played once for all tests."""
    course = Course(seed)
    course.run(STEPS)
    return course


@pytest.mark.rule("SE-STR-01", "SE-MOM-03", "SE-RANK-04", "SE-TEST-05", "SE-LUCK-09", "SE-TERM-04")
@pytest.mark.parametrize("seed", range(times(24)))
def test_random_legal_play_never_fails(seed):
    assert played(seed).done


@pytest.mark.slow
def test_in_fifty_courses_almost_everything_is_done():
    done: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for seed in range(50):
        course = played(seed)
        done += course.done
        happened += course.happened
    assert len({name for name in _names() if name not in done} - NEVER) <= FEW
    assert len(happened) > 90


def _names() -> list[str]:
    return list(GAME.commands.by_name)


@pytest.mark.rule("SE-MOM-03")
def test_what_is_not_offered_is_refused_with_a_rule():
    state: State = GAME.seated(GAME.start(GAME.rulebook.settings({})), SEATS)
    with pytest.raises(Refused) as caught:
        GAME.decide(state, GAME.command({"do": "open-session"}), SEATS[0], Seeded(1))
    assert (caught.value.code, caught.value.rule) == ("nobody-to-play", "SE-TERM-05")
    with pytest.raises(Refused) as caught:
        GAME.decide(state, GAME.command({"do": "act", "pairing": "x", "who": "y"}), SEATS[1], Seeded(1))
    assert caught.value.code == "wrong-phase"

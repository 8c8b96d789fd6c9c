"""What a camp now, a camp later or none may bring, held to the game itself: every fall of its dice is played."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from moot.core import Chance, Match, outcomes
from moot.games.perilous.figures import PERIL_DICE
from moot.games.perilous.journey.camp import camped
from moot.games.perilous.journey.odds import along, branches, endured, rests
from moot.games.perilous.person import LAST, HeldDisorder
from moot.games.perilous.room import GAME
from moot.games.perilous.state import State
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.travelling import Road, four
from moot.games.perilous.trying import TrialRolled
from moot.games.perilous.underway import Wound
from moot.kit.bars import percent


class Stand(NamedTuple):
    """A place on the Peril track, whether a camp restores somebody altogether, and whether they have dropped by now."""

    peril: int
    hardy: bool
    dropped: bool


DOV = skilled("dov", "s3", threshold=6, toughness=(36, 1))


class Ones:
    """Two dice of somebody else's luck; all that are thrown after them show 1."""

    def __init__(self, luck: Chance) -> None:
        self.luck, self.left = luck, 2

    def pick(self, n: int) -> int:
        """The next die."""
        self.left -= 1
        return self.luck.pick(n) if self.left >= 0 else 0


def alone(days: int, *rolls: int, **more):
    """Dov walks alone, and rests after the first moment of a Stretch of so many days, borne with these dice; a Fortune
    Point that he never spends lets each failure wait."""
    table = Road(DOV, fortune=1, **more)
    table.draw(days=days, land="high hills", threat="none")
    table.on("Gil", "set-out")
    table.take(dov="survivalist")
    table.on("Gil", "be-off")
    table.roll("dov", 9, 8, keep=True)
    table.roll("dov", *rolls, keep=len(rolls) > 2)
    table.on("Gil", "threat", faces=[1])
    table.on("Gil", "quiet-road")
    return table


class Played:
    """The end of Dov's Stretch as the game plays it: from each place where he may stand, every fall of the dice."""

    def __init__(self, table: Road) -> None:
        self.seats = table.seats
        self.law = {self.stand(table.state, False): (table.state, Fraction(1))}

    def stand(self, state: State, dropped: bool) -> Stand:
        """Where Dov stands, and whether he has dropped by now."""
        [journey] = state.journeys.values()
        dov, stretch = state.people["dov"], journey.stretch
        hardy = bool(stretch and stretch.passage and "dov" in stretch.passage.hardy)
        return Stand(dov.peril, hardy, dropped or dov.incapacitated)

    def press(self, state: State, do: str, faces: Iterable[int] = (), **said: Any) -> State:
        """The table after a button of the journey was pressed, by Gil who may press all of them."""
        [journey] = state.journeys
        if do not in ("roll", "keep"):
            said["journey"] = journey
        match = Match(GAME, state)
        match.ask(self.seats["Ann" if do in ("roll", "keep") else "Gil"], {"do": do, **said}, faces=list(faces))
        return match.state

    def on(self, do: str, **said: Any) -> None:
        """Everywhere he may stand the same is pressed."""
        self.law = self._merged(
            (stand.dropped, self.press(state, do, **said), share) for stand, (state, share) in self.law.items()
        )

    def bear(self) -> None:
        """The next moment of hardship is borne, and nothing finds him."""
        self.on("go-on")
        self.law = self._merged(
            (stand.dropped, after, share * part)
            for stand, (state, share) in self.law.items() for after, part in self._tested(state)
        )
        self.on("threat", faces=[1])
        self.on("quiet-road")

    def _tested(self, state: State) -> Iterable[tuple[State, Fraction]]:
        if not state.trials:
            yield state, Fraction(1)
            return
        [trial] = state.trials

        def fell(chance: Chance) -> tuple[str, tuple[int, ...]]:
            match = Match(GAME, state, chance=Ones(chance))
            match.ask(self.seats["Ann"], {"do": "roll", "trial": trial})
            [rolled] = [event.rolled for event in match.events if isinstance(event, TrialRolled)]
            return rolled.outcome, rolled.faces

        odds: dict[str, Fraction] = defaultdict(Fraction)
        shown = {}
        for (outcome, faces), share in outcomes(fell).items():
            odds[outcome] += share
            shown[outcome] = faces
        for outcome, share in odds.items():
            if outcome == "failure":
                stands = self.press(state, "roll", shown[outcome], trial=trial)
                for faces, part in thrown(PERIL_DICE.failure.dice):
                    yield self.press(stands, "keep", faces, trial=trial), share * part
            else:
                for faces, part in thrown(PERIL_DICE.critical.dice if outcome == "critical-failure" else 0):
                    yield self.press(state, "roll", (*shown[outcome], *faces), trial=trial), share * part

    def _merged(self, ends: Iterable[tuple[bool, State, Fraction]]) -> dict[Stand, tuple[State, Fraction]]:
        found: dict[Stand, tuple[State, Fraction]] = {}
        for dropped, state, share in ends:
            stand = self.stand(state, dropped)
            found[stand] = state, share + (found[stand][1] if stand in found else 0)
        return found

    @property
    def ends(self) -> tuple[dict[int, Fraction], Fraction]:
        """The chances of the places where he stands, and that he dropped on the way."""
        places: dict[int, Fraction] = defaultdict(Fraction)
        for stand, (_, share) in self.law.items():
            places[stand.peril] += share
        return places, sum((share for stand, (_, share) in self.law.items() if stand.dropped), Fraction(0))


def thrown(dice: int) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """For each sum of so many d10 some faces that have it, and its chance."""
    fell = outcomes(lambda chance: tuple(1 + chance.pick(10) for _ in range(dice)))
    sums, odds = {sum(faces): faces for faces in fell}, defaultdict[int, Fraction](Fraction)
    for faces, share in fell.items():
        odds[sum(faces)] += share
    return [(sums[total], share) for total, share in odds.items()]


def held(table, camp=0):
    """The odds of Dov, those with a chance."""
    places, drops = along(table.state, table.journey, table.stretch, table.state.people["dov"], camp)
    return {at: share for at, share in enumerate(places) if share}, drops


@pytest.mark.rule("GP-WILD-12", "GP-WILD-09")
@pytest.mark.parametrize("rolls", [(9, 8, 9, 9), (10, 1)], ids=["worn", "hardy"])
def test_the_three_choices_are_what_the_game_makes_of_them(rolls):
    table = alone(30, *rolls)
    never, now, later = (Played(table) for _ in range(3))
    never.bear()
    never.bear()
    assert held(table) == never.ends
    now.on("camp", days=1)
    [(camped, whole)] = now.law.values()
    now.bear()
    now.bear()
    later.bear()
    later.on("camp", days=1)
    later.bear()
    assert held(table, camp=1) == later.ends
    table.on("Gil", "camp", days=1)
    assert (camped.people["dov"].peril, whole) == (table.state.people["dov"].peril, Fraction(1))
    assert held(table) == now.ends


@pytest.mark.rule("GP-WILD-12")
def test_the_page_has_the_figures_of_each_choice():
    table = alone(30, 9, 8, 9, 9, provisions=61)
    found = rests(table.state, table.journey, guide=False)
    assert found is not None
    assert [choice.says for choice in found.choices] == [
        "Go on", "Camp for a day now", "Go on, and camp after the next moment",
    ]
    places, drops = held(table)
    later, dropped = held(table, camp=1)
    table.on("Ann", "camp", days=1)
    rested, less = held(table)
    assert less < drops
    assert [choice.travellers[0].drops for choice in found.choices] == [percent(one) for one in (drops, less, dropped)]
    assert [choice.travellers[0].places[LAST] for choice in found.choices] == [
        percent(law.get(LAST, Fraction(0))) for law in (places, rested, later)
    ]
    assert [(choice.eats, choice.short) for choice in found.choices] == [(0, ""), (1, ""), (1, "")]
    assert found.choices[0].travellers[0].shares[0].percent == percent(places[LAST])


def party(*people, **options):
    """Four rest at the end of a short Stretch, worn; a longer one lies ahead."""
    table = Road(*people, provisions=22, **options)
    table.draw("the moor", days=4, threat="mild")
    table.draw("the pass", days=10, land="mountains", threat="none")
    table.on("Gil", "set-out")
    table.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
    table.on("Gil", "be-off")
    table.found((2, 3, 4), (2, 3), (2, 3))
    for who in table.journey.travellers:
        table.roll(who, 9, 8, 9, 9)
    return table


@pytest.mark.rule("GP-WILD-12", "GP-WILD-14")
def test_where_nothing_is_left_to_bear_it_is_the_next_stretch_that_counts():
    table = party()
    table.on("Gil", "threat")
    table.on("Gil", "quiet-road")
    found = rests(table.state, table.journey, guide=False)
    assert found is not None
    assert (found.stretch, [choice.says for choice in found.choices]) == ("the pass", ["Go on", "Camp for a day now"])
    [pass_] = table.journey.ahead
    for choice in found.choices:
        roads = tuple(branches(table.state, table.journey, pass_))
        drops = [endured(table.state, table.journey, roads, who).drops for who in table.state.people.values()]
        assert [who.drops for who in choice.travellers] == [percent(chance) for chance in drops]
        table.on("Ann", "camp", days=1)
    assert [choice.eats for choice in found.choices] == [0, 4]
    table.on("Ann", "go-on")
    assert rests(table.state, table.journey, guide=True) is None


def calls(do: Callable[[], object]) -> int:
    """How many functions are called by something."""
    made = 0

    def seen(_: Any, event: str, __: Any) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(seen)
    try:
        do()
    finally:
        sys.setprofile(None)
    return made


def test_a_camp_is_weighed_again_for_little():
    table = party()
    table.on("Gil", "threat")
    table.on("Gil", "quiet-road")

    def weigh() -> object:
        return rests(table.state, table.journey, guide=True)

    weigh()
    assert calls(weigh) < 9_000
    table.put("dov", peril=2)
    assert calls(weigh) < 12_000


@pytest.mark.rule("GP-WILD-10", "GP-WILD-12")
def test_what_the_gm_keeps_is_in_no_figure_of_a_choice():
    hireling = [replace(who, player="") if who.id == "dov" else who for who in four()]
    table = party(*hireling)
    before = rests(table.state, table.journey, guide=True)
    assert before is None
    table.on("Gil", "threat")
    table.on("Gil", "quiet-road")
    mine, all_ = (rests(table.state, table.journey, guide) for guide in (False, True))
    assert mine is not None
    assert all_ is not None
    assert [[who.who for who in choice.travellers] for choice in mine.choices] == [["orsel", "tamsin", "fenn"]] * 2
    assert [len(choice.travellers) for choice in all_.choices] == [4, 4]
    table.on("Gil", "draw-encounter", land="wood", faces=[3])
    assert rests(table.state, table.journey, guide=False) == mine
    hidden = table.journey.ahead[0]
    table.on("Gil", "draw-stretch", name=hidden.name, days=10, land="mountains", threat="none", stretch=hidden.id,
             place=1, hidden=True)
    assert rests(table.state, table.journey, guide=False) is None
    assert rests(table.state, table.journey, guide=True) is not None
    led = party(*[replace(who, player="") if who.id == "orsel" else who for who in four()])
    led.on("Gil", "threat")
    led.on("Gil", "quiet-road")
    assert rests(led.state, led.journey, guide=False) is None


@pytest.mark.rule("GP-WILD-12", "GP-DIS-01")
def test_a_disorder_that_its_owner_alone_knows_of_is_in_no_figure_that_others_see():
    table = alone(30, 9, 8, 9, 9)
    figures = [rests(table.state, table.journey, guide) for guide in (False, True)]
    table.put("dov", disorders=(HeldDisorder("prophecy-of-doom", hidden=True),))
    now = [rests(table.state, table.journey, guide) for guide in (False, True)]
    assert (now[0] == figures[0], now[1] == figures[1]) == (True, False)
    table.put("dov", disorders=(HeldDisorder("prophecy-of-doom"),))
    assert rests(table.state, table.journey, guide=False) == now[1]


@pytest.mark.rule("GP-WILD-12", "GP-CORE-16")
def test_a_wound_of_somebody_whom_the_gm_hides_is_named_to_nobody_and_holds_nobody_up():
    table = alone(30, 9, 8, 9, 9)
    was = GAME.situation(table.state)
    rat = replace(skilled("rat"), name="A rat", known=False)
    table.have(people={**table.state.people, "rat": rat}, wounds={"w": Wound(id="w", who="rat", severity="moderate")})
    assert GAME.situation(table.state) == was
    assert {"camp", "go-on"} <= {one.do for one in table.offers("Ann")}
    table.put("rat", known=True)
    assert GAME.situation(table.state).headline == "Is a rat injured?"
    table.no("Ann", "camp", "wounds-first", "GP-CORE-16")


@pytest.mark.rule("GP-WILD-14", "GP-RD-13")
def test_of_one_provision_people_speak_as_of_one():
    table = Road(provisions=1)
    assert "They pack 1 provision." in table.read["Ann"][-1]
    table.on("Gil", "stock-up", amount=1, what="found")
    assert table.read["Ann"][-1].startswith("1 provision more: found. Left: 2.")


@pytest.mark.rule("GP-WILD-05", "GP-WILD-12")
def test_roles_and_camps_are_told_as_people_say_it():
    first, *others = four()
    table = Road(replace(first, focuses=("tracking",)), *others)
    table.draw()
    table.on("Gil", "set-out")
    table.on("Ann", "take-role", who="orsel", role="guide", part="helps", focus="tracking")
    assert table.read["Ben"][-1] == "helps the Guide, and knows tracking well. "
    table.on("Gil", "be-off")
    assert "The Roles are settled. Nobody is Guide, Survivalist or Scout. " in table.read["Ben"]
    for who in ("orsel", "fenn"):
        table.put(who, peril=2)
    says = camped(table.state, table.journey, table.passage, 1).line(table.state).text
    assert says == "They make camp for a day and a night and eat 4. Orsel (Imperiled) and Fenn (Imperiled) recover."

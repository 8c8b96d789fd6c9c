"""What the GM keeps back: of two tables that differ in it alone everybody else is sent the same, byte for byte.

Pages, doors, lists of offers, journals and refusals are compared, and so are their ids and their lengths.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from tests.gathering import steady_site
from tests.random_play import TABLE_DOES, Course
from tests.wire import Wire

from moot.games.perilous import GAME
from moot.table import Key, Table
from moot.table.script import Script, Step, follow, load
from moot.testing.golden import golden_scripts

pytestmark = pytest.mark.anyio
SCRIPTS = {path.stem: load(path) for path in golden_scripts(GAME)}
BY_CHANCE = re.compile(
    rb"[0-9a-f]{20,64}|(?<=name=\"moot.id\" value=\")[\w-]{16}|(?<=from=)[0-9a-f]{8}|(?<=\"at\":)[0-9]+"
)
"""Stamps of forms, what tells versions of a panel apart, and the server's own: random, or of what is seen as well; and
the time of day, which a table's clock in tests counts by what is done there."""
PLACES = ("", "/log", "/story.md", "/recap.md")
ASKED = ("offers", "sight", "journal")


class Twin:
    """A table at which a script was played, with an end of the wire for everybody."""

    async def play(self, script: Script, steps: Iterable[Step]) -> None:
        app, guide = steady_site(1), script.seats[0].name
        self.wires = {seat.name: Wire(app, seat.name) for seat in script.seats}
        code = await self.wires[guide].opens("perilous", guide, house={"door": "open"}, settings=script.options)
        self.table: Table = await app.site.shelf.find(self.wires[guide].table)
        for seat in script.seats[1:]:
            await self.wires[seat.name].comes(self.table.id, code, seat.name)
        keys = {name: Key(wire.seat, wire.secret) for name, wire in self.wires.items()}
        await follow(self.table, keys, steps)
        self.guide, self.others = self.wires.pop(guide), self.wires

    def wishes(self) -> list[dict[str, Any]]:
        """What the guide could do now, and the table would not do for anybody else."""
        course, seat = Course(1), self.table.ledger.table.chairs[self.guide.seat].seat
        return [course.wish(offer, "gil") for offer in self.table.offers(seat) if offer.do not in TABLE_DOES]

    def kept(self) -> list[Any]:
        """What the table holds, and the guide has been told."""
        seat = self.table.ledger.table.chairs[self.guide.seat].seat
        return [self.table.ledger.game_state, *(one.lines for one in self.table.journal(seat).entries)]

    async def sent(self, wishes: list[dict[str, Any]]) -> dict[tuple[str, str, int], bytes]:
        """All that others are sent: who opens everything there is, and tries what only the guide may do."""
        numbers = count()
        for wire in self.others.values():
            for place in PLACES:
                await wire.gets(f"/t/{self.table.id}{place}")
            for what in ASKED:
                await wire.gets(f"/api/tables/{self.table.id}/{what}")
            await wire.opens_everything(self.table.id)
            for at, wish in enumerate(wishes):
                await wire.asks(wish, f"try {at}")
        return {
            (name, path, next(numbers)): BY_CHANCE.sub(b"", body)
            for name, wire in self.others.items() for path, body in wire.received if "(headers)" not in path
        }


def changed(do: str, nth: int = 0, fill: dict[str, Any] | None = None, **more: Any) -> Any:
    """Change the `nth` step of a kind."""

    def change(steps: list[Step]) -> list[Step]:
        at = [number for number, step in enumerate(steps) if step.do == do][nth]
        return [*steps[:at], replace(steps[at], fill={**steps[at].fill, **(fill or {})}, **more), *steps[at + 1 :]]

    return change


def followed_by(*more: Step) -> Any:
    """Take these steps after all others."""
    return lambda steps: [*steps, *more]


def without(do: str, nth: int = 0) -> Any:
    """Leave out the `nth` step of a kind."""

    def change(steps: list[Step]) -> list[Step]:
        at = [number for number, step in enumerate(steps) if step.do == do][nth]
        return [*steps[:at], *steps[at + 1 :]]

    return change


SHADOW = {"name": "Nan", "measure": "ordinary", "strong": ["Brawn"], "skills": ["Charm"], "hidden": True}
def twice_over(row: str, face: int) -> Any:
    """Give Wen a hidden Disorder before the first session, and find the same one by a d20 at the end."""
    has = Step(seat="Gil", do="pick-disorder", pick="Wen Harrow", fill={"row": row})
    return lambda steps: [*steps[:5], has, *steps[5:], Step(seat="Gil", do="roll-disorder", faces=(face,))]


def tired(who: str) -> Step:
    """Have somebody of the guide's ignore a skill rank from now on."""
    return Step(seat="Gil", do="set-track", pick=f"Set {who}’s Peril", fill={"now": "Ignore 1 Skill Rank"})


WATCHES = Step(seat="Gil", do="call-trial", fill={"who": "Brother Anselm", "skill": "Awareness"})
TOLD = dict.fromkeys((
    "which Disorder somebody hides", "that a hidden Disorder is healed", "a hidden Disorder that is found again",
), "Ann")
"""Who plays the one whose secret it is, and knows it."""
CASES = {
    "which skills open and shut somebody": (
        "the_magistrates_supper", "roll", 1,
        changed("hide-pair", fill={"favourable": "Bargain", "unfavourable": "Rumor"}),
        changed("hide-pair", fill={"favourable": "Leadership", "unfavourable": "Interrogation"}),
    ),
    "whether trouble comes": (
        "over_the_pass", "threat", 1, changed("threat", 1, faces=(1, 2, 5)), changed("threat", 1, faces=(6, 2, 5)),
    ),
    "how dangerous a Stretch is": (
        "over_the_pass", "roll", 2, changed("draw-stretch"),
        changed("draw-stretch", fill={"threat": "Highly Dangerous"}),
    ),
    "a Stretch that is hidden": (
        "over_the_pass", "be-off", 0, changed("draw-stretch", 1),
        changed("draw-stretch", 1, fill={"days": 30, "land": "plains", "bad_weather": False, "to": "Nowhere"}),
    ),
    "an encounter before it is told": (
        "over_the_pass", "draw-encounter", 0, changed("draw-encounter"), changed("draw-encounter", faces=(3,)),
    ),
    "trouble before it is told": (
        "salt_road", "draw-trouble", 0, changed("draw-trouble"), changed("draw-trouble", fill={"pick": "The gibbet"}),
    ),
    "somebody whom nobody has met": (
        "three_reckonings", "offend", 1, changed("quick-figures"),
        changed("quick-figures", fill={"name": "Nan", "measure": "ordinary", "strong": ["Brawn"], "skills": ["Charm"]}),
    ),
    "that there is somebody whom nobody has met": (
        "three_reckonings", "offend", 1, followed_by(),
        followed_by(Step(seat="Gil", do="quick-figures", fill=SHADOW)),
    ),
    "a test of somebody whom nobody has met": (
        "three_reckonings", "offend", 1, followed_by(),
        followed_by(WATCHES),
    ),
    "how such a test went": (
        "three_reckonings", "offend", 1,
        followed_by(WATCHES, Step(seat="Gil", do="roll", faces=(1, 1))),
        followed_by(WATCHES, Step(seat="Gil", do="roll", faces=(9, 8))),
    ),
    "what somebody of the GM’s can do": (
        "the_magistrates_supper", "roll", 0, changed("quick-figures"),
        changed("quick-figures", fill={"measure": "able", "strong": ["Brawn"], "skills": ["Charm"]}),
    ),
    "how tired somebody of the GM’s is": (
        "the_magistrates_supper", "roll", 1, followed_by(), followed_by(tired("Magistrate Corvane")),
    ),
    "how tired one of the pursuers is": (
        "salt_road", "run", 2, followed_by(), followed_by(tired("Road agent")),
    ),
    "that an encounter is drawn": (
        "over_the_pass", "draw-encounter", 0, changed("draw-encounter"), without("draw-encounter"),
    ),
    "that trouble is drawn": (
        "salt_road", "draw-trouble", 0, changed("draw-trouble"), without("draw-trouble"),
    ),
    "which Disorder somebody hides": (
        "the_ferry_inn", "pick-disorder", 0, changed("pick-disorder"),
        changed("pick-disorder", fill={"row": "Gambler’s lament"}),
    ),
    "that a hidden Disorder is healed": (
        "the_ferry_inn", "pick-disorder", 0, followed_by(),
        followed_by(Step(seat="Gil", do="heal-disorder")),
    ),
    "a hidden Disorder that is found again": (
        "three_reckonings", "convert", 2, twice_over("Mana junkie", 5), twice_over("Sticky fingers", 6),
    ),
}


@pytest.mark.rule("GP-SOC-04", "GP-WILD-04", "GP-WILD-10", "GP-CHASE-13")
@pytest.mark.parametrize("secret", CASES)
async def test_nothing_that_others_are_sent_depends_on_a_secret(secret):
    name, last, nth, *changes = CASES[secret]
    script, twins = SCRIPTS[name], []
    until = [number for number, step in enumerate(script.step) if step.do == last][nth]
    for change in changes:
        twins.append(twin := Twin())
        await twin.play(script, change([*script.step[: until + 1]]))
        twin.others.pop(TOLD.get(secret, ""), None)
    one, other = twins
    wishes = [*one.wishes(), *other.wishes()]
    assert one.kept() != other.kept()
    assert await one.sent(wishes) == await other.sent(wishes)

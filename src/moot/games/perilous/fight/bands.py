"""Groups in a fight: how many they are, who leads them, and what they lose (GP-MORALE-01, -02, -04, -07)."""

from __future__ import annotations

from itertools import product
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Face, Fact, Frame, Line, Offers, Part, Play, Seat, Write
from moot.games.perilous.fight.phases import InFight, OfBand, OfFight
from moot.games.perilous.figures import INJURIES, TRIGGERS
from moot.games.perilous.flow import begun, only_guide, whom
from moot.games.perilous.state import State
from moot.games.perilous.underway import Band, Fight, Fighter, Side
from moot.games.perilous.wounds import Died, InjurySuffered, slain
from moot.kit.keyed import put, without
from moot.kit.totals import signed

LOSSES: Final = tuple(row for row in TRIGGERS.values() if row.kind != "ratio")
MOST: Final = 99
SLAIN: Final = next(row.id for row in LOSSES if row.kind == "slain")
LEADER: Final = next(row.id for row in LOSSES if row.kind == "leader")


class BandCounted(OfFight, tag="band-counted"):
    """A group joins a fight, or is counted again."""

    band: Band
    side: Side

    def evolve(self, state: State) -> State:
        state = super().evolve(state)
        return replace(state, ids=state.ids + 1)

    def unfold(self, fight: Fight) -> Fight:
        alone = {one.id: one for one in fight.fighters if one.id not in self.band.members}
        new = {id_: Fighter(id_, self.side) for id_ in (self.band.id, *self.band.leaders)}
        all_acted = 0 < self.band.count <= len({*self.band.members} & {*fight.done})  # each alone, in this round
        return replace(
            fight, fighters=tuple(({**alone, **new} | alone).values()), bands=put(fight.bands, self.band),
            done=tuple(dict.fromkeys((*fight.done, self.band.id))) if all_acted else fight.done,
        )

    def line(self, state: State) -> Line:
        band, name = self.band, begun(self.called(state, self.band.id))
        group = Face(id=band.id, name=name, seat=state.guide_seat)
        people = (group, *(state.people[who].face() for who in band.leaders))
        came = Frame(kind="scene", id=f"fight-{self.fight}", lead="", people=people)
        return Line("move", f"{name} are {band.count} strong.", frame=came)


class CountBand(InFight, tag="count"):
    """Count a group: a new one, or one whose number has changed."""

    rules, urgency, giver = ("GP-MORALE-01", "GP-MORALE-04"), ("tool", "may"), only_guide("counts groups")
    band: str = ""
    name: str = ""
    typical: str = ""
    leaders: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    side: Side = "foes"
    count: int

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        number = Count(name="count", label="How many?", least=1, most=MOST, default=6)
        known = [who.id for who in state.cast() if who.known]
        npcs = [who for who in known if state.people[who].npc]
        if npcs:
            sides = (Choice("foes", "Against the party"), Choice("party", "With the party"))
            alone = [one.id for one in fight.fighters if one.id in npcs]
            hint = "Counted among them, and no longer with a turn alone."
            among = whom(state, "Who here is one of them?", alone, "members", many=True, least=0, hint=hint)
            led = whom(state, "Who leads them?", known, "leaders", many=True, least=0)
            also = (_of_their_side(state, fight, led), *((_of_their_side(state, fight, among),) if alone else ()))
            yield cls.offer_in(
                fight, None, "Count a group for morale", "It tests its Resolve as one. Players’ characters never do.",
                Write(name="name", label="What are they called?"), number,
                whom(state, "With whose figures?", npcs, "typical"),
                Choose(name="side", label="On which side?", choices=sides, default=("foes",)), *also,
                urgency="may", band="",
            )
        for band in fight.bands.values():
            again = replace(number, least=0, default=band.count)
            yield cls.offer_in(fight, band, f"Count {band.called} again", "", again, band=band.id)

    def act(self, play: Play[State], of: Band | None) -> None:
        if of is not None:
            side = play.state.fights[self.fight].fighter(of.id).side
            band = replace(of, count=self.count)
        else:
            side, band = self.side, Band(
                id=play.state.next_id, name=self.name.strip(), typical=self.typical, count=self.count,
                leaders=self.leaders, members=tuple(who for who in self.members if who not in self.leaders),
            )
        play.record(BandCounted(fight=self.fight, band=band, side=side, rules=self.rules[:1]))


def _of_their_side(state: State, fight: Fight, people: Choose) -> Choose:
    """The blank with those on a side open for a group of that side alone: those of players are on the party’s."""
    sides: dict[str, Side] = {who.id: "party" for who in state.cast() if not who.npc}
    sides |= {one.id: one.side for one in fight.fighters}
    choices = (
        replace(one, needs=(f"side:{sides[one.value]}",)) if one.value in sides else one for one in people.choices
    )
    return replace(people, choices=tuple(choices))


class LossNoted(OfBand, tag="loss-noted"):
    """A group has lost something in this turn: it may be asked for when the turn is over (GP-MORALE-07)."""

    row: str
    fallen: int = 0
    leader: str = ""

    def evolve(self, state: State) -> State:
        state = replace(super().evolve(state), turn="done")
        return slain(state, self.leader) if self.leader else state

    def becomes(self, band: Band) -> Band:
        leaders = tuple(who for who in band.leaders if who != self.leader)
        count, hearts = max(0, band.count - self.fallen), without(band.hearts, self.leader)
        return replace(band, losses=(*band.losses, self.row), count=count, leaders=leaders, hearts=hearts)

    def line(self, state: State) -> Line:
        lost = f"lose {self.fallen}." if self.fallen else f"lose {state.name(self.leader)}." if self.leader else ""
        shock, name = TRIGGERS[self.row].title, begun(self.called(state, self.band))
        text = lost or f"are shaken: {shock[0].lower()}{shock[1:]}."
        down = (Fact(kind="out", text=f"{name} are all down", who=name, seat=state.guide_seat),)
        facts = down if self.fallen and not state.fights[self.fight].bands[self.band].count else ()
        return self.says(state, "move", self.band, text, facts=facts)


class NoteLoss(InFight, tag="loss"):
    """Note that a group has lost somebody, or saw an ally hurt."""

    rules, urgency, records, giver = ("GP-MORALE-01", "GP-MORALE-02"), "may", LossNoted, only_guide("notes losses")
    band: str
    row: str
    fallen: int = 0
    leader: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, fight: Fight) -> Offers:
        for band in fight.bands.values():
            slays = [who for who in band.leaders if state.people[who].npc]  # of players’ characters their wounds tell
            rows = [row for row in LOSSES if (slays if row.id == LEADER else band.count)]
            if not rows:
                continue
            what = tuple(Choice(row.id, row.title, hint=signed(row.value)) for row in rows)
            fallen = Count(
                name="fallen", label="How many fall?", least=1, most=max(1, band.count), default=1,
                needs=(f"row:{SLAIN}",),
            )
            led = whom(state, "Which leader?", slays, "leader", needs=(f"row:{LEADER}",))
            which = *((fallen,) if band.count else ()), *((led,) if slays else ())
            yield cls.offer_in(
                fight, band, f"{begun(band.name)}: a loss", "An Injury counts; a wound alone does not.",
                Choose(name="row", label="What?", choices=what), *which, band=band.id,
            )


def notice(play: Play[State]) -> None:
    """What befalls somebody who has a place in a fight, or is one of a group, counts for the groups of their side at
    once; a group has one fewer by the death of one of it (GP-MORALE-01)."""
    noted = [(one.band, one.row, one.leader) for one in play.events if isinstance(one, LossNoted)]
    befell = [one for one in play.events if isinstance(one, (Died, InjurySuffered))]
    for fight in play.state.fights.values() if befell else ():
        sides = {one.id: one.side for one in fight.fighters}
        sides |= {who: sides[band.id] for band in fight.bands.values() for who in band.members}
        for event, band in product(befell, fight.bands.values()):
            who, row = event.who, _HURTS[event.injury] if isinstance(event, InjurySuffered) else SLAIN
            led = (band.id, LEADER, who)
            found = led if row == SLAIN and (who in band.leaders or led in noted) else (band.id, row, "")
            if found in noted:
                noted.remove(found)
            elif sides.get(who) == sides[band.id] and (band.count or found == led):
                rules = ("GP-MORALE-01", "GP-MORALE-02", "GP-MORALE-07")
                (_, lost, led_by), fewer = found, int(row == SLAIN and who in band.members)
                play.record(LossNoted(fight=fight.id, band=band.id, row=lost, leader=led_by, fallen=fewer, rules=rules))


_HURTS: Final = {row.id: f"{table}-injury" for table, rows in INJURIES.items() for row in rows}
"""The row of an Injury to an ally, by the Injury."""


BANDS: Final = Part(NoteLoss, CountBand, BandCounted, LossNoted)

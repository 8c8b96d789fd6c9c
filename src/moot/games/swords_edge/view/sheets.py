"""Players' sheets as everyone sees them, with what is left to spend on a draft and what an Advancement can do."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from moot.core import Command, Offered, Refused, Seat
from moot.core.commands import offered
from moot.games.swords_edge import ladder
from moot.games.swords_edge.character import Character, Quality
from moot.games.swords_edge.conflict.dooms import AvoidDoom
from moot.games.swords_edge.creation.legality import SheetReport, check
from moot.games.swords_edge.figures import PIVOTS, TRAITS, TraitId
from moot.games.swords_edge.purse import funds
from moot.games.swords_edge.session.growth import OFTEN, ClearStress, Grow, Learn
from moot.games.swords_edge.session.luck import CashAdvancement
from moot.games.swords_edge.state import Options, State
from moot.kit.remembered import TABLES, remembered


class QualityView(msgspec.Struct, frozen=True, kw_only=True):
    """A Quality on a sheet: what it is, what it adds now, and what stands in its way."""

    quality: Quality
    kind: str
    rank: str
    worth: int
    penalties: int
    spent: bool
    turned_down: bool
    invoked: bool
    cost: int


class TraitView(msgspec.Struct, frozen=True, kw_only=True):
    """A Trait, its Penalty Ranks as boxes, and the Qualities that go with it."""

    id: str
    title: str
    rank: str
    worth: int
    penalties: int
    room: int
    cost: int
    qualities: tuple[QualityView, ...]


class PivotView(msgspec.Struct, frozen=True):
    """A Pivot; `touched` by the scene that is played or just over."""

    kind: str
    text: str
    touched: bool


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's character. `status` is for the class of the sheet, `says` for people."""

    id: str
    name: str
    text: str
    seat: str
    player: str
    made: bool
    status: str
    says: str
    free: tuple[QualityView, ...]
    traits: tuple[TraitView, ...]
    pivots: tuple[PivotView, ...]
    luck: int
    advancements: int
    due: tuple[str, ...]
    report: SheetReport | None

    @property
    def powers(self) -> tuple[QualityView, ...]:
        """The SFX Qualities on it."""
        return tuple(quality for trait in self.traits for quality in trait.qualities if quality.quality.sfx)


_SAYS = {
    "in": "",
    "helpless": "Cannot act or react for the rest of the scene, and is Undefended.",
    "away": "Out of this scene; back when it is over.",
    "removed": "Out of the game, for now.",
    "dead": "Dead.",
}


@remembered(TABLES)
def sheets(state: State) -> tuple[SheetView, ...]:
    """Every player's sheet, in the order made; drafts are open like all the rest."""
    return tuple(_sheet_in(state, who) for who in state.characters.values())


def _sheet_in(state: State, who: Character) -> SheetView:
    player, held = state.seat(who.player), None if who.made and state.session else state.options
    return _sheet(who, player.name if player else "", funds(state, who.id), state.down, held)


@remembered(256)
def _sheet(
    who: Character, player: str, luck: int, down: tuple[tuple[str, str], ...], held: Options | None
) -> SheetView:
    """A sheet; with `held` the options, it is held to its budget."""
    report = check(who, held) if held else None
    costs = {line.what: line.ranks for line in report.costs} if report else {}
    return SheetView(
        id=who.id, name=who.name, text=who.text, seat=who.player, player=player, made=who.made,
        status="doom" if who.doom else who.stands,
        says=f"A Doom on {TRAITS[who.doom.trait].title}" if who.doom else _SAYS[who.stands],
        free=tuple(_quality(who, quality, costs, down) for quality in who.counting("free") if not quality.trait),
        traits=tuple(_trait(who, trait, costs, down) for trait in ladder.TRAITS),
        pivots=tuple(
            PivotView(PIVOTS[p.kind].title if p.kind else "Pivot", p.text, p.id in who.touched) for p in who.pivots
        ),
        luck=luck, advancements=who.advancements, due=tuple(_due(who)), report=report,
    )


def _trait(who: Character, trait: TraitId, costs: dict[str, int], down: tuple[tuple[str, str], ...]) -> TraitView:
    tied = tuple(_quality(who, quality, costs, down) for quality in who.qualities if quality.trait == trait)
    return TraitView(
        id=trait, title=TRAITS[trait].title, rank=ladder.title(who.trait_rank(trait)), worth=who.trait(trait),
        penalties=who.hurt(trait), room=ladder.steps(who.traits[trait]), cost=costs.get(trait, 0), qualities=tied,
    )


def _quality(
    who: Character, quality: Quality, costs: dict[str, int], down: tuple[tuple[str, str], ...]
) -> QualityView:
    return QualityView(
        quality=quality, kind=quality.described, rank=ladder.title(quality.rank), worth=who.worth(quality),
        penalties=who.hurt(quality.id), spent=quality.id in who.spent, turned_down=(who.id, quality.id) in down,
        invoked=quality.id in who.invoked, cost=costs.get(quality.id, 0),
    )


def _due(who: Character) -> list[str]:
    """What waits to be done about a character."""
    due = [f"Recovery, {occasion}" for occasion in who.recovers]
    due += [f"{ladder.penalty_ranks(healing.count)} to take off" for healing in who.healing]
    due += ["Something to learn"] * len(who.lessons) + ["A Stunt to name"] * len(who.stunts)
    return due


class AdvancementUse(msgspec.Struct, frozen=True):
    """One use of an Advancement (SE-ADV-04): open `now` or not, and why; `rule` is the one that says so."""

    title: str
    now: bool
    says: str
    rule: str


class _Row(NamedTuple):
    """A use: the command that makes it, what it gives, and when it is open."""

    title: str
    command: type[Command[State]]
    gives: str
    when: str
    rule: str


_USES: Final = (
    _Row("Raise a Quality or a Weakness", Grow, f"One Rank; with buying, {OFTEN}.", "Between Tests.", "SE-ADV-05"),
    _Row("Buy an Element", Learn, f"At Good, an SFX at Basic; with raising, {OFTEN}.", "Between Tests.", "SE-ADV-05"),
    _Row("Use it as Luck", CashAdvancement, "One Luck, as often as you like.", "During a session.", "SE-LUCK-07"),
    _Row(
        "Avert a Doom", AvoidDoom, "Out of the scene, and no Poor Weakness.", "When a Doom strikes, in a scene.",
        "SE-DOOM-04",
    ),
    _Row("Clear every Penalty Rank", ClearStress, "All of them go.", "Once the session is over.", "SE-REC-05"),
)


@remembered(TABLES, of=lambda state: (state.phase, state.options, state.characters, state.tests, state.grown))
def uses(state: State, seat: Seat, who: str) -> tuple[AdvancementUse, ...]:
    """Every use of an Advancement for a character of `seat`, as things stand."""
    return tuple(_use(state, seat, who, row) for row in _USES)


def _use(state: State, seat: Seat, who: str, row: _Row) -> AdvancementUse:
    every = offered(row.command, state, seat) if state.phase in row.command.when else ()
    found = [one for one in every if isinstance(one, Offered)]
    if not found and (why := next((one for one in every if isinstance(one, Refused)), None)):
        return AdvancementUse(row.title, now=False, says=f"Not now. {why.message}", rule=why.rule or row.rule)
    now = any(offer.about == who for offer in found)
    return AdvancementUse(row.title, now=now, says=row.gives if now else f"Not now. {row.when}", rule=row.rule)

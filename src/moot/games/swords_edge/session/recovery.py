"""Recovery: at a scene's end and a day's, by Luck, and by choice of what goes (SE-REC-01 to SE-REC-04)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, Urgency, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, my_character
from moot.games.swords_edge.character import Character, Penalty
from moot.games.swords_edge.figures import RECOVERY_TN
from moot.games.swords_edge.frames import befell, penalised
from moot.games.swords_edge.purse import Payment, funds, paid, payment
from moot.games.swords_edge.quality_pool import elements
from moot.games.swords_edge.session.pivots import may_be_touched
from moot.games.swords_edge.state import BETWEEN_SCENES, SESSION, AboutCharacter, State
from moot.games.swords_edge.trials.form import Aim, MakesTest, TestForm
from moot.games.swords_edge.trials.kinds import RECOVERY as TEST
from moot.games.swords_edge.trials.places import unready
from moot.kit.totals import Sum, Target
from moot.kit.tracks import curable, healed

Occasion = Literal["scene", "day"]


class Recover(MakesTest, tag="recover"):
    """Make a Recovery Test (SE-REC-01, SE-REC-03); what a scene spent may help in it (SE-RD-45)."""

    when, urgency = BETWEEN_SCENES, "must"
    rules = ("SE-REC-01", "SE-REC-03", "SE-RD-15", "SE-RD-45")
    occasion: Occasion

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "recovers")
        if not who.recovers or who.healing:
            raise Refused("nothing-to-recover", "No Recovery Test is open to you now.")
        if why := unready(state, who):
            raise why
        for occasion in who.recovers:
            when = "what this scene did" if occasion == "scene" else "any Stress, at the day’s end"
            form = TestForm(
                kind=TEST, label=f"{who.name} recovers from {when}", who=who, urgency="must", about=who.id,
                aims={"": Aim(Target((Sum("Recovery", RECOVERY_TN),)))}, traits=_helpful(state, who),
                fixed={"who": who.id, "occasion": occasion}, occasion=occasion,
            )
            yield cls.offered(state, form)

    def enact(self, play: Play[State], form: TestForm) -> None:
        play.record(RecoveryTried(who=self.who, occasion=self.occasion, rules=("SE-REC-01", "SE-RD-15")))
        super().enact(play, form)


def _helpful(state: State, who: Character) -> tuple[str, ...]:
    """The Traits whose Faculty or Elements could help, or none; the Trait itself never does (SE-RD-15, SE-REC-01)."""
    faculty = {quality.trait for quality in who.counting("free")}
    return tuple(trait for trait in ladder.TRAITS if trait in faculty or elements(state, who, (trait,))) or ("",)


class RecoveryTried(AboutCharacter, tag="recovery-tried"):
    """Somebody made the Recovery Test of an occasion: one is all (SE-RD-15)."""

    silent = True
    occasion: Occasion

    def evolve(self, state: State) -> State:
        left = (other for other in state.characters[self.who].recovers if other != self.occasion)
        return state.with_pc(self.who, recovers=tuple(left))


class Heal(OfCharacter, tag="heal"):
    """Say which Penalty Ranks go (SE-RD-29)."""

    when, rules, urgency = BETWEEN_SCENES, ("SE-RD-29", "SE-RD-15", "SE-REC-04"), "must"
    ranks: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "heals")
        if not who.healing:
            raise Refused("nothing-due", "No Penalty Rank is due to go.")
        due = who.healing[0]
        hurt = curable(who.penalties, due.scene)
        count = min(due.count, len(hurt))
        why = "Share them among Traits as you like." if len({penalty.on for penalty in hurt}) > 1 else ""
        label = f"{who.name} heals: {ladder.penalty_ranks(count)}"
        yield cls.offer_of(who, label, why, *_which(state, who, hurt, count))

    def enact(self, play: Play[State], who: Character) -> None:
        play.record(_healed(who, self.ranks, ("SE-RD-29", "SE-REC-01"), due=True))


def _which(state: State, who: Character, hurt: tuple[Penalty, ...], count: int) -> tuple[Choose, ...]:
    if not count:
        return ()
    kinds = [(penalty.on, penalty.source) for penalty in hurt]
    choices = _choices(state, who, tuple(one for n, one in enumerate(hurt) if kinds[:n].count(kinds[n]) < count))
    first = tuple(choice.value for choice in choices) if len(choices) == count else ()
    label = f"Which {count}?" if count > 1 else "Which?"
    return (Choose(name="ranks", label=label, choices=choices, least=count, many=True, most=count, default=first),)


def _choices(state: State, who: Character, penalties: tuple[Penalty, ...]) -> tuple[Choice, ...]:
    strain = {"sfx": "Strain of a power"}
    return tuple(
        Choice(str(penalty.id), state.quality_name(who.id, penalty.on), hint=strain.get(penalty.source, ""))
        for penalty in penalties
    )


class HealWithLuck(OfCharacter, tag="heal-with-luck"):
    """Take this scene's Penalty Ranks off, one for a Luck (SE-LUCK-05)."""

    when, rules, urgency = SESSION, ("SE-LUCK-05", "SE-REC-02", "SE-RD-16"), ("may", "tool")
    ranks: tuple[str, ...]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "heals by Luck")
        if state.opening:
            raise Refused("too-late", "Luck heals at the end of a scene, and that was last session’s.")
        if state.time_passed:
            raise Refused("too-late", "Luck heals at the end of a scene, and since then time has gone by.")
        hurt, luck = curable(who.penalties, state.scenes), funds(state, who.id)
        if not luck_heals(state, who):
            raise Refused("nothing-to-heal", "It takes Luck, and Penalty Ranks of the scene just over.")
        if state.testing(who.id):
            raise Refused("in-test", "Let your dice stand first.", "SE-LUCK-04")

        def ranks(_: bool) -> tuple[Choose, ...]:
            return (Choose(name="ranks", label="Which go?", choices=_choices(state, who, hurt), many=True, most=luck),)

        why = f"One Luck, one Penalty Rank of this scene, never an older one. You have {luck}."
        urgency: Urgency = "tool" if who.id in state.settled else "may"
        yield cls.offer_of(who, f"Luck heals {who.name}", why, ranks, urgency=urgency)

    def enact(self, play: Play[State], who: Character) -> None:
        paying = payment(play.state, who.id, len(self.ranks))
        play.record(_healed(who, self.ranks, ("SE-LUCK-05", "SE-REC-02"), paid=paying))


def luck_heals(state: State, who: Character) -> bool:
    """Whether there is Luck, and something of the scene just over that it can heal (SE-LUCK-05)."""
    over = not state.opening and not state.time_passed
    return over and bool(curable(who.penalties, state.scenes) and funds(state, who.id))


class Healed(AboutCharacter, tag="healed"):
    """Penalty Ranks went, by number; with `paid`, for Luck."""

    penalties: tuple[int, ...]
    on: tuple[str, ...]
    paid: tuple[Payment, ...] = ()
    due: bool = False

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        who = replace(who, penalties=healed(who.penalties, self.penalties), healing=who.healing[self.due :])
        return paid(state.with_character(who), self.paid)

    def line(self, state: State) -> Line | None:
        if not self.on:
            return None
        what, by = listed(state.quality_name(self.who, on) for on in self.on), " by Luck" if self.paid else ""
        fact = befell(state, "gain", self.who, f"recovers{by}", *penalised(state, self.who, self.on, gone=True))
        return Line("sheet", f"{state.named(self.who)} recovers{by}: {what}.", facts=(fact,))


def _healed(
    who: Character, ranks: tuple[str, ...], rules: tuple[str, ...], *, paid: tuple[Payment, ...] = (), due: bool = False
) -> Healed:
    numbers = tuple(int(rank) for rank in ranks)
    on = tuple(penalty.on for penalty in who.penalties if penalty.id in numbers)
    return Healed(who=who.id, penalties=numbers, on=on, paid=paid, due=due, rules=rules)


class SettledScene(AboutCharacter, tag="settled-scene"):
    """The player of this PC wants nothing more from the last scene."""

    sentence = ("move", "{who} leaves the scene behind.")

    def evolve(self, state: State) -> State:
        return replace(state, settled=(*state.settled, self.who))


class SettleScene(OfCharacter, tag="settle-scene"):
    """Want nothing more from a scene that is over; it stays open until the next begins, and is not asked again."""

    when, rules, urgency = SESSION, ("SE-PIV-02", "SE-REC-02"), "may"
    records = SettledScene

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "leaves a scene behind")
        if who.id in state.settled or not (may_be_touched(state, who) or luck_heals(state, who)):
            raise Refused("nothing-asked", "Nothing of the last scene is asked of you.")
        yield cls.offer_of(who, f"Nothing more for {who.name}", "The scene is over for them.")


RECOVERY: Final = Part[State](Recover, Heal, HealWithLuck, RecoveryTried, Healed)
SETTLING: Final = Part[State](SettleScene, SettledScene)

"""Recovery: at a scene's end and a day's, by Luck, and by choice of what goes (SE-REC-01 to SE-REC-04)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import applied, elements
from moot.games.swords_edge.book import RECOVERY_TN
from moot.games.swords_edge.conflict.forms import Form, offering
from moot.games.swords_edge.conflict.rolling import throw
from moot.games.swords_edge.contest import Sum, Target, Test
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.ownership import mine
from moot.games.swords_edge.people import Character, Healing, Penalty
from moot.games.swords_edge.purse import Payment, funds, payment
from moot.games.swords_edge.session import commands as c, events as e
from moot.games.swords_edge.state import State

_REST = frozenset({"between", "session"})
_TARGET = Target((Sum("Recovery", RECOVERY_TN),))


def forms(state: State, seat: Seat) -> Iterator[Form]:
    """The Recovery Tests that `seat` can make. What a scene spent may help in its Recovery (SE-RD-45)."""
    for who in mine(state, seat, "recovers", "SE-REC-01"):
        if state.testing(who.id) or who.healing:
            continue
        for occasion in who.recovers:
            when = "what this scene did" if occasion == "scene" else "any Stress, at the day’s end"
            yield Form(
                do="recover",
                label=f"{who.name} recovers from {when}",
                who=who,
                traits=kinds(state, who),
                kind="recovery",
                use="recovery",
                target=_TARGET,
                fixed={"who": who.id, "occasion": occasion},
                rules=("SE-REC-01", "SE-REC-03", "SE-RD-15", "SE-RD-45"),
                urgency="must",
                about=who.id,
            )


def kinds(state: State, who: Character) -> tuple[str, ...]:
    """The Traits whose Faculty or Elements could help, or none; the Trait itself never does (SE-RD-15, SE-REC-01)."""
    helpful = tuple(
        trait
        for trait in ladder.TRAITS
        if elements(state, who, (trait,)) or any(quality.trait == trait for quality in who.of("faculty"))
    )
    return helpful or ("",)


def _recover(play: Play[State], command: c.Recover) -> None:
    who = play.state.characters[command.who]
    built = applied(play.state, who, "recovery", command)
    test = Test(
        id="",
        kind="recovery",
        roller=who.id,
        who=(who.id,),
        faces=(1, 1),
        parts=built.parts,
        target=_TARGET,
        occasion=command.occasion,
        how=command.how.strip(),
    )
    play.record(e.RecoveryTried(who=who.id, occasion=command.occasion, rules=("SE-REC-01", "SE-RD-15")))
    throw(play, test, cost=built.cost)


def curable(state: State, who: Character, scene: int) -> tuple[Penalty, ...]:
    """The Penalty Ranks that may go: of one scene, or of any (SE-REC-01, SE-REC-03, SE-RD-16)."""
    return tuple(penalty for penalty in who.penalties if not scene or penalty.scene == scene)


def _choices(state: State, who: Character, penalties: tuple[Penalty, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            str(penalty.id),
            TRAITS[penalty.on].title if penalty.on in TRAITS else who.quality(penalty.on).name,
            hint="Strain of a power" if penalty.source == "sfx" else "",
        )
        for penalty in penalties
    )


def _luck_offers(state: State, seat: Seat) -> Iterator[Offer]:
    """Luck heals what the scene just over did, one for one (SE-LUCK-05, SE-REC-02)."""
    mine(state, seat, "heals by Luck", "SE-LUCK-05")
    if state.opening:
        raise Refused("too-late", "Luck heals at the end of a scene, and that was last session’s.", "SE-LUCK-05")
    if state.time_passed:
        raise Refused("too-late", "Luck heals at the end of a scene, and since then time has gone by.", "SE-LUCK-05")
    for who in mine(state, seat, "heals by Luck", "SE-LUCK-05"):
        hurt, luck = curable(state, who, state.scenes), funds(state, who.id)
        if not hurt or not luck:
            raise Refused("nothing-to-heal", "It takes Luck, and Penalty Ranks of the scene just over.", "SE-LUCK-05")
        if state.testing(who.id):
            raise Refused("in-test", "Let your dice stand first.", "SE-LUCK-04")
        yield Offer(
            do="heal-with-luck",
            label=f"Luck heals {who.name}",
            why=f"One Luck, one Penalty Rank of this scene, never an older one. You have {luck}.",
            fixed={"who": who.id},
            fields=(
                Choose(name="ranks", label="Which go?", choices=_choices(state, who, hurt), many=True, most=luck),
            ),
            rules=("SE-LUCK-05", "SE-REC-02", "SE-RD-16"),
            about=who.id,
        )


def _heal_with_luck(play: Play[State], command: c.HealWithLuck) -> None:
    ranks = command.ranks
    paid = payment(play.state, command.who, len(ranks))
    play.record(_healed(play.state, command.who, ranks, ("SE-LUCK-05", "SE-REC-02"), paid=paid))


def _healed(
    state: State,
    who: str,
    ranks: tuple[str, ...],
    rules: tuple[str, ...],
    *,
    paid: tuple[Payment, ...] = (),
    due: bool = False,
) -> e.Healed:
    numbers = tuple(int(rank) for rank in ranks)
    on = tuple(penalty.on for penalty in state.characters[who].penalties if penalty.id in numbers)
    return e.Healed(who=who, penalties=numbers, on=on, paid=paid, due=due, rules=rules)


def _heal_offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in mine(state, seat, "heals", "SE-RD-29"):
        if not who.healing:
            raise Refused("nothing-due", "No Penalty Rank is due to go.", "SE-RD-29")
        due: Healing = who.healing[0]
        hurt = curable(state, who, due.scene)
        count = min(due.count, len(hurt))
        yield Offer(
            do="heal",
            label=f"{who.name} heals: {ladder.penalty_ranks(count)}",
            why="Share them among Traits as you like." if len({penalty.on for penalty in hurt}) > 1 else "",
            fixed={"who": who.id},
            fields=_which(state, who, hurt, count),
            rules=("SE-RD-29", "SE-RD-15", "SE-REC-04"),
            urgency="must",
            about=who.id,
        )


def _which(state: State, who: Character, hurt: tuple[Penalty, ...], count: int) -> tuple[Choose, ...]:
    if not count:
        return ()
    choices = _choices(state, who, hurt)
    alike = len({(penalty.on, penalty.source) for penalty in hurt}) == 1
    first = tuple(choice.value for choice in choices[:count]) if alike else ()
    label = f"Which {count}?" if count > 1 else "Which?"
    return (Choose(name="ranks", label=label, choices=choices, least=count, many=True, most=count, default=first),)


def _heal(play: Play[State], command: c.Heal) -> None:
    play.record(_healed(play.state, command.who, command.ranks, ("SE-RD-29", "SE-REC-01"), due=True))


VERBS = (
    Verb(c.Recover, _REST, offering(forms), _recover),
    Verb(c.Heal, _REST, _heal_offers, _heal),
    Verb(c.HealWithLuck, frozenset({"session"}), _luck_offers, _heal_with_luck),
)

"""Joint Tests: what each PC puts in, and what all of it comes to for whoever rolls (SE-MOM-07, SE-SEIZE-05)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Seat, Verb
from moot.games.swords_edge import ladder
from moot.games.swords_edge.applying import Use, applied, as_it_counts, base, blanks, burdened, purse, ways
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.sharing import acted_on_all, against
from moot.games.swords_edge.contest import Pairing, Part, Pledge, Purpose, TestKind
from moot.games.swords_edge.ownership import mine
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.purse import payment
from moot.games.swords_edge.state import State

_KINDS: dict[Purpose, TestKind] = {"momentum": "momentum", "seize": "seize", "answer": "answer"}


def engaged(state: State, pairing: Pairing, purpose: Purpose) -> list[str]:
    """The PCs whom a joint Test of this purpose concerns, those who can act.

    Momentum: who has none yet; Seize: who defends, may Seize, has not tried to this round and need not react first;
    answer: who holds Momentum and can lose it (SE-RD-35, SE-RD-12, SE-SEIZE-07).
    """
    found = []
    for who, stand in pairing.stands.items():
        fits = {
            "momentum": stand.momentum == "",
            "seize": stand.momentum == "defender" and stand.barred != "pc" and _free_to_seize(state, pairing, who),
            "answer": stand.momentum == "attacker" and stand.barred != "nc",
        }[purpose]
        if fits and state.characters[who].able:
            found.append(who)
    return found


def _free_to_seize(state: State, pairing: Pairing, who: str) -> bool:
    """Whether a PC has had no act on them this round, and need not react first (SE-ACT-05, SE-RD-12)."""
    waits = any(attack.who == who for attack in state.attacks.values())
    return not waits and not acted_on_all(state, pairing, who)


def waiting(state: State, pairing: Pairing, purpose: Purpose) -> list[str]:
    """Those of the engaged who have put nothing in yet."""
    pledged = {who for who, pledge in pairing.pledges.items() if pledge.purpose == purpose}
    return [who for who in engaged(state, pairing, purpose) if who not in pledged]


def partners(state: State, pairing: Pairing, purpose: Purpose, roller: str) -> list[str]:
    """The others who have put something in, for whoever rolls."""
    pledged = [who for who, pledge in pairing.pledges.items() if pledge.purpose == purpose]
    return [who for who in engaged(state, pairing, purpose) if who in pledged and who != roller]


def shares(state: State, pairing: Pairing, purpose: Purpose, roller: str) -> tuple[Part, ...]:
    """What the others put in, as it counts by now, with their own bonuses and penalties (SE-RD-34)."""
    found: list[Part] = []
    for who in partners(state, pairing, purpose, roller):
        found.extend(as_it_counts(state, state.characters[who], pairing.pledges[who].parts, use_of(purpose)))
        found.extend(circumstances(state, pairing, who, _KINDS[purpose]))
    return tuple(found)


def use_of(purpose: Purpose) -> Use:
    """What a joint Test is, as far as Qualities go: only an answer is an Action Test (SE-SEIZE-05)."""
    return "action" if purpose == "answer" else "momentum"


def bound_traits(state: State, pairing: Pairing, who: Character, use: str) -> tuple[str, ...]:
    """The Traits a PC may make a Test by: any for Momentum, the bound one or none for Action (SE-TEST-07, SE-RD-31)."""
    if use == "momentum":
        return ladder.TRAITS
    held = pairing.stands[who.id].trait
    return (held, "") if held else ("",)


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    for who in mine(state, seat, "puts a share in", "SE-MOM-07"):
        if state.testing(who.id):
            continue
        for pairing in state.pairings.values():
            for purpose in _open(state, pairing, who.id):
                yield from _contribution(state, pairing, who, purpose)


def _open(state: State, pairing: Pairing, who: str) -> Iterator[Purpose]:
    pledge = pairing.pledges.get(who)
    if who not in pairing.stands:
        return
    purposes: tuple[Purpose, ...] = ("answer",) if pairing.challenge else ("momentum", "seize")
    for purpose in purposes:
        able = engaged(state, pairing, purpose)
        fresh = pledge is None or pledge.purpose != purpose
        if fresh and who in able and len(able) > 1 and waiting(state, pairing, purpose) != [who]:
            yield purpose


def _contribution(state: State, pairing: Pairing, who: Character, purpose: Purpose) -> Iterator[Offer]:
    use = use_of(purpose)
    foe = against(state, pairing)
    label = {
        "momentum": f"Add {who.name}’s share to Momentum over {foe}",
        "seize": f"{who.name} joins in Seizing from {foe}",
        "answer": f"Add {who.name}’s share to the answer to {foe}",
    }[purpose]
    by = ways(state, who, bound_traits(state, pairing, who, use))
    hints = {trait: ladder.signed(base(who, trait)) for trait in by.traits if trait}
    about = {"pairing": pairing.id, "who": who.id, "purpose": purpose}
    yield Offer(
        do="contribute",
        label=label,
        why="One of you rolls for all; everything put in is added up.",
        fixed=about if by.sure is None else {**about, "trait": by.sure},
        fields=tuple(blanks(state, who, use, by, hints)),
        rules=("SE-MOM-07", "SE-SEIZE-05", "SE-RD-34", "SE-RD-35"),
        urgency="tool" if purpose == "seize" else "must",
        about=pairing.id,
        purse=purse(state, who),
    )


def _contribute(play: Play[State], command: c.Contribute) -> None:
    who = play.state.characters[command.who]
    use = use_of(command.purpose)
    built = applied(play.state, who, use, command)
    trait = ladder.as_trait(command.trait) if command.trait else ""
    unasked = {quality.id for quality in burdened(who, (trait, *command.opened), use)}
    parts = tuple(part for part in built.parts if part.what not in unasked)
    play.record(
        e.Contributed(
            pairing=command.pairing,
            who=who.id,
            pledge=Pledge(command.purpose, trait, parts),
            paid=payment(play.state, who.id, built.cost),
            rules=("SE-MOM-07", "SE-SEIZE-05"),
        )
    )


def pledged_spending(shared: tuple[Part, ...], who: list[Character]) -> tuple[tuple[str, str], ...]:
    """The Qualities that a joint Momentum Test uses up for those who put them in; no Weakness is ever spent (SE-MOM-07,
    SE-RD-30)."""
    spent = {(one.id, q.id) for one in who for q in one.of("concept", "background", "faculty", "element")}
    return tuple((part.who, part.what) for part in shared if (part.who, part.what) in spent)


VERBS = (Verb(c.Contribute, frozenset({"scene"}), _offers, _contribute),)

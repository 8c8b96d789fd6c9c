"""Dooms: averted by an Advancement, or met as the table chooses (SE-DOOM-01 to SE-DOOM-04)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.core.blanks import Field
from moot.games.swords_edge import ladder
from moot.games.swords_edge.book import DOOM_WEAKNESS, HITS, TraitId
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.settling import tidy
from moot.games.swords_edge.creation.blanks import name_field, trait_field
from moot.games.swords_edge.people import Character, Doom, Fate, Quality
from moot.games.swords_edge.state import State
from moot.games.swords_edge.whose import mine, needs_part, own

_FATES: dict[Fate, tuple[str, str]] = {
    "scene": ("is out of this scene", "Exhausted, broken down, disgraced: back when it is over."),
    "longer": ("is out for longer", "Until the GM brings them back."),
    "removed": ("is out of the game", "Alive, and not coming back, unless the GM finds a way; then it marks them."),
    "dead": ("dies", "Take a moment. There can be another character."),
}

_SURVIVES = ("scene", "longer")


def _doomed(state: State, seat: Seat) -> list[tuple[Character, Doom]]:
    people = state.cast() if seat.guides else own(state, seat)
    found = [(who, who.doom) for who in people if who.doom is not None]
    if not found:
        raise Refused("no-doom", "No Doom hangs over anybody.", "SE-DOOM-01")
    return found


def _scar_fields(doom: Doom) -> tuple[Field, ...]:
    """After Legendary damage: a Weakness at Basic, mostly on the struck Trait (SE-DMG-04, SE-RD-49)."""
    if not doom.legendary:
        return ()
    hint = f"On {ladder.title(doom.trait)}, where it struck, unless another is apter."
    return (
        name_field("What Legendary damage leaves behind", "A Weakness at Basic, of the kind of what did it.", "scar"),
        trait_field("Its Trait", hint, "scar_trait"),
    )


def mark_fields(doom: Doom) -> tuple[Field, ...]:
    """What a Doom leaves on a survivor: a Weakness at Poor, and after Legendary damage one at Basic (SE-DOOM-03)."""
    mark = name_field("What it leaves behind", f"A Weakness at Poor, on {ladder.title(doom.trait)}.", "mark")
    return (mark, *_scar_fields(doom))


def _avoid_offers(state: State, seat: Seat) -> Iterator[Offer]:
    mine(state, seat, "averts a Doom", "SE-DOOM-04")
    for who, doom in _doomed(state, seat):
        if not who.advancements:
            raise Refused("no-advancement", f"{who.name} has no Advancement to avert it with.", "SE-DOOM-04")
        stays = " The Basic Weakness of Legendary damage stays." if doom.legendary else ""
        yield Offer(
            do="avoid-doom",
            label=f"Avert {who.name}’s Doom",
            why=f"For an Advancement: out of the scene and back at its end, no Poor Weakness. Stress stays.{stays}",
            fixed={"who": who.id},
            fields=_scar_fields(doom),
            rules=("SE-DOOM-04", "SE-ADV-04", "SE-TRAP-14"),
            urgency="must",
            about=who.id,
        )


def _avoid(play: Play[State], command: c.AvoidDoom) -> None:
    doom = play.state.characters[command.who].doom
    scar = next(iter(marks(play.state, doom, scar=command.scar, scar_trait=command.scar_trait)), None)
    rules = ("SE-DOOM-04", "SE-ADV-04", *(("SE-DMG-04", "SE-RD-49") if scar else ()))
    play.record(e.DoomAvoided(who=command.who, scar=scar, rules=rules))
    tidy(play)


def marks(
    state: State, doom: Doom | None, *, mark: str = "", scar: str = "", scar_trait: str = ""
) -> tuple[Quality, ...]:
    """The Weaknesses that a Doom leaves, by what they are called: none for a blank (SE-DOOM-03, SE-DMG-04)."""
    on: TraitId = doom.trait if doom else "physique"
    apt: TraitId = ladder.as_trait(scar_trait) if scar_trait else on
    left = (("m", mark, DOOM_WEAKNESS, on), ("s", scar, HITS["legendary"].weakness or "basic", apt))
    return tuple(
        Quality(f"{state.next_id}{what}", "weakness", name.strip(), rank, trait)
        for what, name, rank, trait in left
        if name
    )


def _meet_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_part(seat, "say what a Doom does", "SE-DOOM-02")
    for who, doom in _doomed(state, seat):
        for fate, (says, why) in _FATES.items():
            yield Offer(
                do="meet-doom",
                label=f"{who.name} {says}",
                why=why,
                fixed={"who": who.id, "fate": fate},
                fields=mark_fields(doom) if fate in _SURVIVES else (),
                rules=("SE-DOOM-01", "SE-DOOM-02", "SE-DOOM-03", "SE-WEAK-05"),
                urgency="may" if seat.guides else "must",
                about=who.id,
            )


def _meet(play: Play[State], command: c.MeetDoom) -> None:
    doom = play.state.characters[command.who].doom
    gains = marks(play.state, doom, mark=command.mark, scar=command.scar, scar_trait=command.scar_trait)
    rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if gains else ()))
    play.record(e.DoomMet(who=command.who, fate=command.fate, gains=gains, rules=rules))
    tidy(play)


_SCENE = frozenset({"scene"})

VERBS = (
    Verb(c.AvoidDoom, _SCENE, _avoid_offers, _avoid),
    Verb(c.MeetDoom, _SCENE, _meet_offers, _meet),
)

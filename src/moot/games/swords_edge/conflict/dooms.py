"""Dooms: averted by an Advancement, or met as the table chooses (SE-DOOM-01 to SE-DOOM-04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Field, Line, Offers, Part, Play, Refused, Seat, Urgency, listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import OfCharacter, my_characters, name_field, no_watchers, trait_field
from moot.games.swords_edge.character import Character, Doom, Fate, Quality, Stands
from moot.games.swords_edge.figures import DOOM_WEAKNESS, HITS, TraitId
from moot.games.swords_edge.frames import befell
from moot.games.swords_edge.state import SCENE, AboutCharacter, State
from moot.games.swords_edge.trials.leaving import tidy
from moot.kit.people import mine

_FATES: Final[dict[Fate, tuple[Stands, str, str]]] = {
    "scene": ("away", "is out of this scene", "Exhausted, broken down, disgraced: back when it is over."),
    "longer": ("removed", "is out for longer", "Until the GM brings them back."),
    "removed": ("removed", "is out of the game", "Alive, and back only if the GM finds a way; then it marks them."),
    "dead": ("dead", "dies", "Take a moment. There can be another character."),
}
"""Where each fate leaves a PC, and how it is told and offered (SE-DOOM-02)."""


def _doomed(people: tuple[Character, ...]) -> Iterator[tuple[Character, Doom]]:
    return ((who, who.doom) for who in people if who.doom is not None)


def _scar_fields(doom: Doom) -> tuple[Field, ...]:
    """After Legendary damage: a Weakness at Basic, mostly on the struck Trait (SE-DMG-04, SE-RD-49)."""
    if not doom.legendary:
        return ()
    hint = f"On {ladder.title(doom.trait)}, where it struck, unless another is apter."
    return (
        name_field("What Legendary damage leaves behind", "A Weakness at Basic, of the kind of what did it.", "scar"),
        trait_field("Its Trait", hint, "scar_trait"),
    )


def mark_fields(doom: Doom | None) -> tuple[Field, ...]:
    """What a Doom leaves on a survivor: a Weakness at Poor, and after Legendary damage one at Basic (SE-DOOM-03)."""
    if doom is None:
        return ()
    mark = name_field("What it leaves behind", f"A Weakness at Poor, on {ladder.title(doom.trait)}.", "mark")
    return (mark, *_scar_fields(doom))


class Scarred(OfCharacter):
    """A command about a Doom that may leave Weaknesses: a `mark` on survivors, a `scar` of Legendary damage."""

    scar: str = ""
    scar_trait: str = ""

    def marks(self, state: State, doom: Doom | None, mark: str = "") -> tuple[Quality, ...]:
        """The Weaknesses that it leaves, by what they are called: none for a blank (SE-DOOM-03, SE-DMG-04)."""
        on: TraitId = doom.trait if doom else "physique"
        apt: TraitId = ladder.as_trait(self.scar_trait) if self.scar_trait else on
        left = (("m", mark, DOOM_WEAKNESS, on), ("s", self.scar, HITS["legendary"].weakness or "basic", apt))
        return tuple(
            Quality(f"{state.next_id}{what}", "weakness", name.strip(), rank, trait)
            for what, name, rank, trait in left
            if name
        )


class DoomAvoided(AboutCharacter, tag="doom-avoided"):
    """An Advancement averted a Doom; after Legendary damage the Basic Weakness stays (SE-TRAP-14)."""

    scar: Quality | None = None

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        spared = replace(who, doom=None, stands="away", advancements=who.advancements - 1)
        spared = spared if self.scar is None else spared.with_quality(self.scar)
        return replace(state, ids=state.ids + 1).with_character(spared)

    def line(self, state: State) -> Line:
        left = f" It leaves a Weakness: {self.scar.name}." if self.scar else ""
        text = f"{state.named(self.who)} averts the Doom with an Advancement, and is out of the scene.{left}"
        fact = befell(state, "out", self.who, "averts the Doom", note=left.strip(" ."))
        return Line("result", text, facts=(fact,))


class AvoidDoom(Scarred, tag="avoid-doom"):
    """Spend an Advancement: out of the scene, and no worse (SE-DOOM-04)."""

    when, rules, urgency, while_any = SCENE, ("SE-DOOM-04", "SE-ADV-04", "SE-TRAP-14"), "must", "doomed"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, doom in _doomed(my_characters(state, seat, "averts a Doom", "SE-DOOM-04")):
            if not who.advancements:
                yield Refused("no-advancement", f"{who.name} has no Advancement to avert it with.")
                continue
            stays = " The Basic Weakness of Legendary damage stays." if doom.legendary else ""
            why = f"For an Advancement: out of the scene and back at its end, no Poor Weakness. Stress stays.{stays}"
            yield cls.offer_of(who, f"Avert {who.name}’s Doom", why, *_scar_fields(doom), of=doom)
        yield Refused("no-doom", "No Doom hangs over anybody.", "SE-DOOM-01")

    def enact(self, play: Play[State], doom: Doom) -> None:
        scar = next(iter(self.marks(play.state, doom)), None)
        rules = ("SE-DOOM-04", "SE-ADV-04", *(("SE-DMG-04", "SE-RD-49") if scar else ()))
        play.record(DoomAvoided(who=self.who, scar=scar, rules=rules))
        tidy(play)


class DoomMet(AboutCharacter, tag="doom-met"):
    """A Doom took its course; a survivor gains Weaknesses."""

    fate: Fate
    gains: tuple[Quality, ...] = ()

    def evolve(self, state: State) -> State:
        who = state.characters[self.who]
        outlived = who.doom if self.fate == "removed" else None
        stands, *_ = _FATES[self.fate]
        met = replace(who, doom=None, outlived=outlived, stands=stands, qualities=(*who.qualities, *self.gains))
        return replace(state, ids=state.ids + len(self.gains)).with_character(met)

    def line(self, state: State) -> Line:
        left = f" It leaves {listed(gain.name for gain in self.gains)}." if self.gains else ""
        says = "is dead" if self.fate == "dead" else _FATES[self.fate][1]
        fact = befell(state, "out", self.who, says, note=left.strip(" ."))
        return Line("result", f"{state.named(self.who)} {says}.{left}", facts=(fact,))


class MeetDoom(Scarred, tag="meet-doom"):
    """Say what the Doom does (SE-DOOM-02)."""

    when, urgency, while_any = SCENE, ("must", "may"), "doomed"
    giver = no_watchers("say what a Doom does", "SE-DOOM-02")
    rules = ("SE-DOOM-01", "SE-DOOM-02", "SE-DOOM-03", "SE-WEAK-05")
    fate: Fate
    mark: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        urgency: Urgency = "may" if seat.guides else "must"
        for who, doom in _doomed(state.cast() if seat.guides else mine(state, seat)):
            for fate, (_, says, why) in _FATES.items():
                blanks = mark_fields(doom) if fate in ("scene", "longer") else ()
                yield cls.offer_of(who, f"{who.name} {says}", why, *blanks, urgency=urgency, fate=fate, of=doom)
        yield Refused("no-doom", "No Doom hangs over anybody.")

    def enact(self, play: Play[State], doom: Doom) -> None:
        gains = self.marks(play.state, doom, self.mark)
        rules = ("SE-DOOM-02", *(("SE-DOOM-03", "SE-WEAK-05") if gains else ()))
        play.record(DoomMet(who=self.who, fate=self.fate, gains=gains, rules=rules))
        tidy(play)


DOOMS: Final[Part[State]] = Part(AvoidDoom, MeetDoom, DoomAvoided, DoomMet)
